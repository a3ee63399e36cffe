'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { scratchFolder } = require('../helpers/scratch');
const host = require('../../lib/host/host');
const { packageEntry, packageRoot, workspaceRoot } = require('../../lib/browsers/package-entry');

describe('browsers/package-entry', () => {
  const scratch = scratchFolder();
  const FILES = ['browser.js', 'import.js', 'main.js', 'index.js', 'deep/x.js', 'deep/y.mjs'];

  /** Of a package with these fields the file that a name means, from its folder. */
  function entryOf(fields, name) {
    const folder = path.dirname(scratch('node_modules/one/package.json', JSON.stringify(fields)));
    for (const file of FILES) scratch(`node_modules/one/${file}`, '');
    const entry = packageEntry(name, scratch('bench/suite.mjs'), host);
    return entry.file && path.relative(folder, entry.file);
  }

  const cases = [
    [{ exports: './import.js' }, 'one', 'import.js'],
    [{ exports: { import: './import.js', default: './main.js' } }, 'one', 'import.js'],
    [{ exports: { node: './main.js', browser: './browser.js', import: './import.js' } }, 'one', 'browser.js'],
    [{ exports: { '.': { types: './x.d.ts', require: './main.js' } } }, 'one', 'main.js'],
    [{ exports: { '.': { node: './main.js' } } }, 'one', null],
    [{ exports: { '.': { import: { browser: './browser.js', default: './import.js' } } } }, 'one', 'browser.js'],
    [{ exports: { '.': './main.js', './deep/*': './deep/*.js' } }, 'one/deep/x', 'deep/x.js'],
    [{ exports: { '.': './main.js', './deep/*.mjs': ['./deep/*.mjs'] } }, 'one/deep/y.mjs', 'deep/y.mjs'],
    [{ exports: { '.': './main.js' } }, 'one/deep/x.js', null],
    [{ exports: { '.': './gone.js' } }, 'one', null],
    [{ main: 'main', module: 'import.js' }, 'one', 'import.js'],
    [{ main: 'main', browser: './browser.js' }, 'one', 'browser.js'],
    [{ main: './main', browser: { './main.js': './browser.js' } }, 'one', 'main.js'],
    [{}, 'one', 'index.js'],
    [{}, 'one/deep/x', 'deep/x.js'],
  ];
  for (const [fields, name, file] of cases) {
    it(`${name} is ${file} with ${JSON.stringify(fields)}`, () => expect(entryOf(fields, name)).to.equal(file));
  }

  it('has another file for who requires it', () => {
    const fileOf = (name, isRequired) =>
      path.basename(packageEntry(name, scratch('bench/suite.mjs'), host, { isRequired }).file);
    scratch('node_modules/both/package.json', '{ "module": "m.js", "main": "c.js" }');
    scratch('node_modules/both2/package.json', '{ "exports": { "import": "./m.js", "require": "./c.js" } }');
    for (const name of ['both', 'both2']) {
      for (const file of ['m.js', 'c.js']) scratch(`node_modules/${name}/${file}`, '');
      expect([fileOf(name, false), fileOf(name, true)]).to.deep.equal(['m.js', 'c.js']);
    }
  });

  it('looks for it from the folder of who imports upwards, and does not find what is not installed', () => {
    scratch('node_modules/@scope/two/index.js', '');
    const file = scratch('far/away/suite.mjs', '');
    expect(packageEntry('@scope/two', file, host).file).to.equal(scratch('node_modules/@scope/two/index.js'));
    expect(packageEntry('three', file, host)).to.equal(null);
  });

  it('is where a link leads, as some package managers lay it', () => {
    const own = path.dirname(scratch('store/linked/index.js', ''));
    fs.symlinkSync(own, scratch('node_modules/linked'), 'junction');
    expect(packageEntry('linked', scratch('bench/suite.mjs'), host)).to.deep.equal(
      { folder: own, file: path.join(own, 'index.js') });
  });

  it('is the package itself by its own name, where it has exports, before one that is installed', () => {
    scratch('self/node_modules/self/index.js', '');
    const own = scratch('self/own.mjs', '');
    const file = scratch('self/bench/suite.mjs', '');
    const entryWith = (about) => {
      scratch('self/package.json', JSON.stringify({ name: 'self', ...about }));
      return packageEntry('self', file, host).file;
    };
    expect(entryWith({ exports: './own.mjs' })).to.equal(own);
    expect(entryWith({ exports: { './other': './own.mjs' } })).to.equal(null);
    expect(entryWith({ main: 'own.mjs' })).to.equal(scratch('self/node_modules/self/index.js'));
    expect(entryWith({ name: 'another', exports: './own.mjs' })).to.equal(scratch('self/node_modules/self/index.js'));
  });

  it('knows the names that a package has for itself', () => {
    const folder = path.dirname(scratch('own/package.json', JSON.stringify({
      imports: {
        '#a': './a.js', '#b': { browser: './b.js', default: './c.js' }, '#fs': 'fs', '#p': 'installed/x.js',
        '#gone': './gone.js',
      } })));
    const [a, b] = ['own/a.js', 'own/b.js'].map((name) => scratch(name, ''));
    const installed = scratch('own/node_modules/installed/x.js', '');
    const suite = scratch('own/bench/suite.mjs', '');
    const found = ['#a', '#b', '#p', '#gone', '#fs', '#d'].map((name) => packageEntry(name, suite, host));
    expect(found).to.deep.equal([
      { folder, file: a }, { folder, file: b }, { folder: path.dirname(installed), file: installed },
      { folder, file: null }, null, null,
    ]);
  });

  it('takes the nearest folder with a lock file or a repository for the workspace', () => {
    const suite = scratch('space/packages/a/bench/suite.mjs', '');
    scratch('space/packages/a/package.json', '{}');
    scratch('space/.git', '');
    expect(workspaceRoot(suite, host)).to.equal(scratch('space'));
    scratch('space/packages/pnpm-lock.yaml', '');
    expect(workspaceRoot(suite, host)).to.equal(scratch('space/packages'));
    expect(workspaceRoot(scratch('space/node_modules/x/y.mjs', ''), host)).to.equal(null);
  });

  it('takes the nearest folder with a package.json for the root', () => {
    scratch('root/package.json', '{}');
    expect(packageRoot(scratch('root/a/b/c.mjs'), host)).to.equal(scratch('root'));
    expect(packageRoot(scratch('root/node_modules/x/a/b.js'), host)).to.equal(scratch('root/node_modules/x/a'));
  });
});
