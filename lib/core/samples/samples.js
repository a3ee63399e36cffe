'use strict';

/* Saved measurements of a test in one process. As columns, 6000 rounds of ten tests load in a tenth of a second. */

const { netNs } = require('./round');
const { lowWhileShared } = require('../../base/text/verdict-words');

const { ceil } = Math;

const MOST_ROUNDS = 6000;

/** Joins neighbouring rounds. A collection in any of them stays visible, even if the heap has grown over all. */
function joined(rounds, from, to, clockCostNs) {
  let calls = 0;
  let ns = 0;
  let mhz = 0;
  let heapBytes = 0;
  let collected = 0;
  for (let i = from; i < to; i++) {
    const round = rounds[i];
    calls += round.calls;
    ns += netNs(round, clockCostNs) * round.calls;
    // A comparison with NaN is false.
    if (round.mhz > mhz) ({ mhz } = round);
    heapBytes += round.heapBytes;
    if (round.heapBytes < 0) collected += round.heapBytes;
  }
  return { calls, ns: ns / calls, mhz: mhz > 0 ? mhz : null, heapBytes: collected < 0 ? collected : heapBytes };
}

/**
 * @returns {{ nsPerCall, nsLow, nsHigh, cycles, calls, rounds: { warmUp, calls, ns, mhz, heapBytes } }} warmUp: number
 *   of warm-up rounds, which come first; the rest are columns of equal length (at most `most`), with ns per call
 */
function createSample(row, { rounds, clockCostNs }, most = MOST_ROUNDS) {
  const columns = { warmUp: 0, calls: [], ns: [], mhz: [], heapBytes: [] };
  const together = ceil(rounds.length / most);
  let kept = 0;
  for (let i = 0; i < rounds.length;) {
    const isMeasured = rounds[i].phase === 'measured';
    let to = i + 1;
    while (to < i + together && to < rounds.length && (rounds[to].phase === 'measured') === isMeasured) to++;
    const { calls, ns, mhz, heapBytes } = joined(rounds, i, to, clockCostNs);
    columns.calls[kept] = calls;
    columns.ns[kept] = ns;
    columns.mhz[kept] = mhz;
    columns.heapBytes[kept] = heapBytes;
    kept++;
    if (!isMeasured) columns.warmUp = kept;
    i = to;
  }
  const { nsPerCall, nsHigh, cycles, calls } = row;
  return { nsPerCall, nsLow: lowWhileShared(row), nsHigh, cycles, calls, rounds: columns };
}

module.exports = { createSample };
