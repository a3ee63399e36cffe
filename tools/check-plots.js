'use strict';

/*
 * All plots in a real browser: made-up rates, suites and comparisons, each plot alone, and some in a page.
 *
 *     node tools/check-plots.js [--out DIR] [--only NAME,NAME]
 *
 *   --out    writes each plot as SVG, and pictures of it in light and dark
 *   --only   plots whose names contain one of these
 *
 * Faults: malformed XML, an error or a request, text outside the picture or over other text, a picture without a
 * description, an id (a page can have two plots), a page wider than its window, or a pixel size that differs from the
 * plot's. The browser is /usr/bin/chromium or $CHROMIUM.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { parseArgs } = require('util');
const { CHROMIUM, openChromium, openPage } = require('./browsers');
const { toPlot } = require('../lib/report/output/to-plot');
const { openPlot, createPlotPage } = require('../lib/cli/plot-file');
const realHost = require('../lib/base/host/host');
const { samples } = require('../test/helpers/documents');
const { comparisons, ratesDocuments, scatters } = require('../test/helpers/rates-documents');

const THEMES = ['light', 'dark'];
const PAGE_WIDTHS = [360, 1400];

function readArguments() {
  const { values: { out, only } } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
  return { out, only: only && only.split(',') };
}

/** Name -> SVG. */
function plots() {
  const found = {};
  for (const plotKind of ['box', 'bars']) {
    for (const [name, make] of Object.entries(comparisons)) {
      found[`compare-${name}-${plotKind}`] = toPlot(make(), { plotKind });
    }
    for (const [name, make] of Object.entries(ratesDocuments)) {
      found[`run-${name}-${plotKind}`] = toPlot(make(), { plotKind });
    }
  }
  for (const [name, make] of Object.entries(scatters)) found[`scatter-${name}`] = toPlot(make());
  for (const [name, make] of Object.entries(samples)) found[`suites-${name}`] = toPlot(make());
  return found;
}

/* global document */

/** Runs in the browser: faults of a document's pictures, as sentences. */
function faultsOfPictures() {
  const faults = [];
  const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
  const broken = document.querySelector('parsererror');
  if (broken) faults.push(`no well-formed XML: ${short(broken.textContent)}`);
  const pictures = [...document.querySelectorAll('svg[role=img]')];
  if (pictures.length === 0) faults.push('no picture');
  for (const svg of pictures) {
    const title = svg.querySelector('title');
    const description = svg.querySelector('desc');
    if (!title || !title.textContent.trim() || !description || !description.textContent.trim()) {
      faults.push('a picture without words');
    }
    if (svg.querySelector('[id]')) faults.push('an id');
    if (/NaN|Infinity|undefined/.test(svg.outerHTML)) faults.push('NaN, Infinity or undefined');
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(
      (text) => ({ words: text.textContent, box: text.getBoundingClientRect() }));
    texts.forEach((text, i) => {
      if (text.box.left < box.left + 1 || text.box.right > box.right - 1 || text.box.top < box.top ||
          text.box.bottom > box.bottom) {
        faults.push(`'${short(text.words)}' lies outside of the picture`);
      }
      for (let k = i + 1; k < texts.length; k++) {
        const other = texts[k];
        const across = Math.min(text.box.right, other.box.right) - Math.max(text.box.left, other.box.left);
        const down = Math.min(text.box.bottom, other.box.bottom) - Math.max(text.box.top, other.box.top);
        const both = `'${short(text.words)}' and '${short(other.words)}'`;
        if (across > 1 && down > 1) faults.push(`${both} lie over each other`);
      }
    });
    for (const mark of svg.querySelectorAll('.box, .bar, .sign, .stroke, .box-median, .dot')) {
      const one = mark.getBoundingClientRect();
      if (one.left < box.left || one.right > box.right || one.top < box.top || one.bottom > box.bottom) {
        faults.push(`a mark lies outside of the picture: ${short(mark.outerHTML)}`);
      }
    }
  }
  const root = document.documentElement;
  if (root.localName === 'html' && root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}`);
  }
  return [...new Set(faults)];
}

/** Opens a file and returns its faults. */
async function look({ page, open }, file) {
  const faults = await open(pathToFileURL(file).href);
  faults.push(...await page.evaluate(faultsOfPictures));
  return faults;
}

async function shoot(page, svg, file) {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg).map(Number);
  await page.setViewportSize({ width, height: Math.min(height, 4000) });
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${file}-${theme}.png` });
  }
}

async function main() {
  const { out, only } = readArguments();
  const folder = out || fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-plots-'));
  fs.mkdirSync(folder, { recursive: true });
  const all = Object.entries(plots()).filter(([name]) => !only || only.some((part) => name.includes(part)));
  const browser = await openChromium('check-plots');
  const faults = [];
  const add = (name, more) => faults.push(...more.map((fault) => `${name}: ${fault}`));
  try {
    const opened = await openPage(browser, { viewport: { width: 1300, height: 900 } });
    const { page } = opened;
    for (const [name, svg] of all) {
      const file = path.join(folder, `${name}.svg`);
      fs.writeFileSync(file, svg);
      add(name, await look(opened, file));
      if (out) await shoot(page, svg, path.join(folder, name));
    }
    const html = path.join(folder, 'page.html');
    fs.writeFileSync(html, createPlotPage(all[0][1]));
    for (const width of PAGE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        add(`page, ${theme}, ${width} px`, await look(opened, html));
        if (out) await page.screenshot({ path: path.join(folder, `page-${theme}-${width}.png`), fullPage: true });
      }
    }
    // The file of --plot itself, in a separate browser.
    const [name, svg] = all[0];
    const host = Object.create(realHost, { env: { value: { ...process.env, CHROMIUM } } });
    const png = path.join(folder, 'plot.png');
    openPlot(png, { host, force: true }).write(svg);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg).map(Number);
    const bytes = fs.readFileSync(png);
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (size.width !== 2 * width || size.height !== 2 * height) {
      add(`${name} as .png`, [`it is ${JSON.stringify(size)}, and the plot ${width} x ${height}`]);
    }
  } finally {
    await browser.close();
    if (!out) fs.rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of faults) console.log(fault);
  console.log(`${all.length} plots, ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1); // a browser may still be open
});
