'use strict';

const { expect } = require('chai');
const { HOSTILE } = require('../helpers/documents');
const { createPaint, formatTable, wrapLine, padUnits, listNames, alsoText } = require('#lib/base/text/columns');
const { escaped, width } = require('#lib/base/text/display');

const LAYOUT = [
  { key: 'name', title: '' }, { key: 'rate', title: 'rate', toTheRight: true },
  { key: 'spread', title: 'spread', toTheRight: true }, { key: 'verdict', title: '' },
];
const ROWS = [
  { heading: 'a file' },
  { name: 'one', rate: '12', spread: '3 %', verdict: 'slower', kinds: { verdict: 'slower' } },
  { name: 'a name that is longer', rate: '1234', verdict: 'same', kinds: { verdict: 'same' } },
];
const table = (columns, more) => formatTable(LAYOUT, ROWS, { columns, spare: ['spread', 'rate'], ...more });

describe('tables that fit', () => {
  it('have two blanks between columns if there is room, and one otherwise', () => {
    const wide = [
      '                       rate  spread', 'a file', 'one                      12     3 %  slower',
      'a name that is longer  1234          same',
    ];
    expect(table(undefined)).to.deep.equal(wide);
    expect(table(43)).to.deep.equal(wide);
    expect(table(42)).to.deep.equal([
      '                      rate spread', 'a file', 'one                     12    3 % slower',
      'a name that is longer 1234        same',
    ]);
  });

  it('leave out columns in the given order before they cut a name to less than a half', () => {
    expect(table(34)).to.deep.equal([
      '                      rate', 'a file', 'one                     12 slower', 'a name that is longer 1234 same',
    ]);
    expect(table(24)).to.deep.equal(
      ['             rate', 'a file', 'one            12 slower', 'a name…onger 1234 same']);
    expect(table(22)).to.deep.equal(['', 'a file', 'one             slower', 'a name … longer same']);
    expect(table(12)).to.deep.equal(['', 'a file', 'one   slower', 'a na… same']);
    expect(table(5).every((line) => width(line) <= 5)).to.equal(true);
  });

  it('colour only the verdict', () => {
    const lines = table(undefined, { paint: createPaint(true) });
    expect(lines[1]).to.equal('\u001b[1ma file\u001b[0m');
    expect(lines[2]).to.equal('one                      12     3 %  \u001b[31mslower\u001b[0m');
    expect(lines[3]).to.equal('a name that is longer  1234          same');
  });

  it('line up wide characters, without columns that are empty in all rows', () => {
    expect(formatTable(LAYOUT, [{ name: '日本語', rate: '1' }, { name: 'a', rate: '2' }], {}))
      .to.deep.equal(['        rate', '日本語     1', 'a          2']);
  });

  it('align numbers with and without a unit', () => {
    expect(padUnits(['1.2 k', '3.4', 'FAILED', ''])).to.deep.equal(['1.2 k', '3.4  ', 'FAILED', '']);
    expect(padUnits(['1.2 k/s', '3.4/s', '-'])).to.deep.equal(['1.2 k/s', '3.4  /s', '-  ']);
    expect(padUnits(['1', '2'])).to.deep.equal(['1', '2']);
  });

  it('name some items, and count the rest', () => {
    expect(listNames(['a', 'b', 'c'], 3)).to.equal('a, b, c');
    expect(listNames(['a', 'b', 'c', 'd'], 2)).to.equal('a, b and 2 more');
    expect(listNames([], 2)).to.equal('');
    expect([alsoText([]), alsoText(['b']), alsoText(['b', 'c', 'd', 'e'])])
      .to.deep.equal(['', ' (also: b)', ' (also: b, c, d and 1 more)']);
  });
});

describe('sentences that fit', () => {
  it('continue on the next line, indented', () => {
    expect(wrapLine('one two three four', 80)).to.deep.equal(['one two three four']);
    expect(wrapLine('one two three four', undefined)).to.deep.equal(['one two three four']);
    expect(wrapLine('one two three four five', 14)).to.deep.equal(['one two three', '  four five']);
    expect(wrapLine('    | one two three', 14)).to.deep.equal(['   | one two', '     three']);
  });

  it('break words that are too long, and keep units with their numbers', () => {
    expect(wrapLine('a abcdefghijklmnopqrstuvwxyz', 14)).to.deep.equal(['a abcdefghijkl', '  mnopqrstuvwx', '  yz']);
    // At most seven columns at the end of a line stay empty.
    expect(wrapLine('abcdef abcdefghijklmnopq', 14)).to.deep.equal(['abcdef abcdefg', '  hijklmnopq']);
    expect(wrapLine('abcdefg abcdefghijklmnopq', 14)).to.deep.equal(['abcdefg', '  abcdefghijkl', '  mnopq']);
    expect(wrapLine('abcdefghijklmno', 14)).to.deep.equal(['abcdefghijklmn', '  o']);
    expect(wrapLine('abcdefghijklm👍🏽', 14)).to.deep.equal(['abcdefghijklm', '  👍🏽']);
    expect(wrapLine('it is slower by 12 % now', 18)).to.deep.equal(['it is slower by', '  12 % now']);
    for (const unit of ['ns', 'us', 'ms', 's', 'min', 'h']) {
      expect(wrapLine(`that it took 12 ${unit}, now`, 16)).to.deep.equal(['that it took', `  12 ${unit}, now`]);
    }
    expect(wrapLine('this was 12 seconds', 14)).to.deep.equal(['this was 12', '  seconds']);
  });

  it('keep all text, and are never wider than the terminal', () => {
    for (const name of HOSTILE) {
      const text = escaped(name);
      for (const columns of [4, 12, 57]) {
        const lines = wrapLine(`${text} end`, columns);
        for (const line of lines) expect(width(line), `${columns}: ${line}`).to.be.at.most(columns);
        expect(lines.join('').replace(/ /g, '')).to.equal(`${text}end`.replace(/ /g, ''));
      }
    }
  });
});
