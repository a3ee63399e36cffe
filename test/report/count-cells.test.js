'use strict';

const { expect } = require('chai');
const {
  instructionsCell, cyclesCell, cyclesTitle, eventCell, isCounted, sourceText,
} = require('../../lib/report/count-cells');
const { tableLines } = require('../../lib/report/table');
const { toMarkdown } = require('../../lib/report/markdown');
const { width } = require('../../lib/text/display');
const { row, failedRow, countsOf, countedTests } = require('../helpers/documents');

const ALIGNED = { visualize: true, bargraphScale: 5 };
const PERF = { source: { name: 'perf', version: '6.1' }, weights: null, caches: null };
const titlesAt = (rows, columns) => tableLines(rows, { ...ALIGNED, columns })[0].trim().split(/ {1,}(?=\D)/).join(' ');

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

describe('instructions in a table', () => {
  it('stand beside the time, also of what is too fast to be timed', () => {
    const lines = tableLines(countedTests(), { ...ALIGNED, bargraphScale: 0 });
    expect(lines).to.deep.equal([
      'name        one call          instructions est. cycles speed ops/sec   rate',
      'sorted        420 ns +-0.60 %        4,929       7,002     2,380,952   1000 baseline',
      'by table      550 ns +-0.60 %        3,844       6,391     1,818,182    763 slower',
      'by search    1.05 us +-0.60 %        9,970      14,748       952,381    400 slower',
      'an addition                           1.00        1.40                      too fast to tell',
      'in a worker   300 ns +-0.60 %                              3,333,333    333 slower',
    ]);
  });

  it('stand behind the time for programs, and nowhere without counts', () => {
    expect(tableLines([row('a', { counts: countsOf(21) })], {})).to.deep.equal([
      'name speed rate one call instructions',
      'a 10,000,000 ops/sec 1000 (1000..1000) baseline 100 ns +-0.60 % 21.00',
    ]);
    expect(tableLines([row('a')], ALIGNED)[0]).to.not.include('instructions');
  });

  it('stay where the terminal is narrow: the speed goes before the verdict, and the cycles before both', () => {
    const rows = countedTests();
    expect(titlesAt(rows, 119)).to.equal('name one call instructions est. cycles speed ops/sec rate');
    expect(titlesAt(rows, 79)).to.equal('name one call instructions rate');
    expect(titlesAt(rows, 59)).to.equal('name one call instructions');
    for (let columns = 20; columns < 130; columns++) {
      const lines = tableLines(rows, { ...ALIGNED, columns });
      expect(Math.max(...lines.map(width))).to.be.at.most(columns);
      if (columns >= 50) expect(lines[1]).to.include('4,929');
      if (columns >= 55) expect(lines[2]).to.include('slower');
    }
  });

  it('stand in Markdown, and not where none was counted', () => {
    const [titles, , first, ...rest] = toMarkdown(countedTests()).split('\n');
    expect(titles).to.match(/\| 95 % interval \| instructions \| est\. cycles \| ops\/sec \|/);
    expect(first).to.match(/ \| 4,929 \| 7,002 \| 2,380,952 \| /);
    expect(rest[2]).to.match(/an addition \|\s+\|\s+\| 1\.00 \| 1\.40 \| too fast to tell/);
    expect(toMarkdown([row('a')])).to.not.include('instructions');
  });
});
