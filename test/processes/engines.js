'use strict';

/* The commands, and a script, in Bun and Deno from tools/package.json. Skipped if these are not installed. */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { endOf, environmentOf, startNode } = require('../helpers/benchmark-process');
const { PROGRAM } = require('../helpers/cli');
const { scratchFolder } = require('../helpers/scratch');

const ROOT = path.join(__dirname, '..', '..');
const MODULES = path.join(ROOT, 'tools', 'node_modules');
const LIBRARY = JSON.stringify(ROOT);

const BUN = { name: 'bun', program: path.join(MODULES, 'bun', 'bin', 'bun'), options: [] };
const DENO = { name: 'deno', program: path.join(MODULES, 'deno', 'deno'), options: ['run', '-A'] };
const NEEDED = ['--allow-read', '--allow-env', '--allow-run'];

const SUITE = `
const { bench } = require(${LIBRARY});
bench({
  sync: () => JSON.parse('[1]'),
  callback(done) { setImmediate(done); },
  promise: async () => { await null; },
}, { timeGoal: 0.05 });
`;

for (const engine of [BUN, DENO]) {
  describe(`under ${engine.name}`, function () {
    if (!fs.existsSync(engine.program)) return;
    this.timeout(240000);
    const scratch = scratchFolder();

    const start = (args) => spawn(engine.program, args, {
      cwd: path.dirname(scratch('here', '')), env: { ...environmentOf(), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run = (...args) => endOf(start([...engine.options, ...args]));
    const documentOf = async (...args) => {
      const { stdout, stderr } = await run(PROGRAM, ...args, '--json');
      try {
        return JSON.parse(stdout);
      } catch (_) {
        throw new Error(`no document: ${stdout}${stderr}`);
      }
    };

    it('measures snippets, and names the engine in the document', async () => {
      const { environment, suites: [{ tests }] } =
        await documentOf('-t', '0.02', '--fork', '0', '-s', 'let n = 1', 'n++', 'await null');
      expect(environment.engine).to.equal(engine.name);
      expect(environment.engineVersion).to.match(/^\d+\.\d+\.\d+/);
      expect(environment.nodeVersion).to.equal(null);
      expect(tests.map(({ name, error }) => [name, error])).to.deep.equal([['n++', null], ['await null', null]]);
    });

    it('runs a file with tests of each kind in separate processes', async () => {
      const { suites: [{ tests }] } = await documentOf('run', '--fork', '1', '-t', '0.02', scratch('suite.cjs', SUITE));
      expect(tests.map(({ kind, processes, error }) => [kind, processes, error])).to.deep.equal(
        [['sync', 1, null], ['callback', 1, null], ['promise', 1, null]]);
    });

    it('measures files for libraries that are not installed, and streams in an ES module', async () => {
      const { suites } = await documentOf('run', '--fork', '0', '-t', '0.02', scratch('benchmark.js', `
        const { Suite } = require('benchmark');
        new Suite().add('a', () => JSON.parse('[1]')).run();`), scratch('streams.mjs', `
        import { createRequire } from 'module';
        import zlib from 'zlib';
        const { streams } = createRequire(import.meta.url)(${LIBRARY});
        streams({ gzip: () => zlib.createGzip() }, { input: Buffer.alloc(1e5, 'text'), runs: 1, reference: false });`),
      scratch('tinybench.mjs', `
        import { Bench } from 'tinybench';
        await new Bench().add('a', () => JSON.parse('[1]')).run();`));
      const rowsOf = ({ tests, error }) => (error ? [error.code] : tests.map((test) => [test.name, test.error]));
      // Deno has no hooks for the imports of modules.
      const last = engine === BUN ? [['a', null]] : ['threw'];
      expect(suites.map(rowsOf)).to.deep.equal([[['a', null]], [['gzip', null]], last]);
    });

    it('attributes an early end of the process to its test', async () => {
      const file = scratch('ends.cjs', SUITE.replace("JSON.parse('[1]')", 'process.exit(3)'));
      const { exitCode, stdout } = await run(PROGRAM, 'run', '--fork', '0', file);
      expect([exitCode, stdout.includes('FAILED ended the process. ')]).to.deep.equal([1, true], stdout);
    });

    it('ends all processes at ^C, with a row for each test', async () => {
      const child = start([...engine.options, PROGRAM, '-t', '600', '[1].at(0)']);
      // The first output is the banner, when a suite begins.
      child.stdout.once('data', () => child.kill('SIGINT'));
      const { exitCode, stdout } = await endOf(child);
      expect([exitCode, stdout.includes('[1].at(0) ')]).to.deep.equal([130, true], stdout);
    });

    if (engine === BUN) {
      it('reports why a figure is missing', async () => {
        const { suites: [{ tests: [row] }] } = await documentOf('-t', '0.02', '--fork', '0', '--count', '1 + 1');
        expect(row.warnings.find(({ code }) => code === 'not-counted').reason).to.match(/^JavaScriptCore /);
        const { suites: [{ tests: [{ error }] }] } = await documentOf('-t', '0.02', '--tier', 'interpreter', '1 + 1');
        expect(error.message).to.match(/^this engine cannot be restricted to a tier: JavaScriptCore /);
      });
      return;
    }

    const runPermitted = (permitted, ...args) => endOf(start(['run', '--no-prompt', ...permitted, ...args]));

    it('measures in a script with only --allow-read', async () => {
      const { exitCode, stderr } = await runPermitted(['--allow-read'], scratch('reads.cjs', SUITE));
      expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
    });

    it('names the flag of each missing permission, in one line', async () => {
      const snippet = [PROGRAM, '-t', '0.02', '--fork', '0', '1 + 1'];
      for (const flag of NEEDED) {
        const { exitCode, stderr } = await runPermitted(NEEDED.filter((one) => one !== flag), ...snippet);
        expect(exitCode, flag).to.be.oneOf([1, 2]);
        expect(stderr.trim().split('\n'), flag).to.have.length(1);
        expect(stderr).to.contain(`Deno was started without ${flag}`);
      }
      const saving = await runPermitted(NEEDED, ...snippet, '--save', `${scratch('saved', '')}.json`);
      expect(saving.stderr).to.match(/^qtimeit: .*: Deno was started without --allow-write\. .*\n$/);
      expect((await runPermitted(NEEDED, ...snippet)).exitCode).to.equal(0);
    });
  });
}

describe('run --on', function () {
  if (![BUN, DENO].every(({ program }) => fs.existsSync(program))) return;
  this.timeout(240000);
  const scratch = scratchFolder();
  const on = ['node', BUN.program, DENO.program].join();

  async function runOn(...args) {
    const child = startNode([PROGRAM, 'run', '--on', on, '--json', '-t', '0.02', ...args],
      { cwd: path.dirname(scratch('here', '')), env: { NO_COLOR: '1' } });
    return JSON.parse((await endOf(child)).stdout);
  }

  it('measures one suite on all engines, with failed cells for unsupported tests', async () => {
    const { across, sides, tests } = await runOn('--memory', scratch('suite.js', `
      const text = '[1]';
      module.exports = { sync: () => JSON.parse(text), async ofBun() { await Bun.version; } };`));
    expect(across).to.equal('engines');
    expect(sides.map(({ label }) => label.split(' ')[0])).to.deep.equal(['node', 'bun', 'deno']);
    expect(sides.map(({ environment }) => environment.engine)).to.deep.equal(['node', 'bun', 'deno']);
    const [sync, ofBun] = tests;
    for (const { error, processes } of sync.sides) {
      expect(error).to.equal(null);
      // Excludes processes that shared their core, and outliers.
      expect(processes).to.be.within(1, 12);
    }
    const hasMemory = sync.sides.map(({ memory }) => Boolean(memory && memory.bytesPerCall > 0));
    expect(hasMemory).to.deep.equal([true, false, true]);
    expect(sync.sides[1].warnings.map(({ code }) => code)).to.include('memory-unsure');
    expect(ofBun.sides.map(({ error }) => error && error.code)).to.deep.equal(['threw', null, 'threw']);
  });
});
