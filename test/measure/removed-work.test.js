'use strict';

const { expect } = require('chai');
const { findRemovedWork } = require('../../lib/measure/removed-work');

const TURN_NS = 0.4;

/**
 * What the pass finds of a test on paper.
 *
 * @param {object} test
 * @param {number} test.ownNs of a call that is inlined, less the loop
 * @param {number} [test.calledNs] of one that is not, less the call
 * @param {function(number): number} [test.noise] by the number of the slice, a factor on all times
 */
function found({
  ownNs, calledNs = ownNs, noise = () => 1, fn = () => 5, kind = 'sync', inline = true, isTestOptimized = true,
  goalNs = 2e9, isCalled = false, mostCalls = 1e6, each,
}) {
  const loopOf = (ns) => ({ ns, prepare: each, swap(isEmpty) { this.isEmpty = isEmpty; } });
  const own = loopOf(ownNs + TURN_NS);
  const log = { calls: 0, made: 0, prepared: 0, warmed: 0 };
  let slices = 0;
  const nsOf = (loop, calls) => 25 + calls * noise(slices++) * (loop.isEmpty ? 4 : loop.ns);
  const task = {
    samples: { kind, isCalled, stopped: null }, form: { inline },
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
      return loopOf(calledNs + 4);
    },
    * warmExtra() { log.warmed++; },
    isTestOptimized: () => isTestOptimized,
  };
  const calibration = { * reference() { return { loop: loopOf(TURN_NS), calls: 1000 }; } };
  const clock = { costNs: () => 25, grainNs: () => 1 };
  const steps = findRemovedWork(task, fn, { clock, calibration }, goalNs);
  let step = steps.next();
  while (!step.done) {
    const [loop, calls] = step.value;
    if (loop.ns) {
      step = steps.next(nsOf(loop, calls));
    } else {
      log.prepared += calls;
      step = steps.next(0);
    }
  }
  return { warning: step.value, ...log };
}

describe('findRemovedWork', () => {
  it('calls a test hoisted that takes many times as long if it is not inlined, with the time of such a call', () => {
    for (const [ownNs, calledNs] of [[0.14, 9.7], [3.5, 28], [3.6, 19]]) {
      const { warning } = found({ ownNs, calledNs });
      expect(warning.code).to.equal('hoisted');
      expect(warning.calledNs).to.be.closeTo(calledNs, 1e-6);
    }
  });

  it('calls a test folded that takes less than three quarters of a turn of an empty loop', () => {
    for (const ownNs of [0, -0.01, 0.14, 0.26, 0.29]) {
      expect(found({ ownNs, calledNs: 0.3 }).warning, `${ownNs}`).to.deep.equal({ code: 'folded' });
    }
  });

  it('says nothing of tests that do their work', () => {
    for (const [ownNs, calledNs] of [[0.31, 0.3], [0.8, 0.4], [1.2, 2.7], [5.8, 9.1], [6, 17], [19.9, 20]]) {
      expect(found({ ownNs, calledNs }).warning, `${ownNs}`).to.equal(null);
    }
  });

  it('is not misled by others who have the core for some of the slices', () => {
    const noise = (i) => (i % 5 < 2 ? 1.8 : 1);
    expect(found({ ownNs: 0.5, calledNs: 0.6, noise }).warning).to.equal(null);
    expect(found({ ownNs: 0.14, calledNs: 0.3, noise }).warning).to.deep.equal({ code: 'folded' });
    expect(found({ ownNs: 3.5, calledNs: 28, noise }).warning.code).to.equal('hoisted');
  });

  it('does not call a test hoisted whose own code was not optimized', () => {
    expect(found({ ownNs: 3, calledNs: 100, isTestOptimized: false }).warning).to.equal(null);
    expect(found({ ownNs: 0.1, calledNs: 100, isTestOptimized: false }).warning).to.deep.equal({ code: 'folded' });
  });

  it('does not run for long tests, short goals, or forms that it could say nothing of', () => {
    const empty = [() => {}, function () {}, function named() { }];
    for (const more of [
      { ownNs: 25 }, { goalNs: 1e8 }, { kind: 'promise' }, { kind: 'callback' }, { inline: false }, { isCalled: true },
      ...empty.map((fn) => ({ fn })),
    ]) {
      const { warning, made } = found({ ownNs: 0.1, ...more });
      expect([warning, made], Object.keys(more)[0]).to.deep.equal([null, 0]);
    }
  });

  it('makes inputs for the empty calls, too, and keeps to the number of inputs', () => {
    const { warning, prepared, made, warmed } = found({ ownNs: 3, calledNs: 30, each() {}, mostCalls: 64 });
    expect(warning.code).to.equal('hoisted');
    expect(prepared).to.be.above(0);
    expect([made, warmed]).to.deep.equal([1, 1]);
  });

  it('makes two million calls at most of a test of no length', () => {
    expect(found({ ownNs: 0 }).calls).to.be.below(2e6);
  });
});
