'use strict';

const { expect } = require('chai');
const display = require('../../lib/text/display');
const { width, printable, truncate, cutInside, label, padEnd, padStart } = display;

const { RegExp: UsualRegExp } = globalThis;

/** The module as it is where Intl.Segmenter, and what makes patterns, are others. */
function displayWith(segmenter, makePattern) {
  const paths = ['display', 'characters'].map((name) => require.resolve(`../../lib/text/${name}`));
  const { Segmenter } = Intl;
  const cached = paths.map((path) => require.cache[path]);
  for (const path of paths) delete require.cache[path];
  Intl.Segmenter = segmenter;
  globalThis.RegExp = makePattern;
  try {
    return require('../../lib/text/display');
  } finally {
    globalThis.RegExp = UsualRegExp;
    Intl.Segmenter = Segmenter;
    paths.forEach((path, i) => { require.cache[path] = cached[i]; });
  }
}

/** Where there is no ICU: neither Intl.Segmenter nor \p{..} */
const withoutIcu = () => displayWith(undefined, function (source, flags) {
  if (source.includes('\\p{')) throw new SyntaxError('Invalid property name');
  return new UsualRegExp(source, flags);
});

/** With how many characters it was asked to walk over since it was loaded. */
function countingDisplay() {
  const { Segmenter } = Intl;
  const seen = { characters: 0 };
  class Counting {
    constructor(...args) {
      this.own = new Segmenter(...args);
    }

    * segment(text) {
      for (const one of this.own.segment(text)) {
        seen.characters += one.segment.length;
        yield one;
      }
    }
  }
  return { seen, ...displayWith(Counting, UsualRegExp) };
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

for (const [title, { width: measure, truncate: cut, cutInside: inside }] of [
  ['with ICU', display], ['without ICU', withoutIcu()],
]) {
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

    it('cuts between characters inside, too', () => {
      const family = '👩‍👩‍👧‍👦';
      const text = `${family}👍🏽e\u0301日🇯🇵${family}`; // 2 + 2 + 1 + 2 + 2 + 2
      expect(inside(text, 11)).to.equal(text);
      expect(inside(text, 10)).to.equal(`${family}👍🏽e\u0301…🇯🇵${family}`);
      expect(inside(text, 9)).to.equal(`${family}👍🏽…🇯🇵${family}`);
      expect(inside(text, 8)).to.equal(`${family}👍🏽…${family}`);
      expect(inside('日本語のテストです', 12)).to.equal('日本語…です');
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

  it('leaves the start and the end of names, and of those too short for both the start', () => {
    expect(cutInside('concatenation', 13)).to.equal('concatenation');
    expect(cutInside('concatenation', 12)).to.equal('concat…ation');
    expect(cutInside('concatenation', 9)).to.equal('conc…tion');
    expect(cutInside('concatenation', 8)).to.equal('conc…ion');
    expect(cutInside('concatenation', 7)).to.equal('con…ion');
    expect(cutInside('concatenation', 6)).to.equal('conca…');
    expect(cutInside('concatenation', 1)).to.equal('…');
    expect(cutInside('concatenation', 0)).to.equal('');
    expect(cutInside('日本語', 6)).to.equal('日本語');
    // What has been cut to 80 columns is cut once more where they stood.
    expect(cutInside(label(`start${'x'.repeat(100)}end`), 11)).to.equal('start…xxend');
  });

  it('is never wider than asked for', () => {
    const text = 'a日👩‍👧e\u0301🇯🇵z';
    for (let columns = 0; columns < 12; columns++) {
      expect(width(truncate(text, columns))).to.be.at.most(columns);
      expect(width(cutInside(text, columns))).to.be.at.most(columns);
      expect(width(cutInside(`${text}${text}\u0301\u200b${text}`, columns))).to.be.at.most(columns);
    }
    const hidden = '\u200b'.repeat(9000);
    expect(width(cutInside(`${hidden}${'x'.repeat(1000)}${hidden}`, 20))).to.equal(20);
  });

  it('looks at the ends alone of a name of 1 MB', () => {
    const { seen, label: short, cutInside: inside, truncate: cut } = countingDisplay();
    expect(short(`日${'本'.repeat(1e6)}語`)).to.equal(`日${'本'.repeat(19)}…${'本'.repeat(18)}語`);
    expect(inside('x'.repeat(1e6), 20)).to.equal('xxxxxxxxxx…xxxxxxxxx');
    expect(seen.characters).to.be.within(2 * 40, 2 * 2 * 1024);
    const before = seen.characters;
    expect(cut('x'.repeat(1e6), 20)).to.equal(`${'x'.repeat(19)}…`);
    expect(seen.characters - before).to.be.at.most(21);
  });

  it('pads by columns', () => {
    expect(padEnd('日', 4)).to.equal('日  ');
    expect(padStart('日', 4)).to.equal('  日');
    expect(padEnd('long', 2)).to.equal('long');
    expect(padStart('long', 2)).to.equal('long');
  });

  it('shows a name of 10 kB in 80 columns', () => {
    expect(label('x'.repeat(10240))).to.equal(`${'x'.repeat(40)}…${'x'.repeat(39)}`);
    expect(label('')).to.equal("''");
  });
});
