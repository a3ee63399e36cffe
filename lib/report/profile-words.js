'use strict';

/* Whose instructions a call executes, in words: the test's own, and those of what it has V8 do. */

const { grouped } = require('../text/numbers');

const KINDS = {
  compiled: 'the test itself', loop: 'the loop around it', builtin: 'V8\'s builtins', runtime: 'V8\'s runtime',
  collector: 'the collector', node: 'Node\'s own code', system: 'libraries of the system',
};

const OTHERS = {
  compiled: 'other JavaScript', builtin: 'other builtins', runtime: 'the rest of the runtime',
  collector: 'the rest of the collector', node: 'other code of Node', system: 'other libraries',
};

// Where functions of JavaScript are not told apart, nor is the loop.
const COMPILED = 'the test and its loop';

const LEAST_SHARE = 0.005;

/** Kinds of a version to come are told as they are. */
const of = (words, kind, otherwise) => (Object.hasOwn(words, kind) ? words[kind] : otherwise);

/** @returns {string} what a kind of function is, in the words of this profile */
const kindWords = ({ isSplit }, kind) => (kind === 'compiled' && !isSplit ? COMPILED : of(KINDS, kind, kind));

/** @returns {string} the name of a function, or which others are summed up */
const functionWords = ({ name, kind }) => name || of(OTHERS, kind, 'others');

/** Instructions a call, the small ones with decimals. */
const amount = (instructions) => (
  instructions < 100 ? `${+instructions.toFixed(1)}` : grouped(instructions.toFixed(0)));

const totalOf = ({ functions }) => functions.reduce((sum, { instructions }) => sum + instructions, 0);

/**
 * The kinds of a profile, the most first, those under half a per cent left out.
 *
 * @param {import('../counts/profile').Profile|null} [profile]
 * @returns {{ kind: string, words: string, share: number }[]}
 */
function sharesOf(profile) {
  if (!profile || profile.functions.length === 0) return [];
  const total = totalOf(profile);
  const sums = new Map();
  for (const { kind, instructions } of profile.functions) sums.set(kind, (sums.get(kind) || 0) + instructions);
  return [...sums].map(([kind, sum]) => ({ kind, words: kindWords(profile, kind), share: sum / total }))
    .filter(({ share }) => share >= LEAST_SHARE).sort((a, b) => b.share - a.share);
}

/** The profile of a row, null where there is none. */
const profileIn = ({ counts }) => (counts && counts.profile) || null;

module.exports = { of, kindWords, functionWords, amount, sharesOf, totalOf, profileIn };
