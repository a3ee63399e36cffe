'use strict';

/*
 * What a test can do to the ways on which its process tells something, to what it is measured with, and to its end:
 * real processes, of which each does one of these things on its first call.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { useScripts, launch, WINDOWS } = require('../helpers/scripts');

const LOST = 'its process closed file descriptor 3, which reports its result';
const forged = '{ qtimeit: 3, type: "result", row: { name: "forged", nsPerCall: 1 } }';

// [what it does, its code, why it has no row, or null where it has]
const deeds = [
  ['forges a result over process.send()', `process.send(${forged})`, null],
  ['sends what Node keeps for itself',
    'process.send({ cmd: "NODE_HANDLE_ACK" }); process.send({ cmd: "NODE_HANDLE", type: "net.Socket" })', null],
  ['writes garbage where process.send() does', 'fs.writeSync(4, "garbage\\n{\\n\\0\\0\\0\\x02hi")', null],
  ['disconnects', 'process.disconnect()', null],
  ['writes bytes', 'fs.writeSync(3, Buffer.from([255, 255, 0, 1, 10, 0, 0, 0, 2, 5, 1]))', null],
  ['forges a result', `fs.writeSync(3, JSON.stringify(${forged}) + "\\n")`, null],
  ['closes the pipe', 'fs.closeSync(3)', LOST],
  ['closes the pipe, and has something else at its place', 'fs.closeSync(3); note(fs.openSync("other", "w"))',
    LOST],
  ['gives all objects a toJSON', 'Object.prototype.toJSON = () => 5; Array.prototype.toJSON = () => 6', null],
  ['gives all objects fields',
    'Object.assign(Object.prototype, { row: 1, type: "x", nsPerCall: "fast", qtimeit: 9, error: 1, sample: 5, ' +
      'encoding: "hex", fd: 1 })', null],
  ['replaces what a process ends with', 'process.send = process.exit = process.emit = () => {}', null],
  ['replaces how things are written',
    'JSON.stringify = JSON.parse = () => "7"; String.prototype.split = String.prototype.indexOf = ' +
      'String.prototype.slice = () => "x"; Buffer.from = () => null', null],
  ['replaces what its figures are made with',
    `for (const name of Object.getOwnPropertyNames(Math)) { try { Math[name] = () => NaN; } catch (_) {} }
    const [kinds, names] = [[Map.prototype, Array.prototype, Float64Array.prototype.__proto__],
      ['map', 'filter', 'every', 'push', 'sort', 'slice', 'get', 'set', 'has', Symbol.iterator]];
    const broken = () => { throw new Error('mine'); };
    for (let i = 0; i < kinds.length; i++) for (let k = 0; k < names.length; k++) kinds[i][names[k]] = broken;`, null],
  ['replaces sockets and streams',
    'require("net").Socket.prototype.write = require("stream").Writable.prototype.write = () => { throw new ' +
      'Error("mine"); }', null],
  ['throws as its process ends', 'process.on("exit", () => { throw new Error("mine"); })', null],
  ['ends its process in another way as it ends', 'process.on("exit", () => process.exit(3))', null],
  ['throws in a later turn', 'setImmediate(() => { throw new RangeError("too late"); }); isLong = true',
    /^an uncaught error ended its process: RangeError: too late$/],
  ['rejects what nobody waits for', 'Promise.reject(new RangeError("unheard")); isLong = true',
    /^an uncaught error ended its process: RangeError: unheard$/],
  ['ends its process', 'process.exit(0)',
    'its process ended with exit code 0 before reporting a result. Call process.exit() after the suite'],
  ['ends it with the code of a closed pipe', 'process.exit(199)',
    'its process ended with exit code 199 before reporting a result. Call process.exit() after the suite'],
].filter(([, code]) => !WINDOWS || !code.includes('fs.'));

/** A test that does it once; isLong: it waits for a turn, in which that shows. */
const testOf = ([what, code]) => `[${JSON.stringify(what)}, { kind: 'callback', timeout: 60, fn(callback) {
  if (calls++ === 0) { let isLong = false; ${code}; if (isLong) return; }
  setTurn(callback);
} }]`;

describe('what a test does to its process', function () {
  this.timeout(120000);
  let end;
  let rows;
  useScripts();

  before(async () => {
    end = await launch(`const setTurn = setImmediate;
let calls = 0;
timeit.bench(new Map([${deeds.map(testOf).join(',\n')}]), { ...short, forkTests: 1 }).then(tell);`).end;
    ({ rows } = end);
  });

  it('harms no other test, and prints nothing of ours', () => {
    expect(rows.map(({ name }) => name)).to.deep.equal(deeds.map(([what]) => what));
    expect([end.stderr, end.status]).to.deep.equal(['', 1]);
  });

  for (const [what, , why] of deeds) {
    it(`${why === null ? 'does not keep it from its figures' : 'is the cause that is told'}: ${what}`, () => {
      const { error, calls, processes } = rows.find(({ name }) => name === what);
      if (why === null) {
        expect(error).to.equal(null);
        // The first one is the baseline of each batch.
        if (what !== deeds[0][0]) expect(processes).to.equal(1);
        expect(calls).to.be.above(0);
      } else if (typeof why === 'string') {
        expect(error.message).to.equal(why);
      } else {
        expect(error.message).to.match(why);
        expect(error.at).to.match(/script\.js:\d+:\d+$/);
      }
    });
  }

  it('does not write a result into the file that has its place', function () {
    if (WINDOWS) this.skip();
    expect(end.notes()).to.deep.equal(['3']);
    expect(fs.readFileSync(path.join(path.dirname(end.file), 'other'), 'utf8')).to.equal('');
  });
});
