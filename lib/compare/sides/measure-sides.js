'use strict';

/*
 * Finds the tests of all sides, by running each file once without measuring, and measures them. In each restart of a
 * test, one process per side runs, and these are interleaved. Tests are interleaved by restarts. Environments have
 * random sizes, because the start of the stack changes times by a few percent (Mytkowicz et al. 2009).
 */

const { createForkRunner } = require('../../fork-runner');
const { keepUnshared, samplesOfRestart, turnCyclesAlone } = require('../../core/estimate/restart-comparison');
const { sampleWithoutSpeed } = require('../../core/estimate/judge');
const { areSlow, mustBeAlone, restart } = require('../../core/session/interleaved');
const { FEWEST_RESTARTS } = require('../../core/session/restart-schedule');
const { createAffinity } = require('../../base/host/affinity');
const { planRuns, PILOT, SECONDS } = require('./plan-restarts');
const { callLimitMs } = require('../../core/measure/run-steps');
const { tierFlags } = require('../../core/measure/tiers');
const { formatUnitKey } = require('../shards/expected');
const { maxOf, minOf } = require('../../base/stats/sample');
const { createWorkerArguments } = require('../../core/suite/suite-arguments');
const { chooseNodeOptions } = require('../../core/suite/typescript');
const { engineText } = require('../../core/system/engine-facts');
const { findOutliers } = require('../../base/stats/process-contrast');
const { hasSpeed } = require('../../base/text/verdict-words');

const { floor, max, min } = Math;
const MOST_PADDING = 4096;
const GOAL_SECONDS = 0.2; // plans warm-up and batches: 20 ms of warm-up, and eight loops around the test
const FASTEST_GHZ = 4; // for tests without cycles
const MOST_TIMES_OF_PILOT = 5; // the time limit, for first calls

// Restarts of a test, as a multiple of its pilot, once another one has failed the gate: more time changes no exit code.
const TIMES_AFTER_FAILURE = 1.5;

const unmeasured = (file, suite, name, sides) => ({
  file, suite, name, sides: sides.map(() => null), seconds: 0, wanted: 0, secondsEach: 0, restarts: 0, expected: null,
  planned: null, spentSeconds: 0, isAlone: false, most: Infinity,
});

/**
 * Returns units; failures: { side, file, error }; unused: Map of files, as shown, to names, see loadSuiteFile().
 * Throws a UsageError if a side's program cannot run a file.
 */
async function findUnits(sides, files, options, { host, clock, script }, watch) {
  const found = new Map();
  const failures = [];
  const unusedIn = new Map();

  function runnerOf(side, index, { path, shown, nodeOptions, ownLoops }) {
    if (side.runnerOf) return side.runnerOf(path, shown, options);
    const { execPath, cwd, env, optionsOf } = side;
    return createForkRunner({ host, clock }, {
      script, ...createWorkerArguments(side.pathOf(path), options), execPath, cwd, env, nodeOptions: nodeOptions[index],
        optionsOf, ownLoops,
    });
  }

  function add(side, index, runner, { file, position, environment }, test, i) {
    const { name, timeoutSeconds, tier = null, hasInputs = false } = test;
    const key = formatUnitKey(file, position, name);
    if (!found.has(key)) found.set(key, unmeasured(file, position + 1, name, sides));
    found.get(key).sides[index] = {
      runner, job: { position, index: i, name }, hasInputs, isCold: Boolean(options.cold),
      samples: [], withMemory: [], error: null, latest: null, counted: null, turns: { leastNs: Infinity },
      // Flags depend on the V8 version of the side.
      flags: tierFlags(tier, environment.v8Version || side.node.v8 || process.versions.v8),
      limitSeconds: timeoutSeconds || callLimitMs(GOAL_SECONDS) / 1000,
      pilotSeconds: side.pilotSeconds || 0,
    };
  }

  const startedFiles = files.map((file) => (
    { ...file, nodeOptions: chooseNodeOptions(file, sides, { host }), ownLoops: {} }));
  for (const [index, side] of sides.entries()) {
    for (const file of startedFiles.filter(({ path }) => side.has(path))) {
      const { shown } = file;
      const runner = runnerOf(side, index, file);
      watch.looking(side, shown);
      const { suites, unused, environment, error } = await runner.list(watch.onStart);
      // Mostly the same on all sides
      if (unused.length > 0) unusedIn.set(shown, unused);
      if (environment) side.environment = side.environment || environment;
      // Some browsers report their version only in a page.
      if (environment && side.reportsVersion) side.label = engineText(environment);
      if (error) failures.push({ side: side.label, file: shown, error });
      for (const { position, tests } of error ? [] : suites) {
        tests.forEach((test, i) => add(side, index, runner, { file: shown, position, environment }, test, i));
      }
    }
  }
  return { units: [...found.values()], failures, unused: unusedIn };
}

const workingIn = ({ sides }) => sides.filter((side) => side !== null && side.error === null);

function requestOf(unit, side, random) {
  const takesTurns = Boolean(side.runner.begin) && !unit.isAlone && !side.isCold;
  const seconds = takesTurns ? GOAL_SECONDS : unit.seconds + GOAL_SECONDS / 2;
  return {
    job: { ...side.job, seconds, calls: 0, history: null, sampled: false, keepsTime: true, takesTurns },
    limitMs: (seconds + side.limitSeconds + 1) * 1000,
    flags: side.flags,
    padding: floor(random() * MOST_PADDING),
    onLine() {},
  };
}

const isTooShort = ({ cycles, nsPerCall }, leastCycles) => (cycles ?? nsPerCall * FASTEST_GHZ) < leastCycles;

function keep(unit, sides, found, leastCycles, watch) {
  const errors = found.map((one) => (one === null ? null : one.error || one.row.error));
  const mustRepeat = found.map((one) => one !== null && one.mustRepeat);
  if (!unit.isAlone && errors.some(mustBeAlone)) {
    unit.isAlone = true;
    watch.note(`${unit.name}: two processes of this test cannot run at the same time. They run one after the other`);
    return;
  }
  sides.forEach((side, i) => {
    if (errors[i] === null && !mustRepeat[i]) return;
    // The system may kill a process, or it lacks certificates. Only a second kill is an error of the test.
    if (mustRepeat[i] && !side.isRepeated) side.isRepeated = true;
    else side.error = errors[i];
  });
  if (found.some((one, i) => one === null || errors[i] !== null || mustRepeat[i])) return;
  const rows = found.map(({ row }) => (
    hasSpeed(row) && isTooShort(row, leastCycles) ? { ...row, verdict: 'below-resolution' } : row));
  const samples = rows.every(hasSpeed) ? samplesOfRestart(found) : null;
  sides.forEach((side, i) => {
    const { row, rounds } = found[i];
    side.latest = row;
    if (row.memory) side.withMemory.push(row);
    side.samples.push(samples === null ? sampleOf(rows[i]) : { ...samples[i], measured: { row, rounds } });
  });
}

const keepTurnsOf = (sides) => (i, ns, isTurn) => {
  const { turns } = sides[i];
  if (isTurn) turns.leastNs = min(turns.leastNs, ns);
};

/** A test has its fewest restarts even if the limit is short, unless it is slow. */
function hasTime(unit, limitSeconds) {
  const { restarts, spentSeconds, seconds } = unit;
  const sides = workingIn(unit);
  const fewest = sides.some(({ turns }) => areSlow(turns, seconds)) ? 1 : FEWEST_RESTARTS;
  // On a busy machine, first calls are late by equal time slices, so that a few ratios can agree by chance.
  const times = restarts < PILOT && sides.some(({ isCold }) => isCold) ? MOST_TIMES_OF_PILOT : 1;
  return restarts < fewest || spentSeconds * (1 + 1 / restarts) <= limitSeconds * times;
}

function planPilot(unit) {
  unit.seconds = maxOf(workingIn(unit).map(({ pilotSeconds = 0 }) => pilotSeconds), SECONDS);
  unit.wanted = PILOT;
  unit.most = Infinity;
}

/** timesOfPilot: limit of all restarts, also of those that do not count. Returns whether the gate has failed. */
function planUnit(unit, done, { timesOfPilot = Infinity, ...goal }) {
  const { seconds, spentSeconds } = unit;
  const inTime = done + floor(max(0, goal.limitSeconds - spentSeconds) / spentSeconds * done);
  const plan = planRuns(samplesThatCount(workingIn(unit)), { ...goal, most: min(inTime, floor(timesOfPilot * done)) });
  Object.assign(unit, {
    wanted: plan.restarts, expected: plan.expected, reach: plan.reach, neededSeconds: spentSeconds / done * plan.needed,
    planned: { seconds, processes: plan.restarts }, most: floor(timesOfPilot * unit.restarts),
  });
  return plan.hasFailed;
}

/** Returns whether the gate has failed and the time was not given, so that other tests get less of it. */
function planUnits(units, counts, goal) {
  const failed = units.filter((unit) => planUnit(unit, counts.get(unit), goal));
  if (failed.length === 0 || !goal.endsWhenFailed) return false;
  for (const unit of units) {
    const timesOfPilot = failed.includes(unit) ? 1 : TIMES_AFTER_FAILURE;
    planUnit(unit, counts.get(unit), { ...goal, timesOfPilot });
  }
  return true;
}

/**
 * units: one per test, modified in place; their sides always hold the current results: { file (as shown), suite (from
 *   1), name, ... }
 *   sides: { runner, job, flags, limitSeconds, hasInputs, samples, withMemory, error, latest, counted, turns,
 *     pilotSeconds }, null if the side lacks the test; samples: one per restart; withMemory: rows of the processes
 *     that measured memory; latest: row of the last process; counted: see count-sides.js; turns: { leastNs } of all
 *     its processes; pilotSeconds: minimum measuring time of a process
 *   seconds: measuring time of each process; secondsEach: mean time of a restart per side; spentSeconds: of all
 *   wanted: planned number of restarts that count; restarts: number so far; most: of these, Infinity without a limit
 *   isAlone: processes run one after the other, because two cannot run at the same time
 *   after the pilot: expected: half the width of the final interval, as a share; neededSeconds: total time for the
 *     precision; planned: { seconds, processes } per side
 * goal: see planRuns(); limitSeconds: per test; least: minimum number of working sides; elsewhere: comparisons on other
 *   machines, which share the error level
 *   leastCycles: shorter tests are below the resolution
 *   endsWhenFailed: whether a gate that has failed leaves other tests less time
 * watch: planned(moreSeconds, units, hasFailed), progress(done, all, leftSeconds), sampled(), onStart(stop), note(text)
 */
async function measureSides(units, goal, deps, watch) {
  const { limitSeconds, least = 2, elsewhere = 0, leastCycles = 0 } = goal;
  const { host, clock, random } = deps;
  const isWorking = (unit) => workingIn(unit).length >= least;
  const matched = units.filter(isWorking);
  const affinity = createAffinity(host);
  const counts = new Map(); // unit -> number of its restarts that count
  let isStopped = false;

  const onStart = (stop) => watch.onStart(() => {
    isStopped = true;
    stop();
  });

  async function restartOnce(unit) {
    if (isStopped || !isWorking(unit)) return;
    const sides = workingIn(unit);
    const startedNs = clock.nowNs();
    const members = sides.map((side) => ({ runner: side.runner, request: requestOf(unit, side, random) }));
    const plan = { number: unit.restarts, seconds: unit.seconds, onStart, onSpent: keepTurnsOf(sides), affinity };
    const found = await restart(members, plan, clock);
    const tookSeconds = (clock.nowNs() - startedNs) / 1e9;
    unit.spentSeconds += tookSeconds;
    if (!isStopped) keep(unit, sides, found, leastCycles, watch);
    recount(unit);
    unit.restarts++;
    unit.secondsEach += (tookSeconds / sides.length - unit.secondsEach) / unit.restarts;
    watch.sampled();
    watch.progress.apply(watch, progress());
  }

  async function passes() {
    const isDue = (unit) => !isStopped && isWorking(unit) && counts.get(unit) < unit.wanted
      && unit.restarts < unit.most && hasTime(unit, limitSeconds);
    for (let due = matched.filter(isDue); due.length > 0; due = due.filter(isDue)) {
      for (const unit of due) await restartOnce(unit);
    }
  }

  /** Caches the number: choosing the samples takes 1 ms, and progress() needs it for all tests. */
  function recount(unit) {
    counts.set(unit, maxOf(samplesThatCount(workingIn(unit)).map(({ length }) => length), 0));
  }

  function progress() {
    let done = 0;
    let left = 0;
    let leftSeconds = 0;
    for (const unit of matched.filter(isWorking)) {
      const restartSeconds = workingIn(unit).length * (unit.secondsEach || GOAL_SECONDS + unit.seconds);
      const inTime = unit.restarts === 0 ? Infinity : floor((limitSeconds - unit.spentSeconds) / restartSeconds);
      const wanted = min(unit.wanted - counts.get(unit), unit.most - unit.restarts);
      const more = max(0, min(wanted, max(inTime, FEWEST_RESTARTS - unit.restarts)));
      done += unit.restarts;
      left += more;
      leftSeconds += more * restartSeconds;
    }
    return [done, done + left, leftSeconds];
  }

  for (const unit of matched) {
    recount(unit);
    if (!unit.planned) planPilot(unit);
  }
  await passes();
  if (isStopped) return;
  if (affinity.why() !== null) watch.note(`processes are not pinned to one core: ${affinity.why()}`);

  const comparable = matched.filter((unit) => unit.planned === null && isWorking(unit) && workingIn(unit).length > 1
    && workingIn(unit).every(({ samples }) => samples.length > 1 && samples.every(({ nsPerCall }) => nsPerCall > 0)));
  const comparing = matched.filter((unit) => unit.planned || comparable.includes(unit));
  const comparisons = elsewhere + comparing.reduce((sum, unit) => sum + workingIn(unit).length - 1, 0);
  const hasFailed = planUnits(comparable, counts, { ...goal, comparisons });
  const [, , leftSeconds] = progress();
  watch.planned(leftSeconds, comparable, hasFailed);
  await passes();
}

/** Indices of restarts in which the process of a side is an outlier. */
function restartsWithOutliers(restarts) {
  const found = new Set();
  for (let at = 0; restarts.length > 0 && at < restarts[0].length; at++) {
    const rows = restarts.map((own) => own[at].row);
    if (!rows.every(hasSpeed)) continue;
    findOutliers(rows.map(({ nsPerCall }) => nsPerCall)).forEach((isOutlier, i) => { if (isOutlier) found.add(i); });
  }
  return found;
}

/** Per side: samples of restarts without outliers or contention, see keepUnshared, and all of an earlier run. */
function samplesThatCount(sides) {
  const count = sides.length > 0 ? minOf(sides.map(({ samples }) => samples.length)) : 0;
  const restarts = Array.from({ length: count }, (_, i) => sides.map(({ samples }) => samples[i]));
  const measured = restarts.filter((own) => own.every((sample) => sample.measured));
  const found = measured.map((own) => own.map((sample) => sample.measured));
  const usual = sides.map((_, at) => turnCyclesAlone(found.map((own) => own[at])));
  const outliers = restartsWithOutliers(found);
  const alone = new Map(keepUnshared(found, usual).map((own, i) => [measured[i], own]));
  const counting = restarts.flatMap((own) => {
    if (outliers.has(measured.indexOf(own))) return [];
    if (!alone.has(own)) return [own];
    const samples = alone.get(own) && samplesOfRestart(alone.get(own));
    return samples ? [samples] : [];
  });
  return sides.map((_, at) => counting.map((own) => own[at]));
}

const sampleOf = (row) => (hasSpeed(row)
  ? { nsPerCall: row.nsPerCall, nsLow: row.nsLow, nsHigh: row.nsHigh, cycles: row.cycles } : sampleWithoutSpeed(row));

module.exports = { findUnits, measureSides, samplesThatCount };
