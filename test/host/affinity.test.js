'use strict';

const { expect } = require('chai');
const { createAffinity } = require('../../lib/host/affinity');
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
  it('moves the main thread of a process to one core with taskset', () => {
    const { host, pin, why } = affinityOn('5');
    pin(PID, 0);
    expect(host.runs.map(({ command, args }) => [command, ...args]))
      .to.deep.equal([['taskset', '-p', '-c', '5', '4000']]);
    expect(why()).to.equal(null);
  });

  it('raises the session of each process, also where there is no taskset', () => {
    for (const platform of ['linux', 'darwin']) {
      const raised = [];
      const { host, pin } = affinityOn('0-3', { platform });
      host.raiseSession = (pid) => raised.push(pid);
      pin(PID, 0);
      expect(raised).to.deep.equal([PID]);
    }
  });

  for (const [list, cores] of [
    ['0-3', '0 0 1 1 2 2 3 3 0 0'], ['2,6', '2 2 6 6 2 2 6 6 2 2'], ['1-2,7', '1 1 2 2 7 7 1 1 2 2'],
    ['3', '3 3 3 3 3 3 3 3 3 3'],
  ]) {
    it(`uses each allowed core for two restarts in turn: ${list}`, () => {
      const { host, pin } = affinityOn(list);
      for (let number = 0; number < 10; number++) pin(PID, number);
      expect(askedOf(host).join(' ')).to.equal(cores);
    });
  }

  it('pins all processes of a restart to the same core', () => {
    const { host, pin } = affinityOn('0-7');
    for (const pid of [11, 12, 13]) pin(pid, 3);
    expect(host.runs.map(({ args }) => args.slice(2))).to.deep.equal([['1', '11'], ['1', '12'], ['1', '13']]);
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

  it('goes on with the others if taskset fails for a process that has ended', () => {
    const run = { status: 1, stderr: "taskset: failed to get pid 99's affinity: No such process\n" };
    const { host, pin, why } = affinityOn('0-3', { run });
    pin(99, 0);
    expect(why()).to.equal(null);
    pin(98, 2);
    expect(askedOf(host)).to.deep.equal(['0', '1']);
  });

  it('is not tried on another system than Linux', () => {
    const { host, pin, why } = affinityOn('0-3', { platform: 'darwin' });
    pin(PID, 0);
    expect([host.asked, why()]).to.deep.equal([[], 'only Linux has taskset, and this is darwin']);
  });

  for (const [what, files] of [
    ['there is no /proc', {}], ['/proc/self/status has no such line', { '/proc/self/status': 'Name:\tnode\n' }],
  ]) {
    it(`is not tried if ${what}`, () => {
      const { host, pin, why } = affinityOn('0', { files });
      pin(PID, 0);
      expect(host.runs).to.deep.equal([]);
      expect(why()).to.be.a('string');
    });
  }
});
