'use strict';

const { expect } = require('chai');
const { comparisons, comparison, changed, withoutTest, test, sideOf, manyCompared, ERROR } =
  require('../helpers/rates-samples');
const { welchTable, ratioOfRates } = require('../../lib/report/welch-table');
const { width } = require('../../lib/text/display');

const lines = (given, screen) => welchTable(given, screen).split('\n');
const notes = (given, screen) => {
  const all = lines(given, screen);
  return all.slice(all.lastIndexOf('', all.length - 2) + 1, -1);
};
const unresolved = (name, more) => test('a.js', name, [changed(1.01, 0.05, more)]);

/** Ratios of rates 1.25, 0.8 and 1 with round intervals. */
const round = () => comparison([
  test('a.js', 'n=1',
    [changed(
      1.25, 0, { low: 1 / 1.5, high: 1,
        welch: { improvement: 0.25, p: 0.02, stars: '*', accuracy: [0.2, 0.3, 0.4], skipped: null } })]),
  test('a.js', 'n=2 s="x"',
    [changed(
      0.8, 0, { low: 1 / 0.9, high: 1 / 0.7,
        welch: { improvement: -0.2, p: 1e-6, stars: '***', accuracy: [0.02, 0.03, 0.05], skipped: null } })]),
  test('b.js', '',
    [changed(
      1, 0.004,
      { welch: { improvement: -0.000001, p: 0.8, stars: '', accuracy: [0.004, 0.006, 0.011], skipped: null } })]),
]);

describe('the table of a comparison of rates', () => {
  it('has no exponent without need and no Infinity where rates of a damaged file are far apart', () => {
    const far = (improvement) =>
      lines(comparison(
        [test('a.js', 'n=1',
          [changed(
            1.25, 0, {
              welch: { improvement, p: 0.02, stars: '*', accuracy: [Infinity, 1e300, 1e18], skipped: null } })])]),
      { columns: 140 })[5];
    expect(far(1e307)).to.match(/ - % +±-% +±1\.00e\+302% +±100000000000000000000\.00% /);
    expect(far(Infinity)).to.match(/ - % +±-% /);
  });

  it('has the columns of compare.R, then the ratio, its interval and the verdict', () => {
    expect(lines(round(), { columns: 140 })).to.deep.equal([
      'old: ./node-old',
      'new: ./node-new',
      '',
      '             confidence  improvement  accuracy (*)     (**)    (***)   ratio                  -50 %     0   ' +
        '  +50 %',
      'a.js',
      '  n=1                 *      25.00 %       ±20.00%  ±30.00%  ±40.00%  x1.250  (1.000..1.500)            ' +
        '|----o-----  faster',
      '  n=2 s="x"         ***     -20.00 %        ±2.00%   ±3.00%   ±5.00%  x0.800  (0.700..0.900)      --o-- |   ' +
        '         slower',
      'b.js                         -0.00 %        ±0.40%   ±0.60%   ±1.10%  x1.000  (0.996..1.004)            o   ' +
        '         same within 1 %',
      '',
      'Where nothing has changed, chance alone gives stars: of 3 comparisons, about',
      '  0.15 have (*) or more',
      '  0.03 have (**) or more',
      '  0.00 have (***)',
      '2 of 3 have stars; after Holm\'s correction for the number of comparisons 2 differences stand: 1 faster, 1 ' +
        'slower',
      'a.js n=2 s="x" is 20 % slower; a.js n=1 is 25 % faster; b.js is the same within 1 %',
      '',
    ]);
  });

  it('leaves out the chart, accuracies and the ratio in turn, then confidence', () => {
    const titles = (columns) => lines(round(), { columns })[3].trim().replace(/ +/g, ' ');
    const found = Array.from({ length: 113 }, (_, i) => titles(140 - i))
      .filter((title, i, all) => title !== all[i - 1]);
    const first = 'confidence improvement accuracy (*)';
    expect(found).to.deep.equal([
      `${first} (**) (***) ratio -50 % 0 +50 %`, `${first} (**) (***) ratio`, `${first} (***) ratio`, `${first} ratio`,
      first, 'confidence improvement', 'improvement',
    ]);
    expect(lines(round(), { columns: 40 }).slice(4, 8))
      .to.deep.equal(
        ['a.js', '  n=1           25.00 % faster', '  n=2 s="x"    -20.00 % slower',
          'b.js            -0.00 % same within 1 %']);
    expect(lines(round(), { columns: 26 }).slice(4, 8))
      .to.deep.equal(['a.js', '  n=1            25.00 %', '  n=2 s="x"     -20.00 %', 'b.js             -0.00 %']);
  });

  it('turns ratios of times into those of rates', () => {
    expect(ratioOfRates({ ratio: 0.5, low: 0.4, high: 0.8 })).to.deep.equal({ ratio: 2, low: 1.25, high: 2.5 });
    expect(ratioOfRates({ ratio: 0.5, low: null, high: null })).to.deep.equal({ ratio: 2, low: null, high: null });
    expect(ratioOfRates({ ratio: null, low: null, high: null })).to.deep.equal({ ratio: null, low: null, high: null });
  });

  it('has a line for each side against the first one', () => {
    const table = lines(comparisons.threeSides(), { columns: 70 }).slice(3, 9);
    expect(table).to.deep.equal([
      '',
      '      side confidence improvement accuracy (*)  ratio',
      'buffers/x.js',
      '  n=1 v20         ***     12.84 %       ±0.63% x1.128 faster',
      '  n=1 v22                 -0.30 %       ±0.60% x0.997 same within 1 %',
      '  n=2 v22         ***     -2.88 %       ±0.54% x0.971 slower',
    ]);
    expect(notes(comparisons.threeSides())).to.include('not in v20: n=2');
    const fresh = test('x.js', 'n=1', [withoutTest('unmatched'), withoutTest('unmatched')], [null, sideOf(), sideOf()]);
    expect(notes(comparison([fresh], { labels: ['v18', 'v20', 'v22'] }))).to.include('not in v18: n=1');
  });

  it('colours verdicts and the chart', () => {
    const text = welchTable(round(), { columns: 130, hasColours: true });
    expect(text).to.include('\u001b[32m|----o-----\u001b[0m \u001b[32mfaster\u001b[0m\n')
      .and.to.include('\u001b[31mslower\u001b[0m').and.to.include('\u001b[1ma.js\u001b[0m\n');
    expect(text.split('\u001b').join('').replace(/\[\d+m/g, '')).to.equal(welchTable(round(), { columns: 130 }));
  });

  it('tells what is left open, on one side only, not tested, regressed and failed', () => {
    expect(notes(comparisons.typical(), { columns: 200 })).to.deep.equal([
      'Where nothing has changed, chance alone gives stars: of 5 comparisons, about',
      '  0.25 have (*) or more',
      '  0.05 have (**) or more',
      '  0.01 have (***)',
      '3 of 5 have stars; after Holm\'s correction for the number of comparisons 2 differences stand: 1 faster, 1 ' +
        'slower',
      'buffers/x.js n=1 type="slow": not resolved; about 230 more runs of each side (2 min) would settle it',
      'not tested, under two rates on a side: url/parse.js',
      'not tested, all rates of a side are equal: buffers/x.js n=1 type="equal"',
      'only in old: buffers/x.js n=2 type="gone"',
      'regression: buffers/x.js n=1024 type="slow" is slower by 6.8 % at least (more than 5 %, p = 1e-6)',
      '1 of 1 run failed, 1 file could not be run:',
      'FAILED buffers/x.js n=3 type="fails" (new): the process ended with exit code 1',
      '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
      'FAILED fs/broken.js (new): Cannot find module \'x\'',
      // Those that were not tested are no answer.
      'buffers/x.js n=1024 type="slow" is 6.9 % slower; buffers/x.js n=1024 type="fast" is 13 % faster; ' +
        '日本語/テスト.js word="早い" and 日本語/テスト.js word="a" are the same within 1 %; buffers/x.js n=1',
      '  type="slow" cannot be told apart yet',
    ]);
  });

  it('tells of all runs that failed, also where others of the side did not', () => {
    const one =
      test('a.js', 'n=1', [changed(1, 0.004)],
        [{ ...sideOf(), rates: [1, 2] }, { ...sideOf(), rates: [1], errors: [ERROR, ERROR] }]);
    expect(notes(comparison([one])).slice(-5)).to.deep.equal([
      '2 of 5 runs failed:', 'FAILED n=1 (new), 2 times: the process ended with exit code 1',
      '    at buffers/x.js:12:7', '    | TypeError: x is not a function',
      'n=1 is the same within 1 %',
    ]);
  });

  it('names the cheapest of those that are not resolved, and counts the others', () => {
    const some = [9, 3, 8, 1, 7, 6, 5].map(
      (moreProcesses, i) => unresolved(`n=${i}`, { moreProcesses, moreSeconds: i ? 30 : null }));
    const saved = ['x=1', 'x=2'].map((name) => unresolved(name, { moreProcesses: null }));
    const told = notes(comparison([...some, ...saved])).slice(5);
    expect(told).to.deep.equal([
      'n=3: not resolved; about 1 more run of each side (30 s) would settle it',
      'n=1: not resolved; about 3 more runs of each side (30 s) would settle it',
      'n=6: not resolved; about 5 more runs of each side (30 s) would settle it',
      'n=5: not resolved; about 6 more runs of each side (30 s) would settle it',
      'n=4: not resolved; about 7 more runs of each side (30 s) would settle it', 'and 2 more, not resolved either',
      'not resolved: x=1, x=2', '9 cannot be told apart yet',
    ]);
    expect(notes(comparison([some[0]]))[5])
      .to.equal('n=0: not resolved; about 9 more runs of each side would settle it');
  });

  it('tells behind these where machines differ, and by how much their rates do', () => {
    const blocks = [1.25, 0.8].map((ratio, machine) => ({ machine, ratio, low: null, high: null, processes: 12 }));
    const differing = unresolved('y=1', { moreProcesses: null, machinesDiffer: true, blocks });
    const machines = ['n1', 'n2'].map((name) => ({ name, environment: null, shards: [1] }));
    const told = notes(comparison([
      differing, unresolved('n=1', { moreProcesses: 3, moreSeconds: null }), unresolved('x=1', { moreProcesses: null }),
    ], { machines })).filter((line) => /not resolved/.test(line));
    expect(told).to.deep.equal([
      'n=1: not resolved; about 3 more runs of each side would settle it',
      'y=1: not resolved; the machines differ by more than their processes explain: +25.0 % on n2, -20.0 % on n1',
      'not resolved: x=1',
    ]);
  });

  it('has each reason not to test, and what only one side has', () => {
    const given = comparison([
      ...['too-few', 'no-variance', 'old-is-zero'].map(
        (skipped) => test('a.js', skipped, [withoutTest('not-judged', { skipped })])),
      test('a.js', 'gone', [withoutTest('unmatched')]),
      test('a.js', 'fresh', [withoutTest('unmatched')], [null, sideOf()]),
      ...Array.from({ length: 25 }, (_, i) => test('a.js', `i=${i}`, [withoutTest('unmatched')], [null, sideOf()])),
    ]);
    expect(notes(given)).to.deep.equal([
      'not tested, under two rates on a side: too-few', 'not tested, all rates of a side are equal: no-variance',
      'no share of it can be told, the old rate is 0: old-is-zero', 'only in old: gone',
      `only in new: fresh, ${Array.from({ length: 19 }, (_, i) => `i=${i}`).join(', ')} and 6 more`,
    ]);
    expect(lines(given).slice(3, 8))
      .to.deep.equal(
        ['', 'a.js', '  too-few      not judged', '  no-variance  not judged', '  old-is-zero  not judged']);
  });

  it('tells of conditions that weaken the verdicts, and of rates of another time', () => {
    const given =
      { ...round(), kind: 'saved', complete: false,
        differences: [{ field: 'nodeVersion', values: ['20.1.0', '22.1.0'], forbids: true }] };
    const told = notes(given).slice(5);
    expect(told[0]).to.equal('version of Node.js: 20.1.0, 22.1.0');
    expect(told[1]).to.match(/^no verdicts/);
    expect(told[2]).to.match(/^from another session: differences under 1 %/);
    expect(told[3]).to.equal('cut short: fewer runs than were planned');
    const looks = { ...round(), tests: [test('a.js', 'n=1', [changed(1.25, 0.01, { verdict: 'looks-faster' })])] };
    expect(notes(looks)[4]).to.match(/1 difference stands: 1 faster$/);
  });

  it('has no lines for sides of which nothing is known, as those of a CSV', () => {
    const given =
      { ...round(),
        sides: [{ label: 'old', source: null, environment: null }, { label: 'new', source: null, environment: null }] };
    expect(lines(given, { columns: 140 })[0]).to.match(/^ +confidence /);
  });

  it('has a side once that is called as it was given', () => {
    const sides = ['x@1.0.0', 'x@2.0.0'].map((one) => ({ label: one, source: one, environment: null }));
    expect(lines({ ...round(), sides }, { columns: 140 }).slice(0, 3)).to.deep.equal(['x@1.0.0', 'x@2.0.0', '']);
  });

  it('says so where nothing was compared', () => {
    expect(welchTable(comparisons.empty())).to.equal('old: ./node-old\nnew: ./node-new\n\nnothing was compared\n');
  });

  it('stays readable with a thousand tests', () => {
    const all = lines(manyCompared(1000), { columns: 120 });
    expect(all.length).to.be.below(1025);
    expect(all.filter((line) => line.includes('not resolved'))).to.have.length(6);
    expect(all).to.include('  50.00 have (*) or more').and.to.include('  1.00 have (***)')
      .and.to.include('and 328 more, not resolved either');
  });

  it('is never wider than the terminal, whatever the names are', () => {
    const [typical, threeSides, hostile] = [comparisons.typical(), comparisons.threeSides(), comparisons.hostile()];
    const tooWide = [];
    const check = (given, columns) =>
      tooWide.push(
        ...lines(given, { columns }).filter((line) => width(line) > columns).map((line) => `${columns}: ${line}`));
    for (let columns = 20; columns <= 200; columns += columns < 90 ? 7 : 33) {
      check(columns % 2 ? typical : threeSides, columns);
    }
    for (const columns of [20, 36, 119]) check(hostile, columns);
    expect(tooWide).to.deep.equal([]);
  });

  it('lines up wide characters', () => {
    const rows = lines(comparisons.typical(), { columns: 140 });
    const ratioAt = (text) => width(rows.find((line) => line.includes(text)).replace(/x\d.*$/, ''));
    expect(ratioAt('word="早い"')).to.equal(ratioAt('n=1024 type="fast"'));
  });
});
