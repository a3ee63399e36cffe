'use strict';

/* All known facts about each test of a comparison, for pages. */

const { amount, countCell, countLines, withMinus } = require('../count-changes');
const { figuresOf, processFigure } = require('../figures/sides');
const { changeInterval, changeText, count, duration, percent, pText } = require('../../text/numbers');
const { FEW } = require('../report');
const { wordsOf } = require('../verdicts');
const { label } = require('../../text/display');

const UNFOLDED = 3; // up to this number, tests are unfolded

const WITHOUT_FIGURES = {
  failed: 'failed on one of the sides',
  hoisted: 'V8 moved work of one of the sides out of the loop',
  folded: 'V8 computed one of the sides before the loop',
  'below-resolution': 'cannot be distinguished from an empty function',
  'too-noisy': 'too noisy: the intervals of its processes are wider than their figures',
};
const NO_RATE = 'no rate on one of the sides'; // a rate of 0 has no time

/** The t test of compare.R in Node's core: 'the means differ by +12 % (Welch's t test, ±3.3 % at 5 %, ***)' */
function welchWords({ improvement, accuracy, stars }) {
  if (typeof improvement !== 'number') return false;
  const sign = improvement > 0 ? '+' : '';
  const reach = accuracy ? `, ±${percent(accuracy[0])} at 5 %` : '';
  return `the means differ by ${sign}${percent(improvement).replace('-', '−')} (Welch's t test${reach}` +
    `${stars ? `, ${stars}` : ''})`;
}

/** '99 %', '99.5 %'; at most '99.9 %', because nothing is certain */
const levelText = (confidence) => `${Math.floor(confidence * 1000 + 1e-6) / 10} %`;

function settlingOf({ low, moreProcesses, moreSeconds }, { kind }, { isOfRates }) {
  if (moreProcesses > 0) {
    const takes = moreSeconds > 0 ? ` (${duration(moreSeconds)})` : '';
    const more = isOfRates ? 'more runs of each side' : 'more processes on each side';
    return `not resolved; about ${count(moreProcesses)} ${more}${takes} would settle it`;
  }
  if (kind === 'saved') return 'not resolved; both measured in turns would tell more';
  return low === null ? 'not resolved' : 'not resolved; an hour more would not settle it';
}

/** The change with its interval and p, or why there is none. */
function remarkOf(change, hasSide, document, figures) {
  const { verdict, confidence, adjustedP, regression, welch, counts } = change;
  if (verdict === 'unmatched') return hasSide ? 'the first side has no such test' : 'there is no such test';
  if (verdict === 'below-resolution' && figures.isOfRates) return NO_RATE;
  if (Object.hasOwn(WITHOUT_FIGURES, verdict)) return WITHOUT_FIGURES[verdict];
  const { ratio, low, high } = figures.changeOf(change);
  const level = confidence === null ? '' : `${levelText(confidence)} interval `;
  const interval = low === null ? '' : `, ${level}${changeInterval(low, high, ratio)}`;
  const unjudged = ratio === null ? ': a rate is 0, negative or no number' : ', as the environments differ';
  const words = [
    ratio !== null && `${changeText(ratio, low, high, figures.isOfRates)}${interval}`,
    typeof adjustedP === 'number' && `adjusted p ${pText(adjustedP)}`,
    verdict === 'unresolved' && settlingOf(change, document, figures),
    verdict === 'not-judged' && `not judged${unjudged}`,
    regression && `a regression: ${counts && counts.regression ? 'more instructions' : 'slower'} by more than the ` +
      `${percent(document.maxRegression)} that are let pass`,
    welch && welchWords(welch),
  ];
  return words.filter(Boolean).join('; ') || wordsOf(verdict);
}

/** 'instructions of a call: 273.4, then 276.4 (+3.0, +1.1 %)', and other counts of a change */
function countTexts({ sides, changes }, i, what) {
  const change = changes[i];
  if (!change.counts) return [];
  const [old, fresh] = [sides[0], sides[i + 1]].map((side) => side && side.counts);
  const words = old && fresh && `instructions of ${what}: ${amount(old.instructions)}, then ` +
    `${amount(fresh.instructions)} (${withMinus(countCell(change))})`;
  return [words, ...countLines([{ name: 'it', change }], what)].filter(Boolean);
}

function detailsOf(test, id, document, { figures, isOpen }) {
  const { sides } = document;
  const what = figures.isOfRates ? 'an operation' : 'a call';
  return {
    type: 'details', id, name: test.name, isOpen,
    headline: test.changes.map((change, i) => {
      const { ratio, low, high } = figures.changeOf(change);
      return {
        side: sides.length > 2 ? label(sides[i + 1].label) : '',
        // The verdict follows: '2.1× slower' needs no second 'slower'.
        text: ratio === null ? '' : changeText(ratio, low, high, figures.isOfRates).replace(/ (slower|faster)$/, ''),
        verdict: { name: change.verdict, words: wordsOf(change.verdict) },
      };
    }),
    blocks: [
      {
        type: 'notes', items: test.changes.flatMap((change, i) => (
          [remarkOf(change, test.sides[i + 1] !== null, document, figures), ...countTexts(test, i, what)]
            .map((text) => ({ name: label(sides[i + 1].label), text })))),
      },
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
  const figures = figuresOf(document);
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
