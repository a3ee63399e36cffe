'use strict';

/* How far the counting of a suite is: processes are on paper, and each takes a second. */

const { expect } = require('chai');
const engine = require('#engine');
const { createCounting } = require('../../lib/session/counting');
const { emptyRow, failedRow } = require('../../lib/estimate/row');
const { callgrindText, totalsOf } = require('../helpers/callgrind-text');
const { fakeHost, systemError } = require('../helpers/fake-host');

const COUNTED = {
  kind: 'sync', form: 'sync given 0', tiers: { loop: 'optimized', test: 'optimized' }, collects: false, threads: 0,
  hasProcesses: false,
};
const MISSING = { error: systemError('ENOENT', 'spawnSync'), status: null, stdout: null, stderr: null };
const VALGRIND = { status: 0, signal: null, stdout: 'valgrind-3.19.0\n', stderr: '' };
const PERF = { status: 0, signal: null, stdout: 'perf version 6.1\n', stderr: '1000;;instructions:u;1;100.00;;\n' };
const SECOND = 1e9;

const rowOf = ({ name }, more) => (
  { ...emptyRow(name, 1), verdict: 'same', kind: 'sync', nsPerCall: 10, cpuNsPerCall: 10, ...more });

/** A suite of these tests: what is told of it, and the names of what was run. */
function suiteOf(tests, { perf = false } = {}) {
  const seen = { told: [], run: [], ns: 0 };
  const host = Object.assign(fakeHost(), { run: (command) => (
    command === 'valgrind' ? VALGRIND : perf ? PERF : MISSING) });
  const forks = {
    async run({ job, wrapper, onStart }) {
      const { name, counts } = job;
      seen.run.push(name);
      seen.ns += SECOND;
      onStart(() => {});
      const totals = totalsOf(counts, (calls) => calls * (counts.empty === null ? 108 : 8));
      if (perf) host.temporary[wrapper[wrapper.indexOf('-o') + 1]] = `${totals[0]};;instructions:u;1;100;;\n`;
      else host.temporary[wrapper.find((word) => word.includes('out-file=')).split('=')[1]] = callgrindText(totals);
      return { row: emptyRow(name, 1), sample: null, counted: COUNTED, error: null, hung: false };
    },
  };
  const settings = { count: ['instructions'], precision: false };
  const counting = createCounting({ tests, settings, position: 0, history: [] },
    { host, clock: { nowNs: () => seen.ns }, forks });
  seen.count = async (rows) => {
    await counting.run(rows, (share, left) => { seen.told.push([share, left]); });
    return counting.addTo(rows);
  };
  return seen;
}

describe('the progress of counting', () => {
  before(function () {
    if (engine.lacks.counts !== null) this.skip(); // this engine is not counted
  });

  it('tells how far it is after each process, and what is left', async () => {
    const tests = [{ name: 'a' }, { name: 'b' }];
    const suite = suiteOf(tests);
    const rows = await suite.count(tests.map((test) => rowOf(test)));
    expect(rows.map(({ counts }) => counts.instructions)).to.deep.equal([100, 100]);
    expect(suite.run).to.have.length(3);
    expect(suite.told[0]).to.deep.equal([0, null]);
    expect([...new Set(suite.told.map(([share]) => share))]).to.deep.equal([0, 1 / 3, 2 / 3, 3 / 4]);
    const [share, left] = suite.told[suite.told.length - 1];
    expect(left).to.be.closeTo(3 * (1 / share - 1), 1e-9);
  });

  it('knows that four processes count a test where what counts does not tell parts apart', async () => {
    const suite = suiteOf([{ name: 'a' }], { perf: true });
    await suite.count([rowOf({ name: 'a' })]);
    expect(suite.run).to.have.length(8);
    expect(suite.told.map(([share]) => share)).to.include(1 / 8).and.include(8 / 12);
  });

  it('knows of loops with inputs of their own', async () => {
    const tests = [{ name: 'a', each: () => 1 }, { name: 'b' }];
    const suite = suiteOf(tests);
    await suite.count(tests.map((test) => rowOf(test)));
    expect(suite.told.map(([share]) => share)).to.include(4 / 5).and.include(1 / 4);
  });

  it('leaves out what failed, and says why of first calls', async () => {
    const tests = [{ name: 'a' }, { name: 'b', isCold: true }, { name: 'c' }];
    const suite = suiteOf(tests);
    const failed = failedRow('a', 1, { code: 'threw', message: 'no' });
    const [first, cold, last] = await suite.count([failed, rowOf(tests[1]), rowOf(tests[2])]);
    expect(first).to.equal(failed);
    expect(cold.counts).to.equal(null);
    expect(cold.warnings).to.deep.equal([{
      code: 'not-counted', reason: 'of a first call there is one in a process, and counts are differences of several',
    }]);
    expect([last.counts.instructions, last.warnings]).to.deep.equal([100, []]);
    expect(new Set(suite.run)).to.deep.equal(new Set(['c']));
  });
});
