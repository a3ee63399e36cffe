'use strict';

/* qtimeit compare --old --new, and --rev: measures the sides against each other, and ends in good order. */

const path = require('path');
const { untilEnd } = require('./ending');
const { FAILED } = require('./exit-codes');
const { exitCodeOfComparison, tellApart } = require('./gate');
const { shownPath } = require('./measure');
const { createOutput } = require('./output');
const { createSaver } = require('./recorder');
const { pin } = require('./pin');
const { nothingHere } = require('./sharding');
const { gateOf } = require('../compare/gate');
const { addCounts } = require('../compare/count-changes');
const { checkSource, countSeconds, createSideCounting } = require('../compare/count-sides');
const { judge } = require('../estimate/judge');
const { PLANNED_LOOKS } = require('../stats/process-contrast');
const { measureSides, samplesThatCount } = require('../compare/measure-sides');
const { PILOT } = require('../compare/plan');
const { showPlans } = require('./plan');
const { restartLines } = require('./planned-runs');
const { comparedSides } = require('../compare/sides');
const { takeOver } = require('../compare/take-over');
const { findUnits } = require('../compare/units');
const { keyOf } = require('../shards/expected');
const { label } = require('../text/display');
const { timeLeft } = require('../text/numbers');
const { showProgress } = require('../text/progress');
const { UsageError } = require('../text/usage-error');

const { max } = Math;

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');

// That a process of the pilot takes, its start included.
const SECONDS_EACH = 0.3;

const unitOf = ({ file, suite, name }) => ({ key: keyOf(file, suite, name), name: `${file}: ${name}` });

const count = (n, word, plural) => `${n} ${n === 1 ? word : plural}`;

/** '3 tests, 2 sides: a pilot of about 11 s, 2 min at most in all' */
function announcement(tests, sides, { time, count: counts }, word) {
  const pilotEach = PILOT * sides.reduce((sum, { secondsEach = SECONDS_EACH }) => sum + secondsEach, 0);
  const most = `${timeLeft(tests * max(time, pilotEach))} at most in all`;
  const after = counts ? ', and what the counts take behind it' : '';
  return `${count(tests, 'test', 'tests')}, ${count(sides.length, word, `${word}s`)}: ` +
    `a pilot of about ${timeLeft(tests * pilotEach)}, ${most}${after}`;
}

/** What the judge needs of the sides of a test. */
function knownOf({ sides }) {
  const working = sides.filter((side) => side !== null && side.error === null);
  const counting = samplesThatCount(working);
  return sides.map((side) => side && (
    { samples: working.includes(side) ? counting[working.indexOf(side)] : side.samples, error: side.error }));
}

/** What the latest process of a side tells beside its time. */
function addFacts(tests, units) {
  tests.forEach(({ sides }, i) => sides.forEach((side, at) => {
    const { latest = null } = units[i].sides[at] || {};
    if (latest === null) return;
    if (latest.memory) side.memory = latest.memory;
    side.warnings = latest.warnings;
  }));
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {object} document the comparison, without figures
 * @param {object|null} sharding see sharding.js
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function compareSides(files, options, document, sharding, deps) {
  const { host, clock, terminal, cwd } = deps;
  const shown = files.map((path) => ({ path, shown: shownPath(path, cwd) }));
  const output = createOutput(options, deps);
  const isOfEngines = document.across === 'engines';
  const goal = { precision: options.precision, limitSeconds: options.time, least: isOfEngines ? 1 : 2 };
  const isDry = sharding !== null && sharding.isDry;
  const before = sharding && sharding.openBefore('comparison');
  const source = options.count ? checkSource(options, deps) : null;
  let sides = [];
  let units = [];
  let kill = () => {};
  let stopCounting = () => {};

  function update() {
    document.sides = sides.map(({ label, source, environment }) => ({ label, source, environment }));
    document.tests = judge(units.map((unit) => ({ ...unit, paired: true, sides: knownOf(unit) })), {
      margin: options.precision, floor: 0, isSaved: false, isComparable: true, maxRegression: document.maxRegression,
      looks: PLANNED_LOOKS,
    });
    document.tests.forEach((test, i) => {
      test.seconds = units[i].spentSeconds;
      test.planned = units[i].planned;
    });
    if (isOfEngines) addFacts(document.tests, units);
    if (options.count) {
      const counted = units.map((unit) => unit.sides.map((side) => side && side.counted));
      addCounts(document.tests, counted, {
        sides, precision: options.countPrecision, maxRegression: document.maxRegression,
      });
    }
    const secondsEach = units.map((unit) => unit.secondsEach);
    document.gate = gateOf(document, { secondsEach, limitSeconds: options.time });
  }

  const saver = createSaver(document, () => {
    update();
    output.save(document);
  }, deps);

  const watch = {
    onStart(stop) { kill = stop; },
    note: (text) => output.error(`note: ${text}`),
    looking(side, file) {
      showProgress(terminal, { share: 0, what: `looking at ${label(file)} (${label(side.label)})` });
    },
    planned(seconds, comparable) {
      const counting = () => (options.count || isOfEngines ? null : countSeconds(comparable.length, sides, deps));
      for (const line of restartLines(seconds, comparable, options.precision, counting)) output.error(line);
    },
    sampled: saver.saveWhenDue,
    counted(done, all, leftSeconds) {
      saver.saveWhenDue();
      const what = `counting, ${done} of ${all}`;
      showProgress(terminal, { share: done / all, leftSeconds, what });
    },
    progress(done, all, seconds) {
      const what = `${done} of ${count(all, 'restart', 'restarts')}`;
      showProgress(terminal, { share: done / all, leftSeconds: seconds, what });
    },
  };

  async function measure() {
    sides = await comparedSides(options, shown.map((one) => one.shown), deps);
    for (const side of sides) for (const note of side.notes) output.error(`note: ${note}`);
    pin(options.pin, deps, { isShard: options.shard !== undefined });
    const found = await findUnits(sides, shown, options, { host, clock, script: PROGRAM }, watch);
    ({ units } = found);
    document.failures = found.failures;
    for (const side of sides) for (const note of side.notesOnceLoaded()) output.error(`note: ${note}`);
    if (units.length + found.failures.length === 0) throw new UsageError('no test is left by --filter and --exclude');
    if (isDry) {
      showPlans(sharding.plansOf(units.map(unitOf)), options, deps);
      return;
    }
    if (sharding) takePart();
    const matched = units.filter((unit) => unit.sides.filter(Boolean).length >= goal.least).length;
    if (matched) output.error(announcement(matched, sides, options, isOfEngines ? 'engine' : 'side'));
    await measureSides(units, goal, deps, watch);
    if (options.count) await countUnits();
    document.complete = true;
  }

  /** What is measured here of all units, and what of it was measured before. */
  function takePart() {
    const { places, shard } = sharding.split(units.map(unitOf));
    goal.elsewhere = (units.length - places.length) * (sides.length - 1);
    units = places.map((place) => units[place]);
    if (shard) document.shard = shard;
    if (!before) return;
    const why = sharding.whyAnew(before, shard, sides);
    if (why === null) takeOver(units, before.tests);
    else output.error(why);
  }

  async function countUnits() {
    const settings = { count: options.count, precision: options.countPrecision, sides: sides.length };
    const counting = createSideCounting(settings, deps);
    stopCounting = counting.stop;
    saver.save();
    output.error(`counting instructions by ${source.name} ${source.version}`);
    await counting.run(units, watch.counted);
  }

  await untilEnd(options, deps, {
    measure,
    release() {
      kill();
      stopCounting();
      for (const side of sides) side.remove();
    },
    finish() {
      if (isDry) return;
      saver.save();
      // Before the tests are known there is nothing to show.
      if (document.tests.length === 0 && document.failures.length === 0) {
        if (document.shard) output.error(nothingHere(document.shard));
        return;
      }
      output.end(document);
      tellApart(document, output);
    },
  });
  return output.hasFailed() ? FAILED : exitCodeOfComparison(document, options);
}

module.exports = { compareSides };
