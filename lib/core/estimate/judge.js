'use strict';

/*
 * Verdicts for the tests of two or more sides from the times of their processes, in cycles if known: 2 % between
 * processes become 0.2 %. Several machines (blocks) have one level for figures, but contrasts within each.
 */

const { commonRate, haveCycles, scaleTimes } = require('./restart-comparison');
const { contrastOfEstimates, coverProcesses } = require('./suite-comparison');
const { pickUnmeasuredVerdict } = require('../../base/text/verdict-words');
const { contrastsOfBlocks } = require('../../base/stats/block-contrast');
const {
  contrastAtLevel, contrastOfPairs, estimateWithInterval, includeNearest, judgeTogether, ALPHA,
} = require('../../base/stats/process-contrast');
const { maxOf, mean, minOf, toSorted } = require('../../base/stats/sample');
const { affordable, decideVerdict, timesLonger } = require('../../base/stats/verdict');

const { ceil, exp, log, max } = Math;

const hasTime = ({ nsPerCall }) => nsPerCall > 0;

const sampleWithoutSpeed = ({ verdict }) => (
  { nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, unmeasured: verdict });

/** Adds `unmeasured`: their verdict if at least half of the processes have no speed, or null. Then none has a time. */
function withUnmeasured(side) {
  const without = side ? side.samples.filter((sample) => !hasTime(sample)) : [];
  if (without.length === 0 || without.length * 2 < side.samples.length) return side && { ...side, unmeasured: null };
  const unmeasured = pickUnmeasuredVerdict(without.map((sample) => sample.unmeasured));
  return { ...side, unmeasured, samples: side.samples.map(() => sampleWithoutSpeed({ verdict: unmeasured })) };
}

/** Times are ns at the common clock rate; `ordered` has the time of each process, sorted. */
function summaryOf(side, unit, rate) {
  const measured = side.samples.filter(hasTime);
  const values = measured.map((sample) => (unit === 'cycles' ? sample.cycles : sample.nsPerCall));
  const ordered = toSorted(values);
  const summary = {
    nsPerCall: null, nsLow: null, nsHigh: null, cycles: null, processes: side.samples.length, values,
    unmeasured: side.unmeasured, error: side.error,
  };
  if (values.length === 0) return { summary, ordered };
  const { estimate, low, high } = estimateWithInterval(ordered);
  summary.nsPerCall = estimate / rate;
  if (unit === 'cycles') summary.cycles = estimate;
  // The interval of a single process comes from its rounds.
  const [only] = measured;
  const ends = values.length > 1 ? [low / rate, high / rate]
    : [only.nsLow, only.nsHigh].map((end) => summary.nsPerCall * end / only.nsPerCall);
  if (ends[0] > 0) {
    const widened = includeNearest({ low: ends[0], high: ends[1] }, values.map((one) => one / rate));
    Object.assign(summary, { nsLow: widened.low, nsHigh: widened.high });
  }
  return { summary, ordered };
}

/** Log level of each machine relative to the mean, from the sides that all machines have. */
function levelsOf(summaries) {
  const inCycles = summaries.every(({ unit }) => unit === 'cycles');
  const times = summaries.map(({ sides }) => sides.map((side) => side && (inCycles ? side.cycles : side.nsPerCall)));
  const known = times.filter((own) => own.some((time) => time > 0));
  const shared = times[0].map((_, side) => side).filter((side) => known.every((own) => own[side] > 0));
  if (shared.length === 0) return summaries.map(() => 0);
  const levelOf = (own) => mean(shared.map((side) => log(own[side])));
  const common = mean(known.map(levelOf));
  return times.map((own) => (known.includes(own) ? levelOf(own) - common : 0));
}

/** The sides of all machines on one level; null for a side that no machine has together with the first one. */
function levelledSides(blocks, summaries) {
  const levels = levelsOf(summaries);
  return blocks[0].sides.map((_, at) => {
    const own = blocks.map(({ sides }) => (sides[0] ? sides[at] : null));
    if (!own.some(Boolean)) return null;
    const samples = own.flatMap((side, i) => (
      side ? side.samples.map((sample) => scaleTimes(sample, exp(-levels[i]))) : []));
    const failed = own.find((side) => side && side.error);
    return { samples, error: failed ? failed.error : null };
  });
}

const isCompared = (side) => Boolean(side) && !side.error && side.nsPerCall > 0;
const areCompared = ({ old, fresh }) => isCompared(old) && isCompared(fresh);

// Standard deviation of ln(time) between processes, if only one measured a slow test, see suite-comparison.js.
const BETWEEN_PROCESSES = 0.02;
const SLOW_CALL_NS = 2e7;

function ofOneProcess(side) {
  const own = { ratio: side.nsPerCall, low: side.nsLow, high: side.nsHigh };
  const { low, high } = coverProcesses(own, BETWEEN_PROCESSES, 0.95);
  return { ...side, nsLow: low, nsHigh: high };
}

function contrastOfSides(old, fresh, isPaired, [oldTimes, freshTimes] = [old.values, fresh.values]) {
  if (isPaired && old.values.length > 1 && old.values.length === fresh.values.length) {
    const pairs = contrastOfPairs(fresh.values.map((value, i) => log(value / old.values[i])));
    return () => pairs;
  }
  if (oldTimes.length > 1 && freshTimes.length > 1) return contrastAtLevel(freshTimes, oldTimes);
  // Only slow tests have time for one process.
  const isSlow = isPaired && fresh.nsPerCall >= SLOW_CALL_NS;
  const [one, other] = isSlow ? [fresh, old].map(ofOneProcess) : [fresh, old];
  const single = contrastOfEstimates(fresh.nsPerCall / old.nsPerCall, one, other);
  return () => single;
}

/** Functions of the error level, see contrastAtLevel(); null for nothing to compare. isPaired: values of restarts. */
function contrastsWithFirst(sides, isPaired, times = sides.map((side) => side && side.values)) {
  return sides.slice(1).map((fresh, i) => (
    isCompared(sides[0]) && isCompared(fresh) ? contrastOfSides(sides[0], fresh, isPaired, [times[0], times[i + 1]])
      : null));
}

const isAmong = (value, values) => value >= minOf(values) && value <= maxOf(values);

const OF_SEPARATE_RUNS = { __proto__: null, faster: 'looks-faster', slower: 'looks-slower' };

const NO_CHANGE = {
  ratio: null, low: null, high: null, confidence: null, p: null, adjustedP: null, verdict: 'unmatched', margin: 0,
  moreProcesses: null, moreSeconds: null, regression: false,
};

function summarizeSides(test) {
  const { blocks } = test;
  if (!blocks || blocks.length === 0) {
    const { times, ...own } = summarizeOnMachine(test);
    return { ...own, contrasts: contrastsWithFirst(own.test.sides, own.test.paired, times) };
  }
  const machines = blocks.map(({ sides }) => summarizeOnMachine({ ...test, sides }).test);
  const sides = levelledSides(blocks, machines);
  return {
    ...summarizeOnMachine({ ...test, sides }),
    blocks: blocks.map(({ machine }, i) => ({ machine, sides: machines[i].sides })),
  };
}

/** Keeps the restarts in which all sides have a speed; null without any. */
function inPairs(sides) {
  const working = sides.filter((side) => side !== null && side.error === null && side.unmeasured === null);
  if (working.length < 2) return null;
  const count = minOf(working.map(({ samples }) => samples.length));
  const isComplete = (i) => working.every(({ samples }) => hasTime(samples[i]));
  const kept = Array.from({ length: count }, (_, i) => i).filter(isComplete);
  if (kept.length === 0) return null;
  return sides.map((side) => (working.includes(side) ? { ...side, samples: kept.map((i) => side.samples[i]) } : side));
}

function summarizeOnMachine({ file, suite, name, sides: all, secondsEach, paired }) {
  const given = all.map(withUnmeasured);
  const sides = (paired && inPairs(given)) || given;
  const arePairs = paired && sides !== given;
  const samples = sides.flatMap((side) => (side ? side.samples : []));
  const measured = samples.filter(hasTime);
  const unit = haveCycles(measured) ? 'cycles' : 'ns';
  const rate = unit === 'cycles' ? commonRate(measured) : 1;
  const found = sides.map((side) => side && summaryOf(side, unit, rate));
  const summaries = found.map((one) => one && one.summary);
  return {
    test: { file, suite, name, sides: summaries, unit, changes: [], ...(arePairs && { paired }) },
    secondsEach,
    times: found.map((one) => one && one.ordered),
  };
}

function contrastsOf(pairs, strictest) {
  const isOfSeveral = ({ blocks }) => blocks !== null && blocks.length > 1;
  const several = pairs.filter(isOfSeveral);
  const found = contrastsOfBlocks(several.map(({ blocks }) => blocks.map(({ old, fresh }) => (
    { first: fresh.values, second: old.values }))), strictest);
  return pairs.map((pair) => {
    const { blocks, contrast, test } = pair;
    if (isOfSeveral(pair)) return found.shift();
    return (blocks ? contrastOfSides(blocks[0].old, blocks[0].fresh, test.paired) : contrast)(strictest);
  });
}

/** The figures of each machine, if several were compared. */
function describeBlocks({ blocks }, { parts, differ }) {
  if (!parts) return null;
  const described = blocks.map(({ machine, old, fresh }, i) => (
    { machine, ...parts[i].interval(1 - ALPHA), processes: old.values.length + fresh.values.length }));
  return { blocks: described, machinesDiffer: differ };
}

/** A side whose time does not contradict the ratio, if such a time is among those of its processes. */
function alignSide({ old, fresh }, ratio) {
  const factor = old.nsPerCall * ratio / fresh.nsPerCall;
  return isAmong(factor * (fresh.cycles || fresh.nsPerCall), fresh.values) ? scaleTimes(fresh, factor) : fresh;
}

/**
 * @param {object[]} tests { file, suite, name, sides, secondsEach (duration of one more process), paired (whether the
 *   i-th samples of all sides come from one restart) }, and for several machines `blocks` instead of sides,
 *   { machine, sides }. Sides are null or { samples: { nsPerCall, nsLow, nsHigh, cycles }[], error }, with a sample per
 *   process; the first is the baseline
 * @param {object} plan { margin (share; tests that differ by less are the same), floor (noise floor, a share; above the
 *   margin no test is the same), isSaved (sides come from separate runs, which weakens verdicts), isComparable (false:
 *   figures without verdicts), looks (see judgeTogether()) }
 * @returns {object[]} tests of a comparison, see docs/command-line.md. With blocks, changes[].blocks has { machine,
 *   ratio, low, high, processes } (95 % interval, processes of both sides), and machinesDiffer means that more
 *   processes would not help. The verdict covers all machines; sides[].values are on one level. `regression` is false:
 *   withGate() decides it.
 */
const judge = (tests, plan) => judgeSummaries(tests.map(summarizeSides), plan);

/** Takes results of summarizeSides(), so that a million processes need not be in memory at once. */
function judgeSummaries(judged, { margin, floor, isSaved, isComparable, looks = 1 }) {
  const limits = { margin, floor };
  const pairsOf = judged.map(({ test, contrasts, ...more }) => test.sides.slice(1).map((fresh, i) => {
    const blocks = more.blocks ? more.blocks.map(({ machine, sides }) => (
      { machine, old: sides[0], fresh: sides[i + 1] })).filter(areCompared) : null;
    const pair = { ...more, test, old: test.sides[0], fresh, blocks, contrast: blocks ? null : contrasts[i] };
    const ofMachines = (more.blocks || []).flatMap(({ sides }) => [sides[0], sides[i + 1]]);
    return { ...pair, change: { ...NO_CHANGE, margin, verdict: withoutFigures(pair.old, fresh, ofMachines) } };
  }));
  const isJudged = (pair) => areCompared(pair) && (pair.blocks === null || pair.blocks.length > 0);
  const compared = pairsOf.flat().filter(isJudged);
  const contrasts = contrastsOf(compared, ALPHA / looks / compared.length);
  const found = new Map(judgeTogether(contrasts, looks).map((figures, k) => (
    [compared[k], { figures, contrast: contrasts[k] }])));

  function judgePair(pair) {
    if (!found.has(pair)) return pair;
    const { figures, contrast } = found.get(pair);
    const machines = describeBlocks(pair, contrast);
    // Figures of a test must not contradict each other.
    const fresh = machines || pair.test.paired ? alignSide(pair, figures.ratio) : pair.fresh;
    const verdict = decideVerdict(figures, limits);
    const more = isComparable && verdict === 'unresolved' && !(machines && machines.machinesDiffer)
      ? neededFor(figures, limits, pair) : null;
    const shown = !isComparable ? 'not-judged' : (isSaved && OF_SEPARATE_RUNS[verdict]) || verdict;
    return { ...pair, fresh, change: { ...pair.change, ...machines, ...figures, verdict: shown, ...more } };
  }

  return judged.map(({ test }, at) => {
    const own = pairsOf[at].map(judgePair);
    return {
      ...test, sides: [...test.sides.slice(0, 1), ...own.map(({ fresh }) => fresh)],
      changes: own.map(({ change }) => change),
    };
  });
}

/** ofMachines: both sides of each machine */
function withoutFigures(old, fresh, ofMachines) {
  if (!old || !fresh) return 'unmatched';
  if (old.error || fresh.error) return 'failed';
  const found = [old, fresh, ...ofMachines].map((side) => side && side.unmeasured).filter(Boolean);
  return found.length > 0 ? pickUnmeasuredVerdict(found) : 'unresolved';
}

/** Additional processes that would settle an unresolved comparison if its ratio stayed the same. */
function neededFor(found, limits, { old, fresh, secondsEach, test }) {
  const times = timesLonger(found, limits);
  if (times === null || old.values.length < 2 || fresh.values.length < 2) return null;
  const moreProcesses = max(1, ceil((times - 1) * max(old.values.length, fresh.values.length)));
  const moreSeconds = affordable(moreProcesses * secondsEach * test.sides.length);
  return moreSeconds === null ? null : { moreProcesses, moreSeconds: moreSeconds || null };
}

/** Judges comparable tests together, because their verdicts share the error level, and other tests separately. */
function judgeSeparately(tests, areComparable, judgeThese) {
  const judged = new Map();
  for (const isComparable of [true, false]) {
    const own = tests.filter((_, i) => areComparable[i] === isComparable);
    judgeThese(own, isComparable).forEach((test, i) => judged.set(own[i], test));
  }
  return tests.map((test) => judged.get(test));
}

module.exports = { judge, judgeSeparately, judgeSummaries, summarizeSides, contrastsWithFirst, sampleWithoutSpeed };
