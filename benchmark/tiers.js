'use strict';

/*
 * Checks that tests with a tier run in it:
 *
 *   node tiers.js [TEST...]     all by default
 *
 * For each test and tier, it prints ns per call, and the tiers that V8 reports for the function and for its loops, in
 * the measuring process. Exits with 1 if one runs in another tier.
 */

const { execFileSync } = require('child_process');
const { readArguments } = require('./arguments');
const engine = require('../lib/base/engine/here');
const heap = require('../lib/base/engine/v8-heap');
const { TIERS, tierFlags, createTierWatch } = require('../lib/core/measure/tiers');

const list = [3, 1, 2];
const point = { x: 1, y: 2 };
const long = Array.from({ length: 1000 }, (_, i) => i);
const kept = { value: 0 };

const add = (a, b) => a + b;

// More bytecode than V8 inlines.
const large =
  new Function('kept', `return () => { let s = kept.value | 0; ${'s = (s * 31 + 7) | 0; '.repeat(300)} kept.value ` +
    '= s; };')(kept);

const TESTS = {
  add: { fn: () => { kept.value = add(point.x, point.y); } },
  steps: { fn: () => { let s = 0; for (let i = 0; i < 10; i++) s += i; kept.value = s; } },
  sum: { fn: () => { let s = 0; for (let i = 0; i < long.length; i++) s += long[i]; kept.value = s; } },
  sort: { fn: () => { kept.value = list.slice().sort((a, b) => a - b); } },
  large: { fn: large },
  'JSON.parse': { fn: () => { kept.value = JSON.parse('{"a":1}'); } },
  parameters: { fn: ({ size }) => { kept.value = size * 2; }, given: Object.freeze({ size: 10 }) },
  each: { fn: (input) => { kept.value = input.length; }, each: () => [1] },
  callback: { fn: (callback) => { kept.value = point.x; callback(); }, takesCallback: true },
  promise: { fn: async () => { kept.value = point.x; } },
};

/** Measures one test in this process, like a forked process of bench. */
function child(name, tier) {
  const { clock, calibration } = require('../lib/composition');
  const { createWatchdog, runSteps } = require('../lib/core/measure/run-steps');
  const { collectSources } = require('../lib/core/estimate/test-rows');
  const { measureSuite } = require('../lib/core/measure/measure-suite');
  const { summarizeSuite } = require('../lib/core/estimate/suite-summary');

  const test =
    { name, kind: null, takesCallback: false, setup: null, teardown: null, each: null, ops: null, bytes: null,
      items: null, timeoutSeconds: null, ...TESTS[name] };
  const plan =
    { timeGoal: 0.3, opsPerTest: 1, margin: 0.002, twin: false, inline: true, order: 'given', asynchronous: true };
  const state = { tests: [test], plan, members: [], current: null };
  const watchdog = createWatchdog(clock);
  const { isMarked, isNative, tierOf } = engine.natives();
  const watched = createTierWatch(tier, test.fn);
  runSteps(
    measureSuite(state, { clock, heap, calibration: calibration(), watchdog, late() {} }, {
    enough: () => false,
    between() { if (state.members[0].measured) watched.check(state.members[0].task); },
    * warmed({ task }, calls) {
      yield* watched.force(task, calls);
      watched.check(task);
    },
  }), () => {
    watchdog.dispose();
    const [row] = summarizeSuite(collectSources(state, null), plan);
    const found = isNative(test.fn) ? 'native' : tierOf(test.fn);
    const isInlined = tier === 'optimized' && found !== 'optimized' && isMarked(test.fn);
    const own = isInlined ? 'inlined' : found;
    const loops = state.members[0].task.codes().map(tierOf);
    const warnings = [];
    watched.warn(warnings);
    console.log(JSON.stringify({ ns: row.nsPerCall, error: row.error, own, loops, warnings }));
  });
}

function main() {
  const { names } = readArguments({}, Object.keys(TESTS));
  console.log(`node ${process.version}, V8 ${process.versions.v8}`);
  for (const tier of TIERS) console.log(`${tier}: ${tierFlags(tier, process.versions.v8).join(' ')}`);
  console.log('\ntest         tier                 ns  test         loops');
  for (const name of names.length ? names : Object.keys(TESTS)) {
    for (const tier of TIERS) {
      const text =
        execFileSync(process.execPath, [...tierFlags(tier, process.versions.v8), __filename, '--child', name, tier],
          { encoding: 'utf8' });
      const { ns, error, own, loops, warnings } = JSON.parse(text.trim().split('\n').pop());
      if (error || warnings.length > 0) process.exitCode = 1;
      const found = error ? error.message : warnings.map((warning) => `not in its tier: ${warning.found}`).join();
      const line = `${name.padEnd(12)} ${tier.padEnd(12)} ${(ns || 0).toFixed(2).padStart(10)}  ` +
        `${own.padEnd(12)} ${[...new Set(loops)].join(', ')} ${found}`;
      console.log(line.trimEnd());
    }
  }
}

if (process.argv[2] === '--child') child(process.argv[3], process.argv[4]);
else main();
