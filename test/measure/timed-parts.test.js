'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { Stopwatch, timedInParts } = require('#lib/core/measure/timed-parts');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { collectSources } = require('#lib/core/estimate/test-rows');

/** The row of a test of which only parts are timed; make(machine, watch) returns the arguments of timedInParts(). */
async function rowOf(make, more = {}, timeGoal = 0.5) {
  const machine = fakeMachine();
  const watch = new Stopwatch(machine.clock.nowNs);
  const [fn, hooks] = make(machine, watch);
  const suite = { test: { fn: timedInParts(fn, { ...hooks, watch }), ...more } };
  const { state, failure, over } = machine.suite(suite, { timeGoal });
  await over;
  expect(failure).to.equal(null);
  return summarizeSuite(collectSources(state, null), { ...state.plan, baselineAvg: false })[0];
}

describe('a test of which only parts are timed', () => {
  it('is timed without its hooks, which run around each call', async () => {
    const order = [];
    const log = (name) => { if (order.length < 6) order.push(name); };
    const row = await rowOf((machine) => [() => { log('fn'); machine.work(2000); }, {
      before: () => { log('before'); machine.work(5e4); }, after: () => { log('after'); machine.work(7000); },
    }]);
    expect(row.nsPerCall).to.be.closeTo(2000, 1);
    expect(order).to.deep.equal(['before', 'fn', 'after', 'before', 'fn', 'after']);
    expect(row).to.include({ cpuNsPerCall: null, memory: null });
    // Its slices are limited by the whole time.
    expect(row.rounds).to.be.above(40);
  });

  it('is timed between its marks', async () => {
    const row = await rowOf((machine) => [(own) => {
      machine.work(3e4);
      own.start();
      machine.work(2000);
      own.end();
      machine.work(3e4);
      own.start();
      machine.work(500);
      own.end();
    }]);
    // The second part has one more reading of the clock.
    expect(row.nsPerCall).to.be.closeTo(2520, 1);
  });

  it('waits for promises of hooks, and of the function', async () => {
    const work = (machine) => machine.work(2000);
    const late = async (machine) => { await null; work(machine); };
    for (const [fn, kind] of [[late, null], [work, 'promise']]) {
      const seen = [];
      const row = await rowOf((machine) => [() => fn(machine), {
        before: async () => { await null; machine.work(100); seen[0] = true; },
        after: async () => { machine.work(900); seen[1] = true; },
      }], kind ? { kind } : {}, 0.05);
      expect(row.nsPerCall).to.be.closeTo(2000, 1);
      expect({ kind: row.kind, seen }).to.deep.equal({ kind: 'promise', seen: [true, true] });
    }
  });

  it('can report its time, from which nothing is subtracted', async () => {
    const row = await rowOf((machine) => [(own) => { machine.work(1e4); own.tell(3000); }]);
    expect(row.nsPerCall).to.be.closeTo(3000, 1);
  });
});
