'use strict';

/*
 * Files in TypeScript with a fake tsx, in a node that does not strip types. tools/check-typescript.js uses the real tsx
 * and other versions of node.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { useFolder, inFolder, write, read, PROGRAM } = require('../helpers/cli');

const ROOT = path.join(__dirname, '..', '..');

const scriptOf = (exported) => `const qtimeit = require(${JSON.stringify(path.join(ROOT, exported))});\n`;

useFolder();

describe('files in TypeScript', function () {
  this.timeout(120000);

  const env = { ...process.env, NODE_OPTIONS: process.features.typescript ? '--no-experimental-strip-types' : '' };
  const node = (...args) => spawnSync(process.execPath, args, { cwd: inFolder(), encoding: 'utf8', env });

  describe('compiled by tsx', () => {
    beforeEach(() => fs.cpSync(
      path.join(ROOT, 'test', 'fixtures', 'tsx'), inFolder('node_modules/tsx'), { recursive: true }));

    it('can have parameters', () => {
      write('a.ts', `${scriptOf('public/common.js')}
const bench = qtimeit.createBenchmark(main, { n: [1e3], kind: ['x', 'y'] });
function main({ n }) {
  let sum: number = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += i;
  bench.end(globalThis.compiledBy === 'tsx' ? n : NaN);
}
`);
      const { status, stderr } = node(PROGRAM, 'run', '--save', 'rates.json', '--runs', '1', 'a.ts');
      expect([status, stderr.match(/.*(?:Warning|FAILED).*/)], stderr).to.eql([0, null]);
      expect(read('rates.json').configurations.map(({ configuration, sides: [{ rates }] }) =>
        [configuration, rates.length])).to.eql([['kind="x" n=1000', 1], ['kind="y" n=1000', 1]]);
    });

    it('run as scripts, also in their forks', () => {
      write('script.ts', `${scriptOf('qtimeit.js')}
let x: number = 1;
qtimeit.bench({ ['by ' + globalThis.compiledBy]() { x = x + 1 | 0; } },
  { forkTests: 2, timeGoal: 0.02, verbose: 0, twin: false, json: true }).then(() => {});
`);
      const { status, stdout, stderr } = node('--import', 'tsx', 'script.ts', '--fork');
      expect({ status, stderr }).to.eql({ status: 0, stderr: '' });
      const [{ name, error, processes }] = JSON.parse(stdout);
      expect({ name, error, processes }).to.eql({ name: 'by tsx', error: null, processes: 2 });
    });
  });

  // Suites are in tools/check-typescript.js.
  it('are rejected in one sentence before measuring if they have parameters and tsx is not installed', () => {
    const error = `qtimeit: a.ts is TypeScript, which Node.js ${process.versions.node} runs only through tsx, which ` +
      'is not installed. Run npm install --save-dev tsx, use Node.js 22.18 or later, or compile it\n';
    const text = `${scriptOf('public/common.js')}qtimeit.createBenchmark(() => {}, {});\n`;
    for (const name of ['a.js', 'a.ts']) write(name, text);
    const same = ['--old', process.execPath, '--new', process.execPath];
    for (const command of [['run'], ['compare', ...same]]) {
      const { status, stdout, stderr } = node(PROGRAM, ...command, 'a.js', 'a.ts');
      expect({ status, stdout, stderr }, command[0]).to.eql({ status: 2, stdout: '', stderr: error });
    }
  });
});
