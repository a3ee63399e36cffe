'use strict';

/* Files for other libraries, which need not be installed, run by the command and with node --import. */

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { pathToFileURL } = require('url');
const { useFolder, inFolder, write, qtimeit, withoutProgress } = require('../helpers/cli');

const [ADOPT, QTIMEIT] = ['public/adopt.js', 'qtimeit.mjs']
  .map((name) => pathToFileURL(path.join(__dirname, '..', '..', name)).href);
const SHORT = ['-t', '0.02', '--fork', '0'];

const FILES = {
  'benchmark.js': `const { Suite } = require('benchmark');
    const suite = new Suite().add('a', () => [1].slice()).add('b', () => [2].slice());
    suite.on('cycle', ({ target }) => console.log(String(target)));
    if (require.main === module && process.argv[1] === __filename) suite.run();`,
  'tinybench.mjs': `import { Bench } from 'tinybench';
    const bench = new Bench().add('a', () => [1].slice()).add('b', async () => {});
    console.log((await bench.run()).map(({ result }) => result.state).join());`,
  'mitata.mjs': `import { bench, run } from 'mitata';
    bench('a', () => [1].slice()); bench('b', () => [2].slice());
    run().then(({ benchmarks }) => console.log(benchmarks.length));`,
  'node-bench.cjs': `const { bench } = require('node:bench');
    for (const name of ['a', 'b']) bench(name, (b) => { b.start(); [1].slice(); b.end(1); });`,
  // Creates its suite after a timer, and leaves running it to another program.
  'later.js': `const { Suite } = require('bench-node');
    setTimeout(() => { exports.suite = new Suite().add('a', () => {}).add('b', () => {}); }, 20);`,
  'deno.js': 'Deno.bench("a", () => [1].slice()); Deno.bench("b", () => [2].slice());',
};

useFolder();

describe('files for other libraries', () => {
  it('get errors about their tests without a hint about replaced built-ins', () => {
    const errors = {
      'text.js': ["new (require('benchmark')).Suite().add('a', 'this is not code').run();",
        'or the source of its body as a string$'],
      'empty.js': ["const { bench, run } = require('mitata'); bench('a', function* () {}); run();",
        'yields nothing$'],
    };
    for (const [name, [text]] of Object.entries(errors)) write(name, text);
    const { status, stderr } = qtimeit('run', ...Object.keys(errors), '-t', '0.02');
    expect(status).to.equal(1);
    for (const [, end] of Object.values(errors)) expect(stderr).to.match(new RegExp(end, 'm'));
    expect(stderr).to.not.include('built-ins');
  });

  it('make as many iterations in all processes as in the first, and none of tests that are left out', () => {
    // Slow only in the first process
    const head = `import fs from 'node:fs';
      const isSlow = !fs.existsSync('counts');
      const body = () => { for (const end = performance.now() + (isSlow ? 1 : 0); performance.now() < end;); };
      const tell = (count) => fs.appendFileSync('counts', count + (isSlow ? ' in the first\\n' : ' elsewhere\\n'));`;
    write('managed.mjs', `import { Suite } from 'bench-node'; ${head}
      await new Suite().add('a', (timer) => {
        timer.start(); for (let i = 0; i < timer.count; i++) body(); timer.end(timer.count); tell(timer.count);
      }).add('b', () => [1].slice()).run();`);
    write('state.mjs', `import { bench, run } from 'mitata'; ${head}
      bench('a', (state) => { let count = 0; for (const i of state) { body(i); count++; } tell(count); });
      bench('b', () => [1].slice()); await run();`);
    for (const name of ['managed.mjs', 'state.mjs']) {
      const { stdout, stderr } = qtimeit('run', name, '-t', '0.02', '--fork', '2', '--json');
      expect(JSON.parse(stdout).suites[0].tests.map(({ ops }) => ops), stderr).to.deep.equal([1, 1]);
      const counts = fs.readFileSync(inFolder('counts'), 'utf8').trim().split('\n');
      expect([...new Set(counts)]).to.deep.equal(['1 in the first', '1 elsewhere']);
      fs.rmSync(inFolder('counts'));
    }
    qtimeit('run', 'state.mjs', '-t', '0.02', '--filter', 'b');
    expect(fs.existsSync(inFolder('counts'))).to.equal(false);
  });

  it('run unchanged as main programs, and if only a helper or a thread imports the library', () => {
    const names = Object.entries(FILES).map(([name, text]) => write(name, text));
    write('helper.js', "exports.suite = new (require('benchmark')).Suite();");
    names.push(write('by-helper.js', `const { suite } = require('./helper');
      suite.add('a', () => [1].slice()).add('b', () => [2].slice());
      if (require.main === module) suite.run();`));
    write('runner.mjs', "export * from 'mitata';");
    names.push(write('by-helper.mjs', `import { bench, run } from './runner.mjs';
      bench('a', () => [1].slice()); bench('b', () => [2].slice()); await run();`));
    names.push(write('by-helper-later.js', `const { suite } = require('./helper');
      exports.main = () => suite.add('a', () => [1].slice()).add('b', () => [2].slice()).run();
      setTimeout(exports.main, 400);`));
    names.push(write('by-helper-async.js', `const { suite } = require('./helper');
      setTimeout(() => suite.add('a', () => [1].slice()).add('b', () => [2].slice()).run({ async: true }), 1);`));
    write('node_modules/runner/package.json', '{ "dependencies": { "benchmark": "2" } }');
    write('node_modules/runner/index.js', `const { Suite } = require('benchmark');
      exports.run = () => new Promise((resolve) => {
        new Suite().add('a', () => [1].slice()).add('b', () => [2].slice()).on('complete', ({ target }) => {
          resolve({ results: target.map(({ name, hz }) => ({ name, ops: hz })) });
        }).run();
      });`);
    names.push(write('by-package.js', "module.exports = require('runner').run();"));
    // Suites for qtimeit whose package or helper needs the library for something else.
    names.push(write('of-package.js', `require('runner'); setInterval(() => {}, 1000);
      if (require.main === module) throw new Error('a main program');
      exports.a = () => [1].slice(); exports.b = () => [2].slice();`));
    names.push(write('suite.js', `require('./helper'); setInterval(() => {}, 1000);
      exports.a = () => [1].slice(); exports.b = () => [2].slice();`));
    names.push(write('suite.mjs', `import './helper.js'; import { createServer } from 'http';
      setTimeout(() => createServer().listen(0, '127.0.0.1'), 10);
      export const a = () => [1].slice(); export const b = () => [2].slice();`));
    write('thread.js', `new (require('benchmark')).Suite().add('in a thread', () => [1].slice())
      .on('cycle', ({ target }) => require('worker_threads').parentPort.postMessage(
        target + (target.times.elapsed < 1 ? ', soon' : ', late'))).run();`);
    write('by-thread.js', `const { Worker } = require('worker_threads');
      new Worker(__dirname + '/thread.js').on('message', console.log);`);
    const { status, stdout, stderr } = qtimeit('run', ...names, 'by-thread.js', ...SHORT, '--json');
    expect(status, stderr).to.equal(0);
    expect(JSON.parse(stdout).suites.map(({ file, tests }) => `${file} ${tests.map(({ name }) => name)}`))
      .to.have.members(names.map((name) => `${name} a,b`));
    expect(stderr).to.match(/^a x [\d,]+ ops\/sec/m).and.include('completed,completed')
      .and.match(/^in a thread x [\d,]+ ops\/sec.*, soon$/m)
      .and.include('by-thread.js: its tests in worker threads are printed, but missing');
  });

  it('have separate processes for synchronous suites, with the variables of their calls, and exported ones', () => {
    write('sync.js', `const { Suite } = require('benchmark');
      let state = 1;
      const test = (expected) => () => { if (state !== expected) throw new Error('state ' + state); [1].slice(); };
      const suite = new Suite().add('a', test(1)).add('b', test(1));
      suite.on('cycle', ({ target }) => console.log(String(target))).run();
      state = 2;
      new Suite().add('c', test(2)).on('complete', () => {
        setTimeout(() => new Suite().add('d', test(2)).run(), 10);
      }).run();`);
    write('read.js', `const { Suite } = require('benchmark');
      const suites = [1, 2].map((i) => new Suite().add('a' + i, () => [1].slice()).add('b' + i, () => [2].slice()));
      for (const suite of suites) suite.run();
      console.log(suites[0].map('hz').every((hz) => hz > 0));
      process.exit();`);
    // Left to another program
    write('exported.js', `const { Suite } = require('benchmark');
      module.exports = ['A', 'B'].map((name) => new Suite(name).add(name, () => [1].slice()));`);
    const { status, stdout, stderr } =
      qtimeit('run', 'sync.js', 'read.js', 'exported.js', '-t', '0.02', '--json');
    expect(status, stderr).to.equal(0);
    const rows = JSON.parse(stdout).suites.flatMap(({ tests }) => tests);
    expect(rows.map(({ name, processes, error }) => `${name} ${processes > 0} ${error}`)).to.deep.equal([
      'a true null', 'b true null', 'c true null', 'd true null', 'a1 false null', 'b1 false null', 'a2 false null',
      'b2 false null', 'A true null', 'B true null',
    ]);
    expect(stderr).to.match(/^a x [\d,]+ ops/m).and.match(/^true$/m)
      .and.include('all tests of this suite are measured in one process');
  });

  it('print nothing and do not exit if they catch the end of the script in a process that measures', () => {
    const suiteOf = (name) => `const suite = new (require('benchmark')).Suite();
      suite.add('${name} 1', () => [1].slice()).add('${name} 2', () => [2].slice());`;
    write('caught.js', `let isFirst = true;
      const first = new (require('benchmark')).Suite();
      first.add('prints', () => { if (isFirst) console.log('printed'); isFirst = false; });
      try { first.run(); } catch (error) { console.log('caught: ' + error.message); }
      ${suiteOf('caught')}
      try { suite.run(); } catch (error) { console.log('caught: ' + error.message); }
      console.log('rest');`);
    write('exits.js', `${suiteOf('exits')}
      async function main() { suite.run(); }
      main().catch((error) => { console.error('caught: ' + error.message); process.exit(1); });`);
    const { status, stdout, stderr } = qtimeit('run', 'caught.js', 'exits.js', '-t', '0.02', '--json');
    expect(status, stderr).to.equal(0);
    expect(JSON.parse(stdout).suites.map(({ tests }) => tests.map(({ processes }) => processes > 0)))
      .to.deep.equal([[true], [true, true], [true, true]]);
    expect(stderr).to.not.include('caught: ');
    expect(stderr).to.match(/^prints: printed$/m);
    expect(stderr.match(/^.*rest$/mg)).to.deep.equal(['rest']);
  });

  it('run with node --import', () => {
    write('mitata.mjs', `import timeit from '${QTIMEIT}'; timeit.bench.timeGoal = 0.02;
      ${FILES['mitata.mjs'].replace('run()', 'run({ format: "quiet" })')}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', ADOPT, 'mitata.mjs'],
      { cwd: inFolder(), encoding: 'utf8' });
    expect({ status, stdout }, stderr).to.deep.equal({ status: 0, stdout: '2\n' });
  });

  it('measure in worker threads', () => {
    write('threads.js', `const { Worker, isMainThread, parentPort } = require('worker_threads');
      if (isMainThread) new Worker(__filename).on('message', console.log);
      else new (require('benchmark')).Suite().add('a', () => [1].slice())
        .on('cycle', ({ target }) => parentPort.postMessage(String(target))).run();`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', ADOPT, 'threads.js'],
      { cwd: inFolder(), encoding: 'utf8' });
    // On a busy machine, progress is printed.
    expect({ status, stderr: withoutProgress(stderr) }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.match(/^a x [\d,]+ ops\/sec/m);
  });

  it('are rejected if they contain no tests', () => {
    write('empty.js', "require('benchmark');");
    const { status, stderr } = qtimeit('run', 'empty.js');
    expect(status).to.equal(2);
    expect(stderr).to.include('no tests found').and.include('qtimeit command "node ');
  });

  it('are named if a file without tests starts them as processes, also if it computes their names', () => {
    write('bench/suite.js', "new (require('benchmark')).Suite().add('a', () => [1].slice()).run();");
    write('sync.js', `const { spawnSync } = require('child_process');
      spawnSync(process.execPath, [__dirname + '/bench/suite.js']);`);
    write('computed.js', `const script = require('path').join(__dirname, 'bench', 'sui' + 'te.js');
      require('child_process').fork(script, { stdio: 'ignore' });`);
    write('shell.js', "require('child_process').exec('node ' + 'bench/sui' + 'te.js', () => {});");
    write('own.js', `require('child_process').spawn(process.execPath, [__dirname + '/bench/suite.js']);
      exports.x = () => [1].slice();`);
    const hint = `Its tests may be in ${path.join('bench', 'suite.js')}: run that file instead`;
    for (const file of ['sync.js', 'computed.js', 'shell.js']) {
      const { status, stderr } = qtimeit('run', file);
      expect(status, stderr).to.equal(2);
      expect(stderr).to.include('no tests found').and.include(hint);
    }
    const { status, stderr } = qtimeit('run', 'own.js', ...SHORT);
    expect(status, stderr).to.equal(0);
    expect(stderr).to.not.include(hint);
  });
});
