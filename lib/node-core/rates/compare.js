'use strict';

/* Compares rates: each configuration is a test, each run a process of 1e9 / rate ns. The first side is the baseline. */

const { judgeSeparately, judgeSummaries, summarizeSides } = require('../../core/estimate/judge');
const { findMachineOutliers } = require('../../core/estimate/machine-outliers');
const { createConditions } = require('../../core/system/fingerprint');
const { estimateImprovement } = require('../../base/stats/comparison');
const { PLANNED_LOOKS } = require('../../base/stats/process-contrast');
const { mean } = require('../../base/stats/sample');
const { groupBy } = require('../../base/text/grouped-by');

const isRate = (rate) => rate > 0 && rate < Infinity;

/** Joins the runs of all machines. Instructions are the same on each machine, so the first counts remain. */
function joinedSide(sides) {
  const known = sides.filter(Boolean);
  if (known.length === 0) return null;
  const first = known.find(({ counts }) => counts) || known[0];
  const all = (name) => known.flatMap((side) => side[name]);
  // The order of runs is known only within a machine.
  return { ...first, places: undefined, rates: all('rates'), seconds: all('seconds'), errors: all('errors') };
}

/** Each configuration once. For several machines, sides have all runs, and `blocks` has { machine, sides } for each. */
function groupConfigurations({ configurations, machines }) {
  if (!machines) return configurations;
  const groups = groupBy(configurations, ({ file, configuration }) => JSON.stringify([file, configuration]));
  return [...groups.values()].map((own) => {
    const [first] = own;
    if (own.length === 1) return first;
    const sides = first.sides.map((_, at) => joinedSide(own.map((one) => one.sides[at])));
    const blocks = own.map(({ machine, sides: ofMachine }) => ({ machine, sides: ofMachine }));
    return { ...first, machine: undefined, sides, blocks };
  });
}

/** A rate of 0 has no logarithm, and without that run the other runs would look too good. So the side is not judged. */
function sideForJudge({ rates, errors }, isJudged) {
  return {
    samples: isJudged ? rates.map((rate) => ({ nsPerCall: 1e9 / rate, nsLow: null, nsHigh: null, cycles: null })) : [],
    // If some runs failed, the caller reports them and the rest is compared.
    error: rates.length === 0 && errors.length > 0 ? errors[0] : null,
  };
}

/** A rate of 0 on one machine counts for all machines. */
function forJudge({ sides, blocks }) {
  const areJudged = sides.map((side) => side && side.rates.every(isRate));
  const judged = (own) => own.map((side, i) => side && sideForJudge(side, areJudged[i]));
  return blocks ? { blocks: blocks.map(({ machine, sides: own }) => ({ machine, sides: judged(own) })) }
    : { sides: judged(sides) };
}

/** Mean seconds of a run, 0 for unknown. */
const secondsOf = (sides) => mean(sides.flatMap((side) => (side ? side.seconds.filter((one) => one >= 0) : []))) || 0;

/** Whether the i-th runs of all sides were adjacent in time: known for runs of this command if none failed. */
function arePairs({ sides, blocks }) {
  const measured = sides.filter(Boolean);
  const [first] = measured;
  return !blocks && measured.every(({ places, errors, rates }) => (
    places && errors.length === 0 && rates.length === first.rates.length));
}

const testOf = (one) => ({
  file: one.file, suite: 1, name: one.configuration, secondsEach: secondsOf(one.sides), paired: arePairs(one),
  ...forJudge(one),
});

/** Brings rates of several machines to one level. */
function levelledSides({ sides, blocks }, test) {
  if (!blocks) return sides;
  return sides.map((side, i) => {
    const values = test.sides[i] ? test.sides[i].values : [];
    return side && side.rates.every(isRate) ? { ...side, rates: values.map((ns) => 1e9 / ns) } : side;
  });
}

function lookedAt(configuration) {
  const test = testOf(configuration);
  const found = summarizeSides(test);
  const { machine } = configuration;
  return { found, machine, secondsEach: test.secondsEach, sides: levelledSides(configuration, found.test) };
}

function withRates(test, { machine, sides }) {
  const lists = sides.map((side) => (side ? side.rates : []));
  sides.forEach((side, i) => {
    if (side) Object.assign(test.sides[i], { processes: side.rates.length, errors: side.errors, rates: side.rates });
  });
  return {
    ...test,
    ...(machine !== undefined && { machine }),
    unit: 'ns',
    changes: test.changes.map((change, i) => {
      const isUnjudged = change.verdict === 'unresolved' && ![lists[0], lists[i + 1]].flat().every(isRate);
      return {
        ...change, verdict: isUnjudged ? 'not-judged' : change.verdict,
          welch: estimateImprovement(lists[0], lists[i + 1]),
      };
    }),
  };
}

/**
 * rates: a document; with a precision, runs were planned for it. margin: share within which two sides are the same.
 * isSaved: the sides were measured at different times: differences below `noise` (a share) do not count, verdicts are
 * weaker, and sides of different machines are not judged. environments: Map from a configuration to those of its sides,
 * if not the document's.
 *
 * Returns fields of a comparison, see docs/command-line.md, and secondsEach: seconds of one more run of a side.
 * tests[].sides[] also have `rates` and `errors`, tests[].changes[] `welch`. A configuration with a rate that is not
 * above 0 is 'not-judged' and has only `welch`. A configuration of several machines is one test with changes[].blocks.
 */
function compareRates(rates, plan) {
  const { margin, isSaved = false, noise = 0, environments = new Map() } = plan;
  const { sides, failures = [], skipped = [] } = rates;
  const configurations = groupConfigurations(rates);
  const conditions = createConditions(sides.map(({ environment }) => environment || null));
  const areComparable = configurations.map((one) => !isSaved || conditions.areEqual(environments.get(one)));
  const differences = isSaved ? conditions.differences() : [];
  const all = configurations.map(lookedAt);
  const limits = {
    margin: isSaved ? noise : margin, floor: isSaved ? noise : 0, isSaved,
    looks: !isSaved && rates.precision > 0 ? PLANNED_LOOKS : 1,
  };
  const tests = judgeSeparately(all.map(({ found }) => found), areComparable, (own, isComparable) => (
    judgeSummaries(own, { ...limits, isComparable })));
  return {
    kind: isSaved ? 'saved' : 'processes',
    differences,
    tests: tests.map((test, i) => withRates(test, all[i])),
    secondsEach: all.map(({ secondsEach }) => secondsEach),
    ...(rates.machines && {
      oddMachines: findMachineOutliers(configurations.filter(({ blocks }) => blocks).map(testOf)),
    }),
    failures,
    skipped,
  };
}

module.exports = { compareRates, groupConfigurations };
