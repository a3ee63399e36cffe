'use strict';

/* README.md and docs/*.md, split into the parts that tests check. */

const fs = require('fs');
const path = require('path');

const ROOT = path.join(__dirname, '..', '..');

const namesIn = (folder) => fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'));

/** All pages, for example { name: 'docs/timing.md', text } */
const pages = ['README.md', ...namesIn('docs').map((name) => `docs/${name}`)]
  .map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, name), 'utf8') }));

/** @returns {Array<{ code: string, output: string|undefined }>} output: the ```text block directly after the code */
function blocksOf(text, language) {
  const output = '(?:\\n\\n```text\\n([\\s\\S]*?)^```$)?';
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$${output}`, 'gm');
  return [...text.matchAll(block)].map(([, code, shown]) => ({ code, output: shown }));
}

/** The text without code blocks, whose brackets are not links, and whose # is not a heading. */
const withoutFences = (text) => text.replace(/^```[\s\S]*?^```$/gm, '');

module.exports = { ROOT, pages, blocksOf, withoutFences };
