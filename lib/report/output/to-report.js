'use strict';

/* Documents as reports: a builder for each kind. */

const { isOfEngines, isOfRates } = require('../report');

const KINDS = {
  results: (document) => require('../kinds/results').resultsReport(document),
  comparison: (document) => {
    if (isOfRates(document)) return require('../kinds/rates-comparison').ratesComparisonReport(document);
    if (isOfEngines(document)) return require('../kinds/engines').enginesReport(document);
    return require('../kinds/comparison').comparisonReport(document);
  },
  rates: (document, options) => require('../kinds/rates').ratesReport(document, options),
  scatter: (document) => require('../kinds/scatter').scatterReport(document),
};

/**
 * @param {object} document see docs/command-line.md
 * @param {object} [options] of its builder
 * @returns {import('../report').Report}
 */
const toReport = (document, options) => KINDS[document.qtimeit](document, options);

module.exports = { toReport };
