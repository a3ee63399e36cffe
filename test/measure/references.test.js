'use strict';

const { expect } = require('chai');
const { createReferences } = require('#lib/core/measure/task');

// The chain takes 1000 ns at 3000 MHz, an empty slice of 100 calls 60.
const CHAIN = { name: 'chain', calls: 10, ns: 1000 };
const EMPTY = { sync: { name: 'sync', calls: 100, ns: 60 }, promise: { name: 'promise', calls: 10, ns: 420 } };
const COST = 20;

/**
 * References whose slices take what `lostNs(name)` says on top of their time, without the processor.
 *
 * @returns {{ references, run, ran }} run(steps) -> results of the steps; ran: names
 */
function onPaper(lostNs = () => 0) {
  const time = { ns: 0, idleNs: 0 };
  const ran = [];
  const cpuNs = () => time.ns - time.idleNs;
  const clock = { costNs: () => COST, steadyNs: () => time.ns, cpuNs, grainNs: () => 0 };
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
  it('are one slice of the frequency and one of each empty loop in use, the plain one first', () => {
    let isBusy = false;
    const { references, run, ran } = onPaper((name) => (isBusy && name === 'sync' ? 4e6 : 0));
    expect(references).to.deep.include({ mhz: NaN, turnNs: NaN, lostNs: 0 });
    run(references.read());
    expect({ mhz: references.mhz, ran: ran.splice(0) }).to.deep.equal({ mhz: 3000, ran: ['chain'] });
    const promise = run(references.use('promise'));
    run(references.read());
    expect(ran).to.deep.equal(['chain', 'sync', 'promise']);
    // The clock off, over the calls
    expect(run(references.use('sync')).ns).to.be.closeTo(0.4, 1e-12);
    expect(promise.ns).to.be.closeTo(40, 1e-12);
    expect(references.turnNs).to.be.closeTo(0.4, 1e-12);
    expect(references.lostNs).to.equal(0);
    isBusy = true;
    run(references.read());
    expect(references.turnNs).to.be.NaN;
  });

  it('begin with a slice that does not count if other code ran for over 2 ms', () => {
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

  const LONG = 4e6;
  const NONE = [0, 0];
  // What slices take on top, one after the other (0 for the rest): slices, MHz, ns of the empty loop, ns lost
  for (const [title, lost, ran, mhz, syncNs, lostNs] of [
    ['an interrupted chain', [LONG, LONG], 'chain chain chain sync', 3000, 0.4, 2 * LONG],
    ['an interrupted empty loop', [0, LONG, LONG], 'chain sync sync sync', 3000, 0.4, 2 * LONG],
    ['a clock that was set back', [0, -5e6], 'chain sync sync', 3000, 0.4, 0],
    ['no rate, and the earlier figure, after three interruptions', [...NONE, ...Array(6).fill(LONG)],
      'chain sync chain chain chain sync sync sync', NaN, 0.4, 6 * LONG],
    ['an interrupted figure if there is no other', [0, LONG, LONG, LONG], 'chain sync sync sync', 3000, 40000.4,
      3 * LONG],
  ]) {
    it(`run again, or have ${title}`, () => {
      const left = [...lost];
      const paper = onPaper(() => left.shift() || 0);
      const sync = paper.run(paper.references.use('sync'));
      while (left.length > 0) paper.run(paper.references.read());
      expect(paper.ran.join(' ')).to.equal(ran);
      expect([paper.references.mhz, Math.round(sync.ns * 1e6) / 1e6, paper.references.lostNs])
        .to.deep.equal([mhz, syncNs, lostNs]);
    });
  }
});
