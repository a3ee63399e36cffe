'use strict';

/* Made-up documents of a sharded run: results, a comparison, rates. */

const { judge } = require('#lib/core/estimate/judge');
const { comparison, results, row, sample, suite } = require('./documents');
const { mulberry32, gaussian } = require('./random');
const { rates, configuration, ratesAround } = require('./rates-documents');

const { environment: ENVIRONMENT } = results([]);

const PLAN = '0123456789abcdef';
const LISTS = { results: 'suites', comparison: 'tests', rates: 'configurations' };

const error = (message = 'Error: on purpose') =>
  ({ code: 'threw', message, at: null, calls: null, stack: null, output: [] });

/** Results of this many files, each with a suite of two tests. */
const wholeResults = (files = 5) => results(Array.from({ length: files }, (_, i) => suite([
  row('a', { samples: [sample(i + 1, { n: 60, ns: 100 + i })] }),
  row(`b${i}`, { samples: [sample(50 + i, { n: 3, ns: 7 })] }),
], { file: `bench/file-${i}.js`, error: null, seconds: 4 + i })));

/** Times of n processes, with a standard deviation of 0.4 %. */
function timesAround(seed, ns, n = 12) {
  const normal = gaussian(mulberry32(seed));
  return Array.from({ length: n }, () => +(ns * (1 + 0.004 * normal())).toPrecision(9));
}

const alone = (nsPerCall) => ({ nsPerCall, nsLow: null, nsHigh: null, cycles: null });
const SIDES = ['old', 'new'].map((label) => ({ label, source: `./${label}`, environment: ENVIRONMENT }));

/** A comparison of this many tests; every third one is slower by this ratio. */
function wholeComparison(count = 6, slower = 1.05) {
  const tests = Array.from({ length: count }, (_, i) => {
    const lists = [timesAround(2 * i, 100), timesAround(2 * i + 1, i % 3 === 0 ? 100 * slower : 100)];
    return {
      file: `bench/file-${i >> 1}.js`, suite: 1, name: `test ${i}`, secondsEach: 0.5,
      sides: lists.map((list) => ({ samples: list.map(alone), error: null })),
    };
  });
  const judged = judge(tests, { margin: 0.01, floor: 0, isSaved: false, isComparable: true });
  return comparison(
    structuredClone(SIDES),
    judged.map((test) => ({ ...test, seconds: 12, planned: { seconds: 0.2, processes: 12 } })),
    { command: ['compare', '--rev', 'main', 'bench/'], maxRegression: null, gate: null });
}

/** Rates of this many configurations, with one or two sides. */
function wholeRates(count = 6, sides = 1) {
  const labels = sides === 1 ? ['this'] : ['old', 'new'];
  return rates(Array.from({ length: count }, (_, i) => ({
    ...configuration(`f${i >> 1}.js`, `n=${i}`, []),
    seconds: 3, parameters: { n: i },
    sides: labels.map((_, k) => {
      const list = ratesAround(10 * i + k, 1e6 * (k === 1 && i % 3 === 0 ? 0.9 : 1), { slow: 0 });
      return { rates: list, seconds: list.map(() => 0.1), errors: [], places: list.map((__, run) => run + 1) };
    }),
  })), { sides: labels.map((label) => ({ label, source: null, environment: ENVIRONMENT })), skipped: [] });
}

/** A copy of a document, as from a machine with this processor. */
function onMachine(document, cpu) {
  const environment = { ...ENVIRONMENT, cpu };
  if (document.environment) return { ...document, environment };
  return { ...document, sides: document.sides.map((side) => ({ ...side, environment })) };
}

/**
 * Splits a document into the documents of the shards of its run. Unit i belongs to shard i % count + 1.
 *
 * @param {object} whole
 * @param {number} [count]
 * @param {object} [shard] fields to replace in all shards
 */
function partsOf(whole, count = 2, shard = {}) {
  const list = LISTS[whole.qtimeit];
  return Array.from({ length: count }, (_, k) => {
    const places = whole[list].map((__, place) => place).filter((place) => place % count === k);
    const own = places.map((place) => JSON.parse(JSON.stringify(whole[list][place])));
    return {
      ...JSON.parse(JSON.stringify(whole)), [list]: own,
      command: [...whole.command, '--shard', `${k + 1}/${count}`, '--save', `part-${k + 1}.json`],
      shard: {
        index: k + 1, count, units: whole[list].length, places, plan: PLAN, settings: {}, revision: 'f7cb422',
        machine: `n${k + 1}`, task: null, ...(list === 'suites' && { files: own.map(({ file }) => file) }), ...shard,
      },
    };
  });
}

module.exports = { PLAN, error, wholeResults, wholeComparison, wholeRates, partsOf, onMachine };
