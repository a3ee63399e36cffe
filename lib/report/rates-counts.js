'use strict';

/* What has been counted of the configurations of benchmark files: their sides as the rows that notes are made of. */

const { isCounted } = require('./count-cells');
const { countLines } = require('./count-notes');
const { label } = require('../text/display');
const { configurationName, nameText } = require('../text/configuration-names');

/** Whether counts were asked for; also where nothing could be counted. */
const hasCounts = (side) => Boolean(side) && (isCounted(side) || Boolean(side.warnings && side.warnings.length));

/** @param {object} rates a document of rates */
const anyCounts = ({ configurations }) => configurations.some(({ sides }) => sides.some(hasCounts));

/**
 * @param {object} rates a document of rates
 * @returns {string[]} what is doubtful, where caches were missed, and by what it was counted; none where nothing was
 */
function rateCountLines({ configurations, sides }) {
  const hasFiles = new Set(configurations.map(({ file }) => file)).size > 1;
  const nameOf = (one) => nameText(hasFiles || !one.configuration ? configurationName(one) : one.configuration);
  const rows = configurations.flatMap((one) => one.sides.flatMap((side, i) => (hasCounts(side) ? [{
    name: sides.length > 1 ? `${nameOf(one)} (${label(sides[i].label)})` : nameOf(one),
    kind: 'file', verdict: '', group: null, params: null, counts: side.counts, warnings: side.warnings || [],
  }] : [])));
  return countLines(rows);
}

module.exports = { anyCounts, rateCountLines };
