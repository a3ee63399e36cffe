'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { mulberry32 } = require('../helpers/random');
const { holm } = require('../../lib/stats/multiple');

describe('stats/multiple: holm', () => {
  vectors.adjust.forEach(({ p, holm: expected }) => {
    it(`adjusts ${p.length} p values as the reference does`, () => {
      holm(p).forEach(({ adjusted }, i) => expect(adjusted).to.be.closeTo(expected[i], 1e-12));
    });
  });

  it('gives each the level of its step, and after the first that is kept the level of that one', () => {
    // 0.001 < 0.05/4, 0.01 < 0.05/3, 0.03 > 0.05/2: the last two are both judged at 0.05/2.
    const confidences = holm([0.03, 0.001, 0.04, 0.01]).map(({ confidence }) => confidence);
    expect(confidences[1]).to.be.closeTo(1 - 0.05 / 4, 1e-15);
    expect(confidences[3]).to.be.closeTo(1 - 0.05 / 3, 1e-15);
    expect(confidences[0]).to.be.closeTo(1 - 0.05 / 2, 1e-15);
    expect(confidences[2]).to.be.closeTo(1 - 0.05 / 2, 1e-15);
  });

  it('finds a difference exactly where p is below the level that it gives', () => {
    const uniform = mulberry32(5);
    for (let run = 0; run < 500; run++) {
      const ps = Array.from({ length: 1 + Math.floor(uniform() * 12) }, () => uniform() ** 4);
      holm(ps).forEach(({ adjusted, confidence }, i) =>
        expect(adjusted <= 0.05, `${ps}`).to.equal(ps[i] <= 1 - confidence));
    }
  });

  it('leaves out what has no p, and counts it for nothing', () => {
    expect(holm([null, 0.04, null])).to.deep.equal([
      { adjusted: null, confidence: 0.95 }, { adjusted: 0.04, confidence: 0.95 }, { adjusted: null, confidence: 0.95 },
    ]);
    expect(holm([])).to.deep.equal([]);
    expect(holm([null])).to.deep.equal([{ adjusted: null, confidence: 0.95 }]);
  });

  it('takes another error rate', () => {
    expect(holm([0.02, 0.5], 0.1)[0].confidence).to.be.closeTo(0.95, 1e-15);
  });
});
