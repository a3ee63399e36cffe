'use strict';

/*
 * Made-up comparisons of rates, rates documents and scatters, the same in every run: common ones, and some that are
 * hard to draw. Each entry returns a new document.
 */

const { mean } = require('#lib/base/stats/sample');
const documents = require('./documents');
const { mulberry32, gaussian } = require('./random');

const HOSTILE_NAMES = [
  '__proto__="x" n=1', '<script>alert(1)</script>', '"quoted" & \'quoted\' ]]>', 'a\u202ereversed\u202c',
  'bell\x07 null\x00 escape\x1b[31m red', 'half \ud83d pair', 'not a character \ufffe\uffff', '🏳️‍🌈 👩‍👩‍👧 日本語のテスト',
  'שלום עולם 123', '', ' ', 'x'.repeat(5000), 'word '.repeat(400), '日本語'.repeat(80), 'line\nbreak\ttab', 'W'.repeat(90),
  'i'.repeat(200), '</svg></title></style>', 'constructor', 'e\u0301'.repeat(60), '👩‍👩‍👧'.repeat(40),
];

const LONG =
  'n=1 method="a name that says all that there is to say" encoding="utf8" source="https://example.org/a/b/c?d=e" ' +
    'size=1048576 x=';

/** Rates of runs of a benchmark: `spread` is relative, and a share `slow` of the runs is 7 % slower. */
function ratesAround(seed, centre, { n = 30, spread = 0.01, slow = 0.05 } = {}) {
  const uniform = mulberry32(seed);
  const normal = gaussian(uniform);
  return Array.from({ length: n },
    () => +(centre * (1 + spread * normal()) * (uniform() < slow ? 0.93 : 1)).toPrecision(9));
}

const sideOf = (rates) => ({ rates, values: rates.map((rate) => 1e9 / rate), processes: rates.length,
    nsPerCall: rates.length ? 1e9 / rates[0] : null, errors: [], error: null });
const failedSide = (message = 'Error: on purpose\nsecond line') =>
  ({ ...sideOf([]), error: { code: 'threw', message, at: null, calls: null, stack: null, output: [] } });

function welchOf(sides, i) {
  const [old, now] = [sides[0], sides[i]].map((side) => (side && side.rates.length > 0 ? mean(side.rates) : null));
  const none = { improvement: null, p: null, stars: '', accuracy: null };
  if (old === null || now === null) return { ...none, skipped: 'too-few' };
  if (old === 0) return { ...none, skipped: 'old-is-zero' };
  const improvement = now / old - 1;
  return { improvement, p: 0.01, stars: Math.abs(improvement) > 0.03 ? '***' : Math.abs(improvement) > 0.005 ? '*' : '',
    accuracy: [0.01, 0.013, 0.017], skipped: null };
}

/** A configuration of a comparison; sides: lists of rates, null, or the result of failedSide(). */
function compared(file, name, given) {
  const sides = given.map((side) => (Array.isArray(side) ? sideOf(side) : side));
  return { file, suite: 1, name, unit: 'ns', sides,
    changes: sides.slice(1).map((_, i) => ({ ratio: null, verdict: 'not-judged', welch: welchOf(sides, i + 1) })) };
}

const sidesNamed = (...labels) =>
  labels.map((label) => ({ label, source: `./node-${label} (node 20.1.0)`, environment: null }));

const comparison = (tests, more) => (
  documents.comparison(sidesNamed('old', 'new'), tests, { maxRegression: null, ...more }));

/** A rates document with one side. */
const rates = (configurations, more) => ({
  qtimeit: 'rates', schema: 1, version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', complete: true, command: ['run'],
  runs: 30, sides: [{ label: 'this', source: null, environment: null }], failures: [], configurations, ...more,
});
const configuration = (file, name, list, more) => ({ file, configuration: name, parameters: null,
    sides: [{ rates: list, seconds: list.map(() => 0.1), errors: [], ...more }] });

const FILE = 'buffers/buffer-copy.js';

/** `many` configurations; the effect of ratios[k] on side k varies between them, from none to 4/3 of it. */
function grid(many, ratios, { scaleOf = (i) => 1e6 / (1 + i % 7), spread = 0.01, n = 30, file = FILE } = {}) {
  return Array.from({ length: many }, (_, i) => compared(file,
    `n=6000000 bytes=${2 ** (i % 12)} partial="${i % 2}" kind="${['fast', 'slow', 'no'][i % 3]}${i}"`,
    ratios.map((ratio, k) => ratesAround(100 * i + k, scaleOf(i) * (1 + (ratio - 1) * ((i % 5) / 3)), { spread, n }))));
}

const comparisons = {
  one: () => comparison([compared(FILE, 'n=1024 type="fast"', [ratesAround(1, 1.2e6), ratesAround(2, 1.26e6)])]),
  twelve: () => comparison(grid(12, [1, 1.05])),
  fortyEight: () => comparison(grid(48, [1, 0.93])),
  threeSides: () => comparison(
    grid(6, [1, 1.06, 0.9], { spread: 0.03 }), { sides: sidesNamed('v20', 'v22', 'work in progress') }),
  noisy: () => comparison(
      [...grid(5, [1, 1.02], { spread: 0.12, scaleOf: () => 8e6 }),
        ...grid(3, [1, 1.4], { spread: 0.2, n: 200, file: 'http/simple.js', scaleOf: () => 17000 })]),
  decades: () => comparison(grid(9, [1, 1.2], { scaleOf: (i) => 10 ** (i - 2) * 3 })),
  longNames: () => comparison([0, 1, 2, 3].map((i) => compared(`some/${'very-long-folder/'.repeat(14)}x.js`,
    `${LONG.replaceAll('1', `${i}`).replaceAll('a', 'abcd'[i])}${i}`,
    [ratesAround(i, 1e5), ratesAround(9 + i, 1.02e5)]))),
  hostile: () => comparison(
      HOSTILE_NAMES.map((name, i) => compared(i % 5 === 4 ? name : FILE, name,
          [ratesAround(i, 1e5), i === 3 ? failedSide(name) : ratesAround(50 + i, 1.1e5)])), {
    sides: [{ label: HOSTILE_NAMES[7], source: HOSTILE_NAMES[1], environment: null },
      { label: 'y'.repeat(3000), source: 'z '.repeat(900), environment: null }],
  }),
  odd: () => comparison([
    compared(FILE, 'n=1 kind="one run"', [[1.2e6], ratesAround(3, 1.25e6)]),
    compared(FILE, 'n=1 kind="two runs"', [[1.2e6, 1.25e6], [1.3e6, 1.22e6]]),
    compared(FILE, 'n=1 kind="failed"', [ratesAround(4, 1.2e6), failedSide()]),
    compared(FILE, 'n=1 kind="missing"', [null, ratesAround(5, 1.2e6)]),
    compared(FILE, 'n=1 kind="all equal"', [new Array(30).fill(1.2e6), new Array(30).fill(1.2e6)]),
    compared(FILE, 'n=1 kind="far outliers"', [[...ratesAround(6, 1.2e6), 1e3, 2e3], [...ratesAround(7, 1.2e6), 9e6]]),
    compared(FILE, 'n=1 kind="zero"', [[0, 0, 0], [0, 0, 1]]),
    compared('all/failed.js', 'n=1', [
      failedSide(
        'Error: a reason that is given at such length that it does not fit into the width of the axis: '.repeat(3)),
      failedSide()]),
    compared('all/equal.js', 'n=1', [[5, 5, 5], [5, 5, 5]]),
    compared('tiny.js', 'n=1', [[3e-7, 4e-7, 3.3e-7], [5e-7, 4e-7, 4.4e-7]]),
    compared('huge.js', 'n=1', [[3e17, 4e17, 3.3e17], [5e17, 4e17, 4.4e17]]),
  ], { complete: false, failures: [
    { side: 'new', file: 'broken.js', error: { message: 'SyntaxError: Unexpected token' } }] }),
  nothing: () => comparison([]),
};

const ratesDocuments = {
  run: () => rates([1, 2, 3].map(
      (i) => configuration(FILE, `n=1024 size=${10 ** i}`, ratesAround(i, 1e6 / i, { spread: 0.04 })))),
  failing: () => rates([configuration(FILE, 'n=1', [], { errors: [{ code: 'threw', message: 'Error: no' }] }),
      configuration(FILE, 'n=2', [1e6])], {
    failures: [{ side: 'this', file: 'none.js', error: { message: 'Cannot find module' } }],
  }),
};

function point(x, category, mean, { half = 0.02, samples = 30 } = {}) {
  return { x, category, samples, mean, low: half === null ? null : mean * (1 - half),
    high: half === null ? null : mean * (1 + half), median: mean, medianLow: null, medianHigh: null, isSkewed: false };
}

const scatter = (points, more) =>
  ({ qtimeit: 'scatter', file: 'string_decoder/string-decoder.js', xaxis: 'inlen', category: 'encoding',
    isLog: false, points, aggregated: [], steps: [], growth: [], notes: [], complete: true, errors: [], failures: [],
    skipped: [], ...more });

const SIZES = [32, 64, 128, 256, 512, 1024, 2048, 4096];
const ENCODINGS = ['utf8', 'ascii', 'base64-utf8'];
const cells = (xs, categories, meanOf, more) =>
  categories.flatMap((category, c) => xs.map((x, i) => point(x, category, meanOf(x, c, i), more)));
const AGGREGATED = [{ name: 'n', share: 0.83, levels: [] }, { name: 'chunk', share: 0.02, levels: [] }];

const scatters = {
  linear: () => scatter(cells(SIZES, ENCODINGS, (x, c) => 1e7 / (10 + x / (c + 1))), { aggregated: AGGREGATED }),
  words: () =>
    scatter(cells(['short', 'a longer one', 'two\nlines', '日本語', ''], ENCODINGS, (_, c, i) => 1e5 * (1 + c + i)),
      { xaxis: 'method' }),
  manyWords: () =>
    scatter(cells(Array.from({ length: 30 }, (_, i) => `${LONG}${i}`), ['one'], (_, c, i) => 1e5 * (3 + Math.sin(i)))),
  hostile: () => scatter(cells(HOSTILE_NAMES, HOSTILE_NAMES.slice(0, 12), (_, c, i) => 1e5 * (1 + c + i)), {
    file: HOSTILE_NAMES[11], xaxis: HOSTILE_NAMES[8], category: HOSTILE_NAMES[1],
    aggregated: [{ name: HOSTILE_NAMES[12], share: 0.1, levels: [] }],
  }),
  one: () => scatter([point(64, null, 1.3e6)], { category: null }),
  alone: () =>
    scatter([point(64, null, 1.3e6, { half: null, samples: 1 }), point(65, null, 1.3e6, { half: null, samples: 1 })],
      { category: null }),
  many: () =>
    scatter(cells(Array.from({ length: 20 }, (_, i) => 50 * i), Array.from({ length: 34 }, (_, i) => `category ${i}`),
      (x, c) => 1e6 + 1000 * c + x), {}),
  equal: () => scatter(cells([0, 1, 2, 3], ['a', 'b', 'c', 'd', 'e'], () => 42), { isLog: true }),
  nothing: () => scatter([]),
};

module.exports = {
  comparisons, ratesDocuments, scatters, rates, configuration, scatter, point, ratesAround, HOSTILE_NAMES,
};
