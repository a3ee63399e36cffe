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
      .to.equal("qtimeit: not pinned to CPU 9: failed to set pid 4000's affinity: Invalid argument\n");
    expect(pinned('0', { run: { error: systemError('ENOENT', 'taskset') } }).said)
      .to.equal('qtimeit: not pinned to CPU 0: taskset is not installed\n');
  });

  for (const [recorded, name] of [[MACOS, 'darwin'], [WINDOWS, 'win32']]) {
    it(`starts no process on ${name}, and reports that`, () => {
      expect(pinned('0', { ...recorded, run: { status: 0, stderr: '' } })).to.deep.equal({
        said: `qtimeit: not pinned to CPU 0: taskset exists only on Linux, and this is ${name}\n`, commands: [],
      });
    });
  }
});

describe('--pin of shards on one machine', () => {
  const run = { status: 0, stderr: '' };
  const ofShard = (cpus, files, more) => pinned(cpus, { run, files, ...more }, { isShard: true });

  it('uses separate processors, and reports shared caches and cores', () => {
    expect(ofShard('0', sysFiles(FOUR_CORES))).to.deep.equal({
      said: 'note: CPUs 1-3 share the third-level cache (2048K): a shard there slows down tests whose data ' +
        'exceeds the smaller caches\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
    expect(ofShard('0-3', sysFiles(FOUR_CORES)).said).to.equal('');
    expect(ofShard('0', {})).to.deep.equal({
      said: 'note: shared caches of the CPUs are unknown here; parallel shards may slow each other down\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
  });

  const both = { count: 2, core: () => [0, 1] };
  const quota = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '150000 100000\n' };
  const cases = [
    ['hyper-threads of a core', '0', sysFiles(HYPER_THREADS),
      'CPU 2, which another shard may use, shares a core with it (hyper-threads). Use --pin 0,2'],
    ['a second-level cache', '4-5', sysFiles(CLUSTERS), 'CPUs 6-7, which another shard may use, share the ' +
      'second-level cache with it. Use --pin 4-7'],
    ['a core that is the only one', '1', sysFiles(both), 'CPU 0, which another shard may use, shares a core with ' +
      'it (hyper-threads). All CPUs here share hardware. Measure one shard at a time on this machine, without --pin'],
    ['a quota', '0', { ...sysFiles(FOUR_CORES), ...quota }, 'the control group of this process is limited to 1.5 of ' +
      '4 CPUs, which parallel shards would share. Raise the quota (cpu.max). Or measure one shard at a time, without ' +
      '--pin'],
    ['CPUs that are not there', '3-9', sysFiles(FOUR_CORES), 'CPUs 4-9 not found. Available: 0-3'],
  ];
  for (const [what, cpus, files, words] of cases) {
    it(`is refused for ${what}`, () => {
      expect(() => ofShard(cpus, files)).to.throw(UsageError, `--pin ${cpus} with --shard: ${words}`);
    });
  }

  it('is a sentence on other systems', () => {
    expect(ofShard('0', {}, MACOS).said).to.match(/^qtimeit: not pinned to CPU 0: taskset exists only on Linux/);
  });
});
