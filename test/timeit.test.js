'use strict';

const util = require('util');
const { expect } = require('chai');
const publicTimeit = require('../qtimeit');
const { createClock } = require('#lib/base/host/clock');
const { createCalibration } = require('#lib/calibrate');
const { createTimeit } = require('#lib/timeit');
const heap = require('#lib/base/engine/v8-heap');
const { fakeMachine } = require('./helpers/fake-machine');
const { run, LINE_PATTERN } = require('./helpers/timeit-script');

const clock = createClock();
const calibration = createCalibration(clock);

/** timeit on the real clock, that writes into a list. */
function quiet() {
  const lines = [];
  const made = createTimeit({ clock, heap, calibration, write: (text) => { lines.push(text); } });
  return { ...made, lines };
}
const { timeit, lines: written } = quiet();

const SILENT = '/* NOOUTPUT */';
const LINE = new RegExp(`^${LINE_PATTERN}\n$`);

const called = (count, fn, message) => new Promise((resolve) => {
  const args = message === undefined ? [count, fn] : [count, fn, message];
  timeit(...args, (...got) => resolve(got));
});

/** What a run of any kind ends with: { error } or { result }. */
async function outcomeOf(kind, count, fn, message) {
  if (kind === 'callback') {
    const [error, , , , result] = await called(count, fn, message);
    return { error, result };
  }
  try {
    return { result: await timeit(count, fn, message) };
  } catch (error) {
    return { error };
  }
}

/** A test of any kind around a body. */
function testOf(kind, body) {
  if (kind === 'callback') return function named(callback) { body(); callback(); };
  if (kind === 'late callback') return function named(callback) { body(); setImmediate(callback); };
  if (kind === 'promise') return async function named() { body(); };
  return function named() { body(); };
}
const kindOf = (kind) => (kind === 'late callback' ? 'callback' : kind);
const KINDS = ['sync', 'callback', 'late callback', 'promise'];

function expectResult(result, count, kind) {
  expect(result).to.include({ kind });
  if (count) expect(result.count).to.equal(count);
  for (const key of ['elapsed', 'wallclock', 'nsPerCall', 'overheadNs']) {
    expect(result[key], key).to.be.at.least(0).and.below(Infinity);
  }
  expect(result.wallclock).to.be.above(0);
  expect(result.warnings).to.be.an('array');
  expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
}

beforeEach(() => { written.length = 0; });

describe('timeit', () => {
  for (const kind of KINDS) {
    for (const count of [1, 2, 3, 7, 100, 1000]) {
      it(`calls a ${kind} test exactly ${count} times, and prints one line`, async () => {
        let calls = 0;
        const { result } = await outcomeOf(kindOf(kind), count, testOf(kind, () => { calls++; }));
        expect(calls).to.equal(count);
        expectResult(result, count, kindOf(kind));
        expect(written).to.have.length(1);
        expect(written[0]).to.match(LINE);
        expect(written[0]).to.match(new RegExp(`^${count} loops in `));
      });
    }
  }

  it('counts the calls of the pass that looks for removed work, and makes no extra calls', () => {
    const { measureNotInlined } = require('#lib/core/measure/not-inlined');
    const { timeit: timeitWithPass } = createTimeit({ clock, heap, calibration, measureNotInlined, write() {} });
    let calls = 0;
    const result = timeitWithPass(6e6, () => { calls++; });
    expect({ calls, count: result.count }).to.deep.equal({ calls: 6e6, count: 6e6 });
    expect(result.elapsed).to.be.above(0);
  });

  for (const time of [0.0125, '12ms', '0.012s', { seconds: 0.0125 }]) {
    for (const kind of KINDS) {
      it(`runs a ${kind} test for ${util.inspect(time)}`, async () => {
        let calls = 0;
        const { result } = await outcomeOf(kindOf(kind), time, testOf(kind, () => { calls++; }));
        expectResult(result, null, kindOf(kind));
        // The result is of the calls that were measured, after some to get warm.
        expect(result.count).to.be.at.least(1).and.at.most(calls);
        expect(written).to.have.length(1);
        expect(written[0]).to.match(LINE);
      });
    }
  }

  it('prints lines that fit a terminal, also after a resize, even if a test replaced methods of strings', () => {
    const child = run(`
      const out = process.stdout;
      Object.assign(out, { isTTY: true, columns: 50 });
      const body = () => { for (let i = 0; i < 1000; i++); };
      timeit(5, body, 'a name that is as long as half a line');
      out.columns = 30;
      timeit(5, body, 'wörter');
      delete process.env.TERM;
      for (const name of ['split', 'slice']) String.prototype[name] = () => { throw new Error('broken'); };
      Array.prototype.flatMap = Array.prototype.join = () => { throw new Error('broken'); };
      timeit(5, body, 'third');
      process.env.TERM = 'dumb';
      timeit(5, body, 'whole');`);
    expect(child).to.include({ stderr: '', status: 0 });
    const starts = [0, ...['wörter ', 'third ', 'whole ']
      .map((name) => child.lines.findIndex((line) => line.startsWith(name)))];
    const printed = starts.map((from, i) => child.lines.slice(from, starts[i + 1]));
    for (const [lines, columns] of [[printed[0], 49], [printed[1], 29], [printed[2], 29]]) {
      expect(lines).to.have.length.above(1);
      for (const line of lines) expect(line.length, line).to.be.at.most(columns);
    }
    expect(printed[3]).to.have.length(1);
    for (const lines of printed) expect(`${lines.join(' ').replace(/ +/g, ' ')}\n`).to.match(LINE);
  });

  it('prints to standard output', () => {
    const { write } = process.stdout;
    const printed = [];
    process.stdout.write = (text) => { printed.push(text); return true; };
    try {
      publicTimeit(5, () => {}, 'five');
      publicTimeit(5, () => {}, SILENT);
      publicTimeit.reportit(null, 10000000, 0.1095, 0.27, 'concat');
    } finally {
      process.stdout.write = write;
    }
    expect(printed).to.have.length(2);
    expect(printed[0]).to.match(LINE).and.match(/^five 5 loops in/);
    // 1e7 / 0.1095 = 91324200.913
    expect(printed[1]).to.equal('concat 10000000 loops in 0.1095 of 0.27 sec: 91324200.91 / sec, ' +
      '0.000011 ms each = 11 ns\n');
  });

  it('refuses values that are not finite numbers of at least 0, and prints no line', () => {
    const { reportit, lines } = quiet();
    for (const values of [[NaN, 1, 1], [1, Infinity, 1], [1, 1, -1]]) {
      expect(() => reportit(null, ...values))
        .to.throw(RangeError, /^reportit: the .* must be a finite number of at least 0, got /);
    }
    for (const values of [[], [1, '1', 1], [1, 1, null], [5n, 1, 1]]) {
      expect(() => reportit(null, ...values)).to.throw(TypeError, /^reportit: the .* must be a finite number/);
    }
    expect(() => reportit(null, 1, 1, 1, Symbol('odd')))
      .to.throw(TypeError, 'reportit: expected a message, got Symbol(odd)');
    expect(lines).to.eql([]);
  });

  it('prints the line of the result that it returns', () => {
    const machine = fakeMachine();
    const result = machine.timeit(1000, machine.test(2500), 'paper');
    // 1000 calls of 2500 ns
    expect(machine.lines).to.have.length(1);
    expect(machine.lines[0]).to.match(
      /^paper 1000 loops in 0\.0025 of 0\.0\d+ sec: 400000\.00 \/ sec, 0\.002500 ms each = 2\.5 us\n$/);
    expect(result.elapsed).to.be.closeTo(0.0025, 1e-9);
    expect(result.nsPerCall).to.be.closeTo(2500, 1e-3);
    expect(result.wallclock).to.be.within(0.0025, 0.02);
  });

  it('puts a message first, or none', () => {
    const body = () => {};
    for (const message of ['a message, with: signs', '', undefined, null]) timeit(3, body, message);
    expect(written.map((line) => line.split(' loops')[0])).to.deep.equal(['a message, with: signs 3', '3', '3', '3']);
  });

  it('prints nothing if the message is /* NOOUTPUT */', async () => {
    for (const kind of KINDS) {
      const { result } = await outcomeOf(kindOf(kind), 3, testOf(kind, () => {}), SILENT);
      expectResult(result, 3, kindOf(kind));
    }
    expect(written).to.deep.equal([]);
  });
});

describe('timeit with a string', () => {
  afterEach(() => { delete globalThis.timeitTestCalls; });

  it('hands it a callback by that name', async () => {
    globalThis.timeitTestCalls = 0;
    const [error, count] = await called(5, 'timeitTestCalls++; setImmediate(callback);');
    expect({ error, count, timeitTestCalls: globalThis.timeitTestCalls })
      .to.deep.equal({ error: null, count: 5, timeitTestCalls: 5 });
  });

  it('sees global names, and none of this file or of the library', () => {
    expect(() => timeit(1, 'expect')).to.throw(ReferenceError, 'expect is not defined');
    expect(() => timeit(1, 'loop')).to.throw(ReferenceError, 'loop is not defined');
    timeit(1, 'Buffer; process; setTimeout');
  });
});

describe('timeit with a callback', () => {
  it('hands it null, count, elapsed, wallclock and the result', async () => {
    const got = await called(10, (callback) => callback(), 'named');
    const [, , , , result] = got;
    expect(got).to.deep.equal([null, 10, result.elapsed, result.wallclock, result]);
    expectResult(result, 10, 'callback');
    expect(written[0]).to.match(/^named 10 loops/);
  });

  it('returns nothing, and calls it later and once', async () => {
    let ended = 0;
    expect(timeit(10, (callback) => callback(), () => { ended++; })).to.equal(undefined);
    expect(ended).to.equal(0);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    expect(ended).to.equal(1);
  });

  it('ends with the error that the test hands over, the same object, and the call that it was', async () => {
    for (const later of [(fn) => fn(), setImmediate, process.nextTick]) {
      let calls = 0;
      const error = new TypeError('mine');
      const got = await called(100, function reader(callback) { later(() => callback(++calls === 7 ? error : null)); });
      expect(got).to.have.length(1);
      expect(got[0]).to.equal(error);
      expect(error.timeit).to.deep.equal({ test: '"reader"', calls: '7' });
      expect(calls).to.equal(7);
    }
    expect(written).to.deep.equal([]);
  });

  it('ends with an error whose cause is a value that cannot have a property', async () => {
    const [error] = await called(5, (callback) => callback('ENOENT'), 'reader');
    expect(error).to.be.an('error').that.has.property('cause', 'ENOENT');
    expect(error.message).to.equal('timeit: the test "reader" called back with \'ENOENT\' on call 1');
  });

  for (const [name, twice] of Object.entries({
    'at once': (callback) => { callback(); callback(); },
    'at once, and later': (callback) => { callback(); setImmediate(callback); },
    'later': (callback) => { setImmediate(() => { callback(); callback(); }); },
  })) {
    it(`refuses two answers to one call: ${name}`, async () => {
      const [error] = await called(1, twice, 'doubled');
      expect(error).to.be.an('error');
      expect(error.message).to.equal('timeit: the test "doubled" called back twice on call 1: each call must call ' +
        'back once');
      expect(written).to.deep.equal([]);
    });
  }
});

describe('timeit with a test that returns a promise', () => {
  it('decides by the result of the first call', async () => {
    let calls = 0;
    expect(timeit(20, () => (calls++ ? Promise.resolve() : 5)).kind).to.equal('sync');
    expectResult(await timeit(20, () => (calls++ % 2 ? Promise.resolve() : Promise.resolve(5))), 20, 'promise');
    for (const value of [null, undefined, 0, 'then', { then: 5 }, {}, [], () => {}]) {
      expect(timeit(2, () => value).kind).to.equal('sync');
    }
  });

  it('rejects if the answer\'s then cannot be read, as await does', async () => {
    const error = new Error('mine');
    const listeners = process.listenerCount('exit');
    const { error: got } = await outcomeOf('promise', 5, () => ({ get then() { throw error; } }));
    expect(got).to.equal(error);
    expect(error.timeit).to.be.an('object');
    expect(process.listenerCount('exit')).to.equal(listeners);
  });
});

describe('timeit with a test that fails', () => {
  for (const kind of KINDS) {
    for (const at of [1, 2, 3, 40, 999]) {
      it(`ends with the same error at call ${at} of a ${kind} test, with its place`, async () => {
        let calls = 0;
        const error = new RangeError('mine');
        const { error: got } = await outcomeOf(
          kindOf(kind), 1000, testOf(kind, () => { if (++calls === at) throw error; }));
        expect(got).to.equal(error);
        expect(error).to.be.an.instanceof(RangeError).with.property('message', 'mine');
        expect(error.timeit.test).to.equal('"named"');
        // One call, or the slice that it was in.
        const [first, last = first] = error.timeit.calls.split(' to ').map(Number);
        expect(at).to.be.within(first, last);
        if (at <= 2) expect(first).to.equal(last);
        expect(calls).to.equal(at);
        expect(written).to.deep.equal([]);
      });
    }
  }

  it('is called by its message, or by its name if the message only asks for silence', () => {
    expect(() => timeit(5, () => { throw null; }, 'm')).to.throw('timeit: the test "m" threw null on call 1');
    const error = new Error('mine');
    expect(() => timeit(5, function named() { throw error; }, SILENT)).to.throw(error);
    expect(error.timeit.test).to.equal('"named"');
  });

  it('does not mistake an error of the machine for one of the test', () => {
    const machine = fakeMachine({ costNs: 1000 });
    machine.standsStill = true;
    expect(() => machine.timeit(5, machine.test(10))).to.throw(Error, /^the clock did not advance/)
      .with.not.property('timeit');
    expect(machine.calls).to.equal(0);
  });
});

describe('timeit with invalid arguments', () => {
  const body = () => { throw new Error('called'); };

  it('throws before the first call, and leaves nothing under way', () => {
    const listeners = process.listenerCount('exit');
    for (const [value, type] of [[0, RangeError], ['soon', TypeError], [Symbol('x'), TypeError]]) {
      for (const more of [[], ['message'], ['message', () => {}]]) {
        expect(() => timeit(value, body, ...more)).to.throw(type, /^timeit: .*Pass a number of calls/);
      }
    }
    expect(() => timeit(10, 5)).to.throw(TypeError, 'timeit: expected a test function, got 5');
    expect(written).to.deep.equal([]);
    expect(process.listenerCount('exit')).to.equal(listeners);
  });

  it('names a message or a callback that is none', () => {
    const others = [[5, '5'], [{}, '{}'], [true, 'true'], [Symbol('x'), 'Symbol(x)']];
    for (const [more, words] of [
      ...others.map(([value, shown]) => [[value], `a message or a callback, got ${shown}`]),
      ...others.map(([value, shown]) => [['message', value], `a callback function, got ${shown}`]),
      [['message', null], 'a callback function, got null'], [[class Odd {}], 'a callback function, got [class Odd'],
      [[() => {}, () => {}], 'a message or a callback, got [Function'],
    ]) expect(() => timeit(10, body, ...more)).to.throw(TypeError, `timeit: expected ${words}`);
  });
});

describe('timeit more than once at a time', () => {
  it('can be called inside a test', async () => {
    let inner = 0;
    let outer = 0;
    const result = timeit(3, () => {
      outer++;
      expectResult(timeit(50, () => { inner++; }, 'inner'), 50, 'sync');
    }, 'outer');
    expectResult(result, 3, 'sync');
    expect({ outer, inner }).to.deep.equal({ outer: 3, inner: 150 });
    expect(written.map((line) => line.split(' ')[0])).to.deep.equal(['inner', 'inner', 'inner', 'outer']);
  });

  it('runs two tests at once, each to its end', async () => {
    for (const kind of ['callback', 'late callback', 'promise']) {
      const calls = [0, 0, 0];
      const outcomes = await Promise.all(calls.map((_, i) => (
        outcomeOf(kindOf(kind), 100 + i, testOf(kind, () => { calls[i]++; }), `test ${i}`))));
      expect(calls).to.deep.equal([100, 101, 102]);
      outcomes.forEach(({ result }, i) => expectResult(result, 100 + i, kindOf(kind)));
    }
  });

  it('watches the end of the process only while a test is under way', async () => {
    const before = process.listenerCount('exit');
    const seen = [];
    await Promise.all(
      [0, 1].map(() => outcomeOf('promise', 5, async () => { seen.push(process.listenerCount('exit') - before); })));
    expect(new Set(seen)).to.deep.equal(new Set([1]));
    expect(process.listenerCount('exit')).to.equal(before);
    timeit(2, () => {});
    await outcomeOf('callback', 2, (callback) => callback(new Error('mine')));
    expect(process.listenerCount('exit')).to.equal(before);
  });
});

describe('timeit with a test that leaves something open', () => {
  if (!process.getActiveResourcesInfo) return;

  for (const kind of KINDS) {
    it(`names the timers of a ${kind} test`, async () => {
      // Mocha starts its own timer when this function has returned a promise.
      await new Promise(setImmediate);
      const timers = [];
      const { result } = await outcomeOf(
        kindOf(kind), 3, testOf(kind, () => { timers.push(setTimeout(() => {}, 60000)); }));
      timers.forEach(clearTimeout);
      const left = result.warnings.find((one) => one.code === 'handles-left');
      expect(left).to.deep.equal({ code: 'handles-left', handles: ['3 x Timeout'] });
      expect(written[0]).to.include('the test left open: 3 x Timeout');
    });
  }

  it('ignores immediates, because they end, and handles that were open before, or are closed again', () => {
    const timer = setTimeout(() => {}, 60000);
    for (const fn of [() => { setImmediate(() => {}); }, () => { clearTimeout(setTimeout(() => {}, 60000)); }]) {
      expect(timeit(3, fn).warnings.map(({ code }) => code), `${fn}`).to.not.include('handles-left');
    }
    clearTimeout(timer);
  });
});
