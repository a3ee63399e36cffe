'use strict';

const { expect } = require('chai');
const { parseSuite } = require('../../lib/suite/suite');
const { resolveSettings } = require('../../lib/suite/settings');
const { describeVariant } = require('../../lib/estimate/row');
const { expandVariants } = require('../../lib/suite/variants');

const nothing = () => {};

function expand(suite, options = {}) {
  const settings = resolveSettings({}, options);
  return expandVariants({ tests: parseSuite(suite, settings), settings });
}
const rowsOf = (suite, options) => expand(suite, options).tests.map(({ name }) => name);

describe('variants of tests', () => {
  it('are the tests themselves where nothing is asked for', () => {
    const settings = resolveSettings({}, {});
    const tests = parseSuite({ a: nothing, b: { fn: nothing, ops: 2 } });
    const expanded = expandVariants({ tests, settings });
    expect(expanded.settings).to.equal(settings);
    const plain = { params: null, tier: null, isCold: false, given: [], group: 0, processes: null };
    expect(expanded.tests).to.deep.equal([{ ...tests[0], test: 'a', ...plain }, { ...tests[1], test: 'b', ...plain }]);
  });

  it('are one for each tier, in the order asked for, and in processes of their own', () => {
    const { tests, settings } = expand({ a: nothing, b: nothing }, { tier: ['optimized', 'interpreter'] });
    expect(tests.map(({ name, test, tier }) => [name, test, tier])).to.deep.equal([
      ['a (optimized)', 'a', 'optimized'], ['a (interpreter)', 'a', 'interpreter'], ['b (optimized)', 'b', 'optimized'],
      ['b (interpreter)', 'b', 'interpreter'],
    ]);
    expect(settings.forkTests).to.equal(8);
    expect(settings).to.be.frozen;
  });

  it('have the tiers of the test before those of the suite', () => {
    expect(rowsOf({ a: { fn: nothing, tier: 'baseline' }, b: nothing }, { tier: 'optimized' }))
      .to.deep.equal(['a (baseline)', 'b (optimized)']);
    expect(expand({ a: { fn: nothing, cold: false }, b: nothing }, { cold: true }).tests.map(({ isCold }) => isCold))
      .to.deep.equal([false, true]);
  });

  it('keep the number of processes that was asked for', () => {
    const { tests, settings } = expand([nothing], { tier: 'baseline', forkTests: 3 });
    expect(settings.forkTests).to.equal(3);
    expect(tests[0].processes).to.equal(null);
  });

  it('have as many processes of first calls as was asked for by number, or 30', () => {
    const processes = (options) => expand([nothing], { cold: true, ...options }).tests[0].processes;
    expect([processes({}), processes({ forkTests: true }), processes({ forkTests: 5 }), processes({ forks: 4 })])
      .to.deep.equal([30, 30, 5, 30]);
  });

  it('are called cold only beside a warm one, and have no tier', () => {
    expect(rowsOf({ a: nothing }, { cold: true })).to.deep.equal(['a']);
    expect(rowsOf({ a: nothing, b: { fn: nothing, cold: true } })).to.deep.equal(['a', 'b (cold)']);
    const { tests } = expand({ a: nothing }, { cold: [false, true], tier: ['interpreter', 'optimized'] });
    expect(tests.map(({ name, tier, isCold }) => [name, tier, isCold])).to.deep.equal([
      ['a (interpreter)', 'interpreter', false], ['a (optimized)', 'optimized', false], ['a (cold)', null, true],
    ]);
  });

  it('refuse a tier of a first call, with the way out', () => {
    expect(() => expand({ a: nothing }, { cold: true, tier: 'interpreter' }))
      .to.throw(TypeError, /test 'a': a first call has no tier.*cold: \[false, true\]/);
  });

  it('are the tests of each combination of parameters together', () => {
    const { tests, settings } = expand({ a: nothing, b: nothing }, { params: { size: [10, 100], type: ['x'] } });
    expect(tests.map(({ name, test, group, params }) => [name, test, group, params])).to.deep.equal([
      ['a size=10 type="x"', 'a', 0, { size: 10, type: 'x' }], ['b size=10 type="x"', 'b', 0, { size: 10, type: 'x' }],
      ['a size=100 type="x"', 'a', 1, { size: 100, type: 'x' }],
      ['b size=100 type="x"', 'b', 1, { size: 100, type: 'x' }],
    ]);
    expect(settings.forkTests).to.equal(0);
    expect(tests[0].given[0]).to.equal(tests[0].params).and.to.equal(tests[1].params);
  });

  it('hand parameters to the hooks, and with each not to the test', () => {
    const seen = [];
    const see = (what) => (params) => { seen.push([what, params.size]); return what; };
    const [test] =
      expand([{ fn: nothing, setup: see('setup'), teardown: see('teardown'), each: see('each') }],
        { params: { size: 7 } }).tests;
    expect([test.setup(), test.each(), test.teardown()]).to.deep.equal(['setup', 'each', 'teardown']);
    expect(seen).to.deep.equal([['setup', 7], ['each', 7], ['teardown', 7]]);
    expect(test.given).to.deep.equal([]);
  });

  it('hand what setup returned to the hooks that have a parameter for it, behind the parameters', () => {
    const seen = [];
    const hooks = { each: (a, b) => seen.push([a, b]), teardown: (a) => seen.push([a]) };
    const call = (test) => [test.each('value'), test.teardown('value')];
    call(expand([{ fn: nothing, ...hooks }]).tests[0]);
    const [test] = expand([{ fn: nothing, ...hooks }], { params: { size: 7 } }).tests;
    call(test);
    expect(seen).to.deep.equal([['value', undefined], ['value'], [test.params, 'value'], [test.params]]);
    const [without] = expand([{ fn: nothing, each: (...args) => args, teardown: (value = 5) => value }]).tests;
    expect(call(without)).to.deep.equal([[], 5]);
  });

  it('hand an input to what is called after each call, and else what teardown gets', () => {
    const afterEach = (...args) => args;
    const after = (test, params) => {
      const [one] = expand([{ fn: nothing, ...test }], { params }).tests;
      return one.afterEach('value', 'input');
    };
    expect(after({ afterEach, each: nothing })).to.deep.equal(['input']);
    expect(after({ afterEach, each: nothing }, { size: 7 })).to.deep.equal(['input']);
    expect(after({ afterEach })).to.deep.equal([]);
    expect(after({ afterEach: (value) => value })).to.equal('value');
    expect(after({ afterEach: (params, value) => [params, value] }, { size: 7 })).to.deep.equal([{ size: 7 }, 'value']);
    expect(expand([nothing]).tests[0].afterEach).to.equal(null);
  });

  it('take a callback behind the parameters', () => {
    const takes = (fn, options) => expand([fn], options).tests[0].takesCallback;
    const params = { size: 7 };
    expect([takes((given) => given, { params }), takes((given, callback) => callback(), { params }),
      takes((callback) => callback(), {})]).to.deep.equal([false, true, true]);
    expect(takes('callback(params)', { params })).to.equal(true);
    expect(expand(['return params.size + 1'], { params }).tests[0].fn(params)).to.equal(8);
  });

  it('of groups have their names, and take turns group by group, for each combination of parameters', () => {
    const suite = { sort: { a: nothing, b: nothing }, alone: nothing, copy: [nothing], last: nothing };
    const of = (options) => expand(suite, options).tests.map(({ name, test, group }) => [name, test, group]);
    expect(of()).to.deep.equal([
      ['alone', 'alone', 0], ['last', 'last', 0], ['sort: a', 'a', 1], ['sort: b', 'b', 1], ['copy: #1', '#1', 2],
    ]);
    expect(of({ params: { n: [1, 2] } }).filter(([, test]) => test !== 'last')).to.deep.equal([
      ['alone n=1', 'alone', 0], ['alone n=2', 'alone', 1], ['sort: a n=1', 'a', 2], ['sort: b n=1', 'b', 2],
      ['sort: a n=2', 'a', 3], ['sort: b n=2', 'b', 3], ['copy: #1 n=1', '#1', 4], ['copy: #1 n=2', '#1', 5],
    ]);
    expect(rowsOf({ sort: { a: nothing } }, { tier: 'baseline' })).to.deep.equal(['sort: a (baseline)']);
    expect(describeVariant({}, expand({ sort: { a: nothing } }).tests[0])).to.include({ test: 'a', group: 'sort' });
  });

  it('refuse two rows of the same name', () => {
    expect(() => expand({ 'a (baseline)': { fn: nothing, tier: null }, a: { fn: nothing, tier: 'baseline' } }))
      .to.throw(TypeError, /two rows 'a \(baseline\)', of the test 'a \(baseline\)' and the test 'a'; give/);
    expect(() => expand({ 'a: b': nothing, a: { b: nothing } }))
      .to.throw(TypeError, /two rows 'a: b', of the test 'a: b' and the test 'b' of the group 'a'; give one/);
  });

  it('are as many as there are tests, where there are no parameters', () => {
    const many = new Array(20000).fill(nothing);
    expect(expand(many).tests).to.have.length(20000);
  });

  it('are at most 1000, and not even made where they are more', () => {
    const values = Array.from({ length: 1000 }, (_, i) => i);
    expect(expand([nothing], { params: { n: values } }).tests).to.have.length(1000);
    expect(() => expand([nothing, nothing], { params: { n: values } }))
      .to.throw(RangeError, '1000 combinations of 2 tests are over 1000 rows');
    expect(() => expand([nothing], { params: { n: values, m: values, k: values, l: values } }))
      .to.throw(RangeError, '1000000000000 combinations');
  });

  it('are told in rows', () => {
    const [test] = expand({ a: nothing }, { tier: 'baseline', params: { n: 2 } }).tests;
    expect(describeVariant({ name: test.name }, test))
      .to.deep.equal(
        { name: 'a n=2 (baseline)', test: 'a', group: null, params: { n: 2 }, tier: 'baseline', isCold: false });
    expect(describeVariant({ name: 'b', test: 'b' }, null))
      .to.deep.equal({ name: 'b', test: 'b', group: null, params: null, tier: null, isCold: false });
  });
});
