'use strict';

/*
 * Runs of one stream in a process that is counted: so many to warm it up, and so many that count. Nothing is looked at
 * beside, neither the clock nor memory: samplings by the clock would be more of them in a slow process.
 */

const { mark, watchHelpers } = require('../host/process-probes');
const { rowError } = require('../text/row-error');
const { failedRow, emptyRow } = require('../estimate/row');
const { connect } = require('./connect');
const { createEnding, streamError } = require('./ending');

// Valgrind makes all of it as much slower.
const SLOWER = 100;

/** @returns {Promise<object|null>} what went wrong, as rowError makes it; never rejects */
async function runOnce(test, settings, endingDeps) {
  let chunks = 0;
  const hooks = { guards: false, count() { chunks++; }, see() {} };
  const ending = createEnding(test.timeoutSeconds * SLOWER, endingDeps);
  let stage = 'factory';
  let link = null;
  try {
    link = await ending.guard(connect(test, settings, hooks));
    stage = 'test';
    const failure = await ending.guard(new Promise((resolve) => { link.start(resolve); }));
    if (failure) return streamError(failure.error, stage, failure.isOfSource);
    return link.reads && chunks === 0 ? rowError('no-input', 'the input ended before it gave anything') : null;
  } catch (error) {
    return streamError(error, stage);
  } finally {
    ending.stop();
    if (link) link.destroy();
  }
}

async function runs(count, test, settings, endingDeps) {
  for (let i = 0; i < count; i++) {
    const error = await runOnce(test, settings, endingDeps);
    if (error) return error;
  }
  return null;
}

/** As inParts in counts/count-calls.js: a mark takes what lies between the first two. */
async function runsInParts({ calls, parts }, ...given) {
  if (parts === 0) return runs(calls, ...given);
  mark();
  mark();
  for (let i = 0; i < parts; i++) {
    const error = await runs(calls, ...given);
    if (error) return error;
    mark();
  }
  return null;
}

/**
 * @param {object} test as parseStreams made it
 * @param {object} settings as resolveStreamSettings made them
 * @param {{ counts: import('../counts/count-calls').CountJob }} job a call is a run
 * @param {object} [deps] { ending } as createEnding takes it
 * @returns {Promise<{ row: object, counted: object|undefined }>} never rejects; see countTest in session/one-count.js
 */
async function countRuns(test, settings, { counts }, { ending } = {}) {
  const failed = (error) => ({ row: failedRow(test.name, 1, error) });
  const unready = await runs(counts.warmUp, test, settings, ending);
  if (unready) return failed(unready);
  const helpers = watchHelpers();
  const error = await runsInParts(counts, test, settings, ending);
  const found = helpers.found();
  if (error) return failed(error);
  // Each run makes its streams anew.
  const counted = { kind: 'stream', form: null, tiers: { loop: null, test: null }, collects: true, ...found };
  return { row: emptyRow(test.name, 1), counted };
}

module.exports = { countRuns };
