'use strict';

const { expect } = require('chai');
const path = require('path');
const { withSlashes } = require('#lib/base/host/paths');
const { findLibraryText, importsRunner, loadSuiteFile } = require('#lib/core/suite/load-suite');
const reports = require('../helpers/engine-reports');
const { hostWith, scratchFolder } = require('../helpers/scratch');

const [major, minor] = process.versions.node.split('.').map(Number);
// Node 18 and early 20 know an ES module by its name or package.json only.
const detects = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

describe('the suite of a file', () => {
  const scratch = scratchFolder();
  let count = 0;
  const load = (name, text) => loadSuiteFile(scratch(`${count++}/${name}`, text));

  before(() => {
    scratch('package.json', '{}');
    globalThis.suiteFileRuns = 0;
  });
  after(() => { delete globalThis.suiteFileRuns; });

  for (const [name, text, isSuite] of [
    ['a.js', 'module.exports = ["1", "2"];', ['1', '2']],
    ['a.js', 'exports.one = "1";', { one: '1' }],
    ['a.cjs', 'module.exports = new Map([["one", "1"]]);', new Map([['one', '1']])],
    ['a', 'exports.source = "x";', { source: 'x' }],
    ['a.mjs', 'export default ["1"]; export const other = () => 2;', ['1']],
    ['a.mjs', 'const suite = { x: "1" }; export { suite as default };', { x: '1' }],
    ['a.js', 'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = ["1"];', ['1']],
    ['a.mjs', 'export default await Promise.resolve(["1"]);', ['1']],
    ['a.js', 'module.exports = Promise.resolve(["1"]);', ['1']],
    ['a.mjs', 'export default Promise.resolve(["1"]);', ['1']],
    // A test can be called then.
    ['a.js', 'exports.then = "1";', { then: '1' }],
    // bench refuses these.
    ['a.js', 'module.exports = 5;', 5], ['a.js', 'module.exports = [];', []], ['a.mjs', 'export default {};', {}],
    // Without a suite
    ...['', 'module.exports = {};', 'module.exports = null;', 'module.exports = undefined;',
      'module.exports = Promise.resolve();'].map((empty) => ['a.js', empty, null]),
    ['a.mjs', '', null], ['a.mjs', 'export const n = 5;', null],
  ]) {
    it(`is found in ${name}: ${text}`, async () => {
      const found = await load(name, text);
      expect(found && found.suite).to.deep.equal(isSuite);
    });
  }

  it('has the names of exported tests that a default export leaves out', async () => {
    const both = 'export const a = () => 1, b = { fn: () => 2 }, c = () => 3, n = 5; export class D {} ';
    for (const [text, unused] of [
      ['export default { x: a }', ['b', 'c']], ['export default [a, b, c]', []],
      ['export default new Map([["g", { a, x: b }], ["y", { fn: c }]])', []], ['export default "1"', ['a', 'b', 'c']],
      ['export default Promise.resolve([a, b])', ['c']], ['', []],
      ['export default { group: { x: { fn: a, setup: b } } }', ['c']],
      ['/* b() */ export default { x: () => a(), y: [() => `${c()} b`] }', ['b']],
      ['export default ["1"]; export { a as d }', ['a', 'b', 'c', 'd']],
    ]) expect((await load('a.mjs', both + text)).unused, text).to.deep.equal(unused);
    expect((await load('a.js', 'exports.default = ["1"]; exports.a = () => 1;')).unused).to.deep.equal([]);
  });

  it('has exported tests in the order of the source', async () => {
    const text = '// before: export const b = 1, export { a }\n' +
      'export const slow = () => 1; export async function* c() {} export function b() {}\n' +
      'export const { y, x: w, v = () => 1 } = { y: () => 1, x: () => 1 };\n' +
      'const a = () => 2; const fn = { fn: a };\nexport { fn as z, a };';
    const { suite } = await loadSuiteFile(scratch('ordered.mjs', text));
    expect([...suite.keys()]).to.deep.equal(['slow', 'c', 'b', 'y', 'w', 'v', 'z', 'a']);
  });

  const F = '() => 1';
  let ordered = 0;
  const [x, y] = ['x', 'y'].map((name) => `const ${name} = ${F};\n`);
  for (const [text, names] of [
    [`export const z = ${F}, b = (a, c) => { const { d } = a; return [c, d]; }, a = ${F}`, ['z', 'b', 'a']],
    [`export const z = () => a(b),\n  // c,\n  b = ${F}\nexport const a = ${F}`, ['z', 'b', 'a']],
    [`export let z = () => [',', "{", /[{,]/, \`\${[1, 2]}, {\`], a = ${F}, b = ${F};`, ['z', 'a', 'b']],
    [`let z, a; z = a = ${F}; export { z }; export { a }`, ['z', 'a']],
    [`export const { z, b: { d, a = ${F} }, ...c } = { z: ${F}, b: { d: ${F} } }, b = ${F};`, ['z', 'd', 'a', 'b']],
    [`export const [z, , [a], b = ${F}] = [${F}, 0, [${F}]];`, ['z', 'a', 'b']],
    [`${x}${y}export { y, x }`, ['y', 'x']],
    [`${x}${y}export { x as z, y as "a b", y as as }`, ['z', 'a b', 'as']],
    [`export * from './z-a.mjs'; export const b = ${F}`, ['z', 'a', 'b']],
    [`export const b = ${F}; export*from"./z-a.mjs"; export const a2 = ${F}`, ['b', 'z', 'a', 'a2']],
    [`export * from './cycle.mjs'; export const b = ${F}`, ['z', 'a', 'y', 'b']],
    [`${x}const o = { export: { y: x } }; export { x as z, o as default2, x as a }`, ['z', 'a']],
  ]) {
    it(`has exported tests in the order of the source: ${text.replace(/\n/g, ' ')}`, async () => {
      const folder = `order-${ordered++}`;
      scratch(`${folder}/z-a.mjs`, `export const z = ${F}, a = ${F}; export default 1;`);
      scratch(`${folder}/cycle.mjs`, `export * from './z-a.mjs'; export * from './a.mjs'; export const y = ${F};`);
      const { suite } = await loadSuiteFile(scratch(`${folder}/a.mjs`, text));
      expect([...suite.keys()]).to.deep.equal(names);
    });
  }

  it('has the order and the unused tests of a file that replaces built-ins', async () => {
    const holders = [String, Array].map(({ prototype }) => prototype);
    const names = ['includes', 'match', 'replace', 'split', 'startsWith', 'trim', 'flat', 'indexOf', 'pop', 'push'];
    const saved = holders.map((holder) => names.map((name) => Object.getOwnPropertyDescriptor(holder, name)));
    const text = `for (const name of ${JSON.stringify(names)}) for (const { prototype } of [String, Array]) {
      if (prototype[name]) prototype[name] = () => { throw new Error('replaced ' + name); };
    }`;
    const found = [];
    for (const suite of ['export const z = () => 1, a = () => 2;', 'export default ["1"]; export const b = () => 1;']) {
      const file = scratch(`${count++}/a.mjs`, text + suite);
      try {
        found[found.length] = await loadSuiteFile(file);
      } finally {
        for (let i = 0; i < holders.length; i++) {
          for (let k = 0; k < names.length; k++) {
            if (saved[i][k]) Object.defineProperty(holders[i], names[k], saved[i][k]);
          }
        }
      }
    }
    expect([...found[0].suite.keys()]).to.deep.equal(['z', 'a']);
    expect(found[1].unused).to.deep.equal(['b']);
  });

  it('has the exported functions and tests without a default export', async () => {
    const text =
      'export const n = 5, text = "x", f = () => 1, o = { fn: "1" }, p = { x: 1 }, nothing = null; export class A ' +
      '{} export function g() {} const none = undefined; export { none as default };';
    const { suite } = await load('a.mjs', text);
    expect([...suite.keys()].sort()).to.deep.equal(['f', 'g', 'o']);
    expect(suite.get('f')()).to.equal(1);
  });

  it('is found in an ES module that is called .js', async () => {
    for (const [text, isKnown] of [
      ['export default [import.meta.url];', true], ['export default [await import.meta.url];', true],
      ['export default [import.meta.url];', false],
    ]) {
      if (isKnown) scratch(`${count}/package.json`, '{ "type": "module" }');
      else if (!detects) continue;
      expect((await load('a.js', text)).suite[0]).to.match(/^file:/);
    }
  });

  it('is loaded once, also if it requires a module that cannot be required', async () => {
    const name = `${count}/awaits.mjs`;
    scratch(name, 'await 1;');
    globalThis.suiteFileRuns = 0;
    const error = await load('a.js', 'suiteFileRuns++; require("./awaits.mjs");').then(() => null, (thrown) => thrown);
    expect(error.message).to.match(/require/);
    expect(globalThis.suiteFileRuns).to.equal(1);
  });
});

describe('a library', () => {
  const scratch = scratchFolder();

  it('is found in a file, in a file that it names, and in the dependencies of a package that these import', () => {
    const packageOf = (name, text) => scratch(`node_modules/${name}/package.json`, text);
    packageOf('runner', '{ "dependencies": { "benchmark": "2" } }');
    packageOf('@a/runner', '{ "dependencies": { "x": "1", "tinybench": "2" } }');
    packageOf('other', '{ "dependencies": { "benchmarks": "1" }, "devDependencies": { "mitata": "1" } }');
    packageOf('broken', '{');
    packageOf('empty', '{ "dependencies": null }');
    scratch('helper.js', 'require("mitata")');
    scratch('deep/by-runner.js', 'require("runner")');
    const texts = {
      'require("benchmark")': 'file', 'require("./helper")': 'file', 'require("./deep/by-runner")': 'package',
      'require("runner")': 'package', 'import b from "runner/lib/index.js";': 'package',
      'import "@a/runner";': 'package', 'await import("@a/runner/x")': 'package', '"runner"': null,
      'require("other")': null, 'require("broken")': null, 'require("empty")': null,
      'require("missing"); require("node:fs"); require("fs")': null,
      '// require("runner"), from "mitata"': null, '"x from \'mitata\'"': null,
    };
    const opened = [];
    const host = hostWith({});
    const counting = hostWith({ readText: (file) => (opened.push(file), host.readText(file)) });
    const whereIn = (file) => (findLibraryText(file, host) !== null ? 'file'
      : importsRunner(file, counting) ? 'package' : null);
    const found = Object.keys(texts).map((text, i) => [text, whereIn(scratch(`deep/${i}.js`, text
      .replace('./helper', '../helper').replace('./deep/', './')))]);
    expect(Object.fromEntries(found)).to.deep.equal(texts);
    opened.length = 0;
    const twice = 'require("other"); require("./again")';
    scratch('deep/again.js', twice);
    expect(importsRunner(scratch('deep/twice.js', twice), counting)).to.equal(false);
    expect(opened).to.have.members([...new Set(opened)]);
  });
});

describe('an error of a file', () => {
  const scratch = scratchFolder();
  let count = 0;

  async function thrown(name, text, deps) {
    const file = scratch(`${count++}/${name}`, text);
    try {
      await loadSuiteFile(file, deps);
    } catch (error) {
      expect(error.suiteFile.file).to.equal(file);
      expect(Object.keys(error)).not.to.include('suiteFile');
      return { error, at: error.suiteFile.at &&
        error.suiteFile.at.replace(withSlashes(path.dirname(file)), '.') };
    }
    throw new Error('nothing was thrown');
  }

  // Engines differ in the part of an expression that they point to. Bun has special errors for code that it cannot
  // compile or find. Deno names the syntax error in its message, without a place for CommonJS.
  const isSyntax = (error) => /^(?:SyntaxError|BuildMessage)\b|^TypeError: SyntaxError\b/.test(error);
  const ofSyntax = (place) => (reports.places ? [place] : [place, null]);
  const isType = (error) => error instanceof TypeError;
  const cases = [
    ['a.js', 'const a = 1;\n  null.x;', isType, ['./a.js:2:8', './a.js:2:3']],
    ['a.mjs', 'const a = 1;\n  null.x;', isType, ['./a.mjs:2:8', './a.mjs:2:3']],
    ['a.js', 'const a = 1;\n  let b = ;', isSyntax, ofSyntax('./a.js:2:11')],
    ['a.mjs', 'const a = 1;\n  let b = ;', isSyntax, ['./a.mjs:2:11']],
    ['a.mjs', 'import { nothing } from "fs";', isSyntax, reports.exports ? ['./a.mjs:1:10'] : [null]],
    ['a.mjs', '\nawait Promise.reject(new TypeError("x"));', isType, ['./a.mjs:2:22', './a.mjs:2:26']],
    ['a.js', '\nJSON.parse("{");', isSyntax, ['./a.js:2:6']],
    ['a.js', '\nrequire("./nothing");', (error) => error instanceof Error, reports.requires ? ['./a.js:2:1'] : [null]],
    ['a.mjs', 'import "./nothing.mjs";', (error) => error instanceof Error, [null]],
  ];
  for (const [name, text, isOne, places] of cases) {
    it(`is passed on unchanged, with its place: ${name} ${JSON.stringify(text)}`, async () => {
      const { error, at } = await thrown(name, text);
      expect(isOne(error), String(error)).to.equal(true);
      expect(at).to.be.oneOf(places);
    });
  }

  it('has its place in a module, also in a folder that an address escapes', async () => {
    const places = reports.asksNode ? ['./a b.mjs:1:9'] : ['./a b.mjs:1:9', null];
    expect((await thrown('ü 100%/a b.mjs', 'let b = ;')).at).to.be.oneOf(places);
  });

  it('has the place in the file that it was thrown in', async () => {
    scratch(`${count}/b.js`, '\nlet b = ;');
    // Otherwise the place of the require() call
    expect((await thrown('a.js', '\n\nrequire("./b.js");')).at).to.equal(reports.places ? './b.js:2:9' : './a.js:3:1');
    scratch(`${count}/b.js`, 'exports.f = () => null.x;');
    expect((await thrown('a.js', 'require("./b.js").f();')).at).to.be.oneOf(['./b.js:1:24', './b.js:1:19']);
    // Node gives no place for a syntax error in an imported module.
    scratch(`${count}/b.mjs`, 'let b = ;');
    expect((await thrown('a.mjs', 'import "./b.mjs";')).at).to.equal(reports.asksNode ? null : './b.mjs:1:9');
  });

  it('can be anything', async () => {
    for (const [text, words] of [
        ['null', 'null'], ['"words"', "'words'"], ['Object.freeze(new TypeError("x"))', 'TypeError: x']]) {
      const { error } = await thrown('a.js', `throw ${text};`);
      expect(error.message).to.equal(`threw ${words}`);
      expect(error).to.have.property('cause');
    }
    const { error } = await thrown('a.js', 'throw new Proxy({}, { getPrototypeOf() { throw 1; }, get() { throw 2; ' +
      '}, defineProperty() { throw 3; } });');
    expect(error.message).to.match(/^threw /);
  });

  it('has a place from another process only if it is a syntax error', async () => {
    let asked = 0;
    const host = hostWith({ run: () => { asked++; return { error: new Error('EAGAIN') }; } });
    await thrown('a.mjs', 'import "./nothing.mjs";', { host });
    await thrown('a.mjs', 'JSON.parse("{");', { host });
    expect(asked).to.equal(0);
    const { at } = await thrown('a.mjs', 'let b = ;', { host });
    expect(asked).to.equal(reports.asksNode ? 1 : 0);
    if (!reports.asksNode) return;
    expect(at).to.equal(null);
    const throwing = hostWith({ run: () => { throw new Error('ERR_ACCESS_DENIED'); } });
    const denied = await thrown('a.mjs', 'let b = ;', { host: throwing });
    expect([denied.error instanceof SyntaxError, denied.at]).to.deep.equal([true, null]);
  });
});
