'use strict';

const { expect } = require('chai');
const { summarizeBox } = require('#lib/report/chart/box');
const { detailLines } = require('#lib/report/details');
const { ratioFigure, timeFigure } = require('#lib/report/figures/intervals');
const { growthFigures, parameterFigures, pointsFigure } = require('#lib/report/figures/lines');
const { splitPanels, findRange, rateFigures } = require('#lib/report/figures/rates');
const { chooseFigures, processFigure } = require('#lib/report/figures/sides');
const { profileBlocks } = require('#lib/report/profile-words');
const { namedGroups } = require('#lib/report/row-groups');
const { countedTests, countsOf, profileOf, row } = require('../helpers/documents');
const { scatter, scatters, point } = require('../helpers/rates-documents');

const plain = (text) => [text].flat().map((part) => part.name || part).join('').replace(/\u00a0/g, ' ');
const keysOf = ({ key }) => key.filter(Boolean).map(([mark, words]) => [mark, plain(words)]);

/** The plots in test/fixtures/plots/ cover most figures of times, speeds and processes. */
it('figures of intervals are missing if there is nothing to draw or compare', () => {
  const failed = row('x', { verdict: 'failed', nsPerCall: null });
  expect([timeFigure(namedGroups([failed])), ratioFigure(namedGroups([row('base')]), {}),
    processFigure({ unit: 'ns', sides: [null, { nsPerCall: 1, values: [] }] }, [{ label: 'old' }, {}],
      chooseFigures({ tests: [] }))]).to.deep.equal([null, null, null]);
});

describe('lines of growth', () => {
  const of = (test, params, nsPerCall, more) => row(`${test} ${JSON.stringify(params)}`,
    { test, params, nsPerCall, nsLow: nsPerCall * 0.9, nsHigh: nsPerCall * 1.1, ...more });

  it('are missing without two sizes that have times', () => {
    for (const tests of [
      [of('a', { size: 1 }, 5), of('b', { size: 1 }, 5)], [of('a', { size: 0 }, 5), of('a', { size: 10 }, 5)],
      [of('a', { size: 'x' }, 5), of('a', { size: 'y' }, 5)],
      [of('a', { size: 1 }, 5), of('a', { size: 2 }, 0, { verdict: 'below-resolution' }),
        of('a', { size: 4 }, 9, { verdict: 'too-noisy' }), of('a', { size: 3 }, null, { verdict: 'failed' })],
      [row('a'), row('b', { params: null }), row('c', { params: {} })],
    ]) expect(growthFigures(tests)).to.deep.equal([]);
  });
});

describe('lines of rates', () => {
  const entry = (parameters, ...lists) => ({ parameters, sides: lists.map((rates) => rates && { rates }) });

  const [A, AB] = [[{ label: 'a' }], [{ label: 'a' }, { label: 'b' }]];
  const valuesOf = ({ lines }) => lines.map(({ name, points }) => [name, ...points.map(({ value }) => value)]);

  it('are medians of each side over each numeric parameter, with the most values first', () => {
    const entries = [1, 2, 3].flatMap((n) => [5, 6].map((m) => entry({ n, m, kind: 'k' }, [n * m, n * m, n * m])));
    const figures = parameterFigures([...entries, entry(null, [1])], A);
    expect(figures.map(({ title, text }) => [plain(title), text]))
      .to.deep.equal([['Rate by n', 'medians'], ['Rate by m', 'medians']]);
    expect(valuesOf(figures[0])).to.deep.equal([['m=5', 5, 10, 15], ['m=6', 6, 12, 18]]);
    const four = Array.from({ length: 16 }, (_, i) =>
      entry({ a: i & 1, b: i >> 1 & 1, c: i >> 2 & 1, d: i >> 3 }, [i + 1]));
    expect(parameterFigures(four, A)).to.have.length(3);
    expect(parameterFigures([entry({ n: 1 }, [1]), entry({ n: 'x' }, [1])], A)).to.deep.equal([]);
    const rates = [9, 10, 10, 10, 10, 10, 10, 11];
    const [figure] = parameterFigures(
      [entry({ n: 1 }, rates, [2]), entry({ n: 2 }, [...rates, 1e300, -1], [3]), entry({ n: 3 }, [], null)], AB);
    expect(valuesOf(figure)).to.deep.equal([['a', 10, 10], ['b', 2, 3]]);
    expect(figure.text).to.equal('medians with 95 % intervals');
  });

  it('of a scatter are means, one line for each category, on a log axis for numbers far apart', () => {
    const [figure] = pointsFigure(scatters.linear());
    expect(figure.lines.map(({ name }) => name)).to.deep.equal(['utf8', 'ascii', 'base64-utf8']);
    expect(figure.text)
      .to.match(/^means of 30 runs with 95 % intervals; aggregated over n \(83.% of the variance\), /);
    const of = (points, more) =>
      pointsFigure(scatter(points.map((one) => point(...one)), { category: null, ...more }))[0];
    expect(of([[1, null, 5], [2, null, 5, { samples: 7 }]]).text).to.match(/^means of runs with/);
    expect(valuesOf(of([[30, null, 1], [10, null, 2], [null, null, 3], [20, null, 0]]))).to.deep.equal([['', 2, 1]]);
    const { across } = of([['b', null, 1], ['a', null, 2]]);
    expect(across).to.deep.include({ isNumeric: false, values: [{ at: 25, text: 'b' }, { at: 75, text: 'a' }] });
    expect(pointsFigure(scatters.nothing())).to.deep.equal([]);
    const isLog = (xs, given) => of(xs.map((x) => [x, null, 5]), { isLog: given }).across.isLog;
    expect([isLog([1, 19]), isLog([1, 20]), isLog([1, 3], true), isLog([0, 3], true)])
      .to.deep.equal([false, true, true, false]);
    expect(of([[1, null, 1], [2, null, 5]]).text).not.to.include('logarithmic');
    expect(of([[1, null, 1], [2, null, 50]]).text).to.include('; the vertical axis is logarithmic');
  });
});

const boxes = (...lists) =>
  ({ sides: lists.map((list) => ({ box: list && list.length ? summarizeBox(list) : null })) });
const around = (centre, spread = 0.02) => [0.9, 0.95, 1, 1.05, 1.1].map((k) => centre * (1 + (k - 1) * 10 * spread));

describe('rows of rates that share an axis', () => {
  it('lie within a factor of five, leave each box 3 % of the axis, and keep their order', () => {
    const far = [boxes(around(100, 0.01)), boxes(around(200, 0.01))];
    for (const [rows, kind, ...expected] of [
      [[100, 450, 700, 20, 1e6].map((centre) => boxes(around(centre, 0.1))), 'bars', [0, 3], [1, 2], [4]],
      [[boxes(around(1), around(4.9)), boxes(around(6), around(7))], 'bars', [0], [1]],
      [[boxes(around(1), around(4)), boxes(around(4.5), around(4.9))], 'bars', [0, 1]],
      [[boxes(around(100, 0.01)), boxes(around(120, 0.01))], 'box', [0, 1]],
      [far, 'box', [0], [1]], [far, 'bars', [0, 1]],
      [[boxes([5, 5, 5]), boxes([6, 6, 6]), boxes([7])], 'box', [0, 1, 2]],
      [[boxes([]), boxes(around(1)), boxes(null), boxes(around(1000)), boxes([]), boxes(around(1.1))], 'box',
        [0, 1, 2, 5], [3, 4]],
      [[boxes([]), boxes(null)], 'box', [0, 1]], [[], 'box'],
      [[boxes([0, 0]), boxes([1e-6, 2e-6]), boxes([0, 0])], 'bars', [0, 2], [1]],
    ]) {
      expect(splitPanels(rows, kind).map((panel) => panel.map((one) => rows.indexOf(one)))).to.deep.equal(expected);
    }
  });

  it('have an axis for all whiskers and near outliers; bars start at 0, and their intervals reach up to twice', () => {
    const list = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const [kind, rows, expected] of [
      ['box', [list, around(100)], { low: 1, high: 102 }], ['box', [[...list, 15]], { low: 1, high: 15 }],
      ['box', [[...list, 16, 1000]], { low: 1, high: 8 }],
      ['box', [[...list.map((value) => value + 100), 94, 93]], { low: 94, high: 108 }], ['box', [[]], null],
      ['bars', [[1, 2, 3]], { low: 0, high: 4 }], ['bars', [[7]], { low: 0, high: 7 }],
    ]) expect(findRange(rows.map((one) => boxes(one)), kind)).to.deep.equal(expected);
    expect(findRange([boxes([2, 2.01, 2.02])], 'bars').high).to.be.within(2.03, 2.04);
  });
});

describe('the figure of rates', () => {
  const list = [100, 110, 120, 130, 140];
  const sideWith = (rates, more) => ({ rates, errors: [], error: null, ...more });
  const SIDES = [{ label: 'old' }, { label: 'new' }];

  it('explains a missing box, and shows how the means changed', () => {
    const failed = (message, more) => sideWith([], { errors: [{ message }], ...more });
    const entries = [
      { label: 'a', sides: [sideWith(list), failed('\nError: no\nmore')], changes: [{}] },
      { label: 'b', sides: [null, failed('x', { error: { message: 'of its own' } })], changes: [{}] },
      { label: 'c', sides: [sideWith([]), sideWith(list)] },
      { label: 'd', sides: [sideWith(list), sideWith(list)],
        changes: [{ improvement: 0.167, stars: '***', accuracy: [0.01] }] },
    ];
    const [figure] = rateFigures(entries, SIDES, {}, 'n=1');
    expect(figure.items.map(({ empty, more }) => plain(empty || more))).to.deep.equal(
      ['', 'Error: no', 'no such configuration', 'of its own', 'failed', '', '', '+16.7 % ***']);
    expect(plain(figure.text)).to.match(/; all with n=1$/);
    expect(keysOf(figure).pop()[1]).to.match(/^right: change in the mean relative to old; \*, \*\*, \*\*\*: /);
    const plainChange = { ...entries[3], changes: [{ improvement: -0.5, stars: '' }] };
    const [without] = rateFigures([plainChange], SIDES);
    expect(keysOf(without).pop()[1]).to.equal('right: change in the mean relative to old');
    expect(rateFigures([entries[1]], SIDES)[0]).to.deep.include({ scale: null, ticks: [] });
  });
});

describe('a profile', () => {
  const profiled = (profile) => row('a', { counts: countsOf(100, { profile }) });

  it('is missing without functions, accepts unknown kinds, and lists functions on pages', () => {
    for (const profile of [null, undefined, profileOf([]), profileOf([], { isSplit: false, reason: 'no valgrind' })]) {
      expect(profileBlocks(profiled(profile))).to.deep.equal([]);
      expect(detailLines(profiled(profile)).filter((line) => /instructions/.test(line))).to.have.length(0);
    }
    const [odd] = profileBlocks(profiled(profileOf(
      [['of another time', 10, 'a'], ['constructor', 10, ''], ['builtin', -3, 'b']])), 'a run');
    expect(odd.pairs).to.deep.equal([['a', '10, 59 %, of another time'], ['others', '10, 59 %, constructor']]);
    expect(odd.title).to.match(/^Instructions a run: of another time 59 %, /);
    const [whole] = profileBlocks(profiled(profileOf([['compiled', 5, 'f']], { isSplit: false, reason: 'no\nperf' })));
    expect(whole.pairs).to.deep.equal(
      [['f', '5, 100 %, the test and its loop'], ['JavaScript functions', 'not distinguished: no perf']]);
  });

  it('is a line of the details, shortened to the room', () => {
    const lineIn = (columns) =>
      detailLines(countedTests()[0], { columns }).filter((line) => /instructions/.test(line)).map(plain);
    expect(lineIn()).to.deep.equal(['  instructions: V8\'s builtins 37 %, V8\'s runtime 33 %, the test itself 16 %, ' +
      'the garbage collector 11 %, system libraries 2.4 %']);
    expect(lineIn(60)).to.deep.equal(['  instructions: V8\'s builtins 37 %, V8\'s runtime 33 %']);
    expect(lineIn(20)).to.deep.equal([]);
  });
});
