'use strict';

/* Tests that disturb the channels, the measuring code or the end of their real process, each on its first call. */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { useScripts, launch, WINDOWS } = require('../helpers/scripts');

const LOST = 'its process closed file descriptor 3, through which it reports its result';
const forged = '{ qtimeit: 3, type: "result", row: { name: "forged", nsPerCall: 1 } }';

// [description, code, why it has no row, or null if it has one]
const actions = [
  ['forges a result over process.send()', `process.send(${forged})`, null],
  ['sends messages that are reserved for Node.js',
    'process.send({ cmd: "NODE_HANDLE_ACK" }); process.send({ cmd: "NODE_HANDLE", type: "net.Socket" })', null],
  ['writes garbage to the channel of process.send()', 'fs.writeSync(4, "garbage\\n{\\n\\0\\0\\0\\x02hi")', null],
  ['disconnects', 'process.disconnect()', null],
  ['writes bytes', 'fs.writeSync(3, Buffer.from([255, 255, 0, 1, 10, 0, 0, 0, 2, 5, 1]))', null],
  ['forges a result', `fs.writeSync(3, JSON.stringify(${forged}) + "\\n")`, null],
  ['closes the pipe', 'fs.closeSync(3)', LOST],
  ['closes the pipe, and opens a file with its descriptor', 'fs.closeSync(3); note(fs.openSync("other", "w"))',
    LOST],
  ['gives all objects a toJSON', 'Object.prototype.toJSON = () => 5; Array.prototype.toJSON = () => 6', null],
  ['gives all objects fields',
    'Object.assign(Object.prototype, { row: 1, type: "x", nsPerCall: "fast", qtimeit: 9, error: 1, sample: 5, ' +
      'encoding: "hex", fd: 1 })', null],
  ['replaces the functions that end a process', 'process.send = process.exit = process.emit = () => {}', null],
  ['replaces the functions that serialize results',
    'JSON.stringify = JSON.parse = () => "7"; String.prototype.split = String.prototype.indexOf = ' +
      'String.prototype.slice = () => "x"; Buffer.from = () => null', null],
  ['replaces the functions that compute figures',
    `for (const name of Object.getOwnPropertyNames(Math)) { try { Math[name] = () => NaN; } catch (_) {} }
    const [kinds, names] = [[Map.prototype, Array.prototype, Float64Array.prototype.__proto__],
      ['map', 'filter', 'every', 'push', 'sort', 'slice', 'get', 'set', 'has', Symbol.iterator]];
    const broken = () => { throw new Error('mine'); };
    for (let i = 0; i < kinds.length; i++) for (let k = 0; k < names.length; k++) kinds[i][names[k]] = broken;`, null],
  ['replaces sockets and streams',
    'require("net").Socket.prototype.write = require("stream").Writable.prototype.write = () => { throw new ' +
      'Error("mine"); }', null],
  ['throws while its process exits', 'process.on("exit", () => { throw new Error("mine"); })', null],
  ['changes the exit code while its process exits', 'process.on("exit", () => process.exit(3))', null],
  ['throws in a later turn', 'setImmediate(() => { throw new RangeError("too late"); }); isLong = true',
    /^an uncaught error ended its process: RangeError: too late$/],
  ['rejects a promise that nothing handles', 'Promise.reject(new RangeError("unheard")); isLong = true',
    /^an uncaught error ended its process: RangeError: unheard$/],
  ['ends its process', 'process.exit(0)',
    'its process ended with exit code 0 before reporting a result. Call process.exit() after the suite'],
  ['ends its process with the code of a closed pipe', 'process.exit(199)',
    'its process ended with exit code 199 before reporting a result. Call process.exit() after the suite'],
].filter(([, code]) => !WINDOWS || !code.includes('fs.'));

/** The source of a test that runs the code on its first call; isLong: this call does not call back. */
const testOf = ([what, code]) => `[${JSON.stringify(what)}, { kind: 'callback', timeout: 60, fn(callback) {
  if (calls++ === 0) { let isLong = false; ${code}; if (isLong) return; }
  setTurn(callback);
} }]`;

describe('a test that disturbs its process', function () {
  this.timeout(120000);
  let end;
  let rows;
  useScripts();

  before(async () => {
    end = await launch(`const setTurn = setImmediate;
let calls = 0;
timeit.bench(new Map([${actions.map(testOf).join(',\n')}]), { ...short, forkTests: 1 }).then(tell);`).end;
    ({ rows } = end);
  });

  it('does not affect other tests, and causes no output', () => {
    expect(rows.map(({ name }) => name)).to.deep.equal(actions.map(([what]) => what));
    expect({ stderr: withoutProgress(end.stderr), status: end.status }).to.deep.equal({ stderr: '', status: 1 });
  });

  for (const [what, , why] of actions) {
    it(`${why === null ? 'is measured' : 'fails with the cause'} if it ${what}`, () => {
      const { error, calls, processes } = rows.find(({ name }) => name === what);
      if (why === null) {
        expect(error).to.equal(null);
        // The first one is the baseline of each batch.
        if (what !== actions[0][0]) expect(processes).to.equal(1);
        expect(calls).to.be.above(0);
      } else if (typeof why === 'string') {
        expect(error.message).to.equal(why);
      } else {
        expect(error.message).to.match(why);
        expect(error.at).to.match(/script\.js:\d+:\d+$/);
      }
    });
  }

  it('cannot redirect a result into a file with the same descriptor', function () {
    if (WINDOWS) this.skip();
    expect(end.notes()).to.deep.equal(['3']);
    expect(fs.readFileSync(path.join(path.dirname(end.file), 'other'), 'utf8')).to.equal('');
  });
});
