'use strict';

/* Kernel figures of this process, detection of processes and threads that a test starts, and signals to Valgrind. */

const { readdirSync, readFileSync, unlinkSync, writeFileSync } = require('fs');
const { getPriority } = require('os');
const path = require('path');
const { permits } = require('#engine');
const { orNull } = require('./fs-queries');

const mayRead = permits('read', '/proc');

// Captured at load, because a measured test may replace them.
const { pid, on, removeListener } = process;
const nextTurn = setImmediate;
const { rss } = process.memoryUsage;

// Field of /proc/self/stat: page faults of ended children that were waited for. The index counts from the field after
// the second one, the name of the program in parentheses, which may contain anything.
const PAGES_OF_CHILDREN = 11 - 3;

const PEAK = /^VmHWM:\s+(\d+) kB$/m;

// Valgrind separates the parts of a count at this function, which hardly anything else calls (1000 instructions).
const MARK_FUNCTION = 'uv_os_getpriority';

const mark = () => { getPriority(); };

/**
 * Makes valgrind start to count: its program vgdb turns its instrumentation on, through pipes whose names begin with
 * this prefix. Rejects if that fails.
 */
async function startCounting(prefix) {
  const { spawn } = require('child_process');
  const { once } = require('events');
  let isWaiting = true;
  // Valgrind reads the pipes only while the process works.
  const work = () => { if (isWaiting) nextTurn(work); };
  work();
  try {
    const child = spawn('vgdb', [`--pid=${pid}`, `--vgdb-prefix=${prefix}`, 'instrumentation', 'on'],
      { stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`vgdb could not start counting (exit code ${code})`);
  } finally {
    isWaiting = false;
    // A killed process would leave the pipes.
    const folder = path.dirname(prefix);
    const pipes = readdirSync(folder).filter((name) => name.startsWith(path.basename(prefix)));
    for (const name of pipes) orNull(() => unlinkSync(path.join(folder, name)));
  }
}

/** NaN if unknown. */
function pagesOfChildren() {
  const text = mayRead && orNull(() => readFileSync('/proc/self/stat', 'latin1'));
  return text ? +text.slice(text.lastIndexOf(')') + 2).split(' ')[PAGES_OF_CHILDREN] : NaN;
}

/** found() can be called once, and returns { threads, hasProcesses } since this call. */
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

/** Resets the peak of the resident memory. Linux only; throws on other systems. */
function resetPeak() {
  writeFileSync('/proc/self/clear_refs', '5');
}

/** Peak since resetPeak(). Throws, or returns null, on other systems than Linux. */
function peakKb() {
  const found = PEAK.exec(readFileSync('/proc/self/status', 'latin1'));
  return found && +found[1];
}

module.exports = { watchHelpers, rss, resetPeak, peakKb, mark, startCounting, MARK_FUNCTION };
