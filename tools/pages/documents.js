'use strict';

/* Made-up documents of every kind that has a page: name -> function. */

const { toPage } = require('../../lib/report/html/report-page');
const { historyReport, judgeSeries } = require('../../lib/report/kinds/history');
const { samples, crowd } = require('../../test/helpers/documents');
const { comparisons, ratesDocuments, scatters } = require('../../test/helpers/rates-documents');

/** Judged series of six tests on three machines, with names of 60 characters. */
const history = () => Array.from({ length: 18 }, (_, i) => {
  const ns = Array.from({ length: 12 }, (_unused, at) => (at < 6 + i % 3 ? 100 : 112) + (at * 7 + i) % 3);
  const machine = { id: `m${i % 3}`, name: `AMD EPYC ${i % 3}, 2 CPUs, linux x64, node 20.20.2` };
  const name = `parse document number ${i % 6} ${'and more '.repeat(5)}`.slice(0, 60);
  const none = ns.map(() => null);
  return judgeSeries({
    machine, file: null, name, commits: ns.map((_unused, at) => `${at}`.padStart(40, 'abc')), ns, cycles: none,
    instructions: none,
  }, 0.05);
});

const historyPage = () => toPage(historyReport(history(), {
  title: 'Benchmark history', origin: { version: '', savedAt: '' }, linkOf: () => null,
  subjectOf: (commit) => `Change the parser for the time ${commit.slice(-2)}`,
}));

const named = (makers, prefix, whole) =>
  Object.entries(makers).map(([name, make]) => [`${prefix}-${name}`, () => whole(make())]);

/** Suites, streams, comparisons, rates, comparisons of rates, scatters. */
const documents = {
  ...samples, crowd,
  ...Object.fromEntries([
    ...named(ratesDocuments, 'rates', (document) => document),
    ...named(comparisons, 'rates-compared', (document) => ({ maxRegression: null, precision: null, ...document })),
    ...named(scatters, 'scatter', (document) => (
      { qtimeit: 'scatter', savedAt: '', command: [], version: '', ...document })),
  ]),
};

module.exports = { documents, historyPage };
