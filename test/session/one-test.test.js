'use strict';

const { expect } = require('chai');
const { parseSuite } = require('#lib/core/suite/suite');
const { DEFAULTS } = require('#lib/core/suite/settings');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { withoutFeatures } = require('../helpers/without-features');
const { measureAll, measureTest } = require('#lib/core/session/one-test');

it('a test in an engine that does not support its options fails with the reason if it requests a tier', () => {
  const found = [];
  const test = { name: 'a', fn() {}, tier: 'interpreter' };
  withoutFeatures({ tiers: 'it has none' }, () =>
    measureTest(test, { opsPerTest: 1 }, { name: 'a' }, { natives: null }, (row) => found.push(row)));
  const [{ row: { name, verdict, error } }] = found;
  expect({ name, verdict, code: error.code }).to.deep.equal({ name: 'a', verdict: 'failed', code: 'not-started' });
  expect(error.message).to.equal('this engine cannot be restricted to a tier: it has none');
});

const settings = { ...DEFAULTS, forkTests: 2 };

const toolsOf = ({ clock, heap, calibration }, more) => (
  { clock, heap, calibration, natives: null, asBefore: (action) => action(), ...more });

describe('an interleaved test', () => {
  /** The outcome of its process, { row, sample, rounds }, and the unused turns */
  function measureIn(turns, job) {
    const machine = fakeMachine();
    const left = turns.slice();
    const next = (action) => action(left.length > 0 ? left.shift() : null);
    const tools = toolsOf(machine, { turns: { next } });
    const [test] = parseSuite({ a: machine.test(1000) }, settings);
    return new Promise((resolve) => {
      measureTest(test, settings, { name: 'a', seconds: 0.1, ...job }, tools, (found) => resolve({ ...found, left }));
    });
  }

  it('sends its net times with their turns besides its row', async () => {
    const { row, rounds, sample, left } = await measureIn([0, 1, 2, 3], { takesTurns: true });
    expect({ name: row.name, error: row.error, sample, left })
      .to.deep.equal({ name: 'a', error: null, sample: null, left: [] });
    const { turns, copies, ns, exponent } = rounds;
    expect(exponent).to.be.closeTo(0, 0.01);
    expect([...new Set(turns)]).to.deep.equal([0, 1, 2, 3]);
    expect({ copies: copies.length, ns: ns.length }).to.deep.equal({ copies: turns.length, ns: turns.length });
    for (const one of ns) expect(one).to.be.closeTo(1000, 10);
  });

  it('has as many loops as its job allows', async () => {
    const { rounds } = await measureIn([0, 1, 2, 3], { takesTurns: true, seconds: 1, mostLoops: 2 });
    expect(new Set(rounds.copies)).to.deep.equal(new Set([0, 1]));
  });

  it('has no rounds if it had no turn', async () => {
    const { row, rounds } = await measureIn([], { takesTurns: true });
    expect({ name: row.name, nsPerCall: row.nsPerCall, verdict: row.verdict, rounds })
      .to.deep.equal({ name: 'a', nsPerCall: null, verdict: null, rounds: undefined });
  });

  it('waits for no turn and sends only its row if the job has no turns', async () => {
    const { row, rounds, left } = await measureIn([0, 1], { takesTurns: false });
    expect([row.nsPerCall > 0, rounds, left]).to.deep.equal([true, undefined, [0, 1]]);
  });
});

it('a test after the others is found by name, and measured when these have run, without other tiers', async () => {
  const machine = fakeMachine();
  const calls = [];
  const logged = (name, ns) => {
    const run = machine.test(ns);
    return () => { calls.push(name); run(); };
  };
  const [a, b, c] = parseSuite({ a: logged('a', 1000), b: logged('b', 2000), c: logged('c', 3000) }, settings);
  const tests = [a, b, { ...c, tier: 'optimized' }];
  const found = await new Promise((resolve) => {
    measureAll(tests, settings, { name: 'a', index: 1, seconds: 0.1, isAfterOthers: true }, toolsOf(machine), resolve);
  });
  expect([found.row.name, found.together]).to.deep.equal(['a', undefined]);
  expect(found.row.nsPerCall).to.be.closeTo(1000, 20);
  expect([...new Set(calls)]).to.deep.equal(['b', 'a']);
  expect(calls.lastIndexOf('b')).to.be.below(calls.indexOf('a'));
  expect(calls.filter((name) => name === 'b').length).to.be.above(1000);
});

it('all tests in one process are warmed up, and send their times in the order of the job', async () => {
  const machine = fakeMachine();
  // V8 optimizes it after 20 ms, which is long for a test with so little time.
  const [cold, warm, one] = [machine.test(1000), machine.test(250), machine.test(1000)];
  let startNs = Infinity;
  const isOptimized = () => machine.ns > startNs + 20e6;
  function b() {
    startNs = Math.min(startNs, machine.ns);
    (isOptimized() ? warm : cold)();
  }
  const natives = fakeNatives({ obeys: false, tierOf: () => (isOptimized() ? 'optimized' : 'baseline') });
  const tests = parseSuite({
    a: machine.test(100), b, callback(done) { one(); done(); }, slow: machine.test(5e4),
  }, settings);
  const names = ['b', 'a', 'slow', 'callback', 'missing'];
  const { row, together } = await new Promise((resolve) => {
    measureAll(tests, settings, { name: 'b', names, seconds: 0.03 }, toolsOf(machine, { natives }), resolve);
  });
  expect(row.name).to.equal('b');
  const times = together.map(({ nsPerCall }) => nsPerCall);
  expect(times[0]).to.be.closeTo(250, 12);
  expect(times[1]).to.be.closeTo(100, 5);
  expect(times[2]).to.be.closeTo(5e4, 2500);
  expect(times.slice(3)).to.deep.equal([null]);
});
