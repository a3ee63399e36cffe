'use strict';

const { expect } = require('chai');
const { pack, unpack } = require('#lib/core/samples/round');

const round = (more) => ({
  phase: 'measured', turn: 3, copy: 1, before: 70, calls: 500, ns: 1234.5, referenceNs: 0.25, mhz: 3600, turnNs: 0.5,
  cpuNs: 1300, preemptions: 0, queuedNs: 0, tier: null, heapBytes: -40, ...more,
});

it('packed rounds are restored unchanged, with later rounds', () => {
  const rounds = [
    round(), round({ phase: 'cold', tier: 'interpreter', mhz: NaN }),
    round({ phase: 'warm-up', tier: 'optimized', preemptions: NaN, ns: -1 }),
    round({ phase: 'counted', tier: 'maglev' }),
  ];
  const last = round({ tier: 'optimized' });
  const unpacked = unpack(pack(rounds), [last]);
  expect(unpacked).to.deep.equal([...rounds, last]);
  expect(Object.keys(unpacked[0])).to.deep.equal(Object.keys(rounds[0]));
  expect(unpack(pack([]), [])).to.deep.equal([]);
});
