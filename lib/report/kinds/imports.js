'use strict';

/* The report of measured imports: the time, the most expensive branches of the tree of modules, and packages. */

const { listNames } = require('../../base/text/columns');
const { createEmptyRow, createFailedRow, sampleOfOne } = require('../../core/estimate/row');
const { counted, formatTime, formatPercent, shortTime, bytesText } = require('../../base/text/numbers');
const { comparisonAnswer } = require('../comparison-answer');
const { describeGate } = require('../gate-words');
const { createNotes } = require('../report');
const { ratio, ratioInterval, reach, sorted, time } = require('../values');
const { verdictCell } = require('../verdicts');

const { abs } = Math;

const MOST_LINES = 20; // of the tree
const LEAST_SHARE = 0.01; // of the whole time, of a branch on a line
const MOST_PACKAGES = 8;
const MOST_COPIES = 4;
const MOST_DIFFERENCES = 12;
const NOTABLE_SLOWDOWN = 0.05;
const NOTABLE_MS = 1;

const BASELINE = { verdict: 'baseline', ratio: 1, low: 1, high: 1 };

const FORMATS = {
  module: 'ES module', commonjs: 'CommonJS', json: 'JSON', builtin: 'builtin', addon: 'addon', wasm: 'Wasm',
  typescript: 'TypeScript',
};

const timeOf = (ms) => time(ms * 1e6);
const timeText = (ms) => shortTime(ms * 1e6);

/**
 * Lines of the tree: { depth, module, hidden (modules below it without a line, if all are hidden) } or { depth, more
 * (number of modules), ms }. The branches with the most time have lines.
 */
function foldTree(modules, most = MOST_LINES) {
  const [root] = modules;
  if (root === undefined) return [];
  const children = new Map(modules.map(({ key }) => [key, []]));
  for (const module of modules.slice(1)) children.get(module.by).push(module);
  for (const own of children.values()) own.sort((a, b) => b.totalMs - a.totalMs);
  const childrenOf = ({ key }) => children.get(key);
  const least = LEAST_SHARE * root.totalMs;
  const shown = new Set([root]);
  const isShown = (module) => shown.has(module);
  const isCut = (module) => childrenOf(module).some(isShown) && !childrenOf(module).every(isShown);
  const lineCount = () => shown.size + [...shown].filter(isCut).length;
  for (;;) {
    const next = [...shown].map((module) => childrenOf(module).find((child) => !isShown(child)))
      .filter((child) => child && child.totalMs >= least).sort((a, b) => b.totalMs - a.totalMs)[0];
    if (next === undefined) break;
    shown.add(next);
    if (lineCount() <= most) continue;
    shown.delete(next);
    break;
  }
  const sizeOf = (module) => childrenOf(module).reduce((sum, child) => sum + sizeOf(child), 1);
  const linesOf = (module, depth) => {
    const own = childrenOf(module);
    const hidden = own.filter((child) => !isShown(child));
    const count = hidden.reduce((sum, child) => sum + sizeOf(child), 0);
    if (hidden.length === own.length) return [{ depth, module, hidden: count }];
    const ms = hidden.reduce((sum, { totalMs }) => sum + totalMs, 0);
    return [
      { depth, module, hidden: 0 }, ...own.filter(isShown).flatMap((child) => linesOf(child, depth + 1)),
      ...(count > 0 ? [{ depth: depth + 1, more: count, ms }] : []),
    ];
  };
  return linesOf(root, 0);
}

const indented = (depth, text) => sorted('\u00a0\u00a0'.repeat(depth) + text, null);

function treeTable({ modules }) {
  const rows = foldTree(modules).map(({ depth, module, hidden, more, ms }) => (module ? {
    cells: {
      name: indented(depth, module.name + (hidden > 0 ? ` (and ${hidden} more)` : '')),
      total: timeOf(module.totalMs), own: timeOf(module.ownMs),
      size: module.bytes === null ? '' : sorted(bytesText(module.bytes), module.bytes), format: FORMATS[module.format],
    },
  } : { cells: { name: indented(depth, `... ${more} more`), total: timeOf(ms) } }));
  const columns = [
    { key: 'name', title: 'module' }, { key: 'total', title: 'total', isNumber: true },
    { key: 'own', title: 'own', isNumber: true }, { key: 'size', title: 'size', isNumber: true, drop: 10 },
    { key: 'format', title: 'format', drop: 9 },
  ];
  return rows.length > 0 ? [{ type: 'table', label: 'Modules', columns, rows }] : [];
}

const packageName = ({ name, version }) => (version === null ? name : `${name}@${version}`);

function packagesTable({ packages }) {
  const rows = packages.slice(0, MOST_PACKAGES).map((one) => ({
    cells: {
      name: packageName(one), total: timeOf(one.totalMs), own: timeOf(one.ownMs), modules: `${one.modules}`,
    },
  }));
  const columns = [
    { key: 'name', title: 'package' }, { key: 'total', title: 'total', isNumber: true },
    { key: 'own', title: 'own', isNumber: true }, { key: 'modules', title: 'modules', isNumber: true },
  ];
  return rows.length > 0 ? [{ type: 'table', label: 'Packages', columns, rows }] : [];
}

const sumOf = (modules, key) => modules.reduce((sum, module) => sum + module[key], 0);

function splitText({ modules, linkMs, otherMs }) {
  const parts = [
    ['reading and resolving', sumOf(modules, 'readMs')], ['compiling', sumOf(modules, 'compileMs')],
    ['running', sumOf(modules, 'runMs')], ['linking ES modules', linkMs], ['in Node.js before and after', otherMs],
  ];
  const whole = parts.reduce((sum, [, ms]) => sum + ms, 0);
  return parts.filter(([, ms]) => ms >= LEAST_SHARE * whole)
    .map(([what, ms]) => `${timeText(ms)} ${what} (${formatPercent(ms / whole)})`).join(', ');
}

const REPEATED = {
  versions: ({ name, copies }) => `${name} is loaded from ${copies.length} folders: ` +
    listNames(copies.map(({ version, folder }) => `${version} in ${folder}`), MOST_COPIES),
  formats: ({ name }) => `${name} is loaded both as CommonJS and as ES modules`,
  again: ({ name, runs }) => `${name} is evaluated ${runs} times`,
};

function notesOf(one) {
  const { modules, repeated, slowdown, ms } = one;
  const both = modules.filter(({ ways }) => ways.length > 1 && ways.includes('require')).map(({ name }) => name);
  return [
    ...(modules.length > 0 ? [splitText(one)] : ['the tree of modules is unknown, because loading fails with hooks']),
    ...repeated.map((found) => `loaded twice: ${REPEATED[found.kind](found)}`),
    ...(both.length > 0 ? [`loaded by require() and import: ${listNames(both, MOST_COPIES)}`] : []),
    ...(slowdown !== null && abs(slowdown - 1) > NOTABLE_SLOWDOWN && abs(slowdown - 1) * ms > NOTABLE_MS
      ? [`loading took ${slowdown.toFixed(2)} times as long in the processes that measured the tree, whose times are ` +
        'scaled'] : []),
  ];
}

/** './src/index.js takes 184 ms ±3 to load: 412 modules' */
function headline({ name, ms, msLow, msHigh, modules }) {
  const text = formatTime(ms * 1e6, msLow * 1e6, msHigh * 1e6);
  const inUnit = ms * 1e6 / parseFloat(text.replace(/,/g, ''));
  const half = (msHigh - msLow) / 2 * 1e6 / inUnit;
  const around = Number.isFinite(half) && msLow > 0 ? ` ±${Number(half.toPrecision(2))}` : '';
  return `${name} takes ${text}${around} to load${modules.length > 0 ? `: ${counted(modules.length, 'module')}` : ''}`;
}

const importSection = (one, i) => ({
  id: `import-${i}`, title: one.name, heading: one.name,
  blocks: [
    { type: 'remark', text: headline(one), isTable: true }, ...treeTable(one), ...packagesTable(one),
    createNotes(notesOf(one)),
  ],
});

const signed = (ms) => sorted(`${ms < 0 ? '-' : '+'}${timeText(abs(ms))}`, ms);

function differencesTable(differences, name) {
  const listed = differences.filter(({ kind }) => kind !== 'rest');
  const shown = listed.slice(0, MOST_DIFFERENCES);
  if (shown.length === 0) return [];
  const restMs = sumOf(differences, 'ms') - sumOf(shown, 'ms');
  const rows = [
    ...shown.map(({ name: module, kind, modules, ms }) => (
      { name: modules > 1 ? `${module} (${modules} modules)` : module, ms: signed(ms), kind })),
    { name: 'all others', ms: signed(restMs), kind: '' },
  ];
  const columns = [
    { key: 'name', title: `own time in ${name}` }, { key: 'ms', title: 'difference', isNumber: true },
    { key: 'kind', title: '' },
  ];
  return [{ type: 'table', label: 'Differences', columns, rows: rows.map((cells) => ({ cells })) }];
}

function comparisonSections(document) {
  const { imports, tests: [test], explanations } = document;
  if (imports.length < 2) return [];
  const rows = imports.map(({ name, ms, msLow, msHigh }, i) => {
    const change = i > 0 ? test.changes[i - 1] : null;
    return {
      cells: {
        name, time: time(ms * 1e6, msLow * 1e6, msHigh * 1e6), reach: reach(ms, msLow, msHigh),
        ...(change ? {
          change: ratio(change.ratio, change.low, change.high),
          interval: ratioInterval(change.ratio, change.low, change.high), verdict: verdictCell(change.verdict),
        } : { verdict: verdictCell('baseline') }),
      },
    };
  });
  const columns = [
    { key: 'name', title: 'module' }, { key: 'time', title: 'time to load', isNumber: true },
    { key: 'reach', title: '', wideTitle: '±', isSoft: true, isNumber: true },
    { key: 'change', title: 'change', isNumber: true },
    { key: 'interval', title: '95 % interval', isNumber: true, drop: 10 }, { key: 'verdict', title: 'verdict' },
  ];
  return [{
    id: 'comparison', title: 'Comparison', heading: 'Comparison',
    blocks: [
      { type: 'table', label: 'Comparison', columns, rows },
      ...explanations.flatMap((differences, i) => differencesTable(differences, imports[i + 1].name)),
    ],
    answer: comparisonAnswer(test.changes.map((change, i) => ({ name: imports[i + 1].name, change }))),
    gate: describeGate(document),
  }];
}

function importsReport(document) {
  const { imports, failures } = document;
  return {
    title: imports.map(({ name }) => name).join(', ') || 'Imports',
    lead: [{ text: counted(imports.length, 'import') }, { text: `Node.js ${document.node}` }],
    origin: document,
    sections: [
      ...imports.map(importSection),
      ...comparisonSections(document),
      ...(failures.length > 0
        ? [{ id: 'failures', title: 'Failures', blocks: [{ type: 'failures', items: failures }] }] : []),
    ],
  };
}

/** Imports as tests of a suite, the first one as the baseline. Failed imports have no time. */
function importsAsResults({ imports, tests: [test], failures, margin, ...head }) {
  const rows = imports.map(({ name, ms, msLow, msHigh, processes, values }, i) => {
    const [nsPerCall, nsLow, nsHigh] = [ms * 1e6, msLow * 1e6, msHigh * 1e6];
    const { verdict, ratio: own, low, high } = i === 0 ? BASELINE : test.changes[i - 1];
    const [rank, rankLow, rankHigh] = [own, high, low].map((one) => one && 1000 / one);
    const samples = values.map((one) => sampleOfOne({ nsPerCall: one * 1e6 }));
    const empty = createEmptyRow(name, 1);
    return {
      ...empty, verdict, rank, rankLow, rankHigh, nsPerCall, nsLow, nsHigh, samples, processes, margin,
      kind: 'process', calls: processes, results: { ...empty.results, avg: 1000 / ms },
    };
  });
  const failed = failures.map(({ name, error }) => ({ ...createFailedRow(name, 1, error), samples: [] }));
  const settings = { timeGoal: 0, margin, forkTests: 0 };
  const suite = { file: null, suite: 1, settings, tests: [...rows, ...failed], error: null };
  return { ...head, qtimeit: 'results', suites: [suite] };
}

module.exports = { importsReport, importsAsResults, foldTree };
