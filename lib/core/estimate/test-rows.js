'use strict';

/* Converts the members of a suite, measured or not, to sources for summarizeSuite(). */

const { formatFailedCall, createCutShortError, toRowError, createRowError } = require('../../base/text/row-error');
const { FEWEST_FOR_INTERVAL } = require('./summary');

// A call this long is a measurement even without a warm-up. A cold call of an empty async function can read 6 ms.
const LONG_CALL_NS = 1e8;

/** Warm-up rounds of long calls count, and if it stopped or failed. A second callback makes all rounds useless. */
function hasUsableRounds({ measured, failure, task: { samples } }) {
  if (failure && failure.twice) return false;
  const { rounds } = samples;
  const latest = rounds[rounds.length - 1];
  if (!failure && latest && latest.ns >= LONG_CALL_NS * latest.calls) return true;
  return measured || samples.stopped !== null || (failure !== null && rounds.length >= FEWEST_FOR_INTERVAL);
}

const MEANT_CALLBACK = ". fn takes one parameter, which is the value of setup. For a callback, set kind: 'callback'";

const NOT_BEGUN = { isTwin: false, samples: null, failure: null };

const isInFirstCall = (member, { current }) => member && member === current && member.progress.calls === 0;

/** `cause`: null, or { code, words, current }: error of tests without samples, and message for the test to blame. */
function collectSources(state, cause) {
  const count = Math.max(state.tests.length, state.members.length);
  return Array.from({ length: count }, (_, i) => {
    const member = state.members[i];
    const source = member ? sourceOf(member) : { ...NOT_BEGUN, ...ofTest(state.tests[i]) };
    if (!cause || source.failure) return source;
    if (cause.current && member && member === state.current) source.failure = createRowError(cause.code, cause.current);
    else if (!source.samples) source.failure =
      createCutShortError(cause.code, cause.words, isInFirstCall(member, state));
    else source.early = 'interrupted';
    return source;
  });
}

const ofTest = (test) => ({ variant: test, name: test.name, ops: test.ops, bytes: test.bytes, items: test.items });

function sourceOf(member) {
  const { test, isTwin, collects, handles, memory, coldCache, endedEarly, failure, progress } = member;
  const { samples } = member.task;
  const source = {
    ...ofTest(test), isTwin, collects, handles, memory, coldCache, endedEarly, failure: null, early: null,
    durationNs: member.spentNs, nloops: member.calls, samples: hasUsableRounds(member) ? samples : null,
  };
  if (failure) {
    source.failure = toRowError(failure, samples.kind, formatFailedCall(failure, progress));
    if (test.mayMeanValue && member.setupValue !== undefined && failure.stage === 'test') {
      source.failure.message += MEANT_CALLBACK;
    }
    source.failure.round = failure.stage === 'test' ? samples.rounds.length + 1 : null;
  }
  return source;
}

module.exports = { collectSources };
