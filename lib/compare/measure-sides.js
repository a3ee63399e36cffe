'use strict';

/*
 * Measures the tests of two or more sides against each other: binaries, or revisions. Each test runs in many
 * short processes, the sides in turn (old new, new old), all tests interleaved, so that what changes slowly
 * meets all alike. Each process gets an environment of another size, for where the stack begins decides on
 * some per cent (Mytkowicz and others 2009).
 */

const { untoldSample } = require('../estimate/judge');
const { planOf, PILOT, SECONDS } = require('./plan');
const { inTurn, takeTurns } = require('../session/turns');
const { hasSpeed } = require('../text/verdict-words');

const { floor, max } = Math;

const MOST_PADDING = 4096;

/**
 * @typedef {object} Unit one test
 * @property {string|null} file as shown
 * @property {number} suite from 1
 * @property {string} name
 * @property {(object|null)[]} sides of each side that has it { runner, job, flags, limitSeconds, hasInputs, samples,
 *   error, latest, counted }; hasInputs: whether it makes inputs of its own; latest: row of its last process; counted:
 *   see count-sides.js; pilotSeconds: that its first processes measure at least
 * @property {number} seconds that each process measures
 * @property {number} wanted processes per side
 * @property {number} secondsEach that one process took
 * @property {number} spentSeconds that all have taken
 * @property {{ seconds: number, processes: number }|null} planned what of each side is measured in all, once the pilot
 *   has told
 */

/**
 * @param {Unit[]} units whose sides are filled in place: at any time they hold what is known
 * @param {object} goal { precision, limitSeconds, least, elsewhere } least: of the sides that have to work for a test
 *   to go on; elsewhere: comparisons that other machines make, with which the verdicts of these are to hold together
 * @param {object} deps { clock, random }
 * @param {object} watch { planned(moreSeconds, units), progress(done, all, leftSeconds), sampled(), onStart(kill) }
 * @returns {Promise<void>}
 */
async function measureSides(units, { precision, limitSeconds, least = 2, elsewhere = 0 }, { clock, random }, watch) {
  const workingIn = ({ sides }) => sides.filter((side) => side !== null && side.error === null);
  const matched = units.filter((unit) => workingIn(unit).length >= least);
  const isWorking = (unit) => workingIn(unit).length >= least;
  let done = 0;

  async function once({ unit, side }) {
    if (!isWorking(unit) || side.error !== null) return;
    const startedNs = clock.nowNs();
    const { row, error } = await side.runner.run({
      job: { ...side.job, seconds: unit.seconds, calls: 0, history: null, sampled: false, keepsTime: true },
      limitMs: (unit.seconds + side.limitSeconds + 1) * 1000,
      flags: side.flags,
      padding: { QTIMEIT_PADDING: 'x'.repeat(floor(random() * MOST_PADDING)) },
      onLine() {},
      onStart: watch.onStart,
    });
    const tookSeconds = (clock.nowNs() - startedNs) / 1e9;
    unit.spentSeconds += tookSeconds;
    if (error || row.error) {
      side.error = error || row.error;
    } else {
      const { nsPerCall, nsLow, nsHigh, cycles } = row;
      side.latest = row;
      side.samples.push(hasSpeed(row) ? { nsPerCall, nsLow, nsHigh, cycles } : untoldSample(row));
      unit.secondsEach += (tookSeconds - unit.secondsEach) / ++unit.runs;
    }
    done++;
    watch.sampled();
    watch.progress(...progress());
  }

  /** Passes over all tests until each has as many processes per side as it wants. */
  function passes() {
    const isDue = (unit) => isWorking(unit) && workingIn(unit).some(({ samples }) => samples.length < unit.wanted);
    const jobsOf = (unit, pass) => inTurn(workingIn(unit), pass).map((side) => ({ unit, side }));
    return takeTurns((pass) => matched.filter(isDue).flatMap((unit) => jobsOf(unit, pass)), once);
  }

  /** Processes done, processes in all, and the seconds that the rest takes. */
  function progress() {
    let left = 0;
    let leftSeconds = 0;
    for (const unit of matched) {
      if (!isWorking(unit)) continue;
      for (const { samples } of workingIn(unit)) {
        const more = max(0, unit.wanted - samples.length);
        left += more;
        leftSeconds += more * (unit.secondsEach || unit.seconds);
      }
    }
    return [done, done + left, leftSeconds];
  }

  for (const unit of matched) {
    if (unit.planned) continue;
    unit.seconds = max(SECONDS, ...workingIn(unit).map(({ pilotSeconds = 0 }) => pilotSeconds));
    unit.wanted = PILOT;
  }
  await passes();

  const comparable = matched.filter((unit) => unit.planned === null && isWorking(unit) && workingIn(unit).length > 1
    && workingIn(unit).every(({ samples }) => samples.every(({ nsPerCall }) => nsPerCall > 0)));
  const comparing = matched.filter((unit) => unit.planned || comparable.includes(unit));
  const comparisons = elsewhere + comparing.reduce((sum, unit) => sum + workingIn(unit).length - 1, 0);
  for (const unit of comparable) {
    const { seconds, secondsEach } = unit;
    const sides = workingIn(unit);
    const plan = planOf(
      { sides: sides.map(({ samples }) => samples), seconds, startSeconds: max(0, secondsEach - seconds) },
      { precision, comparisons, limitSeconds, spentSeconds: PILOT * sides.length * secondsEach },
    );
    unit.wanted = plan.processes;
    unit.expected = plan.expected;
    unit.planned = { seconds: plan.startAgain ? plan.seconds : seconds, processes: plan.processes };
    if (!plan.startAgain) continue;
    unit.secondsEach += plan.seconds - seconds;
    unit.seconds = plan.seconds;
    for (const side of sides) side.samples = [];
  }
  const [, , leftSeconds] = progress();
  watch.planned(leftSeconds, comparable);
  await passes();
}

module.exports = { measureSides };
