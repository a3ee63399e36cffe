'use strict';

const { expect } = require('chai');
const { clockWords } = require('#engine');
const { createCalibration, warm, callsFor, sliceFor, clockStandsStill } = require('../../lib/measure/references');
const { createClock } = require('../../lib/host/clock');
const tells = require('../helpers/engine-tells');
const { fakeNatives } = require('../helpers/fake-natives');
const { MAX_CALLS } = require('../../lib/measure/loop');

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

describe('calls of a slice', () => {
  const cases = [
    [60e3, 0.4, 150000],
    [1000, 3, 333],
    [1000, 600, 2],      // 1.67
    [1000, 5000, 1],
    [1e12, 0.1, MAX_CALLS],
    [1000, 0, MAX_CALLS],
    [1000, -3, MAX_CALLS],
    [1000, NaN, MAX_CALLS],
    [1000, Infinity, 1],
  ];
  for (const [sliceNs, perCallNs, calls] of cases) {
    it(`are ${calls} for ${sliceNs} ns at ${perCallNs} ns each`,
      () => expect(callsFor(sliceNs, perCallNs)).to.equal(calls));
  }
});

describe('the empty reference of tests with parameters', () => {
  it('is one of its own, whose test gets an argument', () => {
    const { reference } = createCalibration(tickingClock());
    const of = (form) => answer(reference('sync', form), (calls) => calls).value.loop;
    const given = [{ size: 1 }];
    expect(of({ given })).to.equal(of({ given: [{ size: 2 }] })).and.not.to.equal(of({}));
    expect(of({ given })).to.not.equal(of({ each: () => 1 }));
    expect(of({ given: [1, 2] })).to.equal(of({ given: [3, 4] })).and.not.to.equal(of({ given }));
    expect(of({ given, inline: false })).to.not.equal(of({ given }));
  });
});

describe('the length of a slice', () => {
  it('is what is asked for, or ten steps of a clock that is coarser', () => {
    expect(sliceFor(30e3, { grainNs: () => 30 })).to.equal(30e3);
    expect(sliceFor(30e3, { grainNs: () => 3000 })).to.equal(30e3);
    expect(sliceFor(30e3, { grainNs: () => 1e6 })).to.equal(1e7);
  });
});

describe('warming a loop', () => {
  const LOOP = { name: 'the loop', code() {} };

  it('grows by half from one call on, until one run takes as long as a slice', () => {
    // 10 ns a call: 1000 ns are reached at 141 calls, the first of the series that is over 100.
    const { calls, value, requests } = answer(warm(LOOP, 1000), (n) => 10 * n);
    expect(calls.slice(0, 13)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 140]);
    expect(requests.every(({ loop }) => loop === LOOP)).to.equal(true);
    expect(value).to.equal(100);
  });

  const warmAsked = (natives) => warm(LOOP, 1000, MAX_CALLS, natives);

  it('ends after sixty runs that are no faster, or after twenty where V8 can be asked', () => {
    for (const [steps, runs] of [[() => warm(LOOP, 1000), 60], [() => warmAsked(fakeNatives()), 20]]) {
      // 12 of growing
      expect(answer(steps(), (n) => 10 * n).calls).to.have.length(12 + runs);
      // 4 % faster is no news, and does not make the slice longer
      const { calls, value } = answer(steps(), (n, i) => (i < 20 ? 10 : 9.6) * n);
      expect(calls).to.have.length(12 + runs);
      expect(value).to.equal(100);
    }
  });

  it('has V8 optimise what it has not come to by then: one call, and one slice', function () {
    if (!tells.process) this.skip(); // a page has no account of tiers
    const natives = fakeNatives({ tierOf: () => 'baseline' });
    const { calls } = answer(warmAsked(natives), (n) => 10 * n);
    expect(natives.held).to.deep.equal([LOOP.code]);
    expect(natives.marked).to.deep.equal([LOOP.code]);
    expect(calls.slice(10, 16)).to.deep.equal([93, 140, 1, 140, 140, 140]);
    expect(calls).to.have.length(12 + 2 + 20);
  });

  it('asks nothing of a V8 that does not optimise, or has done so', () => {
    for (const natives of [fakeNatives({ tierOf: () => 'baseline', canOptimize: false }), fakeNatives()]) {
      expect(answer(warmAsked(natives), (n) => 10 * n).calls).to.have.length(12 + 20);
      expect(natives.marked).to.deep.equal([]);
    }
  });

  it('waits for the compiler, and counts anew from there', () => {
    // 10 ns a call until the 25th run, 2 ns from then on: 25 runs, the one that shows it, and sixty of 500 calls.
    const { calls, value } = answer(warm(LOOP, 1000), (n, i) => (i < 25 ? 10 : 2) * n);
    expect(calls).to.have.length(86);
    expect(calls[25]).to.equal(140);
    expect(calls.slice(26)).to.deep.equal(Array(60).fill(500));
    expect(value).to.equal(500);
  });

  it('does not wait for ever', () => {
    let perCall = 10;
    const { calls } = answer(warm(LOOP, 1000), (n) => (perCall *= 0.94) * n);
    expect(calls.length).to.be.within(300, 320);
  });

  it('goes on as it was after a run in which the clock stood still or was set back', () => {
    for (const odd of [0, -5e6]) {
      const { calls, value } = answer(warm(LOOP, 1000), (n, i) => (i === 15 ? odd : 10 * n));
      expect(value).to.equal(100);
      expect(Math.max(...calls)).to.be.below(1000);
    }
  });

  it('needs three such runs where they are long', () => {
    // 1 ms and more at 1 us: the first of the series over 1000 are 1065 calls
    expect(answer(warm(LOOP, 1e6), (n) => 1000 * n).calls.slice(-5)).to.deep.equal([710, 1065, 1065, 1065, 1065]);
    expect(answer(warm(LOOP, 0.99e6), (n) => 1000 * n).calls.slice(-61)).to.deep.equal(Array(61).fill(1065));
  });

  it('makes no run longer than it may be', () => {
    // 100 calls fill the slice; 60 are the most
    const { calls, value } = answer(warm(LOOP, 1000, 60), (n) => 10 * n);
    expect(calls.slice(0, 11)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27, 41, 60, 60]);
    expect(Math.max(...calls)).to.equal(60);
    expect(value).to.equal(60);
    // Also where it becomes faster: 2 ns a call from the 15th run on
    const faster = answer(warm(LOOP, 1000, 60), (n, i) => (i < 15 ? 10 : 2) * n);
    expect(Math.max(...faster.calls)).to.equal(60);
    expect(faster.value).to.equal(60);
  });

  it('is an error where the clock stands still, naming the calls', () => {
    let requests = 0;
    expect(() => answer(warm(LOOP, 1000), () => { requests++; return 0; }))
      .to.throw(Error, `the clock did not advance during 1073741824 calls: ${clockWords}. `);
    expect(requests).to.be.below(60);
    expect(clockStandsStill(5).message).to.match(/^the clock did not advance during 5 calls/);
  });
});

describe('the references of a process', () => {
  for (const kind of ['sync', 'callback', 'promise']) {
    it(`know the empty ${kind} test, warmed once`, async () => {
      const calibration = createCalibration(tickingClock());
      const first = answer(calibration.reference(kind), (calls) => 0.4 * calls);
      // 60 microseconds at 0.4 ns
      expect(first.value.calls).to.equal(150000);
      expect(first.requests.length).to.be.above(20);
      expect(first.requests.every(({ loop }) => loop === first.value.loop)).to.equal(true);
      const second = answer(calibration.reference(kind), () => { throw new Error('ran again'); });
      expect(second.value).to.equal(first.value);
      expect(second.requests).to.have.length(0);

      const [failure, ns] = await new Promise((resolve) => { first.value.loop.run(1000, (...got) => resolve(got)); });
      expect(failure).to.equal(null);
      expect(ns).to.equal(20); // two readings of that clock
    });
  }
});

describe('the references of tests that are called otherwise', () => {
  let made = 0;
  const each = () => { made++; };
  const FORMS = {
    plain: undefined,
    called: { inline: false },
    'with input': { each },
    'called with input': { inline: false, each },
  };
  const names = Object.keys(FORMS);

  for (const kind of ['sync', 'callback', 'promise']) {
    it(`are kept apart, and warmed once each: ${kind}`, () => {
      const calibration = createCalibration(tickingClock());
      const first = names.map((name) => answer(calibration.reference(kind, FORMS[name]), (calls) => calls));
      expect(new Set(first.map(({ value }) => value.loop)).size).to.equal(4);
      for (const { requests } of first) expect(requests.length).to.be.above(20);
      expect(made, 'inputs of the test').to.equal(0);
      const again =
        names.map((name) => answer(calibration.reference(kind, FORMS[name]), () => { throw new Error('ran again'); }));
      names.forEach((name, i) => expect(again[i].value, name).to.equal(first[i].value));
    });

    it(`end as empty tests do: ${kind}`, async () => {
      const calibration = createCalibration(tickingClock());
      for (const name of names) {
        const { loop } = answer(calibration.reference(kind, FORMS[name]), (calls) => calls).value;
        const [failure, ns] = await new Promise((resolve) => { loop.run(500, (...got) => resolve(got)); });
        expect(failure, name).to.equal(null);
        expect(ns, name).to.equal(20); // two readings of that clock
      }
    });
  }

  it('have no more calls than there are inputs made for them', () => {
    const calibration = createCalibration(tickingClock());
    for (const form of [{ each }, { inline: false, each }]) {
      // 60 microseconds at 0.1 ns are 600000 calls
      const { value, calls } = answer(calibration.reference('sync', form), (n) => 0.1 * n);
      expect(Math.max(...calls)).to.equal(262144);
      expect(value.calls).to.equal(262144);
      // each of them has one: the loop does not read beyond its list
      let ended = null;
      value.loop.run(262144, (...got) => { ended = got; });
      expect(ended).to.deep.equal([null, 20]);
    }
    const plain = answer(calibration.reference('sync'), (n) => 0.1 * n);
    expect(plain.value.calls).to.equal(600000);
  });
});

describe('the frequency chain', () => {
  function warmed(perCallNs = 32) {
    const calibration = createCalibration(tickingClock());
    const first = answer(calibration.frequency(), (calls) => perCallNs * calls);
    return { calibration, first };
  }

  it('is warmed once, to 40 microseconds', () => {
    const { calibration, first } = warmed();
    expect(first.value.calls).to.equal(1250);
    expect(answer(calibration.frequency(), () => { throw new Error('ran again'); }).value).to.equal(first.value);
  });

  it('tells the speed: 96 cycles a turn, the clock\'s own cost taken off', () => {
    const { calibration } = warmed();
    // 1250 turns of 96 cycles in 40000 + 20 ns: 120000 cycles / 40 us = 3000 MHz
    expect(calibration.mhzOf(40020)).to.be.closeTo(3000, 1e-9);
    expect(calibration.mhzOf(30020)).to.be.closeTo(4000, 1e-9);
  });

  it('tells nothing where no processor is that fast or slow', () => {
    const { calibration } = warmed();
    expect(calibration.mhzOf(200020)).to.be.closeTo(600, 1e-9);
    expect(calibration.mhzOf(200021)).to.be.NaN;
    expect(calibration.mhzOf(6021)).to.be.closeTo(19996.67, 0.01);
    expect(calibration.mhzOf(6020)).to.be.NaN;
    expect(calibration.mhzOf(20)).to.be.NaN;
    expect(calibration.mhzOf(0)).to.be.NaN;
    expect(calibration.mhzOf(-5e6)).to.be.NaN;
  });

  /** A clock on which the runs of a loop take what is listed, one after the other, the last one for ever. */
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

  it('gives what the faster of a hundred slices say as the speed now', () => {
    // 120000 cycles in 50 us are 2400 MHz, in 40 us 3000; an interruption makes a slice slower, and one of 24 000 / 7
    // MHz is a slip of the clock
    const slow = Array(80).fill(50020);
    const clock = scriptedClock([...START, ...slow, ...Array(19).fill(40020), 35020, 30020]);
    expect(createCalibration(clock).chainMhz()).to.be.closeTo(3000, 1e-9);
  });

  it('leaves out of it what no processor can be', () => {
    // 120000 cycles in 5 us would be 24 GHz
    const clock = scriptedClock([...START, 5020, 40020, 5020, 40020]);
    expect(createCalibration(clock).chainMhz()).to.be.closeTo(3000, 1e-9);
  });

  it('gives null where the chain was not compiled', () => {
    const clock = scriptedClock([...START, 4e6]);
    expect(createCalibration(clock).chainMhz()).to.equal(null);
  });
});
