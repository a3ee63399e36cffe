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
 */

const { name } = require('../../lib/engine/here');

const TELLS = {
  node: { places: true, pointsBehind: false, exports: true, requires: true, asksNode: true, interrupts: true },
  bun: { places: true, pointsBehind: true, exports: false, requires: false, asksNode: false, interrupts: true },
  deno: { places: false, pointsBehind: false, exports: true, requires: true, asksNode: false, interrupts: false },
};

module.exports = TELLS[name];
