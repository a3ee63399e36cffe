'use strict';

/* All that is known of one test of a comparison, folded below its name. */

const { markup } = require('../chart/markup');
const { testDetails, failure } = require('./parts');
const { verdictTag, wordsOf } = require('../chart/verdicts');
const { percent, ratioText, ratioInterval, probability, duration, count } = require('../chart/figures');
const { processFigure } = require('./process-figure');
const { labelOf } = require('../change-figure');
const { amount, countCell, countLines, withMinus } = require('../count-changes');
const { figuresOf } = require('../side-figures');

const WITHOUT_FIGURES = {
  failed: 'failed on one of the sides',
  hoisted: 'V8 moved work of one of the sides out of the loop',
  folded: 'V8 computed one of the sides before the loop',
  'below-resolution': 'cannot be told from an empty function',
  'too-noisy': 'too noisy: the intervals of its processes are wider than their figures',
};

// A rate of 0 has no time.
const NO_RATE = 'no rate on one of the sides';

/** '+12.4 % by the means, with an accuracy of ±3.3 %, ***': what compare.R of Node's core says */
function welchWords({ improvement, accuracy, stars }) {
  if (typeof improvement !== 'number') return false;
  const sign = improvement > 0 ? '+' : '';
  const reach = accuracy ? `, ±${percent(accuracy[0])} at 5 %` : '';
  return `the means differ by ${sign}${percent(improvement).replace('-', '−')} (Welch's t test${reach}` +
    `${stars ? `, ${stars}` : ''})`;
}

/** '99 %', '99.5 %'; '99.9 %' for more: none is certain */
const levelText = (confidence) => `${Math.floor(confidence * 1000 + 1e-6) / 10}\u00a0%`;

function settlingOf({ low, moreProcesses, moreSeconds }, { kind }, figures) {
  if (moreProcesses > 0) {
    const takes = moreSeconds > 0 ? ` (${duration(moreSeconds)})` : '';
    const more = figures.isOfRates ? 'more runs of each side' : 'more processes on each side';
    return `not resolved; about ${count(moreProcesses)} ${more}${takes} would settle it`;
  }
  if (kind === 'saved') return 'not resolved; both measured in turns would tell more';
  return low === null ? 'not resolved' : 'not resolved; an hour more would not settle it';
}

/** The change with all that is known of it, or why there is none. */
function remarkOf(change, hasSide, document) {
  const { verdict, confidence, adjustedP, regression, welch, counts } = change;
  const figures = figuresOf(document);
  if (verdict === 'unmatched') return hasSide ? 'the first side has no such test' : 'there is no such test';
  if (verdict === 'below-resolution' && figures.isOfRates) return NO_RATE;
  if (Object.hasOwn(WITHOUT_FIGURES, verdict)) return WITHOUT_FIGURES[verdict];
  const { ratio, low, high } = figures.changeOf(change);
  const level = confidence === null ? '' : `${levelText(confidence)} interval `;
  const interval = low === null ? '' : `, ${level}${ratioInterval(low, high, ratio)}`;
  const unjudged = ratio === null ? ': a rate is 0, negative or no number' : ', as the environments differ';
  const words = [
    ratio !== null && `${ratioText(ratio, low, high)}${interval}`,
    typeof adjustedP === 'number' && `adjusted p ${probability(adjustedP)}`,
    verdict === 'unresolved' && settlingOf(change, document, figures),
    verdict === 'not-judged' && `not judged${unjudged}`,
    regression && `a regression: ${counts && counts.regression ? 'more instructions' : 'slower'} by more than the ` +
      `${percent(document.maxRegression)} that are let pass`,
    welch && welchWords(welch),
  ];
  return words.filter(Boolean).join('; ') || wordsOf(verdict);
}

/** What both sides execute: 'instructions of a call: 273.4, then 276.4 (+3.0, +1.1 %)' */
function countWords({ sides, changes }, i, what) {
  const [old, fresh] = [sides[0], sides[i + 1]].map((side) => side && side.counts);
  if (!old || !fresh) return false;
  const change = withMinus(countCell(changes[i]));
  return `instructions of ${what}: ${amount(old.instructions)}, then ${amount(fresh.instructions)} (${change})`;
}

/** What is known of the instructions of a change, as items of a list. */
function countItems(test, i, document) {
  const { sides } = document;
  const what = figuresOf(document).isOfRates ? 'an operation' : 'a call';
  const change = test.changes[i];
  if (!change.counts) return [];
  const name = labelOf(sides, i + 1);
  const items = [countWords(test, i, what), ...countLines([{ name: 'it', change }], what)];
  return items.filter(Boolean).map((item) => markup`<li><b><bdi>${name}</bdi></b>: ${item}</li>`);
}

/**
 * @param {object} test of a Comparison
 * @param {string} id of its place on the page
 * @param {object} document
 * @param {boolean} isOpen
 */
function testSection(test, id, document, isOpen) {
  const { sides } = document;
  const figures = figuresOf(document);
  const remarks = test.changes.map((change, i) => {
    const remark = remarkOf(change, test.sides[i + 1] !== null, document);
    return [
      markup`<li><b><bdi>${labelOf(sides, i + 1)}</bdi></b>: ${remark}</li>`, ...countItems(test, i, document),
    ];
  });
  const failureOf = (error, i) => markup`<p><strong>Failed: <bdi>${labelOf(sides, i)}</bdi></strong></p>
${failure(error)}`;
  const failures = test.sides.map((side, i) => side && side.error && failureOf(side.error, i));
  const headline = test.changes.map((change, i) => {
    const { ratio, low, high } = figures.changeOf(change);
    const text = ratio !== null && ratioText(ratio, low, high);
    const whose = sides.length > 2 && markup`<span class="side"><bdi>${labelOf(sides, i + 1)}</bdi></span>`;
    return markup`<span class="figure">${whose}${text}${verdictTag(change.verdict)}</span>`;
  });
  return testDetails({
    id, name: test.name, isOpen, headline,
    content: [markup`<ul class="notes">${remarks}</ul>
`, processFigure(test, sides, figures), failures],
  });
}

module.exports = { testSection };
