'use strict';

/* Notes on the machines of a merged document: names, differences, outliers, and missing parts. */

const { oddMachineLines } = require('./odd-machines');
const { listing } = require('../text/columns');
const { escaped, label } = require('../text/display');
const { counted } = require('../text/numbers');
const { describeDifference, differencesOf } = require('../system/fingerprint');

const MOST_MACHINES = 10;
const MOST_SHARDS = 20;
const MOST_NAMES = 20;

const shardsText = (shards) => `${shards.length === 1 ? 'shard' : 'shards'} ${listing(shards, MOST_SHARDS)}`;
const machineText = ({ name, shards }) => `${label(name)} (${shardsText(shards)})`;

const isOfRates = ({ tests = [], configurations }) => Boolean(configurations)
  || tests.some(({ sides }) => sides.some((side) => side && side.rates));

/** Differences that forbid comparing figures, each value once: there may be a hundred machines. */
function differenceLines(machines) {
  return differencesOf(machines.map(({ environment }) => environment)).filter(({ forbids }) => forbids)
    .map(({ field, values }) => escaped(describeDifference({ field, values: [...new Set(values)] })))
    .map((words) => `the machines differ, ${words}: times of one cannot be compared with those of another`);
}

function missingLines({ shards, units }) {
  return [
    ...(shards.length ? [`missing: ${shardsText(shards)}`] : []),
    ...(units.length ? [`not measured: ${listing(units.map(({ name }) => label(name)), MOST_NAMES)}`] : []),
  ];
}

function machineLines(document) {
  const { machines = [], missing } = document;
  if (machines.length === 0) return [];
  return [
    `measured on ${counted(machines.length, 'machine')}: ${listing(machines.map(machineText), MOST_MACHINES)}`,
    ...differenceLines(machines),
    ...(missing ? missingLines(missing) : []),
    ...oddMachineLines(document, isOfRates(document) ? 'configuration' : 'test'),
  ];
}

function machineOf({ machine }, { machines = [] }) {
  return machines.length > 1 && machine !== undefined ? label(machines[machine].name) : '';
}

module.exports = { machineLines, machineOf };
