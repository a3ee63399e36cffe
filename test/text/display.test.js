'use strict';

const { expect } = require('chai');
const display = require('../../lib/text/display');
const { width, printable, truncate, label, padEnd, padStart, number, scale, rank, interval } = display;

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

describe('a number', () => {
  const numbers = [
    [93468158.4, '93,468,158'], [1000, '1,000'], [999.5, '1,000'], [999.4, '999'], [1234567, '1,234,567'], [100, '100'],
    [99.96, '100'], [99.94, '99.9'], [9.996, '10.0'], [4.55, '4.55'], [4.5549, '4.55'], [1, '1.00'], [0.5, '0.500'],
    [0.00123, '0.00123'], [1e-10, '0.000000000100'], [0, '0'], [-0, '0'], [-1234.5, '-1,235'], [5e-324, '0'],
    [1e15, '1,000,000g'], [4.59e12, '4,590,000,000,000'], [999999999999999.4, '999,999,999,999,999'],
    [1e21, '1,000,000,000,000g'], [1e300, '1.00e+300'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [Infinity, '-'], [-Infinity, '-'], ['12', '-'],
  ];
  for (const [value, expected] of numbers) it(`${value}: ${expected}`, () => expect(number(value)).to.equal(expected));

  it('is short, plain and in order over 30 decades and more', () => {
    let last = 0;
    for (let exponent = -17; exponent < 24; exponent++) {
      for (const digits of [1, 1.004, 1.006, 2.5, 4.555, 9.949, 9.951, 9.994, 9.996, 9.9999999999]) {
        const value = digits * 10 ** exponent;
        const text = number(value);
        expect(text, `${value}`).to.match(/^(\d{1,2}(\.\d+)?|\d{1,3}(,\d{3})*g?)$/);
        expect(text.length, text).to.be.at.most(20);
        const read = Number(text.replace(/[,g]/g, '')) * (text.endsWith('g') ? 1e9 : 1);
        expect(read, `${value}`).to.be.at.least(last);
        if (exponent >= -16) expect(read / value, `${value}`).to.be.within(0.99, 1.01);
        last = read;
      }
    }
  });
});

describe('a count in short', () => {
  const counts = [[5000000, '5m'], [5000, '5k'], [12345, '12.3k'], [999, '999'], [1000, '1k'], [999999, '1m'], [1, '1'], [0, '0'],
    [1234567890, '1.23g'], [8.5e9, '8.5g'], [null, '-'], [NaN, '-']];
  for (const [count, expected] of counts) it(`${count}: ${expected}`, () => expect(scale(count)).to.equal(expected));
});

describe('a rank', () => {
  const ranks = [[1000, '1000'], [998.4, '998'], [12345.6, '12346'], [10, '10'], [9.994, '9.99'], [4.554, '4.55'], [0, '0'],
    [null, '-'], [undefined, '-'], [NaN, '-'], [1e15, '1,000,000g']];
  for (const [value, expected] of ranks) it(`${value}: ${expected}`, () => expect(rank(value)).to.equal(expected));

  it('has an interval where both ends are known', () => {
    expect(interval(998.2, 1001.7)).to.equal('(998..1002)');
    expect(interval(4.301, 4.349)).to.equal('(4.30..4.35)');
    expect(interval(1, 1000)).to.equal('(1.00..1000)');
    expect(interval(1, 1001)).to.equal('(?)');
    expect(interval(null, 3)).to.equal('');
    expect(interval(3, NaN)).to.equal('');
  });
});
