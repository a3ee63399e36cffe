'use strict';

const fs = require('fs');
const { EventEmitter } = require('events');
const { expect } = require('chai');
const engine = require('#lib/base/engine/here');
const { program: { fail, muteScript } } = require('#lib/base/engine/process-program');
const { loadFresh } = require('../helpers/load-fresh');

const FILE = require.resolve('#lib/base/engine/process-program');

describe('the program of a process', () => {
  it('never throws when it prints an error at its end', function () {
    if (engine.name !== 'node') this.skip(); // modules of this engine cannot be replaced
    let calls = 0;
    const writeSync = () => { calls++; throw Object.assign(new Error('no'), { code: 'EPIPE' }); };
    loadFresh(FILE, { modules: { fs: { ...fs, writeSync } } }).program.writeErrorNow('x');
    expect(calls).to.equal(1);
  });

  it('prints nothing and does not exit while its script is muted', async () => {
    const written = [];
    const { stdout, exit } = process;
    const { write } = stdout;
    const { log } = console;
    stdout.write = (text) => written.push(text);
    let calledBack = 0;
    try {
      const unmute = muteScript();
      console.log('a');
      console.error('a');
      stdout.write('a', () => { calledBack++; });
      process.exit(1);
      unmute();
      stdout.write('b');
    } finally {
      stdout.write = write;
    }
    await new Promise(process.nextTick);
    expect({ written, calledBack }).to.deep.equal({ written: ['b'], calledBack: 1 });
    expect([process.exit, console.log]).to.deep.equal([exit, log]);
  });

  it('sets exit code 1 after a failure, but keeps another code', () => {
    const before = process.exitCode;
    try {
      for (const [code, expected] of [[undefined, 1], [0, 1], [3, 3]]) {
        process.exitCode = code;
        fail();
        expect(process.exitCode, code).to.equal(expected);
      }
    } finally {
      process.exitCode = before;
    }
  });
});

describe('uncaught errors', () => {
  before(function () {
    if (engine.name !== 'node') this.skip(); // modules of this engine cannot be replaced
  });

  const ofFake = () => {
    const turns = [];
    const fake = Object.assign(new EventEmitter(), { nextTick: (action) => turns.push(action) });
    return { fake, turns, ...loadFresh(FILE, { globals: { process: fake } }) };
  };

  for (const [name, events] of [['uncaught', ['uncaughtException']],
    ['uncaughtInBun', ['uncaughtException', 'unhandledRejection']]]) {
    it(`are received until listening stops, alongside other listeners: ${name}`, () => {
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

  it('are thrown again in a separate turn', () => {
    const { turns, uncaught } = ofFake();
    const error = new Error('mine');
    uncaught.throwAgain(error);
    expect(turns).to.have.length(1);
    expect(turns[0]).to.throw(error);
  });
});
