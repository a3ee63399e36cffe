'use strict';

/* Suites of streams from end to end, in separate processes. */

const fs = require('fs');
const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { useFolder, inFolder, write } = require('../helpers/cli');

describe('timeit.streams, in a script', () => {
  useFolder();

  const PRELUDE = `const timeit = require(${JSON.stringify(require.resolve('../..'))});
    const { PassThrough, Transform } = require('stream');
    const input = Buffer.alloc(300000, 'abc');
    const transform = (change) => () => new Transform({
      transform(chunk, encoding, done) { change(chunk, done); } });\n`;

  it('measures each run in a separate process, and survives its failure', () => {
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
    // Two measured runs, after a trial that checks the memory and the output with two streams in one process.
    const pids = fs.readFileSync(inFolder('pids'), 'utf8').trim().split(' ');
    expect({ pids: pids.length, processes: new Set(pids).size }).to.eql({ pids: 4, processes: 3 });
    expect(rows[0].stream.heapGrowthBytes).to.be.a('number');
    expect(status).to.equal(1);
  });
});
