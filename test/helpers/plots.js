'use strict';

/*
 * Plots, and figures of pages, that test/fixtures/plots/ keeps: the places and sizes of all marks. After an intended
 * change, look at the plots of tools/check-plots.js, then run `node test/helpers/plots.js`.
 */

const fs = require('fs');
const path = require('path');
const { profileFigure } = require('../../lib/report/figures/bars');
const { roundFigures, runsFigure, seriesOf } = require('../../lib/report/figures/rounds');
const { processFigure, figuresOf } = require('../../lib/report/figures/sides');
const { blockMarkup } = require('../../lib/report/html/blocks');
const { toPlot } = require('../../lib/report/output/to-plot');
const { speedOf } = require('../../lib/report/streams-words');
const { countedTests, row, sample, samples } = require('./documents');
const { comparisons, scatters } = require('./rates-documents');

const FOLDER = path.join(__dirname, '..', 'fixtures', 'plots');

const plotOf = (document, options) => toPlot(document, options).replace(/<style>[^]*?<\/style>\n/, '');
const pageOf = (figures) => `${blockMarkup({ type: 'figure', figures: () => figures, layout: 'plots' })}`;
const roundsOf = (...given) => {
  const test = row('rounds', { samples: given.map(([seed, shape]) => sample(seed, { ns: 100, ...shape })) });
  return roundFigures(test, seriesOf(test), 120);
};
const withSpikes = (one) => {
  const spikes = { 3: 900, 20: 5000, 30: 1 };
  const ns = one.rounds.ns.map((value, i) => spikes[i] || (i < 8 ? value * 1.2 : value));
  return { ...one, rounds: { ...one.rounds, ns } };
};
const spiky = (more) => {
  const test = row('spikes', { samples: [withSpikes(sample(6, { n: 60, ns: 100, warmUp: 8 }))], ...more });
  return [60, 0].flatMap((points) => roundFigures(test, seriesOf(test), points));
};
const [process, ...others] = samples.compared().tests;

const MADE = {
  'comparison.svg': () => plotOf(samples.threeSides()),
  'streams.svg': () => plotOf(samples.streamsOfAllKinds()),
  'parameters.svg': () => plotOf(samples.parameters()),
  'rates.svg': () => plotOf(comparisons.odd()),
  'bars.svg': () => plotOf(comparisons.odd(), { plotKind: 'bars' }),
  'scatter.svg': () => plotOf(scatters.words()),
  'rounds.html': () => pageOf([
    ...roundsOf([1, { n: 50, warmUp: 10, collectEvery: 7 }]), ...roundsOf([2, { n: 400, warmUp: 200 }]),
    ...spiky(), ...spiky({ nsPerCall: 0, nsLow: null, nsHigh: null, statistic: 'trimmed-mean' }),
    ...roundsOf([3, { n: 20, warmUp: 3 }], [4, { n: 30, warmUp: 5 }], [5, { n: 12, warmUp: 1 }]),
    ...samples.streams().suites[0].tests.filter(({ stream }) => stream).map((test) => runsFigure(test, speedOf(test))),
    processFigure(process, samples.compared().sides, figuresOf(samples.compared())),
    processFigure(others[0], samples.compared().sides, figuresOf(samples.compared())),
    ...countedTests().map((test) => profileFigure(test)),
  ]),
};

const kept = (name) => fs.readFileSync(path.join(FOLDER, name), 'utf8');

if (require.main === module) {
  for (const [name, make] of Object.entries(MADE)) fs.writeFileSync(path.join(FOLDER, name), make());
}

module.exports = { MADE, kept };
