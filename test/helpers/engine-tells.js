'use strict';

/*
 * What the engine of this process tells of errors and signals, so that tests expect that, and no less:
 *
 *   places        where a text that it is given cannot be compiled
 *   pointsBehind  as that place where some of its words end, and not where they begin
 *   exports       where a module imports what there is not
 *   requires      where a file was required that there is not
 *   asksNode      of a syntax error in a module nothing but in a process of its own
 *   interrupts    of ^C while something blocks
 *   process       of a process: an exit code, others beside it, files as places
 */

const { name } = require('#engine');

const ALL = { places: true, pointsBehind: false, exports: true, requires: true, asksNode: true, interrupts: true,
  process: true };

const TELLS = {
  node: ALL,
  bun: { ...ALL, pointsBehind: true, exports: false, requires: false, asksNode: false },
  deno: { ...ALL, places: false, asksNode: false, interrupts: false },
};
const OF_PAGE = Object.fromEntries(Object.keys(ALL).map((key) => [key, false]));

module.exports = TELLS[name] || OF_PAGE;
