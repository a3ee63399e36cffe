'use strict';

/* Tiers, first calls and parameters in separate processes. */

const { expect } = require('chai');
const { useScripts, run } = require('../helpers/scripts');

const SCRIPT = `
const calls = {};
// More bytecode than V8 optimizes.
const huge = new Function('set',
  'return () => { let s = 1; ' + 's = (s * 31 + 7) | 0; '.repeat(9000) + ' set(s); };')(() => {});
const own = { ...short, silent: true, timeGoal: 0.05, forkTests: 1 };
(async () => {
  const sized = { fn: ({ size }) => { let s = 0; for (let i = 0; i < size; i++) s += i; return s; },
    tier: ['interpreter', 'optimized'] };
  const count = { fn: () => { calls.count = (calls.count || 0) + 1;
    if (calls.count > 1) throw new Error('called again'); }, cold: true };
  const first = await timeit.bench({ sized, count }, { ...own, params: { size: 20 } });
  const second = await timeit.bench({ huge }, { ...own, tier: 'optimized' });
  tell([...first, ...second]);
})();
`;

useScripts();

describe('tests with a tier, and first calls', () => {
  let rows;

  before(async () => { ({ suites: [rows] } = await run(SCRIPT)); });

  it('have separate rows, with their test and parameters', () => {
    expect(rows.map(({ name, test, params, tier, isCold, processes, error }) =>
      ({ name, test, params, tier, isCold, processes, error }))).to.deep.equal([
      { name: 'sized size=20 (interpreter)', test: 'sized', params: { size: 20 }, tier: 'interpreter', isCold: false,
        processes: 1, error: null },
      { name: 'sized size=20 (optimized)', test: 'sized', params: { size: 20 }, tier: 'optimized', isCold: false,
        processes: 1, error: null },
      { name: 'count size=20 (cold)', test: 'count', params: { size: 20 }, tier: null, isCold: true, processes: 1,
        error: null },
      { name: 'huge (optimized)', test: 'huge', params: null, tier: 'optimized', isCold: false, processes: 1,
        error: null },
    ]);
  });

  it('stay in the tier, and a test that V8 does not optimize has a warning', () => {
    const notHeld = rows.map(
        ({ warnings }) => warnings.filter(({ code }) => code === 'tier-not-held')
          .map(({ tier, found }) => [tier, found]));
    expect(notHeld.slice(0, 3)).to.deep.equal([[], [], []]);
    expect(notHeld[3]).to.have.length(1);
    expect(notHeld[3][0][0]).to.equal('optimized');
    expect(notHeld[3][0][1]).to.be.oneOf(['interpreter', 'baseline']);
  });

  it('are called once if cold',
    () => expect(rows[2]).to.include({ calls: 1, rounds: 1, cycles: null, statistic: 'trimmed-mean' }));
});
