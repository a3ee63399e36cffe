'use strict';

/* Documents as reports: a builder for each kind. */

const KINDS = {
  comparison: (document) => require('./kinds/comparison').comparisonReport(document),
};

module.exports = { toReport: (document, options) => KINDS[document.qtimeit](document, options) };
