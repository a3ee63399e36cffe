'use strict';

const { expect } = require('chai');
const { withCounts, withGate } = require('#lib/compare/sides/gate');
const { checkSource, countSeconds, createSideCounting } = require('#lib/compare/sides/count-sides');
const { UsageError } = require('#lib/base/text/usage-error');
const { callgrindFile, callgrindText, totalsOf, COUNTED, MISSING, VALGRIND } = require('../helpers/counted-processes');
const { countsOf } = require('../helpers/documents');
const { fakeHost } = require('../helpers/fake-host');

const LOOP = 8;

/** A machine on which valgrind counts, or nothing does. */
function hostThat({ counts = true, cpus = 2 } = {}) {
  return Object.assign(fakeHost({ cpus: new Array(cpus).fill({}) }), {
    run: (command) => (counts && command === 'valgrind' ? VALGRIND : MISSING),
  });
}

const row = (more) => ({
  kind: 'sync', nsPerCall: 20, cpuNsPerCall: null, collections: { count: 0 }, error: null, ...more,
});

/** What runs processes of one file on one side: each call of a test executes what `each` says of it. */
function runnerOf(host, each, state) {
  return {
    async run({ job, wrapper, flags, limitMs, onStart }) {
      const { name, counts } = job;
      const { empty } = counts;
      state.asked.push({ name, empty, flags, limitMs, wrapper });
      let kill;
      const killed = new Promise((resolve) => { kill = () => resolve('killed'); });
      onStart(() => { state.killed++; kill(); });
      state.atATime.push(++state.running);
      if (state.hangs) await killed;
      else await null;
      state.running--;
      if (state.hangs) return { row: null, error: { code: 'killed', message: 'killed by SIGKILL' }, counted: null };
      const perCall = LOOP + (empty ? 0 : each[name]);
      host.temporary[callgrindFile({ wrapper })] = callgrindText(totalsOf(counts, (calls) => calls * perCall));
      return { row: row(), error: null, counted: COUNTED };
    },
  };
}

function scene(tests, { host = hostThat(), sides = 2, count = ['instructions'], precision = null } = {}) {
  const state = { asked: [], killed: 0, running: 0, atATime: [], reports: [], hangs: false };
  const runners = Array.from({ length: sides }, (_, side) => runnerOf(
    host, Object.fromEntries(tests.map(({ name, each }) => [name, each[side]])), state));
  const units = tests.map(({ name, more = () => ({}), isMissing = false }) => ({
    name,
    sides: runners.map((runner, side) => (isMissing && side === 0 ? null : {
      runner, job: { position: 0, index: 0, name }, flags: [`--side-${side}`], limitSeconds: 5, hasInputs: false,
      error: null, latest: row(), counted: null, ...more(side),
    })),
  }));
  let ns = 0;
  const clock = { nowNs: () => (ns += 1e6) };
  const counting = createSideCounting({ count, precision, sides }, { host, clock });
  const run = () => counting.run(units, (...given) => { state.reports.push(given); });
  return { state, units, host, counting, run };
}

const instructionsOf = ({ sides }) => sides.map((side) => side && side.counted && side.counted.counts.instructions);

describe('compare/count-sides', () => {
  it('counts each test on each side, with the flags and the limit of that side', async () => {
    const { state, units, run, host } = scene([{ name: 'a', each: [100, 103] }, { name: 'b', each: [50, 50] }]);
    await run();
    expect(units.map(instructionsOf)).to.deep.equal([[100, 103], [50, 50]]);
    expect(state.reports.map(([done, all]) => [done, all])).to.deep.equal([[0, 4], [1, 4], [2, 4], [3, 4], [4, 4]]);
    expect(state.reports[4][2]).to.equal(0);
    const flags = new Set(state.asked.map((one) => one.flags[one.flags.length - 1]));
    expect([...flags].sort()).to.deep.equal(['--side-0', '--side-1']);
    // 100 times the limit of a call, see counts/counted-process.js.
    for (const { limitMs } of state.asked) expect(limitMs).to.equal(500e3);
    expect(host.temporary).to.deep.equal({});
  });

  it('counts the empty loop once for each side, and inputs with each test that makes some', async () => {
    for (const [hasInputs, names] of [[false, ['a']], [true, ['a', 'b']]]) {
      const { state, run } = scene(
        [{ name: 'a', each: [100, 100] }, { name: 'b', each: [50, 50], more: () => ({ hasInputs }) }]);
      await run();
      const counted = state.asked.filter(({ empty }) => empty).map(({ name }) => name);
      expect([...new Set(counted)]).to.deep.equal(names);
    }
  });

  it('has no more processes at a time than there are lanes, all sides together', async () => {
    const { state, run } = scene([{ name: 'a', each: [100, 100] }], { host: hostThat({ cpus: 1 }) });
    await run();
    expect(Math.max(...state.atATime)).to.equal(2);
    const tests = ['a', 'b', 'c', 'd'].map((name) => ({ name, each: [1, 2, 3] }));
    const many = scene(tests, { sides: 3 });
    await many.run();
    expect(Math.max(...many.state.atATime)).to.equal(6);
  });

  it('leaves out tests of one side, failed ones, and ones without a time', async () => {
    const { state, run } = scene([
      { name: 'a', each: [1, 1], isMissing: true },
      { name: 'b', each: [1, 1], more: (side) => ({ error: side ? { message: 'x' } : null }) },
      { name: 'c', each: [1, 1], more: (side) => ({ latest: side ? row() : null }) },
    ]);
    await run();
    expect(state).to.deep.include({ asked: [], reports: [] });
  });

  it('ends running processes when it is stopped, and starts no more', async () => {
    const { state, units, run, counting, host } = scene([{ name: 'a', each: [1, 1] }, { name: 'b', each: [7, 7] }]);
    state.hangs = true;
    const running = run();
    await new Promise((resolve) => { setImmediate(resolve); });
    const { length } = state.asked;
    expect(state.running).to.equal(6); // a loop for each side
    counting.stop();
    await running;
    expect(state.killed).to.equal(6);
    expect(state.asked.length).to.equal(length);
    expect(units.map(({ sides }) => sides.map(({ counted }) => counted))).to.deep.equal([[null, null], [null, null]]);
    expect(host.temporary).to.deep.equal({});
  });

  it('is announced with its time if a source counts, and all sides are Node.js', () => {
    const node = { execPath: '/node', node: { version: '22.0.0' } };
    const page = { execPath: null, node: { version: '' } };
    const bun = { execPath: '/bun', node: { program: 'bun' } };
    for (const [other, given, seconds] of [
      [node, {}, 120], [node, { cpus: 16 }, 30], [node, { counts: false }, null], [page, {}, null], [bun, {}, null],
    ]) expect(countSeconds(4, [node, other], { host: hostThat(given) })).to.equal(seconds);
  });

  it('is refused before anything is measured if nothing counts, with a hint', () => {
    const options = { count: ['instructions'] };
    expect(() => checkSource(options, { host: hostThat({ counts: false }) }))
      .to.throw(UsageError, /^--count: perf is not installed, and valgrind is not installed\. .*install/);
    expect(() => checkSource(options, { host: hostThat() })).to.not.throw();
  });
});

describe('compare/count-changes', () => {
  const SIDES = [{ label: 'old' }, { label: 'new' }];
  const side = (error = null) => ({ nsPerCall: 1, error });
  const known = (instructions) => ({ reason: null, counts: countsOf(instructions, { error: 0.01 }) });
  const none = (reason) => ({ counts: null, reason });

  function counted(pair, { sides = [side(), side()], low = null, ...plan } = {}) {
    const tests = [{ name: 'a', sides, changes: [{ verdict: 'unresolved', low, margin: 0 }] }];
    const maxRegression = 0.005;
    const judged = withCounts(tests, [pair], { sides: SIDES, precision: null, maxRegression, ...plan });
    return withGate({ tests: judged, sides: SIDES, maxRegression, failures: [], complete: true }).tests[0];
  }

  it('adds what each side executes, and the change, which decides over the regression', () => {
    const test = counted([known(100), known(103)]);
    expect(test.sides.map(({ counts, notCounted }) => [counts.instructions, notCounted])).to.deep.equal(
      [[100, null], [103, null]]);
    expect(test.changes[0]).to.include({ regression: true });
    expect(test.changes[0].counts).to.include({ verdict: 'more', difference: 3 });
    expect(counted([known(100), known(103)], { precision: 0.05 }).changes[0].counts.verdict).to.equal('same');
    expect(counted([known(100), known(100)], { low: 1.1 }).changes[0].regression).to.equal(false);
  });

  it('reports why there are none, and of which side, and leaves the verdict to the time', () => {
    const reasonOf = (...given) => counted(...given).changes[0].counts.reason;
    expect(reasonOf([none('it waits'), none('it waits')])).to.equal('it waits');
    expect(reasonOf([known(1), none('it waits')])).to.equal('new: it waits');
    expect(reasonOf([null, known(1)])).to.equal('old: the run ended before counting');
    expect(reasonOf([known(1), known(1)], { forbidden: 'other machines' })).to.equal('other machines');
    const test = counted([known(1), none('it waits')]);
    expect(test.sides[1]).to.include({ counts: null, notCounted: 'it waits' });
    expect(test.changes[0].regression).to.equal(false);
  });

  it('has none for a test of one side, or a failed one', () => {
    expect(counted([null, known(1)], { sides: [null, side()] }).changes[0].counts).to.equal(null);
    expect(counted([known(1), null], { sides: [side(), side({ message: 'x' })] }).changes[0].counts).to.equal(null);
  });
});
