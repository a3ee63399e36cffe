'use strict';

/* The plan of a run for a terminal: a table of units, and one of durations by number of machines. */

const { formatTable, wrapLine } = require('../base/text/columns');
const { label } = require('../base/text/display');
const { counted, timeLeft } = require('../base/text/numbers');

const UNITS = [
  { key: 'name', title: 'unit' }, { key: 'takes', title: 'time', toTheRight: true },
  { key: 'shard', title: 'shard', toTheRight: true },
];
const MACHINES = [
  { key: 'machines', title: 'machines', toTheRight: true }, { key: 'longest', title: 'longest', toTheRight: true },
  { key: 'mean', title: 'mean', toTheRight: true }, { key: 'units', title: 'units per machine', toTheRight: true },
];

const timeOf = (seconds) => (seconds === null ? '?' : timeLeft(seconds));

const unitCells = ({ name, seconds, isKnown, shard }, count) => ({
  name: label(name), takes: seconds === null ? '' : `${isKnown ? '' : '~'}${timeLeft(seconds)}`,
  shard: count > 1 ? `${shard}/${count}` : '',
});

const loadCells = ({ machines, longestSeconds, meanSeconds, leastUnits, mostUnits }) => ({
  machines: String(machines), longest: timeOf(longestSeconds), mean: timeOf(meanSeconds),
  units: leastUnits === mostUnits ? String(mostUnits) : `${leastUnits} to ${mostUnits}`,
});

function knownWords({ units, unknown, isTimed }) {
  const all = counted(units.length, 'unit');
  if (!isTimed) return `${all}; their durations are unknown: pass a saved result with --durations FILE`;
  if (unknown === 0) return `${all}, with durations from --durations`;
  return `${all}; ${unknown === 1 ? 'one is' : `${unknown} are`} not in --durations, and ` +
    `${unknown === 1 ? 'is' : 'are'} estimated from the mean (~)`;
}

const unitsOf = (units, shard) => units.filter((unit) => shard === null || unit.shard === shard);

/** plans: of the same units for numbers of machines, see shards/plan-shards.js; shard: the only one to show, or null */
function planLines({ plans, shard }, { columns } = {}) {
  const [{ units, count }] = plans;
  const shown = unitsOf(units, shard);
  // With several numbers of machines, a unit has several shards.
  const cells = shown.map((unit) => unitCells(unit, plans.length === 1 ? count : 1));
  return [
    ...(cells.length ? formatTable(UNITS, cells, { columns }) : []),
    '',
    ...formatTable(MACHINES, plans.map(({ load }) => loadCells(load)), { columns }),
    '',
    ...wrapLine(knownWords(plans[0]), columns),
  ];
}

function planDocument({ plans, shard }) {
  const [{ units, count, hash }] = plans;
  return {
    qtimeit: 'plan', schema: 1, plan: plans.length === 1 ? hash : null,
    units: unitsOf(units, shard).map(({ name, seconds, isKnown, shard: own }) => (
      { name, seconds, isKnown, shard: plans.length === 1 && count > 1 ? own : null })),
    machines: plans.map(({ load }) => load),
  };
}

module.exports = { planLines, planDocument };
