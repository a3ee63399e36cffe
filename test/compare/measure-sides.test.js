'use strict';

const { expect } = require('chai');
const { PILOT, SECONDS } = require('../../lib/compare/plan');
const { sidesOnPaper } = require('../helpers/fake-sides');

const STEPS = [-1.5, -1, -0.5, 0.5, 1, 1.5];
const [RESTART_SECONDS, SIDE_SECONDS] = [0.4, 0.2];

/** A test whose second side differs from the first by so much from restart to restart. */
const spread = (name, deviation, more) => ({
  name, ...more,
  outcomeOf: (side, number) => ({ cycles: side === 0 ? 300 : 300 * Math.exp(deviation * STEPS[number % 6]) }),
});
const quiet = (name, more) => spread(name, 0.0001, more);

/** The same of a test whose processes fail or are killed at times: of which, failing(side, number) tells. */
const failing = (name, failureOf) => ({
  name, outcomeOf: (side, number, state) => failureOf(side, number, state) || { cycles: 300 + number },
});

const samplesOf = ({ sides }) => sides.map((side) => side && side.samples.length);
const errorsOf = ({ sides }) => sides.map(({ error }) => error);

describe('compare/measure-sides: order', () => {
  it('measures restart by restart: the tests in turn, and of each all sides at the same time', async () => {
    const state = sidesOnPaper([quiet('a'), quiet('b')]);
    await state.run();
    const restarts = Array.from({ length: 2 * PILOT }, (_, i) => state.started.slice(2 * i, 2 * i + 2).sort());
    expect(restarts).to.deep.equal(Array(PILOT).fill([['a0', 'a1'], ['b0', 'b1']]).flat());
    expect(state.started).to.have.length(4 * PILOT);
    expect(state.mostAlive).to.equal(2);
    expect(state.wholes).to.deep.equal([]);
    expect(state.units.map(samplesOf)).to.deep.equal([[PILOT, PILOT], [PILOT, PILOT]]);
  });

  it('starts the sides, and warms them up, in an order that is reversed in each second restart', async () => {
    const state = sidesOnPaper([quiet('a'), quiet('b')], { sides: 3 });
    await state.run();
    for (const order of [state.started, state.warmedUp]) {
      expect(order.slice(0, 12))
        .to.deep.equal(['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'a2', 'a1', 'a0', 'b2', 'b1', 'b0']);
    }
  });

  it('gives each side the same number of turns, alternating with the others', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    // 0.1 s of turns of 0.0125 s each.
    expect(state.turns).to.have.length(2 * 8 * PILOT);
    for (let i = 0; i < state.turns.length; i += 2) {
      expect(state.turns.slice(i, i + 2).sort()).to.deep.equal(['a0', 'a1']);
    }
  });

  it('gives turns for longer if a side asks for that', async () => {
    const state = sidesOnPaper([quiet('a', { side: { pilotSeconds: 0.5 } })]);
    await state.run();
    expect(state.turns).to.have.length(2 * 40 * PILOT);
    expect(state.units[0].planned).to.deep.equal({ seconds: 0.5, processes: PILOT });
  });

  it('runs nothing of a test that only one side has', async () => {
    const state = sidesOnPaper([quiet('new', { missing: 0 })]);
    await state.run();
    expect(state.started).to.deep.equal([]);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
  });

  it('measures a single side if one is enough, and plans no further restarts', async () => {
    const state = sidesOnPaper([spread('a', 0.1, { missing: 0 })]);
    await state.run({ least: 1 });
    expect(samplesOf(state.units[0])).to.deep.equal([null, PILOT]);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
    expect(state.units[0].planned).to.equal(null);
  });
});

describe('compare/measure-sides: requests', () => {
  it('ask each side for its place of the test, to be measured in turns', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    expect(state.requests[0].job).to.deep.equal({
      position: 0, index: 0, name: 'a', seconds: 0.2, calls: 0, history: null, sampled: false, keepsTime: true,
      takesTurns: true,
    });
    expect(state.requests[1].job.index).to.equal(1);
    // 0.2 s, the limit of the test, and a second.
    expect(state.requests[0].limitMs).to.be.closeTo(6200, 1e-6);
  });

  it('have the flags of their side', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    expect(state.requests.map(({ flags }) => flags)).to.deep.equal(
      state.started.map((called) => [`--of-side-${called.slice(1)}`]));
  });

  it('give each process an environment of another size', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    const lengths = state.requests.map(({ padding }) => padding);
    expect(new Set(lengths).size).to.be.above(2 * PILOT - 2);
    for (const length of lengths) expect(length).to.be.within(0, 4095);
  });

  it('are for a whole measurement if the runner has no turns, as that of a browser', async () => {
    const state = sidesOnPaper([quiet('a')], { isWhole: true });
    await state.run();
    expect(state.wholes).to.deep.equal(state.started);
    expect(state.mostAlive).to.equal(1);
    expect(state.requests[0].job).to.include({ takesTurns: false });
    // The seconds of its turns, and of its warm-up.
    expect(state.requests[0].job.seconds).to.be.closeTo(SECONDS + 0.1, 1e-12);
    expect(state.notes).to.deep.equal([]);
    expect(samplesOf(state.units[0])).to.deep.equal([PILOT, PILOT]);
  });
});

describe('compare/measure-sides: cores', () => {
  it('pins the processes of a restart to one core, and uses all cores in turn', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    expect(state.tasksets).to.have.length(2 * PILOT);
    const cores = [];
    for (let i = 0; i < PILOT; i++) {
      const [one, other] = state.tasksets.slice(2 * i, 2 * i + 2);
      expect(one.slice(0, 4)).to.deep.equal(['taskset', '-p', '-c', one[3]]);
      expect(other[3], 'the core of the other side').to.equal(one[3]);
      expect([one[4], other[4]].sort()).to.deep.equal([`${1001 + 2 * i}`, `${1002 + 2 * i}`].sort());
      cores.push(one[3]);
    }
    expect([...new Set(cores)].sort()).to.deep.equal(['2', '3']);
    expect(state.notes).to.deep.equal([]);
  });

  it('notes once why processes are not pinned', async () => {
    const state = sidesOnPaper([spread('a', 0.01), quiet('b')], { host: { platform: 'darwin' } });
    await state.run();
    expect(state.tasksets).to.deep.equal([]);
    expect(state.notes)
      .to.deep.equal(['processes are not pinned to one core: only Linux has taskset, and this is darwin']);
  });
});

describe('compare/measure-sides: samples', () => {
  const roundsOf = (ns) => ({
    turns: [...Array(16).keys()], copies: Array(16).fill(0), cycles: Array(16).fill(null),
    ns: Array.from({ length: 16 }, (_, i) => ns * (1 + i / 8)),
  });

  it('are aligned: the first side as it is, the others by the ratio of the turns of that restart', async () => {
    const outcomeOf = (side, number) => (side === 0
      ? { nsPerCall: 100 + number, rounds: roundsOf(70) } : { nsPerCall: 500, rounds: roundsOf(77) });
    const state = sidesOnPaper([{ name: 'a', outcomeOf }]);
    await state.run();
    const [{ sides: [first, second] }] = state.units;
    expect(first.samples.map(({ nsPerCall }) => nsPerCall)).to.deep.equal([100, 101, 102, 103, 104, 105]);
    second.samples.forEach(({ nsPerCall }, i) => expect(nsPerCall).to.be.closeTo(1.1 * (100 + i), 1e-9));
    expect(second.latest.nsPerCall).to.equal(500);
  });

  it('stay as they are in a restart in which a side has no speed', async () => {
    const outcomeOf = (side, number) => {
      if (number === 2 && side === 1) return { nsPerCall: 3, verdict: 'too-noisy' };
      return { nsPerCall: side === 0 ? 100 + number : 500, nsLow: 90, nsHigh: 600, rounds: roundsOf(70 + 7 * side) };
    };
    const state = sidesOnPaper([{ name: 'a', outcomeOf }]);
    await state.run();
    const [{ sides: [first, second] }] = state.units;
    expect(first.samples[2]).to.deep.equal({ nsPerCall: 102, nsLow: 90, nsHigh: 600, cycles: null });
    expect(second.samples[2])
      .to.deep.equal({ nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, untold: 'too-noisy' });
    expect(second.samples[3].nsPerCall).to.be.closeTo(1.1 * 103, 1e-9);
    expect(samplesOf(state.units[0])).to.deep.equal([PILOT, PILOT]);
    // Nothing is planned for such a test.
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
  });

  it('of tests that are too fast say that, and nothing is planned for these', async () => {
    const state = sidesOnPaper([{ name: 'empty', outcomeOf: () => ({ cycles: 1, verdict: 'below-resolution' }) }]);
    await state.run();
    const untold = { nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, untold: 'below-resolution' };
    for (const side of state.units[0].sides) expect(side.samples).to.deep.equal(Array(PILOT).fill(untold));
    expect(state.units[0].planned).to.equal(null);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
  });
});

describe('compare/measure-sides: plan after the pilot', () => {
  it('ends a quiet test, and goes on with a noisy one as often as its spread asks for', async () => {
    const state = sidesOnPaper([quiet('quiet'), spread('noisy', 0.02)]);
    await state.run();
    // Two comparisons, each with two looks, share 5 %: t(0.99375, 34) = 2.638 x 1.2 x 0.02 sqrt(1.4 / 57) < ln 1.01.
    expect(state.units.map(samplesOf)).to.deep.equal([[6, 6], [57, 57]]);
    expect(state.units.map(({ planned }) => planned))
      .to.deep.equal([{ seconds: SECONDS, processes: 6 }, { seconds: SECONDS, processes: 57 }]);
    expect(state.units[1].expected).to.be.within(0.0095, 0.01);
    const later = state.started.slice(4 * PILOT);
    for (const called of ['noisy0', 'noisy1']) expect(later.filter((one) => one === called)).to.have.length(51);
    expect(later).to.have.length(102);
  });

  it('reports once how long the rest takes, and of which tests', async () => {
    const state = sidesOnPaper([quiet('quiet'), spread('noisy', 0.02)]);
    await state.run();
    expect(state.planned).to.have.length(1);
    expect(state.planned[0].names).to.deep.equal(['quiet', 'noisy']);
    expect(state.planned[0].seconds).to.be.closeTo(51 * RESTART_SECONDS, 1e-6);
  });

  it('says how long the precision takes in all, also if there is no time for that', async () => {
    const state = sidesOnPaper([quiet('quiet'), spread('noisy', 0.02)]);
    await state.run({ limitSeconds: 4 });
    expect(state.units.map(samplesOf)).to.deep.equal([[6, 6], [10, 10]]);
    expect(state.units[0].neededSeconds).to.be.closeTo(PILOT * RESTART_SECONDS, 1e-6);
    expect(state.units[1].neededSeconds).to.be.closeTo(57 * RESTART_SECONDS, 1e-6);
  });

  it('makes more restarts for a side that spreads more than others', async () => {
    const wild = (side, number) => ({ cycles: 300 * Math.exp((side === 2 ? 0.01 : 0) * STEPS[number % 6]) });
    const state = sidesOnPaper([{ name: 'a', outcomeOf: wild }], { sides: 3 });
    await state.run();
    const counts = samplesOf(state.units[0]);
    expect(counts[0]).to.be.above(PILOT);
    expect(new Set(counts).size).to.equal(1);
  });

  it('makes more restarts if other machines make comparisons, too', async () => {
    const [alone, shared] = [sidesOnPaper([spread('a', 0.01)]), sidesOnPaper([spread('a', 0.01)])];
    await alone.run();
    await shared.run({ elsewhere: 100 });
    expect(samplesOf(shared.units[0])[0]).to.be.above(1.5 * samplesOf(alone.units[0])[0]);
  });

  it('stays within the time limit of a test', async () => {
    const state = sidesOnPaper([spread('wild', 0.2)]);
    await state.run({ limitSeconds: 12.1 });
    expect(samplesOf(state.units[0])).to.deep.equal([30, 30]);
    expect(state.units[0].spentSeconds).to.be.closeTo(12, 1e-6);
    expect(state.units[0].expected).to.be.above(0.05);
  });

  it('makes the pilot in any case', async () => {
    const state = sidesOnPaper([spread('wild', 0.2)]);
    await state.run({ limitSeconds: 1 });
    expect(samplesOf(state.units[0])).to.deep.equal([PILOT, PILOT]);
  });

  it('goes on with a test that was planned before, without a new plan', async () => {
    const sample = { nsPerCall: 100, nsLow: null, nsHigh: null, cycles: null };
    const resumed = { wanted: 9, seconds: SECONDS, planned: { seconds: SECONDS, processes: 9 }, spentSeconds: 3 };
    const state = sidesOnPaper([quiet('a', { unit: resumed })]);
    for (const side of state.units[0].sides) side.samples = Array(4).fill(sample);
    await state.run();
    expect(samplesOf(state.units[0])).to.deep.equal([9, 9]);
    expect(state.started).to.have.length(10);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
    expect(state.units[0].spentSeconds).to.be.closeTo(3 + 5 * RESTART_SECONDS, 1e-6);
  });

  it('counts the comparisons of tests that were planned before', async () => {
    const resumed = { wanted: 4, seconds: SECONDS, planned: { seconds: SECONDS, processes: 4 } };
    const sample = { nsPerCall: 100, nsLow: null, nsHigh: null, cycles: null };
    const state = sidesOnPaper([quiet('before', { unit: resumed }), spread('noisy', 0.02)]);
    for (const side of state.units[0].sides) side.samples = Array(4).fill(sample);
    await state.run();
    expect(state.units.map(samplesOf)).to.deep.equal([[4, 4], [57, 57]]);
  });
});

describe('compare/measure-sides: failures', () => {
  const error = { message: 'no' };

  for (const [dies, when] of [['begin', 'while it loads'], ['go', 'while it warms up'], ['turn', 'in a turn'],
    [null, 'at its end']]) {
    it(`leaves a test after a failure ${when}, and goes on with the others`, async () => {
      const state = sidesOnPaper([
        failing('bad', (side, number) => (side === 1 && number === 3 ? { error, dies } : null)), quiet('good')]);
      await state.run();
      expect(errorsOf(state.units[0])).to.deep.equal([null, error]);
      expect(samplesOf(state.units[0])).to.deep.equal([3, 3]);
      expect(state.started.filter((called) => called.startsWith('bad'))).to.have.length(8);
      expect(samplesOf(state.units[1])).to.deep.equal([PILOT, PILOT]);
      expect(state.planned[0].names).to.deep.equal(['good']);
    });
  }

  it('takes the error of a row for one of the side', async () => {
    const state = sidesOnPaper([{ name: 'bad', outcomeOf: () => ({ cycles: 1, verdict: 'failed' }) }]);
    state.units[0].sides.forEach((side, i) => {
      const { begin } = side.runner;
      side.runner.begin = (request) => {
        const participant = begin(request);
        return { ...participant, ended: participant.ended.then(() => ({ row: i === 0 ? { error } : {
          error: null, nsPerCall: 1, ops: 1, nsLow: null, nsHigh: null, cycles: null }, error: null })) };
      };
    });
    await state.run();
    expect(errorsOf(state.units[0])).to.deep.equal([error, null]);
    expect(samplesOf(state.units[0])).to.deep.equal([0, 0]);
    expect(state.started).to.have.length(2);
  });

  it('goes on with the other sides as long as there are two', async () => {
    const fails = failing('a', (side) => (side === 0 ? { error } : null));
    const three = sidesOnPaper([fails], { sides: 3 });
    await three.run();
    expect(samplesOf(three.units[0])).to.deep.equal([0, PILOT, PILOT]);
    expect(three.started.filter((called) => called === 'a0')).to.have.length(1);
    expect(three.planned[0].names).to.deep.equal(['a']);
    const two = sidesOnPaper([fails]);
    await two.run();
    expect(two.started, 'nothing is left to compare').to.have.length(2);
  });

  describe('of a process that was killed from outside', () => {
    const killed = { error: { message: 'its process was killed by SIGKILL' }, wasKilled: true, dies: 'turn' };

    it('once: the restart is made again, and leaves no sample', async () => {
      const state = sidesOnPaper([failing('a', (side, number) => (side === 1 && number === 2 ? killed : null))]);
      await state.run();
      expect(errorsOf(state.units[0])).to.deep.equal([null, null]);
      expect(state.started).to.have.length(2 * (PILOT + 1));
      for (const { samples } of state.units[0].sides) {
        // The third processes of both sides are left out.
        expect(samples.map(({ cycles }) => Math.round(cycles))).to.deep.equal([300, 301, 303, 304, 305, 306]);
      }
    });

    it('once on each side: both restarts are made again', async () => {
      const state = sidesOnPaper([failing('a', (side, number) => (number === 1 + side ? killed : null))]);
      await state.run();
      expect(errorsOf(state.units[0])).to.deep.equal([null, null]);
      expect(samplesOf(state.units[0])).to.deep.equal([PILOT, PILOT]);
      expect(state.started).to.have.length(2 * (PILOT + 2));
    });

    it('twice on the same side: that is its error', async () => {
      const state = sidesOnPaper([
        failing('a', (side, number) => (side === 1 && number % 3 === 2 ? killed : null)), quiet('b')]);
      await state.run();
      expect(errorsOf(state.units[0])).to.deep.equal([null, killed.error]);
      expect(samplesOf(state.units[0])).to.deep.equal([4, 4]);
      expect(samplesOf(state.units[1])).to.deep.equal([PILOT, PILOT]);
    });
  });

  describe('of two processes that cannot run at the same time', () => {
    const NOTE = 'a: two processes cannot run at the same time; they are measured one after the other';
    const taken = { error: { message: 'listen EADDRINUSE :::8080' }, dies: 'begin' };

    it('measure that test one process after the other from then, with a note', async () => {
      const inUse = (side, number, { wholes }) => (side === 1 && wholes.length === 0 ? taken : null);
      const state = sidesOnPaper([failing('a', inUse), quiet('b')]);
      await state.run();
      expect(state.notes).to.deep.equal([NOTE]);
      expect(state.units.map(({ isAlone }) => isAlone)).to.deep.equal([true, false]);
      expect(errorsOf(state.units[0])).to.deep.equal([null, null]);
      expect(state.units.map(samplesOf)).to.deep.equal([[PILOT, PILOT], [PILOT, PILOT]]);
      expect(state.wholes).to.have.length(2 * PILOT);
      expect(new Set(state.wholes)).to.deep.equal(new Set(['a0', 'a1']));
      const whole = state.requests.filter(({ job }) => job.name === 'a').slice(2);
      for (const { job } of whole) expect(job).to.include({ takesTurns: false, seconds: 0.2 });
      // In an order that is reversed in each second restart: the first of these is the second of all.
      expect(state.wholes.slice(0, 4)).to.deep.equal(['a1', 'a0', 'a0', 'a1']);
      expect(state.mostAlive).to.equal(2);
    });

    it('are known by the last lines that a process has printed, too', async () => {
      const printed = { error: { message: 'ended with exit code 1', output: ['SQLITE_BUSY: database is locked'] } };
      const state = sidesOnPaper([failing('a', (side, number) => (side === 0 && number === 0 ? printed : null))]);
      await state.run();
      expect(state.notes).to.deep.equal([NOTE]);
      expect(samplesOf(state.units[0])).to.deep.equal([PILOT, PILOT]);
    });

    it('are an error of the side if it says the same when it runs alone', async () => {
      const state = sidesOnPaper([failing('a', (side) => (side === 1 ? taken : null))]);
      await state.run();
      expect(state.notes).to.deep.equal([NOTE]);
      expect(errorsOf(state.units[0])).to.deep.equal([null, taken.error]);
      expect(samplesOf(state.units[0])).to.deep.equal([0, 0]);
      expect(state.started).to.have.length(4);
    });
  });
});

describe('compare/measure-sides: stop', () => {
  it('ends all processes of the restart, and starts no others', async () => {
    const onTurn = (state) => { if (state.turns.length === 5) state.stop(); };
    const state = sidesOnPaper([quiet('a', { onTurn }), quiet('b')]);
    await state.run();
    expect(state.killed).to.equal(2);
    expect(state.alive).to.equal(0);
    expect(state.started).to.deep.equal(['a0', 'a1']);
    expect(state.turns).to.have.length(5);
    expect(state.units.map(samplesOf)).to.deep.equal([[0, 0], [0, 0]]);
  });

  it('keeps the samples of restarts that were over', async () => {
    const onTurn = (state) => { if (state.started.length === 8) state.stop(); };
    const state = sidesOnPaper([quiet('a', { onTurn })]);
    await state.run();
    expect(state.started).to.have.length(8);
    expect(samplesOf(state.units[0])).to.deep.equal([3, 3]);
  });
});

describe('compare/measure-sides: progress', () => {
  it('is reported after each restart: restarts made, restarts in all, and seconds left', async () => {
    const state = sidesOnPaper([quiet('a')]);
    await state.run();
    expect(state.sampled).to.equal(PILOT);
    expect(state.progress.map(([done, all]) => [done, all]))
      .to.deep.equal([1, 2, 3, 4, 5, 6].map((done) => [done, PILOT]));
    state.progress.forEach(([, , seconds], i) => expect(seconds).to.be.closeTo((5 - i) * RESTART_SECONDS, 1e-6));
    expect(state.units[0]).to.include({ restarts: PILOT });
    expect(state.units[0].secondsEach).to.be.closeTo(SIDE_SECONDS, 1e-9);
    expect(state.units[0].spentSeconds).to.be.closeTo(PILOT * RESTART_SECONDS, 1e-6);
  });

  it('estimates tests that have not begun, and leaves those out that failed', async () => {
    const error = { message: 'no' };
    const state = sidesOnPaper([quiet('a'), failing('bad', () => ({ error })), quiet('c')]);
    await state.run();
    // 0.3 s of each process of a restart that was not made yet: 0.2 s to start, and its turns.
    const [done, all, seconds] = state.progress[0];
    expect([done, all]).to.deep.equal([1, 3 * PILOT]);
    expect(seconds).to.be.closeTo(5 * RESTART_SECONDS + 2 * PILOT * 2 * 0.3, 1e-6);
    expect(state.progress[1].slice(0, 2)).to.deep.equal([1, 2 * PILOT]);
    expect(state.progress[state.progress.length - 1]).to.deep.equal([2 * PILOT, 2 * PILOT, 0]);
  });

  it('grows by the restarts that are planned after the pilot', async () => {
    const state = sidesOnPaper([spread('a', 0.02)]);
    await state.run();
    const { processes } = state.units[0].planned;
    expect(processes).to.be.above(PILOT);
    expect(state.progress[PILOT - 1]).to.deep.equal([PILOT, PILOT, 0]);
    expect(state.progress[PILOT].slice(0, 2)).to.deep.equal([PILOT + 1, processes]);
  });
});
