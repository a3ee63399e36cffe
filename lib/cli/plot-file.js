'use strict';

/* The file of --plot: an SVG, a page around it, or a PNG by Chromium. If that fails, the SVG is kept. */

const path = require('path');
const { pathToFileURL } = require('url');

const { BROWSERS: { chromium }, findFirstProgram, findOfKind, findSnapFolder } =
  require('../extras/browsers/find');
const { orNull } = require('../base/host/fs-queries');
const { writeNew } = require('../base/host/new-file');
const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('../base/host/own-folders');
const { openOutputFile, StoreError } = require('../base/host/output-file');
const { readMessage } = require('../base/text/show');
const { UsageError } = require('../base/text/usage-error');
const { markup, raw } = require('../report/chart/markup');
const { htmlPage } = require('../report/chart/page');
const { FONTS, onlyLight } = require('../report/chart/theme');

const TIME_LIMIT_MS = 30000;
const LEAST_WIDTH = 500; // of a window
const MOST_PIXELS = 16000; // longest side of the screenshot: browsers cannot paint more
const SCALE = 2;
const MOST_BYTES = 2 ** 30;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const LAST_LINES = 3;

/** looked: the names and paths that were tried, in words */
function findChromium(host) {
  const { CHROMIUM } = host.env;
  const { names } = chromium;
  if (!CHROMIUM) {
    const looked = `none of ${names.join(', ')} is in PATH, and CHROMIUM is not set`;
    return { file: findOfKind(chromium, host), looked };
  }
  // An explicit choice has no fallback.
  const isPath = /[/\\]/.test(CHROMIUM);
  const file = findFirstProgram(isPath ? [] : [CHROMIUM], isPath ? [CHROMIUM] : [], host);
  return { file, looked: `CHROMIUM is set to ${CHROMIUM}, which is not a program` };
}

function reasonOf({ error, status, signal, stderr }) {
  // Without complaints about a missing desktop.
  const lines = `${stderr || ''}`.split(/\r?\n/).map((one) => one.trim())
    .filter((one) => one && !/dbus|object_proxy/.test(one)).slice(-LAST_LINES);
  const words = lines.length > 0 ? `: ${lines.map((one) => one.slice(0, 300)).join('; ')}` : '';
  if (error && error.code === 'ETIMEDOUT') return `it took more than ${TIME_LIMIT_MS / 1000} s${words}`;
  if (error) return readMessage(error);
  if (signal) return `it was killed by ${signal}${words}`;
  return status === 0 ? `it produced no image${words}` : `it ended with exit code ${status}${words}`;
}

const PREFIX = 'qtimeit-plot-'; // of a temporary folder
const RUN = {
  timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', encoding: 'utf8', windowsHide: true, maxBuffer: 2 ** 24,
  stdio: ['ignore', 'pipe', 'pipe'],
};

/** A PNG of a page, of 2 pixels per CSS pixel within the limit. uid: Chromium does not run as root with its sandbox */
function takeScreenshot(browser, { html, width, height }, { host, uid = process.getuid ? process.getuid() : null }) {
  const folder = makeOwnFolder(PREFIX, host, findSnapFolder(browser, host));
  try {
    removeAbandonedBeside(folder, PREFIX, host);
    const [page, picture] = ['plot.html', 'plot.png'].map((name) => path.join(folder, name));
    writeNew(page, html, 0o600, host);
    const scale = Math.min(SCALE, MOST_PIXELS / Math.max(width, height));
    const profile = path.join(folder, 'profile');
    const result = host.run(browser, [
      '--hide-scrollbars', `--window-size=${Math.max(LEAST_WIDTH, width)},${height}`,
      `--force-device-scale-factor=${+scale.toFixed(4)}`, `--screenshot=${picture}`,
      ...chromium.argsOf({ profile, address: pathToFileURL(page).href, isRoot: uid === 0 }),
    ], RUN);
    // If the file is missing, the browser's output has the reason.
    const bytes = orNull(() => host.readBytes(picture, MOST_BYTES));
    const isPng = bytes !== null && bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    if (!isPng || result.error || result.status !== 0) throw new Error(reasonOf(result));
    return bytes;
  } finally {
    removeOwnFolder(folder, host);
  }
}

const KINDS = ['.svg', '.html', '.png'];

/** @throws {UsageError} unless the extension is .svg, .html or .png */
function checkPlotPath(given) {
  const kind = path.extname(given).toLowerCase();
  if (KINDS.includes(kind)) return kind;
  const what = given === '' ? 'the file name is empty' : kind ? `unknown extension ${kind}` : 'no extension';
  throw new UsageError(`--plot ${given || '\'\''}: ${what}. Use .svg, .html or .png`);
}

function barePage(svg) {
  const [, width, height] = /^<svg [^>]*? width="(\d+)" height="(\d+)"/.exec(svg);
  const policy = 'default-src \'none\'; style-src \'unsafe-inline\'';
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<style>html{overflow:hidden}body{margin:0}svg{display:block}</style>${onlyLight(svg)}`;
  return { html, width: +width, height: +height };
}

const STYLE = `body{margin:0;padding:1.5rem clamp(.5rem,3vw,2rem) 3rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 ${FONTS};overflow-wrap:anywhere}
figure{margin:1.2rem 0;overflow-x:auto}
svg{display:block}
@media print{figure{overflow:visible}svg{max-width:100%;height:auto}}\n`;

const createPlotPage = (svg) => htmlPage({
  title: 'Plot', style: STYLE, body: markup`<main>
<figure tabindex="0">
${raw(svg)}</figure>
</main>\n`,
});

/** @returns {string} the place of the kept picture, in words */
function keep(given, svg, { force, host }) {
  let failure;
  for (const name of [`${given.slice(0, -path.extname(given).length)}.svg`, `${given}.svg`]) {
    try {
      openOutputFile(name, { force, host }).write(svg);
      return `the plot was saved as ${name} instead`;
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof StoreError)) throw error;
      failure = error;
    }
  }
  return `the plot could not be saved as SVG either (${failure.message})`;
}

/** @throws {UsageError} before anything is measured, changed or created. `write(svg)` throws a StoreError. */
function openPlot(given, { force = false, host, uid }) {
  const kind = checkPlotPath(given);
  const browser = kind === '.png' ? findChromium(host) : null;
  if (browser && !browser.file) {
    const hint = 'Install Chromium, or use .svg or .html, which do not require a browser';
    throw new UsageError(`--plot ${given}: a .png requires a browser, but ${browser.looked}. ${hint}`);
  }
  const outputFile = openOutputFile(given, { force, host });

  function pixels(svg) {
    try {
      return takeScreenshot(browser.file, barePage(svg), { host, uid });
    } catch (error) {
      const words = `the browser ${browser.file} failed: ${readMessage(error)}`;
      throw new StoreError(given, `${words}; ${keep(given, svg, { force, host })}`);
    }
  }

  const contents = { '.svg': (svg) => svg, '.html': createPlotPage, '.png': pixels };
  return { write: (svg) => outputFile.write(contents[kind](svg)) };
}

module.exports = { findChromium, takeScreenshot, checkPlotPath, openPlot, createPlotPage };
