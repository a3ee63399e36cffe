'use strict';
// Sums the votes of a nested comment thread.
// reason: generator

function thread(depth, seed) {
  const replies = [];
  if (depth > 0) {
    for (let i = 0; i < 3; i++) replies.push(thread(depth - 1, seed * 3 + i));
  }
  return { votes: seed % 17, hidden: seed % 5 === 0, replies };
}

const ROOT = thread(3, 1);

function countVotes(comment) {
  return comment.hidden ? 0 : comment.votes + 1;
}

function visit(comment, totals) {
  totals.votes += countVotes(comment);
  totals.seen++;
  for (let i = 0; i < comment.replies.length; i++) visit(comment.replies[i], totals);
}

function* walk(comment) {
  yield comment;
  for (let i = 0; i < comment.replies.length; i++) {
    yield* walk(comment.replies[i]); // HERE
  }
}

function fast() {
  const totals = { votes: 0, seen: 0 };
  visit(ROOT, totals);
  return totals.votes * 1000 + totals.seen;
}

function slow() {
  const totals = { votes: 0, seen: 0 };
  for (const comment of walk(ROOT)) {
    totals.votes += countVotes(comment);
    totals.seen++;
  }
  return totals.votes * 1000 + totals.seen;
}

module.exports = { fast, slow };
