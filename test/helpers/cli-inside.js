'use strict';

/*
 * The command line in the process of the tests, in the folder of helpers/cli.js: a process of node takes 50 ms of
 * processor time to start, and the command 50 more. Not for commands that end a process (signals, --timeout), pin it,
 * or read standard input, and not for suites whose files print: their output would be that of mocha.
 */

const { expect } = require('chai');
const { inFolder } = require('./cli');
const { createDeps, main } = require('../../lib/commands/main');

/**
 * Runs the command to its end: { status, stdout, stderr }, as from a process whose output is no terminal; host:
 * replacements of lib/host/host.js; more: other deps.
 */
async function insideWith(host, more, args) {
  const out = { stdout: '', stderr: '' };
  const before = process.cwd();
  process.chdir(inFolder());
  try {
    const deps = createDeps();
    deps.host = Object.create(deps.host, Object.getOwnPropertyDescriptors(host));
    deps.terminal = {
      write: (text) => { out.stdout += text; },
      writeError: (text) => { out.stderr += text; },
      status() {}, screen: () => null, hasColours: () => false, isUtf8: () => false,
    };
    for (const [name, value] of Object.entries(more)) Object.defineProperty(deps, name, { value });
    const status = await main(args, deps);
    return { status, ...out };
  } finally {
    // The folder is gone after the test.
    process.chdir(before);
  }
}

/** { inside, refused } with these replacements of lib/host/host.js, and these deps. */
function insideOf(host, more = {}) {
  const inside = (...args) => insideWith(host, more, args);

  /** The only line that an invalid command line prints. */
  async function refused(...args) {
    const { status, stdout, stderr } = await inside(...args);
    expect([status, stdout], args.join(' ')).to.deep.equal([2, '']);
    expect(stderr.trim().split('\n'), stderr).to.have.length(1);
    return stderr;
  }

  return { inside, refused };
}

module.exports = { ...insideOf({}), insideOf };
