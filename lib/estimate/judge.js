'use strict';

/*
 * From what the processes of two or more sides have measured to a verdict for each test. The unit is the process,
 * in processor cycles where they can be told: that takes the changes of the clock rate off, and 2 % between
 * processes become 0.2 %. Pure functions over plain objects.
 */

const { alignSides, blocksOf, contrastsOfPairs, isCompared, levelledSides, tellBlocks } = require('./blocks');
const { commonRate, haveCycles } = require('./common-rate');
const { untoldVerdictOf } = require('../text/verdict-words');
const { normalTwoSidedP, tWithin } = require('../stats/distributions');
const { contrastAtLevel, contrastOfPairs, estimateOf, judgeTogether, ALPHA } = require('../stats/process-contrast');
const { sorted, NORMAL_95 } = require('../stats/sample');
const { affordable, verdictOf, timesLonger } = require('../stats/verdict');

const { abs, ceil, exp, log, max, min, sqrt } = Math;

const hasSpeed = ({ nsPerCall }) => nsPerCall > 0;

/**
 * @typedef {object} SideOfTest what one side has measured of a test
 * @property {{ nsPerCall, nsLow, nsHigh, cycles }[]} samples one for each process; an untoldSample() where it has no
 *   speed
 * @property {object|null} error
 */

/** What stands for a process that has no speed. */
function untoldSample({ verdict }) {
  return { nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, untold: verdict };
}

/** The estimate of one side, in ns at the common clock rate; ordered: its times in order. */
function summaryOf(side, unit, rate) {
  const told = side.samples.filter(hasSpeed);
  const factor = unit === 'cycles' ? 1 / rate : 1;
  const values = told.map((sample) => (unit === 'cycles' ? sample.cycles : sample.nsPerCall));
  const ordered = sorted(values);
  const summary = {
    nsPerCall: null, nsLow: null, nsHigh: null, cycles: null, processes: side.samples.length, values, error: side.error,
  };
  if (values.length === 0) return { summary, ordered };
  const { estimate, low, high } = estimateOf(ordered);
  summary.nsPerCall = estimate * factor;
  if (unit === 'cycles') summary.cycles = estimate;
  if (values.length > 1) {
    summary.nsLow = low * factor;
    summary.nsHigh = high * factor;
  } else if (told[0].nsLow > 0) {
    // Of the rounds of the only process, brought along with the estimate.
    summary.nsLow = summary.nsPerCall * told[0].nsLow / told[0].nsPerCall;
    summary.nsHigh = summary.nsPerCall * told[0].nsHigh / told[0].nsPerCall;
  }
  return { summary, ordered };
}

/** Of single processes: by the intervals that each has of itself. */
function contrastOfSingles(old, fresh) {
  const ratio = fresh.nsPerCall / old.nsPerCall;
  if (!(old.nsLow > 0) || !(fresh.nsLow > 0)) {
    return { ratio, p: null, interval: () => ({ ratio, low: null, high: null }) };
  }
  const error = sqrt(log(old.nsHigh / old.nsLow) ** 2 + log(fresh.nsHigh / fresh.nsLow) ** 2) / 2 / NORMAL_95;
  const p = error > 0 ? normalTwoSidedP(abs(log(ratio)) / error) : ratio === 1 ? 1 : null;
  return {
    ratio, p,
    interval(confidence) {
      const half = tWithin(confidence, 1e6) * error;
      return { ratio, low: ratio * exp(-half), high: ratio * exp(half) };
    },
  };
}

/** Two sides of a test by their processes, at a level that is known later, see contrastAtLevel. */
function contrastOfSides(old, fresh, isPaired, [oldTimes, freshTimes] = [old.values, fresh.values]) {
  if (isPaired && old.values.length > 1 && old.values.length === fresh.values.length) {
    const pairs = contrastOfPairs(fresh.values.map((value, i) => log(value / old.values[i])));
    return () => pairs;
  }
  if (oldTimes.length > 1 && freshTimes.length > 1) return contrastAtLevel(freshTimes, oldTimes);
  const single = contrastOfSingles(old, fresh);
  return () => single;
}

/**
 * The contrasts of a test with its first side, while its times are at hand.
 *
 * @param {(object|null)[]} sides estimates of a test that is `summarised`
 * @param {boolean} [isPaired] whether the i-th values of all sides are of one restart, see session/interleaved.js
 * @param {(ArrayLike<number>|null)[]} [times] of each; may be in any order
 * @returns {(function(number): Contrast|null)[]} of each but the first; null where there is nothing to compare
 */
function contrastsWithFirst(sides, isPaired = false, times = sides.map((side) => side && side.values)) {
  return sides.slice(1).map((fresh, i) => (
    isCompared(sides[0]) && isCompared(fresh) ? contrastOfSides(sides[0], fresh, isPaired, [times[0], times[i + 1]])
      : null));
}

const NO_CHANGE = {
  ratio: null, low: null, high: null, confidence: null, p: null, adjustedP: null, verdict: 'unmatched', margin: 0,
  moreProcesses: null, moreSeconds: null, regression: false,
};

/**
 * A test with its sides' estimates in place of their processes, and with its contrasts; where several machines measured
 * it with the estimates of each.
 */
function summarised(test) {
  const { blocks } = test;
  if (!blocks || blocks.length === 0) {
    const { times, ...own } = ofOneMachine(test);
    return { ...own, contrasts: contrastsWithFirst(own.test.sides, own.test.paired, times) };
  }
  const machines = blocks.map(({ sides }) => ofOneMachine({ ...test, sides }).test);
  const { test: all, secondsEach, untoldVerdict } = ofOneMachine({ ...test, sides: levelledSides(blocks, machines) });
  return {
    test: all, secondsEach, untoldVerdict,
    blocks: blocks.map(({ machine }, i) => ({ machine, sides: machines[i].sides })),
  };
}

/** The sides with the restarts in which all have a speed, null if there are none such. */
function inPairs(sides) {
  const working = sides.filter((side) => side !== null && side.error === null);
  if (working.length < 2) return null;
  const count = min(...working.map(({ samples }) => samples.length));
  const isTold = (i) => working.every(({ samples }) => hasSpeed(samples[i]));
  const kept = Array.from({ length: count }, (_, i) => i).filter(isTold);
  if (kept.length === 0) return null;
  return sides.map((side) => (working.includes(side) ? { ...side, samples: kept.map((i) => side.samples[i]) } : side));
}

/** times: those of each side in order. */
function ofOneMachine({ file, suite, name, sides: given, secondsEach, paired }) {
  const sides = (paired && inPairs(given)) || given;
  const arePairs = paired && sides !== given;
  const samples = [].concat(...sides.map((side) => (side ? side.samples : [])));
  const told = samples.filter(hasSpeed);
  const unit = haveCycles(told) ? 'cycles' : 'ns';
  const rate = unit === 'cycles' ? commonRate(told) : 1;
  const found = sides.map((side) => side && summaryOf(side, unit, rate));
  const untoldVerdict = untoldVerdictOf(samples.filter((sample) => !hasSpeed(sample)).map(({ untold }) => untold));
  const summaries = found.map((one) => one && one.summary);
  return {
    test: { file, suite, name, sides: summaries, unit, changes: [], ...(arePairs && { paired }) },
    secondsEach, untoldVerdict,
    times: found.map((one) => one && one.ordered),
  };
}

/** Contrasts of pairs, each by its processes, or within its machines where there are several. */
function contrastsOf(pairs, strictest) {
  const ofBlocks = contrastsOfPairs(pairs.map(({ blocks }) => blocks), strictest);
  return pairs.map(({ blocks, contrast, test }, i) => {
    if (ofBlocks[i]) return ofBlocks[i];
    return (blocks ? contrastOfSides(blocks[0].old, blocks[0].fresh, test.paired) : contrast)(strictest);
  });
}

/**
 * @typedef {object} TestOfSides
 * @property {string|null} file
 * @property {number} suite
 * @property {string} name
 * @property {(SideOfTest|null)[]} [sides] in one order, the first is what the others are compared with
 * @property {{ machine: number, sides: (SideOfTest|null)[] }[]} [blocks] in place of sides, where the test was measured
 *   on several machines: of each its own
 * @property {number} secondsEach that one more process takes
 * @property {boolean} [paired] whether the i-th samples of all sides are of one restart
 */

/**
 * @param {TestOfSides[]} tests
 * @param {object} plan
 * @param {number} plan.margin share within which two are the same
 * @param {number} plan.floor share that a difference has to exceed to be believed; above the margin it leaves nothing
 *   the same
 * @param {boolean} plan.isSaved of another time: the words are weaker
 * @param {boolean} plan.isComparable false: figures, and no verdict
 * @param {number|null} plan.maxRegression
 * @param {number} [plan.looks] see judgeTogether
 * @returns {object[]} tests of a comparison, see docs/command-line.md. With blocks, changes[].blocks has the result of
 *   each machine, { machine, ratio, low, high, processes }: its own interval of 95 %, the processes of both sides;
 *   machinesDiffer: by so much that more processes would not help. The verdict joins the machines; sides[].values are
 *   brought to one level.
 */
function judge(tests, plan) {
  return judgeSummarised(tests.map(summarised), plan);
}

/** The same of tests that are `summarised`: of a million processes not all need be there at once. */
function judgeSummarised(judged, { margin, floor, isSaved, isComparable, maxRegression, looks = 1 }) {
  const limits = { margin, floor };
  const pairs = judged.flatMap(({ test, contrasts, ...more }) => test.sides.slice(1).map((fresh, i) => {
    const blocks = more.blocks ? blocksOf(more.blocks, i + 1) : null;
    const pair = { ...more, test, old: test.sides[0], fresh, blocks, contrast: blocks ? null : contrasts[i] };
    pair.change = test.changes[i] = { ...NO_CHANGE, margin, verdict: withoutFigures(pair) };
    return pair;
  }));
  const compared = pairs.filter(({ old, fresh, blocks }) => (
    isCompared(old) && isCompared(fresh) && (blocks === null || blocks.length > 0)));
  const contrasts = contrastsOf(compared, ALPHA / looks / compared.length);
  judgeTogether(contrasts, looks).forEach((found, k) => {
    if (contrasts[k].parts) tellBlocks(compared[k], contrasts[k]);
    else if (compared[k].test.paired && found.ratio > 0) alignSides(compared[k], found.ratio);
    const verdict = verdictOf(found, limits);
    Object.assign(compared[k].change, found, {
      verdict: !isComparable ? 'not-judged' : isSaved && /er$/.test(verdict) ? `looks-${verdict}` : verdict,
      ...(verdict === 'unresolved' && isComparable ? needed(found, limits, compared[k]) : null),
      regression: isComparable && maxRegression !== null && found.low > 1 + max(maxRegression, floor),
    });
  });
  return judged.map(({ test }) => test);
}

function withoutFigures({ old, fresh, untoldVerdict }) {
  if (!old || !fresh) return 'unmatched';
  if (old.error || fresh.error) return 'failed';
  return old.processes > 0 && fresh.processes > 0 ? untoldVerdict : 'unresolved';
}

/** What would settle an unresolved comparison, if its ratio stayed what it is. */
function needed(found, limits, { old, fresh, secondsEach, test, change }) {
  const times = timesLonger(found, limits);
  if (times === null || change.machinesDiffer || old.values.length < 2 || fresh.values.length < 2) return null;
  const moreProcesses = max(1, ceil((times - 1) * max(old.values.length, fresh.values.length)));
  const moreSeconds = affordable(moreProcesses * secondsEach * test.sides.length);
  if (moreSeconds === null) return null;
  return { moreProcesses, moreSeconds: secondsEach > 0 ? moreSeconds : null };
}

module.exports = { judge, judgeSummarised, summarised, contrastsWithFirst, untoldSample };
