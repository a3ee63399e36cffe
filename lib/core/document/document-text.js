'use strict';

/* Writes a document as JSON with a line for each test, sample and column, so that people can read and diff it. */

const { escapeControls } = require('../../base/text/display');

// Nine digits are a tenth of the clock's grain within a second. All digits would double the length of a file.
const DIGITS = 9;

const PART_LENGTH = 1e6; // each part is one write to the file

// Lists with a line for each element.
const LISTS = new Set(['configurations', 'suites', 'tests', 'samples', 'sides', 'changes', 'differences']);

const MEASURED = new Set(['samples', 'values']); // measured numbers, which are rounded. Computed ones keep all digits

const rounded = (_, value) => (
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value);
const shortText = (value) => JSON.stringify(value, rounded) || 'null';

/** Figures in one line, then a line for each column. */
function sampleText(sample, indent) {
  const { rounds, ...figures } = sample;
  const start = shortText(figures).slice(0, -1);
  if (!rounds) return `${start},"rounds":null}`;
  const columns = Object.keys(rounds).map((key) => `\n${indent}  ${JSON.stringify(key)}:${shortText(rounds[key])}`);
  return `${start},"rounds":{${columns.join(',')}}}`;
}

/** Lists go on separate lines; if `isWide`, each member does. */
function* objectParts(object, indent, isWide) {
  const inner = `${indent}  `;
  let before = '{';
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue; // as in JSON.stringify()
    const isLong = LISTS.has(key) && Array.isArray(value) && value.length > 0;
    yield `${before}${isWide || isLong ? `\n${inner}` : ''}${JSON.stringify(key)}:${isWide ? ' ' : ''}`;
    before = ',';
    if (isLong) yield* listParts(key, value, inner);
    else yield MEASURED.has(key) ? shortText(value) : JSON.stringify(value) || 'null';
  }
  yield `${before === '{' ? before : ''}${isWide ? `\n${indent}` : ''}}`;
}

function* listParts(key, list, indent) {
  const inner = `${indent}  `;
  let before = '[\n';
  for (const one of list) {
    yield `${before}${inner}`;
    before = ',\n';
    if (one === null || typeof one !== 'object') yield JSON.stringify(one);
    else if (key === 'samples') yield sampleText(one, inner);
    else yield* objectParts(one, inner, key === 'suites');
  }
  yield `\n${indent}]`;
}

/** Parts, because hundreds of documents exceed the longest string. Numbers that JSON cannot express become null. */
function* documentParts(document) {
  let text = '';
  for (const part of objectParts(document, '', true)) {
    text += part;
    if (text.length < PART_LENGTH) continue;
    yield escapeControls(text);
    text = '';
  }
  yield `${escapeControls(text)}\n`;
}

const documentText = (document) => [...documentParts(document)].join('');

module.exports = { documentText, documentParts };
