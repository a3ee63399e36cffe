'use strict';

/* Errors for pages that ended without a result or could not load the suite. */

const { signals } = require('os').constants;
const { isCommonJs } = require('./modules');
const { splitPackageName } = require('./package-entry');
const { isTypeScript } = require('../../base/text/code-names');
const { createRowError } = require('../../base/text/row-error');

const LAST_LINES = 2;
const MOST_SAID = 200;

// Signals from other processes, which the last output of the browser does not explain.
const FROM_OUTSIDE = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

const CODE_OF_SIGNALS = 128; // a shell exits with this plus the signal number

// Kind of a missing import, see modules.js -> function(name, shown root).
const MISSING = {
  file: () => 'which does not exist',
  outside: (_, root) => `which is outside ${root}, the only folder that pages can load from. If it is part of a ` +
    'workspace, put a lock file or .git into the root of the workspace',
  private: () => 'which is not listed in "imports" of the nearest package.json, or refers to a file or package that ' +
    'does not exist',
  builtin: () => 'which is a built-in module of Node.js and not available in a browser. Remove the import, or ' +
    'measure this file on node, bun or deno',
  build: () => 'which this build does not contain: it is not listed in "exports" of the package.json of the build, ' +
    'and it is not index.mjs, index.js or the path of a file',
  own: () => 'which is the package of this file. To import it by name, add "exports" to its package.json, as in ' +
    'Node.js. To compare builds of it, use compare --on BROWSER --old FOLDER --new FOLDER',
  part: () => 'which its package does not contain: it is not listed in "exports" of the package.json, and is not ' +
    'the main file or the path of a file. If a build creates it, build the package first',
  package: (name) => (
    `which is not installed. Run npm install ${splitPackageName(name)[0]}, or import a file by its path`),
};

const NOT_MODULE = 'is a CommonJS module, which browsers cannot load. Use import and export, and the extension .mjs';
const TYPESCRIPT = 'is TypeScript, which browsers do not run. Compile it to an ES module (.mjs)';

/** null for a file that a page can load */
function fileError(file, host) {
  if (isTypeScript(file)) return createRowError('threw', TYPESCRIPT);
  return isCommonJs(file, host.readText(file), host) ? createRowError('threw', NOT_MODULE) : null;
}

const NOT_LOADED = /module|import|dynamically|specifier|CORS/i; // browsers do not name the missing module
const OF_NODE = '(?:require|module|exports|__dirname|__filename|process|Buffer|global)';
const NO_REQUIRE = new RegExp(`\\b${OF_NODE} is not defined|find variable: ${OF_NODE}\\b`);

/** Explains a load error by a missing import. error: of a row, from the page; tree: see tree.js, with shownPath(). */
function explainLoadError(error, { file: suite, root, missing, shownPath }) {
  if (missing.length > 0 && NOT_LOADED.test(error.message)) {
    const [{ file, name, kind }] = missing;
    const who = file === suite ? 'imports' : `its dependency ${shownPath(file)} imports`;
    return { ...error, message: `${who} ${name}, ${MISSING[kind](name, shownPath(root))}`, at: null, stack: null };
  }
  if (NO_REQUIRE.test(error.message)) {
    const hint = 'browsers run ES modules (.mjs, with import and export), without the globals of Node.js';
    return { ...error, message: `${error.message}; ${hint}` };
  }
  return error;
}

/** The signal that ended a browser or, by exit code, the program of its start script; or null. */
const signalOf = ({ signal, code }) => (
  signal || Object.keys(signals).find((name) => signals[name] === code - CODE_OF_SIGNALS) || null);

function lastWords(output) {
  const said = output.slice(-LAST_LINES).map((line) => line.trim().slice(0, MOST_SAID)).filter(Boolean).join('; ');
  return said && `: ${said}`;
}

const unexpectedMessage = (words) => `the page sent an unexpected message: ${words}`;

function timeoutOf({ title, begun, isOpened, timedOutMs, install, output }) {
  const limit = `${timedOutMs / 1000} s`;
  if (begun) {
    const hint = 'Is it an endless loop? If not, set a longer timeout for the test';
    return ['timed-out', `did not end within ${limit}, so the ${title} process was stopped. ${hint}`];
  }
  if (isOpened) {
    const why = 'it loops forever, awaits something that never happens, or takes longer';
    return ['timed-out', `did not load within ${limit}: ${why}`];
  }
  return ['not-started', `${title} was started, but did not open the page within ${limit}. Start it by hand to ` +
    `see why, or reinstall it (${install})${lastWords(output)}`];
}

function causeOf(end) {
  const { title, uncaught, fault, notStarted, isOpened, isLost, code } = end;
  if (notStarted !== null) return ['not-started', `${title} cannot be started: ${notStarted}`];
  if (fault !== null) return ['garbage', fault];
  if (end.timedOutMs !== null) return timeoutOf(end);
  if (uncaught) return ['threw', `uncaught error: ${uncaught.message}`];
  if (isLost) return ['killed', 'the page was closed or crashed (out of memory?)'];
  const killedBy = signalOf(end);
  if (killedBy) {
    const said = FROM_OUTSIDE.includes(killedBy) ? '' : lastWords(end.output);
    return ['killed', `the ${title} process was killed by ${killedBy}${said}`];
  }
  const when = isOpened ? 'before the page sent a result' : 'before it opened the page';
  const message = `the ${title} process ended with exit code ${code} ${when}${lastWords(end.output)}`;
  return [isOpened ? 'exited' : 'not-started', message];
}

/** end: of runPage() in runner.js, with { title, install } of the browser, begun, and uncaught: row error */
function pageFailure(end) {
  const [code, message] = causeOf(end);
  const { at = null, stack = null } = end.uncaught || {};
  return createRowError(code, message, { at, stack, output: [...end.lines, ...end.output].slice(-20) });
}

module.exports = { fileError, explainLoadError, pageFailure, unexpectedMessage };
