'use strict';

/*
 * A document as one HTML page that needs nothing else: no script, no font, no request. It is made to be
 * kept beside the figures, sent by mail, printed.
 */

const { resultsPage } = require('./html/results');
const { comparisonPage } = require('./html/comparison');

/**
 * @param {object} document Results or a Comparison, as `--save` and `--json` write them. What it lacks is left
 *   out of the page.
 * @returns {string} HTML, some 10 kB and up to 30 kB for each test
 */
function toHtml(document) {
  return document.qtimeit === 'comparison' ? comparisonPage(document) : resultsPage(document);
}

module.exports = { toHtml };
