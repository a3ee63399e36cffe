'use strict';

const { expect } = require('chai');
const { timeText, shortTime, intervalOfTime, bytesText, percent } = require('../../lib/text/amounts');

describe('amounts with units', () => {
  const tables = [
    [timeText, [[0, '-'], [NaN, '-'], [253.26, '253.3 ns'], [0.4567, '0.4567 ns'], [1234.5, '1.234 us'], [999960, '1000 us'], [2.5e6, '2.500 ms'], [12e9, '12.00 s'], [1e-7, '0 ns'], [Infinity, '-']]],
    [shortTime, [[82, '82 ns'], [1.2, '1.2 ns'], [0.4567, '0.457 ns'], [999.6, '1 us'], [1000, '1 us'], [6.021e6, '6.02 ms'], [61e9, '61 s'], [0, '0 ns'], [1e26, '1e+17 s']]],
    [bytesText, [
      [0, '0 B'], [-3, '0 B'], [0.004, '0 B'], [0.25, '0.25 B'], [16.02, '16 B'], [16.5, '16.5 B'], [1120, '1,120 B'], [9999, '9,999 B'], [10000, '10 kB'], [31400, '31.4 kB'],
      [999600, '1 MB'], [5e8, '500 MB'], [2.5e9, '2.5 GB'], [null, '-'], [NaN, '-'], [1.234e27, '1.23e+18 GB'],
    ]],
    [percent, [[0.031, '3.1 %'], [0.2, '20 %'], [1, '100 %'], [0.0005, '0.05 %'], [1e12, '100,000,000,000,000 %'], [1e15, '1e+17 %'], [NaN, '- %']]],
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
