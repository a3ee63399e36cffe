'use strict';

/*
 * What the engine of this process reports about errors, signals and processes. Tests expect exactly that:
 *
 *   places        the position of a syntax error in code that is passed as text
 *   pointsBehind  that position is the end of a token instead of its start
 *   exports       the position of an import that the imported module does not export
 *   requires      the position of a require() of a missing file
 *   asksNode      syntax errors of modules, but only if a separate process loads them
 *   interrupts    ^C while code blocks
 *   process       exit codes, child processes and positions in files; a page has none of these
 */

const { name } = require('#engine');

const ALL = { places: true, pointsBehind: false, exports: true, requires: true, asksNode: true, interrupts: true,
  process: true };

const REPORTS = {
  node: ALL,
  bun: { ...ALL, pointsBehind: true, exports: false, requires: false, asksNode: false },
  deno: { ...ALL, places: false, asksNode: false, interrupts: false },
};
const OF_PAGE = Object.fromEntries(Object.keys(ALL).map((key) => [key, false]));

module.exports = REPORTS[name] || OF_PAGE;
