'use strict';

/* Parts of Bun, and listeners for uncaught errors, with a fake process and fake modules of Bun. */

const { expect } = require('chai');
const { EventEmitter } = require('events');
const Module = require('module');
const os = require('os');
const engine = require('../../lib/engine/here');
const { loadAnew } = require('../helpers/load-anew');

const fileOf = (name) => require.resolve(`../../lib/engine/${name}`);

function onlyInNode() {
  if (engine.name !== 'node') this.skip(); // modules of this engine cannot be replaced
}

describe('Bun, on paper', () => {
  before(onlyInNode);

  it('has the heap of JavaScriptCore, limited to half of the memory', () => {
    let collections = 0;
    const modules = { 'bun:jsc': { heapSize: () => 5e6, fullGC() { collections++; } } };
    const { _load: load } = Module;
    Module._load = (name, ...more) => modules[name] || load(name, ...more);
    try {
      const { heap } = loadAnew(fileOf('bun'));
      expect(heap.inUse().externalBytes).to.be.above(0);
      expect([heap.usedBytes(), heap.inUse().heapBytes, heap.limitBytes(), heap.youngBytes(), heap.oldBytes()])
        .to.deep.equal([5e6, 5e6, os.totalmem() / 2, NaN, NaN]);
      expect([heap.watch(), heap.watched(), heap.settle()]).to.deep.equal([false, [], undefined]);
      expect([heap.collectAll(), collections, heap.changesAtCollections]).to.deep.equal([true, 1, true]);
    } finally {
      Module._load = load;
    }
  });

  it('has a clock of one number that starts when it is loaded', () => {
    let ns = 2n ** 60n;
    const hrtime = Object.assign(() => [0, 0], { bigint: () => ns });
    const fake = Object.create(process, { hrtime: { value: hrtime } });
    const bun = loadAnew(fileOf('bun'), { globals: { process: fake } });
    ns += 1001n;
    expect([bun.readings.nowNs(), bun.natives()]).to.deep.equal([1001, null]);
  });
});

describe('uncaught errors', () => {
  before(onlyInNode);

  const ofFake = () => {
    const turns = [];
    const fake = Object.assign(new EventEmitter(), { nextTick: (action) => turns.push(action) });
    return { fake, turns, ...loadAnew(fileOf('process-program'), { globals: { process: fake } }) };
  };

  for (const [name, events] of [['uncaught', ['uncaughtException']],
    ['uncaughtInBun', ['uncaughtException', 'unhandledRejection']]]) {
    it(`are heard until listening stops, next to other listeners: ${name}`, () => {
      const { fake, [name]: errors } = ofFake();
      const heard = [];
      const listening = errors.listen((error, id) => heard.push([error, id]));
      expect(fake.eventNames()).to.deep.equal(events);
      const error = new Error('mine');
      for (const event of events) fake.emit(event, error, 'unhandledRejection');
      expect(heard).to.deep.equal(events.map(() => [error, null]));
      for (const event of events) {
        const other = () => {};
        expect(listening.isAlone()).to.equal(true);
        fake.on(event, other);
        expect(listening.isAlone()).to.equal(false);
        fake.removeListener(event, other);
      }
      listening.stop();
      expect(fake.eventNames()).to.deep.equal([]);
    });
  }

  it('have ids in order of creation', (done) => {
    const { idNow } = engine.uncaught;
    const first = idNow();
    expect(first).to.be.a('number').and.at.least(0);
    setImmediate(() => {
      expect(idNow()).to.be.at.least(first);
      done();
    });
  });

  it('are thrown again in a separate turn', () => {
    const { turns, uncaught } = ofFake();
    const error = new Error('mine');
    uncaught.throwAgain(error);
    expect(turns).to.have.length(1);
    expect(turns[0]).to.throw(error);
  });
});
