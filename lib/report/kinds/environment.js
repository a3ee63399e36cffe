'use strict';

/* Sections on the machines and processes of a document: facts, unknown facts, and reasons for unsteady times. */

const { formatCount, formatPercent, roughTime } = require('../../base/text/numbers');
const { machineLines } = require('../machines-notes');
const { createNotes } = require('../report');
const { label } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const { attempt } = require('../../base/text/show');
const { colourWords, describeEngine, isOfNode } = require('../../core/system/engine-facts');
const { describeDifference, findDifferences } = require('../../core/system/fingerprint');
const { sentence } = require('../../core/system/warnings');

const CLOCK_SOURCES = { __proto__: null, perf: ', by perf', chain: ', measured', os: ', as reported by the system' };

const titledEngine = (environment) => {
  const { title, version } = describeEngine(environment);
  return version === null ? title : `${title} ${version}`;
};

/** field -> [name, function that formats its value; default: the value] */
const FIELDS = {
  engine: ['engine', (_, environment) => titledEngine(environment)],
  jit: ['compiler'], nodeVersion: ['Node.js'], v8Version: ['V8'], qtimeitVersion: ['qtimeit'], nodeTitle: ['process'],
  cpu: ['processor'], cpuCount: ['processors'],
  cpuMhz: [
    'clock rate', (mhz, { cpuMhzSource }) => `${formatCount(Math.round(mhz))} MHz${CLOCK_SOURCES[cpuMhzSource] || ''}`,
  ],
  cpuScalingGovernor: ['governor'],
  cpuUpThreshold: ['up threshold', (threshold) => `${threshold} %`],
  platform: ['platform'], arch: ['architecture'], kernel: ['kernel'],
  clockGrainNs: ['clock resolution', roughTime],
  clockCostNs: ['cost of reading the clock', roughTime],
  colorLevel: ['colors of output', colourWords],
  nodeFlags: ['Node.js options', (flags) => flags.join(' ')],
};

// Two descriptions of the same: for Node alone, and for all engines.
const OF_NODE = ['nodeVersion', 'v8Version'];
const OF_ALL = ['engine', 'jit'];

/** Documents from before the support of other engines lack these fields. */
const withEngine = (environment) => environment && {
  engine: 'node', jit: environment.v8Version ? `V8 ${environment.v8Version}` : null, ...environment,
};

function fieldsFor(environments) {
  const isNode = environments.every((environment) => isOfNode(environment || {}));
  return Object.keys(FIELDS).filter((field) => !(isNode ? OF_ALL : OF_NODE).includes(field));
}

const nameOf = (field) => (Object.hasOwn(FIELDS, field) ? FIELDS[field][0] : field);

function textOf(environment, field) {
  const [, write = (value) => `${value}`] = FIELDS[field];
  const value = (environment || {})[field];
  return value === null || value === undefined ? '' : write(value, environment);
}

// Fields that add nothing: one reason is enough, and the engine is among the facts.
const IMPLIED = ['cpuMhzSource', ...OF_NODE];

/** Reasons for unsteady times: each sentence once, with the sides unless it holds for all. */
function warningNotes(sides) {
  const all = sides.flatMap((side) => ((side.environment || {}).warnings || [])
    .map((warning) => ({ side: label(side.label), text: sentence(warning) })));
  return {
    type: 'notes', title: 'Causes of unsteady timings',
    items: [...groupBy(all, ({ text }) => text)].map(([text, own]) => (
      { name: own.length < sides.length ? own.map(({ side }) => side).join(', ') : '', text })),
  };
}

function environmentSection(environment) {
  const pairs = fieldsFor([environment]).map((field) => [nameOf(field), textOf(environment, field)])
    .filter(([, text]) => text !== '');
  const missing = Object.entries((environment || {}).missing || {}).filter(([field]) => !IMPLIED.includes(field));
  return {
    id: 'environment', title: 'Environment', depth: 'environment',
    blocks: [
      pairs.length > 0 ? { type: 'facts', pairs } : { type: 'remark', text: 'No environment saved.', tone: 'empty' },
      warningNotes([{ label: '', environment }]),
      ...(missing.length > 0 ? [{
        type: 'facts', title: 'Unknown', kind: 'missing', pairs: missing.map(([field, why]) => [nameOf(field), why]),
      }] : []),
    ],
  };
}

function environmentTable(sides, decisive) {
  const columns = [
    { key: 'fact', title: 'fact' }, ...sides.map((side, i) => ({ key: `side${i}`, title: label(side.label) })),
    { key: 'difference', title: 'difference' },
  ];
  const rows = fieldsFor(sides.map(({ environment }) => environment)).map((field) => {
    const texts = sides.map(({ environment }) => textOf(withEngine(environment), field));
    const differs = texts.some((text) => text !== texts[0]);
    const cells = Object.fromEntries(texts.map((text, i) => [`side${i}`, text || '–']));
    const difference = differs ? { kind: 'tag', text: decisive.includes(field) ? 'no verdict' : 'differs' } : '';
    return { texts, cells: { fact: nameOf(field), ...cells, difference }, tone: differs ? 'differs' : '' };
  }).filter(({ texts }) => texts.some((text) => text !== ''));
  return { type: 'table', label: 'Environments', columns, rows };
}

const decisiveFields = (differences) => differences.filter(({ forbids }) => forbids).map(({ field }) => field);

function machinesSection(document) {
  const machines = document.machines.map(({ name, environment }) => ({ label: name, environment }));
  const differences = findDifferences(machines.map(({ environment }) => environment));
  return {
    id: 'environment', title: 'Machines', depth: 'environment',
    blocks: [
      createNotes(machineLines(document)),
      environmentTable(machines, decisiveFields(differences)), warningNotes(machines),
    ],
  };
}

const KINDS = {
  processes: 'measured alternately by this command', saved: 'saved results, measured at different times',
};

/** A difference can hold values of any kind. If formatting fails, its field is enough. */
const differenceText = (difference) => attempt(() => describeDifference(difference), difference.field);

function sidesSection(document) {
  const { sides, kind, confidence, precision, maxRegression, differences } = document;
  const percentOf = (share) => (share === null || share === undefined ? '' : formatPercent(share));
  const forbidding = differences.filter(({ forbids }) => forbids);
  return {
    id: 'sides', title: document.across === 'engines' ? 'Engines' : 'Sides', depth: 'environment',
    blocks: [
      {
        type: 'facts',
        pairs: [
          ...sides.map((side) => [label(side.label), side.source || '']), ['how', KINDS[kind] || ''],
          ['confidence', `${formatPercent(confidence)} for all changes together`], ['precision', percentOf(precision)],
          ['allowed regression', percentOf(maxRegression)],
        ],
      },
      createNotes(forbidding.map(differenceText), {
        title: 'No verdicts, because the environments differ in ways that affect times',
      }),
      environmentTable(sides, decisiveFields(differences)), warningNotes(sides),
    ],
  };
}

module.exports = { differenceText, environmentSection, machinesSection, sidesSection };
