'use strict';

const { expect } = require('chai');
const { createScale } = require('../../lib/report/chart/scale');
const { intervalRow, dotRow, axisRow } = require('../../lib/report/chart/rows');
const { distribution } = require('../../lib/report/chart/distribution');
const { runSequence } = require('../../lib/report/chart/run-sequence');

const scale = createScale({ low: 0, high: 100, padding: 0 });
const ticks = [{ at: 0, text: '0' }, { at: 50, text: '50' }, { at: 100, text: '100' }];

/** Every tag with a class, as [class, attributes]. */
function marks(svg) {
  return [...`${svg}`.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)\/?>/g)].map(([, tag, text]) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    return { tag, kind: attributes.class || '', ...attributes };
  });
}

const ofKind = (svg, kind) => marks(svg).filter((mark) => mark.kind === kind);
/** The points of a path of dots, [across in per cent, down]. */
const points = (svg, kind) =>
  ofKind(svg, kind).flatMap(({ d }) => [...d.matchAll(/M([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [x / 10, +y]));
const texts = (svg) => [...`${svg}`.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

describe('a row of an interval', () => {
  const row = (more) => intervalRow(
    { scale, ticks, label: 'a "row"', centre: 40, low: 30, high: 60, band: null, shape: 'disc', tone: 'slower',
      ...more });

  it('has the interval, its ends and the estimate in their places', () => {
    const svg = row();
    expect(ofKind(svg, 'interval')[0]).to.include({ x1: '30%', x2: '60%' });
    expect(marks(svg).filter(({ tag, kind }) => tag === 'svg' && kind === 'sign').map(({ x }) => x))
      .to.deep.equal(['30%', '60%']);
    expect(ofKind(svg, 'sign estimate disc')[0].x).to.equal('40%');
    expect(marks(svg)[0]).to.include({ role: 'img', 'aria-label': 'a &quot;row&quot;', width: '100%' });
    expect(marks(svg).some(({ tag, kind }) => tag === 'g' && kind === 'slower')).to.equal(true);
    expect(ofKind(svg, 'grid')).to.have.length(3);
  });

  it('has arrows where the axis ends before the interval, or before the estimate', () => {
    const svg = row({ low: -20, high: 300 });
    expect(ofKind(svg, 'interval')[0]).to.include({ x1: '0%', x2: '100%' });
    expect([ofKind(svg, 'sign beyond left')[0].x, ofKind(svg, 'sign beyond right')[0].x]).to.deep.equal(['0%', '100%']);
    expect(ofKind(row({ centre: -Infinity, low: null, high: null }), 'sign estimate left')[0].x).to.equal('0%');
    expect(ofKind(row({ centre: 900, low: null, high: null }), 'sign estimate right')[0].x).to.equal('100%');
  });

  it('has no interval where there is none', () => {
    expect(ofKind(row({ low: null, high: null }), 'interval')).to.deep.equal([]);
    expect(ofKind(row({ centre: null, low: null, high: null }), 'sign estimate disc')).to.deep.equal([]);
  });

  it('has the band and the lines that lie on the axis', () => {
    const svg =
      row({ band: { low: 45, high: 55 }, lines: [{ value: 50, kind: 'unity' }, { value: 500, kind: 'limit' }] });
    expect(ofKind(svg, 'band')[0]).to.include({ x: '45%', width: '10.00%' });
    expect(ofKind(svg, 'unity')[0].x1).to.equal('50%');
    expect(ofKind(svg, 'limit')).to.deep.equal([]);
    expect(ofKind(row(), 'band')).to.deep.equal([]);
  });

  it('stands on an axis whose labels are not read aloud', () => {
    expect(texts(axisRow(ticks))).to.deep.equal(['0', '50', '100']);
    expect(marks(axisRow(ticks))[0]['aria-hidden']).to.equal('true');
  });
});

describe('a row of dots', () => {
  const row = (values, more) =>
    dotRow({ values, scale, ticks, label: 'dots', centre: 50, low: 40, high: 60, tone: 'base', ...more });

  it('has a dot for each value, the mean and its interval', () => {
    const svg = row([10, 50, 90]);
    expect(points(svg, 'value few')).to.deep.equal([[10, 20], [50, 20], [90, 20]]);
    expect(ofKind(svg, 'sign estimate diamond')[0].x).to.equal('50%');
    expect(ofKind(svg, 'interval')[0]).to.include({ x1: '40%', x2: '60%' });
  });

  it('moves dots apart, up and down, and stays within', () => {
    const places = points(row([50, 50, 50]), 'value few').map(([, y]) => y);
    expect(places).to.deep.equal([20, 28, 12]);
    const many = points(row(new Array(40).fill(50)), 'value few').map(([, y]) => y);
    expect(new Set(many).size).to.equal(40);
    expect(Math.min(...many)).to.be.at.least(0);
    expect(Math.max(...many)).to.be.at.most(40);
  });

  it('tells by arrows that there is more beyond', () => {
    const svg = row([-10, 50, 200, 300]);
    expect(points(svg, 'value few')).to.deep.equal([[50, 20]]);
    expect([ofKind(svg, 'sign beyond left'), ofKind(svg, 'sign beyond right')].map(({ length }) => length))
      .to.deep.equal([1, 1]);
  });
});

describe('a distribution', () => {
  const plot = (values, more) =>
    distribution(
      { values, scale, ticks, label: 'spread', estimate: { centre: 50, low: 45, high: 52 }, below: 0, above: 0,
        ...more });

  it('of few values is a dot for each, of many a histogram', () => {
    const values = (n) => Array.from({ length: n }, (_, i) => (i * 37) % 100);
    expect(points(plot(values(60)), 'value')).to.have.length(60);
    expect(ofKind(plot(values(60)), 'bars')).to.deep.equal([]);
    expect(points(plot(values(61)), 'value')).to.deep.equal([]);
    expect(ofKind(plot(values(61)), 'bars')).to.have.length(1);
  });

  it('has dots in their places, those of equal values above each other', () => {
    const dots = points(plot([20, 80, 80]), 'value');
    expect(dots.map(([x]) => x)).to.deep.equal([20, 80, 80]);
    expect(dots[0][1]).to.equal(dots[1][1]);
    expect(dots[1][1] - dots[2][1]).to.equal(9);
    const crowd = points(plot(new Array(60).fill(80)), 'value').map(([, y]) => y);
    expect(Math.min(...crowd)).to.be.at.least(0);
  });

  it('has a closed outline that goes as high as the fullest bin', () => {
    const values =
      [...new Array(100).fill(0).map((_, i) => 20 + i / 50), ...new Array(50).fill(0).map((_, i) => 80 + i / 50)];
    const [{ d }] = ofKind(plot(values), 'bars');
    expect(d).to.match(/^M[\d.]+ 132(V[\d.]+H[\d.]+)+V132z$/);
    const heights = [...d.matchAll(/V([\d.]+)H/g)].map(([, y]) => +y);
    expect(Math.min(...heights)).to.equal(4);
    expect(heights.filter((y) => y === 132).length).to.be.above(3);
  });

  it('has the estimate with its interval, unless it is beyond', () => {
    expect(ofKind(plot([1, 2]), 'sign estimate diamond')[0].x).to.equal('50%');
    expect(ofKind(plot([1, 2]), 'interval')[0]).to.include({ x1: '45%', x2: '52%' });
    expect(ofKind(plot([1, 2], { estimate: { centre: 500, low: null, high: null } }), 'sign estimate diamond'))
      .to.deep.equal([]);
  });

  it('says what is beyond', () => {
    expect(texts(plot([1, 2], { below: '2 down', above: '3 up' }))).to.deep.equal(['0', '50', '100', '2 down', '3 up']);
    expect(texts(plot([1, 2]))).to.deep.equal(['0', '50', '100']);
  });
});

describe('a run sequence', () => {
  const point = (x, value, kind = 'round') => ({ x, value, kind });
  const plot = (list, more) => runSequence({
    points: list, scale, ticksDown: ticks, ticksAcross: ticks, borders: [], collected: [], median: null, warmUps: [],
    label: 'sequence', below: 0, above: 0, ...more,
  });

  it('has each point in its place, higher ones further up', () => {
    expect(points(plot([point(10, 0), point(50, 50), point(90, 100)]), 'value few'))
      .to.deep.equal([[10, 150], [50, 75], [90, 0]]);
  });

  it('draws warm-up and the extremes of many in other ways', () => {
    const svg =
      plot([point(10, 50, 'warm-up'), point(20, 50, 'edge'), point(30, 50)],
        { warmUps: [{ from: 0, to: 15 }, { from: 50, to: 50 }] });
    expect(['warm-up few', 'hole few', 'edge few', 'value few'].map((kind) => points(svg, kind)))
      .to.deep.equal([[[10, 75]], [[10, 75]], [[20, 75]], [[30, 75]]]);
    expect(ofKind(svg, 'band').map((mark) => [mark.x, mark.width])).to.deep.equal([['0%', '15.00%']]);
    expect(ofKind(plot([point(1, 1)]), 'band')).to.deep.equal([]);
    expect(points(plot(Array.from({ length: 121 }, (_, i) => point(i / 2, 50))), 'value many')).to.have.length(121);
  });

  it('marks what is beyond at the edge, and says how many', () => {
    const svg =
      plot([point(10, 500), point(20, -500), point(30, 50), point(5, 900, 'warm-up')],
        { above: '1 up', below: '1 down' });
    expect(points(svg, 'value few')).to.deep.equal([[30, 75]]);
    expect(ofKind(svg, 'beyond').map(({ d }) => d)).to.deep.equal(['M100 0v6', 'M200 0v6']);
    expect(ofKind(svg, 'beyond early').map(({ d }) => d)).to.deep.equal(['M50 0v6']);
    expect(texts(svg)).to.include('1 up').and.to.include('1 down');
    const heights = [svg, plot([point(30, 50)]), plot([point(30, 50), point(5, -900, 'warm-up')])].map(
      (one) => +marks(one)[0].height);
    expect(heights).to.deep.equal([210, 192, 200]);
  });

  it('has the median, the borders of processes and the collections', () => {
    const svg = plot([point(1, 1)], { median: 25, borders: [25, 75], collected: [10, 20] });
    expect(ofKind(svg, 'median')[0].y1).to.equal('132.5');
    expect(ofKind(svg, 'border').map(({ x1 }) => x1)).to.deep.equal(['25%', '75%']);
    expect(ofKind(svg, 'collected')[0].d).to.equal('M100 0v8M200 0v8');
    expect(ofKind(plot([point(1, 1)]), 'median')).to.deep.equal([]);
  });

  it('has ticks down and across', () => {
    expect(texts(plot([point(1, 1)]))).to.deep.equal(['0', '50', '100', '0', '50', '100']);
    const [first, , third] = marks(plot([point(1, 1)])).filter(({ tag, kind }) => tag === 'text' && kind === 'tick');
    expect([+first.y, +third.y]).to.deep.equal([174, 24]);
  });
});
