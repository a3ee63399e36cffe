'use strict';

/* The command line and output of valgrind's callgrind, which counts by function, V8's code by address, and in parts. */

const { MARK_FUNCTION } = require('../host/process-probes');

// Weights of the cycle estimate: accesses to memory by cache level, and mispredictions. The first three weights and the
// cache sizes equal iai-callgrind's, so that figures of different machines can be compared. A misprediction costs 15
// cycles on processors of the last ten years (Agner Fog, Microarchitecture, 13 to 20).
const WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };

// First level for instructions and data, and last level: bytes, associativity, bytes per line.
const CACHES = { I1: '32768,8,64', D1: '32768,8,64', LL: '8388608,16,64' };

/**
 * The command that runs node. --smc-check: V8 writes code over old code. Cache sizes are explicit, because real sizes
 * can be too large for callgrind, which then prints a message into the output of the test.
 * --vex-guest-chase=no makes a process a fifth faster. Without --vgdb=no a killed process leaves three pipes in the
 * folder for temporary files. Nothing in the file is compressed. hasMarks: whether to count in parts; hasCode: whether
 * to count compiled code of V8 by address.
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

/** Converts events of callgrind (cachegrind's manual, 5.2.5). Without caches only instructions are known. */
function eventsOf({ Ir, Dr = 0, Dw = 0, I1mr, D1mr, D1mw, ILmr, DLmr, DLmw, Bcm = 0, Bim = 0 }) {
  if (I1mr === undefined) return { instructions: Ir };
  const l1Misses = I1mr + D1mr + D1mw;
  const llMisses = ILmr + DLmr + DLmw;
  const mispredicted = Bcm + Bim;
  const cycles = WEIGHTS.l1Hit * (Ir + Dr + Dw - l1Misses) + WEIGHTS.llHit * (l1Misses - llMisses) +
    WEIGHTS.memory * llMisses + WEIGHTS.mispredicted * mispredicted;
  return { instructions: Ir, l1Misses, llMisses, mispredicted, cycles };
}

/** The totals of a part, or null if it was cut off. */
function eventsIn(text) {
  const names = /^events: (.*)$/m.exec(text);
  const totals = /^totals: (.*)\n/m.exec(text);
  if (!names || !totals) return null;
  // Callgrind leaves out zeros at the end.
  const values = numbersOf(totals[1]);
  const events = Object.fromEntries(names[1].trim().split(/\s+/).map((name, i) => [name, values[i] || 0]));
  return events.Ir > 0 ? eventsOf(events) : null;
}

/**
 * @typedef {object} Part of a process
 * @property {object} events { instructions }, and with caches { l1Misses, llMisses, mispredicted, cycles }
 * @property {Map<string, number>} functions instructions by the name of the function, '???' for compiled code of V8
 * @property {Map<number, number>} code instructions of that code by address, if it was counted so
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
      // Called functions have separate lines.
      if (!isCall && isMade && position.startsWith('0x')) add(code, parseInt(position, 16), Number(instructions));
      else if (!isCall) add(functions, isMade ? '???' : name, Number(instructions));
      isCall = false;
    } else if (line.startsWith('fn=')) {
      // Callgrind numbers the levels of a recursion.
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

/** Reads Part[] from a file (manual, section 6.2: Callgrind format specification); null if it was cut off. */
function readCallgrind(text) {
  const parts = text.split(/^part: \d+$/m).slice(1).map(readPart);
  return parts.length > 0 && parts.every(({ events }) => events !== null) ? parts : null;
}

module.exports = { callgrindCommand, readCallgrind, CACHES, WEIGHTS };
