'use strict';

const { expect } = require('chai');
const { suiteAnswer } = require('#lib/report/answer');
const { comparisonAnswer } = require('#lib/report/comparison-answer');
const { change } = require('../helpers/ci-documents');
const {
  row, ratioed, failedRow, countsOf, tooFast, tooNoisy,
} = require('../helpers/documents');

const base = (more) => row('slice', more);
const ranked = (name, rank, more) => ratioed(name, 1000 / rank, 0.01, { rank, ...more });
const same = (name, more) => row(name, { verdict: 'same', rankLow: 998, rankHigh: 1002, margin: 0.002, ...more });
const unresolved = (name, more) =>
  row(name, { verdict: 'unresolved', rank: 1003, rankLow: 990, rankHigh: 1013, moreSeconds: 6.3, ...more });
const grouped = (group, test, more) => ({ ...more, name: `${group}: ${test}`, group, test });
const BUSY = { code: 'busy', rounds: 40, kept: 2 };
const counts = (instructions, more) => ({ counts: countsOf(instructions, { error: 0.02, ...more }) });
const busy = { warnings: [BUSY] };

/** The interval of a speed */
const INTERVAL = / \([^()]* to [^()]*\)(?= (?:faster|slower))/;
const answerTo = (rows) => suiteAnswer(rows).map((line) => line.replace(INTERVAL, ''));

describe('the answer of a suite', () => {
  it('has the interval of the lead, the warnings of both tests, and the next test', () => {
    expect(suiteAnswer([base(busy), ranked('a', 1500), ranked('b', 3000, busy)])).to.deep.equal([
      'b (busy) is fastest: 3.000× (2.970 to 3.030×) faster than slice (baseline, busy); a is next, 2.00× slower']);
    expect(suiteAnswer([base(busy), ranked('a', 900, busy), failedRow('bad')])).to.deep.equal([
      'slice (baseline) is fastest: a, the next fastest, is 10.0 % (9.1 to 10.9 %) slower; all tests: busy',
      'bad failed']);
    expect(suiteAnswer([base(), ranked('a', 900)])).to.deep.equal([
      'slice (baseline) is fastest: a is 10.0 % (9.1 to 10.9 %) slower']);
  });

  const unknown = { rankLow: null, rankHigh: null, moreSeconds: null };
  const answers = {
    'is empty without a comparison': [
      [[]], [[base()]], [[ranked('a', 900), ranked('b', 800)]],
      [[base(), row('later', { verdict: null, rank: null })]], [[base(), failedRow('bad')]],
    ],
    'names the fastest test and its lead over the baseline': [
      [[base(), ranked('spread', 960), ranked('copy', 16095), ranked('slow', 320)],
        'copy is fastest: 16.09× faster than slice (baseline)'],
      [[ranked('first', 1100), base()], 'first is fastest: 10.0 % faster than slice (baseline)'],
      [[base(), ranked('spread', 960)], 'slice (baseline) is fastest: spread is 4.0 % slower'],
      [[base(), ranked('slow', 320), ranked('spread', 960)],
        'slice (baseline) is fastest: spread, the next fastest, is 4.0 % slower'],
    ],
    'names tests that cannot be distinguished from the fastest one': [
      [[base(), ranked('a', 2000), ranked('b', 2010), ranked('c', 1900)],
        'b and a are fastest and cannot be distinguished: b is 2.010× faster than slice (baseline)'],
      [[base(), ranked('a', 2000, { rankLow: null }), ranked('b', 1999)],
        'a is fastest: 2.00× faster than slice (baseline); b is next, 0.05 % slower'],
    ],
    'never names a test without a certain speed as the fastest': [
      [[base(), unresolved('a', { rank: 4000, moreSeconds: null, rankHigh: 9000 }),
        ranked('b', 3000, { verdict: 'folded' }), ranked('c', 2000, { verdict: 'hoisted' }), ranked('d', 900)],
      'd is 10.0 % slower than slice (baseline)',
      'a cannot be distinguished from slice (baseline) yet; c is hoisted; b is folded'],
    ],
    'names no fastest test if an unresolved one may be as fast': [
      [[base(), ranked('a', 2000), unresolved('u', { rankHigh: 2000, moreSeconds: null })],
        'a is 2.000× faster than slice (baseline)', 'u cannot be distinguished from slice (baseline) yet'],
      [[base(), ranked('a', 2000), unresolved('u', { rankHigh: 1900, moreSeconds: null })],
        'a is fastest: 2.000× faster than slice (baseline)',
        'u cannot be distinguished from slice (baseline) yet (within 90 %)'],
      [[base(), ranked('d', 900), tooNoisy('loud')],
        'd is 10.0 % slower than slice (baseline)', 'loud is too noisy to tell'],
    ],
    'does not name an unresolved test or the fastest test itself as the next': [
      [[base(), ranked('a', 2000), ranked('d', 1500),
        unresolved('u', { rank: 4000, rankHigh: 9000, moreSeconds: null })],
        'a is 2.000× faster than slice (baseline)', 'u cannot be distinguished from slice (baseline) yet'],
      [[base(), same('s', { rank: 1004 }), ranked('a', 1003, { rankLow: 1002, rankHigh: 1003.9 })],
        'a and s are fastest and cannot be distinguished: a is 0.30 % faster than slice (baseline)'],
    ],
    'compares instructions with the baseline': [
      [[base(counts(248)), ranked('some', 2331, counts(116)), ranked('map', 900, counts(248.01))],
        'some is fastest: 2.331× faster than slice (baseline), with 53 % fewer instructions'],
      [[base(counts(248)), ranked('some', 2331, counts(300)), ranked('map', 900, counts(201))],
        'some is fastest: 2.331× faster than slice (baseline), with 21 % more instructions; ' +
          'map executes the fewest instructions (201.00)'],
      [[base(counts(100)), ranked('map', 900, counts(90))],
        'slice (baseline) is fastest: map is 10.0 % slower, with 10 % fewer instructions'],
      [[base(counts(100)), unresolved('a', counts(90))],
        'a cannot be distinguished from slice (baseline) yet (within 1.3 %; 6.3 s more per test would settle it); ' +
          'a executes 10 % fewer instructions'],
    ],
    'joins tests that are as fast as the baseline, with the widest margin': [
      [[base(), same('a'), same('b', { margin: 0.01 })], 'a and b are as fast as slice (baseline), within 1 %'],
      [[base(), ranked('c', 900), same('a'), same('b', { rank: 1002 })],
        'b and a are as fast as slice (baseline), within 0.2 %'],
    ],
    // 1000 / 990 = 1.0101, 1013 / 1000 = 1.013, 1000 / 700 = 1.43
    'has the largest possible difference of unresolved tests, and the time that resolves them': [
      [[base(), unresolved('a'), unresolved('b', { rankLow: 700, moreSeconds: 600 })],
        'a and b cannot be distinguished from slice (baseline) yet (within 43 %; 10 min more per test would settle ' +
          'it)'],
      [[base(), ranked('c', 900), unresolved('a', { moreSeconds: null })],
        'c is 10.0 % slower than slice (baseline)',
        'a cannot be distinguished from slice (baseline) yet (within 1.3 %)'],
      [[base(), unresolved('a', unknown)], 'a cannot be compared with slice (baseline) yet'],
      [[base(), unresolved('a', { rankLow: 0 })],
        'a cannot be distinguished from slice (baseline) yet (6.3 s more per test would settle it)'],
      [[base(), unresolved('a', { rankHigh: 2500, moreSeconds: 7200 })],
        'a cannot be distinguished from slice (baseline) yet'],
    ],
    'gives reasons for missing speeds, failures last': [
      [[base(), failedRow('bad'), tooNoisy('loud'), tooFast('noop'), tooFast('void')],
        'noop and void are too fast to time; loud is too noisy to tell; bad failed'],
      [[base(), ranked('x', 900), ...['a', 'b', 'c', 'd'].map((name) => failedRow(name))],
        'slice (baseline) is fastest: x, the next fastest, is 10.0 % slower', '4 of 6 tests failed'],
    ],
    'has no warnings that do not change the meaning of figures': [
      [[base({ warnings: undefined }), ranked('a', 900, { warnings: [{ code: 'few-samples', rounds: 7 }] })],
        'slice (baseline) is fastest: a is 10.0 % slower'],
    ],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [rows, ...words] of cases) expect(answerTo(rows)).to.deep.equal(words);
    });
  }

  it('has a sentence per group, of more than four groups per test', () => {
    const groups = (count) => Array.from({ length: count }, (_, i) => [
      grouped(`g${i}`, 'slice', base()), grouped(`g${i}`, 'copy', ranked('x', 2000 + i * 500))]).flat();
    expect(answerTo([base(), ranked('alone', 900), ...groups(2)])).to.deep.equal([
      'slice (baseline) is fastest: alone is 10.0 % slower', 'g0: copy is fastest: 2.000× faster than slice (baseline)',
      'g1: copy is fastest: 2.500× faster than slice (baseline)']);
    // Groups without a sentence do not count.
    expect(suiteAnswer([...groups(4), grouped('lonely', 'a', base())])).to.have.length(4);
    expect(suiteAnswer(groups(5))).to.deep.equal([
      'copy is fastest in every group: 2.0 to 4.0× faster than slice (baseline)']);
    const unlike = groups(5).map((one) => ({ ...one, test: `${one.test} ${one.group}` }));
    expect(suiteAnswer(unlike)).to.deep.equal([]);
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
    'has times in percent below a factor of two, with the digits of the table': [
      [{}, [entry('a', 'slower', 1.019)], 'a takes 1.9 % longer'],
      [{}, [entry('a', 'slower', 1.999)], 'a takes 99.9 % longer'],
      [{}, [entry('a', 'slower', 2)], 'a is 2.000× slower'],
      [{}, [entry('a', 'faster', 0.51)], 'a takes 49.0 % less time'],
      [{}, [entry('a', 'faster', 0.5)], 'a is 2.000× faster'],
    ],
    'has speeds for rates': [
      [{ isOfRates: true }, [entry('a', 'slower', 1.25)], 'a is 20.0 % slower'],
      [{ isOfRates: true }, [entry('a', 'slower', 4)], 'a is 4.00× slower'],
      [{ isOfRates: true }, [entry('a', 'faster', 0.8)], 'a is 25.0 % faster'],
      [{ isOfRates: true }, [entry('a', 'faster', 0.25)], 'a is 4.00× faster'],
      [{ isOfRates: true }, [...four('slower', 1.1), ...four('faster', 0.7)],
        '4 are slower; the largest change is in slower 3, which is 11.5 % slower; 4 are faster; the largest change ' +
          'is in faster 0, which is 42.9 % faster'],
      [{ isOfRates: true }, [entry('a', 'unresolved', 1, { welch: { skipped: 'no-variance', p: null } }),
        entry('b', 'unresolved', 1, { welch: { skipped: null } })], 'b is not resolved yet'],
    ],
    'starts with the most changed, slower ones first': [
      [{}, [entry('a', 'faster', 0.9), entry('b', 'slower', 1.1), entry('c', 'faster', 0.4), entry('d', 'slower', 3),
        entry('e', 'same', 1), entry('f', 'unresolved', 1.01)],
      'd is 3.000× slower; b takes 10.0 % longer; c is 2.500× faster; a takes 10.0 % less time; e is the same ' +
        'within 1 %; f is not resolved yet'],
    ],
    'counts more than three of a kind': [
      [{}, [...four('slower', 1.1), ...four('faster', 0.7), ...four('same', 1), ...four('unresolved', 1)],
        '4 take longer; the largest change is in slower 3, which takes 13.0 % longer; 4 take less time; the ' +
          'largest change is in faster 0, which takes 30.0 % less time; ' +
          '4 are the same within 1 %; 4 are not resolved yet'],
      [{}, four('same', 1).slice(1), 'same 1, same 2 and same 3 are the same within 1 %'],
      [{}, [entry('a', 'same', 1), entry('b', 'same', 1, { margin: 0.03 })], 'a and b are the same within 3 %'],
    ],
    'doubts changes between results of different times': [
      [{ isSaved: true }, [entry('a', 'looks-slower', 1.2), entry('b', 'looks-faster', 0.9)],
        'a takes 20.0 % longer; b takes 10.0 % less time, judging by results measured at different times'],
      [{ isSaved: true }, [entry('a', 'unresolved', 1.2)], 'a is not resolved yet'],
    ],
    'gives advice for tests whose work V8 removes': [
      [{}, [entry('a', 'faster', 0.5), entry('b', 'folded', null), entry('c', 'hoisted', null),
        entry('d', 'hoisted', null)],
      'a is 2.000× faster; c and d are hoisted: pass inputs through blackBox(value); b is folded: pass inputs ' +
        'through blackBox(value)'],
    ],
  };
  for (const [title, cases] of Object.entries(answers)) {
    it(title, () => {
      for (const [kind, entries, ...words] of cases) {
        expect([comparisonAnswer(entries, kind).join('; ')].filter(Boolean)).to.deep.equal(words);
      }
    });
  }
});
