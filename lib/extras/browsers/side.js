'use strict';

/* A browser that measures files: a program, or one in which the user opens a page, maybe on another machine. */

const { randomBytes } = require('crypto');
const { fileError } = require('./failure');
const { BROWSERS, BY_HAND, detectBrowserKind, findBrowser } = require('./find');
const { startBrowser } = require('./launch');
const { createPageRunner } = require('./runner');
const { openServer } = require('./server');
const { createPlaces, createTree } = require('./tree');
const { installCommand } = require('../../base/host/paths');
const { selectOverrides } = require('../../core/suite/suite-arguments');

const PILOT_SECONDS = 0.5; // a browser has a coarse clock and takes 1 to 2 s to start, so each process measures longer

// Limits per attempt until the request of the page. About one of fifty WebKits never sends it, and on a busy machine,
// Firefox was seen to need over 30 s.
const OPEN_LIMITS_MS = [30000, 90000];

// 50 bits in letters that are easy to type on a phone.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

const wordOf = (bytes) => Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');

function addressesOf(interfaces) {
  const all = Object.values(interfaces).flat().filter(({ family }) => family === 'IPv4' || family === 4);
  const others = all.filter(({ internal }) => !internal).map(({ address }) => address);
  return [...others, '127.0.0.1'];
}

/** The first call of open() prints the addresses. */
function byHand({ host, terminal }) {
  const word = wordOf(randomBytes(LENGTH));
  let isPrinted = false;

  function open(address) {
    const path = address.replace(/^http:\/\/[^:]+/, '');
    if (!isPrinted) {
      const lines = addressesOf(host.networkInterfaces()).map((one) => `  http://${one}${path}`);
      terminal.writeError('other machines can connect until the measurement ends. To measure in a browser, open one ' +
        `of these addresses in it, and keep its window in the foreground:\n${lines.join('\n')}\n`);
    }
    isPrinted = true;
    let end;
    const ended = new Promise((resolve) => {
      end = () => resolve({ code: null, signal: null, notStarted: null, output: [] });
    });
    return { ended, end };
  }

  return {
    kind: BY_HAND, title: 'browser', install: '', open, word, isOpen: true, canFork: false, openLimitsMs: [Infinity],
  };
}

/** open() returns { ended, end }, see startBrowser(). */
function byProgram(given, deps) {
  const { kind, title, file, version } = findBrowser(given, deps);
  const open = (address) => startBrowser({ kind, file }, address, deps);
  const install = installCommand(BROWSERS[kind].packages, deps.host);
  return { kind, title, version, install, open, canFork: true, openLimitsMs: OPEN_LIMITS_MS };
}

/**
 * given: name, path, or 'url'; deps: { host, clock, cwd, terminal, version }; build: see createBuildEntry()
 *
 * label, source: see compare/sides.js; reportsVersion: only pages report the version; of(): measures a file, returns
 * { browser, tree, refused, places, chosen, runner }; remove(): closes the server. Throws a UsageError if the browser
 * is missing.
 */
function openBrowser(given, deps, build = null) {
  const { host, cwd } = deps;
  const { version = null, isOpen = false, ...how } = given === BY_HAND ? byHand(deps) : byProgram(given, deps);
  const label = [how.kind, version].filter(Boolean).join(' ');
  let opening = null;
  const browser = {
    ...how,
    server: () => opening || (opening = openServer({ isOpen })),
    /** Sets the version in an environment if the program prints one. */
    withVersion(message) {
      const { environment } = message;
      return environment && version !== null ? { ...message, environment: { ...environment, engineVersion: version } }
        : message;
    },
  };

  function of(path, shown, { filter = [], exclude = [] }, overrides) {
    const refused = fileError(path, host);
    const tree = refused ? null : createTree(path, host, build);
    const places = createPlaces(tree, cwd);
    const measuring = { browser, tree, refused, places, chosen: { file: shown, filter, exclude, overrides } };
    return { ...measuring, runner: createPageRunner(measuring, deps) };
  }

  return {
    label, source: `${given} (${label})`, reportsVersion: version === null, of,
    remove() { if (opening !== null) opening.then((server) => server.close(), () => {}); },
  };
}

function noteSandbox(given, { host, terminal, uid = process.getuid ? process.getuid() : null }) {
  if (uid !== 0 || !given.some((one) => detectBrowserKind(one, host) === 'chromium')) return;
  terminal.writeError('note: Chromium is started with --no-sandbox, because its sandbox does not work for root\n');
}

function browserSide(given, deps, build = null) {
  const { of, ...browser } = openBrowser(given, deps, build);
  const runnerOf = (path, shown, { tier, cold, memory, cache, ...options }) => (
    of(path, shown, options, selectOverrides({ tier, cold, memory, cache })).runner);
  return { ...browser, cwd: deps.cwd, runnerOf, pilotSeconds: PILOT_SECONDS };
}

module.exports = { browserSide, noteSandbox, openBrowser };
