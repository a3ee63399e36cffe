'use strict';

/* The words for a page that ended without a result, or could not load its suite: what happened, and the way out. */

const { signals } = require('os').constants;
const { partsOf } = require('./package-entry');
const { rowError } = require('../text/row-error');

// Of what a browser says before it ends.
const LAST_LINES = 2;
const MOST_SAID = 200;

// Signals that others send: what the browser printed last is not the reason.
const FROM_OUTSIDE = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

// Of a shell's exit code for a program that a signal has ended.
const CODE_OF_SIGNALS = 128;

const seconds = (ms) => `${ms / 1000} s`;

/** Why a module that is imported is not there, in the words of who wrote it. */
function missingWords({ file, name, kind }, { suite, root, shownPath }) {
  const who = file === suite ? 'imports' : `${shownPath(file)}, which it leads to, imports`;
  if (kind === 'file') return `${who} ${name}, which is not there`;
  if (kind === 'outside') {
    return `${who} ${name}, which is outside the folder that a page gets files from (${shownPath(root)}): a lock ` +
      'file or .git marks the root of a workspace';
  }
  if (kind === 'private') {
    return `${who} ${name}, which is not in "imports" of the nearest package.json, or leads to a file or package ` +
      'that does not exist';
  }
  if (kind === 'builtin') {
    return `${who} ${name}, which is a module of Node.js, and a page has none of these; leave it out, or ` +
      'measure this file on node, bun or deno';
  }
  if (kind === 'build') {
    return `${who} ${name}, which this build has not; what its package.json exports is there, or else index.mjs, ` +
      'index.js and the paths of its files';
  }
  if (kind === 'own') {
    return `${who} ${name}, which is its own package, and found by that name where the package.json has "exports", ` +
      'as in Node.js; builds of it are measured by compare --on BROWSER --old FOLDER --new FOLDER';
  }
  if (kind === 'part') {
    return `${who} ${name}, which that package has not: what its package.json exports is there, or without exports ` +
      'its main file and the paths of others; has it been built?';
  }
  const wayOut = `npm install ${partsOf(name)[0]}, or write the path of a file`;
  return `${who} ${name}, which is not installed there; ${wayOut}`;
}

const NOT_MODULE = 'is a module of CommonJS, and a page takes ES modules: write import and export, and call it .mjs';
const TYPESCRIPT = 'is TypeScript, which no browser runs; compile it to a module (.mjs)';

/** Why a file is of no use in a page, null where it may be. */
function fileError({ isTypeScript, isCommonJs }) {
  if (isTypeScript) return rowError('threw', TYPESCRIPT);
  return isCommonJs ? rowError('threw', NOT_MODULE) : null;
}

// Of a module that is not loaded browsers say that it is not, and no more.
const NOT_LOADED = /module|import|dynamically|specifier|CORS/i;
const OF_NODE = '(?:require|module|exports|__dirname|__filename|process|Buffer|global)';
const NO_REQUIRE = new RegExp(`\\b${OF_NODE} is not defined|find variable: ${OF_NODE}\\b`);

/**
 * The error of a file that a page could not load.
 *
 * @param {object} error of a row, as the page has told it
 * @param {{ file: string, root: string, missing: object[], shownPath: function(string): string }} about file: the
 *   suite's; root, missing: see tree.js
 */
function loadError(error, { file, root, missing, shownPath }) {
  if (missing.length > 0 && NOT_LOADED.test(error.message)) {
    return { ...error, message: missingWords(missing[0], { suite: file, root, shownPath }), at: null, stack: null };
  }
  if (NO_REQUIRE.test(error.message)) {
    const wayOut = 'a page takes modules (import, export: .mjs), and has nothing of Node.js';
    return { ...error, message: `${error.message}; ${wayOut}` };
  }
  return error;
}

/** The signal that ended a browser, or what the script that started it ran; null for none. */
const signalOf = ({ signal, code }) => (
  signal || Object.keys(signals).find((name) => signals[name] === code - CODE_OF_SIGNALS) || null);

/** What a browser says last, as one line. */
const lastWords = (output) => {
  const said = output.slice(-LAST_LINES).map((line) => line.trim().slice(0, MOST_SAID)).filter(Boolean).join('; ');
  return said && `: ${said}`;
};

/** The fault of a page that has sent a message of no use. */
const unexpectedMessage = (words) => `its page sent an unexpected message: ${words}`;

function causeOf(end) {
  const { title, begun, uncaught, fault, notStarted, isOpened, isLost, timedOutMs, code, install } = end;
  if (notStarted !== null) return ['not-started', `${title} cannot be started: ${notStarted}`];
  if (fault !== null) return ['garbage', fault];
  if (timedOutMs !== null && begun) {
    const wayOut = "an endless loop? The test's timeout sets the limit";
    return ['timed-out', `did not end within ${seconds(timedOutMs)}, and its ${title} was ended; ${wayOut}`];
  }
  if (timedOutMs !== null && isOpened) {
    return ['timed-out', `was not loaded within ${seconds(timedOutMs)}: it never ends, or awaits what never comes`];
  }
  if (timedOutMs !== null) {
    return ['not-started', `${title} was started, and did not open the page within ${seconds(timedOutMs)}; does it ` +
      `start by hand? ${install} installs it anew${lastWords(end.output)}`];
  }
  if (uncaught) return ['threw', `an error that nobody caught: ${uncaught.message}`];
  if (isLost) {
    return ['killed', 'the page was closed, or its tab crashed (is it out of memory?)'];
  }
  const killedBy = signalOf(end);
  if (killedBy) {
    const said = FROM_OUTSIDE.includes(killedBy) ? '' : lastWords(end.output);
    return ['killed', `its ${title} was killed by ${killedBy}${said}`];
  }
  const when = isOpened ? 'before its page had told a result' : 'before it had opened the page';
  const message = `its ${title} ended with exit code ${code} ${when}${lastWords(end.output)}`;
  return [isOpened ? 'exited' : 'not-started', message];
}

/**
 * @param {object} end see run-page.js, with { title, install } of the browser, begun: whether the test had begun, and
 *   uncaught: error of a row, null for none
 * @returns {object} error of a row
 */
function pageFailure(end) {
  const [code, message] = causeOf(end);
  const { at = null, stack = null } = end.uncaught || {};
  return rowError(code, message, { at, stack, output: [...end.lines, ...end.output].slice(-20) });
}

module.exports = { fileError, loadError, missingWords, pageFailure, unexpectedMessage };
