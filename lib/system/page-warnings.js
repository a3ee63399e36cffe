'use strict';

/* The words for the warnings that a page can have, which is what `#warnings` is there. */

const { sentences, brackets } = require('./round-warnings');
const { createWords, isOfLeftOut } = require('./warning-words');

const { sentence, changesMeaning, bracketsOf } = createWords(sentences, brackets);

// As that of warnings.js.
const RENEWAL = 'the page loaded again';

module.exports = { sentence, changesMeaning, isOfLeftOut, bracketsOf, RENEWAL };
