'use strict';

/* The page of a Comparison: what changed, test by test, and between which environments. */

const { markup, nameOf, shown } = require('./markup');
const { known, list, object } = require('./known');
const { facts, wholeName, labelOf } = require('./parts');
const { verdictTag, wordsOf } = require('./verdicts');
const { percent, ratioText, ratioInterval, probability, duration, count, plural } = require('./figures');
const { failure } = require('./failure');
const { environmentTable, sideWarnings } = require('./environment');
const { changeFigure, processFigure } = require('./comparison-plots');
const { changeTable, isThere } = require('./comparison-table');
const { titleOf } = require('./suite');
const { page } = require('./page');
const { gateLine } = require('../gate-words');
const { describeDifference } = require('../../fingerprint');

const UNFOLDED = 3;
const COUNTED = ['slower', 'faster', 'looks-slower', 'looks-faster', 'same', 'unresolved', 'not-judged', 'unmatched', 'failed'];

const KINDS = {
  processes: 'measured in turns by this command',
  saved: 'saved results, measured at different times',
};

const CONTENTS = [{ id: 'changes', title: 'Changes' }, { id: 'tests', title: 'Test by test' }, { id: 'sides', title: 'Sides' }];

const SAVED_NOTE = 'These were measured in different sessions, between which the machine itself drifts: what differs by less than the margin is ' +
  'not told apart, and all else only looks so.';

/** Tests of one file and suite together, in their order. */
function groupsOf(tests) {
  const groups = [];
  tests.forEach((test, i) => {
    let group = groups.find(({ file, suite }) => file === test.file && suite === test.suite);
    if (!group) groups.push(group = { file: test.file, suite: test.suite, tests: [], ids: [] });
    group.tests.push(test);
    group.ids.push(`t${i + 1}`);
  });
  for (const group of groups) group.title = titleOf(group, groups);
  return groups;
}

// Those of a version that did not tell were told because they forbid one.
const forbids = (difference) => difference.forbids !== false;

const sidesOf = (test, sides) => sides.map((_, i) => object(list(test.sides)[i]));
/** The change with all that is known of it, or why there is none. */
function remarkOf(change, test, side, { kind, maxRegression }) {
  const { verdict, ratio, low, high, confidence, adjustedP, regression } = change;
  if (verdict === 'unmatched') return isThere(test, side) ? 'the first side has no such test' : 'there is no such test';
  if (verdict === 'failed') return 'failed on one of the sides';
  if (verdict === 'below-resolution') return 'cannot be told from an empty function';
  if (verdict === 'too-noisy') return 'too noisy: the intervals of its processes are wider than their figures';
  const words = [];
  if (known(ratio) !== null) {
    const level = known(confidence) === null ? '' : `${percent(confidence)} interval `;
    words.push(`${ratioText(ratio, low, high)}${known(low) === null ? '' : `, ${level}${ratioInterval(low, high, ratio)}`}`);
  }
  if (known(adjustedP) !== null) words.push(`adjusted p ${probability(adjustedP)}`);
  if (verdict === 'unresolved') words.push(settlingOf(change, kind));
  if (verdict === 'not-judged') words.push(known(ratio) === null ? 'not judged: a rate is 0, negative or no number' : 'not judged, as the environments differ');
  if (regression === true) words.push(`a regression: slower by more than the ${percent(maxRegression)} that are let pass`);
  return words.join('; ') || wordsOf(verdict);
}

function settlingOf({ low, moreProcesses, moreSeconds }, kind) {
  if (known(moreProcesses) > 0) {
    const takes = known(moreSeconds) > 0 ? ` (${duration(moreSeconds)})` : '';
    return `not resolved; about ${count(moreProcesses)} more processes on each side${takes} would settle it`;
  }
  if (kind === 'saved') return 'not resolved; both measured in turns would tell more';
  return known(low) === null ? 'not resolved' : 'not resolved; an hour more would not settle it';
}

function testDetails(test, id, document, sides, isOpen) {
  const own = sidesOf(test, sides);
  const changes = list(test.changes).map(object);
  const remarks = changes.map((change, i) =>
    markup`<li><b><bdi>${labelOf(sides, i + 1)}</bdi></b>: ${remarkOf(change, test, i + 1, document)}</li>`);
  const failures = own.map(({ error }, i) => error && markup`<h4>Failed: <bdi>${labelOf(sides, i)}</bdi></h4>
${failure(error)}`);
  const figures = changes.map(({ ratio, low, high, verdict }) =>
    markup`<span class="figure">${known(ratio) !== null && ratioText(ratio, low, high)}${verdictTag(verdict)}</span>`);
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name">${nameOf(test.name)}</span>${figures}</summary>
<div class="body" id="${id}">
${wholeName(test.name)}<ul class="notes">${remarks}</ul>
${processFigure(test, sides)}${failures}</div>
</details>
`;
}

function wordsFor(difference) {
  try {
    return describeDifference(difference);
  } catch (_) {
    return difference.field;
  }
}

/** What of the environments differs: first what forbids a verdict, then what is only worth knowing. */
function differencesNotice(differences) {
  const items = list(differences).map(object);
  const part = (those, words) => those.length > 0 && markup`<div class="notice"><p>${words}</p>
<ul>${those.map((one) => markup`<li>${wordsFor(one)}</li>`)}</ul></div>
`;
  return [
    part(items.filter(forbids), markup`<strong>The environments differ</strong> in what alone changes times, so that no verdict is given.`),
    part(items.filter((one) => !forbids(one)), 'What else differs between the environments:'),
  ];
}

/** Whole files that could not be measured. */
function fileFailures(failures) {
  return list(failures).map(object).map(({ side, file, error }) => markup`<h3>Failed: <bdi>${shown(file)}</bdi> (<bdi>${shown(side)}</bdi>)</h3>
${failure(error)}`);
}

function sidesSection(document, sides) {
  const { kind, confidence, precision, maxRegression, differences } = document;
  const fields = list(differences).map(object).filter(forbids).map(({ field }) => field);
  const named = sides.map(({ source }, i) => ({ name: labelOf(sides, i), source })).filter(({ source }) => typeof source === 'string');
  const sources = named.map(({ name, source }) => [markup`<bdi>${name}</bdi>`, markup`<bdi>${shown(source)}</bdi>`]);
  return markup`<section class="environment" id="sides">
<h2>Sides</h2>
${facts([...sources,
    ['how', Object.hasOwn(KINDS, `${kind}`) ? KINDS[kind] : null],
    ['confidence', known(confidence) === null ? null : `${percent(confidence)}, all changes together`],
    ['precision', known(precision) === null ? null : percent(precision)],
    ['regression let pass', known(maxRegression) === null ? null : percent(maxRegression)],
  ])}${environmentTable(sides, fields)}${sideWarnings(sides)}</section>
`;
}

function leadOf(tests, failures) {
  const changes = tests.flatMap((test) => list(test.changes).map(object));
  const words = COUNTED.map((verdict) => [verdict, changes.filter((change) => change.verdict === verdict).length]).filter(([, times]) => times > 0);
  const regressions = changes.filter(({ regression }) => regression === true).length;
  return [
    plural(tests.length, 'test'),
    words.map(([verdict, times]) => ` · ${times} ${wordsOf(verdict)}`),
    regressions > 0 && markup` · <span class="regression">${plural(regressions, 'regression')}</span>`,
    failures.length > 0 && markup` · <span class="failed">${plural(failures.length, 'file')} failed</span>`,
  ];
}

/** The answer to --max-regression; of a saved file from before there was one, none. */
function answer(document) {
  const line = gateLine(document);
  return line !== null && markup`<p class="notice${document.gate.outcome === 'passed' && ' passed'}"><strong>${line}</strong></p>
`;
}

/**
 * @param {object} document a Comparison
 * @returns {string} HTML
 */
function comparisonPage(document) {
  const sides = list(document.sides).map(object);
  const tests = list(document.tests).map(object);
  const groups = groupsOf(tests);
  const [first, ...others] = sides.map((_, i) => labelOf(sides, i));
  const changes = tests.length === 0 ? markup`<p class="empty">There is no test to compare.</p>
` : [changeTable(groups, sides), changeFigure(groups, sides, document.maxRegression)];
  const isFailed = (test) => list(test.changes).some((change) => object(change).verdict === 'failed');
  return page({
    document,
    title: first === undefined ? 'No sides' : `${others.join(', ')} against ${first}`,
    lead: leadOf(tests, list(document.failures)),
    contents: CONTENTS.filter(({ id }) => id !== 'tests' || tests.length > 0),
    sections: [
      markup`<section class="suite" id="changes">
<h2>Changes</h2>
${answer(document)}${differencesNotice(document.differences)}${changes}${document.kind === 'saved' && markup`<p class="remark">${SAVED_NOTE}</p>
`}${fileFailures(document.failures)}</section>
`,
      tests.length > 0 && markup`<section class="suite" id="tests">
<h2>Test by test</h2>
${groups.map((group) => [groups.length > 1 && markup`<h3><bdi>${group.title}</bdi></h3>
`, group.tests.map((test, i) => testDetails(test, group.ids[i], document, sides, tests.length <= UNFOLDED || isFailed(test)))])}</section>
`,
      sidesSection(document, sides),
    ],
  });
}

module.exports = { comparisonPage };
