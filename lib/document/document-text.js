'use strict';

/*
 * A document as text: JSON with a line for each test, sample and column, so that it can be looked at, and that
 * two files can be compared line by line.
 */

const { withoutControls } = require('../text/display');

// So many digits are a tenth of the clock's grain within a second; more would double the length of a file.
const DIGITS = 9;

// What has a line for each of its elements.
const LISTS = new Set(['configurations', 'suites', 'tests', 'samples', 'sides', 'changes', 'differences']);

// Measured one by one; what is made of them keeps all its digits.
const MEASURED = new Set(['samples', 'values']);

/** A number as JSON, whole ones in full. */
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

/** A sample: its figures, and each column on a line of its own. */
function sampleText(sample, indent) {
  const { rounds, ...figures } = sample;
  const start = shortText(figures).slice(0, -1);
  if (!rounds) return `${start},"rounds":null}`;
  const columns = Object.keys(rounds).map((key) => `\n${indent}  ${JSON.stringify(key)}:${shortText(rounds[key])}`);
  return `${start},"rounds":{${columns.join(',')}}}`;
}

const isLong = (key, value) => LISTS.has(key) && Array.isArray(value) && value.length > 0;

/** An object: what is short on the first lines, then its lists. Each member on its own line where `isWide`. */
function objectText(object, indent, isWide) {
  const inner = `${indent}  `;
  let result = '';
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue; // as JSON.stringify() has it
    const name = `${JSON.stringify(key)}:${isWide ? ' ' : ''}`;
    const text = isLong(key, value) ? listText(key, value, inner) : MEASURED.has(key) ? shortText(value)
      : JSON.stringify(value) || 'null';
    const breaks = isWide || isLong(key, value);
    result += `${result ? ',' : ''}${breaks ? `\n${inner}` : ''}${name}${text}`;
  }
  return `{${result}${isWide ? `\n${indent}` : ''}}`;
}

function listText(key, list, indent) {
  const inner = `${indent}  `;
  const lines = list.map((one) => {
    if (one === null || typeof one !== 'object') return JSON.stringify(one);
    return key === 'samples' ? sampleText(one, inner) : objectText(one, inner, key === 'suites');
  });
  return `[\n${lines.map((line) => inner + line).join(',\n')}\n${indent}]`;
}

/**
 * @param {object} document results or a comparison; what JSON has no word for becomes null
 * @returns {string} JSON, with an end of line
 */
function documentText(document) {
  return `${withoutControls(objectText(document, '', true))}\n`;
}

/**
 * The same in parts, each with an element of its longest list: hundreds of merged documents are longer than a string.
 *
 * @param {object} document
 * @param {string} key of the list
 * @returns {Iterable<string>}
 */
function* documentParts(document, key) {
  const text = documentText({ ...document, [key]: [] });
  // Within a string there is no end of line.
  const start = `\n  ${JSON.stringify(key)}: [`;
  const at = text.indexOf(`${start}]`) + start.length;
  yield text.slice(0, at);
  let isFirst = true;
  for (const element of document[key]) {
    yield isFirst ? '\n    ' : ',\n    ';
    yield withoutControls(objectText(element, '    ', key === 'suites'));
    isFirst = false;
  }
  yield `${isFirst ? '' : '\n  '}${text.slice(at)}`;
}

module.exports = { documentText, documentParts };
