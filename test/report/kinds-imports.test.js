'use strict';

const { expect } = require('chai');
const { imported } = require('../helpers/documents');
const { foldTree, importsAsResults, importsReport } = require('#lib/report/kinds/imports');
const { toTerminal } = require('#lib/report/terminal');

const moduleOf = (key, by, totalMs, ownMs = totalMs) => ({
  key, by, name: key, totalMs, ownMs, readMs: 0, compileMs: 0, runMs: ownMs, ways: ['require'], runs: 1,
  format: 'commonjs', bytes: 10,
});

/** A root with a chain of three, and 30 small modules */
const MODULES = [
  moduleOf('root', null, 100, 1), moduleOf('a', 'root', 60, 1), moduleOf('b', 'a', 59, 1), moduleOf('c', 'b', 58),
  ...Array.from({ length: 30 }, (_, i) => moduleOf(`s${i}`, 'root', 1.3)),
];
const namesOf = (lines) => lines.map(({ depth, module, hidden, more }) => (
  `${depth} ${module ? module.key + (hidden > 0 ? ` +${hidden}` : '') : `... ${more}`}`));

const document = (more) => ({
  qtimeit: 'imports', node: '20.0.0', failures: [], tests: [], explanations: [], gate: null,
  imports: [{
    name: './a.js', ms: 100, msLow: 97.5, msHigh: 102.5, slowdown: 1.2, modules: MODULES, linkMs: 0, otherMs: 0,
    packages: [], repeated: [{ kind: 'again', name: 'a.js', runs: 2, copies: [] }], ...more,
  }],
});

describe('the tree of imports', () => {
  const small = [moduleOf('root', null, 100, 98.5), moduleOf('a', 'root', 1.4), moduleOf('b', 'root', 0.1)];
  for (const [what, modules, most, ...lines] of [
    ['shows the branches with the most time, and sums the rest', MODULES, 6,
      '0 root', '1 a', '2 b', '3 c', '1 s0', '1 ... 29'],
    ['counts modules below a line without lines', MODULES, 3, '0 root', '1 a +2', '1 ... 30'],
    ['leaves out branches below 1 %', small, undefined, '0 root', '1 a', '1 ... 1'],
  ]) {
    it(what, () => expect(namesOf(foldTree(modules, most))).to.deep.equal(lines));
  }

  it('has a line for each module if they fit', () => expect(foldTree(MODULES, 34)).to.have.length(34));
});

describe('the report of imports', () => {
  const textOf = (more) => toTerminal(importsReport(document(more)));

  it('begins with the time, its error and the number of modules', () => {
    expect(textOf().split('\n')[0]).to.equal('./a.js takes 100.0 ms +-2.5 to load: 34 modules');
  });

  it('names what is loaded twice, and how much slower the instrumented processes are', () => {
    expect(textOf()).to.include('loaded twice: a.js is evaluated 2 times')
      .and.include('loading took 1.20 times as long in the processes that measured the tree');
  });

  it('has no tree if loading fails with hooks', () => {
    expect(textOf({ modules: [], slowdown: null })).to.include('takes 100.0 ms +-2.5 to load\n')
      .and.include('the tree of modules is unknown');
  });
});

describe('imports as results', () => {
  it('are tests with the time, the rate and the samples, and failed ones', () => {
    const { qtimeit, suites: [{ tests }] } = importsAsResults(imported());
    expect(qtimeit).to.equal('results');
    const shown = tests.map(({ name, verdict, nsPerCall, rank, samples }) => (
      [name, verdict, nsPerCall, rank && Math.round(rank), samples.map((sample) => sample.nsPerCall)]));
    expect(shown).to.deep.equal([
      ['./a.js', 'baseline', 10e6, 1000, [9.9e6, 10e6, 10.1e6]],
      ['./b.js', 'slower', 13e6, 769, [12.87e6, 13e6, 13.13e6]], ['./c.js', 'failed', null, null, []],
    ]);
  });
});
