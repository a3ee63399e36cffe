'use strict';

const { expect } = require('chai');
const { loadFresh } = require('../helpers/load-fresh');
const display = require('#lib/base/text/display');
const { width, printable, truncate, cutInside, padEnd, padStart, safeText, keptText, escapeControls } = display;

const FILE = require.resolve('#lib/base/text/display');
const { RegExp: UsualRegExp } = globalThis;

// Columns -> texts: full and half width, Hangul in letters, combining marks, emoji and flags of several code points
const WIDTHS = {
  0: ['', '\x1b'],
  1: ['e\u0301', '❤', '…'],
  2: ['ｱｲ', '\u1112\u1161\u11ab', 'n\u0303o\u0308\u0332', '\u304b\u3099', 'a\u200bb', '👍', '👍🏽', '☝🏽',
    '❤️', '1️⃣', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{20000}'],
  3: ['Ω≈ç'],
  4: ['ＡＢ', '🇯🇵🇫🇷'],
  5: ['Größe'],
  6: ['concat', '日本語', '한국어'],
};

describe('text/display: width', () => {
  it('is the number of columns in a terminal', () => {
    for (const [columns, text] of Object.entries(WIDTHS).flatMap(([key, texts]) => texts.map((one) => [+key, one]))) {
      expect(width(text), JSON.stringify(text)).to.equal(columns);
      expect(width(`a${text} z`), JSON.stringify(text)).to.equal(columns + 3);
    }
  });

  it('counts single characters in a build without ICU, which lacks Intl and \\p{..}', () => {
    const { width: measure, cutInside: inside } = loadFresh(FILE, { globals: {
      Intl: undefined,
      RegExp: function WithoutIcu(source, flags) {
        if (source.includes('\\p{')) throw new SyntaxError('Invalid property name');
        return new UsualRegExp(source, flags);
      },
    } });
    expect(['concat', 'Größe', '日本語', 'ｱｲ'].map(measure)).to.deep.equal([6, 5, 6, 2]);
    expect(inside('日本語のテストです', 12)).to.equal('日本語…です');
  });

  it('is reduced by cutting between characters', () => {
    const family = '👩‍👩‍👧‍👦';
    const ends = { 5: `${family}👍🏽…`, 6: `${family}👍🏽e\u0301…`, 7: `${family}👍🏽e\u0301日` };
    for (const columns of [5, 6, 7]) expect(truncate(`${family}👍🏽e\u0301日`, columns)).to.equal(ends[columns]);
    const text = `${family}👍🏽e\u0301日🇯🇵${family}`; // 2 + 2 + 1 + 2 + 2 + 2
    expect([11, 10, 9, 8].map((columns) => cutInside(text, columns))).to.deep.equal([
      text, `${family}👍🏽e\u0301…🇯🇵${family}`, `${family}👍🏽…🇯🇵${family}`, `${family}👍🏽…${family}`,
    ]);
    expect(cutInside('日本語のテストです', 12)).to.equal('日本語…です');
  });
});

it('text/display: characters agree with Intl.Segmenter in any context', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const joining = ['abc', '', 'e\u0301a', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}x', '1\ufe0f\u20e3', '\u231a',
    '\u{1f1e9}\u{1f1ea}', 'a\u200bb', '\u65e5\u672c', '\u0301', '\ufe0f\u20e3', '\u0600', '\r\n', '\u200d', '\xe9',
    '\xb1'];
  for (const text of joining.flatMap((one) => [one, `ab${one}cd`, `1${one}${one} 2`, `${one}x${one}`])) {
    const found = [];
    display.eachCluster(text, (cluster) => { found.push(cluster); });
    const expected = Array.from(segmenter.segment(text), ({ segment }) => segment);
    expect(found, JSON.stringify(text)).to.deep.equal(expected);
  }
});

describe('text/display: escaped text', () => {
  const shown = [
    ['a b', 'a b'],
    ['', "''"],
    ['a\nb\r\n\tc', 'a\\nb\\r\\n\\tc'],
    ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\0\x07\x7f\x9b', '\\x00\\x07\\x7f\\x9b'],
    ['a\u202eb\u2066c\u200f\u2028', 'a\\u202eb\\u2066c\\u200f\\u2028'],
    ['\ud800x\udc00', '\\ud800x\\udc00'],
    ['👩‍👧 日本 e\u0301 C:\\new', '👩‍👧 日本 e\u0301 C:\\new'],
  ];
  it('is safe for every code', () => {
    for (const [text, expected] of shown) expect(printable(text)).to.equal(expected);
    const unsafe = [];
    for (let code = 0; code < 0x10000; code++) {
      const text = printable(String.fromCharCode(code));
      if (/[^ -\u{10ffff}]|[\x7f-\x9f\ud800-\udfff]|\p{Bidi_Control}/u.test(text)) unsafe.push(code.toString(16));
    }
    expect(unsafe).to.deep.equal([]);
  });

  it('is not a formula in CSV, and keeps its line ends there', () => {
    const cases = [['a,"b"\n\tc', 'a,"b"\n\tc'], ['=1', "'=1"], ["'=1", "''=1"], ['-\x1b', "'-\\x1b"], ["'a", "'a"]];
    for (const [text, cell] of cases) expect(safeText(text)).to.equal(cell);
    for (const text of ['=1', "'=1", "''+", '@x', "'a", 'a']) expect(keptText(safeText(text))).to.equal(text);
  });

  it('is the same value in JSON', () => {
    expect(escapeControls(JSON.stringify('\x9b31m\u202e'))).to.equal('"\\u009b31m\\u202e"');
    expect(display.printableJson({ a: '\x9b' }, 2)).to.equal('{\n  "a": "\\u009b"\n}');
  });
});

describe('text/display: cutting and padding', () => {
  const cuts = (cut, text, expected) => {
    for (const columns of Object.keys(expected)) expect(cut(text, +columns), columns).to.equal(expected[columns]);
  };

  it('cuts to columns instead of characters', () => {
    cuts(truncate, 'concatenation', { 13: 'concatenation', 12: 'concatenati…' });
    cuts(truncate, '日本語', { 6: '日本語', 5: '日本…', 4: '日…' });
    cuts(truncate, 'ab', { 1: '…', 0: '' });
    expect(truncate('', 0)).to.equal('');
  });

  it('keeps the start and the end of names, or the start if there is no space for both', () => {
    cuts(cutInside, 'concatenation', {
      13: 'concatenation', 12: 'concat…ation', 9: 'conc…tion', 8: 'conc…ion', 7: 'con…ion', 6: 'conca…', 1: '…', 0: '',
    });
    expect(cutInside('日本語', 6)).to.equal('日本語');
  });

  it('never exceeds the columns', () => {
    const text = 'a日👩‍👧e\u0301🇯🇵z';
    for (let columns = 0; columns < 12; columns++) {
      expect(width(truncate(text, columns))).to.be.at.most(columns);
      expect(width(cutInside(text, columns))).to.be.at.most(columns);
      expect(width(cutInside(`${text}${text}\u0301\u200b${text}`, columns))).to.be.at.most(columns);
    }
    const hidden = '\u200b'.repeat(9000);
    expect(width(cutInside(`${hidden}${'x'.repeat(1000)}${hidden}`, 20))).to.equal(20);
  });

  it('cuts a name of 1 MB', () => {
    expect(display.label(`日${'本'.repeat(1e6)}語`)).to.equal(`日${'本'.repeat(19)}…${'本'.repeat(18)}語`);
    expect(cutInside('x'.repeat(1e6), 20)).to.equal('xxxxxxxxxx…xxxxxxxxx');
    expect(truncate('x'.repeat(1e6), 20)).to.equal(`${'x'.repeat(19)}…`);
  });

  it('pads by columns', () => {
    const padded = [padEnd('日', 4), padStart('日', 4), padEnd('long', 2), padStart('long', 2)];
    expect(padded).to.deep.equal(['日  ', '  日', 'long', 'long']);
  });
});
