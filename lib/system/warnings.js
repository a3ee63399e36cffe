'use strict';

/* Messages for all warnings, of results and of the machine. */

const { hasProcesses } = require('#engine');
const { brackets, sentences: ofResults } = require('./result-warnings');
const { sentences: ofSystem } = require('./warnings-system');

// Captured at load, because a measured test may change it.
const { hasOwn } = Object;

const sentences = { ...ofSystem, ...ofResults };

// Gives the code of the tests other addresses, which shows more than an hour of measuring.
const RENEWAL = hasProcesses ? 'forkTests and compare' : 'the page loaded again';

/** The code if it is unknown: a saved one may be 'constructor'. */
function sentence(warning) {
  const { code } = warning;
  return hasOwn(sentences, code) ? sentences[code](warning) : code;
}

const changesMeaning = ({ code }) => hasOwn(brackets, code);

/** '(not optimized, busy)'; '' if no warning changes the meaning of the figure */
function bracketsOf(warnings) {
  const words = warnings.filter(changesMeaning)
    .map(({ code, found }) => (found === 'not-settled' ? 'not settled' : brackets[code])).join(', ');
  return words && `(${words})`;
}

/** Whether a warning is about time of other processes, which the figure does not include. */
const isOfLeftOut = ({ code }) => code === 'disturbed' || code === 'prolonged';

const codes = Object.keys(ofResults);

module.exports = { sentence, changesMeaning, isOfLeftOut, bracketsOf, RENEWAL, codes };
