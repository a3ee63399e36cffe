'use strict';

const { expect } = require('chai');
const words = require('../lib/warnings-system');

const CPU = '/sys/devices/system/cpu';

describe('the words of the warnings', () => {
  const boost = { path: `${CPU}/cpufreq/boost`, off: '0' };
  const sentences = [
    [{ code: 'governor', governor: 'powersave' }, /'powersave'.*cpupower frequency-set -g performance$/],
    [{ code: 'turbo', path: `${CPU}/intel_pstate/no_turbo`, off: '1' }, /echo 1 \| sudo tee \/sys\/devices\/system\/cpu\/intel_pstate\/no_turbo$/],
    [{ code: 'turbo', ...boost }, /echo 0 \| sudo tee \/sys\/devices\/system\/cpu\/cpufreq\/boost$/],
    [{ code: 'virtual-machine', hypervisor: 'kvm' }, /machine \(kvm\)/],
    [{ code: 'virtual-machine', hypervisor: null }, /machine: /],
    [{ code: 'stolen-time', share: 0.0312, recentShare: null }, /3\.1 % of the CPU time wanted since boot,/],
    [{ code: 'stolen-time', share: 0.0312, recentShare: 0.25 }, /3\.1 % .* since boot \(25\.0 % lately\)/],
    [{ code: 'cpu-quota', cpus: 1.5 }, / 1\.5 CPUs/],
    [{ code: 'load', load1: 3.456, cpuCount: 4 }, /3\.46 on 4 CPUs/],
    [{ code: 'load', load1: 3.456, cpuCount: 1 }, /on 1 CPU,/],
    [{ code: 'pressure', avg10: 12.34 }, /12\.34 %/],
    [{ code: 'battery' }, /battery/],
    [{ code: 'inspector' }, /inspector/],
    [{ code: 'coverage', by: 'NODE_V8_COVERAGE' }, /\(NODE_V8_COVERAGE\)/],
    [{ code: 'profiler', option: '--cpu-prof' }, /\(--cpu-prof\).*without --cpu-prof/],
    [{ code: 'v8-flag', flag: '--jitless', effect: 'compiler' }, /^--jitless changes how V8 compiles/],
    [{ code: 'v8-flag', flag: '--max-semi-space-size=64', effect: 'memory' }, /collections/],
    [{ code: 'v8-flag', flag: '--verify-heap', effect: 'checks' }, /check itself/],
    [{ code: 'v8-flag', flag: '--trace-opt', effect: 'output' }, /log/],
    [{ code: 'v8-flag', flag: '--new-flag', effect: 'unheard of' }, /^--new-flag changes V8,/],
  ];
  for (const [warning, pattern] of sentences) {
    it(`are one line of at most 140 characters for ${JSON.stringify(warning)}`, () => {
      const text = words[warning.code](warning);
      expect(text).to.match(pattern);
      expect(text).to.not.match(/\n|undefined|null|NaN/);
      expect(text.length, text).to.be.at.most(140);
    });
  }

  it('are there for every code', () => {
    expect(Object.keys(words).sort()).to.deep.equal([...new Set(sentences.map(([{ code }]) => code))].sort());
  });
});
