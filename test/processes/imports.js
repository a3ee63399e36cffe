'use strict';

/* qtimeit import with real processes, and with modules that end or break them. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const { commitAll, git } = require('../helpers/git-folder');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');
const { can, needs } = require('../helpers/needs');
const { put } = require('../helpers/scratch');
const { startedUntil } = require('../helpers/suite-processes');
const realHost = require('#lib/base/host/host');
const { createClock } = require('#lib/base/host/clock');
const { findTarget } = require('#lib/cli/import');
const { measureImports, tryTarget } = require('#lib/extras/imports/measure');
const { describeModules, findRepeated, summarizePackages } = require('#lib/extras/imports/packages');
const { summarizeRuns } = require('#lib/extras/imports/timeline');

const TSX = pathToFileURL(path.join(__dirname, '..', 'fixtures', 'tsx', 'loader.mjs')).href;
const [MAJOR] = process.versions.node.split('.').map(Number);

/** The document and the exit code of qtimeit import */
async function imported(...args) {
  const { status, stdout } = await inside('import', '--fork', '4', '--json', ...args);
  return { status, document: JSON.parse(stdout) };
}

/** name -> [format, name of the module that loaded it first] */
function treeOf(modules) {
  const nameOf = (key) => (modules.find((one) => one.key === key) || {}).name;
  return Object.fromEntries(modules.map(({ name, format, by }) => [name, [format, nameOf(by)]]));
}

/** Loads a module in three processes instead of the seven of the command: { error, tree, packages, repeated } */
async function load(given, env = {}) {
  // Its own options of Node.js may have a loader.
  const runsTypeScript = realHost.runsTypeScript || env.NODE_OPTIONS !== undefined;
  const host = Object.create(realHost, {
    env: { value: { ...process.env, ...env } }, runsTypeScript: { value: runsTypeScript },
  });
  const deps = { host, clock: createClock(), cwd: inFolder() };
  const target = findTarget(given, deps);
  const how = { timeoutMs: 30000, onStart() {} };
  const tried = await tryTarget(target, how, deps);
  if (tried.error) return { error: tried.error };
  const [{ error, runs }] =
    await measureImports([target], { ...how, seconds: 1, processes: 1, tried: [tried] }, deps);
  const modules = describeModules(summarizeRuns(runs, 1).modules, deps);
  const packages = summarizePackages(modules);
  return { error, tree: treeOf(modules), packages, repeated: findRepeated(modules, packages, deps.cwd) };
}

const writeAll = (files) => put(inFolder(), files);

const MIXED = {
  'a.mjs': '#!/usr/bin/env node\nimport c from "./c.cjs"; import d from "./d.mjs"; import "node:zlib";\n' +
    'import j from "./j.json" with { type: "json" }; export default [c, d, j]',
  'c.cjs': '"use strict"; exports.x = require("./e.cjs"); exports.strict = (function () { return !this; })();\n' +
    'if (!exports.strict) throw new Error("sloppy");',
  'd.mjs': 'export default await 4; export const at = new Error().stack;\n' +
    'if (!/d\\.mjs:1:/.test(at)) throw new Error("moved " + at)',
  'e.cjs': 'module.exports = 3; // end',
  'j.json': '{}',
};

const ENDLESS = { 'a.mjs': 'import "./b.mjs"; import "./c.mjs";', 'b.mjs': 'export {}' };
const LOOP = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const CIRCLE = { 'b.js': 'exports.x = 1; require("./c"); exports.y = 2;', 'c.js': 'exports.z = require("./b").x;' };

// [what the module does, files, its error], by the file
const BROKEN = [
  ['exits', { 'a.js': 'require("./b"); process.exit(0)', ...CIRCLE }, /calls process\.exit\(0\).*begun: a\.js$/],
  ['throws', { 'a.js': 'require("./b"); throw new TypeError("boom")', ...CIRCLE }, /loads: TypeError: boom$/],
  ['throws later', { 'a.mjs': 'setTimeout(() => { throw new Error("late") }); await new Promise(() => {})' },
    /loads: Error: late$/],
  ['rejects later', { 'a.mjs': 'Promise.reject(new Error("no")); await new Promise((done) => setTimeout(done, 5000))' },
    /loads: Error: no$/],
  ['is no addon', { 'a.node': '' }, /loads: Error: .*a\.node/],
  ['is no JSON', { 'a.json': '{ a' }, /loads: SyntaxError: .*a\.json: /],
  ['needs a value in a circle', { 'a.mjs': 'import { b } from "./b.mjs"; export const a = b',
    'b.mjs': 'import { a } from "./a.mjs"; export const b = a' }, /loads: ReferenceError: Cannot access 'a' before/],
  ['throws null', { 'a.mjs': 'throw null' }, /loads: null$/],
  ['has a syntax error', { 'a.mjs': 'import "./b.mjs"', 'b.mjs': 'const x = ;' }, /SyntaxError: Unexpected/],
  ['needs a missing package', { 'a.js': 'require("nope-x")' }, /Cannot find module 'nope-x'\. Install the package/],
  ['imports a missing file', { 'a.mjs': 'import "./nope.mjs"' }, /Cannot find module .*\. Install the package/],
  ['needs tsx', { 'a.mjs': 'import "./b.tsx"', 'b.tsx': '' }, /file extension "\.tsx" for .*\. Use tsx: NODE_OPTIONS/],
  ['never settles', { ...ENDLESS, 'c.mjs': 'await new Promise(() => {})' }, /await never settles.*begun: c\.mjs$/],
  ['exports a function `then`', { 'a.mjs': 'export * from "./b.mjs"', 'b.mjs': 'export function then() {}' },
    /exports a function `then`, which import\(\) calls and which never calls back$/],
  ...(can('signals') ? [['kills its process', { 'a.js': 'process.kill(process.pid, "SIGKILL")' },
    /^its process was ended by SIGKILL before it was loaded\. Modules that had begun: a\.js$/]] : []),
];

const LATE = [
  ['waits for ever', { ...ENDLESS, 'c.mjs': 'await new Promise(() => setInterval(() => {}, 9))' },
    /not loaded after 2 s.*begun: c\.mjs$/],
  ['never ends', { 'a.js': 'require("./b")', 'b.js': LOOP }, /not loaded after 2 s.*begun: a\.js, b\.js$/],
];

const FINE = [
  ['prints, and leaves a server and a timer', { 'a.js': 'require("http").createServer().listen(0); console.log(1); ' +
    'setInterval(() => {}, 10); process.on("exit", () => { for (;;); });' }, ['a.js', 'node:http']],
  ['is in a circle', { 'a.js': 'require("./b")', ...CIRCLE }, ['a.js', 'b.js', 'c.js']],
  ['is in a circle of ES modules', { 'a.mjs': 'import { b } from "./b.mjs"; export const a = () => b',
    'b.mjs': 'import { a } from "./a.mjs"; export const b = () => a' }, ['a.mjs', 'b.mjs']],
  ['handles an uncaught error', { 'a.mjs': 'process.on("uncaughtException", () => {}); ' +
    'setTimeout(() => { throw 1 }); await new Promise((done) => setTimeout(done, 20))' }, ['a.mjs']],
  ['is JSON', { 'a.json': '{}' }, ['a.json']],
  ['replaces built-ins', { 'a.js': 'globalThis.Date = null; globalThis.performance = {}; JSON.stringify = () => 1; ' +
    'Buffer.from = null; Array.prototype.push = null; Object.defineProperty = null; require("./b")', ...CIRCLE },
  ['a.js', 'b.js', 'c.js']],
  ['catches errors of modules', { 'a.js': 'for (const one of ["./t", "nope"]) try { require(one); } catch {}',
    't.js': 'throw 1' }, ['a.js', 't.js']],
  ['loads others later', { 'a.js': 'setTimeout(() => require("./b")); exports.b = () => require("./b")', ...CIRCLE },
    ['a.js']],
];

describe('qtimeit import', function () {
  this.timeout(120000);
  useFolder();

  it('shows the modules of all formats, and leaves lines and strict mode as they are', async () => {
    writeAll(MIXED);
    const { document: { failures, imports } } = await imported('./a.mjs');
    expect(failures).to.deep.equal([]);
    const [{ ms, modules, linkMs, otherMs, values, treeProcesses, slowdown }] = imports;
    expect(treeOf(modules)).to.deep.equal({
      'a.mjs': ['module', undefined], 'c.cjs': ['commonjs', 'a.mjs'], 'd.mjs': ['module', 'a.mjs'],
      'e.cjs': ['commonjs', 'c.cjs'], 'j.json': ['json', 'a.mjs'], 'node:zlib': ['builtin', 'a.mjs'],
    });
    expect([values.length, treeProcesses]).to.deep.equal([4, 2]);
    // With two processes, medians are means.
    const sum = modules.reduce((all, { ownMs }) => all + ownMs, linkMs + otherMs);
    expect(sum).to.be.closeTo(ms, 1e-6 * ms);
    expect(slowdown).to.be.above(0);
  });

  /** The documents' errors of modules in one folder each, without the names of these folders, and the exit code */
  async function errorsOf(broken, ...args) {
    const names = broken.map(([, files], i) => {
      writeAll(Object.fromEntries(Object.entries(files).map(([name, text]) => [`of-${i}/${name}`, text])));
      return `./of-${i}/${Object.keys(files)[0]}`;
    });
    const { status, document: { failures } } = await imported(...names, ...args);
    expect(failures.map(({ file }) => file)).to.deep.equal(names);
    const withoutFolder = ({ error }) => ({ ...error, message: error.message.replace(/of-\d+\//g, '') });
    return { status, errors: failures.map(withoutFolder) };
  }

  it('reports modules that cannot be loaded', async () => {
    const { status, errors } = await errorsOf(BROKEN);
    errors.forEach(({ message }, i) => expect(message, BROKEN[i][0]).to.match(BROKEN[i][2]));
    const missing = errors.find(({ message }) => message.includes('nope.mjs'));
    expect(missing.at.replace(/\\/g, '/')).to.match(/of-\d+\/a\.mjs$/);
    if (can('signals')) expect(errors.at(-1).code).to.equal('killed');
    expect(status).to.equal(1);
  });

  it('reports modules that take too long to load', async () => {
    const { status, errors } = await errorsOf(LATE, '--timeout', '2');
    errors.forEach(({ message }, i) => expect(message, LATE[i][0]).to.match(LATE[i][2]));
    expect(status).to.equal(124);
  });

  for (const [what, files, modules] of FINE) {
    it(`measures a module that ${what}`, async () => {
      writeAll(files);
      const { error, tree } = await load(`./${Object.keys(files)[0]}`);
      expect({ error, modules: Object.keys(tree) }).to.deep.equal({ error: null, modules });
    });
  }

  it('reports files that are evaluated twice, because require.cache is deleted', async () => {
    const forget = 'for (const key of Object.keys(require.cache)) delete require.cache[key]';
    writeAll({ 'a.js': `require("./b"); ${forget}; require("./b")`, ...CIRCLE });
    const { repeated } = await load('./a.js');
    expect(repeated.map(({ name, runs }) => [name, runs])).to.deep.equal([['b.js', 2], ['c.js', 2]]);
  });

  it('loads a package as a file of the current folder does', async () => {
    writeAll({
      'node_modules/p/package.json': '{"version":"1.2.3","exports":{"import":"./i.mjs","require":"./r.cjs"}}',
      'node_modules/p/i.mjs': '', 'node_modules/p/r.cjs': '',
    });
    expect((await load('p')).tree).to.have.all.keys('p/r.cjs');
    write('package.json', '{"type":"module"}');
    const { tree, packages } = await load('p');
    expect(tree).to.have.all.keys('p/i.mjs');
    expect(packages[0]).to.include({ name: 'p', version: '1.2.3', modules: 1 });
  });

  it('loads the export of a package for the conditions of the process', async () => {
    writeAll({
      'node_modules/p/package.json': '{"exports":{"./x":{"development":"./d.js","default":"./x.js"}}}',
      'node_modules/p/d.js': '', 'node_modules/p/x.js': '',
    });
    expect((await load('p/x')).tree).to.have.all.keys('p/x.js');
    expect((await load('p/x', { NODE_OPTIONS: '--conditions=development' })).tree).to.have.all.keys('p/d.js');
    expect((await load('p')).error.message).to.match(/^No "exports" main defined in .*package\.json/);
  });

  it('shows addons', async () => {
    writeAll({
      'fake.js': 'require("module")._extensions[".node"] = (module) => { module.exports = 1; };',
      'a.mjs': 'import "./a.cjs"', 'a.cjs': 'if (require("./b.node") !== 1) throw 1;', 'b.node': '',
    });
    const { tree } = await load('./a.mjs', { NODE_OPTIONS: '--require ./fake.js' });
    expect(tree).to.deep.include({ 'b.node': ['addon', 'a.cjs'] });
  });

  it('measures with the loader of a user', async () => {
    write('a.ts', 'const a: number = 1; module.exports = a;\n');
    const { tree } = await load('./a.ts', { NODE_OPTIONS: `--import ${TSX}` });
    expect(tree).to.deep.equal({ 'a.ts': ['typescript', undefined] });
  });

  if (MAJOR >= 24) {
    it('measures Wasm', async () => {
      writeAll({ 'a.mjs': 'import "./w.wasm"', 'w.wasm': '\0asm\x01\0\0\0' });
      expect((await load('./a.mjs')).tree).to.include.keys('w.wasm');
    });
  }

  it('measures 1000 modules', async () => {
    for (let i = 0; i < 1000; i++) write(`m${i}.js`, i < 999 ? `require("./m${i + 1}")` : '');
    write('a.js', 'for (let i = 999; i >= 0; i--) require(`./m${i}`)');
    expect(Object.keys((await load('./a.js')).tree)).to.have.length(1001);
  });

  needs('git', it)('compares a revision with the working tree, and explains the difference', async () => {
    writeAll({ 'a.js': 'require("./b")', 'b.js': '' });
    commitAll();
    const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);';
    writeAll({ 'b.js': `require("./c"); ${wait}`, 'c.js': '' });
    const { status, document } = await imported('./a.js', '--rev', 'HEAD', '--max-regression', '1%');
    const { failures, explanations, imports, gate } = document;
    expect({ status, failures }).to.deep.equal({ status: gate.outcome === 'failed' ? 3 : 0, failures: [] });
    expect(imports.map((one) => [one.name, one.modules.map(({ name }) => name)])).to.deep.equal([
      [`./a.js of HEAD (${git('rev-parse', '--short', 'HEAD').trim()})`, ['a.js', 'b.js']],
      ['./a.js of working tree (with changes)', ['a.js', 'b.js', 'c.js']],
    ]);
    expect(explanations[0][0]).to.include({ name: 'b.js', kind: 'changed' });
  });

  needs('signals', it)('prints and saves what it has measured so far at ^C', async () => {
    write('a.js', 'require("fs").appendFileSync("runs", "x");');
    const runs = () => (fs.existsSync(inFolder('runs')) ? fs.readFileSync(inFolder('runs'), 'utf8').length : 0);
    const { status, stdout } = await startedUntil(['import', './a.js', '--save', 'r.json', '-t', '60'],
      () => runs() > 8, (child) => child.kill('SIGINT'));
    expect(status).to.equal(130);
    expect(stdout).to.match(/^\.\/a\.js takes /m);
    expect(read('r.json').complete).to.equal(false);
  });

  it('rejects what it cannot measure', async () => {
    write('a.js', '');
    write('node_modules/@x/y/package.json', '{}');
    write('typed.mts', 'const a: number = 1;');
    if (!realHost.runsTypeScript) {
      expect(await refused('import', './typed.mts')).to.include('./typed.mts is TypeScript, which Node.js');
    }
    for (const [args, words] of [
      [[], 'import needs a file'], [['./b.js'], './b.js does not exist. Did you mean a.js?'],
      [['nope-x'], 'nope-x is not a file, and no package'], [['--new', 'x@1'], 'belong together. Add --old'],
      [['@x/y'], '@x/y is installed, but @x/y leads to no file of it. Name a file, such as @x/y/package.json'],
      [['./a.js', '--old', './nope', '--new', 'node'], './nope not found'],
      [['./a.js', './c.js', '--old', 'x@1', '--new', 'x@2'], '--old and --new expect one file, got 2'],
      [['./a.js', '--max-regression', '1%'], '--max-regression needs two modules'], [['.'], 'has no index file'],
    ]) expect(await refused('import', ...args)).to.include(words);
  });

  it('compares executables of Node.js, and saves the result, which is reported and compared again', async () => {
    writeAll({ 'a.js': 'require("./b")', 'b.js': '' });
    const { status, stdout } = await inside('import', './a.js', '--old', process.execPath, '--new', process.execPath,
      '--fork', '4', '--save', '1.json', '-o', 'r.html', '-o', 'r.csv');
    expect(status).to.equal(0);
    const { qtimeit, complete, sides, node, tests: [{ changes }] } = read('1.json');
    const label = `./a.js of ${process.execPath} (node ${process.versions.node})`;
    expect({ qtimeit, complete, node, labels: sides.map((side) => side.label), changes: changes.length }).to.deep.equal(
      { qtimeit: 'imports', complete: true, node: process.versions.node, labels: [label, label], changes: 1 });
    fs.copyFileSync(inFolder('1.json'), inFolder('2.json'));
    expect((await inside('report', '1.json', '--format', 'text')).stdout).to.equal(stdout);
    expect((await inside('report', '1.json', '--format', 'csv')).stdout.split('\n')).to.have.length(4);
    const compared = await inside('compare', '1.json', '2.json', '--json');
    const { tests, kind } = JSON.parse(compared.stdout);
    expect({ status: compared.status, kind, names: tests.map(({ name }) => name) })
      .to.deep.equal({ status: 0, kind: 'saved', names: [label] });
    const results = path.join(__dirname, '..', 'fixtures', 'documents', 'results.json');
    expect(await refused('compare', '1.json', results)).to.match(/1\.json contains imports, but .* results of a run/);
    expect(await refused('merge', '1.json', '2.json')).to.include('1.json contains imports; expected');
  });
});
