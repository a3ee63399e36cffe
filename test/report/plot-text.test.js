'use strict';

const { expect } = require('chai');
const { textWidth, wrapText } = require('#lib/report/chart/text-width');
const { visible } = require('#lib/report/chart/markup');
const { HOSTILE_NAMES } = require('../helpers/rates-documents');

it('the width of a text is at least its width in DejaVu Sans, the widest of the usual fonts', () => {
  // from its table of advances, in ems of 2048
  const advances =
    { n: 1298, i: 569, m: 1995, W: 2025, '1': 1303, '=': 1716, '"': 942, '_': 1024, ' ': 651, M: 1767, '@': 2048,
      '%': 1946, '.': 651, t: 803, Q: 1612, '…': 2048, '&': 1597, '?': 1087, G: 1587 };
  for (const [char, advance] of Object.entries(advances)) {
    expect(textWidth(char, 2048), char).to.be.within(advance, advance * 1.6);
  }
  expect(textWidth('nn', 12)).to.equal(2 * textWidth('n', 12));
  expect(textWidth('n', 24)).to.equal(2 * textWidth('n', 12));
  expect(textWidth('日本', 12)).to.be.above(24);
  expect([textWidth('e\u0301', 12) - textWidth('e', 12), textWidth('', 12)]).to.deep.equal([0, 0]);
});

describe('a text in lines', () => {
  it('breaks at blanks, then at punctuation, then anywhere, and ends with … if it does not fit', () => {
    for (const [text, size, width, lines, ...expected] of [
      ['', 12, 100, 1, ''], ['size=1000', 12, textWidth('size=1000', 12), 1, 'size=1000'],
      ['one two three four', 10, 60, 9, 'one two', 'three four'],
      ['folder/folder/folder/x', 10, 70, 9, 'folder/', 'folder/', 'folder/x'],
      ['xxxxxxxxxxxx', 10, 40, 9, 'xxxxxx', 'xxxxxx'], ['abc', 12, 1, 1, '…'],
      // A line has at least one character.
      ['ab', 12, 1, 2, 'a', '…'], ['word '.repeat(400), 10, 60, 2, 'word word', 'word wor…'],
      ['x'.repeat(1e6), 10, 40, 1, 'xxxx…'],
    ]) expect(wrapText(text, { size, width, lines })).to.deep.equal(expected);
    const [bold, ...more] = wrapText('xxxxxxxxxxxx', { size: 10, width: 40, lines: 9, isBold: true });
    expect({ bold, more: more.length }).to.deep.equal({ bold: 'xxxxx', more: 2 });
  });

  it('has no line that is too wide, loses nothing but blanks, and does not split characters', function () {
    for (const name of HOSTILE_NAMES.map(visible)) {
      const lines = wrapText(name, { size: 12, width: 200, lines: 1e6 });
      for (const line of lines) expect(textWidth(line, 12), line).to.be.at.most(200.1);
      expect(lines.join('').replace(/ /g, '')).to.equal(name.replace(/ /g, ''));
    }
    if (typeof Intl !== 'object' || !Intl.Segmenter) this.skip();
    for (const line of wrapText('👩‍👩‍👧'.repeat(9), { size: 12, width: 110, lines: 20 })) {
      expect(line).to.match(/^(👩‍👩‍👧)+$/u);
    }
  });
});

it('any name is shown as visible text', () => {
  expect(['', ' ', 'a\nb', '\0', '\u202e', '\ud800', '\ufffe\uffff', null, undefined].map(visible)).to.deep.equal(
    ['\'\'', '\' \'', 'a\\nb', '\\x00', '\\u202e', '\\ud800', '\\ufffe\\uffff', '\'\'', '\'\'']);
});
