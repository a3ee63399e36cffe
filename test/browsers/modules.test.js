'use strict';

const { expect } = require('chai');
const { scratchFolder } = require('../helpers/scratch');
const host = require('#lib/base/host/host');
const { findImports, isCommonJs } = require('#lib/extras/browsers/modules');
const { findPackageEntry } = require('#lib/extras/browsers/package-entry');

const isOurs = (name) => name === 'qtimeit';
const entryOf = (name, file) => findPackageEntry(name, file, host);
const importsOf = (suite) => findImports(suite, { host, isOurs, entryOf });

describe('browsers/modules', () => {
  const scratch = scratchFolder();

  const texts = [
    ['import a from "x";', ['x']],
    ["import * as a from 'x'; import { b as c, d } from './y.js'", ['x', './y.js']],
    ["import 'x'\nexport * from 'y'; export { a } from \"z\"", ['x', 'y', 'z']],
    ['import{a as b}from"x";import*as c from"y";export*from"z"', ['x', 'y', 'z']],
    ["const a = await import('x'); import( `y` )", ['x', 'y']],
    ["import a, {\n  b,\n  c\n} from 'x';", ['x']],
    ["// import a from 'x'\n/* export * from 'y' */ const a = 'http://x'; import 'z'", ['z']],
    ["export const from = 'x'; export default 'y'; export function f() { return 'z'; }", []],
    ["import(`./${name}.js`); import.meta.url + 'x'", []],
  ];
  it('finds the names of imports', () => {
    for (const [text, names] of texts) {
      const { found } = importsOf(scratch('names.mjs', text));
      expect(found.map(({ name }) => name), text).to.deep.equal(names);
    }
  });

  it('follows imports of files and packages, with null for those that cannot be resolved', () => {
    const suite = scratch('app/bench/suite.mjs', `
      import './near.mjs'; import a from 'installed'; import 'qtimeit'; import fs from 'node:fs'; import 'path';
      import 'https://example.com/x.js'; import './gone.mjs'; import 'nobody';`);
    const near = scratch('app/bench/near.mjs', "import x from '../lib/x.js?raw';");
    const x = scratch('app/lib/x.js', "export { y } from 'inner'; import './x.js';");
    scratch('app/package.json', '{}');
    scratch('app/node_modules/installed/package.json', '{ "exports": "./a.js", "type": "module" }');
    const a = scratch('app/node_modules/installed/a.js', "import './b.js';");
    const b = scratch('app/node_modules/installed/b.js', '');
    const { found, packages } = importsOf(suite);
    expect(found.map(({ file, name, to, kind }) => [file, name, kind, to])).to.have.deep.members([
      [suite, './near.mjs', 'file', near], [suite, 'installed', 'package', a], [suite, 'qtimeit', 'ours', null],
      [suite, 'node:fs', 'builtin', null], [suite, 'path', 'builtin', null], [suite, './gone.mjs', 'file', null],
      [suite, 'nobody', 'package', null], [near, '../lib/x.js?raw', 'file', x], [x, 'inner', 'package', null],
      [x, './x.js', 'file', x], [a, './b.js', 'file', b],
    ]);
    expect(packages).to.deep.equal([scratch('app/node_modules/installed')]);
  });

  it('resolves the package of the suite by its own name, and reports missing files of packages', () => {
    const suite = scratch('own/bench/suite.mjs', "import 'own'; import 'own/gone.js'; import 'part/gone.js';");
    const main = scratch('own/main.mjs', '');
    scratch('own/node_modules/part/index.js', '');
    const foundWith = (about) => {
      scratch('own/package.json', JSON.stringify({ name: 'own', ...about }));
      const { found, packages } = importsOf(suite);
      return { found: found.map(({ kind, to }) => [kind, to]), packages };
    };
    const packages = [scratch('own/node_modules/part')];
    expect(foundWith({ exports: './main.mjs' })).to.deep.equal(
      { found: [['package', main], ['part', null], ['part', null]], packages });
    expect(foundWith({ main: './main.mjs' })).to.deep.equal(
      { found: [['own', null], ['own', null], ['part', null]], packages });
  });

  const files = [
    ['a.cjs', '', true], ['a.mjs', 'module.exports = 1', false], ['a.js', 'module.exports = {}', true],
    ['a.js', 'exports.x = 1', true], ['a.js', "const a = require('a')", true], ['a.js', 'export default {}', false],
    ['a.js', 'import a from "a"; require(1)', false], ['a.js', 'f()', false], ['a.json', 'exports.x=1', false],
    ['type/a.js', 'exports.x = 1', false],
  ];
  it('recognizes CommonJS by the name of the file, its package or its text', () => {
    scratch('kinds/type/package.json', '{ "type": "module" }');
    scratch('kinds/package.json', '{}');
    for (const [name, text, isCommon] of files) {
      expect(isCommonJs(scratch(`kinds/${name}`, text), text, host), `${name}: ${text}`).to.equal(isCommon);
    }
  });
});
