'use strict';

const { expect } = require('chai');
const {
  keepUnshared, samplesOfRestart, ratioInRestart, logRatios, turnCyclesAlone,
} = require('../../lib/estimate/restarts');

/** What one process of a restart has found; rounds: ns per operation of each turn. */
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
const drifting = (ns) => Array.from({ length: 20 }, (_, i) => ns * (1 + i / 19));

describe('estimate/restarts: ratio of two processes of one restart', () => {
  it('is that of their times if they took no turns', () => {
    expect(ratioInRestart(measured(300), measured(200))).to.be.closeTo(1.5, 1e-12);
  });

  it('is that of their cycles if both have them, since the clock rate may differ', () => {
    const at = (ghz) => (cycles) => measured(cycles / ghz, { cycles });
    expect(ratioInRestart(at(3)(600), at(2)(200))).to.be.closeTo(3, 1e-12);
    expect(ratioInRestart(measured(200, { cycles: 600 }), measured(100))).to.be.closeTo(2, 1e-12);
    expect(ratioInRestart(measured(200), measured(100, { cycles: 600 }))).to.be.closeTo(2, 1e-12);
  });

  it('is that of single operations', () => {
    expect(ratioInRestart(measured(600, { ops: 3 }), measured(200, { ops: 2 }))).to.be.closeTo(2, 1e-12);
    expect(ratioInRestart(measured(600, { ops: 3, cycles: 1800 }), measured(200, { ops: 2, cycles: 600 })))
      .to.be.closeTo(2, 1e-12);
  });

  it('comes from the rounds of the turns that both took part in, not from the times of their rows', () => {
    const one = measured(500, { rounds: drifting(330), cycles: 1 });
    const other = measured(100, { rounds: drifting(300), cycles: 9 });
    expect(ratioInRestart(one, other)).to.be.closeTo(1.1, 1e-12);
    expect(ratioInRestart(other, one)).to.be.closeTo(1 / 1.1, 1e-12);
  });

  it('comes from the times of the rows if one process took no turns, or no turn in common', () => {
    const one = measured(500, { rounds: drifting(330) });
    expect(ratioInRestart(one, measured(100))).to.be.closeTo(5, 1e-12);
    expect(ratioInRestart(measured(100), one)).to.be.closeTo(0.2, 1e-12);
    const late = measured(100, { rounds: drifting(300) });
    late.rounds.turns = late.rounds.turns.map((turn) => turn + 1000);
    expect(ratioInRestart(one, late)).to.be.closeTo(5, 1e-12);
  });

  for (const [what, without] of [
    ['failed', measured(100, { verdict: 'failed' })],
    ['was too fast', measured(0, { verdict: 'below-resolution' })],
    ['was too noisy', measured(100, { verdict: 'too-noisy' })],
    ['has a time of 0', measured(0)],
    ['has no time', measured(null)],
  ]) {
    it(`is unknown if a process ${what}`, () => {
      expect(ratioInRestart(without, measured(100))).to.equal(null);
      expect(ratioInRestart(measured(100), without)).to.equal(null);
      expect(samplesOfRestart([measured(100), without])).to.equal(null);
      expect(samplesOfRestart([without, measured(100)])).to.equal(null);
    });
  }
});

describe('estimate/restarts: samples of the processes of one restart', () => {
  it('keep the first process as it is, and bring the others to their ratio to it', () => {
    const first = measured(100, { rounds: drifting(300), cycles: 320 });
    const second = measured(180, { rounds: drifting(330), cycles: 700 });
    const third = measured(50, { rounds: drifting(600), cycles: 150 });
    const samples = samplesOfRestart([first, second, third]);
    expect(samples[0]).to.deep.equal({ nsPerCall: 100, nsLow: 90, nsHigh: 120, cycles: 320 });
    [1.1, 2].forEach((ratio, i) => {
      const { nsPerCall, nsLow, nsHigh, cycles } = samples[i + 1];
      expect(nsPerCall).to.be.closeTo(100 * ratio, 1e-9);
      expect(cycles).to.be.closeTo(320 * ratio, 1e-9);
      // The width of its interval remains.
      expect(nsLow / nsPerCall).to.be.closeTo(0.9, 1e-12);
      expect(nsHigh / nsPerCall).to.be.closeTo(1.2, 1e-12);
    });
  });

  it('are times per call, if the sides have different numbers of operations', () => {
    const [first, second] = samplesOfRestart([
      measured(200, { ops: 2, rounds: drifting(100) }), measured(900, { ops: 5, rounds: drifting(150) })]);
    expect(first.nsPerCall).to.be.closeTo(200, 1e-9);
    expect(second.nsPerCall).to.be.closeTo(5 * 150, 1e-9);
  });

  it('have cycles only if the first process and the process itself know them', () => {
    const cyclesOf = (...given) => samplesOfRestart(given.map((cycles) => measured(100, { cycles })))
      .map(({ cycles }) => cycles);
    expect(cyclesOf(300, null, 600)).to.deep.equal([300, null, 600]);
    expect(cyclesOf(null, 300)).to.deep.equal([null, null]);
  });

  it('have no interval if the process has none', () => {
    const [, second] = samplesOfRestart([measured(100), measured(200, { nsLow: null, nsHigh: null })]);
    expect(second).to.deep.equal({ nsPerCall: 200, nsLow: null, nsHigh: null, cycles: null });
  });

  it('are the process itself if there is one only', () => {
    expect(samplesOfRestart([measured(100)])).to.deep.equal([{ nsPerCall: 100, nsLow: 90, nsHigh: 120, cycles: null }]);
  });
});

describe('estimate/restarts: log ratios of two tests', () => {
  const expectRatios = (found, ratios) => {
    expect(found).to.have.length(ratios.length);
    found.forEach((difference, i) => expect(Math.exp(difference)).to.be.closeTo(ratios[i], 1e-12));
  };

  it('pair processes by the number of their restart, not by their place', () => {
    const one = rows([0, 100], [1, 200], [2, 400]);
    expectRatios(logRatios(one, rows([2, 100], [0, 50], [1, 40])), [2, 5, 4]);
  });

  it('leave out restarts in which either has no process, or no speed', () => {
    const one = rows([0, 100], [1, 200], [3, 300], [4, 100, { verdict: 'too-noisy' }], [5, 100]);
    const other = rows([1, 100], [2, 100], [3, 100, { verdict: 'below-resolution' }], [4, 100], [5, 50]);
    expectRatios(logRatios(one, other), [2, 2]);
    expect(logRatios(one, rows([7, 100]))).to.deep.equal([]);
    expect(logRatios(new Map(), one)).to.deep.equal([]);
  });

  it('use the rounds of each restart', () => {
    const one = new Map([[0, measured(1, { rounds: drifting(220) })], [1, measured(1, { rounds: drifting(330) })]]);
    const other = new Map([[0, measured(1, { rounds: drifting(200) })], [1, measured(1, { rounds: drifting(100) })]]);
    expectRatios(logRatios(one, other), [1.1, 3.3]);
  });
});

describe('estimate/restarts: restarts on a shared core', () => {
  const ALONE = 1.5;
  const SHARED = 2.6;

  /** A process whose first rounds had the core to themselves, and took half of what the others do. */
  const onCore = (alone, { rounds = 20, ns = 100 } = {}) => measured(ns, {
    rounds: Array.from({ length: rounds }, (_, i) => (i < alone ? ns : 2 * ns)),
    turnCycles: Array.from({ length: rounds }, (_, i) => (i < alone ? ALONE : SHARED)),
  });
  const chosen = (restarts) => keepUnshared(restarts, restarts[0].map((_, i) => (
    turnCyclesAlone(restarts.map((own) => own[i])))));

  it('are those in which each process has enough rounds of the usual empty loop, and keep these rounds', () => {
    const restarts = [20, 0, 4, 3, 12, 20].map((alone) => [onCore(20), onCore(alone)]);
    const found = chosen(restarts);
    expect(found.map((own) => own && own[1].rounds.ns.length)).to.deep.equal([20, null, 4, null, 12, 20]);
    expect(found[2][1].row.nsPerCall).to.equal(100);
    expect(found[2][1].rounds.turns).to.deep.equal([0, 1, 2, 3]);
  });

  it('scale the time and its interval, but not a mean', () => {
    const restarts = [4, 4, 4, 4].map((alone) => [onCore(alone)]);
    for (const [own] of restarts) Object.assign(own.row, { nsPerCall: 200, nsLow: 180, nsHigh: 220, cycles: 600 });
    const [[{ row }]] = chosen(restarts);
    expect([row.nsPerCall, row.nsLow, row.nsHigh, row.cycles]).to.deep.equal([100, 90, 110, 300]);
    restarts[0][0].row.statistic = 'mean';
    expect(chosen(restarts)[0][0].row.nsPerCall).to.equal(200);
  });

  it('are all if fewer than four had the core to themselves, or if that is unknown', () => {
    const few = [20, 20, 20, 0, 0].map((alone) => [onCore(20), onCore(alone)]);
    expect(chosen(few)).to.equal(few);
    const unknown = Array.from({ length: 5 }, () => [measured(100, { rounds: [100, 100] }), measured(90)]);
    expect(chosen(unknown)).to.deep.equal(unknown);
    expect(turnCyclesAlone([])).to.equal(Infinity);
  });

  it('do not take a process whose empty loop is faster than all others for the usual one', () => {
    const restarts = Array.from({ length: 10 }, () => [onCore(20)]);
    restarts[3][0].rounds.cycles.fill(0.9);
    expect(chosen(restarts).every((own) => own !== null)).to.equal(true);
  });

  it('change the ratio of two tests, not the ratio of a test and a chain that a shared core leaves alone', () => {
    const chain = new Map(Array.from({ length: 6 }, (_, i) => [i, measured(50, { rounds: Array(20).fill(50) })]));
    const loop = new Map([20, 0, 20, 0, 20, 20].map((alone, i) => [i, onCore(alone)]));
    const ratios = logRatios(loop, chain, ALONE).map((value) => Math.exp(value).toFixed(6));
    expect(ratios).to.deep.equal(Array(4).fill('2.000000'));
  });
});
