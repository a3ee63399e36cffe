'use strict';

/*
 * Failures that need a separate process: how it ends, and tests that break built-ins. More are in processes/faults.js.
 */

const { spawn, spawnSync } = require('child_process');
const { expect } = require('chai');
const { environment, run, expectCleanRun, ROOT } = require('./helpers/timeit-script');

describe('a test that never ends', () => {
  // All in one process; the first one has ended when the second begins.
  const endless = [
    ['calls back', 'timeit(10, function ended(callback) { callback(); }, () => {});', null],
    ['never calls back', 'timeit(10, function reader(callback) {}, () => {});', '"reader" never called back'],
    ['never calls back, under the words of its message', 'timeit(10, (callback) => {}, "reads a file", () => {});',
      '"reads a file" never called back'],
    ['calls back at first',
      'let a = 0; timeit(1e6, function first(callback) { if (a++ < 5000) callback(); }, () => {});',
      '"first" never called back'],
    ['calls back later at first',
      'let b = 0; timeit(10, function later(callback) { if (b++ < 5) setImmediate(callback); }, () => {});',
      '"later" never called back'],
    ['never settles its promise', 'timeit(10, function promise() { return new Promise(() => {}); });',
      '"promise" never settled its promise'],
    ['settles its promise at first',
      'let c = 0; timeit(1e6, async function settles() { if (c++ > 500) await new Promise(() => {}); });',
      '"settles" never settled its promise'],
    ['returns a thenable that never settles', 'timeit(10, function thenable() { return { then() {} }; });',
      '"thenable" never settled its promise'],
  ];
  let together;
  before(() => { together = run(endless.map(([, script]) => script).join('\n')); });

  for (const [name, , words] of endless.filter((one) => one[2])) {
    it(`${name}: is named`, () => {
      const lines = together.stderr.split('\n').filter((line) => line.includes(` the test ${words}. `));
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/^qtimeit: the process is ending: the test .+\. .+$/);
    });
  }

  it('makes the exit code 1, and a test that has ended is not named', () => {
    expect(together.stderr.split('\n')).to.have.length(endless.length);
    expectCleanRun({ ...together, stderr: '', status: 0 });
    expect(together.status).to.equal(1);
  });

  const exits = [
    ['ends the process with exit code 0', 'timeit(10, function reader() { process.exit(0); });',
      '"reader" is still running'],
    ['ends the process in a later call',
      'let n = 0; timeit(1e6, function reader() { if (n++ > 500) process.exit(); });', '"reader" is still running'],
    ['ends the process before it calls back', 'timeit(10, function reader(callback) { process.exit(0); }, () => {});',
      '"reader" never called back'],
  ];
  for (const [name, script, words] of exits) {
    it(`${name}: is named, and the exit code is 1`, () => {
      const child = run(script);
      expect(child.stderr).to.match(/^qtimeit: the process is ending: the test .+\. .+\n$/)
        .and.include(` the test ${words}. `);
      expect(child.status).to.equal(1);
      expect(child.stdout).to.equal('');
    });
  }

  it('does not hide the exit code of another failure', () => {
    const child = run('timeit(10, function reader() { process.exit(3); });');
    expect(child.status).to.equal(3);
    expect(child.stderr).to.include('"reader" is still running');
    const uncaught =
      run('timeit(10, function reader(callback) { setTimeout(() => { throw new Error("mine"); }, 1); }, (error) => ' +
        '{ throw error; });');
    expect(uncaught.status).to.equal(1);
    expect(uncaught.stderr).to.include('Error: mine').and.match(/timeit: { test: '"reader"', calls: '1' }/);
  });

  it('is named if a module waits for it', () => {
    const child = spawnSync(process.execPath, ['--input-type=module', '-e',
      'import { createRequire } from "module"; const timeit = createRequire(process.cwd() + "/x.js")("./qtimeit.js");' +
      'await timeit(10, async function reader() { await new Promise(() => {}); });'],
    { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect(child.stderr).to.include('"reader" never settled its promise');
    expect(child.status).to.be.above(0);
  });

  it('is not named after it has ended', () => {
    const child = run(`timeit(10, () => Promise.reject(new Error("mine"))).catch((error) => {
      console.log(error.message);
      timeit(10, () => {});
      timeit(10, (callback) => setImmediate(callback), (error) => { process.exit(error ? 5 : 0); });
    });`, '--unhandled-rejections=strict');
    expect(child.lines.shift()).to.equal('mine');
    expectCleanRun(child, 2);
  });
});

describe('a test that throws', () => {
  it('ends the process with its error and its place, if the error is uncaught', () => {
    const child = run('timeit(10, function reader() { throw new TypeError("mine"); });');
    expect(child.status).to.equal(1);
    expect(child.stderr).to.include('TypeError: mine').and.match(/timeit: { test: '"reader"', calls: '1' }/);
    expect(child.stderr).to.not.include('the process ends');
  });

  it('rejects once, without a rejection of the library', () => {
    const child = run('timeit(10, async function reader() { throw new TypeError("mine"); });');
    expect(child.status).to.equal(1);
    expect(child.stderr.match(/TypeError: mine/g)).to.have.length(1);
  });

  it('lets an error in the last callback end the process', () => {
    const child = run('timeit(10, (callback) => callback(), () => { throw new Error("in the last callback"); });');
    expect(child.status).to.equal(1);
    expect(child.stderr).to.include('Error: in the last callback').and.not.include('the process ends');
  });
});

describe('an answer that comes late', () => {
  it('causes one warning per test, and changes no result', () => {
    const child = run(`let ends = 0;
      const late = [];
      const answer = () => { while (late.length) late.pop()(); };
      timeit(5, function reader(callback) { callback(); late.push(callback); }, (error, count) => {
        ends++;
        console.log(error, count, ends);
        answer();
        for (const name of ['a', 'b', 'a']) {
          const own = [];
          timeit(3, (callback) => { callback(); own.push(callback); }, name, () => { while (own.length) own.pop()(); });
        }
      });`);
    expect(child.status).to.equal(0);
    expect(child.stdout).to.match(/^5 loops in .*\nnull 5 1\na 3 loops in .*\nb 3 loops in .*\na 3 loops in .*\n$/);
    expect(child.stderr.match(/the test "reader" called back after its run had ended/g)).to.have.length(1);
    expect(child.stderr.match(/called back after its run had ended/g)).to.have.length(3);
    expect(child.stderr).to.include('QTIMEIT_LATE');
  });
});

describe('a test that breaks its surroundings', () => {
  const nothing = '() => { throw new Error("broken"); }';
  const broken = {
    'all of Math': 'for (const key of Object.getOwnPropertyNames(Math)) { try { Math[key] = () => NaN; } catch (_) ' +
      '{} }',
    'Math itself': 'globalThis.Math = null',
    'process.hrtime': 'process.hrtime = () => [0, 0]; process.hrtime.bigint = () => 0n',
    'process.cpuUsage and memoryUsage': `process.cpuUsage = process.memoryUsage = ${nothing}`,
    'Date': `Date.now = () => 0; globalThis.Date = ${nothing}`,
    'performance': 'performance.now = () => 0',
    'console': `console.log = console.error = console.warn = ${nothing}`,
    // Without pop: node itself cannot do without.
    'the methods of arrays': `for (const name of ['push', 'map', 'forEach', 'filter', 'reduce', 'includes', ` +
      `'indexOf', 'join', 'sort', 'slice', 'splice', 'concat', 'some', 'every', 'find']) Array.prototype[name] = ` +
      `${nothing}`,
    'how arrays are walked': `Array.prototype[Symbol.iterator] = ${nothing}`,
    'the methods of typed arrays': `for (const name of ['sort', 'map', 'slice', 'set']) ` +
      `Object.getPrototypeOf(Float64Array.prototype)[name] = Float64Array.prototype[name] = ${nothing}`,
    'Set and Map': `for (const kind of [Set, Map]) for (const name of ['has', 'get', 'set', 'add', 'forEach', ` +
      `'delete']) if (kind.prototype[name]) kind.prototype[name] = ${nothing}`,
    'Number and isNaN': 'Number.isFinite = Number.isInteger = Number.isNaN = globalThis.isNaN = ' +
      `globalThis.isFinite = ${nothing}`,
    'Object': `Object.keys = Object.assign = Object.entries = Object.defineProperty = ${nothing}`,
    'what every object inherits': 'Object.prototype.evil = 1',
    'timers': `globalThis.setTimeout = globalThis.setInterval = globalThis.clearTimeout = ${nothing}`,
    'setImmediate': 'globalThis.setImmediate = () => {}',
    // Without process.nextTick: the streams of Node 18 cannot do without.
    'queueMicrotask': `globalThis.queueMicrotask = ${nothing}`,
    'Promise': `Promise.resolve = Promise.all = ${nothing}`,
    'JSON and String': `JSON.stringify = ${nothing}; globalThis.String = ${nothing}`,
    'Symbol.toStringTag of all': 'Object.defineProperty(Object.prototype, Symbol.toStringTag, { get() { return ' +
      '"Broken"; }, configurable: true })',
  };

  // The first run is broken at its first call, and later runs use the state that it has left. Each kind is the
  // first for a quarter of the ways.
  const kinds = (spoil) => [
    `timeit(50000, () => { ${spoil} x = [n]; }, 'sync');`,
    `timeit(0.01, () => { ${spoil} x = [n]; }, 'sync, in seconds');`,
    `await new Promise((resolve) => timeit(5000, (callback) => { ${spoil} x = [n]; callback(); }, 'callback', ` +
      'resolve));',
    `await timeit(500, async () => { ${spoil} x = [n]; }, 'promise');`,
  ];
  // Node cannot open its standard output without walking an array.
  const together = (runs) => `process.stdout; let n = 0, x; (async () => { ${runs.join('\n')} })();`;
  const spoiledBy = (ways) => kinds(`if (n++ === 0) { ${ways.map((what) => broken[what]).join('; ')}; }`);
  // timeit() throws their errors if it is called while they are broken.
  const onlyWithin = ['Number and isNaN'];
  const lasting = Object.keys(broken).filter((what) => !onlyWithin.includes(what));

  // One process for five ways that do not undo each other, because its start takes longer than its measurement.
  for (const turn of [0, 1, 2, 3]) {
    const ways = lasting.filter((what) => Object.keys(broken).indexOf(what) % 4 === turn);
    const check = (some) => {
      const runs = spoiledBy(some);
      expectCleanRun(run(together([...runs.slice(turn), ...runs.slice(0, turn)])), 4);
    };
    it(`does not affect its line: ${ways.join(', ')}`, () => {
      try {
        check(ways);
      } catch (error) {
        // Which one it is.
        for (const what of ways) check([what]);
        throw error;
      }
    });
  }

  for (const what of onlyWithin) {
    it(`does not affect its line within one run: ${what}`, () => {
      // Whole again before the next one begins.
      const runs = spoiledBy([what]).map((one) => `${one} mend(); n = 0;`);
      const mend =
        'const whole = [Number, globalThis].map((owner) => [owner, Object.getOwnPropertyDescriptors(owner)]);' +
        'const mend = () => { for (const [owner, all] of whole) for (const name of ["isFinite", "isInteger", ' +
        '"isNaN"]) if (all[name]) Object.defineProperty(owner, name, all[name]); };';
      expectCleanRun(run(mend + together(runs)), 4);
    });
  }

  it('that fakes timers before the first run is still called back', () => {
    expectCleanRun(run('globalThis.setImmediate = () => {}; timeit(50, (callback) => callback(), () => {});'));
  });
});

describe('the end of a process', () => {
  it('prints no error if the reader has closed the pipe', async () => {
    const script =
      'const timeit = require("./qtimeit.js"); for (let i = 0; i < 3000; i++) timeit.reportit(null, 1000, 1, 1, ' +
        '"line " + i); timeit(3, () => {});';
    const child = spawn(process.execPath, ['-e', script], { cwd: ROOT, env: environment(), timeout: 60000 });
    const printed = { stdout: '', stderr: '' };
    child.stderr.on('data', (text) => { printed.stderr += text; });
    child.stdout.once('data', (text) => {
      printed.stdout = String(text).split('\n')[0];
      child.stdout.destroy();
    });
    const status = await new Promise((resolve) => { child.on('close', resolve); });
    expect({ status, ...printed }).to.deep.equal({
      status: 0, stderr: '',
      stdout: 'line 0 1000 loops in 1.0000 of 1.00 sec: 1000.00 / sec, 1.000000 ms each = 1 ms',
    });
  });

  it('is not delayed by qtimeit', () => {
    expectCleanRun(run('timeit(10, () => {}); timeit.fptime();'));
  });
});
