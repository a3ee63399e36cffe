'use strict';

const { expect } = require('chai');
const { pin } = require('#lib/cli/pin');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { MACOS, WINDOWS } = require('../helpers/other-systems');
const { sysFiles, FOUR_CORES, HYPER_THREADS, CLUSTERS } = require('../helpers/topologies');
const { UsageError } = require('#lib/base/text/usage-error');

function pinned(cpus, given, of) {
  const host = fakeHost(given);
  const output = [];
  pin(cpus, { host, terminal: { writeError: (text) => output.push(text) } }, of);
  return { output: output.join(''), commands: host.runs.map(({ command, args }) => [command, ...args].join(' ')) };
}

describe('--pin', () => {
  it('asks taskset for this process and all of its threads', () => {
    expect(pinned('2-3', { run: { status: 0, stderr: '' } }))
      .to.deep.equal({ output: '', commands: ['taskset -a -p -c 2-3 4000'] });
    expect(pinned(undefined)).to.deep.equal({ output: '', commands: [] });
  });

  it('reports why it did not pin', () => {
    const refused = { status: 1, stderr: "taskset: failed to set pid 4000's affinity: Invalid argument\n" };
    expect(pinned('9', { run: refused }).output)
      .to.equal("qtimeit: not pinned to CPU 9: failed to set pid 4000's affinity: Invalid argument\n");
    expect(pinned('0', { run: { error: systemError('ENOENT', 'taskset') } }).output)
      .to.equal('qtimeit: not pinned to CPU 0: taskset is not installed\n');
  });

  for (const [recorded, name] of [[MACOS, 'darwin'], [WINDOWS, 'win32']]) {
    it(`starts no process on ${name}, and reports that`, () => {
      expect(pinned('0', { ...recorded, run: { status: 0, stderr: '' } })).to.deep.equal({
        output: `qtimeit: not pinned to CPU 0: taskset exists only on Linux, and this is ${name}\n`, commands: [],
      });
    });
  }
});

describe('--pin of shards on one machine', () => {
  const run = { status: 0, stderr: '' };
  const ofShard = (cpus, files, more) => pinned(cpus, { run, files, ...more }, { isShard: true });

  it('uses separate processors, and reports shared caches and cores', () => {
    expect(ofShard('0', sysFiles(FOUR_CORES))).to.deep.equal({
      output: 'note: CPUs 1-3 share the L3 cache (2048K) with the pinned CPUs: a shard there slows down tests whose ' +
        'data exceeds the smaller caches\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
    expect(ofShard('0-3', sysFiles(FOUR_CORES)).output).to.equal('');
    expect(ofShard('0', {})).to.deep.equal({
      output: 'note: it is unknown which CPUs share caches here; parallel shards may slow each other down\n',
      commands: ['taskset -a -p -c 0 4000'],
    });
  });

  const both = { count: 2, core: () => [0, 1] };
  const quota = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '150000 100000\n' };
  const cases = [
    ['hyper-threads of a core', '0', sysFiles(HYPER_THREADS),
      'another shard may use CPU 2, which shares a core with the pinned CPUs (hyper-threading). Use --pin 0,2'],
    ['a second-level cache', '4-5', sysFiles(CLUSTERS), 'another shard may use CPUs 6-7, which share the ' +
      'L2 cache with the pinned CPUs. Use --pin 4-7'],
    ['a core that is the only one', '1', sysFiles(both), 'another shard may use CPU 0, which shares a core with ' +
      'the pinned CPUs (hyper-threading). All CPUs here share hardware. Measure one shard at a time on this machine, ' +
      'without --pin'],
    ['a quota', '0', { ...sysFiles(FOUR_CORES), ...quota }, 'the control group of this process is limited to 1.5 of ' +
      '4 CPUs, which parallel shards would share. Raise the quota (cpu.max), or measure one shard at a time, without ' +
      '--pin'],
    ['CPUs that are not there', '3-9', sysFiles(FOUR_CORES), 'CPUs 4-9 not found. Available: 0-3'],
  ];
  for (const [what, cpus, files, words] of cases) {
    it(`is refused for ${what}`, () => {
      expect(() => ofShard(cpus, files)).to.throw(UsageError, `--pin ${cpus} with --shard: ${words}`);
    });
  }

  it('only prints a note on other systems', () => {
    expect(ofShard('0', {}, MACOS).output).to.match(/^qtimeit: not pinned to CPU 0: taskset exists only on Linux/);
  });
});
