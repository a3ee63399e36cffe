'use strict';

/*
 * Asks a page: serves files on a local port, isolated for the finest clock; a browser opens them in a new profile, and
 * the page posts its answer. Browsers end with this process, however it ends.
 */

const http = require('http');
const { once } = require('events');
const { randomUUID } = require('crypto');
const host = require('../lib/base/host/host');
const { findBrowser } = require('../lib/extras/browsers/find');
const { startBrowser } = require('../lib/extras/browsers/launch');
const { createClock } = require('../lib/base/host/clock');
const { BROWSERS } = require('../lib/extras/browsers/find');

const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8' };
const ANSWER = 'answer';
const SILENT_MS = 20000;

const clock = createClock();
const running = new Set();
const endAll = () => { for (const one of running) one.end(); };
process.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** @returns {object|null} a browser of this kind, null if there is none */
function browserNamed(name) {
  try {
    return findBrowser(name, { host, cwd: process.cwd() });
  } catch (_) {
    return null;
  }
}

async function textOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Requests without the name of the folder are refused. */
async function serve(folder, files, headers, { asked, answered }) {
  const server = http.createServer(async (request, response) => {
    const name = request.url.startsWith(folder) ? request.url.slice(folder.length) : null;
    if (request.method === 'POST' && name === ANSWER) {
      const text = await textOf(request);
      response.writeHead(204).end();
      answered(text);
    } else if (name !== null && Object.hasOwn(files, name)) {
      asked(name);
      const type = TYPES[name.split('.').pop()];
      response.writeHead(200, { ...ISOLATED, ...headers[name], 'Content-Type': type }).end(files[name]);
    } else {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/**
 * @param {object} browser from browserNamed()
 * @param {Object<string, string|Buffer>} files by name; the extension gives the type: html, js or mjs. `index.html` is
 *   opened, and posts JSON to `answer`: { error: words } or { value }
 * @param {number} limitMs
 * @param {Object<string, object>} [headers] additional headers, by file
 * @returns {Promise<*>} the value, once the browser has ended
 * @throws {Error} posted by the page, or if the browser did not start, ended, or did not answer in time
 */
async function askPage(browser, files, limitMs, headers = {}) {
  let tell;
  const told = new Promise((resolve) => { tell = resolve; });
  const folder = `/${randomUUID()}/`;
  const asked = new Set();
  const answered = (text) => tell(JSON.parse(text));
  const server = await serve(folder, files, headers, { asked: (name) => asked.add(name), answered });
  const address = `http://127.0.0.1:${server.address().port}${folder}index.html`;
  let page = null;
  const open = () => {
    const own = startBrowser(browser, address, { host, clock });
    page = own;
    running.add(own);
    return own.ended.then(({ notStarted, code, signal, output }) => {
      running.delete(own);
      if (own === page) tell({ error: `${notStarted || `ended with ${signal || code}`}: ${output.join(' / ')}` });
    });
  };
  const timer = setTimeout(() => tell({ error: `no answer within ${limitMs / 1000} s` }), limitMs);
  // About one of fifty WebKits starts without requesting its page.
  const again = setTimeout(() => {
    if (asked.size > 0) return;
    const silent = page;
    page = null;
    silent.end();
    open();
  }, SILENT_MS);
  open();
  try {
    const { error, value } = await told;
    if (error !== undefined) throw new Error(`${browser.title}: ${error}`);
    return value;
  } finally {
    clearTimeout(timer);
    clearTimeout(again);
    const own = page;
    own.end();
    await own.ended;
    server.close();
    server.closeAllConnections();
  }
}

module.exports = { askPage, browserNamed, KINDS: Object.keys(BROWSERS) };
