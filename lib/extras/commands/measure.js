'use strict';

/*
 * Measures commands in interleaved rounds, each with one run of each command. A run is a new process, so rows and
 * verdicts are computed as for tests in separate processes: a round is a restart.
 */

const { createLaunch, errorOfRun, runOnce } = require('./run-once');
const { readChildrenCpu, readUsage, withUsage, TICK_NS } = require('../../base/host/child-usage');
const { orNull } = require('../../base/host/fs-queries');
const { isFoundByCmd } = require('../../base/host/paths');
const { median } = require('../../base/stats/sample');
const { createCutShortError } = require('../../base/text/row-error');
const { restartsToEnd } = require('../../core/estimate/early-end');
const { summarizeForks } = require('../../core/estimate/process-summary');
const { createEmptyRow, resultsOfOne, sampleOfOne } = require('../../core/estimate/row');
const { placeInTurn } = require('../../core/session/interleaved');

const { ceil, max, min, sqrt } = Math;

const FEWEST_ROUNDS = 5;
const FIRST_LOOK = 8;
const LOOK_FACTOR = 1.25; // between looks at the verdicts, whose errors add up
const COMMAND_MARGIN = 0.01; // smaller differences of whole processes count as the same
const VERDICT_ERROR = 0.01; // with 0.05, two of 20 runs of equal commands were called different
const KNOWN_SHARE = 0.02; // half width of intervals that is narrow enough to end early

const USAGE_RUNS = 3;
const USAGE_SHARE = 0.1; // of the time of a command

// Standard deviation of the difference of two readings.
const TICK_ERROR_NS = TICK_NS / sqrt(6);
const CPU_ERROR_SHARE = 0.1;

const rowOfRun = (name, ns) => ({
  ...createEmptyRow(name, 1), verdict: 'unresolved', nsPerCall: ns, kind: 'process', calls: 1, rounds: 1,
  results: resultsOfOne(1e9 / ns, ns / 1e9),
});

const medianOf = (list) => (list.length > 0 ? median(list) : null);
const known = (list, name) => list.map((one) => one[name]).filter((value) => value !== null);

/** Mean per run by the clock of the system; null if its steps are too coarse for these runs. */
function meanCpu({ cpu, restarts: { size } }) {
  if (cpu === null || size === 0) return null;
  const [userNs, systemNs] = [cpu.userNs / size, cpu.systemNs / size];
  return (userNs + systemNs) * CPU_ERROR_SHARE >= TICK_ERROR_NS / sqrt(size) ? { userNs, systemNs } : null;
}

function usageOf(source) {
  const { usages, launch: { shell } } = source;
  const cpu = meanCpu(source) ||
    { userNs: medianOf(known(usages, 'userNs')), systemNs: medianOf(known(usages, 'systemNs')) };
  return { ...cpu, peakRssBytes: medianOf(known(usages, 'peakRssBytes')), shell };
}

function withUsageOf(row, source, isStopped) {
  if (row.error !== null) return row;
  const command = usageOf(source);
  const { userNs, systemNs, peakRssBytes, shell } = command;
  const unknown = [userNs === null && 'processor time', peakRssBytes === null && 'peak memory'].filter(Boolean);
  return {
    ...row, command,
    cpuNsPerCall: userNs === null ? null : userNs + systemNs,
    collections: createEmptyRow(row.name, 1).collections,
    warnings: [
      ...row.warnings, ...(shell === null ? [] : [{ code: 'shell', shell }]),
      ...unknown.map((what) => ({ code: 'usage-unknown', what })),
      ...(isStopped ? [{ code: 'interrupted' }] : []),
    ],
  };
}

/** Runs of sources { name, text, launch, restarts, error, usages, cpu, trialNs }, which they update. */
function createRunner(runSeconds, { host, clock, cwd }) {
  const limitMs = runSeconds * 1000;
  let kill = null;
  let isStopped = false;

  /** Null for a run that stop() killed. */
  async function start(launch, keepsErrors = false) {
    const onStart = (action) => { kill = action; };
    const end = await runOnce(launch, { limitMs, keepsErrors, onStart }, { host, clock });
    kill = null;
    return isStopped ? null : end;
  }

  /** Reports a command that does not work. Windows starts scripts such as npm.cmd only by its shell. */
  async function tryOut(source) {
    const end = await start(source.launch, true);
    if (end === null) return;
    if (end.refusal && host.platform === 'win32' && source.launch.shell === null) {
      const refused = errorOfRun(end, source.launch, limitMs, host);
      const isFound = isFoundByCmd(source.launch.file, cwd, host);
      source.launch = createLaunch(source.text, null, { host, cwd });
      await tryOut(source);
      // For an unknown command, cmd.exe has an exit code that scripts may have, too.
      if (!isFound && source.error !== null && source.error.code === 'exited') {
        source.error = { ...refused, output: source.error.output };
      }
      return;
    }
    source.error = errorOfRun(end, source.launch, limitMs, host);
    source.trialNs = end.ns;
  }

  async function measureUsage({ launch, usages }) {
    const log = orNull(() => host.writeTemporary(`qtimeit-usage-${host.pid}`, ''));
    if (log === null) return;
    try {
      const end = await start(withUsage(launch, log.path, host));
      if (end && end.code === 0) usages.push(readUsage(host.readText(log.path)));
    } finally {
      log.remove();
    }
  }

  function addCpu(source, before, after) {
    if (before === null || after === null) return;
    const { userNs, systemNs } = source.cpu || { userNs: 0, systemNs: 0 };
    source.cpu = {
      userNs: userNs + after.userNs - before.userNs, systemNs: systemNs + after.systemNs - before.systemNs,
    };
  }

  async function measureRun(source, number) {
    const { name, launch, restarts } = source;
    const before = readChildrenCpu(host);
    const end = await start(launch);
    if (end === null) return;
    source.error = errorOfRun(end, launch, limitMs, host);
    if (source.error === null) {
      addCpu(source, before, readChildrenCpu(host));
      restarts.set(number, { row: rowOfRun(name, end.ns), rounds: null });
    } else if (source.error.code === 'exited') {
      // Its output was discarded.
      const again = await start(launch, true);
      if (again !== null) source.error.output = again.output;
    }
  }

  return {
    tryOut, measureUsage, measureRun,
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      if (kill !== null) kill();
    },
  };
}

const CUT_SHORT = createCutShortError('interrupted', 'not measured: the run was interrupted', false);

/**
 * commands: { name, text, words: see createLaunch() }; settings: { seconds: most per command, runSeconds: limit of a
 * run }. deps: host, clock, cwd, onProgress({ share, leftSeconds, what }).
 * Returns run(): resolves when measured; rows(); samples(): a list for each row; spentSeconds(): per command; stop().
 */
function createCommands(commands, { seconds, runSeconds }, { host, clock, cwd, onProgress }) {
  const runner = createRunner(runSeconds, { host, clock, cwd });
  const { isStopped } = runner;
  const sources = commands.map(({ name, text, words }) => ({
    name, text, launch: createLaunch(text, words, { host, cwd }), restarts: new Map(), error: null, usages: [],
    cpu: null, trialNs: 0,
  }));
  const usable = () => sources.filter(({ error }) => error === null);
  let startedNs = null;
  let endedNs = null;
  let endedEarly = null;

  const spentNs = () => (startedNs === null ? 0 : (endedNs || clock.nowNs()) - startedNs);
  const spentSeconds = () => spentNs() / 1e9 / sources.length;

  const summarize = (level = { error: VERDICT_ERROR }) => summarizeForks(
    sources.map(({ name, restarts, error }) => (
      { name, ops: null, rows: [...restarts.values()].map(({ row }) => row), restarts, error, isTwin: false })),
    { timeGoal: spentSeconds(), opsPerTest: 1, baselineAvg: null, margin: COMMAND_MARGIN, areCommands: true }, level);

  function isEnough(number, look) {
    if (number < FEWEST_ROUNDS) return false;
    if (spentSeconds() * (number + 1) / number > seconds) return true;
    if (number !== look) return false;
    endedEarly = restartsToEnd(summarize, { untilClear: KNOWN_SHARE }, spentSeconds() / seconds).reason;
    return endedEarly !== null;
  }

  function showRound(rounds) {
    const allSeconds = max(seconds, spentSeconds() / rounds * FEWEST_ROUNDS);
    const share = spentSeconds() / allSeconds;
    onProgress({ share, leftSeconds: (1 - share) * allSeconds * sources.length, what: `round ${rounds}` });
  }

  async function prepare() {
    onProgress({ share: 0, leftSeconds: null, what: 'uncounted runs' });
    for (const source of sources) if (!isStopped()) await runner.tryOut(source);
    for (const source of usable()) {
      const runs = max(1, min(USAGE_RUNS, seconds * USAGE_SHARE / (source.trialNs / 1e9)));
      for (let i = 0; i < runs && !isStopped(); i++) await runner.measureUsage(source);
    }
  }

  async function run() {
    await prepare();
    startedNs = clock.nowNs();
    let look = FIRST_LOOK;
    for (let number = 0; usable().length > 0 && !isStopped() && !isEnough(number, look); number++) {
      if (number === look) look = ceil(look * LOOK_FACTOR);
      const own = usable();
      for (let k = 0; k < own.length && !isStopped(); k++) {
        await runner.measureRun(own[placeInTurn(number, k, own.length)], number);
      }
      showRound(number + 1);
    }
    endedNs = clock.nowNs();
  }

  function rows() {
    for (const source of usable()) if (isStopped() && source.restarts.size === 0) source.error = CUT_SHORT;
    return summarize().map((row, i) => withUsageOf({ ...row, endedEarly }, sources[i], isStopped()));
  }

  return {
    run, rows, spentSeconds, stop: runner.stop,
    samples: () => sources.map(({ restarts }) => [...restarts.values()].map(({ row }) => sampleOfOne(row))),
  };
}

module.exports = { createCommands, COMMAND_MARGIN };
