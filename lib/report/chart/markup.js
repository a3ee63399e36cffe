'use strict';

/*
 * Text to HTML and SVG. In the template everything is escaped that is not markup already, so that forgetting it
 * shows as a tag on the page and not as one that works.
 */

const { escaped, label, plainLines } = require('../../text/display');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

// No XML may hold them, not even as entities.
const FORBIDDEN = /[\ufffe\uffff]/g;

class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** Controls, halves of surrogate pairs and what turns the direction of writing are shown by their codes. */
function textOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value !== 'string' && !Number.isFinite(value)) return '';
  return escaped(value).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Tag of a template: markup`<b>${name}</b>`; arrays are joined, all but text and numbers is nothing. */
const markup = (strings, ...values) => raw(strings.reduce((text, part, i) => text + textOf(values[i - 1]) + part));

/** Text of this library that is markup already, such as a path made of numbers or a style sheet. */
const raw = (text) => new Markup(text);

/** A name as a reader can see it: controls and the like by their codes, in quotes where nothing of it would be seen. */
function visible(name) {
  const text = escaped(name ?? '').replace(FORBIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return /\S/.test(text) ? text : `'${text}'`;
}

/** The same, cut to 80 columns. */
const shown = (name) => label(visible(name));

/** The same as markup: in a direction of its own, which cannot turn its neighbours around. */
const nameOf = (name) => markup`<bdi>${shown(name)}</bdi>`;

/** Somebody else's text of several lines, as its lines and without the colours of a terminal. */
const linesOf = (text) => plainLines(text).map((line, i) => markup`${i > 0 ? raw('\n') : ''}${line}`);

module.exports = { markup, raw, visible, shown, nameOf, linesOf };
