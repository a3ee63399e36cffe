'use strict';

/*
 * Arguments for `perf stat`, and the parser of its output. A line of `perf stat -x ;` is
 *   value;unit;event;nanoseconds counted;percent counted;metric;metric unit
 * (tools/perf/Documentation/perf-stat.txt, CSV FORMAT). Old versions have no unit, or nothing after the event, so
 * a line is read outwards from the name of the event, the only column that all versions have.
 */

// Node's start-up (40-70 ms) lies before DELAY_MS and is not counted. With perf_event_paranoid 2, the kernel's default,
// perf counts cycles:u but the whole task-clock: 20 ms of start-up in the kernel would lower the result by 12 % (20 of
// 170 ms).
const DELAY_MS = 100;
const SPIN_MS = 100;

// 100000 dependent steps (about 0.2 ms) between clock readings, which can be system calls.
const SPIN = `const end = Math.max(${DELAY_MS + SPIN_MS}, performance.now() + ${SPIN_MS}); let s = 1; ` +
  'while (performance.now() < end) for (let i = 0; i < 1e5; i++) { s ^= s << 13; s ^= s >>> 17; s ^= s << 5; }';

// Values outside are stopped counters, wrong units or other events.
const MIN_MHZ = 10;
const MAX_MHZ = 20000;

// cycles, cpu-cycles, cycles:ukhH, cpu_core/cycles/, cpu_atom/cycles/u, armv8_cortex_a53/cycles/, task-clock:u;
// not ref-cycles, bus-cycles, stalled-cycles-frontend
const EVENT = /^(?:[\w.-]+\/)*(?:(cpu-cycles|cycles)|task-clock)(?:\/[a-zA-Z]*)?(?::[a-zA-Z]+)?$/;

// perf 3.x to 6.x report task-clock in msec, with or without the unit; newer versions may report ns.
const MS_PER_UNIT = { '': 1, msec: 1, ms: 1, usec: 1e-3, us: 1e-3, nsec: 1e-6, ns: 1e-6, sec: 1e3, s: 1e3 };

// A semicolon, because a comma may be a decimal mark.
const STAT = ['stat', '-x', ';'];
const EVENTS = ['-e', 'cycles,task-clock'];

/** Checks in 0.02 s whether perf can count at all. */
const perfTrialArgs = () => [...STAT, ...EVENTS, '--', 'true'];

const perfStatArgs = (execPath) => [...STAT, '-D', String(DELAY_MS), ...EVENTS, '--', execPath, '-e', SPIN];

const isPlausibleMhz = (mhz) => typeof mhz === 'number' && mhz >= MIN_MHZ && mhz <= MAX_MHZ;

/** '76,28', '1.234,56', '380 123 456' -> number, or NaN. In counts, a mark before three digits separates thousands. */
function parseNumber(text, isCount) {
  const digits = text.replace(/[\s'’]/g, ''); // \s has the no-break spaces of fr_FR
  if (!/^\d[\d.,]*$/.test(digits)) return NaN;
  const strip = (part) => part.replace(/[.,]/g, '');
  if (isCount && /^\d{1,3}([.,]\d{3})+$/.test(digits)) return Number(strip(digits));
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0 || digits.indexOf(digits[last]) !== last) return Number(strip(digits));
  return Number(`${strip(digits.slice(0, last))}.${digits.slice(last + 1)}`);
}

/** One line -> { isCycles, value, state, unit, runNs }, or null if it has neither event. */
function parseRow(line) {
  const separator = line.includes(';') ? ';' : ',';
  const cells = line.split(separator).map((cell) => cell.trim());
  const at = cells.findIndex((cell) => EVENT.test(cell));
  if (at < 1) return null;
  const isCycles = EVENT.exec(cells[at])[1] !== undefined;
  const hasUnit = /^[a-zA-Z]*$/.test(cells[at - 1]);
  // With -x , a decimal comma splits a value into two columns.
  const text = cells.slice(0, hasUnit ? at - 1 : at).join(separator);
  const state = /^<.*>$/.test(text) ? text : null;
  const value = parseNumber(text, isCycles);
  if (state === null && Number.isNaN(value)) return null;
  const runNs = /^\d+$/.test(cells[at + 1] || '') ? Number(cells[at + 1]) : 0;
  return { isCycles, value, state, unit: hasUnit ? cells[at - 1] : '', runNs };
}

/**
 * Rows of several kinds of core -> the cycles of the whole window. perf scales each count up from the time that its
 * cores ran to the whole window, so their sum would be too high by a third or more. Their mean, weighted by the time
 * counted, is right. The percentage is too coarse a weight: recent perf truncates 0.3 % to 0.00.
 */
function combineCycles(rows) {
  if (rows.some((row) => row.runNs === 0)) return Math.max(...rows.map((row) => row.value));
  const total = rows.reduce((sum, row) => sum + row.runNs, 0);
  return rows.reduce((sum, row) => sum + row.value * row.runNs, 0) / total;
}

const NOT_SUPPORTED = 'perf cannot count cycles here (<not supported>), as on most virtual machines';

function explainSilence(text) {
  if (/perf not found for kernel/i.test(text)) return 'perf is only a wrapper here: it has no perf for this kernel';
  if (/paranoid|permission|not permitted|operations is limited/i.test(text)) {
    return 'perf may not read the counters (kernel.perf_event_paranoid, or the container forbids it)';
  }
  const isSaid = (line) => line && !/^(#|Events (en|dis)abled|Error:?$)/.test(line);
  const lines = text.split('\n').map((line) => line.trim()).filter(isSaid);
  return lines.length ? `perf printed no cycles but: ${lines[0].slice(0, 80)}` : 'perf printed nothing';
}

/** text: output with -x ';' or -x ','. -> { mhz, cycles, taskClockMs } or { mhz: null, reason } */
function parsePerfStat(text) {
  const none = (reason) => ({ mhz: null, reason });
  const rows = text.split('\n').map(parseRow).filter(Boolean);
  const cycleRows = rows.filter((row) => row.isCycles);
  const clock = rows.find((row) => !row.isCycles);
  if (!cycleRows.length) return none(explainSilence(text));

  const counted = cycleRows.filter((row) => row.value > 0);
  if (!counted.length) {
    const states = cycleRows.map((row) => row.state);
    if (states.includes('<not counted>')) return none('perf had no chance to count cycles (<not counted>)');
    if (states.includes('<not supported>')) return none(NOT_SUPPORTED);
    return none('perf counted 0 cycles');
  }
  if (!clock || clock.state) return none(`perf gave no task-clock${clock ? ` (${clock.state})` : ''}`);

  const perUnit = Object.hasOwn(MS_PER_UNIT, clock.unit) ? MS_PER_UNIT[clock.unit] : 0;
  if (!perUnit) return none(`perf gave task-clock in an unknown unit, ${clock.unit}`);
  const taskClockMs = clock.value * perUnit;
  // A shorter window is mostly the start of counting.
  if (taskClockMs < 1) return none(`perf counted for only ${taskClockMs} ms`);

  const cycles = combineCycles(counted);
  const mhz = cycles / taskClockMs / 1000;
  if (!isPlausibleMhz(mhz)) return none(`perf gave an impossible ${mhz.toPrecision(4)} MHz`);
  return { mhz, cycles, taskClockMs };
}

const isWithoutCounters = (text) => parsePerfStat(text).reason === NOT_SUPPORTED;

module.exports = { perfTrialArgs, perfStatArgs, parsePerfStat, isWithoutCounters, isPlausibleMhz };
