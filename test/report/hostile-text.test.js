'use strict';

/*
 * Text of a saved document is never interpreted: each string of each kind of document is replaced by hostile text,
 * and each output is searched for anything that a terminal, a CI system, a renderer of Markdown, a spreadsheet or a
 * browser would obey.
 */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');
const { imported, samples } = require('../helpers/documents');
const { tagsOf } = require('../helpers/html');
const { rates, configuration } = require('../helpers/rates-documents');
const { wholeResults, wholeComparison, wholeRates, partsOf, onMachine } = require('../helpers/shards-documents');
const { readXml, nodesOf } = require('../helpers/xml');
const { KINDS } = require('#lib/core/document/document-shape');
const { formatDocument } = require('#lib/report/output/formats');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'documents');
const fixture = (name) => () => JSON.parse(fs.readFileSync(path.join(FIXTURES, `${name}.json`), 'utf8'));

// Text after a line end starts a line unless the line end is escaped.
const TEXTS = [
  '::error::a @name https://example.com\n::error::b\x1b[31m\u202e<img src=x onerror=alert(1)>',
  '=HYPERLINK("x")\r\n[a](javascript:alert(1)) www.example.com\u2066 \x1b]0;t\x07${{ secrets.X }}',
  '@SUM(1) #1 `code` **bold** ##[error]c\x9b31m a|b',
  '+1\u2028 " onload="alert(1)" </svg></title></script> user@example.com', '-1', '# title', '1. item',
];

const error = { code: 'threw', message: 'm', at: 'a.js:1:2', calls: '3', stack: 's\n    at x', output: ['o'] };
const counted = samples.counted().suites[0].tests[0].counts;
const SYSTEM_WARNINGS = [
  { code: 'governor', governor: 'g' }, { code: 'turbo', path: 'p', off: 'o' }, { code: 'coverage', by: 'b' },
  { code: 'profiler', option: 'o' }, { code: 'v8-flag', flag: '--f', effect: 'e' },
  { code: 'virtual-machine', hypervisor: 'h' },
];
const TEST_WARNINGS = [
  { code: 'memory-unsure', reason: 'r' }, { code: 'not-counted', reason: 'r' },
  { code: 'tier-not-held', tier: 't', found: 'f' }, { code: 'not-optimized', found: 'f', times: 1, share: 0.5 },
  { code: 'hoisted', notInlinedNs: 1, inputs: ['i'] }, { code: 'folded', inputs: ['i'] },
  { code: 'handles-left', handles: ['h'] },
];

/** A document with values in all optional fields of text */
function filled(document) {
  const environments = [document, ...(document.sides || []), ...(document.machines || [])];
  for (const { environment } of environments) {
    if (environment) Object.assign(environment, { engine: 'node', engineVersion: '1', warnings: SYSTEM_WARNINGS });
  }
  for (const { settings, tests } of document.suites || []) {
    Object.assign(settings || {}, { title: 't', preRunMessage: 'p', showPlatformInfo: true, showTestInfo: true });
    tests.forEach((test, i) => {
      Object.assign(test, { group: 'g', warnings: TEST_WARNINGS, ...(i > 1 && { verdict: 'failed', error }) });
    });
  }
  if (document.sides) {
    const [{ label }] = document.sides;
    document.failures = [{ side: label, file: 'f', name: 'n', error }];
    document.skipped = [{ side: label, file: 'f', words: 'w' }];
  }
  if (document.tests) {
    document.differences = [
      ...document.differences || [],
      { field: 'nodeVersion', values: document.sides.map((_, i) => `v${i}`), forbids: true },
    ];
    const placed = { file: 'f', suite: 1, name: 'n', side: 's' };
    const unjudged = { moreProcesses: null, moreSeconds: null, time: null, precision: null, runs: null,
      limitItCouldJudge: null };
    document.gate = { limit: 0.03, outcome: 'not-judged', passed: 1, failed: [{ ...placed, by: 'time' }],
      byCounts: 1, byTime: [{ ...placed, reason: 'r' }], unjudged: [{ ...placed, reason: 'failed', ...unjudged }] };
    for (const { sides } of document.tests) {
      for (const side of sides) {
        if (side) Object.assign(side, { counts: counted, notCounted: 'n', warnings: TEST_WARNINGS });
      }
    }
  }
  return document;
}

function ofEngines() {
  const document = samples.compared();
  return { ...document, across: 'engines', tests: document.tests.slice(0, 5) };
}

/** The first of many tests with parameters */
function ofParameters() {
  const document = samples.severalParameters();
  document.suites[0].tests.length = 6;
  return document;
}

/** A merged run of two parts from different machines; a third part is missing. */
async function merged(whole) {
  const [first, second] = partsOf(whole, 3);
  const files = [first, onMachine(second, 'Other CPU')].map((part, i) => write(`${i}.json`, JSON.stringify(part)));
  await inside('merge', ...files, '--partial', '--save', 'merged.json', '--force');
  return read('merged.json');
}

const DOCUMENTS = {
  results: fixture('results'), forked: fixture('forked'), streams: fixture('streams'),
  failures: samples.several, explained: samples.explained, measured: samples.measured, tiers: samples.tiers,
  counts: samples.counted, parameters: ofParameters,
  comparison: fixture('comparison'), 'three sides': samples.threeSides, 'saved results': samples.saved,
  engines: ofEngines, imports: imported, 'comparison of rates': fixture('rates-comparison'), rates: fixture('rates'),
  'one run of rates': () => (
    { ...rates([configuration('a.js', 'n=5', [25]), configuration('b.js', '', [7])]), runs: 1 }),
  'merged results': () => merged(wholeResults(3)), 'merged comparison': () => merged(wholeComparison(3)),
  'merged rates': () => merged(wholeRates(3)),
};

/** Visits each primitive value: visit(value, holder, key, place); all elements of a list have the same place. */
function eachLeaf(holder, visit, place = '') {
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    const own = `${place}${Array.isArray(holder) ? '[]' : `.${key}`}`;
    if (value === null || typeof value !== 'object') visit(value, holder, key, own);
    else eachLeaf(value, visit, own + (value.code ? `(${value.code})` : ''));
  }
}

// The values of these fields select which other fields have text. One of the fillings replaces them, too.
const STEERING = /\.(code|kind|statistic|reason|tier|field|skipped|by|name|csvKind|silent|json|csv|markdown)$/;

/**
 * The document with hostile text in all fields that may have any text; mayHave: by place, whether a field may. It is
 * filled by this function.
 */
function hostileOf(document, textFor, { keepsSteering, mayHave }) {
  const find = KINDS[document.qtimeit];
  let count = 0;
  eachLeaf(document, (value, holder, key, place) => {
    if (['.qtimeit', '.schema'].includes(place) || (keepsSteering && STEERING.test(place))) return;
    if (!mayHave.has(place)) {
      holder[key] = 'text';
      mayHave.set(place, find(document) === null);
      holder[key] = value;
    }
    // This field may have several lines.
    const isMessage = place.endsWith('.preRunMessage');
    if (mayHave.get(place)) holder[key] = textFor(count++, place).replace(isMessage ? /\r?\n/g : '', '');
  });
  expect(find(document)).to.equal(null);
  return document;
}

/** The value with hostile names of parameters */
function withHostileNames(value, textFor, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => withHostileNames(one, textFor));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one], i) => [
    isNames ? textFor(i, key) : key, withHostileNames(one, textFor, ['params', 'parameters', 'fixed'].includes(key)),
  ]));
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const COMMAND = /^\s*::|##\w*\[/m;
// Text that starts a line only if the preceding line end was not escaped
const NEW_LINE = /^(?:(?:\\x3a|:):error::b|\\?\[a)/m;

const TERMINAL = [CONTROL, COMMAND, NEW_LINE];
const MARKDOWN = [
  /@\w/, /:\/\//, /www\./, /#\d/, /[[\]`]/, /<(?!\/?(?:details|summary)>)/, /\*\*bold/,
  /^(?!### )[^\S\n]*#/m, /^\s*- (?:[-+>#]|\d+[.)]\s|\s)/m,
];

/** Markdown without code blocks and escaped characters */
const activeIn = (markdown) => markdown.replace(/^(`{3,})text\n[^]*?\n\1$/gm, '').replace(/\\[!-/:-@[-`{-~]/g, 'E')
  .replaceAll('&#8203;', '\u200b');

function expectNone(patterns, text, what) {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const around = text.slice(Math.max(0, found.index - 80), found.index + 120);
    throw new Error(`${what}: ${pattern} in ${JSON.stringify(around)}`);
  }
}

/** Expects as many cells in each row of a table as in its header. */
function checkTables(markdown, what) {
  let columns = 0;
  for (const line of markdown.split('\n')) {
    const count = line.startsWith('|') ? line.split('|').length : 0;
    if (columns && count) expect(count, `${what}: ${line}`).to.equal(columns);
    columns = count;
  }
}

function checkCsv(csv, what) {
  const isNumber = (cell) => cell === '' || Number.isFinite(Number(cell));
  for (const [, , quoted, bare] of csv.matchAll(/(^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r?\n)/g)) {
    const cell = quoted === undefined ? bare : quoted;
    if (quoted !== undefined || !isNumber(cell)) expect(cell, what).to.not.match(/^[=+\-@\t\r\n]/);
  }
  expectNone([new RegExp(CONTROL.source.replace('\\x09', '\\x08').replace('\\x0b-\\x1f', '\\x0b\\x0c\\x0e-\\x1f')),
    /^(?:::|##)/m], csv, what);
}

const elementText = (tag, names) => `${tag} ${names.join(' ')}`;
const elementsOfPage = (html) => tagsOf(html).map(({ name, names }) => elementText(name, names));
const elementsOfPlot = (svg) => nodesOf(readXml(svg)).map(({ tag, attributes }) =>
  elementText(tag, Object.keys(attributes)));

const CHECKS = {
  table: (text, what) => expectNone(TERMINAL, text, what),
  markdown: (text, what) => {
    expectNone(TERMINAL, text, what);
    expectNone(MARKDOWN, activeIn(text), what);
    checkTables(activeIn(text), what);
  },
  csv: checkCsv,
  json: (text, what) => { expectNone([CONTROL], text, what); JSON.parse(text); },
  benchstat: (text, what) => expectNone([/[^\n\t -\u{10ffff}]/u, ...TERMINAL.slice(1)], text, what),
};
CHECKS.github = CHECKS.markdown;
CHECKS.line = CHECKS.table;
CHECKS.bencher = CHECKS['github-action'] = CHECKS.json;
const TIMES_ONLY = ['github-action', 'bencher', 'benchstat', 'line'];

/**
 * The text of each output of a document; isShort: without commands that create other documents from it; isPlain: only
 * formats whose elements are compared
 */
async function* outputsOf(document, { isShort, isPlain }) {
  write('saved.json', JSON.stringify(document));
  const isOfRates = document.qtimeit === 'rates';
  const commands = { report: ['report', 'saved.json'] };
  if (!isShort && document.qtimeit !== 'comparison') commands.compare = ['compare', 'saved.json', 'saved.json'];
  if (!isShort && isOfRates) {
    write('saved.csv', (await inside('report', 'saved.json', '--csv')).stdout);
    Object.assign(commands, { csv: ['report', 'saved.csv'], 'compare CSV': ['compare', 'saved.csv', 'saved.csv'] });
    const [{ file, parameters }] = document.configurations;
    const configurations = document.configurations.map((one) => ({ ...one, file }));
    write('one-file.json', JSON.stringify({ ...document, configurations }));
    const [xaxis, category] = Object.keys(parameters || {});
    const axes = [`--xaxis=${xaxis}`, ...(category === undefined ? [] : [`--category=${category}`])];
    if (xaxis !== undefined) commands.scatter = ['scatter', 'one-file.json', ...axes];
  }
  for (const [name, args] of Object.entries(commands)) {
    // Results of other commands are tested in all formats as separate documents.
    const forms = name === 'report' ? Object.keys(CHECKS) : ['table', 'markdown', 'csv'];
    for (const form of ['html', ...(isPlain ? [] : forms)]) {
      if (isOfRates && TIMES_ONLY.includes(form)) continue;
      const { status, stdout, stderr } = await inside(...args, '--format', form);
      yield { what: `${name} ${form}`, form, status, text: stdout, stderr };
    }
  }
  const { status, stderr } = await inside('report', 'saved.json', '--plot', 'plot.svg', '--force');
  yield { what: 'plot', form: 'svg', status, stderr, text: fs.readFileSync(inFolder('plot.svg'), 'utf8') };
  if (isOfRates || isPlain) return;
  for (const columns of [40, 100]) {
    const painted = formatDocument('table', document, { columns, hasColours: true });
    // eslint-disable-next-line no-control-regex
    const text = painted.replace(/\x1b\[\d+m/g, '');
    yield { what: `${columns} columns`, form: 'table', status: 0, stderr: '', text };
  }
}

describe('text of saved documents', () => {
  useFolder();

  Object.entries(DOCUMENTS).forEach(([name, make], number) => {
    it(`is not interpreted in any output: ${name}`, async () => {
      const known = { html: new Set(), svg: new Set() };
      const elements = { html: elementsOfPage, svg: elementsOfPlot };
      const plain = (i, place) => `${place} ${'word '.repeat(20)}${i}\nmore`;
      // Each place has three of the texts in a document, and other texts in documents with the same fields.
      const hostile = [0, 1, 2].map((t) => (i) => TEXTS[(i + number + t) % TEXTS.length] + (i < TEXTS.length ? '' : i));
      // A copy, because samples share objects
      const given = JSON.stringify(filled(JSON.parse(JSON.stringify(await make()))));
      const steered = { keepsSteering: true, mayHave: new Map() };
      const free = { keepsSteering: false, mayHave: new Map(), isShort: true };
      const fillings = [
        [plain, free], [plain, steered], [hostile[0], free], [hostile[1], steered],
        [hostile[2], { ...steered, isShort: true }],
      ];
      for (const [textFor, how] of fillings) {
        const document = withHostileNames(hostileOf(JSON.parse(given), textFor, how), textFor);
        const isPlain = textFor === plain;
        for await (const { what, form, status, text, stderr } of outputsOf(document, { ...how, isPlain })) {
          const where = `${what}, text ${hostile.indexOf(textFor)}`;
          expect([0, 1, 3, 4], `${where}: ${stderr}`).to.include(status);
          expectNone(TERMINAL, stderr, `${where}: stderr`);
          if (CHECKS[form]) {
            CHECKS[form](text, where);
            continue;
          }
          const found = elements[form](text);
          if (isPlain) found.forEach((one) => known[form].add(one));
          else expect(found.filter((one) => !known[form].has(one)), where).to.deep.equal([]);
        }
      }
    });
  });
});
