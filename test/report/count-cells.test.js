'use strict';

const { expect } = require('chai');
const {
  instructionsCell, cyclesCell, cyclesTitle, eventCell, isCounted, sourceText,
} = require('../../lib/report/cells');
const { row, failedRow, countsOf } = require('../helpers/documents');

const PERF = { source: { name: 'perf', version: '6.1' }, weights: null, caches: null };

describe('cells of counts', () => {
  it('have as many digits as the error leaves', () => {
    const of = (instructions, error) => instructionsCell(row('x', { counts: countsOf(instructions, { error }) }));
    expect([of(20.997, 0.005), of(4928.7, 2), of(1234567.4, 300), of(-0.004, 0.01), of(21.04, 0.09)])
      .to.deep.equal(['21.00', '4,929', '1,234,567', '0.00', '21.0']);
  });

  it('are empty where nothing was counted, as in rows of before', () => {
    for (const one of [row('x'), row('x', { counts: null }), row('x', { counts: {} }), failedRow('x')]) {
      expect([isCounted(one), instructionsCell(one), cyclesCell(one)]).to.deep.equal([false, '', '']);
    }
    expect(cyclesCell(row('x', { counts: countsOf(20) }))).to.equal('');
  });

  it('have cycles and misses where caches were looked at, and say who made the cycles', () => {
    const one = row('x', { counts: countsOf(1000, { error: 1, events: [2, 0.5, 3] }) });
    expect([cyclesCell(one), eventCell(one, 'l1Misses'), eventCell(one, 'mispredicted')])
      .to.deep.equal(['1,468', '2.00', '3.00']);
    expect(cyclesTitle([row('y'), one])).to.equal('est. cycles');
    expect(cyclesTitle([row('x', { counts: countsOf(9, { events: [1, 1, 1], ...PERF }) })])).to.equal('cycles');
  });

  it('name what has counted', () => {
    expect(sourceText(countsOf(1))).to.equal('valgrind 3.19.0');
    expect(sourceText(countsOf(1, PERF))).to.equal('perf 6.1');
    expect(sourceText(countsOf(1, { source: { name: 'perf', version: '' } }))).to.equal('perf');
  });
});
