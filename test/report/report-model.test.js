'use strict';

/* Properties of all kinds of documents in all formats */

const { expect } = require('chai');
const { toReport } = require('#lib/report/output/formats');
const { toMarkdown } = require('#lib/report/to-markdown');
const { tableLines, toTerminal } = require('#lib/report/terminal');
const { toPage } = require('#lib/report/html/report-page');
const { ascii } = require('#lib/base/text/numbers');
const { format, joined } = require('#lib/report/values');
const { samples } = require('../helpers/documents');
const { rates, comparisons, scatters } = require('../helpers/rates-samples');
const { tagsOf } = require('../helpers/html');
const { toyReport, ERROR } = require('../helpers/toy-reports');

const DOCUMENTS = {
  ...samples, rates: rates.typical, 'comparison of rates': comparisons.typical,
  'rates of three sides': comparisons.threeSides, scatter: scatters.typical,
};
const reports = Object.entries(DOCUMENTS).map(([name, make]) => [name, toReport(make())]);

const blocksOf = (report) => report.sections.flatMap(({ blocks }) => (
  blocks.flatMap((block) => [block, ...(block.type === 'details' ? block.blocks : [])])));
const tablesOf = (report) => blocksOf(report).filter(({ type }) => type === 'table');

describe('a new kind of document', () => {
  const report = toyReport({ toys: [{ name: 'top', ns: 5 }, { name: 'bear', ns: 7, error: ERROR }], isComplete: true });

  it('needs only a builder to have all formats', () => {
    const terminal = toTerminal(report);
    expect(terminal).to.match(/^toy .*\ntop .*5\.00 ns.*\nbear .*\n\ntoys break\nFAILED bear: Error: no\n/)
      .and.match(/\na top is fastest\n--max-play: failed\n$/);
    expect(toMarkdown(report, { isSummary: true })).to.include('| top | 5.00\u00a0ns |').and.include('- toys break')
      .and.include('**--max-play: failed**').and.include('- processor: Fast CPU');
    const page = toPage(report);
    tagsOf(page);
    expect(page).to.include('5.00\u00a0ns').and.include('a top is fastest').and.include('id="t-bear"')
      .and.include('Fast CPU');
  });
});

describe('a new format', () => {
  const toNames = (report) => tablesOf(report).flatMap(({ columns: [{ key }], rows }) => (
    rows.flatMap(({ cells }) => (cells ? [format(cells[key])] : []))));

  it('needs only a function of a report to support all kinds of documents', () => {
    for (const [name, report] of reports) {
      const names = toNames(report);
      expect(names.length > 0, name).to.equal(!/^(?:empty|nothingCompared)$/.test(name));
      expect(names.every((one) => typeof one === 'string'), name).to.equal(true);
    }
  });
});

describe('reports of all kinds of documents', () => {
  for (const [name, report] of reports) {
    it(`have the same digits and units in each format: ${name}`, () => {
      const shown = report.sections.filter(({ depth }) => depth === undefined);
      const [page, markdown] = [toPage(report), toMarkdown(report)];
      for (const block of shown.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'table')) {
        const columns = block.columns.filter(({ only }) => only === undefined);
        const lines = tableLines({ ...block, columns }, {}).map((line) => line.replace(/ /g, ''));
        for (const { cells = {}, instead } of block.rows) {
          if (instead !== undefined) continue;
          for (const { key, isNumber } of columns) {
            const cell = cells[key] ?? '';
            const text = isNumber ? format(cell) : '';
            if (!/\d/.test(text)) continue;
            const plain = ascii(text).replace(/ /g, '');
            expect(lines.some((line) => line.includes(plain)), `terminal: ${text}`).to.equal(true);
            expect(markdown.replace(/\\/g, ''), 'Markdown').to.include(joined(text));
            if (block.only === undefined) expect(page, 'page').to.include(joined(text).replace(/</g, '&lt;'));
          }
        }
      }
    });
  }
});
