'use strict';

const {
  expect } = require('chai');
const {
  fixed, number, withinError, scale, rank, interval, timeText, shortTime,
  intervalOfTime, secondsText, timeLeft, bytesText, percent, shortPercent, ends, rateText, shortRate, perSecond,
  shareText, ratioText, ratioWithInterval, probability, counted,
} = require('../../lib/text/numbers');

describe('a number', () => {
  const numbers = [
    [93468158.4, '93,468,158'], [1000, '1,000'], [999.5, '1,000'], [999.4, '999'], [1234567, '1,234,567'], [100, '100'],
    [99.96, '100'], [99.94, '99.9'], [9.996, '10.0'], [4.55, '4.55'], [4.5549, '4.55'], [1, '1.00'], [0.5, '0.500'],
    [0.00123, '0.00123'], [1e-10, '0.000000000100'], [0, '0'], [-0, '0'], [-1234.5, '-1,235'], [5e-324, '0'],
    [1e15, '1,000,000g'], [4.59e12, '4,590,000,000,000'], [999999999999999.4, '999,999,999,999,999'],
    [1e21, '1,000,000,000,000g'], [1e300, '1.00e+300'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [Infinity, '-'], [-Infinity, '-'], ['12', '-'],
  ];
  for (const [value, expected] of numbers) it(`${value}: ${expected}`, () => expect(number(value)).to.equal(expected));

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

describe('a figure with an error', () => {
  const cases = [
    [20.997, 0.005, '21.00'], [4928.7, 2, '4,929'], [4928.74, 0.3, '4,928.7'], [0.958, 0.087, '1.0'],
    [7, 0.0001, '7.00'], [7, 0, '7.00'],
    [-0.004, 0.01, '0.00'], [-0.3, 3, '0'], [-21.5, 0.1, '-21.5'], [123456789, 1000, '123,456,789'],
    [1e15, 1, '1,000,000g'], [1e24, 1, '1.00e+24'], [NaN, 1, '-'], [null, 1, '-'], [5, NaN, '5.00'],
  ];
  for (const [value, error, text] of cases) {
    it(`has the digits that it leaves: ${value} +- ${error}`, () => expect(withinError(value, error)).to.equal(text));
  }
});

describe('a count in short', () => {
  const counts = [[5000000, '5m'], [5000, '5k'], [12345, '12.3k'], [999, '999'], [1000, '1k'], [999999, '1m'], [1, '1'],
    [0, '0'],
    [1234567890, '1.23g'], [8.5e9, '8.5g'], [null, '-'], [NaN, '-']];
  for (const [count, expected] of counts) it(`${count}: ${expected}`, () => expect(scale(count)).to.equal(expected));
});

describe('a rank', () => {
  const ranks = [[1000, '1000'], [998.4, '998'], [12345.6, '12346'], [10, '10'], [9.994, '9.99'], [4.554, '4.55'],
    [0, '0'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [1e15, '1,000,000g']];
  for (const [value, expected] of ranks) it(`${value}: ${expected}`, () => expect(rank(value)).to.equal(expected));

  it('has an interval where both ends are known', () => {
    expect(interval(998.2, 1001.7)).to.equal('(998..1002)');
    expect(interval(4.301, 4.349)).to.equal('(4.30..4.35)');
    expect(interval(1, 1000)).to.equal('(1.00..1000)');
    expect(interval(1, 1001)).to.equal('(?)');
    expect(interval(null, 3)).to.equal('');
    expect(interval(3, NaN)).to.equal('');
  });
});

describe('amounts with units', () => {
  const tables = [
    [timeText,
      [[0, '-'], [NaN, '-'], [253.26, '253.3 ns'], [0.4567, '0.4567 ns'], [1234.5, '1.234 us'], [999960, '1000 us'],
        [2.5e6, '2.500 ms'], [12e9, '12.00 s'], [1e-7, '0 ns'], [Infinity, '-']]],
    [shortTime,
      [[82, '82 ns'], [1.2, '1.2 ns'], [0.4567, '0.457 ns'], [999.6, '1 us'], [1000, '1 us'], [6.021e6, '6.02 ms'],
        [61e9, '61 s'], [0, '0 ns'], [1e26, '1e+17 s']]],
    [bytesText, [
      [0, '0 B'], [-3, '0 B'], [0.004, '0 B'], [0.25, '0.25 B'], [16.02, '16 B'], [16.5, '16.5 B'], [1120, '1,120 B'],
      [9999, '9,999 B'], [10000, '10 kB'], [31400, '31.4 kB'],
      [999600, '1 MB'], [5e8, '500 MB'], [2.5e9, '2.5 GB'], [null, '-'], [NaN, '-'], [1.234e27, '1.23e+18 GB'],
    ]],
    [percent,
      [[0.031, '3.1 %'], [0.2, '20 %'], [1, '100 %'], [0.0005, '0.05 %'], [1e12, '100,000,000,000,000 %'],
        [1e15, '1e+17 %'], [NaN, '- %']]],
  ];
  for (const [words, cases] of tables) {
    it(`${words.name} has those that suit`, () => {
      for (const [value, text] of cases) expect(words(value), value).to.equal(text);
    });
  }

  it('intervalOfTime has the unit of its time', () => {
    expect(intervalOfTime(78, 90, 82)).to.equal('(78..90)');
    expect(intervalOfTime(995, 1020, 1010)).to.equal('(0.995..1.02)');
    expect(intervalOfTime(null, 90, 82)).to.equal('');
  });
});

const significant = (text) => text.replace('.', '').replace(/^[-0]+/, '').length;

describe('fixed', () => {
  const cases = [
    [0.1095, 4, '0.1095'],
    [0.27, 2, '0.27'],
    [91299026.24, 2, '91299026.24'],
    [0.000010953, 6, '0.000011'],
    [0.00000056, 6, '0.00000056'], // 0.56 ns in ms: 0.000001 would be all that six digits leave
    [0.0000125, 6, '0.000013'],
    [0.1, 2, '0.10'],
    [0.01, 2, '0.010'],
    [0.099, 2, '0.099'],
    [0.0996, 2, '0.100'],
    [0.001, 2, '0.0010'],
    [1, 2, '1.00'],
    [123, 0, '123'],
    [0.5, 0, '0.50'],
    [-0.25, 1, '-0.25'],
    [0, 4, '0.0000'],
    [-0, 2, '0.00'],
  ];
  for (const [value, decimals, text] of cases) {
    it(`writes ${value} as ${text}`, () => expect(fixed(value, decimals)).to.equal(text));
  }

  for (const decimals of [2, 4, 6]) {
    it(`writes 30 decades with two digits that count at the least, and no exponent (${decimals} decimals)`, () => {
      for (let exponent = -12; exponent <= 18; exponent++) {
        for (const digits of [1, 1.0000001, 1.5, 3.14159, 9.4999, 9.9499, 9.9999999]) {
          for (const sign of [1, -1]) {
            const value = sign * digits * 10 ** exponent;
            const text = fixed(value, decimals);
            expect(text, `${value}`).to.match(/^-?\d+\.\d+$/);
            expect(text.split('.')[1].length, `${value}`).to.be.at.least(decimals);
            expect(significant(text), `${value}: ${text}`).to.be.at.least(2);
            // Two digits: half a unit of the second, 5 % at the most, is what rounding may take.
            expect(Math.abs(Number(text) / value - 1), `${value}: ${text}`).to.be.at.most(0.0501);
          }
        }
      }
    });
  }

  it('has no exponent beyond 1e21', () => {
    for (const value of [1e21, -1.5e22, 1e30]) expect(fixed(value, 2)).to.match(/^-?\d+(\.\d+)?$/);
  });

  it('makes something of what is no number, or hardly one', () => {
    expect(fixed(NaN, 2)).to.equal('0.00');
    expect(fixed(undefined, 2)).to.equal('0.00');
    expect(fixed(Infinity, 2)).to.equal('Infinity');
    expect(fixed(-Infinity, 2)).to.equal('-Infinity');
    expect(fixed(5e-324, 2)).to.match(/^0\.0+$/);
    expect(fixed(1e20, 2)).to.equal('100000000000000000000.00');
  });
});

const each = (write, pairs) => { for (const [value, text] of pairs) expect(write(value), `${value}`).to.equal(text); };

describe('rates as text', () => {
  it('has all digits of a rate, with commas in the integer part only', () => {
    each(rateText, [
      [0, '0'], [7, '7'], [999, '999'], [1000, '1,000'], [62710590.39, '62,710,590.39'], [1234567.891, '1,234,567.891'],
      [1234.5678901, '1,234.5678901'],
      [0.1234567, '0.1234567'], [1e20, '100,000,000,000,000,000,000'], [1e21, '1e+21'], [1e-7, '1e-7'],
      [-1234.5, '-1,234.5'], [-123456, '-123,456'],
      [NaN, 'NaN'], [Infinity, 'Infinity'],
    ]);
  });

  it('has four digits in tables', () => {
    each(shortRate, [
      [62710590.39, '62.71 M'], [1204, '1.204 k'], [999.96, '1.000 k'], [999.94, '999.9'], [12, '12.00'], [1, '1.000'],
      [0.01234, '0.01234'], [0, '0'],
      [1e9, '1.000 G'], [9.9996e11, '1.000 T'], [1.5e15, '1500 T'], [1e16, '1.000e+16'], [0.00001, '1.000e-5'],
      [-1500, '-1.500 k'],
      [NaN, '-'], [Infinity, '-'], [null, '-'], [undefined, '-'], ['5', '-'],
    ]);
  });

  it('says by what a rate counts', () => {
    each(perSecond, [
      [62710590.39, '62.71 M/s'], [555982.1823055679, '556.0 k/s'], [12, '12.00/s'], [0, '0/s'],
      [NaN, '-'], [null, '-'],
    ]);
    each((rate) => perSecond(rate, 3), [
      [555982.1823055679, '556 k/s'], [999.6, '1.00 k/s'], [999.4, '999/s'], [1.5e15, '1500 T/s'], [2e16, '2.00e+16/s'],
      [0.01234, '0.0123/s'],
    ]);
  });

  it('has two or three digits of seconds and shares', () => {
    each(secondsText, [
      [0.0009, '0.9 ms'], [0.0123, '12 ms'], [0.34, '340 ms'], [0.9996, '1 s'], [1.24, '1.2 s'], [90, '90 s'],
      [599, '599 s'], [600, '10 min'],
      [99e-6, '99 us'], [1e-6, '1 us'], [5e-9, '5 ns'], [0, '0 s'], [NaN, '-'], [-1, '-'], [null, '-'],
    ]);
    each(shareText,
      [[0.0031, '0.31 %'], [0.00994, '0.99 %'], [0.00996, '1.0 %'], [0.0994, '9.9 %'], [0.0996, '10 %'], [2, '200 %'],
        [9.99, '999 %'], [10, '>999 %'], [1e25, '>999 %'], [0, '0.00 %'], [Infinity, '-'], [NaN, '-']]);
  });

  it('has limits as short as they are', () => {
    each(shortPercent, [[0.03, '3 %'], [0.0025, '0.25 %'], [0.12345, '12 %'], [5, '500 %']]);
    expect(shortPercent(0.12345, 3)).to.equal('12.3 %');
  });

  it('has both ends of an interval or none', () => {
    expect(ends(1, 2, (value) => `${value} M`)).to.equal('(1 M..2 M)');
    for (const [low, high] of [[null, 2], [1, null], [undefined, NaN]]) expect(ends(low, high, String)).to.equal('');
  });

  it('has ratios with as many decimals as they need', () => {
    each(ratioText,
      [[1.1254, '1.125'], [0.93, '0.930'], [0.1, '0.100'], [0.0123, '0.012'], [12.345, '12.35'], [9.9996, '10.00'],
        [12345, '12345'], [1e7, '1.0e+7'], [1e-9, '1.0e-9'], [0, '-'], [NaN, '-'], [Infinity, '-']]);
    expect(ratioWithInterval({ ratio: 1.04, low: 1.02, high: 1.06 })).to.equal('x1.04 (1.02..1.06)');
    expect(ratioWithInterval({ ratio: 1.04, low: 1.036, high: 1.044 })).to.equal('x1.040 (1.036..1.044)');
    expect(ratioWithInterval({ ratio: 1.04, low: null, high: null })).to.equal('x1.04');
  });

  it('has two digits of a probability', () => {
    expect(probability(9e-11, 0)).to.equal('p = 9e-11');
    each(probability,
      [[0.01234, 'p = 0.012'], [0.5, 'p = 0.5'], [1, 'p = 1'], [1e-4, 'p = 0.0001'], [3.2e-9, 'p = 3e-9'],
        [9e-11, 'p < 1e-10'], [0, 'p < 1e-10']]);
  });
});

describe('words with numbers', () => {
  it('say how long something still takes', () => {
    each(timeLeft,
      [[0, '1 s'], [0.2, '1 s'], [89.4, '89 s'], [90, '2 min'], [5399, '90 min'], [5400, '1.5 h'], [36000, '10 h']]);
  });

  it('are one or many', () => {
    expect(counted(1, 'run')).to.equal('1 run');
    expect(counted(0, 'run')).to.equal('0 runs');
    expect(counted(2, 'process', 'processes')).to.equal('2 processes');
  });
});
