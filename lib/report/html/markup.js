'use strict';

/*
 * Text to HTML. In the template everything is escaped that is not markup already, so that forgetting it
 * shows as a tag on the page and not as one that works.
 */

const { escaped, label } = require('../display');
const { textual } = require('./known');

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** What puts colours around the words that tools write to a terminal. */
const ESC = '\x1b';
const SEQUENCE = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g');

class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

function encode(text) {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Controls, halves of surrogate pairs and what turns the direction of writing are shown by their codes; what is no text is nothing. */
function textOf(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return encode(escaped(textual(value) || ''));
}

/** Tag of a template: markup`<b>${name}</b>`; arrays are joined, all but text and numbers is nothing. */
function markup(strings, ...values) {
  let text = strings[0];
  for (let i = 0; i < values.length; i++) text += textOf(values[i]) + strings[i + 1];
  return new Markup(text);
}

/** Text of this library that is markup already, such as a path made of numbers or a style sheet. */
function raw(text) {
  return new Markup(text);
}

/** A name as text of one line, cut to 80 columns; in quotes where nothing of it would be seen. */
function shown(name) {
  const text = label(textual(name) || '');
  return /\S/.test(text) ? text : `'${text}'`;
}

/** The same as markup: in a direction of its own, which cannot turn its neighbours around. */
function nameOf(name) {
  return markup`<bdi>${shown(name)}</bdi>`;
}

/** Somebody else's text of several lines, as its lines and without the colours of a terminal. */
function linesOf(text) {
  const lines = (textual(text) || '').replace(SEQUENCE, '').replace(/\t/g, '    ').split(/\r\n|\n|\r/);
  return lines.map((line, i) => markup`${i > 0 ? raw('\n') : ''}${line}`);
}

module.exports = { Markup, markup, raw, shown, nameOf, linesOf };
