'use strict';

/* Reports suites as messages to the command that measures them. */

const { functionText } = require('../../base/text/show');
const { createEmptyRow, describeVariant } = require('../estimate/row');
const { createSample } = require('../samples/samples');
const { inSeveralProcesses, untilClear } = require('../suite/suite-arguments');

const { max } = Math;

const RESTARTS_MS = 1000; // a restart takes up to 0.3 s for each test, and verdicts need four
const REPORT_SHARE = 20; // progress reports take at most a twentieth of the time

const AT_ONCE = 'the script needs the results at once, so all tests of this suite are measured in one process, where ' +
  'they share compiled code\n';

const isShortOf = (tests, leftMs) => leftMs() < RESTARTS_MS * (tests + 1);

/** Creates cliHooks.arrange of bench.js: chooses the tests that run, and applies the settings of the command line. */
function createArrange({ file, keeps, overrides, mayFork = false }, asked, found = () => {}, leftMs = () => Infinity) {
  return ({ tests: given, settings: own, strategy, returnsRows = false }) => {
    const isKept = ({ name }) => keeps(name, file);
    const wanted = Object.freeze({ ...own, ...asked(), ...strategy.settingsFor(overrides) });
    const inOne = strategy.expand({ tests: given, settings: wanted });
    // A script that calls bench() and uses its rows at once does not wait for processes.
    const isAtOnce = returnsRows && strategy.isAtOnce(inOne.tests, inOne.settings);
    const isShort = !wanted.isForkGiven && isShortOf(inOne.tests.length, leftMs);
    const isForked = mayFork && !isAtOnce && !isShort && strategy.isInRounds(wanted) &&
      !inOne.tests.some(({ isCold }) => isCold);
    const { tests, settings } = isForked
      ? strategy.expand({ tests: given, settings: inSeveralProcesses(wanted, inOne.tests.filter(isKept).length) })
      : inOne;
    found(tests, mayFork && isAtOnce && !wanted.isForkGiven);
    const endsWhenClear = strategy.isInRounds(settings) || Boolean(settings.processes);
    const kept = { ...settings, untilClear: endsWhenClear && untilClear(settings) };
    delete kept.isTimeGiven;
    delete kept.isForkGiven;
    return { tests: tests.filter(isKept), settings: Object.freeze(kept) };
  };
}

function shownSuite({ tests, settings, strategy }) {
  const { showSource, opsPerTest } = settings;
  return {
    settings: strategy.savedSettings(settings),
    tests: tests.map(({ name, fn }) => (showSource ? { name, fn: functionText(fn) } : { name })),
    rows: tests.map((test) => describeVariant(createEmptyRow(test.name, test.ops || opsPerTest), test)),
  };
}

/** Creates deps of createBench. job: { isTable, intervalMs, isBannered, reportsEnvironment, dueMs } */
function createCliHooks(part, { sendNow, ask, job }, trying, deps) {
  const { clock, sysinfo } = deps;
  const { nowNs } = clock;
  const { isTable, intervalMs } = job;
  let { isBannered, reportsEnvironment } = job;
  let isAtOnce = false;

  function tellRows(rows, samples) {
    for (let i = 0; i < rows.length; i++) sendNow({ type: 'row', index: i, row: rows[i], samples: samples[i] || [] });
  }

  function createView(settings, tests, { strategy, position }) {
    // Results of separate processes are reported at once.
    const intervalNs = strategy.isInRounds(settings) ? intervalMs * 1e6 : 0;
    let dueNs = 0;
    let lastPhase = null;
    return {
      begin() {
        ask({ type: 'started', position });
        dueNs = nowNs() + intervalNs;
      },
      hurry() { dueNs = 0; },
      isDue: () => nowNs() >= dueNs,
      refresh(rowsOf, share, leftSeconds, samplesOf, phase = null) {
        if (nowNs() < dueNs && phase === lastPhase) return;
        lastPhase = phase;
        const beganNs = nowNs();
        const rows = rowsOf();
        tellRows(rows, samplesOf(rows));
        ask({ type: 'sampled', position, share, leftSeconds, phase });
        const endedNs = nowNs();
        dueNs = endedNs + max(intervalNs, REPORT_SHARE * (endedNs - beganNs));
      },
      message(text) { ask({ type: 'message', position, text }); },
      end() {},
    };
  }

  const leftMs = () => (job.dueMs === null ? Infinity : job.dueMs - clock.wallMs());
  const { forkTests, calls } = part.overrides || {};
  const cliHooks = {
    leftMs,
    keeps: (name) => part.keeps(name, part.file),
    usesProcesses: (count) => !calls && (forkTests === undefined ? part.mayFork && !isShortOf(count, leftMs)
      : forkTests > 0),
    arrange: createArrange(part, () => {
      const asked = { json: false, csv: false, markdown: false, silent: !isTable };
      return isBannered ? { ...asked, showPlatformInfo: false } : asked;
    }, (tests, areAtOnce) => {
      isAtOnce = areAtOnce && tests.length > 1;
      sendNow({ type: 'arranged', names: tests.map(({ name }) => name) });
    }, leftMs),
    begun({ position, tests, settings, strategy }) {
      if (tests.length === 0) return;
      const environment = reportsEnvironment ? sysinfo() : null;
      isBannered = true;
      reportsEnvironment = false;
      ask({ type: 'begun', position, environment, ...shownSuite({ tests, settings, strategy }) });
      if (isAtOnce) ask({ type: 'message', position, text: AT_ONCE });
    },
    trying, sampleOf: createSample,
    ended({ position, rows, samples }) {
      const names = []; // of snippets, because tiers make several rows of each
      for (let i = 0; i < rows.length; i++) {
        const { error, warnings, test } = rows[i];
        if (error && error.at) error.at = part.placeOf(error.at);
        if (!names.includes(test)) names[names.length] = test;
        const removed = warnings.find(({ code }) => code === 'folded' || code === 'hoisted');
        if (removed && part.inputsOf) removed.inputs = part.inputsOf(names.indexOf(test));
      }
      tellRows(rows, samples);
      ask({ type: 'ended', position });
    },
  };
  return { cliHooks, createView };
}

module.exports = { createArrange, createCliHooks };
