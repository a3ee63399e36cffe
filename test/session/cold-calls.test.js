'use strict';

const { expect } = require('chai');
const { measureCold } = require('#lib/core/session/cold-calls');

/** A clock that advances by 30 ns per reading, and by the time that tests add to it */
function handClock() {
  const clock = { ns: 0, nowNs: () => (clock.ns += 30), grainNs: () => 30, nextTurn: (action) => setImmediate(action) };
  return clock;
}

const parsed = (more) => ({
  name: 'a', kind: null, takesCallback: false, setup: null, teardown: null, each: null, given: [], ops: null,
  bytes: null, items: null, ...more,
});

function rowOf(test, clock = handClock()) {
  let due = null;
  const watchdog = { start(ms, made, action) { due = () => action({ limitMs: ms }); }, stop() { due = null; } };
  return new Promise((resolve) => {
    measureCold(parsed(test), { opsPerTest: 1 }, { clock, watchdog }, 5000, resolve);
    // Late callbacks come within a few turns of the event loop.
    const wait = (turns) => setImmediate(() => { if (turns > 0) wait(turns - 1); else if (due) due(); });
    wait(20);
  });
}

describe('a first call', () => {
  it('passes the value of setup to a test with one parameter, which may be a callback', async () => {
    const seen = [];
    const fn = (a) => { seen.push(a); };
    const test = { given: [], takesCallback: true, mayMeanValue: true, setup: () => 'made', fn };
    const row = await rowOf(test);
    expect({ error: row.error, kind: row.kind, seen }).to.deep.equal({ error: null, kind: 'sync', seen: ['made'] });
  });

  it('is the time of one call without the overhead of a call', async () => {
    const clock = handClock();
    let calls = 0;
    const row = await rowOf({ fn() { calls++; clock.ns += 5000; } }, clock);
    expect(calls).to.equal(1);
    expect(row).to.include(
        { verdict: 'unresolved', nsPerCall: 5000, overheadNs: 30, calls: 1, rounds: 1, kind: 'sync', isCold: true,
          cycles: null, nsLow: null, nsHigh: null, error: null });
    expect(row.collections).to.deep.equal({ count: null, share: null, seconds: null, bytesPerCall: null });
    expect(row.results).to.include({ avg: 2e5, count: 1, elapsed: 5e-6, runs: 1 });
  });

  it('follows calls of an empty function, and ignores interrupted ones', async () => {
    const clock = handClock();
    const { nowNs } = clock;
    let readings = 0;
    clock.nowNs = () => { if (++readings === 5) clock.ns += 1e6; return nowNs(); };
    expect((await rowOf({ fn() { clock.ns += 5000; } }, clock)).nsPerCall).to.equal(5000);
  });

  it('counts operations, bytes and items', async () => {
    const clock = handClock();
    const row = await rowOf({ fn() { clock.ns += 1000; }, ops: 10, bytes: 500, items: 2 }, clock);
    expect([row.ops, row.results.avg, row.bytesPerSecond, row.itemsPerSecond]).to.deep.equal([10, 1e7, 5e8, 2e6]);
  });

  it('ends when its promise is settled, or when it calls back, at once or later', async () => {
    const clock = handClock();
    const called = (later) => ({
      takesCallback: true, fn(callback) { later(() => { clock.ns += 900; callback(); }); },
    });
    for (const [test, kind] of [
      [{ async fn() { await null; clock.ns += 900; } }, 'promise'], [called((action) => action()), 'callback'],
      [called(setImmediate), 'callback'],
    ]) expect(await rowOf(test, clock)).to.include({ kind, nsPerCall: 900 });
  });

  it('runs between setup and teardown, which are not timed', async () => {
    const clock = handClock();
    const order = [];
    const note = (what) => async () => { await null; clock.ns += 1e6; order.push(what); };
    const row =
      await rowOf({ setup: note('setup'), teardown: note('teardown'), fn() { order.push('test'); clock.ns += 100; } },
        clock);
    expect(order).to.deep.equal(['setup', 'test', 'teardown']);
    expect(row.nsPerCall).to.equal(100);
  });

  it('is followed by the teardown if it fails, but not if its setup does', async () => {
    const order = [];
    const teardown = (value) => { order.push(value); };
    const fail = () => { throw new Error('no'); };
    const row = await rowOf({ setup: () => 'made', fn: fail, teardown });
    expect({ order, message: row.error.message }).to.deep.equal({ order: ['made'], message: 'Error: no' });
    await rowOf({ setup: fail, fn() {}, teardown });
    expect(order).to.deep.equal(['made']);
  });

  it('receives an input that was created before, or the parameters', async () => {
    const clock = handClock();
    const given = Object.freeze({ size: 2 });
    const seen = [];
    const row = await rowOf(
        { given: [], each() { clock.ns += 1e6; return 'made'; }, fn(...args) { seen.push(args); clock.ns += 100; } },
          clock);
    await rowOf({ given: [given], fn(...args) { seen.push(args); } });
    await rowOf({ given: [given], takesCallback: true, fn(params, callback) { seen.push([params]); callback(); } });
    await rowOf({ fn(...args) { seen.push(args); } });
    expect(seen).to.deep.equal([['made'], [given], [given], []]);
    expect(row.nsPerCall).to.equal(100);
  });

  it('does not include afterEach, which receives the input', async () => {
    const clock = handClock();
    const seen = [];
    const afterEach = (value, input) => { seen.push(input); clock.ns += 1e6; };
    for (const takesCallback of [false, true]) {
      const fn = takesCallback ? (input, callback) => { clock.ns += 100; callback(); } : () => { clock.ns += 100; };
      const row = await rowOf({ given: [], each: () => 'made', afterEach, takesCallback, fn }, clock);
      expect(row.nsPerCall).to.equal(100);
    }
    expect(seen).to.deep.equal(['made', 'made']);
    const failed = await rowOf({ fn() {}, afterEach() { throw new Error('no file'); } });
    expect(failed.error.message).to.equal('afterEach: Error: no file');
  });

  it('is below the resolution if the clock cannot measure it', async () => {
    const row = await rowOf({ fn() {} });
    expect(row).to.include({ verdict: 'below-resolution', nsPerCall: 0 });
    expect(row.warnings).to.deep.equal([{ code: 'below-resolution', resolutionNs: 30 }]);
    expect(row.results.avg).to.equal(null);
  });

  for (const [what, test, error] of [
    ['throws', { fn() { throw new Error('no'); } }, { code: 'threw', message: 'Error: no', calls: '1' }],
    ['rejects', { async fn() { throw new Error('no'); } }, { code: 'threw', message: 'Error: no', calls: '1' }],
    ['calls back with an error', { takesCallback: true, fn: (callback) => callback(new Error('no')) },
      { code: 'called-back', message: 'called back with Error: no', calls: '1' }],
    ['calls back twice', { takesCallback: true, fn(callback) { callback(); callback(); } },
      { code: 'called-twice', calls: '1' }],
    ['throws after its answer', { takesCallback: true, fn(callback) { callback(); throw new Error('no'); } },
      { code: 'threw', message: 'Error: no', calls: '1' }],
    ['never answers', { takesCallback: true, fn() {} },
      { code: 'timed-out', message: 'did not call back within 5 s', calls: '1' }],
    ['has a setup that throws', { setup() { throw new Error('no'); }, fn() {} },
      { code: 'threw', message: 'setup: Error: no', calls: null }],
    ['has a teardown that throws', { teardown() { throw new Error('no'); }, fn() {} },
      { code: 'threw', message: 'teardown: Error: no', calls: null }],
    ['cannot make its input', { each() { throw new Error('no'); }, fn() {} }, { code: 'threw', message: 'Error: no' }],
  ]) {
    it(`fails if the test ${what}`, async () => {
      const row = await rowOf(test);
      expect(row).to.include({ verdict: 'failed', nsPerCall: null, calls: 0 });
      expect(row.error).to.include(error);
    });
  }
});
