'use strict';

/*
 * Rates as pictures that stand alone: SVG, or a page around it. How they become files is picture/plot-file.js's.
 */

const { comparisonPlot, ratesPlot } = require('./plot/rates-plot');
const { scatterPlot } = require('./plot/scatter-plot');
const { plotPage } = require('./plot/page');

module.exports = { comparisonPlot, ratesPlot, scatterPlot, plotPage };
