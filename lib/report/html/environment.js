'use strict';

/*
 * The machine and the process that figures come from: facts, flags, what could not be had, and what makes them
 * unsteady.
 */

const { markup } = require('../chart/markup');
const { facts, table, warningList } = require('./parts');
const { labelOf } = require('../change-figure');
const { roughTime, count, told } = require('../chart/figures');
const { machineLines } = require('../machines-notes');
const { engineOf, isOfNode } = require('../../system/engine-facts');
const { differencesOf } = require('../../system/fingerprint');
const { sentence } = require('../../system/warnings');

const SOURCES = { __proto__: null, perf: ', by perf', chain: ', measured', os: ', as the system says' };

const titledEngine = (environment) => {
  const { title, version } = engineOf(environment);
  return version === null ? title : `${title} ${version}`;
};

/** field -> [name, its value in words; the value itself unless given] */
const FIELDS = {
  engine: ['engine', (_, environment) => titledEngine(environment)],
  jit: ['compiler'],
  nodeVersion: ['Node.js'],
  v8Version: ['V8'],
  qtimeitVersion: ['qtimeit'],
  nodeTitle: ['process'],
  cpu: ['processor'],
  cpuCount: ['processors'],
  cpuMhz: ['clock rate', (mhz, { cpuMhzSource }) => `${count(Math.round(mhz))} MHz${SOURCES[cpuMhzSource] || ''}`],
  cpuScalingGovernor: ['governor'],
  cpuUpThreshold: ['up threshold', (threshold) => `${threshold} %`],
  platform: ['platform'],
  arch: ['architecture'],
  kernel: ['kernel'],
  clockGrainNs: ['clock, step', roughTime],
  clockCostNs: ['clock, cost of a reading', roughTime],
  nodeFlags: ['options of node', (flags) => flags.join(' ')],
};

const NAMES = Object.keys(FIELDS);

// The same in two ways: as Node alone has it, and as all engines have.
const OF_NODE = ['nodeVersion', 'v8Version'];
const OF_ALL = ['engine', 'jit'];

/** Documents that are older than other engines have not these fields. */
const withEngine = (environment) => environment && {
  engine: 'node', jit: environment.v8Version ? `V8 ${environment.v8Version}` : null, ...environment,
};

function namesFor(environments) {
  const isNode = environments.every((environment) => isOfNode(environment || {}));
  return NAMES.filter((name) => !(isNode ? OF_ALL : OF_NODE).includes(name));
}

const nameOfField = (field) => (Object.hasOwn(FIELDS, field) ? FIELDS[field][0] : field);

/** In words, '' where it is not known. */
function valueOf(environment, field) {
  const [, words = (value) => value] = FIELDS[field];
  return told((environment || {})[field], (value) => words(value, environment)) || '';
}

// One reason is enough; and which engine it is stands above.
const IMPLIED = ['cpuMhzSource', ...OF_NODE];

/** Reasons in place of the facts that could not be had. */
function missingList({ missing }) {
  const reasons = Object.entries(missing).filter(([field]) => !IMPLIED.includes(field));
  const pairs = reasons.map(([field, reason]) => [nameOfField(field), reason]);
  return pairs.length > 0 && markup`<h3>Not known</h3>
${facts(pairs, 'missing')}`;
}

const unsteady = (list) => list && markup`<h3>What makes timings unsteady here</h3>
${list}`;

/** @param {object} environment what sysinfo() returned */
function environmentSection(environment) {
  const known = facts(namesFor([environment]).map((field) => [nameOfField(field), valueOf(environment, field)]));
  return markup`<section class="environment" id="environment">
<h2>Environment</h2>
${known || markup`<p class="empty">This document has none.</p>
`}${unsteady(warningList(environment.warnings))}${missingList(environment)}</section>
`;
}

/**
 * The environments of several sides beside each other, with the lines marked where they differ.
 * @param {Array<{ label: string, environment: object | null }>} sides
 * @param {string[]} decisive fields whose difference forbids a verdict
 */
function environmentTable(sides, decisive) {
  const rows = namesFor(sides.map(({ environment }) => environment)).map((field) => {
    const values = sides.map(({ environment }) => valueOf(withEngine(environment), field));
    if (values.every((value) => value === '')) return null;
    const differs = values.some((value) => value !== values[0]);
    const word = decisive.includes(field) ? 'forbids a verdict' : 'differs';
    const remark = differs && markup`<span class="differing">${word}</span>`;
    const cells = [...values.map((value) => value || '–'), remark].map((cell) => markup`<td>${cell}</td>`);
    return markup`<tr${differs && markup` class="differs"`}><th scope="row">${nameOfField(field)}</th>${cells}</tr>
`;
  }).filter(Boolean);
  if (rows.length === 0) return null;
  const names = sides.map((_, i) => markup`<bdi>${labelOf(sides, i)}</bdi>`);
  return table({
    label: 'Environments',
    head: ['fact', ...names, 'difference'].map((title) => markup`<th scope="col">${title}</th>`),
    rows,
  });
}

/** The machines that a document was merged of, beside each other. */
function machinesSection(document) {
  const machines = document.machines.map(({ name, environment }) => ({ label: name, environment }));
  const decisive = differencesOf(machines.map(({ environment }) => environment))
    .filter(({ forbids }) => forbids).map(({ field }) => field);
  return markup`<section class="environment" id="environment">
<h2>Machines</h2>
<ul class="notes">${machineLines(document).map((line) => markup`<li>${line}</li>
`)}</ul>
${environmentTable(machines, decisive)}${sideWarnings(machines)}</section>
`;
}

/** What makes timings unsteady on the machines of the sides: each sentence once, and of which where not of all. */
function sideWarnings(sides) {
  const said = sides.map(({ environment }) => (environment ? environment.warnings.map(sentence) : []));
  const lines = [...new Set(said.flat())].map((words) => {
    const labels = sides.map((_, i) => said[i].includes(words) && labelOf(sides, i)).filter(Boolean);
    const those = labels.length < sides.length && markup`<b><bdi>${labels.join(', ')}</bdi></b>: `;
    return markup`<li>${those}${words}</li>`;
  });
  return lines.length > 0 && unsteady(markup`<ul class="warnings">${lines}</ul>
`);
}

module.exports = { environmentSection, environmentTable, machinesSection, sideWarnings };
