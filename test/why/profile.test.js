'use strict';

const { expect } = require('chai');
const { profileOf } = require('#lib/extras/why/profile');

const TEST = { name: 'slow', file: '/w/a.js', line: 2, column: 7 };
const HELPER = { name: 'helper', file: '/w/a.js', line: 9, column: 7 };
const at = (fn, line, column, text = '') => ({ fn, place: { file: '/w/a.js', line, column, text } });

const own = (chain, frameFn) => ({ kind: 'own', name: '', leaf: '', pc: 1, chain, frameFn, entry: null });
const builtin = (name, chain) => ({ kind: 'builtin', name, leaf: name, pc: 1, chain, frameFn: null, entry: null });

function sharesOf(samples) {
  const { operations } = profileOf({ samples, callsOf: () => [] }, () => null);
  return [...operations.values()].map(({ words, share }) => [words, share]);
}

describe('the time of a call by operation', () => {
  it('adds what a method does inside to the method that the source calls', () => {
    const place = at(TEST, 3, 10, '  s += x.flat().length;');
    const elsewhere = at(TEST, 4, 5, '  o.y;');
    const samples = [
      builtin('ArrayPrototypeFlat', [place]), builtin('GetProperty', [place]), builtin('CreateDataProperty', [place]),
      builtin('GetProperty', [elsewhere]),
    ];
    expect(sharesOf(samples)).to.deep.equal([
      ['Array.prototype.flat', 0.75], ['reads a property in the general way', 0.25],
    ]);
  });

  it('adds what a function of Node.js does inside to it', () => {
    const place = at(TEST, 3, 10, '  new URL(text);');
    const api = { name: 'URL', file: 'node:internal/url' };
    const samples = [
      { ...own([place], TEST), api }, { ...builtin('GetProperty', [place]), api },
      { ...builtin('GetProperty', [place]), api }, builtin('GetProperty', [at(TEST, 4, 5)]),
    ];
    expect(sharesOf(samples)).to.deep.equal([
      ['URL() of Node.js (node:internal/url)', 0.75], ['reads a property in the general way', 0.25],
    ]);
  });

  it('adds what a conversion of an object reads and calls to it', () => {
    const place = at(TEST, 3, 10, '  one > other');
    const samples = [
      builtin('GetProperty', [place]), builtin('OrdinaryToPrimitive_Number_Inline', [place]),
      builtin('GreaterThan', [place]), builtin('GreaterThan', [at(TEST, 4, 5)]),
    ];
    expect(sharesOf(samples)).to.deep.equal([
      ['converts an object to a primitive value', 0.75], ['compares values in the general way', 0.25],
    ]);
  });

  it('knows what a method mainly does inside', () => {
    const place = at(TEST, 3, 10, '  s += x.flat().length;');
    const mainlyWith = (count) => {
      const samples = [builtin('ArrayPrototypeFlat', [place]), builtin('ArrayPrototypeFlat', [place])];
      for (let i = 0; i < count; i++) samples.push(builtin('GetProperty', [place]));
      return profileOf({ samples, callsOf: () => [] }, () => null).operations.get('Array.prototype.flat').mainly;
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
    const { operations } = profileOf({ samples, callsOf: () => [] }, (symbol) => symbol);
    const found = [...operations.values()].map(({ words, share, isOnObject }) => ({ words, share, isOnObject }));
    expect(found).to.deep.equal([
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
    const { operations } = profileOf({ samples, callsOf: () => [] }, (symbol) => symbol);
    expect([...operations]).to.deep.equal([]);
  });

  it('adds reading a property to reading an element at the same place', () => {
    const [place, elsewhere] = [at(TEST, 3, 10), at(TEST, 4, 5)];
    const samples = [
      builtin('KeyedLoadIC_Megamorphic', [place]), builtin('GetProperty', [place]), builtin('ToPrimitive', [elsewhere]),
      builtin('GetProperty', [elsewhere]),
    ];
    expect(sharesOf(samples)).to.deep.equal([
      ['reads an element or a computed property in the general way', 0.5],
      ['converts an object to a primitive value', 0.5],
    ]);
  });

  it('knows the regular expression that takes most of the time', () => {
    const match = (pattern) => ({ ...builtin('RegExp', [at(TEST, 3, 10)]), pattern });
    const patternIn = (...patterns) => {
      const { operations } = profileOf({ samples: patterns.map(match), callsOf: () => [] }, () => null);
      return operations.get('matches a regular expression').pattern;
    };
    expect(patternIn('a', 'b', 'b')).to.equal('b');
    expect(patternIn('a', 'b')).to.equal(null);
  });

  it('has functions that are not inlined, also in samples without their callers', () => {
    const call = at(TEST, 3, 10);
    const inside = at(HELPER, 10, 3);
    const samples = [own([inside, call], HELPER), own([inside], HELPER), own([call], TEST), own([call], TEST)];
    expect(sharesOf(samples)).to.deep.equal([['helper() is not inlined', 0.5], ['runs compiled code', 0.5]]);
  });

  it('adds compiled code at a call of unknown functions to the call', () => {
    const call = at(TEST, 3, 10, '  s += list[i](i);');
    const samples = [builtin('Call_ReceiverIsAny', [call]), own([call], TEST), own([at(TEST, 2, 1)], TEST)];
    const [[words, share]] = sharesOf(samples);
    expect(words).to.equal('calls functions that V8 does not know in advance');
    expect(share).to.be.closeTo(2 / 3, 1e-9);
  });
});
