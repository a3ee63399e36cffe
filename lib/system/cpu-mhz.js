'use strict';

/* Clock rate of the processor: from perf, a chain of dependent operations, or the system. */

const { messageOf } = require('../text/show');
const { perfTrialArgs, perfStatArgs, parsePerfStat, isPlausibleMhz, isWithoutCounters } = require('./perf-stat');

// The child spins for 0.2 s.
const PERF_TIMEOUT_MS = 5000;

const SPAWN_REASONS = {
  ENOENT: 'perf is not installed (Debian: linux-perf, Ubuntu: linux-tools)',
  EACCES: 'perf may not be executed (EACCES)',
  EPERM: 'perf may not be executed (EPERM)',
  ENOMEM: 'no memory to start perf (ENOMEM)',
  EAGAIN: 'too many processes to start perf (EAGAIN)',
  ETIMEDOUT: `perf did not answer in ${PERF_TIMEOUT_MS / 1000} s`,
  ERR_ACCESS_DENIED: 'the permission model of node forbids child processes',
};

const spawnReason = (error) => (error && SPAWN_REASONS[error.code]) || messageOf(error);

/** Without variables that make node profile, inspect, cover or print. NODE_ICU_DATA may be needed to start. */
function childEnv(env) {
  const isKept = ([key]) => key === 'NODE_ICU_DATA' || !/^(NODE_|NYC_|LC_|LANG)/.test(key);
  return { ...Object.fromEntries(Object.entries(env).filter(isKept)), LC_ALL: 'C' };
}

function runPerf(args, host) {
  let result;
  try {
    result = host.run('perf', args, {
      cwd: '/', // In a removed folder spawn reports ENOENT, as if perf were missing.
      env: childEnv(host.env),
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: PERF_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    return { reason: spawnReason(error) };
  }
  if (result.error) return { reason: spawnReason(result.error) };
  if (result.signal) return { reason: `perf was killed by ${result.signal}` };
  return { text: String(result.stderr || ''), status: result.status };
}

/** -> { mhz, ... } or { mhz: null, reason } */
function readPerf(host) {
  if (host.platform !== 'linux') return { mhz: null, reason: 'perf exists only on linux' };
  const trial = runPerf(perfTrialArgs(), host);
  if (trial.reason) return { mhz: null, reason: trial.reason };
  if (isWithoutCounters(trial.text)) return parsePerfStat(trial.text);
  const { text, status, reason } = runPerf(perfStatArgs(host.execPath), host);
  if (reason) return { mhz: null, reason };
  const parsed = parsePerfStat(text);
  // perf exits with the status of the child: a failed child has not spun.
  const hasFailed = parsed.mhz !== null && status !== 0;
  return hasFailed ? { mhz: null, reason: `perf or its child ended with status ${status}` } : parsed;
}

function readChain(chainMhz) {
  let mhz;
  try {
    mhz = chainMhz();
  } catch (error) {
    return { mhz: null, reason: `the reference chain failed: ${messageOf(error)}` };
  }
  if (isPlausibleMhz(mhz)) return { mhz };
  const what = Number.isFinite(mhz) ? `an impossible ${mhz} MHz` : 'no result';
  return { mhz: null, reason: `the reference chain gave ${what}` };
}

/** Of the fastest core, because idle cores are clocked down. */
function readOs(host) {
  let speeds;
  try {
    speeds = host.cpus().map((cpu) => cpu.speed).filter(isPlausibleMhz);
  } catch (error) {
    return { mhz: null, reason: `os.cpus() failed: ${messageOf(error)}` };
  }
  if (!speeds.length) return { mhz: null, reason: 'os.cpus() knows no speed' };
  return { mhz: Math.max(...speeds) };
}

/**
 * Returns cpuMhz(): MHz, or false if unknown. Nothing is measured before its first call. chainMhz() measures the clock
 * with a dependent chain (about 10 ms) and may throw. cpuMhz.reading() -> { mhz: number|null,
 * source: 'perf'|'chain'|'os'|null, reasons: [{ source, reason }] }, with the sources that failed before.
 */
function createCpuMhz({ host, chainMhz }) {
  let perf = null;

  // perf takes 0.27 s, or 0.02 s if it cannot count, so it runs once. The chain runs each time, because the clock moves
  // (3.59 to 3.79 GHz within minutes).
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

  function cpuMhz() {
    const { mhz } = reading();
    return mhz === null ? false : mhz;
  }
  cpuMhz.reading = reading;
  return cpuMhz;
}

module.exports = { createCpuMhz };
