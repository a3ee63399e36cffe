'use strict';

/* Random documents of rates, for scatters. */

const { range } = require('./numbers');
const { mulberry32, gaussian } = require('./random');

const textOf = (parameters) =>
  Object.entries(parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ');

function configuration(parameters, rates, errors = []) {
  return { file: 'buffers/x.js', configuration: textOf(parameters), parameters,
    sides: [{ rates, seconds: rates.map(() => 0.1), errors }] };
}

const documentOf = (configurations) =>
  ({ qtimeit: 'rates', sides: [{ label: 'this', source: null, environment: null }], failures: [], configurations });

/** All combinations of the values; the first parameter varies slowest. */
function combinations(lists) {
  return Object.entries(lists)
    .reduce((all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))), [{}]);
}

/** A document of lognormal rates: median rateOf(parameters), standard deviation `spread` of the logarithms. */
function drawn(lists, rateOf, { runs = 10, spread = 0.03, seed = 1, normal = gaussian(mulberry32(seed)) } = {}) {
  return documentOf(
    combinations(lists).map((parameters) =>
      configuration(parameters, range(runs, () => rateOf(parameters) * Math.exp(spread * normal())))));
}

module.exports = { configuration, documentOf, combinations, drawn };
