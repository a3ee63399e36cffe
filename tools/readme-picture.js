#!/usr/bin/env node
'use strict';

/*
 * The picture in README.md: measures the first example, and draws the page of the result.
 *
 *     node tools/readme-picture.js [docs/images/page.png]
 */

const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const host = require('../lib/base/host/host');
const { findChromium, takeScreenshot } = require('../lib/cli/plot-file');

const ROOT = path.join(__dirname, '..');
const SIZE = { width: 900, height: 760 };

const picture = path.resolve(process.argv[2] || path.join(ROOT, 'docs', 'images', 'page.png'));
const [, code] = /```js\n([\s\S]*?)```/.exec(fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-readme-'));
try {
  const [suite, page] = ['readme.js', 'page.html'].map((name) => path.join(folder, name));
  fs.writeFileSync(suite, code.replace("'qtimeit'", JSON.stringify(ROOT)));
  execFileSync(process.execPath, [path.join(ROOT, 'bin', 'qtimeit.js'), 'run', 'readme.js', '-o', 'page.html'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { file, looked } = findChromium(host);
  if (file === null) throw new Error(`a browser is required: ${looked}`);
  fs.writeFileSync(picture, takeScreenshot(file, { html: fs.readFileSync(page, 'utf8'), ...SIZE }, { host }));
} finally {
  fs.rmSync(folder, { recursive: true });
}
