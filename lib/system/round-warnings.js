'use strict';

/* The words for what rounds tell in any engine, also in a page. */

const { fixed, shortTime } = require('../text/numbers');

// Captured at load, because a measured test may change it.
const { abs } = Math;

const percent = (share) => `${(share * 100).toFixed(abs(share) < 0.1 ? 1 : 0)} %`;
const ns = (value) => `${fixed(value, 2)} ns`;
const timesText = (count) => (count === 1 ? 'once' : `${count} times`);

const sentences = {
  'below-resolution': ({ resolutionNs }) =>
    `cannot be told from an empty function${resolutionNs ? ` (under ${ns(resolutionNs)} each)` : ''}`,

  'too-noisy': ({ resolutionNs }) =>
    'too noisy to tell: its interval is wider than its figure' +
    `${resolutionNs ? `, ${ns(resolutionNs)} to either side` : ''}; a quieter machine or a longer time tells more`,

  'not-optimized': () => 'the times had not settled when the measuring began, which a longer run may change',

  busy: ({ rounds, kept }) =>
    `${kept === rounds ? `others left time for ${kept} rounds only`
      : `${kept > 0 ? `only ${kept}` : 'none'} of ${rounds} rounds ran without being interrupted`}, ` +
    'too few to trust the figure: a quieter machine gives a better one',

  'shared-core': ({ leastCycles, usualCycles }) =>
    `others used the same processor core: an empty loop took ${fixed(usualCycles, 2)} cycles a turn, ` +
    `at least ${fixed(leastCycles, 2)}; the figure may be up to twice what it is alone`,

  'too-few-samples': ({ rounds }) =>
    `${rounds} rounds are too few for an interval; more calls or a longer time give one`,

  'few-samples': ({ rounds }) =>
    `the interval stands on ${rounds} rounds only; more calls or a longer time narrow it`,

  'coarse-clock': ({ grainNs }) =>
    `the clock counts in steps of ${shortTime(grainNs)}: more calls or a longer time give an interval`,

  // Results of before have no allNs.
  'cold-start': ({ calls, allNs }) =>
    `the first ${calls === 1 ? 'call' : `${calls} calls`} ran cold` +
    (allNs > 0 ? `: with ${calls === 1 ? 'it' : 'them'} ${shortTime(allNs)} each` : ''),

  'not-steady': ({ drift }) =>
    `not steady: ${percent(abs(drift))} ${drift < 0 ? 'faster' : 'slower'} at the end than at the start`,

  disturbed: ({ rounds, lostNs }) =>
    `interrupted ${timesText(rounds)}, for ${fixed(lostNs / 1e9, 2)} s in all, which are left out`,

  collections: ({ share }) =>
    `${percent(share)} of the time went into collecting garbage`,

  'may-hide': ({ referenceNs }) =>
    `a body under ${ns(referenceNs)} may hide behind the queueing of its promise`,

  waits: ({ share }) =>
    `no processor worked for it in ${percent(share)} of the time: it waits, or others have the processor`,

  'memory-unsure': ({ reason }) => `how much a call allocates is not told: ${reason}`,

  called: () =>
    'measured through a call, which may hide some of it: the policy of the page forbids to compile loops, and ' +
    "script-src with 'unsafe-eval' permits it",

  interrupted: () => 'the run was interrupted: these figures stand on fewer rounds than were asked for',
};

const brackets = {
  'not-optimized': 'not optimized', busy: 'busy', 'shared-core': 'core shared', 'coarse-clock': 'coarse clock',
  'cold-start': 'cold start',
  'not-steady': 'not steady', 'may-hide': 'may be hidden', called: 'called', interrupted: 'cut short',
};

module.exports = { sentences, brackets, percent, timesText };
