'use strict';

const { expect } = require('chai');
const { createConditions, findDifferences, describeDifference } = require('#lib/core/system/fingerprint');

const HERE = Object.freeze({
  qtimeitVersion: '1.0.0', nodeTitle: 'node', nodeVersion: '20.20.2', v8Version: '11.3.244.8-node.38',
  platform: 'linux', arch: 'x64', kernel: '6.18.44',
  cpu: 'Fast CPU 9000', cpuMhz: 3600.5, cpuMhzSource: 'chain', cpuCount: 4, cpuUpThreshold: null, colorLevel: 0,
  cpuScalingGovernor: 'performance',
  clockGrainNs: 35, clockCostNs: 40, nodeFlags: [], missing: {}, warnings: [],
});
const KVM = { code: 'virtual-machine', hypervisor: 'kvm' };
const v8Flag = (flag) => ({ code: 'v8-flag', flag, effect: 'compiler' });

/** What differs between HERE with some changes and HERE with others. */
const between = (...changes) => findDifferences(changes.map((change) => change && { ...HERE, ...change }));

describe('system/fingerprint: findDifferences', () => {
  it('are none between equal environments', () => {
    const nothing = Object.fromEntries(Object.keys(HERE).map((field) => [field, null]));
    for (const equal of [[{}, {}, {}], [{}], [], [null, null], [nothing, nothing]]) {
      expect(between(...equal)).to.deep.equal([]);
    }
    expect(findDifferences([{}, {}])).to.deep.equal([]);
    // Older documents lack it.
    expect(between({}, { colorLevel: undefined })).to.deep.equal([]);
    const real = require('../../qtimeit').sysinfo();
    expect(findDifferences([real, JSON.parse(JSON.stringify(real))])).to.deep.equal([]);
  });

  const flags = (...nodeFlags) => ({ nodeFlags });
  const warned = (...warnings) => ({ warnings });
  const bun = { engine: 'bun', engineVersion: '1.4.5', jit: 'JavaScriptCore 1a', nodeVersion: null, v8Version: null };
  // Field, change, values, words
  const forbidding = [
    ['platform', { platform: 'darwin' }, ['linux', 'darwin'], 'operating system: linux, darwin'],
    ['arch', { arch: 'arm64' }, ['x64', 'arm64'], 'architecture: x64, arm64'],
    ['cpu', { cpu: 'Slow CPU 100' }, ['Fast CPU 9000', 'Slow CPU 100'], 'processor: Fast CPU 9000, Slow CPU 100'],
    ['virtualMachine', warned(KVM), ['no', 'kvm'], 'virtual machine: no, kvm'],
    ['virtualMachine', warned({ ...KVM, hypervisor: null }), ['no', 'yes'], 'virtual machine: no, yes'],
    ['nodeVersion', { nodeVersion: '22.1.0' }, ['20.20.2', '22.1.0'], 'Node.js version: 20.20.2, 22.1.0'],
    ['nodeVersion', { nodeVersion: '20.20.3' }, ['20.20.2', '20.20.3'], 'Node.js version: 20.20.2, 20.20.3'],
    ['v8Version', { v8Version: '11.3.244.8-node.39' }, ['11.3.244.8-node.38', '11.3.244.8-node.39'],
      'V8 version: 11.3.244.8-node.38, 11.3.244.8-node.39'],
    ['engine', bun, ['node 20.20.2', 'bun 1.4.5'], 'engine: node 20.20.2, bun 1.4.5'],
    ['nodeFlags', { ...flags('--jitless'), ...warned(v8Flag('--jitless')) }, ['', '--jitless'],
      'V8 options: none, --jitless'],
    ['nodeFlags', warned(v8Flag('--no-opt'), v8Flag('--max_lazy')), ['', '--max-lazy --no-opt'],
      'V8 options: none, --max-lazy --no-opt'],
    ['instruments', warned({ code: 'inspector' }), ['', 'inspector'],
      'tools that inspect or compile the code: none, inspector'],
    ['instruments', warned({ code: 'compiler', by: 'tsx' }), ['', 'compiler'],
      'tools that inspect or compile the code: none, compiler'],
    ['instruments', warned({ code: 'profiler', option: '--cpu-prof' }, { code: 'coverage', by: 'nyc' }),
      ['', 'coverage profiler'], 'tools that inspect or compile the code: none, coverage profiler'],
  ];
  const notes = [
    ['cpuMhz', { cpuMhz: 2400.7 }, [3600.5, 2400.7], 'clock rate: 3601 MHz, 2401 MHz'],
    ['cpuScalingGovernor', { cpuScalingGovernor: 'powersave' }, ['performance', 'powersave'],
      'CPU governor: performance, powersave'],
    ['cpuCount', { cpuCount: 8 }, [4, 8], 'number of processors: 4, 8'],
    ['otherFlags', flags('--stack-size=900'), ['', '--stack-size=900'],
      'other Node.js options: none, --stack-size=900'],
    ['colorLevel', { colorLevel: 2 }, [0, 2], 'colors of output: none, 256'],
    ['qtimeitVersion', { qtimeitVersion: '1.1.0' }, ['1.0.0', '1.1.0'], 'qtimeit version: 1.0.0, 1.1.0'],
  ];
  it('are found in each field, with words', () => {
    for (const [field, change, values, words] of [...forbidding, ...notes]) {
      const forbids = forbidding.some((row) => row[0] === field);
      const found = between({}, change);
      expect(found).to.deep.equal([{ field, values, forbids }]);
      expect(found.map(describeDifference)).to.deep.equal([words]);
      expect(between(change, {})).to.deep.equal([{ field, values: values.slice().reverse(), forbids }]);
    }
  });

  it('have words for unknown values and fields', () => {
    for (const [change, words] of [
      [{ cpu: null }, 'processor: Fast CPU 9000, unknown'], [{ cpuMhz: null }, 'clock rate: 3601 MHz, unknown'],
      [null, 'environment: known, unknown'],
    ]) expect(between({}, change).map(describeDifference)).to.deep.equal([words]);
    expect(describeDifference({ field: 'later', values: [1, null] })).to.equal('later: 1, unknown');
  });

  it('are none in kernel, title, clock, load and some percent of the clock rate', () => {
    expect(between({}, {
      kernel: '5.0', nodeTitle: 'x', clockGrainNs: 1000, clockCostNs: 900, cpuMhzSource: 'os', cpuUpThreshold: 80,
      cpuMhz: 3600.5 / 1.09,
      missing: { x: 'y' }, warnings: [{ code: 'load', load1: 9, cpuCount: 4 }, { code: 'battery' }],
    })).to.deep.equal([]);
    expect(between({}, { cpuMhz: 3600.5 * 1.09 })).to.deep.equal([]);
    expect(between({}, { cpuMhz: 3600.5 * 1.11 })).to.have.length(1);
    expect(between({ cpu: 'Fast  CPU 9000 ' }, {})).to.deep.equal([]);
  });

  it('are none in options for the script, and in the spelling of options', () => {
    expect(between(flags('-e', '--require', '--import=./x.mjs', '--title=a', '--no-warnings', '--expose_gc'),
      flags('-p'))).to.deep.equal([]);
    expect(between(flags('--stack_size=900', '--stack_size=900'), flags('--stack-size=900'))).to.deep.equal([]);
    expect(between({ warnings: [v8Flag('--no_opt')] }, { warnings: [v8Flag('--no-opt')] })).to.deep.equal([]);
    // The value of an option is no name: its underscores stay.
    expect(between(flags('--dns-result-order=a_b'), flags('--dns-result-order=a-b'))).to.have.length(1);
    expect(between(flags('--perf'), flags('--ex'))[0].values).to.deep.equal(['--perf', '--ex']);
  });

  it('do not forbid a verdict if a value is unknown', () => {
    for (const field of ['platform', 'arch', 'cpu', 'nodeVersion', 'v8Version', 'cpuMhz', 'cpuCount']) {
      expect(between({}, { [field]: null }), field)
        .to.deep.equal([{ field, values: [HERE[field], null], forbids: false }]);
    }
    expect(between({}, { warnings: undefined }).map(({ field, values, forbids }) => [field, values, forbids]))
      .to.deep.equal([
      ['virtualMachine', ['no', null], false], ['nodeFlags', ['', null], false], ['instruments', ['', null], false],
    ]);
  });

  it('are none between virtual machines if a kind is unknown', () => {
    expect(between({ warnings: [KVM] }, { warnings: [{ ...KVM, hypervisor: null }] })).to.deep.equal([]);
    expect(between({ warnings: [KVM] }, { warnings: [{ ...KVM, hypervisor: 'xen' }] }))
      .to.deep.equal([{ field: 'virtualMachine', values: ['kvm', 'xen'], forbids: true }]);
  });

  it('leave out the V8 of another Node version', () => {
    expect(between({}, { nodeVersion: '22.1.0', v8Version: '12.4' }).map(({ field }) => field))
      .to.deep.equal(['nodeVersion']);
    expect(between({}, { nodeVersion: null, v8Version: '12.4' }).map(({ field, forbids }) => [field, forbids]))
      .to.deep.equal([['nodeVersion', false], ['v8Version', true]]);
  });

  it('leave out differences that another engine or version implies', () => {
    const deno = (engineVersion, v8Version) => (
      { engine: 'deno', engineVersion, jit: `V8 ${v8Version}`, nodeVersion: null, v8Version });
    expect(between(deno('2.9.6', '15.0'), deno('2.10.0', '15.1')))
      .to.deep.equal([{ field: 'engineVersion', values: ['2.9.6', '2.10.0'], forbids: true }]);
    expect(between(deno('2.9.6', '15.0'), { engine: 'node', engineVersion: '20.20.2' }).map(describeDifference))
      .to.deep.equal(['engine: deno 2.9.6, node 20.20.2']);
    expect(between({}, { engine: 'node', engineVersion: '20.20.2', jit: 'V8 11.3.244.8-node.38' })).to.deep.equal([]);
  });

  it('are found between any two environments', () => {
    expect(between({}, {}, { arch: 'arm64' }))
      .to.deep.equal([{ field: 'arch', values: ['x64', 'x64', 'arm64'], forbids: true }]);
    expect(between({}, { arch: null }, { arch: 'arm64' }))
      .to.deep.equal([{ field: 'arch', values: ['x64', null, 'arm64'], forbids: true }]);
    expect(between({ cpuMhz: 3000 }, { cpuMhz: 3200 }, { cpuMhz: 3400 })).to.have.length(1);
  });

  it('report an unknown environment', () => {
    expect(between({}, null)).to.deep.equal([{ field: 'environment', values: ['known', null], forbids: false }]);
    expect(between(null, {}, null, { arch: 'arm64' })).to.deep.equal([
      { field: 'environment', values: [null, 'known', null, 'known'], forbids: false },
      { field: 'arch', values: [null, 'x64', null, 'arm64'], forbids: true },
    ]);
  });
});

describe('system/fingerprint: createConditions', () => {
  const arm = { ...HERE, arch: 'arm64' };
  const conditions = createConditions([HERE, arm]);

  it('compares environments that differ in nothing that forbids it', () => {
    expect({ forbids: conditions.differences()[0].forbids, areEqual: conditions.areEqual() })
      .to.deep.equal({ forbids: true, areEqual: false });
    const { areEqual, differences } = createConditions([HERE, HERE]);
    // A test that a side lacks has no difference.
    expect([areEqual([HERE, HERE]), areEqual([HERE, null])]).to.deep.equal([true, true]);
    expect(differences().filter(({ forbids }) => forbids)).to.deep.equal([]);
    // No test can be compared, for different reasons.
    const none = createConditions([HERE, HERE]);
    for (const other of [arm, { ...HERE, cpu: 'other' }]) expect(none.areEqual([HERE, other])).to.equal(false);
    expect(none.differences().map(({ field, forbids }) => [field, forbids]))
      .to.deep.equal([['arch', true], ['cpu', true]]);
    none.areEqual([HERE, { ...HERE, cpu: null }]);
    expect(none.differences()[1].values).to.deep.equal([HERE.cpu, 'other']);
    // Some tests cannot be compared, and others can.
    expect(areEqual([HERE, arm])).to.equal(false);
    expect(differences().filter(({ field }) => field === 'arch'))
      .to.deep.equal([{ field: 'arch', values: ['x64', 'arm64'], forbids: false }]);
  });
});
