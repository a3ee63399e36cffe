'use strict';

const { expect } = require('chai');
const { fixed } = require('../../lib/text/format');

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
