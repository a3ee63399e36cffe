'use strict';

const { expect } = require('chai');
const { suiteAnswer, comparedWords, timesText, together } = require('../../lib/report/answer');
const { width } = require('../../lib/text/display');
const {
  row, ratioed, failedRow, countsOf, tooFast, tooNoisy, parameterTests, HOSTILE,
} = require('../helpers/documents');

const base = (more) => row('slice', more);
const ranked = (name, rank, more) => ratioed(name, 1000 / rank, 0.01, { rank, ...more });
const same = (name, more) => row(name, { verdict: 'same', rankLow: 998, rankHigh: 1002, margin: 0.002, ...more });
const unresolved = (name, more) =>
  row(name, { verdict: 'unresolved', rank: 1003, rankLow: 990, rankHigh: 1013, moreSeconds: 6.3, ...more });
const grouped = (group, test, more) => ({ ...more, name: `${group}: ${test}`, group, test });
const BUSY = { code: 'busy', rounds: 40, kept: 2 };
const COLD = { code: 'cold-start', calls: 10, allNs: 12 };

const answer = (...rows) => suiteAnswer(rows);

describe('how much faster', () => {
  it('is per cent below two times, and times from there on, as people say it', () => {
    const said = [
      [1001, 'is 0.10 % faster than'], [1041, 'is 4.1 % faster than'], [1500, 'is 50 % faster than'],
      [1999, 'is 100 % faster than'], [2000, 'is 2.0x as fast as'], [9949, 'is 9.9x as fast as'],
      [9950, 'is 10x as fast as'], [16095, 'is 16x as fast as'], [1.24e6, 'is 1,240x as fast as'],
      [999, 'is 0.10 % slower than'], [929, 'is 7.1 % slower than'], [501, 'is 50 % slower than'],
      [500, 'takes 2.0x as long as'], [320, 'takes 3.1x as long as'], [0.8, 'takes 1,250x as long as'],
    ];
    for (const [rank, words] of said) expect(comparedWords(rank), `${rank}`).to.equal(words);
    expect([2.34, 9.94, 9.96, 99.6, 1234.5].map(timesText)).to.deep.equal(['2.3x', '9.9x', '10x', '100x', '1,235x']);
  });
});

describe('names in a sentence', () => {
  it('are three, and how many more', () => {
    expect([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd', 'e']].map(together))
      .to.deep.equal(['a', 'a and b', 'a, b and c', 'a, b, c and 2 more']);
  });
});

describe('the answer', () => {
  it('is none where nothing is compared', () => {
    expect(answer()).to.deep.equal([]);
    expect(answer(base())).to.deep.equal([]);
    expect(answer(ranked('a', 900), ranked('b', 800))).to.deep.equal([]);
    expect(answer(base(), row('later', { verdict: null, rank: null }))).to.deep.equal([]);
  });

  it('names the baseline once, the fastest first', () => {
    expect(answer(base(), ranked('spread', 960), ranked('copy', 16095), ranked('slow', 320))).to.deep.equal([
      'copy is 16x as fast as slice; spread is 4.0 % slower; slow takes 3.1x as long',
    ]);
    expect(answer(ranked('first', 1100), base())).to.deep.equal(['first is 10 % faster than slice']);
  });

  describe('with counts', () => {
    const counts = (instructions, more) => ({ counts: countsOf(instructions, { error: 0.02, ...more }) });

    it('compares the instructions of each test with those of the baseline', () => {
      expect(answer(base(counts(248)), ranked('some', 2331, counts(116)), ranked('map', 900, counts(248.01)),
        ranked('more', 500, counts(744)), ranked('open', 400))).to.deep.equal([
        'some is 2.3x as fast as slice, with 53 % fewer instructions; ' +
          'map is 10 % slower, with the same number of instructions; more takes 2.0x as long, with 3.0x as many ' +
          'instructions; open takes 2.5x as long']);
    });

    it('decides between tests that the times cannot tell apart', () => {
      expect(answer(base(counts(100)), unresolved('a', counts(90)), tooFast('b', counts(1)))).to.deep.equal([
        'a cannot be told from slice yet (within 1.3 %; 6.3 s more a test would); ' +
          'a executes 10 % fewer instructions; b is too fast to tell; b executes 99 % fewer instructions']);
      expect(answer(base(counts(0)), same('a', counts(3)))).to.deep.equal([
        'a is as fast as slice, within 0.2 %; a executes 3.0 more instructions']);
    });

    it('says nothing of instructions that do not grow with the calls', () => {
      expect(answer(base(counts(100)), same('a', counts(90, { isProportional: false }))))
        .to.deep.equal(['a is as fast as slice, within 0.2 %']);
    });

    it('names the test with the fewest instructions of many', () => {
      const others = [3, 4, 5, 6, 7, 8].map((n) => ranked(`r${n}`, n * 100, counts(n * 1000)));
      expect(answer(base(counts(9000)), ...others)[0]).to.match(/; r3 executes the fewest instructions \(3,000\.00\)$/);
    });
  });

  it('puts together those that are as fast, with the widest margin', () => {
    expect(answer(base(), same('a'))).to.deep.equal(['a is as fast as slice, within 0.2 %']);
    expect(answer(base(), same('a'), same('b', { margin: 0.01 }))).to.deep.equal([
      'a and b are as fast as slice, within 1 %']);
    expect(answer(base(), ranked('c', 900), same('a'), same('b'))).to.deep.equal([
      'c is 10 % slower than slice; a and b are as fast, within 0.2 %']);
  });

  it('tells how far apart those may be that are not resolved, and what would settle it', () => {
    // 1000 / 990 = 1.0101, 1013 / 1000 = 1.013
    expect(answer(base(), unresolved('a')))
      .to.deep.equal(['a cannot be told from slice yet (within 1.3 %; 6.3 s more a test would)']);
    // 1000 / 700 = 1.43; the longest time is that of all
    expect(answer(base(), unresolved('a'), unresolved('b', { rankLow: 700, moreSeconds: 600 })))
      .to.deep.equal(['a and b cannot be told from slice yet (within 43 %; 10 min more a test would)']);
    expect(answer(base(), ranked('c', 900), unresolved('a', { moreSeconds: null })))
      .to.deep.equal(['c is 10 % slower than slice; a cannot be told from it yet (within 1.3 %)']);
    const unknown = { rankLow: null, rankHigh: null, moreSeconds: null };
    expect(answer(base(), unresolved('a', unknown))).to.deep.equal(['a cannot be told from slice yet']);
    expect(answer(base(), unresolved('a', { rankLow: 0 }))[0]).to.match(/ yet \(6\.3 s more a test would\)$/);
    // Within 150 % is no bound, and hours are no advice.
    expect(answer(base(), unresolved('a', { rankHigh: 2500, moreSeconds: 7200 })))
      .to.deep.equal(['a cannot be told from slice yet']);
  });

  it('says of what has no speed why, and what failed at last', () => {
    expect(answer(base(), failedRow('bad'), tooNoisy('loud'), tooFast('noop'), tooFast('void'))).to.deep.equal([
      'noop and void are too fast to tell; loud is too noisy to tell; bad failed']);
    expect(answer(base(), tooFast('noop'), ranked('c', 900))).to.deep.equal([
      'c is 10 % slower than slice; noop is too fast to tell']);
    expect(answer(base(), ranked('x', 900), ...['a', 'b', 'c', 'd'].map((name) => failedRow(name))))
      .to.deep.equal(['x is 10 % slower than slice; a, b, c and 1 more failed']);
    expect(answer(base(), failedRow('bad'))).to.deep.equal([]);
  });

  it('has what changes the meaning of a figure in brackets, once where it is so of all', () => {
    const busy = { warnings: [BUSY] };
    expect(answer(base(), ranked('a', 900, busy), ranked('b', 800)))
      .to.deep.equal(['a is 10 % slower than slice (busy); b is 20 % slower']);
    expect(answer(base(busy), ranked('a', 900, busy), ranked('b', 800, { warnings: [BUSY, COLD] }), failedRow('bad')))
      .to.deep.equal(['a is 10 % slower than slice; b is 20 % slower (cold start) (busy); bad failed']);
    expect(answer(base(busy), ranked('a', 900, { warnings: [{ code: 'few-samples', rounds: 7 }] })))
      .to.deep.equal(['a is 10 % slower than slice (busy)']);
    // Rows of before have no warnings.
    expect(answer(base({ warnings: undefined }), ranked('a', 900, { warnings: undefined })))
      .to.deep.equal(['a is 10 % slower than slice']);
  });

  it('names the fastest of many, and counts the others', () => {
    const rows = [base(), ...[900, 800, 700, 600].map((rank, i) => ranked(`slow ${i}`, rank)), same('s')];
    expect(answer(...rows)[0].split('; ')).to.have.length(5);
    expect(answer(...rows, unresolved('u'))).to.deep.equal([
      'none of 6 others is faster than slice: 4 slower, 1 as fast, 1 not told apart']);
    expect(answer(...rows, ranked('quick', 1200), ranked('quickest', 2500), tooFast('noop'), tooNoisy('loud'),
      failedRow('bad'))).to.deep.equal([
      'quickest is 2.5x as fast as slice, the most of 10 others: 2 faster, 4 slower, 1 as fast, 1 too fast to tell, ' +
        '1 too noisy to tell, 1 failed']);
    expect(answer(base({ warnings: [BUSY] }), ...rows.slice(1), unresolved('u'))[0])
      .to.match(/1 not told apart \(busy\)$/);
  });

  it('is one of each group, and none of more than four', () => {
    const groups = (count) => Array.from({ length: count }, (_, i) => [
      grouped(`g${i}`, 'slice', base()), grouped(`g${i}`, 'copy', ranked('x', 2000 + i * 500))]).flat();
    expect(suiteAnswer([base(), ranked('alone', 900), ...groups(2)])).to.deep.equal([
      'alone is 10 % slower than slice', 'g0: copy is 2.0x as fast as slice', 'g1: copy is 2.5x as fast as slice']);
    expect(suiteAnswer(groups(4))).to.have.length(4);
    expect(suiteAnswer(groups(5))).to.deep.equal([]);
    // Those without a sentence do not count.
    expect(suiteAnswer([...groups(4), grouped('lonely', 'a', base())])).to.have.length(4);
    const sizes = parameterTests({ sizes: [10, 1000] });
    expect(suiteAnswer(sizes).map((line) => line.split(' ')[0])).to.deep.equal(['size=10:', 'size=1000:']);
  });

  it('has names that are long or hostile as the table has them, in one line', () => {
    for (const name of HOSTILE) {
      for (const [line] of [answer(base({ name }), ranked('a', 900)), answer(base(), ranked(name, 900))]) {
        expect(line, name).to.match(/^[ -\u{10ffff}]+$/u);
        expect(line).not.to.match(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u);
        expect(width(line)).to.be.at.most(80 + ' is 10 % slower than slice'.length);
      }
    }
    const long = `start ${'x'.repeat(10000)} end`;
    expect(answer(base(), ranked(long, 900))[0]).to.match(/^start x+…x+ end is 10 % slower than slice$/);
  });
});
