'use strict';

/* compare --prepare: a command, such as a build, that runs in the folder of each side before its files are read. */

const { keepText } = require('../host/child-output');
const { describeFsError } = require('../host/fs-queries');
const { program: { onExit } } = require('#engine');
const { plainLines } = require('../text/display');
const { UsageError } = require('../text/usage-error');

const MOST_SHOWN = 65536; // of the end of each stream

/** The output as lines of an error: indented, so that the program does not join them. */
const indented = (output) => plainLines(output.trimEnd()).map((line) => `\n    ${line}`).join('');

/** Resolves at exit code 0; rejects with a UsageError that has the output. */
function runIn({ source, cwd }, command, host) {
  const isWindows = host.platform === 'win32';
  const stdio = ['ignore', 'pipe', 'pipe'];
  return new Promise((resolve, reject) => {
    // The head of a new process group, so that the processes of the command can be ended with it.
    const child = host.spawn(command, [], { cwd, env: host.env, shell: true, detached: !isWindows, stdio });
    const said = [child.stdout, child.stderr].map((stream) => keepText(stream, MOST_SHOWN));
    const stopWaiting = onExit(() => host.killGroup(child.pid, 'SIGKILL'));
    const fail = (why) => {
      stopWaiting();
      const output = said.map(({ text }) => text).filter((text) => text.trim()).map(indented).join('');
      reject(new UsageError(`${command} ${why} in ${source}${output || ', without output'}`));
    };
    child.on('error', (error) => fail(`cannot be run (${describeFsError(error)})`));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(stopWaiting());
      else fail(signal ? `was killed by ${signal}` : `failed with exit code ${code}`);
    });
  });
}

/** Prepares the sides sequentially, in the same environment; command: for a shell */
async function prepareSides(sides, command, { host, terminal }) {
  for (const side of sides) {
    terminal.writeError(`preparing ${side.source}: ${command}\n`);
    await runIn(side, command, host);
  }
}

module.exports = { prepareSides };
