'use strict';

const { expect } = require('chai');
const { profileOf } = require('#lib/extras/why/profile');

const TEST = { name: 'slow', file: '/w/a.js', line: 2, column: 7 };
const HELPER = { name: 'helper', file: '/w/a.js', line: 9, column: 7 };
const at = (fn, line, column, text = '') => ({ fn, place: { file: '/w/a.js', line, column, text } });

const own = (chain, frameFn) => ({ kind: 'own', name: '', leaf: '', pc: 1, chain, frameFn, entry: null });
const builtin = (name, chain) => ({ kind: 'builtin', name, leaf: name, pc: 1, chain, frameFn: null, entry: null });

const operationsIn = (samples, symbolAt = () => null) => (
  profileOf({ samples, callsOf: () => [] }, symbolAt).operations);
const sharesOf = (samples) => [...operationsIn(samples).values()].map(({ words, share }) => [words, share]);

const FLAT = at(TEST, 3, 10, '  s += x.flat().length;');
const ELSEWHERE = at(TEST, 4, 5);

describe('the time of a call by operation', () => {
  const inUrl = { api: { name: 'URL', file: 'node:internal/url' } };
  const [place, inside] = [at(TEST, 3, 10), at(HELPER, 10, 3)];
  for (const [what, samples, shares] of [
    ['adds what a method does inside to the method that the source calls', [
      builtin('ArrayPrototypeFlat', [FLAT]), builtin('GetProperty', [FLAT]), builtin('CreateDataProperty', [FLAT]),
      builtin('GetProperty', [at(TEST, 4, 5, '  o.y;')]),
    ], [['Array.prototype.flat', 0.75], ['reads a property in the general way', 0.25]]],
    ['adds what a function of Node.js does inside to it', [
      { ...own([place], TEST), ...inUrl }, { ...builtin('GetProperty', [place]), ...inUrl },
      { ...builtin('GetProperty', [place]), ...inUrl }, builtin('GetProperty', [ELSEWHERE]),
    ], [['URL() of Node.js (node:internal/url)', 0.75], ['reads a property in the general way', 0.25]]],
    ['adds what a conversion of an object reads and calls to it', [
      builtin('GetProperty', [place]), builtin('OrdinaryToPrimitive_Number_Inline', [place]),
      builtin('GreaterThan', [place]), builtin('GreaterThan', [ELSEWHERE]),
    ], [['converts an object to a primitive value', 0.75], ['compares values in the general way', 0.25]]],
    ['adds reading a property to reading an element at the same place', [
      builtin('KeyedLoadIC_Megamorphic', [place]), builtin('GetProperty', [place]),
      builtin('ToPrimitive', [ELSEWHERE]), builtin('GetProperty', [ELSEWHERE]),
    ], [['reads an element or a computed property in the general way', 0.5],
      ['converts an object to a primitive value', 0.5]]],
    ['has functions that are not inlined, also in samples without their callers', [
      own([inside, place], HELPER), own([inside], HELPER), own([place], TEST), own([place], TEST),
    ], [['helper() is not inlined', 0.5], ['runs compiled code', 0.5]]],
    ['adds compiled code at a call of unknown functions to the call', [
      builtin('Call_ReceiverIsAny', [place]), own([place], TEST), own([at(TEST, 2, 1)], TEST), own([ELSEWHERE], TEST),
    ], [['calls functions that V8 does not know in advance', 0.5], ['runs compiled code', 0.5]]],
  ]) {
    it(what, () => expect(sharesOf(samples)).to.deep.equal(shares));
  }

  it('knows what a method mainly does inside', () => {
    const mainlyWith = (count) => {
      const samples = [builtin('ArrayPrototypeFlat', [FLAT]), builtin('ArrayPrototypeFlat', [FLAT])];
      for (let i = 0; i < count; i++) samples.push(builtin('GetProperty', [FLAT]));
      return operationsIn(samples).get('Array.prototype.flat').mainly;
    };
    expect([mainlyWith(2), mainlyWith(3)]).to.deep.equal([null, 'reads a property in the general way']);
  });

  it('adds what C++ does for a method to the method, and knows lists that are no plain arrays', () => {
    const native = (name, symbol) => ({ ...builtin(name, [at(TEST, 3, 10)]), kind: 'native', leaf: '', entry: symbol });
    const samples = [
      native('ArrayPrototypeShift', 'Runtime_DeleteProperty'), builtin('ArrayPrototypeShift', [at(TEST, 3, 10)]),
      native('ArrayPrototypeFlat', 'Runtime_GetProperty'),
      { ...builtin('ArrayFilter', [at(TEST, 4, 10)]), leaf: 'ArrayFilterLoopContinuation' },
      builtin('ArrayMap', [at(TEST, 4, 10)]),
    ];
    const found = [...operationsIn(samples, (symbol) => symbol).values()];
    expect(found.map(({ words, share, isOnObject }) => ({ words, share, isOnObject }))).to.deep.equal([
      { words: 'Array.prototype.shift', share: 0.4, isOnObject: true },
      { words: 'Array.prototype.flat', share: 0.2, isOnObject: false },
      { words: 'Array.prototype.filter', share: 0.2, isOnObject: true },
      { words: 'Array.prototype.map', share: 0.2, isOnObject: false },
    ]);
  });

  it('names functions of Node.js as the source does, with all that they call', () => {
    const api = { name: '', file: 'node:' };
    const unnamed = { ...builtin('', [at(TEST, 3, 20, '  const x = Buffer.from(1);')]), kind: 'native', entry: 7 };
    const url = { ...own([at(TEST, 4, 3, '  new URL(s);')], TEST), api: { name: 'URL', file: 'node:url' } };
    expect(sharesOf([{ ...unnamed, api }, url])).to.deep.equal([
      ['Buffer.from() of Node.js', 0.5], ['new URL() of Node.js (node:url)', 0.5],
    ]);
    expect(sharesOf([{ ...unnamed, pc: 9 }])).to.deep.equal([['C++ of V8 or Node.js', 1]]);
  });

  it('leaves out the printing of compiled code', () => {
    const samples = [{ ...builtin('', [at(TEST, 3, 10)]), kind: 'native', entry: 'Runtime_StackGuard' }];
    expect([...operationsIn(samples, (symbol) => symbol)]).to.deep.equal([]);
  });

  it('knows the regular expression that takes most of the time', () => {
    const match = (pattern) => ({ ...builtin('RegExp', [at(TEST, 3, 10)]), pattern });
    const patternIn = (...patterns) => operationsIn(patterns.map(match)).get('matches a regular expression').pattern;
    expect(patternIn('a', 'b', 'b')).to.equal('b');
    expect(patternIn('a', 'b')).to.equal(null);
  });
});
