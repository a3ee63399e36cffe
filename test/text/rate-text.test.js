'use strict';

const { expect } = require('chai');
const { rateText, shortRate, rateLine, shareText, shortTime, ratioText, ratioWithInterval, probability, byFile } = require('../../lib/text/rate-text');

const each = (write, pairs) => { for (const [value, text] of pairs) expect(write(value), `${value}`).to.equal(text); };

describe('rates as text', () => {
  it('has all digits of a rate, with commas in the integer part only', () => {
    each(rateText, [
      [0, '0'], [7, '7'], [999, '999'], [1000, '1,000'], [62710590.39, '62,710,590.39'], [1234567.891, '1,234,567.891'], [1234.5678901, '1,234.5678901'],
      [0.1234567, '0.1234567'], [1e20, '100,000,000,000,000,000,000'], [1e21, '1e+21'], [1e-7, '1e-7'], [-1234.5, '-1,234.5'], [-123456, '-123,456'],
      [NaN, 'NaN'], [Infinity, 'Infinity'],
    ]);
  });

  it('has four digits in tables', () => {
    each(shortRate, [
      [62710590.39, '62.71 M'], [1204, '1.204 k'], [999.96, '1.000 k'], [999.94, '999.9'], [12, '12.00'], [1, '1.000'], [0.01234, '0.01234'], [0, '0'],
      [1e9, '1.000 G'], [9.9996e11, '1.000 T'], [1.5e15, '1500 T'], [1e16, '1.000e+16'], [0.00001, '1.000e-5'], [-1500, '-1.500 k'],
      [NaN, '-'], [Infinity, '-'], [null, '-'], [undefined, '-'], ['5', '-'],
    ]);
  });

  it('writes the line of a run as node\'s own benchmarks do', () => {
    const run = { file: 'buffers/x.js', configuration: 'n=1024 type="fast"', rate: 62710590.39 };
    expect(rateLine(run)).to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39');
    expect(rateLine({ ...run, configuration: '' })).to.equal('buffers/x.js: 62,710,590.39');
    expect(rateLine({ ...run, latency: null })).to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39');
    expect(rateLine({ ...run, latency: { p50Ms: 0.9, p99Ms: 2.1 } })).to.equal('buffers/x.js n=1024 type="fast": 62,710,590.39\n  latency p50 0.9 ms, p99 2.1 ms');
    expect(rateLine({ ...run, rate: 5, latency: { p50Ms: 12.3456, p99Ms: NaN } })).to.match(/: 5\n {2}latency p50 12\.3 ms, p99 -$/);
    // A line stays one, and moves no cursor.
    expect(rateLine({ file: 'a\nb.js', configuration: 's="\u001b[31m"', rate: 1 })).to.equal('a\\nb.js s="\\x1b[31m": 1');
  });

  it('has two or three digits of seconds and shares', () => {
    each(shortTime, [
      [0.0009, '0.9 ms'], [0.0123, '12 ms'], [0.34, '340 ms'], [0.9996, '1 s'], [1.24, '1.2 s'], [90, '90 s'], [599, '599 s'], [600, '10 min'],
      [99e-6, '99 us'], [1e-6, '1 us'], [5e-9, '5 ns'], [0, '0 s'], [NaN, '-'], [-1, '-'], [null, '-'],
    ]);
    each(shareText, [[0.0031, '0.31 %'], [0.00994, '0.99 %'], [0.00996, '1.0 %'], [0.0994, '9.9 %'], [0.0996, '10 %'], [2, '200 %'], [0, '0.00 %'], [Infinity, '-'], [NaN, '-']]);
  });

  it('has ratios with as many decimals as they need', () => {
    each(ratioText, [[1.1254, '1.125'], [0.93, '0.930'], [0.1, '0.100'], [0.0123, '0.012'], [12.345, '12.35'], [9.9996, '10.00'], [12345, '12345'], [1e7, '1.0e+7'], [1e-9, '1.0e-9'], [0, '-'], [NaN, '-'], [Infinity, '-']]);
    expect(ratioWithInterval({ ratio: 1.04, low: 1.02, high: 1.06 })).to.equal('x1.04 (1.02..1.06)');
    expect(ratioWithInterval({ ratio: 1.04, low: 1.036, high: 1.044 })).to.equal('x1.040 (1.036..1.044)');
    expect(ratioWithInterval({ ratio: 1.04, low: null, high: null })).to.equal('x1.04');
  });

  it('has two digits of a probability', () => {
    each(probability, [[0.01234, 'p = 0.012'], [0.5, 'p = 0.5'], [1, 'p = 1'], [1e-4, 'p = 0.0001'], [3.2e-9, 'p = 3e-9'], [9e-11, 'p < 1e-10'], [0, 'p < 1e-10']]);
  });

  it('gathers what belongs to one file', () => {
    const list = [{ file: 'b' }, { file: 'a' }, { file: null }, { file: 'b', n: 2 }, { file: '__proto__' }];
    expect([...byFile(list)]).to.deep.equal([['b', [list[0], list[3]]], ['a', [list[1]]], ['', [list[2]]], ['__proto__', [list[4]]]]);
  });
});
