'use strict';

/*
 * Reports of all kinds of documents as texts with all values, and in formats for programs, in
 * test/fixtures/reports/. After an intended change, run `node test/helpers/report-dumps.js`, and read the diff.
 */

const fs = require('fs');
const path = require('path');
const { formatDocument, toReport } = require('#lib/report/output/formats');
const { format } = require('#lib/report/values');
const { comparedByCounts } = require('./captures');
const ci = require('./ci-documents');
const {
  coldCacheOf, countsOf, failedRow, memoryOf, parameterTests, ratioed, results, row, sample, samples, suite, tooFast,
} = require('./documents');
const { comparisons, rates, scatters } = require('./rates-samples');
const { wholeComparison, wholeRates, wholeResults } = require('./shards-documents');
const streams = require('./streams-rows');

const FOLDER = path.join(__dirname, '..', 'fixtures', 'reports');

const { side, failedSide, change, comparedTest, comparison } = ci;
const machines = ['n1', 'n2'].map((name, i) => (
  { name, shards: [i + 1], environment: {
    ...samples.typical().environment,
    ...(i > 0 && { engine: 'bun', engineVersion: '1.4.5', jit: 'JavaScriptCore' }),
  } }));

/** A document with all facts, and tests with many and with few. */
const facts = () => results([suite([
  row('all', {
    nsPerCall: 200, nsLow: 198, nsHigh: 202, cpuNsPerCall: 100, cycles: 720.4, ops: 3, kind: 'promise',
    tier: 'optimized', bytesPerSecond: 5e6, itemsPerSecond: 7, processes: 2, calls: 1e6, rounds: 14, isCold: true,
    resolutionNs: 0.11, overheadNs: 0.5, collections: { count: 3, share: 0.02, bytesPerCall: 2e6 },
    memory: memoryOf(1120, { external: 20, kept: 3 }), coldCache: coldCacheOf(82, { nsLow: 78, nsHigh: 90 }),
    samples: [sample(1, { n: 20, ns: 200 })], warnings: [{ code: 'busy', rounds: 4, kept: 2 }],
    counts: countsOf(4928.7, {
      error: 2, events: [2, 0.5, 3], loop: 4, calls: 1000, processes: 3, tier: 'maglev', flags: ['--x', '--y'] }),
    results: { ...row('x').results, avg: 5e6, elapsed: 1.5, duration: 2 },
  }),
  ratioed('few', 2, 0.01, {
    kind: 'callback', coldCache: coldCacheOf(12), memory: memoryOf(5, { count: 0 }), samples: [sample(2, { n: 20 })],
    rounds: 14, collections: { count: 1, share: null, bytesPerCall: 1e5 },
    counts: countsOf(5, { weights: null, tier: null, flags: [], loop: 0, calls: 0, events: [1, 1, 1] }),
  }),
  { ...tooFast('fast'), counts: countsOf(1), kind: 'constructor' },
  failedRow('bad'), ratioed('open', 1, 0.1, { verdict: 'unresolved', moreSeconds: 9 }),
], {
  settings: { timeGoal: 4, margin: 0.002, forkTests: 8, precision: 0.01, untilClear: 1, opsPerTest: 3, baselineAvg: 5,
    order: 'random', inline: false, title: 'Lists', preRunMessage: 'Here\x07\nwe go' },
}), suite([], { file: 'b.js', error: { code: 'load', message: 'Cannot find module' } })], {
  complete: false,
  environment: {
    nodeVersion: '20.1.0', v8Version: '11', qtimeitVersion: '1.0.0', nodeTitle: 'node', cpu: 'CPU', cpuCount: 2,
    cpuMhz: 3597.4, cpuMhzSource: 'chain', cpuScalingGovernor: 'ondemand', cpuUpThreshold: 95, platform: 'linux',
    arch: 'x64', kernel: null, clockGrainNs: 53.4, clockCostNs: 64, nodeFlags: ['--a', '--b'],
    warnings: [{ code: 'inspector' }], missing: { kernel: 'no file', v8Version: 'x' },
  },
});

const growth = () => results([suite(parameterTests({ sizes: [10, 100, 1000, 10000], types: ['utf8'] })
  .filter(({ test }) => test === 'concat'), { machine: 1 })], { machines });
const oneMachine = () => results([suite([row('a')], { machine: 0 })], { machines: machines.slice(0, 1) });

const open = { low: 0.9, high: 1.2, adjustedP: null };
const CHANGES = [
  change('slower', 1.05, { low: 1.04, high: 1.06, adjustedP: 0.00003 }),
  change('slower', 1.03, { low: null, high: null, confidence: null, adjustedP: null, regression: true }),
  change('faster', 0.5, { low: 0.49, high: 0.51, confidence: 0.9999, adjustedP: null }), change('faster', 0.2),
  change('same', 1.001), change('not-judged', 1.1, { low: null, adjustedP: null }), change('looks-slower', 1.2),
  change('looks-faster', 0.7), change('unresolved', 1.01, open),
  change('unresolved', 1.02, { ...open, moreProcesses: 12, moreSeconds: 40 }),
  change('unresolved', 1.01, { low: null, high: null, adjustedP: null }),
  ...['not-judged', 'too-noisy', 'hoisted', 'folded', 'below-resolution', 'failed', 'brand-new']
    .map((verdict) => change(verdict, null, { adjustedP: null })),
];
const differences = [{ field: 'nodeVersion', values: ['20.1.0', '22.1.0'], forbids: true },
  { field: 'strange', values: 5, forbids: true }];
const sides = ['20.1.0', '22.1.0'].map((nodeVersion, i) => ({ label: `v${i}`, source: i ? '.' : 'v0', environment: {
    ...ci.ENVIRONMENT, nodeVersion, kernel: i ? null : '6', warnings: i ? [{ code: 'inspector' }] : [] } }));
const verdicts = (more) => comparison([
  ...CHANGES.map((one, i) => comparedTest(`t${i}`, [side(100), side(100 * (one.ratio || 1))], [one])),
  comparedTest('gone', [side(5), null], [change('unmatched', null)]),
  comparedTest('new', [null, side(5)], [change('unmatched', null)]),
  comparedTest('t0', [side(5), failedSide('no')], [change('failed', null)], { file: 'b.js' }),
], { failures: [{ side: 'new', file: 'x.js', error: { message: 'no' } }], ...more });

const detailedStreams = () => results([streams.streamSuite([
  streams.reference(), { ...streams.gzip({ stream: { isPeakExact: false } }), counts: countsOf(64e6 * 3) },
  ...streams.oneSided().slice(1), streams.inChunks('objects', 31234, 0.02), streams.failedStream('bad'),
], { settings: { isStreams: true, forkTests: 10, margin: 0.002, input: 'a function', chunkSize: 5, verbose: 3 } })]);

const countedRates = () => {
  const document = rates.typical();
  const counted = [
    { counts: countsOf(5000, { events: [1, 2, 3] }) }, { counts: countsOf(7) },
    { warnings: [{ code: 'not-counted', reason: 'no perf' }] },
  ];
  const configurations = document.configurations.slice(0, 3).map((one, i) => (
    { ...one, sides: [{ ...one.sides[0], rates: [5, 6, 7], seconds: [1, 1, 1], ...counted[i] }] }));
  const skipped = ['b.js', 'c.js'].map((file) => ({ side: 'this', file, words: 'needs a browser' }));
  return { ...document, configurations, hints: [], failures: [], skipped, complete: false };
};

const DOCUMENTS = {
  ...Object.fromEntries(['typical', 'forked', 'several', 'measured', 'severalParameters', 'tiers', 'counted', 'single',
    'scales', 'compared', 'threeSides', 'nothingCompared', 'empty'].map((name) => [name, samples[name]])),
  facts, growth, 'one-machine': oneMachine,
  verdicts, saved: () => verdicts({ kind: 'saved', differences, sides, complete: false }),
  counts: comparedByCounts, engines: () => ({ ...samples.compared(), across: 'engines' }), streams: samples.streams,
  'streams-verbose': detailedStreams,
  rates: rates.typical, 'rates-counted': countedRates, 'rates-empty': rates.empty,
  'rates-compared': comparisons.typical, 'rates-three-sides': comparisons.threeSides, scatter: scatters.typical,
  'scatter-words': scatters.words,
  'whole-results': wholeResults, 'whole-comparison': wholeComparison, 'whole-rates': wholeRates,
};

// Formats for programs, only of few documents: each round takes a line.
const OF_FEW = ['benchstat', 'bencher', 'github-action', 'line'];
const FEW = ['facts', 'several', 'tiers', 'compared', 'threeSides', 'counts'];

const textOf = (cell) => (typeof cell === 'string' ? cell : format(cell));
const marksOf = (...marks) => marks.filter(Boolean).map((mark) => ` (${mark})`).join('');
const cellsText = (cells) => Object.entries(cells).filter(([, cell]) => cell !== '' && cell !== undefined)
  .map(([key, cell]) => `${key} ${textOf(cell)}${marksOf(cell.tone, cell.isStrong && 'strong')}`).join(' | ');

const BLOCKS = {
  table: ({ columns, rows, isLong }) => [
    `columns${marksOf(isLong && 'long')}: ${columns.map(({ key, title, wideTitle = '', ...more }) => (
      `${key} ${title || wideTitle}${marksOf(...Object.entries(more).map((one) => one.join(' ')))}`)).join(' | ')}`,
    ...rows.map(({ heading, cells, instead, id, bar }) => heading ?? [
      id, cellsText(cells), instead !== undefined && `instead ${textOf(instead)}`, bar && `bar ${+bar.toFixed(2)}`,
    ].filter(Boolean).join(' | ')),
  ],
  notes: ({ items, title, most }) => items.map(({ name, text, isBelow }) => (
    `- ${isBelow ? '  ' : ''}${title ? `[${title}] ` : ''}${name ? `${name}: ` : ''}${text}${marksOf(most)}`)),
  facts: ({ pairs, title = 'facts' }) => pairs.filter(([, value]) => value)
    .map(([name, value]) => `${title}: ${name}: ${textOf(value)}`),
  failures: ({ items, summary = '' }) => [summary, ...items.map(({ name, isInDetails }) => (
    `failed: ${name}${marksOf(isInDetails && 'in details')}`))],
  failure: ({ error }) => [`failure: ${error.message}`],
  remark: ({ text }) => [text],
  heading: ({ text }) => [`heading: ${text}`],
  lines: ({ lines }) => lines || [],
  details: ({ id, name, isOpen, headline, blocks }) => [
    `details ${id}: ${name}${marksOf(isOpen && 'open')}: ${headline.map(({ side: one, text, verdict }) => (
      [one, text, verdict.words].filter(Boolean).join(' '))).join(', ')}`,
    ...linesOf(blocks).map((line) => `  ${line}`),
  ],
  figure: ({ layout, title, only }) => [`figure${marksOf(layout, title, only)}`],
};
BLOCKS.warnings = BLOCKS.notes;

const linesOf = (blocks) => blocks.flatMap((block) => BLOCKS[block.type](block));

function dumpOf(name) {
  const document = DOCUMENTS[name]();
  const { title, lead, sections } = toReport(document);
  return [
    `# ${title}: ${lead.map(({ text, tone }) => text + marksOf(tone)).join(', ')}`,
    ...sections.flatMap(({ id, title: own, heading, head, settings, answer = [], depth, isFolded, blocks }) => [
      '', `## ${id}: ${own}${marksOf(depth, isFolded && 'folded')}`, ...(heading ? [`heading: ${heading}`] : []),
      ...(head ? head(80).map((line) => `head: ${line}`) : []), ...(settings ? [`settings: ${settings}`] : []),
      ...answer.map((line) => `answer: ${line}`), ...linesOf(blocks),
    ]), '', ...(document.qtimeit === 'scatter' ? [] : [formatDocument('csv', document).replaceAll('\r', '')]),
    ...(FEW.includes(name) ? OF_FEW.map((one) => formatDocument(one, document)) : []),
  ].join('\n');
}

const fileOf = (name) => path.join(FOLDER, `${name}.txt`);

if (require.main === module) for (const name of Object.keys(DOCUMENTS)) fs.writeFileSync(fileOf(name), dumpOf(name));

module.exports = { NAMES: Object.keys(DOCUMENTS), dumpOf, fileOf };
