'use strict';

/*
 * Where the instructions of a call are executed, by function: code that V8 has made, its builtins, its runtime, its
 * collector, and what lies below. By the names that the executable has for them. Pure.
 */

const { nativeFunction } = require('./native-names');

const { round } = Math;

// Of the longest list, and of each kind: what comes after them, or has less, is summed up.
const MOST_FUNCTIONS = 12;
const MOST_OF_KIND = 2;
const LEAST_SHARE = 0.002;

// What V8 executes more while it writes its log must not be taken for the test's.
const MOST_APART = 0.02;

/**
 * @typedef {object} Profile of a test, per call, the loop around it included
 * @property {{ name: string, kind: string, instructions: number }[]} functions the most first: twelve, and the first
 *   two of each kind; what else there is of a kind is summed up behind them, with the name '', where it is over 0.2 %.
 *   kind: 'compiled' (what V8 has made of JavaScript), 'loop' (our own, around the test), 'builtin', 'runtime',
 *   'collector', 'node', 'system'
 * @property {boolean} isSplit whether compiled code is told by function, and apart from the loop
 * @property {string|null} reason why it is not, where that was asked for
 *
 * @typedef {object} Executed by a process
 * @property {Map<string, number>} functions instructions by the name that the executable has
 * @property {Map<number, number>} [code] by address, of what V8 has made
 * @property {function(number): { name: string, kind: string }} [at] what lies there
 */

/** @returns {Map<string, object>} { name, kind, instructions } by both */
function byFunction({ functions, code = [], at }) {
  const found = new Map();
  const add = (told, instructions) => {
    if (told === null) return;
    const { name, kind } = told;
    const key = `${kind} ${name}`;
    const known = found.get(key) || { name, kind, instructions: 0 };
    known.instructions += instructions;
    found.set(key, known);
  };
  for (const [name, instructions] of functions) add(nativeFunction(name), instructions);
  for (const [address, instructions] of code) add(at(address), instructions);
  return found;
}

const byInstructions = (a, b) => b.instructions - a.instructions;
const sumOf = (list) => list.reduce((sum, { instructions }) => sum + instructions, 0);
const ofKind = (list, kind) => list.filter((one) => one.kind === kind);
const rounded = (one) => ({ ...one, instructions: round(one.instructions * 100) / 100 });

/** What is left of a long list is one for each kind. */
function summedUp(list) {
  const kinds = [...new Set(list.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ name: '', kind, instructions: sumOf(ofKind(list, kind)) }));
}

/**
 * @param {Executed} fewer of a process
 * @param {Executed} more of one that makes so many calls more
 * @param {number} calls
 * @returns {Profile['functions']}
 */
function profileOf(fewer, more, calls) {
  const before = byFunction(fewer);
  const after = byFunction(more);
  const all = [...new Map([...before, ...after])].map(([key, { name, kind }]) => {
    const [less, most] = [before, after].map((found) => (found.has(key) ? found.get(key).instructions : 0));
    return { name, kind, instructions: (most - less) / calls };
  }).sort(byInstructions);
  const least = LEAST_SHARE * sumOf(all);
  const isFirst = (one, i) => i < MOST_FUNCTIONS || ofKind(all, one.kind).indexOf(one) < MOST_OF_KIND;
  const shown = all.filter((one, i) => one.instructions >= least && isFirst(one, i));
  const rest = summedUp(all.filter((one) => !shown.includes(one))).sort(byInstructions);
  return [...shown, ...rest.filter(({ instructions }) => instructions >= least)].map(rounded);
}

/**
 * Why a profile is not that of the test that was counted, null where it is.
 *
 * @param {Profile['functions']} functions
 * @param {number} instructions of a call, with the loop
 */
function whyApart(functions, instructions) {
  const sum = sumOf(functions);
  if (Math.abs(sum - instructions) <= MOST_APART * instructions) return null;
  return `with its log V8 executes ${round(sum)} instructions a call, and ${round(instructions)} without`;
}

module.exports = { profileOf, whyApart };
