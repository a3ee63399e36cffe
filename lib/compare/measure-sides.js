'use strict';

/*
 * Measures the tests of two or more sides against each other: executables, revisions, builds. Each test runs in many
 * restarts, in which a process of each side takes turns with the others; tests are interleaved restart by restart. The
 * environments of processes differ in size, because the start of the stack decides on some percent (Mytkowicz and
 * others 2009).
 */

const { keepUnshared, samplesOfRestart, turnCyclesAlone } = require('../estimate/restarts');
const { sampleWithoutSpeed } = require('../estimate/judge');
const { mustBeAlone, restart } = require('../session/interleaved');
const { createAffinity } = require('../host/affinity');
const { planOf, PILOT, SECONDS } = require('./plan');
const { hasSpeed } = require('../text/verdict-words');

const { floor, max, min } = Math;

// Of no side at all.
const MOST_SAMPLES = 1e6;

const MOST_PADDING = 4096;

// Warm-up and slices are planned for this time: 20 ms to warm up, and eight loops around the test.
const GOAL_SECONDS = 0.2;

const workingIn = ({ sides }) => sides.filter((side) => side !== null && side.error === null);

function requestOf(unit, side, random) {
  const takesTurns = Boolean(side.runner.begin) && !unit.isAlone;
  const seconds = takesTurns ? GOAL_SECONDS : unit.seconds + GOAL_SECONDS / 2;
  return {
    job: { ...side.job, seconds, calls: 0, history: null, sampled: false, keepsTime: true, takesTurns },
    limitMs: (seconds + side.limitSeconds + 1) * 1000,
    flags: side.flags,
    padding: floor(random() * MOST_PADDING),
    onLine() {},
  };
}

/** Keeps what a restart has found. */
function keep(unit, sides, found, watch) {
  const errors = found.map((one) => (one === null ? null : one.error || one.row.error));
  if (!unit.isAlone && errors.some(mustBeAlone)) {
    unit.isAlone = true;
    watch.note(`${unit.name}: two processes cannot run at the same time; they are measured one after the other`);
    return;
  }
  sides.forEach((side, i) => {
    if (errors[i] === null) return;
    // The system kills processes, and people do by mistake. Once is an accident.
    if (found[i].wasKilled && !side.wasKilled) side.wasKilled = true;
    else side.error = errors[i];
  });
  if (found.some((one) => one === null) || errors.some((error) => error !== null)) return;
  const samples = found.every(({ row }) => hasSpeed(row)) ? samplesOfRestart(found) : null;
  sides.forEach((side, i) => {
    const { row, rounds } = found[i];
    side.latest = row;
    side.samples.push(samples === null ? sampleOf(row) : { ...samples[i], measured: { row, rounds } });
  });
}

/** Plans the restarts of a test after its pilot, of which so many count. */
function planUnit(unit, done, { precision, limitSeconds, comparisons }) {
  const { seconds, spentSeconds } = unit;
  const most = done + floor(max(0, limitSeconds - spentSeconds) / spentSeconds * done);
  const plan = planOf(samplesThatCount(workingIn(unit)), { precision, comparisons, most });
  Object.assign(unit, {
    wanted: plan.restarts, expected: plan.expected, neededSeconds: spentSeconds / done * plan.needed,
    planned: { seconds, processes: plan.restarts },
  });
}

/**
 * @typedef {object} Unit one test
 * @property {string|null} file as shown
 * @property {number} suite from 1
 * @property {string} name
 * @property {(object|null)[]} sides of each side that has it { runner, job, flags, limitSeconds, hasInputs, samples,
 *   error, latest, counted, pilotSeconds } hasInputs: whether it makes inputs; samples: one for each restart; latest:
 *   row of its last process; counted: see count-sides.js; pilotSeconds: least time of its first processes
 * @property {number} seconds of turns that each process has
 * @property {number} wanted restarts
 * @property {number} restarts that were made
 * @property {number} secondsEach that a restart takes for each side
 * @property {number} spentSeconds that all have taken
 * @property {boolean} isAlone whether its processes run one after the other, because two cannot run at the same time
 * @property {number} expected after the pilot: half the width of the interval at the end, as a share
 * @property {number} neededSeconds after the pilot: time that the precision takes in all
 * @property {{ seconds: number, processes: number }|null} planned after the pilot: of each side in all
 *
 * @param {Unit[]} units whose sides are filled in place: at any time they hold what is known
 * @param {object} goal { precision, limitSeconds, least, elsewhere } least: of the sides that have to work for a test
 *   to go on; elsewhere: comparisons on other machines, whose verdicts hold together with these
 * @param {object} deps { host, clock, random }
 * @param {object} watch { planned(moreSeconds, units), progress(done, all, leftSeconds), sampled(), onStart(stop),
 *   note(text) }
 */
async function measureSides(units, { precision, limitSeconds, least = 2, elsewhere = 0 }, deps, watch) {
  const { host, clock, random } = deps;
  const isWorking = (unit) => workingIn(unit).length >= least;
  const matched = units.filter(isWorking);
  const affinity = createAffinity(host);
  // Test -> how many of its restarts count.
  const counts = new Map();
  const doneOf = (unit) => counts.get(unit);
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
    const found = await restart(members, {
      number: unit.restarts, seconds: unit.seconds, onStart, affinity,
    }, clock);
    const tookSeconds = (clock.nowNs() - startedNs) / 1e9;
    unit.spentSeconds += tookSeconds;
    if (!isStopped) keep(unit, sides, found, watch);
    recount(unit);
    unit.restarts++;
    unit.secondsEach += (tookSeconds / sides.length - unit.secondsEach) / unit.restarts;
    watch.sampled();
    watch.progress(...progress());
  }

  /** Restarts of all tests in turn until each has as many as it wants. */
  async function passes() {
    const isDue = (unit) => !isStopped && isWorking(unit) && doneOf(unit) < unit.wanted
      && (unit.restarts < PILOT || unit.spentSeconds < limitSeconds);
    for (let due = matched.filter(isDue); due.length > 0; due = due.filter(isDue)) {
      for (const unit of due) await restartOnce(unit);
    }
  }

  /** Called once for each restart, because choosing the samples takes 1 ms, and progress() asks for all tests. */
  function recount(unit) {
    counts.set(unit, max(0, ...samplesThatCount(workingIn(unit)).map(({ length }) => length)));
  }

  /** Restarts done, restarts in all, and the seconds that the rest takes. */
  function progress() {
    let done = 0;
    let left = 0;
    let leftSeconds = 0;
    for (const unit of matched.filter(isWorking)) {
      const more = max(0, unit.wanted - doneOf(unit));
      done += doneOf(unit);
      left += more;
      leftSeconds += more * workingIn(unit).length * (unit.secondsEach || GOAL_SECONDS + unit.seconds);
    }
    return [done, done + left, leftSeconds];
  }

  for (const unit of matched) {
    recount(unit);
    if (unit.planned) continue;
    unit.seconds = max(SECONDS, ...workingIn(unit).map(({ pilotSeconds = 0 }) => pilotSeconds));
    unit.wanted = PILOT;
  }
  await passes();
  if (isStopped) return;
  if (affinity.why() !== null) watch.note(`processes are not pinned to one core: ${affinity.why()}`);

  const comparable = matched.filter((unit) => unit.planned === null && isWorking(unit) && workingIn(unit).length > 1
    && workingIn(unit).every(({ samples }) => samples.every(({ nsPerCall }) => nsPerCall > 0)));
  const comparing = matched.filter((unit) => unit.planned || comparable.includes(unit));
  const comparisons = elsewhere + comparing.reduce((sum, unit) => sum + workingIn(unit).length - 1, 0);
  for (const unit of comparable) planUnit(unit, doneOf(unit), { precision, limitSeconds, comparisons });
  const [, , leftSeconds] = progress();
  watch.planned(leftSeconds, comparable);
  await passes();
}

/**
 * Of each working side the samples of restarts that had a core alone, see keepUnshared, and all samples of an earlier
 * run.
 */
function samplesThatCount(sides) {
  const count = min(...sides.map(({ samples }) => samples.length), MOST_SAMPLES);
  const restarts = Array.from({ length: count }, (_, i) => sides.map(({ samples }) => samples[i]));
  const measured = restarts.filter((own) => own.every((sample) => sample.measured));
  const found = measured.map((own) => own.map((sample) => sample.measured));
  const usual = sides.map((_, at) => turnCyclesAlone(found.map((own) => own[at])));
  const alone = new Map(keepUnshared(found, usual).map((own, i) => [measured[i], own]));
  const counting = restarts.flatMap((own) => {
    if (!alone.has(own)) return [own];
    const samples = alone.get(own) && samplesOfRestart(alone.get(own));
    return samples ? [samples] : [];
  });
  return sides.map((_, at) => counting.map((own) => own[at]));
}

const sampleOf = (row) => (hasSpeed(row)
  ? { nsPerCall: row.nsPerCall, nsLow: row.nsLow, nsHigh: row.nsHigh, cycles: row.cycles } : sampleWithoutSpeed(row));

module.exports = { measureSides, samplesThatCount };
