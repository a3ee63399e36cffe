'use strict';

/* What the tables do not have about each test of a comparison, for pages: its processes or runs, and its failures. */

const { chooseFigures, processFigure } = require('../figures/sides');
const { changeOf, quantityText } = require('../../base/text/numbers');
const { FEW } = require('../report');
const { verdictWords } = require('../verdicts');
const { label } = require('../../base/text/display');

const UNFOLDED = 3; // up to this number, tests are unfolded

function detailsOf(test, id, document, { figures, isOpen }) {
  const { sides } = document;
  return {
    type: 'details', id, name: test.name, isOpen,
    headline: test.changes.map((change, i) => {
      const { ratio, low, high } = figures.changeOf(change);
      return {
        side: sides.length > 2 ? label(sides[i + 1].label) : '',
        // The verdict follows: '2.1× slower' needs no second 'slower'.
        text: ratio === null ? '' : quantityText(changeOf(ratio, low, high).value),
        verdict: { name: change.verdict, words: verdictWords(change.verdict) },
      };
    }),
    blocks: [
      { type: 'figure', figures: () => [processFigure(test, sides, figures)] },
      {
        type: 'failures',
        items: test.sides.flatMap((side, i) => (
          side && side.error ? [{ name: label(sides[i].label), error: side.error }] : [])),
      },
    ],
  };
}

function detailsSection(document, groups) {
  const all = document.tests.length;
  const figures = chooseFigures(document);
  const isOpen = ({ changes }) => all <= UNFOLDED || changes.some(({ verdict }) => verdict === 'failed');
  return {
    id: 'tests', title: 'Test by test', depth: 'detail', isFolded: all > FEW,
    // Only pages have details.
    get blocks() {
      return groups.flatMap(({ heading, tests, ids }) => [
        ...(groups.length > 1 ? [{ type: 'heading', text: heading }] : []),
        ...tests.map((test, i) => detailsOf(test, ids[i], document, { figures, isOpen: isOpen(test) })),
      ]);
    },
  };
}

module.exports = { detailsSection };
