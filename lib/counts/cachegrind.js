'use strict';

/* Valgrind's cachegrind: how it is started, and what it writes. Pure: nothing is read or started here. */

const { CACHES, eventsOf } = require('./events');

/**
 * The program and its arguments that node is run by. --smc-check: V8 writes code where code has been. The sizes of
 * caches are always said, for those of this machine can be more than it can simulate, which it says in the middle of
 * what the test prints. Blocks that follow each other are translated one by one: a process takes a fifth less so, at
 * its start (3.0 s for 3.8) and in its loops. Without --vgdb=no three pipes for a debugger stay behind in the folder
 * for temporary files where it is killed.
 *
 * @param {string} file that the counts are written to
 * @param {boolean} hasCache whether caches and branches are simulated, too
 * @returns {string[]}
 */
function cachegrindCommand(file, hasCache) {
  return [
    'valgrind', '--quiet', '--tool=cachegrind', `--cachegrind-out-file=${file}`, '--smc-check=all-non-file',
    '--vex-guest-chase=no', '--vgdb=no', ...Object.entries(CACHES).map(([name, size]) => `--${name}=${size}`),
    `--cache-sim=${hasCache ? 'yes' : 'no'}`, `--branch-sim=${hasCache ? 'yes' : 'no'}`,
  ];
}

const numbersOf = (text) => text.trim().split(/\s+/).map(Number);

/**
 * @param {string} text of the file (manual, section 5.9: Cachegrind output file format)
 * @returns {{ events: object, functions: Map<string, number> }|null} events: totals of the process, see events.js;
 *   functions: instructions by the name of the function; null where it was cut off
 */
function readCachegrind(text) {
  const names = /^events: (.*)$/m.exec(text);
  const summary = /^summary: (.*)\n/m.exec(text);
  if (!names || !summary) return null;
  const totals = numbersOf(summary[1]);
  const events = Object.fromEntries(names[1].trim().split(/\s+/).map((name, i) => [name, totals[i]]));
  if (!(events.Ir > 0)) return null;
  const functions = new Map();
  let name = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('fn=')) {
      name = line.slice(3);
    } else if (/^\d/.test(line)) {
      functions.set(name, (functions.get(name) || 0) + numbersOf(line)[1]);
    }
  }
  return { events: eventsOf(events), functions };
}

module.exports = { cachegrindCommand, readCachegrind };
