'use strict';

/* A plot as a list: each row has a name, its part of the plot, and a figure; the axis stands below. */

const { markup } = require('./markup');
const { axisRow } = require('../svg/interval-row');

// Captured at load, because a measured test may change them.
const { exp, log, max, min } = Math;

// How far one wide interval may stretch the axis that all share: by the span of the estimates, and at least so.
const LEAST_STRETCH = log(1.3);

/**
 * @param {Array<{ name, row, value, more?, title? }>} items markup; one with a title alone is a heading between them
 * @param {Array<{ at: number, text: string }>} ticks
 */
function rows(items, ticks) {
  const lines = items.map(({ name, row, value, more, title }) => (title ? markup`<li class="group">${title}</li>
` : markup`<li><span class="name">${name}</span>${row}<span class="value">${value}</span>${more && markup`<span class="more">${more}</span>`}</li>
`));
  return markup`<ul class="rows">
${lines}<li class="under" aria-hidden="true">${axisRow(ticks)}</li>
</ul>
`;
}

/**
 * The ends of an axis for estimates with intervals, by logarithms: intervals are followed for a while.
 * @param {number[]} estimates positive
 * @param {number[]} ends of intervals, any numbers
 */
function spanOf(estimates, ends) {
  const low = log(min(...estimates));
  const high = log(max(...estimates));
  const stretch = max(high - low, LEAST_STRETCH);
  const near = ends.map((value) => max(low - stretch, min(high + stretch, value > 0 ? log(value) : -Infinity)));
  return { low: exp(min(low, ...near)), high: exp(max(high, ...near)) };
}

module.exports = { rows, spanOf };
