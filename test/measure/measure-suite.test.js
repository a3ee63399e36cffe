'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { estimateProgress } = require('#lib/core/measure/measure-suite');

const sum = (values) => values.reduce((total, value) => total + value, 0);
const roundsOf = (member) => member.task.samples.rounds;
const inPhase = (member, phase) => roundsOf(member).filter((one) => one.phase === phase);
const measuredOf = (member) => inPhase(member, 'measured');
const nextTurn = () => new Promise(setImmediate);

/**
 * Measures a suite on a machine on paper, to its end.
 *
 * @param {function(object)|number[]} suite given the machine, returns the tests; or ns per call of each
 * @param {object} [options] of the machine
 */
function measured(suite, plan, watch, options) {
  const machine = fakeMachine(options);
  const tests = typeof suite === 'function' ? suite(machine) : suite.map((ns) => machine.test(ns));
  const outcome = machine.suite(tests, plan, watch);
  expect(outcome).to.include({ ended: 1, failure: null });
  return { ...outcome, machine, members: outcome.state.members };
}

/** As measured(), for asynchronous tests. */
async function measuredLater(suite, plan, watch) {
  const machine = fakeMachine();
  const outcome = machine.suite(suite(machine), plan, watch);
  await outcome.over;
  expect(outcome.failure).to.equal(null);
  return { ...outcome, machine, members: outcome.state.members };
}

/** Tests whose calls take so many ns; onCall(): called with each of them. */
function namedTests(machine, bodies, onCall) {
  const tests = {};
  for (const name of Object.keys(bodies)) {
    const body = machine.test(bodies[name]);
    tests[name] = () => { onCall(); return body(); };
  }
  return tests;
}

/**
 * Measures a suite of synchronous tests, and notes the order of all slices.
 *
 * @returns {object} as measured(), with turns: for each turn [{ what, ns }]; what: the name of a test, 'twin', or ~ and
 *   the name of a reference; shares: of the work, after each turn
 */
function watched(bodies, plan) {
  const segments = [];
  const shares = [];
  let segment = [];
  let state = null;
  const nameOf = (one) => (one.isTwin ? 'twin' : one.test.name);
  let machine;
  const tell = (what) => {
    if (segment.length === 0 || segment[segment.length - 1].what !== what) segment.push({ what, ns: machine.ns });
  };
  const outcome = measured((given) => {
    machine = given;
    machine.onReference = (name) => tell(`~${name}`);
    return namedTests(machine, bodies, () => tell(nameOf(state.current)));
  }, plan, {
    begin(given) { state = given; },
    between() {
      segments.push(segment);
      segment = [];
      shares.push(estimateProgress(state).share);
    },
  });
  const before = Object.keys(bodies).length + outcome.members.length;
  return { ...outcome, turns: segments.slice(before), shares: shares.slice(before), nameOf };
}

const testsIn = (turn) => turn.map((one) => one.what).filter((what) => what[0] !== '~');

it('a suite with parameters runs one combination after the other, each from its setup to its teardown', () => {
  const machine = fakeMachine();
  const heard = [];
  const say = (what) => { if (heard[heard.length - 1] !== what) heard.push(what); };
  let size = 0;
  const testsOf = (given) => [1e3, 2e3].map((ns, i) => {
    const body = machine.test(ns);
    return {
      fn() {
        if (size !== given) throw new Error(`set up for ${size}, and not for ${given}`);
        say(`run ${given}`);
        return body();
      },
      setup() { size = given; },
      teardown() { if (i === 1) say(`teardown ${given}`); },
    };
  });
  const groups = [10, 100, 1000];
  const { state, failure } = machine.suite(groups.flatMap(testsOf), { timeGoal: 0.02, twin: true }, {
    begin({ tests }) { tests.forEach((test, i) => { test.group = i >> 1; }); },
  });
  expect(failure).to.equal(null);
  expect(heard).to.deep.equal(groups.flatMap((given) => [`run ${given}`, `teardown ${given}`]));
  expect(state.members.map((member) => [member.failure, member.isTwin]))
    .to.deep.equal([...Array(6).fill([null, false]), [null, true]]);
  expect(state.members[6].test).to.equal(state.tests[0]);
  for (const member of state.members) expect(member.spentNs).to.be.within(0.8 * 2e7, 1.2 * 2e7);
});

describe('the turns of a suite', () => {
  const suites = {
    fast: { a: 3e3, b: 5e3, c: 1e4 },
    'of one': { a: 5e3 },
    mixed: { a: 5e3, b: 2e6, c: 7e6, d: 1e5 },
  };
  it('contain each test that is due once, in any order', () => {
    for (const name of Object.keys(suites)) {
      for (const order of name === 'fast' ? ['rotating', 'given', 'random'] : ['rotating']) {
        const { members, turns, nameOf } = watched(suites[name], { timeGoal: 0.1, order });
        for (const member of members) {
          const due = [];
          const last = Math.max(...measuredOf(member).map((one) => one.turn));
          for (let turn = 0; turn <= last; turn += member.every) due.push(turn);
          const held = [];
          turns.forEach((turn, i) => { for (const what of testsIn(turn)) if (what === nameOf(member)) held.push(i); });
          expect(held, nameOf(member)).to.deep.equal(due);
          // Each round knows its turn; the ones before the first are of no turn.
          const settling = inPhase(member, 'warm-up').map((one) => one.turn).filter((turn) => turn > 0);
          const first = measuredOf(member)[0].turn;
          expect(measuredOf(member).map((one) => one.turn)).to.deep.equal(due.filter((turn) => turn >= first));
          expect(settling).to.deep.equal(due.filter((turn) => turn > 0 && turn < first));
        }
      }
    }
  });

  it('begin with one slice of each reference, which serves 10 ms', () => {
    for (const [bodies, timeGoal, isLong] of [
      [{ a: 3e3, b: 5e3, c: 1e4 }, 0.1, false], [{ a: 4e6, b: 4e6, c: 4e6, d: 4e6, e: 3e7, f: 4e6 }, 0.19, true],
    ]) {
      const turns = watched(bodies, { timeGoal }).turns.filter((one) => one.length);
      let readings = 0;
      for (const turn of turns) {
        let readNs = -Infinity;
        turn.forEach(({ what, ns }, i) => {
          if (what === '~chain') {
            readings++;
            expect(turn[i + 1].what).to.equal('~sync');
            expect(ns - readNs).to.be.above(10e6);
            readNs = ns;
          } else {
            // The references themselves take 0.1 ms
            expect(ns - readNs).to.be.below(10.2e6);
          }
        });
      }
      if (isLong) expect(readings).to.be.above(2 * turns.length);
      else expect(readings).to.equal(turns.length).and.be.above(100);
    }
  });

  it('do not count at first in long runs, so that V8 settles', () => {
    // 0.1 s have room for 300 slices
    for (const member of watched({ a: 1e4, b: 2e4 }, { timeGoal: 0.1 }).members) {
      expect(measuredOf(member)[0].turn).to.equal(3);
    }
    // 0.1 s have room for 50 calls of 2 ms
    for (const member of watched({ a: 2e6, b: 2e6 }, { timeGoal: 0.1 }).members) {
      expect(measuredOf(member)[0].turn).to.equal(0);
    }
  });

  it('let the event loop turn every 20 ms, but only if a test is asynchronous', () => {
    for (const asynchronous of [true, false]) {
      const machine = fakeMachine();
      let turned = 0;
      machine.clock.nextTurn = (action) => { turned++; action(); };
      machine.suite([machine.test(1e4), machine.test(2e4)], { timeGoal: 0.2, asynchronous });
      // 0.6 s in all, a tenth of it for the warm-up; two more turns for each of three tests
      if (asynchronous) expect(turned).to.be.within(26, 36);
      else expect(turned).to.equal(0);
    }
  });
});

describe('the order within a turn', () => {
  /** Each order of all tests, and how often it came. */
  function ordersOf(size, order, ns = 1e4) {
    const bodies = {};
    for (let i = 0; i < size; i++) bodies[i] = ns;
    const { turns } = watched(bodies, { timeGoal: 0.1, twin: false, order });
    return turns.map(testsIn).filter((turn) => turn.length === size);
  }

  it('puts each test first equally often, and none always after the same test', () => {
    for (const size of [2, 3, 9]) {
      const orders = ordersOf(size, 'rotating');
      expect(orders.length).to.be.above(150);
      const first = {};
      const after = {};
      for (const turn of orders) {
        expect(new Set(turn).size).to.equal(size);
        first[turn[0]] = (first[turn[0]] || 0) + 1;
        for (let k = 1; k < size; k++) after[turn.slice(k - 1, k + 1)] = (after[turn.slice(k - 1, k + 1)] || 0) + 1;
      }
      expect(Object.keys(first)).to.have.length(size);
      for (const count of Object.values(first)) expect(count / orders.length).to.be.within(0.8 / size, 1.2 / size);
      for (const count of Object.values(after)) expect(count / orders.length).to.be.below(0.55);
    }
  });

  it('takes both directions for tests that are due in each 16th turn, too', () => {
    const orders = ordersOf(2, 'rotating', 2e6).map((turn) => turn.join(''));
    const forward = orders.filter((turn) => turn === '01').length;
    expect(forward / orders.length).to.be.within(0.35, 0.65);
  });

  it('is the order of the definition, or random, according to the setting', () => {
    for (const [size, least] of [[1, 1], [3, 6], [5, 40]]) {
      const names = '01234'.slice(0, size);
      expect(new Set(ordersOf(size, 'given').map((turn) => turn.join('')))).to.deep.equal(new Set([names]));
      const orders = ordersOf(size, 'random').map((turn) => turn.join(''));
      for (const turn of orders) expect([...turn].sort().join('')).to.equal(names);
      expect(new Set(orders).size).to.be.at.least(least);
    }
  });
});

describe('the time of a suite', () => {
  const suites = {
    'fast tests': [[1e3, 2e3, 1e4], 0.1],
    'fast tests and a short time': [[1e3, 2e3, 1e4], 0.03],
    'slow tests': [[2e6, 3e6, 7e6], 0.19],
    'calls of a tenth of the time': [[1.9e7, 1.9e7], 0.19],
    'fast and slow tests and several loops': [[1e4, 2e6, 1e5, 7e6], 1],
  };
  it('follows the plan for each test, and for the twin', () => {
    for (const name of Object.keys(suites)) {
      const [bodies, timeGoal] = suites[name];
      const goalNs = timeGoal * 1e9;
      for (const twin of [true, false]) {
        const { machine, members } = measured(bodies, { timeGoal, twin });
        for (const member of members) {
          expect(member.failure).to.equal(null);
          expect(member.spentNs, member.test.name).to.be.within(0.85 * goalNs, 1.15 * goalNs);
        }
        expect(machine.ns).to.be.within(0.85 * goalNs * members.length, 1.15 * goalNs * members.length);
        const hasTwin = twin && bodies.length > 1 && bodies[0] < 1.9e7;
        expect(members.length).to.equal(bodies.length + (hasTwin ? 1 : 0));
        // The tests share all the time, apart from the probing of the clock.
        expect(sum(members.map((one) => one.spentNs))).to.be.within(0.98 * machine.ns, machine.ns);
      }
    }
  });

  it('comes in slices of half a millisecond, shorter in a short time, and in 6000 rounds at most', () => {
    for (const [timeGoal, sliceNs] of [[0.19, 5e5], [0.4, 5e5], [0.06, 2e5], [0.002, 3e4]]) {
      for (const member of measured([sliceNs / 30, sliceNs / 10], { timeGoal }).members) {
        const rounds = measuredOf(member);
        expect(new Set(rounds.map((one) => one.calls)).size).to.equal(1);
        expect(rounds[0].ns).to.be.within(0.9 * sliceNs, 1.1 * sliceNs);
        expect(member.every).to.equal(1);
      }
    }
    for (const member of measured([1e5, 1e5], { timeGoal: 20 }).members) {
      expect(measuredOf(member).length).to.be.within(3000, 6001);
    }
  });

  it('is two measured calls after the first one if a call takes longer and is slow, and one otherwise', () => {
    for (const [ns, timeGoal, calls] of [[2e8, 0.05, 2], [6e7, 0.05, 2], [1e9, 0.001, 2], [1e6, 0, 1]]) {
      const { members: [fast, slow] } = measured([1e4, ns], { timeGoal });
      expect(roundsOf(slow).map((one) => [one.phase, one.calls]))
        .to.deep.equal([['cold', 1], ...Array(calls).fill(['measured', 1])]);
      expect({ slow: slow.measured, fast: fast.measured }).to.deep.equal({ slow: true, fast: true });
    }
  });

  it('ends before a call that would end further from it than the call before', () => {
    // And 3 ms for warming the references: 45 ms are nearer to 50 than 66, 51 nearer than 35
    for (const [ns, calls] of [[1.95e7, 2], [1.6e7, 3]]) {
      expect(measured([ns], { timeGoal: 0.05 }).machine.calls).to.equal(calls);
    }
  });

  it('allows several loops around each test, but one is enough for long calls', () => {
    // One for each 25 ms, 24 at the most; not fewer than 8
    for (const [timeGoal, copies] of [[0.19, 1], [0.21, 8], [0.41, 16], [1, 24]]) {
      for (const member of measured([3e3, 5e3], { timeGoal }).members) {
        expect(new Set(measuredOf(member).map((one) => one.copy)).size, `${timeGoal} s`).to.equal(copies);
      }
    }
    const [limited] = measured([3e3], { timeGoal: 1, mostLoops: 2 }).members;
    expect(new Set(measuredOf(limited).map((one) => one.copy)).size).to.equal(2);
    const { members: [, long] } = measured([1e4, 2e8], { timeGoal: 1 });
    expect(roundsOf(long).every((one) => one.copy === 0)).to.equal(true);
    expect(long.spentNs).to.be.below(1.2e9);
  });
});

it('slow tests of a suite run every n-th turn, a power of two, as many slices as their call is long', () => {
  const { members } = watched(
    { fast: 1e4, equal: 5e5, two: 1e6, six: 3e6, sixteen: 8e6 }, { timeGoal: 0.19, twin: false });
  // 3 ms are 6 slices of 0.5 ms: nearer to 8 than to 4 as a ratio
  expect(members.map((one) => one.every)).to.deep.equal([1, 1, 2, 8, 16]);
  for (const member of members) if (member.every > 1) expect(member.calls).to.equal(1);
});

describe('tests that collect garbage', () => {
  // 1e5 bytes of room and 1000 bytes a call: a collection each 100 calls
  const HEAP = { youngBytes: 1e5, pauseNs: 1e4 };
  const suite = (machine) => ({
    a: machine.test(1e4, { bytes: 1000 }), b: machine.test(2e4, { bytes: 1000 }), c: machine.test(1e4),
    d: machine.test(5e3, { bytes: 500 }),
  });

  it('get slices of equal length, long enough for several collections', () => {
    const { members } = measured(suite, { timeGoal: 0.4 }, {}, HEAP);
    expect(members.map((one) => one.collects)).to.deep.equal([true, true, false, true, true]);
    // A 24th of the time, 16.7 ms: 33.3 slices of 0.5 ms
    for (const member of members.filter((one) => one.collects)) {
      expect(member.sliceNs).to.be.within(0.99 * 4e8 / 24, 1.01 * 4e8 / 24);
      expect(member.every).to.equal(32);
      expect(measuredOf(member)[0].ns).to.be.within(0.9 * 4e8 / 24, 1.1 * 4e8 / 24);
    }
    expect(members[2].every).to.equal(1);
    expect(members[2].sliceNs).to.be.within(4.9e5, 5.1e5);
    for (const member of members) expect(member.spentNs).to.be.within(0.85 * 4e8, 1.15 * 4e8);
  });

  it('get the length for the test with the fewest collections', () => {
    // 5 collections of b are 5 x 500 calls of 10 us, 25 ms: more than a 24th of the time
    const { members: [a, b] } = measured((machine) => (
      { a: machine.test(2e4, { bytes: 1000 }), b: machine.test(1e4, { bytes: 200 }) }), { timeGoal: 0.5 }, {}, HEAP);
    expect({ a: a.collects, b: b.collects }).to.deep.equal({ a: true, b: true });
    expect(b.sliceNs).to.be.within(22e6, 30e6);
    expect(a.sliceNs).to.be.within(0.99 * b.sliceNs, 1.01 * b.sliceNs);
  });

  it('keep short slices without the time for long ones', () => {
    for (const member of measured(suite, { timeGoal: 0.03 }, {}, HEAP).members) {
      expect(member).to.include({ collects: false, every: 1 });
    }
  });
});

describe('setup and teardown', () => {
  const hooked = (machine, log, names, more = {}) => Object.fromEntries(names.map((name) => {
    let called = false;
    const body = machine.test(2e4);
    return [name, {
      setup() { log.push(`setup ${name}`); },
      fn() { if (!called) log.push(`first ${name}`); called = true; body(); log.latest = log.length; },
      teardown() { log.push(`teardown ${name}`); },
      ...more[name],
    }];
  }));

  it('are called once each, in the order of the tests, before the first call and after all calls', () => {
    const log = [];
    const { members } = measured((machine) => hooked(machine, log, ['a', 'b', 'c']), { timeGoal: 0.02 });
    expect(members).to.have.length(4); // one of them the twin
    expect([...log]).to.deep.equal(['setup a', 'first a', 'setup b', 'first b', 'setup c', 'first c',
      'teardown a', 'teardown b', 'teardown c']);
    expect(log.latest, 'no call after a teardown').to.equal(6);
  });

  it('get no arguments but the value of setup, and their time does not count', () => {
    const seen = [];
    const { members } = measured((machine) => {
      const hook = (...args) => {
        seen.push(args);
        machine.work(3e8);
        return 'value';
      };
      return [{ fn: machine.test(1e4), setup: hook, teardown: hook }, machine.test(1e4)];
    }, { timeGoal: 0.02 });
    expect(seen).to.deep.equal([[], ['value']]);
    for (const member of members) expect(member.spentNs).to.be.below(0.03e9);
  });

  it('fail only their test', async () => {
    for (const [error, fail] of [
      [new Error('mine'), (given) => { throw given; }], [undefined, (given) => { throw given; }],
      [new Error('mine'), async (given) => { throw given; }],
      [new Error('mine'), (given) => ({ get then() { throw given; } })],
    ]) {
      for (const stage of ['setup', 'teardown']) {
        const log = [];
        const hooks = { b: { [stage]: () => fail(error) } };
        const { members: [a, b, c, twin] } = await measuredLater(
          (machine) => hooked(machine, log, ['a', 'b', 'c'], hooks), { timeGoal: 0.02 });
        expect(b.failure).to.deep.equal({ stage, error });
        for (const member of [a, c, twin]) {
          expect(member.failure).to.equal(null);
          expect(measuredOf(member).length).to.be.above(20);
        }
        expect(b.measured).to.equal(stage === 'teardown');
        if (stage === 'setup') expect(log).to.not.include('first b').and.not.include('teardown b');
        expect(log).to.include.members(['setup a', 'setup c', 'teardown a', 'teardown c']);
      }
    }
  });
});

describe('a test of a suite that fails', () => {
  const error = new Error('mine');

  /** A test that throws on its call with this number. */
  const throwing = (machine, at, thrown = error, ns = 2e4) => {
    let calls = 0;
    return () => { machine.work(ns); if (++calls === at) throw thrown; };
  };

  it('fails alone, is not called again, and has its teardown', () => {
    // The first call; one of the warm-up; one of a measured slice; one in an additional loop during its warm-up
    for (const [at, timeGoal] of [[1, 0.05], [50, 0.05], [700, 0.05], [2500, 0.25]]) {
      const log = [];
      let calls = 0;
      const { members: [a, b, c, twin] } = measured((machine) => {
        const fail = throwing(machine, at);
        const fn = () => { calls++; fail(); };
        return { a: machine.test(2e4), b: { fn, teardown() { log.push('teardown b'); } }, c: machine.test(2e4) };
      }, { timeGoal });
      expect(b.failure).to.deep.equal({ stage: 'test', error });
      expect({ calls, log, isTwin: twin.isTwin }).to.deep.equal({ calls: at, log: ['teardown b'], isTwin: true });
      for (const member of [a, c, twin]) {
        expect(member.failure).to.equal(null);
        expect(member.spentNs).to.be.within(0.85e9 * timeGoal, 1.15e9 * timeGoal);
      }
    }
  });

  it('keeps its first failure if its teardown fails as well', () => {
    const { members } = measured((machine) => ({
      a: machine.test(2e4), b: { fn: throwing(machine, 100), teardown() { throw new Error('second'); } },
    }), { timeGoal: 0.02 });
    expect(members[1].failure).to.deep.equal({ stage: 'test', error });
  });
});

describe('a test that is given its turns', () => {
  const TURN_NS = 3e6;

  /** One test that is given turns of these numbers; between two turns 50 ms pass in which other processes run. */
  function inTurns(numbers, body, { plan = {}, test = {} } = {}) {
    const machine = fakeMachine();
    const fn = typeof body === 'function' ? () => { body(machine); machine.work(1000); } : machine.test(body);
    const left = typeof numbers === 'function' ? null : numbers.slice();
    const next = left === null ? numbers : () => (left.length > 0 ? left.shift() : null);
    const asked = [];
    let chains = 0;
    machine.onReference = (name) => { if (name === 'chain') chains++; };
    const outcome = machine.suite({ test: { fn, ...test } }, { timeGoal: 0.2, ...plan }, {
      nextTurn(action) {
        asked.push({ ns: machine.ns, chains });
        machine.suspend(5e7);
        action(next());
      },
    });
    const [member] = outcome.state.members;
    return { machine, outcome, member, asked, left, rounds: measuredOf(member) };
  }

  it('measures in turns of 3 ms only, each with several rounds of its number and a reading of the references', () => {
    const { outcome, member, rounds, asked } = inTurns([0, 1, 2, 3, 8], 1000);
    expect([outcome.ended, outcome.failure, member.failure, member.measured]).to.deep.equal([1, null, null, true]);
    expect([...new Set(rounds.map(({ turn }) => turn))]).to.deep.equal([0, 1, 2, 3, 8]);
    for (const turn of [0, 1, 2, 3, 8]) expect(rounds.filter((one) => one.turn === turn).length).to.be.above(1);
    for (const { ns, calls } of rounds) expect(ns / calls).to.be.within(1000, 1010);
    for (let i = 1; i < asked.length; i++) {
      expect(asked[i].ns - asked[i - 1].ns - 5e7).to.be.within(0.7 * TURN_NS, 1.5 * TURN_NS);
      expect(asked[i].chains).to.be.above(asked[i - 1].chains);
    }
    // Warmed up before, and without the time between turns
    expect(asked[0].ns).to.be.above(1e6);
    expect(inPhase(member, 'warm-up').length).to.be.above(0);
    expect(member.spentNs).to.be.below(asked[0].ns + 5 * 2 * TURN_NS);
  });

  it('has one round in each turn if a call takes longer than that', () => {
    const { rounds } = inTurns([0, 1, 2], 2e7);
    // The first one was the second call of the warm-up, which showed that calls are long.
    expect(rounds.map(({ turn, calls }) => [turn, calls])).to.deep.equal([[0, 1], [0, 1], [1, 1], [2, 1]]);
  });

  it('first runs for 1 ms if it allocates, because its memory is no longer in the caches', () => {
    /** Time of the second turn that no round has */
    const restNs = (bytes) => {
      const { asked, rounds } = inTurns([0, 1, 2, 3], ({ allocate }) => allocate(bytes));
      const ofRounds = rounds.filter(({ turn }) => turn === 1).reduce((sum, { ns }) => sum + ns, 0);
      return asked[2].ns - asked[1].ns - 5e7 - ofRounds;
    };
    expect(restNs(0)).to.be.below(0.3e6);
    for (const bytes of [400, 1000]) expect(restNs(bytes), `${bytes}`).to.be.within(1e6, 2e6);
    expect(restNs(200)).to.be.below(0.3e6); // per 1000 ns: the caches hardly matter
  });

  it('goes on warming up if a call is long because of a collection', () => {
    let calls = 0;
    const times = [38, 16, 30, 28, 12, 29];
    const { member, rounds } = inTurns([0, 1, 2], ({ work }) => {
      work((calls < times.length ? times[calls++] : 3) * 1e6);
    });
    expect(inPhase(member, 'warm-up').length).to.be.above(2 * times.length);
    expect(rounds[0].ns / rounds[0].calls).to.be.within(3e6, 3.1e6);
  });

  it('is torn down after its last turn, or after a failure, which is the last', () => {
    let turns = 0;
    const torn = [];
    const test = { teardown: () => torn.push(turns) };
    const until = (failing) => {
      turns = 0;
      const next = () => (++turns <= 5 ? turns : null);
      return inTurns(next, () => { if (turns === failing) throw new Error('broken'); }, { test });
    };
    expect(until(Infinity).member.failure).to.equal(null);
    const { member, rounds } = until(3);
    expect(member.failure).to.include({ stage: 'test' });
    expect([...new Set(rounds.map(({ turn }) => turn))]).to.deep.equal([1, 2]);
    expect(torn).to.deep.equal([6, 3]);
  });
});

it('the twin ends if the first test retains too much, because both fill the same arrays', () => {
  const { members } = measured((machine) => (
    { leak: machine.test(1e4, { bytes: 1e4, kept: 1e4 }), good: machine.test(1e4) }),
  { timeGoal: 1, twin: true }, undefined, { limitBytes: 3e7 });
  const [leak, good, twin] = members.map(({ task }) => task.samples.stopped);
  expect(leak).to.have.property('limitBytes', 3e7);
  expect(twin).to.equal(leak);
  expect(good).to.equal(null);
});

it('the twin is a second run of the first test that works, if there is another to compare with', () => {
  const good = 'good';
  for (const [bodies, plan, expected] of [
    [{ a: good, b: good }, {}, ['a']],
    [{ a: 'bad', b: good, c: good }, {}, ['b']],
    [{ a: 'bad setup', b: 'bad', c: good, d: good }, {}, ['c']],
    [{ a: good, b: good }, { twin: false }, []],
    [{ a: good }, {}, []],
    [{ a: 'bad', b: good }, {}, []],
    [{ a: 'bad', b: 'bad' }, {}, []],
  ]) {
    const fail = () => { throw new Error('mine'); };
    const { members } = measured((machine) => Object.fromEntries(Object.entries(bodies).map(([name, kind]) => (
      [name, { fn: kind === 'bad' ? fail : machine.test(1e4), ...kind === 'bad setup' && { setup: fail } }]))),
    { timeGoal: 0.01, ...plan });
    expect(members.filter((one) => one.isTwin).map((one) => one.test.name)).to.deep.equal(expected);
  }
});

describe('a suite that may end early', () => {
  function ended(looks, plan = {}) {
    const machine = fakeMachine({ natives: fakeNatives() });
    const asked = [];
    const log = [];
    let state = null;
    const outcome = machine.suite(
      { a: { fn: machine.test(1e4), teardown() { log.push('teardown'); } }, b: machine.test(2e4),
        c: machine.test(3e4) },
      { timeGoal: 0.1, ...plan },
      { begin(given) { state = given; }, looks: [0.25, 0.5, 0.75], enough() {
          asked.push(estimateProgress(state).share);
          return asked.length === looks ? 'clear' : null;
        } });
    expect(outcome).to.include({ ended: 1, failure: null });
    expect(log).to.deep.equal(['teardown']);
    return { asked, machine, members: state.members };
  }

  it('calls enough() at each look, and ends when that returns a reason', () => {
    for (const [looks, share] of [[1, 0.25], [2, 0.5], [3, 0.75], [Infinity, 1]]) {
      const { asked, machine, members } = ended(looks);
      expect(asked).to.have.length(Math.min(looks, 3));
      asked.forEach((at, i) => expect(at).to.be.within((i + 1) / 4, (i + 1) / 4 + 0.03));
      expect(machine.ns).to.be.within(0.95 * share * 4e8, (share + 0.05) * 4e8);
      for (const member of members) {
        expect(member.spentNs).to.be.within(0.88 * share * 1e8, 1.12 * share * 1e8);
        expect(member.endedEarly).to.equal(looks <= 3 ? 'clear' : null);
        if (looks <= 3) expect(measuredOf(member).length).to.equal(measuredOf(members[0]).length);
      }
    }
  });

  it('ends each combination of parameters separately, and leaves no time to do', () => {
    const machine = fakeMachine();
    const asked = [];
    let state = null;
    machine.suite([1e4, 2e4, 1e4, 2e4, 1e4, 2e4].map((ns) => machine.test(ns)), { timeGoal: 0.1 }, {
      begin(given) {
        state = given;
        state.tests.forEach((test, i) => { test.group = i >> 1; });
      },
      looks: [0.25, 0.5, 0.75],
      enough(members, all, twin) {
        asked.push([members.map((one) => state.tests.indexOf(one.test)), all.length, state.tests.indexOf(twin.test)]);
        return members[0].test === state.tests[2] ? null : 'clear';
      },
    });
    expect(asked).to.deep.equal([[[0, 1, 0], 2, 0], [[2, 3], 4, 0], [[2, 3], 4, 0], [[2, 3], 4, 0], [[4, 5], 6, 0],
    ]);
    expect(state.members.map((member) => member.endedEarly))
      .to.deep.equal(['clear', 'clear', null, null, 'clear', 'clear', 'clear']);
    expect(estimateProgress(state).leftSeconds).to.be.below(0.01);
  });
});

it('estimateProgress returns the share and the rest of the time', () => {
  const spent = (spentNs, failure = null, leftRounds = 0) => (
    { failure, spentNs, sliceNs: 1e9, tally: { leftRounds: () => leftRounds } });
  for (const [title, members, { timeGoal = 1, size = members.length }, share, leftSeconds] of [
    ['nothing', [], { size: 2 }, 0, 2],
    ['a test that has not begun', [spent(5e8)], { size: 2 }, 0.25, 1.5],
    ['half of one', [spent(5e8), spent(1e9)], {}, 0.75, 0.5],
    ['a twin', [spent(5e8), spent(1e9), spent(0)], { size: 2 }, 0.5, 1.5],
    ['a failed test', [spent(5e8, {}), spent(5e8)], {}, 2 / 3, 0.5],
    ['more than its time', [spent(9e9), spent(0)], {}, 0.9, 1],
    ['no time', [spent(5e8)], { timeGoal: 0 }, 1, 0],
    ['a slow test', [spent(1e9, null, 2)], {}, 1 / 3, 2],
  ]) {
    const found = estimateProgress({ members, tests: Array(size), plan: { timeGoal } });
    expect(found, title).to.deep.equal({ share, leftSeconds });
  }
});

it('callback tests of a suite are checked for a second answer in a turn of the event loop', async () => {
  // Only the very last call is answered twice: of two, because each takes longer than there is time.
  let calls = 0;
  const { members } = await measuredLater((machine) => ({
    twice(callback) { machine.work(6e6); setImmediate(callback); if (++calls === 2) setImmediate(callback); },
  }), { timeGoal: 0.005 });
  expect(calls).to.equal(2);
  expect(members[0].failure).to.deep.equal({ stage: 'test', twice: true, index: -1 });
});

describe('a test of a suite that never answers', () => {
  it('is ended by the watchdog and not called again, and the other tests continue', async () => {
    const limited = (one) => ({ timeout: 0.25, ...one });
    for (const [stage, silentOf] of [
      ['test', (machine, wait) => ({ fn(callback) { machine.work(1e5); if (!wait(100, callback)) callback(); } })],
      ['test', (machine, wait) => ({
        fn() { machine.work(1e5); return new Promise((resolve) => { if (!wait(100, resolve)) resolve(); }); },
      })],
      ['setup', (machine, wait) => ({ setup: () => ({ then: (resolve) => wait(1, resolve) }), fn: machine.test(1e5) })],
      ['teardown', (machine, wait) => (
        { teardown: () => ({ then: (resolve) => wait(1, resolve) }), fn: machine.test(1e5) })],
    ]) {
      const machine = fakeMachine();
      let calls = 0;
      let answer = null;
      /** Whether this call never answers. */
      const wait = (at, resolve) => ++calls === at && (answer = resolve);
      const tests = { a: machine.test(1e5), silent: limited(silentOf(machine, wait)), c: machine.test(1e5),
        d: machine.test(1e5, { kind: 'callback' }) };
      const { state: { members }, over } = machine.suite(tests, { timeGoal: 0.03, twin: false });
      while (!answer) await nextTurn();
      await nextTurn();
      machine.wait(249);
      await nextTurn();
      expect({ failure: members[1].failure, repeats: machine.repeats.length, ms: machine.repeats[0].ms })
        .to.deep.equal({ failure: null, repeats: 1, ms: 100 });
      machine.wait(1);
      expect((await over).failure).to.equal(null);
      expect(members[1].failure).to.include({ stage, limitMs: 250 });
      for (const i of [0, 2, 3]) {
        expect(members[i].failure).to.equal(null);
        expect(measuredOf(members[i]).length).to.be.above(10);
      }
      expect(machine.repeats.map(({ ended }) => ended)).to.deep.equal([true]);
      const before = calls;
      answer();
      await nextTurn();
      expect(calls).to.equal(before);
    }
  });

  it('has its own limit, or ten times its time, but at least 60 s', async () => {
    for (const [timeout, timeGoal, limitMs] of [
      [undefined, 0.03, 60000], [undefined, 8, 80000], [0.25, 4, 250], [90, 0.03, 90000],
    ]) {
      const machine = fakeMachine();
      const outcome = machine.suite([{ fn: (_callback) => { machine.work(1e5); }, timeout }], { timeGoal });
      machine.wait(limitMs - 1);
      expect(outcome.state.members[0].failure).to.equal(null);
      machine.wait(1);
      await outcome.over;
      expect(outcome.state.members[0].failure).to.deep.equal({ stage: 'test', limitMs, index: 0 });
    }
  });

  it('is followed by no hidden copy of a test if it took the time that the command has left', async () => {
    for (const [most, members] of [[250, 3], [Infinity, 4]]) {
      const machine = fakeMachine();
      const tests = { silent: { fn(_callback) {}, timeout: 1 }, b: machine.test(1e5), c: machine.test(1e5) };
      const outcome = machine.suite(tests, { timeGoal: 0.03, twin: true }, { mostMs: () => most });
      machine.wait(1000);
      await outcome.over;
      expect(outcome.state.members).to.have.length(members);
    }
  });
});

it('a suite with a coarse clock has slices of fewer than 100000 calls', () => {
  const machine = fakeMachine({ grainNs: 1e6 });
  const { state, ended } = machine.suite([machine.test(1e3), machine.test(1e3)], { timeGoal: 0 });
  expect(ended).to.equal(1);
  expect(state.members[0].calls).to.be.below(1e5);
});
