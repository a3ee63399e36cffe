'use strict';

/*
 * Measures goals of timeit other than the errors of bodies:
 *
 *   node goals.js [ring] [seconds] [mhz] [require] [answer] [memory] [tests] [empty]     all by default
 *
 *   --short   mhz, require, answer: once, and not for as long
 */

const { execFileSync } = require('child_process');
const timeit = require('..');
const { readArguments } = require('./arguments');
const { median, nowMs, timed } = require('./truth');

const SILENT = '/* NOOUTPUT */';
const LOAD = `const timeit = require(${JSON.stringify(require.resolve('..'))});`;
const percent = (value) => `${(value * 100).toFixed(2)} %`;

const GOALS = {
  /**
   * A body that retains its objects, compared with a hand-written loop of 2 s. Each runs in a separate process: V8 may
   * decide to allocate all further objects of an allocation site in the old generation.
   */
  ring() {
    const ring = `
      const { test, loop } = new Function(\`
        var ring = new Array(65536), i = 0;
        return {
          test: function () { ring[i++ & 65535] = { v: i, w: [i] }; },
          loop: function (n) { for (let k = 0; k < n; k++) { ring[i++ & 65535] = { v: i, w: [i] }; } },
        };\`)();`;
    const byHand = `${ring}
      const { nowMs } = require(${JSON.stringify(require.resolve('./truth'))});
      const started = nowMs();
      let calls = 0;
      while (nowMs() - started < 2000) { loop(100000); calls += 100000; }
      console.log((nowMs() - started) / calls * 1e6 - 0.42);`;
    const byTimeit = `${ring}
      ${LOAD}
      console.log(JSON.stringify(timeit('2s', test, '${SILENT}')));`;
    const run = (script) => JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
    const errors = [];
    for (let i = 0; i < 5; i++) {
      const before = run(byHand);
      const { nsPerCall, nsLow, nsHigh, statistic, collections } = run(byTimeit);
      const truth = (before + run(byHand)) / 2;
      errors.push(nsPerCall / truth - 1);
      console.log(`ring buffer of 65536 objects: by hand ${truth.toFixed(2)} ns, timeit ${nsPerCall.toFixed(2)} ns ` +
        `[${nsLow.toFixed(2)}, ${nsHigh.toFixed(2)}] (${statistic}), error ${percent(errors[i])}; ` +
        `${collections.count} collections, ${percent(collections.share)} of the time, ` +
        `${collections.bytesPerCall.toFixed(0)} bytes per call`);
    }
    console.log(`median error ${percent(median(errors))}, worst of 5: ${percent(Math.max(...errors.map(Math.abs)))}`);
  },

  /** Wall-clock time compared with the goal in seconds. */
  seconds() {
    const spin = (ns) => () => {
      const end = process.hrtime.bigint() + BigInt(ns); while (process.hrtime.bigint() < end); };
    let n = 0;
    const tests =
      { '1 ns': () => { n++; }, '10 ns': () => { n = [n]; n = n[0] + 1; }, '1 us': spin(1e3), '100 us': spin(1e5),
        '1 ms': spin(1e6), '10 ms': spin(1e7) };
    for (const name of Object.keys(tests)) {
      const row = [0.1, 0.5, 2].map((seconds) => {
        const started = nowMs();
        timeit({ seconds }, tests[name], SILENT);
        return `${seconds} s ${percent((nowMs() - started) / 1000 / seconds - 1)}`;
      });
      console.log(`goal in seconds, body of ${name}: ${row.join(', ')}`);
    }
  },

  /** cpuMhz() compared with a different chain: xorshift, three steps of two cycles each. */
  mhz({ short }) {
    const chain =
      new Function('n', 'let s = 123456789; for (let i = 0; i < n; i++) { ' +
        `${'s ^= s << 13; s ^= s >>> 17; s ^= s << 5; '.repeat(16)} } return s;`);
    const independent = () => Math.max(...Array.from({ length: 15 }, () => 5000 * 96 / timed(chain, 5000) / 1000));
    for (let i = 0; i < 20; i++) independent();
    const errors = [];
    for (let i = 0; i < (short ? 1 : 20); i++) errors.push(timeit.cpuMhz() / ((independent() + independent()) / 2) - 1);
    console.log(`cpuMhz() (${timeit.cpuMhz.reading().source}) compared with an independent chain: median error ` +
      `${percent(median(errors))}, ` +
      `worst ${percent(Math.max(...errors.map(Math.abs)))} of ${errors.length}`);
  },

  /** Time of require('qtimeit') in new processes. */
  require({ short }) {
    const script =
      `const t = process.hrtime(); require(${JSON.stringify(require.resolve('..'))}); const d = process.hrtime(t); ` +
        'console.log(d[0] * 1e3 + d[1] / 1e6)';
    const times = 
      Array.from({ length: short ? 1 : 21 }, () => Number(execFileSync(process.execPath, ['-e', script])));
    console.log(`require('qtimeit'): median ${median(times).toFixed(2)} ms, worst ${Math.max(...times).toFixed(2)} ` +
      `ms of ${times.length} processes`);
  },

  /** Duration of a command with two snippets of different speed. */
  answer({ short }) {
    const program = require.resolve('../bin/qtimeit.js');
    const suites = {
      computing: ['-s', 'const a = [...Array(50).keys()]', 'a.indexOf(40)', 'a.includes(30)'],
      allocating: ['-s', 'const a = [3, 1, 2]', 'a.slice().sort()', 'a.slice()'],
    };
    for (const [name, args] of Object.entries(suites).slice(0, short ? 1 : undefined)) {
      const seconds = Array.from({ length: short ? 1 : 10 }, () => {
        const started = nowMs();
        execFileSync(process.execPath, [program, ...(short ? ['-t', '0.05', '--fork', '0'] : []), ...args]);
        return (nowMs() - started) / 1e3;
      });
      console.log(`two ${name} snippets: median ${median(seconds).toFixed(2)} s of ${seconds.length}, ` +
        `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`);
    }
  },

  /** Resident memory added by ten seconds of an empty test. */
  memory() {
    const script = `${LOAD}
      timeit(1e5, () => {}, '${SILENT}');
      const before = process.memoryUsage();
      timeit('10s', () => {}, '${SILENT}');
      const after = process.memoryUsage();
      const added = [after.rss - before.rss, after.heapUsed - before.heapUsed];
      console.log(added.map((bytes) => (bytes / 1e6).toFixed(2)).join(' '));`;
    const [rss, heap] = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim().split(' ');
    console.log(`ten seconds of an empty test add ${rss} MB resident, ${heap} MB of heap`);
  },

  /** Memory per test of a large suite, with a heap limit, and without: then V8 collects less. */
  tests() {
    const count = 20000;
    const script = `${LOAD}
      const suite = {};
      for (let i = 0; i < ${count}; i++) {
        suite['test ' + i] = new Function('let n = 0; return () => { n += ' + i + '; return n; };')();
      }
      const before = process.memoryUsage().rss;
      timeit.bench(suite, { timeGoal: 0.002, silent: true });
      console.log((process.resourceUsage().maxRSS * 1024 - before) / ${count});`;
    for (const limit of [[], ['--max-old-space-size=400']]) {
      const bytes =
        Number(execFileSync(process.execPath, [...limit, '-e', script], { encoding: 'utf8', maxBuffer: 1e9 }));
      console.log(`${count} tests ${limit[0] || 'without a heap limit'}: at most ${(bytes / 1e3).toFixed(1)} kB each`);
    }
  },

  /** Whether empty functions with different texts are recognized. */
  empty() {
    let recognized = 0;
    let most = 0;
    for (let i = 0; i < 50; i++) {
      const result = timeit('100ms', new Function(`/* empty ${i} */ return function () {};`)(), SILENT);
      if (result.warnings.some((warning) => warning.code === 'below-resolution')) recognized++;
      most = Math.max(most, result.nsPerCall);
    }
    console.log(`empty functions recognized: ${recognized} of 50, largest reading ${most.toFixed(4)} ns`);
  },
};

const { options, names } = readArguments({ short: false }, Object.keys(GOALS));
console.log(`node ${process.versions.node}`);
for (const name of Object.keys(GOALS)) if (names.length === 0 || names.includes(name)) GOALS[name](options);
