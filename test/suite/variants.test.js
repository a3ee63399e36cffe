'use strict';

const { expect } = require('chai');
const { parseSuite } = require('#lib/core/suite/suite');
const { resolveSettings } = require('#lib/core/suite/settings');
const { describeVariant } = require('#lib/core/estimate/row');
const { expand: expandVariants } = require('#lib/core/session/round-strategy');

const nothing = () => {};

function expand(suite, options = {}) {
  const settings = resolveSettings({}, options);
  return expandVariants({ tests: parseSuite(suite, settings), settings });
}
const rowsOf = (suite, options) => expand(suite, options).tests.map(({ name }) => name);

describe('variants of tests', () => {
  it('are the unchanged tests without settings', () => {
    const settings = resolveSettings({}, {});
    const tests = parseSuite({ a: nothing, b: { fn: nothing, ops: 2 } });
    const expanded = expandVariants({ tests, settings });
    expect(expanded.settings).to.equal(settings);
    const plain = { params: null, tier: null, isCold: false, given: [], group: 0, processes: null };
    expect(expanded.tests).to.deep.equal([{ ...tests[0], test: 'a', ...plain }, { ...tests[1], test: 'b', ...plain }]);
  });

  for (const [what, suite, options, rows] of [
    ['one for each tier, in order', { a: nothing, b: nothing }, { tier: ['optimized', 'interpreter'] },
      ['a (optimized)', 'a (interpreter)', 'b (optimized)', 'b (interpreter)']],
    ['with the tiers of the test rather than of the suite', { a: { fn: nothing, tier: 'baseline' }, b: nothing },
      { tier: 'optimized' }, ['a (baseline)', 'b (optimized)']],
    ['called cold only next to a warm one', { a: nothing }, { cold: true }, ['a']],
    ['warm and cold', { a: nothing, b: { fn: nothing, cold: true } }, {}, ['a', 'b (cold)']],
    ['with each combination, the last parameter changing fastest', [nothing],
      { params: { size: [1, 2], type: ['x', 'y'] } },
      ['#1 size=1 type="x"', '#1 size=1 type="y"', '#1 size=2 type="x"', '#1 size=2 type="y"']],
    ['of groups', { sort: { a: nothing } }, { tier: 'baseline' }, ['sort: a (baseline)']],
  ]) {
    it(`are rows ${what}`, () => expect(rowsOf(suite, options)).to.deep.equal(rows));
  }

  it('have their tier, or are cold', () => {
    const { tests, settings } = expand({ a: nothing }, { cold: [false, true], tier: ['interpreter', 'optimized'] });
    expect(tests.map(({ name, test, tier, isCold }) => [name, test, tier, isCold])).to.deep.equal([
      ['a (interpreter)', 'a', 'interpreter', false], ['a (optimized)', 'a', 'optimized', false],
      ['a (cold)', 'a', null, true],
    ]);
    expect(settings).to.include({ forkTests: 8 }).and.to.be.frozen;
    const own = expand({ a: { fn: nothing, cold: false }, b: nothing }, { cold: true }).tests;
    expect(own.map(({ isCold }) => isCold)).to.deep.equal([false, true]);
    expect(() => expand({ a: nothing }, { cold: true, tier: 'interpreter' }))
      .to.throw(TypeError, /test 'a': first calls always run in the interpreter.*cold: \[false, true\]/);
  });

  it('have the requested number of processes, and first calls 30 without one', () => {
    const { tests, settings } = expand([nothing], { tier: 'baseline', forkTests: 3 });
    expect({ forkTests: settings.forkTests, processes: tests[0].processes })
      .to.deep.equal({ forkTests: 3, processes: null });
    const processes = (options) => expand([nothing], { cold: true, ...options }).tests[0].processes;
    expect([processes({}), processes({ forkTests: true }), processes({ forkTests: 5 }), processes({ forks: 4 })])
      .to.deep.equal([30, 30, 5, 30]);
  });

  it('share the parameters of their combination', () => {
    const { tests, settings } = expand({ a: nothing, b: nothing }, { params: { size: [10, 100] } });
    expect(tests.map(({ name, test, group, params }) => [name, test, group, params])).to.deep.equal([
      ['a size=10', 'a', 0, { size: 10 }], ['b size=10', 'b', 0, { size: 10 }],
      ['a size=100', 'a', 1, { size: 100 }], ['b size=100', 'b', 1, { size: 100 }],
    ]);
    expect(settings.forkTests).to.equal(0);
    expect(tests[0].given[0]).to.equal(tests[0].params).and.to.equal(tests[1].params).and.to.be.frozen;
  });

  it('pass parameters and the value of setup to hooks that have parameters for them', () => {
    const all = (...args) => args;
    const takesOne = (a) => [a];
    const takesTwo = (a, b) => [a, b];
    const calls = (hooks, params) => {
      const [test] = expand([{ fn: nothing, ...hooks }], params && { params }).tests;
      const given = params ? { ...test.params } : null;
      const called = Object.keys(hooks).map((name) => test[name]('value', 'input'));
      return { called, given: test.given, params: given };
    };
    const params = { size: 7 };
    expect(calls({ setup: all, teardown: all, each: all }).called).to.deep.equal([[], [], []]);
    expect(calls({ setup: all, teardown: all, each: all }, params))
      .to.deep.equal({ called: [[params], [params], [params]], given: [], params });
    expect(calls({ teardown: takesOne, each: takesTwo }).called).to.deep.equal([['value'], ['value', undefined]]);
    expect(calls({ teardown: takesOne, each: takesTwo }, params).called).to.deep.equal([[params], [params, 'value']]);
    // With each, afterEach gets the input.
    for (const given of [undefined, params]) {
      expect(calls({ afterEach: all, each: nothing }, given).called[0]).to.deep.equal(['input']);
    }
    expect(calls({ afterEach: all }).called).to.deep.equal([[]]);
    expect(calls({ afterEach: takesOne }).called).to.deep.equal([['value']]);
    expect(calls({ afterEach: takesTwo }, params).called).to.deep.equal([[params, 'value']]);
    expect(expand([nothing]).tests[0].afterEach).to.equal(null);
  });

  it('take a callback after the parameters', () => {
    const takes = (fn, options) => expand([fn], options).tests[0].takesCallback;
    const params = { size: 7 };
    expect([takes((given) => given, { params }), takes((given, callback) => callback(), { params }),
      takes((callback) => callback(), {})]).to.deep.equal([false, true, true]);
    expect(takes('callback(params)', { params })).to.equal(true);
    expect(expand(['return params.size + 1'], { params }).tests[0].fn(params)).to.equal(8);
  });

  it('of groups are interleaved by group, for each combination of parameters', () => {
    const suite = { sort: { a: nothing, b: nothing }, alone: nothing, copy: [nothing], last: nothing };
    const of = (options) => expand(suite, options).tests.map(({ name, test, group }) => [name, test, group]);
    expect(of()).to.deep.equal([
      ['alone', 'alone', 0], ['last', 'last', 0], ['sort: a', 'a', 1], ['sort: b', 'b', 1], ['copy: #1', '#1', 2],
    ]);
    expect(of({ params: { n: [1, 2] } }).filter(([, test]) => test !== 'last')).to.deep.equal([
      ['alone n=1', 'alone', 0], ['alone n=2', 'alone', 1], ['sort: a n=1', 'a', 2], ['sort: b n=1', 'b', 2],
      ['sort: a n=2', 'a', 3], ['sort: b n=2', 'b', 3], ['copy: #1 n=1', '#1', 4], ['copy: #1 n=2', '#1', 5],
    ]);
    expect(describeVariant({}, expand({ sort: { a: nothing } }).tests[0])).to.include({ test: 'a', group: 'sort' });
  });

  it('refuse two rows of the same name', () => {
    expect(() => expand({ 'a (baseline)': { fn: nothing, tier: null }, a: { fn: nothing, tier: 'baseline' } }))
      .to.throw(TypeError,
        "'a (baseline)': one comes from the test 'a (baseline)', the other from the test 'a'. Rename");
    expect(() => expand({ 'a: b': nothing, a: { b: nothing } }))
      .to.throw(TypeError,
        "'a: b': one comes from the test 'a: b', the other from the test 'b' of the group 'a'. Rename");
  });

  it('are at most 1000 with parameters, and not created if they are more', () => {
    expect(expand(new Array(1001).fill(nothing)).tests).to.have.length(1001);
    const values = Array.from({ length: 1000 }, (_, i) => i);
    expect(expand([nothing], { params: { n: values } }).tests).to.have.length(1000);
    expect(() => expand([nothing, nothing], { params: { n: values } }))
      .to.throw(RangeError, '1000 combinations of 2 tests give more than 1000 rows. Leave out some values, or split ' +
        'the suite');
    expect(() => expand([nothing], { params: { n: values, m: values, k: values, l: values } }))
      .to.throw(RangeError, '1000000000000 combinations');
  });
});
