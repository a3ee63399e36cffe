'use strict';

/* Benchmark files counted by the command line: valgrind is a small script. */

const fs = require('fs');
const { expect } = require('chai');
const { useFolder, inFolder, write, read, qtimeit } = require('../helpers/cli');
const { fakeCounters, CALL } = require('../helpers/fake-counters');
const { COMMON } = require('../helpers/benchmark-process');

const FILE = `const { createBenchmark } = require(${JSON.stringify(COMMON)});
createBenchmark(({ n, most }, bench) => {
  if (most > 0 && n > most) throw new RangeError('n is too large');
  let x = 1;
  bench.start();
  for (let i = 0; i < n; i++) x = Math.imul(x, 31) + i | 0;
  bench.end(n);
  console.log('printed', x);
}, { n: 2e5, most: [0, 3e5] });
`;

describe('qtimeit --count of benchmark files', function () {
  this.timeout(300000);
  useFolder();
  before(function () { if (process.platform === 'win32') this.skip(); });

  function counted(args, programs) {
    const folder = inFolder('programs');
    fs.mkdirSync(folder, { recursive: true });
    const fake = fakeCounters(folder, programs);
    const { PATH } = process.env;
    Object.assign(process.env, fake.env);
    try {
      return { ...qtimeit(...args), runs: fake.runs() };
    } finally {
      process.env.PATH = PATH;
    }
  }

  it('prints the instructions per operation, or why there are none', () => {
    write('a.js', FILE);
    const { status, stdout, stderr, runs } = counted(['run', 'a.js', '--count', '--save', 'r.json']);
    expect(status).to.equal(0);
    expect(stdout).to.match(/^configuration +rate +instructions +runs/m).and.match(/^most=0 n=200000 .* 100\.00 +1 /m);
    expect(stdout).to.match(/^most=300000 n=200000: not counted: with n=\d+: RangeError: n is too large$/m);
    expect(stdout).to.include('instructions by valgrind 3.19.0');
    // The output of counting runs is not shown.
    expect(stderr.split('\n').filter((line) => line.startsWith('printed'))).to.have.length(2);
    expect(runs.map(({ what }) => what)).to.deep.equal(['file', 'file', 'file', 'file']);
    const [none, once, again, twice] = runs.map(({ calls }) => calls);
    expect([again - once, twice - once]).to.deep.equal([0, once - none]);
    const [{ sides: [side] }] = read('r.json').configurations;
    expect(side.counts).to.deep.include({ instructions: CALL, loop: 0, processes: 4 });
    expect(side.warnings).to.deep.equal([]);
  });

  it('decides the gate of a comparison, also from saved rates', () => {
    write('a.js', FILE);
    const node = process.execPath;
    const first = counted(['compare', '--old', node, '--new', node, '--runs', '2', '--set', 'most=0', '--count',
      '--max-regression', '1%', '--strict', '--save', 'c.json', 'a.js']);
    expect(first.status).to.equal(0);
    expect(first.stdout).to.match(/instructions$/m).and.match(/n=200000.* same$/m);
    const rates = read('c.json');
    rates.configurations[0].sides[1].counts.instructions *= 1.02;
    write('changed.json', JSON.stringify(rates));
    const second = counted(['compare', 'changed.json', '--max-regression', '1%', '--format', 'json']);
    expect(second.status).to.equal(3);
    const { tests, gate } = JSON.parse(second.stdout);
    expect(tests[0].changes[0].counts).to.include({ verdict: 'more', regression: true });
    expect(gate.failed.map(({ by }) => by)).to.deep.equal(['instructions']);
  });
});
