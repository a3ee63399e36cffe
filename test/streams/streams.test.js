'use strict';

/* Suites of streams from end to end: in one process, in separate ones, and under the command line. */

const fs = require('fs');
const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { PassThrough, Transform } = require('stream');
const timeit = require('../..');
const { useFolder, inFolder, write, read } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');

const input = Buffer.alloc(300000, 'abc');
const quiet = { input, runs: 2, forkTests: false, silent: true };

const failing = () => new Transform({ transform(chunk, encoding, done) { done(new Error('bad chunk')); } });

describe('timeit.streams', () => {
  let exitCode;
  beforeEach(() => { exitCode = process.exitCode; });
  // A failed row sets it to 1.
  afterEach(() => { process.exitCode = exitCode; });

  it('runs all in turns, forth and back, after one run each that does not count', async () => {
    const made = [];
    const noted = (name) => () => {
      made.push(name);
      return new PassThrough();
    };
    const rows = await timeit.streams({ a: noted('a'), b: noted('b') }, { ...quiet, reference: noted('ref') });
    expect(made.join(' ')).to.equal('ref a b ref a b ref ref b a ref');
    expect(rows.map(({ name }) => name)).to.eql(['reference', 'a', 'b']);
    expect(rows[0]).to.include({ verdict: 'baseline', rank: 1000, processes: 0, kind: 'stream' });
    for (const { stream } of rows) {
      expect(stream).to.include({ runs: 2, bytesIn: 300000, bytesOut: 300000, chunksIn: 5 });
    }
  });

  it('calls a callback with the rows, and sets the exit code if one fails', (done) => {
    timeit.streams([failing, () => new PassThrough()], { ...quiet, runs: 1, twin: false }, (error, rows) => {
      expect(error).to.equal(null);
      expect(rows.map(({ name, verdict }) => [name, verdict === 'failed']))
        .to.eql([['pass-through', false], ['#1', true], ['#2', false]]);
      expect(rows[1].error).to.include({ code: 'threw' });
      expect(process.exitCode).to.equal(1);
      done();
    });
  });

  it('refuses wrong arguments before anything runs', () => {
    expect(() => timeit.streams({}, quiet)).to.throw('streams: no tests');
    expect(() => timeit.streams([failing], { ...quiet, rnus: 2 })).to.throw('Did you mean \'runs\'');
    expect(() => timeit.streams([failing], quiet, 5)).to.throw('streams: expected a callback function, got 5');
  });
});

describe('timeit.streams, in a script', () => {
  useFolder();

  const PRELUDE = `const timeit = require(${JSON.stringify(require.resolve('../..'))});
    const { PassThrough, Transform } = require('stream');
    const input = Buffer.alloc(300000, 'abc');
    const transform = (change) => () => new Transform({
      transform(chunk, encoding, done) { change(chunk, done); } });\n`;

  it('is measured by qtimeit run, and saved without its input and functions', async () => {
    write('suite.js',
      `${PRELUDE} timeit.streams({ pass: () => new PassThrough() }, { input, runs: 2, forkTests: false, twin: ` +
        'false, check: () => true });');
    const { status } = await inside('run', 'suite.js', '--save', 'saved.json');
    expect(status).to.equal(0);
    const { suites: [{ settings, tests }] } = read('saved.json');
    expect(settings).to.include(
      { input: 'memory', inputBytes: 300000, runs: 2, isStreams: true, reference: true, checked: true });
    expect(settings).not.to.have.property('source');
    expect(tests.map(({ name }) => name)).to.eql(['pass-through', 'pass']);
    expect(tests[1].samples.map(({ nsPerCall }) => nsPerCall > 0)).to.eql([true, true]);
    expect((await inside('report', 'saved.json', '-o', 'page.html')).status).to.equal(0);
    expect(fs.readFileSync(inFolder('page.html'), 'utf8')).to.include('MB/s');
  });

  it('runs each time in a separate process, and goes on after one that ends early', () => {
    write('script.js', `${PRELUDE}
      const pass = () => { require('fs').appendFileSync('pids', process.pid + ' '); return new PassThrough(); };
      const suite = { pass, short: transform((chunk, done) => done(null, chunk.subarray(1))),
        exits: transform(() => process.exit(3)) };
      timeit.streams(suite, { input, runs: 2, reference: false, twin: false, json: true,
        check: (output) => output.equals(input) });`);
    const { stdout, status } = spawnSync(process.execPath, ['script.js'], { cwd: inFolder(), encoding: 'utf8' });
    const rows = JSON.parse(stdout);
    expect(rows.map(({ error }) => error && error.code)).to.eql([null, 'wrong-output', 'exited']);
    expect(rows[0]).to.include({ processes: 2, verdict: 'baseline' });
    // Two runs that count, and before them one that looks at what is kept, in the same process as the check.
    const pids = fs.readFileSync(inFolder('pids'), 'utf8').trim().split(' ');
    expect([pids.length, new Set(pids).size]).to.eql([4, 3]);
    expect(rows[0].stream.heapGrowthBytes).to.be.a('number');
    expect(status).to.equal(1);
  });
});
