'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { createClock } = require('#lib/base/host/clock');

const FILES = ['base/host/clock', 'base/engine/here', 'base/engine/process-engine']
  .map((file) => require.resolve(`#lib/${file}`));

/** lib/base/host/clock.js, loaded while properties of an object have these values. */
function loadedWith(replaced, holder = process) {
  const saved = {};
  const modules = FILES.map((file) => require.cache[file]);
  for (const name of Object.keys(replaced)) {
    saved[name] = holder[name];
    holder[name] = replaced[name];
  }
  for (const file of FILES) delete require.cache[file];
  try {
    return require(FILES[0]);
  } finally {
    FILES.forEach((file, i) => { require.cache[file] = modules[i]; });
    Object.assign(holder, saved);
  }
}

const clockOf = (source) => createClock({ nowNs: () => 0, cpuNs: () => 0, wallMs: () => 0, ...source });

describe('host/clock: cost and grain', () => {
  it('come from the readings, also of a coarse clock', () => {
    const of = (given) => fakeMachine(given).clock;
    // Each reading takes 23 ns: (t[200] - t[0]) / 200 = 23.
    for (const costNs of [23, 410]) expect(of({ costNs }).costNs()).to.be.closeTo(costNs, 1e-6);
    for (const grainNs of [100, 1000, 1e6]) expect(of({ costNs: 20, grainNs }).grainNs()).to.equal(grainNs);
    // 1 ms, as in browsers: it stands still for 50 000 readings.
    expect(of({ costNs: 20, grainNs: 1e6 }).costNs()).to.be.below(100);
    // The grain of a clock finer than its cost is the cost.
    expect(of({ costNs: 20 }).grainNs()).to.be.closeTo(20, 1e-6);
    expect(of({ costNs: 20, grainNs: 1 }).grainNs()).to.equal(20);
  });

  it('come from the quietest readings, not from the first ones or from jumps', () => {
    const slow = fakeMachine({ costNs: 25 });
    slow.speed = 0.25; // interpreted: 100 ns a reading
    slow.at(25 * 200 * 100, () => { slow.speed = 1; });
    expect(slow.clock.costNs()).to.be.closeTo(25, 1e-6);
    const jumping = fakeMachine({ costNs: 20 });
    jumping.at(10000, () => jumping.setClock(-5e9));
    jumping.at(30000, () => jumping.setClock(3e9));
    expect(jumping.clock.costNs()).to.be.closeTo(20, 1e-4);
    expect(jumping.clock.grainNs()).to.be.closeTo(20, 1e-4);
  });

  it('are probed once, at the first use', () => {
    let readings = 0;
    const clock = clockOf({ nowNs: () => 30 * readings++ });
    expect(readings).to.equal(0);
    expect(clock.costNs()).to.equal(30);
    const probed = readings;
    expect(probed).to.be.above(1000);
    expect({ grainNs: clock.grainNs(), costNs: clock.costNs(), readings })
      .to.deep.equal({ grainNs: 30, costNs: 30, readings: probed });
    readings = 0;
    clockOf({ nowNs: () => ++readings }).fptime();
    expect(readings).to.equal(1);
  });

  it('are errors if the clock does not advance for 50 ms, or if both clocks do not in many readings', () => {
    let wall = 1e12;
    let readings = 0;
    const clock = clockOf({ nowNs: () => { readings++; return 42; }, wallMs: () => wall++ });
    expect(() => clock.costNs())
      .to.throw(Error, 'the clock did not advance in 51 ms: process.hrtime() must count nanoseconds');
    expect(readings).to.be.below(60 * 201);
    expect(() => clock.grainNs()).to.throw('the clock did not advance');
    const nowNs = () => {
      if (++readings > 1e7) throw new Error('no bound');
      return 42;
    };
    expect(() => clockOf({ nowNs, wallMs: () => 1e12 }).costNs()).to.throw(Error,
      /^the clock did not advance in \d+ readings: .*\. Load qtimeit before a library that fakes timers$/);
    const machine = fakeMachine({ costNs: 1000 });
    machine.standsStill = true;
    machine.at(49e6, () => { machine.standsStill = false; });
    expect(machine.clock.costNs()).to.be.above(0).and.below(Infinity);
  });
});

describe('host/clock: the real clock', () => {
  it('counts nanoseconds on a machine that has been up for 100 days, or 100 years', () => {
    for (const days of [0, 100, 36500]) {
      let time = [days * 86400, 999999998];
      const clock = loadedWith({ hrtime: () => time }).createClock();
      const first = clock.nowNs();
      time = [days * 86400, 999999999];
      const later = [[time, 1], [[days * 86400 + 1, 0], 2], [[(days + 10) * 86400, 999999999], 864000e9 + 1]];
      for (const [next, ns] of later) {
        time = next;
        expect(clock.nowNs() - first, `${days} days`).to.equal(ns);
      }
    }
  });

  it('counts processor time of user and system in ns', () => {
    const clock = loadedWith({ cpuUsage: () => ({ user: 1500, system: 250 }) }).createClock();
    expect(clock.cpuNs()).to.equal(1750000);
  });

  it('counts preemptions, unless the system counts none', () => {
    const preemptionsOf = (voluntaryContextSwitches, involuntaryContextSwitches) => loadedWith(
      { resourceUsage: () => ({ voluntaryContextSwitches, involuntaryContextSwitches }) }).createClock().preemptions();
    // A process that has never waited runs on a system that does not count.
    expect([preemptionsOf(7, 5), preemptionsOf(7, 0), preemptionsOf(0, 0)]).to.deep.equal([5, 0, NaN]);
  });

  it('reads the time in the queue from schedstat: running, waiting, count', () => {
    const { readFileSync } = fs;
    const queuedNsOf = (answer) => {
      fs.readFileSync = (path, ...more) => (
        path === '/proc/thread-self/schedstat' ? answer() : readFileSync(path, ...more));
      try {
        return loadedWith({}).createClock().queuedNs();
      } finally {
        fs.readFileSync = readFileSync;
      }
    };
    const refuse = () => { throw new Error('ENOENT'); };
    expect([queuedNsOf(() => '123456 7890 12\n'), queuedNsOf(() => '123456 0 12\n'), queuedNsOf(refuse)])
      .to.deep.equal([7890, 0, NaN]);
  });
});

it('host/clock: fptime counts seconds that never run backwards', () => {
  let ns;
  const clock = clockOf({ nowNs: () => ns });
  const readings = [5e9, 5.5e9, 2e9, 5.25e9, 5.5e9, 7.75e9].map((now) => {
    ns = now;
    return clock.fptime();
  });
  expect(readings).to.deep.equal([5, 5.5, 5.5, 5.5, 5.5, 7.75]);
});

it('host/clock: repeat keeps the process alive until it is ended, with the timers of loading', () => {
  const handle = { unref() { throw new Error('lets the process end'); } };
  const calls = [];
  const { createClock: create } = loadedWith({
    setInterval: (...args) => { calls.push(args); return handle; }, clearInterval: (...args) => { calls.push(args); },
  }, globalThis);
  const action = () => { throw new Error('called at once'); };
  const end = create().repeat(action, 100);
  expect(calls).to.deep.equal([[action, 100]]);
  end();
  expect(calls).to.deep.equal([[action, 100], [handle]]);
});

describe('host/clock: steadyNs', () => {
  /** Passes time of the first clock, and of the second -> ns since the begin */
  function steady() {
    const at = { ns: 5e9, ms: 1e12 };
    const clock = clockOf({ nowNs: () => at.ns, wallMs: () => at.ms });
    const begun = clock.steadyNs();
    return (ns, wallNs = ns) => {
      at.ns += ns;
      at.ms += wallNs / 1e6;
      return clock.steadyNs() - begun;
    };
  }

  it('is the first clock', () => {
    const pass = steady();
    expect([pass(1), pass(2.5e9), pass(1e5, 0)]).to.deep.equal([1, 2.5e9 + 1, 2.5e9 + 1e5 + 1]);
  });

  for (const jumpNs of [-1e9, 1e9, -3e6]) {
    it(`is the second clock while the first jumps by ${jumpNs} ns, also for one reading`, () => {
      const pass = steady();
      pass(4e6);
      expect(pass(1e6 + jumpNs, 1e6)).to.equal(5e6);
      expect(pass(1e6 - jumpNs, 1e6)).to.be.within(5e6, 6e6 + 4e6);
      expect(pass(1e6)).to.be.within(6e6, 7e6 + 4e6);
    });
  }

  it('does not need the second clock, which may stop or be set', () => {
    const pass = steady();
    expect([pass(5e8, 0), pass(1e6), pass(1e6, 3.6e12), pass(1e6, -3.6e12), pass(1e6)])
      .to.deep.equal([5e8, 5.01e8, 5.02e8, 5.02e8, 5.03e8]);
  });
});
