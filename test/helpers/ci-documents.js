'use strict';

/* Small documents that tests modify, and large ones with hostile names in all fields. */

const documents = require('./documents');

// Names of tests that must not break any format.
const HOSTILE_NAMES = [
  '', ' ', 'a b', 'a_b', 'a,b', '"quoted"', "it's", 'a\nb', 'a\\nb', 'a\r\nb', 'a\tb', 'a|b', '`code`', '```',
  '\x1b[31mred\x1b[0m', '\0', '\x85', '\u00a0', '\u2028',
  '\u202ereversed', '\u05e9\u05dc\u05d5\u05dd', '\u{1f600}', '\ud800', '<b>&amp;', '[a](http://b)', '**x** _y_ ~~z~~',
  '$x$', '=1+1', '#1', '# title', '- item', '> quote',
  'Benchmark', 'parse', 'Parse', 'x-8', 'a/b=c', 'key: value', '__proto__', 'constructor', 'toString', '1', '0', '日本',
  'ß', 'e\u0301', 'x'.repeat(10240),
  `${'x'.repeat(10240)}y`, '\u{1f600}'.repeat(2500), '</details>', '%s', '${x}', "$'", '&$&',
];

const ENVIRONMENT = {
  qtimeitVersion: '1.0.0', nodeTitle: 'node', nodeVersion: '20.20.2', v8Version: '11.3.244.8', platform: 'linux',
  arch: 'x64', kernel: '6.1.0', cpu: 'Fast CPU | 9000', cpuMhz: 3592.6, cpuMhzSource: 'chain', cpuCount: 8,
  cpuUpThreshold: null, cpuScalingGovernor: 'performance', clockGrainNs: 1, clockCostNs: 20,
  nodeFlags: ['--expose-gc'], missing: {}, warnings: [],
};

/** An environment without known facts. */
const UNKNOWN = Object.fromEntries(Object.keys(ENVIRONMENT).map((key) => [key, null]));
Object.assign(UNKNOWN, { nodeFlags: [], missing: {}, warnings: [] });

function roundsOf(ns, { warmUp = 0, calls = ns.map(() => 10) } = {}) {
  return { warmUp, calls, ns, mhz: ns.map(() => 3600), heapBytes: ns.map(() => 0) };
}

function sample(nsPerCall, more) {
  return { nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, cycles: nsPerCall * 3.6, calls: 1000,
    rounds: null, ...more };
}

/** A row with samples, collections and cycles, which the formats of other programs contain. */
const row = (name, more) => documents.row(name, {
  nsPerCall: 10.7, nsLow: 10.6, nsHigh: 10.9, cycles: 38.5, noiseFloor: null, samples: [sample(10.7)],
  collections: { count: 3, share: 0.01, seconds: 0.1, bytesPerCall: 16 },
  results: { ...documents.row(name).results, avg: 93468158.25 }, ...more,
});

const error = (message, more) =>
  ({ code: 'threw', message, at: 'a.js:1:2', calls: '3', stack: null, output: [], ...more });

const failedRow = (name, message = 'no', more) => documents.failedRow(name, error(message, more));

const suite = (tests, more) => documents.suite(tests, { settings: { margin: 0.002 }, ...more });

const results = (suites, more) => documents.results(suites, { environment: ENVIRONMENT, ...more });

function side(nsPerCall, more) {
  return {
    nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, cycles: nsPerCall * 4, processes: 3,
    values: [nsPerCall * 3.9, nsPerCall * 4, nsPerCall * 4.1], error: null, ...more,
  };
}

const failedSide = (message) =>
  ({ nsPerCall: null, nsLow: null, nsHigh: null, cycles: null, processes: 0, values: [], error: error(message) });

function change(verdict, ratio, more) {
  return {
    ratio, low: ratio && ratio * 0.99, high: ratio && ratio * 1.01, confidence: 0.99, p: 0.01, adjustedP: 0.04, verdict,
    margin: 0.01, moreProcesses: null, moreSeconds: null, regression: false, ...more,
  };
}

/** The change of the instructions of a test */
const countChange = (verdict, difference, ratio, more) => ({
  verdict, difference, ratio, error: 0.02, margin: 0.0005, regression: false, reason: null, events: null,
  hasProcesses: false, ...more,
});

/** Changes of events, by their differences; without one, they are the same */
function eventChanges(differences) {
  const changeOf = (difference = 0) => (
    { difference, error: 0.01, verdict: { '-1': 'fewer', 0: 'same', 1: 'more' }[Math.sign(difference)] });
  const names = ['l1Misses', 'llMisses', 'mispredicted', 'cycles'];
  return Object.fromEntries(names.map((name) => [name, changeOf(differences[name])]));
}

function comparedTest(name, sides, changes, more) {
  return { file: 'bench/parse.js', suite: 1, name, sides, unit: 'cycles', changes, ...more };
}

const SIDES = [{ label: 'old', source: 'v1.2.0' }, { label: 'new', source: '.' }];

const comparison = (tests, more) => (
  documents.comparison(SIDES.map((one) => ({ ...one, environment: ENVIRONMENT })), tests, more));

/** Results and a Comparison whose tests, files and sides use all hostile names. */
function hostileDocuments() {
  const left = (file) => ({ code: 'handles-left', handles: [file] });
  const suites = HOSTILE_NAMES.map((file, i) => suite([
    row(file), failedRow(file, file, { at: file, output: [file] }),
    row(file, { verdict: 'unresolved', moreSeconds: 1, warnings: [left(file)] }),
  ], { file: i % 5 ? file : null, suite: 1 + i % 3 }));
  suites.push(suite(HOSTILE_NAMES.map((name) => row(name))), suite([], { file: 'empty.js' }));
  const environment = { ...ENVIRONMENT, cpu: HOSTILE_NAMES.slice(0, -8).join(' '), nodeFlags: ['a\nb|c'],
    warnings: [{ code: 'profiler', option: '`|\n' }] };
  const tests = HOSTILE_NAMES.flatMap((name, i) => [
    comparedTest(name, [side(10), side(11)], [change('slower', 1.1)], { file: i % 5 ? name : null, suite: 1 + i % 3 }),
    comparedTest(name, [side(10), side(11)], [change('same', 1.1)]),
    comparedTest(`bad ${name}`, [side(10), failedSide(name)], [change('failed', null)]),
  ]);
  const sides = [{ label: 'old\n|`', source: '\x1b[31m|', environment }, { label: '', source: '', environment: null }];
  return [results(suites, { environment }),
    comparison(tests, { sides, differences: [{ field: '`a|\n', values: ['x\n|', null] }] })];
}

module.exports = {
  HOSTILE_NAMES, ENVIRONMENT, UNKNOWN, roundsOf, sample, row, failedRow, suite, results, side, failedSide, change,
  countChange, eventChanges, comparedTest, comparison, hostileDocuments,
};
