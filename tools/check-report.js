'use strict';

/*
 * The HTML report in a real browser: made-up documents, each at three widths, one of them in dark mode, all
 * unfolded.
 *
 *     node tools/check-report.js [--out DIR] [--only NAME,NAME]
 *
 *   --out    writes a picture of each page, and of its print
 *   --only   samples whose names contain one of these
 *
 * Faults are errors and requests of the page, and those in pages/faults.js.
 * The browser is /usr/bin/chromium or $CHROMIUM.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { parseArgs } = require('util');
const { openChromium, openPage } = require('./browsers');
const { formatDocument } = require('../lib/report/output/formats');
const { documents } = require('./pages/documents');
const { faultsOfPage, unfold } = require('./pages/faults');

// Colours do not change the layout, so each width is checked in one theme. For WebKit see check-pages.js.
const SHAPES = [
  { theme: 'light', width: 360 }, { theme: 'dark', width: 800 }, { theme: 'light', width: 1440, isPrinted: true },
];
const HEIGHT = 900;

// A sheet of A4 has 180 mm between its margins.
const PAPER_WIDTH = 680;

// Higher pictures show nothing more.
const HIGHEST = 16000;

function readArguments() {
  const { values: { out, only } } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
  return { out, only: only && only.split(',') };
}

/* global document */

async function picture(page, file) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const width = page.viewportSize().width;
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, HIGHEST) } });
}

/** @returns {Promise<string[]>} faults of one document in the page of one theme and width */
async function check({ page, open, theme, width, isPrinted }, { name, url, out }) {
  const faults = await open(url);
  faults.push(...await page.evaluate(faultsOfPage));
  const file = (more) => path.join(out, `${name}-${theme}-${width}${more}`);
  if (out) await picture(page, file('.png'));
  await page.evaluate(unfold);
  faults.push(...await page.evaluate(faultsOfPage));
  if (out) await picture(page, file('-open.png'));
  if (isPrinted) {
    await page.emulateMedia({ media: 'print', colorScheme: theme });
    await page.setViewportSize({ width: PAPER_WIDTH, height: HEIGHT });
    faults.push(...(await page.evaluate(faultsOfPage)).map((fault) => `on paper: ${fault}`));
    if (out) await page.pdf(
      { path: file('.pdf'), format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' } });
    await page.emulateMedia({ media: null, colorScheme: theme });
    await page.setViewportSize({ width, height: HEIGHT });
  }
  return [...new Set(faults)].map((fault) => `${name}, ${theme}, ${width} px: ${fault}`);
}

async function main() {
  const { out, only } = readArguments();
  if (out) fs.mkdirSync(out, { recursive: true });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-report-'));
  const names = Object.keys(documents).filter((name) => !only || only.some((part) => name.includes(part)));
  const browser = await openChromium('check-report');
  const faults = [];
  try {
    const pages = await Promise.all(SHAPES.map(async ({ theme, width, ...more }) => {
      const options = { colorScheme: theme, viewport: { width, height: HEIGHT }, deviceScaleFactor: 1 };
      return { theme, width, ...more, ...await openPage(browser, options) };
    }));
    for (const name of names) {
      const html = path.join(folder, `${name}.html`);
      fs.writeFileSync(html, formatDocument('html', documents[name]()));
      for (const page of pages) faults.push(...await check(page, { name, url: pathToFileURL(html).href, out }));
    }
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of faults) console.log(fault);
  console.log(`${names.length} documents, ${names.length * SHAPES.length} pages, ${faults.length} ` +
    'faults');
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1); // a browser may still be open
});
