'use strict';

const { expect } = require('chai');
const { hasSpeed, isUntold, untoldWords } = require('../../lib/text/verdict-words');

describe('whether a test has a speed', () => {
  const verdicts = {
    baseline: [true, false, ''], faster: [true, false, ''], slower: [true, false, ''], same: [true, false, ''],
    unresolved: [true, false, ''],
    'below-resolution': [false, true, 'too fast to tell'], 'too-noisy': [false, true, 'too noisy to tell'],
    failed: [false, false, ''],
    // Of another version, or what every object has
    'later-on': [true, false, ''], toString: [true, false, ''], null: [true, false, ''],
  };
  for (const [verdict, expected] of Object.entries(verdicts)) {
    it(`is told by ${verdict}`, () => {
      const row = { verdict: verdict === 'null' ? null : verdict };
      expect([hasSpeed(row), isUntold(row), untoldWords(row)]).to.deep.equal(expected);
    });
  }
});
