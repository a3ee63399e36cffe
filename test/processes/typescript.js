'use strict';

/*
 * Files in TypeScript, run as they are where node strips types, and through a stand-in for tsx where it does not: in
 * every version of node here, for those that do are asked not to.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { useFolder, inFolder, write, read } = require('../helpers/cli');

const ROOT = path.join(__dirname, '..', '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const STRIPS = Boolean(process.features.typescript);

// Says by whom it was made runnable in the name of its test.
const SUITE = `const count: number = 3;
const list = Array.from({ length: count }, (_, i) => i);
let x: number = 1;
module.exports = { ['by ' + (globalThis.compiledBy || 'node')]() { x = list.length + x | 0; } };
`;
const scriptOf = (exported) => `const qtimeit = require(${JSON.stringify(path.join(ROOT, exported))});\n`;

useFolder();

describe('files in TypeScript', function () {
  this.timeout(120000);

  const envOf = (flags) => ({ ...process.env, NODE_OPTIONS: flags });
  function node(flags, ...args) {
    return spawnSync(process.execPath, args, { cwd: inFolder(), encoding: 'utf8', env: envOf(flags) });
  }
  const installTsx = () => fs.cpSync(
    path.join(ROOT, 'test', 'fixtures', 'tsx'), inFolder('node_modules/tsx'), { recursive: true });
  const namesOf = (file) => {
    const { suites } = read(file);
    return suites.map(({ tests }) => tests.map(({ name, error, processes }) => [name, error, processes]));
  };

  /** What has to be the same in both ways; by: who makes the files runnable. */
  function runsAll(flags, by) {
    const qtimeit = (...args) => node(flags, PROGRAM, ...args);

    it('are measured by run, which finds them in a folder, with forks and without', () => {
      write('bench/a.ts', SUITE);
      write('bench/a.d.ts', 'export {};\n');
      write('bench/b.cts', SUITE);
      const once = qtimeit('run', 'bench', '--fork', '0', '--time', '0.05', '--save', 'once.json');
      expect([once.status, once.stderr]).to.eql([0, '']);
      expect(/^warning: tsx gives functions/m.test(once.stdout)).to.equal(by === 'tsx');
      expect(namesOf('once.json')).to.eql([[[`by ${by}`, null, 0]], [[`by ${by}`, null, 0]]]);
      const forked = qtimeit('run', 'bench/a.ts', '--fork', '2', '--time', '0.1', '--save', 'forked.json');
      expect([forked.status, forked.stderr]).to.eql([0, '']);
      expect(namesOf('forked.json')).to.eql([[[`by ${by}`, null, 2]]]);
    });

    it('tell the place of what a test throws', () => {
      write('bench/a.ts', `${SUITE}module.exports.throws = () => {\n  const n: number = 1;\n  null.x = n;\n};\n`);
      const { status, stdout } = qtimeit('run', 'bench/a.ts', '--time', '0.05');
      expect(status).to.equal(1);
      expect(stdout).to.match(/^throws +FAILED TypeError: .*\(bench\/a\.ts:7:10\)$/m);
    });

    it('can have parameters', () => {
      write('a.ts', `${scriptOf('common.js')}
const bench = qtimeit.createBenchmark(main, { n: [1e3], kind: ['x', 'y'] });
function main({ n }) {
  let sum: number = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += i;
  bench.end(globalThis.compiledBy === ${JSON.stringify(by === 'node' ? undefined : by)} ? n : NaN);
}
`);
      const { status, stderr } = qtimeit('run', '--save', 'rates.json', '--runs', '1', 'a.ts');
      expect([status, stderr.match(/.*(?:Warning|FAILED).*/)], stderr).to.eql([0, null]);
      expect(read('rates.json').configurations.map(({ configuration, sides: [{ rates }] }) =>
        [configuration, rates.length])).to.eql([['kind="x" n=1000', 1], ['kind="y" n=1000', 1]]);
    });
  }

  if (STRIPS) {
    describe('that node strips', () => {
      // What is installed beside them is not asked for.
      beforeEach(installTsx);
      runsAll('', 'node');

      it('have a way out for what is more than types, and the place of it', () => {
        write('a.ts', '\nenum A { x }\nmodule.exports = { a: () => A.x };\n');
        const { status, stderr } = node('', PROGRAM, 'run', 'a.ts');
        expect(status).to.equal(1);
        expect(stderr).to.match(/^a\.ts: SyntaxError: .*enum.*; write what can be erased .*'--import tsx'$/m)
          .and.match(/^ {4}at a\.ts:2:1$/m);
      });

      it('tell the place of an error in their syntax', () => {
        write('a.ts', 'const a: number = 1;\n  let b: = 3;\n');
        expect(node('', PROGRAM, 'run', 'a.ts').stderr).to.match(/^ {4}at a\.ts:2:10$/m);
      });
    });
  }

  describe('that tsx compiles', () => {
    const flags = STRIPS ? '--no-experimental-strip-types' : '';
    beforeEach(installTsx);
    runsAll(flags, 'tsx');

    it('are scripts that node is started with, and so are their forks', () => {
      write('script.ts', `${scriptOf('qtimeit.js')}
let x: number = 1;
qtimeit.bench({ ['by ' + globalThis.compiledBy]() { x = x + 1 | 0; } },
  { forkTests: 2, timeGoal: 0.02, verbose: 0, twin: false, json: true }).then(() => {});
`);
      const { status, stdout, stderr } = node(flags, '--import', 'tsx', 'script.ts', '--fork');
      expect([status, stderr]).to.eql([0, '']);
      const [{ name, error, processes }] = JSON.parse(stdout);
      expect([name, error, processes]).to.eql(['by tsx', null, 2]);
    });
  });

  describe('that cannot be run', () => {
    const flags = STRIPS ? '--no-experimental-strip-types' : '';
    const WORDS = `qtimeit: a.ts is TypeScript, which Node.js ${process.versions.node} runs through tsx only, and ` +
      'that is not installed there: npm install --save-dev tsx, take Node.js 22.18 or later, or compile it\n';
    const benchmark = `${scriptOf('common.js')}qtimeit.createBenchmark(() => {}, {});\n`;
    const files = { suite: SUITE, 'benchmark file': benchmark };
    for (const [kind, text] of Object.entries(files)) {
      it(`are refused in a sentence, before anything is measured: a ${kind}`, () => {
        write('a.ts', text);
        write('a.js', text.replace(/: number/g, ''));
        const same = ['--old', process.execPath, '--new', process.execPath];
        for (const command of [['run'], ['compare', ...same]]) {
          const { status, stdout, stderr } = node(flags, PROGRAM, ...command, 'a.js', 'a.ts');
          expect([status, stdout]).to.eql([2, '']);
          expect(stderr).to.equal(WORDS);
        }
      });
    }
  });
});
