'use strict';

const { expect } = require('chai');
const { parseCpuList, formatCpuList } = require('#lib/base/host/affinity');
const { findShared, readTopology } = require('#lib/core/system/topology');
const { fakeHost, systemError } = require('../helpers/fake-host');
const { sysFiles, FOUR_CORES, HYPER_THREADS, CLUSTERS } = require('../helpers/topologies');

const CPU = '/sys/devices/system/cpu';

const topologyOf = (machine, more) => readTopology(fakeHost({ files: { ...sysFiles(machine), ...more } }));
const foundOn = (machine, pinned, more) => findShared(pinned, topologyOf(machine, more));
const kindsOn = (...given) => foundOn(...given).map(({ kind }) => kind);

const quota = (text, allowed) => ({
  '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': `${text}\n`,
  ...(allowed && { '/proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${allowed}\n` }),
});

describe('lists of processors', () => {
  const cases = [
    ['0', [0]], ['2-3,5', [2, 3, 5]], ['0,4-8:2', [0, 4, 6, 8]], ['3-3', [3]], ['', []], [' 0-1 ,4\n', [0, 1, 4]],
    ['4-9:3', [4, 7]], ['3-2', []], ['x', []],
  ];
  it('are read and written', () => {
    for (const [text, cpus] of cases) expect(parseCpuList(text)).to.deep.equal(cpus);
    // No machine has more.
    expect(parseCpuList('0-99999999')).to.have.length(65536);
    expect([[5, 0, 1, 2, 2], [3], []].map(formatCpuList)).to.deep.equal(['0-2,5', '3', '']);
  });
});

describe('resources that processors share', () => {
  it('is read of each that is switched on', () => {
    const { processors, usable, quota: none } = topologyOf(HYPER_THREADS);
    expect([...processors.keys()]).to.deep.equal([0, 1, 2, 3]);
    expect(processors.get(3)).to.deep.equal({ core: [1, 3], caches: [
      { level: 1, size: '32K', cpus: [1, 3] }, { level: 2, size: '256K', cpus: [1, 3] },
      { level: 3, size: '2048K', cpus: [0, 1, 2, 3] },
    ] });
    expect({ usable, none }).to.deep.equal({ usable: 4, none: null });
  });

  it('is a last level, which is a smaller matter', () => {
    expect(foundOn(FOUR_CORES, [0, 2])).to.deep.equal([{ kind: 'last-level', level: 3, size: '2048K', cpus: [1, 3] },
    ]);
  });

  it('is a core of hyper-threads, its caches with it', () => {
    const more = { cpus: [2], whole: [0, 2], isAll: false };
    expect(foundOn(HYPER_THREADS, [0])).to.deep.equal([
      { kind: 'core', ...more }, { kind: 'cache', level: 1, ...more }, { kind: 'cache', level: 2, ...more },
      { kind: 'last-level', level: 3, size: '2048K', cpus: [1, 2, 3] },
    ]);
    expect(kindsOn(HYPER_THREADS, [0, 2])).to.deep.equal(['last-level']);
    expect(kindsOn(HYPER_THREADS, [0, 1])).to.deep.equal(['core', 'cache', 'cache', 'last-level']);
  });

  it('is a second level of a cluster', () => {
    expect(foundOn(CLUSTERS, [5, 6])[0])
      .to.deep.equal({ kind: 'cache', level: 2, cpus: [4, 7], whole: [4, 5, 6, 7], isAll: false });
    expect(kindsOn(CLUSTERS, [1])).to.deep.equal(['last-level']);
    expect(foundOn(CLUSTERS, [1, 11])[0].whole).to.deep.equal([1, 8, 9, 10, 11]);
  });

  it('can be all there are', () => {
    const both = { count: 2, core: () => [0, 1], caches: { 1: () => [0, 1] } };
    expect(foundOn(both, [1])[0]).to.deep.equal({ kind: 'core', cpus: [0], whole: [0, 1], isAll: true });
    expect(foundOn(both, [0, 1])).to.deep.equal([]);
  });

  it('is followed from one to the next', () => {
    // A core of 0 and 1, a second level of 1 and 2: 1 disturbs 0, and 2 disturbs 1.
    const chain = { count: 4, core: (cpu) => (cpu < 2 ? [0, 1] : [cpu]), caches: {
      2: (cpu) => (cpu === 1 || cpu === 2 ? [1, 2] : [cpu]),
    } };
    expect(foundOn(chain, [0])[0].whole).to.deep.equal([0, 1, 2]);
  });

  it('is a quota of fewer processors than may be used', () => {
    expect(foundOn(FOUR_CORES, [0], quota('150000 100000')).pop())
      .to.deep.equal({ kind: 'quota', quota: 1.5, usable: 4 });
    expect(foundOn(FOUR_CORES, [0], quota('200000 100000', '0-2')).pop())
      .to.deep.equal({ kind: 'quota', quota: 2, usable: 3 });
    for (const all of [['400000 100000'], ['max 100000'], ['200000 100000', '0-1']]) {
      expect(kindsOn(FOUR_CORES, [0], quota(...all)), `${all}`).to.deep.equal(['last-level']);
    }
    expect(kindsOn(FOUR_CORES, [0, 1, 2, 3], quota('200000 100000'))).to.deep.equal([]);
  });

  it('is nothing of processors that are not there', () => {
    expect(foundOn(FOUR_CORES, [0, 9])).to.deep.equal([{ kind: 'absent', cpus: [9], online: [0, 1, 2, 3] }]);
    // Some lists of the kernel keep processors that are off.
    const files = { [`${CPU}/online`]: '0-1\n' };
    expect(kindsOn(HYPER_THREADS, [0], files)).to.deep.equal(['last-level']);
    expect(foundOn(HYPER_THREADS, [3], files)[0].kind).to.equal('absent');
  });

  it('is unknown if the system shows no cores or no caches', () => {
    expect(kindsOn({ ...FOUR_CORES, core: null }, [0])).to.deep.equal(['last-level', 'unknown']);
    expect(kindsOn({ count: 2 }, [0])).to.deep.equal(['unknown']);
    expect(findShared([0], readTopology(fakeHost()))).to.deep.equal([{ kind: 'unknown' }]);
    const closed = { [`${CPU}/cpu0/topology/thread_siblings_list`]: systemError('EACCES', 'x') };
    expect(kindsOn(FOUR_CORES, [0], closed)).to.deep.equal(['last-level', 'unknown']);
  });
});
