'use strict';

const { expect } = require('chai');
const {
  createScale, drawable, linearTicks, logTicks, rateTicks, ratioTicks, robustAxis, robustRange, scaleFor,
  findSpan,
} = require('#lib/report/chart/axes');
const { mulberry32, gaussian } = require('../helpers/random');

const texts = (ticks) => ticks.map(({ text }) => text);

it('a scale is not empty if all values are the same', () => {
  for (const value of [100, 0, -5, 1e-9, 1e24]) {
    const scale = createScale({ low: value, high: value });
    expect(scale.high, value).to.be.above(scale.low);
    expect(scale.at(value), value).to.be.closeTo(50, 0.01);
    expect((scale.high - scale.low) / Math.abs(value || 1)).to.be.at.least(0.002);
  }
  expect(createScale({ low: 5, high: 5, isLog: true }).at(5)).to.be.closeTo(50, 0.01);
});

describe('ticks', () => {
  it('are multiples of 1, 2 or 5 times a power of ten', () => {
    for (const [low, high, decimals, ...values] of [
      [0, 10, 0, 0, 5, 10], [0, 9, 0, 0, 2, 4, 6, 8], [-1, 1, 1, -1, -0.5, 0, 0.5, 1],
      [131.2, 138.9, 0, 132, 134, 136, 138], [0.21, 0.49, 2, 0.25, 0.3, 0.35, 0.4, 0.45],
      [0, 0.03, 2, 0, 0.01, 0.02, 0.03],
    ]) expect(linearTicks(low, high)).to.deep.equal({ values, decimals });
  });

  it('on a log axis are as dense as the room permits', () => {
    expect(logTicks(1, 4).values).to.deep.equal([1, 1.5, 2, 3]);
    expect(logTicks(0.9, 45).values).to.deep.equal([1, 2, 5, 10, 20]);
    expect(logTicks(0.8, 110).values).to.deep.equal([1, 3, 10, 30, 100]);
    expect(logTicks(0.5, 2000).values).to.deep.equal([1, 10, 100, 1000]);
    expect(logTicks(0.1, 1e11).values.length).to.be.within(3, 7);
    expect(logTicks(97, 103).values).to.deep.equal([98, 100, 102]);
  });

  it('are within the axis and apart, at any size', () => {
    const uniform = mulberry32(2);
    for (let i = 0; i < 600; i++) {
      const low = 10 ** (uniform() * 30 - 10);
      const high = low * (1 + 10 ** (uniform() * 18 - 2.5));
      const linear = linearTicks(low - high / 2, high);
      const far = logTicks(low, high).values;
      expect(linear.values.length, `${low} ${high}`).to.be.within(2, 5);
      expect(far.length, `${low} ${high}`).to.be.within(1, 7);
      const texts = linear.values.map((value) => value.toFixed(Math.min(linear.decimals, 100)));
      expect(new Set(texts).size, `${low} ${high}`).to.equal(texts.length);
      for (const [values, placeOf] of [
        [linear.values, (value) => (value - low + high / 2) / (1.5 * high - low)],
        [far, (value) => Math.log(value / low) / Math.log(high / low)],
      ]) {
        const places = values.map(placeOf);
        expect(Math.min(...places), `${low} ${high}`).to.be.at.least(-1e-9);
        expect(Math.max(...places), `${low} ${high}`).to.be.at.most(1 + 1e-9);
        for (let k = 1; k < places.length; k++) expect(places[k] - places[k - 1], `${low}`).to.be.at.least(0.07);
      }
    }
  });

  it('of rates each have a unit, and are two to six with different labels', () => {
    for (const [low, high] of [[1.2e6, 1.21e6], [0, 5], [3e-7, 5e-7], [0, 4e-9], [1e17, 1.001e17], [4.99, 5.01]]) {
      const ticks = texts(rateTicks(createScale({ low, high })));
      expect(ticks.length, ticks.join()).to.be.within(2, 6);
      expect(new Set(ticks).size, ticks.join()).to.equal(ticks.length);
    }
    expect(texts(rateTicks(createScale({ low: 0, high: 1050 }))).map((text) => text.replace('\u00a0', ' ')))
      .to.deep.equal(['0', '0.2 k', '0.4 k', '0.6 k', '0.8 k', '1.0 k']);
    expect(texts(rateTicks(createScale({ low: 10, high: 1e4, isLog: true }))))
      .to.deep.equal(['10', '100', '1 k', '10 k']);
  });

  it('of ratios far apart have exponents', () => {
    const ratios = (low, high) => texts(ratioTicks(createScale({ low, high, isLog: true })));
    expect(ratios(0.008, 1.2)).to.include('0.01×');
    expect(ratios(1e-8, 100)).to.include('1e-4×').and.to.include('1×');
    expect(ratios(1, 1e6)).to.deep.equal(['1×', '100×', '1e+4×', '1e+6×']);
  });
});

describe('the axis of most values', () => {
  const counted = (values) => {
    const { below, above, scale } = robustAxis(values, [], (value) => `${Math.round(value)}`);
    return [below, values.filter((value) => scale.side(value) === 0).length, above];
  };
  const normal = gaussian(mulberry32(3));
  const list = (n, valueAt) => Array.from({ length: n }, (_, i) => valueAt(i));

  it('includes all values if none is far off, and excludes single values far off on both sides', () => {
    expect(robustRange([3, 1, 2])).to.deep.equal({ low: 1, high: 3, lowest: 1, highest: 3 });
    expect(robustRange([10, 10.1, 10.2, 10.3, 10.4, 10.5])).to.deep.include({ low: 10, high: 10.5 });
    const odd = { 7: 3, 40: 5000, 60: 6000 };
    expect(counted(list(100, (i) => odd[i] || 100 + i / 100))).to.deep.equal(['1 down to 3', 97, '2 up to 6000']);
    expect(counted([5, 5, 5, 5, 5, 5, 5, 5, 5, 90])).to.deep.equal(['', 9, '1 up to 90']);
    expect(counted([...new Array(30).fill(100), 100.15, 99.9, 150])).to.deep.equal(['', 32, '1 up to 150']);
  });

  it('includes a second level of a tenth of the values, but not a scattered tenth, such as interrupted rounds', () => {
    expect(counted(list(200, (i) => (i % 10 === 0 ? 300 : 100) + normal()))).to.deep.equal(['', 200, '']);
    const uniform = mulberry32(4);
    const values = list(400, (i) => (i % 10 === 0 ? 150 + 500 * uniform() : 100 + normal()));
    const [, on, above] = counted(values);
    expect(on).to.be.within(355, 365);
    expect(above).to.match(/^(3\d|4\d) up to 6\d\d$/);
    expect(robustAxis(values, [], String).scale.high).to.be.below(107);
  });

  it('extends by three quarters of the length of the middle, and includes values near that range', () => {
    const { low, high } = robustRange(list(100, (i) => (i < 97 ? 100 + i / 10 : 114 + 4 * (i - 97))));
    expect([low, +high.toFixed(2)]).to.deep.equal([100, 116.08]);
    const axis = (...near) => robustAxis([1, 2], near, String).scale;
    expect([axis(2.9).side(2.9), axis(0.1).side(0.1), axis(3.1).side(3.1), axis(null).side(2.9)])
      .to.deep.equal([0, 0, 1, 1]);
  });
});

it('drawable limits numbers to 1e24, rounds tiny ones to 0, and replaces other values by null', () => {
  expect(drawable([1, 0, -1, 1e24, 1e25, -1e308, 1e-25, NaN, Infinity]))
    .to.deep.equal([1, 0, -1, 1e24, 1e24, -1e24, 0, null, null]);
  expect(drawable({ a: [{ b: 1e300, c: 'x', d: null, e: true, f: undefined }] }))
    .to.deep.equal({ a: [{ b: 1e24, c: 'x', d: null, e: true, f: undefined }] });
});

describe('the span of estimates with intervals', () => {
  it('covers intervals, except one that would squeeze all others', () => {
    const { low, high } = findSpan([1, 2], [0.9, 2.2]);
    expect([low, high].map((value) => +value.toFixed(6))).to.deep.equal([0.9, 2.2]);
    const wide = findSpan([1, 2], [1e-9, 1e9, -5]);
    expect([wide.low, wide.high].map((value) => +value.toFixed(6))).to.deep.equal([0.5, 4]);
    const alone = findSpan([100], [1, 1e4]);
    expect(+(alone.high / alone.low).toFixed(2)).to.equal(1.69);
    expect(findSpan([1, 2], [null, 2.2]).high).to.be.closeTo(2.2, 1e-9);
  });

  it('starts at 0 or near the estimates, or is logarithmic, depending on their range', () => {
    const { isLog, low } = scaleFor([100, 149], []);
    expect([isLog, low > 90]).to.deep.equal([false, true]);
    expect(scaleFor([100, 160], [])).to.include({ isLog: false, low: 0 });
    expect([scaleFor([100, 2000], []).isLog, scaleFor([100, 2100], []).isLog]).to.deep.equal([false, true]);
  });
});
