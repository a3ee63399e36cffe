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
  for (const [warning, pattern] of sentences) {
    it(`has one line of at most 140 characters for ${JSON.stringify(warning)}`, () => {
      const text = words[warning.code](warning);
      expect(text).to.match(pattern);
      expect(text).to.not.match(/\n|undefined|null|NaN/);
      expect(text.length, text).to.be.at.most(140);
    });
  }

  it('joins the finding and the remedy, which is a command to copy if there is one', () => {
    const remedyOf = (warning) => words[warning.code].remedy(warning);
    expect(words.governor.found({ governor: 'powersave' }))
      .to.equal("CPU governor is 'powersave', so the clock follows the load");
    expect(remedyOf({ code: 'governor', governor: 'powersave' }))
      .to.deep.equal({ command: 'sudo cpupower frequency-set -g performance', advice: null });
    expect(remedyOf({ code: 'turbo', ...boost }))
      .to.deep.equal({ command: `echo 0 | sudo tee ${CPU}/cpufreq/boost`, advice: null });
    expect(remedyOf({ code: 'pressure', avg10: 6 }))
      .to.deep.equal({ command: 'top', advice: 'find and stop what runs besides' });
    expect(remedyOf({ code: 'profiler', option: '--prof' }))
      .to.deep.equal({ command: null, advice: 'start node without --prof' });
    expect(words.pressure({ avg10: 6 })).to.match(/interrupted; fix: find and stop what runs besides: top$/);
    expect(words.battery({})).to.match(/moves; fix: plug in the power supply\.$/);
    for (const [warning] of sentences) {
      const { command, advice } = remedyOf(warning);
      expect(words[warning.code](warning))
        .to.equal(`${words[warning.code].found(warning)}; fix: ` +
          `${remedyText({ command, advice })}${command === null ? '.' : ''}`);
      expect(remedyText({ command, advice })).to.not.equal('');
    }
    expect(remedyText({ command: null, advice: null })).to.equal('');
  });

  it('is tested for every code', () => {
    expect(Object.keys(words).sort()).to.deep.equal([...new Set(sentences.map(([{ code }]) => code))].sort());
  });
});
