'use strict';

const { expect } = require('chai');
const { resultsCsv, toCsv } = require('#lib/report/exchange/csv');
const { failedRow, results, row, suite } = require('../helpers/ci-documents');
const { parameterTests } = require('../helpers/documents');

// name -> its cell
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

/** Parses strict RFC 4180, and throws for other text. */
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
  it('is read back unchanged, except for escaped formulas and control characters', () => {
    const cells = read(toCsv(names.map(([name]) => row(name))));
    names.forEach(([name, cell], i) => expect(cells[i].name, JSON.stringify(name)).to.equal(cell));
    for (const { kind, ops_per_second: ops } of cells) expect({ kind, ops })
      .to.deep.equal({ kind: 'sync', ops: '93468158.25' });
  });

  it('has empty cells for unknown values', () => {
    const [cells] = read(toCsv([failedRow('a', '=cmd()\n"x"')]));
    expect(cells.error).to.equal("'=cmd()\n\"x\" (a.js:1:2)");
    for (const field of ['rank', 'rank_low', 'ops_per_second', 'ns_per_call', 'cycles_per_call', 'bytes_per_call',
        'collections']) {
      expect(cells[field]).to.equal('');
    }
    expect(read(toCsv([row('a', { verdict: null, rank: NaN, cycles: Infinity, nsLow: undefined, nsHigh: -5 })]))[0])
      .to.include({ verdict: '', rank: '', cycles_per_call: '', ns_low: '', ns_high: '-5' });
  });

  it('omits the rate and rank of a test that is too fast or too noisy to time', () => {
    for (const verdict of ['below-resolution', 'too-noisy']) {
      expect(read(toCsv([row('a', { verdict, rankLow: 1, rankHigh: 2 })]))[0])
        .to.include({ verdict, rank: '', rank_low: '', rank_high: '', ops_per_second: '' });
    }
  });
});

describe('CSV: optional columns', () => {
  const OLD = toCsv([row('a')]).split('\r\n')[0];
  const added = (rows) => parseCsv(toCsv(rows))[0].slice(OLD.split(',').length);
  const columnsOf = (csv) => {
    const lines = read(csv);
    return Object.fromEntries(Object.keys(lines[0]).map((name) => [name, lines.map((cells) => cells[name])]));
  };

  it('have the operations per call of all tests if a call makes several', () => {
    const rows = [row('a', { ops: 1000 }), row('b')];
    expect(added(rows)).to.deep.equal(['operations_per_call']);
    expect(columnsOf(toCsv(rows)).operations_per_call).to.deep.equal(['1000', '1']);
  });

  it('are omitted if they have no values', () => {
    expect(OLD).to.match(/^name,.*,error$/);
    expect(added(
      [row('a', { test: 'a', params: null, tier: null, isCold: false, cpuNsPerCall: null, memory: null, coldCache: null,
          growth: null })])).to.deep.equal([]);
  });

  it('include group and test', () => {
    const rows = [row('a', { test: 'a', group: null }), row('sort: b', { test: 'b', group: 'sort' })];
    expect(added(rows)).to.deep.equal(['group', 'test']);
    const { name, group, test } = columnsOf(toCsv(rows));
    expect({ name, group, test }).to.deep.equal({ name: ['a', 'sort: b'], group: ['', 'sort'], test: ['', 'b'] });
  });

  it('include the parameters of all suites', () => {
    expect(added([row('a', { test: 'a', params: { 'a"b': 1, c: [1] } })]))
      .to.deep.equal(['test', 'param_a"b', 'param_c']);
    const document = results([suite([row('a')]), suite(parameterTests({ sizes: [10] }))]);
    const columns = columnsOf(resultsCsv(document));
    expect(Object.keys(columns).slice(0, 3)).to.deep.equal(['file', 'suite', 'name']);
    expect(columns.param_size).to.deep.equal(['', '10', '10', '10', '10']);
  });
});
