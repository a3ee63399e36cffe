'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { measureSides } = require('../../lib/compare/measure-sides');
const { judge } = require('../../lib/estimate/judge');
const { planOf, PILOT, SECONDS } = require('../../lib/compare/plan');

/** Sides whose processes exist on paper: each takes its start and its seconds, and answers with what valueOf gives. */
function scene(tests, { startSeconds = 0.1, sides = 2 } = {}) {
  const state =
    { ns: 0, order: [], marks: [], paddings: [], flags: [], limits: [], planned: [], progress: [], sampled: 0 };
  const clock = { nowNs: () => state.ns };
  const units = tests.map((test) => ({
    file: 'a.js', suite: 1, name: test.name, seconds: 0, wanted: 0, secondsEach: 0, runs: 0, expected: null,
    planned: null, spentSeconds: 0,
    sides: Array.from({ length: sides }, (_, side) => (test.missing === side ? null : {
      samples: [], error: null, limitSeconds: 5, flags: [`--of-side-${side}`],
      job: { position: 0, index: side, name: test.name },
      runner: {
        async run({ job, padding, flags, limitMs, onStart }) {
          onStart(() => {});
          state.flags.push(flags);
          state.order.push(`${test.name}${side}`);
          state.marks.push(job);
          state.paddings.push(padding.QTIMEIT_PADDING.length);
          state.limits.push(limitMs);
          state.ns += (startSeconds + job.seconds) * 1e9;
          const answer = test.valueOf(side, state, job);
          if (answer.error) return { row: null, error: answer.error };
          const nsPerCall = answer.cycles / 3;
          return { row: { nsPerCall, nsLow: nsPerCall * 0.9999, nsHigh: nsPerCall * 1.0001, error: null,
            verdict: 'unresolved', ...answer }, error: null };
        },
      },
    })),
  }));
  const watch = {
    onStart() {},
    planned(seconds, comparable) { state.planned.push({ seconds, names: comparable.map(({ name }) => name) }); },
    progress(...given) { state.progress.push(given); },
    sampled() { state.sampled++; },
  };
  const uniform = mulberry32(1);
  state.run = (goal) => measureSides(
    units, { precision: 0.01, limitSeconds: 60, ...goal }, { clock, random: uniform }, watch);
  return Object.assign(state, { units });
}

const JUDGING = { floor: 0, isSaved: false, isComparable: true, maxRegression: null };

const noisy = (name, deviation, ratio = 1, seed = 1) => {
  const draw = gaussian(mulberry32(seed));
  return { name, valueOf: (side) => ({ cycles: 300 * (side ? ratio : 1) * Math.exp(deviation * draw()) }) };
};

describe('compare/measure-sides', () => {
  it('lets the sides take turns, old new and new old, and the tests too', async () => {
    const state = scene([noisy('a', 0.0001), noisy('b', 0.0001)]);
    await state.run();
    expect(state.order.slice(0, 8)).to.deep.equal(['a0', 'a1', 'b0', 'b1', 'a1', 'a0', 'b1', 'b0']);
    expect(state.order).to.have.length(4 * PILOT);
    expect(state.units.map(({ sides }) => sides.map(({ samples }) => samples.length)))
      .to.deep.equal([[PILOT, PILOT], [PILOT, PILOT]]);
  });

  it('takes more processes where they spread more', async () => {
    const state = scene([noisy('quiet', 0.002), noisy('noisy', 0.015)]);
    await state.run();
    const [quiet, loud] = state.units.map(({ sides }) => sides[0].samples.length);
    expect(quiet).to.equal(PILOT);
    expect(loud).to.be.within(20, 80);
    expect(state.planned).to.have.length(1);
    expect(state.planned[0].names).to.deep.equal(['quiet', 'noisy']);
    expect(state.planned[0].seconds).to.be.closeTo((loud - PILOT) * 2 * 0.3, 0.01);
  });

  it('turns around in each pass where there are three sides', async () => {
    const state = scene([noisy('a', 0.0001)], { sides: 3 });
    await state.run();
    expect(state.order.slice(0, 6)).to.deep.equal(['a0', 'a1', 'a2', 'a2', 'a1', 'a0']);
  });

  it('stays within the time of a test', async () => {
    const state = scene([noisy('wild', 0.2)]);
    await state.run({ limitSeconds: 12 });
    expect(state.ns / 1e9).to.be.within(10, 12.01);
    expect(state.units[0].expected).to.be.above(0.01);
  });

  it('gives each process an environment of its own size', async () => {
    const state = scene([noisy('a', 0.0001)]);
    await state.run();
    expect(new Set(state.paddings).size).to.be.above(8);
    state.paddings.forEach((length) => expect(length).to.be.within(0, 4095));
  });

  it('gives each process the flags of its side, whose node knows them', async () => {
    const state = scene([noisy('a', 0.0001)]);
    await state.run();
    expect(state.flags).to.deep.equal(state.order.map((one) => [`--of-side-${one.slice(1)}`]));
  });

  it('asks each side for its own place of the test, for the same time, without rounds', async () => {
    const state = scene([noisy('a', 0.0001)]);
    await state.run();
    expect(state.marks[0]).to.deep.equal(
      { position: 0, index: 0, name: 'a', seconds: SECONDS, calls: 0, history: null, sampled: false, keepsTime: true });
    expect(state.marks[1].index).to.equal(1);
    expect(state.limits[0]).to.equal((SECONDS + 5 + 1) * 1000);
  });

  it('leaves a test after a failure, and goes on with the others', async () => {
    const error = { message: 'no' };
    const failing =
      { name: 'bad', valueOf: (side, state) => (side === 1 && state.order.length > 6 ? { error } : { cycles: 300 }) };
    const state = scene([failing, noisy('good', 0.0001)]);
    await state.run();
    expect(state.units[0].sides[1].error).to.equal(error);
    expect(state.units[0].sides[0].samples.length).to.be.above(0);
    expect(state.order.filter((name) => name.startsWith('bad')).length).to.be.below(2 * PILOT);
    expect(state.units[1].sides[0].samples).to.have.length(PILOT);
  });

  it('takes the error of a row for one of the test', async () => {
    const error = { message: 'threw' };
    const state = scene([{ name: 'bad', valueOf: () => ({ cycles: 1, error: undefined, verdict: 'failed' }) }]);
    state.units[0].sides[0].runner.run = async () => ({ row: { error }, error: null });
    await state.run();
    expect(state.units[0].sides[0].error).to.equal(error);
    expect(state.order).to.deep.equal([]);
  });

  it('runs nothing of a test that one side does not have', async () => {
    const state = scene([{ ...noisy('new', 0.01), missing: 0 }]);
    await state.run();
    expect(state.order).to.deep.equal([]);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
  });

  it('goes on with the other sides of a test that fails on one, as long as there are two', async () => {
    const valueOf = (side) => (side === 0 ? { error: { message: 'x' } } : { cycles: 300 });
    const fails = { name: 'a', valueOf };
    const three = scene([fails], { sides: 3 });
    await three.run();
    expect(three.units[0].sides.map(({ samples }) => samples.length)).to.deep.equal([0, PILOT, PILOT]);
    expect(three.order.filter((one) => one === 'a0')).to.have.length(1);
    const two = scene([fails]);
    await two.run();
    expect(two.order, 'nothing is left to compare').to.have.length(1);
  });

  it('measures a single side where that is enough, and plans no more for it', async () => {
    const state = scene([{ ...noisy('a', 0.1), missing: 1 }]);
    await state.run({ least: 1 });
    expect(state.units[0].sides[0].samples).to.have.length(PILOT);
    expect(state.planned).to.deep.equal([{ seconds: 0, names: [] }]);
  });

  it('makes no plan for what is too fast to tell', async () => {
    const state = scene([{ name: 'empty', valueOf: () => ({ cycles: 1, verdict: 'below-resolution' }) }]);
    await state.run();
    expect(state.units[0].sides[0].samples[0])
      .to.deep.equal({ nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, isNoisy: false });
    const noisy = scene([{ name: 'noise', valueOf: () => ({ cycles: 1, verdict: 'too-noisy' }) }]);
    await noisy.run();
    expect(noisy.units[0].sides[1].samples[0])
      .to.deep.equal({ nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, isNoisy: true });
    expect(state.order).to.have.length(2 * PILOT);
  });

  it('tells after each process how far it is', async () => {
    const state = scene([noisy('a', 0.0001)]);
    await state.run();
    expect(state.sampled).to.equal(2 * PILOT);
    expect(state.progress[0].slice(0, 2)).to.deep.equal([1, 2 * PILOT]);
    expect(state.progress[0][2]).to.be.closeTo(11 * 0.3, 0.01);
    expect(state.progress[2 * PILOT - 1]).to.deep.equal([2 * PILOT, 2 * PILOT, 0]);
  });
});

describe('compare: pilot, plan and verdict together', () => {
  /** How often a test is called different, of so many runs. */
  async function differences(runs, ratio, margin) {
    let count = 0;
    for (let run = 0; run < runs; run++) {
      const state = scene([noisy('a', 0.008, ratio, run + 1)]);
      await state.run();
      const [{ changes: [{ verdict }] }] =
        judge(state.units.map((unit) => ({ ...unit, secondsEach: 1 })), { ...JUDGING, margin });
      if (verdict === 'slower' || verdict === 'faster') count++;
    }
    return count;
  }

  it('calls equal sides different in 5 of 100 runs, for the pilot only tells the spread', async () => {
    expect(await differences(300, 1, 0)).to.be.within(3, 21);
  });

  it('does not call them different within the precision asked for', async () => {
    expect(await differences(100, 1, 0.01)).to.be.at.most(3);
  });

  it('finds a difference of twice the precision', async () => {
    expect(await differences(60, 1.02, 0.01)).to.be.at.least(57);
  });
});

describe('compare/plan', () => {
  const GOAL = { precision: 0.01, comparisons: 1, limitSeconds: 1000, spentSeconds: 0 };
  /** Six processes per side whose variance is that of deviation, each with an interval of its own. */
  const pilot = (deviation, within) => {
    const steps = [-1, -1, -1, 1, 1, 1].map((step) => step * Math.sqrt(5 / 6));
    const samples = steps.map((step) => {
      const cycles = 100 * Math.exp(step * deviation);
      return { nsPerCall: cycles, nsLow: cycles * Math.exp(-1.96 * within), nsHigh: cycles * Math.exp(1.96 * within),
        cycles };
    });
    return { sides: [samples, samples], seconds: 0.2, startSeconds: 0.1 };
  };

  it('goes on as it was where processes differ more than their rounds do', () => {
    expect(planOf(pilot(0.02, 0.001), GOAL)).to.include({ seconds: 0.2, startAgain: false });
  });

  it('measures for longer where the rounds of a process make most of the spread', () => {
    // With a start of 2 s; at 0.1 s more processes are as good.
    const plan = planOf({ ...pilot(0.03, 0.04), startSeconds: 2 }, GOAL);
    expect(planOf(pilot(0.03, 0.03), GOAL).startAgain).to.equal(false);
    expect(plan.startAgain).to.equal(true);
    expect(plan.seconds).to.be.above(0.5);
  });

  it('takes more processes for more comparisons, and for more precision', () => {
    const { processes } = planOf(pilot(0.02, 0), GOAL);
    expect(planOf(pilot(0.02, 0), { ...GOAL, comparisons: 10 }).processes).to.be.above(processes * 1.5);
    expect(planOf(pilot(0.02, 0), { ...GOAL, precision: 0.005 }).processes)
      .to.be.within(processes * 3.5, processes * 4.5);
  });

  it('never plans fewer than the pilot has had', () => {
    expect(planOf(pilot(0, 0), GOAL)).to.include({ processes: PILOT, startAgain: false, moreSeconds: 0 });
    expect(planOf(pilot(0.5, 0), { ...GOAL, limitSeconds: 3, spentSeconds: 3.6 }).processes).to.equal(PILOT);
  });

  it('tells what precision can be expected within the time', () => {
    const plan = planOf(pilot(0.02, 0), { ...GOAL, limitSeconds: 12.1 });
    expect(plan.processes).to.equal(26);
    expect(plan.expected).to.be.above(0.01);
    expect(planOf(pilot(0.02, 0), GOAL).expected).to.be.at.most(0.0101);
  });
});
