'use strict';

/* One test, counted in a process that has been started for it. */

const { countCalls } = require('../counts/count-calls');
const { emptyRow, failedRow } = require('../estimate/row');
const { WAITED } = require('../text/row-error');
const { errorOfFailure, rowError } = require('../text/row-error');

// Captured before a test can replace it.
const { once } = process;

/** Nobody is left who could answer: the process would end without a word. */
function unanswered({ takesCallback }) {
  const did = WAITED[takesCallback ? 'callback' : 'promise'];
  return rowError('timed-out', `a call of it ${did}, and its process had nothing left to wait for`);
}

/** As measureTest in one-test.js; job has `counts`, and done is given { row, counted }. */
function countTest(test, settings, job, tools, done) {
  const { name } = test;
  const fail = (error) => done({ row: failedRow(name, settings.opsPerTest, error) });
  once.call(process, 'beforeExit', () => tools.asBefore(() => fail(unanswered(test))));
  countCalls(test, settings, job.counts, tools, ({ failure, counted }) => tools.asBefore(() => {
    const error = failure && errorOfFailure({ stage: 'test', ...failure }, 'sync', null);
    if (error) fail(error);
    else done({ row: emptyRow(name, settings.opsPerTest), counted });
  }));
}

module.exports = { countTest };
