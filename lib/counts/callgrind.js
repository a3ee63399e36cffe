'use strict';

/*
 * Valgrind's callgrind: how it is started, and what it writes. It counts by function, of code that V8 has made by
 * address, and can count parts of a process, each from one call of a function to the next. Pure: nothing is read or
 * started here.
 */

const { MARK_FUNCTION } = require('../host/process-probes');
const { CACHES, eventsOf } = require('./events');

/**
 * The program and its arguments that node is run by. --smc-check: V8 writes code where code has been. The sizes of
 * caches are always said, for those of this machine can be more than it can simulate, which it says in the middle of
 * what the test prints. Blocks that follow each other are translated one by one: a process takes a fifth less so.
 * Nothing in the file is shortened by what stands above it. Without --vgdb=no three pipes for a debugger stay behind in
 * the folder for temporary files where it is killed.
 *
 * @param {string} file that the counts are written to
 * @param {object} [what]
 * @param {boolean} [what.hasCache] whether caches and branches are simulated, too
 * @param {boolean} [what.hasMarks] whether it is to count in parts
 * @param {boolean} [what.hasCode] whether code that V8 has made is told by address
 * @returns {string[]}
 */
function callgrindCommand(file, { hasCache = false, hasMarks = false, hasCode = false } = {}) {
  const sizes = Object.entries(CACHES).map(([name, size]) => `--${name}=${size}`);
  return [
    'valgrind', '--quiet', '--tool=callgrind', `--callgrind-out-file=${file}`, '--smc-check=all-non-file',
    '--vex-guest-chase=no', '--vgdb=no', '--compress-strings=no', '--compress-pos=no',
    ...(hasCode ? ['--dump-instr=yes', '--dump-line=no'] : []),
    ...(hasMarks ? ['--combine-dumps=yes', `--dump-before=${MARK_FUNCTION}`] : []),
    ...(hasCache ? ['--cache-sim=yes', '--branch-sim=yes', ...sizes] : []),
  ];
}

const numbersOf = (text) => text.trim().split(/\s+/).map(Number);

/** @returns {object|null} totals of a part, null where it was cut off */
function eventsIn(text) {
  const names = /^events: (.*)$/m.exec(text);
  const totals = /^totals: (.*)\n/m.exec(text);
  if (!names || !totals) return null;
  // Zeros at the end are left out.
  const values = numbersOf(totals[1]);
  const events = Object.fromEntries(names[1].trim().split(/\s+/).map((name, i) => [name, values[i] || 0]));
  return events.Ir > 0 ? eventsOf(events) : null;
}

/**
 * @typedef {object} Part of a process
 * @property {object} events see events.js
 * @property {Map<string, number>} functions instructions by the name of the function, '???' for what V8 has made
 * @property {Map<number, number>} code by address, of what V8 has made, where that is told
 */
function readPart(text) {
  const functions = new Map();
  const code = new Map();
  const add = (map, key, instructions) => map.set(key, (map.get(key) || 0) + instructions);
  let name = '';
  let file = '';
  let isMade = false;
  let isCall = false;
  for (const line of text.split('\n')) {
    if (/^\d/.test(line)) {
      const [position, instructions] = line.split(' ', 2);
      // What is called has lines of its own.
      if (!isCall && isMade && position.startsWith('0x')) add(code, parseInt(position, 16), Number(instructions));
      else if (!isCall) add(functions, isMade ? '???' : name, Number(instructions));
      isCall = false;
    } else if (line.startsWith('fn=')) {
      // The second and further turns of what calls itself have a number.
      name = line.slice(3).replace(/'\d+$/, '').replace(/^0x[\da-f]+$/, `in ${file}`);
    } else if (line.startsWith('ob=')) {
      isMade = line === 'ob=???';
      file = line.slice(line.lastIndexOf('/') + 1);
    } else if (line.startsWith('calls=')) {
      isCall = true;
    }
  }
  return { events: eventsIn(text), functions, code };
}

/**
 * @param {string} text of the file (manual, section 6.2: Callgrind format specification)
 * @returns {Part[]|null} null where it was cut off
 */
function readCallgrind(text) {
  const parts = text.split(/^part: \d+$/m).slice(1).map(readPart);
  return parts.length > 0 && parts.every(({ events }) => events !== null) ? parts : null;
}

module.exports = { callgrindCommand, readCallgrind };
