'use strict';

const { expect } = require('chai');
const { markup, raw, shown, nameOf, linesOf } = require('../../lib/report/chart/markup');
const figures = require('../../lib/report/chart/figures');
const { verdictTag, wordsOf, toneOf, shapeOf } = require('../../lib/report/chart/verdicts');
const { labelOf } = require('../../lib/report/change-figure');
const { light, dark } = require('../../lib/report/chart/theme');
const { style } = require('../../lib/report/html/style');

const TEXT = ['ink', 'soft', 'link', 'faster', 'slower', 'failed', 'open', 'same'];
const MARKS = ['mark', 'faint-mark', 'collected', 'median'];

const plain = (text) => text.replace(/\u00a0/g, ' ');

describe('markup', () => {
  it('escapes all that is not markup', () => {
    expect(`${markup`<b title="${'"x"'}">${'<i>'}</b>`}`).to.equal('<b title="&quot;x&quot;">&lt;i&gt;</b>');
    expect(`${markup`${markup`<b>${'&'}</b>`}${raw('<hr>')}`}`).to.equal('<b>&amp;</b><hr>');
    expect(`${markup`${['<', markup`<p>`, [1, '\'']]}`}`).to.equal('&lt;<p>1&#39;');
    expect(`${markup`${'a\x00b\u202ec\nd\ud800'}`}`).to.equal('a\\x00b\\u202ec\\nd\\ud800');
  });

  it('takes what is no text for nothing', () => {
    for (const value of [null, undefined, false, true, NaN, Infinity, {}, { text: '<b>' }, () => '<b>', Symbol('x')]) {
      expect(`${markup`[${value}]`}`, String(value)).to.equal('[]');
    }
    expect(`${markup`${0} ${-1.5}`}`).to.equal('0 -1.5');
  });

  it('shows names cut, in quotes where nothing would be seen, in a direction of their own', () => {
    expect(shown('x'.repeat(81))).to.equal(`${'x'.repeat(40)}…${'x'.repeat(39)}`);
    expect([shown(''), shown('  '), shown(null), shown(7), shown(' a ')])
      .to.deep.equal(['\'\'', '\'  \'', '\'\'', '7', ' a ']);
    expect(`${nameOf('<a>')}`).to.equal('<bdi>&lt;a&gt;</bdi>');
    expect(labelOf([{ label: 'old' }, { label: '' }], 0) + labelOf([{ label: 'old' }, { label: '' }], 1))
      .to.equal('oldside 2');
  });

  it('keeps lines of text apart, without colours', () => {
    expect(`${markup`${linesOf('a\r\n\x1b[31mb\x1b[0m\n\tc<')}`}`).to.equal('a\nb\n    c&lt;');
  });
});

describe('figures', () => {
  const rows = (name, cases) => {
    for (const [given, expected] of cases) {
      it(`${name}(${given.join(', ')}) is ${expected}`,
        () => expect(plain(figures[name](...given))).to.equal(expected));
    }
  };
  rows('time', [
    [[134.195, 132.7, 135.7], '134.2 ns'], [[134.195, 134.19, 134.2], '134.195 ns'], [[134.195], '134 ns'],
    [[134.195, 100, 170], '134 ns'], [[134.195, 134, 134.6], '134.19 ns'],
    [[134.195, 133, 135], '134.2 ns'], [[100, 99.4, 100.6], '100.0 ns'],
    [[0.42], '0.420 ns'], [[999.4], '999 ns'], [[1000], '1.00 µs'], [[1.5e6], '1.50 ms'], [[2.25e9], '2.25 s'],
    [[999.96e6], '1.000 s'], [[1e13], '10,000 s'],
    [[0], '0.00 ns'], [[-3], '−3.00 ns'], [[1e-300], '0.000000000000 ns'], [[null], '–'],
  ]);
  rows('timeInterval',
    [[[132.68, 135.7, 134.2], '132.7 – 135.7 ns'], [[900, 1100, 1000], '0.90 – 1.10 µs'], [[1, null, 1], '–'],
      [[90, 110, null], '90 – 110 ns']]);
  rows('roughTime',
    [[[0.1123], '0.11 ns'], [[53], '53 ns'], [[64.18], '64 ns'], [[0.4], '0.4 ns'], [[1500], '1.5 µs'], [[0], '0 ns'],
      [[null], '–']]);
  rows('quantity', [[[483.2, 482.9, 483.5], '483.20'], [[483.2], '483'], [[null], '–']]);
  rows('percent',
    [[[0.002], '0.2 %'], [[0.0042], '0.42 %'], [[0.012345], '1.2 %'], [[0.95], '95 %'], [[0], '0 %'], [[1.5], '150 %'],
      [[1e-9], '0 %'], [[null], '–']]);
  rows('ratioText', [
    [[1.021, 1.01, 1.03], '+2.1 %'], [[0.96, 0.95, 0.97], '−4.0 %'], [[1.002, 1.0, 1.004], '+0.20 %'],
    [[1.0021], '+0.21 %'], [[1.00001], '0.00 %'], [[1], '0.00 %'], [[0.99999, 0.9, 1.1], '0 %'],
    [[1.08, 1.01, 1.14], '+8 %'], [[2.41, 2.35, 2.47], '2.41×'], [[0.3, 0.29, 0.31], '0.300×'], [[2.41], '2.41×'],
    [[2e-8, 1e-8, 3e-8], '2.0·10⁻⁸×'], [[null], '–'], [[0], '0.00×'],
  ]);
  rows('ratioInterval',
    [[[1.01, 1.03, 1.021], '+1.0 to +3.0 %'], [[0.95, 1.03, 1], '−5 to +3 %'], [[2.35, 2.47, 2.41], '2.35 to 2.47×'],
      [[0.0073, 137, 1.7], '0.007 to 137.0×'], [[0.00002, 137, 1.7], '2.0·10⁻⁵ to 137.0×'], [[1, null, 1], '–']]);
  rows('probability', [[[0.04123], '0.0412'], [[0.00001], '< 0.0001'], [[0.82], '0.82'], [[null], '–']]);
  rows('count', [[[4], '4'], [[999], '999'], [[1234567], '1,234,567'], [[4.55], '4.55'], [[0], '0'], [[null], '–']]);
  rows('plural',
    [[[1, 'round'], '1 round'], [[2, 'round'], '2 rounds'], [[0, 'process'], '0 processes'],
      [[1, 'process'], '1 process']]);
  rows('duration', [[[3.21], '3.2 s'], [[40], '40 s'], [[600], '10 min'], [[36000], '10 h']]);
});

describe('verdicts', () => {
  const verdicts =
    ['baseline', 'same', 'faster', 'slower', 'looks-faster', 'looks-slower', 'unresolved', 'below-resolution',
      'too-noisy', 'failed', 'unmatched', 'not-judged'];

  it('are told by words; what looks alike by colour differs in words and sign', () => {
    expect(verdicts.map(wordsOf))
      .to.deep.equal(
        ['baseline', 'same', 'faster', 'slower', 'looks faster', 'looks slower', 'unresolved', 'too fast to tell',
          'too noisy to tell', 'failed', 'unmatched', 'not judged']);
    for (const verdict of verdicts) {
      expect(`${verdictTag(verdict)}`)
        .to.match(
          new RegExp(`class="verdict ${toneOf(verdict)}".*aria-hidden="true">.</span>${wordsOf(verdict)}</span>`));
    }
    expect([shapeOf('faster'), shapeOf('unresolved'), shapeOf('baseline')]).to.deep.equal(['disc', 'ring', 'square']);
  });

  it('of other versions are shown as they are', () => {
    expect([wordsOf(null), wordsOf('brand-new'), wordsOf('toString')])
      .to.deep.equal(['not measured', 'brand-new', 'toString']);
    expect(toneOf('constructor')).to.equal('open');
  });
});

describe('the colours', () => {
  const channel = (hex) => {
    const value = parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = (colour) =>
    0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7));
  const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (
    Math.min(luminance(a), luminance(b)) + 0.05);

  for (const [theme, colours] of Object.entries({ light, dark })) {
    it(`stand out in the ${theme} theme: text by 4.5, marks by 3`, () => {
      for (const name of TEXT) {
        for (const ground of ['paper', 'raised', 'band']) {
          expect(contrast(colours[name], colours[ground]), `${name} on ${ground}`).to.be.at.least(4.5);
        }
      }
      for (const name of MARKS) {
        for (const ground of ['paper', 'band']) {
          expect(contrast(colours[name], colours[ground]), `${name} on ${ground}`).to.be.at.least(3);
        }
      }
    });
  }

  it('are all defined in both themes, and all that are used are defined', () => {
    expect(Object.keys(dark)).to.deep.equal(Object.keys(light));
    const used = new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
    for (const name of used) expect([...Object.keys(light), 'sans', 'mono']).to.include(name);
    for (const name of Object.keys(light)) expect([...used]).to.include(name);
  });

  it('have a style sheet whose braces match', () => {
    expect(style.split('{').length).to.equal(style.split('}').length);
    expect(style).not.to.include('undefined').and.not.to.include('</');
  });
});
