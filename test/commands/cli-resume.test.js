'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { needs } = require('../helpers/needs');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { inside, refused } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');
const { isRunning } = require('../helpers/child-processes');
const { until } = require('../helpers/suite-processes');

// Runs n=1 and n=2, and waits in n=3 until a file "go" exists. Each run adds its n to log.txt.
const STOPS = benchmarkFile({ n: [1, 2, 3, 4] }, {
  ms: '100',
  top: 'const fs = require("fs"); if (process.env.NODE_RUN_BENCHMARK_FN === undefined) ' +
    'fs.appendFileSync("pids.txt", `${process.pid}\\n`);',
  before: `fs.appendFileSync("log.txt", String(conf.n));
  if (conf.n === 3 && !fs.existsSync("go")) {
    fs.appendFileSync("pids.txt", \`\${process.pid}\\n\`);
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }`,
});
const QUICK = benchmarkFile({ n: [1, 2] }, { ms: '100' });

const log = () => fs.readFileSync(inFolder('log.txt'), 'utf8');
const ratesOf = (file) => read(file).configurations.map(({ sides }) => sides.map(({ rates }) => rates.length));

/** Waits for the end of the processes in pids.txt. */
async function expectGone() {
  const pids = fs.readFileSync(inFolder('pids.txt'), 'utf8').trim().split('\n').map(Number);
  expect(pids).to.have.length.at.least(2);
  await until(() => !pids.some(isRunning));
}

/** Sends ^C to the command alone once it waits in n=3. */
const interrupted = (...args) => started(args, 'n=2: 20', async (child) => {
  await until(() => fs.readFileSync(inFolder('pids.txt'), 'utf8').split('\n').length >= 3);
  child.kill('SIGINT');
});

useFolder();

describe('qtimeit run --resume', () => {
  needs('signals', it)('resumes after ^C, which saves and prints results, and leaves no process', async () => {
    write('a.js', STOPS);
    const args = ['run', 'a.js', '--save', 'r.json', '--plot', 'r.svg', '-o', 'r.csv', '--csv'];
    const { status, stdout } = await interrupted('run', 'a.js', '--save', 'r.json', '--plot', 'r.svg');
    expect(status).to.equal(130);
    expect(stdout).to.match(/^a\.js\na\.js n=1: 10\.0\/s\na\.js n=2: 20\.0\/s\n/)
      .and.include('cut short').and.not.include('n=3: ')
      .and.not.include('FAILED');
    expect(read('r.json').complete).to.equal(false);
    expect(read('r.json').configurations.map(({ sides: [{ rates, errors }] }) => [rates.length, errors]))
      .to.deep.equal([[1, []], [1, []], [0, []], [0, []]]);
    expect(fs.readFileSync(inFolder('r.svg'), 'utf8')).to.match(/^<svg/);
    await expectGone();

    write('go', '');
    write('log.txt', '');
    const result = await inside(...args, '--resume');
    expect(result).to.include({ status: 0, stdout: '', stderr: '' });
    expect(log()).to.equal('34');
    expect(read('r.json').complete).to.equal(true);
    expect(fs.readFileSync(inFolder('r.csv'), 'utf8').trim().split('\n').slice(1))
      .to.deep.equal([1, 2, 3, 4].map((n) => `"a.js","n=${n}",${n * 10},0.1`));
  });

  it('starts without a file, measures nothing if all is measured, and refuses a file of another run', async () => {
    write('a.js', QUICK);
    for (const words of [/^a\.js\na\.js n=1: 10\.0\/s\na\.js n=2: 20\.0\/s\n$/, /^$/]) {
      const { status, stdout } = await inside('run', 'a.js', '--save', 'r.json', '--resume');
      expect(status).to.equal(0);
      expect(stdout).to.match(words);
    }
    expect(ratesOf('r.json')).to.deep.equal([[1], [1]]);

    // Files of other sides, another Node.js or other configurations are refused, and not changed.
    const rates = read('r.json');
    const refusalAfter = async (name, change) => {
      const changed = structuredClone(rates);
      change(changed);
      const text = JSON.stringify(changed);
      write(name, text);
      const words = await refused('run', 'a.js', '--save', name, '--resume', '--runs', '2');
      expect(fs.readFileSync(inFolder(name), 'utf8')).to.equal(text);
      expect(words).to.include(name).and.include('--resume');
      return words;
    };
    expect(await refusalAfter('node.json', ({ sides: [{ environment }] }) => {
      Object.assign(environment, { nodeVersion: '6.6.6', engineVersion: '6.6.6' });
    })).to.include('6.6.6').and.include(process.versions.node);
    expect(await refusalAfter('sides.json', ({ sides: [side] }) => { side.label = 'old'; }))
      .to.include('contains results labeled old').and.include('labels them this');
    expect(await refusalAfter('more.json', ({ configurations }) => {
      configurations.push({ ...configurations[0], configuration: 'n=9', parameters: { n: 9 } });
    })).to.include('a.js n=9');
  });
});
