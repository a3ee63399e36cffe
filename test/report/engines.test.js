'use strict';

const { expect } = require('chai');
const { formatOf } = require('../../lib/report/output/formats');
const { engineRows, fastestWords, legendOf } = require('../../lib/report/engine-cells');
const { toHtml } = require('../../lib/report/html/to-html');
const { rowError } = require('../../lib/text/row-error');
const { KINDS } = require('../../lib/document/document-shape');

const SIDES = ['node 20.1.0', 'bun 1.4.5', 'deno 2.9.6'].map((label) => ({ label, source: label, environment: null }));
const ERROR = rowError('threw', 'ReferenceError: Temporal is not defined', { at: 'a.js:2:7' });

const side = (ns, spread = 0.01, more = {}) => ({
  nsPerCall: ns, nsLow: ns && ns * (1 - spread), nsHigh: ns && ns * (1 + spread), cycles: null, processes: 6,
  values: ns ? [ns] : [], error: null, ...more,
});
const change = (ratio, verdict) => ({
  ratio, low: ratio && ratio * 0.99, high: ratio && ratio * 1.01, confidence: 0.95, p: 0.001, adjustedP: 0.001, verdict,
  margin: 0.02, moreProcesses: null, moreSeconds: null, regression: false,
});
const test = (name, sides, changes, more) => ({ file: 'a.js', suite: 1, name, sides, unit: 'ns', changes, ...more });

const TESTS = [
  test('parse', [side(113.6), side(41.82), side(93.07)], [change(0.368, 'faster'), change(0.819, 'faster')]),
  test('sort', [side(90), side(91), side(150)], [change(1.011, 'same'), change(1.667, 'slower')]),
  test('later', [side(1351), side(1600, 0.5), side(1400, 0.5)],
    [change(1.184, 'unresolved'), change(1.04, 'unresolved')]),
  test('temporal', [side(null, 0, { processes: 0, error: ERROR }), side(27.3), side(198)],
    [change(null, 'failed'), change(null, 'failed')]),
  test('missing', [side(5), null, side(null, 0)], [change(null, 'unmatched'), change(null, 'below-resolution')]),
];
const document = {
  qtimeit: 'comparison', schema: 1, version: '1.0.0', savedAt: '2026-01-01T00:00:00.000Z', complete: true,
  command: ['run', '--on', 'node,bun,deno', 'a.js'], sides: SIDES, kind: 'processes', confidence: 0.95,
  precision: 0.02, maxRegression: null, differences: [], tests: TESTS, failures: [], gate: null, across: 'engines',
};

const cells = (name) => engineRows(document)[0].rows.find((row) => row.name === name).cells;

describe('one suite on several engines', () => {
  it('has the time of each, and its ratio to that of the first', () => {
    expect(cells('parse').map(({ time, ratio }) => [time, ratio]))
      .to.deep.equal([['113.6 ns', ''], ['41.82 ns', '0.368x'], ['93.07 ns', '0.819x']]);
    expect(cells('sort').map(({ ratio }) => ratio)).to.deep.equal(['', '1.011x=', '1.667x']);
    expect(cells('later').map(({ ratio }) => ratio)).to.deep.equal(['', '1.184x?', '1.040x?']);
    const ratios = [0.00123, 12.34, 123.4, 1234.5].map((ratio) => {
      const tests = [{ ...TESTS[0], changes: [change(ratio, 'faster'), change(ratio, 'faster')] }];
      return engineRows({ sides: SIDES, tests })[0].rows[0].cells[1].ratio;
    });
    expect(ratios).to.deep.equal(['0.0012x', '12.34x', '123.4x', '1235x']);
  });

  it('marks the fastest, and those that are not told from it', () => {
    const marked = (name) => cells(name).map(({ isFastest }) => isFastest);
    expect(marked('parse')).to.deep.equal([false, true, false]);
    expect(marked('sort')).to.deep.equal([true, true, false]);
    expect(marked('later'), 'all of them, which says nothing').to.deep.equal([false, false, false]);
    expect(marked('temporal')).to.deep.equal([false, true, false]);
    expect(marked('missing'), 'one alone').to.deep.equal([false, false, false]);
  });

  it('says where there is no time, and goes on', () => {
    expect(cells('temporal').map(({ time, kind }) => [time, kind]).slice(0, 2))
      .to.deep.equal([['FAILED', 'failed'], ['27.30 ns', 'faster']]);
    expect(cells('missing').map(({ time }) => time)).to.deep.equal(['5.000 ns', '-', 'too fast to tell']);
  });

  it('says of the first engine, too, that it is too fast to tell', () => {
    const changes = [change(null, 'below-resolution'), change(null, 'unmatched')];
    const fast = test('empty', [side(null, 0), side(2), null], changes);
    expect(engineRows({ sides: SIDES, tests: [fast] })[0].rows[0].cells.map(({ time }) => time))
      .to.deep.equal(['too fast to tell', '2.000 ns', '-']);
  });

  it('sums up who is fastest where', () => {
    expect(fastestWords(document))
      .to.deep.equal(['bun 1.4.5 is fastest in 2 of 4 (parse, temporal); no single one is in 2 of 4']);
    expect(fastestWords({ ...document, tests: [] })).to.deep.equal([]);
    const many = Array.from({ length: 5 }, (_, i) => ({ ...TESTS[0], name: `t${i}` }));
    expect(fastestWords({ ...document, tests: many })).to.deep.equal(['bun 1.4.5 is fastest in 5 of 5']);
  });

  it('explains the marks that there are', () => {
    expect(legendOf(engineRows(document), SIDES)).to.have.length(4);
    expect(legendOf(engineRows({ sides: SIDES, tests: TESTS.slice(0, 1) }), SIDES))
      .to.deep.equal(['x: its time over that of node 20.1.0', '*: fastest, or not told from it']);
  });

  it('is a table with a column for each', () => {
    const lines = formatOf('table', document, { columns: 100 }).split('\n');
    expect(lines.slice(1, 4)).to.deep.equal([
      'one call   node 20.1.0   bun 1.4.5            deno 2.9.6',
      'parse      113.6 ns      41.82 ns 0.368x  *           93.07 ns 0.819x',
      'sort       90.00 ns *    91.00 ns 1.011x= *           150.0 ns 1.667x',
    ]);
    expect(lines).to.include('FAILED temporal (node 20.1.0): ReferenceError: Temporal is not defined');
    expect(lines[lines.length - 2]).to.match(/^bun 1\.4\.5 is fastest in 2 of 4/);
  });

  it('stands below each other where a terminal is narrow, no line wider than that', () => {
    const text = formatOf('table', document, { columns: 50 });
    for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(50);
    expect(text.match(/^one call .*$/gm).map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['one call', 'node 20.1.0', 'bun 1.4.5'], ['one call', 'node 20.1.0', 'deno 2.9.6'],
    ]);
  });

  it('has its files as headings where there are several, and failures of files', () => {
    const two = { ...document, tests: [TESTS[0], { ...TESTS[1], file: 'b.js' }],
      failures: [{ side: 'bun 1.4.5', file: 'c.js', error: ERROR }], complete: false };
    const text = formatOf('table', two, {});
    expect(text).to.match(/^a\.js\nparse .*\nb\.js\nsort /m).and.include('FAILED c.js (bun 1.4.5): ReferenceError');
    expect(text).to.include('cut short');
    expect(formatOf('markdown', two)).to.include('### a.js\n').and.include('### b.js\n');
  });

  it('is a table of Markdown, the fastest bold', () => {
    const text = formatOf('markdown', document);
    expect(text).to.match(/^\*\*bun 1\.4\.5 is fastest/);
    expect(text).to.include('| one call | node 20.1.0 | bun 1.4.5 | deno 2.9.6 |\n')
      .and.include('| parse | 113.6 ns | **41.82 ns (0.368x)** | 93.07 ns (0.819x) |\n')
      .and.include('- bold: fastest, or not told from it\n').and.include('FAILED temporal (node 20.1.0)');
    expect(formatOf('github', document)).to.include('| parse | 113.6 ns | **41.82 ns (0.368x)**');
  });

  it('is a line for each test in CSV, with columns for each engine', () => {
    const [titles, parse, , , temporal] = formatOf('csv', document).split(/\r?\n/).map((line) => line.split(','));
    const of = (line) => Object.fromEntries(titles.map((title, i) => [title, line[i]]));
    expect(of(parse)).to.include({ name: 'parse', 'node 20.1.0 ns_per_call': '113.6', 'bun 1.4.5 ns_per_call': '41.82',
      'bun 1.4.5 ratio': '0.368', 'bun 1.4.5 verdict': 'faster', 'deno 2.9.6 ratio': '0.819' });
    expect(titles).to.not.include('node 20.1.0 ratio');
    expect(of(temporal)).to.include({ 'node 20.1.0 ns_per_call': '', 'deno 2.9.6 ns_per_call': '198',
      'node 20.1.0 error': 'ReferenceError: Temporal is not defined (a.js:2:7)' });
  });

  it('is a page, and can be saved and read', () => {
    const html = toHtml(document);
    expect(html).to.include('node 20.1.0, bun 1.4.5, deno 2.9.6').and.include('Side by side').and.include('>Engines<');
    expect(html).to.match(/<strong>41\.82 ns<\/strong>[^\n]*0\.368x/).and.match(/class="number failed">FAILED</);
    expect(KINDS.comparison.find(JSON.parse(JSON.stringify(document)))).to.equal(null);
  });

  it('has what a call allocates in a table of its own, and what an engine cannot tell once', () => {
    const reason = 'so it is';
    const untold = { warnings: [{ code: 'memory-unsure', reason }, { code: 'rounds', rounds: 3 }] };
    const memory = (bytesPerCall) => ({ memory: { bytesPerCall }, warnings: [] });
    const told = { ...document, tests: [
      { ...TESTS[0], sides: [side(113.6, 0.01, memory(32)), side(41.82, 0.01, untold), side(93.07, 0.01, memory(24))] },
      { ...TESTS[1], sides: [side(90), side(91, 0.01, untold), side(150)] },
    ] };
    const text = formatOf('table', told, { columns: 100 });
    expect(text).to.match(/^bytes a call +node 20\.1\.0 +bun 1\.4\.5 +deno 2\.9\.6\nparse +32 B +- +24 B\n\n/m);
    expect(text.match(/^bun 1\.4\.5: .*so it is/gm)).to.have.length(1);
    expect(formatOf('markdown', told)).to.include('| parse | 32 B | - | 24 B |\n').and.include('so it is');
    expect(toHtml(told)).to.match(/Bytes a call/).and.include('so it is');
    expect(formatOf('csv', told)).to.include('deno 2.9.6 bytes_per_call');
    expect(formatOf('table', document, {})).to.not.include('bytes a call');
  });
});
