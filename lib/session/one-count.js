'use strict';

/* One test, counted in a process that has been started for it. */

const { countCalls } = require('../counts/count-calls');
const { emptyRow, failedRow } = require('../estimate/row');
const { errorOfFailure } = require('../text/row-error');

/** As measureTest in one-test.js; job has `counts`, and done is given { row, counted }. */
function countTest(test, settings, job, tools, done) {
  const { name } = test;
  countCalls(test, settings, job.counts, tools, ({ failure, counted }) => tools.asBefore(() => {
    if (!failure) done({ row: emptyRow(name, settings.opsPerTest), counted });
    else done({ row: failedRow(name, settings.opsPerTest, errorOfFailure({ stage: 'test', ...failure }, 'sync', null)) });
  }));
}

module.exports = { countTest };
