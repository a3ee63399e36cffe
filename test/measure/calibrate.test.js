'use strict';

const { expect } = require('chai');
const { clockWords } = require('#engine');
const { createCalibration, warmLoop } = require('#lib/calibrate');
const { createClock } = require('#lib/base/host/clock');
const reports = require('../helpers/engine-reports');
const { fakeNatives } = require('../helpers/fake-natives');
const { MAX_CALLS } = require('#lib/core/measure/loop');

/** Answers the requests of a generator with what `nsOf(calls, request's number)` says. */
function answer(steps, nsOf) {
  const requests = [];
  let step = steps.next();
  while (!step.done) {
    const [loop, calls] = step.value;
    requests.push({ loop, calls });
    step = steps.next(nsOf(calls, requests.length - 1));
  }
  return { value: step.value, requests, calls: requests.map((one) => one.calls) };
}

/** A clock of which each reading takes 20 ns. */
function tickingClock() {
  let ns = 0;
  return createClock({ nowNs: () => ns += 20, cpuNs: () => 0, wallMs: () => 0 });
}

describe('warming a loop', () => {
  const LOOP = { name: 'the loop', code() {} };

  it('grows by half, until one run takes as long as a slice', () => {
    // 10 ns a call: 1000 ns are reached at 141 calls, the first of the series that is over 100.
    const { calls, value, requests } = answer(warmLoop(LOOP, 1000), (n) => 10 * n);
    expect(calls.slice(0, 13)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 140]);
    expect(requests.every(({ loop }) => loop === LOOP)).to.equal(true);
    expect(value).to.equal(100);
  });

  const warmAsked = (natives) => warmLoop(LOOP, 1000, MAX_CALLS, natives);

  it('ends after sixty runs that are no faster, or after twenty if V8 can be asked', () => {
    for (const [steps, runs] of [[() => warmLoop(LOOP, 1000), 60], [() => warmAsked(fakeNatives()), 20]]) {
      // 12 of growing
      expect(answer(steps(), (n) => 10 * n).calls).to.have.length(12 + runs);
      // 4 % faster is no news, and does not make the slice longer
      const { calls, value } = answer(steps(), (n, i) => (i < 20 ? 10 : 9.6) * n);
      expect(calls).to.have.length(12 + runs);
      expect(value).to.equal(100);
    }
  });

  it('has V8 optimize the loop if it is late: one call, and one slice', function () {
    if (!reports.process) this.skip(); // a page has no account of tiers
    const natives = fakeNatives({ tierOf: () => 'baseline' });
    const { calls } = answer(warmAsked(natives), (n) => 10 * n);
    expect(natives.held).to.deep.equal([LOOP.code]);
    expect(natives.marked).to.deep.equal([LOOP.code]);
    expect(calls.slice(10, 16)).to.deep.equal([93, 140, 1, 140, 140, 140]);
    expect(calls).to.have.length(12 + 2 + 20);
  });

  it('waits for the compiler, ends after three runs of 1 ms, and makes no run longer than it may be', () => {
    const faster = (at) => (n, i) => (i < at ? 10 : 2) * n;
    for (const [sliceNs, most, nsOf, length, last, value] of [
      // 10 ns per call until the 25th run: 25 runs, one that shows the change, and sixty of 500 calls
      [1000, MAX_CALLS, faster(25), 86, [140, ...Array(60).fill(500)], 500],
      // At 1 us the first of the series over 1000 are 1065 calls
      [1e6, MAX_CALLS, (n) => 1000 * n, 20, [710, 1065, 1065, 1065, 1065], 1000],
      [0.99e6, MAX_CALLS, (n) => 1000 * n, 77, Array(61).fill(1065), 990],
      // 100 calls fill the slice
      [1000, 60, (n) => 10 * n, 70, [41, ...Array(61).fill(60)], 60],
      [1000, 60, faster(15), 76, Array(61).fill(60), 60],
    ]) {
      const found = answer(warmLoop(LOOP, sliceNs, most), nsOf);
      expect({ calls: found.calls.slice(-last.length), value: found.value }).to.deep.equal({ calls: last, value });
      expect(found.calls).to.have.length(length);
    }
  });

  it('is an error if the clock does not advance, with the number of calls', () => {
    let requests = 0;
    expect(() => answer(warmLoop(LOOP, 1000), () => { requests++; return 0; }))
      .to.throw(Error, `the clock did not advance during 1073741824 calls: ${clockWords}. `);
    expect(requests).to.be.below(60);
  });
});

describe('the empty loops of a process', () => {
  let made = 0;
  const each = () => { made++; };
  const never = () => { throw new Error('ran again'); };
  const FORMS = {
    plain: [undefined, { inline: true, each: null }],
    called: [{ inline: false }, { inline: false }],
    'with input': [{ each }, { inline: true, each: () => 5 }],
    'called with input': [{ inline: false, each }, { inline: false, each: () => 5 }],
    given: [{ given: [{ size: 1 }] }, { given: [{ size: 2 }] }],
    'given two': [{ given: [1, 2] }, { given: [3, 4] }],
    'called given': [{ inline: false, given: [1] }, { inline: false, given: [2] }],
  };

  for (const kind of ['sync', 'callback', 'promise']) {
    it(`are warmed once for each form, and end as empty tests do: ${kind}`, async () => {
      const calibration = createCalibration(tickingClock());
      const loops = new Set();
      for (const [name, [form, alike]] of Object.entries(FORMS)) {
        const { value, requests } = answer(calibration.reference(kind, form), (calls) => 0.4 * calls);
        // 60 microseconds at 0.4 ns
        expect(value.calls, name).to.equal(150000);
        expect(requests.length).to.be.above(20);
        expect(requests.every(({ loop }) => loop === value.loop)).to.equal(true);
        expect(answer(calibration.reference(kind, alike), never).value, name).to.equal(value);
        loops.add(value.loop);
        const [failure, ns] = await new Promise((resolve) => { value.loop.run(500, (...end) => resolve(end)); });
        expect({ failure, ns }, name).to.deep.equal({ failure: null, ns: 20 }); // two readings of that clock
      }
      expect(loops.size).to.equal(Object.keys(FORMS).length);
      expect(made, 'inputs of the test').to.equal(0);
    });
  }

  it('have no more calls than there are inputs made for them', () => {
    const calibration = createCalibration(tickingClock());
    for (const form of [{ each }, { inline: false, each }]) {
      // 60 microseconds at 0.1 ns are 600000 calls
      const { value, calls } = answer(calibration.reference('sync', form), (n) => 0.1 * n);
      expect([Math.max(...calls), value.calls]).to.deep.equal([262144, 262144]);
      // each of them has one: the loop does not read beyond its list
      let ended = null;
      value.loop.run(262144, (...end) => { ended = end; });
      expect(ended).to.deep.equal([null, 20]);
    }
    expect(answer(calibration.reference('sync'), (n) => 0.1 * n).value.calls).to.equal(600000);
  });
});

describe('the frequency chain', () => {
  function warmed(perCallNs = 32) {
    const calibration = createCalibration(tickingClock());
    const first = answer(calibration.frequency(), (calls) => perCallNs * calls);
    return { calibration, first };
  }

  it('is warmed once, to 40 microseconds, and shows the clock rate: 96 cycles per iteration', () => {
    const { calibration, first } = warmed();
    expect(first.value.calls).to.equal(1250);
    expect(answer(calibration.frequency(), () => { throw new Error('ran again'); }).value).to.equal(first.value);
    // 1250 turns of 96 cycles in 40000 + 20 ns of the clock: 120000 cycles / 40 us = 3000 MHz
    for (const [ns, mhz] of [[40020, 3000], [30020, 4000], [200020, 600], [6021, 19996.67]]) {
      expect(calibration.mhzOf(ns)).to.be.closeTo(mhz, 0.01);
    }
    // No processor is that fast or slow
    for (const ns of [200021, 6020, 20, 0, -5e6]) expect(calibration.mhzOf(ns), ns).to.be.NaN;
  });

  /** A clock on which runs of a loop take the listed times, one after the other, and then always the last one. */
  function scriptedClock(runsNs) {
    let ns = 0;
    let readings = 0;
    let script = null;
    const clock = createClock({
      nowNs() {
        if (!script) return ns += 20;
        if (readings++ % 2 === 1) ns += script.length > 1 ? script.shift() : script[0];
        return ns;
      },
      cpuNs: () => 0,
      wallMs: () => 0,
    });
    clock.costNs();
    script = runsNs.slice();
    return clock;
  }

  // One turn of 40 us ends the growing; one of 32 ns makes slices of 40000 / 32 = 1250 turns, which take 40 us at 3
  // GHz.
  const START = [40e3, 32, ...Array(60).fill(40e3)];

  it('has the rate of the faster of a hundred slices, without impossible ones, or null', () => {
    // 120000 cycles in 50 us are 2400 MHz, in 40 us 3000; an interruption makes a slice slower, and one of 24 000 / 7
    // MHz is an error of the clock. In 5 us they would be 24 GHz, and in 4 ms the chain was not compiled
    const slow = Array(80).fill(50020);
    for (const [runs, mhz] of [
      [[...slow, ...Array(19).fill(40020), 35020, 30020], 3000], [[5020, 40020, 5020, 40020], 3000], [[4e6], null],
    ]) {
      const found = createCalibration(scriptedClock([...START, ...runs])).chainMhz();
      expect(found && Math.round(found * 1e6) / 1e6).to.equal(mhz);
    }
  });
});
