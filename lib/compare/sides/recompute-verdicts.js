'use strict';

/* Judges a comparison that was resumed or measured in parts. Blocks are results of one test on several machines. */

const { withCounts, withGate } = require('./gate');
const { createMemoryGate } = require('./memory-changes');
const { contrastsWithFirst, judge, judgeSummaries, sampleWithoutSpeed } = require('../../core/estimate/judge');
const { findMachineOutliers } = require('../../core/estimate/machine-outliers');
const { formatUnitKey, keyOfTest } = require('../shards/expected');
const { PLANNED_LOOKS } = require('../../base/stats/process-contrast');
const { groupBy } = require('../../base/text/grouped-by');
const { isUnmeasured } = require('../../base/text/verdict-words');

/** The samples of a saved side, given the unit of its values. Only a single sample has an interval. */
function samplesOf({ values, nsPerCall, nsLow = null, nsHigh = null, cycles }, unit) {
  const interval = values.length === 1 ? { nsLow, nsHigh } : { nsLow: null, nsHigh: null };
  const nsOfUnit = unit === 'ns' ? 1 : nsPerCall / cycles;
  return values.map((value) => ({ nsPerCall: value * nsOfUnit, ...interval, cycles: unit === 'ns' ? null : value }));
}

/** Fills the units with saved tests, except failed ones, parts of a pilot, and unpaired ones of earlier versions. */
function resumeTests(units, tests) {
  const known = new Map(tests.map((test) => [formatUnitKey(test.file, test.suite, test.name), test]));
  for (const unit of units) {
    const test = known.get(formatUnitKey(unit.file, unit.suite, unit.name));
    if (!test || !test.planned || !test.paired) continue;
    const { planned, seconds, sides, unit: measuredIn } = test;
    const isOther = (side, i) => (side === null) !== (unit.sides[i] === null) || (side !== null && side.error !== null);
    if (sides.some(isOther)) continue;
    Object.assign(unit, { planned, seconds: planned.seconds, wanted: planned.processes, spentSeconds: seconds });
    unit.sides.forEach((side, i) => {
      if (side === null) return;
      const { counts = null, notCounted = null, memory = null, warnings = [], nsPerCall } = sides[i];
      const counted = counts === null && notCounted === null ? null : { counts, reason: notCounted };
      const samples = samplesOf(sides[i], measuredIn);
      const withMemory = memory === null ? [] : [{ memory, warnings, processes: sides[i].processes }];
      Object.assign(side, { samples, withMemory, latest: { memory, warnings, nsPerCall }, counted });
    });
  }
}

/** Mean time of one process of a side, 0 if unknown. */
function secondsEachOf(tests) {
  const known = tests.filter(({ seconds }) => seconds > 0);
  const processes = known.flatMap(({ sides }) => sides).reduce((sum, side) => sum + (side ? side.processes : 0), 0);
  return processes > 0 ? known.reduce((sum, { seconds }) => sum + seconds, 0) / processes : 0;
}

/** Earlier versions saved it only as the verdict of changes. */
function unmeasuredOf({ unmeasured, values, processes, error }, { changes }) {
  if (unmeasured !== undefined) return unmeasured;
  if (error || values.length > 0 || processes === 0) return null;
  return (changes.find(isUnmeasured) || { verdict: 'below-resolution' }).verdict;
}

/** Memory does not depend on the machine, so the first part that has it is as good as all. */
const withMemoryOf = (tests, before) => tests.map((test) => {
  const known = before.find((one) => keyOfTest(one) === keyOfTest(test) && one.changes.some(({ memory }) => memory));
  if (!known) return test;
  return { ...test, changes: test.changes.map((change, k) => ({ ...change, memory: known.changes[k].memory })) };
});

const groupBlocks = (tests) => [...groupBy(tests, keyOfTest).values()];

function blockOf(test) {
  const { machine, sides, unit } = test;
  const ofSide = (side) => [
    ...samplesOf(side, unit), ...Array.from({ length: side.processes - side.values.length }, () => (
      sampleWithoutSpeed({ verdict: unmeasuredOf(side, test) || 'below-resolution' }))),
  ];
  return { machine, sides: sides.map((side) => side && { samples: ofSide(side), error: side.error }) };
}

function combineBlocks(blocks) {
  const [{ file, suite, name }] = blocks;
  const paired = blocks.every((test) => test.paired === true);
  return { file, suite, name, paired, secondsEach: secondsEachOf(blocks), blocks: blocks.map(blockOf) };
}

/** Adds fields that do not affect verdicts. */
function withFacts(test, blocks) {
  const seconds = blocks.reduce((sum, one) => sum + (one.seconds || 0), 0);
  const sides = test.sides.map((side, at) => {
    const known = blocks.map((one) => one.sides[at]).filter(Boolean);
    const { counts, notCounted, memory, warnings } = known.find((one) => one.counts) || known[0] || {};
    return side && { ...side, ...(counts !== undefined && { counts, notCounted }), ...(memory && { memory }),
      ...(warnings && { warnings }) };
  });
  return { ...test, sides, seconds, ...(blocks.length === 1 && { machine: blocks[0].machine }) };
}

function judgeBlocks(before, plan) {
  const groups = groupBlocks(before);
  const tests = groups.map(combineBlocks);
  const judged = judge(tests, plan).map((test, i) => withFacts(test, groups[i]));
  return { tests: judged, oddMachines: findMachineOutliers(tests) };
}

function summaryOf(test) {
  const sides = test.sides.map((side) => side && { ...side, unmeasured: unmeasuredOf(side, test) });
  return {
    test: { ...test, sides }, secondsEach: secondsEachOf([test]), contrasts: contrastsWithFirst(sides, test.paired),
  };
}

/**
 * plan: shares within which times (margin) and instructions (countPrecision) are the same; limitSeconds: per test;
 * hasBlocks: whether several machines may have measured a test.
 */
function recomputeVerdicts(comparison, { margin, maxRegression, countPrecision, limitSeconds, hasBlocks }) {
  const { sides, tests: before } = comparison;
  // Paired processes are planned after a pilot, which is a separate look.
  const looks = before.some(({ paired }) => paired) ? PLANNED_LOOKS : 1;
  const plan = { margin, floor: 0, isSaved: false, isComparable: true, looks };
  const found = hasBlocks ? judgeBlocks(before, plan) : { tests: judgeSummaries(before.map(summaryOf), plan) };
  const tests = found.tests = withMemoryOf(found.tests, before);
  const known = tests.map((test) => test.sides.map((side) => (
    side && side.counts !== undefined ? { counts: side.counts, reason: side.notCounted || null } : null)));
  const judged = { ...comparison, maxRegression, ...found };
  if (known.flat().some(Boolean)) {
    judged.tests = withCounts(tests, known, { sides, precision: countPrecision, maxRegression });
  }
  const gated = withGate(judged, { secondsEach: tests.map((test) => secondsEachOf([test])), limitSeconds });
  const memoryGate = createMemoryGate(gated);
  return memoryGate === null ? gated : { ...gated, memoryGate };
}

module.exports = { resumeTests, recomputeVerdicts, groupBlocks, combineBlocks };
