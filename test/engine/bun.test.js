'use strict';

/* What is of Bun alone, in Node: Bun's own modules on paper. */

const { expect } = require('chai');
const { EventEmitter } = require('events');
const os = require('os');
const engine = require('../../lib/engine/here');
const { loadAnew } = require('../helpers/load-anew');

const fileOf = (name) => require.resolve(`../../lib/engine/${name}`);

describe('Bun, on paper', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // modules of this engine cannot be replaced
  });

  it('has a heap of which it tells what is left, and half of the memory for it', () => {
    let collections = 0;
    const heap = loadAnew(fileOf('jsc-heap'),
      { modules: { 'bun:jsc': { heapSize: () => 5e6, fullGC() { collections++; } } } });
    expect(heap.usedBytes()).to.equal(5e6);
    expect(heap.inUse().heapBytes).to.equal(5e6);
    expect(heap.inUse().externalBytes).to.be.above(0);
    expect(heap.limitBytes()).to.equal(os.totalmem() / 2);
    expect([heap.youngBytes(), heap.oldBytes()]).to.deep.equal([NaN, NaN]);
    expect([heap.watch(), heap.watched(), heap.settle()]).to.deep.equal([false, [], undefined]);
    expect([heap.collectAll(), collections]).to.deep.equal([true, 1]);
    expect(heap.changesAtCollections).to.equal(true);
  });

  it('has a clock of one number, from its loading on', () => {
    let ns = 2n ** 60n;
    const hrtime = Object.assign(() => [0, 0], { bigint: () => ns });
    const fake = Object.create(process, { hrtime: { value: hrtime } });
    const bun = loadAnew(fileOf('bun'), { globals: { process: fake } });
    ns += 1001n;
    expect(bun.readings.nowNs()).to.equal(1001);
    expect(bun.natives()).to.equal(null);
  });
});

describe('errors that nobody catches', () => {
  for (const [name, ends] of [['ofNode', ['uncaughtException']],
    ['ofBun', ['uncaughtException', 'unhandledRejection']]]) {
    describe(name, () => {
      let fake;
      let errors;
      let heard;
      beforeEach(function () {
        if (engine.name !== 'node') this.skip(); // the process of this engine cannot be replaced
        fake = Object.assign(new EventEmitter(), { nextTick: (action) => fake.turns.push(action), turns: [] });
        errors = loadAnew(fileOf('process-errors'), { globals: { process: fake } })[name];
        heard = [];
      });

      it('are heard, until that is stopped', () => {
        const listening = errors.listen((error, id) => heard.push([error, id]));
        expect(fake.eventNames()).to.deep.equal(ends);
        const error = new Error('mine');
        fake.emit('uncaughtException', error, 'unhandledRejection');
        if (ends.length > 1) fake.emit('unhandledRejection', error);
        expect(heard).to.deep.equal(ends.map(() => [error, null]));
        listening.stop();
        expect(fake.eventNames()).to.deep.equal([]);
      });

      it('have others that listen', () => {
        for (const event of ends) {
          const other = () => {};
          const listening = errors.listen(() => {});
          expect(listening.isAlone()).to.equal(true);
          fake.on(event, other);
          expect(listening.isAlone()).to.equal(false);
          fake.removeListener(event, other);
          listening.stop();
        }
      });
    });
  }

  it('have the number of what threw them, where that has one', (done) => {
    const { idNow } = engine.uncaught;
    const before = idNow();
    expect(before).to.be.a('number').and.at.least(0);
    setImmediate(() => {
      expect(idNow()).to.be.at.least(before);
      done();
    });
  });

  it('are thrown again in a turn of their own', function () {
    if (engine.name !== 'node') this.skip(); // the process of this engine cannot be replaced
    const turns = [];
    const fake = Object.assign(new EventEmitter(), { nextTick: (action) => turns.push(action) });
    const { throwAgain } = loadAnew(fileOf('process-errors'), { globals: { process: fake } }).ofNode;
    const error = new Error('mine');
    throwAgain(error);
    expect(turns).to.have.length(1);
    expect(turns[0]).to.throw(error);
  });
});
