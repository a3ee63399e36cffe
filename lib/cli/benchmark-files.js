'use strict';

/* Classifies files. The folders of Node core's benchmarks also contain tools, which cannot be measured. */

const path = require('path');
const { FINE, USAGE } = require('./shutdown');
const { describeFsError, readTrimmed } = require('../base/host/fs-queries');
const { shownPath } = require('../base/host/paths');
const { findLibraryText } = require('../core/suite/load-suite');
const { createNameFilter, describeFilters } = require('../core/suite/suite-arguments');
const { escaped } = require('../base/text/display');
const { usesVitest } = require('../base/text/code-names');
const { codeOf, codeWithNames } = require('../base/text/code-text');
const { UsageError } = require('../base/text/usage-error');

const CREATES = /\bcreateBenchmark\b/;
// Functions, arrow functions and methods. Parameters and results may have types.
const PARAMETERS = '\\((?:[^()]|\\([^()]*\\))*\\)';
const DECLARES = new RegExp([
  '\\bfunction\\s*\\*?\\s*createBenchmark\\b',
  `\\bcreateBenchmark\\s*[=:]\\s*(?:async\\b\\s*)?(?:function\\b|\\w+\\s*=>|${PARAMETERS}\\s*(?::[^=;]*)?=>)`,
  `\\bcreateBenchmark\\s*${PARAMETERS}\\s*(?::\\s*\\w[^=;{}]*)?\\{`,
].join('|'));
const RELAYS = /\bsendResult\b/;
const TOOLKIT = 'common.js';
const importsOf = (name) => new RegExp(`['"](?:[^'"\\n]*[/\\\\])?${name}(?:\\.[cm]?js)?['"]`);
const LOADS_TOOLKIT = importsOf('common');
const LOADS_QTIMEIT = importsOf('qtimeit'); // has createBenchmark, too
const MOST_NAMES = 10;

/** Words in comments and strings do not count. */
function usesOf(text) {
  const code = codeOf(text);
  const withNames = codeWithNames(text);
  return {
    creates: CREATES.test(code), declares: DECLARES.test(code), relays: RELAYS.test(code),
    loadsToolkit: LOADS_TOOLKIT.test(withNames), loadsQtimeit: LOADS_QTIMEIT.test(withNames),
    isForVitest: usesVitest(withNames),
  };
}

/** Files in the folder of the toolkit (core's common.js or a replacement) are tools, unless they use it. */
function isInToolkit(file, { creates, relays, loadsToolkit }, { host }) {
  const isOther = path.basename(file) !== TOOLKIT;
  if (isOther && loadsToolkit && (creates || relays)) return false;
  const toolkit = usesOf(readTrimmed(host, path.join(path.dirname(file), TOOLKIT)));
  return toolkit.creates || toolkit.loadsToolkit;
}

/** Files for other libraries have functions of this name, too. */
const hasOwnCreate = (file, { declares, loadsToolkit, loadsQtimeit }, { host }) => (
  !loadsToolkit && (declares || (!loadsQtimeit && findLibraryText(file, host) !== null)));

/** @returns {'matrix'|'relay'|'tool'|'suite'|'vitest'} matrix: calls createBenchmark; relay: see createRelayFile */
function kindOf(file, deps) {
  const uses = usesOf(deps.host.readText(file));
  if (uses.isForVitest) return 'vitest';
  if (isInToolkit(file, uses, deps)) return 'tool';
  if (uses.creates) return hasOwnCreate(file, uses, deps) ? 'suite' : 'matrix';
  return uses.relays && uses.loadsToolkit ? 'relay' : 'suite';
}

const isBenchmark = (kind) => kind === 'matrix' || kind === 'relay';
const isRelay = (file, deps) => kindOf(file, deps) === 'relay';

/** Leaves out files for vitest, which only vitest can run. Throws a UsageError if there are no others. */
function withoutVitest(given, kinds, { cwd, terminal }) {
  const files = given.filter((file) => kinds.get(file) !== 'vitest');
  if (files.length === given.length) return given;
  const first = shownPath(given.find((file) => kinds.get(file) === 'vitest'), cwd);
  const words = `${first} is for vitest. Run vitest bench, with 'qtimeit/vitest' as test.benchmark.provider ` +
    '(vitest 5) or test.runner (vitest 3 and 4) in the vitest configuration';
  if (files.length === 0) throw new UsageError(words);
  terminal.writeError(`note: not run: ${words}\n`);
  return files;
}

/** Reports files that cannot be read, and leaves them out. Throws a UsageError if there are no others. */
function kindsOf(given, faults, { host, cwd, terminal }) {
  const kinds = new Map();
  for (const file of given) {
    try {
      kinds.set(file, kindOf(file, { host }));
    } catch (error) {
      faults.push(`${shownPath(file, cwd)} cannot be read: ${describeFsError(error)}`);
    }
  }
  if (kinds.size === 0) throw new UsageError(faults[0]);
  for (const words of faults) terminal.writeError(`qtimeit: ${escaped(words)}\n`);
  return kinds;
}

/**
 * Applies --filter and --exclude to paths. Throws a UsageError if none is left, or if both kinds of files are left.
 * given, faults: of findSuiteFiles(); exitCode(code): of the command with this code, which may have left out files
 */
function sortFiles(given, faults, options, { host, cwd, terminal }) {
  const kinds = kindsOf(given, faults, { host, cwd, terminal });
  const exitCode = (code) => code || (faults.length > 0 ? USAGE : FINE);
  const files = withoutVitest([...kinds.keys()], kinds, { cwd, terminal });
  const suites = files.filter((file) => !isBenchmark(kinds.get(file)));
  if (suites.length === files.length) return { matrix: null, suites, exitCode };
  const names = (list) => {
    const more = list.length > MOST_NAMES ? ', ...' : '';
    return list.slice(0, MOST_NAMES).map((file) => shownPath(file, cwd)).join(', ') + more;
  };
  const keeps = createNameFilter(options);
  const kept = files.filter((file) => keeps(shownPath(file, cwd)));
  const of = (wanted) => kept.filter((file) => wanted(kinds.get(file)));
  const matrix = of(isBenchmark);
  const keptSuites = of((kind) => kind === 'suite');
  if (matrix.length + keptSuites.length === 0) {
    throw new UsageError(`no file matches ${describeFilters(options)}. Available: ${names(files)}`);
  }
  if (matrix.length === 0) return { matrix: null, suites, exitCode };
  if (keptSuites.length) {
    const both = `benchmark files with parameters (${names(matrix)}) and suites (${names(keptSuites)})`;
    throw new UsageError(`${both} cannot run together. Pass only one kind, or select it with --filter`);
  }
  const tools = of((kind) => kind === 'tool').filter((file) => path.basename(file) !== TOOLKIT);
  const which = `files in the folder of ${TOOLKIT} that do not call createBenchmark are not run`;
  if (tools.length) terminal.writeError(`note: ${which}: ${names(tools)}\n`);
  return { matrix, suites: [], exitCode };
}

module.exports = { sortFiles, isRelay };
