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
  const percent = parseFloat(cells[at + 2]);
  return { name: NAMES[EVENT.exec(cells[at])[1]], text, percent: Number.isNaN(percent) ? 100 : percent };
}

/**
 * @param {string} text
 * @returns {{ events: object|null, reason: string|null }} events by our names; null where one of them was not counted,
 *   or not all the time
 */
function readPerf(text) {
  const none = (reason) => ({ events: null, reason });
  const rows = text.split('\n').filter((line) => !line.startsWith('#')).map(rowOf).filter(Boolean);
  const events = {};
  for (const { name, text: value, percent } of rows) {
    if (/^<.*>$/.test(value)) return none(`perf cannot count ${name} here (${value})`);
    // A hybrid processor's other cores have not been used.
    if (events[name] > 0 && !(+value > 0)) continue;
    if (!(/^\d+$/.test(value) && +value > 0)) return none(`perf counted no ${name}: ${value.slice(0, 20)}`);
    if (percent < WHOLE_PERCENT) return none(`perf counted ${name} for ${percent} % of the time only`);
    events[name] = +value;
  }
  return events.instructions ? { events, reason: null } : none('perf counted no instructions');
}

module.exports = { perfCommand, readPerf };
