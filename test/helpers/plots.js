'use strict';

/*
 * Plots, figures of pages, and a page with all kinds of blocks, saved in test/fixtures/plots/: the positions and sizes
 * of all marks. After an intended change, look at the plots of tools/check-plots.js, then run
 * `node test/helpers/plots.js`.
 */

const fs = require('fs');
const path = require('path');
const { ratioFigure, speedFigures, timeFigure } = require('#lib/report/figures/intervals');
const { roundFigures, runsFigure, readRoundSeries } = require('#lib/report/figures/rounds');
const { processFigure, chooseFigures } = require('#lib/report/figures/sides');
const { blockMarkup } = require('#lib/report/html/blocks');
const { toPage } = require('#lib/report/html/report-page');
const { toPlot } = require('#lib/report/output/to-plot');
const { namedGroups } = require('#lib/report/row-groups');
const { computeSpeed } = require('#lib/report/streams-words');
const { sorted, time } = require('#lib/report/values');
const { verdictCell } = require('#lib/report/verdicts');
const { ratioed, row, sample, samples, tooFast, tooNoisy } = require('./documents');
const { comparisons, scatters } = require('./rates-documents');
const toys = require('./toy-reports');

const FOLDER = path.join(__dirname, '..', 'fixtures', 'plots');

const plotOf = (document, options) => toPlot(document, options).replace(/<style>[^]*?<\/style>\n/, '');
const pageOf = (figures) => figures.map((one) => blockMarkup({ type: 'figure', figures: () => [one] }))
  .filter(Boolean).map(({ text }) => text).join('');
const roundsOf = (...given) => {
  const test = row('rounds', { samples: given.map(([seed, shape]) => sample(seed, { ns: 100, ...shape })) });
  return roundFigures(test, readRoundSeries(test), 120);
};
const withSpikes = (one) => {
  const spikes = { 3: 900, 20: 5000, 30: 1 };
  const ns = one.rounds.ns.map((value, i) => spikes[i] || (i < 8 ? value * 1.2 : value));
  return { ...one, rounds: { ...one.rounds, ns } };
};
const spiky = (more) => {
  const test = row('spikes', { samples: [withSpikes(sample(6, { n: 60, ns: 100, warmUp: 8 }))], ...more });
  return roundFigures(test, readRoundSeries(test), 60);
};
const [process, ...others] = samples.compared().tests;

const times = (...rows) => timeFigure(namedGroups(rows));
const interval = (ns, reach, more) => row('a', { nsPerCall: ns, nsLow: ns - reach, nsHigh: ns + reach, ...more });
const ratios = (rows, settings = {}) => ratioFigure(namedGroups(rows), settings);
const ranked = [row('base'), ratioed('twice', 2, 0.01), ratioed('half', 0.5, 0.01)];
const stream = (name, mb, verdict, more) =>
  row(name, { bytesPerSecond: mb * 1e6, verdict, stream: {}, nsLow: 99, nsHigh: 101, ...more });
const side = (nsPerCall, values, more) => ({ nsPerCall, nsLow: null, nsHigh: null, values, ...more });
const processes = (...sides) => processFigure({ unit: 'ns', sides }, [{ label: 'old' }, { label: '' }], chooseFigures(
  { tests: [] }));
const close = side(100, [99, 100, 101], { nsLow: 98.5, nsHigh: 101.5 });

const STACK = `Error: no\n    at toy.js:1:2\n    at x (${require.resolve('#lib/core/measure/loop')}:1:1)`;

/** A page whose names contain markup, which must be escaped. */
const pageOfToys = () => toPage(toys.report([
  toys.section([
    { type: 'table', label: 'a "b"', isLong: true, columns: [
      { key: 'name', title: '<name>' }, { key: 'n', title: 'n', isNumber: true, isSoft: true },
      { key: 'wide', title: '', wideTitle: '<wide>', only: 'wide' }, { key: 'terminal', title: 't', only: 'terminal' },
      { key: 'empty', title: 'e' }, { key: 'verdict', title: 'verdict', isSpare: true },
    ], rows: [
      { heading: '<wood>' },
      { cells: { name: '<a>', n: { ...time(134.19531234), isStrong: true }, wide: '6', terminal: '7', empty: '',
        verdict: verdictCell('slower', { detail: 'a&b', brackets: '(busy)' }) }, tone: 'differs', id: 't1' },
      { cells: { name: 'failed', verdict: verdictCell('failed') }, instead: 'FAILED <x>' },
      { cells: { name: sorted('5 µs', 5), n: sorted('7', 7), verdict: verdictCell('odd') } },
    ] },
    { ...toys.notes('5 % off', { name: '<a>', text: '<b>' }, { text: 'x', isBelow: true }), title: 'T' }, toys.notes(),
    { type: 'facts', title: 'T', kind: 'missing', pairs: [['a', '<5>'], ['none', ''], ['n', sorted('5 ns', 5)]] },
    { type: 'remark', text: '<a>' }, { type: 'remark', text: 'a', tone: 'empty' },
    { type: 'warnings', items: [{ text: '<a>' }] }, { type: 'warnings', items: [] },
    { ...toys.notes('hidden'), only: 'terminal' },
    { type: 'failures', items: [
      { name: 'top', error: toys.ERROR, isInDetails: true }, { name: '<top>', error: { ...toys.ERROR, stack: STACK } },
    ] },
  ], { settings: '5 s <each>', answer: ['<a> is 5 % faster'], gate: { outcome: 'failed', line: 'no' } }),
  toys.section([
    { type: 'heading', text: '<wood>' },
    ...['x'.repeat(99), 'b'].map((name, i) => ({
      type: 'details', id: `t${i}`, name, isOpen: i > 0, blocks: [toys.notes('red'), { type: 'failure', error: {
        ...toys.ERROR, output: Array.from({ length: 30 }, (_, k) => `l${k}`) } }],
      headline: [{ side: '<new>', text: '5 ns', verdict: { name: 'same' } }, { text: '6 ns' }],
    })),
    { type: 'heading', text: 'tin' }, toys.notes('n'),
  ], { id: 'details', title: '<Toys>', depth: 'detail', gate: { outcome: 'passed', line: 'yes' } }),
  toys.ENVIRONMENT,
], { title: '<toys>', lead: [{ text: '2 toys' }, { text: '1 <failed>', tone: 'failed' }] }))
  .replace(/<(style|script)>[^]*?<\/\1>\n/g, '').replace(/sha256-[^']*/, '');

const MADE = {
  'page.html': pageOfToys,
  'comparison.svg': () => plotOf(samples.threeSides()),
  'streams.svg': () => plotOf(samples.streamsOfAllKinds()),
  'parameters.svg': () => plotOf(samples.parameters()),
  'rates.svg': () => plotOf(comparisons.odd()),
  'bars.svg': () => plotOf(comparisons.odd(), { plotKind: 'bars' }),
  'scatter.svg': () => plotOf(scatters.words()),
  'intervals.html': () => pageOf([
    times(interval(100, 10), interval(200, 10, { verdict: 'slower' }), tooFast('fast'), tooNoisy('noisy'),
      tooFast('unknown', { resolutionNs: null }), row('failed', { verdict: 'failed', nsPerCall: null })),
    times(interval(100, 1), interval(105, 1)), times(interval(100, 1), interval(3000, 1)),
    times(row('a', { nsLow: null, nsHigh: null })),
    ratios(ranked), ratios([...ranked, row('other')]), ratios(ranked, { baselineAvg: 1e7 }),
    ratios(ranked.map((one) => ({ ...one, margin: 0.01 }))),
    ...speedFigures([stream('pass-through', 120, 'baseline'), stream('a', 100, 'slower')]),
    // A value beyond the axis, a stream without bytes, and a single stream.
    ...speedFigures([stream('pass-through', 1200, 'baseline'), stream('a', 100, 'slower')]),
    ...speedFigures([stream('a', 100, 'baseline'), stream('b', 90, 'slower'),
      stream('c', 0, 'same', { bytesPerSecond: null, itemsPerSecond: 5 })]),
    ...speedFigures([stream('pass-through', 1, 'baseline')]),
    processes(close, side(100.5, [100.5])), processes({ ...close, nsLow: 10 }, null),
    processes(side(101, [...Array.from({ length: 30 }, (_, i) => 100 + i / 10), 9000]), null),
    processes(side(10, [10, 11]), side(1000, [990, 1000])),
  ]),
  'rounds.html': () => pageOf([
    ...roundsOf([1, { n: 50, warmUp: 10, collectEvery: 7 }]), ...roundsOf([2, { n: 400, warmUp: 200 }]),
    ...spiky(), ...spiky({ nsPerCall: 0, nsLow: null, nsHigh: null, statistic: 'trimmed-mean' }),
    ...roundsOf([3, { n: 20, warmUp: 3 }], [4, { n: 30, warmUp: 5 }], [5, { n: 12, warmUp: 1 }]),
    ...samples.streams().suites[0].tests.filter(({ stream }) => stream)
      .map((test) => runsFigure(test, computeSpeed(test))),
    processFigure(process, samples.compared().sides, chooseFigures(samples.compared())),
    processFigure(others[0], samples.compared().sides, chooseFigures(samples.compared())),
  ]),
};

const kept = (name) => fs.readFileSync(path.join(FOLDER, name), 'utf8');

if (require.main === module) {
  for (const [name, make] of Object.entries(MADE)) fs.writeFileSync(path.join(FOLDER, name), make());
}

module.exports = { MADE, kept };
