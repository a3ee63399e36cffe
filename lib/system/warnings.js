'use strict';

/* The words for all warnings, the only place that has them: `#warnings`, but in a page. */

const ofProcesses = require('./process-warnings');
const ofRounds = require('./round-warnings');
const ofSystem = require('./warnings-system');
const { createWords, isOfLeftOut } = require('./warning-words');

const sentences = { ...ofRounds.sentences, ...ofProcesses.sentences };
const brackets = { ...ofRounds.brackets, ...ofProcesses.brackets };
// What gives the code of the tests other places, and so tells more than an hour does.
const RENEWAL = 'forkTests and compare';

const { sentence, changesMeaning, bracketsOf } = createWords({ ...ofSystem, ...sentences }, brackets);

const codes = Object.keys(sentences);

module.exports = { sentence, changesMeaning, isOfLeftOut, bracketsOf, RENEWAL, codes };
