'use strict';

/* A build in the place of the package that a suite imports. */

const path = require('path');
const { expect } = require('chai');
const { scratchFolder } = require('../helpers/scratch');
const host = require('../../lib/host/host');
const { createTree } = require('../../lib/browsers/tree');

describe('browsers/build', () => {
  const scratch = scratchFolder();
  const folderOf = (name) => host.realPath(path.dirname(scratch(`${name}/x`)));

  /** A suite that imports this, with a build in its package, or at another place. */
  function treeOf(imported, { folder = 'app/dist', names = [], file = 'app/bench/suite.mjs' } = {}) {
    const text = imported.map((name) => `import '${name}';`).join('\n');
    return createTree(scratch(file, text), host, { folder: folderOf(folder), names });
  }
  const importsOf = (tree) => {
    const { qtimeit, 'qtimeit/browser': ours, ...imports } = tree.importMap('/w/').imports;
    expect([qtimeit, ours]).to.deep.equal(['/w/qtimeit/browser.mjs', '/w/qtimeit/browser.mjs']);
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

  it('is found under the name of the package that the suite belongs to', () => {
    const tree = treeOf(['app', 'app/more.js'], { file: 'app/suite.mjs' });
    expect(importsOf(tree)).to.deep.equal({ app: '/w/files/dist/index.mjs', 'app/more.js': '/w/files/dist/more.js' });
    expect([tree.usesBuild, tree.missing.map(({ name }) => name)]).to.deep.equal([true, ['../shared.mjs']]);
    expect(tree.importMap('/w/').scopes['/w/files/dist/index.mjs']).to.deep.equal(
      { 'app/more.js': '/w/files/dist/more.js' });
  });

  it('is found under its own name, and leads where its exports lead', () => {
    const tree = treeOf(['other', 'other/b', 'other/lib/b.mjs'], { folder: 'other', names: ['other'] });
    expect(importsOf(tree)).to.deep.equal({ other: '/w/packages/0/lib/a.mjs', 'other/b': '/w/packages/0/lib/b.mjs' });
    expect(tree.missing.map(({ name, kind }) => [name, kind])).to.deep.equal([['other/lib/b.mjs', 'build']]);
  });

  it('has a place of its own where the page would get nothing from its folder', () => {
    const tree = treeOf(['app'], { folder: 'app/.builds/old' });
    expect(importsOf(tree)).to.deep.equal({ app: '/w/packages/0/index.js' });
    expect(tree.read('packages/0/index.js').body).to.equal('export default 1;');
  });

  it('can be of CommonJS, and finds itself', async () => {
    const tree = treeOf(['app'], { folder: 'elsewhere' });
    const { body } = tree.read('packages/0/index.js');
    expect((await import(`data:text/javascript,${encodeURIComponent(body)}`)).one).to.equal(2);
  });

  it('is nothing for other packages, which have theirs', () => {
    const tree = treeOf(['uses'], { folder: 'other', names: ['other'], file: 'app/suite.mjs' });
    expect(tree.usesBuild).to.equal(false);
    expect(tree.missing.map(({ name, kind }) => [name, kind])).to.deep.equal([['app', 'package']]);
  });

  it('is not used by who imports its files by a path', () => {
    expect(treeOf(['./dist/index.js'], { file: 'app/suite.mjs' }).usesBuild).to.equal(false);
  });
});
