'use strict';

/* The page of a Comparison: what changed, test by test, and between which environments. */

const { markup, shown } = require('../chart/markup');
const { answerOf } = require('./answer');
const { facts, failure } = require('./parts');
const { wordsOf } = require('../chart/verdicts');
const { percent, plural, told } = require('../chart/figures');
const { environmentTable, machinesSection, sideWarnings } = require('./environment');
const { intervalFigure } = require('./interval-figure');
const { changeTable } = require('./comparison-table');
const { enginesTable } = require('./engines-table');
const { testSection } = require('./comparison-test');
const { titleOf } = require('./suite');
const { isLong, folded } = require('./length');
const { page } = require('./page');
const { changeFigure, labelOf } = require('../change-figure');
const { comparisonAnswer } = require('../comparison-answer');
const { fastestWords, isOfEngines } = require('../engine-cells');
const { countersOf, namedChanges } = require('../comparison-table');
const { gateLine } = require('../gate-words');
const { shareParameters } = require('../shared-parameters');
const { figuresOf } = require('../side-figures');
const { entriesOf } = require('../welch-notes');
const { describeDifference } = require('../../system/fingerprint');

const UNFOLDED = 3;
const COUNTED = [
  'slower', 'faster', 'looks-slower', 'looks-faster', 'same', 'unresolved', 'not-judged', 'unmatched', 'failed',
];

const KINDS = {
  processes: 'measured in turns by this command',
  saved: 'saved results, measured at different times',
};


const SAVED_NOTE = 'These were measured in different sessions, between which the machine itself drifts: what differs ' +
  'by less than the margin is not told apart, and all else only looks so.';

/** Tests of one file and suite together, in their order; configurations without what all of a file have in common. */
function groupsOf({ tests, ...document }) {
  const groups = [];
  tests.forEach((test, i) => {
    let group = groups.find(({ file, suite }) => file === test.file && suite === test.suite);
    if (!group) groups.push(group = { file: test.file, suite: test.suite, tests: [], ids: [] });
    group.tests.push(test);
    group.ids.push(`t${i + 1}`);
  });
  return groups.map((group) => {
    const title = titleOf(group, groups);
    return figuresOf({ tests, ...document }).isOfRates ? configurationsOf(group, title) : { ...group, title };
  });
}

function configurationsOf(group, title) {
  const { shared, rest } = shareParameters(group.tests.map(({ name }) => name));
  return {
    ...group, title: shared ? `${title}, all with ${shared}` : title,
    tests: group.tests.map((test, i) => ({ ...test, name: rest[i] || title })),
  };
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

function sidesSection(document) {
  const { sides, kind, confidence, precision, maxRegression, differences, across } = document;
  const sources = sides.map(({ source }, i) => [
    markup`<bdi>${labelOf(sides, i)}</bdi>`, source !== null && markup`<bdi>${shown(source)}</bdi>`,
  ]);
  const decisive = differences.filter(({ forbids }) => forbids).map(({ field }) => field);
  return markup`<section class="environment" id="sides">
<h2>${across === 'engines' ? 'Engines' : 'Sides'}</h2>
${facts([
    ...sources,
    ['how', KINDS[kind]],
    ['instructions by', countersOf(document).join(', ') || null],
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

/** What was found, in a sentence, and the answer to --max-regression, which old files have not. */
function answer(document) {
  const { isOfRates } = figuresOf(document);
  const isSaved = document.kind === 'saved';
  const found = isOfEngines(document) ? fastestWords(document)
    : comparisonAnswer(isOfRates ? entriesOf(document) : namedChanges(document), { isSaved, isOfRates });
  const line = gateLine(document);
  const kind = line !== null && document.gate.outcome === 'passed' ? 'notice passed' : 'notice';
  return [
    answerOf(found), line !== null && markup`<p class="${kind}"><strong>${line}</strong></p>
`,
  ];
}

const changesTitle = (document) => (isOfEngines(document) ? 'Side by side' : 'Changes');

const contentsOf = (document) => [
  { id: 'changes', title: changesTitle(document) },
  ...(document.tests.length > 0 ? [{ id: 'tests', title: 'Test by test' }] : []),
  { id: 'sides', title: isOfEngines(document) ? 'Engines' : 'Sides' },
  ...(document.machines ? [{ id: 'environment', title: 'Machines' }] : []),
];

function changesSection(document, groups) {
  const { sides, tests, differences, failures } = document;
  const figures = figuresOf(document);
  const figure = intervalFigure(changeFigure(groups, document));
  const changes = groups.length === 0 ? markup`<p class="empty">There is no test to compare.</p>
` : [
    groups.length === 1 && figures.isOfRates && markup`<p class="settings"><bdi>${groups[0].title}</bdi></p>
`,
    isOfEngines(document) ? enginesTable(groups, document, { isLong: isLong(tests.length) })
      : changeTable(groups, sides, { figures, isLong: isLong(tests.length) }),
    figure && isLong(tests.length) ? folded({ title: 'Figure' }, figure) : figure,
  ];
  const remark = document.kind === 'saved' && markup`<p class="remark">${SAVED_NOTE}</p>
`;
  return markup`<section class="suite" id="changes">
<h2>${changesTitle(document)}</h2>
${[answer(document), differencesNotice(differences), changes, remark, fileFailures(failures)]}</section>
`;
}

function testsSection(document, groups) {
  const isFew = document.tests.length <= UNFOLDED;
  const isOpen = ({ changes }) => isFew || changes.some(({ verdict }) => verdict === 'failed');
  const parts = groups.map(({ title, tests, ids }) => markup`<div class="tests">
${groups.length > 1 && markup`<h3><bdi>${title}</bdi></h3>
`}${tests.map((test, i) => testSection(test, ids[i], document, isOpen(test)))}</div>
`);
  const all = document.tests.length;
  return groups.length > 0 && markup`<section class="suite" id="tests">
<h2>Test by test</h2>
${isLong(all) ? folded({ title: plural(all, 'test') }, parts) : parts}</section>
`;
}

/**
 * @param {object} document a Comparison
 * @returns {string} HTML
 */
function comparisonPage(document) {
  const { sides, tests, failures } = document;
  const groups = groupsOf(document);
  const [first, ...others] = sides.map((_, i) => labelOf(sides, i));
  return page({
    document,
    title: isOfEngines(document) ? [first, ...others].join(', ') : `${others.join(', ')} against ${first}`,
    lead: leadOf(tests, failures),
    contents: contentsOf(document),
    sections: [
      changesSection(document, groups), testsSection(document, groups), sidesSection(document),
      document.machines && machinesSection(document),
    ],
  });
}

module.exports = { comparisonPage };
