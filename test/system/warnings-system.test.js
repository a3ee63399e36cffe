'use strict';

const { expect } = require('chai');
const { remedyText, sentences: words } = require('../../lib/system/warnings-system');

const CPU = '/sys/devices/system/cpu';

describe('system/warnings-system', () => {
  const boost = { path: `${CPU}/cpufreq/boost`, off: '0' };
  const sentences = [
    [{ code: 'governor', governor: 'powersave' }, /'powersave'.*cpupower frequency-set -g performance$/],
    [{ code: 'turbo', path: `${CPU}/intel_pstate/no_turbo`, off: '1' },
      /echo 1 \| sudo tee \/sys\/devices\/system\/cpu\/intel_pstate\/no_turbo$/],
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
    [{ code: 'compiler', by: 'tsx' }, /^tsx gives .* Node\.js 22\.18 or later, without tsx\.$/],
    [{ code: 'profiler', option: '--cpu-prof' }, /\(--cpu-prof\).*without --cpu-prof/],
    [{ code: 'v8-flag', flag: '--jitless', effect: 'compiler' }, /^--jitless changes how V8 compiles/],
    [{ code: 'v8-flag', flag: '--max-semi-space-size=64', effect: 'memory' }, /collections/],
    [{ code: 'v8-flag', flag: '--verify-heap', effect: 'checks' }, /check itself/],
    [{ code: 'v8-flag', flag: '--trace-opt', effect: 'output' }, /log/],
    [{ code: 'v8-flag', flag: '--new-flag', effect: 'unheard of' }, /^--new-flag changes V8,/],
  ];
  it('has one line of at most 140 characters for each warning, of its finding and its remedy', () => {
    for (const [warning, pattern] of sentences) {
      const text = words[warning.code](warning);
      expect(text).to.match(pattern).and.not.match(/\n|undefined|null|NaN/);
      expect(text.length, text).to.be.at.most(140);
      const { command, advice } = words[warning.code].remedy(warning);
      const remedy = remedyText({ command, advice });
      expect(remedy).to.not.equal('');
      expect(text).to.equal(`${words[warning.code].found(warning)}; fix: ${remedy}${command === null ? '.' : ''}`);
    }
    expect(Object.keys(words).sort()).to.deep.equal([...new Set(sentences.map(([{ code }]) => code))].sort());
  });

  it('has a remedy of a command to copy, of advice, or of both', () => {
    for (const [warning, command, advice] of [
      [{ code: 'governor', governor: 'powersave' }, 'sudo cpupower frequency-set -g performance', null],
      [{ code: 'turbo', ...boost }, `echo 0 | sudo tee ${CPU}/cpufreq/boost`, null],
      [{ code: 'pressure', avg10: 6 }, 'top', 'find and stop what runs besides'],
      [{ code: 'profiler', option: '--prof' }, null, 'start node without --prof'],
    ]) expect(words[warning.code].remedy(warning)).to.deep.equal({ command, advice });
    expect(words.pressure({ avg10: 6 })).to.match(/interrupted; fix: find and stop what runs besides: top$/);
    expect(words.battery({})).to.match(/moves; fix: plug in the power supply\.$/);
    expect(remedyText({ command: null, advice: null })).to.equal('');
  });
});
