'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { can, needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');
const host = require('#lib/base/host/host');
const { createPlaces, createTree } = require('#lib/extras/browsers/tree');

const ROOT = path.join(__dirname, '..', '..');

describe('browsers/tree', () => {
  const scratch = scratchFolder();
  let tree;

  before(() => {
    scratch('app/package.json', '{}');
    scratch('app/.env', 'secret');
    scratch('app/data.json', '[1]');
    scratch('outside.mjs', 'secret');
    scratch('node_modules/above/package.json', '{ "main": "lib/a.js" }');
    scratch('node_modules/above/lib/a.js', "exports.one = 1; exports.two = require('./b').two;");
    scratch('node_modules/above/lib/b.js', "exports.two = require('beside') + 1;");
    scratch('node_modules/beside/index.js', 'module.exports = 1;');
    scratch('node_modules/other/index.js', '');
    const suite = scratch('app/bench/a suite.mjs', "import { one } from 'above'; export const a = () => one;");
    fs.symlinkSync(scratch('outside.mjs'), scratch('app/link.mjs'));
    fs.symlinkSync('.env', scratch('app/envlink'));
    fs.symlinkSync(path.dirname(scratch('app/.git/config', 'secret')), scratch('app/dotless'));
    fs.symlinkSync('data.json', scratch('app/datalink.json'));
    tree = createTree(suite, host);
  });

  const textOf = (address) => {
    const file = tree.read(address);
    return file && file.body.toString();
  };

  it('serves the suite and the files of its package', () => {
    expect(tree.suite).to.equal('files/bench/a%20suite.mjs');
    expect(tree.read(tree.suite)).to.deep.equal(
      { type: 'text/javascript', body: "import { one } from 'above'; export const a = () => one;" });
    expect(tree.placeOf(tree.suite)).to.equal(scratch('app/bench/a suite.mjs'));
    expect(tree.placeOf('packages/0/lib/a.js')).to.equal(scratch('node_modules/above/lib/a.js'));
    if (can('links')) expect(textOf('files/datalink.json')).to.equal('[1]');
    expect({ text: textOf('files/data.json'), type: tree.read('files/data.json').type })
      .to.deep.equal({ text: '[1]', type: 'application/json' });
  });

  it('serves no other addresses', () => {
    const others = [
      'files/../outside.mjs', 'files/%2e%2e/outside.mjs', 'files/..%2foutside.mjs', 'files/bench/..%5c..%5coutside.mjs',
      'files/.env', 'files/link.mjs', 'files/envlink', 'files/dotless/config', 'files/gone.mjs', 'files/', 'files', '',
      'files/bench', 'files/%', 'files/a%00', 'packages/1/index.js', 'packages/0/../../outside.mjs', 'packages/x/a.js',
      'packages/-1/a.js', 'qtimeit/index.js', 'outside.mjs', '/etc/passwd', 'files//etc/passwd',
    ];
    for (const address of others) expect(tree.read(address), address).to.equal(null);
  });

  it('maps packages for their importers, and this library for all', () => {
    const { imports, scopes } = tree.importMap('/word/');
    expect(imports).to.deep.equal({
      qtimeit: '/word/qtimeit/browser.mjs', 'qtimeit/browser': '/word/qtimeit/browser.mjs',
      above: '/word/packages/0/lib/a.js',
    });
    expect(scopes).to.deep.equal({ '/word/files/bench/a%20suite.mjs': { above: '/word/packages/0/lib/a.js' } });
  });

  it('converts a CommonJS package to one module, with named exports', async () => {
    const module = await import(`data:text/javascript,${encodeURIComponent(textOf('packages/0/lib/a.js'))}`);
    expect({ ...module }).to.deep.equal({ default: { one: 1, two: 2 }, one: 1, two: 2 });
  });

  it('serves the code of the page, which requires no module of Node', () => {
    expect(textOf('qtimeit/browser.mjs'))
      .to.equal(fs.readFileSync(path.join(ROOT, 'public', 'qtimeit.browser.mjs'), 'utf8'));
    const text = textOf('qtimeit/in-page.mjs');
    expect(text).to.match(/export default exported;/);
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const names = [...code.matchAll(/require\('([^.#'][^']*)'\)/g)].map(([, name]) => name);
    expect(names).to.deep.equal([]);
    const parts = [...code.matchAll(/require\('(#[^']*)'\)/g)].map(([, name]) => name);
    expect(parts.filter((name) => !text.includes(`"${name}":`))).to.deep.equal([]);
  });

  needs('links', it)('serves the workspace if the suite imports files outside its package', () => {
    scratch('space/yarn.lock', '');
    scratch('space/bench/package.json', '{ "imports": { "#own": "./own.mjs" } }');
    scratch('space/bench/own.mjs', '');
    scratch('space/node_modules/left/index.mjs', "import './inner.mjs';");
    scratch('space/node_modules/left/inner.mjs', '');
    scratch('space/node_modules/left/package.json', '{ "main": "index.mjs" }');
    scratch('space/shared/package.json', '{}');
    const shared = scratch('space/shared/u.mjs', "import 'left';");
    fs.symlinkSync('../shared', scratch('space/node_modules/shared'));
    const treeOf = (text) => createTree(scratch('space/bench/suite.mjs', text), host);
    expect(treeOf("import 'left'; import 'shared/u.mjs'").root).to.equal(scratch('space/bench'));
    const wide = treeOf("import '../shared/u.mjs'; import 'shared/u.mjs'; import '#own';");
    expect(wide).to.deep.include({ root: scratch('space'), suite: 'files/bench/suite.mjs', missing: [] });
    expect(wide.read('files/shared/u.mjs').body).to.equal("import 'left';");
    expect(wide.placeOf('files/shared/u.mjs')).to.equal(shared);
    const { scopes } = wide.importMap('/');
    // The module has two addresses.
    for (const from of ['/files/shared/u.mjs', '/packages/0/u.mjs']) {
      expect(scopes[from].left).to.match(/^\/packages\/\d\/index.mjs$/);
    }
    expect(scopes['/files/bench/suite.mjs']['#own']).to.equal('/files/bench/own.mjs');
    const { root, missing } = treeOf("import '../../outside.mjs'; import '#none';");
    expect({ root, missing: missing.map(({ name, kind }) => [name, kind]) })
      .to.deep.equal({ root: scratch('space'), missing: [['#none', 'private'], ['../../outside.mjs', 'outside']] });
  });
});

describe('browsers/tree: createPlaces', () => {
  const placeOf = (address) => `/home/app/${address.replace(/^files\//, '')}`;
  const { inMessage } = createPlaces({ placeOf }, '/home/app');
  const WORD = '0123456789abcdef0123456789abcdef';

  it('replaces addresses by paths in errors and rows, and keeps other messages', () => {
    const stack = `Error: x\n    at f (http://127.0.0.1:8000/${WORD}/files/a/b.mjs:1:2)`;
    const error = { message: `in http://127.0.0.1:8000/${WORD}/files/a.mjs`, at: `${WORD}/files/a/b.mjs:1:2`, stack };
    const expected = { message: 'in a.mjs', at: 'a/b.mjs:1:2', stack: 'Error: x\n    at f (a/b.mjs:1:2)' };
    expect(inMessage({ type: 'broken', error }).error).to.deep.equal(expected);
    expect(inMessage({ type: 'row', row: { name: 'a', error } }).row).to.deep.equal({ name: 'a', error: expected });
    const messages = [{ type: 'row', row: { error: null } }, { type: 'x', error: null }, { type: 'x', error: 1 }];
    for (const message of messages) expect(inMessage(message)).to.deep.equal(message);
  });
});
