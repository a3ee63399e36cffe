'use strict';

const { expect } = require('chai');

const FILE = require.resolve('#lib/node-core/files/contract');

/** A contract whose clock is read as these nanoseconds, one after the other, and its reports. */
function contractOf(readings, isZeroAllowed = false) {
  const { bigint } = process.hrtime;
  const times = readings.map(BigInt);
  let reads = 0;
  let createContract;
  process.hrtime.bigint = () => {
    if (reads === times.length) throw new Error('the clock is read too often');
    return times[reads++];
  };
  try {
    delete require.cache[FILE];
    ({ createContract } = require(FILE));
  } finally {
    process.hrtime.bigint = bigint;
    delete require.cache[FILE];
  }
  const reports = [];
  return { ...createContract({ isZeroAllowed, report: (...values) => { reports[reports.length] = values; } }), reports,
    reads: () => reads };
}

const TWO_SECONDS = [0, 2e9];
const { MAX_VALUE } = Number;

/** Calls start() for 's', and end(operations) for all else: { error, reports } */
function played(calls, readings, isZeroAllowed) {
  const { start, end, reports } = contractOf(readings, isZeroAllowed);
  let error = null;
  for (const call of calls) {
    try {
      if (call === 's') start();
      else end(call);
    } catch (thrown) {
      error = thrown.message;
    }
  }
  return { error, reports };
}

describe('start() and end()', () => {
  for (const [what, calls, readings, isZeroAllowed, report] of [
    ['operations per second', ['s', 1e6], [5e9, 7e9], false, [5e5, 2000000000n, 1e6]],
    ['half an operation', ['s', 0.5], TWO_SECONDS, false, [0.25, 2000000000n, 0.5]],
    ['many operations', ['s', 1e30], TWO_SECONDS, false, [5e29, 2000000000n, 1e30]],
    ['no operation, if that is allowed', ['s', 0], TWO_SECONDS, true, [0, 2000000000n, 0]],
    ['less than none, if that is allowed', ['s', -5], TWO_SECONDS, true, [-2.5, 2000000000n, -5]],
    ['no time, if that is allowed', ['s', 5], [7, 7], true, [MAX_VALUE, 0n, 5]],
    ['no operation in no time', ['s', 0], [7, 7], true, [0, 0n, 0]],
    ['the first end only', ['s', 1, 1], [0, 1e9, 2e9], false, [1, 1000000000n, 1]],
    ['an end after one that was refused', ['s', -1, 4], [0, 1e9, 2e9], false, [2, 2000000000n, 4]],
  ]) {
    it(`reports ${what}`, () => expect(played(calls, readings, isZeroAllowed).reports).to.eql([report]));
  }

  it('takes a time that a number cannot hold', () => {
    const { reports: [[rate, ...others]] } = played(['s', 1], [2n ** 62n, 2n ** 62n + 1n]);
    expect(rate).to.be.closeTo(1e9, 1);
    expect(others).to.eql([1n, 1]);
  });

  const NO_COUNT = 'called end() without specifying operation count';
  const TOO_FEW = 'called end() with operation count <= 0';
  for (const [what, calls, words, isZeroAllowed = false, readings = [0, 1e9]] of [
    ['a second start', ['s', 's'], 'Called start more than once in a single benchmark'],
    ['an end without a start', [1], 'called end without start'],
    ...[undefined, null, '5', 5n, true, [5]].map((count) => [`the count ${String(count)}`, ['s', count], NO_COUNT]),
    ...[NaN, Infinity, -Infinity].flatMap((count) => [false, true].map((isAllowed) => (
      [`${count} operations`, ['s', count], `called end() with operation count ${count}`, isAllowed]))),
    ...[0, -0, -5].map((count) => [`${count} operations`, ['s', count], TOO_FEW]),
    ['no operation before no time', ['s', 0], TOO_FEW, false, [7, 7]],
    ['a clock that did not move', ['s', 5], 'insufficient clock precision for short benchmark', false, [7, 7]],
  ]) {
    it(`refuses ${what}${isZeroAllowed ? ', also if zero is allowed' : ''}`,
      () => expect(played(calls, readings, isZeroAllowed)).to.eql({ error: words, reports: [] }));
  }

  it('reads the clock once at either end, before anything else', () => {
    const { start, end, reads } = contractOf([1, 2, 3, 4]);
    start();
    expect(reads()).to.equal(1);
    end(1);
    expect(reads()).to.equal(2);
    for (const count of [1, NaN]) expect(() => end(count)).to.throw('called end multiple times');
    expect(reads()).to.equal(4);
  });

  it('uses nothing that a benchmark can have replaced', () => {
    const { start, end, reports } = contractOf([0, 2e9]);
    const { bigint } = process.hrtime;
    const { Number: saved } = globalThis;
    const { isFinite } = saved;
    // Not expect() in there: chai itself would break.
    try {
      process.hrtime.bigint = () => { throw new Error('replaced'); };
      globalThis.Number = () => { throw new Error('replaced'); };
      saved.isFinite = globalThis.Number;
      start();
      end(4);
    } finally {
      process.hrtime.bigint = bigint;
      globalThis.Number = saved;
      saved.isFinite = isFinite;
    }
    expect(reports[0][0]).to.equal(2);
  });
});
