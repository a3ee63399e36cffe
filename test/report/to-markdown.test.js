'use strict';

const { expect } = require('chai');
const { literal, opening, toMarkdown, verbatim } = require('#lib/report/to-markdown');
const { verdictCell } = require('#lib/report/verdicts');
const { table, row, notes, section, report, ERROR, ENVIRONMENT } = require('../helpers/toy-reports');

const linesOf = (sections, options) => toMarkdown(report(sections), options).replace(/\u00a0/g, '~').split('\n');

describe('text in Markdown', () => {
  const texts = [
    ['a|b`c`', 'a\\|b\\`c\\`'], ['*bold* _it_ <b> [x] ~ & $1', '\\*bold\\* \\_it\\_ \\<b\\> \\[x\\] \\~ \\& \\$1'],
    ['back\\slash', 'back\\\\slash'], ['@name', '@&#8203;name'], ['#12 #x', '#&#8203;12 #x'],
    ['http://x.y', 'http:&#8203;//x.y'], ['www.x.y WWW.x', 'www&#8203;.x.y WWW&#8203;.x'],
    ['line\nend\x07', 'line\\\\nend\\\\x07'],
  ];
  for (const [text, escaped] of texts) {
    it(`is not markup: ${JSON.stringify(text)}`, () => expect(literal(text)).to.equal(escaped));
  }

  it('is not a list, heading or rule at the start of a block', () => {
    expect(['- a', '+ a', '1. a', '2) a', '# a', '=== a', '1.5 a', 'a - b'].map(opening)).to.deep.equal([
      '\\- a', '\\+ a', '1\\. a', '2\\) a', '\\# a', '\\=== a', '1.5 a', 'a - b']);
  });

  it('is enclosed in a fence that is longer than any in it', () => {
    expect(verbatim(['```', '````x'])).to.equal('`````text\n```\n````x\n`````\n');
    expect(verbatim([])).to.equal('');
  });
});

describe('a table in Markdown', () => {
  it('has aligned columns, whole names, and units on the line of their numbers', () => {
    expect(linesOf([section([table([row('x'.repeat(60), 5), row('|', 12345)])])])).to.deep.equal([
      '| toy | one call | change | verdict |', '| :--- | ---: | ---: | :--- |',
      `| ${'x'.repeat(60)} | 5.00~ns | +2.1~% | slower |`, '| \\| | 12.35~µs | +2.1~% | slower |', '',
    ]);
  });

  it('has the columns for all and for wide outputs, but no empty ones', () => {
    const toys = { type: 'table', columns: ['name', 'wide', 'terminal', 'empty'].map((key) => (
      { key, title: key, only: ['wide', 'terminal'].includes(key) ? key : undefined })),
    rows: [{ cells: { name: 'a', wide: '1', terminal: '2' } }] };
    expect(linesOf([section([toys])])).to.deep.equal(['| name | wide |', '| :--- | :--- |', '| a | 1 |', '']);
  });

  it('has titles that terminals leave out for lack of room', () => {
    const columns = [{ key: 'name', title: 'name' }, { key: 'n', title: '', wideTitle: 'interval_' }];
    const toys = { type: 'table', columns, rows: [{ cells: { name: 'a', n: '1' } }] };
    expect(linesOf([section([toys])])[0]).to.equal('| name | interval\\_ |');
  });

  it('marks strong cells and verdicts, and shows failures in the last column', () => {
    const rows = [
      { cells: { name: 'a', time: { kind: 'text', text: '5', value: 5, isStrong: true },
        verdict: verdictCell('slower', { mark: '🔴', detail: 'by far' }) } },
      { cells: { name: 'b', verdict: verdictCell('failed') }, instead: 'FAILED |' },
    ];
    expect(linesOf([section([table(rows)])]).slice(2)).to.deep.equal([
      '| a | **5** | 🔴 slower by far |', '| b | | FAILED \\| |', '']);
  });

  it('is split at each heading', () => {
    const toys = table([row('a', 5), { heading: 'wood_' }, row('b', 5)]);
    expect(linesOf([section([toys])]).filter((line) => !line.startsWith('| :'))).to.deep.equal([
      '| toy | one call | change | verdict |', '| a | 5.00~ns | +2.1~% | slower |', '', '**wood\\_**', '',
      '| toy | one call | change | verdict |', '| b | 5.00~ns | +2.1~% | slower |', '',
    ]);
    expect(linesOf([section([table([{ heading: 'alone' }])])])).to.deep.equal(['**alone**', '', '']);
  });
});

describe('a report in Markdown', () => {
  it('has heading and answer first, then blocks, and the gates of all sections last', () => {
    const of = (name) => section([notes(name)], {
      heading: name, answer: [`*${name}*`], gate: { outcome: 'passed', line: `${name}: passed` } });
    expect(linesOf([of('a'), of('b')])).to.deep.equal([
      '### a', '', '**\\*a\\***', '', '- a', '', '### b', '', '**\\*b\\***', '', '- b', '', '**a: passed**', '',
      '**b: passed**', '']);
  });

  it('joins lists without a title, and indents items that belong to the preceding one', () => {
    const titled = { ...notes('c'), title: 'More_' };
    const blocks = [
      notes('a', { name: 'x_', text: '*' }), notes(), notes({ text: '- b', isBelow: true }), titled, notes('d'),
    ];
    expect(linesOf([section(blocks)])).to.deep.equal([
      '- a', '- x\\_: \\*', '  - \\- b', '', '**More\\_**', '', '- c', '', '- d', '']);
  });

  it('has non-empty facts, remarks, subheadings, and lines unchanged', () => {
    const blocks = [{ type: 'facts', title: 'Wood', pairs: [['oak', '5'], ['ash', '']] },
      { type: 'remark', text: '- no *toys*' }, { type: 'heading', text: 'sub_' },
      { type: 'lines', lines: ['  *as is*'] }, { type: 'figure' }, { type: 'details' },
      { ...notes('terminal'), only: 'terminal' },
      { type: 'facts', title: 'None', pairs: [['ash', '']] }];
    expect(linesOf([section(blocks)])).to.deep.equal([
      '**Wood**', '', '- oak: 5', '', '\\- no \\*toys\\*', '', '**sub\\_**', '', '```text', '  *as is*', '```', '']);
  });

  it('has failures unchanged, with the same limit as in the terminal', () => {
    const items = [{ name: 'top', error: ERROR }, { name: 'bear' }];
    expect(linesOf([section([{ type: 'failures', items, most: 1, summary: '2 failed:' }])])).to.deep.equal([
      '```text', '2 failed:', 'FAILED top: Error: no', '    way', '    at toy.js:1:2', '    on call 3, in round 2',
      '    | first', '    | last', 'and 1 more that failed', '```', '']);
    expect(linesOf([section([{ type: 'failures', items: [] }])])).to.deep.equal(['']);
  });

  it('has counts, folded notes and the folded environment only in a summary', () => {
    const sections = [section([notes('a')]), section([notes('b')], { depth: 'detail' }), ENVIRONMENT];
    expect(linesOf(sections)).to.deep.equal(['- a', '']);
    expect(linesOf(sections, { isSummary: true })).to.deep.equal([
      '<details><summary>Notes</summary>', '', '- a', '', '</details>', '', '2 toys, 1 slower', '',
      '<details><summary>Environment</summary>', '', '- processor: Fast CPU',
      '- clock: 30 ns', '', '**Unsteady**', '', '- load', '', '</details>', '']);
  });

  it('is cut at the end of a line below 1 MB, with its gate', () => {
    const long = Array.from({ length: 20000 }, (_, i) => `note ${i} ${'µ'.repeat(30)}`);
    const gate = { outcome: 'failed', line: '--max-play: failed' };
    const text = toMarkdown(report([section([notes(...long)], { gate })]));
    expect(Buffer.byteLength(text)).to.be.within(1000 * 1024 - 100, 1000 * 1024);
    expect(text).to.match(/µ{30}\n\n\nTruncated: GitHub shows no more than 1 MB\.\n\n\*\*--max-play: failed\*\*\n$/);
    expect(toMarkdown(report([section([notes(...long.slice(0, 9000))], { gate })]))).not.to.include('Truncated');
  });
});
