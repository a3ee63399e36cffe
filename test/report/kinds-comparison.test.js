'use strict';

/* Comparisons of suites, and of one suite on several engines */

const { expect } = require('chai');
const { formatDocument, toReport } = require('#lib/report/output/formats');
const { side, failedSide, change, comparedTest, comparison } = require('../helpers/ci-documents');
const { blocksIn, notesIn, sectionOf, tableIn } = require('../helpers/report-texts');

const notesOf = (tests) => notesIn(sectionOf(toReport(comparison(tests)), 'changes'));
const test = (name, verdict, ratio, more) => (
  comparedTest(name, [side(100), side(100 * ratio)], [change(verdict, ratio, more)]));

/** The documents of helpers/captures.js and helpers/report-dumps.js have the other notes. */
describe('the notes of a comparison', () => {
  it('explain how to resolve open tests, at most four in a terminal, and none without a ratio', () => {
    const of = (count) => blocksIn(sectionOf(toReport(comparison(Array.from({ length: count }, (_, i) => (
      test(`t${i}`, 'unresolved', 1.01, { moreProcesses: i + 1, moreSeconds: 1 }))))), 'changes'), 'notes')[0];
    expect(of(6)).to.deep.include({ most: 4, more: 'more unresolved' })
      .and.have.property('items').with.length(6);
    expect(notesOf([comparedTest('a', [side(5), side(5)], [change('unresolved', null)])])).to.deep.equal([]);
  });

  it('name tests with few calls, and those whose time depends on earlier calls, once for all sides', () => {
    const few = { ...side(1e9), warnings: [{ code: 'few-calls', calls: 3 }, { code: 'busy', rounds: 3, kept: 1 }] };
    const growing = { ...side(5), warnings: [{ code: 'not-steady', drift: 0.9, byCalls: true }] };
    const drifting = { ...side(5), warnings: [{ code: 'not-steady', drift: 0.1, byCalls: false }] };
    const of = (name, ...sides) => comparedTest(name, sides, [change('same', 1)]);
    expect(notesOf([of('a', few, few), of('b', side(5), growing), of('c', drifting, side(5))]).slice(0, 2))
      .to.deep.equal([
        'a (old): based on only 3 calls, because each takes long. Use a longer time (also: a (new))',
        'b (new): not steady: 90 % slower after twice as many calls']);
  });
});

describe('one suite on several engines', () => {
  const ENGINES = ['node', 'bun', 'deno'].map((label) => ({ label, source: label, environment: null }));
  const timed = (ns, reach = 0.01) => ({ ...side(ns), nsLow: ns * (1 - reach), nsHigh: ns * (1 + reach) });
  const on = (name, sides, ...changes) => comparedTest(name, sides,
    changes.map(([verdict, ratio]) => change(verdict, ratio)));
  const NONE = ['unmatched', null];
  const TESTS = [
    on('parse', [timed(113.6), timed(41.82), timed(93.07)], ['faster', 0.368], ['faster', 0.819]),
    on('sort', [timed(90), timed(91), timed(150)], ['same', 1.011], ['slower', 1.667]),
    on('later', [timed(1351), timed(1600, 0.5), timed(1400, 0.5)], ['unresolved', 1.184], ['unresolved', 1.04]),
    on('temporal', [failedSide('x'), timed(27.3), timed(198)], ['failed', null], ['failed', null]),
    on('missing', [timed(5), null, { ...side(5), nsPerCall: null }], NONE, ['below-resolution', null]),
  ];
  const document = (tests, more) => comparison(tests, { across: 'engines', sides: ENGINES, ...more });
  const reportOf = (tests, more) => toReport(document(tests, more));
  const strong = (tests) => tableIn(reportOf(tests), 'changes').rows.map(({ cells }) => (
    [0, 1, 2].filter((at) => cells[`time${at}`].isStrong)));

  it('marks the fastest engines, unless all are equal or only one has a time', () => {
    expect(strong(TESTS)).to.deep.equal([[1], [0, 1], [], [1], []]);
  });

  it('explains the marks in use, and reports how often each engine is fastest', () => {
    const section = sectionOf(reportOf(TESTS), 'changes');
    expect(section.answer).to.deep.equal(['bun is fastest in 2 of 4 (parse, temporal); no single engine is ' +
      'fastest in 2 of 4']);
    expect(notesIn(section)).to.deep.equal([
      'percentages are relative to the time of node; *: fastest, or not distinguishable from the fastest; =: the ' +
        'same within the precision; ?: not resolved']);
    expect(notesIn(sectionOf(reportOf(TESTS.slice(0, 1)), 'changes'))).to.deep.equal([
      'percentages are relative to the time of node; *: fastest, or not distinguishable from the fastest']);
    const five = Array.from({ length: 5 }, (_, i) => ({ ...TESTS[0], name: `t${i}` }));
    expect(sectionOf(reportOf(five), 'changes').answer).to.deep.equal(['bun is fastest in 5 of 5']);
    expect(sectionOf(reportOf([TESTS[1]]), 'changes').answer).to.deep.equal(['no single engine is fastest in 1 of 1']);
    expect(sectionOf(reportOf([]), 'changes').answer).to.deep.equal([]);
    expect(sectionOf(reportOf([]), 'changes').blocks.filter(({ type }) => type === 'table')).to.deep.equal([]);
  });

  describe('with tests that an engine may have folded', () => {
    const without = (unmeasured) => ({ ...side(5), nsPerCall: null, values: [], unmeasured });
    const folded = on('folded', [timed(9), without('folded'), timed(8)], ['folded', null], ['faster', 0.9]);
    const mixed = on('mixed', [without('hoisted'), without('below-resolution'), timed(8)],
      ['below-resolution', null], ['hoisted', null]);
    const noisy = on('noisy', [timed(9), timed(9), without('too-noisy')], ['same', 1], ['too-noisy', null]);

    it('shows the reason in the cell of each engine, and marks no engine as the fastest', () => {
      const { rows } = tableIn(reportOf([folded, mixed]), 'changes');
      const words = rows.map(({ cells }) => [0, 1, 2].map((at) => cells[`time${at}`].value || cells[`time${at}`]));
      expect(words).to.deep.equal([[9, 'folded', 8], ['hoisted', 'too fast to time', 8]]);
      expect(strong([folded, mixed])).to.deep.equal([[], []]);
      expect(rows.map(({ cells }) => [cells.ratio1, cells.winner])).to.deep.equal([[undefined, ''], [undefined, '']]);
    });

    it('does not count them in the answer, and names the reason with advice', () => {
      const answerTo = (...tests) => sectionOf(reportOf(tests), 'changes').answer;
      expect(answerTo(TESTS[0], folded, mixed)).to.deep.equal([
        'bun is fastest in 1 of 1 (parse)',
        'not compared: folded (folded), mixed (hoisted, too fast to time): pass inputs through blackBox(value)']);
      expect(answerTo(noisy)).to.deep.equal(['not compared: noisy (too noisy to tell)']);
      expect(answerTo(...Array(5).fill(folded))).to.deep.equal(
        ['not compared: 5 tests: pass inputs through blackBox(value)']);
    });

    it('shows the reason in a comparison of two sides', () => {
      const { rows: [{ cells }] } = tableIn(toReport(comparison(
        [comparedTest('a', [side(5), without('hoisted')], [change('hoisted', null)])])), 'changes');
      expect(cells.fresh).to.equal('hoisted');
    });
  });

  it('is split into parts in a narrow terminal, each with the first engine', () => {
    const text = formatDocument('table', document(TESTS.slice(0, 2)), { columns: 48 });
    expect(text.match(/^time\/call .*$/gm).map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['time/call', 'node', 'bun'], ['time/call', 'node', 'deno']]);
  });

  it('has a separate table of bytes per call, and one note on an engine with unsure memory', () => {
    const unsure = { warnings: [{ code: 'memory-unsure', reason: 'so it is' }, { code: 'rounds', rounds: 3 }] };
    const memory = (bytesPerCall) => ({ ...timed(5), memory: { bytesPerCall } });
    const report = reportOf([{ ...TESTS[0], sides: [memory(32), { ...timed(5), ...unsure }, memory(24)] },
      { ...TESTS[1], sides: [timed(5), { ...timed(5), ...unsure }, timed(6)] }], { complete: false });
    const section = sectionOf(report, 'changes');
    const [, bytes] = blocksIn(section, 'table');
    expect(bytes.rows.map(({ cells }) => Object.values(cells))).to.deep.equal([['parse', '32 B', '-', '24 B']]);
    expect(notesIn(section).filter((text) => /^bun: .*so it is/.test(text))).to.have.length(1);
    expect(notesIn(section).pop()).to.match(/^cut short/);
  });
});
