'use strict';

/*
 * What was measured as pictures that stand alone: SVG, or a page around it, whose colours are the same, so that it
 * looks there as by itself, and follows light and dark. How they become files is picture/plot-file.js's.
 */

const { htmlPage } = require('../chart/page');
const { markup, raw } = require('../chart/markup');
const { FONTS } = require('../chart/theme');
const { isOfRates } = require('../report');
const { comparisonPlot, ratesPlot } = require('./rates-plot');
const { suitesPlot, changesPlot } = require('./intervals-plot');
const { scatterPlot } = require('./scatter-plot');

const STYLE = `body{margin:0;padding:1.5rem clamp(.5rem,3vw,2rem) 3rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 ${FONTS};overflow-wrap:anywhere}
figure{margin:1.2rem 0;overflow-x:auto}
svg{display:block}
@media print{figure{overflow:visible}svg{max-width:100%;height:auto}}
`;

const PLOTS = {
  results: suitesPlot,
  comparison: (document, options) => (isOfRates(document) ? comparisonPlot : changesPlot)(document, options),
  rates: ratesPlot,
  scatter: scatterPlot,
};

/**
 * @param {object} document see docs/command-line.md
 * @param {{ kind?: 'box'|'bars' }} [options] kind: what is drawn of rates
 * @returns {string} SVG that can stand alone
 */
const toPlot = (document, options) => PLOTS[document.qtimeit](document, options);

/**
 * @param {string} svg of a plot, which has a title
 * @returns {string} HTML that loads nothing and runs nothing
 */
function plotPage(svg) {
  const body = markup`<main>
<figure tabindex="0">
${raw(svg)}</figure>
</main>
`;
  return htmlPage({ title: 'Plot', style: STYLE, body });
}

module.exports = { toPlot, plotPage };
