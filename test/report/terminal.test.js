'use strict';

const { expect } = require('chai');
const { sectionLines, tableLines, toTerminal } = require('#lib/report/terminal');
const { plusMinus, sorted, time } = require('#lib/report/values');
const { verdictCell } = require('#lib/report/verdicts');
const { formatDocument } = require('#lib/report/output/formats');
const { width } = require('#lib/base/text/display');
const { samples } = require('../helpers/documents');
const { table, row, notes, section, report, ERROR, ENVIRONMENT } = require('../helpers/toy-reports');

const NUMBER = { isNumber: true };
const linesOf = (sections, screen) => toTerminal(report(sections), screen).split('\n');

/** A table of one row with columns of these keys */
const wide = (columns, cells, more) => ({ type: 'table', columns: columns.map(([key, drop, others]) => (
  { key, title: key, drop, ...others })), rows: [{ cells }], ...more });

describe('a table in a terminal', () => {
  it('marks strong cells, and keeps other cells aligned', () => {
    const rows = [{ cells: { name: 'a', time: { ...time(5), isStrong: true } } },
      { cells: { name: 'b', time: time(7) } }];
    expect(tableLines(table(rows), {}).slice(1)).to.deep.equal(['a    5.00 ns *', 'b    7.00 ns']);
  });

  it('has whole verdicts in 40 columns, instead of speeds that repeat the times', () => {
    for (const document of [samples.typical(), samples.counted(), samples.measured()]) {
      const lines = formatDocument('table', document, { columns: 39, isUtf8: true }).split('\n');
      const at = lines.findIndex((line) => line.startsWith('name'));
      expect(lines[at]).to.match(/^name +time\/call verdict$/);
      const cut = lines.slice(at, lines.indexOf('', at)).filter((line) => line.endsWith('…'));
      expect(cut.filter((line) => !line.includes('FAILED'))).to.deep.equal([]);
    }
    const ofSides = (columns) => formatDocument('table', samples.threeSides(), { columns, isUtf8: true });
    expect(ofSides(39)).to.match(/^gone {6}work…ress {9}unmatched$/m).and.match(/^stringify v1.1 .* same$/m);
    expect(ofSides(59)).to.match(/^gone +work in progress +unmatched$/m);
  });

  it('has plain characters, and quotes names like other outputs', () => {
    const cells = { name: '', time: sorted('5 µs − 3 × 2 – 1 · ±4', 1), change: plusMinus(0.012) };
    expect(tableLines(table([{ cells }]), {})[1]).to.equal('\'\'   5 us - 3 x 2 - 1 * +-4  +-1.2 %');
    expect(tableLines(wide([['n', 0, NUMBER]], { n: sorted('64', 64) }), {})).to.deep.equal([' n', '64']);
    const titled = wide([['name'], ['b', 0, { title: '± (95 %)' }]], { name: 'a', b: 'c' });
    expect(tableLines(titled, {})[0]).to.equal('name  +- (95 %)');
  });

  it('leaves out columns below 5 first, then below 10, then cuts names, then leaves out the rest', () => {
    const columns = [['name'], ['a', 1], ['b', 2], ['c', 5], ['d', 9], ['e', 10], ['f']];
    const cells = { name: 'a name of 22 columns !', a: 'aaaa', b: 'bbbb', c: 'cccc', d: 'dddd', e: 'eeee', f: 'ffff' };
    const shownAt = (room) => tableLines(wide(columns, cells), { columns: room })[0].replace(/ +/g, ' ');
    const seen = [];
    for (let room = 70; room >= 14; room--) {
      const shown = shownAt(room);
      if (seen[seen.length - 1] !== shown) seen.push(shown);
      for (const line of tableLines(wide(columns, cells), { columns: room })) expect(width(line)).to.be.at.most(room);
    }
    expect(seen).to.deep.equal([
      'name a b c d e f', 'name b c d e f', 'name c d e f', 'name d e f', 'name e f', 'name f']);
    // Names of up to 20 columns stay whole until columns below 5 are left out; then they get half of the terminal.
    expect(tableLines(wide(columns, cells), { columns: 40 })[1]).to.equal('a name of …columns ! cccc dddd eeee ffff');
    // Columns of 10 and above stay while names have half of the terminal.
    expect(tableLines(wide(columns, cells), { columns: 25 })[0].replace(/ +/g, ' ')).to.equal('name e f');
    // Names keep 12 columns; columns that do not fit are left out at the end.
    expect(tableLines(wide(columns, cells), { columns: 17 })[1]).to.equal('a name…mns ! ffff');
    expect(tableLines(wide(columns, cells), { columns: 16 })[1]).to.equal('a name…mns ! ff…');
  });

  it('uses the shorter cells of a column before it leaves it out', () => {
    const columns = [['name'], ['verdict', 1, { short: 'marked' }]];
    const cells = { name: 'toy', verdict: 'slower (busy)', marked: 'slower*' };
    const at = (room) => tableLines(wide(columns, cells), { columns: room })[1];
    expect([18, 17, 13, 12].map(at)).to.deep.equal([
      'toy  slower (busy)', 'toy   slower*', 'toy   slower*', 'toy  slower*']);
  });

  it('moves columns that do not fit to another table, with the fixed ones', () => {
    const columns = [['name'], ['a'], ['b'], ['c']];
    const shelved = wide(columns, { name: 'toy', a: '11111', b: '22222', c: '33333' }, { isShelved: true, fixed: 2 });
    expect(tableLines(shelved, { columns: 20 })).to.deep.equal([
      'name  a      b', 'toy   11111  22222', '', 'name  a      c', 'toy   11111  33333']);
    expect(tableLines(shelved, { columns: 25 })).to.have.length(2);
    expect(tableLines(shelved, {})).to.have.length(2);
  });

  it('draws bars of block characters in proportion to the longest, if the terminal has them', () => {
    const rows = [row('top', 5, { bar: 5 }), row('bear', 5, { bar: 10 }), row('car', 5, { bar: 0.01 }), row('rod', 5)];
    const bars = (columns, more) => tableLines(
      table(rows, { barOfBaseline: 5 }), { columns, isUtf8: true, hasBlocks: true, ...more })
      .slice(1).map((line) => /[█-▏>+]*$/.exec(line)[0]);
    expect(bars(100)).to.deep.equal(['█'.repeat(15), '█'.repeat(30), '▏', '']);
    expect(bars(44)).to.deep.equal(['█████▌', '█'.repeat(11), '▏', '']);
    expect(bars(40)).to.deep.equal(['', '', '', '']);
    expect(bars(100, { isUtf8: false })).to.deep.equal(['>>>>>', '>>>>>>>>>>', '', '']);
    expect(bars(100, { hasBlocks: false })[1]).to.equal('>>>>>>>>>>');
  });

  it('has typographic signs in UTF-8, and ASCII otherwise', () => {
    const toys = [section([table([row('top', 12345)]), notes('2 µs ± 1')], { answer: ['2× faster'] })];
    expect(linesOf(toys, { isUtf8: true }).slice(1)).to.deep.equal(
      ['top  12.35 µs  +2.1 %  slower', '', '2 µs ± 1', '', '2× faster', '']);
    expect(linesOf(toys).slice(1)).to.deep.equal(
      ['top  12.35 us  +2.1 %  slower', '', '2 us +- 1', '', '2x faster', '']);
  });

  it('has single spaces and no bars for programs', () => {
    const rows = [row('top', 5, { bar: 3 }), row('teddy bear', 12345)];
    expect(tableLines(table(rows, { isPlain: true, barOfBaseline: 3 }), {})).to.deep.equal([
      'toy one call change verdict', 'top 5.00 ns +2.1 % slower', 'teddy bear 12.35 us +2.1 % slower']);
  });

  it('has colours of verdicts, tones of cells and rows, and faint soft columns', () => {
    const rows = [
      { heading: 'wood' },
      row('top', 5, { tones: { name: 'bold' } }),
      { cells: { name: 'bear', verdict: verdictCell('failed') }, instead: 'FAILED', tones: { instead: 'failed' } },
      { cells: { name: 'car', time: { ...time(7), tone: 'faster' }, change: '', verdict: verdictCell('same') } },
    ];
    const toys = table(rows);
    toys.columns[2].isSoft = true;
    const lines = tableLines(toys, { hasColours: true })
      .map((line) => line.replace(/\x1b\[(\d+)m/g, '<$1>')); // eslint-disable-line no-control-regex
    expect(lines).to.deep.equal([
      'toy   one call  change  verdict', '<1>wood<0>', '<1>top<0>    5.00 ns  <2>+2.1 %<0>  <31>slower<0>',
      'bear  <31>FAILED<0>', 'car    <32>7.00 ns<0>          same',
    ]);
  });
});

describe('a report in a terminal', () => {
  it('has complete failures, with a summary', () => {
    const block = { type: 'failures', summary: '2 failed:', items: [{ name: 'top', error: ERROR },
      { name: 'bear\n' }] };
    expect(linesOf([section([block])])).to.deep.equal([
      '2 failed:', 'FAILED top: Error: no', '    way', '    at toy.js:1:2', '    on call 3, in round 2',
      '    | first', '    | last', 'FAILED bear\\n: failed', '']);
    const output = Array.from({ length: 25 }, (_, i) => `line ${i}`);
    expect(linesOf([section([{ type: 'failures', items: [{ name: 'a', error: { ...ERROR, output } }] }])]).slice(4, -1))
      .to.deep.equal(output.slice(5).map((line) => `    | ${line}`));
    expect(linesOf([section([{ ...block, most: 1, summary: '' }])]).slice(-3)).to.deep.equal([
      '    | last', 'and 1 more that failed', '']);
  });

  it('has headings if there are several sections, separated by empty lines', () => {
    const one = section([notes('a')], { heading: 'Wood' });
    const two = section([notes('b')], { heading: 'a heading that is too long' });
    expect(linesOf([one])).to.deep.equal(['a', '']);
    expect(linesOf([one, two], { columns: 12 })).to.deep.equal(['Wood', 'a', '', 'a head… long', 'b', '']);
    expect(linesOf([one, two], { hasColours: true })[0]).to.equal('\x1b[1mWood\x1b[0m');
  });

  it('leaves out details, the environment, figures, and blocks for wide outputs only', () => {
    const blocks = [{ type: 'figure', figures: () => [] }, { type: 'details' }, { ...notes('wide'), only: 'wide' },
      { ...notes('here'), only: 'terminal' }];
    expect(linesOf([section(blocks), ENVIRONMENT, section([notes('x')], { depth: 'detail' })])).to.deep.equal([
      'here', '']);
    expect(toTerminal(report([section([])]))).to.equal('');
  });

  it('has lines unchanged, or fitted to its width, also between tables', () => {
    const blocks = [{ type: 'lines', lines: ['  as is'], isTable: true },
      { type: 'lines', linesFor: (columns) => [`for ${columns}`] }];
    expect(sectionLines(section(blocks), { columns: 30 })).to.deep.equal(['  as is', '', 'for 30']);
    const above = [notes('a'), { type: 'remark', text: 'none', isTable: true }, { type: 'lines', lines: [],
      isTable: true }];
    expect(sectionLines(section(above), {})).to.deep.equal(['a', '', 'none']);
    const two = [table([row('a', 5)]), { type: 'remark', text: 'and' }, table([row('b', 5)])];
    expect(sectionLines(section(two), {}).map((line) => line.slice(0, 3))).to.deep.equal([
      'toy', 'a  ', 'and', '', 'toy', 'b  ']);
  });
});
