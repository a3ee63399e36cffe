'use strict';

/*
 * Clock rate of the processor: from perf, a chain of dependent operations, or the system.
 *
 * A line of `perf stat -x ;` in the C locale is value;unit;event;nanoseconds counted;percent counted;metric;metric unit
 * (tools/perf/Documentation/perf-stat.txt, CSV FORMAT). Old versions have no unit, or nothing after the event.
 */

const { askProgram } = require('../../base/host/fs-queries');
const { readMessage } = require('../../base/text/show');

// Node's start-up (40-70 ms) lies before DELAY_MS: with perf_event_paranoid 2, the default, perf counts cycles:u but
// the whole task-clock, which would lower the result by 12 %.
const DELAY_MS = 100;
const SPIN_MS = 100;

// 100000 dependent steps take about 0.2 ms.
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

const STAT = ['stat', '-x', ';'];
const EVENTS = ['-e', 'cycles,task-clock'];

const TRIAL = [...STAT, ...EVENTS, '--', 'true']; // checks in 0.02 s whether perf can count at all

const unknown = (reason) => ({ mhz: null, reason });
const isPlausibleMhz = (mhz) => typeof mhz === 'number' && mhz >= MIN_MHZ && mhz <= MAX_MHZ;

/** One line -> { isCycles, value, state, unit, runNs }, or null if it has neither event. */
function parseRow(line) {
  const cells = line.split(';').map((cell) => cell.trim());
  const at = cells.findIndex((cell) => EVENT.test(cell));
  if (at < 1) return null;
  const isCycles = EVENT.exec(cells[at])[1] !== undefined;
  const [text] = cells;
  const state = /^<.*>$/.test(text) ? text : null;
  const value = parseFloat(text);
  if (state === null && Number.isNaN(value)) return null;
  return { isCycles, value, state, unit: at > 1 ? cells[at - 1] : '', runNs: Number(cells[at + 1]) || 0 };
}

/** Cycles of the whole window: perf scales each kind of core up, so their mean counts, weighted by the time counted. */
function combineCycles(rows) {
  if (rows.some((row) => row.runNs === 0)) return rows.reduce((most, { value }) => Math.max(most, value), -Infinity);
  const total = rows.reduce((sum, row) => sum + row.runNs, 0);
  return rows.reduce((sum, row) => sum + row.value * row.runNs, 0) / total;
}

const NOT_SUPPORTED = 'perf cannot count cycles here (<not supported>), as on most virtual machines';

function explainSilence(text) {
  if (/perf not found for kernel/i.test(text)) return 'perf is not installed for this kernel';
  if (/paranoid|permission|not permitted|operations is limited/i.test(text)) {
    return 'perf is not permitted to read the counters (kernel.perf_event_paranoid, or the container forbids it)';
  }
  const isSaid = (line) => line && !/^(#|Events (en|dis)abled|Error:?$)/.test(line);
  const lines = text.split('\n').map((line) => line.trim()).filter(isSaid);
  return lines.length ? `perf printed no cycle count: ${lines[0].slice(0, 80)}` : 'perf printed nothing';
}

/** { mhz } or { mhz: null, reason } */
function parsePerfStat(text) {
  const rows = text.split('\n').map(parseRow).filter(Boolean);
  const cycleRows = rows.filter((row) => row.isCycles);
  const clock = rows.find((row) => !row.isCycles);
  if (!cycleRows.length) return unknown(explainSilence(text));

  const counted = cycleRows.filter((row) => row.value > 0);
  if (!counted.length) {
    const states = cycleRows.map((row) => row.state);
    if (states.includes('<not counted>')) return unknown('perf could not count cycles (<not counted>)');
    if (states.includes('<not supported>')) return unknown(NOT_SUPPORTED);
    return unknown('perf counted 0 cycles');
  }
  if (!clock || clock.state) return unknown(`perf reported no task-clock${clock ? ` (${clock.state})` : ''}`);

  const perUnit = Object.hasOwn(MS_PER_UNIT, clock.unit) ? MS_PER_UNIT[clock.unit] : 0;
  if (!perUnit) return unknown(`perf reported task-clock in an unknown unit: ${clock.unit}`);
  const taskClockMs = clock.value * perUnit;
  // A shorter window is mostly the start of counting.
  if (taskClockMs < 1) return unknown(`perf counted for only ${taskClockMs} ms`);

  const mhz = combineCycles(counted) / taskClockMs / 1000;
  return isPlausibleMhz(mhz) ? { mhz } : unknown(`perf reported an impossible clock rate: ${mhz.toPrecision(4)} MHz`);
}

const PERF_TIMEOUT_MS = 5000;

const SPAWN_REASONS = {
  ENOENT: 'perf is not installed (Debian: linux-perf, Ubuntu: linux-tools)',
  EACCES: 'no permission to execute perf (EACCES)',
  EPERM: 'no permission to execute perf (EPERM)',
  ENOMEM: 'perf could not be started: not enough memory (ENOMEM)',
  EAGAIN: 'perf could not be started: too many processes (EAGAIN)',
  ETIMEDOUT: `perf did not answer within ${PERF_TIMEOUT_MS / 1000} s`,
  ERR_ACCESS_DENIED: 'the Node.js permission model forbids child processes',
};

/** Without variables that make node profile, inspect, cover or print. NODE_ICU_DATA may be needed to start. */
function childEnv(env) {
  const isKept = ([key]) => key === 'NODE_ICU_DATA' || !/^(NODE_|NYC_|LC_|LANG)/.test(key);
  return { ...Object.fromEntries(Object.entries(env).filter(isKept)), LC_ALL: 'C' };
}

function runPerf(args, host) {
  const { error, signal, stderr, status } = askProgram(host, 'perf', args, {
    cwd: '/', // In a removed folder spawn reports ENOENT, as if perf were missing.
    env: childEnv(host.env), stdio: ['ignore', 'ignore', 'pipe'], timeout: PERF_TIMEOUT_MS,
  });
  if (error) return { reason: SPAWN_REASONS[error.code] || readMessage(error) };
  return signal ? { reason: `perf was killed by ${signal}` } : { text: String(stderr || ''), status };
}

function readPerf(host) {
  if (host.platform !== 'linux') return unknown('perf exists only on Linux');
  const trial = runPerf(TRIAL, host);
  if (trial.reason) return unknown(trial.reason);
  if (parsePerfStat(trial.text).reason === NOT_SUPPORTED) return unknown(NOT_SUPPORTED);
  const spin = [...STAT, '-D', String(DELAY_MS), ...EVENTS, '--', host.execPath, '-e', SPIN];
  const { text, status, reason } = runPerf(spin, host);
  if (reason) return unknown(reason);
  const parsed = parsePerfStat(text);
  // perf exits with the status of the child: a failed child has not spun.
  return parsed.mhz !== null && status !== 0 ? unknown(`perf or its child ended with status ${status}`) : parsed;
}

function readChain(chainMhz) {
  let mhz;
  try {
    mhz = chainMhz();
  } catch (error) {
    return unknown(`the timed operations failed: ${readMessage(error)}`);
  }
  if (isPlausibleMhz(mhz)) return { mhz };
  return unknown(`the timed operations ${Number.isFinite(mhz) ? `gave an impossible ${mhz} MHz` : 'gave no result'}`);
}

/** Rate of the fastest core, because idle cores are clocked down. */
function readOs(host) {
  try {
    const speeds = host.cpus().map((cpu) => cpu.speed).filter(isPlausibleMhz);
    if (speeds.length === 0) return unknown('os.cpus() reports no speed');
    return { mhz: speeds.reduce((most, one) => Math.max(most, one)) };
  } catch (error) {
    return unknown(`os.cpus() failed: ${readMessage(error)}`);
  }
}

/**
 * cpuMhz(): MHz, or false if unknown. chainMhz() measures a chain (10 ms) and may throw. cpuMhz.reading() -> { mhz:
 * number|null, source: 'perf'|'chain'|'os'|null, reasons: [{ source, reason }] }, of the sources that failed.
 */
function createCpuMhz({ host, chainMhz }) {
  let perf = null;

  // perf takes 0.27 s, so it runs once. The chain runs each time: the clock moves by 5 % within minutes.
  const sources = [
    ['perf', () => perf || (perf = readPerf(host))],
    ['chain', () => readChain(chainMhz)],
    ['os', () => readOs(host)],
  ];

  function reading() {
    const reasons = [];
    for (const [source, read] of sources) {
      const { mhz, reason } = read();
      // 100 Hz: the next digit is noise in all three.
      if (mhz !== null) return { mhz: Math.round(mhz * 1e4) / 1e4, source, reasons };
      reasons.push({ source, reason });
    }
    return { mhz: null, source: null, reasons };
  }

  return Object.assign(() => reading().mhz ?? false, { reading });
}

module.exports = { createCpuMhz };
