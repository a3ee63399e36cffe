'use strict';

/*
 * Text to HTML and SVG. The template escapes all values that are not markup: a mistake shows a tag as text, and never
 * runs it.
 */

const { escaped, label, plainLines } = require('../../text/display');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

// Invalid in XML, even as entities.
const FORBIDDEN = /[\ufffe\uffff]/g;

class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** Controls, halves of surrogate pairs and marks of writing direction are shown by their codes. */
function textOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value !== 'string' && !Number.isFinite(value)) return '';
  return escaped(value).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Tag of a template: markup`<b>${name}</b>`. Arrays are joined; values other than text and numbers are empty. */
const markup = (strings, ...values) => raw(strings.reduce((text, part, i) => text + textOf(values[i - 1]) + part));

/** Text of this library that is markup already, such as a path made of numbers or a style sheet. */
const raw = (text) => new Markup(text);

/** A name that readers can see: with codes for controls and the like, in quotes if it is blank. */
function visible(name) {
  const text = escaped(name ?? '').replace(FORBIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return /\S/.test(text) ? text : `'${text}'`;
}

/** The same, cut to 80 columns. */
const shown = (name) => label(visible(name));

/** The same as markup, whose writing direction does not affect the text around it. */
const nameOf = (name) => markup`<bdi>${shown(name)}</bdi>`;

/** Text of several lines without the colours of a terminal. */
const linesOf = (text) => plainLines(text).map((line, i) => markup`${i > 0 ? raw('\n') : ''}${line}`);

module.exports = { markup, raw, visible, shown, nameOf, linesOf };
