'use strict';
// Tries a move on a copy of the state of a board game.
// reason: structuredClone

const STATE = {
  turn: 7,
  board: [0, 1, 2, 0, 0, 1, 2, 2, 1, 0, 0, 0, 1, 2, 1, 0],
  players: [
    { name: 'ada', score: 12, hand: [3, 5, 8] },
    { name: 'brian', score: 9, hand: [1, 2] },
    { name: 'grace', score: 15, hand: [9, 9, 4, 4] },
  ],
};

function copyPlayer(player) {
  return { name: player.name, score: player.score, hand: player.hand.slice() };
}

function copyState(state) {
  return { turn: state.turn, board: state.board.slice(), players: state.players.map(copyPlayer) };
}

function play(state, cell) {
  const player = state.players[state.turn % state.players.length];
  state.board[cell] = 3;
  player.score += player.hand.pop();
  state.turn++;
  return state;
}

function evaluate(state) {
  let value = state.turn;
  for (const cell of state.board) value += cell;
  for (const player of state.players) value += player.score * player.hand.length;
  return value;
}

function fast() {
  const next = copyState(STATE);
  return evaluate(play(next, 3));
}

function slow() {
  const next = structuredClone(STATE); // HERE
  return evaluate(play(next, 3));
}

module.exports = { fast, slow };
