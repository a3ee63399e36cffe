'use strict';

const { expect } = require('chai');
const { hasSpeed, isUntold, untoldVerdictOf, untoldWords } = require('../../lib/text/verdict-words');

describe('text/verdict-words', () => {
  it('tells tests with a speed from failed ones and from those without a speed', () => {
    const untold = {
      hoisted: 'hoisted', folded: 'folded', 'below-resolution': 'too fast to tell', 'too-noisy': 'too noisy to tell',
    };
    // Also verdicts of later versions, and names of properties that all objects have.
    for (const verdict of ['baseline', 'faster', 'slower', 'same', 'unresolved', 'later-on', 'toString', null]) {
      expect([hasSpeed({ verdict }), isUntold({ verdict }), untoldWords({ verdict })]).to.deep.equal([true, false, '']);
    }
    for (const [verdict, words] of Object.entries(untold)) {
      const row = { verdict };
      expect([hasSpeed(row), isUntold(row), untoldWords(row)]).to.deep.equal([false, true, words]);
    }
    expect([hasSpeed({ verdict: 'failed' }), isUntold({ verdict: 'failed' })]).to.deep.equal([false, false]);
  });

  it('takes the verdict of most processes', () => {
    const cases = [[['folded', 'too-noisy', 'folded', 'same'], 'folded'], [['same'], 'below-resolution'],
      [['folded', 'below-resolution'], 'below-resolution']];
    for (const [verdicts, expected] of cases) expect(untoldVerdictOf(verdicts)).to.equal(expected);
  });
});
