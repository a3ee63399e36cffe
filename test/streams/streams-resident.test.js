'use strict';

const { expect } = require('chai');
const { createSampler } = require('#lib/extras/streams/resident');

/** A sampler over times and sizes that a test sets. */
function scene(deps) {
  const state = { ns: 0, bytes: 1000, looks: 0, tick: null, stopped: false, costNs: 0 };
  const clock = {
    nowNs: () => { state.looks++; return state.ns; },
    repeat(action, ms, keepsAlive) {
      expect({ ms, keepsAlive }).to.deep.equal({ ms: 50, keepsAlive: false });
      state.tick = action;
      return () => { state.stopped = true; };
    },
  };
  const sampler = createSampler(clock, {
    rss: () => { state.ns += state.costNs; return state.bytes; },
    resetPeak() { throw new Error('no such file'); },
    peakKb: () => null,
    ...deps,
  });
  const chunks = (count, ns) => {
    for (let i = 0; i < count; i++) {
      state.ns += ns;
      sampler.chunk();
    }
  };
  const tickAt = (ns, more) => {
    Object.assign(state, { ns, ...more });
    state.tick();
  };
  return { state, sampler, chunks, tickAt };
}

describe('resident memory', () => {
  it('has a mean by time, and the highest sample as its peak', () => {
    const { state, sampler, tickAt } = scene();
    sampler.start();
    tickAt(10e6, { bytes: 3000 });
    Object.assign(state, { ns: 40e6, bytes: 1000 });
    // 2000 on the way up for 10 ms, and down for 30
    expect(sampler.end()).to.deep.equal(
      { peakRssBytes: 3000, meanRssBytes: 2000, isPeakExact: false, rssSamples: 3, samplerShare: 0 });
    expect(state.stopped).to.equal(true);
  });

  it('is null if the system hides it, but may have a peak there', () => {
    const rss = () => { throw new Error('no such file'); };
    for (const [deps, expected] of [
      [{ rss }, { peakRssBytes: null, meanRssBytes: null, isPeakExact: false, rssSamples: 0, samplerShare: 0 }],
      [{ rss, resetPeak() {}, peakKb: () => 7 }, { peakRssBytes: 7 * 1024, meanRssBytes: null, isPeakExact: true }],
    ]) {
      const { sampler, chunks } = scene(deps);
      sampler.start();
      chunks(100, 1e6);
      expect(sampler.end()).to.include(expected);
    }
  });

  it('is sampled every 10 ms at most, and less often if that takes long', () => {
    // After 10 ms, and then each 50; those at the ends do not count.
    for (const [times, costNs, share] of [[100, 0, 0], [500, 1e5, 0.002]]) {
      const { state, sampler, tickAt } = scene();
      sampler.start();
      state.costNs = costNs;
      for (let i = 0; i < times; i++) tickAt(state.ns + 1e6);
      const { rssSamples, samplerShare } = sampler.end();
      expect(rssSamples).to.equal(12);
      expect(samplerShare).to.be.closeTo(share, 1e-4);
    }
  });

  it('is sampled by chunks without a timer, with few readings of the clock, also if chunks become slow', () => {
    const { state, sampler, chunks } = scene();
    sampler.start();
    chunks(1e5, 1000);
    expect(sampler.end().rssSamples).to.be.within(9, 12);
    expect(state.looks).to.be.within(20, 400);
    const slow = scene();
    slow.sampler.start();
    slow.chunks(5000, 1000);
    slow.chunks(2000, 20e6);
    expect(slow.sampler.end().rssSamples).to.be.above(900);
  });

  it('counts the time of its samples, except the first and the last', () => {
    const { state, sampler, tickAt } = scene();
    state.costNs = 1e6;
    sampler.start();
    tickAt(50e6);
    state.ns = 100e6;
    expect(sampler.end().samplerShare).to.be.closeTo(0.01, 1e-4);
  });

  it('has the peak of the kernel if there is one, never below a sample', () => {
    const fail = () => { throw new Error('EACCES'); };
    const resetPeak = () => {};
    const peakKb = () => 8;
    for (const [deps, bytes, peakRssBytes, isPeakExact] of [
      [{ resetPeak, peakKb }, 1000, 8192, true],
      [{ resetPeak, peakKb }, 9000, 9000, true],
      [{ resetPeak: fail, peakKb }, 1000, 1000, false],
      [{ resetPeak, peakKb: fail }, 1000, 1000, false],
      [{ resetPeak, peakKb: () => null }, 1000, 1000, false],
    ]) {
      const { state, sampler } = scene(deps);
      state.bytes = bytes;
      sampler.start();
      // The kernel needs no timer.
      expect(state.tick === null).to.equal(deps.resetPeak === resetPeak);
      expect(sampler.end()).to.include({ peakRssBytes, isPeakExact });
    }
  });
});
