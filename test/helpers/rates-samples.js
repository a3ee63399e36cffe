'use strict';

/*
 * Made-up documents of rates, comparisons of rates and scatters for output in terminals and Markdown, the same in
 * every run.
 */

const { NO_CHANGE } = require('./documents');
const { mulberry32, gaussian } = require('./random');
const { point, rates: document, scatter } = require('./rates-documents');

const { exp, log, sqrt } = Math;

const ERROR =
  { code: 'exit', message: 'the process ended with exit code 1', at: 'buffers/x.js:12:7', calls: null, stack: null,
    output: ['TypeError: x is not a function'] };
const NOT_FOUND = { ...ERROR, at: null, message: 'Cannot find module \'x\'', output: [] };

/** Rates with a relative spread; a share `outliers` is 30 % lower. */
function drawn(seed, { n = 30, rate, spread = 0.01, outliers = 0 }) {
  const uniform = mulberry32(seed);
  const normal = gaussian(uniform);
  return Array.from({ length: n }, () => rate * (1 + spread * normal()) * (uniform() < outliers ? 0.7 : 1));
}

const side = (list, more) => ({ rates: list, seconds: list.map(() => 0.012), errors: [], ...more });

const configuration = (file, text, sides) => ({ file, configuration: text, parameters: null, sides });

const rates = {
  typical: () => document([
    configuration('buffers/x.js', 'n=1024 type="fast"', [side(drawn(1, { rate: 62.71e6, spread: 0.008 }))]),
    configuration('buffers/x.js', 'n=1024 type="slow"',
      [side(drawn(2, { rate: 1.204e3, spread: 0.03, outliers: 0.1 }))]),
    configuration('buffers/x.js', 'n=1 type="fast"',
      [side(drawn(3, { rate: 5.1e6, spread: 0.12 }), { seconds: new Array(30).fill(0.0009) })]),
    configuration('buffers/x.js', 'n=1 type="slow"',
      [side(drawn(4, { rate: 812, n: 28 }), { errors: [ERROR, ERROR] })]),
    configuration('url/parse.js', '',
      [side(drawn(5, { rate: 0.4, n: 5, spread: 0.002 }), { seconds: new Array(5).fill(2.5) })]),
    configuration('日本語/テスト.js', 'word="早い"', [side(drawn(6, { rate: 123456, n: 8, spread: 0.02 }))]),
    configuration('日本語/テスト.js', 'word="a"', [side([], { errors: [ERROR] })]),
  ], {
    failures: [{ side: 'this', file: 'fs/broken.js', error: NOT_FOUND }],
    hints: [
      { file: 'buffers/x.js', configuration: 'n=1 type="fast"', kind: 'too-short', seconds: 0.0009, variation: 0.12,
        parameter: 'n', suggestion: 120000 },
      { file: 'buffers/x.js', configuration: 'n=1 type="slow"', kind: 'too-short', seconds: 0.0012, variation: 0.01,
        parameter: 'n', suggestion: 50000 },
      { file: 'url/parse.js', configuration: '', kind: 'noisy', seconds: 2.5, variation: 0.2, parameter: null,
        suggestion: null },
    ],
  }),
  empty: () => document([]),
};

const NO_WELCH = { improvement: null, p: null, stars: '', accuracy: null, skipped: null };

/**
 * A change of rates, with the results of Welch's test.
 * @param {number} ratio new rate / old rate
 * @param {number} reach relative half-width of the interval
 * @param {object} [more] fields of the change
 */
function changed(ratio, reach, more) {
  const stars = ['***', '**', '*'].find((_, i) => sqrt((ratio - 1) ** 2) > reach * (1.6 - i * 0.3)) || '';
  const verdict = stars === '***'
    ? (ratio > 1 ? 'faster' : 'slower') : stars === '' && reach < 0.01 ? 'same' : 'unresolved';
  const p = { '***': 1e-6, '**': 0.004, '*': 0.03, '': 0.4 }[stars];
  return {
    ...NO_CHANGE, ratio: 1 / ratio, low: 1 / ratio * exp(-reach), high: 1 / ratio * exp(reach), confidence: 0.95, p,
    adjustedP: p, verdict,
    welch: { improvement: ratio - 1, p, stars, accuracy: [reach, reach * 1.33, reach * 1.73], skipped: null }, ...more,
  };
}

const withoutTest = (verdict, welch, more) => ({ ...NO_CHANGE, verdict, welch: { ...NO_WELCH, ...welch }, ...more });

/** A side of a test. */
const sideOf = (error = null) =>
  ({ nsPerCall: 1, nsLow: null, nsHigh: null, cycles: null, processes: 30, values: [], rates: [], error });

/** A test; `sides` and `changes` as in a comparison. */
const test = (file, name, changes, sides = [sideOf(), ...changes.map(({ verdict }) =>
        (verdict === 'unmatched' ? null : sideOf(verdict === 'failed' ? ERROR : null)))]) => (
  { file, suite: 1, name, unit: 'ns', sides, changes }
);

const comparison = (tests, { labels = ['old', 'new'], ...more } = {}) => ({
  qtimeit: 'comparison', schema: 1, version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', complete: true,
  command: ['compare', '--old', './a', '--new', './b'],
  kind: 'measured', maxRegression: null, failures: [], differences: [],
  sides: labels.map((label) => ({ label, source: `./node-${label}`, environment: null })), tests, ...more,
});

const comparisons = {
  typical: () => comparison([
    test('buffers/x.js', 'n=1024 type="fast"', [changed(1.1284, 0.0063)]),
    test('buffers/x.js', 'n=1024 type="slow"', [changed(0.9305, 0.0058, { regression: true })]),
    test('buffers/x.js', 'n=1 type="slow"', [changed(1.0056, 0.0247, { moreProcesses: 230, moreSeconds: 138 })]),
    test('buffers/x.js', 'n=1 type="equal"',
      [withoutTest('unresolved', { improvement: 0.2, skipped: 'no-variance' }, { ratio: 1 / 1.2 })]),
    test('buffers/x.js', 'n=2 type="gone"', [withoutTest('unmatched')]),
    test('buffers/x.js', 'n=3 type="fails"', [withoutTest('failed', { skipped: 'too-few' })]),
    test('url/parse.js', '',
      [withoutTest('unresolved', { improvement: 0.0235, skipped: 'too-few' }, { ratio: 1 / 1.022 })]),
    test('日本語/テスト.js', 'word="早い"', [changed(1.0002, 0.0005)]),
    test('日本語/テスト.js', 'word="a"', [changed(1.0023, 0.0017, { verdict: 'same' })]),
  ], { maxRegression: 0.05, failures: [{ side: 'new', file: 'fs/broken.js', error: NOT_FOUND }] }),
  threeSides: () => comparison([
    test('buffers/x.js', 'n=1', [changed(1.1284, 0.0063), changed(0.997, 0.006)]),
    test('buffers/x.js', 'n=2', [withoutTest('unmatched'), changed(0.9712, 0.0054)]),
  ], { labels: ['v18', 'v20', 'v22'] }),
};

/** Points of one category. */
function pointsOf(category, xs, rateAt) {
  return xs.map((x, i) => {
    const rate = rateAt(x, i);
    return {
      x, category, samples: 30, mean: rate, low: rate * 0.99, high: rate * 1.01, median: rate * 1.001,
      medianLow: rate * 0.992, medianHigh: rate * 1.009, isSkewed: i === 2,
    };
  });
}

function step(category, from, to, ratio) {
  const exponent = log(ratio) / log(to / from);
  return { category, from, to, ratio, low: ratio * 0.98, high: ratio * 1.02, exponent, exponentLow: exponent - 0.03,
    exponentHigh: exponent + 0.03, p: 1e-9 };
}

const XS = [64, 128, 256, 512, 1024, 4096];

const scatters = {
  typical: () => scatter(
    [...pointsOf('utf8', XS, (x) => 1e9 / x), ...pointsOf('ascii', XS, (x) => 4e9 / (x + 300))], {
      file: 'buffers/x.js', xaxis: 'len',
      aggregated: [
        { name: 'n', share: 0.83, levels: [
          { value: 10, ratio: 1.04, low: 1.02, high: 1.06 }, { value: 100, ratio: 0.97, low: 0.95, high: 0.99 }] },
        { name: 'mode', share: 0.002,
          levels: [{ value: 'a', ratio: 1, low: null, high: null }, { value: 'b', ratio: 1, low: null, high: null }] },
      ],
      steps: ['utf8', 'ascii'].flatMap((category) => XS.slice(1).map((x, i) => (
        step(category, XS[i], x, category === 'utf8' ? XS[i] / x : (XS[i] + 300) / (x + 300))))),
      growth: [
        { category: 'utf8', best: { name: 'n log n', coefficientNs: 1.2, error: 0.03 },
          runnerUp: { name: 'n', coefficientNs: 3.1, error: 0.07 }, isClear: true },
        { category: 'ascii', best: { name: 'n', coefficientNs: 0.25, error: 0.03 },
          runnerUp: { name: 'n log n', coefficientNs: 0.1, error: 0.035 }, isClear: false },
      ],
    }),
  words: () => scatter(pointsOf(null, ['short', 'long', '日本語'], (x, i) => 1000 * (i + 1)), {
    file: 'url/parse.js', xaxis: 'kind', category: null,
    steps: [{ category: null, from: 'short', to: 'long', ratio: 2, low: null, high: null, exponent: null,
      exponentLow: null, exponentHigh: null, p: null }],
  }),
  single: () => scatter([point(1, null, 123.4, { half: null, samples: 1 })], {
    file: 'url/parse.js', xaxis: 'n', category: null }),
};

module.exports = {
  rates, comparisons, scatters, document, configuration, side, changed, withoutTest, test, sideOf, comparison, pointsOf,
  ERROR,
};
