'use strict';

/* What was counted of the configurations of benchmark files, beside their rates, and beside changes of these. */

const { expect } = require('chai');
const { formatOf, endOf } = require('../../lib/report/output/formats');
const { toHtml } = require('../../lib/report/html/to-html');
const { compareCounts } = require('../../lib/counts/verdict');
const { KINDS } = require('../../lib/document/document-shape');
const { countsOf } = require('../helpers/documents');
const { comparison, changed, configuration, document, side, test } = require('../helpers/rates-samples');

const REASON = 'it has no parameter n';
const notCounted = { counts: null, warnings: [{ code: 'not-counted', reason: REASON }] };
const bends = { isProportional: false, slopes: [20, 30] };

/** One run each: counted, not in proportion, and not counted. */
const counted = (runs = 1, events) => ({ ...document([
  configuration('a.js', 'n=1', [side([2e6], { counts: countsOf(216.83, { error: 2.4, events }), warnings: [] })]),
  configuration('a.js', 'n=2', [side([2e6], {
    counts: countsOf(25, { error: 0.1, ...bends }), warnings: [{ code: 'not-proportional', first: 20, second: 30 }],
  })]),
  configuration('b.js', '', [side([2e6], notCounted)]),
]), runs });

const linesOf = (text) => text.split('\n');
const row = (lines, name) => lines.find((line) => line.trim().startsWith(name));

describe('instructions of configurations', () => {
  it('stand beside their rates, also of a single run', () => {
    for (const text of [formatOf('table', counted()), endOf('table', counted()), formatOf('table', counted(3))]) {
      const lines = linesOf(text);
      expect(lines.join('\n')).to.match(/rate +instructions +/);
      expect(row(lines, 'n=1')).to.match(/2\.000 M\/s +217 /);
      expect(row(lines, 'b.js')).to.match(/2\.000 M\/s +1 +12 ms$/);
      expect(lines).to.include(`b.js: not counted: ${REASON}`);
      expect(lines.find((line) => line.startsWith('a.js n=2: '))).to.match(/20.*30/);
      expect(lines).to.include('instructions by valgrind 3.19.0');
    }
    expect(formatOf('table', document([configuration('a.js', '', [side([5])])]))).to.not.include('instructions');
  });

  it('have cycles where they were asked for', () => {
    const text = formatOf('table', counted(1, [1, 2, 3]));
    expect(text).to.match(/rate +instructions +est\. cycles /);
    expect(text).to.include('est. cycles an operation; 1.00 first-level misses');
  });

  it('say where they may be cut short', () => {
    expect(formatOf('table', { ...counted(), complete: false }))
      .to.include('\ncut short: not all runs have been made, or not all were counted\n');
    expect(formatOf('table', { ...compared(), complete: false }))
      .to.include('\ncut short: fewer runs than were planned, or not all were counted\n');
  });

  it('stay longest where the terminal is narrow', () => {
    const text = formatOf('table', counted(3), { columns: 32 });
    expect(text).to.match(/rate +instructions\n/);
  });

  it('stand in Markdown and on the page, and not in CSV, which others read', () => {
    const markdown = formatOf('markdown', counted());
    expect(markdown).to.include('| configuration | rate | instructions |').and.include('| 217 |');
    expect(markdown).to.include('not counted: it has no parameter n');
    const html = toHtml({ ...counted(), command: ['run'], savedAt: '', version: '1.0.0' });
    expect(html).to.match(/<th[^>]*>[^<]*(<[^>]*>)?instructions/).and.include('>217</td>');
    expect(formatOf('csv', counted())).to.not.include('217');
  });

  it('are read back as they were saved', () => {
    const saved = JSON.parse(JSON.stringify({
      ...counted(), version: '1.0.0', savedAt: '', complete: true, command: [], failures: [],
    }));
    expect(KINDS.rates.find(saved)).to.equal(null);
    saved.configurations[0].sides[0].counts.instructions = 'many';
    expect(KINDS.rates.find(saved).keys).to.deep.equal(['configurations', 0, 'sides', 0, 'counts', 'instructions']);
  });
});

/** 273 instructions, and 276 of them. */
const compared = () => comparison([
  test('a.js', 'n=1', [changed(1, 0.004, { counts: compareCounts(countsOf(273), countsOf(276)) })]),
  test('a.js', 'n=2', [changed(1, 0.004, { counts: compareCounts(countsOf(273), countsOf(273.01)) })]),
  test('a.js', 'n=3', [changed(1, 0.004, {
    counts: { ...compareCounts(countsOf(1), countsOf(1)), verdict: 'not-counted', reason: REASON },
  })]),
]);

describe('changes of instructions of configurations', () => {
  it('are those of an operation', () => {
    const [old, fresh] = [[1, 2, 3], [9, 2, 3]].map((events) => countsOf(273, { events }));
    const moved = comparison([test('a.js', 'n=1', [changed(1, 0.004, { counts: compareCounts(old, fresh) })])]);
    expect(formatOf('table', moved)).to.include('n=1: an operation has 8 more first-level misses');
    expect(toHtml({ ...moved, command: ['compare'], savedAt: '', version: '1.0.0' }))
      .to.include('it: an operation has 8 more first-level misses');
  });

  it('stand beside the changes of their rates', () => {
    const lines = linesOf(formatOf('table', compared()));
    expect(lines.find((line) => line.includes('improvement'))).to.match(/instructions$/);
    expect(row(lines, 'n=1')).to.match(/\+3\.0, \+1\.1 %$/);
    expect(row(lines, 'n=2')).to.match(/same$/);
    expect(row(lines, 'n=3')).to.match(/not counted$/);
    expect(lines).to.include(`n=3: not counted: ${REASON}`);
    const markdown = formatOf('markdown', compared());
    expect(markdown).to.include('| instructions |').and.include('| +3.0, +1.1 % |');
  });
});
