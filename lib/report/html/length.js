'use strict';

/* What is folded, and what is left out, so that pages of many tests stay short and small. */

const { markup } = require('../chart/markup');

// More tests than these are not seen at a glance.
const MANY = 40;

// Notes in sight, before the figures that they are about are out of it.
const FEW_NOTES = 12;

const isLong = (tests) => tests > MANY;

// A point is some twelve bytes, and a page shall stay below a megabyte.
const POINTS_OF_TEST = 600;
const POINTS_OF_PAGE = 24000;
const FEWEST_POINTS = 200;

/** @returns {number} points of the rounds of each test, 0 where there is no room for more than is needed */
function pointsOfTest(tests) {
  const points = Math.min(POINTS_OF_TEST, Math.floor(POINTS_OF_PAGE / tests));
  return points < FEWEST_POINTS ? 0 : points;
}

/** Folded under its title, with a number behind. */
const folded = ({ title, id, more }, body) =>
  markup`<details class="fold"${id && markup` id="${id}"`}><summary>${title}${more && markup` <span>${more}</span>`}\
</summary>
${body}</details>
`;

module.exports = { isLong, pointsOfTest, folded, FEW_NOTES };
