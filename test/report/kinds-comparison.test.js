'use strict';

/* Comparisons of suites, and of one suite on several engines. */

const { expect } = require('chai');
const { formatOf, toReport } = require('../../lib/report/output/formats');
const { side, failedSide, change, comparedTest, comparison } = require('../helpers/ci-documents');
const { blocksIn, notesIn, sectionOf, tableIn } = require('../helpers/report-texts');

const notesOf = (tests, more) => notesIn(sectionOf(toReport(comparison(tests, more)), 'changes'));
const test = (name, verdict, ratio, more) => (
  comparedTest(name, [side(100), side(100 * ratio)], [change(verdict, ratio, more)]));

describe('what a comparison says', () => {
  it('tells what would settle what is open, once for several', () => {
    const open = { moreProcesses: 12, moreSeconds: 40 };
    expect(notesOf([test('a', 'unresolved', 1.01, open), test('b', 'unresolved', 1.02, open)])[0]).to.equal(
      'a: not resolved; about 12 more processes per side (40 s) would settle it (also: b)');
    const saved = { kind: 'saved' };
    expect(notesOf([test('a', 'unresolved', 1.01)], saved)[0]).to.equal(
      'a: not resolved; compare --rev, or --old and --new, measures both alternately');
    const of = (count) => blocksIn(sectionOf(toReport(comparison(Array.from({ length: count }, (_, i) => (
      test(`t${i}`, 'unresolved', 1.01, { moreProcesses: i + 1, moreSeconds: 1 }))))), 'changes'), 'notes')[0];
    expect(of(6)).to.deep.include({ most: 4, more: 'more that are not resolved' })
      .and.have.property('items').with.length(6);
    expect(notesOf([comparedTest('a', [side(5), side(5)], [change('unresolved', null)])])).to.deep.equal([]);
  });

  it('tells regressions with their limit, and names files where tests share a name', () => {
    const slow = { low: 1.016, regression: true, adjustedP: 0.00001 };
    const both = [test('parse', 'slower', 1.02, slow), { ...test('parse', 'slower', 1.05, { regression: true, low: 1.04,
      adjustedP: null }), file: 'b.js' }];
    expect(notesOf(both, { maxRegression: 0.01 }).slice(-2)).to.deep.equal([
      'bench/parse.js parse: regression: slower by 1.6 % at least (more than 1 %, p = 1e-5)',
      'b.js parse: regression: slower by 4.0 % at least (more than 1 %)']);
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

  it('marks the fastest and those not distinguished from it, unless that is all or one', () => {
    expect(strong(TESTS)).to.deep.equal([[1], [0, 1], [], [1], []]);
  });

  it('explains the marks that there are, and says who is fastest where', () => {
    const section = sectionOf(reportOf(TESTS), 'changes');
    expect(section.answer).to.deep.equal(['bun is fastest in 2 of 4 (parse, temporal); no single one is in 2 of 4']);
    expect(notesIn(section)).to.deep.equal([
      'percentages are of the time of node; *: fastest, or not distinguishable from the fastest; =: the same ' +
        'within the precision; ?: not resolved']);
    expect(notesIn(sectionOf(reportOf(TESTS.slice(0, 1)), 'changes'))).to.deep.equal([
      'percentages are of the time of node; *: fastest, or not distinguishable from the fastest']);
    const five = Array.from({ length: 5 }, (_, i) => ({ ...TESTS[0], name: `t${i}` }));
    expect(sectionOf(reportOf(five), 'changes').answer).to.deep.equal(['bun is fastest in 5 of 5']);
    expect(sectionOf(reportOf([TESTS[1]]), 'changes').answer).to.deep.equal(['no single one is fastest in 1 of 1']);
    expect(sectionOf(reportOf([]), 'changes').answer).to.deep.equal([]);
    expect(sectionOf(reportOf([]), 'changes').blocks.filter(({ type }) => type === 'table')).to.deep.equal([]);
  });

  it('stands below each other in a narrow terminal, with the first engine in each part', () => {
    const text = formatOf('table', document(TESTS.slice(0, 2)), { columns: 46 });
    expect(text.match(/^one call .*$/gm).map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['one call', 'node', 'bun'], ['one call', 'node', 'deno']]);
  });

  it('has bytes of calls in a further table, and once what an engine does not know', () => {
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
