'use strict';

/*
 * Suites in their own process that break it, run under options of node, or print for nobody; the quick faults are in
 * bench-faults.test.js.
 */

const fs = require('fs');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { environment, run, expectMeasured, PRELUDE, ROOT, WINDOWS } = require('../helpers/bench-script');
const { scratchFolder } = require('../helpers/scratch');
const { withoutPerf } = require('../helpers/without-perf');

withoutPerf();

describe('a suite under options of node', () => {
  const scratch = scratchFolder();
  const script =
    'timeit.bench({ a: good, b: (callback) => callback(), c: async () => work(10), empty() {} }, short, (error, ' +
      'rows) => tell(rows));';
  it('is measured: --jitless', () => {
    const done = run(script, { flags: ['--jitless', '--no-warnings'] });
    // What node says of --jitless itself.
    expectMeasured({ ...done, stderr: done.stderr.replace(/^Warning: disabling flag .*\n/m, '') },
      ['a', 'b', 'c', 'empty']);
    for (const { cycles } of done.rows) expect(cycles).to.equal(null);
  });

  const strict = ['--disallow-code-generation-from-strings', '--frozen-intrinsics', '--unhandled-rejections=strict',
      '--no-warnings'];
  it(`is measured: coverage, ${strict.join(' ')}`, () => {
    const folder = scratch('coverage');
    expectMeasured(run(script, { flags: strict, env: { NODE_V8_COVERAGE: folder } }), ['a', 'b', 'c', 'empty']);
    expect(fs.readdirSync(folder)).to.have.length(1);
  });
});

describe('a suite whose reader has gone', () => {
  it('ends quietly, with its exit code', function () {
    if (WINDOWS) this.skip();
    const script = `${PRELUDE} for (let i = 0; i < 3000; i++) console.log('line ' + i);
      timeit.bench([good, () => { throw 1; }], short);`;
    const child = spawnSync(
      'sh', ['-c', '{ "$0" -e "$1"; echo "exit $?" >&2; } | head -1', process.execPath, script],
      { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect([child.stdout, child.stderr]).to.deep.equal(['line 0\n', 'exit 1\n']);
  });
});

describe('a test that breaks the surroundings of its suite', () => {
  const nothing = '() => { throw new Error("broken"); }';
  const broken = {
    'the methods of arrays': `for (const name of ['push', 'map', 'forEach', 'filter', 'reduce', 'includes', ` +
      `'indexOf', 'sort', 'slice', 'splice', 'concat', 'some', 'every', 'find', 'flatMap']) Array.prototype[name] ` +
      `= ${nothing}`,
    'the clocks': 'Date.now = () => 0; process.hrtime = () => [0, 0]; process.hrtime.bigint = () => 0n; ' +
      `performance.now = () => 0; process.cpuUsage = process.memoryUsage = ${nothing}`,
    'all of Math': 'for (const key of Object.getOwnPropertyNames(Math)) { try { Math[key] = () => NaN; } catch (_) ' +
      '{} }',
    'console': `console.log = console.error = console.warn = ${nothing}`,
    'timers': 'globalThis.setTimeout = globalThis.setInterval = globalThis.setImmediate = globalThis.clearTimeout ' +
      `= globalThis.clearInterval = ${nothing}`,
    'promises': `Promise.prototype.then = Promise.resolve = Promise.all = globalThis.queueMicrotask = ${nothing}`,
    'objects': `Object.prototype.evil = 1; Object.defineProperty(Object.prototype, 'fixed', { get: () => 1, ` +
      `enumerable: true }); Object.keys = Object.assign = Object.entries = ${nothing}`,
    'JSON, strings and numbers': `JSON.stringify = ${nothing}; globalThis.String = ${nothing}; Number.isFinite = ` +
      `Number.isInteger = Number.isNaN = globalThis.isNaN = globalThis.isFinite = ${nothing}`,
    'Map and Set': `for (const kind of [Set, Map]) for (const name of ['has', 'get', 'set', 'add', 'forEach', ` +
      `'delete']) if (kind.prototype[name]) kind.prototype[name] = ${nothing}`,
    'process': `process.exit = process.emitWarning = ${nothing}`,
    'what strings and patterns do': 'for (const name of ["replace", "slice", "padEnd", "padStart", "split", ' +
      '"repeat", "charCodeAt"]) String.prototype[name] = () => "x"; RegExp.prototype.exec = () => null; ' +
      'RegExp.prototype.test = () => true; Number.prototype.toFixed = () => "7"',
    'what is printed': 'process.stdout.write = () => true; require("events").prototype.emit = () => false; ' +
      'require("stream").Writable.prototype.write = () => true',
    'what calls functions': `for (const name of ['call', 'apply', 'bind']) Function.prototype[name] = ${nothing}; ` +
      `Reflect.apply = ${nothing}`,
    'patterns, and a getter of all objects': `RegExp.prototype.exec = ${nothing}; Object.defineProperty(` +
      `Object.prototype, 'then', { get: ${nothing}, configurable: true })`,
    'the globals themselves': 'globalThis.Float64Array = globalThis.Buffer = globalThis.Math = globalThis.Object = ' +
      'globalThis.Map = undefined',
    'process itself': 'globalThis.process = {}',
  };
  const settings = '{ ...short, timeGoal: 0.01, twin: true }';
  const names = ['good', 'spoils', 'slower', 'empty'];
  const suites = {
    'of synchronous tests': (spoil) =>
      `const suite = { good, spoils() { ${spoil} return work(100); }, slower: () => work(1000), empty() {} };
      tell(timeit.bench(suite, ${settings}));`,
    'of tests that end later': (spoil) =>
      `const suite = { good, spoils(callback) { ${spoil} callback(); }, slower: async () => work(1000),
        empty: { kind: 'callback', fn: (callback) => callback() } };
      timeit.bench(suite, ${settings}, (error, rows) => tell(rows));`,
  };
  // Several at once, in ways that do not undo each other: a process takes longer to start than to measure.
  const together = [
    ['of synchronous tests', ['the methods of arrays', 'the clocks', 'console', 'objects', 'process']],
    ['of synchronous tests', ['all of Math', 'timers', 'promises', 'JSON, strings and numbers', 'Map and Set']],
    ['of tests that end later', ['the methods of arrays', 'timers', 'the clocks', 'promises', 'objects']],
    ['of synchronous tests', ['what strings and patterns do', 'what is printed', 'the globals themselves']],
    ['of synchronous tests', ['what calls functions', 'patterns, and a getter of all objects', 'process itself']],
    ['of tests that end later', ['what strings and patterns do', 'what is printed']],
  ];
  for (const [kind, ways] of together) {
    const check = (some) => {
      const done =
        run(`let n = 0; ${suites[kind](`if (n++ === 0) { ${some.map((what) => broken[what]).join('; ')}; }`)}`);
      expectMeasured(done, names);
      expect(done.lines.slice(0, 5).map((line) => line.split(' ')[0])).to.deep.equal(['name', ...names]);
    };
    it(`has its row, and the others have theirs, ${kind}: ${ways.join(', ')}`, () => {
      try {
        check(ways);
      } catch (error) {
        // Which one it is.
        for (const what of ways) check([what]);
        throw error;
      }
    });
  }

  it('has ended the suite, and the rows measured before are printed, then the error', () => {
    const steps = 'Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next';
    const done = run(`timeit.bench({ good: { fn: good, teardown() { ${steps} = ${nothing}; } }, longer }, short);`);
    expect(done.status).to.equal(1);
    expect(done.lines.slice(0, 3).map((line) => line.split(' ')[0])).to.deep.equal(['name', 'good', 'longer']);
    expect(done.lines[1]).to.match(/ [num]?s /);
    expect(done.stderr).to.include('Error: broken');
  });
});
