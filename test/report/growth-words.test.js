'use strict';

const { expect } = require('chai');
const { growthSentence, growthInShort } = require('#lib/report/growth-words');

const of = (name, error, coefficientNs = 1, constantNs = null) => ({ name, coefficientNs, constantNs, error });
const open = { isClear: false };
const offset = (error) => ({ ...open, withConstant: of('n', error, 0.5, 100) });

describe('the growth of tests in words', () => {
  // The best function, the next best, other fields, a sentence and a short form
  const cases = [
    [of('n log n', 0.03, 1.2), of('n^2', 0.2), {}, '1.2 ns * n log n (off by 3 %); next best n^2 (off by 20 %)',
      'n log n'],
    [of('n', 0.03, 1500), null, {}, '1.5 µs * n (off by 3 %)', 'n'],
    [of('n', 0.01, 0.654, 52.3), of('n log n', 0.08, 1, 40), {},
      'a constant plus n: 52 ns + 0.65 ns * n (off by 1 %); next best a constant plus n log n (off by 8 %)',
      'a constant plus n'],
    [of('1', 0.04), of('log n', 0.05), open,
      'log n or not at all; both fit these points (off by 5 % and 4 %)', '1 or log n'],
    [of('n', 0.04, 1, 5), of('n^2', 0.05, 1, 9), open,
      'a constant plus n or a constant plus n^2; both fit these points (off by 4 % and 5 %)',
      'a constant plus n or a constant plus n^2'],
    [of('n', 0.4), of('n^2', 0.5), open, 'n is off by 40 %, n^2 by 50 %', 'none'],
    [of('n', 0.3), of('n^2', 0.5), offset(0.02),
      'a constant plus n: 100 ns + 0.5 ns * n (off by 2 %; n alone by 30 %)', 'a constant plus n'],
    [of('n', 0.03), of('n^2', 0.05), offset(0.02),
      'n or n^2; both fit these points (off by 3 % and 5 %)', 'n or n^2'],
    [of('n', 0.3), of('n^2', 0.5), offset(0.11),
      'n is off by 30 %, n^2 by 50 %', 'none'],
  ];
  for (const [best, runnerUp, more, sentence, words] of cases) {
    it(sentence, () => {
      const growth = { best, runnerUp, isClear: true, withConstant: null, ...more };
      expect(growthSentence(growth, 'size')).to.equal(
        `${words === 'none' ? 'none of the usual functions fits the growth of time with size:'
        : 'time grows with size as'} ` +
          sentence);
      expect(growthInShort(growth)).to.equal(words);
    });
  }

  it('states that time does not grow', () => {
    const growth = { best: of('1', 0.01, 31), runnerUp: of('log n', 0.3), isClear: true, withConstant: null };
    expect(growthSentence(growth, 'n'))
      .to.equal('time does not depend on n (31 ns, off by 1 %); next best log n (off by 30 %)');
  });
});
