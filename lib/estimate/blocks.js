'use strict';

/* Combines several machines: one level for the figures of a test, but contrasts within each machine. */

const { contrastsOfBlocks } = require('../stats/block-contrast');
const { ALPHA } = require('../stats/process-contrast');
const { mean } = require('../stats/sample');

const { exp, log } = Math;

/** Log level of each machine relative to the mean, from the sides that all machines have. */
function levelsOf(summaries) {
  const inCycles = summaries.every(({ unit }) => unit === 'cycles');
  const timesOf = ({ sides }) => sides.map((side) => side && (inCycles ? side.cycles : side.nsPerCall));
  const times = summaries.map(timesOf);
  const known = times.filter((own) => own.some((time) => time > 0));
  const shared = times[0].map((_, side) => side).filter((side) => known.every((own) => own[side] > 0));
  if (shared.length === 0) return summaries.map(() => 0);
  const levelOf = (own) => mean(shared.map((side) => log(own[side])));
  const common = mean(known.map(levelOf));
  return times.map((own) => (known.includes(own) ? levelOf(own) - common : 0));
}

function levelled(sample, level) {
  const factor = exp(-level);
  const { nsPerCall, nsLow, nsHigh, cycles } = sample;
  const scaled = (value) => (value === null ? null : value * factor);
  return {
    ...sample, nsPerCall: nsPerCall * factor, nsLow: scaled(nsLow), nsHigh: scaled(nsHigh), cycles: scaled(cycles),
  };
}

/** The sides of all machines on one level; null for a side that no machine has together with the first one. */
function levelledSides(blocks, summaries) {
  const levels = levelsOf(summaries);
  return blocks[0].sides.map((_, at) => {
    const own = blocks.map(({ sides }) => (sides[0] ? sides[at] : null));
    if (!own.some(Boolean)) return null;
    const samples = own.flatMap((side, i) => (side ? side.samples.map((sample) => levelled(sample, levels[i])) : []));
    const failed = own.find((side) => side && side.error);
    return { samples, error: failed ? failed.error : null };
  });
}

const isCompared = (side) => Boolean(side) && !side.error && side.nsPerCall > 0;

/** The machines that have both sides, as { machine, old, fresh }. */
function blocksOf(blocks, at) {
  return blocks.map(({ machine, sides }) => ({ machine, old: sides[0], fresh: sides[at] }))
    .filter(({ old, fresh }) => isCompared(old) && isCompared(fresh));
}

/** Null for a pair with fewer than two blocks. */
function contrastsOfPairs(pairs, strictest) {
  const isOfSeveral = (blocks) => blocks !== null && blocks.length > 1;
  const several = pairs.filter(isOfSeveral);
  const found = contrastsOfBlocks(several.map((blocks) => blocks.map(({ old, fresh }) => (
    { first: fresh.values, second: old.values }))), strictest);
  let at = 0;
  return pairs.map((blocks) => (isOfSeveral(blocks) ? found[at++] : null));
}

/** Scales the new side to the ratio, so that the figures of a test cannot contradict each other. */
function alignSides({ old, fresh }, ratio) {
  const times = old.nsPerCall * ratio / fresh.nsPerCall;
  for (const name of ['nsPerCall', 'nsLow', 'nsHigh', 'cycles']) {
    if (fresh[name] !== null) fresh[name] *= times;
  }
}

function describeBlocks(pair, { ratio, parts, differ }) {
  const { blocks, change } = pair;
  alignSides(pair, ratio);
  change.blocks = blocks.map(({ machine, old: { values }, fresh: other }, i) => (
    { machine, ...parts[i].interval(1 - ALPHA), processes: values.length + other.values.length }));
  change.machinesDiffer = differ;
}

module.exports = { alignSides, levelledSides, blocksOf, contrastsOfPairs, isCompared, describeBlocks };
