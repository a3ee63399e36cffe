'use strict';

const { expect } = require('chai');
const changes = require('../../lib/text/changes');
const numbers = require('../../lib/text/numbers');
const { ascii, format, joined, ...values } = require('../../lib/report/values');

const { fixed, number, ends } = numbers;

/** Function -> its argument, or a list of them, and the text. */
const TEXTS = {
  number: [
    [93468158.4, '93,468,158'], [1000, '1,000'], [999.5, '1,000'], [999.4, '999'], [1234567, '1,234,567'], [100, '100'],
    [99.96, '100'], [99.94, '99.9'], [9.996, '10.0'], [4.55, '4.55'], [4.5549, '4.55'], [1, '1.00'], [0.5, '0.500'],
    [0.00123, '0.00123'], [1e-10, '0.000000000100'], [0, '0'], [-0, '0'], [-1234.5, '-1,235'], [5e-324, '0'],
    [1e15, '1,000,000g'], [4.59e12, '4,590,000,000,000'], [999999999999999.4, '999,999,999,999,999'],
    [1e21, '1,000,000,000,000g'], [1e300, '1.00e+300'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [Infinity, '-'], [-Infinity, '-'], ['12', '-'],
  ],
  withinError: [
    [[20.997, 0.005], '21.00'], [[4928.7, 2], '4,929'], [[4928.74, 0.3], '4,928.7'], [[0.958, 0.087], '1.0'],
    [[7, 0.0001], '7.00'], [[7, 0], '7.00'], [[-0.004, 0.01], '0.00'], [[-0.3, 3], '0'], [[-21.5, 0.1], '-21.5'],
    [[123456789, 1000], '123,456,789'], [[1e15, 1], '1,000,000g'], [[1e24, 1], '1.00e+24'], [[NaN, 1], '-'],
    [[null, 1], '-'], [[5, NaN], '5.00'],
  ],
  scale: [
    [5000000, '5m'], [5000, '5k'], [12345, '12.3k'], [999, '999'], [1000, '1k'], [999999, '1m'], [1, '1'], [0, '0'],
    [1234567890, '1.23g'], [8.5e9, '8.5g'], [null, '-'], [NaN, '-'],
  ],
  rank: [
    [1000, '1000'], [998.4, '998'], [12345.6, '12346'], [10, '10'], [9.994, '9.99'], [4.554, '4.55'], [0, '0'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [1e15, '1,000,000g'],
  ],
  shortTime: [
    [82, '82 ns'], [1.2, '1.2 ns'], [0.4567, '0.457 ns'], [999.6, '1 us'], [1000, '1 us'], [6.021e6, '6.02 ms'],
    [61e9, '61 s'], [0, '0 ns'], [1e26, '1e+17 s'],
  ],
  intervalOfTime: [[[78, 90, 82], '(78..90)'], [[995, 1020, 1010], '(0.995..1.02)'], [[null, 90, 82], '']],
  bytesText: [
    [0, '0 B'], [-3, '0 B'], [0.004, '0 B'], [0.25, '0.25 B'], [16.02, '16 B'], [16.5, '16.5 B'], [1120, '1,120 B'],
    [9999, '9,999 B'], [10000, '10 kB'], [31400, '31.4 kB'], [999600, '1 MB'], [5e8, '500 MB'], [2.5e9, '2.5 GB'],
    [null, '-'], [NaN, '-'], [1.234e27, '1.23e+18 GB'],
  ],
  percent: [
    [0.031, '3.1 %'], [0.2, '20 %'], [1, '100 %'], [0.0005, '0.05 %'], [1e12, '100,000,000,000,000 %'],
    [1e15, '1e+17 %'], [NaN, '- %'],
  ],
  fixed: [
    // 0.56 ns in ms: 0.000001 would be all that six digits leave
    [[0.1095, 4], '0.1095'], [[0.27, 2], '0.27'], [[91299026.24, 2], '91299026.24'], [[0.000010953, 6], '0.000011'],
    [[0.00000056, 6], '0.00000056'], [[0.0000125, 6], '0.000013'], [[0.1, 2], '0.10'], [[0.01, 2], '0.010'],
    [[0.099, 2], '0.099'], [[0.0996, 2], '0.100'], [[0.001, 2], '0.0010'], [[1, 2], '1.00'], [[123, 0], '123'],
    [[0.5, 0], '0.50'], [[-0.25, 1], '-0.25'], [[0, 4], '0.0000'], [[-0, 2], '0.00'],
    [[1e20, 2], '100000000000000000000.00'], [[-1e21, 2], '-1000000000000000000000.00'],
    [[NaN, 2], '0.00'], [[undefined, 2], '0.00'], [[Infinity, 2], 'Infinity'], [[-Infinity, 2], '-Infinity'],
    [[5e-324, 2], '0.00000000000000000000'],
  ],
  shortRate: [
    [62710590.39, '62.71 M'], [1204, '1.204 k'], [999.96, '1.000 k'], [999.94, '999.9'], [12, '12.00'], [1, '1.000'],
    [0.01234, '0.01234'], [0, '0'], [1e9, '1.000 G'], [9.9996e11, '1.000 T'], [1.5e15, '1500 T'], [1e16, '1.000e+16'],
    [0.00001, '1.000e-5'], [-1500, '-1.500 k'], [NaN, '-'], [Infinity, '-'], [null, '-'], [undefined, '-'], ['5', '-'],
  ],
  perSecond: [
    [62710590.39, '62.71 M/s'], [12, '12.00/s'], [0, '0/s'], [NaN, '-'], [null, '-'],
    [[555982.1823055679, 3], '556 k/s'], [[999.6, 3], '1.00 k/s'], [[999.4, 3], '999/s'], [[1.5e15, 3], '1500 T/s'],
    [[2e16, 3], '2.00e+16/s'], [[0.01234, 3], '0.0123/s'],
  ],
  secondsText: [
    [0.0009, '0.9 ms'], [0.0123, '12 ms'], [0.34, '340 ms'], [0.9996, '1 s'], [1.24, '1.2 s'], [90, '90 s'],
    [599, '599 s'], [600, '10 min'], [99e-6, '99 us'], [1e-6, '1 us'], [5e-9, '5 ns'], [0, '0 s'], [NaN, '-'],
    [-1, '-'], [null, '-'],
  ],
  shareText: [
    [0.0031, '0.31 %'], [0.00994, '0.99 %'], [0.00996, '1.0 %'], [0.0994, '9.9 %'], [0.0996, '10 %'], [2, '200 %'],
    [9.99, '999 %'], [10, '>999 %'], [1e25, '>999 %'], [0, '0.00 %'], [Infinity, '-'], [NaN, '-'],
  ],
  shortPercent: [[0.03, '3 %'], [0.0025, '0.25 %'], [0.12345, '12 %'], [5, '500 %'], [[0.12345, 3], '12.3 %']],
  ratioText: [
    [1.1254, '1.125'], [0.93, '0.930'], [0.1, '0.100'], [0.0123, '0.012'], [12.345, '12.35'], [9.9996, '10.00'],
    [12345, '12345'], [1e7, '1.0e+7'], [1e-9, '1.0e-9'], [0, '-'], [NaN, '-'], [Infinity, '-'],
  ],
  ratioWithInterval: [
    [{ ratio: 1.04, low: 1.02, high: 1.06 }, 'x1.04 (1.02..1.06)'],
    [{ ratio: 1.04, low: 1.036, high: 1.044 }, 'x1.040 (1.036..1.044)'],
    [{ ratio: 1.04, low: null, high: null }, 'x1.04'],
  ],
  probability: [
    [0.01234, 'p = 0.012'], [0.5, 'p = 0.5'], [1, 'p = 1'], [1e-4, 'p = 0.0001'], [3.2e-9, 'p = 3e-9'],
    [9e-11, 'p < 1e-10'], [0, 'p < 1e-10'], [[9e-11, 0], 'p = 9e-11'],
  ],
  timeLeft: [
    [0, '1 s'], [0.2, '1 s'], [89.4, '89 s'], [90, '2 min'], [5399, '90 min'], [5400, '1.5 h'], [36000, '10 h'],
  ],
  counted: [[[1, 'run'], '1 run'], [[0, 'run'], '0 runs'], [[2, 'process'], '2 processes'], [[2, 'a', 'b'], '2 b']],
  time: [
    [[134.195, 132.7, 135.7], '134.2 ns'], [[134.195, 134.19, 134.2], '134.195 ns'], [[134.195], '134 ns'],
    [[134.195, 100, 170], '134 ns'], [[134.195, 134, 134.6], '134.19 ns'], [[100, 99.4, 100.6], '100.0 ns'],
    [[0.42], '0.420 ns'], [[999.4], '999 ns'], [[1000], '1.00 µs'], [[1.5e6], '1.50 ms'], [[2.25e9], '2.25 s'],
    [[999.96e6], '1.000 s'], [[1e13], '10,000 s'], [[0], '0.00 ns'], [[-3], '−3.00 ns'],
    [[1e-300], '0.000000000000 ns'], [[null], '–'],
  ],
  timeInterval: [
    [[132.68, 135.7, 134.2], '132.7 – 135.7 ns'], [[900, 1100, 1000], '0.90 – 1.10 µs'], [[1, null, 1], '–'],
    [[90, 110, null], '90 – 110 ns'],
  ],
  timeWithInterval: [[[134.2, 132.7, 135.7], '134.2 ns (132.7 – 135.7 ns)'], [[134.2, null, 1], '134 ns']],
  roughTime: [[[0.1123], '0.11 ns'], [[53], '53 ns'], [[0.4], '0.4 ns'], [[1500], '1.5 µs'], [[0], '0 ns'],
    [[null], '–']],
  quantity: [[[483.2, 482.9, 483.5], '483.20'], [[483.2], '483'], [[1234.4, 1200, 1300], '1,234'], [[null], '–']],
  changeText: [
    [[1.021, 1.01, 1.03], '+2.1 %'], [[0.96, 0.95, 0.97], '−4.0 %'], [[1.002, 1.0, 1.004], '+0.20 %'],
    [[1.0021], '+0.21 %'], [[1.021, null, null], '+2.1 %'], [[1.00001], '0.00 %'], [[1], '0.00 %'],
    [[0.99999, 0.9, 1.1], '0 %'], [[1.08, 1.01, 1.14], '+8 %'], [[2.41, 2.35, 2.47], '2.41×'], [[2.41], '2.41×'],
    [[0.3, 0.29, 0.31], '0.300×'], [[1.5], '1.50×'], [[1.499], '+49.9 %'], [[1.2, 0.09, 9], '1.2×'], [[1.2, 0.2, 11],
      '1.2×'],
    [[2e-8, 1e-8, 3e-8], '2.0e-8×'], [[2e6], '2.0e+6×'], [[null], '–'], [[0], '0.00×'],
  ],
  changeInterval: [
    [[1.01, 1.03, 1.021], '+1.0 to +3.0 %'], [[0.95, 1.03, 1], '−5 to +3 %'], [[2.35, 2.47, 2.41], '2.35 to 2.47×'],
    [[0.0073, 137, 1.7], '0.007 to 137.0×'], [[0.00002, 137, 1.7], '2.0e-5 to 137.0×'], [[1, null, 1], '–'],
    [[1.01, 1.03, null], '+1.0 to +3.0 %'],
  ],
  pText: [[[0.04123], '0.0412'], [[0.00001], '< 0.0001'], [[0.82], '0.82'], [[null], '–']],
  count: [[[4], '4'], [[999], '999'], [[1234567], '1,234,567'], [[4.55], '4.55'], [[0], '0'], [[null], '–']],
  percentChange: [[[1.021], '+2.1'], [[0.979], '-2.1'], [[2.5], '+150'], [[1.0001], '+0.01'], [[1], '+-0.00'],
    [[0.99999], '+-0.00']],
  duration: [[[3.21], '3.2 s'], [[40], '40 s'], [[600], '10 min'], [[36000], '10 h']],
  sizeText: [[[0], '0 bytes'], [[512], '512 bytes'], [[999.6], '1.00 kB'], [[999999], '1.00 MB'], [[64e6], '64.0 MB'],
    [[5.369e8], '537 MB'], [[null], '-']],
  tickRate: [[[20000], '20 k'], [[1.5e6], '1.5 M'], [[0], '0'], [[1e-5], '1e-5']],
  rateUnitOf: [[[0], { size: 1, name: '' }], [[2e6], { size: 1e6, name: ' M' }], [[3e-9], { size: 1e-9, name: 'e-9' }],
    [[2e16], { size: 1e16, name: 'e16' }]],
  parameterText: [[[1048576], '1,048,576'], [[0.5], '0.5'], [[-3], '−3'], [[1.5e21], '1.5e+21'],
    [[1234567890123456], '1234570000000000']],
};

for (const [name, cases] of Object.entries(TEXTS)) {
  it(`${name} writes the digits that count`, () => {
    for (const [given, expected] of cases) {
      expect({ ...numbers, ...changes }[name](...[given].flat()), `${given}`).to.deep.equal(expected);
    }
  });
}

describe('number', () => {
  it('is short, plain and in order over 30 decades and more', () => {
    let last = 0;
    for (let exponent = -17; exponent < 24; exponent++) {
      for (const digits of [1, 1.004, 1.006, 2.5, 4.555, 9.949, 9.951, 9.994, 9.996, 9.9999999999]) {
        const value = digits * 10 ** exponent;
        const text = number(value);
        expect(text, `${value}`).to.match(/^(\d{1,2}(\.\d+)?|\d{1,3}(,\d{3})*g?)$/);
        expect(text.length, text).to.be.at.most(20);
        const read = Number(text.replace(/[,g]/g, '')) * (text.endsWith('g') ? 1e9 : 1);
        expect(read, `${value}`).to.be.at.least(last);
        if (exponent >= -16) expect(read / value, `${value}`).to.be.within(0.99, 1.01);
        last = read;
      }
    }
  });
});

describe('fixed', () => {
  const significant = (text) => text.replace('.', '').replace(/^[-0]+/, '').length;

  it('writes 30 decades with at least two digits that count, and no exponent', () => {
    const decades = Array.from({ length: 31 }, (_, i) => 10 ** (i - 12));
    const mantissas = [1, 1.0000001, 1.5, 3.14159, 9.4999, 9.9499, -1.5, 9.9999999];
    for (const value of decades.flatMap((decade) => mantissas.map((digits) => digits * decade))) {
      for (const decimals of [2, 4, 6]) {
        const text = fixed(value, decimals);
        expect(text, `${value}`).to.match(/^-?\d+\.\d+$/);
        expect(text.split('.')[1].length, `${value}`).to.be.at.least(decimals);
        expect(significant(text), `${value}: ${text}`).to.be.at.least(2);
        // Two digits: half a unit of the second, 5 % at the most, is what rounding may take.
        expect(Math.abs(Number(text) / value - 1), `${value}: ${text}`).to.be.at.most(0.0501);
      }
    }
  });
});

describe('ends', () => {
  it('has both ends of an interval or none', () => {
    expect(ends(1, 2, (value) => `${value} M`)).to.equal('(1 M..2 M)');
    for (const [low, high] of [[null, 2], [1, null], [undefined, NaN]]) expect(ends(low, high, String)).to.equal('');
  });
});

describe('values of a report', () => {
  const cases = [
    ['time', [200, 190, 210], '200 ns'], ['timeInterval', [200, 190, 210], '190 – 210 ns'],
    ['ratio', [1.021, 1.01, 1.03], '+2.1 %'], ['ratioInterval', [1.021, 1.01, 1.03], '+1.0 to +3.0 %'],
    ['plusMinus', [0.0121], '±1.2 %'], ['share', [0.5], '50 %'], ['rank', [998.4], '998'], ['rank', [9999.4], '9999'],
    ['rank', [9999.5], '10,000'], ['rank', [16094.7], '16,095'],
    ['rankInterval', [1000, 4.301, 16094.7], '4.30 – 16,095'], ['rate', [1204], '1.204 k/s'],
    ['seconds', [0.012], '12 ms'], ['probability', [0.04], '0.0400'], ['sorted', ['a', 5], 'a'],
  ];
  it('are written as their kind is', () => {
    for (const [kind, given, text] of cases) expect(format(values[kind](...given)), kind).to.equal(text);
  });

  it('are empty if they are not known', () => {
    for (const unknown of [null, undefined, NaN]) {
      for (const kind of ['time', 'ratio', 'plusMinus', 'rank', 'rate', 'seconds']) {
        expect(values[kind](unknown)).to.equal('');
      }
      for (const kind of ['timeInterval', 'ratioInterval', 'rankInterval']) {
        expect([values[kind](5, unknown, 6), values[kind](5, 4, unknown)]).to.deep.equal(['', '']);
      }
    }
    expect(values.time(0)).to.deep.equal({ kind: 'time', value: 0, low: null, high: null });
    expect(format('as it is')).to.equal('as it is');
  });

  it('have signs of ASCII for terminals, and no break between a number and its unit for wide outputs', () => {
    expect(ascii('5 µs ± 3 × 2 − 1 – 0·4\u00a0%')).to.equal('5 us +- 3 x 2 - 1 - 0*4 %');
    expect(joined('5 % of 3 min, 7 k/s and 5 seconds').replace(/\u00a0/g, '~'))
      .to.equal('5~% of 3~min, 7~k/s and 5 seconds');
  });
});
