'use strict';

const { expect } = require('chai');
const { boxOf } = require('../../lib/report/chart/box');
const { lineDrawing, lineSign } = require('../../lib/report/chart/lines');
const { sign, stack } = require('../../lib/report/chart/marks');
const { axisDrawing, rowDrawing } = require('../../lib/report/chart/rows');
const { bins, distribution, sequence } = require('../../lib/report/chart/rounds');
const { createScale } = require('../../lib/report/chart/scale');
const { mulberry32, gaussian } = require('../helpers/random');

const scale = createScale({ low: 0, high: 100, padding: 0 });
const ticks = [{ at: 0, text: '0' }, { at: 50, text: '50' }, { at: 100, text: '100' }];

const textOf = (content) => [content].flat(Infinity).filter(Boolean).join('');

/** The tags of a drawing, with their attributes and their class as `kind`. */
const TAG = /<(\w+)((?: [\w-]+="[^"]*")*)\/?>/g;
const marks = ({ content }) => [...textOf(content).matchAll(TAG)].map(([, tag, text]) => {
  const attributes = Object.fromEntries(
    [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  return { tag, kind: attributes.class || '', ...attributes };
});
const ofKind = (drawing, kind) => marks(drawing).filter((mark) => mark.kind === kind);
/** [kind, x1, x2] of lines of these kinds, [kind, x] of signs. */
const placesOf = (drawing, ...kinds) => marks(drawing)
  .filter(({ tag, kind }) => kinds.includes(kind) && tag !== 'path')
  .map(({ kind, x, x1, x2 }) => (x1 === undefined ? [kind, x] : [kind, x1, x2]));
/** The dots of a path: percent across, pixels down. */
const points = (drawing, kind) => ofKind(drawing, kind)
  .flatMap(({ d }) => [...d.matchAll(/M([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [x / 10, +y]));
const texts = ({ content }) => [...textOf(content).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

const rowOf = (row, item, figure) =>
  rowDrawing({ label: 'label', tone: 'slower', ...item }, { row, scale, ticks, ...figure });

describe('a row of an interval', () => {
  const row = (more, figure) => rowOf('interval', { centre: 40, low: 30, high: 60, shape: 'disc', ...more }, figure);
  const SIGNS = ['interval', 'sign', 'sign beyond left', 'sign beyond right', 'sign estimate disc',
    'sign estimate left', 'sign estimate right'];

  it('has marks for the interval, its ends and the estimate; arrows if the axis ends before them', () => {
    for (const [item, ...expected] of [
      [{}, ['interval', '30%', '60%'], ['sign', '30%'], ['sign', '60%'], ['sign estimate disc', '40%']],
      [{ low: -20, high: 300 }, ['interval', '0%', '100%'], ['sign beyond left', '0%'], ['sign beyond right', '100%'],
        ['sign estimate disc', '40%']],
      [{ low: null, high: null }, ['sign estimate disc', '40%']],
      [{ centre: null }, ['interval', '30%', '60%'], ['sign', '30%'], ['sign', '60%']],
      [{ centre: -Infinity, low: null, high: null }, ['sign estimate left', '0%']],
      [{ centre: 900, low: null, high: null }, ['sign estimate right', '100%']],
    ]) expect(placesOf(row(item), ...SIGNS), JSON.stringify(item)).to.deep.equal(expected);
  });

  it('has its label, its tone and the lines of the ticks', () => {
    expect(row()).to.include({ label: 'label', height: 30, left: 26, right: 26, kind: 'row' });
    expect(marks(row()).filter(({ tag }) => tag === 'g').map(({ kind }) => kind)).to.deep.equal(['slower']);
    expect(placesOf(row(), 'grid').map(([, x]) => x)).to.deep.equal(['0%', '50%', '100%']);
    expect(ofKind(rowDrawing({ centre: null, low: null, high: null }, { row: 'interval', scale, ticks }, []), 'grid'))
      .to.deep.equal([]);
  });

  it('has a band, and lines to compare with that lie on the axis', () => {
    const drawing = row({ band: { low: 45, high: 55 } },
      { lines: [{ value: 50, kind: 'unity' }, { value: 500, kind: 'limit' }] });
    expect(ofKind(drawing, 'band')[0]).to.include({ x: '45%', width: '10.00%' });
    expect(placesOf(drawing, 'unity', 'limit')).to.deep.equal([['unity', '50%', '50%']]);
    expect(ofKind(row(), 'band')).to.deep.equal([]);
  });

  it('stands above an axis that is not read aloud', () => {
    const axis = axisDrawing({ ticks });
    expect([axis.label, texts(axis)]).to.deep.equal([null, ['0', '50', '100']]);
  });
});

describe('a row of bars', () => {
  const row = (item, figure) => rowOf('bar', { parts: [{ value: 30, kind: 'user' }], ...item }, figure);

  it('has parts one after the other, and leaves out empty ones', () => {
    const parts = [30, 0, 20, -5].map((value, i) => ({ value, kind: `k${i}` }));
    expect(placesOf(row({ parts }), 'bar k0', 'bar k1', 'bar k2', 'bar k3'))
      .to.deep.equal([['bar k0', '0%', '30%'], ['bar k2', '30%', '50%']]);
  });

  it('has a whisker that goes on from its end, or an interval around it', () => {
    const whisker = (item) => placesOf(row(item), 'whisker', 'sign', 'sign beyond right');
    for (const [item, ...expected] of [
      [{ whisker: 40 }, ['whisker', '30%', '40%'], ['sign', '40%']],
      [{ whisker: 30 }], [{ whisker: null }], [{}],
      [{ interval: { low: 20, high: 45 } }, ['whisker', '20%', '45%'], ['sign', '20%'], ['sign', '45%']],
      [{ interval: { low: 20, high: 450 } },
        ['whisker', '20%', '100%'], ['sign', '20%'], ['sign beyond right', '100%']],
    ]) expect(whisker(item), JSON.stringify(item)).to.deep.equal(expected);
    expect(placesOf(row({}, { lines: [{ value: 50, kind: 'unity' }] }), 'unity')).to.have.length(1);
    expect(marks(row({ tone: undefined })).some(({ tag }) => tag === 'g')).to.equal(false);
  });
});

describe('a box', () => {
  it('has quartiles of type 7, and whiskers to the last value within 1.5 lengths', () => {
    // h = 8 p: q1 is the 3rd, the median the 5th, q3 the 7th value; reach 1.5 * 4
    expect(boxOf([100, 3, 1, 2, 8, 7, 4, 5, 6]))
      .to.deep.include({ q1: 3, median: 5, q3: 7, low: 1, high: 8, count: 9, outliers: [100] });
    expect(boxOf([1, 2, 3, 4])).to.include({ q1: 1.75, median: 2.5, q3: 3.25, low: 1, high: 4 });
    // q1 2, q3 4, reach 3: a value at exactly 1.5 lengths is within
    expect(boxOf([1, 2, 3, 4, 7])).to.deep.include({ high: 7, outliers: [] });
    expect(boxOf([1, 2, 3, 4, 7.5])).to.deep.include({ high: 4, outliers: [7.5] });
  });

  it('has no whisker inside of itself', () => {
    // q3 lies between 1 and 100, without a value
    const box = boxOf([1, 1, 1, 1, 1, 1, 100, 1000]);
    expect([box.high >= box.q3, box.low <= box.q1]).to.deep.equal([true, true]);
  });

  it('has the interval of the mean: 1, 2, 3 -> 2 ± 4.303 / √3', () => {
    const { mean, interval } = boxOf([1, 2, 3]);
    expect(mean).to.equal(2);
    expect(interval.high).to.be.closeTo(2 + 4.302652729749462 / Math.sqrt(3), 1e-9);
    expect(boxOf([7])).to.deep.include({ median: 7, q1: 7, q3: 7, outliers: [], interval: null });
  });
});

describe('a row of a box', () => {
  const row = (...values) => rowOf('box', { box: boxOf(values) });
  const dots = (drawing) => marks(drawing).filter(({ tag }) => tag === 'circle').map(({ cx }) => cx);

  it('has the box, the median, and whiskers beyond the box', () => {
    const drawing = row(10, 20, 30, 40, 50);
    expect(ofKind(drawing, 'box')[0]).to.include({ x: '20%', width: '20.00%' });
    expect(placesOf(drawing, 'box-median', 'box-line')).to.deep.equal([
      ['box-line', '10%', '20%'], ['box-line', '10%', '10%'], ['box-line', '40%', '50%'], ['box-line', '50%', '50%'],
      ['box-median', '30%', '30%']]);
    expect([row(1, 1, 1, 1, 1.9, 2), row(5, 5, 5)].map((one) => ofKind(one, 'box-line').length)).to.deep.equal([2, 0]);
    expect(ofKind(row(5, 5, 5), 'box')[0].width).to.equal('0.25%');
  });

  it('has dots for outliers, for all of fewer than five values, and arrows for those beyond the axis', () => {
    expect(dots(row(10, 20, 30, 40, 50))).to.deep.equal([]);
    expect(dots(row(10, 20, 30, 40))).to.have.length(4);
    expect(ofKind(row(10), 'box')).to.deep.equal([]);
    const drawing = row(10, 11, 12, 13, 14, 15, 90, 900);
    expect(dots(drawing)).to.deep.equal(['90%']);
    expect(placesOf(drawing, 'sign beyond left', 'sign beyond right')).to.deep.equal([['sign beyond right', '100%']]);
  });
});

describe('a row of dots', () => {
  const row = (values, item) => rowOf('dots', { values, centre: 50, low: 40, high: 60, ...item });

  it('has a dot for each value, the estimate and its interval', () => {
    const drawing = row([10, 50, 90]);
    expect(points(drawing, 'value few')).to.deep.equal([[10, 20], [50, 20], [90, 20]]);
    expect(placesOf(drawing, 'interval', 'sign estimate diamond'))
      .to.deep.equal([['interval', '40%', '60%'], ['sign estimate diamond', '50%']]);
    expect(ofKind(row([1], { low: null, high: null }), 'interval')).to.deep.equal([]);
    expect(points(row(new Array(601).fill(1)), 'value few')).to.have.length(600);
  });

  it('moves dots apart, up and down, and stays within', () => {
    expect(points(row([50, 50, 50]), 'value few').map(([, y]) => y)).to.deep.equal([20, 28, 12]);
    const many = points(row(new Array(40).fill(50)), 'value few').map(([, y]) => y);
    expect(new Set(many).size).to.equal(40);
    expect([Math.min(...many) >= 0, Math.max(...many) <= 40]).to.deep.equal([true, true]);
  });

  it('has arrows for values beyond the axis', () => {
    const drawing = row([-10, 50, 200, 300]);
    expect(points(drawing, 'value few')).to.deep.equal([[50, 20]]);
    expect(placesOf(drawing, 'sign beyond left', 'sign beyond right'))
      .to.deep.equal([['sign beyond left', '0%'], ['sign beyond right', '100%']]);
  });
});

describe('lines', () => {
  const point = (at, value, half = null) => ({ at, value, low: half && value - half, high: half && value + half,
    words: `${value} at ${at}`, says: `says ${at}` });
  const across = (isNumeric, ...values) => ({ isNumeric, values: values.map(([at, text]) => ({ at, text })) });
  const draw = (more, place) => lineDrawing({
    intro: 'Rate over n', scale, ticks, leftOut: 0, across: across(true, [0, '1'], [100, '9']),
    lines: [{ name: 'a', points: [point(0, 0), point(100, 50, 10)] }, { name: '', points: [point(50, 100)] }], ...more,
  }, place);
  const labels = (drawing) => texts(drawing).filter((text) => !ticks.some((tick) => tick.text === text));

  it('have points, lines between them, intervals, and words', () => {
    const drawing = draw();
    expect(ofKind(drawing, 'line').map(({ d }) => d)).to.deep.equal(['M0 280L1000 140', 'M500 0']);
    expect(ofKind(drawing, 'point').map((mark) => [mark.x, mark.y, mark['data-says']])).to.deep.equal([
      ['0%', '290', 'says 0'], ['100%', '150', 'says 100'], ['50%', '10', 'says 50']]);
    expect(ofKind(drawing, 'interval').map(({ x1, y1, y2 }) => [x1, y1, y2])).to.deep.equal([['100%', '178', '122']]);
    expect(drawing.label).to.equal('Rate over n. a: 0 at 0, 50 at 100; 100 at 50');
    expect(marks(drawing).filter(({ tag }) => tag === 'g').map(({ kind }) => kind)).to.deep.equal(['s0', 's1']);
    expect(drawing.notes).to.deep.equal([]);
    expect(draw({ leftOut: 3 }).notes).to.deep.equal(['3 more lines are left out']);
    expect(textOf(draw({}, { isAlone: true }).content)).to.include('<title>says 50</title>').and.not.include('data-');
  });

  it('have labels that do not touch, the last one in any case', () => {
    const powers = Array.from({ length: 11 }, (_, i) => [100 * 2 ** i / 1024, `${2 ** i}`]);
    const found = labels(draw({ across: across(true, ...powers) }));
    expect(found[found.length - 1]).to.equal('1024');
    expect(found.length).to.be.within(3, 6);
    expect(labels(draw({ across: across(true, ...powers) }, { width: 2000 })).length).to.be.above(found.length);
  });

  it('have words cut to their room, and numbers if there is too little', () => {
    const long = 'a word that is long';
    const words = (n) => across(false, ...Array.from({ length: n }, (_, i) => [(i + 0.5) / n * 100, `${i} ${long}`]));
    expect(labels(draw({ across: words(4) }))).to.deep.equal(['0 a wo…', '1 a wo…', '2 a wo…', '3 a wo…']);
    const numbered = draw({ across: words(5) });
    expect(labels(numbered)).to.deep.equal(['1', '2', '3', '4', '5']);
    expect(numbered.notes).to.deep.equal(['numbered are the values, in the order of the table']);
    expect(labels(draw({ across: words(5) }, { width: 900 }))[4]).to.equal(`4 ${long}`);
    expect(draw({ across: words(2) }, { width: 90, isAlone: true }).notes)
      .to.deep.equal([`1: 0 ${long}, 2: 1 ${long}`]);
  });

  it('have different pairs of a colour and a shape', () => {
    const pairs = Array.from({ length: 64 }, (_, i) => `${i % 8} ${sign(i)}`);
    expect(new Set(pairs).size).to.equal(64);
    expect(pairs.filter((pair) => pair.includes('class="stroke"'))).to.have.length(16);
    expect(textOf(lineSign(9))).to.include(`${sign(9)}`);
  });
});

describe('a distribution', () => {
  const plot = (values, more) => distribution({
    values, scale, ticks, label: 'spread', estimate: { centre: 50, low: 45, high: 52 }, below: '', above: '', ...more,
  });

  it('of up to 60 values has dots, of more a histogram', () => {
    const values = (n) => Array.from({ length: n }, (_, i) => (i * 37) % 100);
    for (const [n, dots, bars] of [[60, 60, 0], [61, 0, 1]]) {
      expect([points(plot(values(n)), 'value').length, ofKind(plot(values(n)), 'bars').length])
        .to.deep.equal([dots, bars]);
    }
  });

  it('has dots in their places, those of equal values above each other', () => {
    const dots = points(plot([20, 80, 80]), 'value');
    expect(dots.map(([x]) => x)).to.deep.equal([20, 80, 80]);
    expect([dots[0][1] - dots[1][1], dots[1][1] - dots[2][1]]).to.deep.equal([0, 9]);
    expect(Math.min(...points(plot(new Array(60).fill(80)), 'value').map(([, y]) => y))).to.be.at.least(0);
  });

  it('has a closed outline as high as the fullest bin', () => {
    const cluster = (n, at) => Array.from({ length: n }, (_, i) => at + i / 50);
    const [{ d }] = ofKind(plot([...cluster(100, 20), ...cluster(50, 80)]), 'bars');
    expect(d).to.match(/^M[\d.]+ 132(V[\d.]+H[\d.]+)+V132z$/);
    const heights = [...d.matchAll(/V([\d.]+)H/g)].map(([, y]) => +y);
    expect(Math.min(...heights)).to.equal(4);
    expect(heights.filter((y) => y === 132).length).to.be.above(3);
  });

  it('has the estimate on the axis with its interval, and words about values beyond', () => {
    expect(placesOf(plot([1, 2]), 'interval', 'sign estimate diamond'))
      .to.deep.equal([['interval', '45%', '52%'], ['sign estimate diamond', '50%']]);
    expect(placesOf(plot([1, 2], { estimate: { centre: 500, low: null, high: null } }), 'interval',
      'sign estimate diamond')).to.deep.equal([]);
    expect(texts(plot([1, 2], { below: '2 down', above: '3 up' }))).to.deep.equal(['0', '50', '100', '2 down', '3 up']);
    expect(texts(plot([1, 2]))).to.deep.equal(['0', '50', '100']);
  });
});

describe('a sequence of rounds', () => {
  const point = (x, value, kind = 'round') => ({ x, value, kind });
  const plot = (list, more) => sequence({
    points: list, scale, ticks, ticksAcross: ticks, borders: [], collected: [], median: null, warmUps: [],
    label: 'sequence', below: '', above: '', ...more,
  });

  it('has points in their places, warm-up and extremes in other kinds, larger if they are few', () => {
    expect(points(plot([point(10, 0), point(50, 50), point(90, 100)]), 'value few'))
      .to.deep.equal([[10, 150], [50, 75], [90, 0]]);
    const drawing = plot([point(10, 50, 'warm-up'), point(20, 50, 'edge'), point(30, 50)],
      { warmUps: [{ from: 0, to: 15 }, { from: 50, to: 50 }] });
    expect(['warm-up few', 'hole few', 'edge few', 'value few'].map((kind) => points(drawing, kind)))
      .to.deep.equal([[[10, 75]], [[10, 75]], [[20, 75]], [[30, 75]]]);
    expect(ofKind(drawing, 'band').map((mark) => [mark.x, mark.width])).to.deep.equal([['0%', '15.00%']]);
    expect(points(plot(Array.from({ length: 121 }, (_, i) => point(i / 2, 50))), 'value many')).to.have.length(121);
  });

  it('marks values beyond at the edge, and says how many', () => {
    const drawing = plot([point(10, 500), point(20, -500), point(30, 50), point(5, 900, 'warm-up')],
      { above: '1 up', below: '1 down' });
    expect(points(drawing, 'value few')).to.deep.equal([[30, 75]]);
    expect(['beyond', 'beyond early'].map((kind) => ofKind(drawing, kind).map(({ d }) => d)))
      .to.deep.equal([['M100 0v6', 'M200 0v6'], ['M50 0v6']]);
    expect(texts(drawing)).to.include.members(['1 up', '1 down']);
    const early = plot([point(30, 50), point(5, -900, 'warm-up')]);
    expect([drawing, plot([point(30, 50)]), early].map(({ height }) => height)).to.deep.equal([210, 192, 200]);
  });

  it('has the median, the borders of processes, collections and ticks', () => {
    const drawing = plot([point(1, 1)], { median: 25, borders: [25, 75], collected: [10, 20] });
    expect(ofKind(drawing, 'median')[0].y1).to.equal('132.5');
    expect(placesOf(drawing, 'border').map(([, x]) => x)).to.deep.equal(['25%', '75%']);
    expect(ofKind(drawing, 'collected')[0].d).to.equal('M100 0v8M200 0v8');
    expect(drawing.height - plot([point(1, 1)]).height).to.equal(16);
    expect(ofKind(plot([point(1, 1)]), 'median')).to.deep.equal([]);
    expect(ofKind(drawing, 'tick').map(({ y }) => +y)).to.deep.equal([174, 99, 24, 201, 201, 201]);
  });
});

describe('bins', () => {
  const normal = (seed, n, mean, deviation) => {
    const draw = gaussian(mulberry32(seed));
    return Array.from({ length: n }, () => mean + deviation * draw());
  };
  const sum = (list) => list.reduce((total, value) => total + value, 0);

  it('hold all values, from the lowest to the highest', () => {
    for (const n of [1, 2, 5, 61, 500, 6000]) {
      const values = normal(n, n, 100, 3);
      const { counts, width, low } = bins(values);
      expect([sum(counts), low <= Math.min(...values)], n).to.deep.equal([n, true]);
      expect(low + width * counts.length, n).to.be.at.least(Math.max(...values) - 1e-9);
      expect(counts.length, n).to.be.within(1, 100);
    }
    expect(bins([5, 5, 5])).to.deep.equal({ low: 5, width: 0, counts: [3] });
  });

  it('keep two levels apart, and show one hump as one', () => {
    const { counts, low, width } = bins([...normal(1, 2000, 100, 1), ...normal(2, 1000, 120, 1)]);
    const at = (value) => counts[Math.floor((value - low) / width)];
    expect(at(110)).to.equal(0);
    expect([at(100) > 5 * at(104), at(120) > 5 * at(116.5)]).to.deep.equal([true, true]);
    expect(bins(normal(3, 300, 100, 1)).counts.length).to.be.within(8, 30);
  });

  it('hold as many steps each if values come in steps', () => {
    const { counts, width, low } = bins(normal(5, 5000, 50, 6).map(Math.round));
    expect([width % 1, Math.abs(low % 1), sum(counts)]).to.deep.equal([0, 0.5, 5000]);
    // A comb would have gaps between its teeth.
    const middle = counts.slice(Math.floor(counts.length / 3), Math.ceil(2 * counts.length / 3));
    for (let i = 1; i < middle.length; i++) expect(middle[i] / middle[i - 1]).to.be.within(0.5, 2);
  });
});

describe('stacked dots', () => {
  it('stay on the line if there is room, and take the lowest free level otherwise', () => {
    expect(stack([10, 20, 30], 5)).to.deep.equal({ levels: [0, 0, 0], height: 1 });
    expect(stack([30, 10, 11, 12, 16], 5)).to.deep.equal({ levels: [0, 0, 1, 2, 0], height: 3 });
    expect(stack([], 5)).to.deep.equal({ levels: [], height: 0 });
    const uniform = mulberry32(6);
    const places = Array.from({ length: 60 }, () => uniform() * 100);
    const { levels, height } = stack(places, 3);
    levels.forEach((level, i) => {
      expect(level).to.be.within(0, height - 1);
      places.slice(0, i).forEach((place, k) => {
        if (levels[k] === level) expect(Math.abs(places[i] - place)).to.be.at.least(3);
      });
    });
  });
});
