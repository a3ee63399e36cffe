'use strict';

/*
 * The words for the warnings of a result, the only place that has them: code -> (warning) => text.
 * Those of sysinfo() stand beside, in warnings-system.js.
 */

const systemSentences = require('./warnings-system');
const { fixed } = require('./format');

// Captured at load, because a measured test may change them.
const { abs } = Math;
const { hasOwn } = Object;
const join = Function.prototype.call.bind(Array.prototype.join);

const percent = (share) => `${(share * 100).toFixed(abs(share) < 0.1 ? 1 : 0)} %`;
const ns = (value) => `${fixed(value, 2)} ns`;

const UNSURE = {
  'few-calls': 'there were too few calls to tell it from what V8 itself allocates',
  spread: 'it was now more, now less, by over 5 %',
  'other-work': 'the process allocates beside the test, too',
  'no-profiler': 'this Node.js does not tell of collections; 18.15 and later do',
};

const TIER_CODE = { __proto__: null, interpreter: 'the interpreter', baseline: 'baseline code', optimized: 'optimized code' };
const FOUND_CODE = {
  __proto__: null,
  interpreter: 'it in the interpreter', maglev: 'code of the middle compiler', native: 'native code, of which it tells nothing',
  'not-compiled': 'something else in its place',
};

const sentences = {
  'below-resolution': ({ resolutionNs }) =>
    `cannot be told from an empty function${resolutionNs ? ` (under ${ns(resolutionNs)} each)` : ''}`,

  'too-few-samples': ({ rounds }) =>
    `${rounds} rounds are too few for an interval; more calls or a longer time give one`,

  'few-samples': ({ rounds }) =>
    `the interval stands on ${rounds} rounds only; more calls or a longer time narrow it`,

  'cold-start': ({ calls, steadyNs }) =>
    `the first ${calls} calls ran cold; steady: ${fixed(steadyNs / 1e6, 6)} ms each`,

  'not-steady': ({ drift }) =>
    `not steady: ${percent(abs(drift))} ${drift < 0 ? 'faster' : 'slower'} at the end than at the start`,

  disturbed: ({ rounds, lostNs }) =>
    `interrupted ${rounds === 1 ? 'once' : `${rounds} times`}, for ${fixed(lostNs / 1e9, 2)} s in all, which are left out`,

  collections: ({ share }) =>
    `${percent(share)} of the time went into collecting garbage`,

  'may-hide': ({ referenceNs }) =>
    `a body under ${ns(referenceNs)} may hide behind the queueing of its promise`,

  waits: ({ share }) =>
    `no processor worked for it in ${percent(share)} of the time: it waits, or others have the processor`,

  'heap-limit': ({ usedBytes, limitBytes }) =>
    `stopped early: the test keeps what it allocates, ${(usedBytes / 1e6).toFixed(0)} of ${(limitBytes / 1e6).toFixed(0)} MB ` +
    'of heap are in use; raise --max-old-space-size',

  'memory-unsure': ({ reason }) => `how much a call allocates is not sure: ${hasOwn(UNSURE, reason) ? UNSURE[reason] : reason}`,

  'handles-left': ({ handles }) =>
    `the test left open: ${join(handles, ', ')}`,

  interrupted: () => 'the run was interrupted: these figures stand on fewer rounds than were asked for',

  'short-runs': ({ seconds }) =>
    `a run takes ${fixed(seconds * 1e3, 1)} ms: much of that is code that runs cold; a longer input tells more`,

  'output-varies': ({ low, high }) =>
    `its runs gave ${low} to ${high} bytes: they did not all do the same`,

  'tier-not-held': ({ tier, found }) =>
    `not held to ${TIER_CODE[tier] || tier}: V8 ran ${FOUND_CODE[found] || TIER_CODE[found] || `it as ${found}`}; these figures are not of that tier`,

  'hung-at-exit': () => 'its process had to be killed after the result was there: something keeps it open',
};

/** @returns {string} the words for one warning; its code where there are none */
function sentence(warning) {
  // Of a saved document that can be 'constructor', too.
  const { code } = warning;
  const words = hasOwn(sentences, code) ? sentences[code] : hasOwn(systemSentences, code) ? systemSentences[code] : null;
  return words ? words(warning) : code;
}

module.exports = { sentence, codes: Object.keys(sentences) };
