'use strict';

/* qtimeit compare --old --new and --rev for suites. A unit is a test with all its sides, see measure-units.js. */

const { mergeWarnings } = require('../core/estimate/process-summary');
const { chooseExitCode } = require('./shutdown');
const { measureUnits } = require('./measure-units');
const { findScript, hintOfScript, PROGRAM } = require('./part-process');
const { unusedNote } = require('./part-record');
const { checkSource, countSeconds, createSideCounting } = require('../compare/sides/count-sides');
const { withCounts, withGate } = require('../compare/sides/gate');
const { createMemoryGate, withMemory } = require('../compare/sides/memory-changes');
const { findUnits, measureSides, samplesThatCount } = require('../compare/sides/measure-sides');
const { restartLines, PILOT } = require('../compare/sides/plan-restarts');
const { resumeTests } = require('../compare/sides/recompute-verdicts');
const { comparedSides } = require('../compare/sides/sides');
const { judge } = require('../core/estimate/judge');
const { describeFilters } = require('../core/suite/suite-arguments');
const { shownPath } = require('../base/host/paths');
const { formatUnitKey } = require('../compare/shards/expected');
const { PLANNED_LOOKS } = require('../base/stats/process-contrast');
const { label } = require('../base/text/display');
const { counted, shortPercent, timeLeft } = require('../base/text/numbers');
const { showProgress } = require('../base/text/progress');
const { UsageError } = require('../base/text/usage-error');

const { max } = Math;
// Folded bodies take up to 5 cycles, and not all engines show that they have folded one.
const LEAST_CYCLES_OF_ENGINES = 6;
const MOST_IN_PILOT_LINE = 3;
const SECONDS_EACH = 0.3; // assumed duration of a pilot process, including its start

/** '3 tests, 2 sides: a pilot of about 11 s, at most 2 min in total' */
function announcement(tests, sides, { time, count: counts }, word) {
  const pilotEach = PILOT * sides.reduce((sum, { secondsEach = SECONDS_EACH }) => sum + secondsEach, 0);
  const most = `at most ${timeLeft(tests * max(time, pilotEach))} in total`;
  const after = counts ? ', plus the time for counting' : '';
  return `${counted(tests, 'test')}, ${counted(sides.length, word)}: ` +
    `a pilot of about ${timeLeft(tests * pilotEach)}, ${most}${after}`;
}

function knownOf({ sides }) {
  const working = sides.filter((side) => side !== null && side.error === null);
  const counting = samplesThatCount(working);
  return sides.map((side) => side && (
    { samples: working.includes(side) ? counting[working.indexOf(side)] : side.samples, error: side.error }));
}

function addFacts(tests, units) {
  tests.forEach(({ sides }, i) => sides.forEach((side, at) => {
    const { latest = null, samples = [] } = units[i].sides[at] || {};
    if (latest === null) return;
    const measured = samples.map((sample) => sample.measured).filter(Boolean);
    side.warnings = measured.length === 0 ? latest.warnings
      : mergeWarnings(measured.map(({ row }) => row), measured.map(({ rounds }) => rounds));
  }));
}

const judgeUnits = (units, { precision }) => (
  judge(units.map((unit) => ({ ...unit, paired: true, sides: knownOf(unit) })), {
    margin: precision, floor: 0, isSaved: false, isComparable: true, looks: PLANNED_LOOKS,
  }));

function summarize(document, units, sides, options) {
  const { maxRegression } = document;
  document.sides = sides.map(({ label, source, environment }) => ({ label, source, environment }));
  const tests = judgeUnits(units, options);
  tests.forEach((test, i) => {
    const { spentSeconds: seconds, planned, explanations } = units[i];
    Object.assign(test, { seconds, planned, ...(explanations && { explanations }) });
  });
  addFacts(tests, units);
  const known = units.map((unit) => unit.sides.map((side) => side && side.counted));
  const judged = options.count
    ? withCounts(tests, known, { sides, precision: options.countPrecision, maxRegression }) : tests;
  const rows = units.map((unit) => unit.sides.map((side) => (side ? side.withMemory : [])));
  document.tests = withMemory(judged, rows, document.maxRegressionMemory);
  document.memoryGate = createMemoryGate(document);
  const secondsEach = units.map((unit) => unit.secondsEach);
  // After a failed gate, other tests are measured for longer only if a time is given.
  const limitSeconds = units.some(({ most }) => most < Infinity) ? 0 : options.time;
  Object.assign(document, withGate(document, { secondsEach, limitSeconds }));
}

/** 'after the pilot: b is 30 % slower; 6 tests are not decided'; null if no test differs */
function pilotLine(tests) {
  const changes = tests.flatMap(({ name, changes: [change] }) => (change ? [{ name, ...change }] : []));
  const differing = changes.filter(({ verdict }) => verdict === 'slower' || verdict === 'faster');
  if (differing.length === 0) return null;
  const shown = differing.slice(0, MOST_IN_PILOT_LINE)
    .map(({ name, verdict, ratio }) => `${label(name)} is ${shortPercent(Math.abs(ratio - 1))} ${verdict}`);
  const more = differing.length > shown.length ? [`${differing.length - shown.length} more differ`] : [];
  const open = changes.filter(({ verdict }) => verdict === 'unresolved').length;
  const undecided = open > 0 ? `; ${counted(open, 'test')} not decided yet` : '';
  return `after the pilot: ${[...shown, ...more].join(', ')}${undecided}`;
}

function watchOf({ terminal, output, saver, precision, onStart, counting, soFar }) {
  const progress = createProgress(terminal);
  return {
    onStart,
    note: (text) => output.error(`note: ${text}`),
    planned(seconds, comparable, hasFailed) {
      progress.planned();
      const known = seconds > 0 ? pilotLine(soFar()) : null;
      if (known !== null) output.error(known);
      const count = () => counting(comparable.length);
      for (const line of restartLines(seconds, comparable, { precision, hasFailed }, count)) {
        output.error(line);
      }
    },
    sampled: saver.saveWhenDue,
    progress: progress.show,
  };
}

/** The pilot is the first half, because only its results show how many restarts follow. The share never decreases. */
function createProgress(terminal) {
  let share = 0;
  let latest = 0;
  let pilot = null;
  return {
    planned() { pilot = latest; },
    show(done, all, leftSeconds) {
      latest = done;
      const found = pilot === null ? done / max(1, all) / 2 : (1 + (done - pilot) / max(1, all - pilot)) / 2;
      share = max(share, found);
      const what = `${done} of ${counted(all, 'restart')}${pilot === null ? ' of the pilot' : ''}`;
      showProgress(terminal, { share, leftSeconds, what });
    },
  };
}

const countingWatch = (saver, terminal) => (done, all, leftSeconds) => {
  saver.saveWhenDue();
  showProgress(terminal, { share: done / all, leftSeconds, what: `counting, ${done} of ${all}` });
};

/** Explanations are extra, so a fault is a note. */
async function explainChanges({ document, units, sides, options, output, onStart, saver }, deps) {
  async function measureAgain(unit, goal, watch) {
    await measureSides([unit], goal, deps, { ...watch, onStart });
    return judgeUnits([unit], options)[0];
  }
  saver.save();
  const found = { units, tests: document.tests, sides };
  try {
    await require('./why-sides').explainSides(found, { output, hasCode: options.code, onStart, measureAgain }, deps);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.error(`note: the changes cannot be explained: ${error.message}`);
  }
}

const goalOf = ({ precision, time, maxRegression = null, count, countPrecision, endsWhenFailed = false }) => ({
  precision, limitSeconds: time, maxRegression,
  // With a precision from the command line, differences are measured to that precision.
  endsWhenClear: countPrecision === null,
  endsWhenFailed: endsWhenFailed && !count,
});

function createTests(files, options, document, output, deps) {
  const { host, clock, terminal, cwd } = deps;
  const shown = files.map((file) => ({ path: file, shown: shownPath(file, cwd) }));
  const isOfEngines = document.across === 'engines';
  const counter = options.count ? checkSource(options, deps) : null;
  let sides = [];
  let units = [];
  let kill = () => {};
  let stopCounting = () => {};
  const onStart = (stop) => { kill = stop; };

  const count = async (saver) => {
    const settings = { count: options.count, precision: options.countPrecision, sides: sides.length };
    const counting = createSideCounting(settings, deps);
    stopCounting = counting.stop;
    saver.save();
    output.error(`counting instructions with ${counter.name} ${counter.version}`);
    await counting.run(units, countingWatch(saver, terminal));
  };

  return {
    document,
    cpus: options.pin,
    openSides: () => comparedSides(options, shown.map((one) => one.shown), deps),

    async list(opened) {
      sides = opened;
      const found = await findUnits(sides, shown, options, { host, clock, script: PROGRAM }, {
        onStart,
        looking(side, file) {
          showProgress(terminal, { share: 0, what: `inspecting ${label(file)} (${label(side.label)})` });
        },
      });
      found.unused.forEach((names, file) => output.error(unusedNote(file, names)));
      ({ units } = found);
      document.failures = found.failures;
      if (units.length + found.failures.length === 0) {
        const given = describeFilters(options);
        const hint = () => hintOfScript(findScript(files[0], null, deps));
        throw new UsageError(given === '' ? `no tests found${hint()}` : `no test matches ${given}`);
      }
      return units;
    },

    unitOf: ({ file, suite, name }) => ({ key: formatUnitKey(file, suite, name), name: `${file}: ${name}` }),

    async measure(own, { all, earlier, saver }) {
      units = own;
      if (earlier) resumeTests(units, earlier.tests);
      const least = isOfEngines ? 1 : 2;
      const matched = units.filter((unit) => unit.sides.filter(Boolean).length >= least).length;
      if (matched) output.error(announcement(matched, sides, options, isOfEngines ? 'engine' : 'side'));
      const elsewhere = (all.length - own.length) * (sides.length - 1);
      const engines = new Set(sides.map(({ environment }) => environment && environment.engine).filter(Boolean));
      const leastCycles = engines.size > 1 ? LEAST_CYCLES_OF_ENGINES : 0;
      const { precision } = options;
      const goal = { ...goalOf(options), least, elsewhere, leastCycles };
      const counting = (tests) => (counter || isOfEngines || options.cold ? null : countSeconds(tests, sides, deps));
      const soFar = () => {
        summarize(document, units, sides, options);
        return document.tests;
      };
      await measureSides(units, goal, deps, watchOf({ terminal, output, saver, precision, onStart, counting, soFar }));
      if (counter) await count(saver);
      if (options.why) await explainChanges({ document, units, sides, options, output, onStart, saver }, deps);
    },

    summarize: () => summarize(document, units, sides, options),
    isEmpty: () => units.length + document.failures.length === 0,
    show: () => output.endComparison(document),
    exitCode: () => chooseExitCode(document, options),

    release() {
      kill();
      stopCounting();
    },
  };
}

/** document: comparison without figures; sharding: see sharding.js, or null. Resolves to the exit code. */
const compareSides = (files, options, document, sharding, deps) => measureUnits(
  (output) => createTests(files, options, document, output, deps), { options, sharding }, deps);

module.exports = { compareSides };
