'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { compareRates, groupConfigurations } = require('#lib/node-core/rates/compare');
const { tQuantile } = require('#lib/base/stats/distributions');
const { estimateImprovement, yuenTest } = require('#lib/base/stats/comparison');

const PLAN = { margin: 0.01 };
const failure = (message) => ({ code: 'exited', message, at: null, calls: null, stack: null, output: [] });

const side = (rates, errors = [], seconds = rates.map(() => 0.5)) => ({ rates, seconds, errors });
const configuration = (name, ...sides) => ({ file: 'buffers/x.js', configuration: name, parameters: null, sides });
const documentOf = (configurations, labels = ['old', 'new']) => ({
  qtimeit: 'rates', sides: labels.map((label) => ({ label, source: null, environment: null })), failures: [],
  configurations,
});
const only = (sides, plan) =>
  compareRates(documentOf([configuration('n=1', ...sides)], sides.map((_, i) => `${i}`)), { ...PLAN, ...plan })
    .tests[0];
const around = (centre, spread = 0.001) =>
  [-1.5, -1, -0.5, 0.5, 1, 1.5].map((step) => centre * Math.exp(step * spread));

describe('Welch tests of rates', () => {
  for (const one of vectors.welch) {
    const { name, a, b, mean_a: fresh, mean_b: old, se, p, df } = one;
    it(`agree with R: ${name}`, () => {
      const found = estimateImprovement(b, a);
      expect(found.improvement).to.be.closeTo((fresh - old) / old, 1e-12);
      expect(found.p / p).to.be.closeTo(1, 1e-9);
      [0.05, 0.01, 0.001].forEach((level, i) => {
        expect(found.accuracy[i] / (tQuantile(1 - level / 2, df) * se / old)).to.be.closeTo(1, 1e-9);
      });
      expect(found.stars).to.equal(p < 0.001 ? '***' : p < 0.01 ? '**' : p < 0.05 ? '*' : '');
      expect(found.skipped).to.equal(null);
      // R reports the interval of the difference.
      const { diff, diff_ci95: [low], diff_ci99: [lower] } = one;
      expect(found.accuracy[0] * old).to.be.closeTo(diff - low, 1e-9 * Math.abs(old));
      expect(found.accuracy[1] * old).to.be.closeTo(diff - lower, 1e-9 * Math.abs(old));
    });
  }

  it('have a reason if there is nothing to test', () => {
    const [equal, unequal, single] = vectors.welch_edge;
    for (const [old, fresh, improvement, skipped, p = null] of [
      [equal.b, equal.a, 0, 'no-variance', 1],
      [unequal.a, unequal.b, 0.2, 'no-variance'],
      // Rounding errors do not count as variance.
      [[0.1 + 0.2, 0.3], [0.6, 0.6], 0.6 / ((0.1 + 0.2 + 0.3) / 2) - 1, 'no-variance'],
      [single.a, single.b, 0.3, 'too-few'],
      [[4, 6], [10], 1, 'too-few'],
      [[], [1, 2], null, 'too-few'], [[1, 2], [], null, 'too-few'], [[], [], null, 'too-few'],
    ]) {
      const { improvement: found, ...rest } = estimateImprovement(old, fresh);
      if (improvement === null) expect(found).to.equal(null);
      else expect(found).to.be.closeTo(improvement, 1e-12);
      expect(rest).to.deep.equal({ p, stars: '', accuracy: null, skipped });
    }
    for (const bad of [Infinity, -Infinity, NaN, null, undefined, Number.MAX_VALUE]) {
      for (const [old, fresh] of [[[bad, bad, 1], [1, 2, 3]], [[1, 2, 3], [1, 2, bad]]]) {
        expect(estimateImprovement(old, fresh), `${bad}`)
          .to.deep.include({ stars: '', p: null, accuracy: null, skipped: 'not-finite' });
      }
    }
  });

  it('have no share of an old mean of 0, and positive half widths', () => {
    const zero = estimateImprovement([-1, 1, 0], [5, 6, 7]);
    expect(zero).to.deep.include({ improvement: null, accuracy: null, skipped: 'old-is-zero', stars: '**' });
    expect(zero.p).to.be.within(0.001, 0.01);
    expect(estimateImprovement([0, 0], [0, 0])).to.deep.include({ improvement: null, p: 1, skipped: 'no-variance' });
    const negative = estimateImprovement([-10, -11, -12], [-5, -6, -7]);
    expect(negative.improvement).to.be.closeTo(-5 / 11, 1e-12);
    expect(negative.accuracy.every((half) => half > 0)).to.equal(true);
  });
});

describe('rates/compare', () => {
  it('creates a test for each configuration, with times of 1e9 / rate', () => {
    const old = around(1e6);
    const fresh = around(1.1e6);
    const found = compareRates(
        documentOf([configuration('n=1', side(old), side(fresh)), configuration('n=2', side(fresh), side(old))]), PLAN);
    expect(found).to.have.all.keys('kind', 'differences', 'tests', 'secondsEach', 'failures', 'skipped');
    expect(found).to.deep.include({ kind: 'processes', differences: [], failures: [] });
    const [first, second] = found.tests;
    expect(first).to.deep.include({ file: 'buffers/x.js', suite: 1, name: 'n=1', unit: 'ns' });
    expect(second.name).to.equal('n=2');
    expect(first.sides[0].nsPerCall).to.be.closeTo(1000, 1e-9);
    expect(first.sides[0]).to.deep.include({ rates: old, errors: [], error: null, processes: 6, cycles: null });
    const [change] = first.changes;
    const { ratio, low, high } =
      yuenTest(fresh.map((rate) => 1e9 / rate), old.map((rate) => 1e9 / rate)).interval(change.confidence);
    expect(change.ratio).to.be.closeTo(1 / 1.1, 1e-12);
    expect([change.ratio, change.low, change.high].map((value) => value.toFixed(12)))
      .to.deep.equal([ratio, low, high].map((value) => value.toFixed(12)));
    expect({ first: change.verdict, second: second.changes[0].verdict })
      .to.deep.equal({ first: 'faster', second: 'slower' });
    expect(change.welch).to.deep.equal(estimateImprovement(old, fresh));
    expect(change.welch.improvement).to.be.closeTo(0.1, 1e-12);
  });

  it('has the runs that an unresolved change needs', () => {
    const open = only([side(around(1e6, 0.01)), side(around(1.01e6, 0.01), [], [1, 1, 1, 2, 2, 2])]).changes[0];
    expect(open.verdict).to.equal('unresolved');
    // 0.5 s per run on one side and 1.5 s on the other
    expect(open.moreSeconds).to.be.closeTo(open.moreProcesses * 2, 1e-9);
    expect(only([side(around(1e6, 0.01), [], []), side(around(1.01e6, 0.01), [], [])]).changes[0].moreSeconds)
      .to.equal(null);
  });

  it('has wider intervals if runs were planned, and pairs runs only if none failed', () => {
    const changeOf = (more, errors = []) => {
      const sides = [1e6, 1.1e6].map((rate) => ({ ...side(around(rate), errors), places: [1, 2, 3, 4, 5, 6] }));
      return compareRates({ ...documentOf([configuration('n=1', ...sides)]), ...more }, PLAN).tests[0].changes[0];
    };
    const [plain, planned, unpaired] = [changeOf({}), changeOf({ precision: 0.01 }), changeOf({}, [failure('once')])];
    expect(planned.confidence).to.be.above(plain.confidence);
    expect(unpaired.high - unpaired.low).to.be.above(2 * (plain.high - plain.low));
  });

  it('has weaker verdicts, and a noise floor, for rates of different times', () => {
    const saved = (rate, options) =>
      only([side(around(1e6)), side(around(rate))], { isSaved: true, noise: 0.05, ...options }).changes[0];
    expect(saved(0.8e6).verdict).to.equal('looks-slower');
    expect(saved(0.97e6).verdict).to.equal('same');
    expect([saved(0.97e6).margin, saved(0.97e6, { noise: 0.002 }).margin]).to.deep.equal([0.05, 0.002]);
    expect(only([side(around(1e6)), side(around(0.97e6))], { noise: 0.05 }).changes[0].verdict).to.equal('slower');
  });

  it('does not judge rates of different machines, unless they were interleaved or are unknown', () => {
    const document = documentOf([configuration('n=1', side(around(1e6)), side(around(0.8e6)))]);
    const verdictOf = (plan) => compareRates(document, { ...PLAN, ...plan }).tests[0].changes[0].verdict;
    const saved = { isSaved: true, noise: 0.05 };
    document.sides[0].environment = { cpu: 'processor 0', platform: 'linux' };
    expect(verdictOf(saved)).to.equal('looks-slower');
    document.sides[1].environment = { cpu: 'processor 1', platform: 'linux' };
    const { kind, differences } = compareRates(document, { ...PLAN, ...saved });
    expect({ kind, differences: differences.map(({ field }) => field), verdict: verdictOf(saved) })
      .to.deep.equal({ kind: 'saved', differences: ['cpu'], verdict: 'not-judged' });
    expect({ differences: compareRates(document, PLAN).differences, verdict: verdictOf() })
      .to.deep.equal({ differences: [], verdict: 'slower' });
  });

  it('does not judge a rate of 0, but keeps it', () => {
    for (const bad of [0, -5, NaN, Infinity, null]) {
      const test = only([side(around(1e6)), side([...around(1e6), bad])]);
      expect(test.changes[0], `${bad}`)
        .to.deep.include({ verdict: 'not-judged', ratio: null, low: null, p: null, regression: false });
      expect(test.sides[1], `${bad}`).to.deep.include({ processes: 7, nsPerCall: null, error: null });
      expect(test.sides[1].rates).to.have.length(7);
      expect(test.unit).to.equal('ns');
    }
    const zero = only([side([4, 5, 6]), side([0, 0, 0])]).changes[0];
    expect(zero.welch).to.deep.include({ improvement: -1, stars: '*' });
    // A third side is still compared.
    const three = only([side(around(1e6)), side([0, 0]), side(around(0.8e6))]);
    expect(three.changes.map(({ verdict }) => verdict)).to.deep.equal(['not-judged', 'slower']);
  });

  it('fails a side if all of its runs failed', () => {
    const errors = [failure('first'), failure('second')];
    const failed = only([side(around(1e6)), side([], errors)]);
    expect(failed.changes[0].verdict).to.equal('failed');
    expect(failed.sides[1].error.message).to.equal('first');
    expect(failed.sides[1].errors).to.equal(errors);
    expect(failed.changes[0].welch).to.deep.include({ improvement: null, skipped: 'too-few' });
    const partly = only([side(around(1e6)), side(around(0.8e6), errors)]);
    expect(partly.changes[0].verdict).to.equal('slower');
    expect(partly.sides[1]).to.deep.include({ error: null, errors, processes: 6 });
  });

  it('does not resolve interrupted sides, equal rates, or tests of one side', () => {
    const NOTHING = { improvement: null, p: null, stars: '', accuracy: null, skipped: 'too-few' };
    for (const [sides, change] of [
      [[side(around(1e6)), side([])], { verdict: 'unresolved', ratio: null }],
      [[side(around(1e6)), null], { verdict: 'unmatched', welch: NOTHING }],
      [[null, side([0, 0])], { verdict: 'unmatched' }],
      [[side([1e6]), side([1.1e6])], { verdict: 'unresolved', low: null }],
      [[side([5, 5, 5]), side([6, 6, 6])], { verdict: 'unresolved', low: null, p: null }],
    ]) expect(only(sides).changes[0]).to.deep.include(change);
    expect(only([side(around(1e6)), null]).sides[1]).to.equal(null);
    expect(only([side([1e6]), side([1.1e6])]).changes[0].ratio).to.be.closeTo(1 / 1.1, 1e-12);
  });

  it('accepts different numbers of runs, no configuration, and keeps failures', () => {
    expect(only([side(around(1e6)), side(around(0.8e6).slice(1, 4))]).changes[0].verdict).to.equal('slower');
    const failures = [{ side: 'old', file: 'y.js', error: failure('not there') }];
    const skipped = [{ side: 'old', file: 'z.js', words: 'no addon' }];
    expect(compareRates({ ...documentOf([]), failures }, PLAN))
      .to.deep.equal({ kind: 'processes', differences: [], tests: [], failures, skipped: [], secondsEach: [] });
    expect(compareRates({ ...documentOf([]), skipped }, PLAN).skipped).to.deep.equal(skipped);
  });
});

const on = (machine, name, ...sides) => ({ ...configuration(name, ...sides), machine });
const MACHINES = ['n1', 'n2'].map((name, i) => ({ name, environment: null, shards: [i + 1] }));
const merged = (...configurations) => ({ ...documentOf(configurations), machines: MACHINES });

describe('rates of several machines', () => {
  it('are joined, each configuration once', () => {
    const first = on(0, 'n=1', side([1, 2]), side([3, 4]));
    const second = on(0, 'n=2', side([5]), side([6]));
    const again = on(1, 'n=1', { ...side([7], [{ code: 'threw', message: 'no' }]), counts: { of: 'n=1' } }, null);
    const [joined, alone, ...others] = groupConfigurations(merged(first, second, again));
    expect(others).to.deep.equal([]);
    expect(alone).to.equal(second);
    expect(joined.sides.map(({ rates }) => rates)).to.deep.equal([[1, 2, 7], [3, 4]]);
    expect(joined.sides[0].errors).to.have.lengthOf(1);
    expect(joined.sides[0].counts).to.deep.equal({ of: 'n=1' });
    expect(joined.blocks.map(({ machine }) => machine)).to.deep.equal([0, 1]);
    expect(joined.machine).to.equal(undefined);
  });

  it('need a merged document', () => {
    const configurations = [on(undefined, 'n=1', side([1]), side([2])), on(undefined, 'n=1', side([1]), side([2]))];
    expect(groupConfigurations(documentOf(configurations))).to.equal(configurations);
    expect(compareRates(documentOf(configurations), PLAN)).not.to.have.property('oddMachines');
  });

  it('are judged within each machine, and shown on one level', () => {
    const { tests: [test], oddMachines } = compareRates(merged(
      on(0, 'n=1', side(around(1000)), side(around(970))), on(1, 'n=1', side(around(500)), side(around(485)))), PLAN);
    const [change] = test.changes;
    expect(change.verdict).to.equal('slower');
    expect(change.ratio).to.be.closeTo(1 / 0.97, 1e-9);
    expect(change.blocks.map(({ machine, processes }) => [machine, processes])).to.deep.equal([[0, 12], [1, 12]]);
    expect(change.welch.stars).to.equal('***');
    const [old] = test.sides;
    expect(old).to.include({ processes: 12 });
    expect(old.rates).to.have.lengthOf(12);
    for (const rate of old.rates) expect(rate).to.be.closeTo(Math.sqrt(1000 * 500), 10);
    expect(oddMachines).to.deep.equal([{ kind: 'machine-slower', machine: 1, share: oddMachines[0].share, tests: 1 }]);
    expect(oddMachines[0].share).to.be.closeTo(1, 0.01);
  });

  it('are not judged with a rate of 0 on a machine, and fail if one machine failed', () => {
    const error = { code: 'threw', message: 'no' };
    const testOf = (fresh) => compareRates(merged(on(0, 'n=1', side(around(1000)), side(around(970))),
      on(1, 'n=1', side(around(500)), fresh)), PLAN).tests[0];
    const stalled = testOf(side([485, 0, 484]));
    expect(stalled.changes[0]).to.include({ verdict: 'not-judged', ratio: null });
    expect(stalled.sides[1].rates).to.include(0);
    const failed = testOf(side([], [error]));
    expect({ verdict: failed.changes[0].verdict, error: failed.sides[1].error })
      .to.deep.equal({ verdict: 'failed', error });
  });
});
