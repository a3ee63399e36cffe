'use strict';

const { expect } = require('chai');
const { SERIES, dark, light, seriesClass } = require('#lib/report/chart/theme');
const { style } = require('#lib/report/html/style');

/**
 * The three kinds of colour vision with one kind of cones missing, in linear RGB: Machado, Oliveira and Fernandes
 * (2009).
 */
const MISSING = {
  none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const luminance = (colour) => linear(colour).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (
  Math.min(luminance(a), luminance(b)) + 0.05);

/** L*a*b* of a colour as seen with one kind of cones missing */
function lab(colour, matrix) {
  const rgb = linear(colour);
  const [r, g, b] = matrix.map(
    (weights) => Math.min(1, Math.max(0, weights.reduce((sum, w, i) => sum + w * rgb[i], 0))));
  const xyz = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089];
  const [x, y, z] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a, b, matrix) => Math.hypot(...lab(a, matrix).map((value, i) => value - lab(b, matrix)[i]));

/** [least contrast, colours, backgrounds] */
const NEEDS = [
  [4.5, ['ink', 'soft', 'link', 'faster', 'slower', 'failed', 'open', 'same'], ['paper', 'raised', 'band']],
  [3, ['mark', 'collected'], ['paper', 'band']],
];

describe('the colours of reports', () => {
  for (const [theme, colours] of Object.entries({ light, dark })) {
    it(`are visible in the ${theme} theme, and the first four series differ for all kinds of colour vision`, () => {
      for (const [least, names, grounds] of NEEDS) {
        for (const name of names) {
          for (const ground of grounds) {
            expect(contrast(colours[name], colours[ground]), `${name} on ${ground}`).to.be.at.least(least);
          }
        }
      }
      for (const colour of SERIES[theme]) expect(contrast(colour, colours.paper), colour).to.be.at.least(3);
      const few = SERIES[theme].slice(0, 4);
      for (const [name, matrix] of Object.entries(MISSING)) {
        few.forEach((a, i) => few.slice(i + 1).forEach(
          (b) => expect(distance(a, b, matrix), `${a} ${b} ${name}`).to.be.at.least(15)));
      }
    });
  }

  it('of frames of a flame graph leave their labels readable, and differ for all kinds of colour vision', () => {
    const opacities = [...style.matchAll(/\.less-\d\{fill-opacity:([\d.]+)\}/g)].map(([, text]) => Number(text));
    expect(opacities).to.have.length(3);
    const hex = (value) => Math.round(value).toString(16).padStart(2, '0');
    const mixed = (over, under, share) => `#${[1, 3, 5].map((i) => (
      hex(share * parseInt(over.slice(i, i + 2), 16) + (1 - share) * parseInt(under.slice(i, i + 2), 16)))).join('')}`;
    for (const { ink, paper, slower, faster } of [light, dark]) {
      for (const share of opacities) {
        const [more, less] = [slower, faster].map((colour) => mixed(colour, paper, share));
        for (const colour of [more, less]) expect(contrast(ink, colour), `${colour} ${share}`).to.be.at.least(4.5);
        for (const matrix of Object.values(MISSING)) expect(distance(more, less, matrix), more).to.be.at.least(5);
      }
    }
  });

  it('are the same in both themes, and used; series begin again after the eighth', () => {
    expect(Object.keys(dark)).to.deep.equal(Object.keys(light));
    const used = [...new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name))];
    expect(used.sort()).to.deep.equal([...Object.keys(light), 'sans', 'mono'].sort());
    expect(style.split('{').length).to.equal(style.split('}').length);
    expect(style).not.to.include('undefined').and.not.to.include('</');
    expect([0, 7, 8, 17].map(seriesClass)).to.deep.equal(['s0', 's7', 's0', 's1']);
  });
});
