'use strict';

/* The machine and the process that figures come from: facts, flags, what could not be had, and what makes them unsteady. */

const { markup } = require('./markup');
const { known, textual, list, object } = require('./known');
const { facts, table, warningList, wordsFor, labelOf } = require('./parts');
const { roughTime, count } = require('./figures');

// Captured at load, because a measured test may change it.
const { round } = Math;

const SOURCES = { perf: 'by perf', chain: 'measured', os: 'as the system says' };

/** field -> [name, its value in words] */
const FIELDS = {
  nodeVersion: ['Node.js', text],
  v8Version: ['V8', text],
  qtimeitVersion: ['qtimeit', text],
  nodeTitle: ['process', text],
  cpu: ['processor', text],
  cpuCount: ['processors', text],
  cpuMhz: ['clock rate', megahertz],
  cpuScalingGovernor: ['governor', text],
  cpuUpThreshold: ['up threshold', ({ cpuUpThreshold }) => (known(cpuUpThreshold) === null ? null : `${cpuUpThreshold} %`)],
  platform: ['platform', text],
  arch: ['architecture', text],
  kernel: ['kernel', text],
  clockGrainNs: ['clock, step', ({ clockGrainNs }) => (known(clockGrainNs) === null ? null : roughTime(clockGrainNs))],
  clockCostNs: ['clock, cost of a reading', ({ clockCostNs }) => (known(clockCostNs) === null ? null : roughTime(clockCostNs))],
  nodeFlags: ['options of node', ({ nodeFlags }) => list(nodeFlags).filter(textual).join(' ')],
};

function text(environment, field) {
  return textual(environment[field]);
}

function megahertz({ cpuMhz, cpuMhzSource }) {
  if (known(cpuMhz) === null) return null;
  const source = Object.hasOwn(SOURCES, `${cpuMhzSource}`) ? `, ${SOURCES[cpuMhzSource]}` : '';
  return `${count(round(cpuMhz))} MHz${source}`;
}

const NAMES = Object.keys(FIELDS);
const nameOfField = (field) => (Object.hasOwn(FIELDS, `${field}`) ? FIELDS[field][0] : field);
const valueOf = (environment, field) => FIELDS[field][1](environment, field);

/** Reasons in place of the facts that could not be had. */
function missingList(environment) {
  const missing = object(environment.missing);
  const pairs = Object.keys(missing).filter((field) => field !== 'cpuMhzSource').map((field) => [nameOfField(field), missing[field]]);
  return pairs.length > 0 && markup`<h3>Not known</h3>
${facts(pairs, 'missing')}`;
}

function warningsOf(environment) {
  const words = warningList(environment.warnings);
  return words && markup`<h3>What makes timings unsteady here</h3>
${words}`;
}

/** @param {object | null} given what sysinfo() returned */
function environmentSection(given) {
  const environment = object(given);
  const known = facts(NAMES.map((field) => [nameOfField(field), valueOf(environment, field)]));
  return markup`<section class="environment" id="environment">
<h2>Environment</h2>
${known || markup`<p class="empty">This document has none.</p>
`}${warningsOf(environment)}${missingList(environment)}</section>
`;
}

/**
 * The environments of several sides beside each other, with the lines marked where they differ.
 * @param {Array<{ label: string, environment: object | null }>} sides
 * @param {string[]} decisive fields whose difference forbids a verdict
 */
function environmentTable(sides, decisive) {
  const environments = sides.map(({ environment }) => object(environment));
  const rows = [];
  for (const field of NAMES) {
    const values = environments.map((environment) => valueOf(environment, field));
    if (values.every((value) => !value)) continue;
    const differs = values.some((value) => value !== values[0]);
    const word = decisive.includes(field) ? 'forbids a verdict' : 'differs';
    const cells = values.map((value) => markup`<td>${value || '–'}</td>`);
    const remark = differs && markup`<span class="differing">${word}</span>`;
    rows.push(markup`<tr${differs && markup` class="differs"`}><th scope="row">${nameOfField(field)}</th>${cells}<td>${remark}</td></tr>
`);
  }
  if (rows.length === 0) return null;
  const names = sides.map((_, i) => markup`<bdi>${labelOf(sides, i)}</bdi>`);
  return table({
    label: 'Environments',
    head: ['fact', ...names, 'difference'].map((title) => markup`<th scope="col">${title}</th>`),
    rows,
  });
}

/** What makes timings unsteady on the machines of the sides: each sentence once, and of which sides where not of all. */
function sideWarnings(sides) {
  const said = new Map();
  sides.forEach(({ environment }, i) => {
    for (const words of new Set(list(object(environment).warnings).map(wordsFor).filter(textual))) {
      said.set(words, [...(said.get(words) || []), labelOf(sides, i)]);
    }
  });
  if (said.size === 0) return null;
  const lines = [...said].map(([words, labels]) => {
    const those = labels.length < sides.length && markup`<b><bdi>${labels.join(', ')}</bdi></b>: `;
    return markup`<li>${those}${words}</li>`;
  });
  return markup`<h3>What makes timings unsteady here</h3>
<ul class="warnings">${lines}</ul>
`;
}

module.exports = { environmentSection, environmentTable, sideWarnings };
