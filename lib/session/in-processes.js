'use strict';

/* What measures tests in processes of their own, which a page has not: loaded before a test can change what it uses. */

const { createAffinity } = require('../host/affinity');
const { createCounting } = require('./counting');
const { createForkedSession } = require('./fork-session');
const { writeHistory } = require('./history-file');
require('./test-runs');

module.exports = { createAffinity, createCounting, createForkedSession, writeHistory };
