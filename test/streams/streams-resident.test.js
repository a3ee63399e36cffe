'use strict';

const { expect } = require('chai');
const { createSampler } = require('../../lib/streams/resident');

/** A sampler over times and sizes that a test sets. */
function scene(deps) {
  const state = { ns: 0, bytes: 1000, looks: 0, tick: null, stopped: false };
  const sampler = createSampler({ nowNs: () => { state.looks++; return state.ns; } }, {
    rss: () => { state.ns += state.costNs || 0; return state.bytes; },
    resetPeak() { throw new Error('no such file'); },
    peakKb: () => null,
    repeat(action, ms) {
      expect(ms).to.equal(50);
      state.tick = action;
      return () => { state.stopped = true; };
    },
    ...deps,
  });
  return { state, sampler };
}

describe('resident memory', () => {
  it('has a mean by time, and the highest sample as its peak', () => {
    const { state, sampler } = scene();
    sampler.start();
    state.ns = 10e6;
    state.bytes = 3000;
    state.tick();
    state.ns = 40e6;
    state.bytes = 1000;
    // 2000 on the way up for 10 ms, and down for 30
    expect(sampler.end()).to.deep.equal(
      { peakRssBytes: 3000, meanRssBytes: 2000, isPeakExact: false, rssSamples: 3, samplerShare: 0 });
    expect(state.stopped).to.equal(true);
  });

  it('is not known where the system hides it, and may have a peak there', () => {
    const rss = () => { throw new Error('no such file'); };
    const hidden = scene({ rss });
    const told = scene({ rss, resetPeak() {}, peakKb: () => 7 });
    for (const { state, sampler } of [hidden, told]) {
      sampler.start();
      for (let i = 0; i < 100; i++) {
        state.ns += 1e6;
        sampler.chunk();
      }
    }
    expect(hidden.sampler.end())
      .to.deep.equal({ peakRssBytes: null, meanRssBytes: null, isPeakExact: false, rssSamples: 0, samplerShare: 0 });
    expect(told.sampler.end()).to.include({ peakRssBytes: 7 * 1024, meanRssBytes: null, isPeakExact: true });
  });

  it('weighs what lasts', () => {
    const { state, sampler } = scene();
    sampler.start();
    state.ns = 10e6;
    state.tick();
    state.ns = 20e6;
    state.bytes = 5000;
    state.tick();
    state.ns = 90e6;
    const { meanRssBytes } = sampler.end();
    expect(meanRssBytes).to.be.closeTo((10 * 1000 + 10 * 3000 + 70 * 5000) / 90, 1e-6);
  });

  it('is sampled every 10 ms at the most', () => {
    const { state, sampler } = scene();
    sampler.start();
    for (let ms = 1; ms <= 100; ms++) {
      state.ns = ms * 1e6;
      state.tick();
    }
    expect(sampler.end().rssSamples).to.equal(12);
  });

  it('is sampled more rarely where that takes long', () => {
    const { state, sampler } = scene();
    sampler.start();
    state.costNs = 1e5;
    for (let ms = 1; ms <= 500; ms++) {
      state.ns += 1e6;
      state.tick();
    }
    // After 10 ms, and then each 50; those at the ends do not count.
    const { rssSamples, samplerShare } = sampler.end();
    expect(rssSamples).to.equal(12);
    expect(samplerShare).to.be.closeTo(0.002, 1e-4);
  });

  it('is sampled by chunks where no timer runs, with few looks at the clock', () => {
    const { state, sampler } = scene();
    sampler.start();
    // A chunk each microsecond, for 100 ms.
    for (let i = 1; i <= 1e5; i++) {
      state.ns = i * 1000;
      sampler.chunk();
    }
    const { rssSamples } = sampler.end();
    expect(rssSamples).to.be.within(9, 12);
    expect(state.looks).to.be.within(20, 400);
  });

  it('is looked at more often where chunks become slow', () => {
    const { state, sampler } = scene();
    sampler.start();
    for (let i = 1; i <= 5000; i++) {
      state.ns += 1000;
      sampler.chunk();
    }
    for (let i = 0; i < 2000; i++) {
      state.ns += 20e6;
      sampler.chunk();
    }
    expect(sampler.end().rssSamples).to.be.above(900);
  });

  it('knows what sampling took, but for its first and last', () => {
    const { state, sampler } = scene();
    state.costNs = 1e6;
    sampler.start();
    state.ns = 50e6;
    state.tick();
    state.ns = 100e6;
    expect(sampler.end().samplerShare).to.be.closeTo(0.01, 1e-4);
  });

  it('has an exact peak where the kernel keeps one', () => {
    let resets = 0;
    const { sampler } = scene({ resetPeak() { resets++; }, peakKb: () => 8 });
    sampler.start();
    expect(sampler.end()).to.include({ peakRssBytes: 8192, isPeakExact: true });
    expect(resets).to.equal(1);
  });

  it('needs no timer where the kernel keeps the peak', () => {
    const { state, sampler } = scene({ resetPeak() {}, peakKb: () => 8 });
    sampler.start();
    expect(state.tick).to.equal(null);
    sampler.end();
  });

  it('is never below a sample', () => {
    const { state, sampler } = scene({ resetPeak() {}, peakKb: () => 8 });
    state.bytes = 9000;
    sampler.start();
    expect(sampler.end()).to.include({ peakRssBytes: 9000, isPeakExact: true });
  });

  it('has none where it cannot be set back, or be read', () => {
    const fail = () => { throw new Error('EACCES'); };
    for (const deps of [{ resetPeak: fail, peakKb: () => 8 }, { resetPeak() {}, peakKb: fail },
        { resetPeak() {}, peakKb: () => null }]) {
      const { sampler } = scene(deps);
      sampler.start();
      expect(sampler.end()).to.include({ peakRssBytes: 1000, isPeakExact: false });
    }
  });

  it('of this process is what the system says', () => {
    const sampler = createSampler({ nowNs: () => Number(process.hrtime.bigint()) });
    sampler.start();
    const held = Buffer.alloc(3e7, 1);
    const { peakRssBytes, isPeakExact } = sampler.end();
    expect(peakRssBytes).to.be.within(held.length, 4e9);
    if (isPeakExact) expect(process.platform).to.equal('linux');
  });
});
