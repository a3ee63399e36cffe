'use strict';

const { expect } = require('chai');
const {
  describeModules, explainDifference, findRepeated, summarizePackages,
} = require('#lib/extras/imports/packages');

const host = {
  readText: (file) => JSON.stringify({ version: /[/\\]b[/\\]node_modules/.test(file) ? '2.0.0' : '1.0.0' }),
  stat: () => ({ size: 10 }),
};
const described = (list) => describeModules(list.map((one) => (
  { by: null, format: 'commonjs', ways: ['require'], runs: 1, ownMs: 1, totalMs: 1, ...one })), { host, cwd: '/w' });

const MODULES = described([
  { key: '/w/a.js', totalMs: 10 },
  { key: '/w/node_modules/b/b.js', by: '/w/a.js', totalMs: 6, ownMs: 2 },
  { key: '/w/node_modules/b/c.js', by: '/w/node_modules/b/b.js', totalMs: 3, ownMs: 3 },
  { key: '/w/node_modules/b/node_modules/@x/d/d.js', by: '/w/node_modules/b/b.js' },
  { key: '/w/node_modules/@x/d/d.mjs', by: '/w/a.js', format: 'module' },
  { key: '/w/node_modules/@x/d/d.js', by: '/w/a.js', runs: 2 },
  { key: 'node:fs', by: '/w/a.js', format: 'builtin' },
]);

describe('the packages of modules', () => {
  it('have versions, sizes and short names', () => {
    expect(MODULES.map(({ name }) => name)).to.deep.equal([
      'a.js', 'b/b.js', 'b/c.js', '@x/d/d.js', '@x/d/d.mjs', '@x/d/d.js', 'node:fs']);
    expect(MODULES[3]).to.include({ package: '@x/d', version: '2.0.0', bytes: 10 });
    expect(MODULES[6]).to.include({ package: null, version: null, bytes: null });
  });

  it('count what their modules load once', () => {
    const [first, ...others] = summarizePackages(MODULES);
    expect(first).to.include({ name: 'b', modules: 2, ownMs: 5, totalMs: 6 });
    expect(others.map(({ version, modules, totalMs }) => [version, modules, totalMs]))
      .to.deep.equal([['1.0.0', 2, 2], ['2.0.0', 1, 1]]);
  });

  it('report what is loaded more than once', () => {
    const found = findRepeated(MODULES, summarizePackages(MODULES), '/w');
    expect(found.map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['versions', '@x/d'], ['formats', '@x/d'], ['again', '@x/d/d.js']]);
    // A path has no query, but a URL has.
    const runsOf = (ways, key) => findRepeated(
      described([{ key: `${key}1`, ways }, { key: `${key}2`, ways }]), [], '/w').map(({ name, runs }) => [name, runs]);
    expect(runsOf(['require'], '/w/a#')).to.deep.equal([]);
    expect(runsOf(['import'], '/w/a.mjs?')).to.deep.equal([['a.mjs', 2]]);
    expect(found[0].copies[1]).to.deep.equal({ version: '2.0.0', folder: 'node_modules/b/node_modules/@x/d' });
  });
});

describe('the explanation of a slower import', () => {
  const sideOf = (list) => {
    const times = new Map(list.map(({ key, times: own }) => [key, own]));
    return { ownTimes: times, modules: described(list.map(({ key, times: own }) => ({ key, ownMs: own[1] }))) };
  };
  const before = sideOf([
    { key: '/w/old/a.js', times: [5, 5, 5] }, { key: '/w/old/b.js', times: [2, 2, 2.1] },
    { key: '/w/old/c.js', times: [9, 1, 20] }, { key: '/w/node_modules/x/x.js', times: [3, 3, 3] },
  ]);
  const after = sideOf([
    { key: '/w/new/a.js', times: [5, 5, 5.1] }, { key: '/w/new/b.js', times: [12, 12, 12.1] },
    { key: '/w/new/c.js', times: [2, 9, 30] }, { key: '/w/node_modules/y/y.js', times: [1, 1, 1] },
    { key: '/w/node_modules/y/z.js', times: [1, 1, 1] },
  ]);

  it('names changed, gone and new modules, but no noise', () => {
    expect(explainDifference([before, after])).to.deep.equal([
      { name: 'new/b.js', kind: 'changed', modules: 1, ms: 10 }, { name: 'x', kind: 'gone', modules: 1, ms: -3 },
      { name: 'y', kind: 'new', modules: 2, ms: 2 }, { name: null, kind: 'rest', modules: null, ms: 8 },
    ]);
  });
});
