'use strict';

const { expect } = require('chai');
const { figuresOf } = require('../../lib/report/side-figures');
const { processFigure } = require('../../lib/report/html/process-figure');
const { tagsOf } = require('../helpers/html');

const side = (nsPerCall, values, more) => (
  { nsPerCall, nsLow: null, nsHigh: null, cycles: null, values, error: null, ...more });
const suites = { tests: [{ changes: [{ ratio: 1 }] }] };
const rates = { tests: [{ changes: [{ welch: {} }] }] };

describe('the figures of a side', () => {
  it('are times, those measured in cycles at one clock rate for all sides', () => {
    const { valuesOf, isOfRates } = figuresOf(suites);
    const sides = [side(100, [350, 370], { cycles: 360 }), side(50, [180], { cycles: 180 })];
    expect(isOfRates).to.equal(false);
    expect(valuesOf({ unit: 'cycles', sides }, sides[0]).map((ns) => +ns.toFixed(2))).to.deep.equal([97.22, 102.78]);
    expect(valuesOf({ unit: 'cycles', sides }, sides[1])).to.deep.equal([50]);
    expect(valuesOf({ unit: 'ns', sides }, sides[1])).to.deep.equal([180]);
    expect(valuesOf({ unit: 'cycles', sides: [side(100, [360])] }, side(100, [360]))).to.deep.equal([]);
  });

  it('are rates where a comparison is of rates: the interval turns around, and so does a change', () => {
    const { estimateOf, changeOf, limitOf, valuesOf, isOfRates } = figuresOf(rates);
    expect(isOfRates).to.equal(true);
    expect(estimateOf(side(1000, [], { nsLow: 800, nsHigh: 1250 })))
      .to.deep.equal({ value: 1e6, low: 8e5, high: 1.25e6 });
    expect(estimateOf(side(null, []))).to.equal(null);
    expect(changeOf({ ratio: 0.5, low: 0.4, high: 0.8 })).to.deep.equal({ ratio: 2, low: 1.25, high: 2.5 });
    expect(changeOf({ ratio: null, low: null, high: null })).to.deep.equal({ ratio: null, low: null, high: null });
    expect(limitOf(0.25)).to.equal(0.8);
    expect(valuesOf({}, { rates: [5, 0, -1, 7] })).to.deep.equal([5, 7]);
    expect(valuesOf({}, {})).to.deep.equal([]);
  });
});

describe('the figure of processes', () => {
  const labels = [{ label: 'old' }, { label: 'new' }];
  const intervalsOf = (sides) => tagsOf(processFigure({ unit: 'ns', sides }, labels, figuresOf(suites)).text)
    .filter(({ name, attributes }) => name === 'line' && attributes.class === 'interval')
    .map(({ attributes }) => [attributes.x1, attributes.x2].map(parseFloat));

  it('has the intervals on its axis, as far as half of it', () => {
    const other = side(100.5, [100.5]);
    const [[low, high]] = intervalsOf([side(100, [99, 100, 101], { nsLow: 98.5, nsHigh: 101.5 }), other]);
    expect(low).to.be.within(1, 10);
    expect(high).to.be.within(90, 99);
    const [[far]] = intervalsOf([side(100, [99, 100, 101], { nsLow: 10, nsHigh: 101.5 }), other]);
    expect(far).to.equal(0);
  });
});
