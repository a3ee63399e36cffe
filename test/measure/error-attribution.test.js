'use strict';

const { expect } = require('chai');
const engine = require('#engine');
const { loadFresh } = require('../helpers/load-fresh');

/** The module, with errors that the test throws: throws(error, id); ended: errors that end the process. */
function scene() {
  const found = { id: 10, isAlone: true, ended: [], isListening: false, throws: null };
  const described = Object.getOwnPropertyDescriptor(engine, 'uncaught');
  const uncaught = {
    idNow: () => ++found.id,
    listen(heard) {
      Object.assign(found, { throws: heard, isListening: true });
      return { stop() { found.isListening = false; }, isAlone: () => found.isAlone };
    },
    throwAgain: (error) => found.ended.push(error),
  };
  Object.defineProperty(engine, 'uncaught', { value: uncaught, configurable: true, enumerable: true });
  try {
    return { found, ...loadFresh(require.resolve('#lib/core/measure/error-attribution')) };
  } finally {
    Object.defineProperty(engine, 'uncaught', described);
  }
}

describe('uncaught errors of runs', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // this engine cannot be replaced
  });

  it('go to the latest run that is older than their cause, and end the process without one', () => {
    const { found, idNow, onUncaught, wasForeign } = scene();
    const seen = [];
    const stops = ['a', 'b'].map((name) => onUncaught(idNow(), (error, id) => seen.push([name, error, id]) > 0));
    found.throws(1, 12.5);
    found.throws(2, 11.5);
    found.throws(3, null);
    found.isAlone = false;
    found.throws(4, 12.5);
    found.isAlone = true;
    expect(seen).to.deep.equal([['b', 1, 12.5], ['a', 2, 11.5], ['b', 3, null]]);
    expect({ ended: found.ended, wasForeign: wasForeign() }).to.deep.equal({ ended: [], wasForeign: false });
    stops[1]();
    expect(found.isListening).to.equal(true);
    found.throws(5, 9);
    expect({ ended: found.ended, wasForeign: wasForeign(), isListening: found.isListening })
      .to.deep.equal({ ended: [5], wasForeign: true, isListening: false });
    stops[0]();
  });

  it('are dropped after a failure if their cause is older than it', () => {
    const { found, idNow, onUncaught } = scene();
    const seen = [];
    const stop = onUncaught(idNow(), (error) => seen.push(error) > 0);
    stop(20);
    found.throws('older', 20);
    expect({ ended: found.ended, seen }).to.deep.equal({ ended: [], seen: [] });
    found.throws('newer', 21);
    expect({ ended: found.ended, seen }).to.deep.equal({ ended: ['newer'], seen: [] });
    stop();
  });

  it('belong to the member that ran when their cause was created, or to the current one', () => {
    const { found, createAttribution } = scene();
    const turns = [];
    const state = { current: null, isOver: false };
    const pending = [];
    const watchdog = { fail: (failure) => pending.push(failure) > 0 };
    const attribution = createAttribution(state, { clock: { nextTurn: (action) => turns.push(action) }, watchdog });
    const members = ['a', 'b', 'c'].map((name) => ({ name, failure: null, task: { close() { this.closed = true; } } }));
    const stop = attribution.listen();
    const [a, b, c] = members;
    // Slices without a resource take no place; those before the latest 4096 are forgotten.
    for (const member of [a, b]) {
      attribution.begun(member);
      found.id++;
    }
    for (let i = 0; i < 5000; i++) attribution.begun(c);
    found.throws('of a', 12.5);
    found.throws('again', 12.5);
    found.throws('of b', 14.5);
    state.current = c;
    found.throws('of a promise', null);
    expect(turns).to.have.length(3);
    for (const turn of turns) turn();
    expect(a.failure).to.deep.equal({ stage: 'test', upTo: -1, error: 'of a', uncaught: true });
    expect({ error: b.failure.error, closed: a.task.closed, failure: c.failure })
      .to.deep.equal({ error: 'of b', closed: true, failure: null });
    expect(pending).to.deep.equal([{ error: 'of a promise', uncaught: true }]);
    stop();
  });
});
