'use strict';

/* The page of a Comparison: what changed, test by test, and between which environments. */

const { markup, shown } = require('../chart/markup');
const { facts, testDetails, failure } = require('./parts');
const { verdictTag, wordsOf } = require('../chart/verdicts');
const { percent, ratioText, ratioInterval, probability, duration, count, plural, told } = require('../chart/figures');
const { environmentTable, sideWarnings } = require('./environment');
const { intervalFigure } = require('./interval-figure');
const { processFigure } = require('./process-figure');
const { changeTable } = require('./comparison-table');
const { titleOf } = require('./suite');
const { page } = require('./page');
const { changeFigure, labelOf } = require('../change-figure');
const { gateLine } = require('../gate-words');
const { describeDifference } = require('../../system/fingerprint');

const UNFOLDED = 3;
const COUNTED = [
  'slower', 'faster', 'looks-slower', 'looks-faster', 'same', 'unresolved', 'not-judged', 'unmatched', 'failed',
];

const KINDS = {
  processes: 'measured in turns by this command',
  saved: 'saved results, measured at different times',
};

const CONTENTS = [
  { id: 'changes', title: 'Changes' }, { id: 'tests', title: 'Test by test' }, { id: 'sides', title: 'Sides' },
];

const SAVED_NOTE = 'These were measured in different sessions, between which the machine itself drifts: what differs ' +
  'by less than the margin is not told apart, and all else only looks so.';

/** Tests of one file and suite together, in their order. */
function groupsOf(tests) {
  const groups = [];
  tests.forEach((test, i) => {
    let group = groups.find(({ file, suite }) => file === test.file && suite === test.suite);
    if (!group) groups.push(group = { file: test.file, suite: test.suite, tests: [], ids: [] });
    group.tests.push(test);
    group.ids.push(`t${i + 1}`);
  });
  return groups.map((group) => ({ ...group, title: titleOf(group, groups) }));
}

const WITHOUT_FIGURES = {
  failed: 'failed on one of the sides',
  'below-resolution': 'cannot be told from an empty function',
  'too-noisy': 'too noisy: the intervals of its processes are wider than their figures',
};

/** The change with all that is known of it, or why there is none. */
function remarkOf(change, hasSide, { kind, maxRegression }) {
  const { verdict, ratio, low, high, confidence, adjustedP, regression } = change;
  if (verdict === 'unmatched') return hasSide ? 'the first side has no such test' : 'there is no such test';
  if (Object.hasOwn(WITHOUT_FIGURES, verdict)) return WITHOUT_FIGURES[verdict];
  const level = confidence === null ? '' : `${percent(confidence)} interval `;
  const interval = low === null ? '' : `, ${level}${ratioInterval(low, high, ratio)}`;
  const unjudged = ratio === null ? ': a rate is 0, negative or no number' : ', as the environments differ';
  const words = [
    ratio !== null && `${ratioText(ratio, low, high)}${interval}`,
    adjustedP !== null && `adjusted p ${probability(adjustedP)}`,
    verdict === 'unresolved' && settlingOf(change, kind),
    verdict === 'not-judged' && `not judged${unjudged}`,
    regression && `a regression: slower by more than the ${percent(maxRegression)} that are let pass`,
  ];
  return words.filter(Boolean).join('; ') || wordsOf(verdict);
}

function settlingOf({ low, moreProcesses, moreSeconds }, kind) {
  if (moreProcesses > 0) {
    const takes = moreSeconds > 0 ? ` (${duration(moreSeconds)})` : '';
    return `not resolved; about ${count(moreProcesses)} more processes on each side${takes} would settle it`;
  }
  if (kind === 'saved') return 'not resolved; both measured in turns would tell more';
  return low === null ? 'not resolved' : 'not resolved; an hour more would not settle it';
}

function testSection(test, id, document, isOpen) {
  const { sides } = document;
  const remarks = test.changes.map((change, i) => {
    const remark = remarkOf(change, test.sides[i + 1] !== null, document);
    return markup`<li><b><bdi>${labelOf(sides, i + 1)}</bdi></b>: ${remark}</li>`;
  });
  const failureOf = (error, i) => markup`<h4>Failed: <bdi>${labelOf(sides, i)}</bdi></h4>
${failure(error)}`;
  const failures = test.sides.map((side, i) => side && side.error && failureOf(side.error, i));
  const headline = test.changes.map(({ ratio, low, high, verdict }) =>
    markup`<span class="figure">${ratio !== null && ratioText(ratio, low, high)}${verdictTag(verdict)}</span>`);
  return testDetails({
    id, name: test.name, isOpen, headline,
    content: [markup`<ul class="notes">${remarks}</ul>
`, processFigure(test, sides), failures],
  });
}

/** Values of a difference can be of any kind: then its field has to do. */
function wordsFor(difference) {
  try {
    return describeDifference(difference);
  } catch (_) {
    return difference.field;
  }
}

/** What of the environments differs: first what forbids a verdict, then what is only worth knowing. */
function differencesNotice(differences) {
  const part = (forbids, words) => {
    const items = differences.filter((one) => one.forbids === forbids).map((one) => markup`<li>${wordsFor(one)}</li>`);
    return items.length > 0 && markup`<div class="notice"><p>${words}</p>
<ul>${items}</ul></div>
`;
  };
  return [
    part(true, [
      markup`<strong>The environments differ</strong>`, ' in what alone changes times, so that no verdict is given.',
    ]),
    part(false, 'What else differs between the environments:'),
  ];
}

/** Whole files that could not be measured. */
const fileFailures = (failures) => failures.map(({ side, file, error }) =>
  markup`<h3>Failed: <bdi>${shown(file)}</bdi> (<bdi>${shown(side)}</bdi>)</h3>
${failure(error)}`);

function sidesSection({ sides, kind, confidence, precision, maxRegression, differences }) {
  const sources = sides.map(({ source }, i) => [
    markup`<bdi>${labelOf(sides, i)}</bdi>`, source !== null && markup`<bdi>${shown(source)}</bdi>`,
  ]);
  const decisive = differences.filter(({ forbids }) => forbids).map(({ field }) => field);
  return markup`<section class="environment" id="sides">
<h2>Sides</h2>
${facts([
    ...sources,
    ['how', KINDS[kind]],
    ['confidence', `${percent(confidence)}, all changes together`],
    ['precision', told(precision, percent)],
    ['regression let pass', told(maxRegression, percent)],
  ])}${environmentTable(sides, decisive)}${sideWarnings(sides)}</section>
`;
}

function leadOf(tests, failures) {
  const changes = tests.flatMap((test) => test.changes);
  const words = COUNTED.map((verdict) => {
    const times = changes.filter((change) => change.verdict === verdict).length;
    return times > 0 && ` · ${times} ${wordsOf(verdict)}`;
  });
  const regressions = changes.filter(({ regression }) => regression).length;
  return [
    plural(tests.length, 'test'),
    words,
    regressions > 0 && markup` · <span class="regression">${plural(regressions, 'regression')}</span>`,
    failures.length > 0 && markup` · <span class="failed">${plural(failures.length, 'file')} failed</span>`,
  ];
}

/** The answer to --max-regression; of a saved file from before there was one, none. */
function answer(document) {
  const line = gateLine(document);
  const kind = line !== null && document.gate.outcome === 'passed' ? 'notice passed' : 'notice';
  return line !== null && markup`<p class="${kind}"><strong>${line}</strong></p>
`;
}

function changesSection(document, groups) {
  const { sides, maxRegression, differences, failures } = document;
  const changes = groups.length === 0 ? markup`<p class="empty">There is no test to compare.</p>
` : [changeTable(groups, sides), intervalFigure(changeFigure(groups, sides, maxRegression))];
  const remark = document.kind === 'saved' && markup`<p class="remark">${SAVED_NOTE}</p>
`;
  return markup`<section class="suite" id="changes">
<h2>Changes</h2>
${[answer(document), differencesNotice(differences), changes, remark, fileFailures(failures)]}</section>
`;
}

function testsSection(document, groups) {
  const isFew = document.tests.length <= UNFOLDED;
  const isOpen = ({ changes }) => isFew || changes.some(({ verdict }) => verdict === 'failed');
  const parts = groups.map(({ title, tests, ids }) => [
    groups.length > 1 && markup`<h3><bdi>${title}</bdi></h3>
`, tests.map((test, i) => testSection(test, ids[i], document, isOpen(test))),
  ]);
  return groups.length > 0 && markup`<section class="suite" id="tests">
<h2>Test by test</h2>
${parts}</section>
`;
}

/**
 * @param {object} document a Comparison
 * @returns {string} HTML
 */
function comparisonPage(document) {
  const { sides, tests, failures } = document;
  const groups = groupsOf(tests);
  const [first, ...others] = sides.map((_, i) => labelOf(sides, i));
  return page({
    document,
    title: `${others.join(', ')} against ${first}`,
    lead: leadOf(tests, failures),
    contents: CONTENTS.filter(({ id }) => id !== 'tests' || tests.length > 0),
    sections: [changesSection(document, groups), testsSection(document, groups), sidesSection(document)],
  });
}

module.exports = { comparisonPage };
