'use strict';

const { expect } = require('chai');
const { summarizeBox } = require('#lib/report/chart/box');
const { areaDrawing, lineSign } = require('#lib/report/chart/area');
const { sign } = require('#lib/report/chart/marks');
const { rowDrawing } = require('#lib/report/chart/rows');
const { createScale } = require('#lib/report/chart/axes');

const scale = createScale({ low: 0, high: 100, padding: 0 });
const ticks = [{ at: 0, text: '0' }, { at: 50, text: '50' }, { at: 100, text: '100' }];

const textOf = (content) => [content].flat(Infinity).filter(Boolean).map(({ text }) => text).join('');

/** The tags of a drawing, with their attributes and their class as `kind` */
const TAG = /<(\w+)((?: [\w-]+="[^"]*")*)\/?>/g;
const marks = ({ content }) => [...textOf(content).matchAll(TAG)].map(([, tag, text]) => {
  const attributes = Object.fromEntries(
    [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  return { tag, kind: attributes.class || '', ...attributes };
});
const signsOf = (drawing) => marks(drawing).filter(({ tag }) => tag === 'svg').map(({ kind }) => kind)
  .filter((kind) => kind.startsWith('sign'));
/** The dots of a path: percent across, pixels down */
const points = (drawing, kind) => marks(drawing).filter((mark) => mark.kind === kind)
  .flatMap(({ d }) => [...d.matchAll(/M([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [x / 10, +y]));
const texts = ({ content }) => [...textOf(content).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

/** Limits of the marks of rows; the plots in test/fixtures/plots/ cover most marks. */
describe('a row of a figure', () => {
  const rowOf = (row, item, figure) => rowDrawing({ label: 'label', ...item }, { row, scale, ticks, ...figure });

  it('has single values instead of a box if there are fewer than five', () => {
    const dots = (...values) => marks(rowOf('box', { box: summarizeBox(values) }))
      .filter(({ tag }) => tag === 'circle');
    expect([dots(10, 20, 30, 40, 50).length, dots(10, 20, 30, 40).length]).to.deep.equal([0, 4]);
  });

  it('has dots that do not cover each other, and arrows for values beyond the axis', () => {
    const row = (values) => rowOf('dots', { values, centre: 50, low: null, high: null });
    const heights = (values) => points(row(values), 'value').map(([, y]) => y);
    expect(heights([50, 50, 50])).to.deep.equal([20, 28, 12]);
    const many = heights(new Array(40).fill(50));
    expect([new Set(many).size, Math.min(...many) >= 0, Math.max(...many) <= 40]).to.deep.equal([40, true, true]);
    const drawing = row([-10, 50, 200, 300]);
    expect(points(drawing, 'value')).to.deep.equal([[50, 20]]);
    expect(signsOf(drawing)).to.deep.equal(['sign estimate diamond', 'sign beyond left', 'sign beyond right']);
  });
});

it('a box has quartiles of type 7, whiskers to the last value within 1.5 lengths, and the interval of the mean', () => {
  // h = 8 p: q1 is the 3rd, the median the 5th, q3 the 7th value; reach 1.5 * 4
  expect(summarizeBox([100, 3, 1, 2, 8, 7, 4, 5, 6]))
    .to.deep.include({ q1: 3, median: 5, q3: 7, low: 1, high: 8, count: 9, outliers: [100] });
  expect(summarizeBox([1, 2, 3, 4])).to.include({ q1: 1.75, median: 2.5, q3: 3.25, low: 1, high: 4 });
  // q1 2, q3 4, reach 3: a value at exactly 1.5 lengths is within
  expect(summarizeBox([1, 2, 3, 4, 7])).to.deep.include({ high: 7, outliers: [] });
  expect(summarizeBox([1, 2, 3, 4, 7.5])).to.deep.include({ high: 4, outliers: [7.5] });
  // q3 lies between 1 and 100, without a value: no whisker is inside the box
  const box = summarizeBox([1, 1, 1, 1, 1, 1, 100, 1000]);
  expect([box.high >= box.q3, box.low <= box.q1]).to.deep.equal([true, true]);
  // 1, 2, 3 -> 2 ± 4.303 / √3
  expect(summarizeBox([1, 2, 3]).interval.high).to.be.closeTo(2 + 4.302652729749462 / Math.sqrt(3), 1e-9);
  expect(summarizeBox([7])).to.deep.include({ median: 7, q1: 7, q3: 7, outliers: [], interval: null });
});

describe('lines', () => {
  const across = (isNumeric, ...values) => ({ isNumeric, values: values.map(([at, text]) => ({ at, text })) });
  const draw = (more) => areaDrawing({
    draw: 'lines', scale, ticks, across: across(true, [0, '1'], [100, '9']),
    lines: [{ name: 'a', points: [{ at: 50, value: 100, low: null, high: null, words: '100 at 50' }] }],
    ...more,
  });
  const labels = (drawing) => texts(drawing).filter((text) => !ticks.some((tick) => tick.text === text));

  it('have labels that do not touch, always with the last one; words are cut or become numbers', () => {
    const powers = Array.from({ length: 11 }, (_, i) => [100 * 2 ** i / 1024, `${2 ** i}`]);
    const found = labels(draw({ across: across(true, ...powers) }));
    expect(found.at(-1)).to.equal('1024');
    expect(found.length).to.be.within(4, 9);
    const long = 'a word that is long';
    const words = (n) => across(false, ...Array.from({ length: n }, (_, i) => [(i + 0.5) / n * 100, `${i} ${long}`]));
    expect(labels(draw({ across: words(9) }))[8]).to.equal('8 a w…');
    const numbered = draw({ across: words(11) });
    expect(labels(numbered).slice(-2)).to.deep.equal(['10', '11']);
    expect(numbered.notes).to.match(/^1: 0 a word that is long, 2: 1 a word/);
  });

  it('have different pairs of a colour and a shape', () => {
    const pairs = Array.from({ length: 64 }, (_, i) => `${i % 8} ${sign(i).text}`);
    expect(new Set(pairs).size).to.equal(64);
    expect(pairs.filter((pair) => pair.includes('class="stroke"'))).to.have.length(16);
    expect(textOf(lineSign(9))).to.include(sign(9).text);
  });
});
