'use strict';

const { expect } = require('chai');
const path = require('path');
const { createClock } = require('#lib/base/host/clock');
const { prepareSides } = require('#lib/compare/sides/prepare');
const host = require('#lib/base/host/host');
const { isRunning, until } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');
const { scratchFolder } = require('../helpers/scratch');

needs('linux', describe)('a command of --prepare', () => {
  const scratch = scratchFolder();

  async function prepare(command) {
    const said = [];
    const sides = [{ source: 'here', cwd: path.dirname(scratch('side/file', '')) }];
    const deps = { host, clock: createClock(), terminal: { writeError: (text) => said.push(text) } };
    const error = await prepareSides(sides, command, deps).then(() => null, ({ message }) => message);
    return { said: said.slice(1).join(''), error };
  }

  it('ends with its shell, and processes in the background that hold its output are named', async () => {
    const { said, error } = await prepare('echo done; sleep 300 &');
    const [, pid] = /^note: echo done; sleep 300 & left running: sleep \((\d+)\)\. Qtimeit stops them/.exec(said) || [];
    expect([error, pid]).to.satisfy(([why, id]) => why === null && Number(id) > 0);
    process.kill(Number(pid), 'SIGKILL');
    expect(await prepare('true')).to.deep.equal({ said: '', error: null });
  });

  it('takes its processes with it if it fails', async () => {
    const { error } = await prepare('sleep 300 & echo "$!"; exit 3');
    const [, pid] = /failed with exit code 3 in here\n {4}(\d+)$/.exec(error);
    await until(() => !isRunning(Number(pid)));
  });
});
