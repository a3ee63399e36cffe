'use strict';

/*
 * Measures every configuration on each side, several times, interleaved (session/interleaved.js). If runs are planned,
 * each configuration has a pilot first.
 *
 * Files with a setup come last, one at a time: the setup or the end of another process could remove files that a setup
 * has created, such as a temporary folder. For the same reason, the process of one side ends before the other begins.
 */

const { closeAll, putAway } = require('./find-entries');
const { inTurn, takeTurns } = require('../../core/session/interleaved');
const { maxOf } = require('../../base/stats/sample');
const { groupBy } = require('../../base/text/grouped-by');

const { floor, max } = Math;
const ENOUGH_FAILURES = 2; // after two failures at its start, a process fails again, and can take long to do so
const MOST_PADDING = 4096;
const SIGNAL_MS = 50;

const sourcesOf = (entries) =>
  new Set(entries.flatMap(({ sides }) => sides).filter(Boolean).map(({ source }) => source));

/** together: entries without a setup; alone: the entries of each file with a setup. */
function groupsOf(entries) {
  const files = groupBy(entries, ({ result }) => result.file);
  const alone = [...files.values()].filter((own) => [...sourcesOf(own)].some((source) => source.hasSetup()));
  const apart = new Set(alone.flat());
  return { together: entries.filter((entry) => !apart.has(entry)), alone };
}

/** Copies the results of an earlier document; failed runs are repeated. */
function resumeConfigurations(entries, before) {
  const keyOf = ({ file }, configuration) => JSON.stringify([file, configuration]);
  const known = new Map(before.map((result) => [keyOf(result, result.asked || result.configuration), result]));
  for (const { result, asked } of entries) {
    const old = known.get(keyOf(result, asked));
    if (!old) continue;
    Object.assign(result, { configuration: old.configuration, parameters: old.parameters });
    for (const name of ['asked', 'operations', 'seconds']) if (old[name]) result[name] = old[name];
    result.sides = result.sides.map((side, i) => (side && old.sides[i] ? { ...old.sides[i], errors: [] } : side));
  }
}

/**
 * Estimates the remaining time: each configuration by its mean run, or by the mean of all runs. Every call takes
 * constant time, because there can be ten thousand configurations. expect(entry, runs) sets the remaining runs of a
 * configuration, took(entry, ns) adds the time of a run.
 */
function createRunsLeft() {
  const known = new Map();
  let timedNs = 0; // of configurations with runs
  let untimed = 0; // runs of other configurations
  let left = 0;
  let done = 0;
  let doneNs = 0;

  function change(entry, changed) {
    const before = known.get(entry) || { runs: 0, done: 0, ns: 0 };
    const after = { ...before, ...changed(before) };
    known.set(entry, after);
    for (const [own, sign] of [[before, -1], [after, 1]]) {
      left += sign * own.runs;
      if (own.done > 0) timedNs += sign * own.runs * own.ns / own.done;
      else untimed += sign * own.runs;
    }
  }

  return {
    expect: (entry, runs) => change(entry, () => ({ runs })),
    took(entry, ns) {
      done++;
      doneNs += ns;
      change(entry, (before) => ({ done: before.done + 1, ns: before.ns + ns }));
    },
    left: () => left,
    leftNs: () => (left > 0 ? timedNs + (done > 0 ? untimed * doneNs / done : 0) : 0),
  };
}

const runsOf = ({ rates, errors }) => rates.length + errors.length;
const isHopeless = ({ rates, errors }) => rates.length === 0 && errors.length >= ENOUGH_FAILURES;

const lastPlaceOf = (entries) => maxOf(
  entries.flatMap(({ result }) => result.sides).flatMap((side) => (side && side.places) || []), 0);

function keep({ result, asked }, side, outcome, place) {
  if (outcome.error) {
    side.errors.push(outcome.error);
    return;
  }
  side.rates.push(outcome.rate);
  side.seconds.push(outcome.seconds);
  // Rates of an earlier version have no places.
  if (side.places) side.places.push(place);
  if (outcome.operations !== null) result.operations = outcome.operations;
  const { configuration, parameters } = outcome;
  if (configuration !== asked) Object.assign(result, { configuration, parameters, asked });
}

/**
 * Fills in the results of entries (find-entries.js), which are valid at any time. runs: per side; isPadded: vary the
 * size of environments, because the start of the stack changes results by some percent; planned: null, or plans fewer
 * runs (compare/sides/plan-restarts.js).
 *
 * watch: { measured(entry, side, outcome, tookNs), progress(done, all, leftSeconds, isAtMost), planned(plans, left) }
 * tookNs: includes processes; isAtMost: some configurations are not planned yet; planned: called with the plans after
 * the pilots of files without a setup; left: { runs, seconds, isAtMost } of all files, seconds 0 before the first
 * measurement
 */
async function measureConfigurations(entries, { runs, isPadded, planned = null }, { clock, random }, watch) {
  const { together, alone } = groupsOf(entries);
  // In the order of last use, so that processes left open by findEntries are closed first.
  const used = sourcesOf(together);
  let done = 0;
  let place = 1 + lastPlaceOf(entries);
  let endedNs = clock.nowNs();
  const plans = new Map();
  const runsLeft = createRunsLeft();
  const wantedOf = (entry) => (plans.has(entry) ? plans.get(entry).runs : runs);
  const isPlanning = () => planned !== null && plans.size < entries.length;

  function look(entry) {
    const sides = entry.result.sides.filter((side) => side && !isHopeless(side));
    if (planned && !plans.has(entry) && sides.every((side) => runsOf(side) >= planned.pilot)) {
      const plan = planned.planOf(entry.result.sides.map((side) => side && side.rates));
      plans.set(entry, plan);
      entry.result.wanted = plan.runs;
    }
    runsLeft.expect(entry, sides.reduce((sum, side) => sum + max(0, wantedOf(entry) - runsOf(side)), 0));
  }

  async function once({ entry, at }, run) {
    const side = entry.result.sides[at];
    if (!side || runsOf(side) > run || isHopeless(side)) return;
    const { source, index } = entry.sides[at];
    const { error: notOpen } = await source.open();
    const outcome = notOpen ? { error: notOpen }
      : await source.run(index, isPadded ? floor(random() * MOST_PADDING) : 0);
    // ^C also reaches the measured process, and its end can arrive here before the signal.
    if (outcome.error) await new Promise((resolve) => clock.after(resolve, SIGNAL_MS));
    keep(entry, side, outcome, place);
    if (!outcome.error && side.places) place++;
    done++;
    if (used.delete(source)) used.add(source);
    await putAway([...used]);
    const nowNs = clock.nowNs();
    watch.measured(entry, at, outcome, nowNs - endedNs);
    runsLeft.took(entry, nowNs - endedNs);
    endedNs = nowNs;
    look(entry);
    watch.progress(done, done + runsLeft.left(), runsLeft.leftNs() / 1e9, isPlanning());
  }

  async function onceEach(own, at, run) {
    for (const entry of own) if (run < wantedOf(entry)) await once({ entry, at }, run);
    if (own[0].sides.length > 1) await closeAll(sourcesOf(own));
  }

  function jobsOf(run) {
    if (planned && run === planned.pilot && together.length) {
      const left = { runs: runsLeft.left(), seconds: runsLeft.leftNs() / 1e9, isAtMost: isPlanning() };
      if (done > 0 || left.runs > 0) watch.planned(together.map((entry) => plans.get(entry)), left);
    }
    return together.flatMap((entry) => turnsOf([entry], run).map((at) => ({ entry, at })));
  }

  const turnsOf = (own, run) => (
    own.some((entry) => run < wantedOf(entry)) ? inTurn([...own[0].sides.keys()], run) : []);
  for (const entry of entries) look(entry);
  await takeTurns(jobsOf, once);
  if (alone.length) await closeAll(used);
  for (const own of alone) {
    await takeTurns((run) => turnsOf(own, run), (at, run) => onceEach(own, at, run));
    await closeAll(sourcesOf(own));
  }
}

module.exports = { measureConfigurations, resumeConfigurations };
