'use strict';

const { expect } = require('chai');
const { reportLine } = require('#lib/timeit');
const { sentence } = require('#lib/core/system/warnings');

const LOOPS = '10000000 loops in 0.1095 of 0.27 sec:';
const line = (more, message) => (
  reportLine({ count: 10000000, elapsed: 0.1095, wallclock: 0.27, warnings: [], ...more }, message));

describe('the line of a test', () => {
  // 1e7 / 0.1095 = 91324200.91; 0.1095 / 1e7 s = 0.00001095 ms
  const USUAL = `${LOOPS} 91324200.91 / sec, 0.000011 ms each = 11 ns`;
  const fast = { code: 'below-resolution', resolutionNs: 0.1 };
  const noisy = { code: 'too-noisy', resolutionNs: 1755 };
  const busy = { code: 'busy', rounds: 40, kept: 2 };
  const cases = [
    ['has the form of the original', [{}], USUAL],
    ['needs no message and no warnings', [{ warnings: undefined }, ''], USUAL],
    // 1e9 / 10.96 = 91240875.91
    ['prefers the estimate to the rate of all calls', [{ elapsed: 0.5, nsPerCall: 10.96 }],
      '10000000 loops in 0.5000 of 0.27 sec: 91240875.91 / sec, 0.000011 ms each = 11 ns'],
    ['keeps two digits of short times', [{ count: 1, elapsed: 50e-9, wallclock: 0.0036 }],
      '1 loops in 0.000000050 of 0.0036 sec: 20000000.00 / sec, 0.000050 ms each = 50 ns'],
    ['keeps two digits of times below 1 ns', [{ count: 1000, elapsed: 560e-9, wallclock: 1 }],
      '1000 loops in 0.00000056 of 1.00 sec: 1785714285.71 / sec, 0.00000056 ms each = 0.56 ns'],
    ['has no rate below the resolution', [{ elapsed: 0, warnings: [{ code: 'too-few-samples', rounds: 3 }, fast] }],
      '10000000 loops in 0.0000 of 0.27 sec: cannot be distinguished from an empty function (under 0.10 ns each)'],
    ['has no rate of noise', [{ nsPerCall: 600, warnings: [noisy, busy] }],
      `${LOOPS} ${sentence(noisy)} (${sentence(busy)})`],
  ];
  for (const [title, given, text] of cases) it(title, () => expect(line(...given)).to.equal(text));

  it('has no Infinity if nothing was measured', () => {
    for (const [count, elapsed] of [[10, 0], [0, 0], [0, 1], [1e9, 5e-324], [1e300, 1e-300], [1, 1e-310]]) {
      expect(line({ count, elapsed }), `${count} in ${elapsed}`).to.contain('cannot be distinguished from an empty ' +
        'function');
    }
  });

  const left = [{ code: 'few-samples', rounds: 7 }, { code: 'too-few-samples', rounds: 2 },
    { code: 'collections', share: 0.5 }];
  const shown = [
    { code: 'cold-start', calls: 10, allNs: 12 }, { code: 'not-optimized', found: 'baseline', times: 0, share: 1 },
    busy, { code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 }, { code: 'not-steady', drift: -0.2 },
    { code: 'disturbed', rounds: 1, lostNs: 6e6 }, { code: 'may-hide', referenceNs: 40 },
    { code: 'heap-limit', usedBytes: 9e7, limitBytes: 1e8 }, { code: 'handles-left', handles: ['1 x Timeout'] },
  ];
  it('ends with warnings that change the meaning of the figures', () => {
    expect(line({ warnings: [...left, ...shown] })).to.equal(`${USUAL} (${shown.map(sentence).join('; ')})`);
    expect(line({ warnings: left })).to.equal(USUAL);
  });
});
