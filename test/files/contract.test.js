'use strict';

const { expect } = require('chai');
const { withBrokenGlobals } = require('../helpers/broken-globals');

const FILE = require.resolve('../../lib/files/contract');

/** A contract whose clock is read as these nanoseconds, one after the other, and what it has reported. */
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

describe('start() and end()', () => {
  it('reports operations per second, the time, and the operations', () => {
    const { start, end, reports } = contractOf([5e9, 7e9]);
    start();
    end(1e6);
    expect(reports).to.eql([[5e5, BigInt(2e9), 1e6]]);
  });

  it('takes a time that a number cannot hold', () => {
    const { start, end, reports } = contractOf([2n ** 62n, 2n ** 62n + 1n]);
    start();
    end(1);
    expect(reports[0][0]).to.be.closeTo(1e9, 1);
    expect(reports[0].slice(1)).to.eql([1n, 1]);
  });

  for (const operations of [0.5, 1e-12, 1e30, Number.MIN_VALUE]) {
    it(`takes ${operations} operations`, () => {
      const { start, end, reports } = contractOf([0, 2e9]);
      start();
      end(operations);
      expect(reports).to.eql([[operations / 2, BigInt(2e9), operations]]);
    });
  }

  it('refuses a second start', () => {
    const { start, reports } = contractOf([0, 1, 2]);
    start();
    expect(start).to.throw('Called start more than once in a single benchmark');
    expect(reports).to.eql([]);
  });

  it('refuses an end without a start', () => {
    const { end, reports } = contractOf([0]);
    expect(() => end(1)).to.throw('called end without start');
    expect(reports).to.eql([]);
  });

  it('refuses a second end, and reports the first one only', () => {
    const { start, end, reports } = contractOf([0, 1e9, 2e9]);
    start();
    end(1);
    expect(() => end(1)).to.throw('called end multiple times');
    expect(reports).to.have.length(1);
  });

  for (const [shown, operations] of [
      ['nothing', undefined], ['null', null], ["'5'", '5'], ['5n', 5n], ['true', true], ['a list', [5]]]) {
    it(`refuses ${shown} for a count`, () => {
      const { start, end, reports } = contractOf([0, 1e9]);
      start();
      expect(() => end(operations)).to.throw('called end() without specifying operation count');
      expect(reports).to.eql([]);
    });
  }

  for (const operations of [NaN, Infinity, -Infinity]) {
    for (const isZeroAllowed of [false, true]) {
      it(`refuses ${operations}${isZeroAllowed ? ', also where zero is allowed' : ''}`, () => {
        const { start, end, reports } = contractOf([0, 1e9], isZeroAllowed);
        start();
        expect(() => end(operations)).to.throw(`called end() with operation count ${operations}`);
        expect(reports).to.eql([]);
      });
    }
  }

  for (const operations of [0, -0, -5]) {
    it(`refuses ${Object.is(operations, -0) ? '-0' : operations} operations, unless zero is allowed`, () => {
      const { start, end, reports } = contractOf([0, 2e9]);
      start();
      expect(() => end(operations)).to.throw('called end() with operation count <= 0');
      expect(reports).to.eql([]);
      const allowing = contractOf([0, 2e9], true);
      allowing.start();
      allowing.end(operations);
      expect(allowing.reports[0][0]).to.equal(operations / 2);
    });
  }

  it('refuses a clock that did not move, unless zero is allowed', () => {
    const { start, end, reports } = contractOf([7, 7]);
    start();
    expect(() => end(5)).to.throw('insufficient clock precision for short benchmark');
    expect(reports).to.eql([]);
    for (const [operations, rate] of [[5, Number.MAX_VALUE], [0, 0]]) {
      const allowing = contractOf([7, 7], true);
      allowing.start();
      allowing.end(operations);
      expect(allowing.reports).to.eql([[rate, 0n, operations]]);
    }
  });

  it('says first what came first', () => {
    expect(() => contractOf([1]).end('5')).to.throw('called end without start');
    const { start, end } = contractOf([1, 2, 3, 4, 4]);
    start();
    end(1);
    expect(() => end(NaN)).to.throw('called end multiple times');
    const still = contractOf([1, 1]);
    still.start();
    expect(() => still.end(0)).to.throw('operation count <= 0');
  });

  it('reads the clock once at either end, before anything else', () => {
    const { start, end, reads } = contractOf([1, 2, 3]);
    start();
    expect(reads()).to.equal(1);
    end(1);
    expect(reads()).to.equal(2);
    expect(() => end(1)).to.throw('multiple');
    expect(reads()).to.equal(3);
  });

  it('can be ended properly after an end that was refused', () => {
    const { start, end, reports } = contractOf([0, 1e9, 2e9]);
    start();
    expect(() => end(-1)).to.throw('<= 0');
    end(4);
    expect(reports).to.eql([[2, BigInt(2e9), 4]]);
  });

  it('uses nothing that a benchmark can have replaced', () => {
    const { start, end, reports } = contractOf([0, 2e9]);
    const { bigint } = process.hrtime;
    const { Number: saved } = globalThis;
    // Not expect() in there: chai itself would break.
    withBrokenGlobals(() => {
      process.hrtime.bigint = () => { throw new Error('replaced'); };
      globalThis.Number = () => { throw new Error('replaced'); };
      try {
        start();
        end(4);
      } finally {
        process.hrtime.bigint = bigint;
        globalThis.Number = saved;
      }
    });
    expect(reports[0][0]).to.equal(2);
  });
});
