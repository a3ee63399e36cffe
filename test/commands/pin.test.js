'use strict';

const { expect } = require('chai');
const { pin } = require('../../lib/commands/pin');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { MACOS, WINDOWS } = require('../helpers/other-systems');

function pinned(cpus, given) {
  const host = fakeHost(given);
  const said = [];
  pin(cpus, { host, terminal: { writeError: (text) => said.push(text) } });
  return { said: said.join(''), commands: host.runs.map(({ command, args }) => [command, ...args].join(' ')) };
}

describe('--pin', () => {
  it('asks taskset for this process and all of its threads', () => {
    expect(pinned('2-3', { run: { status: 0, stderr: '' } }))
      .to.deep.equal({ said: '', commands: ['taskset -a -p -c 2-3 4000'] });
    expect(pinned(undefined)).to.deep.equal({ said: '', commands: [] });
  });

  it('says why it did not', () => {
    const refused = { status: 1, stderr: "taskset: failed to set pid 4000's affinity: Invalid argument\n" };
    expect(pinned('9', { run: refused }).said)
      .to.equal("qtimeit: not pinned to processor 9: failed to set pid 4000's affinity: Invalid argument\n");
    expect(pinned('0', { run: { error: systemError('ENOENT', 'taskset') } }).said)
      .to.equal('qtimeit: not pinned to processor 0: there is no taskset here\n');
  });

  for (const [recorded, name] of [[MACOS, 'darwin'], [WINDOWS, 'win32']]) {
    it(`starts nothing on ${name}, and says so`, () => {
      expect(pinned('0', { ...recorded, run: { status: 0, stderr: '' } })).to.deep.equal({
        said: `qtimeit: not pinned to processor 0: taskset is a program of Linux, and this is ${name}\n`, commands: [],
      });
    });
  }
});
