'use strict';

const { expect } = require('chai');
const { createAffinity } = require('#lib/base/host/affinity');
const { fakeHost, systemError } = require('../helpers/fake-host');

const PID = 4000;
const statusOf = (list) => `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`;
const DONE = { status: 0, stdout: '', stderr: '' };

/** On a Linux whose process may use these processors; more: of the host. */
function affinityOn(list, more = {}) {
  const host = fakeHost({ files: { '/proc/self/status': statusOf(list) }, run: DONE, ...more });
  return { host, ...createAffinity(host) };
}

/** The processors that taskset was asked for. */
const askedOf = (host) => host.runs.map(({ args }) => args[2]);

describe('pinning of processes', () => {
  it('raises the session of each process, also without taskset', () => {
    for (const platform of ['linux', 'darwin']) {
      const raised = [];
      const { host, pin } = affinityOn('0-3', { platform });
      host.raiseSession = (pid) => raised.push(pid);
      pin(PID, 0);
      expect(raised).to.deep.equal([PID]);
    }
  });

  it('uses each allowed core for two restarts in turn, with all processes of a restart on the same', () => {
    for (const [list, cores] of [
      ['0-3', '0 0 1 1 2 2 3 3 0 0'], ['2,6', '2 2 6 6 2 2 6 6 2 2'], ['1-2,7', '1 1 2 2 7 7 1 1 2 2'],
    ]) {
      const { host, pin, why } = affinityOn(list);
      for (let number = 0; number < 10; number++) pin(PID, number);
      expect(askedOf(host).join(' ')).to.equal(cores);
      expect(why()).to.equal(null);
    }
    const { host, pin } = affinityOn('0-7');
    for (const pid of [11, 12]) pin(pid, 3);
    expect(host.runs.map(({ command, args }) => [command, ...args].join(' '))).to.deep.equal(
      ['taskset -p -c 1 11', 'taskset -p -c 1 12']);
  });

  for (const [what, run, reason] of [
    ['taskset is not installed', { error: systemError('ENOENT', 'spawnSync taskset') }, 'taskset is not installed'],
    ['taskset cannot be run', { error: systemError('EACCES', 'spawnSync taskset') }, 'EACCES: spawnSync taskset'],
    ['taskset fails', { status: 1, stderr: "taskset: failed to set pid 4000's affinity: Invalid argument\n" },
      "failed to set pid 4000's affinity: Invalid argument"],
  ]) {
    it(`is given up with the reason if ${what}`, () => {
      const { host, pin, why } = affinityOn('0-3', { run });
      expect(why()).to.equal(null);
      pin(PID, 0);
      expect(why()).to.equal(reason);
      pin(PID, 1);
      expect(host.runs).to.have.length(1);
    });
  }

  it('continues with other processes if taskset fails for a process that has ended', () => {
    const run = { status: 1, stderr: "taskset: failed to get pid 99's affinity: No such process\n" };
    const { host, pin, why } = affinityOn('0-3', { run });
    pin(99, 0);
    expect(why()).to.equal(null);
    pin(98, 2);
    expect(askedOf(host)).to.deep.equal(['0', '1']);
  });

  it('is not tried, without a reason, on a system without taskset; and with one if the processors are unknown', () => {
    const unknown = 'the allowed CPUs are unknown';
    for (const [given, reason] of [
      [{ platform: 'darwin' }, null], [{ platform: 'win32' }, null], [{ files: {} }, unknown],
      [{ files: { '/proc/self/status': 'Name:\tnode\n' } }, unknown],
    ]) {
      const { host, pin, why } = affinityOn('0-3', given);
      pin(PID, 0);
      expect({ runs: host.runs, why: why() }).to.deep.equal({ runs: [], why: reason });
    }
  });
});
