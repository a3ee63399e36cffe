'use strict';

const { expect } = require('chai');
const { suiteAnswer, comparedWords } = require('../../lib/report/answer');
const { comparisonAnswer } = require('../../lib/report/comparison-answer');
const { change } = require('../helpers/ci-documents');
const {
  row, ratioed, failedRow, countsOf, tooFast, tooNoisy, parameterTests,
} = require('../helpers/documents');

const base = (more) => row('slice', more);
const ranked = (name, rank, more) => ratioed(name, 1000 / rank, 0.01, { rank, ...more });
const same = (name, more) => row(name, { verdict: 'same', rankLow: 998, rankHigh: 1002, margin: 0.002, ...more });
const unresolved = (name, more) =>
  row(name, { verdict: 'unresolved', rank: 1003, rankLow: 990, rankHigh: 1013, moreSeconds: 6.3, ...more });
const grouped = (group, test, more) => ({ ...more, name: `${group}: ${test}`, group, test });
const BUSY = { code: 'busy', rounds: 40, kept: 2 };
const COLD = { code: 'cold-start', calls: 10, allNs: 12 };
const counts = (instructions, more) => ({ counts: countsOf(instructions, { error: 0.02, ...more }) });
const busy = { warnings: [BUSY] };

describe('the answer of a suite', () => {
  it('compares speeds in percent below a factor of two', () => {
    const cases = [
      [1001, 'is 0.10 % faster than'], [1999, 'is 100 % faster than'], [2000, 'is 2.0x as fast as'],
      [9949, 'is 9.9x as fast as'], [9950, 'is 10x as fast as'], [1.24e6, 'is 1,240x as fast as'],
      [999, 'is 0.10 % slower than'], [501, 'is 50 % slower than'], [500, 'takes 2.0x as long as'],
      [0.8, 'takes 1,250x as long as'],
    ];
    for (const [rank, words] of cases) expect(comparedWords(rank), `${rank}`).to.equal(words);
  });

  const unknown = { rankLow: null, rankHigh: null, moreSeconds: null };
  const answers = {
    'is empty without a comparison': [
      [[]], [[base()]], [[ranked('a', 900), ranked('b', 800)]],
      [[base(), row('later', { verdict: null, rank: null })]], [[base(), failedRow('bad')]],
    ],
    'names the baseline once, the fastest first': [
      [[base(), ranked('spread', 960), ranked('copy', 16095), ranked('slow', 320)],
        'copy is 16x as fast as slice; spread is 4.0 % slower; slow takes 3.1x as long'],
      [[ranked('first', 1100), base()], 'first is 10 % faster than slice'],
    ],
    'compares instructions with those of the baseline': [
      [[base(counts(248)), ranked('some', 2331, counts(116)), ranked('map', 900, counts(248.01)),
        ranked('more', 500, counts(744)), ranked('open', 400)],
      'some is 2.3x as fast as slice, with 53 % fewer instructions; map is 10 % slower, with the same number of ' +
        'instructions; more takes 2.0x as long, with 3.0x as many instructions; open takes 2.5x as long'],
      [[base(counts(100)), unresolved('a', counts(90)), tooFast('b', counts(1))],
        'a cannot be told from slice yet (within 1.3 %; 6.3 s more a test would); ' +
          'a executes 10 % fewer instructions; b is too fast to tell; b executes 99 % fewer instructions'],
      [[base(counts(0)), same('a', counts(3))],
        'a is as fast as slice, within 0.2 %; a executes 3.0 more instructions'],
      [[base(counts(100)), same('a', counts(90, { isProportional: false }))], 'a is as fast as slice, within 0.2 %'],
    ],
    'joins equal tests, with the widest margin': [
      [[base(), same('a'), same('b', { margin: 0.01 })], 'a and b are as fast as slice, within 1 %'],
      [[base(), ranked('c', 900), same('a'), same('b')],
        'c is 10 % slower than slice; a and b are as fast, within 0.2 %'],
    ],
    // 1000 / 990 = 1.0101, 1013 / 1000 = 1.013, 1000 / 700 = 1.43
    'has the largest possible difference of unresolved tests, and the time that resolves them': [
      [[base(), unresolved('a'), unresolved('b', { rankLow: 700, moreSeconds: 600 })],
        'a and b cannot be told from slice yet (within 43 %; 10 min more a test would)'],
      [[base(), ranked('c', 900), unresolved('a', { moreSeconds: null })],
        'c is 10 % slower than slice; a cannot be told from it yet (within 1.3 %)'],
      [[base(), unresolved('a', unknown)], 'a cannot be told from slice yet'],
      [[base(), unresolved('a', { rankLow: 0 })], 'a cannot be told from slice yet (6.3 s more a test would)'],
      [[base(), unresolved('a', { rankHigh: 2500, moreSeconds: 7200 })], 'a cannot be told from slice yet'],
    ],
    'gives reasons for missing speeds, failures last': [
      [[base(), failedRow('bad'), tooNoisy('loud'), tooFast('noop'), tooFast('void')],
        'noop and void are too fast to tell; loud is too noisy to tell; bad failed'],
      [[base(), tooFast('noop'), ranked('c', 900)], 'c is 10 % slower than slice; noop is too fast to tell'],
      [[base(), ranked('x', 900), ...['a', 'b', 'c', 'd'].map((name) => failedRow(name))],
        'x is 10 % slower than slice; a, b, c and 1 more failed'],
    ],
    'has warnings about the meaning of figures in parentheses, those of the baseline once': [
      [[base(), ranked('a', 900, busy), ranked('b', 800)], 'a is 10 % slower than slice (busy); b is 20 % slower'],
      [[base(busy), ranked('a', 900, busy), ranked('b', 800, { warnings: [BUSY, COLD] }), failedRow('bad')],
        'a is 10 % slower than slice; b is 20 % slower (cold start) (busy); bad failed'],
      [[base({ warnings: undefined }), ranked('a', 900, { warnings: [{ code: 'few-samples', rounds: 7 }] })],
        'a is 10 % slower than slice'],
    ],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [rows, ...words] of cases) expect(suiteAnswer(rows)).to.deep.equal(words);
    });
  }

  it('names the fastest of many tests, and counts the others', () => {
    const rows = [base(), ...[900, 800, 700, 600].map((rank, i) => ranked(`slow ${i}`, rank)), same('s')];
    expect(suiteAnswer(rows)[0].split('; ')).to.have.length(5);
    expect(suiteAnswer([...rows, unresolved('u')])).to.deep.equal([
      'none of 6 others is faster than slice: 4 slower, 1 as fast, 1 not told apart']);
    expect(suiteAnswer([...rows, ranked('quick', 1200), ranked('quickest', 2500), tooFast('noop'), tooNoisy('loud'),
      failedRow('bad')])).to.deep.equal([
      'quickest is 2.5x as fast as slice, the most of 10 others: 2 faster, 4 slower, 1 as fast, 1 too fast to tell, ' +
        '1 too noisy to tell, 1 failed']);
    expect(suiteAnswer([base(busy), ...rows.slice(1), unresolved('u')])[0]).to.match(/1 not told apart \(busy\)$/);
    const counted = [3, 4, 5, 6, 7, 8].map((n) => ranked(`r${n}`, n * 100, counts(n * 1000)));
    expect(suiteAnswer([base(counts(9000)), ...counted])[0])
      .to.match(/; r3 executes the fewest instructions \(3,000\.00\)$/);
  });

  it('has a sentence per group, for at most four groups', () => {
    const groups = (count) => Array.from({ length: count }, (_, i) => [
      grouped(`g${i}`, 'slice', base()), grouped(`g${i}`, 'copy', ranked('x', 2000 + i * 500))]).flat();
    expect(suiteAnswer([base(), ranked('alone', 900), ...groups(2)])).to.deep.equal([
      'alone is 10 % slower than slice', 'g0: copy is 2.0x as fast as slice', 'g1: copy is 2.5x as fast as slice']);
    // Groups without a sentence do not count.
    expect(suiteAnswer([...groups(4), grouped('lonely', 'a', base())])).to.have.length(4);
    expect(suiteAnswer(groups(5))).to.deep.equal([]);
    expect(suiteAnswer(parameterTests({ sizes: [10, 1000] })).map((line) => line.split(' ')[0]))
      .to.deep.equal(['size=10:', 'size=1000:']);
  });
});

const entry = (name, verdict, ratio, more) => ({ name, change: { ...change(verdict, ratio), margin: 0.01, ...more } });
const four = (verdict, from) => [0, 1, 2, 3].map((i) => entry(`${verdict} ${i}`, verdict, from + i / 100));

describe('the answer of a comparison', () => {
  const answers = {
    'is empty if nothing could be compared': [
      [{}, []],
      [{}, [entry('a', 'unmatched', null), entry('b', 'failed', null), entry('c', 'below-resolution', null)]],
      [{}, [entry('a', 'unresolved', null)]],
    ],
    'has times in percent below a factor of two': [
      [{}, [entry('a', 'slower', 1.019)], 'a takes 1.9 % longer'],
      [{}, [entry('a', 'slower', 1.999)], 'a takes 100 % longer'],
      [{}, [entry('a', 'slower', 2)], 'a takes 2.0x as long'],
      [{}, [entry('a', 'faster', 0.51)], 'a takes 49 % less time'],
      [{}, [entry('a', 'faster', 0.5)], 'a is 2.0x as fast'],
    ],
    'has speeds for rates': [
      [{ isOfRates: true }, [entry('a', 'slower', 1.25)], 'a is 20 % slower'],
      [{ isOfRates: true }, [entry('a', 'slower', 4)], 'a takes 4.0x as long'],
      [{ isOfRates: true }, [entry('a', 'faster', 0.8)], 'a is 25 % faster'],
      [{ isOfRates: true }, [entry('a', 'faster', 0.25)], 'a is 4.0x as fast'],
      [{ isOfRates: true }, [...four('slower', 1.1), ...four('faster', 0.7)],
        '4 are slower, most of all slower 3, which is 12 % slower; 4 are faster, most of all faster 0, which is 43 % ' +
          'faster'],
      [{ isOfRates: true }, [entry('a', 'unresolved', 1, { welch: { skipped: 'no-variance', p: null } }),
        entry('b', 'unresolved', 1, { welch: { skipped: null } })], 'b cannot be told apart yet'],
    ],
    'starts with the most changed, slower ones first': [
      [{}, [entry('a', 'faster', 0.9), entry('b', 'slower', 1.1), entry('c', 'faster', 0.4), entry('d', 'slower', 3),
        entry('e', 'same', 1), entry('f', 'unresolved', 1.01)],
      'd takes 3.0x as long; b takes 10 % longer; c is 2.5x as fast; a takes 10 % less time; e is the same within ' +
        '1 %; f cannot be told apart yet'],
    ],
    'counts more than three of a kind': [
      [{}, [...four('slower', 1.1), ...four('faster', 0.7), ...four('same', 1), ...four('unresolved', 1)],
        '4 take longer, most of all slower 3, which takes 13 % longer; 4 take less time, most of all faster 0, which ' +
          'takes 30 % less time; 4 are the same within 1 %; 4 cannot be told apart yet'],
      [{}, four('same', 1).slice(1), 'same 1, same 2 and same 3 are the same within 1 %'],
      [{}, [entry('a', 'same', 1), entry('b', 'same', 1, { margin: 0.03 })], 'a and b are the same within 3 %'],
    ],
    'doubts changes between results of different times': [
      [{ isSaved: true }, [entry('a', 'looks-slower', 1.2), entry('b', 'looks-faster', 0.9)],
        'a takes 20 % longer; b takes 10 % less time, as far as results of different times can tell'],
      [{ isSaved: true }, [entry('a', 'unresolved', 1.2)], 'a cannot be told apart yet'],
    ],
    'gives advice for tests whose work V8 removes': [
      [{}, [entry('a', 'faster', 0.5), entry('b', 'folded', null), entry('c', 'hoisted', null),
        entry('d', 'hoisted', null)],
      'a is 2.0x as fast; c and d are hoisted: pass inputs through blackBox(value); b is folded: pass inputs through ' +
        'blackBox(value)'],
    ],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [kind, entries, ...words] of cases) expect(comparisonAnswer(entries, kind)).to.deep.equal(words);
    });
  }
});
