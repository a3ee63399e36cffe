'use strict';

const { expect } = require('chai');
const { range } = require('../helpers/numbers');
const { around, inNs } = require('../helpers/sides-of-times');
const { judge, sampleWithoutSpeed } = require('#lib/core/estimate/judge');
const { compareSaved } = require('#lib/compare/sides/saved');
const made = require('../helpers/documents');
const { yuenTest } = require('#lib/base/stats/comparison');
const { contrastOfPairs } = require('#lib/base/stats/process-contrast');

const PLAN = { margin: 0.01, floor: 0, isSaved: false, isComparable: true };

/** A side with these cycles, at a clock rate that differs between its processes. */
const side = (cycles, mhz = 3000) => ({
  samples: Array.from(cycles, (value, i) => {
    const nsPerCall = value * 1000 / (mhz + 100 * i);
    return { nsPerCall, nsLow: nsPerCall * 0.99, nsHigh: nsPerCall * 1.01, cycles: value };
  }),
  error: null,
});
const test = (...sides) => ({ file: 'a.js', suite: 1, name: 't', sides, secondsEach: 0.3 });
const only = (one, plan) => judge([one], { ...PLAN, ...plan })[0];
const changeOf = (one, plan) => only(one, plan).changes[0];
/** The change from around 100 cycles to around others. */
const changeTo = (centre, plan, spread = 0.001) =>
  changeOf(test(side(around(100, spread)), side(around(centre, spread))), plan);

describe('judge', () => {
  it('compares cycles, so that another clock rate is no change, and shows times with the same ratio', () => {
    const { unit, changes: [same, slower], sides } =
      only(test(side(around(100)), side(around(100), 3600), side(around(103), 3600)));
    expect(unit).to.equal('cycles');
    expect(same.ratio).to.be.closeTo(1, 1e-12);
    expect(slower.ratio).to.be.closeTo(1.03, 1e-9);
    expect({ same: same.verdict, slower: slower.verdict }).to.deep.equal({ same: 'same', slower: 'slower' });
    expect(sides[2].nsPerCall / sides[0].nsPerCall).to.be.closeTo(slower.ratio, 1e-12);
    expect(sides[0].cycles).to.be.closeTo(100, 1e-9);
    // 3.0 to 3.5 and twice 3.6 to 4.1 GHz, in the geometric mean 3.6345.
    expect(sides[0].nsPerCall).to.be.closeTo(100 / 3.6345, 0.001);
    expect(sides[0].nsLow).to.be.below(sides[0].nsPerCall);
    expect(sides[0].nsHigh).to.be.above(sides[0].nsPerCall);
  });

  it('compares ns if any process does not know its cycles', () => {
    const without = side(around(100));
    without.samples.forEach((sample) => { sample.cycles = null; });
    const result = only(test(without, side(around(100))));
    expect(result.unit).to.equal('ns');
    expect(result.sides[0].values[0]).to.equal(without.samples[0].nsPerCall);
    expect(result.sides.map(({ cycles }) => cycles)).to.deep.equal([null, null]);
  });

  it('has the interval of Yuen\'s test at the level of the step of Holm', () => {
    const [a, b] = [around(100), around(101, 0.004)];
    const change = changeOf(test(side(a), side(b)));
    const { ratio, low, high } = yuenTest(b, a).interval(0.95);
    expect(change).to.deep.include({ ratio, low, high });
    expect(change.p).to.be.at.least(yuenTest(b, a).p);
    expect(change.confidence).to.equal(0.95);
  });

  it('has verdicts that follow from the interval, the margin, and the floor', () => {
    const FLOOR = { margin: 0.01, floor: 0.02 };
    const SAVED = { isSaved: true, margin: 0.05, floor: 0.05 };
    for (const [centre, plan, verdict, spread] of [
      [95, {}, 'faster'], [105, {}, 'slower'], [100.3, {}, 'same'], [101, {}, 'unresolved', 0.02],
      [100.3, FLOOR, 'unresolved'], [105, FLOOR, 'slower'], [120, SAVED, 'looks-slower'], [80, SAVED, 'looks-faster'],
      [103, SAVED, 'same'], [105, SAVED, 'unresolved'], [150, { ...SAVED, isComparable: false }, 'not-judged'],
    ]) {
      const change = changeTo(centre, plan, spread);
      expect(change, `${centre}`).to.include({ verdict, margin: { ...PLAN, ...plan }.margin });
      expect(change.ratio).to.be.closeTo(centre / 100, 1e-9);
    }
    expect(changeTo(100.3, FLOOR).moreProcesses).to.equal(null);
  });

  it('asks for more processes within an hour', () => {
    const one = test(side(around(100, 0.02)), side(around(101, 0.02)));
    const withSeconds = (secondsEach) => changeOf({ ...one, secondsEach });
    const { moreProcesses, moreSeconds, ratio, low } = withSeconds(0);
    // The lower end, from six processes, must reach 1.
    const times = (Math.log(ratio / low) / Math.log(ratio)) ** 2;
    expect(moreProcesses).to.equal(Math.ceil((times - 1) * 6));
    expect(moreSeconds).to.equal(null);
    expect(withSeconds(1000 / moreProcesses).moreSeconds).to.be.closeTo(2000, 1e-6);
    expect(withSeconds(2000 / moreProcesses)).to.include({ moreProcesses: null, moreSeconds: null });
  });

  it('needs the agreement of the ranks, unless there are too few processes for them', () => {
    // Six of eight are equal, pair by pair.
    const a = range(8, (i) => 100 + i);
    const change = changeOf(test(side(a), side(a.map((value, i) => (i < 6 ? value : value * 3)))));
    expect(change.verdict).to.equal('unresolved');
    expect(change.low).to.be.at.most(1);
    // Four against four: the rank test gives p = 0.029 at best, and ten tests need 0.005.
    const four = (centre) => side([-1, -0.5, 0.5, 1].map((step) => centre * Math.exp(step * 0.001)));
    const judged = judge(range(10, () => test(four(100), four(110))), PLAN);
    expect(judged.map(({ changes: [{ verdict }] }) => verdict)).to.deep.equal(Array(10).fill('slower'));
  });

  it('compares single processes by their own intervals, if they have them', () => {
    const { changes: [change], sides } = only(test(side([100]), side([120])), { isSaved: true });
    // ln(1.01 / 0.99) / 2 / 1.96 on each side
    expect(change.ratio).to.be.closeTo(1.2, 1e-12);
    expect(Math.log(change.high / change.low) / 2).to.be.closeTo(Math.log(1.01 / 0.99) / 2 * Math.SQRT2, 1e-5);
    expect(change).to.include({ verdict: 'looks-slower', moreProcesses: null });
    expect(sides[0].nsHigh / sides[0].nsLow).to.be.closeTo(1.01 / 0.99, 1e-9);
    const open = changeOf(test(inNs([100]), inNs([150])));
    expect(open).to.include({ verdict: 'unresolved', p: null, low: null, adjustedP: null, ratio: 1.5 });
    expect(changeTo(100, {}, 0).verdict).to.equal('same');
    // A step of the clock looks like this.
    expect(changeTo(110, {}, 0)).to.include({ p: null, low: null, verdict: 'unresolved' });
  });

  it('has no figures for tests that are missing, failed, too fast or too noisy on a side', () => {
    const [zero, noisy, hoisted] = ['below-resolution', 'too-noisy', 'hoisted'].map(
      (verdict) => sampleWithoutSpeed({ verdict }));
    const error = { message: 'no' };
    const good = side(around(1));
    const of = (...samples) => ({ samples, error: null });
    const cases = [
      [null, good, 'unmatched'], [good, null, 'unmatched'], [{ samples: [], error }, good, 'failed'],
      [of(zero, zero), good, 'below-resolution'], [of(), of(), 'unresolved'],
      [of(noisy, zero), of(noisy, noisy), 'below-resolution'], [good, of(noisy, zero, noisy), 'too-noisy'],
      [good, of(noisy, noisy), 'too-noisy'], [good, of(hoisted, hoisted, zero), 'hoisted'],
    ];
    const judged = judge(cases.map(([old, fresh]) => test(old, fresh)), PLAN);
    judged.forEach(({ changes: [change] }, i) => expect(change, `${i}`).to.include(
      { verdict: cases[i][2], p: null, adjustedP: null, regression: false }));
    expect(judged[0].sides[0]).to.equal(null);
    expect(judged[2].sides[0].error).to.equal(error);
  });

  it('has no figures of a side without a speed in at least half of its processes, but the reason of this side', () => {
    const [folded, noisy] = ['folded', 'too-noisy'].map((verdict) => sampleWithoutSpeed({ verdict }));
    const cycles = [100, 100.1, 99.9, 100.2];
    const mixed = (...without) => {
      const { samples } = side(cycles.slice(without.length));
      return { samples: [...without, ...samples], error: null };
    };
    for (const paired of [true, false]) {
      const judged = only({
        ...test(side(cycles), mixed(folded), mixed(noisy, noisy), mixed(folded, folded), mixed(folded, noisy, folded)),
        paired,
      });
      const reasons = ['too-noisy', 'folded', 'folded'];
      expect(judged.sides.map(({ unmeasured }) => unmeasured)).to.deep.equal([null, null, ...reasons]);
      expect(judged.sides.map(({ nsPerCall }) => nsPerCall > 0)).to.deep.equal([true, true, false, false, false]);
      for (const { values, processes } of judged.sides.slice(2)) expect({ values, processes })
        .to.deep.equal({ values: [], processes: 4 });
      expect(judged.changes.map(({ verdict }) => verdict).slice(1)).to.deep.equal(reasons);
      expect(judged.changes.map(({ ratio }) => ratio > 0)).to.deep.equal([true, false, false, false]);
      // Not the two processes of a side without a figure.
      if (paired) expect(judged.sides[0].values).to.have.length(3);
    }
  });

  it('has no figures for saved tests without a speed', () => {
    const samples = [{ nsPerCall: 60, nsLow: 55, nsHigh: 65, cycles: 200, calls: 9, rounds: null }];
    const saved = (verdicts) => made.results([
      made.suite(['fast', 'noisy', 'told'].map((name, i) => made.row(name, { samples, verdict: verdicts[i] })))]);
    const { tests } = compareSaved(
      [saved(['below-resolution', 'slower', 'slower']), saved(['faster', 'too-noisy', 'faster'])],
        { noise: 0.02, maxRegression: null });
    expect(tests.map(({ changes: [{ verdict, ratio }] }) => [verdict, ratio]))
      .to.deep.equal([['below-resolution', null], ['too-noisy', null], ['unresolved', 1]]);
  });
});

describe('judge: sides of common restarts', () => {
  // The speed of the machine in each restart, and the error of the ratio.
  const SPEEDS = [1, 1.4, 0.7, 1.2, 2, 0.9, 1.1, 1.3];
  const WOBBLE = [0.3, -0.1, 0.2, -0.3, 0.1, -0.2, 0.15, -0.15].map((percent) => 1 + percent / 100);
  const old = SPEEDS.map((speed) => 100 * speed);
  const fresh = SPEEDS.map((speed, i) => 103 * speed * WOBBLE[i]);
  const paired = (...sides) => ({ ...test(...sides), paired: true });
  const untold = sampleWithoutSpeed({ verdict: 'too-noisy' });
  const without = (times, ...numbers) => (
    { samples: inNs(times).samples.map((sample, i) => (numbers.includes(i) ? untold : sample)), error: null });
  const left = (times, ...numbers) => times.filter((_, i) => !numbers.includes(i));

  /** Checks the change against the pairs of two lists of times. */
  function expectPairs(change, oldTimes, freshTimes) {
    const { p, interval } = contrastOfPairs(freshTimes.map((time, i) => Math.log(time / oldTimes[i])));
    const { ratio, low, high } = interval(change.confidence);
    for (const [name, value] of Object.entries({ p, ratio, low, high })) {
      expect(change[name], name).to.be.closeTo(value, 1e-12);
    }
  }

  it('are compared restart by restart, with times of the same ratio', () => {
    const { changes: [change], paired: isPaired, sides } = only(paired(inNs(old), inNs(fresh)));
    expect(change.verdict).to.equal('slower');
    expectPairs(change, old, fresh);
    expect(isPaired).to.equal(true);
    expect(sides[1].nsPerCall / sides[0].nsPerCall).to.be.closeTo(change.ratio, 1e-12);
    for (const { nsPerCall, nsLow, nsHigh } of sides) expect(nsPerCall).to.be.within(nsLow, nsHigh);
    const { changes: [alone], ...others } = only(test(inNs(old), inNs(fresh)));
    expect(alone.verdict).to.equal('unresolved');
    expect(others).not.to.have.property('paired');
    const [first, ...rest] = fresh;
    expect(changeOf(paired(inNs(old), inNs([...rest, first]))).verdict, 'another order').to.equal('unresolved');
  });

  it('are compared in cycles if all processes know them', () => {
    const withCycles = (times) => ({ samples: times.map((nsPerCall, i) => (
      { nsPerCall, nsLow: null, nsHigh: null, cycles: nsPerCall * (3 + i / 10) })), error: null });
    const { unit, changes: [change] } = only(paired(withCycles(old), withCycles(fresh)));
    expect(unit).to.equal('cycles');
    expectPairs(change, old, fresh);
  });

  it('leave out restarts in which a side has no speed', () => {
    for (const numbers of [[0], [7], [2, 5]]) {
      for (const sides of [[without(old, ...numbers), inNs(fresh)], [inNs(old), without(fresh, ...numbers)]]) {
        const found = only(paired(...sides));
        expectPairs(found.changes[0], left(old, ...numbers), left(fresh, ...numbers));
        expect(found.sides.map(({ values }) => values.length)).to.deep.equal(Array(2).fill(8 - numbers.length));
      }
    }
    const third = old.map((time, i) => 0.97 * time * WOBBLE[7 - i]);
    const { changes } = only(paired(without(old, 1), without(fresh, 4), inNs(third)));
    expectPairs(changes[0], left(old, 1, 4), left(fresh, 1, 4));
    expectPairs(changes[1], left(old, 1, 4), left(third, 1, 4));
    expectPairs(changeOf(paired(inNs(old), inNs(fresh.slice(0, 6)))), old.slice(0, 6), fresh.slice(0, 6));
  });

  it('have no figures if one side never has a speed, and ignore a failed side', () => {
    const { changes: [change], sides } = only(paired(inNs(old), without(old, 0, 1, 2, 3, 4, 5, 6, 7)));
    expect(change).to.include({ verdict: 'too-noisy', ratio: null, p: null });
    expect(sides[0].processes).to.equal(8);
    expect(sides[1]).to.include({ nsPerCall: null, processes: 8 });
    const failed = { ...inNs(old.slice(0, 2)), error: { message: 'no' } };
    const { changes } = only(paired(inNs(old), failed, null, inNs(fresh)));
    expect(changes.map(({ verdict }) => verdict)).to.deep.equal(['failed', 'unmatched', 'slower']);
    expectPairs(changes[2], old, fresh);
  });

  it('are compared by their own intervals for a single restart', () => {
    const change = changeOf(paired(side([100]), side([120])));
    expect(change.verdict).to.equal('slower');
    expect(Math.log(change.high / change.low) / 2).to.be.closeTo(Math.log(1.01 / 0.99) / 2 * Math.SQRT2, 1e-5);
  });

  it('are left open if the ratio is the same in all restarts, unless it is 1', () => {
    const of = (times) => inNs([1, 2, 4, 8, 16, 32].map((ns) => ns * times));
    expect(changeOf(paired(of(1), of(2))))
      .to.include({ verdict: 'unresolved', ratio: 2, low: null, high: null, p: null });
    expect(changeOf(paired(of(1), of(1)))).to.include({ verdict: 'same', ratio: 1, low: 1, high: 1, p: 1 });
  });

  it('share the error between all comparisons, and need more restarts if they are open', () => {
    const near = SPEEDS.map((speed, i) => 100.1 * speed * WOBBLE[i] ** 3);
    const one = paired(inNs(old), inNs(near));
    const alone = changeOf(one);
    const [{ changes: [change] }] = judge(Array(10).fill(one), { ...PLAN, margin: 0.001 });
    expect(change.confidence).to.be.closeTo(1 - 0.05 / 10, 1e-15);
    expect(change.adjustedP).to.be.closeTo(Math.min(1, 10 * alone.p), 1e-12);
    expectPairs(change, old, near);
    const open = changeOf(one, { margin: 0.0001 });
    const times = (Math.log(open.ratio / open.low) / Math.log(open.ratio)) ** 2;
    expect(open.moreProcesses).to.equal(Math.ceil((times - 1) * 8));
    expect(open.moreSeconds).to.be.closeTo(open.moreProcesses * 0.3 * 2, 1e-9);
  });

  it('can be the only block of a merged comparison', () => {
    const blocks = [{ machine: 0, sides: [inNs(old), inNs(fresh)] }];
    expectPairs(changeOf({ ...paired(), sides: undefined, blocks }), old, fresh);
  });
});
