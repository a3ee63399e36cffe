'use strict';

const { expect } = require('chai');
const { measureNotInlined } = require('#lib/core/measure/not-inlined');

/**
 * What the pass finds of a test on paper.
 *
 * @param {object} test
 * @param {number} [test.ns] of a call with its turn of the loop
 * @param {number} [test.notInlinedNs] of a test that is not inlined, less the call
 * @param {function(number): number} [test.noise] by the number of the slice, a factor on all times
 */
function found({
  ns = 3, notInlinedNs = 30, noise = () => 1, fn = () => 5, kind = 'sync', inline = true, isTestOptimized = true,
  goalNs = 2e9, isCalled = false, mostCalls = 1e6, grainNs = 1, each,
}) {
  const loopOf = (perCallNs) => ({ perCallNs, prepare: each, swap(isEmpty) { this.isEmpty = isEmpty; } });
  const own = loopOf(ns);
  const log = { calls: 0, made: 0, prepared: 0, warmed: 0 };
  let slices = 0;
  const nsOf = (loop, calls) => 25 + calls * noise(slices++) * (loop.isEmpty ? 4 : loop.perCallNs);
  const task = {
    samples: { kind, isCalled, stopped: null, rounds: [{ calls: 1e5, ns: 25 + 1e5 * ns }] }, form: { inline },
    loops: () => [own],
    mostCalls: () => mostCalls,
    * slice(loop, calls) {
      log.calls += calls;
      expect(calls).to.be.within(1, mostCalls);
      return { calls, ns: nsOf(loop, calls) };
    },
    extraLoop(more) {
      expect(more).to.deep.equal({ inline: false });
      log.made++;
      return loopOf(notInlinedNs + 4);
    },
    * warmExtra() { log.warmed++; },
    isTestOptimized: () => isTestOptimized,
  };
  const steps = measureNotInlined(task, fn, { clock: { costNs: () => 25, grainNs: () => grainNs } }, goalNs);
  let step = steps.next();
  while (!step.done) {
    const [loop, calls] = step.value;
    if (!loop.perCallNs) log.prepared += calls;
    step = steps.next(loop.perCallNs ? nsOf(loop, calls) : 0);
  }
  return { notInlined: step.value, ...log };
}

describe('measureNotInlined', () => {
  it('gives the time of a call that is not inlined, less the time of an empty function', () => {
    for (const notInlinedNs of [0, 0.3, 9.7, 66]) {
      const { notInlined } = found({ notInlinedNs });
      expect(notInlined.notInlinedNs).to.be.closeTo(notInlinedNs, 1e-6);
      expect(notInlined.inlinedNs).to.be.closeTo(3, 1e-6);
    }
  });

  it('makes at most four million calls of a test that takes no time, and no more if the clock jumps back', () => {
    expect(found({ ns: -0.1, mostCalls: 1e9 }).calls).to.be.below(4e6);
    expect(found({ noise: (i) => (i === 0 ? -1 : 1) }).calls).to.equal(found({}).calls);
  });

  it('ignores contention in some of the slices', () => {
    const { notInlined } = found({ notInlinedNs: 0.6, noise: (i) => (i % 5 < 2 ? 1.8 : 1) });
    expect(notInlined.notInlinedNs).to.be.below(1.2);
  });

  it('gives null of a test whose own code was not optimized', () => {
    expect(found({ isTestOptimized: false }).notInlined).to.deep.equal({
      notInlinedNs: null, inlinedNs: null, keepsObject: false,
    });
  });

  it('does not run for long tests, short goals, coarse clocks, or forms without a possible result', () => {
    for (const more of [
      { ns: 25 }, { goalNs: 1e8 }, { kind: 'promise' }, { kind: 'callback' }, { inline: false }, { isCalled: true },
      { grainNs: 1e6 }, { fn: () => {} }, { fn() {} }, { fn: function named() { } },
    ]) {
      const { notInlined, made, calls } = found(more);
      expect({ notInlined, made, calls }, Object.keys(more)[0]).to.deep.equal({ notInlined: null, made: 0, calls: 0 });
    }
  });

  it('makes inputs for the empty calls, too, and keeps to the number of inputs', () => {
    const { notInlined, prepared, made, warmed } = found({ each() {}, mostCalls: 64 });
    expect(notInlined.notInlinedNs).to.be.closeTo(30, 1e-6);
    expect(prepared).to.be.above(0);
    expect({ made, warmed }).to.deep.equal({ made: 1, warmed: 1 });
  });
});
