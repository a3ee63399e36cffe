'use strict';

/* compare --prepare: a command, such as a build, that runs in the folder of each side before its files are read. */

const { keepText } = require('../../base/host/child-output');
const { findLeftProcesses, createRunMark } = require('../../base/host/child-process-run');
const { describeFsError } = require('../../base/host/fs-queries');
const { program: { onExit } } = require('#engine');
const { escaped, plainLines } = require('../../base/text/display');
const { UsageError } = require('../../base/text/usage-error');

const MOST_SHOWN = 65536; // of the end of each stream

/** The output as lines of an error: indented, so that the program does not join them. */
const indented = (output) => plainLines(output.trimEnd()).map((line) => `\n    ${line}`).join('');

// Time for output that is still in the pipes after the exit; processes in the background may hold them open.
const LAST_WORDS_MS = 200;

/** Resolves at exit code 0; rejects with a UsageError that has the output. */
function runIn({ source, cwd }, command, { host, clock }) {
  const isWindows = host.platform === 'win32';
  const stdio = ['ignore', 'pipe', 'pipe'];
  return new Promise((resolve, reject) => {
    // The head of a new process group, so that the processes of the command can be ended with it.
    const env = { ...host.env, ...createRunMark(host.env) };
    const child = host.spawn(command, [], { cwd, env, shell: true, detached: !isWindows, stdio });
    const outputs = [child.stdout, child.stderr];
    const said = outputs.map((stream) => keepText(stream, MOST_SHOWN));
    const endGroup = () => host.killGroup(child.pid, 'SIGKILL');
    const stopWaiting = onExit(endGroup);
    const fail = (why) => {
      stopWaiting();
      if (child.pid !== undefined) endGroup();
      const output = said.map(({ text }) => text).filter((text) => text.trim()).map(indented).join('');
      reject(new UsageError(`${command} ${why} in ${source}${output || ', without output'}`));
    };
    child.on('error', (error) => fail(`cannot be run (${describeFsError(error)})`));
    const conclude = (code, signal) => {
      if (code === 0) resolve(stopWaiting());
      else fail(signal ? `was killed by ${signal}` : `failed with exit code ${code}`);
    };
    child.on('close', conclude);
    child.on('exit', (...end) => clock.after(() => {
      for (const stream of outputs) stream.unref();
      conclude(...end);
    }, LAST_WORDS_MS));
  });
}

/** Prepares the sides sequentially, in the same environment; command: for a shell */
async function prepareSides(sides, command, { host, clock, terminal }) {
  for (const side of sides) {
    terminal.writeError(`preparing ${side.source}: ${command}\n`);
    await runIn(side, command, { host, clock });
  }
  const left = findLeftProcesses();
  if (left.length === 0) return;
  terminal.writeError(`note: ${command} left running: ${escaped(left.join(', '))}. Qtimeit stops them when it ends\n`);
}

module.exports = { prepareSides };
