'use strict';

/*
 * Made-up Results and Comparison documents, the same in every run: common ones, and ones odd enough to break a
 * report. Each entry of `samples` returns a new one.
 */

const { createFailedRow } = require('#lib/core/estimate/row');
const { mulberry32, gaussian } = require('./random');
const { explanation } = require('./explanations');
const streams = require('./streams-rows');

const ENVIRONMENT = {
  qtimeitVersion: '1.0.0', nodeTitle: 'node', nodeVersion: '20.20.2', v8Version: '11.3.244.8-node.38',
  platform: 'linux', arch: 'x64', kernel: '6.18.44', cpu: 'Intel(R) Xeon(R) Processor @ 3.60GHz',
  cpuMhz: 3596.9654, cpuMhzSource: 'chain', cpuCount: 2, cpuUpThreshold: null, cpuScalingGovernor: null,
  clockGrainNs: 53, clockCostNs: 64.18, nodeFlags: ['--max-old-space-size=4096'],
  missing: {
    cpuUpThreshold: 'neither the ondemand nor the conservative governor is in use',
    cpuScalingGovernor: 'no frequency scaling visible (virtual machine, container or fixed clock)',
  },
  warnings: [
    { code: 'virtual-machine', hypervisor: 'kvm' }, { code: 'load', load1: 1.84, cpuCount: 2 },
    { code: 'v8-flag', flag: '--max-old-space-size=4096', effect: 'memory' },
  ],
};

const SETTINGS = {
  timeGoal: 4, opsPerTest: 1, baselineAvg: false, forkTests: 0, forks: 8, margin: 0.002, twin: true, order: 'rotating',
  inline: true, precision: false,
};

const HOSTILE = [
  '<script>alert(1)</script>', '"quoted" & \'quoted\' <b>', 'a\u202ereversed\u202c \u2066isolated',
  'bell\x07 null\x00 escape\x1b[31m red', 'שלום עולם 123', 'مرحبا (world)', 'half \ud83d pair',
  '🏳️‍🌈 👩‍👩‍👧 日本語のテスト', '', ' ', 'x'.repeat(10000), 'word '.repeat(2000),
  '</svg></title></style><img src=x onerror=alert(1)>', '${1+1} {{1+1}} %s', 'line\nbreak\ttab', '__proto__',
  'constructor',
];

/** A row as bench() returns it; `more` replaces fields. */
function row(name, more = {}) {
  const nsPerCall = more.nsPerCall === undefined ? 100 : more.nsPerCall;
  return {
    name, rank: 1000, rankLow: 1000, rankHigh: 1000, verdict: 'baseline', moreSeconds: null, margin: 0.002,
    noiseFloor: 0.0042, cycles: nsPerCall * 3.6, nsPerCall, nsLow: nsPerCall * 0.995, nsHigh: nsPerCall * 1.006,
    statistic: 'median', kind: 'sync', ops: 1, calls: 5877682, rounds: 240, processes: 0, resolutionNs: 0.11,
    overheadNs: 0.42, collections: { count: 0, share: null, bytesPerCall: null, seconds: null },
    bytesPerSecond: null, itemsPerSecond: null, warnings: [], error: null,
    results: { avg: 1e9 / nsPerCall, min: 0.9e9 / nsPerCall, max: 1.05e9 / nsPerCall, count: 5877682, elapsed: 0.59,
      runs: 0, duration: 1.02, nloops: 345746, stats: [] },
    samples: [], ...more,
  };
}

/** A row whose time per call is `ratio` times the baseline; reach: relative half-width of its interval */
function ratioed(name, ratio, reach, more) {
  const rank = 1000 / ratio;
  const verdict = ratio > 1 ? 'slower' : 'faster';
  return row(name, {
    nsPerCall: 100 * ratio, rank, rankLow: rank * (1 - reach), rankHigh: rank * (1 + reach), verdict, ...more });
}

const failedRow = (name, error) => ({
  ...createFailedRow(name, 1, {
    code: 'threw', message: 'TypeError: list.toSorted is not a function', at: 'bench/sort.js:12:7', calls: '1',
    stack: null, output: [], ...error,
  }),
  samples: [],
});

/** The fields of a test without a speed */
const withoutRate = () => ({
  rank: null, rankLow: null, rankHigh: null, results: { ...row('x').results, avg: null, min: null, max: null },
});

const tooFast = (name, more) => row(name, {
  ...withoutRate(), verdict: 'below-resolution', cycles: null, nsPerCall: 0, nsLow: null, nsHigh: null,
  warnings: [{ code: 'below-resolution', resolutionNs: 0.11 }], ...more,
});

const tooNoisy = (name) => row(name, {
  ...withoutRate(), verdict: 'too-noisy', nsPerCall: 60, nsLow: 0, nsHigh: 180,
  warnings: [{ code: 'too-noisy', resolutionNs: 90 }, { code: 'busy', rounds: 40, kept: 2 }],
});

/**
 * One sample with rounds.
 * @param {object} shape
 * @param {number} shape.n rounds, including warm-up
 * @param {number} shape.ns the usual time
 * @param {number} [shape.spread] relative standard deviation
 * @param {number} [shape.second] a second level, as a multiple of the first
 * @param {number} [shape.drift] relative change over all rounds
 * @param {number} [shape.collectEvery] rounds per garbage collection
 * @param {number} [shape.spikes] share of the rounds that are interrupted
 */
function sample(
  seed, { n, ns, spread = 0.01, second = 0, drift = 0, warmUp = 0, collectEvery = 0, spikes = 0, decimals = 3 }) {
  const uniform = mulberry32(seed);
  const normal = gaussian(uniform);
  const rounds = { warmUp, calls: [], ns: [], mhz: [], heapBytes: [] };
  for (let i = 0; i < n; i++) {
    const isCollected = collectEvery > 0 && i % collectEvery === collectEvery - 1;
    let value = ns * (1 + spread * normal()) * (1 + drift * i / n);
    if (second && uniform() < 0.35) value *= second;
    if (isCollected) value *= 1.18;
    if (i < warmUp) value *= 1 + 2.5 * Math.exp(-3 * i / warmUp);
    if (uniform() < spikes) value *= 2 + 40 * uniform() ** 4;
    rounds.calls.push(4096);
    rounds.ns.push(+value.toFixed(decimals));
    rounds.mhz.push(i % 17 === 0 ? null : 3590 + Math.round(8 * normal()));
    rounds.heapBytes.push(isCollected ? -1.5e6 : collectEvery ? 131072 : 0);
  }
  return { nsPerCall: ns, nsLow: ns * 0.998, nsHigh: ns * 1.002, cycles: ns * 3.6, calls: n * 4096, rounds };
}

const results = (suites, more) => ({
  qtimeit: 'results', schema: 1, version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', complete: true,
  command: ['run', 'bench/parse.js'], environment: ENVIRONMENT, suites, ...more,
});

const suite = (tests, more) => ({ file: 'bench/parse.js', suite: 1, settings: SETTINGS, tests, error: null, ...more });

function typicalTests() {
  return [
    row('JSON.parse of a small object', { nsPerCall: 134.2, nsLow: 132.7, nsHigh: 135.7,
        samples: [sample(1, { n: 240, ns: 134.2, spread: 0.008, warmUp: 12, spikes: 0.02 })] }),
    ratioed('the same again', 1.001, 0.0025,
      { verdict: 'same', samples: [sample(2, { n: 240, ns: 100.1, warmUp: 12 })] }),
    ratioed('copy, then sort', 1.041, 0.011, {
      statistic: 'mean', collections: { count: 85, share: 0.018255, bytesPerCall: 32.2, seconds: 0.0144 },
      warnings: [{ code: 'collections', share: 0.018255 }],
      samples: [sample(3, { n: 600, ns: 104.1, spread: 0.012, warmUp: 40, collectEvery: 25 })],
    }),
    ratioed('two levels', 1.16, 0.02, { warnings: [{ code: 'not-steady', drift: 0.071 }],
        samples: [sample(4, { n: 6000, ns: 110, spread: 0.012, second: 1.14, warmUp: 60, spikes: 0.004 })] }),
    ratioed('drifts', 0.93, 0.06, { verdict: 'unresolved', moreSeconds: 6.34,
        samples: [sample(5, { n: 1200, ns: 90, spread: 0.01, drift: 0.08, warmUp: 20 })] }),
    ratioed('only copy', 0.81, 0.016,
      { itemsPerSecond: 387987566, bytesPerSecond: 3.1e9, samples: [sample(6, { n: 6, ns: 81, spread: 0.004 })] }),
  ];
}

function forkedTests() {
  return [1, 1.02, 1.31].map((ratio, k) => {
    const samples = Array.from({ length: 8 }, (_, p) => sample(100 * k + p, {
      n: 300, ns: 100 * ratio * (1 + 0.02 * Math.sin(7 * p + k)), spread: 0.006, warmUp: 10,
      collectEvery: k === 1 ? 30 : 0,
    }));
    const more = { processes: 8, statistic: 'trimmed-mean', samples };
    return k === 0 ? row('in 8 processes', more) : ratioed(`slower by ${ratio}`, ratio, 0.012, more);
  });
}

/** The fields that the setting `memory` adds to a row. */
function memoryOf(bytesPerCall, { count = 12, share = 0.031, calls = 100000, external = 0, kept = 0 } = {}) {
  return {
    bytesPerCall, bytesLow: bytesPerCall * 0.99, bytesHigh: bytesPerCall * 1.01,
    heapBytesPerCall: bytesPerCall - external, externalBytesPerCall: external, keptBytesPerCall: kept, calls,
    collections: { count, young: count, old: 0, seconds: 0.01, share,
      callsPerCollection: count > 0 ? calls / count : null },
  };
}

const coldCacheOf = (nsPerCall, more) =>
  ({ nsPerCall, nsLow: nsPerCall * 0.95, nsHigh: nsPerCall * 1.1, samples: 200, evictedBytes: 67108864,
    resolutionNs: 20, ...more });

/** Rows with memory, processor time and cold caches. */
const measuredTests = () => [
  row('fetch',
    { nsPerCall: 6.02e6, cpuNsPerCall: 1.01e6, warnings: [{ code: 'waits', share: 0.83 }], memory: memoryOf(1120),
      coldCache: coldCacheOf(6.3e6) }),
  ratioed('decode', 0.3, 0.01, { nsPerCall: 1.9e6, cpuNsPerCall: 1.88e6,
      memory: memoryOf(31400, { count: 120, share: 0.12, external: 30000, kept: 12 }), coldCache: coldCacheOf(1.9e6) }),
  ratioed('look up', 0.2, 0.01,
    { nsPerCall: 1.2, cpuNsPerCall: null, memory: memoryOf(0.001, { count: 0, share: null }),
      coldCache: coldCacheOf(82) }),
  ratioed('add', 0.19, 0.01, { nsPerCall: 1.1, memory: null, coldCache: coldCacheOf(12) }),
  { ...tooFast('nothing'), memory: memoryOf(0, { count: 0, share: null }), coldCache: null },
  { ...failedRow('fails'), memory: null, coldCache: null },
];

const functionOf = (name, coefficientNs, error, constantNs = null) => ({ name, coefficientNs, constantNs, error });
const growthOf = (best, runnerUp, isClear = true) =>
  [{ parameter: 'size', fixed: {}, best, runnerUp, isClear, withConstant: null }];

const GROWTHS = {
  concat: { ns: (n) => 1.2 * n * Math.log2(n),
    growth: growthOf(functionOf('n log n', 1.2, 0.03), functionOf('n', 9, 0.2)) },
  join: { ns: (n) => 52 + 0.65 * n,
    growth: growthOf(functionOf('n', 0.65, 0.01, 52), functionOf('n log n', 0.2, 0.08)) },
  slice: { ns: () => 31, growth: growthOf(functionOf('1', 31, 0.01), functionOf('log n', 4, 0.3)) },
  search: { ns: (n) => 0.4 * n,
    growth: growthOf(functionOf('n', 0.4, 0.04), functionOf('n log n', 0.05, 0.05), false) },
};

/** Four tests for each combination of size and type; the first of each combination is its baseline. */
function parameterTests({ sizes = [10, 100, 1000, 10000], types = ['utf8'] } = {}) {
  return sizes.flatMap((size) => types.flatMap((type, k) => Object.entries(GROWTHS).map(([name, { ns, growth }], i) => {
    const nsPerCall = ns(size) * (1 + k);
    const more = { test: name, params: { size, type }, growth: [{ ...growth[0], fixed: { type } }], nsPerCall,
        samples: i + k === 0 ? [sample(size, { n: 40, ns: nsPerCall })] : [] };
    const text = `${name} size=${size} type="${type}"`;
    return i === 0 ? row(text, more) : ratioed(text, ns(size) / GROWTHS.concat.ns(size), 0.01, more);
  })));
}

const WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };
const CACHES = { I1: '32768,8,64', D1: '32768,8,64', LL: '8388608,16,64' };

/** Instructions of a call by function: [kind, instructions, name]. */
const profileOf = (functions, { isSplit = true, reason = null } = {}) => (
  { functions: functions.map(([kind, instructions, name]) => ({ name, kind, instructions })), isSplit, reason });

const PROFILE = profileOf([
  ['builtin', 1820.4, 'ArrayTimSort'], ['runtime', 1004, 'JsonStringifier::SerializeString'],
  ['compiled', 812.25, 'byNameAndThenByTheDayOfTheirBirth people.js:12 (optimized)'],
  ['collector', 431, 'Scavenger::ScavengeObject'], ['system', 120.5, '__memcpy_avx_unaligned_erms'],
  ['loop', 8, 'the loop around the test'], ['runtime', 610.2, ''], ['collector', 130.1, ''],
]);
const COARSE = profileOf([['compiled', 3700, 'compiled JavaScript'], ['builtin', 152, 'CallFunction']], {
  isSplit: false, reason: 'its process was killed by <SIGKILL>' });

/** Counts of a test; events: [L1 cache misses, last-level cache misses, mispredicted branches] */
function countsOf(instructions, { events = null, error = instructions * 0.0005, ...more } = {}) {
  const [l1Misses, llMisses, mispredicted] = (events || []).map((value) => ({ value, error: 0.01 }));
  const cycles = events && { value: 1.4 * instructions + 4 * events[0] + 30 * events[1] + 15 * events[2], error };
  return {
    instructions, error, loop: 8.03, slopes: [instructions + 8.03, instructions + 8.03], isProportional: true,
    events: events && { l1Misses, llMisses, mispredicted, cycles },
    calls: 300000, warmUp: 100000, processes: 8, tier: 'optimized', collects: false, isSettled: true,
    hasProcesses: false, profile: null, source: { name: 'valgrind', version: '3.19.0' },
    flags: ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'],
    ...(events && { weights: WEIGHTS, caches: CACHES }), ...more,
  };
}

/** Tests with counts: the second is slower than the first with fewer instructions; one has no time, one no counts. */
const countedTests = () => [
  row('sorted', { nsPerCall: 420, counts: countsOf(4928.7, { error: 2, events: [17.3, 0.05, 2.1], profile: PROFILE }),
    samples: [sample(90, { n: 30, ns: 420 })] }),
  ratioed('by table', 1.31, 0.01,
    { nsPerCall: 550, counts: countsOf(3844.1, { error: 1, events: [17.9, 0.06, 62.4], profile: COARSE }) }),
  ratioed('by search', 2.5, 0.01, { nsPerCall: 1050, counts: countsOf(9970.2, { error: 5, events: [31, 0.2, 44] }) }),
  tooFast('an addition', { counts: countsOf(0.998, { error: 0.005, events: [0, 0, 0] }) }),
  ratioed('in a worker', 3, 0.02, { counts: null, warnings: [{
    code: 'not-counted', reason: 'it starts worker threads, whose instructions cannot be separated' }] }),
];

/** Two tests, measured in each tier and at the first call. */
const tierTests = () => ['parse', 'scan'].flatMap((test, i) => [
  row(`${test} (interpreter)`, { test, tier: 'interpreter', nsPerCall: 2200 + i,
      ...(i ? { verdict: 'slower', rank: 800, rankLow: 790, rankHigh: 810 } : {}) }),
  ratioed(`${test} (baseline)`, 0.4, 0.01, { test, tier: 'baseline', nsPerCall: 900 + i }),
  ratioed(`${test} (optimized)`, 0.1, 0.01, { test, tier: 'optimized', nsPerCall: 210 + i,
      warnings: i ? [{ code: 'tier-not-held', tier: 'optimized', found: 'interpreter' }] : [] }),
  ratioed(`${test} (cold)`, 30, 0.1, { test, isCold: true, processes: 8, nsPerCall: 61000 + i }),
]);

/** A suite of many tests, some of which failed. */
const crowd = (count = 200) => results([suite(Array.from({ length: count }, (_, i) => {
  if (i % 40 === 39) return failedRow(`fails as number ${i}`);
  const more = { samples: [sample(700 + i, { n: 300, ns: 100 + i, warmUp: 20, collectEvery: i % 3 ? 0 : 12 })] };
  if (i === 0) return row('the first of all', more);
  const verdict = i % 4 === 1 ? 'unresolved' : i % 4 === 2 ? 'same' : i < count / 2 ? 'faster' : 'slower';
  return ratioed(`parse document number ${i}`, 0.5 + i / 200, 0.01, { verdict, ...more });
}))]);

const failures = () => [
  row('works', { samples: [sample(9, { n: 30, ns: 100 })] }),
  failedRow('throws', { stack: 'TypeError: list.toSorted is not a function\n    at sort ' +
    '(/home/me/bench/sort.js:12:7)\n    at run (/home/me/bench/sort.js:40:3)' }),
  failedRow('many lines', { message: 'AssertionError: expected\n\x1b[32m+ { a: 1 }\x1b[39m\n\x1b[31m- { a: 2 ' +
    '}\x1b[39m', code: 'called-back', at: null, calls: '768 to 1024' }),
  failedRow('<b>writes</b>', {
    code: 'killed', message: 'its process was killed by SIGSEGV', at: null, calls: null,
    output: Array.from({ length: 30 }, (_, i) => `line ${i + 1} <of> what it wrote, ${'long '.repeat(i)}`),
  }),
  failedRow('without words', { message: '', at: null, calls: null, output: [], code: '' }),
  row('left open',
    { warnings: [{ code: 'handles-left', handles: ['2 x Timeout', 'TCPSocketWrap'] }, { code: 'interrupted' },
      { code: 'disturbed', rounds: 3, lostNs: 4.1e8 }] }),
];

const side = (label, more) => ({ label, source: `${label}/`, environment: ENVIRONMENT, ...more });

const NO_CHANGE = {
  ratio: null, low: null, high: null, confidence: null, p: null, adjustedP: null, margin: 0.01, moreProcesses: null,
  moreSeconds: null, regression: false,
};

/** One test of a comparison; `ratios`: one per side, the first is 1. */
function compared(name, ratios, { unit = 'cycles', ns = 100, spread = 0.004, n = 12, seed = 1, ...more } = {}) {
  const normal = gaussian(mulberry32(seed));
  const sides = ratios.map((ratio) => {
    if (ratio === null) return null;
    const centre = ns * ratio * (unit === 'cycles' ? 3.6 : 1);
    const values = Array.from({ length: n }, () => +(centre * (1 + spread * normal())).toFixed(4));
    return { nsPerCall: ns * ratio, nsLow: ns * ratio * 0.996, nsHigh: ns * ratio * 1.004, cycles: ns * ratio * 3.6,
      processes: n, values, error: null };
  });
  const changes = ratios.slice(1).map((ratio) => {
    if (ratio === null || ratios[0] === null) return { ...NO_CHANGE, verdict: 'unmatched' };
    const verdict = Math.abs(ratio - 1) < 0.006
      ? 'same' : Math.abs(ratio - 1) < 0.012 ? 'unresolved' : ratio > 1 ? 'slower' : 'faster';
    return {
      ratio, low: ratio * (1 - 1.2 * spread), high: ratio * (1 + 1.2 * spread), confidence: 0.99,
      p: verdict === 'same' ? 0.41 : 0.00002, adjustedP: verdict === 'same' ? 0.82 : 0.00009,
      verdict, margin: 0.01, moreProcesses: verdict === 'unresolved' ? 14 : null,
      moreSeconds: verdict === 'unresolved' ? 61 : null, regression: ratio > 1.05,
    };
  });
  return { file: 'bench/parse.js', suite: 1, name, sides, unit, changes, ...more };
}

const comparison = (sides, tests, more) => ({
  qtimeit: 'comparison', schema: 1, version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', complete: true,
  command: ['compare', 'main', 'HEAD'], sides, kind: 'processes', confidence: 0.95, precision: 0.01,
  maxRegression: 0.03, differences: [], failures: [], tests, ...more,
});

function failedSide(test, i) {
  const { error } = failedRow('x', { message: 'Error: on purpose\nsecond line', at: 'bench/parse.js:3:4' });
  test.sides[i] = { nsPerCall: null, nsLow: null, nsHigh: null, cycles: null, processes: 0, values: [], error };
  test.changes[i - 1] = { ...NO_CHANGE, confidence: 0.99, verdict: 'failed' };
  return test;
}

const OTHER = { ...ENVIRONMENT, nodeVersion: '22.1.0', v8Version: '12.4.254.14-node.11', cpuMhz: 3100.5,
    cpuScalingGovernor: 'performance' };

const samples = {
  typical: () => results([suite(typicalTests())]),
  forked: () => results([suite(forkedTests(), { settings: { ...SETTINGS, forkTests: 8 } })]),
  several: () => results([
    suite(typicalTests().slice(0, 3)), suite(failures(), { suite: 2, file: 'bench/parse.js' }),
    suite([], { file: 'bench/none.js' }),
    suite([row('alone')], { file: null, settings: { ...SETTINGS, baselineAvg: 1e7 } }),
  ], { complete: false }),
  explained: () => results([suite(typicalTests(), { explanations: [explanation()] })]),
  measured: () => results([suite(measuredTests())]),
  parameters: () => results([suite(parameterTests())]),
  severalParameters: () => results([suite(parameterTests({ sizes: [2, 1e6], types: ['utf8', '<b>'] }))]),
  tiers: () => results([suite(tierTests())]),
  counted: () => results([suite(countedTests())]),
  hostile: () => results([suite(HOSTILE.map((name, i) => {
    if (i === 0) return row(name, { samples: [sample(20, { n: 30, ns: 100 })], noiseFloor: null });
    return i % 4 === 3 ? failedRow(name, { message: HOSTILE[(i + 3) % HOSTILE.length], at: name })
      : ratioed(name, 0.8 + i / 20, 0.03);
  }), { file: '<b>bench</b>/"x".js' })], { command: ['run', '<script>', 'it\'s'], savedAt: '<b>', version: '"><b>' }),
  empty: () => results([]),
  single: () => results([
      suite([row('one round', { samples: [sample(30, { n: 1, ns: 100 })], nsLow: null, nsHigh: null, rounds: 1,
        warnings: [{ code: 'too-few-samples', rounds: 1 }] })])]),
  scales: () => results([suite([
    row('under a nanosecond', { nsPerCall: 0.42, nsLow: 0.40, nsHigh: 0.44,
        samples: [sample(40, { n: 500, ns: 0.42, spread: 0.3, decimals: 2 })] }),
    ratioed('five seconds', 5e7, 0.4,
      { nsPerCall: 5.1e9, nsLow: 4.7e9, nsHigh: 5.5e9, samples: [sample(41, { n: 8, ns: 5.1e9, spread: 0.04 })] }),
    tooFast('empty'),
    ratioed('equal rounds', 12, 0, { samples: [sample(42, { n: 200, ns: 1200, spread: 0 })] }),
    ratioed('one spike', 0.01, 0.6, { samples: [sample(43, { n: 100, ns: 1, spread: 0.001 })] }),
  ])]),
  large: () => {
    const sampleOf = (i) => sample(60 + i, {
      n: 6000, ns: 100 + i, spread: 0.02, second: i % 3 ? 0 : 1.2, warmUp: 100, collectEvery: i % 2 ? 9 : 0,
      spikes: 0.01,
    });
    return results([suite(Array.from({ length: 10 }, (_, i) => ratioed(`test ${i}`, 1 + i / 100, 0.01, {
      samples: [sampleOf(i)], ...(i === 0 && { verdict: 'baseline' }) })))]);
  },
  streams: () => results([streams.streamSuite(streams.typical())], { command: ['run', 'bench/zip.js'] }),
  streamsOfAllKinds: () => results([
    streams.streamSuite(streams.objectMode()), streams.streamSuite(streams.oneSided(), { suite: 2 }),
    streams.streamSuite(streams.single(), { suite: 3, settings: { ...SETTINGS, runs: 1 } }),
    streams.streamSuite([streams.reference(), streams.inChunks('objects', 31234, 0.02)], { suite: 4 }),
    suite(typicalTests().slice(0, 2), { suite: 5 }),
  ]),
  manyStreams: () => results([streams.streamSuite(streams.many())]),
  compared: () => comparison([side('old'), side('new')], [
    compared('parse', [1, 0.88], { seed: 1 }), compared('stringify', [1, 1.002], { seed: 2 }),
    compared('walk the tree', [1, 1.009], { seed: 3 }),
    compared('render', [1, 1.071], { seed: 4, spread: 0.008 }), failedSide(compared('sort', [1, 1], { seed: 5 }), 1),
    compared('only in the new one', [null, 1], { seed: 6, unit: 'ns' }),
    compared('only in the old one', [1, null], { seed: 7, unit: 'ns' }),
    compared('in another file', [1, 1.4],
      { seed: 8, file: 'bench/other.js', n: 60, spread: 0.03, unit: 'ns', ns: 52000 }),
  ]),
  threeSides: () => comparison(
    [side('v1.0', { source: 'v1.0 (1e09be0)' }), side('v1.1'),
      side('work in progress', { environment: { ...ENVIRONMENT, nodeFlags: [] } })], [
    compared('parse', [1, 0.94, 0.71], { seed: 11 }), compared('stringify', [1, 1.001, 1.062], { seed: 12 }),
    compared('gone', [1, 1.01, null], { seed: 13, unit: 'ns' }),
  ]),
  saved: () => comparison([side('a.json'), side('b.json', { environment: OTHER })], [
    compared('parse', [1, 0.94], { seed: 21, n: 1, unit: 'ns' }),
    compared('stringify', [1, 1.2], { seed: 22, n: 1, unit: 'ns' }),
  ].map((test, i) => ({
    ...test, changes: test.changes.map((change) => (
      { ...change, verdict: i ? 'not-judged' : 'looks-faster', p: null, adjustedP: null, regression: false })),
  })), {
    kind: 'saved', precision: null, maxRegression: null, command: ['compare', 'a.json', 'b.json'],
    differences: [
      { field: 'nodeVersion', values: ['20.20.2', '22.1.0'], forbids: true },
      { field: 'v8Version', values: ['11.3.244.8-node.38', '12.4.254.14-node.11'], forbids: true },
    ],
  }),
  nothingCompared: () => comparison([side('old', { environment: null }), side('new', { environment: null })], []),
};

/** Documents with odd values, and with values that no axis can show. */
const odd = {
  unmeasured: () => results([
    suite([row('not measured yet', { verdict: null, nsPerCall: null, nsLow: null, nsHigh: null, cycles: null })],
      { file: null, settings: null }),
    streams.streamSuite([streams.reference(), streams.openStream('not yet')], { settings: null }),
  ], { complete: false, savedAt: '', command: [] }),
  rows: () => results([suite([row('without samples'), row('with runs', {
    results: {
      ...row('x').results, runs: 20,
      stats: Array.from({ length: 20 }, (_, i) => ({ count: i === 3 ? 0 : 1000, elapsed: 0.0001 + i * 1e-6 })),
    },
  })])]),
  extremes: () => results([suite([
    row('largest', { nsPerCall: 1.7e308, nsLow: 0, nsHigh: 1.7e308, rank: 5e-324, rankLow: 0, rankHigh: 1e308 }),
    ratioed('backwards', 2, 0.1, { nsPerCall: 200, nsLow: 300, nsHigh: 100, rankLow: 700, rankHigh: 100 }),
    ratioed('negative', 1.5, 0.1, { nsPerCall: 0, nsLow: 0, nsHigh: 0, rank: -100 }),
    ratioed('outside of its interval', 1.5, 0.1, { nsPerCall: 426.9, nsLow: 432.5, nsHigh: 434.3 }),
    ratioed('rounds below zero', 0.5, 0.1, {
      samples: [{ ...sample(50, { n: 50, ns: -0.2, spread: 3 }), nsPerCall: 0, nsLow: 0, nsHigh: 0, cycles: 0 }],
    }),
    ratioed('rounds of zero', 0.5, 0.1, { samples: [sample(51, { n: 50, ns: 0, spread: 0 })] }),
    ratioed('rounds of any size', 0.5, 0.1, { samples: [{
      ...sample(51, { n: 1, ns: 5 }),
      rounds: { warmUp: 4, calls: [1, 1, 1, 1], ns: [null, 1e300, 3, 5e-324], mhz: [0, -5, null, 1e308],
        heapBytes: [-1, 0, null, 1] },
    }] }),
    ratioed('all warm-up', 0.5, 0.1, { samples: [sample(52, { n: 50, ns: 5, warmUp: 50 })] }),
    ratioed('a thousand processes', 0.5, 0.1,
      { processes: 1000, samples: Array.from({ length: 1000 }, (_, i) => sample(i, { n: 3, ns: 50 })) }),
    ratioed('processes without rounds', 0.5, 0.1, {
      processes: 3, samples: [1, 2, 300].map(
        (nsPerCall) => ({ nsPerCall, nsLow: null, nsHigh: null, cycles: null, calls: 9, rounds: null })),
    }),
    ratioed('strange words', 0.5, 0.1,
      { verdict: 'same', statistic: '', kind: 'constructor', warnings: [{ code: '<b>' }, { code: '__proto__' }] }),
  ])]),
  facts: () => results([suite([
    row('of nothing', { params: null, memory: { ...memoryOf(-4), collections: null },
        coldCache: coldCacheOf(1e300, { resolutionNs: null }), growth: null }),
    row('with lists',
      { test: 'x', params: { size: [1], type: { a: 1 } }, growth: growthOf(functionOf('n', null, 1e300), null) }),
    ...[-1, 0, 1e300, 1e20, 1e-7].map((size) => row(`size ${size}`, { test: 'x', params: { size } })),
  ])]),
  oddStreams: () => results([streams.streamSuite([
    streams.reference({ stream: {
      peakRssBytes: 1e300, meanRssBytes: -5, userShare: 1e24, systemShare: -1, bytesIn: 1e-9, bytesOut: 1e24,
      firstByteNs: 0, samplerShare: 5,
    } }),
    { ...streams.reference(), bytesPerSecond: 0, nsPerCall: 0 },
    { ...streams.gzip(), bytesPerSecond: 1e300, nsPerCall: 1e300 },
    { ...streams.gzip(), rank: -1, bytesPerSecond: 1e-3 },
    { ...streams.gzip(), samples: [1e-9, 1e24].map((nsPerCall) => ({ ...streams.gzip().samples[0], nsPerCall })) },
  ], { settings: null })]),
  comparison: () => {
    const found = comparison([side(''), side('new', { source: null, environment: null })],
        [compared('r', [1, 1]), compared('s', [1, null])]);
    const [test] = found.tests;
    test.sides = test.sides.map((one, i) => ({ ...one, values: i === 0 ? [0, 1, 1e300] : [1, 1, 1] }));
    Object.assign(test.changes[0],
      { ratio: 1e300, low: -1, high: 1e308, verdict: 'not-judged', p: -1, adjustedP: 2, margin: 1e9 });
    return { ...found, differences: [
      { field: 'nodeFlags', values: [5, 'x'], forbids: true }, { field: '<x>', values: [], forbids: false }],
        maxRegression: 1e300 };
  },
};

/** Two imports, of which the second one loads another module and takes 30 % longer; a third one failed. */
function imported() {
  const moduleAt = (key, by, ms, more) => ({
    key, by, name: key.slice(1), format: 'commonjs', ways: ['require'], runs: 1, bytes: 40, package: null,
    version: null, folder: null, readMs: 0, compileMs: 0, runMs: ms, ownMs: ms, totalMs: ms, ...more,
  });
  const importOf = (name, ms, modules) => ({
    name, way: 'require', ms, msLow: 0.95 * ms, msHigh: 1.05 * ms, processes: 3, values: [0.99 * ms, ms, 1.01 * ms],
    treeProcesses: 2, slowdown: 1.1, modules, linkMs: 0, otherMs: 0,
    packages: [{ name: 'p', version: '1.0.0', folder: '/node_modules/p', modules: 1, ownMs: 1, totalMs: 1 }],
    repeated: [
      { kind: 'versions', name: 'p', copies: [{ version: '1.0.0', folder: '/node_modules/p' }] },
      { kind: 'again', name: 'b.js', copies: [], runs: 2 },
    ],
  });
  const head = comparison(['./a.js', './b.js'].map((label) => side(label)),
    [compared('./b.js', [1, 1.3], { unit: 'ns', ns: 1e7 })]);
  delete head.differences;
  const inPackage = { package: 'p', version: '1.0.0', folder: '/node_modules/p' };
  return {
    ...head, qtimeit: 'imports', node: '20.20.2', environment: ENVIRONMENT, margin: 0.02,
    imports: [
      importOf('./a.js', 10, [moduleAt('/a.js', null, 9), moduleAt('/c.js', '/a.js', 1)]),
      importOf('./b.js', 13, [moduleAt('/b.js', null, 12), moduleAt('/node_modules/p/i.js', '/b.js', 1, inPackage)]),
    ],
    explanations: [
      [{ name: 'p', kind: 'new', modules: 1, ms: 1 }, { name: null, kind: 'rest', modules: null, ms: 2 }],
    ],
    failures: [{ file: './c.js', name: './c.js', error: failedRow('c').error }],
  };
}

module.exports = {
  samples, odd, imported, HOSTILE, row, ratioed, failedRow, tooFast, tooNoisy, memoryOf, coldCacheOf, countsOf,
  profileOf, countedTests, parameterTests, crowd, measuredTests, sample, results, suite, comparison, NO_CHANGE,
};
