'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { createClock } = require('../../lib/host/clock');

const FILES = ['host/clock', 'engine/here', 'engine/node', 'engine/process-engine']
  .map((file) => require.resolve(`../../lib/${file}`));

/** lib/host/clock.js as a process loads it in which process.hrtime and the like are these. */
function loadedWith(replaced) {
  const saved = {};
  const modules = FILES.map((file) => require.cache[file]);
  for (const name of Object.keys(replaced)) {
    saved[name] = process[name];
    process[name] = replaced[name];
  }
  for (const file of FILES) delete require.cache[file];
  try {
    return require(FILES[0]);
  } finally {
    FILES.forEach((file, i) => { require.cache[file] = modules[i]; });
    Object.assign(process, saved);
  }
}

describe('the clock', () => {
  it('knows what a reading costs', () => {
    // Each reading takes 23 ns, and nothing comes between: (t[200] - t[0]) / 200 = 23.
    expect(fakeMachine({ costNs: 23 }).clock.costNs()).to.be.closeTo(23, 1e-6);
    expect(fakeMachine({ costNs: 410 }).clock.costNs()).to.be.closeTo(410, 1e-6);
  });

  it('takes the quietest readings for the cost, not the first ones', () => {
    const machine = fakeMachine({ costNs: 25 });
    machine.speed = 0.25; // interpreted: 100 ns a reading
    machine.at(25 * 200 * 100, () => { machine.speed = 1; });
    expect(machine.clock.costNs()).to.be.closeTo(25, 1e-6);
  });

  it('knows the grain of a coarse clock', () => {
    expect(fakeMachine({ costNs: 20, grainNs: 100 }).clock.grainNs()).to.equal(100);
    expect(fakeMachine({ costNs: 20, grainNs: 1000 }).clock.grainNs()).to.equal(1000);
    // 1 ms, as a browser's: it stands still for 50 000 readings at a time.
    expect(fakeMachine({ costNs: 20, grainNs: 1e6 }).clock.grainNs()).to.equal(1e6);
  });

  it('knows the cost of a coarse clock', () => {
    expect(fakeMachine({ costNs: 20, grainNs: 1e6 }).clock.costNs()).to.be.below(100);
  });

  it('takes the cost for the grain where the clock is finer than that', () => {
    expect(fakeMachine({ costNs: 20 }).clock.grainNs()).to.be.closeTo(20, 1e-6);
    expect(fakeMachine({ costNs: 20, grainNs: 1 }).clock.grainNs()).to.equal(20);
  });

  it('is probed once, and not before somebody asks', () => {
    let readings = 0;
    const clock = createClock({ nowNs: () => 30 * readings++, cpuNs: () => 0, wallMs: () => 0 });
    expect(readings).to.equal(0);
    expect(clock.costNs()).to.equal(30);
    const probed = readings;
    expect(probed).to.be.above(1000);
    expect(clock.grainNs()).to.equal(30);
    expect(clock.costNs()).to.equal(30);
    expect(readings).to.equal(probed);
  });

  it('is not misled by a clock that jumps while it is probed', () => {
    const machine = fakeMachine({ costNs: 20 });
    machine.at(10000, () => machine.setClock(-5e9));
    machine.at(30000, () => machine.setClock(3e9));
    expect(machine.clock.costNs()).to.be.closeTo(20, 1e-4);
    expect(machine.clock.grainNs()).to.be.closeTo(20, 1e-4);
  });

  it('is an error where it stands still, after 50 ms of the second clock', () => {
    let wall = 1e12;
    let readings = 0;
    const clock = createClock({ nowNs: () => { readings++; return 42; }, cpuNs: () => 0, wallMs: () => wall++ });
    expect(() => clock.costNs())
      .to.throw(Error, 'the clock did not advance in 51 ms: process.hrtime() has to count nanoseconds');
    expect(readings).to.be.below(60 * 201);
    expect(() => clock.grainNs()).to.throw('the clock did not advance');
  });

  it('is an error if both clocks stand still, after a bounded number of readings', () => {
    let readings = 0;
    const nowNs = () => {
      if (++readings > 1e7) throw new Error('no bound');
      return 42;
    };
    const clock = createClock({ nowNs, cpuNs: () => 0, wallMs: () => 1e12 });
    expect(() => clock.costNs()).to.throw(Error,
      /^the clock did not advance in \d+ readings: .*\. Load qtimeit before a library that fakes timers$/);
  });

  it('gives a clock that stands still at first those 50 ms', () => {
    const machine = fakeMachine({ costNs: 1000 });
    machine.standsStill = true;
    machine.at(49e6, () => { machine.standsStill = false; });
    expect(machine.clock.costNs()).to.be.above(0).and.below(Infinity);
  });

  it('hands on what its source gives', () => {
    const clock = createClock({ nowNs: () => 1, cpuNs: () => 2, wallMs: () => 3 });
    expect([clock.nowNs(), clock.cpuNs(), clock.wallMs()]).to.deep.equal([1, 2, 3]);
  });
});

describe('the real clock', () => {
  it('has a cost, a grain, processor time and a second clock', () => {
    const clock = createClock();
    expect(clock.costNs()).to.be.above(0).and.below(Infinity);
    expect(clock.grainNs()).to.be.above(0).and.below(Infinity);
    expect(clock.wallMs()).to.be.above(Date.UTC(2020, 0, 1));
    const cpu = clock.cpuNs();
    expect(cpu).to.be.above(0);
    expect(clock.cpuNs()).to.be.at.least(cpu);
    const now = clock.nowNs();
    expect(clock.nowNs()).to.be.at.least(now);
  });

  it('keeps the nanosecond on a machine that has been up for 100 days, or 100 years', () => {
    for (const days of [0, 100, 36500]) {
      let time = [days * 86400, 999999998];
      const clock = loadedWith({ hrtime: () => time }).createClock();
      const first = clock.nowNs();
      const seconds = clock.fptime();
      time = [days * 86400, 999999999];
      expect(clock.nowNs() - first, `${days} days`).to.equal(1);
      expect(clock.fptime() - seconds, `${days} days`).to.be.closeTo(1e-9, 1e-12);
      time = [days * 86400 + 1, 0];
      expect(clock.nowNs() - first, `${days} days`).to.equal(2);
      // and ten days on: 864000 s + 3 ns
      time = [(days + 10) * 86400, 999999998 + 1];
      expect(clock.nowNs() - first, `${days} days`).to.equal(864000e9 + 1);
    }
  });

  it('counts processor time in ns, of user and system together', () => {
    const clock = loadedWith({ cpuUsage: () => ({ user: 1500, system: 250 }) }).createClock();
    expect(clock.cpuNs()).to.equal(1750000);
  });
});

describe('fptime', () => {
  it('counts seconds', () => {
    let ns = 1.5e9;
    const clock = createClock({ nowNs: () => ns, cpuNs: () => 0, wallMs: () => 0 });
    const first = clock.fptime();
    ns += 2.25e9;
    expect(clock.fptime() - first).to.equal(2.25);
  });

  it('never runs backwards, and goes on where the clock catches up', () => {
    let ns = 5e9;
    const clock = createClock({ nowNs: () => ns, cpuNs: () => 0, wallMs: () => 0 });
    const readings = [];
    for (const now of [5e9, 5.5e9, 2e9, 5.25e9, 5.5e9, 5.75e9]) {
      ns = now;
      readings.push(clock.fptime());
    }
    expect(readings).to.deep.equal([5, 5.5, 5.5, 5.5, 5.5, 5.75]);
  });

  it('probes nothing', () => {
    let readings = 0;
    createClock({ nowNs: () => ++readings, cpuNs: () => 0, wallMs: () => 0 }).fptime();
    expect(readings).to.equal(1);
  });
});

describe('what a clock repeats', () => {
  /** lib/host/clock.js as a process loads it in which the timers are these. */
  function loadedWithTimers(timers) {
    const saved = {};
    for (const name of Object.keys(timers)) { saved[name] = global[name]; global[name] = timers[name]; }
    try {
      return loadedWith({});
    } finally {
      Object.assign(global, saved);
    }
  }

  it('is what an interval does, kept running until it is ended', () => {
    const handle = { unref() { throw new Error('lets the process end'); } };
    const started = [];
    const stopped = [];
    const { createClock: create } = loadedWithTimers({
      setInterval: (...args) => { started.push(args); return handle; },
      clearInterval: (...args) => { stopped.push(args); },
    });
    // The timers of the process are the real ones again: those of loading are used.
    const action = () => { throw new Error('called at once'); };
    const end = create().repeat(action, 100);
    expect(started).to.deep.equal([[action, 100]]);
    expect(stopped).to.deep.equal([]);
    end();
    expect(stopped).to.deep.equal([[handle]]);
  });

  it('happens again and again, and no more after its end', async () => {
    const clock = createClock();
    let times = 0;
    let other = 0;
    const endOther = clock.repeat(() => { other++; }, 1);
    await new Promise((resolve) => {
      const end = clock.repeat(() => { if (++times === 3) { end(); end(); resolve(); } }, 1);
    });
    const had = other;
    // The other one goes on.
    while (other < had + 5) await new Promise(setImmediate);
    endOther();
    expect(times).to.equal(3);
  });

  it('is not the machine\'s own doing on paper', () => {
    const machine = fakeMachine();
    let times = 0;
    const end = machine.clock.repeat(() => { times++; }, 100);
    expect(machine.repeats).to.have.length(1);
    machine.wait(100);
    machine.wait(100);
    end();
    machine.wait(100);
    expect(times).to.equal(2);
    expect(machine.ns).to.equal(3e8);
  });
});

describe('what others do with the processor', () => {
  const preemptionsOf = (usage) => loadedWith({ resourceUsage: () => usage }).createClock().preemptions();

  it('is counted by the system, or nobody says so', () => {
    expect(preemptionsOf({ voluntaryContextSwitches: 7, involuntaryContextSwitches: 5 })).to.equal(5);
    expect(preemptionsOf({ voluntaryContextSwitches: 7, involuntaryContextSwitches: 0 })).to.equal(0);
    // A process that has never waited for anything is one of a system that does not count
    expect(preemptionsOf({ voluntaryContextSwitches: 0, involuntaryContextSwitches: 0 })).to.be.NaN;
  });

  it('is time in the queue, where the system tells of it', () => {
    const fs = require('fs');
    const { readFileSync } = fs;
    const queuedNsOf = (answer) => {
      fs.readFileSync = answer;
      try {
        return loadedWith({}).createClock().queuedNs();
      } finally {
        fs.readFileSync = readFileSync;
      }
    };
    // Time on the processor, time in the queue, how often
    const asked = (text) => (path, encoding) =>
      (path === '/proc/thread-self/schedstat' ? text : readFileSync(path, encoding));
    expect(queuedNsOf(asked('123456 7890 12\n'))).to.equal(7890);
    expect(queuedNsOf(asked('123456 0 12\n'))).to.equal(0);
    const refused = (path, encoding) => {
      if (path === '/proc/thread-self/schedstat') throw new Error('ENOENT');
      return readFileSync(path, encoding);
    };
    expect(queuedNsOf(refused)).to.be.NaN;
  });

  it('is not known of a clock that does not tell', () => {
    const clock = createClock({ nowNs: () => 0, cpuNs: () => 0, wallMs: () => 0 });
    expect([clock.preemptions(), clock.queuedNs()]).to.deep.equal([NaN, NaN]);
  });
});

describe('the steady clock', () => {
  function steady() {
    const at = { ns: 5e9, ms: 1e12 };
    const clock = createClock({ nowNs: () => at.ns, cpuNs: () => 0, wallMs: () => at.ms });
    const begun = clock.steadyNs();
    const pass = (ns, { wallNs = ns } = {}) => {
      at.ns += ns;
      at.ms += wallNs / 1e6;
      return clock.steadyNs() - begun;
    };
    return { at, clock, pass };
  }

  it('is the first one where that goes on', () => {
    const { pass } = steady();
    expect(pass(1)).to.equal(1);
    expect(pass(2.5e9)).to.equal(2.5e9 + 1);
    expect(pass(1e5, { wallNs: 0 })).to.equal(2.5e9 + 1e5 + 1);
  });

  for (const jumpNs of [-1e9, 1e9, -3e6]) {
    it(`goes on as the second one does where the first jumps by ${jumpNs} ns, be it for one reading`, () => {
      const { pass } = steady();
      pass(4e6);
      expect(pass(1e6 + jumpNs, { wallNs: 1e6 })).to.equal(5e6);
      expect(pass(1e6 - jumpNs, { wallNs: 1e6 })).to.be.within(5e6, 6e6 + 4e6);
      expect(pass(1e6)).to.be.within(6e6, 7e6 + 4e6);
    });
  }

  it('does without the second one where that stands still, or is set', () => {
    const { pass } = steady();
    expect(pass(5e8, { wallNs: 0 })).to.equal(5e8);
    expect(pass(1e6)).to.equal(5.01e8);
    expect(pass(1e6, { wallNs: 3.6e12 })).to.equal(5.02e8);
    expect(pass(1e6, { wallNs: -3.6e12 })).to.equal(5.02e8);
    expect(pass(1e6)).to.equal(5.03e8);
  });
});
