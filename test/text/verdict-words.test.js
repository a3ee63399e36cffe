'use strict';

const { expect } = require('chai');
const { hasSpeed, isUnmeasured, pickUnmeasuredVerdict, unmeasuredWords } = require('#lib/base/text/verdict-words');

describe('text/verdict-words', () => {
  it('distinguishes tests with a speed, without a speed, and failed tests', () => {
    const unmeasured = {
      hoisted: 'hoisted', folded: 'folded', 'below-resolution': 'too fast to time', 'too-noisy': 'too noisy to tell',
    };
    // Includes verdicts of later versions, and names of properties of Object.prototype.
    for (const verdict of ['baseline', 'faster', 'slower', 'same', 'unresolved', 'later-on', 'toString', null]) {
      const row = { verdict };
      expect([hasSpeed(row), isUnmeasured(row), unmeasuredWords(row)]).to.deep.equal([true, false, '']);
    }
    for (const [verdict, words] of Object.entries(unmeasured)) {
      const row = { verdict };
      expect([hasSpeed(row), isUnmeasured(row), unmeasuredWords(row)]).to.deep.equal([false, true, words]);
    }
    expect({ hasSpeed: hasSpeed({ verdict: 'failed' }), isUnmeasured: isUnmeasured({ verdict: 'failed' }) })
      .to.deep.equal({ hasSpeed: false, isUnmeasured: false });
  });

  it('uses the verdict of most processes', () => {
    const cases = [[['folded', 'too-noisy', 'folded', 'same'], 'folded'], [['same'], 'below-resolution'],
      [['folded', 'below-resolution'], 'below-resolution']];
    for (const [verdicts, expected] of cases) expect(pickUnmeasuredVerdict(verdicts)).to.equal(expected);
  });
});
