'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { judge, sampleWithoutSpeed } = require('../../lib/estimate/judge');
const { compareSaved } = require('../../lib/compare/saved');
const made = require('../helpers/documents');
const { yuenTest } = require('../../lib/stats/comparison');
const { contrastOfPairs } = require('../../lib/stats/process-contrast');

const PLAN = { margin: 0.01, floor: 0, isSaved: false, isComparable: true, maxRegression: null };

/** Processes whose cycles are these, at a clock rate that differs from one to the next. */
const processes = (cycles, mhz = 3000) => cycles.map((value, i) => {
  const nsPerCall = value * 1000 / (mhz + 100 * i);
  return { nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, cycles: value };
});
const side = (samples, error = null) => ({ samples, error });
const test = (name, ...sides) => ({ file: 'a.js', suite: 1, name, sides, secondsEach: 0.3 });
const only = (tests, plan) => judge(tests, { ...PLAN, ...plan })[0];

const around = (centre, spread = 0.001) =>
  [-1.5, -1, -0.5, 0.5, 1, 1.5].map((step) => centre * Math.exp(step * spread));

describe('compare/judge', () => {
  it('compares cycles, so that another clock rate is no change', () => {
    const { unit, changes: [change], sides } =
      only([test('t', side(processes(around(100))), side(processes(around(100), 3600)))]);
    expect(unit).to.equal('cycles');
    expect(change.ratio).to.be.closeTo(1, 1e-12);
    expect(change.verdict).to.equal('same');
    // Both are shown at one rate: their ratio is that of the cycles.
    expect(sides[0].nsPerCall).to.be.closeTo(sides[1].nsPerCall, 1e-9);
    expect(sides[0].cycles).to.be.closeTo(100, 1e-9);
    // 3.0 to 3.5 and 3.6 to 4.1 GHz, in the geometric mean 3.533.
    expect(sides[0].nsPerCall).to.be.closeTo(100 / 3.533, 0.01);
  });

  it('shows times whose ratio is the change', () => {
    const { changes: [change], sides } =
      only([test('t', side(processes(around(100))), side(processes(around(103), 3600)))]);
    expect(sides[1].nsPerCall / sides[0].nsPerCall).to.be.closeTo(change.ratio, 1e-12);
    expect(change.ratio).to.be.closeTo(1.03, 1e-9);
    expect(change.verdict).to.equal('slower');
    expect(sides[0].nsLow).to.be.below(sides[0].nsPerCall);
    expect(sides[0].nsHigh).to.be.above(sides[0].nsPerCall);
  });

  it('compares ns where any process does not know its cycles', () => {
    const without = processes(around(100)).map((sample) => ({ ...sample, cycles: null }));
    const result = only([test('t', side(without), side(processes(around(100))))]);
    expect(result.unit).to.equal('ns');
    expect(result.sides[0].values[0]).to.equal(without[0].nsPerCall);
    expect(result.sides.map(({ cycles }) => cycles)).to.deep.equal([null, null]);
  });

  it('gives Yuen\'s interval of the logarithms at the level of Holm\'s step', () => {
    const a = around(100);
    const b = around(101, 0.004);
    const { changes: [change] } = only([test('t', side(processes(a)), side(processes(b)))]);
    const { ratio, low, high, p } = yuenTest(b, a).interval(0.95);
    expect([change.ratio, change.low, change.high]).to.deep.equal([ratio, low, high]);
    expect(change.p).to.be.at.least(p);
    expect(change.confidence).to.equal(0.95);
  });

  it('says faster, slower, same and unresolved', () => {
    const verdictOf = (centre, spread) =>
      only([test('t', side(processes(around(100, spread))), side(processes(around(centre, spread))))])
        .changes[0].verdict;
    expect(verdictOf(95, 0.001)).to.equal('faster');
    expect(verdictOf(105, 0.001)).to.equal('slower');
    expect(verdictOf(100.3, 0.001)).to.equal('same');
    expect(verdictOf(101, 0.02)).to.equal('unresolved');
  });

  it('calls nothing the same where the floor is above the margin', () => {
    const verdictOf = (centre, plan) =>
      only([test('t', side(processes(around(100))), side(processes(around(centre))))], plan).changes[0];
    expect(verdictOf(100.3, { margin: 0.01, floor: 0.02 }))
      .to.include({ verdict: 'unresolved', margin: 0.01, moreProcesses: null });
    expect(verdictOf(105, { margin: 0.01, floor: 0.02 })).to.include({ verdict: 'slower', margin: 0.01 });
  });

  it('gives no advice that takes more than an hour', () => {
    const changeOf = (secondsEach) =>
      only([{ ...test('t', side(processes(around(100, 0.02))), side(processes(around(101, 0.02)))), secondsEach }])
        .changes[0];
    const { moreProcesses } = changeOf(0);
    expect(moreProcesses).to.be.above(10);
    expect(changeOf(0)).to.include({ moreSeconds: null });
    expect(changeOf(1000 / moreProcesses).moreSeconds).to.be.closeTo(2000, 1e-6);
    expect(changeOf(2000 / moreProcesses)).to.include({ moreProcesses: null, moreSeconds: null });
  });

  it('says how many more processes would settle what is not resolved', () => {
    const { changes: [change] } =
      only([test('t', side(processes(around(100, 0.01))), side(processes(around(101, 0.01))))]);
    expect(change.verdict).to.equal('unresolved');
    expect(change.moreProcesses).to.be.within(1, 200);
    // Times as many as bring the lower end from where it is to 1, of which six are there.
    const times = (Math.log(change.ratio / change.low) / Math.log(change.ratio)) ** 2;
    expect(change.moreProcesses).to.equal(Math.ceil((times - 1) * 6));
    expect(change.moreSeconds).to.be.closeTo(change.moreProcesses * 0.3 * 2, 1e-9);
  });

  it('adjusts for the number of comparisons, those of all sides together', () => {
    const tests = Array.from({ length: 10 }, (_, i) =>
      test(`t${i}`, side(processes(around(100, 0.01))), side(processes(around(101.2, 0.01))),
        side(processes(around(100, 0.01)))));
    const alone = judge(tests.slice(0, 1).map((one) => ({ ...one, sides: one.sides.slice(0, 2) })), PLAN)[0].changes[0];
    const [change, other] = judge(tests, PLAN)[0].changes;
    expect(alone.adjustedP).to.equal(alone.p);
    expect(change.adjustedP).to.be.closeTo(Math.min(1, alone.p * 20), 1e-12);
    expect(change.confidence).to.equal(1 - 0.05 / 20);
    expect(other.ratio).to.be.closeTo(1, 1e-12);
  });

  it('has an interval that excludes 1 exactly where the adjusted p is below 0.05', () => {
    const draw = gaussian(mulberry32(3));
    for (let run = 0; run < 100; run++) {
      const lists = () => processes(Array.from({ length: 8 }, () => 100 * Math.exp(0.01 * draw())));
      const tests = Array.from({ length: 5 }, (_, i) =>
        test(`${i}`, side(lists()), side(lists().map((one) => ({ ...one, cycles: one.cycles * 1.012 })))));
      for (const { changes: [change] } of judge(tests, PLAN)) {
        expect(change.low > 1 || change.high < 1, JSON.stringify(change)).to.equal(change.adjustedP <= 0.05);
      }
    }
  });

  it('does not believe a few processes that lie far off, where the ranks do not', () => {
    // Seven of eight are equal, pair by pair; a test of means can be fooled, ranks never are.
    const a = [100, 101, 102, 103, 104, 105, 106, 107];
    const b = a.map((value, i) => (i < 6 ? value : value * 3));
    const { changes: [change] } = only([test('t', side(processes(a)), side(processes(b)))]);
    expect(change.verdict).to.equal('unresolved');
    expect(change.low).to.be.at.most(1);
  });

  it('does without the ranks of processes too few to find anything among so many tests', () => {
    // Four against four: the rank test gives p = 0.029 at best, and ten tests ask for 0.005.
    const four = (centre) => side(processes([-1, -0.5, 0.5, 1].map((step) => centre * Math.exp(step * 0.001))));
    const tests = Array.from({ length: 10 }, (_, i) => test(`${i}`, four(100), four(110)));
    expect(judge(tests, PLAN).map(({ changes: [{ verdict }] }) => verdict)).to.deep.equal(Array(10).fill('slower'));
  });

  it('marks a regression where the whole interval is beyond the limit', () => {
    const regressionOf = (centre, plan) =>
      only([test('t', side(processes(around(100))), side(processes(around(centre))))], plan).changes[0].regression;
    expect(regressionOf(105, { maxRegression: 0.03 })).to.equal(true);
    expect(regressionOf(103.1, { maxRegression: 0.03 })).to.equal(false);
    expect(regressionOf(95, { maxRegression: 0.03 })).to.equal(false);
    expect(regressionOf(105, { maxRegression: null })).to.equal(false);
    expect(regressionOf(105, { maxRegression: 0.03, isComparable: false })).to.equal(false);
    expect(regressionOf(105, { maxRegression: 0.03, floor: 0.1 })).to.equal(false);
    // Less than the margin can be asked for.
    expect(regressionOf(100.8, { maxRegression: 0.003 })).to.equal(true);
  });

  describe('of saved results', () => {
    const SAVED = { isSaved: true, margin: 0.05, floor: 0.05 };

    it('uses weaker words, and believes no difference under the floor', () => {
      const verdictOf = (centre) =>
        only([test('t', side(processes(around(100))), side(processes(around(centre))))], SAVED).changes[0].verdict;
      expect(verdictOf(120)).to.equal('looks-slower');
      expect(verdictOf(80)).to.equal('looks-faster');
      expect(verdictOf(103)).to.equal('same');
      expect(verdictOf(105)).to.equal('unresolved');
    });

    it('takes the intervals that single processes have of themselves', () => {
      const { changes: [change], sides } = only([test('t', side(processes([100])), side(processes([120])))], SAVED);
      // ln(1.01 / 0.99) / 2 / 1.96 on each side
      const error = Math.log(1.01 / 0.99) / 2 * Math.SQRT2;
      expect(change.ratio).to.be.closeTo(1.2, 1e-12);
      expect(Math.log(change.high / change.low) / 2).to.be.closeTo(error, 1e-5);
      expect(change.verdict).to.equal('looks-slower');
      expect(change.moreProcesses).to.equal(null);
      expect(sides[0].nsHigh / sides[0].nsLow).to.be.closeTo(1.01 / 0.99, 1e-9);
    });

    it('leaves open what has no interval', () => {
      const bare = (cycles) => side(processes([cycles]).map((sample) => ({ ...sample, nsLow: null, nsHigh: null })));
      const { changes: [change] } = only([test('t', bare(100), bare(150))], SAVED);
      expect(change).to.include({ verdict: 'unresolved', p: null, low: null, adjustedP: null });
      expect(change.ratio).to.be.closeTo(1.5, 1e-12);
    });

    it('gives figures and no verdict where the environments differ', () => {
      const { changes: [change] } = only([test('t', side(processes(around(100))), side(processes(around(150))))],
        { ...SAVED, isComparable: false });
      expect(change.verdict).to.equal('not-judged');
      expect(change.ratio).to.be.closeTo(1.5, 1e-12);
    });
  });

  it('takes no figures of saved tests that were too fast or too noisy to tell', () => {
    const saved = (more) => made.results([made.suite(['fast', 'noisy', 'told'].map((name, i) => made.row(name, {
      samples: [{ nsPerCall: 60, nsLow: 55, nsHigh: 65, cycles: 200, calls: 9, rounds: null }], verdict: more[i],
    })))]);
    const { tests } = compareSaved(
      [saved(['below-resolution', 'slower', 'slower']), saved(['faster', 'too-noisy', 'faster'])],
        { noise: 0.02, maxRegression: null });
    expect(tests.map(({ changes: [{ verdict, ratio }] }) => [verdict, ratio]))
      .to.deep.equal([['below-resolution', null], ['too-noisy', null], ['unresolved', 1]]);
  });

  it('names what is on one side only, what failed, and what is too fast or too noisy to tell', () => {
    const zero = sampleWithoutSpeed({ verdict: 'below-resolution' });
    const noisy = sampleWithoutSpeed({ verdict: 'too-noisy' });
    const hoisted = sampleWithoutSpeed({ verdict: 'hoisted' });
    const error = { message: 'no' };
    const tests = [
      test('new', null, side(processes(around(1)))), test('gone', side(processes(around(1))), null),
      test('failed', side([], error), side(processes(around(1)))),
      test('fast', side([zero, zero]), side(processes(around(1)))),
      test('never begun', side([]), side([])), test('noisy', side([noisy, zero]), side([noisy, noisy])),
      test('fast at last', side([noisy, zero]), side([noisy, zero])),
      test('noisy on one side', side(processes(around(1))), side([noisy, noisy])),
      test('hoisted', side(processes(around(1))), side([hoisted, hoisted, zero])),
    ];
    const judged = judge(tests, PLAN);
    expect(judged.map(({ changes: [{ verdict }] }) => verdict)).to.deep.equal(
      ['unmatched', 'unmatched', 'failed', 'below-resolution', 'unresolved', 'too-noisy', 'below-resolution',
        'too-noisy', 'hoisted']);
    expect(judged[0].sides[0]).to.equal(null);
    expect(judged[2].sides[0].error).to.equal(error);
    judged.forEach(({ changes: [change] }) =>
      expect(change).to.include({ p: null, adjustedP: null, regression: false }));
  });

  it('says nothing of equal values without any spread', () => {
    const flat = () =>
      side(processes([100, 100, 100, 100, 100, 100], 3000).map((sample) => ({ ...sample, cycles: 100 })));
    expect(only([test('t', flat(), flat())]).changes[0].verdict).to.equal('same');
    const other = { samples: flat().samples.map((sample) => ({ ...sample, cycles: 110 })), error: null };
    // One step of a clock looks like that.
    expect(only([test('t', flat(), other)]).changes[0]).to.include({ p: null, low: null, verdict: 'unresolved' });
  });
});

describe('compare/judge: sides that were measured in the same restarts', () => {
  // How fast the machine was in each restart, and how far the ratio of the sides is off.
  const SPEEDS = [1, 1.4, 0.7, 1.2, 2, 0.9, 1.1, 1.3];
  const WOBBLE = [0.3, -0.1, 0.2, -0.3, 0.1, -0.2, 0.15, -0.15].map((percent) => 1 + percent / 100);
  const slowedDown = (centre, factors = WOBBLE) => SPEEDS.map((speed, i) => ({
    nsPerCall: centre * speed * factors[i], nsLow: null, nsHigh: null, cycles: null }));
  const steady = (centre) => slowedDown(centre, Array(8).fill(1));
  const paired = (...sides) => ({ ...test('t', ...sides), paired: true });
  const untold = sampleWithoutSpeed({ verdict: 'too-noisy' });
  const without = (samples, ...numbers) => samples.map((sample, i) => (numbers.includes(i) ? untold : sample));
  const left = (samples, ...numbers) => samples.filter((_, i) => !numbers.includes(i));

  /** The change that the pairs of two lists of times say. */
  function expectPairs(change, old, fresh) {
    const { p, interval } = contrastOfPairs(fresh.map(({ nsPerCall }, i) => Math.log(nsPerCall / old[i].nsPerCall)));
    const { ratio, low, high } = interval(change.confidence);
    for (const [name, value] of Object.entries({ p, ratio, low, high })) {
      expect(change[name], name).to.be.closeTo(value, 1e-12);
    }
  }

  it('are compared restart by restart: how fast the machine was in each does not matter', () => {
    const [old, fresh] = [steady(100), slowedDown(103)];
    const { changes: [change], paired: isPaired } = only([paired(side(old), side(fresh))]);
    expect(change.verdict).to.equal('slower');
    expect(change.ratio).to.be.closeTo(1.03, 1e-3);
    expectPairs(change, old, fresh);
    expect(isPaired).to.equal(true);
    const { changes: [alone], ...others } = only([test('t', side(old), side(fresh))]);
    expect(alone.verdict).to.equal('unresolved');
    expect(others).not.to.have.property('paired');
  });

  it('are told by the order of their values: the same times in another order say nothing', () => {
    const fresh = slowedDown(103);
    const [first, ...rest] = fresh;
    expect(only([paired(side(steady(100)), side([...rest, first]))]).changes[0].verdict).to.equal('unresolved');
    // The order of both alike does not matter.
    const turned = only([paired(side(steady(100).reverse()), side(fresh.slice().reverse()))]).changes[0];
    expectPairs(turned, steady(100), fresh);
  });

  it('show times whose ratio is the change', () => {
    const { sides: [old, fresh], changes: [{ ratio }] } = only([paired(side(steady(100)), side(slowedDown(103)))]);
    expect(fresh.nsPerCall / old.nsPerCall).to.be.closeTo(ratio, 1e-12);
    for (const { nsPerCall, nsLow, nsHigh } of [old, fresh]) expect(nsPerCall).to.be.within(nsLow, nsHigh);
  });

  it('are compared in cycles if all processes know them', () => {
    const withCycles = (samples, ghz) => samples.map((sample, i) => (
      { ...sample, cycles: sample.nsPerCall * (ghz + i / 10) }));
    const [old, fresh] = [withCycles(steady(100), 3), withCycles(slowedDown(103), 3)];
    const { unit, changes: [change] } = only([paired(side(old), side(fresh))]);
    expect(unit).to.equal('cycles');
    expectPairs(change, old.map(({ cycles }) => ({ nsPerCall: cycles })),
      fresh.map(({ cycles }) => ({ nsPerCall: cycles })));
  });

  for (const [which, numbers] of [['the first', [0]], ['the last', [7]], ['some of the', [2, 5]]]) {
    it(`leave out ${which} restarts in which one side has no speed`, () => {
      const [old, fresh] = [steady(100), slowedDown(103)];
      for (const sides of [[without(old, ...numbers), fresh], [old, without(fresh, ...numbers)]]) {
        const found = only([paired(...sides.map((samples) => side(samples)))]);
        expectPairs(found.changes[0], left(old, ...numbers), left(fresh, ...numbers));
        expect(found.changes[0].verdict).to.equal('slower');
        expect(found.sides.map(({ values }) => values.length)).to.deep.equal(Array(2).fill(8 - numbers.length));
      }
    });
  }

  it('leave out the restarts in which any of three sides has no speed', () => {
    const [old, fresh, third] = [steady(100), slowedDown(103), slowedDown(97).reverse().map((sample, i) => (
      { ...sample, nsPerCall: sample.nsPerCall * SPEEDS[i] / SPEEDS[7 - i] }))];
    const { changes } = only([paired(side(without(old, 1)), side(without(fresh, 4)), side(third))]);
    expectPairs(changes[0], left(old, 1, 4), left(fresh, 1, 4));
    expectPairs(changes[1], left(old, 1, 4), left(third, 1, 4));
  });

  it('leave out what one side has more than the other', () => {
    const [old, fresh] = [steady(100), slowedDown(103)];
    expectPairs(only([paired(side(old), side(fresh.slice(0, 6)))]).changes[0], old.slice(0, 6), fresh.slice(0, 6));
  });

  it('have no figures if one side never has a speed', () => {
    const { changes: [change], sides } = only([paired(side(steady(100)), side(Array(8).fill(untold)))]);
    expect(change).to.include({ verdict: 'too-noisy', ratio: null, p: null });
    expect(sides[0].processes).to.equal(8);
    expect(sides[1]).to.include({ nsPerCall: null, processes: 8 });
  });

  it('are compared without a side that failed', () => {
    const error = { message: 'no' };
    const [old, fresh] = [steady(100), slowedDown(103)];
    const { changes } = only([paired(side(old), side(old.slice(0, 2), error), null, side(fresh))]);
    expect(changes.map(({ verdict }) => verdict)).to.deep.equal(['failed', 'unmatched', 'slower']);
    expectPairs(changes[2], old, fresh);
  });

  it('are compared by their own intervals if there was one restart only', () => {
    const one = (ns) => side([{ nsPerCall: ns, nsLow: ns * 0.99, nsHigh: ns * 1.01, cycles: null }]);
    const { changes: [change] } = only([paired(one(100), one(120))]);
    expect(change.verdict).to.equal('slower');
    // ln(1.01 / 0.99) / 2 of each side
    expect(Math.log(change.high / change.low) / 2).to.be.closeTo(Math.log(1.01 / 0.99) / 2 * Math.SQRT2, 1e-5);
  });

  it('are left open if the ratio is the same in all restarts, unless it is 1', () => {
    const of = (times) => side([1, 2, 4, 8, 16, 32].map((ns) => (
      { nsPerCall: ns * times, nsLow: null, nsHigh: null, cycles: null })));
    expect(only([paired(of(1), of(2))]).changes[0])
      .to.include({ verdict: 'unresolved', ratio: 2, low: null, high: null, p: null });
    expect(only([paired(of(1), of(1))]).changes[0]).to.include({ verdict: 'same', ratio: 1, low: 1, high: 1, p: 1 });
  });

  it('share the error between all comparisons, and need more restarts if they are open', () => {
    const [old, fresh] = [steady(100), slowedDown(100.1, WOBBLE.map((factor) => factor ** 3))];
    const one = paired(side(old), side(fresh));
    const [{ changes: [alone] }] = judge([one], PLAN);
    const tests = judge(Array(10).fill(one), { ...PLAN, margin: 0.001 });
    const [{ changes: [change] }] = tests;
    expect(change.confidence).to.be.closeTo(1 - 0.05 / 10, 1e-15);
    expect(change.adjustedP).to.be.closeTo(Math.min(1, 10 * alone.p), 1e-12);
    expectPairs(change, old, fresh);
    expect(change.verdict).to.equal('unresolved');
    const [{ changes: [open] }] = judge([one], { ...PLAN, margin: 0.0001 });
    const times = (Math.log(open.ratio / open.low) / Math.log(open.ratio)) ** 2;
    expect(open.moreProcesses).to.equal(Math.ceil((times - 1) * 8));
    expect(open.moreSeconds).to.be.closeTo(open.moreProcesses * 0.3 * 2, 1e-9);
  });

  it('are pairs, too, if one machine has measured them for a merged comparison', () => {
    const sides = [side(steady(100)), side(slowedDown(103))];
    const bare = { ...paired(), sides: undefined };
    const [{ changes: [change] }] = judge([{ ...bare, blocks: [{ machine: 0, sides }] }], PLAN);
    expectPairs(change, steady(100), slowedDown(103));
  });
});
