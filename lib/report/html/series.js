'use strict';

/*
 * The rounds of a test as columns, whatever the document has of them: rounds of one process, rounds of
 * several one after the other, one figure for each process, or only the runs that its row keeps.
 */

const { known, list, object, numbers } = require('./known');
const { median } = require('../../stats/sample');

// More processes than these are drawn as one point each, not by their rounds.
const MOST_SEGMENTS = 40;

function emptySeries(of) {
  return { of, ns: [], isWarmUp: [], isCollected: [], borders: [], hasHeap: false, mhz: [] };
}

function addRounds(series, rounds) {
  const { warmUp, ns, heapBytes, mhz } = rounds;
  const bytes = list(heapBytes);
  for (let i = 0; i < ns.length; i++) {
    if (known(ns[i]) === null) continue;
    const index = series.ns.length;
    series.ns[index] = ns[i];
    series.isWarmUp[index] = i < warmUp;
    series.isCollected[index] = bytes[i] < 0;
    if (known(bytes[i]) !== null) series.hasHeap = true;
  }
  for (const value of numbers(mhz)) if (value > 0) series.mhz.push(value);
}

function ofValues(of, values) {
  const series = emptySeries(of);
  for (const value of values) {
    series.ns.push(value);
    series.isWarmUp.push(false);
    series.isCollected.push(false);
  }
  return series;
}

/** ns per call of the runs in `results.stats`, which rows have without samples. */
function runsOf(row) {
  return list(object(row.results).stats).map((run) => object(run).elapsed * 1e9 / object(run).count);
}

/**
 * @param {object} test a row with its samples
 * @returns {{ of: 'rounds' | 'processes' | 'runs', ns: number[], isWarmUp: boolean[], isCollected: boolean[], borders: number[],
 *   hasHeap: boolean, mhz: number[] }} in the order they ran; borders: where each process begins but the first
 */
function seriesOf(test) {
  const samples = list(test.samples).map(object);
  const withRounds = samples.filter(({ rounds }) => numbers(object(rounds).ns).length > 0);
  if (withRounds.length > 0 && withRounds.length <= MOST_SEGMENTS) {
    const series = emptySeries('rounds');
    withRounds.forEach(({ rounds }, i) => {
      if (i > 0) series.borders.push(series.ns.length);
      addRounds(series, rounds);
    });
    return series;
  }
  if (samples.length > 1) return ofValues('processes', processesOf(test));
  return ofValues('runs', numbers(runsOf(test)));
}

/** ns per call of each process that has one. */
function processesOf(test) {
  return numbers(list(test.samples).map((sample) => object(sample).nsPerCall));
}

/**
 * What the distribution of a test shows: of several processes one figure each, of one its rounds.
 * @param {object} test
 * @param {object} series from seriesOf()
 * @returns {{ of: 'rounds' | 'processes' | 'runs', values: number[] }}
 */
function spreadOf(test, series) {
  const processes = processesOf(test);
  if (processes.length > 1) return { of: 'processes', values: processes };
  return { of: series.of, values: measured(series) };
}

/** Those that are not warm-up. */
function measured({ ns, isWarmUp }) {
  return ns.filter((_, i) => !isWarmUp[i]);
}

/** @returns {number | null} */
function medianOf(values) {
  return values.length ? median(values) : null;
}

module.exports = { seriesOf, spreadOf, measured, medianOf };
