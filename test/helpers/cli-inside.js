'use strict';

/*
 * Runs the command line in the process of the tests, in the folder of helpers/cli.js. That saves 100 ms of processor
 * time: Node.js takes 50 ms to start, the command another 50. Unsuitable for commands that end the process (signals,
 * --timeout), pin it or read standard input, and for suites that print: their output would mix with Mocha's.
 */

const { expect } = require('chai');
const { inFolder } = require('./cli');
const { createDeps, main } = require('#lib/cli/main');

/** What is not a terminal, such as a pipe: out gets what is written; more replaces functions. */
const noTerminal = (out, more) => ({
  write: (text) => { out.stdout += text; },
  writeError: (text) => { out.stderr += text; },
  status() {}, screen: () => null, hasColours: () => false, isUtf8: () => false, ...more,
});

/**
 * Runs the command to its end, without a terminal: { status, stdout, stderr }. host replaces functions of
 * lib/base/host/host.js, more replaces other deps.
 */
async function insideWith(host, more, args) {
  const out = { stdout: '', stderr: '' };
  const before = process.cwd();
  process.chdir(inFolder());
  try {
    const deps = createDeps();
    deps.host = Object.create(deps.host, Object.getOwnPropertyDescriptors(host));
    const replaced = { terminal: noTerminal(out), ...more };
    for (const [name, value] of Object.entries(replaced)) Object.defineProperty(deps, name, { value });
    const status = await main(args, deps);
    return { status, ...out };
  } finally {
    // The folder is deleted after the test.
    process.chdir(before);
  }
}

/** { inside, stdoutOf, refused } with replacements as in insideWith() */
function insideOf(host, more = {}) {
  const inside = (...args) => insideWith(host, more, args);

  /** Expects that the command succeeds without messages, and returns its output. */
  async function stdoutOf(...args) {
    const { status, stdout, stderr } = await inside(...args);
    expect({ status, stderr }, args.join(' ')).to.deep.equal({ status: 0, stderr: '' });
    return stdout;
  }

  /** Expects that the command line is rejected, and returns the only line that it prints. */
  async function refused(...args) {
    const { status, stdout, stderr } = await inside(...args);
    expect({ status, stdout }, args.join(' ')).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr.trim().split('\n'), stderr).to.have.length(1);
    return stderr;
  }

  return { inside, stdoutOf, refused };
}

module.exports = { ...insideOf({}), insideOf, noTerminal };
