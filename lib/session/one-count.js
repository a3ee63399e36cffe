'use strict';

/* One test, counted in a process that has been started for it. */

const { countCalls } = require('../counts/count-calls');
const { emptyRow, failedRow } = require('../estimate/row');
const { errorOfFailure } = require('../text/row-error');

/** As measureTest in one-test.js; job has `counts`, and done is given { row, counted }. */
function countTest(test, settings, job, tools, done) {
  const { name } = test;
  countCalls(test, settings, job.counts, tools, ({ failure, counted }) => tools.asBefore(() => {
    const error = failure && errorOfFailure({ stage: 'test', ...failure }, 'sync', null);
    if (error) done({ row: failedRow(name, settings.opsPerTest, error) });
    else done({ row: emptyRow(name, settings.opsPerTest), counted });
  }));
}

module.exports = { countTest };
