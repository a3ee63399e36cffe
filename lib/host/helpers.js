'use strict';

/* Whether a test has others work for it: worker threads, and processes. */

const { readFileSync } = require('fs');
const { permits } = require('#engine');

// Once: it is asked for again and again.
const mayRead = permits('read', '/proc');

// Captured at load, because a measured test may replace them.
const { on, removeListener } = process;

// Of /proc/self/stat: pages that processes have touched which have ended, and been waited for. Its second field is the
// name of the program, in brackets, and may hold anything.
const PAGES_OF_CHILDREN = 11 - 3;

/** NaN where the system does not tell. */
function pagesOfChildren() {
  if (!mayRead) return NaN;
  try {
    const text = readFileSync('/proc/self/stat', 'latin1');
    return +text.slice(text.lastIndexOf(')') + 2).split(' ')[PAGES_OF_CHILDREN];
  } catch (_) {
    return NaN;
  }
}

/** @returns {{ found: function(): { threads: number, hasProcesses: boolean } }} of those started since, once */
function watchHelpers() {
  const pages = pagesOfChildren();
  let threads = 0;
  const count = () => { threads++; };
  on.call(process, 'worker', count);
  return {
    found() {
      removeListener.call(process, 'worker', count);
      return { threads, hasProcesses: pagesOfChildren() > pages };
    },
  };
}

module.exports = { watchHelpers };
