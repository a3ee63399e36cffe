'use strict';

const { expect } = require('chai');
const { textWidth, wrapped } = require('../../lib/report/chart/text-width');
const { visible } = require('../../lib/report/chart/markup');
const { HOSTILE_NAMES } = require('../helpers/rates-documents');

describe('the width of a text', () => {
  it('is at least what DejaVu Sans, the widest of the usual fonts, takes', () => {
    // from its table of advances, in ems of 2048
    const advances =
      { n: 1298, i: 569, m: 1995, W: 2025, '1': 1303, '=': 1716, '"': 942, '_': 1024, ' ': 651, M: 1767, '@': 2048,
        '%': 1946, '.': 651, t: 803, Q: 1612, '…': 2048, '&': 1597, '?': 1087, G: 1587 };
    for (const [char, advance] of Object.entries(advances)) {
      expect(textWidth(char, 2048), char).to.be.within(advance, advance * 1.6);
    }
    expect(textWidth('n=1024 type="fast"', 12)).to.be.within(120, 150);
  });

  it('grows with the text, its size and its weight', () => {
    expect(textWidth('nn', 12)).to.equal(2 * textWidth('n', 12));
    expect(textWidth('n', 24)).to.equal(2 * textWidth('n', 12));
    expect(textWidth('n', 12, true)).to.be.above(textWidth('n', 12));
    expect(textWidth('日本', 12)).to.be.above(24);
    expect(textWidth('e\u0301', 12)).to.equal(textWidth('e', 12));
    expect(textWidth('', 12)).to.equal(0);
  });
});

describe('a text in lines', () => {
  it('is one line where it fits, to the pixel', () => {
    for (const text of ['n=1', 'size=1000', 'a longer one, too']) {
      expect(wrapped(text, { size: 12, width: textWidth(text, 12) })).to.deep.equal([text]);
    }
    expect(wrapped('', { size: 12, width: 100 })).to.deep.equal(['']);
  });

  it('is broken at blanks, then at signs, then anywhere', () => {
    expect(wrapped('one two three four', { size: 10, width: 60, lines: 9 })).to.deep.equal(['one two', 'three four']);
    expect(wrapped('folder/folder/folder/x', { size: 10, width: 70, lines: 9 }))
      .to.deep.equal(['folder/', 'folder/', 'folder/x']);
    expect(wrapped('xxxxxxxxxxxx', { size: 10, width: 40, lines: 9 })).to.deep.equal(['xxxxxx', 'xxxxxx']);
  });

  it('has no line that is too wide, and loses nothing but blanks where there are lines enough', () => {
    for (const name of HOSTILE_NAMES.map(visible)) {
      const lines = wrapped(name, { size: 12, width: 200, lines: 1e6 });
      for (const line of lines) expect(textWidth(line, 12), line).to.be.at.most(200.1);
      expect(lines.join('').replace(/ /g, '')).to.equal(name.replace(/ /g, ''));
    }
  });

  it('says by … that there is more', () => {
    const [first, second, ...more] = wrapped('word '.repeat(400), { size: 12, width: 100, lines: 2 });
    expect(more).to.deep.equal([]);
    expect(first).to.match(/word$/);
    expect(second).to.match(/…$/);
    expect(textWidth(second, 12)).to.be.at.most(100.1);
    expect(wrapped('x'.repeat(1e6), { size: 12, width: 100 })[0]).to.match(/^x{5,20}…$/);
    expect(wrapped('abc', { size: 12, width: 1, lines: 1 })).to.deep.equal(['…']);
    // a line takes one character at least
    expect(wrapped('ab', { size: 12, width: 1, lines: 2 })[0]).to.equal('a');
  });

  it('does not tear what belongs together', function () {
    if (typeof Intl !== 'object' || !Intl.Segmenter) this.skip();
    for (const line of wrapped('👩‍👩‍👧'.repeat(9), { size: 12, width: 110, lines: 20 })) {
      expect(line).to.match(/^(👩‍👩‍👧)+$/u);
    }
    expect(wrapped('e\u0301'.repeat(30), { size: 12, width: 60, lines: 20 }).some((line) => line.startsWith('\u0301')))
      .to.equal(false);
  });
});

describe('a name', () => {
  it('can be seen, whatever it is', () => {
    expect(['', ' ', 'a\nb', '\0', '\u202e', '\ud800', '\ufffe\uffff'].map(visible))
      .to.deep.equal(['\'\'', '\' \'', 'a\\nb', '\\x00', '\\u202e', '\\ud800', '\\ufffe\\uffff']);
    expect([null, undefined].map(visible)).to.deep.equal(['\'\'', '\'\'']);
  });
});
