'use strict';

const { expect } = require('chai');
const path = require('path');
const { pathToFileURL } = require('url');
const { readEvents, summarizeRuns } = require('#lib/extras/imports/timeline');

const fileOf = (name) => path.resolve('/', name);
const urlOf = (name) => pathToFileURL(fileOf(name)).href;
const required = (request, from) => ['resolve', request, [from, 'require']];
const imported = (request, from) => ['resolve', request, [from, 'import']];

/** Events 1 ms apart, or as many as a number before one; `after`: ms after the last one */
function run(list, after = 1) {
  let at = 0;
  const events = [];
  for (const one of list) {
    if (typeof one === 'number') at += one - 1;
    else events.push([one[0], ++at, ...one.slice(1)]);
  }
  return { ...readEvents(events, 0, at + after), wholeMs: at + after };
}

/** With the times of the single process */
function summaryOf(list) {
  const one = run(list);
  return summarizeRuns([one], one.wholeMs);
}

const timesOf = ({ modules }) => Object.fromEntries(modules.map(({ key, readMs, compileMs, runMs }) => (
  [key, [readMs, compileMs, runMs]])));

const COMMONJS = [
  required('./a', '/base'), ['resolved', '/a.js'], ['load', '/a.js'], 2, ['compile', '/a.js'], 3, ['run', '/a.js'],
  required('./b', '/a.js'), ['resolved', '/b.js'], ['load', '/b.js'], ['compile', '/b.js'], ['run', '/b.js'],
  9, ['end', '/b.js'], required('./b', '/a.js'), 5, ['resolved', '/b.js'], ['end', '/a.js'],
];

describe('the times of modules', () => {
  it('are split for CommonJS, and include resolving', () => {
    const found = summaryOf(COMMONJS);
    // The second require() of b.js belongs to a.js.
    expect(timesOf(found)).to.deep.equal({ '/a.js': [1 + 2 + 5, 3, 1 + 1 + 1 + 1], '/b.js': [1 + 1, 1, 9] });
    expect(found.modules[0]).to.include({ by: null, totalMs: 15 + 12, format: 'commonjs', runs: 1 });
    expect(found.modules[1]).to.deep.include({ by: '/a.js', totalMs: 12, ways: ['require'] });
  });

  for (const ending of ['ts', 'cts', 'mts', 'tsx']) {
    it(`are those of TypeScript for .${ending}`, () => {
      const { modules } = summaryOf([['load', `/a.${ending}`], ['run', `/a.${ending}`], ['end', `/a.${ending}`]]);
      expect(modules[0].format).to.equal('typescript');
    });
  }

  it('add up to the whole', () => {
    const { modules, linkMs, otherMs } = summaryOf(COMMONJS);
    expect(modules.reduce((sum, { ownMs }) => sum + ownMs, linkMs + otherMs)).to.equal(30);
  });

  it('are split for ES modules, whose last compilation includes linking', () => {
    const found = summaryOf([
      imported('./a', '/base'), ['resolved', urlOf('a.mjs')], ['read', urlOf('a.mjs')], 2,
      ['loaded', urlOf('a.mjs'), 'module'], 4, imported('./b', urlOf('a.mjs')), ['resolved', urlOf('b.mjs')],
      ['read', urlOf('b.mjs')], ['loaded', urlOf('b.mjs'), 'module'], 10, ['begin', urlOf('b.mjs')], 7,
      ['done', urlOf('b.mjs')], ['begin', urlOf('a.mjs')], 3, ['done', urlOf('a.mjs')],
    ]);
    expect(timesOf(found)).to.deep.equal({
      [fileOf('a.mjs')]: [1 + 1 + 2, 4, 3], [fileOf('b.mjs')]: [1 + 1 + 1, 4, 7],
    });
    expect(found).to.include({ linkMs: 6 });
    expect(found.modules[1]).to.deep.include({ by: fileOf('a.mjs'), format: 'module', ways: ['import'] });
  });

  for (const [what, events, expected] of [
    ['belong to the module that awaits while others run',
      [['begin', urlOf('a.mjs')], ['begin', urlOf('b.mjs')], ['done', urlOf('a.mjs')]], [fileOf('b.mjs')]],
    ['end with a CommonJS module that throws, for all that it had begun', [
      ['load', '/a.js'], ['run', '/a.js'], ['load', '/b.js'], ['run', '/b.js'], ['begin', urlOf('c.mjs')],
      ['end', '/b.js'],
    ], ['/a.js']],
  ]) {
    it(what, () => expect(run(events).open).to.deep.equal(expected));
  }

  it('are medians over processes, scaled to the whole', () => {
    const runs = [[4, 60], [6, 3], [100, 3]].map(([first, second]) => run([
      ['load', '/a.js'], ['run', '/a.js'], first, required('b', '/a.js'), ['resolved', '/b.js'], ['load', '/b.js'],
      ['run', '/b.js'], second, ['end', '/b.js'], ['end', '/a.js'],
    ]));
    const { modules, linkMs, otherMs } = summarizeRuns(runs, 50);
    const [a, b] = modules;
    expect(modules.reduce((sum, { ownMs }) => sum + ownMs, linkMs + otherMs)).to.be.closeTo(50, 1e-9);
    // Medians of 6, 8 and 102 ms, and of 60, 3 and 3 ms
    expect(a.runMs / b.runMs).to.be.closeTo(8 / 3, 1e-9);
  });

  it('leave out modules that were resolved but not loaded', () => {
    const found = summaryOf([
      ['load', '/a.js'], ['run', '/a.js'], required('b', '/a.js'), ['resolved', '/b.js'], ['end', '/a.js'],
    ]);
    expect(Object.keys(timesOf(found))).to.deep.equal(['/a.js']);
  });

  it('keep modules with different queries apart', () => {
    const { modules } = run([['read', urlOf('a.mjs') + '?1'], ['read', urlOf('a.mjs') + '?2']]);
    expect([...modules.keys()]).to.deep.equal([1, 2].map((query) => `${fileOf('a.mjs')}?${query}`));
  });
});
