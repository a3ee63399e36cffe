'use strict';

const { expect } = require('chai');
const { profileOf, whyApart } = require('../../lib/counts/profile');

const executed = (functions, more) => ({ functions: new Map(Object.entries(functions)), ...more });
const lines = (profile) => profile.map(({ kind, instructions, name }) => `${kind} ${instructions} ${name}`);

describe('a profile', () => {
  it('is what a call adds to each function, the most first', () => {
    const fewer = executed({ '???': 5e6, 'malloc': 1e6, 'v8::internal::A::B(int)': 7 });
    const more = executed({ '???': 5e6 + 2900, 'malloc': 1e6, 'v8::internal::A::B(int)': 7007, 'Builtins_X': 1001 });
    expect(lines(profileOf(fewer, more, 100)))
      .to.deep.equal(['runtime 70 A::B', 'compiled 29 compiled JavaScript', 'builtin 10.01 X']);
  });

  it('has one line for what has one name', () => {
    const more = executed({ 'v8::internal::A::B(int)': 100, 'v8::internal::A::B(int) [clone .isra.0]': 50 });
    expect(lines(profileOf(executed({}), more, 10))).to.deep.equal(['runtime 15 A::B']);
  });

  it('tells code by what lies at its address, each process by its own map', () => {
    const at = (start) => (address) => ({ name: `f${(address - start) / 16 | 0}`, kind: 'compiled' });
    const fewer = executed({ malloc: 10 }, { code: new Map([[1000, 5], [1017, 7]]), at: at(1000) });
    const more = executed({ malloc: 10 }, { code: new Map([[2000, 105], [2004, 100], [2016, 407]]), at: at(2000) });
    expect(lines(profileOf(fewer, more, 100))).to.deep.equal(['compiled 4 f1', 'compiled 2 f0']);
  });

  it('leaves out what has been executed less', () => {
    const fewer = executed({ malloc: 1100, free: 300 });
    const more = executed({ malloc: 100, free: 300, Builtins_X: 11000 });
    expect(lines(profileOf(fewer, more, 100))).to.deep.equal(['builtin 110 X']);
  });

  it('sums up what has little, by its kind, and keeps the sum', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`v8::internal::F${i}()`, 10000 - 10 * i]));
    const builtins = { Builtins_A: 900, Builtins_B: 1100, Builtins_C: 2000 };
    const profile = profileOf(executed({}), executed({ ...many, ...builtins }), 10);
    expect(profile).to.have.length(15);
    expect(lines(profile.slice(11))).to.deep.equal(
      ['runtime 989 F11', 'builtin 200 C', 'builtin 110 B', 'runtime 36841 ']);
    // Nine hundredths of a hundredth are too few for a line.
    expect(profile.reduce((sum, { instructions }) => sum + instructions, 0)).to.equal(49175 - 90);
  });

  it('says where it is not that of the test', () => {
    const functions = [{ instructions: 70 }, { instructions: 31 }];
    expect(whyApart(functions, 100)).to.equal(null);
    expect(whyApart(functions, 95)).to.match(/with its log V8 executes 101 instructions a call, and 95 without/);
    expect(whyApart([], 0)).to.equal(null);
  });
});
