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

  'heap-limit': ({ usedBytes, limitBytes }) =>
    `stopped early: the test keeps what it allocates, ${(usedBytes / 1e6).toFixed(0)} of ${(limitBytes / 1e6).toFixed(0)} MB ` +
    'of heap are in use; raise --max-old-space-size',

  'handles-left': ({ handles }) =>
    `the test left open: ${join(handles, ', ')}`,

  interrupted: () => 'the run was interrupted: these figures stand on fewer rounds than were asked for',

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
