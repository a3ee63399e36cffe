'use strict';

const { expect } = require('chai');
const {
  keepUnshared, samplesOfRestart, ratioInRestart, logRatios, turnCyclesAlone,
} = require('#lib/core/estimate/restart-comparison');
const { range } = require('../helpers/numbers');

/** The result of one process of a restart; rounds: ns per operation of each turn. */
function measured(nsPerCall, { rounds = null, turnCycles = null, ...more } = {}) {
  const row = {
    verdict: 'unresolved', ops: 1, nsPerCall, nsLow: nsPerCall * 0.9, nsHigh: nsPerCall * 1.2, cycles: null,
    statistic: 'median', ...more,
  };
  return {
    row,
    rounds: rounds && {
      turns: rounds.map((_, i) => i), copies: rounds.map(() => 0), ns: rounds,
      cycles: turnCycles || rounds.map(() => null),
    },
  };
}

const rows = (...times) => new Map(times.map(([number, ns, more]) => [number, measured(ns, more)]));

// Twenty rounds on a machine that slows down to half its speed: the ratio of two processes stays the same.
const drifting = (ns) => range(20, (i) => ns * (1 + i / 19));

describe('restarts: the ratio of two processes', () => {
  const late = measured(100, { rounds: drifting(300) });
  late.rounds.turns = late.rounds.turns.map((turn) => turn + 1000);
  for (const [what, one, other, ratio] of [
    ['times without turns', measured(300), measured(200), 1.5],
    ['cycles if both have them', measured(200, { cycles: 600 }), measured(100, { cycles: 200 }), 3],
    ['times if one has cycles', measured(200, { cycles: 600 }), measured(100), 2],
    ['times per operation', measured(600, { ops: 3 }), measured(200, { ops: 2 }), 2],
    ['cycles per operation', measured(600, { ops: 3, cycles: 1800 }), measured(200, { ops: 2, cycles: 600 }), 2],
    ['common turns instead of times', measured(500, { rounds: drifting(330), cycles: 1 }),
      measured(100, { rounds: drifting(300), cycles: 9 }), 1.1],
    ['times if one took no turns', measured(500, { rounds: drifting(330) }), measured(100), 5],
    ['times without common turns', measured(500, { rounds: drifting(330) }), late, 5],
  ]) {
    it(`uses ${what}`, () => {
      expect(ratioInRestart(one, other)).to.be.closeTo(ratio, 1e-12);
      expect(ratioInRestart(other, one)).to.be.closeTo(1 / ratio, 1e-12);
    });
  }

  it('is null if one has no speed', () => {
    for (const without of [
      measured(100, { verdict: 'failed' }), measured(0, { verdict: 'below-resolution' }), measured(0), measured(null),
    ]) {
      expect(ratioInRestart(without, measured(100))).to.equal(null);
      expect(ratioInRestart(measured(100), without)).to.equal(null);
      expect(samplesOfRestart([measured(100), without])).to.equal(null);
      expect(samplesOfRestart([without, measured(100)])).to.equal(null);
    }
  });
});

describe('restarts: the samples of one restart', () => {
  it('keep the first process, and scale later ones to their ratio to it', () => {
    const samples = samplesOfRestart([
      measured(100, { rounds: drifting(300), cycles: 320 }), measured(180, { rounds: drifting(330), cycles: 700 }),
      measured(50, { rounds: drifting(600), cycles: 150 })]);
    expect(samples[0]).to.deep.equal({ nsPerCall: 100, nsLow: 90, nsHigh: 120, cycles: 320 });
    [1.1, 2].forEach((ratio, i) => {
      const { nsPerCall, nsLow, nsHigh, cycles } = samples[i + 1];
      expect(nsPerCall).to.be.closeTo(100 * ratio, 1e-9);
      expect(cycles).to.be.closeTo(320 * ratio, 1e-9);
      // The width of its interval remains.
      expect(nsLow / nsPerCall).to.be.closeTo(0.9, 1e-12);
      expect(nsHigh / nsPerCall).to.be.closeTo(1.2, 1e-12);
    });
    const [first, second] = samplesOfRestart([
      measured(200, { ops: 2, rounds: drifting(100) }), measured(900, { ops: 5, rounds: drifting(150) })]);
    expect(first.nsPerCall).to.be.closeTo(200, 1e-9);
    expect(second.nsPerCall).to.be.closeTo(5 * 150, 1e-9);
  });

  it('have cycles only if the first process and the process itself know them, and intervals if the process has', () => {
    const cyclesOf = (...given) => samplesOfRestart(given.map((cycles) => measured(100, { cycles })))
      .map(({ cycles }) => cycles);
    expect(cyclesOf(300, null, 600)).to.deep.equal([300, null, 600]);
    expect(cyclesOf(null, 300)).to.deep.equal([null, null]);
    const [, second] = samplesOfRestart([measured(100), measured(200, { nsLow: null, nsHigh: null })]);
    expect(second).to.deep.equal({ nsPerCall: 200, nsLow: null, nsHigh: null, cycles: null });
  });
});

describe('restarts: log ratios of two tests', () => {
  const expectRatios = (found, ratios) => {
    expect(found).to.have.length(ratios.length);
    found.forEach((difference, i) => expect(Math.exp(difference)).to.be.closeTo(ratios[i], 1e-12));
  };

  it('pair processes by the number of their restart, if both have a speed', () => {
    const one = rows([0, 100], [1, 200], [2, 400]);
    expectRatios(logRatios(one, rows([2, 100], [0, 50], [1, 40])), [2, 5, 4]);
    expectRatios(logRatios(
      rows([0, 100], [1, 200], [3, 300], [4, 100, { verdict: 'too-noisy' }], [5, 100]),
      rows([1, 100], [2, 100], [3, 100, { verdict: 'below-resolution' }], [4, 100], [5, 50])), [2, 2]);
    expect(logRatios(one, rows([7, 100]))).to.deep.equal([]);
  });

  it('use the rounds of each restart', () => {
    const of = (...levels) => new Map(levels.map((ns, i) => [i, measured(1, { rounds: drifting(ns) })]));
    expectRatios(logRatios(of(220, 330), of(200, 100)), [1.1, 3.3]);
  });
});

describe('restarts: keepUnshared', () => {
  const ALONE = 1.5;
  const SHARED = 2.6;

  /** A process whose first rounds had an unshared core, and took half of the time of later rounds. */
  const onCore = (alone, ns = 100) => measured(ns, {
    rounds: range(20, (i) => (i < alone ? ns : 2 * ns)), turnCycles: range(20, (i) => (i < alone ? ALONE : SHARED)),
  });
  const chosen = (restarts) => keepUnshared(restarts, restarts[0].map((_, i) => (
    turnCyclesAlone(restarts.map((own) => own[i])))));

  it('keeps rounds with an unshared core, in restarts with enough of them, and other figures', () => {
    const restarts = [20, 0, 4, 3, 12, 20].map((alone) => [onCore(20), onCore(alone)]);
    restarts[2][1].rounds.exponent = 0.5;
    const found = chosen(restarts);
    expect(found.map((own) => own && own[1].rounds.ns.length)).to.deep.equal([20, null, 4, null, 12, 20]);
    expect(found[2][1].row.nsPerCall).to.equal(100);
    expect(found[2][1].rounds).to.deep.include({ turns: [0, 1, 2, 3], exponent: 0.5 });
  });

  it('scales the time and its interval, but not a mean', () => {
    const restarts = range(4, () => [onCore(4)]);
    for (const [own] of restarts) Object.assign(own.row, { nsPerCall: 200, nsLow: 180, nsHigh: 220, cycles: 600 });
    const [[{ row }]] = chosen(restarts);
    expect(row).to.include({ nsPerCall: 100, nsLow: 90, nsHigh: 110, cycles: 300 });
    restarts[0][0].row.statistic = 'mean';
    expect(chosen(restarts)[0][0].row.nsPerCall).to.equal(200);
  });

  it('keeps all if fewer than four had an unshared core, or if that is unknown', () => {
    const few = [20, 20, 20, 0, 0].map((alone) => [onCore(20), onCore(alone)]);
    expect(chosen(few)).to.equal(few);
    const unknown = range(5, () => [measured(100, { rounds: [100, 100] }), measured(90)]);
    expect(chosen(unknown)).to.deep.equal(unknown);
    expect(turnCyclesAlone([])).to.equal(Infinity);
    // One process with a faster empty loop does not change the usual one.
    const restarts = range(10, () => [onCore(20)]);
    restarts[3][0].rounds.cycles.fill(0.9);
    expect(chosen(restarts).every((own) => own !== null)).to.equal(true);
  });

  it('applies to the ratio of two tests', () => {
    const chain = new Map(range(6, (i) => [i, measured(50, { rounds: Array(20).fill(50) })]));
    const loop = new Map([20, 0, 20, 0, 20, 20].map((alone, i) => [i, onCore(alone)]));
    const ratios = logRatios(loop, chain, ALONE).map((value) => Math.exp(value).toFixed(6));
    expect(ratios).to.deep.equal(Array(4).fill('2.000000'));
  });
});
