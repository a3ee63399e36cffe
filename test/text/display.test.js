'use strict';

const { expect } = require('chai');
const display = require('../../lib/text/display');
const { width, printable, truncate, label, padEnd, padStart } = display;

/** The module as it is where there is no ICU: neither Intl.Segmenter nor \p{..} */
function withoutIcu() {
  const path = require.resolve('../../lib/text/display');
  const { Segmenter } = Intl;
  const { RegExp } = globalThis;
  const cached = require.cache[path];
  delete require.cache[path];
  Intl.Segmenter = undefined;
  globalThis.RegExp = function (source, flags) {
    if (source.includes('\\p{')) throw new SyntaxError('Invalid property name');
    return new RegExp(source, flags);
  };
  try {
    return require('../../lib/text/display');
  } finally {
    globalThis.RegExp = RegExp;
    Intl.Segmenter = Segmenter;
    require.cache[path] = cached;
  }
}

const widths = [
  ['', 0],
  ['concat', 6],
  ['Größe', 5],
  ['日本語', 6],
  ['한국어', 6],
  ['ＡＢ', 4], // full width
  ['ｱｲ', 2], // half width
  ['\u1112\u1161\u11ab', 2], // one Hangul syllable in three letters
  ['e\u0301', 1],
  ['n\u0303o\u0308\u0332', 2],
  ['\u304b\u3099', 2], // ka and its voicing mark
  ['a\u200bb', 2], // zero width space
  ['👍', 2],
  ['👍🏽', 2],
  ['☝🏽', 2],
  ['❤', 1],
  ['❤️', 2],
  ['1️⃣', 2],
  ['👩‍👩‍👧‍👦', 2],
  ['🏳️‍🌈', 2],
  ['🇯🇵', 2],
  ['🇯🇵🇫🇷', 4],
  ['\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', 2],
  ['…', 1],
  ['Ω≈ç', 3],
  ['\u{20000}', 2],
  ['\x1b', 0],
];

for (const [title, { width: measure, truncate: cut }] of [['with ICU', display], ['without ICU', withoutIcu()]]) {
  describe(`the columns that text takes, ${title}`, () => {
    for (const [text, columns] of widths) {
      it(`${JSON.stringify(text)}: ${columns}`, () => {
        expect(measure(text)).to.equal(columns);
        expect(measure(`a${text} z`)).to.equal(columns + 3);
      });
    }

    it('cuts between characters', () => {
      expect(cut('👩‍👩‍👧‍👦👍🏽e\u0301日', 5)).to.equal('👩‍👩‍👧‍👦👍🏽…');
      expect(cut('👩‍👩‍👧‍👦👍🏽e\u0301日', 6)).to.equal('👩‍👩‍👧‍👦👍🏽e\u0301…');
      expect(cut('👩‍👩‍👧‍👦👍🏽e\u0301日', 7)).to.equal('👩‍👩‍👧‍👦👍🏽e\u0301日');
    });
  });
}

describe('text that a terminal would not show as it is', () => {
  const shown = [
    ['a b', 'a b'],
    ['', "''"],
    ['a\nb\r\n\tc', 'a\\nb\\r\\n\\tc'],
    ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\0\x07\x7f\x9b', '\\x00\\x07\\x7f\\x9b'],
    ['a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
    ['\u2028', '\\u2028'],
    ['\ud800x\udc00', '\\ud800x\\udc00'],
    ['👩‍👧 日本 e\u0301', '👩‍👧 日本 e\u0301'],
    ['C:\\new', 'C:\\new'],
  ];
  for (const [text, expected] of shown) {
    it(`${JSON.stringify(text)} is shown as ${expected}`, () => expect(printable(text)).to.equal(expected));
  }

  it('is safe for every code', () => {
    const unsafe = [];
    for (let code = 0; code < 0x10000; code++) {
      const text = printable(String.fromCharCode(code));
      if (/[^ -\u{10ffff}]|[\x7f-\x9f\ud800-\udfff]|\p{Bidi_Control}/u.test(text)) unsafe.push(code.toString(16));
    }
    expect(unsafe).to.deep.equal([]);
  });
});

describe('cutting and padding', () => {
  it('cuts to columns, not to characters', () => {
    expect(truncate('concatenation', 13)).to.equal('concatenation');
    expect(truncate('concatenation', 12)).to.equal('concatenati…');
    expect(truncate('日本語', 6)).to.equal('日本語');
    expect(truncate('日本語', 5)).to.equal('日本…');
    expect(truncate('日本語', 4)).to.equal('日…');
    expect(truncate('ab', 1)).to.equal('…');
    expect(truncate('ab', 0)).to.equal('');
    expect(truncate('', 0)).to.equal('');
  });

  it('is never wider than asked for', () => {
    const text = 'a日👩‍👧e\u0301🇯🇵z';
    for (let columns = 0; columns < 12; columns++) expect(width(truncate(text, columns))).to.be.at.most(columns);
  });

  it('pads by columns', () => {
    expect(padEnd('日', 4)).to.equal('日  ');
    expect(padStart('日', 4)).to.equal('  日');
    expect(padEnd('long', 2)).to.equal('long');
    expect(padStart('long', 2)).to.equal('long');
  });

  it('shows a name of 10 kB in 80 columns', () => {
    expect(label('x'.repeat(10240))).to.equal(`${'x'.repeat(79)}…`);
    expect(label('')).to.equal("''");
  });
});
