'use strict';

/*
 * Output of each kind on terminals of four widths, as texts in test/fixtures/screens/. After an intended change, run
 * `node test/helpers/captures.js`, and read the diff.
 */

const fs = require('fs');
const path = require('path');
const { formatDocument } = require('#lib/report/output/formats');
const { reportLine } = require('#lib/timeit');
const { progressLine } = require('#lib/base/text/progress');
const { wrapLine } = require('#lib/base/text/columns');
const { row, ratioed, failedRow, tooFast, tooNoisy, parameterTests, measuredTests, results, suite } =
  require('./documents');
const {
  side, failedSide, change, comparedTest, comparison, countChange, eventChanges,
} = require('./ci-documents');
const { comparisons, scatters } = require('./rates-samples');
const streams = require('./streams-rows');

const FOLDER = path.join(__dirname, '..', 'fixtures', 'screens');
const WIDTHS = [60, 80, 120, 200];

const saved = (name) => JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'fixtures', 'documents', name), 'utf8'));

const BUSY = { code: 'busy', rounds: 40, kept: 2 };
const DISTURBED = { code: 'disturbed', rounds: 3, lostNs: 2e7 };
const settings = (more) => ({ visualize: true, bargraphScale: 5, margin: 0.002, verbose: 2, ...more });

/** Rounds around the time of the row, some slower. */
function withRounds(made) {
  const stats = Array.from({ length: 60 }, (_, i) => (
    { count: 1000, elapsed: made.nsPerCall * (1 + (i * 7 % 10) / 100 + (i % 20 === 0 ? 0.3 : 0)) / 1e6 }));
  return { ...made, results: { ...made.results, stats } };
}

const three = () => [
  row('slice and sort', { nsPerCall: 124.2, nsLow: 123.9, nsHigh: 124.6 }),
  ratioed('spread and sort', 1.041, 0.004, { nsPerCall: 129.6, nsLow: 129.2, nsHigh: 130.1 }),
  ratioed('only copy', 1 / 16.0947, 0.008, { nsPerCall: 7.73, nsLow: 7.67, nsHigh: 7.79 }),
];

/** Rows with all kinds of results, and short and long names. */
const many = () => Array.from({ length: 200 }, (_, i) => {
  const name = `test ${i}${i % 40 === 7 ? ' of a list of strings, which is sorted by their second character' : ''}`;
  const warnings = [...(i % 9 === 1 ? [BUSY] : []), ...(i % 2 ? [DISTURBED] : []),
    ...(i % 14 === 1 ? [{ code: 'not-steady', drift: 0.07 }] : [])];
  if (i === 0) return row(name, { warnings });
  if (i % 50 === 3) return failedRow(name);
  if (i % 50 === 5) return tooFast(name);
  if (i % 50 === 11) return tooNoisy(name);
  if (i % 10 === 7) {
    const moreSeconds = i % 20 === 7 ? 3 + i : null;
    return ratioed(name, 1 + i / 5000, 0.1, { verdict: 'unresolved', moreSeconds, warnings });
  }
  if (i % 10 === 9) return row(name, { verdict: 'same', warnings });
  return ratioed(name, 10 ** ((i % 30) / 10 - 1.5), 0.01, { warnings });
});

const inGroups = () => ['sort', 'copy'].flatMap((group, k) => three().map((one, i) => (
  { ...one, name: `${group}: ${one.name}`, group, test: one.name, ...(k && i === 1 ? { verdict: 'same' } : {}) })));

const compared = () => comparison([
  comparedTest('parse', [side(253.3), side(258.6)], [
    change('slower', 1.021, { low: 1.016, high: 1.026, regression: true, adjustedP: 0.00001 })]),
  comparedTest('stringify a large object with a name that is longer', [side(1200), side(1000)], [
    change('faster', 0.83, { low: 0.82, high: 0.84 })]),
  comparedTest('equal', [side(5), side(5)], [change('same', 1.0001, { low: 0.999, high: 1.001 })]),
  comparedTest('open', [side(5), side(5)], [change('unresolved', 1.01, { moreProcesses: 12, moreSeconds: 40 })]),
  comparedTest('open, too', [side(5), side(5)], [change('unresolved', 1.02, { moreProcesses: 12, moreSeconds: 40 })]),
  comparedTest('lost', [null, side(5)], [change('unmatched', null)]),
  comparedTest('parse', [side(5e6), failedSide('no\nway')], [change('failed', null)], { file: 'bench/b.js' }),
], { maxRegression: 0.01 });

const MISSES = eventChanges({ l1Misses: 0.42, mispredicted: 2.1, cycles: 33 });

const comparedByCounts = () => comparison([
  comparedTest('parse', [side(253.3), side(254.1)], [
    change('unresolved', 1.003, { low: 0.99, high: 1.02, regression: true, moreProcesses: 40, moreSeconds: 30,
      counts: countChange('more', 3.04, 1.011, { regression: true }) })]),
  comparedTest('stringify a large object with a name that is longer', [side(1200), side(1000)], [
    change('faster', 0.83, { low: 0.82, high: 0.84, counts: countChange('fewer', -812.4, 0.82) })]),
  comparedTest('equal', [side(5), side(5)], [
    change('same', 1.0001, { low: 0.999, high: 1.001, counts: countChange('same', 0, 1) })]),
  comparedTest('sorted', [side(50), side(61)], [
    change('slower', 1.22, { low: 1.2, high: 1.24, counts: countChange('same', 0.01, 1, { events: MISSES }) })]),
  comparedTest('in a worker', [side(500), side(505)], [
    change('same', 1.001, { low: 0.999, high: 1.004, counts: countChange('not-counted', null, null, {
      error: null, margin: null, regression: null, reason: 'it starts worker threads' }) })]),
  comparedTest('too fast', [side(0.1), side(0.1)], [
    change('below-resolution', null, { counts: countChange('more', 1, null) })]),
], { maxRegression: 0.005 });

const line = (more, message) =>
  reportLine({ count: 1e7, elapsed: 0.1095, wallclock: 0.27, warnings: [], ...more }, message);

const LINES = [
  line(),
  line({ nsPerCall: 131.2, warnings: [{ code: 'cold-start', calls: 1200, allNs: 512 }, DISTURBED] },
    'JSON.stringify of a short list'),
  line({ nsPerCall: 0, warnings: [{ code: 'below-resolution', resolutionNs: 0.1 }] }, 'empty'),
];

const LOOK = { isUtf8: true, hasBlocks: true };

const shown = (document) => (columns, look) => formatDocument('table', document(), { columns, ...LOOK, ...look });

/** Name -> (maximum width of a line, { isUtf8, hasColours, ... }) => text */
const KINDS = {
  bench: shown(() => results([suite(three(), { settings: settings() })])),
  'bench-groups': shown(() => results([suite(inGroups(), { settings: settings() })])),
  'bench-parameters': shown(() => results([suite(parameterTests({ sizes: [10, 1000] }), { settings: settings() })])),
  'bench-details': shown(() => results([suite(three().map(withRounds), {
    settings: settings({ showRunDetails: true, verbose: 3 }) })])),
  'bench-memory': shown(() => results([suite(measuredTests(), { settings: settings() })])),
  'bench-200': shown(() => results([suite(many(), { settings: settings() })])),
  run: shown(() => results([
    suite(three(), { settings: settings() }), suite([row('works'), failedRow('throws')],
      { file: 'bench/print.js', settings: settings({ title: 'Printing' }) }),
    suite([], { file: 'bench/broken.js',
      error: { code: 'load', message: 'Cannot find module \'x\'', at: 'broken.js:1:1' } }),
  ])),
  'run-saved': shown(() => saved('results.json')),
  'run-rates': shown(() => saved('rates.json')),
  compare: shown(compared),
  'compare-counts': shown(comparedByCounts),
  'compare-saved': shown(() => saved('comparison.json')),
  'compare-rates': shown(() => saved('rates-comparison.json')),
  'compare-rates-typical': shown(() => comparisons.typical()),
  streams: shown(() => results([suite(streams.typical(), {
    settings: settings({ isStreams: true, input: 'logs/access.log', inputBytes: 64e6, chunkSize: 65536, runs: 10,
      forkTests: 10 }),
  })])),
  'streams-saved': shown(() => saved('streams.json')),
  scatter: shown(scatters.typical),
  timeit: (columns) => LINES.flatMap((one) => wrapLine(one, columns)).map((one) => `${one}\n`).join(''),
  progress: (columns) => [0, 0.37, 1].flatMap((share) => [null, 'bench/a-file-with-a-long-name.js (2 of 3)']
    .map((what) => `${progressLine({ share, leftSeconds: 12, what }, columns)}\n`)).join(''),
};

const fileOf = (kind, width) => path.join(FOLDER, `${kind}-${width}.txt`);

/** Output never uses the last column of a terminal. */
const captureOf = (kind, width, look) => KINDS[kind](width - 1, look);

if (require.main === module) {
  for (const kind of Object.keys(KINDS)) {
    for (const width of WIDTHS) fs.writeFileSync(fileOf(kind, width), captureOf(kind, width));
  }
}

module.exports = { KINDS, WIDTHS, FOLDER, fileOf, captureOf, comparedByCounts };
