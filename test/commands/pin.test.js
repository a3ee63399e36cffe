'use strict';

const { expect } = require('chai');
const { pin } = require('../../lib/commands/pin');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { MACOS, WINDOWS } = require('../helpers/other-systems');
const { sysFiles, FOUR_CORES, HYPER_THREADS, CLUSTERS } = require('../helpers/topologies');
const { UsageError } = require('../../lib/text/usage-error');

function pinned(cpus, given, of) {
  const host = fakeHost(given);
  const said = [];
  pin(cpus, { host, terminal: { writeError: (text) => said.push(text) } }, of);
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
    it(`starts no process on ${name}, and reports that`, () => {
      expect(pinned('0', { ...recorded, run: { status: 0, stderr: '' } })).to.deep.equal({
        said: `qtimeit: not pinned to processor 0: taskset is a program of Linux, and this is ${name}\n`, commands: [],
      });
    });
  }
});

describe('--pin of shards on one machine', () => {
  const run = { status: 0, stderr: '' };
  const ofShard = (cpus, files, more) => pinned(cpus, { run, files, ...more }, { isShard: true });

  it('uses separate processors, and reports shared caches and cores', () => {
    expect(ofShard('0', sysFiles(FOUR_CORES))).to.deep.equal({
      said: 'note: processors 1-3 have the same third-level cache (2048K): a shard there slows what does not fit ' +
        'into the levels below\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
    expect(ofShard('0-3', sysFiles(FOUR_CORES)).said).to.equal('');
    expect(ofShard('0', {})).to.deep.equal({
      said: 'note: what processors share is not told here: shards beside each other may slow one another\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
  });

  const both = { count: 2, core: () => [0, 1] };
  const quota = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '150000 100000\n' };
  const cases = [
    ['hyper-threads of a core', '0', sysFiles(HYPER_THREADS),
      'processor 2, where another shard may run, has the same core (hyper-threads); --pin 0,2 keeps others away'],
    ['a second-level cache', '4-5', sysFiles(CLUSTERS), 'processors 6-7, where another shard may run, have the same ' +
      'second-level cache; --pin 4-7 keeps others away'],
    ['a core that is the only one', '1', sysFiles(both), 'processor 0, where another shard may run, has the same ' +
      'core (hyper-threads); all processors here hang together: measure one shard at a time here, without --pin'],
    ['a quota', '0', { ...sysFiles(FOUR_CORES), ...quota }, 'the control group of this process may use 1.5 of 4 ' +
      'processors, and shards beside each other take it from one another; raise its quota (cpu.max), or measure one ' +
      'shard at a time here, without --pin'],
    ['processors that are not there', '3-9', sysFiles(FOUR_CORES), 'there are no processors 4-9 here, only 0-3'],
  ];
  for (const [what, cpus, files, words] of cases) {
    it(`is refused for ${what}`, () => {
      expect(() => ofShard(cpus, files)).to.throw(UsageError, `--pin ${cpus} with --shard: ${words}`);
    });
  }

  it('is a sentence on other systems', () => {
    expect(ofShard('0', {}, MACOS).said).to.match(/^qtimeit: not pinned to processor 0: taskset is a program of Linux/);
  });
});
