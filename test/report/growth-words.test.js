'use strict';

const { expect } = require('chai');
const { growthSentence, growthInShort } = require('../../lib/report/growth-words');

const of = (name, error, coefficientNs = 1, constantNs = null) => ({ name, coefficientNs, constantNs, error });
const words = (best, runnerUp, more) =>
  growthSentence({ best, runnerUp, isClear: true, withConstant: null, ...more }, 'size');

// Those of benchmark files are tested with their table.
describe('the growth of tests in words', () => {
  const cases = [
    ['one function', words(of('n log n', 0.03, 1.2), of('n^2', 0.2)),
      'time grows with size as n log n (1.2 ns each, off by 3 %); next best n^2 (off by 20 %)'],
    ['no runner-up', words(of('n', 0.03, 1500), null), 'time grows with size as n (1.5 us each, off by 3 %)'],
    ['a constant first', words(of('n', 0.01, 0.654, 52.3), of('n log n', 0.08, 1, 40)),
      'time grows with size as n after a constant: 52 ns + 0.65 ns * n (off by 1 %); next best n log n after a ' +
        'constant (off by 8 %)'],
    ['no growth', words(of('1', 0.01, 31), of('log n', 0.3)),
      'time does not depend on size (31 ns, off by 1 %); next best log n (off by 30 %)'],
    ['one of two', words(of('1', 0.04), of('log n', 0.05), { isClear: false }),
      'time grows with size as log n or not at all, which these points do not tell apart (off by 5 % and 4 %)'],
    ['one of two after constants', words(of('n', 0.04, 1, 5), of('n^2', 0.05, 1, 9), { isClear: false }),
      'time grows with size as n after a constant or n^2 after a constant, which these points do not tell apart ' +
        '(off by 4 % and 5 %)'],
    ['none of them', words(of('n', 0.4), of('n^2', 0.5), { isClear: false }),
      'time grows with size as none of the usual functions: n is off by 40 %, n^2 by 50 %'],
    ['a constant that is much nearer',
      words(of('n', 0.3), of('n^2', 0.5), { isClear: false, withConstant: of('n', 0.02, 0.5, 100) }),
      'time grows with size as n after a constant: 100 ns + 0.5 ns * n (off by 2 %; n alone by 30 %)'],
    ['a constant that is not',
      words(of('n', 0.03), of('n^2', 0.05), { isClear: false, withConstant: of('n', 0.02, 0.5, 100) }),
      'time grows with size as n or n^2, which these points do not tell apart (off by 3 % and 5 %)'],
  ];
  for (const [title, found, expected] of cases) it(title, () => { expect(found).to.equal(expected); });

  it('and in a word or two', () => {
    const short = (best, runnerUp, more) =>
      growthInShort({ best, runnerUp, isClear: true, withConstant: null, ...more });
    expect(short(of('n', 0.3), null)).to.equal('n');
    expect(short(of('n', 0.01, 1, 5), of('1', 0.2))).to.equal('n after a constant');
    expect(short(of('n', 0.04), of('n log n', 0.05), { isClear: false })).to.equal('n or n log n');
    expect(short(of('n', 0.14), of('n log n', 0.5), { isClear: false })).to.equal('none');
    expect(short(of('n', 0.3), of('n^2', 0.5), { isClear: false, withConstant: of('log n', 0.02, 1, 100) }))
      .to.equal('log n after a constant');
    expect(short(of('n', 0.03), of('n^2', 0.05), { isClear: false, withConstant: of('n', 0.02, 1, 100) }))
      .to.equal('n or n^2');
  });
});
