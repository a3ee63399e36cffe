'use strict';

const { expect } = require('chai');
const { reportLine } = require('../../lib/report/line');
const { sentence } = require('../../lib/system/warnings');

const result = (more) => ({ count: 10000000, elapsed: 0.1095, wallclock: 0.27, warnings: [], ...more });

describe('the line of a test', () => {
  it('has the form of the original', () => {
    // 1e7 / 0.10953019 = 91324200.91; 0.10953019 / 1e7 s = 0.000010953 ms
    expect(reportLine(result())).to.equal(
      '10000000 loops in 0.1095 of 0.27 sec: 91324200.91 / sec, 0.000011 ms each = 11 ns');
    // 1e7 / 91299026.24 = 0.10953001713 s
    expect(reportLine(result({ elapsed: 1e7 / 91299026.24 }))).to.equal(
      '10000000 loops in 0.1095 of 0.27 sec: 91299026.24 / sec, 0.000011 ms each = 11 ns');
  });

  it('has the estimate, and not the time over the calls', () => {
    // 1e9 / 10.96 = 91240875.91
    expect(reportLine(result({ elapsed: 0.5, nsPerCall: 10.96 })))
      .to.equal('10000000 loops in 0.5000 of 0.27 sec: 91240875.91 / sec, 0.000011 ms each = 11 ns');
  });

  it('says which is which where calls ran cold', () => {
    const cold = { code: 'cold-start', calls: 1200, extraNs: 5, steadyNs: 11, allNs: 123 };
    expect(reportLine(result({ nsPerCall: 11, warnings: [cold] })))
      .to.match(
        / 90909090\.91 \/ sec, 0\.000011 ms each = 11 ns \(the first 1200 calls ran cold: with them 123 ns each\)$/);
  });

  it('puts the message first', () => {
    expect(reportLine(result(), 'concat')).to.equal(
      'concat 10000000 loops in 0.1095 of 0.27 sec: 91324200.91 / sec, 0.000011 ms each = 11 ns');
    expect(reportLine(result(), '')).to.match(/^10000000 loops/);
    expect(reportLine(result(), undefined)).to.match(/^10000000 loops/);
  });

  it('needs no warnings', () => {
    expect(reportLine({ count: 2, elapsed: 1, wallclock: 3 })).to.equal(
      '2 loops in 1.0000 of 3.00 sec: 2.00 / sec, 500.000000 ms each = 500 ms');
  });

  it('keeps two digits of times that are short', () => {
    // 1 call of 50 ns, 3.6 ms on the clock
    expect(reportLine({ count: 1, elapsed: 50e-9, wallclock: 0.0036, warnings: [] })).to.equal(
      '1 loops in 0.000000050 of 0.0036 sec: 20000000.00 / sec, 0.000050 ms each = 50 ns');
    // 0.56 ns a call
    expect(reportLine({ count: 1000, elapsed: 560e-9, wallclock: 1, warnings: [] }))
      .to.contain(', 0.00000056 ms each = 0.56 ns');
  });

  it('has no Infinity where nothing was measured', () => {
    for (const [count, elapsed] of [[10, 0], [0, 0], [0, 1], [1e9, 5e-324], [1e300, 1e-300], [1, 1e-310]]) {
      expect(reportLine({ count, elapsed, wallclock: 1 }), `${count} in ${elapsed}`)
        .to.contain('cannot be told from an empty function');
    }
  });

  it('says so, and gives no rate, where a body cannot be told from an empty function', () => {
    const warnings = [{ code: 'too-few-samples', rounds: 3 }, { code: 'below-resolution', resolutionNs: 0.1 }];
    expect(reportLine(result({ elapsed: 0, warnings }), 'nothing')).to.equal(
      'nothing 10000000 loops in 0.0000 of 0.27 sec: cannot be told from an empty function (under 0.10 ns each)');
  });

  it('says so, and why, where the noise is wider than the figure', () => {
    const warnings = [{ code: 'too-noisy', resolutionNs: 1755 }, { code: 'busy', rounds: 40, kept: 2 }];
    expect(reportLine(result({ nsPerCall: 600, warnings })))
      .to.equal(`10000000 loops in 0.1095 of 0.27 sec: ${sentence(warnings[0])} (${sentence(warnings[1])})`);
  });

  it('adds what changes the meaning of the figures, in brackets', () => {
    const warnings = [{ code: 'collections', share: 0.2 }, { code: 'not-steady', drift: 0.125 },
      { code: 'few-samples', rounds: 7 },
      { code: 'disturbed', rounds: 2, lostNs: 3e9 }];
    expect(reportLine(result({ warnings }))).to.equal(
      '10000000 loops in 0.1095 of 0.27 sec: 91324200.91 / sec, 0.000011 ms each = 11 ns' +
      ` (${sentence(warnings[1])}; ${sentence(warnings[3])})`);
  });

  const said = {
    'cold-start': { calls: 10, extraNs: 5, steadyNs: 10, allNs: 12 },
    'not-optimized': { found: 'baseline', times: 0, share: 1 },
    busy: { rounds: 40, kept: 2 },
    prolonged: { seconds: 1.2, goalSeconds: 0.4 },
    'not-steady': { drift: -0.2 },
    disturbed: { rounds: 1, lostNs: 6e6 },
    'may-hide': { referenceNs: 40 },
    'heap-limit': { usedBytes: 9e7, limitBytes: 1e8 },
    'handles-left': { handles: ['1 x Timeout'] },
  };
  for (const code of Object.keys(said)) {
    it(`says ${code}`, () => {
      expect(reportLine(result({ warnings: [{ code, ...said[code] }] }))).to.match(/ ms each = 11 ns \(.+\)$/);
    });
  }

  const unsaid = { 'few-samples': { rounds: 7 }, 'too-few-samples': { rounds: 2 }, collections: { share: 0.5 } };
  for (const code of Object.keys(unsaid)) {
    it(`leaves ${code} to the result`, () => {
      expect(reportLine(result({ warnings: [{ code, ...unsaid[code] }] }))).to.match(/ ms each = 11 ns$/);
    });
  }
});
