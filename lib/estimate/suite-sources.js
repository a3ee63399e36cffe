'use strict';

/* The members of a suite that is measured, in whatever state they are, as what its rows are made of. */

const { callsOf } = require('../text/failure');
const { rowError, cutShortError, errorOfFailure } = require('../text/row-error');
const { FEWEST_FOR_INTERVAL } = require('./summary');

/**
 * Whether a member has rounds that tell of its test. One that was stopped while it warmed up has no other ones; nor has one
 * that failed there. Where answers were taken for those of other calls nothing is known.
 */
function isKept({ measured, failure, task: { samples } }) {
  if (failure && failure.twice) return false;
  return measured || samples.stopped !== null || (failure !== null && samples.rounds.length >= FEWEST_FOR_INTERVAL);
}

const isInFirstCall = (member, { current }) => member !== undefined && member === current && member.progress.calls === 0;

/**
 * What summarizeSuite takes.
 *
 * @param {object} state { tests, members, current } as of measureSuite
 * @param {object|null} cause { code, words, current } where the suite ends early: of the error of tests without samples, and
 *   where the test under way is to blame, words for that; null where it does not
 * @returns {object[]}
 */
function sourcesOf(state, cause) {
  const sources = [];
  for (let i = 0; i < state.tests.length || i < state.members.length; i++) {
    const member = state.members[i];
    const test = member ? member.test : state.tests[i];
    const { name, ops, bytes, items } = test;
    const source = { variant: test, name, ops, bytes, items, isTwin: false, samples: null, failure: null, durationNs: 0, nloops: 0, collects: false, handles: [], early: null, memory: null, coldCache: null };
    sources[i] = source;
    if (member) {
      source.isTwin = member.isTwin;
      source.durationNs = member.spentNs;
      source.nloops = member.calls;
      source.collects = member.collects;
      source.handles = member.handles;
      source.memory = member.memory;
      source.coldCache = member.coldCache;
      const { samples } = member.task;
      if (isKept(member)) source.samples = samples;
      if (member.failure) {
        source.failure = errorOfFailure(member.failure, samples.kind, callsOf(member.failure, member.progress));
        source.failure.round = member.failure.stage === 'test' ? samples.rounds.length + 1 : null;
      }
    }
    if (!cause || source.failure) continue;
    if (cause.current && member && member === state.current) source.failure = rowError(cause.code, cause.current);
    else if (!source.samples) source.failure = cutShortError(cause.code, cause.words, isInFirstCall(member, state));
    else source.early = 'interrupted';
  }
  return sources;
}

module.exports = { sourcesOf };
