'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { can } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');
const { withSlashes } = require('#lib/base/host/paths');
const host = require('#lib/base/host/host');
const { findPackageEntry, findPackageRoot, findWorkspaceRoot } = require('#lib/extras/browsers/package-entry');
const { createTree } = require('#lib/extras/browsers/tree');

describe('browsers/package-entry', () => {
  const scratch = scratchFolder();
  const FILES = ['browser.js', 'import.js', 'main.js', 'index.js', 'deep/x.js', 'deep/y.mjs'];

  /** The file that a name refers to in a package with these fields */
  function entryOf(fields, name) {
    const folder = path.dirname(scratch('node_modules/one/package.json', JSON.stringify(fields)));
    for (const file of FILES) scratch(`node_modules/one/${file}`, '');
    const entry = findPackageEntry(name, scratch('bench/suite.mjs'), host);
    return entry.file && withSlashes(path.relative(folder, entry.file));
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
    [{ exports: { './deep/x.js': './deep/x.js' } }, 'one/deep/x.js', 'deep/x.js'],
    [{ exports: { '.': { browser: null, require: './main.js' } } }, 'one', 'main.js'],
    [{ exports: { '.': './gone.js' } }, 'one', null],
    [{ main: 'main', module: 'import.js' }, 'one', 'import.js'],
    [{ main: 'main', browser: './browser.js' }, 'one', 'browser.js'],
    [{ main: './main', browser: { './main.js': './browser.js' } }, 'one', 'main.js'],
    [{}, 'one', 'index.js'],
    [{}, 'one/deep/x', 'deep/x.js'],
  ];
  it('depends on the fields of package.json', () => {
    for (const [fields, name, file] of cases) expect(entryOf(fields, name), JSON.stringify(fields)).to.equal(file);
  });

  it('differs for require()', () => {
    const fileOf = (name, isRequired) =>
      path.basename(findPackageEntry(name, scratch('bench/suite.mjs'), host, { isRequired }).file);
    scratch('node_modules/both/package.json', '{ "module": "m.js", "main": "c.js" }');
    scratch('node_modules/both2/package.json', '{ "exports": { "import": "./m.js", "require": "./c.js" } }');
    for (const name of ['both', 'both2']) {
      for (const file of ['m.js', 'c.js']) scratch(`node_modules/${name}/${file}`, '');
      expect([fileOf(name, false), fileOf(name, true)]).to.deep.equal(['m.js', 'c.js']);
    }
  });

  it('is searched for in the folder of the importer and above, through links', () => {
    const two = scratch('node_modules/@scope/two/index.js', '');
    const file = scratch('far/away/suite.mjs', '');
    expect(findPackageEntry('@scope/two', file, host).file).to.equal(two);
    expect(findPackageEntry('three', file, host)).to.equal(null);
    if (!can('junctions')) return;
    const own = path.dirname(scratch('store/linked/index.js', ''));
    fs.symlinkSync(own, scratch('node_modules/linked'), 'junction');
    expect(findPackageEntry('linked', file, host)).to.deep.equal({ folder: own, file: path.join(own, 'index.js') });
  });

  it('is the package of the importer by its name if that has exports', () => {
    scratch('self/node_modules/self/index.js', '');
    const own = scratch('self/own.mjs', '');
    const file = scratch('self/bench/suite.mjs', '');
    const entryWith = (about) => {
      scratch('self/package.json', JSON.stringify({ name: 'self', ...about }));
      return findPackageEntry('self', file, host).file;
    };
    expect(entryWith({ exports: './own.mjs' })).to.equal(own);
    expect(entryWith({ exports: { './other': './own.mjs' } })).to.equal(null);
    expect(entryWith({ main: 'own.mjs' })).to.equal(scratch('self/node_modules/self/index.js'));
    expect(entryWith({ name: 'another', exports: './own.mjs' })).to.equal(scratch('self/node_modules/self/index.js'));
  });

  it('can be in the imports field of a package', () => {
    const folder = path.dirname(scratch('own/package.json', JSON.stringify({
      imports: {
        '#a': './a.js', '#b': { browser: './b.js', default: './c.js' }, '#fs': 'fs', '#p': 'installed/x.js',
        '#gone': './gone.js',
      } })));
    const [a, b] = ['own/a.js', 'own/b.js'].map((name) => scratch(name, ''));
    const installed = scratch('own/node_modules/installed/x.js', '');
    const suite = scratch('own/bench/suite.mjs', '');
    const found = ['#a', '#b', '#p', '#gone', '#fs', '#d'].map((name) => findPackageEntry(name, suite, host));
    expect(found).to.deep.equal([
      { folder, file: a }, { folder, file: b }, { folder: path.dirname(installed), file: installed },
      { folder, file: null }, null, null,
    ]);
  });

  it('finds the workspace (the nearest lock file or repository), and the root (the nearest package.json)', () => {
    const suite = scratch('space/packages/a/bench/suite.mjs', '');
    scratch('space/packages/a/package.json', '{}');
    scratch('space/.git', '');
    expect(findWorkspaceRoot(suite, host)).to.equal(scratch('space'));
    scratch('space/packages/pnpm-lock.yaml', '');
    expect(findWorkspaceRoot(suite, host)).to.equal(scratch('space/packages'));
    expect(findPackageRoot(suite, host)).to.equal(scratch('space/packages/a'));
    const installed = scratch('space/node_modules/x/a/y.mjs', '');
    expect(findWorkspaceRoot(installed, host)).to.equal(null);
    expect(findPackageRoot(installed, host)).to.equal(path.dirname(installed));
  });
});

describe('browsers/package-entry: builds', () => {
  const scratch = scratchFolder();
  const folderOf = (name) => host.realPath(path.dirname(scratch(`${name}/x`)));

  /** The tree of a suite with these imports and a build */
  function treeOf(imported, { folder = 'app/dist', names = [], file = 'app/bench/suite.mjs' } = {}) {
    const text = imported.map((name) => `import '${name}';`).join('\n');
    return createTree(scratch(file, text), host, { folder: folderOf(folder), names });
  }
  const importsOf = (tree) => {
    const { qtimeit, 'qtimeit/browser': ours, ...imports } = tree.importMap('/w/').imports;
    expect({ qtimeit, ours }).to.deep.equal({ qtimeit: '/w/qtimeit/browser.mjs', ours: '/w/qtimeit/browser.mjs' });
    return imports;
  };

  before(() => {
    scratch('app/package.json', '{ "name": "app" }');
    scratch('app/bench/package.json', '{ "type": "module" }');
    scratch('app/dist/index.mjs', "import './part.mjs'; import 'app/more.js';");
    scratch('app/dist/index.js', '');
    scratch('app/dist/part.mjs', "import '../shared.mjs';");
    scratch('app/dist/more.js', '');
    scratch('app/.builds/old/index.js', 'export default 1;');
    scratch('elsewhere/index.js', "exports.one = require('app/two').two;");
    scratch('elsewhere/two.js', 'exports.two = 2;');
    scratch('other/package.json', '{ "name": "other", "exports": { ".": "./lib/a.mjs", "./b": "./lib/b.mjs" } }');
    scratch('other/lib/a.mjs', '');
    scratch('other/lib/b.mjs', '');
    scratch('app/node_modules/uses/index.mjs', "import 'app'; import 'other';");
    scratch('app/node_modules/uses/package.json', '{ "main": "index.mjs" }');
    scratch('app/node_modules/other/index.js', 'export default 0;');
  });

  it('have the name of the package of the suite', () => {
    const tree = treeOf(['app', 'app/more.js'], { file: 'app/suite.mjs' });
    expect(importsOf(tree)).to.deep.equal({ app: '/w/files/dist/index.mjs', 'app/more.js': '/w/files/dist/more.js' });
    expect({ usesBuild: tree.usesBuild, missing: tree.missing.map(({ name }) => name) })
      .to.deep.equal({ usesBuild: true, missing: ['../shared.mjs'] });
    expect(tree.importMap('/w/').scopes['/w/files/dist/index.mjs']).to.deep.equal(
      { 'app/more.js': '/w/files/dist/more.js' });
  });

  it('have the name in their package.json, and its exports', () => {
    const tree = treeOf(['other', 'other/b', 'other/lib/b.mjs'], { folder: 'other', names: ['other'] });
    expect(importsOf(tree)).to.deep.equal({ other: '/w/packages/0/lib/a.mjs', 'other/b': '/w/packages/0/lib/b.mjs' });
    expect(tree.missing.map(({ name, kind }) => [name, kind])).to.deep.equal([['other/lib/b.mjs', 'build']]);
  });

  it('are served from a hidden folder, too', () => {
    const tree = treeOf(['app'], { folder: 'app/.builds/old' });
    expect(importsOf(tree)).to.deep.equal({ app: '/w/packages/0/index.js' });
    expect(tree.read('packages/0/index.js').body).to.equal('export default 1;');
  });

  it('can be CommonJS, and import themselves', async () => {
    const tree = treeOf(['app'], { folder: 'elsewhere' });
    const { body } = tree.read('packages/0/index.js');
    expect((await import(`data:text/javascript,${encodeURIComponent(body)}`)).one).to.equal(2);
  });

  it('do not replace the imports of other packages', () => {
    const tree = treeOf(['uses'], { folder: 'other', names: ['other'], file: 'app/suite.mjs' });
    expect(tree.usesBuild).to.equal(false);
    expect(tree.missing.map(({ name, kind }) => [name, kind])).to.deep.equal([['app', 'package']]);
  });
});
