'use strict';

/*
 * Suites that break their process or run under Node.js options. Fast faults are in bench-faults.test.js.
 */

const fs = require('fs');
const { expect } = require('chai');
const { run, expectMeasured } = require('../helpers/bench-script');
const { scratchFolder } = require('../helpers/scratch');
const { withoutPerf } = require('../helpers/without-perf');

withoutPerf();

describe('a suite under Node.js options', () => {
  const scratch = scratchFolder();
  const script =
    'timeit.bench({ a: good, b: (callback) => callback(), c: async () => work(10), empty() {} }, short, (error, ' +
      'rows) => tell(rows));';
  it('is measured with --jitless', () => {
    const done = run(script, { flags: ['--jitless', '--no-warnings'] });
    // Node.js warns about --jitless itself.
    expectMeasured({ ...done, stderr: done.stderr.replace(/^Warning: disabling flag .*\r?\n/m, '') },
      ['a', 'b', 'c', 'empty']);
    for (const { cycles } of done.rows) expect(cycles).to.equal(null);
  });

  const strict = ['--disallow-code-generation-from-strings', '--frozen-intrinsics', '--unhandled-rejections=strict',
      '--no-warnings'];
  it(`is measured with coverage, ${strict.join(' ')}`, () => {
    const folder = scratch('coverage');
    expectMeasured(run(script, { flags: strict, env: { NODE_V8_COVERAGE: folder } }), ['a', 'b', 'c', 'empty']);
    expect(fs.readdirSync(folder)).to.have.length(1);
  });
});

describe('a test that breaks the globals of its process', () => {
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
    'methods of strings and patterns': 'for (const name of ["replace", "slice", "padEnd", "padStart", "split", ' +
      '"repeat", "charCodeAt"]) String.prototype[name] = () => "x"; RegExp.prototype.exec = () => null; ' +
      'RegExp.prototype.test = () => true; Number.prototype.toFixed = () => "7"',
    'output streams': 'process.stdout.write = () => true; require("events").prototype.emit = () => false; ' +
      'require("stream").Writable.prototype.write = () => true',
    'calls of functions': `for (const name of ['call', 'apply', 'bind']) Function.prototype[name] = ${nothing}; ` +
      `Reflect.apply = ${nothing}`,
    'patterns, and a getter on all objects': `RegExp.prototype.exec = ${nothing}; Object.defineProperty(` +
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
    'of asynchronous tests': (spoil) =>
      `const suite = { good, spoils(callback) { ${spoil} callback(); }, slower: async () => work(1000),
        empty: { kind: 'callback', fn: (callback) => callback() } };
      timeit.bench(suite, ${settings}, (error, rows) => tell(rows));`,
  };
  // Combined, because starting a process takes longer than measuring, but such that they do not undo each other.
  const together = [
    ['of synchronous tests', ['the methods of arrays', 'the clocks', 'console', 'objects', 'process']],
    ['of synchronous tests', ['all of Math', 'timers', 'promises', 'JSON, strings and numbers', 'Map and Set']],
    ['of asynchronous tests', ['the methods of arrays', 'timers', 'the clocks', 'promises', 'objects']],
    ['of synchronous tests', ['methods of strings and patterns', 'output streams', 'the globals themselves']],
    ['of synchronous tests', ['calls of functions', 'patterns, and a getter on all objects', 'process itself']],
    ['of asynchronous tests', ['methods of strings and patterns', 'output streams']],
  ];
  for (const [kind, ways] of together) {
    const check = (some) => {
      const done =
        run(`let n = 0; ${suites[kind](`if (n++ === 0) { ${some.map((what) => broken[what]).join('; ')}; }`)}`);
      expectMeasured(done, names);
      expect(done.lines.slice(0, 5).map((line) => line.split(' ')[0])).to.deep.equal(['name', ...names]);
    };
    it(`has a row, like all other tests, in a suite ${kind}: ${ways.join(', ')}`, () => {
      try {
        check(ways);
      } catch (error) {
        // Find out which one failed.
        for (const what of ways) check([what]);
        throw error;
      }
    });
  }

  it('ends the suite if generators fail: earlier rows are printed, then the error', () => {
    const steps = 'Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next';
    const done = run(`timeit.bench({ good: { fn: good, teardown() { ${steps} = ${nothing}; } }, longer }, short);`);
    expect(done.status).to.equal(1);
    expect(done.lines.slice(0, 3).map((line) => line.split(' ')[0])).to.deep.equal(['name', 'good', 'longer']);
    expect(done.lines[1]).to.match(/ [\d.]+ [num]?s |too noisy to tell/);
    expect(done.stderr).to.include('Error: broken');
  });
});
