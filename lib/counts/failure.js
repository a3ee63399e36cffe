'use strict';

/* The words for a process that was to count, and failed: what V8 and valgrind make of each other, and the way out. */

// Of a test that was measured before: it is valgrind that does not know an instruction, or has broken something.
const SIGNALS = /was killed by (SIGILL|SIGTRAP|SIGSEGV|SIGBUS|SIGABRT|SIGFPE|SIGSYS)/;

// Its last words, see m_libcassert.c and m_aspacemgr in valgrind.
const BROKEN = /^(?:==\d+== *)?(?:valgrind: )?(the 'impossible' happened.*|.*Assertion .* failed.*|vex: .*)/;
const NO_MEMORY = /memory management: out of memory|Valgrind:.*(?:out of memory|cannot allocate)|mmap.* failed in UME/i;
const NOT_STARTED = /^valgrind: +(.*(?:failed to start|cannot execute|Fatal|unknown option|Unknown option).*)/i;

const firstIn = (lines, pattern) => {
  const line = lines.find((one) => pattern.test(one));
  return line === undefined ? null : pattern.exec(line)[1] || line.trim();
};

/**
 * @param {object} error of a row: { code, message, output }
 * @param {{ name: string, version: string }} source that has counted
 * @returns {string}
 */
function whyFailed({ code, message, output = [] }, { name, version }) {
  const program = `${name} ${version}`;
  const fault = valgrindFault(message, output);
  if (name === 'valgrind') {
    if (output.some((line) => NO_MEMORY.test(line))) {
      return `${program} ran out of memory, of which it takes several times what the test takes; give it more`;
    }
    const notStarted = firstIn(output, NOT_STARTED);
    if (notStarted) return `${program} could not start: ${notStarted}; install it anew`;
    if (fault) return `${program} cannot run this node: ${fault}; a newer valgrind may, or another node`;
  }
  if (code === 'threw') return `it failed while it was counted: ${message}`;
  if (/killed by SIGKILL/.test(message)) return `${message}, perhaps for want of memory: ${program} takes more of it`;
  const last = output.length ? output[output.length - 1].trim() : '';
  return last ? `${message} (${last})` : message;
}

function valgrindFault(message, output) {
  const broken = firstIn(output, BROKEN);
  if (broken) return broken;
  const signal = SIGNALS.exec(message);
  return signal && `its process ${signal[0]}`;
}

module.exports = { whyFailed };
