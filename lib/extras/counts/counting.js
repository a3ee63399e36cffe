'use strict';

/* Counts the instructions of tests in separate processes after a suite is timed. */

const engine = require('#engine');
const { createCounter } = require('./counter');
const { callLimitMs } = require('../../core/measure/run-steps');
const { tierFlags } = require('../../core/measure/tiers');

const { max } = Math;

const FIRST_CALL = 'a process has only one first call, and counts need several calls';
const CUT_SHORT = { counts: null, reason: 'the run ended before counting' };

/** onProgress(share done, seconds left) is called after each process. hasBegun(): whether the times are complete. */
function createTestCounting({ tests, settings, position, history }, { host, clock, forks, writeHistory }) {
  const counter = createCounter({ run: runAndTell }, settings, { host });
  const known = new Map();
  let ended = () => {};
  let historyFile = null;
  let hasBegun = false;
  let isStopped = false;

  async function runAndTell(request) {
    const end = await forks.run(request);
    ended();
    return end;
  }

  const requestOf = (test, index, row) => ({
    job: { position, index, name: test.name, history: historyFile && historyFile.path },
    flags: tierFlags(test.tier || null, process.versions.v8), ...knownByTime(row),
    limitMs: max(callLimitMs(0), (test.timeoutSeconds || 0) * 1000), ownLoop: hasOwnLoop(test) ? test.name : null,
  });

  function stop() {
    isStopped = true;
    counter.stop();
    if (historyFile) historyFile.remove();
    historyFile = null;
  }

  function prepare() {
    if (position === 0) return null;
    const { file, error } = writeHistory(`${position}-counts-${clock.nowNs()}`, history.slice(0, position), host);
    historyFile = file;
    return error && error.message;
  }

  /** Tests without inputs share one loop; each other test has a separate one. */
  function createProgress(onProgress) {
    const startedNs = clock.nowNs();
    const expected = tests.length + 1 + tests.filter(hasOwnLoop).length;
    let processes = 0;
    const report = () => {
      const series = processes / counter.processesOfSeries();
      const share = series / max(expected, series + 1);
      onProgress(share, share > 0 ? (clock.nowNs() - startedNs) / 1e9 * (1 / share - 1) : null);
    };
    ended = () => {
      processes++;
      if (!isStopped) report();
    };
    return report;
  }

  async function run(rows, onProgress) {
    hasBegun = true;
    const why = prepare();
    const report = createProgress(onProgress);
    report();
    await Promise.all(tests.map(async (test, i) => {
      if (rows[i].verdict === 'failed') return;
      const reason = engine.lacks.counts || (test.isCold ? FIRST_CALL : why);
      const found = reason === null ? await counter.count(requestOf(test, i, rows[i])) : { counts: null, reason };
      if (isStopped) return;
      known.set(i, found);
      report();
    }));
    stop();
  }

  function addTo(rows) {
    return rows.map((row, i) => {
      const isCut = hasBegun && isStopped && i < tests.length;
      if (row.verdict === 'failed' || !(known.has(i) || isCut)) return row;
      return withCounts(row, known.get(i) || CUT_SHORT);
    });
  }

  return { run, hasBegun: () => hasBegun, addTo, stop };
}

const hasOwnLoop = ({ each, afterEach }) => Boolean(each || afterEach);

const knownByTime = ({ kind, nsPerCall, cpuNsPerCall = null, collections: { bytesPerCall } }) => ({
  kind, nsPerCall: nsPerCall || 0, cpuNsPerCall, bytesPerCall,
});

function findCountWarnings(counts, reason) {
  if (counts === null) return [{ code: 'not-counted', reason }];
  const { isProportional, slopes: [first, second], isSettled, error, hasProcesses } = counts;
  return [
    ...(isProportional ? [] : [{ code: 'not-proportional', first, second }]),
    ...(isSettled || !isProportional ? [] : [{ code: 'count-unsettled', error }]),
    ...(hasProcesses ? [{ code: 'processes-not-counted' }] : []),
  ];
}

const withCounts = (row, { counts, reason }) => (
  { ...row, counts, warnings: [...row.warnings, ...findCountWarnings(counts, reason)] });

const cutShortRow = (row) => (
  row.verdict === 'failed' || row.counts || row.warnings.some(({ code }) => code === 'not-counted') ? row
    : withCounts(row, CUT_SHORT));

module.exports = { createTestCounting, knownByTime, findCountWarnings, cutShortRow, CUT_SHORT };
