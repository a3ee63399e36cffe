'use strict';

/* Damaged or hostile documents and CSV files, for the commands that read them. */

const fs = require('fs');
const path = require('path');
const { documentText } = require('../../lib/core/document/document-text');
const { samples } = require('../../test/helpers/documents');
const { ratesDocuments, comparisons } = require('../../test/helpers/rates-documents');
const { oddText } = require('./values');

const CSVS = path.join(__dirname, '..', '..', 'test', 'fixtures', 'csv');
const CSV_CELLS =
  ['', '0', '-1', '0x10', '1e999', 'NaN', 'Infinity', '"', '""', '"open', '=1+1', '\u001b[2J', '1,2', '1e-320',
    '9'.repeat(400), 'null', 'undefined', ' 5 ', '5\0', '\u009b1m', '1_000', "'1'"];

const HOSTILE = [
  '::error::x', 'a\n::error::x', '##[error]x', '\u001b]0;t\u0007', '\u202egnol', 'a\r\nb', '=HYPERLINK("x")',
  '@SUM(1)', '+1', '-1', '@name', 'https://example.com', '[a](javascript:alert(1))', '<img src=x onerror=alert(1)>',
  '# x', '`', '|', '${{ secrets.X }}', '</script>', 'x'.repeat(10000),
];

const text = (make) => () => documentText(make());
const ofSamples =
  ['typical', 'forked', 'several', 'measured', 'parameters', 'tiers', 'single', 'scales', 'streams', 'compared',
    'threeSides', 'saved'].map((name) => text(samples[name]));
const ofRates = [...Object.values(ratesDocuments), ...Object.values(comparisons)].filter(
  (make) => typeof make === 'function').map(text);
const DOCUMENTS = [...ofSamples, ...ofRates];

const ODD_JSON =
  ['null', 'true', '-1', '0', '1e308', '-1e308', '1e-320', '9007199254740993', '1e999', '""', '"x"', '"\\u001b[2J"',
    '"\\u009b"', '"=1+1"', '"__proto__"', '[]', '{}', '[null]', '{"__proto__":{}}', '[[]]', '1.5', '"\\ud800"'];

/**
 * The places of values in a JSON text, found without parsing: after a colon or in a list, up to the
 * delimiter.
 */
function replaceSome(json, { below, one }) {
  const places = [...json.matchAll(/(?<=[:[,]\s*)(?:-?\d[\d.e+-]*|"(?:[^"\\]|\\.)*"|null|true|false)/g)];
  if (places.length === 0) return one(ODD_JSON);
  let damaged = json;
  for (let times = 1 + below(3); times > 0; times--) {
    const { index, 0: found } = places[below(places.length)];
    // Earlier changes may have moved it: then it is damaged in another way.
    damaged = damaged.slice(0, index) + one(ODD_JSON) + damaged.slice(index + found.length);
  }
  return damaged;
}

function renameSome(json, { below, one }) {
  const names = [...json.matchAll(/"[a-zA-Z]+"(?=:)/g)];
  if (names.length === 0) return '{}';
  const { index, 0: found } = names[below(names.length)];
  const renamed = one(['"__proto__"', '"constructor"', '"x"', '"toString"', '']);
  return json.slice(0, index) + renamed + json.slice(index + found.length);
}

/** Replaces some of the matching values by the results of make(). */
function replaceValues(json, { below, chance }, fits, make) {
  const places = [];
  const document = JSON.parse(json, function collect(key, value) {
    if (fits(value, key) && !['qtimeit', 'schema'].includes(key)) places.push({ holder: this, key });
    return value;
  });
  const share = chance(0.3) ? 1 : 3 / places.length;
  places.forEach(({ holder, key }) => { if (chance(share)) holder[key] = make(holder[key], below); });
  return JSON.stringify(document);
}

const isText = (value) => typeof value === 'string';
const withHostileText = (json, draw) => replaceValues(json, draw, isText, () => draw.one(HOSTILE));
const withVerdicts = (json, draw) => replaceValues(json, draw, (value, key) => isText(value) && key === 'verdict',
  () => draw.one([...HOSTILE, 'toString', '__proto__', 'better']));
const withNegatives = (json, draw) => replaceValues(json, draw, (value) => value > 0, (value) => -value);

/** One value nested so deep that a recursive visit overflows the stack. */
function withNesting(json, { below, one }) {
  const places = [...json.matchAll(/(?<=[:[,]\s*)(?:-?\d[\d.e+-]*|null|true|false)/g)];
  if (places.length === 0) return json;
  const { index, 0: found } = places[below(places.length)];
  const levels = one([50, 101, 3000, 200000]);
  const [open, close] = one([['[', ']'], ['{"x":', '}']]);
  const nested = `${open.repeat(levels)}1${close.repeat(levels)}`;
  return json.slice(0, index) + nested + json.slice(index + found.length);
}

const MOST_ENTRIES = 1e6; // as arguments of a call, they overflow the stack
const MOST_ADDED = 2e7; // characters

/** A list whose first value is repeated. */
function withLongList(json, { below }) {
  const places = [...json.matchAll(/(?<=\[)(?:[^[\]{},"]+|"[^"\\]*"|\{[^{}]*\})(?=[,\]])/g)];
  if (places.length === 0) return json;
  const { index, 0: found } = places[below(places.length)];
  const times = Math.min(MOST_ENTRIES, Math.floor(MOST_ADDED / found.length));
  return json.slice(0, index) + `${found},`.repeat(times) + json.slice(index);
}

const HOSTILE_FORMS = [
  withHostileText, withHostileText, withVerdicts, withNegatives, withNesting, withLongList,
];

const cutOff = (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1));
function flipped(bytes, { below }) {
  const damaged = Buffer.from(bytes);
  for (let times = 1 + below(20); times > 0 && damaged.length; times--) damaged[below(damaged.length)] = below(256);
  return damaged;
}
function inserted(bytes, { below, one }) {
  const at = below(bytes.length + 1);
  const more =
    one([Buffer.from([0]), Buffer.from([0xff, 0xfe]), Buffer.from('\ufeff'), Buffer.from('-'), Buffer.from('"'),
      Buffer.from('\n'), Buffer.from('\r'), Buffer.from('\u009b31m'), Buffer.alloc(5000, '[')]);
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}
function doubled(bytes, { below }) {
  const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort((a, b) => a - b);
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
}
const OF_BYTES =
  [cutOff, flipped, inserted, doubled, (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    (bytes) => Buffer.from(bytes.toString(), 'utf16le'), () => Buffer.alloc(0), () => Buffer.alloc(300000, '['),
    (bytes) => bytes];

function damagedJson(draw) {
  const json = draw.one(DOCUMENTS)();
  if (draw.chance(0.35)) return Buffer.from(draw.one(HOSTILE_FORMS)(json, draw));
  if (draw.chance(0.45)) return Buffer.from(replaceSome(json, draw));
  if (draw.chance(0.2)) return Buffer.from(renameSome(json, draw));
  return draw.one(OF_BYTES)(Buffer.from(json), draw);
}

function damagedCsv(draw) {
  const csv = fs.readFileSync(path.join(CSVS, draw.one(fs.readdirSync(CSVS))), 'utf8');
  if (draw.chance(0.5)) return draw.one(OF_BYTES)(Buffer.from(csv), draw);
  const cells = csv.split(',');
  for (let times = 1 + draw.below(3); times > 0; times--) {
    const at = draw.below(cells.length);
    const odd = draw.chance(0.8) ? draw.one(CSV_CELLS) : oddText(draw);
    // As a name it would be printed, which is right.
    if (/^[\d.]/.test(cells[at]) || !/NaN|Infinity|undefined/.test(odd)) cells[at] = odd;
  }
  return Buffer.from(cells.join(','));
}

const FORMATS = [
  'table', 'json', 'csv', 'markdown', 'github', 'github-action', 'bencher', 'benchstat', 'text', 'html',
];

/** Arguments of a command that reads this file, and perhaps a valid one. */
function argumentsFor(name, draw) {
  const format = ['--format', draw.one(FORMATS)];
  const more = draw.chance(0.3)
    ? ['--save', 'saved.json']
    : draw.chance(0.2) ? ['--plot', draw.one(['p.svg', 'p.html'])] : draw.chance(0.2) ? ['--max-regression', '3%'] : [];
  const isCsv = name.endsWith('.csv');
  const which = draw.below(3);
  if (which === 0) {
    const files = ['-o', 'page.html', ...(draw.chance(0.5) ? ['-o', 'page.md', '-o', 'page.txt'] : [])];
    const plot = draw.chance(0.3) ? ['--plot', 'p.svg'] : [];
    return ['report', name, ...(draw.chance(0.4) ? files : draw.chance(0.8) ? format : []), ...plot];
  }
  if (which === 1) {
    return ['compare', ...(draw.chance(0.5) ? [name] : [isCsv ? 'good.csv' : 'good.json', name]), ...format, ...more];
  }
  return ['scatter', name, '--xaxis', draw.one(['n', 'len', 'size', 'no such']),
    ...(draw.chance(0.3) ? ['--category', draw.one(['type', 'encoding', 'n'])] : []), ...format,
    ...more.filter((word) => !/max-regression|3%/.test(word))];
}

/**
 * @param {object} draw
 * @returns {{ title: string, files: Object<string, Buffer|string>, args: string[] }}
 */
function documentInput(draw) {
  const isCsv = draw.chance(0.4);
  const name = isCsv ? 'damaged.csv' : 'damaged.json';
  const files = { [name]: isCsv ? damagedCsv(draw) : damagedJson(draw) };
  const args = argumentsFor(name, draw);
  if (args.includes('good.json')) {
    files['good.json'] = draw.chance(0.5) ? documentText(samples.forked()) : draw.one(ofRates)();
  }
  if (args.includes('good.csv')) files['good.csv'] = fs.readFileSync(path.join(CSVS, 'compare.csv'));
  return { title: `qtimeit ${args.join(' ')}`, files, args };
}

module.exports = { documentInput, FORMATS };
