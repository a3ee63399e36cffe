'use strict';

/* Runs scripts that call timeit, each in a separate process. */

const { expect } = require('chai');
const { environment, run: runScript, ROOT } = require('./bench-script');

const LOOPS = '(\\S.* )?(\\d+) loops in \\d+\\.\\d{4,} of \\d+\\.\\d{2,} sec';
// Six decimals, or more if a small value would lose its first two digits.
const MS = '(0\\.(?=\\d{6})0*[1-9]\\d+|[1-9]\\d*\\.\\d{6})';
// The same with a suitable unit.
const TIME = '(?:0\\.0*)?[1-9][\\d,]*(?:\\.\\d{1,2})? [num]?s';
const RESULT = [
  `\\d+\\.\\d{2,} / sec, ${MS} ms each = ${TIME}`,
  'cannot be distinguished from an empty function \\(under \\d+\\.\\d{2,} ns each\\)',
  'too noisy: [^(]+(?:\\(\\+-[^)]+\\)[^(]+)?',
].join('|');
/** The line that timeit prints for a run, without the line break. */
const LINE_PATTERN = `${LOOPS}: (${RESULT})( \\(.+\\))?`;
const LINE = new RegExp(`^${LINE_PATTERN}$`);

/** Runs a script in a separate process; it can use `timeit`. */
const run = (script, ...flags) => runScript(script, { flags, prelude: "const timeit = require('./qtimeit.js');\n" });

function expectCleanRun(child, lines = 1) {
  expect(child.stderr).to.equal('');
  expect(child.status).to.equal(0);
  expect(child.lines).to.have.length(lines);
  for (const line of child.lines) {
    expect(line).to.match(LINE);
    expect(line).to.not.match(/NaN|Infinity|undefined|null/);
  }
}

module.exports = { environment, run, expectCleanRun, LINE, LINE_PATTERN, ROOT };
