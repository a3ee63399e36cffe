'use strict';

/* Text to HTML and SVG. The template escapes all values except markup, so no text of users becomes a tag. */

const { escaped, label, plainLines } = require('../../base/text/display');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };
const FORBIDDEN = /[\ufffe\uffff]/g; // invalid in XML, even as entities

class Markup {
  constructor(text) {
    this.text = text;
  }
}

/** Shows controls, lone surrogates and marks of writing direction as codes. */
function textOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value !== 'string' && !Number.isFinite(value)) return '';
  return escaped(value).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Tag of a template: markup`<b>${name}</b>`. It joins arrays, and drops values other than text and numbers. */
const markup = (strings, ...values) => raw(strings.reduce((text, part, i) => text + textOf(values[i - 1]) + part));
const raw = (text) => new Markup(text);

/** A readable name: with codes for controls, in quotes if it is blank. */
function visible(name) {
  const text = escaped(name ?? '').replace(FORBIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return /\S/.test(text) ? text : `'${text}'`;
}

const shown = (name) => label(visible(name));

/** A readable name as markup that isolates its writing direction. */
const renderName = (name) => markup`<bdi>${shown(name)}</bdi>`;
const renderLines = (text) => plainLines(text).map((line, i) => markup`${i > 0 ? raw('\n') : ''}${line}`);

module.exports = { markup, raw, visible, shown, renderName, renderLines };
