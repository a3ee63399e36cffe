'use strict';

const { expect } = require('chai');
const { toCsv } = require('../../lib/report/csv');
const { formatOf } = require('../../lib/report/output/formats');
const { toJson } = require('../../lib/report/output/view');

const row = (name, more) => ({
  name, rank: 1000, rankLow: null, rankHigh: null, verdict: 'baseline', moreSeconds: null, margin: 0.002,
  noiseFloor: null,
  cycles: 38.5, nsPerCall: 10.7, nsLow: 10.6, nsHigh: 10.8, statistic: 'median', kind: 'sync', ops: 1, calls: 155e6,
  rounds: 40, processes: 0,
  resolutionNs: 0.1, overheadNs: 0.5, collections: { count: 3, share: 0.01, seconds: 0.1, bytesPerCall: 16 },
  bytesPerSecond: null, itemsPerSecond: null, warnings: [], error: null, samples: [],
  results: { avg: 93468158.25, min: 9e7, max: 1e8, count: 155e6, elapsed: 1.658, runs: 31, duration: 4.373, nloops: 5e6,
    stats: [] }, ...more,
});
const failed = (name, message, at = null) => row(name, {
  rank: null, verdict: 'failed', results: null, collections: null, nsPerCall: null, nsLow: null, nsHigh: null,
  cycles: null,
  error: { code: 'threw', message, at, calls: null, stack: null, output: [] },
});

// name -> the cell of it
const names = [
  ['concat', 'concat'], ['', ''], ['a,b', 'a,b'], ['a"b', 'a"b'], ['"', '"'], ['a\nb', 'a\nb'], ['a\r\nb', 'a\r\nb'],
  ['a\rb', 'a\rb'], ['a\tb', 'a\tb'],
  ['=1+1', "'=1+1"], ['+1', "'+1"], ['-1', "'-1"], ['@SUM(A1)', "'@SUM(A1)"], ['\t=1', "'\t=1"], ['\r=1', "'\r=1"],
  ['=a,"b"\n', "'=a,\"b\"\n"],
  ['a\0b', 'a\\x00b'], ['\x1b[31m', '\\x1b[31m'], ['\x7f\x9b', '\\x7f\\x9b'], ['x\ud800', 'x\\ud800'],
  ['a|b`c`', 'a|b`c`'],
  ['日本 👩‍👧', '日本 👩‍👧'], ['__proto__', '__proto__'], [' padded ', ' padded '],
  ['x'.repeat(10240), 'x'.repeat(10240)], [';', ';'],
];

/** RFC 4180, and nothing else: throws where the text is not */
function parseCsv(text) {
  const lines = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no CSV from ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    lines[lines.length - 1].push(found[1].startsWith('"') ? found[1].slice(1, -1).replace(/""/g, '"') : found[1]);
    if (found[2] === '\r\n') lines.push([]);
  }
  expect(lines.pop()).to.deep.equal([]);
  return lines;
}

/** header and cells -> one object per line */
function read(text) {
  const [header, ...lines] = parseCsv(text);
  return lines.map((cells) => {
    expect(cells).to.have.length(header.length);
    return Object.fromEntries(cells.map((cell, i) => [header[i], cell]));
  });
}

describe('CSV', () => {
  it('has a header with units and a line per row', () => {
    const warnings = [{ code: 'few-samples', rounds: 7 }, { code: 'disturbed', rounds: 1, lostNs: 1 }];
    expect(toCsv(
      [row('a',
        { rank: 998.25, rankLow: 995, rankHigh: 1e-7, verdict: 'same', warnings, bytesPerSecond: 5,
          itemsPerSecond: 6 })])).to.equal(
      'name,verdict,rank,rank_low,rank_high,ops_per_second,ns_per_call,ns_low,ns_high,cycles_per_call,calls,rounds,' +
      'processes,kind,bytes_per_call,collections,collections_share,bytes_per_second,items_per_second,warnings,' +
      'error\r\n' +
      'a,same,998.25,995,1e-7,93468158.25,10.7,10.6,10.8,38.5,155000000,40,0,sync,16,3,0.01,5,6,few-samples ' +
      'disturbed,\r\n');
    expect(parseCsv(toCsv([]))).to.have.length(1);
  });

  it('is read back as it was', () => {
    const cells = read(toCsv(names.map(([name]) => row(name))));
    names.forEach(([name, cell], i) => expect(cells[i].name, JSON.stringify(name)).to.equal(cell));
    for (const { kind, ops_per_second: ops } of cells) expect([kind, ops]).to.deep.equal(['sync', '93468158.25']);
  });

  it('has empty cells for what is not known', () => {
    const [cells] = read(toCsv([failed('a', '=cmd()\n"x"', 'a.js:1:2')]));
    expect(cells.error).to.equal("'=cmd()\n\"x\" (a.js:1:2)");
    for (const field of ['rank', 'rank_low', 'ops_per_second', 'ns_per_call', 'cycles_per_call', 'bytes_per_call',
        'collections']) {
      expect(cells[field]).to.equal('');
    }
    expect(read(toCsv([row('a', { verdict: null, rank: NaN, cycles: Infinity, nsLow: undefined })]))[0]).to.include({
      verdict: '', rank: '', cycles_per_call: '', ns_low: '' });
  });

  it('leaves negative numbers alone', () => {
    expect(read(toCsv([row('a', { nsLow: -5 })]))[0].ns_low).to.equal('-5');
  });

  it('gives neither speed nor rank of what cannot be told from nothing', () => {
    for (const verdict of ['below-resolution', 'too-noisy']) {
      expect(read(toCsv([row('a', { verdict, rankLow: 1, rankHigh: 2 })]))[0])
        .to.include({ verdict, rank: '', rank_low: '', rank_high: '', ops_per_second: '' });
    }
  });
});

describe('JSON', () => {
  it('has the rows as they are', () => {
    const rows = [...names.map(([name]) => row(name)), failed('x', 'no')];
    expect(JSON.parse(toJson(rows))).to.deep.equal(rows);
    expect(toJson([{ name: 'a' }])).to.equal('[\n  {\n    "name": "a"\n  }\n]\n');
  });

  it('has no control that a terminal obeys, and reads as it was', () => {
    const rows = [{ name: '\x1b[31m\x7f\x80\x9b31m\x9f é' }];
    expect(toJson(rows)).to.contain('"\\u001b[31m\\u007f\\u0080\\u009b31m\\u009f é"');
    expect(JSON.parse(toJson(rows))).to.deep.equal(rows);
  });

  it('has null where a number is none', () => {
    expect(JSON.parse(toJson([{ a: NaN, b: Infinity }]))).to.deep.equal([{ a: null, b: null }]);
  });
});

// Of row(): a time and its interval.

describe('documents in Markdown', () => {
  const document = (...suites) => ({
    qtimeit: 'results', environment: null,
    suites: suites.map(([file, title], i) => ({ file, suite: i + 1, settings: { title }, tests: [row('a')] })),
  });
  const headings = (...suites) => (
    formatOf('markdown', document(...suites)).split('\n').filter((line) => /^#/.test(line)));

  it('have the titles of their suites as headings, and their files where there are several', () => {
    expect(headings(['a.js', undefined])).to.deep.equal(['### a.js']);
    expect(headings(['a.js', 'Lists'])).to.deep.equal(['### Lists (a.js)']);
    expect(headings(['a.js', ''], ['b.js', 'Lists_'])).to.deep.equal(['### a.js', '### Lists\\_ (b.js)']);
  });

  it('have them as GitHub shows a job, too', () => {
    const text = formatOf('github', document(['a.js', 'Lists'], [null, 'Maps'], ['a.js', '']));
    expect(text.split('\n').filter((line) => /^#/.test(line)))
      .to.deep.equal(['### Lists (a.js, suite 1)', '### Maps (snippets)', '### a.js, suite 3']);
  });

  it('have the answer', () => {
    const two = document(['a.js', '']);
    two.suites[0].tests.push(row('b_2', { verdict: 'faster', rank: 16000 }));
    for (const format of ['markdown', 'github']) {
      expect(formatOf(format, two)).to.include('\n\n**b\\_2 is 16x as fast as a**\n\n| name |');
    }
  });
});
