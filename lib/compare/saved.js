'use strict';

/*
 * Saved results against each other. They are of different times, and a single process each as often as not:
 * a floor under which no difference is believed stands for what happened in between.
 */

const { differencesOf } = require('../system/fingerprint');
const { judge, untoldSample } = require('../estimate/judge');
const { isUntold } = require('../text/verdict-words');

/** What identifies a test in different files of results; the name of the file only where these hold several. */
function keyOf({ file, suite }, { name }, byFile) {
  return JSON.stringify([byFile ? file : null, suite, name]);
}

const filesOf = ({ suites }) => new Set(suites.map(({ file }) => file)).size;

function sideOfTest(test) {
  const { samples, error, verdict } = test;
  return {
    samples: isUntold(test) ? samples.map(() => untoldSample(test)) : samples,
    // Of a failed test the samples before it are of no use: nobody knows what it did.
    error: verdict === 'failed' ? error : null,
  };
}

/**
 * @param {object[]} documents results, two or more
 * @param {object} options { noise (share), maxRegression }
 * @returns {{ kind, differences, tests }} fields of a comparison
 */
function compareSaved(documents, { noise, maxRegression }) {
  const byFile = documents.some((document) => filesOf(document) > 1);
  const found = new Map();
  documents.forEach((document, side) => {
    for (const suite of document.suites) {
      for (const test of suite.tests) {
        const key = keyOf(suite, test, byFile);
        if (!found.has(key)) {
          found.set(key, {
            file: suite.file, suite: suite.suite, name: test.name, sides: documents.map(() => null), secondsEach: 0,
          });
        }
        found.get(key).sides[side] = sideOfTest(test);
      }
    }
  });
  const differences = differencesOf(documents.map(({ environment }) => environment || {}));
  const tests = judge([...found.values()], {
    margin: noise, floor: noise, isSaved: true,
    isComparable: !differences.some(({ forbids }) => forbids), maxRegression,
  });
  return { kind: 'saved', differences, tests };
}

module.exports = { compareSaved };
