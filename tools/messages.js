#!/usr/bin/env node
'use strict';

/*
 * node tools/messages.js [FILE ...]: prints all texts that users can see (help, errors, warnings, notes, progress), by
 * file, with `<name>` for inserted values. They are found in the syntax trees of the sources: strings, templates and
 * their concatenations that read as a phrase. Markup, styles, queries and program text are left out.
 */

const { execFileSync } = require('child_process');
const { readFileSync } = require('fs');
const path = require('path');
const espree = require('./node_modules/espree');

const ROOT = path.join(__dirname, '..');
const SOURCES = ['bin', 'lib', 'public', 'qtimeit.js'];
const MOST_OF_NAME = 30; // longer expressions are shown as <...>

const PHRASE = /[A-Za-z}][,.:;)"']? [("'{]?[A-Za-z]{2,}/; // two words with a space between them; {x}: a placeholder
const CODE = [
  /;\s*$|^\s*[.#@][\w-]+|=>|\b(?:const|let|var|return) \w|^use strict$|\bimport \{|console\./, // programs
  /\bfunction ?\*? ?\w*\(|^\(?function\b/,
  /<\/?\w+[ >]|<\/|="|&[a-z]+;/, // markup
  /[\w-]+: [\w.-]+;|\{[\w-]+:[^ }]|\b(?:px|em|rem)\b|^[MLHVZmlhvz] ?[{\d]/, // styles and paths of drawings
  /^\[object /,
];
// Lists of names, and descriptions of the shape of documents.
const NO_MESSAGES = ['lib/core/document/document-shape.js', 'lib/core/system/process-flags.js'];

function nameOf(node, source) {
  if (node.type === 'Literal') return String(node.value);
  const text = source.slice(...node.range).replace(/\s+/g, ' ');
  return text.length <= MOST_OF_NAME && /^[\w.()[\]' ]+$/.test(text) ? `«${text}»` : '«...»';
}

/** The text of a string, a template or a concatenation, with placeholders; null for other expressions. */
function textOf(node, source) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }, i) => (
      value.cooked + (node.expressions[i] ? textOf(node.expressions[i], source) ?? nameOf(node.expressions[i], source)
        : ''))).join('');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const sides = [node.left, node.right].map((side) => textOf(side, source));
  if (sides[0] === null && sides[1] === null) return null;
  return sides.map((text, i) => text ?? nameOf(i ? node.right : node.left, source)).join('');
}

function isMessage(text) {
  const plain = text.replace(/«[^»]*»/g, '{x}');
  return PHRASE.test(plain) && !CODE.some((code) => code.test(plain));
}

const shown = (text) => text.replace(/\s*\n\s*/g, ' ').trim().replace(/«/g, '<').replace(/»/g, '>');

const isModuleName = (node, parent) => parent.type === 'CallExpression' && parent.callee.name === 'require';

/** Calls found(text, line) for each message below a node. Parts of a message are not visited. */
function visit(node, parent, source, found) {
  if (node.type === 'ImportDeclaration' || isModuleName(node, parent)) return;
  const text = textOf(node, source);
  if (text !== null && isMessage(text)) found(shown(text), node.loc.start.line);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key === 'range' || (text !== null && key !== 'expressions')) continue;
    if (key === 'key' && !node.computed) continue;
    for (const child of [value].flat()) {
      if (child && typeof child.type === 'string') visit(child, node, source, found);
    }
  }
}

/** Messages of a file: [{ line, text }]. */
function messagesIn(source) {
  const messages = [];
  const tree = espree.parse(source, { ecmaVersion: 'latest', range: true, loc: true, allowHashBang: true });
  visit(tree, {}, source, (text, line) => messages.push({ line, text }));
  return messages;
}

/** All messages: [{ file, messages }], for the given files or all sources of this library. */
function allMessages(given = []) {
  const args = ['ls-files', '--', ...(given.length ? given : SOURCES)];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n')
    .filter((one) => one.endsWith('.js') && !NO_MESSAGES.includes(one));
  return files.map((file) => ({ file, messages: messagesIn(readFileSync(path.join(ROOT, file), 'utf8')) }))
    .filter(({ messages }) => messages.length > 0);
}

function print(given) {
  for (const { file, messages } of allMessages(given)) {
    process.stdout.write(`${file}\n`);
    for (const { line, text } of messages) process.stdout.write(`  ${String(line).padStart(4)}  ${text}\n`);
  }
}

process.stdout.on('error', () => process.exit()); // a closed pipe
print(process.argv.slice(2));
