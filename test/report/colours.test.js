'use strict';

/* Colours repeat what the words say: taken out, each text is what it is without them, at every width. */

const { expect } = require('chai');
const { comparisonTable } = require('../../lib/report/comparison-table');
const { scatterTable } = require('../../lib/report/scatter-table');
const { streamsLines } = require('../../lib/report/streams-table');
const { tableLines } = require('../../lib/report/table');
const { welchTable } = require('../../lib/report/welch-table');
const { row, ratioed, failedRow, tooFast, tooNoisy, parameterTests, memoryOf, HOSTILE } =
  require('../helpers/documents');
const { side, failedSide, change, comparedTest, comparison } = require('../helpers/ci-documents');
const { comparisons, scatters } = require('../helpers/rates-samples');
const streams = require('../helpers/streams-rows');

const [GREEN, RED, YELLOW, FAINT, BOLD] = [32, 31, 33, 2, 1];
const ESC = '\u001b';
const inColour = (code, text) => `\u001b[${code}m${text}\u001b[0m`;
const plain = (text) => text.replace(new RegExp(`${ESC}\\[\\d+m`, 'g'), '');
/** [[code, text]] of what is coloured in a line. */
const painted = (line) => [...line.matchAll(new RegExp(`${ESC}\\[(\\d+)m([^${ESC}]*)${ESC}\\[0m`, 'g'))]
  .map(([, code, text]) => [Number(code), text]);

const BUSY = { code: 'busy', rounds: 40, kept: 2 };
const rows = () => [
  row('base'), ratioed('quick', 0.5, 0.01), ratioed('quickest', 0.2, 0.01, { warnings: [BUSY] }),
  ratioed('slow', 2, 0.01, { memory: memoryOf(31400) }), row('open', { verdict: 'unresolved' }),
  row('equal', { verdict: 'same' }), failedRow('bad'), tooFast('noop'), tooNoisy('loud'),
  row('later', { verdict: null, rank: null, results: null }),
];
const all = () => [
  ...rows(), ...parameterTests({ sizes: [10] }), ...HOSTILE.slice(0, 10).map((name) => ratioed(name, 3, 0.01))];
const compared = () => comparison([
  comparedTest('parse', [side(253.3), side(258.6)], [change('slower', 1.021, { low: 1.016, high: 1.026 })]),
  comparedTest('print', [side(253.3), side(200)], [change('faster', 0.79, { low: 0.78, high: 0.8 })]),
  comparedTest('open', [side(5), side(5)], [change('unresolved', 1.01)], { file: 'b.js' }),
  comparedTest('equal', [side(5), side(5)], [change('same', 1.01)], { file: 'b.js' }),
  comparedTest('lost', [null, side(5)], [change('unmatched', null)]),
  comparedTest('broken', [side(5), failedSide('no')], [change('failed', null)]),
]);

const SETTINGS = { visualize: true, bargraphScale: 5, verbose: 2 };

describe('colours', () => {
  const line = (name, settings) => tableLines(rows(), { ...SETTINGS, hasColours: true, ...settings })
    .find((text) => plain(text).startsWith(`${name} `));

  it('of the table are those of verdicts, of the fastest, and of what is beside the figures', () => {
    expect(painted(line('base'))).to.deep.equal([[FAINT, '+-0.60 %']]);
    expect(painted(line('quick'))).to.deep.equal([[FAINT, '+-0.60 %'], [GREEN, 'faster']]);
    expect(painted(line('quickest')))
      .to.deep.equal([[BOLD, 'quickest'], [FAINT, '+-0.60 %'], [GREEN, 'faster (busy)']]);
    expect(painted(line('slow'))).to.deep.equal([[FAINT, '+-0.60 %'], [RED, 'slower']]);
    expect(painted(line('open'))).to.deep.equal([[FAINT, '+-0.60 %'], [YELLOW, 'unresolved']]);
    expect(painted(line('equal'))).to.deep.equal([[FAINT, '+-0.60 %']]);
    expect(painted(line('bad')).map(([code]) => code)).to.deep.equal([RED]);
    expect(painted(line('bad'))[0][1]).to.match(/^FAILED TypeError/);
    for (const name of ['noop', 'loud', 'later']) expect(painted(line(name)), name).to.deep.equal([]);
    expect(painted(line('slow', { showRunDetails: true }))[1]).to.deep.equal([FAINT, '(495..505)']);
    // A mark in the place of the brackets has the colour of the verdict.
    expect(painted(line('quickest', { columns: 79 }))).to.deep.include([GREEN, 'faster*']);
  });

  it('of the table name nothing where none is faster for sure', () => {
    for (const verdict of ['slower', 'same', 'unresolved']) {
      const lines = tableLines([row('base'), row('x', { rank: 3000, verdict })], { ...SETTINGS, hasColours: true });
      expect(lines.flatMap(painted).filter(([code]) => code === BOLD)).to.deep.equal([]);
    }
  });

  it('of the table name the fastest of each group', () => {
    const lines = tableLines(parameterTests({ sizes: [10, 1000] }), { ...SETTINGS, hasColours: true });
    expect(lines.flatMap(painted).filter(([code]) => code === BOLD).map(([, text]) => text))
      .to.deep.equal(['size=10', 'search', 'size=1000', 'slice']);
  });

  it('of streams and comparisons are the same', () => {
    const gzip = streamsLines(streams.typical(), { ...SETTINGS, hasColours: true })[2];
    expect(painted(gzip).map(([code]) => code)).to.deep.equal([FAINT, FAINT, RED]);
    const text = comparisonTable(compared(), { hasColours: true });
    for (const [code, words] of [[RED, 'slower'], [GREEN, 'faster'], [YELLOW, 'unresolved'], [RED, 'FAILED'],
      [FAINT, '(+1.6 .. +2.6)']]) expect(text).to.include(inColour(code, words));
    for (const words of ['same within', 'not in old']) expect(text).to.include(`  ${words}`);
    const rates = welchTable(comparisons.typical(), { columns: 120, hasColours: true });
    for (const [code, words] of [[RED, 'slower'], [GREEN, 'faster']]) expect(rates).to.include(inColour(code, words));
  });

  const texts = {
    table: (screen) => tableLines(all(), { ...SETTINGS, ...screen }).join('\n'),
    'table of details': (screen) => tableLines(all(), { ...SETTINGS, showRunDetails: true, ...screen }).join('\n'),
    'table for programs': (screen) => tableLines(all(), { visualize: false, ...screen }).join('\n'),
    streams: (screen) => streamsLines([...streams.typical(), ...streams.many()], { ...SETTINGS, ...screen }).join('\n'),
    comparison: (screen) => comparisonTable(compared(), screen),
    'comparison of rates': (screen) => welchTable(comparisons.typical(), screen),
    scatter: (screen) => Object.values(scatters).map((make) => scatterTable(make(), screen)).join('\n'),
  };
  for (const [name, textOf] of Object.entries(texts)) {
    it(`taken out of a ${name} leave the text that has none`, () => {
      for (const columns of [undefined, 25, 60, 120]) {
        const without = textOf({ columns, hasColours: false });
        expect(without).not.to.include('\u001b');
        expect(plain(textOf({ columns, hasColours: true })), `${columns}`).to.equal(without);
      }
      expect(textOf({ columns: 200, hasColours: true })).to.include('\u001b[');
    });
  }
});
