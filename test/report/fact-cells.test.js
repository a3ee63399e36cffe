'use strict';

const { expect } = require('chai');
const { tableLines } = require('../../lib/report/table');
const { toMarkdown } = require('../../lib/report/markdown');
const { toBencher } = require('../../lib/report/bencher');
const { toBenchstat } = require('../../lib/report/benchstat');
const { toGithubAction } = require('../../lib/report/github-action');
const { width } = require('../../lib/text/display');
const { row, ratioed, memoryOf, coldCacheOf, measuredTests, parameterTests, tierTests, results, suite, HOSTILE } =
  require('../helpers/documents');

const ALIGNED = { visualize: true, bargraphScale: 5 };
const memoryTests = () => [
  row('concat', { memory: memoryOf(1120) }),
  ratioed('substring of it', 0.9, 0.01, { memory: memoryOf(31400, { count: 120, share: 0.12 }) }),
  ratioed('nothing', 0.8, 0.01, { memory: memoryOf(0.001, { count: 0, share: null }) }),
  ratioed('other', 0.8, 0.01, { memory: null }),
];

describe('the table: memory', () => {
  it('has bytes and collections where there is room, and bytes beside all that a terminal of 80 columns needs', () => {
    expect(tableLines(memoryTests(), { ...ALIGNED, columns: 93 })).to.deep.equal([
      'name            one call          speed ops/sec bytes/call collections   rate',
      'concat            100 ns +-0.60 %    10,000,000    1,120 B 12 (3.1 %)    1000 baseline >>>>>',
      'substring of it  90.0 ns +-0.60 %    11,111,111    31.4 kB 120 (12 %)    1111 faster   >>>>>>',
      'nothing          80.0 ns +-0.60 %    12,500,000        0 B 0             1250 faster   >>>>>>',
      'other            80.0 ns +-0.60 %    12,500,000                          1250 faster   >>>>>>',
    ]);
    expect(tableLines(memoryTests(), { ...ALIGNED, columns: 79 })).to.deep.equal([
      'name            one call          speed ops/sec bytes/call   rate',
      'concat            100 ns +-0.60 %    10,000,000    1,120 B   1000 baseline',
      'substring of it  90.0 ns +-0.60 %    11,111,111    31.4 kB   1111 faster',
      'nothing          80.0 ns +-0.60 %    12,500,000        0 B   1250 faster',
      'other            80.0 ns +-0.60 %    12,500,000              1250 faster',
    ]);
  });

  it('gives up collections first, then rank and reach, the middle of names, then bytes and at last the speed', () => {
    const at = (columns) => tableLines(memoryTests(), { ...ALIGNED, bargraphScale: 0, columns })[2];
    const steps = [
      [undefined, 86, 'substring of it  90.0 ns +-0.60 %    11,111,111    31.4 kB 120 (12 %)    1111 faster'],
      [85, 74, 'substring of it  90.0 ns +-0.60 %    11,111,111    31.4 kB   1111 faster'],
      [73, 67, 'substring of it  90.0 ns +-0.60 %    11,111,111    31.4 kB faster'],
      [66, 58, 'substring of it  90.0 ns    11,111,111    31.4 kB faster'],
      [57, 57, 'substri… of it  90.0 ns    11,111,111    31.4 kB faster'],
      [51, 51, 'subs… it  90.0 ns    11,111,111    31.4 kB faster'],
      [50, 47, 'substring of it  90.0 ns    11,111,111 faster'],
      [40, 40, 'subs… it  90.0 ns    11,111,111 faster'],
      [39, 33, 'substring of it  90.0 ns faster'],
    ];
    for (const [most, least, line] of steps) {
      expect(at(most)).to.equal(line);
      expect(at(least), `${least}`).to.equal(line);
    }
  });

  it('has single blanks for programs, whatever is missing', () => {
    expect(tableLines(memoryTests(), { visualize: false }).slice(0, 2)).to.deep.equal([
      'name speed bytes/call collections rate one call',
      'concat 10,000,000 ops/sec 1,120 B 12 (3.1 %) 1000 (1000..1000) baseline 100 ns +-0.60 %',
    ]);
    expect(tableLines(
      [row('a', { memory: { ...memoryOf(100), bytesPerCall: null, collections: { count: 3.4, share: null } } })],
      { visualize: false })[1]).to.match(/ops\/sec 3 1000/);
    expect(tableLines([row('a', { memory: { bytesPerCall: 4, collections: null } })], { visualize: false })[0])
      .to.equal('name speed bytes/call rate one call');
  });
});

describe('the table: processor time and cold caches', () => {
  const waiting = () => [
    row('fetch',
      { nsPerCall: 6.02e6, nsLow: 5.98e6, nsHigh: 6.05e6, cpuNsPerCall: 1.01e6,
        warnings: [{ code: 'waits', share: 0.83 }] }),
    ratioed('other', 0.3, 0.01, { nsPerCall: 1.9e6, cpuNsPerCall: null }),
  ];

  it('has wall and processor time of all where any waits', () => {
    const lines = tableLines(waiting(), { ...ALIGNED, bargraphScale: 0 });
    expect(lines[0]).to.equal('name  one call          speed ops/sec                 processor   rate');
    expect(lines[1]).to.equal('fetch  6.02 ms +-0.66 %           166 6.02 ms wall, 1.01 ms cpu   1000 baseline');
    expect(lines[2]).to.equal('other  1.90 ms +-0.60 %           526               1.9 ms wall   3333 faster');
    expect(tableLines(waiting(), { ...ALIGNED, columns: 70 })[0]).to.match(/ops\/sec +rate$/);
    expect(tableLines([{ ...waiting()[0], warnings: [] }], ALIGNED).join()).not.to.match(/cpu|processor/);
  });

  it('has both times of cold caches, and does without in a narrow terminal', () => {
    const rows =
      [row('a', { nsPerCall: 1.2, coldCache: coldCacheOf(82) }),
        ratioed('b', 3, 0.01, { nsPerCall: 3.3, coldCache: coldCacheOf(12) })];
    const lines = tableLines(rows, { ...ALIGNED, bargraphScale: 0 });
    expect(lines).to.deep.equal([
      'name one call          speed ops/sec                    cold cache   rate',
      'a     1.20 ns +-0.60 %   833,333,333       82 ns cold, 1.2 ns warm   1000 baseline',
      'b     3.30 ns +-0.60 %   303,030,303 under 20 ns cold, 3.3 ns warm    333 slower',
    ]);
    expect(tableLines(rows, { ...ALIGNED, columns: 60 }).join()).not.to.match(/cold|…/);
    expect(tableLines([row('n', { nsPerCall: 60, verdict: 'too-noisy', coldCache: coldCacheOf(82) })], {})[1])
      .to.equal('n 82 ns cold too noisy to tell');
  });
});

describe('the table: parameters', () => {
  it('has a line of them above the tests', () => {
    const lines = tableLines(parameterTests({ sizes: [10, 1000] }), { ...ALIGNED, columns: 79 });
    expect(lines.map((line) => line.replace(/ .*$/, '')))
      .to.deep.equal(
        ['name', 'size=10', 'concat', 'join', 'slice', 'search', 'size=1000', 'concat', 'join', 'slice', 'search']);
    expect(lines[2]).to.match(/^concat {2}39\.9 ns \+-0\.60 % +25,085,833 +1000 baseline/);
  });

  it('has whole names and no other lines for programs', () => {
    const lines = tableLines(parameterTests({ sizes: [10, 1000] }), { visualize: false });
    expect(lines).to.have.length(9);
    expect(lines[5]).to.match(/^concat size=1000 type="utf8" 83,/);
  });

  it('is never wider than the terminal', () => {
    const rows =
      [...HOSTILE.map((name, i) =>
        row(`${name} ${i}`,
          { test: name, params: { [name]: name }, memory: memoryOf(10 ** i), coldCache: coldCacheOf(10 ** i),
            cpuNsPerCall: 5, warnings: [{ code: 'waits', share: 0.5 }] }))];
    for (const columns of [1, 8, 20, 40, 60, 79, 100, 150]) {
      for (const line of tableLines(rows, { ...ALIGNED, columns })) expect(width(line), line).to.be.at.most(columns);
    }
  });
});

describe('Markdown of facts', () => {
  const header = (rows) => toMarkdown(rows).split('\n')[0];

  it('has columns for them where any row has some', () => {
    expect(header([row('a', { cpuNsPerCall: 5, memory: null, coldCache: null })]))
      .to.equal('| name | one call | 95 % interval | ops/sec | rate | interval | verdict |');
    expect(header(memoryTests()))
      .to.equal('| name | one call | 95 % interval | ops/sec | bytes/call | rate | interval | verdict |');
    expect(toMarkdown(measuredTests()).split('\n').filter((_, i) => [0, 2, 4, 7].includes(i))).to.deep.equal([
      '| name | one call | 95 % interval | ops/sec | processor | cold cache | bytes/call | rate | interval | ' +
        'verdict |',
      '| fetch | 6.020\u00a0ms | 5.990 – 6.056\u00a0ms | 166 | 6.02 ms wall, 1.01 ms cpu | 6.3 ms cold, 6.02 ms warm ' +
        '| 1,120 B | 1000 | (1000..1000) | baseline |',
      '| look up | 1.200\u00a0ns | 1.194 – 1.207\u00a0ns | 833,333,333 | 1.2 ns wall | 82 ns cold, 1.2 ns warm | 0 B ' +
        '| 5000 | (4950..5050) | faster |',
      '| fails | | | | | | | | | FAILED TypeError: list.toSorted is not a function (bench/sort.js:12:7) |',
    ]);
  });

  it('has whole names of what has parameters', () => {
    expect(toMarkdown(parameterTests({ sizes: [10] })).split('\n')[2]).to.match(/^\| concat size=10 type="utf8" \|/);
  });
});

it('each row has a name of its own in the formats that keep a history', () => {
  const rows = [...parameterTests({ types: ['utf8', 'latin1'] }), ...tierTests()];
  const document = results([suite(rows)]);
  expect(new Set(JSON.parse(toGithubAction(document)).map(({ name }) => name)).size).to.equal(rows.length);
  expect(Object.keys(JSON.parse(toBencher(document)))).to.have.length(rows.length);
  expect(new Set(toBenchstat(document).match(/^Benchmark\S+/gm)).size).to.equal(rows.length);
});
