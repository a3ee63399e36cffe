'use strict';

/* qtimeit import with real processes, and with modules that end or break them. */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const path = require('path');
const { pathToFileURL } = require('url');
const { git } = require('../helpers/git-folder');
const { useFolder, inFolder, qtimeit, read, write } = require('../helpers/cli');
const { needs } = require('../helpers/needs');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const TSX = pathToFileURL(path.join(__dirname, '..', 'fixtures', 'tsx', 'loader.mjs')).href;
const FEW = ['--fork', '4', '--json'];
const [MAJOR] = process.versions.node.split('.').map(Number);

/** The document and the exit code of qtimeit import for these files */
function imported(args, { env = {}, files = {} } = {}) {
  for (const [name, text] of Object.entries(files)) write(name, text);
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, 'import', ...FEW, ...args],
    { cwd: inFolder(), encoding: 'utf8', env: { ...process.env, ...env } });
  return { status, document: JSON.parse(stdout) };
}

/** name -> [format, name of the module that loaded it first], of the only import */
function treeOf({ imports: [{ modules }] }) {
  const nameOf = (key) => (modules.find((one) => one.key === key) || {}).name;
  return Object.fromEntries(modules.map(({ name, format, by }) => [name, [format, nameOf(by)]]));
}

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
const [DIE, LOOP] = ['process.kill(process.pid, "SIGKILL")', 'for (;;);'];
const CIRCLE = { 'b.js': 'exports.x = 1; require("./c"); exports.y = 2;', 'c.js': 'exports.z = require("./b").x;' };

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
  ['never settles', { ...ENDLESS, 'c.mjs': 'await new Promise(() => {})' }, /await never settles.*begun: c\.mjs$/],
  ['waits for ever', { ...ENDLESS, 'c.mjs': 'await new Promise(() => setInterval(() => {}, 9))' },
    /not loaded after 2 s.*begun: c\.mjs$/, 124],
  ['never ends', { 'a.js': 'require("./b")', 'b.js': LOOP }, /not loaded after 2 s.*begun: a\.js, b\.js$/, 124],
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

describe('qtimeit import', () => {
  useFolder();

  it('shows the modules of all formats, and leaves lines and strict mode as they are', () => {
    const { document } = imported(['./a.mjs'], { files: MIXED });
    expect(document.failures).to.deep.equal([]);
    expect(treeOf(document)).to.deep.equal({
      'a.mjs': ['module', undefined], 'c.cjs': ['commonjs', 'a.mjs'], 'd.mjs': ['module', 'a.mjs'],
      'e.cjs': ['commonjs', 'c.cjs'], 'j.json': ['json', 'a.mjs'], 'node:zlib': ['builtin', 'a.mjs'],
    });
    const [{ ms, modules, linkMs, otherMs, values, treeProcesses, slowdown }] = document.imports;
    expect([values.length, treeProcesses]).to.deep.equal([4, 2]);
    // With two processes, medians are means.
    const sum = modules.reduce((all, { ownMs }) => all + ownMs, linkMs + otherMs);
    expect(sum).to.be.closeTo(ms, 1e-6 * ms);
    expect(slowdown).to.be.above(0);
  });

  for (const [what, files, message, code = 1] of BROKEN) {
    it(`reports a module that ${what}`, () => {
      const [first] = Object.keys(files);
      const { status, document } = imported([`./${first}`, ...(code === 124 ? ['--timeout', '2'] : [])], { files });
      expect(document.failures[0].error.message).to.match(message);
      expect(status).to.equal(code);
    });
  }

  needs('signals', it)('reports a module that kills its process', () => {
    const { document } = imported(['./a.js'], { files: { 'a.js': DIE } });
    const [{ error: { code, message } }] = document.failures;
    expect({ code, message }).to.deep.equal({
      code: 'killed',
      message: 'its process was ended by SIGKILL before it was loaded. Modules that had begun: a.js',
    });
  });

  for (const [what, files, modules] of FINE) {
    it(`measures a module that ${what}`, () => {
      const { status, document } = imported([`./${Object.keys(files)[0]}`], { files });
      expect(document.failures).to.deep.equal([]);
      expect({ status, modules: Object.keys(treeOf(document)) }).to.deep.equal({ status: 0, modules });
    });
  }

  it('reports files that are evaluated twice, because require.cache is deleted', () => {
    const forget = 'for (const key of Object.keys(require.cache)) delete require.cache[key]';
    const { document } = imported(['./a.js'], { files: {
      'a.js': `require("./b"); ${forget}; require("./b")`, ...CIRCLE,
    } });
    const found = document.imports[0].repeated.map(({ name, runs }) => [name, runs]);
    expect(found).to.deep.equal([['b.js', 2], ['c.js', 2]]);
  });

  it('loads a package as a file of the current folder does', () => {
    const files = {
      'node_modules/p/package.json': '{"version":"1.2.3","exports":{"import":"./i.mjs","require":"./r.cjs"}}',
      'node_modules/p/i.mjs': '', 'node_modules/p/r.cjs': '',
    };
    expect(treeOf(imported(['p'], { files }).document)).to.have.all.keys('p/r.cjs');
    write('package.json', '{"type":"module"}');
    const { document } = imported(['p']);
    expect(treeOf(document)).to.have.all.keys('p/i.mjs');
    expect(document.imports[0].packages[0]).to.include({ name: 'p', version: '1.2.3', modules: 1 });
  });

  it('loads the export of a package for the conditions of the process', () => {
    const files = {
      'node_modules/p/package.json': '{"exports":{"./x":{"development":"./d.js","default":"./x.js"}}}',
      'node_modules/p/d.js': '', 'node_modules/p/x.js': '',
    };
    expect(treeOf(imported(['p/x'], { files }).document)).to.have.all.keys('p/x.js');
    const env = { NODE_OPTIONS: '--conditions=development' };
    expect(treeOf(imported(['p/x'], { env }).document)).to.have.all.keys('p/d.js');
    const { document: { failures: [{ error: { message } }] } } = imported(['p']);
    expect(message).to.match(/No "exports" main defined in .*package\.json$/);
  });

  it('shows addons', () => {
    const files = {
      'fake.js': 'require("module")._extensions[".node"] = (module) => { module.exports = 1; };',
      'a.mjs': 'import "./a.cjs"', 'a.cjs': 'if (require("./b.node") !== 1) throw 1;', 'b.node': '',
    };
    const { document } = imported(['./a.mjs'], { files, env: { NODE_OPTIONS: '--require ./fake.js' } });
    expect(document.failures).to.deep.equal([]);
    expect(treeOf(document)).to.deep.include({ 'b.node': ['addon', 'a.cjs'] });
  });

  it('measures with the loader of a user', () => {
    const { document } = imported(['./a.ts'], {
      env: { NODE_OPTIONS: `--import ${TSX}` }, files: { 'a.ts': 'const a: number = 1; module.exports = a;\n' },
    });
    expect(document.failures).to.deep.equal([]);
    expect(treeOf(document)).to.deep.equal({ 'a.ts': ['typescript', undefined] });
  });

  if (MAJOR >= 24) {
    it('measures Wasm', () => {
      write('a.mjs', 'import "./w.wasm"');
      write('w.wasm', '\0asm\x01\0\0\0');
      expect(treeOf(imported(['./a.mjs']).document)).to.include.keys('w.wasm');
    });
  }

  it('measures 2000 modules', () => {
    for (let i = 0; i < 2000; i++) write(`m${i}.js`, i < 1999 ? `require("./m${i + 1}")` : '');
    write('a.js', 'for (let i = 1999; i >= 0; i--) require(`./m${i}`)');
    const { document } = imported(['./a.js']);
    expect(document.imports[0].modules).to.have.length(2001);
  });

  it('compares modules, and names the one that explains the difference', () => {
    const wait = 'for (const end = performance.now() + 300; performance.now() < end;);';
    const { status, document } = imported(['./old/a.js', './new/a.js', '--max-regression', '1%'], { files: {
      'old/a.js': 'require("./b")', 'old/b.js': '', 'new/a.js': 'require("./b")', 'new/b.js': wait,
    } });
    expect(document.explanations[0][0]).to.include({ name: 'new/b.js', kind: 'changed' });
    expect(status).to.equal(document.gate.outcome === 'failed' ? 3 : 0);
  });

  needs('git', it)('compares a revision with the working tree', () => {
    write('a.js', 'require("./b")');
    write('b.js', '');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    write('b.js', 'require("./c")');
    const { status, document } = imported(['./a.js', '--rev', 'HEAD'], { files: { 'c.js': '' } });
    expect({ status, failures: document.failures }).to.deep.equal({ status: 0, failures: [] });
    expect(document.imports.map((one) => [one.name, one.modules.map(({ name }) => name)])).to.deep.equal([
      [`./a.js of HEAD (${git('rev-parse', '--short', 'HEAD').trim()})`, ['a.js', 'b.js']],
      ['./a.js of working tree (with changes)', ['a.js', 'b.js', 'c.js']],
    ]);
  });

  it('rejects what it cannot measure', () => {
    write('a.js', '');
    write('node_modules/@x/y/package.json', '{}');
    for (const [args, words] of [
      [[], 'import needs a file'], [['./b.js'], './b.js does not exist. Did you mean a.js?'],
      [['nope-x'], 'nope-x is not a file, and no package'], [['--new', 'x@1'], 'belong together. Add --old'],
      [['@x/y'], '@x/y is installed, but @x/y leads to no file of it. Name a file, such as @x/y/package.json'],
      [['./a.js', '--old', './nope', '--new', 'node'], './nope not found'],
      [['./a.js', './c.js', '--old', 'x@1', '--new', 'x@2'], '--old and --new expect one file, got 2'],
      [['./a.js', '--max-regression', '1%'], '--max-regression needs two modules'], [['.'], 'has no index file'],
    ]) {
      const { status, stderr } = qtimeit('import', ...args);
      expect({ status, stderr }).to.deep.include({ status: 2 });
      expect(stderr).to.include(words);
    }
  });

  it('writes a file', () => {
    write('a.js', '');
    const { status, stdout } = qtimeit('import', './a.js', '--fork', '4', '-o', 'r.json', '-o', 'r.html');
    expect({ status, first: stdout.split('\n')[0] }).to.include({ status: 0 });
    expect(stdout).to.match(/^\.\/a\.js takes .* to load: 1 module\n/);
    expect(read('r.json')).to.include({ qtimeit: 'imports', complete: true });
  });

  it('saves a result, which is reported and compared with another one', () => {
    write('a.js', 'require("./b")');
    write('b.js', '');
    for (const name of ['1.json', '2.json']) qtimeit('import', './a.js', './b.js', '--fork', '4', '--save', name);
    const shown = (format) => qtimeit('report', '1.json', '--format', format).stdout;
    expect(shown('text')).to.match(/^\.\/a\.js takes .* to load: 2 modules\n/m);
    expect(shown('csv').split('\n')).to.have.length(4);
    const { status, stdout } = qtimeit('compare', '1.json', '2.json', '--json');
    const { tests, kind } = JSON.parse(stdout);
    expect({ status, kind, names: tests.map(({ name }) => name) })
      .to.deep.equal({ status: 0, kind: 'saved', names: ['./a.js', './b.js'] });
    write('suite.js', 'exports.f = () => {}');
    qtimeit('run', 'suite.js', '--time', '0.01', '--fork', '0', '--save', 'run.json');
    expect(qtimeit('compare', '1.json', 'run.json').stderr)
      .to.include('1.json contains imports, but run.json contains results of a run');
    expect(qtimeit('merge', '1.json', '2.json').stderr).to.include('1.json contains imports; expected');
  }).timeout(240e3);

  it('compares executables of Node.js', () => {
    const { document: { sides, node, tests } } = imported(
      ['./a.js', '--old', process.execPath, '--new', process.execPath], { files: { 'a.js': '' } });
    const label = `./a.js of ${process.execPath} (node ${process.versions.node})`;
    expect({ node, labels: sides.map((side) => side.label) })
      .to.deep.equal({ node: process.versions.node, labels: [label, label] });
    expect(tests[0].changes).to.have.length(1);
  });
});
