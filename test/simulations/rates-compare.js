'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { compareRates } = require('../../lib/rates/compare');

const side = (rates, errors = [], seconds = rates.map(() => 0.5)) => ({ rates, seconds, errors });
const configuration = (name, ...sides) => ({ file: 'buffers/x.js', configuration: name, parameters: null, sides });
const documentOf = (configurations, labels = ['old', 'new']) => ({
  qtimeit: 'rates', sides: labels.map((label) => ({ label, source: null, environment: null })), failures: [],
  configurations,
});

describe('rates/compare', () => {
  it('calls equal sides different in no more than 5 of 100 comparisons of eight configurations', () => {
    const normal = gaussian(mulberry32(36));
    const drawn = () => side(Array.from({ length: 8 }, () => 1e6 * Math.exp(0.03 * normal())));
    let wrong = 0;
    let starred = 0;
    for (let trial = 0; trial < 200; trial++) {
      const { tests } = compareRates(
        documentOf(Array.from({ length: 8 }, (_, i) => configuration(`n=${i}`, drawn(), drawn()))), { margin: 0 });
      if (tests.some(({ changes: [{ verdict }] }) => verdict !== 'unresolved')) wrong++;
      if (tests.some(({ changes: [{ welch }] }) => welch.stars !== '')) starred++;
    }
    expect(wrong).to.be.at.most(16);
    // The stars are not adjusted: 1 - 0.95^8 is 34 %.
    expect(starred).to.be.within(48, 88);
  });
});
