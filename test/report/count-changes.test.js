'use strict';

const { expect } = require('chai');
const { withCounts, withGate } = require('#lib/compare/sides/gate');
const { comparisonAnswer } = require('#lib/report/comparison-answer');
const { countCell, countLines } = require('#lib/report/count-changes');
const { gateLine } = require('#lib/report/gate-words');
const {
  side, change, comparedTest, comparison, countChange: counts, eventChanges,
} = require('../helpers/ci-documents');
const { countsOf } = require('../helpers/documents');

const SAME = counts('same', 0, 1);
const NONE = counts('not-counted', null, null, { reason: 'it starts worker threads' });
const entry = (name, verdict, ratio, own) => (
  { name, change: { ...change(verdict, ratio), margin: 0.01, counts: own } });

/** A comparison by compare: [name, verdict and ratio of its time, instructions of both sides or reasons] */
function counted(tests, more = {}) {
  const made = tests.map(([name, verdict, ratio]) => (
    comparedTest(name, [side(10), side(10 * ratio)], [change(verdict, ratio)])));
  const document = comparison(made, { maxRegression: 0.005, failures: [], ...more });
  const known = tests.map(([, , , pair]) => pair.map((one) => (
    typeof one === 'string' ? { counts: null, reason: one } : { counts: one, reason: null })));
  const { sides, maxRegression } = document;
  return withGate({ ...document, tests: withCounts(document.tests, known, { sides, precision: null, maxRegression }) });
}

const exact = (instructions, more) => countsOf(instructions, { error: 0.01, ...more });
const MORE = ['parse', 'unresolved', 1.01, [exact(272.7), exact(275.7)]];
const EQUAL = ['steps', 'same', 1.001, [exact(20), exact(20)]];
const OPEN = ['fill', 'unresolved', 1.01, ['it starts worker threads', 'it starts worker threads']];

describe('report/count-changes', () => {
  it('shows a change in instructions and percent, or that they are the same, in one cell', () => {
    const cases = [
      [counts('more', 3, 1.011), '+3.0, +1.1 %'], [counts('fewer', -0.25, 0.99), '-0.25, -1.0 %'],
      [counts('more', 41.26, 2.5), '+41.3, +150 %'], [counts('fewer', -1234.5, 0.9), '-1,235, -10.0 %'],
      [counts('more', 3, null), '+3.0'], [SAME, 'same'], [NONE, 'not counted'], [null, ''], [undefined, ''],
    ];
    for (const [own, text] of cases) expect(countCell({ counts: own }), text).to.equal(text);
  });

  it('names possible causes if the time changes but the instructions do not', () => {
    const linesOf = (...given) => countLines([entry('a', ...given)]);
    expect(linesOf('slower', 1.02, counts('fewer', -3, 0.989))).to.deep.equal([
      'a executes 1.1 % fewer instructions, but takes 2.0 % longer: the cause may be cache misses, mispredicted ' +
        'branches or longer dependency chains; --count cache counts the first two']);
    expect(linesOf('faster', 0.9, counts('more', 3, 1.011))).to.deep.equal([
      'a executes 1.1 % more instructions, but takes 10 % less time: the cause may be fewer cache misses, fewer ' +
        'mispredicted branches or shorter dependency chains; --count cache counts the first two']);
    expect(linesOf('slower', 1.02, SAME)[0]).to.match(/^a executes the same number of instructions, but takes 2\.0 %/);
    for (const [verdict, own] of [
      ['slower', counts('more', 3, 1.1)], ['faster', counts('fewer', -3, 0.9)], ['slower', null],
      ['looks-slower', SAME], ['unresolved', SAME], ['same', counts('more', 3, 1.1)],
    ]) expect(linesOf(verdict, 1.02, own), verdict).to.deep.equal([]);
  });

  it('names the events that increased if misses and mispredictions were counted', () => {
    const lineOf = (verdict, ratio, own) => countLines([entry('a', verdict, ratio, own)])[0];
    const more = eventChanges({ l1Misses: 0.417, mispredicted: 2, llMisses: -1 });
    expect(lineOf('slower', 1.02, { ...SAME, events: more }))
      .to.match(/longer: 0\.42 more L1 cache misses, 2 more mispredicted branches per call$/);
    expect(lineOf('faster', 0.9, { ...SAME, events: more }))
      .to.match(/less time: 1 fewer last-level cache misses per call$/);
    expect(lineOf('slower', 1.02, { ...SAME, events: eventChanges({}) }))
      .to.match(/longer: caches and branches are not the cause; its dependency chains may be longer$/);
    expect(lineOf('same', 1, { ...SAME, events: eventChanges({ llMisses: 0.5, cycles: 17 }) }))
      .to.equal('a: 0.5 more last-level cache misses, 17 more cycles per call');
  });

  it('explains why tests are not counted, once for each reason', () => {
    expect(countLines([entry('a', 'same', 1, NONE), entry('b', 'slower', 1.2, NONE), entry('c', 'same', 1, SAME)]))
      .to.deep.equal(['a: not counted: it starts worker threads (also: b)']);
    const part = { ...SAME, hasProcesses: true };
    expect(countLines([entry('a', 'same', 1, part), entry('b', 'same', 1, part), entry('c', 'same', 1, SAME)]))
      .to.satisfy(([line, ...others]) => others.length === 0 && /^a: .*processes.* \(also: b\)$/.test(line));
  });
});

describe('the instructions of a comparison', () => {
  const answer = (...entries) => comparisonAnswer(entries).join('; ');

  it('settle in the last sentence what times cannot decide', () => {
    const more = counts('more', 3, 1.011);
    const fewer = counts('fewer', -30, 0.9);
    expect(answer(entry('a', 'unresolved', 1.01, more))).to.equal(
      'a executes 1.1 % more instructions, which its time cannot show');
    expect(answer(entry('a', 'unresolved', 1.01, more), entry('b', 'below-resolution', null, fewer),
      entry('c', 'too-noisy', null, SAME), entry('d', 'unresolved', 1.01, NONE))).to.equal(
      'b executes 10 % fewer instructions and a 1.1 % more, which their times cannot show; c cannot be distinguished ' +
        'by time, and executes the same number of instructions; d is not resolved yet');
    expect(answer(entry('a', 'same', 1, more), entry('b', 'same', 1, SAME), entry('c', 'slower', 1.02, more))).to.equal(
      'c takes 2.0 % longer, with 1.1 % more instructions; a executes 1.1 % more instructions, at the same speed ' +
        'within 1 %; b is the same within 1 %');
    expect(answer(entry('a', 'not-judged', 1.4, counts('more', 30, 2.34))))
      .to.equal('a executes 2.3x as many instructions');
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => entry(name, 'unresolved', 1, counts('more', 3, null)));
    expect(answer(...many)).to.equal(
      '5 execute more or fewer instructions, which their times cannot show; the largest change is in a, with 3.0 ' +
        'more instructions');
  });

  it('decide the outcome of the gate, which mentions them', () => {
    const line = (tests, more) => gateLine(counted(tests, more));
    expect(line([EQUAL]))
      .to.equal('--max-regression 0.5 %: passed; 1 of 1 test is certainly within it, by instructions');
    expect(line([MORE, EQUAL])).to.equal(
      '--max-regression 0.5 %: failed; 1 of 2 tests exceeds it in instructions: parse');
    expect(line([MORE, EQUAL], { maxRegression: 0.02 })).to.match(/^--max-regression 2 %: passed; 2 of 2 tests are/);
    const slower = ['walk', 'slower', 1.2, [exact(50), exact(50)]];
    expect(line([slower]), 'its time is not asked').to.match(/passed; 1 of 1 test is certainly within it, by instr/);
    const document = counted([MORE, EQUAL, OPEN]);
    expect(document.gate).to.deep.include({ byCounts: 2, outcome: 'failed', byTime: [
      { file: 'bench/parse.js', suite: 1, name: 'fill', side: 'new', reason: 'it starts worker threads' }] });
    expect(document.gate.failed[0].by).to.equal('instructions');
  });

  it('give no advice on times if counting was cut short', () => {
    const ended = ['fill', 'unresolved', 1.01, ['the run ended before counting', '']];
    expect(gateLine(counted([EQUAL, ended], { complete: false }))).to.equal(
      '--max-regression 0.5 %: not judged; cut short: 1 of 2 tests within the limit so far; 1 not judged: fill');
  });

  it('leave uncounted tests to their times, which the line mentions', () => {
    const line = (tests) => gateLine(counted(tests));
    expect(line([EQUAL, OPEN])).to.match(/: not judged; 1 of 2 tests may or may not exceed it: fill; tests without /)
      .and.include('counts are judged by time');
    const same = ['fill', 'same', 1, ['it waits', 'it waits']];
    const document = counted([EQUAL, same]);
    document.tests[1].changes[0].high = 1.002;
    expect(gateLine(withGate(document))).to.equal('--max-regression 0.5 %: passed; 2 of 2 tests ' +
      'are certainly within it, by instructions; not counted, and judged by time: fill');
    const rough = ['fill', 'same', 1, [countsOf(100, { error: 30 }), countsOf(100, { error: 30 })]];
    expect(counted([rough]).gate.byTime[0].reason).to.equal('the count is not precise enough');
  });
});
