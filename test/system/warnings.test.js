'use strict';

const { expect } = require('chai');
const {
  sentence, describeFinding, changesMeaning, isOfLeftOut, formatBrackets, codes, systemCodes,
} = require('#lib/core/system/warnings');

const CPU = '/sys/devices/system/cpu';

// Code, fields, words of the message
const MESSAGES = [
  ['folded', {}, 'V8 computed it before the loop, or removed it; pass its inputs through blackBox(value), and its ' +
    'result to keep(value)'],
  ['folded', { inputs: ['s'] }, 'removed it; pass inputs as blackBox(s)'],
  ['hoisted', { notInlinedNs: 28.25 }, ': 28.3 ns if the test is not inlined; pass its inputs through blackBox(value)'],
  ['hoisted', {}, 'out of the loop; pass its inputs through blackBox(value)'],
  ['hoisted', { notInlinedNs: 28.25, inputs: ['s', 't'] }, '; pass inputs as blackBox(s) and blackBox(t)'],
  ['below-resolution', { resolutionNs: 0.0012 }, 'cannot be distinguished from an empty function (under 0.0012 ns ' +
    'each)'],
  ['below-resolution', { resolutionNs: null }, 'cannot be distinguished from an empty function'],
  ['too-few-samples', { rounds: 2 }, '2 rounds are too few for an interval'],
  ['outliers', { processes: 1, all: 5, factor: 30 },
    '1 of 5 processes was 30.0x as slow as the others and is excluded'],
  ['outliers', { processes: 2, all: 12, factor: 0.25 }, '2 of 12 processes were 4.0x as fast as the others and are'],
  ['together', { nsPerCall: 412, factor: 4.1 },
    'takes 412 ns in one process with the other tests (node, --fork 0): 4.1x as long'],
  ['together', { nsPerCall: 50, factor: 0.5 }, 'the other tests (node, --fork 0): 2.0x as fast'],
  ['few-calls', { calls: 2 }, 'based on only 2 calls, because each takes long. Use a longer time'],
  ['few-calls', { calls: 1 }, 'based on only 1 call, because'],
  ['few-samples', { rounds: 9 }, 'the interval is based on only 9 rounds'],
  ['too-noisy', { resolutionNs: 1755 }, 'half of its interval exceeds its time per call (+-1.8 µs). Use a quieter'],
  ['too-noisy', { resolutionNs: null }, 'half of its interval exceeds its time per call. Use a quieter'],
  ['not-optimized', { found: 'interpreter', times: 0, share: 1 },
    'V8 ran it in the interpreter, not as optimized code; a longer run may help'],
  ['not-optimized', { found: 'baseline', times: 0, share: 0.43 }, 'for 43 % of the time V8 ran it as baseline code'],
  ['not-optimized', { found: 'maglev', times: 1, share: 0.034 }, 'V8 discarded its optimized code once while it was ' +
    'measured, and for 3.4 % of the time ran it as mid-tier (Maglev) code'],
  ['not-optimized', { found: 'interpreter', times: 12, share: 1 }, '12 times while it was measured, and ran it in'],
  ['not-optimized', { found: 'interpreter', times: 12, share: 0.0004 },
    'V8 discarded its optimized code 12 times while it was measured'],
  ['not-optimized', { found: 'not-settled', times: 0, share: 1 }, 'the times had not settled when measuring began'],
  // Of a later version
  ['not-optimized', { found: 'toString', times: 0, share: 1 }, 'V8 ran it as toString, not as optimized code'],
  ['busy', { rounds: 340, kept: 4 }, 'only 4 of 340 rounds ran without interruption, so the result is unreliable'],
  ['busy', { rounds: 340, kept: 0 }, 'none of 340 rounds ran without interruption, so the result is unreliable'],
  ['busy', { rounds: 3, kept: 3 }, 'background load left time for only 3 rounds, so the result is unreliable'],
  ['shared-core', { leastCycles: 1.31234, usualCycles: 1.7512 }, '1.75 cycles per iteration instead of 1.31'],
  ['coarse-clock', { grainNs: 1e6 }, 'has steps of 1 ms,'],
  ['prolonged', { seconds: 1.204, goalSeconds: 0.4 }, 'took 1.20 s instead of 0.40 s'],
  ['cold-start', { calls: 57, allNs: 250 }, 'the first 57 calls ran cold: 250 ns per call including them'],
  ['cold-start', { calls: 1, allNs: 2.5e6 }, 'the first call ran cold: 2.5 ms per call including it'],
  // Of an older version
  ['cold-start', { calls: 57 }, 'the first 57 calls ran cold'],
  ['not-steady', { drift: 0.25 }, 'not steady: 25 % slower at the end'],
  ['not-steady', { drift: -0.0712 }, 'not steady: 7.1 % faster at the end'],
  ['not-steady', { drift: 0.9, byCalls: true }, 'not steady: 90 % slower after twice as many calls'],
  ['disturbed', { rounds: 3, lostNs: 2.5e9 }, 'interrupted 3 times, for 2.50 s in total'],
  ['disturbed', { rounds: 1, lostNs: 2e7 }, 'interrupted once, for 0.020 s in total'],
  ['collections', { share: 0.034 }, '3.4 % of the time'],
  ['called', {}, "Allow 'unsafe-eval' in script-src"],
  ['may-hide', { referenceNs: 41.2 }, 'a function body that takes under 41.20 ns'],
  ['short-parts', { clockNs: 23.4 }, 'a reading of the clock (23.40 ns)'],
  ['waits', { share: 0.824 }, 'for 82 % of the time'],
  ['memory-unsure', { reason: 'few-calls' }, 'are uncertain: too few calls'],
  ['memory-unsure', { reason: 'spread' }, 'are uncertain: they varied by more'],
  ['memory-unsure', { reason: 'other-work' }, 'are uncertain: other code in the process also allocates'],
  // Words of another engine
  ['memory-unsure', { reason: 'toString' }, 'allocations per call are unknown: toString'],
  ['heap-limit', { usedBytes: 53.6e6, limitBytes: 67e6 }, '54 of 67 MB of heap are in use'],
  ['array-limit', { largeBytes: 902.5e6 }, 'its large arrays and objects take 903 MB. V8 ends the process'],
  ['memory-limit', { keptBytes: 8e9, freeBytes: 7e9 }, 'retains 8000 MB of buffers, and the system has only 7000 MB'],
  ['handles-left', { handles: ['2 x Timeout', '1 x TCPSocketWrap'] },
    'the test left open: 2 x Timeout, 1 x TCPSocketWrap'],
  ['interrupted', {}, 'based on fewer rounds than planned'],
  ['short-runs', { seconds: 0.00412 }, 'a run takes only 4.1 ms'],
  ['output-varies', { low: 100, high: 120 }, 'its runs produced 100 to 120 bytes'],
  ['tier-not-held', { tier: 'optimized', found: 'baseline' },
    'not restricted to optimized code: V8 ran it as baseline code; these results are not for that tier'],
  ['tier-not-held', { tier: 'interpreter', found: 'native' },
    'restricted to the interpreter: V8 ran native code, whose tier is unknown'],
  ['tier-not-held', { tier: 'later', found: 'constructor' }, 'not restricted to later: V8 ran it as constructor;'],
  ['not-counted', { reason: 'valgrind is not installed' }, 'not counted: valgrind is not installed'],
  ['not-proportional', { first: 12.04, second: 6400000.1 },
    ': 12.0 instructions per call in the first half, 6,400,000 in the second'],
  ['count-unsettled', { error: 18343.8 }, 'known only to within +-18,000: runs with equal numbers'],
  ['processes-not-counted', {}, 'child processes of the test are not counted'],
  ['shell', { shell: 'cmd.exe' }, 'started by cmd.exe, which takes up to 2 ms'],
  ['usage-unknown', { what: 'peak memory' }, 'peak memory unknown: neither /usr/bin/time'],
  ['hung-at-exit', {}, 'its process did not exit after the result and was killed'],
];

describe('system/warnings', () => {
  it('has a message for every code that a result can have', () => {
    for (const [code, fields, words] of MESSAGES) {
      expect(sentence({ code, ...fields })).to.include(words).and.not.match(/undefined|null|NaN/);
    }
    expect([...new Set(MESSAGES.map(([code]) => code))]).to.have.members(codes);
  });

  it('returns the code if it is unknown', () => {
    for (const code of ['of-a-later-version', 'constructor', '__proto__']) expect(sentence({ code })).to.equal(code);
    expect(sentence({ code: 'inspector' })).to.be.a('string').that.does.not.equal('inspector');
  });

  it('has words in parentheses for warnings that change the meaning of a figure', () => {
    const brackets = {
      'not-optimized': '(not optimized)', busy: '(busy)', 'shared-core': '(core shared)', 'cold-start': '(cold start)',
      'coarse-clock': '(coarse clock)', 'not-steady': '(not steady)', 'may-hide': '(may be hidden)',
      'short-parts': '(timed one by one)',
      called: '(called)', 'heap-limit': '(heap full)', 'array-limit': '(array full)',
      'memory-limit': '(memory full)', interrupted: '(cut short)', 'handles-left': '(handles left)',
      'tier-not-held': '(tier not held)', 'short-runs': '(short runs)', 'output-varies': '(output varies)',
      'hung-at-exit': '(hung at exit)', 'few-calls': '(few calls)', together: '(depends on others)',
      shell: '(shell)',
    };
    for (const code of [...codes, 'constructor', '__proto__', undefined]) {
      expect(formatBrackets([{ code }]), code).to.equal(Object.hasOwn(brackets, code) ? brackets[code] : '');
      expect(changesMeaning({ code }), code).to.equal(Object.hasOwn(brackets, code));
    }
    expect(formatBrackets(
      [{ code: 'few-samples' }, { code: 'busy' }, { code: 'disturbed' },
        { code: 'not-optimized', found: 'not-settled' }])).to.equal('(busy, not settled)');
    expect(formatBrackets([])).to.equal('');
  });

  it('knows warnings about time that is left out of a figure', () => {
    expect(codes.filter((code) => isOfLeftOut({ code }))).to.have.members(['disturbed', 'prolonged']);
    expect(isOfLeftOut({ code: 'toString' })).to.equal(false);
  });
});

describe('system/warnings: of sysinfo()', () => {
  const boost = { path: `${CPU}/cpufreq/boost`, off: '0' };
  const sentences = [
    [{ code: 'governor', governor: 'powersave' }, /'powersave'.*cpupower frequency-set -g performance$/],
    [{ code: 'turbo', path: `${CPU}/intel_pstate/no_turbo`, off: '1' },
      /echo 1 \| sudo tee \/sys\/devices\/system\/cpu\/intel_pstate\/no_turbo$/],
    [{ code: 'turbo', ...boost }, /echo 0 \| sudo tee \/sys\/devices\/system\/cpu\/cpufreq\/boost$/],
    [{ code: 'virtual-machine', hypervisor: 'kvm' }, /machine \(kvm\)/],
    [{ code: 'virtual-machine', hypervisor: null }, /machine: /],
    [{ code: 'stolen-time', share: 0.0312, recentShare: null }, /3\.1 % of the requested CPU time since boot,/],
    [{ code: 'stolen-time', share: 0.0312, recentShare: 0.25 }, /3\.1 % .* since boot \(25\.0 % recently\)/],
    [{ code: 'cpu-quota', cpus: 1.5 }, / 1\.5 CPUs/],
    [{ code: 'load', load1: 3.456, cpuCount: 4 }, /3\.46 on 4 CPUs/],
    [{ code: 'load', load1: 3.456, cpuCount: 1 }, /on 1 CPU,/],
    [{ code: 'pressure', avg10: 12.34 }, /12\.34 %/],
    [{ code: 'battery' }, /battery/],
    [{ code: 'low-power', setting: 'powermode' }, / is slow; fix: sudo pmset -a powermode 0$/],
    [{ code: 'speed-limit', percent: 35 }, / 35 % of its speed, .*: pmset -g therm$/],
    [{ code: 'inspector' }, /inspector/],
    [{ code: 'coverage', by: 'NODE_V8_COVERAGE' }, /\(NODE_V8_COVERAGE\)/],
    [{ code: 'compiler', by: 'tsx', newerNode: true },
      /^tsx adds .* fix: without JSX, enums, "paths" and imports without endings, use Node\.js 22\.18\+\.$/],
    [{ code: 'profiler', option: '--cpu-prof' }, /\(--cpu-prof\).*without --cpu-prof/],
    [{ code: 'v8-flag', flag: '--jitless', effect: 'compiler' }, /^--jitless changes how V8 compiles/],
    [{ code: 'v8-flag', flag: '--max-semi-space-size=64', effect: 'memory' }, /collections/],
    [{ code: 'v8-flag', flag: '--verify-heap', effect: 'checks' }, /run self-checks/],
    [{ code: 'v8-flag', flag: '--trace-opt', effect: 'output' }, /log/],
    [{ code: 'v8-flag', flag: '--new-flag', effect: 'unheard of' }, /^--new-flag changes V8,/],
  ];
  it('are one line of at most 140 characters, with a finding and a remedy', () => {
    for (const [warning, pattern] of sentences) {
      const text = sentence(warning);
      expect(text).to.match(pattern).and.not.match(/\n|undefined|null|NaN/);
      expect(text.length, text).to.be.at.most(140);
      expect(text.startsWith(`${describeFinding(warning).found}; fix: `), text).to.equal(true);
    }
    expect([...new Set(sentences.map(([{ code }]) => code))]).to.have.members(systemCodes);
  });

  it('have a command to copy, advice, both, or no remedy', () => {
    for (const [warning, command, advice, remedy] of [
      [{ code: 'turbo', ...boost }, `echo 0 | sudo tee ${CPU}/cpufreq/boost`, null,
        `echo 0 | sudo tee ${CPU}/cpufreq/boost`],
      [{ code: 'battery' }, null, 'plug in the power supply', 'plug in the power supply.'],
      [{ code: 'pressure', avg10: 6 }, 'top', 'find and stop other programs',
        'find and stop other programs: top'],
      [{ code: 'compiler', by: 'tsx', newerNode: false }, null, null, undefined],
    ]) {
      expect(describeFinding(warning)).to.deep.include({ command, advice });
      expect(sentence(warning).split('; fix: ')[1]).to.equal(remedy);
    }
  });
});
