'use strict';

const { expect } = require('chai');
const { parseGoal } = require('../../lib/suite/goal');
const { show } = require('../../lib/text/show');

// Every error ends with the way out.
const FORMS = 'give a number of calls (1e6, { count: 1e6 }) or a time (0.5, \'2s\', \'500ms\', { seconds: 2 })';

describe('the goal of a run', () => {
  const accepted = [
    [1, { count: 1 }],
    [1.0, { count: 1 }],
    [1e6, { count: 1e6 }],
    [2 ** 53 - 1, { count: 2 ** 53 - 1 }],
    [0.5, { seconds: 0.5 }],
    [1.5, { seconds: 1.5 }],
    [Number.MIN_VALUE, { seconds: Number.MIN_VALUE }],
    ['2s', { seconds: 2 }],
    ['1.0s', { seconds: 1 }],
    ['500ms', { seconds: 0.5 }],
    ['0.25 s', { seconds: 0.25 }],
    [' 20 MS ', { seconds: 0.02 }],
    ['.5S', { seconds: 0.5 }],
    ['5.s', { seconds: 5 }],
    ['1e3ms', { seconds: 1 }],
    ['25e-1s', { seconds: 2.5 }],
    ['1E+1s', { seconds: 10 }],
    ['1us', { seconds: 1e-6 }],
    ['1.5\u00b5s', { seconds: 1.5e-6 }],
    ['2\u03bcs', { seconds: 2e-6 }],
    ['250ns', { seconds: 2.5e-7 }],
    ['2m', { seconds: 120 }],
    ['0.5 H', { seconds: 1800 }],
    [{ count: 7 }, { count: 7 }],
    [{ seconds: 2 }, { seconds: 2 }],
    [{ seconds: 0.5, count: undefined }, { seconds: 0.5 }],
    [{ count: 3, seconds: undefined }, { count: 3 }],
  ];
  for (const [given, goal] of accepted) {
    it(`reads ${show(given)} as ${JSON.stringify(goal)}`, () => {
      expect(parseGoal(given)).to.deep.equal(goal);
    });
  }

  const refused = [
    [0, RangeError, 'cannot call a test 0 times'],
    [-0, RangeError, 'cannot call a test -0 times'],
    [-3, RangeError, 'cannot call a test -3 times'],
    [2 ** 53, RangeError, '9007199254740992 is more calls than can be counted'],
    [1e300, RangeError, '1e+300 is more calls than can be counted'],
    [NaN, RangeError, 'cannot run a test for NaN seconds'],
    [Infinity, RangeError, 'cannot run a test for Infinity seconds'],
    [-Infinity, RangeError, 'cannot run a test for -Infinity seconds'],
    [-0.5, RangeError, 'cannot run a test for -0.5 seconds'],
    ['5', TypeError, '\'5\' has no unit of time'],
    ['', TypeError, '\'\' has no unit of time'],
    ['s', TypeError, '\'s\' has no unit of time'],
    ['.s', TypeError, '\'.s\' has no unit of time'],
    ['5kg', TypeError, '\'5kg\' has no unit of time (h, m, s, ms, us, ns); '],
    ['5constructor', TypeError, 'has no unit of time'],
    ['-2s', RangeError, 'cannot run a test for \'-2s\' seconds'],
    ['-1us', RangeError, 'cannot run a test for \'-1us\' seconds'],
    ['2 minutes', TypeError, '\'2 minutes\' has no unit of time'],
    ['2sec', TypeError, '\'2sec\' has no unit of time'],
    ['0s', RangeError, 'cannot run a test for \'0s\' seconds'],
    ['1e999s', RangeError, 'cannot run a test for \'1e999s\' seconds'],
    [5n, TypeError, '5n is neither a number of calls nor a time'],
    [undefined, TypeError, 'undefined is neither'],
    [null, TypeError, 'null is neither'],
    [true, TypeError, 'true is neither'],
    [Symbol('x'), TypeError, 'Symbol(x) is neither'],
    [() => 1, TypeError, 'is neither a number of calls nor a time'],
    [[10], TypeError, '[ 10 ] is neither'],
    [{}, TypeError, '{} is neither'],
    [{ time: 3 }, TypeError, '{ time: 3 } is neither'],
    [{ count: 5, seconds: 1 }, TypeError, '{ count: 5, seconds: 1 } has both a count and seconds'],
    [{ count: '5' }, TypeError, '\'5\' is not a number of calls'],
    [{ count: 5n }, TypeError, '5n is not a number of calls'],
    [{ count: null }, TypeError, 'null is not a number of calls'],
    [{ count: 0 }, RangeError, 'cannot call a test 0 times'],
    [{ count: 1.5 }, RangeError, 'cannot call a test 1.5 times'],
    [{ count: NaN }, RangeError, 'cannot call a test NaN times'],
    [{ count: Infinity }, RangeError, 'cannot call a test Infinity times'],
    [{ seconds: '2' }, TypeError, '\'2\' is not a time'],
    [{ seconds: 0 }, RangeError, 'cannot run a test for 0 seconds'],
    [{ seconds: -1 }, RangeError, 'cannot run a test for -1 seconds'],
    [{ seconds: NaN }, RangeError, 'cannot run a test for NaN seconds'],
    [{ seconds: Infinity }, RangeError, 'cannot run a test for Infinity seconds'],
  ];
  for (const [given, type, words] of refused) {
    it(`refuses ${show(given)}, naming it and the way out`, () => {
      expect(() => parseGoal(given)).to.throw(type)
        .with.property('message').that.satisfies((message) => message.startsWith('timeit: '))
        .and.includes(words).and.includes(FORMS);
    });
  }

  it('says so where a goal bites when it is read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const given of [proxy, { get count() { throw new Error('no'); } }]) {
      expect(() => parseGoal(given))
        .to.throw(TypeError, /^timeit: the goal cannot be read: .*; give a number of calls/);
    }
  });

  it('names a value in one short line, whatever it is', () => {
    expect(show('x'.repeat(60))).to.equal(`'${'x'.repeat(56)}...`);
    expect(show('x'.repeat(58))).to.equal(`'${'x'.repeat(58)}'`); // 60 with the quotes: just short enough
    expect(show({ a: { b: { c: 1 } } })).to.equal('{ a: [Object] }');
    expect(show(Array.from({ length: 1000 }, (_, i) => i))).to.equal('[ 0, 1, 2, ... 997 more items ]');
    expect(show({ one: 'line', is: 'enough', even: 'where', there: 'is', more: 'to say' })).to.match(/^.{57}\.\.\.$/);
  });
});
