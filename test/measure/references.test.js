'use strict';

const { expect } = require('chai');
const { createReferences } = require('../../lib/measure/references');

// The chain takes 1000 ns at 3000 MHz, an empty slice of 100 calls 60.
const CHAIN = { name: 'chain', calls: 10, ns: 1000 };
const EMPTY = { sync: { name: 'sync', calls: 100, ns: 60 }, promise: { name: 'promise', calls: 10, ns: 420 } };
const COST = 20;

/**
 * References whose slices take what `lostNs(name)` says on top of their time, without the processor.
 *
 * @returns {{ references, run, ran }} run(steps) -> what they return; ran: names
 */
function onPaper(lostNs = () => 0, { stepNs = 1 } = {}) {
  const time = { ns: 0, idleNs: 0 };
  const ran = [];
  const clock =
    { costNs: () => COST, steadyNs: () => time.ns, cpuNs: () => Math.floor((time.ns - time.idleNs) / stepNs) * stepNs };
  clock.grainNs = () => 0;
  const calibration = {
    * frequency() { return { loop: CHAIN, calls: CHAIN.calls }; },
    * reference(kind) { return { loop: EMPTY[kind], calls: EMPTY[kind].calls }; },
    mhzOf: (ns) => 3e6 / ns,
  };
  function run(steps) {
    let step = steps.next();
    while (!step.done) {
      const [loop, calls] = step.value;
      expect(calls).to.equal(loop.calls);
      ran.push(loop.name);
      const lost = lostNs(loop.name, ran.length);
      const jitter = 1000; // outside of the slice
      time.ns += loop.ns + lost + jitter;
      time.idleNs += lost + jitter;
      step = steps.next(loop.ns + lost);
    }
    return step.value;
  }
  const rest = (ns) => { time.ns += ns; };
  return { references: createReferences({ calibration, clock }), run, ran, rest };
}

describe('references', () => {
  it('are one slice of the frequency and one of each empty loop in use', () => {
    const { references, run, ran } = onPaper();
    expect(references).to.include({ lostNs: 0 });
    expect(references.mhz).to.be.NaN;
    run(references.read());
    expect(references.mhz).to.equal(3000);
    const sync = run(references.use('sync'));
    const promise = run(references.use('promise'));
    expect(ran.splice(0)).to.deep.equal(['chain']);
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'sync', 'promise']);
    // The clock off, over the calls
    expect(sync.ns).to.be.closeTo(0.4, 1e-12);
    expect(promise.ns).to.be.closeTo(40, 1e-12);
    expect(references.lostNs).to.equal(0);
  });

  it('have the plain empty loop among them, whose turn is told', () => {
    const { references, run, ran } = onPaper((name, nth) => (name === 'sync' && nth > 4 ? 4e6 : 0));
    expect(references.turnNs).to.be.NaN;
    const promise = run(references.use('promise'));
    run(references.read());
    expect(ran.splice(0)).to.deep.equal(['chain', 'sync', 'promise']);
    expect(references.turnNs).to.be.closeTo(0.4, 1e-12);
    expect(promise.ns).to.be.closeTo(40, 1e-12);
    ran.push('', '', '', '');
    run(references.read());
    expect(references.turnNs).to.be.NaN;
  });

  it('begin with a slice that does not count where something else ran for over 2 ms', () => {
    let isCold = false;
    const { references, run, ran, rest } = onPaper((name) => {
      const lost = isCold && name === 'chain' ? 100 : 0;
      isCold = false;
      return lost;
    });
    run(references.use('sync'));
    run(references.read());
    rest(1.9e6);
    ran.length = 0;
    run(references.read());
    expect(ran.splice(0)).to.deep.equal(['chain', 'sync']);
    rest(2.1e6);
    isCold = true;
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'chain', 'sync']);
    expect(references.mhz).to.equal(3000);
  });

  it('run again where they were interrupted, and tell for how long', () => {
    for (const odd of ['chain', 'sync']) {
      let left = 2;
      const { references, run, ran } = onPaper((name) => (name === odd && left-- > 0 ? 4e6 : 0));
      const sync = run(references.use('sync'));
      run(references.read());
      expect(ran).to.deep.equal(odd === 'chain'
        ? ['chain', 'chain', 'chain', 'sync'] : ['chain', 'sync', 'sync', 'sync']);
      expect(references.mhz).to.equal(3000);
      expect(sync.ns).to.be.closeTo(0.4, 1e-12);
      expect(references.lostNs).to.equal(8e6);
    }
  });

  it('do not run again for less than 20 microseconds', () => {
    const { references, run, ran } = onPaper(() => 2e4);
    run(references.use('sync'));
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'sync']);
    expect(references.lostNs).to.equal(0);
  });

  it('have no speed where all three slices were interrupted, and keep the empty figure that was good', () => {
    let isBusy = false;
    const { references, run, ran } = onPaper(() => (isBusy ? 4e6 : 0));
    const sync = run(references.use('sync'));
    run(references.read());
    isBusy = true;
    ran.length = 0;
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'chain', 'chain', 'sync', 'sync', 'sync']);
    expect(references.mhz).to.be.NaN;
    expect(sync.ns).to.be.closeTo(0.4, 1e-12);
    expect(references.lostNs).to.equal(6 * 4e6);
    isBusy = false;
    run(references.read());
    expect(references.mhz).to.equal(3000);
  });

  it('take an interrupted empty figure where there is no other', () => {
    const { references, run } = onPaper((name) => (name === 'sync' ? 4e6 : 0));
    const sync = run(references.use('sync'));
    run(references.read());
    expect(sync.ns).to.be.closeTo(4e4 + 0.4, 1e-9);
  });

  it('run again where the clock was set back meanwhile, and nothing is lost by that', () => {
    let left = 1;
    const { references, run, ran } = onPaper((name) => (name === 'sync' && left-- > 0 ? -5e6 : 0));
    const sync = run(references.use('sync'));
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'sync', 'sync']);
    expect(sync.ns).to.be.closeTo(0.4, 1e-12);
    expect(references.lostNs).to.equal(0);
  });
});
