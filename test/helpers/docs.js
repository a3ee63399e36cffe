'use strict';

/* README.md and docs/*.md, cut into what tests look at. */

const fs = require('fs');
const path = require('path');

const ROOT = path.join(__dirname, '..', '..');

const namesIn = (folder) => fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.md'));

/** { name: 'docs/timing.md', text } of each page */
const pages = ['README.md', ...namesIn('docs').map((name) => `docs/${name}`)]
  .map((name) => ({ name, text: fs.readFileSync(path.join(ROOT, name), 'utf8') }));

/** @returns {Array<{ code: string, output: string|undefined }>} with the ```text block that follows it directly */
function blocksOf(text, language) {
  const output = '(?:\\n\\n```text\\n([\\s\\S]*?)^```$)?';
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$${output}`, 'gm');
  return [...text.matchAll(block)].map(([, code, shown]) => ({ code, output: shown }));
}

/** The text without blocks, in which brackets are no links, and # is no heading. */
const withoutFences = (text) => text.replace(/^```[\s\S]*?^```$/gm, '');

module.exports = { ROOT, pages, blocksOf, withoutFences };
