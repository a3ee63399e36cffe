'use strict';

/* The words for what only processes tell: removed work, tiers, heaps, handles, forks, streams and counts. */

const { sentences: ofRounds, percent, timesText } = require('./round-warnings');
const { fixed, number, rough, shortTime } = require('../text/numbers');

// Captured at load, because a measured test may change them.
const { hasOwn } = Object;
const join = Function.prototype.call.bind(Array.prototype.join);

const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

const UNSURE = {
  'few-calls': 'there were too few calls to tell it from what V8 itself allocates',
  spread: 'it was now more, now less, by over 5 %',
  'other-work': 'the process allocates beside the test, too',
};

const TIER_CODE = {
  __proto__: null, interpreter: 'the interpreter', baseline: 'baseline code', optimized: 'optimized code',
};
const FOUND_CODE = {
  __proto__: null,
  interpreter: 'it in the interpreter', baseline: 'it as baseline code', maglev: 'it as code of its middle compiler',
  optimized: 'it as optimized code', native: 'native code, of which it tells nothing',
  'not-compiled': 'something else in its place',
};
const codeOf = (found) => FOUND_CODE[found] || `it as ${found}`;

// Less of the time is not said of code that was thrown away: it would be 0.0 %.
const LEAST_SHARE = 0.0005;

/** What ran in place of optimized code, for how much of the time, and how it came about. */
function notOptimized({ found, times, share }) {
  if (found === 'not-settled') return ofRounds['not-optimized']();
  const part = share >= LEAST_SHARE && share < 0.995 ? `in ${percent(share)} of the time ` : '';
  if (!(times > 0)) return `${part}V8 ran ${codeOf(found)}, and not as optimized code, which a longer run may change`;
  const thrown = `V8 threw its optimized code away ${timesText(times)} while it was measured`;
  return share >= LEAST_SHARE ? `${thrown}, and ${part}ran ${codeOf(found)}` : thrown;
}

/** What to do about removed work; inputs: names of variables, if they are known, as of snippets. */
const adviceFor = (inputs = []) => (inputs.length > 0 ? `write blackBox(${join(inputs, ') and blackBox(')}) in it`
  : 'pass its inputs through blackBox(value)');

const sentences = {
  folded: ({ inputs }) =>
    'takes no longer than a turn of an empty loop: V8 computed it before the loop, or left it out; ' +
    adviceFor(inputs) + (inputs && inputs.length > 0 ? '' : ', and its result to keep(value)'),

  hoisted: ({ notInlinedNs, inputs }) =>
    `V8 moved work out of the loop: ${shortTime(notInlinedNs)} if the test is not inlined; ${adviceFor(inputs)}`,

  'not-optimized': notOptimized,

  prolonged: ({ seconds, goalSeconds }) =>
    `took ${fixed(seconds, 2)} s in place of ${fixed(goalSeconds, 2)} s, because others had the processor`,

  'heap-limit': ({ usedBytes, limitBytes }) =>
    `stopped early: the test keeps what it allocates, ${megabytes(usedBytes)} of ${megabytes(limitBytes)} MB ` +
    'of heap are in use; raise --max-old-space-size',

  // Of an engine that does not tell the reason is in words.
  'memory-unsure': (warning) => (hasOwn(UNSURE, warning.reason)
    ? `how much a call allocates is not sure: ${UNSURE[warning.reason]}` : ofRounds['memory-unsure'](warning)),

  'handles-left': ({ handles }) =>
    `the test left open: ${join(handles, ', ')}`,

  'short-runs': ({ seconds }) =>
    `a run takes ${fixed(seconds * 1e3, 1)} ms: much of that is code that runs cold; a longer input tells more`,

  'output-varies': ({ low, high }) =>
    `its runs gave ${low} to ${high} bytes: they did not all do the same`,

  'tier-not-held': ({ tier, found }) =>
    `not held to ${TIER_CODE[tier] || tier}: V8 ran ${codeOf(found)}; these figures are not of that tier`,

  'not-counted': ({ reason }) => `not counted: ${reason}`,

  'not-proportional': ({ first, second }) =>
    'what it executes does not grow in proportion to its calls: ' +
    `${number(first)} instructions each in the first half, ${number(second)} in the second`,

  'count-unsettled': ({ error }) =>
    `its instructions are known to +-${rough(error)} only: as many calls differed by more than was asked for`,

  'processes-not-counted': () => 'the processes that it starts are not counted',

  'hung-at-exit': () => 'its process had to be killed after the result was there: something keeps it open',
};

const brackets = {
  'heap-limit': 'heap full', 'handles-left': 'handles left', 'tier-not-held': 'tier not held',
  'short-runs': 'short runs', 'output-varies': 'output varies', 'hung-at-exit': 'hung at exit',
};

module.exports = { sentences, brackets };
