'use strict';

/* The words for all warnings, the only place that has them: `#warnings`, but in a page. */

const ofProcesses = require('./process-warnings');
const ofRounds = require('./round-warnings');
const ofSystem = require('./warnings-system');
const { createWords, isOfLeftOut } = require('./warning-words');

const sentences = { ...ofRounds.sentences, ...ofProcesses.sentences };
const brackets = { ...ofRounds.brackets, ...ofProcesses.brackets };
const { sentence, changesMeaning, bracketsOf } = createWords({ ...ofSystem, ...sentences }, brackets);

module.exports = { sentence, changesMeaning, isOfLeftOut, bracketsOf, codes: Object.keys(sentences) };
