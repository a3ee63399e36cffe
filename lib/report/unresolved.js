'use strict';

/* Advice for unresolved tests: only correct advice, and no waits of hours. */

const { maxOf } = require('../base/stats/sample');
const { RENEWAL } = require('../core/system/warnings');
const { label } = require('../base/text/display');
const {
  counted, formatDuration, isNumber, percentChange, quantityText, rough, timeLeft,
} = require('../base/text/numbers');

const { abs, log } = Math;

const MOST_SECONDS = 3600;
const MOST_MACHINES = 4; // machines to list one by one
const OF_NEIGHBOURS = ['busy', 'prolonged', 'disturbed'];

const isWithinFloor = ({ rank, noiseFloor }) =>
  rank > 0 && isNumber(noiseFloor) && abs(log(rank / 1000)) <= log(1 + noiseFloor);

/** The reason why no duration would settle the test, with advice. */
function withoutTime(row) {
  const hasProcesses = row.processes > 0;
  if ((row.warnings || []).some(({ code }) => code === 'interrupted')) return 'the run was cut short';
  if (!isNumber(row.rankLow) || !isNumber(row.rankHigh)) {
    return hasProcesses ? 'too few processes for an interval: use more (--fork 8, or forkTests: 8)'
      : 'too few rounds for an interval: use a longer time';
  }
  const isDisturbed = (row.warnings || []).some(({ code }) => OF_NEIGHBOURS.includes(code));
  const reason = isWithinFloor(row) ? 'the difference is below the noise floor'
    : isDisturbed ? 'its rounds were interrupted' : 'another hour would not be enough';
  const more = hasProcesses ? 'more processes' : RENEWAL;
  if (row.intervalBasis === 'model' && !isDisturbed && !isWithinFloor(row)) {
    return `the difference is within the usual variance between processes: ${more} could settle it`;
  }
  return `${reason}: ${isDisturbed ? `a quieter machine or ${more}` : more} could settle it`;
}

/** Each run of a stream is one sample: more runs narrow the interval. */
function streamDoubtOf({ stream: { runs, moreRuns }, nsPerCall }) {
  if (!(runs > 1)) return 'not resolved; a single run has no interval';
  const isTooLong = !(moreRuns > 0) || moreRuns * nsPerCall > MOST_SECONDS * 1e9;
  if (isTooLong) return 'not resolved; another hour of runs would not settle it';
  return `not resolved; about ${rough(moreRuns)} more run${moreRuns === 1 ? '' : 's'} would settle it`;
}

/** '29 s', '12 min' that would settle all of them, '' if no duration does */
function settlingTime(rows) {
  const seconds = maxOf(rows.map(({ moreSeconds }) => (moreSeconds > 0 ? moreSeconds : Infinity)));
  if (rows.some(({ isCold, stream }) => isCold || stream) || seconds > MOST_SECONDS) return '';
  return formatDuration(seconds);
}

function explainUnresolved(row) {
  const { isCold, stream } = row;
  if (stream) return streamDoubtOf(row);
  if (isCold) return 'not resolved; more processes may settle it (--fork 100, or forkTests: 100)';
  const time = settlingTime([row]);
  return `not resolved; ${time ? `about ${time} more per test would settle it` : withoutTime(row)}`;
}

function machineWords({ blocks = [] }, { machines, changeOf }) {
  const found = blocks.filter(({ machine }) => machines[machine]).sort((a, b) => changeOf(b.ratio) - changeOf(a.ratio))
    .map(({ machine, ratio }) => `${quantityText(percentChange(changeOf(ratio)))} on ${label(machines[machine].name)}`);
  if (found.length === 0) return '';
  return `: ${found.length > MOST_MACHINES ? `from ${found[0]} to ${found[found.length - 1]}` : found.join(', ')}`;
}

/** Advice for an unresolved change. one, many: the unit to add; changeOf: the ratio to show for a ratio of times */
function explainUnresolvedChange(change, words = {}) {
  const { one = 'more processes per side', many = one, machines = [], changeOf = (ratio) => ratio } = words;
  const { moreProcesses, moreSeconds, machinesDiffer } = change;
  if (machinesDiffer) {
    const figures = machineWords(change, { machines, changeOf });
    return `not resolved; the machines differ by more than the variance between processes can explain${figures}`;
  }
  if (moreProcesses === null) return 'not resolved';
  const wait = moreSeconds ? ` (${timeLeft(moreSeconds)})` : '';
  return `not resolved; about ${counted(moreProcesses, one, many)}${wait} would settle it`;
}

module.exports = { explainUnresolved, explainUnresolvedChange, settlingTime };
