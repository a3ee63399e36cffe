'use strict';

/* A document as JSON with a line for each test, sample and column: easy to read, and to compare line by line. */

const { withoutControls } = require('../text/display');

// Nine digits are a tenth of the clock's grain within a second. All digits would double the length of a file.
const DIGITS = 9;

// Each part is one write to the file.
const PART_LENGTH = 1e6;

// Lists with a line for each element.
const LISTS = new Set(['configurations', 'suites', 'tests', 'samples', 'sides', 'changes', 'differences']);

// Measured numbers, which are rounded. Computed ones keep all digits.
const MEASURED = new Set(['samples', 'values']);

/** A number as JSON, integers in full. */
function numberText(value) {
  if (!Number.isFinite(value)) return 'null';
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)));
}

function shortText(value) {
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(shortText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) || 'null';
  const parts = Object.keys(value).filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${shortText(value[key])}`);
  return `{${parts.join(',')}}`;
}

/** A sample: its figures in one line, then a line for each column. */
function sampleText(sample, indent) {
  const { rounds, ...figures } = sample;
  const start = shortText(figures).slice(0, -1);
  if (!rounds) return `${start},"rounds":null}`;
  const columns = Object.keys(rounds).map((key) => `\n${indent}  ${JSON.stringify(key)}:${shortText(rounds[key])}`);
  return `${start},"rounds":{${columns.join(',')}}}`;
}

/** An object, its lists on lines below; if `isWide`, each member on a line. */
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

/**
 * @param {object} document results or a comparison; numbers that JSON cannot express become null
 * @returns {Iterable<string>} its text in parts: hundreds of merged documents are longer than a string can be
 */
function* documentParts(document) {
  let text = '';
  for (const part of objectParts(document, '', true)) {
    text += part;
    if (text.length < PART_LENGTH) continue;
    yield withoutControls(text);
    text = '';
  }
  yield `${withoutControls(text)}\n`;
}

/** @returns {string} JSON, with an end of line */
const documentText = (document) => [...documentParts(document)].join('');

module.exports = { documentText, documentParts };
