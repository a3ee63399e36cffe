'use strict';

/*
 * perf stat: how it is started to count what one process executes, and what it writes. Pure: nothing is read or started
 * here. A line of `perf stat -x ;` is  value;unit;event;nanoseconds counted;percent counted;...
 */

const NAMES = {
  instructions: 'instructions', cycles: 'cycles', 'L1-dcache-load-misses': 'l1Misses', 'cache-misses': 'llMisses',
  'branch-misses': 'mispredicted',
};

// instructions, instructions:u, cpu_core/instructions/u, cpu_core/instructions:u/; not those of efficiency cores
const EVENT = /^(?:cpu_core\/)?([A-Za-z1][\w-]*)(?:\/?:?[a-zA-Z]*\/?)$/;

// What perf says where the kernel, or a container, does not let it count; and what does.
const REFUSED = /permission|not permitted|perf_event_paranoid|observability operations is limited/i;
const MAY_NOT = 'perf may not read the counters (sysctl kernel.perf_event_paranoid=2 lets it, containers forbid it)';

// What is counted for less of the time than this is scaled up to a guess.
const WHOLE_PERCENT = 99.99;

/**
 * The program and its arguments that node is run by: user code of its main thread alone.
 *
 * @param {string|null} file that the counts are written to, null for its standard error
 * @param {boolean} hasCache whether misses and mispredictions are counted, too
 * @returns {string[]}
 */
function perfCommand(file, hasCache) {
  const events = Object.keys(NAMES).slice(0, hasCache ? undefined : 1).map((name) => `${name}:u`);
  const output = file === null ? [] : ['-o', file];
  return ['perf', 'stat', '-x', ';', ...output, '--no-inherit', '-e', events.join(), '--'];
}

function rowOf(line) {
  const cells = line.split(';').map((cell) => cell.trim());
  const at = cells.findIndex((cell, i) => i > 0 && EVENT.test(cell) && Object.hasOwn(NAMES, EVENT.exec(cell)[1]));
  if (at < 0) return null;
  const [text] = cells;
  // NaN where it is not told, as by old ones.
  return { name: NAMES[EVENT.exec(cells[at])[1]], text, percent: parseFloat(cells[at + 2]) };
}

const hasCounted = ({ text }) => +text > 0;

/**
 * @param {string} text
 * @returns {{ events: object|null, reason: string|null }} events by our names; null where one of them was not counted,
 *   or not all the time
 */
function readPerf(text) {
  const none = (reason) => ({ events: null, reason });
  const rows = text.split('\n').filter((line) => !line.startsWith('#')).map(rowOf).filter(Boolean);
  const events = {};
  for (const name of new Set(rows.map((row) => row.name))) {
    const ofName = rows.filter((row) => row.name === name);
    // Where there are several kinds of cores each has a row, and those that were not used count nothing.
    const [counted = ofName[0]] = ofName.filter(hasCounted);
    const { text: value, percent } = counted;
    if (/^<.*>$/.test(value)) return none(`perf cannot count ${name} here (${value})`);
    if (!hasCounted(counted)) return none(`perf counted no ${name}: ${value.slice(0, 20)}`);
    if (percent < WHOLE_PERCENT) return none(`perf counted ${name} for ${percent} % of the time only`);
    events[name] = +value;
  }
  if (events.instructions) return { events, reason: null };
  return none(REFUSED.test(text) ? MAY_NOT : 'perf counted no instructions');
}

module.exports = { perfCommand, readPerf };
