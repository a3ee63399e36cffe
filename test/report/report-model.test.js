'use strict';

/* What holds for all kinds of documents in all formats. */

const { expect } = require('chai');
const { formatOf, toReport } = require('../../lib/report/output/formats');
const { toMarkdown } = require('../../lib/report/to-markdown');
const { tableLines } = require('../../lib/report/terminal');
const { toPage } = require('../../lib/report/html/report-page');
const { ascii, format, joined } = require('../../lib/report/values');
const { samples } = require('../helpers/documents');
const { rates, comparisons, scatters } = require('../helpers/rates-samples');

const DOCUMENTS = {
  ...samples, rates: rates.typical, 'comparison of rates': comparisons.typical,
  'rates of three sides': comparisons.threeSides, scatter: scatters.typical,
};
const reports = Object.entries(DOCUMENTS).map(([name, make]) => [name, toReport(make())]);

const blocksOf = (report) => report.sections.flatMap(({ blocks }) => (
  blocks.flatMap((block) => [block, ...(block.type === 'details' ? block.blocks : [])])));
const tablesOf = (report) => blocksOf(report).filter(({ type }) => type === 'table');

describe('reports of all kinds of documents', () => {
  const TYPES = ['table', 'notes', 'facts', 'failures', 'failure', 'figure', 'details', 'remark', 'lines', 'heading',
    'warnings'];

  for (const [name, report] of reports) {
    it(`have the parts that the model names: ${name}`, () => {
      expect(report.title).to.be.a('string').and.not.equal('');
      expect(report.lead.map(({ text }) => text)).to.satisfy((texts) => texts.every((text) => /^\d/.test(text)));
      const ids = report.sections.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      for (const block of blocksOf(report)) expect(TYPES).to.include(block.type);
      for (const { columns, rows } of tablesOf(report)) {
        const keys = columns.flatMap(({ key, short }) => [key, short]);
        expect(new Set(columns.map(({ key }) => key)).size).to.equal(columns.length);
        // What a row shows in place of its cells has no columns.
        for (const { cells = {} } of rows) for (const key of Object.keys(cells)) expect(keys).to.include(key);
      }
    });

    it(`have rows that lead to their details: ${name}`, () => {
      const ids = blocksOf(report).filter(({ type }) => type === 'details').map(({ id }) => id);
      const linked = tablesOf(report).flatMap(({ rows }) => rows.map(({ id }) => id).filter(Boolean));
      expect(ids).to.include.members(linked);
      expect(linked.length > 0).to.equal(ids.length > 0);
    });

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
            const plain = (typeof cell === 'string' ? text : ascii(text)).replace(/ /g, '');
            expect(lines.some((line) => line.includes(plain)), `terminal: ${text}`).to.equal(true);
            expect(markdown.replace(/\\/g, ''), 'Markdown').to.include(joined(text));
            if (block.only === undefined) expect(page, 'page').to.include(joined(text).replace(/</g, '&lt;'));
          }
        }
      }
    });
  }

  it('scroll and fold from 41 rows on', () => {
    const engines = () => ({ ...samples.compared(), across: 'engines' });
    for (const [make, field] of [
      [samples.compared, 'tests'], [engines, 'tests'], [comparisons.typical, 'tests'],
      [rates.typical, 'configurations'], [scatters.words, 'points'],
    ]) {
      const [short, long] = [40, 41].map((count) => (
        toReport({ ...make(), [field]: Array(count).fill(make()[field][0]) }).sections[0]));
      const isLong = ({ blocks }) => blocks.find(({ type }) => type === 'table').isLong;
      expect([short, long].map(isLong)).to.deep.equal([false, true]);
      if (field === 'tests') expect([short, long].map(({ isFolded }) => isFolded)).to.deep.equal([false, true]);
    }
  });

  it('say so where there is nothing to show', () => {
    expect(formatOf('table', samples.empty())).to.equal('no tests\n');
  });
});
