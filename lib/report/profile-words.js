'use strict';

/* Words for the functions of a profile: the test's code and the V8 code that it triggers. */

const { label, plainLines } = require('../base/text/display');
const { formatNumber, formatPercent } = require('../base/text/numbers');

const KINDS = {
  compiled: 'the test itself', loop: 'the loop around it', builtin: 'V8\'s builtins', runtime: 'V8\'s runtime',
  collector: 'the garbage collector', node: 'Node.js code', system: 'system libraries',
};

const OTHERS = {
  compiled: 'other JavaScript', builtin: 'other builtins', runtime: 'other runtime code',
  collector: 'other collector code', node: 'other Node.js code', system: 'other libraries',
};

// If the profile does not split JavaScript functions, it cannot separate the loop either.
const COMPILED = 'the test and its loop';
const LEAST_SHARE = 0.005;

/** Kinds of later versions appear unchanged. */
const of = (words, kind, otherwise) => (Object.hasOwn(words, kind) ? words[kind] : otherwise);
const kindWords = ({ isSplit }, kind) => (kind === 'compiled' && !isSplit ? COMPILED : of(KINDS, kind, kind));
const functionWords = ({ name, kind }) => name || of(OTHERS, kind, 'others');

/** Instructions per call; below 100 with a decimal. */
const formatInstructionsPerCall = (instructions) => (
  instructions < 100 ? `${+instructions.toFixed(1)}` : formatNumber(instructions));

const sumInstructions = ({ functions }) => functions.reduce((sum, { instructions }) => sum + instructions, 0);

/** @returns {{ kind: string, words: string, share: number }[]} largest first, without kinds under 0.5 % */
function sumSharesByKind(profile) {
  if (!profile || profile.functions.length === 0) return [];
  const total = sumInstructions(profile);
  const sums = new Map();
  for (const { kind, instructions } of profile.functions) sums.set(kind, (sums.get(kind) || 0) + instructions);
  return [...sums].map(([kind, sum]) => ({ kind, words: kindWords(profile, kind), share: sum / total }))
    .filter(({ share }) => share >= LEAST_SHARE).sort((a, b) => b.share - a.share);
}

const profileIn = ({ counts }) => (counts && counts.profile) || null;

const shareWords = ({ words, share }) => `${words} ${formatPercent(share)}`;

/** Facts for pages about the functions of a test, none without a profile; unit: what is counted */
function profileBlocks(test, unit = 'per call') {
  const profile = profileIn(test);
  const shares = sumSharesByKind(profile);
  if (shares.length === 0) return [];
  const total = sumInstructions(profile);
  const functions = profile.functions.filter(({ instructions }) => instructions > 0).map((one) => [
    label(functionWords(one)),
    `${formatInstructionsPerCall(one.instructions)}, ${formatPercent(one.instructions / total)}, ` +
      kindWords(profile, one.kind),
  ]);
  const why = profile.reason ? [['JavaScript functions', `not distinguished: ${plainLines(profile.reason).join(' ')}`]]
    : [];
  return [{
    type: 'facts', title: `Instructions ${unit}: ${shares.map(shareWords).join(', ')}`, kind: 'missing',
    pairs: [...functions, ...why],
  }];
}

module.exports = {
  functionWords, formatInstructionsPerCall, sumSharesByKind, shareWords, sumInstructions, profileIn, profileBlocks,
};
