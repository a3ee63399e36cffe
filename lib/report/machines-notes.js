'use strict';

/* Notes on the machines of a merged document: names, differences, outliers, and missing parts. */

const { listAll, listNames } = require('../base/text/columns');
const { escaped, label } = require('../base/text/display');
const { counted, formatPercent, rough } = require('../base/text/numbers');
const { describeDifference, findDifferences } = require('../core/system/fingerprint');
const { isOfRates } = require('./report');

const MOST_MACHINES = 10;
const MOST_SHARDS = 20;
const MOST_NAMES = 20;

const shardsText = (shards) => `${shards.length === 1 ? 'shard' : 'shards'} ${listNames(shards, MOST_SHARDS)}`;
const machineText = ({ name, shards }) => `${label(name)} (${shardsText(shards)})`;

/** Differences that forbid comparing figures, each value once: there may be a hundred machines. */
function differenceLines(machines) {
  return findDifferences(machines.map(({ environment }) => environment)).filter(({ forbids }) => forbids)
    .map(({ field, values }) => escaped(describeDifference({ field, values: [...new Set(values)] })))
    .map((words) => `the machines differ (${words}). Do not compare times between machines`);
}

const missingLines = ({ shards, units }) => [
  ...(shards.length ? [`missing: ${shardsText(shards)}`] : []),
  ...(units.length ? [`not measured: ${listNames(units.map(({ name }) => label(name)), MOST_NAMES)}`] : []),
];

const differingWords = ({ tests, differing }, word) =>
  `in ${differing} of ${counted(tests, word)}, but chance alone explains only ${rough(tests * 0.05)}`;

/** If no two machines agree, none of them is known to be right. */
function disagreementLines(found, { names, word }) {
  if (found.length === 0) return [];
  const isAll = found.length === names.length;
  if (!isAll) {
    return found.map((one) => (
      `${names[one.machine]} disagrees with the other machines: its changes differ from theirs ` +
      `${differingWords(one, word)}; check ${names[one.machine]}, or leave it out`));
  }
  const most = found.reduce((worst, one) => (one.differing / one.tests > worst.differing / worst.tests ? one : worst));
  const third = names.length === 2 ? '; a third machine would show which of them is the outlier' : '';
  return [`${listAll(names)} disagree: their changes differ ${differingWords(most, word)}${third}`];
}

const WORDS = {
  __proto__: null,
  'machine-slower': ({ share, tests }, name, others, word) =>
    `${name} is ${formatPercent(share)} slower than ${others} (median of ${counted(tests, word)}); ` +
    'verdicts compare only times from the same machine',
  'machine-noisy': ({ times, tests }, name, others, word) =>
    `${name} is noisy: its times vary ${rough(times)} times as much as those of ${others} ` +
    `(median of ${counted(tests, word)}), so it gets less weight`,
};

/** word: the measured unit, 'test' or 'configuration'. Reasons for doubt come first. */
function oddMachineLines({ machines = [], oddMachines = [] }, word = 'test') {
  const names = machines.map(({ name }) => label(name));
  const others = names.length > 2 ? 'the other machines' : 'the other machine';
  return [
    ...disagreementLines(oddMachines.filter(({ kind }) => kind === 'machine-disagrees'), { names, word }),
    // Later versions may have other kinds.
    ...oddMachines.filter(({ kind }) => kind in WORDS)
      .map((one) => WORDS[one.kind](one, names[one.machine], others, word)),
  ];
}

function machineLines(document) {
  const { machines = [], missing } = document;
  if (machines.length === 0) return [];
  return [
    `measured on ${counted(machines.length, 'machine')}: ${listNames(machines.map(machineText), MOST_MACHINES)}`,
    ...differenceLines(machines),
    ...(missing ? missingLines(missing) : []),
    ...oddMachineLines(document, document.configurations || isOfRates(document) ? 'configuration' : 'test'),
  ];
}

const labelMachine = ({ machine }, { machines = [] }) =>
  machines.length > 1 && machine !== undefined ? label(machines[machine].name) : '';

module.exports = { machineLines, labelMachine, oddMachineLines };
