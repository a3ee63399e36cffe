'use strict';

/* Made-up documents of every kind that has a page: name -> function. */

const { samples, crowd } = require('../../test/helpers/documents');
const { comparisons, ratesDocuments, scatters } = require('../../test/helpers/rates-documents');

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

module.exports = { documents };
