'use strict';

/* Draws a page with Chromium or a derivative, started by path, without a shell, with a temporary profile. */

const path = require('path');
const { pathToFileURL } = require('url');

const { messageOf } = require('../../text/show');
const { firstProgram, placesOf, snapFolder } = require('../../browsers/find');
const { BROWSERS: { chromium } } = require('../../browsers/programs');
const { orNull } = require('../../host/fs-queries');
const { writeNew } = require('../../host/new-file');

const FLAGS = [
  '--headless=new', '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--no-default-browser-check',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-extensions',
  '--disable-quic', '--mute-audio',
];

const TIME_LIMIT_MS = 30000;

const LEAST_WIDTH = 500; // of a window

// Longest side of the screenshot: browsers cannot paint more.
const MOST_PIXELS = 16000;
const SCALE = 2;

const MOST_BYTES = 2 ** 30;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const LAST_LINES = 3;

/** looked: the names and paths that were tried, in words */
function findBrowser(host) {
  const { CHROMIUM } = host.env;
  const { names } = chromium;
  if (!CHROMIUM) {
    const looked = `none of ${names.join(', ')} is in PATH, and CHROMIUM names none`;
    return { file: firstProgram(names, placesOf(chromium, host), host), looked };
  }
  // An explicit choice has no fallback.
  const isPath = /[/\\]/.test(CHROMIUM);
  const file = firstProgram(isPath ? [] : [CHROMIUM], isPath ? [CHROMIUM] : [], host);
  return { file, looked: `CHROMIUM is ${CHROMIUM}, which is no program` };
}

function reasonOf({ error, status, signal, stderr }) {
  // Without complaints about a missing desktop.
  const lines = `${stderr || ''}`.split(/\r?\n/).map((one) => one.trim())
    .filter((one) => one && !/dbus|object_proxy/.test(one)).slice(-LAST_LINES);
  const words = lines.length > 0 ? `: ${lines.map((one) => one.slice(0, 300)).join('; ')}` : '';
  if (error && error.code === 'ETIMEDOUT') return `it took more than ${TIME_LIMIT_MS / 1000} s${words}`;
  if (error) return messageOf(error);
  if (signal) return `it was ended by ${signal}${words}`;
  return status === 0 ? `it made no picture${words}` : `it ended with exit code ${status}${words}`;
}

const RUN = {
  timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', encoding: 'utf8', windowsHide: true, maxBuffer: 2 ** 24,
  stdio: ['ignore', 'pipe', 'pipe'],
};

/**
 * A PNG of a page, whose size is in CSS pixels; the picture has twice as many in each direction, up to the limit of
 * browsers. uid: Chromium refuses to run as root with its sandbox
 * @throws {Error} with the reason in plain words
 */
function screenshot(browser, { html, width, height }, { host, uid = process.getuid ? process.getuid() : null }) {
  const folder = host.makeTemporaryFolder('qtimeit-plot-', { within: snapFolder(browser, host) });
  try {
    const [page, picture] = ['plot.html', 'plot.png'].map((name) => path.join(folder, name));
    writeNew(page, html, 0o600, host);
    const scale = Math.min(SCALE, MOST_PIXELS / Math.max(width, height));
    const result = host.run(browser, [
      ...FLAGS, ...(uid === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${path.join(folder, 'profile')}`,
      `--window-size=${Math.max(LEAST_WIDTH, width)},${height}`,
      `--force-device-scale-factor=${+scale.toFixed(4)}`, `--screenshot=${picture}`, pathToFileURL(page).href,
    ], RUN);
    // If the file is missing, the browser's output has the reason.
    const bytes = orNull(() => host.readBytes(picture, MOST_BYTES));
    const isPng = bytes !== null && bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    if (!isPng || result.error || result.status !== 0) throw new Error(reasonOf(result));
    return bytes;
  } finally {
    host.removeTree(folder);
  }
}

module.exports = { findBrowser, screenshot };
