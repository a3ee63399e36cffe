'use strict';

const { expect } = require('chai');
const { tableLines } = require('../../lib/report/table');
const { width } = require('../../lib/text/display');

const results = (more) => ({
  avg: 93468158, min: 93468158 * 0.98, max: 93468158 * 1.0232, count: 155e6, elapsed: 1.658, runs: 31, duration: 4.373,
  nloops: 5e6, ...more,
});
const row = (name, more) => ({
  name, rank: 1000, rankLow: null, rankHigh: null, verdict: 'baseline', moreSeconds: null, margin: 0.002,
  noiseFloor: null, nsPerCall: 10.7, nsLow: 10.6, nsHigh: 10.75,
  bytesPerSecond: null, itemsPerSecond: null, warnings: [], error: null, results: results(), ...more,
});
const same = (name, more) => row(name, { rank: 1000.4, rankLow: 998, rankHigh: 1002.3, verdict: 'same', ...more });
const failed = (name, error) => row(name, { rank: null, verdict: 'failed', results: null, error });
const WIDE = { visualize: true, showRunDetails: true, verbose: 2, bargraphScale: 5 };

const threeRows = () => [
  row('concat'),
  same('b',
    { rank: 998.2, rankLow: 995.1, rankHigh: 1001.2, verdict: 'unresolved',
      nsPerCall: 2.2e8, nsLow: 2e8, nsHigh: 2.3e8, results: results({ avg: 4.55, min: 4.5, max: 4.6 }) }),
  row('fast',
    { rank: 2400, rankLow: 2390, rankHigh: 2411, verdict: 'faster', nsPerCall: 8.1e5, nsLow: 8e5, nsHigh: 9.1e5,
      results: results({ avg: 1234 }) }),
];

describe('the table', () => {
  it('has the form of the original, and the time of one call before it', () => {
    // (1.0232 - 0.98) / 2 = 2.16 %; (10.75 - 10.7) / 10.7 = 0.47 % up, (10.7 - 10.6) / 10.7 = 0.93 % down
    expect(tableLines([row('concat'), same('b')], WIDE)).to.deep.equal([
      'name   one call          speed ops/sec (stats)                                                      rate',
      'concat  10.7 ns +-0.93 %    93,468,158 (31 runs of 5m calls in 1.658 out of 4.373 sec, +/- 2.16%)   1000' +
        '             baseline >>>>>',
      'b       10.7 ns +-0.93 %    93,468,158 (31 runs of 5m calls in 1.658 out of 4.373 sec, +/- 2.16%)   1000' +
        ' (998..1002) same     >>>>>',
    ]);
  });

  it('lines up times, speeds, ranks and bars', () => {
    expect(tableLines(threeRows(), { ...WIDE, showRunDetails: false })).to.deep.equal([
      'name   one call          speed ops/sec   rate',
      'concat  10.7 ns +-0.93 %    93,468,158   1000 baseline   >>>>>',
      'b        220 ms +-9.1 %           4.55    998 unresolved >>>>>',
      'fast     810 us +-12 %           1,234   2400 faster     >>>>>>>>>>>>',
    ]);
  });

  it('has times that nobody knows how far to believe, and none where there are none', () => {
    const unsure = { nsLow: null, nsHigh: null };
    const rows = [row('a', unsure), row('b', { nsPerCall: null, ...unsure })];
    expect(tableLines(rows, { ...WIDE, showRunDetails: false })).to.deep.equal([
      'name one call speed ops/sec   rate',
      'a     10.7 ns    93,468,158   1000 baseline >>>>>',
      'b                93,468,158   1000 baseline >>>>>',
    ]);
    expect(tableLines([row('a', { nsPerCall: 0, nsLow: 0, nsHigh: 1 })], { visualize: false }))
      .to.deep.equal(['name speed rate', 'a 93,468,158 ops/sec 1000 baseline']);
    expect(tableLines([row('a', { nsPerCall: 10, nsLow: 5, nsHigh: 1e9 })], { visualize: false })[1])
      .to.match(/ 10\.0 ns \+->999 %$/);
  });

  it('has ranks of many digits as the speeds beside them, and for programs in one piece', () => {
    const faster = (rank) => row('a', { rank, rankLow: rank * 0.99, rankHigh: rank * 1.01, verdict: 'faster' });
    const rankAt = (rank) => / ([\d,.g]+) faster/.exec(tableLines([faster(rank)], { visualize: true })[1])[1];
    expect([9999.4, 9999.5, 16094.7, 1234567.8].map(rankAt)).to.deep.equal(['9999', '10,000', '16,095', '1,234,568']);
    expect(tableLines([faster(16094.7)], { visualize: false })[1]).to.include(' 16095 (15934..16256) faster');
  });

  it('has no padding and no bars for programs, and the time behind', () => {
    expect(tableLines(threeRows(), { visualize: false, showRunDetails: false, bargraphScale: 5 })).to.deep.equal([
      'name speed rate one call',
      'concat 93,468,158 ops/sec 1000 baseline 10.7 ns +-0.93 %',
      'b 4.55 ops/sec 998 (995..1001) unresolved 220 ms +-9.1 %',
      'fast 1,234 ops/sec 2400 (2390..2411) faster 810 us +-12 %',
    ]);
    expect(tableLines([row('x'.repeat(200))], { visualize: false })[1]).to.match(/^x{200} 93,468,158 ops/);
    expect(tableLines([row('a')], { showRunDetails: true })[0]).to.equal('name speed (stats) rate one call');
  });

  it('has its columns where all tests have failed', () => {
    expect(tableLines([failed('a', null), failed('long name', null)], WIDE)).to.deep.equal([
      'name      speed ops/sec   rate',
      'a         FAILED',
      'long name FAILED',
    ]);
  });

  it('has details from verbosity 2 on', () => {
    for (const verbose of [0, 1]) {
      expect(tableLines([row('a')], { ...WIDE, verbose }).join()).to.not.match(/runs|stats/);
    }
    for (const verbose of [2, 3, undefined]) {
      expect(tableLines([row('a')], { ...WIDE, verbose }).join()).to.match(/stats.*runs/);
    }
  });

  it('has small ranks with their digits', () => {
    const slow = row('slow', { rank: 4.5512, rankLow: 4.301, rankHigh: 4.8, verdict: 'slower' });
    expect(tableLines([slow], { ...WIDE, showRunDetails: false })[1])
      .to.equal('slow  10.7 ns +-0.93 %    93,468,158   4.55 slower');
    expect(tableLines([slow], { visualize: false })[1]).to.include(' 4.55 (4.30..4.80) slower');
  });

  it('has rates of bytes and items where they are asked for', () => {
    const rows =
      [row('a', { bytesPerSecond: 12.3e6, itemsPerSecond: 5000 }), row('b', { itemsPerSecond: 0.25 }), row('c')];
    expect(tableLines(rows, { ...WIDE, showRunDetails: false, bargraphScale: 0 })).to.deep.equal([
      'name one call          speed ops/sec     bytes         items   rate',
      'a     10.7 ns +-0.93 %    93,468,158 12.3 MB/s 5,000 items/s   1000 baseline',
      'b     10.7 ns +-0.93 %    93,468,158           0.250 items/s   1000 baseline',
      'c     10.7 ns +-0.93 %    93,468,158                           1000 baseline',
    ]);
    expect(tableLines(rows, { visualize: false })[1])
      .to.equal('a 93,468,158 ops/sec 12.3 MB/s 5,000 items/s 1000 baseline 10.7 ns +-0.93 %');
    expect(tableLines(rows, { visualize: false })[0]).to.equal('name speed bytes items rate one call');
  });

  it('says what failed, in one line', () => {
    const error =
      { code: 'threw', message: 'TypeError: x is not\x07 a function\n  and more', at: 'file.js:3:5', calls: '1',
        stack: null, output: [] };
    expect(tableLines([row('concat'), failed('b', error), failed('c', { ...error, at: null }), failed('d', null)],
      WIDE).slice(2)).to.deep.equal([
      'b      FAILED TypeError: x is not\\x07 a function (file.js:3:5)',
      'c      FAILED TypeError: x is not\\x07 a function',
      'd      FAILED',
    ]);
    expect(tableLines([failed('b', error)], { ...WIDE, columns: 25 })[1]).to.equal('b    FAILED TypeError: x…');
    expect(tableLines([failed('b', { message: 'word '.repeat(1000), at: 'file.js:3:5' })], WIDE)[1])
      .to.match(/^b +FAILED (word ){31}word… \(file.js:3:5\)$/);
  });

  it('gives no speed and no rank where nothing can be told', () => {
    const rows =
      [row('concat'),
        row('noop', { rank: 98765, rankLow: 1, rankHigh: 2, verdict: 'below-resolution', bytesPerSecond: 5 })];
    // Where the verdicts stand.
    const behind = (text) => `^noop {${'concat  10.7 ns +-0.93 %    93,468,158   1000 '.length - 4}}${text}$`;
    expect(tableLines(rows, { ...WIDE, showRunDetails: false })[2]).to.match(new RegExp(behind('too fast to tell')));
    expect(tableLines(rows, WIDE)[2])
      .to.match(/^noop +\(31 runs of 5m calls in 1\.658 out of 4\.373 sec\) +too fast to tell$/);
    expect(tableLines(rows, { visualize: false })[2]).to.equal('noop too fast to tell');
    const noisy = row('noise', { rank: 98765, rankLow: 1, rankHigh: 2, verdict: 'too-noisy', bytesPerSecond: 5 });
    expect(tableLines([row('concat'), noisy], WIDE)[2])
      .to.match(/^noise +\(31 runs of 5m calls in 1\.658 out of 4\.373 sec\) +too noisy to tell$/);
  });

  it('shows what is still to be measured', () => {
    const waiting = row('later', { verdict: null, rank: null, results: null });
    expect(tableLines([row('concat'), waiting], WIDE)[2]).to.equal('later  ...');
    expect(tableLines([], WIDE)).to.have.length(1);
  });

  it('has no Infinity and no NaN', () => {
    const nothing = { avg: null, min: null, max: null, elapsed: 0, runs: 0, duration: 0, nloops: null };
    const noTime = { nsPerCall: null, nsLow: null, nsHigh: null };
    const line = tableLines([row('a', { rank: null, ...noTime, results: nothing })], WIDE)[1];
    expect(line).to.match(/^a +- \(0 runs of - calls in 0\.000 out of 0\.000 sec\) +- baseline$/);
  });

  it('has what changes the meaning of the figures in brackets', () => {
    const warnings =
      [{ code: 'few-samples' }, { code: 'disturbed' }, { code: 'busy' }, { code: 'not-optimized', found: 'maglev' }];
    expect(tableLines([same('a', { warnings })], {})[1])
      .to.match(/ same \(busy, not optimized\) 10\.7 ns \+-0\.93 %$/);
    expect(tableLines([row('a', { verdict: 'too-noisy', warnings })], {})[1])
      .to.equal('a too noisy to tell (busy, not optimized)');
    expect(tableLines([same('a', { warnings: [{ code: 'few-samples' }] })], {})[1])
      .to.match(/ same 10\.7 ns \+-0\.93 %$/);
  });
});

describe('bars', () => {
  const barOf = (rank, settings) =>
    /[>+]*$/.exec(tableLines([row('a', { rank })], { ...WIDE, showRunDetails: false, ...settings })[1])[0];

  it('have bargraphScale characters per 1000', () => {
    expect(barOf(1000)).to.equal('>>>>>');
    expect(barOf(290)).to.equal('>'); // 1.45
    expect(barOf(1000, { bargraphScale: 2.5 })).to.equal('>>>');
    expect(barOf(1000, { bargraphScale: 0 })).to.equal('');
    expect(barOf(1000, { bargraphScale: -1 })).to.equal('');
  });

  it('end in + where they are too long, at every width', () => {
    expect(barOf(12000)).to.equal('>'.repeat(60)); // 5 x 12
    expect(barOf(12200)).to.equal(`${'>'.repeat(59)}+`);
    expect(barOf(1e14)).to.equal(`${'>'.repeat(59)}+`);
    // `a     10.7 ns +-0.93 %    93,468,158 100,200 baseline ` takes 54 columns
    expect(barOf(100200, { columns: 80 })).to.equal(`${'>'.repeat(25)}+`);
    expect(barOf(100200, { columns: 74 })).to.equal(`${'>'.repeat(19)}+`);
    for (let columns = 59; columns < 130; columns++) {
      expect(barOf(100200, { columns })).to.equal(`${'>'.repeat(Math.min(columns - 55, 59))}+`);
    }
  });

  it('go where that of the baseline has no place, and do not come back in the place of the rank', () => {
    expect(barOf(100200, { columns: 59 })).to.equal('>>>>+');
    for (let columns = 1; columns < 59; columns++) expect(barOf(100200, { columns }), `${columns}`).to.equal('');
  });
});

describe('a terminal', () => {
  const rows = () => [row('concat'), same('substring of strings', { warnings: [{ code: 'busy' }] })];
  const at = (columns, more) => tableLines(rows(), { ...WIDE, ...more, columns });
  const NAME = 'substring of strings';
  const FIGURES = '  10.7 ns +-0.93 %    93,468,158';
  // 20 name + 1 + 8 time + 1 + 8 reach + 1 + 13 speed + 1 + 58 details + 1 + 6 rank + 1 + 11 interval + 1 + 11
  // verdict = 142, then 1 + 5 of bars

  it('gives up bars first, then details, interval, brackets, rank, reach, ends of names and then the speed', () => {
    const details = '(31 runs of 5m calls in 1.658 out of 4.373 sec, +/- 2.16%)';
    const steps = [
      [undefined, 148, `${NAME}${FIGURES} ${details}   1000 (998..1002) same (busy) >>>>>`],
      [147, 142, `${NAME}${FIGURES} ${details}   1000 (998..1002) same (busy)`],
      [141, 89, `${NAME}${FIGURES}   1000 (998..1002) same (busy) >>>>>`],
      [88, 83, `${NAME}${FIGURES}   1000 (998..1002) same (busy)`],
      [82, 77, `${NAME}${FIGURES}   1000 same (busy) >>>>>`],
      [76, 71, `${NAME}${FIGURES}   1000 same (busy)`],
      [70, 68, `${NAME}${FIGURES}   1000 same*`],
      [67, 61, `${NAME}${FIGURES} same*`],
      [60, 52, `${NAME}  10.7 ns    93,468,158 same*`],
      [51, 51, 'substring…f strings  10.7 ns    93,468,158 same*'],
      [40, 40, 'subs…ngs  10.7 ns    93,468,158 same*'],
      [39, 39, 'substring of strings  10.7 ns same*'],
      [26, 26, 'subs…ngs  10.7 ns same*'],
      [22, 22, 'subs…ngs  10.7 ns sam…'],
    ];
    for (const [most, least, line] of steps) {
      expect(at(most)[2]).to.equal(line);
      expect(at(least), `${least}`).to.deep.equal(at(most));
    }
    // All that has gone by a column, and nothing that comes back but bars in the place of (stats) or the interval.
    expect(new Set(Array.from({ length: 200 - 52 + 1 }, (_, i) => at(52 + i)[2])).size).to.equal(9);
  });

  it('has no interval of the rank beside the reach of the time, unless details are asked for', () => {
    for (const columns of [undefined, 194, 83]) {
      expect(at(columns, { showRunDetails: false })[2]).to.equal(`${NAME}${FIGURES}   1000 same (busy) >>>>>`);
    }
    expect(at(76, { showRunDetails: false })[2]).to.equal(`${NAME}${FIGURES}   1000 same (busy)`);
    expect(at(67, { showRunDetails: false })).to.deep.equal(at(67));
  });

  it('leaves the others their ranks where one name is long', () => {
    const long = [row('concat'), same('a name of which nobody knows why it is as long as it is')];
    const lines = tableLines(long, { ...WIDE, showRunDetails: false, columns: 68 });
    expect(lines[1]).to.equal('concat                10.7 ns +-0.93 %    93,468,158   1000 baseline');
    expect(lines[2]).to.equal('a name of … as it is  10.7 ns +-0.93 %    93,468,158   1000 same');
  });

  it('without a width has no limit', () => {
    for (const columns of [0, undefined, null, NaN, -5]) expect(at(columns)).to.deep.equal(at(undefined));
  });
});

describe('names that break tables', () => {
  const names = {
    plain: 'concat', empty: '', wide: '日本語', combining: 'e\u0301\u0302n\u0303', family: '👩‍👩‍👧‍👦', flag: '🇯🇵',
    skin: '👍🏽', keycap: '1️⃣',
    tab: 'a\tb', newline: 'a\nb\r\nc', colour: '\x1b[31mred\x1b[0m', erase: '\x1b[2K\x1b[1A', nul: 'a\0b',
    override: 'abc\u202edef',
    surrogate: 'x\ud800', zero: 'a\u200bb', proto: '__proto__', inherited: 'toString', comma: 'a,b', quote: 'a"b\'c',
    pipe: 'a|b`c`',
    formula: '=1+1', at: '@SUM(A1)', percent: '%s %d', long: 'x'.repeat(10240), longWide: '日'.repeat(5000),
    backslash: 'C:\\new', mark: '\u0301',
  };
  const rows = [];
  for (const key of Object.keys(names)) rows.push(same(names[key], { warnings: [] }));

  it('do not move the columns', () => {
    for (const columns of [undefined, 250, 120, 80, 50, 40, 25]) {
      const lines = tableLines(rows, { ...WIDE, columns });
      // The titles stand above the ends of times, and of ranks.
      for (const [title, text] of [['rate', / 1000(?= \(998| same)/u], ['one call', / 10\.7 ns(?= )/u]]) {
        if (!lines[0].includes(title)) continue;
        const end = width(lines[0].slice(0, lines[0].indexOf(title) + title.length));
        for (const line of lines.slice(1).filter((one) => !one.startsWith('  fastest'))) {
          const found = text.exec(line);
          expect(found && width(line.slice(0, found.index + found[0].length)), `${columns}: ${line}`).to.equal(end);
        }
      }
    }
  });

  it('leave one line each', () => {
    for (const line of tableLines(rows, WIDE)) expect(line).to.match(/^[ -\u{10ffff}]+$/u);
  });

  it('and others are cut to any width of terminal', () => {
    const error = { message: `Error: 日本${'x'.repeat(300)}`, at: 'a.js:1:2', output: [] };
    const others = [failed('日本', error), row('later', { verdict: null }), row('noop', { verdict: 'below-resolution' }),
      row('noise', { verdict: 'too-noisy', warnings: [{ code: 'busy' }] }),
      same('slow', { warnings: [{ code: 'not-optimized' }, { code: 'not-steady' }] }),
      row('items', { itemsPerSecond: 1e14, bytesPerSecond: 1e-3, rank: 1e9 })];
    const telling = ['plain', 'empty', 'family', 'long', 'longWide', 'mark'].map(
      (key) => same(names[key], { warnings: [] }));
    // Nothing fits, parts of it do, the words of a line do, all does.
    const widths =
      [1, 2, 3, 5, 8, 13, 19, 20, 21, 30, 39, 40, 41, 55, 59, 60, 61, 79, 80, 81, 99, 100, 101, 119, 120, 121, 150,
        200];
    const tooWide = [];
    for (const [some, settings] of [
        [rows, WIDE], [telling, { ...WIDE, showRunDetails: false }], [telling, { ...WIDE, visualize: false }]]) {
      for (const columns of widths) {
        for (const line of tableLines([...some, ...others], { ...settings, columns })) {
          if (width(line) > columns) tooWide.push(`${columns}: ${line}`);
        }
      }
    }
    expect(tooWide).to.deep.equal([]);
  }).timeout(20000);
});
