'use strict';

const { expect } = require('chai');
const reports = require('../helpers/engine-reports');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { createReferences, createTask } = require('#lib/core/measure/task');
const { runSteps } = require('#lib/core/measure/run-steps');
const { show } = require('#lib/base/text/show');

/** What tasks of one machine share, and the names of the references that ran. */
function workshop(machine) {
  const tools =
    { clock: machine.clock, heap: machine.heap, calibration: machine.calibration, late() {} };
  const shop = { tools: { ...tools, references: createReferences(tools) }, ran: [] };
  machine.onReference = (name) => { shop.ran.push(name); };
  return shop;
}

/** Runs steps to their end: { failure, value }. */
const run = (steps) => new Promise((resolve) => { runSteps(steps, (failure, value) => resolve({ failure, value })); });

/** An opened task on a machine. opened: as run() returns it. */
async function taskOf(machine, plan, { shop = workshop(machine) } = {}) {
  const progress = { loop: null, calls: 0, slice: 0 };
  const task = createTask({ takesCallback: false, ...plan }, shop.tools, progress);
  const opened = await run(task.open());
  return { task, progress, shop, rounds: task.samples.rounds, opened };
}

const round = async (task, ...args) => {
  const { failure, value } = await run(task.round(...args));
  expect(failure).to.equal(null);
  return value;
};

describe('the first call of a test', () => {
  const loopNs = { sync: 0.5, callback: 0.7, promise: 40 };
  for (const kind of ['sync', 'promise', 'callback']) {
    for (const form of ['', ' with input', ' called']) {
      it(`is one cold round with its references, after its input was made: ${kind}${form}`, async () => {
        const machine = fakeMachine({ loopNs });
        const seen = [];
        const body = machine.test(1000);
        const fn = {
          sync(...args) { seen.push(args); body(); },
          async promise(...args) { seen.push(args); body(); },
          callback(...args) { seen.push(args.slice(0, -1)); body(); args[args.length - 1](); },
        }[kind];
        let made = 0;
        const each = form === ' with input' ? () => { machine.work(5e5); return { number: made++ }; } : null;
        const plan = { fn, each, takesCallback: kind === 'callback', inline: form !== ' called' };
        const { task, progress, rounds, opened, shop } = await taskOf(machine, plan);
        expect(opened.failure).to.equal(null);
        expect(progress).to.include({ calls: 1, slice: 1 });
        expect(task.samples).to.include({ kind, stopped: null, allocation: null });
        expect(rounds).to.have.length(1);
        expect(rounds[0]).to.include({ phase: 'cold', calls: 1, turn: 0, copy: 0 });
        // The body has a turn of the synchronous loop. The clock is read once more for a promise, in this first call.
        expect(rounds[0].ns).to.be.closeTo(1000.5 + (kind === 'promise' ? 40 : 20), 1e-3);
        expect(rounds[0].referenceNs).to.be.closeTo(loopNs[kind], 1e-3);
        expect(rounds[0].mhz).to.be.closeTo(3000, 0.1);
        expect(new Set(shop.ran)).to.deep.equal(new Set(['chain', 'sync', `${kind}${form}`]));
        const { ns } = await round(task, 4, 'measured', false);
        expect(ns).to.be.closeTo(4 * 1000.5 + 20, 1e-3);
        expect(seen).to.deep.equal([0, 1, 2, 3, 4].map((number) => (each ? [{ number }] : [])));
      });
    }
  }

  it('determines the kind: a promise if await would wait for its value', async () => {
    const then = (resolve) => resolve();
    const values = [undefined, null, 0, 5, '', 'then', true, Symbol('a'), {}, () => {}, { then: 5 }];
    const thenables = [Promise.resolve(), { then }, Object.assign(() => {}, { then }), Object.create({ then })];
    for (const [answer, kind, expected] of [
      ...values.map((value) => [() => value, null, 'sync']),
      ...thenables.map((value) => [() => value, null, 'promise']), [async () => {}, null, 'promise'],
      [() => ({ then() { throw new Error('awaited'); } }), 'sync', 'sync'], [() => 5, 'promise', 'promise'],
    ]) {
      const machine = fakeMachine();
      const fn = () => { machine.work(100); return answer(); };
      const { task, opened, shop } = await taskOf(machine, { fn, kind });
      expect({ failure: opened.failure, kind: task.samples.kind }, show(answer()))
        .to.deep.equal({ failure: null, kind: expected });
      expect(shop.ran).to.include(expected);
      expect(await round(task, 3, 'measured', true)).to.include({ calls: 3 });
    }
  });

  it('takes the time until a promise is settled, or a callback called', async () => {
    const machine = fakeMachine();
    const answer = (callback) => { machine.work(100); setImmediate(() => { machine.work(900); callback(); }); };
    const later = await taskOf(machine, { fn: () => new Promise(answer) });
    expect(later.rounds[0].ns).to.be.closeTo(1040, 1e-3);
    const { rounds, progress } = await taskOf(machine, { fn: answer, takesCallback: true });
    expect(rounds[0].ns).to.be.closeTo(1020, 1e-3);
    expect(progress.loop.surplus()).to.equal(null);
  });
});

describe('a round', () => {
  it('has the figures of its slice', async () => {
    const machine = fakeMachine();
    const { task, rounds, progress } = await taskOf(machine, { fn: machine.test(1000, { bytes: 32 }) });
    const done = await round(task, 50, 'measured', true, 7);
    const { ns, referenceNs, mhz, turnNs, cpuNs, ...others } = done;
    expect(others).to.deep.equal({ phase: 'measured', turn: 7, copy: 0, before: 1, calls: 50, preemptions: 0,
      queuedNs: 0, tier: null, heapBytes: 50 * 32 });
    expect(ns).to.be.closeTo(50 * 1000.4 + 20, 1e-3);
    expect([referenceNs, turnNs].map((one) => Math.round(one * 1e4))).to.deep.equal([4000, 4000]);
    expect(mhz).to.be.closeTo(3000, 0.1);
    // Between two readings of the processor's time lies one more of the heap, or none: a microsecond
    expect(cpuNs).to.be.within(50 * 1000.4, 50 * 1000.4 + 1000);
    expect(rounds[rounds.length - 1]).to.equal(done);
    expect(progress).to.include({ calls: 51, slice: 50 });
  });

  it('counts preemptions since the previous interrupted one, and the time that is lost', async () => {
    const machine = fakeMachine();
    let during = () => {};
    const fn = () => { during(); during = () => {}; machine.work(1000); };
    const { task } = await taskOf(machine, { fn });
    const before = task.lostNs();
    for (const [action, preemptions, lostNs] of [
      [() => machine.preempt(4e6), 1, 4e6], [() => { machine.preempt(1e6); machine.preempt(2e6); }, 2, 7e6],
      [() => {}, 0, 7e6], [() => machine.preempt(1e6), 2, 8e6], [() => machine.suspend(1e6), 0, 8e6],
    ]) {
      // Between two rounds
      if (preemptions === 0 && lostNs === 7e6) machine.preempt(1e6);
      during = action;
      expect((await round(task, 50, 'measured', false)).preemptions).to.equal(preemptions);
      expect(task.lostNs() - before).to.be.closeTo(lostNs, 8000);
    }
  });

  it('counts the time for which a waiting test was runnable, since the previous round', async () => {
    const machine = fakeMachine();
    let queuedNs = 5e9;
    machine.clock.queuedNs = () => queuedNs;
    const { task } = await taskOf(machine, { fn: machine.test(1000, { waits: 9000 }) });
    const next = async () => (await round(task, 50, 'measured', false)).queuedNs;
    await next();
    queuedNs += 7000;
    expect(await next()).to.equal(7000);
    expect(await next()).to.equal(0);
    queuedNs += 300;
    expect(await next()).to.equal(300);
    const busy = await taskOf(machine, { fn: machine.test(1000) });
    queuedNs += 300;
    expect((await round(busy.task, 50, 'measured', false)).queuedNs).to.equal(0);
  });

  it('is none if the processor is away next to a reading of the second one', async () => {
    for (const when of ['before', 'behind']) {
      for (let away = 1; away <= 6; away++) {
        const machine = fakeMachine({ grainNs: 1e5 });
        const { task } = await taskOf(machine, { fn: machine.test(10) });
        const { wallMs } = machine.clock;
        let readings = 0;
        machine.clock.wallMs = () => {
          const isAway = ++readings === away;
          if (isAway && when === 'before') machine.suspend(20e6);
          const ms = wallMs();
          if (isAway && when === 'behind') machine.suspend(20e6);
          return ms;
        };
        for (let i = 0; i < 20; i++) await round(task, 1, 'measured', false);
        expect(readings).to.be.above(away);
      }
    }
  });
});

describe('several loops around a test', () => {
  it('do not call a closed test, also if another test has requested them', async () => {
    const machine = fakeMachine();
    const { task } = await taskOf(machine, { fn: machine.test(1000, { kind: 'promise' }), kind: 'promise' });
    const loops = [task.extraLoop(), task.extraLoop()];
    task.close();
    const before = machine.calls;
    for (const loop of loops) await new Promise((resolve) => { loop.run(3, resolve); });
    expect(machine.calls).to.equal(before);
  });

  it('have the requested number, and take turns', async () => {
    for (const count of [0, 1, 3, 7]) {
      const machine = fakeMachine();
      const { task } = await taskOf(machine, { fn: machine.test(1000) });
      expect((await run(task.addCopies(count))).failure).to.equal(null);
      const copies = [];
      for (let i = 0; i < 24; i++) copies.push((await round(task, 5, 'measured', false)).copy);
      expect(copies.slice(0, count + 1).sort()).to.deep.equal(Array.from({ length: count + 1 }, (_, i) => i));
      expect(copies.slice(count + 1)).to.deep.equal(copies.slice(0, 23 - count));
    }
  });

  it('are warmed up for 2.5 ms each, in growing runs, and make no rounds', async () => {
    const machine = fakeMachine();
    const slices = [];
    const { task, rounds, progress } = await taskOf(machine, { fn: machine.test(1000) });
    const started = machine.ns;
    const before = machine.calls;
    const steps = task.addCopies(4);
    let step = steps.next();
    while (!step.done) {
      const [loop, calls] = step.value;
      slices.push([loop, calls]);
      loop.run(calls, (failure, ns) => { step = steps.next(ns); });
    }
    expect(new Set(slices.map(([loop]) => loop)).size).to.equal(4);
    // 1, 2, 3, 5, 8, ...: the sum of the first that reaches 2499 calls of 1000.4 ns
    const calls = slices.slice(0, slices.length / 4).map(([, n]) => n);
    expect(calls.slice(0, 8)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27]);
    for (let i = 1; i < calls.length; i++) expect(calls[i]).to.equal(Math.ceil(1.5 * calls[i - 1]));
    expect(machine.ns - started).to.be.within(4 * 2.5e6, 4 * 4e6);
    expect(machine.calls - before).to.be.within(4 * 2490, 4 * 4000);
    expect(rounds).to.have.length(1);
    expect(progress.calls).to.equal(machine.calls);
  });

  it('are optimized at once if V8 has not done so', async function () {
    if (!reports.process) this.skip(); // a page has no account of tiers
    const natives = fakeNatives({ tierOf: () => 'baseline' });
    const machine = fakeMachine({ natives });
    const shop = workshop(machine);
    shop.tools.natives = natives;
    const { task, rounds, progress } = await taskOf(machine, { fn: machine.test(1000) }, { shop });
    await round(task, 5, 'warm-up', false);
    const before = natives.marked.length;
    await run(task.addCopies(3));
    expect(task.codes()).to.have.length(4);
    expect(natives.marked.slice(before)).to.deep.equal(task.codes().slice(1));
    expect(rounds).to.have.length(2);
    const done = natives.marked.length;
    const calls = progress.calls;
    await run(task.hasten(5));
    expect(progress.calls - calls, 'one call, and a slice').to.equal(6);
    expect(natives.marked.slice(done), 'the first one').to.deep.equal(task.codes().slice(0, 1));
  });

  it('are not made for tests of other kinds, or with inputs', async () => {
    const machine = fakeMachine();
    for (const plan of [
      { fn: machine.test(1000, { kind: 'promise' }) },
      { fn: machine.test(1000, { kind: 'callback' }), takesCallback: true },
      { fn: machine.test(1000), each: () => 1 },
    ]) {
      const { task } = await taskOf(machine, plan);
      const calls = machine.calls;
      expect((await run(task.addCopies(5))).failure).to.equal(null);
      expect(machine.calls).to.equal(calls);
      for (let i = 0; i < 4; i++) expect((await round(task, 2, 'measured', false)).copy).to.equal(0);
    }
  });
});

it('afterEach shortens slices so that its calls take 50 ms at most', async () => {
  const machine = fakeMachine();
  const { task } = await taskOf(machine, { fn: machine.test(1000), afterEach() { machine.work(1e6); } });
  await round(task, 40, 'measured', false);
  expect(task.mostCalls()).to.be.above(1000);
  await round(task, 80, 'measured', false);
  expect(task.mostCalls()).to.be.within(49, 50);
});

describe('the inputs of a slice', () => {
  /** mostCalls() after slices of so many calls, with inputs of so many bytes each. */
  async function mostCallsAfter(slices, bytes, options) {
    const machine = fakeMachine({ youngBytes: 1e9, limitBytes: 1e12, ...options });
    const each = () => { machine.allocate(bytes); return 1; };
    const { task } = await taskOf(machine, { fn: machine.test(100), each });
    const most = [task.mostCalls()];
    for (const calls of slices) {
      await round(task, calls, 'warm-up', false);
      most.push(task.mostCalls());
    }
    return most;
  }

  // A reading of the heap takes 600 bytes, once in a slice
  const fitting = (bytes) => Math.floor(4e6 / (bytes + 600 / 16));
  it('take 4 MB at most, and are sixteen until their size is known', async () => {
    for (const [bytes, slices, expected] of [
      [1000, [1, 2, 3, 8, 15], [16, 16, 16, 16, 16, 16]], [500, [16], [16, fitting(500)]],
      [1e5, [16], [16, fitting(1e5)]], [1e7, [16], [16, 1]], [0, [16, 1000], [16, 65536, 65536]],
    ]) expect(await mostCallsAfter(slices, bytes)).to.deep.equal(expected);
  });

  it('double if a collection hides their allocation', async () => {
    // The heap is smaller after these inputs than before: each making of them ends with a collection
    const machine = fakeMachine({ youngBytes: 1e9 });
    let used = 1e9;
    const shop = workshop(machine);
    shop.tools.heap = { ...machine.heap, limitBytes: () => 1e12, usedBytes: () => used };
    const { task } = await taskOf(machine, { fn: machine.test(100), each() { used -= 100; return 1; } }, { shop });
    const most = [];
    for (let i = 0; i < 14; i++) {
      await round(task, 16, 'warm-up', false);
      most.push(task.mostCalls());
    }
    expect(most).to.deep.equal([32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 65536, 65536]);
  });
});
