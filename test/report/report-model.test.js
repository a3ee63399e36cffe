'use strict';

/* Properties of all kinds of documents in all formats */

const { expect } = require('chai');
const { toReport } = require('#lib/report/output/formats');
const { toMarkdown } = require('#lib/report/to-markdown');
const { tableLines } = require('#lib/report/terminal');
const { toPage } = require('#lib/report/html/report-page');
const { ascii } = require('#lib/base/text/numbers');
const { format, joined } = require('#lib/report/values');
const { samples } = require('../helpers/documents');
const { rates, comparisons, scatters } = require('../helpers/rates-samples');

const DOCUMENTS = {
  ...samples, rates: rates.typical, 'comparison of rates': comparisons.typical,
  'rates of three sides': comparisons.threeSides, scatter: scatters.typical,
};
const reports = Object.entries(DOCUMENTS).map(([name, make]) => [name, toReport(make())]);

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
