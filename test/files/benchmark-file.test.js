'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { createBenchmarkFile, createRelayFile } = require('#lib/node-core/files/benchmark-file');
const { createClock } = require('#lib/base/host/clock');
const { LOST_CODE } = require('#lib/base/host/protocol');
const { LOST } = require('#lib/core/session/fork-failure');
const { environmentOf, pathOf, REQUIRE } = require('../helpers/benchmark-process');
const { fakeHost, fakeChild } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');
const { isRunning, until } = require('../helpers/child-processes');
const { can } = require('../helpers/needs');
const { hostWith, scratchFolder } = require('../helpers/scratch');

/** A file as the command line opens it, with the real host; said: its output. */
function fileOf(file, more = {}) {
  const said = [];
  const host = hostWith({ env: environmentOf({ QTIMEIT_FIXTURE_FILE: more.fixture || '' }) });
  const source = createBenchmarkFile(
    { script: pathOf(file), args: [], execPath: process.execPath, execArgv: [], cwd: process.cwd(), env: {}, ...more },
    { host, clock: createClock(), writeError: (text) => said.push(text) });
  return { ...source, said };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a benchmark file and its process', () => {
  const scratch = scratchFolder();
  const opened = [];
  const open = (file, more) => {
    const one = fileOf(file, more);
    opened.push(one);
    return one;
  };
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

  it('reports its configurations, and measures one on request', async () => {
    const file = open('plain.js', { args: ['n=50', 'n=60', 'm=1'] });
    expect(file.isOpen()).to.equal(false);
    const { found, error } = await file.open();
    expect(error).to.equal(null);
    expect(found).to.deep.include(
      { name: 'test/fixtures/benchmark-files/plain.js', parameters: ['kind', 'n'], unknown: ['m'], hasSetup: false,
        environment: null, empty: null });
    expect(found.configurations.map(({ configuration }) => configuration))
      .to.eql(['push', 'unshift', 'index'].flatMap((kind) => [50, 60].map((n) => `n=${n} kind="${kind}"`)));
    expect(found.configurations[1].parameters).to.eql({ n: 60, kind: 'push' });
    expect(file.isOpen()).to.equal(true);
    for (const index of [5, 0]) {
      const outcome = await file.run(index);
      expect(outcome).to.deep.include(
        { configuration: found.configurations[index].configuration, parameters: found.configurations[index].parameters,
          latency: null });
      expect(outcome.operations).to.equal(outcome.parameters.n);
      expect(outcome.rate).to.be.closeTo(outcome.operations / outcome.seconds, outcome.rate * 1e-6);
    }
    expect((await file.open()).found).to.equal(found);
    await file.close();
    expect(file.isOpen()).to.equal(false);
    expect((await file.open()).found).to.eql(found);
    expect((await file.run(3)).configuration).to.equal('n=60 kind="unshift"');
  });

  it('counts a configuration with another n, and reports threads, processes, and in a trial collections',
    async () => {
      const text = `${REQUIRE}const main = ({ kind, n }, bench) => {
        const kept = [];
        if (kind === 'child') require('child_process').execFileSync(process.execPath, ['-e', '0']);
        if (kind === 'alive') require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 100)']);
        const work = () => {
          bench.start();
          for (let i = 0; i < n; i++) kept[kind === 'list' ? i : 0] = kind === 'list' ? [i] : i;
          bench.end(n);
        };
        if (kind === 'thread') new (require('worker_threads').Worker)('0', { eval: true }).on('exit', work);
        else work();
      };
      common.createBenchmark(main, { kind: ['number', 'list', 'child', 'alive', 'thread'], n: 10 });\n`;
      const file = open(scratch('counted.js', text));
      await file.open();
      const counting = { wrapper: [], flags: ['--single-threaded'], limitMs: 60000, isTrial: true, values: { n: 1e5 } };
      const found = [];
      for (let i = 0; i < 5; i++) found.push(await file.count(i, counting));
      expect(found.map(({ operations }) => operations)).to.eql([1e5, 1e5, 1e5, 1e5, 1e5]);
      const collects = { threads: 0, hasProcesses: false, collects: true };
      const hasProcesses = { threads: 0, hasProcesses: true, collects: false };
      // Only Linux shows processes that have ended.
      expect(found.slice(0, 4).map(({ counted }) => counted)).to.eql([{ ...collects, collects: false }, collects,
        { ...hasProcesses, hasProcesses: can('linux') }, hasProcesses]);
      expect(found[4].counted.threads).to.equal(1);
      const wrapper = can('scripts') ? ['env', 'A=1'] : [];
      const { operations, counted } = await file.count(1, { ...counting, wrapper, isTrial: false });
      expect({ operations, counted }).to.eql({ operations: 1e5, counted: { ...collects, collects: false } });
      expect((await file.run(0)).operations).to.equal(10);
      const { error } = await file.count(0, { ...counting, wrapper: ['/no/such/program'] });
      expect(error.code).to.equal('not-started');
    });

  it('reports failures, and continues', async () => {
    const [throws, killed, memory] = [open('throws.js'), open('killed.js'), open('out-of-memory.js')];
    const outcomes = await Promise.all([throws, killed, memory].map(async (file) => {
      await file.open();
      return [await file.run(1), await file.run(0)];
    }));
    expect(outcomes[0][0].error).to.include({ code: 'threw', message: 'RangeError: no size 2' });
    expect(outcomes[0][0].error.at).to.match(/throws\.js:6:/);
    expect(outcomes[0][0].error.output.join('\n')).to.include('at main');
    expect(outcomes[1][0].error).to.include(can('signals')
      ? { code: 'killed', message: 'its process was killed by SIGKILL' }
      : { code: 'exited', message: 'its process ended with exit code 1 before it called end()' });
    expect(outcomes[2][0].error.code).to.equal('out-of-memory');
    for (const [, good] of outcomes) expect(good.rate).to.be.above(0);
    expect(throws.said.join('')).to.include('RangeError: no size 2');
  });

  it('keeps standard output free: output of the file goes to standard error', async () => {
    const file = open('prints.js', { reportsEnvironment: true });
    const { found } = await file.open();
    expect(found.environment).to.include({ nodeVersion: process.versions.node });
    expect((await file.run(0)).rate).to.be.above(0);
    await file.close();
    await until(() => file.said.join('').includes('without a new line'));
    expect(file.said.join('')).to.include('prints.js n=10: 1,234.5\n');
  });

  it('runs setup once, before the first configuration, and cleans up with its process', async () => {
    const fixture = scratch('fixture');
    const file = open('setup.js', { fixture });
    const { found } = await file.open();
    expect(found.hasSetup).to.equal(true);
    expect(fs.existsSync(fixture)).to.equal(false);
    for (const index of [0, 1, 0]) expect((await file.run(index)).error).to.equal(undefined);
    expect(file.hasSetup()).to.equal(true);
    expect(fs.existsSync(fixture)).to.equal(true);
    await file.close();
    expect(fs.existsSync(fixture)).to.equal(false);
  });

  it('measures nothing if setup failed', async () => {
    const file = open('setup-throws.js');
    await file.open();
    for (const index of [0, 1, 0]) {
      const { error, rate } = await file.run(index);
      expect(rate).to.equal(undefined);
      expect(error).to.include({ code: 'threw', message: 'setup: Error: no room for the fixtures' });
    }
  });

  it('has an environment that is longer by so many bytes, without its job, and a configuration with what main adds',
    async () => {
      const before = scratch('before.js', 'globalThis.jobLength = process.env.QTIMEIT_WORKER.length;');
      const file = open(scratch('tells.js', `${REQUIRE}
const bench = common.createBenchmark((conf) => {
  conf.benchmarker = 'mine';
  bench.start();
  bench.end(jobLength + 1e6 * ('QTIMEIT_WORKER' in process.env) + 1e7 * (process.env.MINE === 'yes'));
}, { n: [7] });`), { env: { MINE: 'yes' }, execArgv: ['-r', before] });
      await file.open();
      const { operations, ...outcome } = await file.run(0);
      expect(outcome).to.deep.include(
        { configuration: 'n=7 benchmarker="mine"', parameters: { n: 7, benchmarker: 'mine' } });
      expect(operations).to.be.within(1e7, 1e7 + 1e3);
      expect((await file.run(0, 100)).operations).to.equal(operations + ',"padding":""'.length + 100);
    });

  it('reports why there is nothing to measure', async () => {
    const [refused, empty, filtered] = await Promise.all(
        [open('plain.js', { args: ['n=many'] }), open('empty-list.js'), open('all-filtered.js')].map(
          (one) => one.open()));
    expect(refused).to.eql({ found: null, error: null, refused: 'n=many: n must be a number, got "many"' });
    expect(empty.found).to.deep.include({ configurations: [], empty: 'no configuration: kind has no values' });
    expect(filtered.found.empty).to.include('combinationFilter');
  });

  it('reports files that do not reach createBenchmark', async () => {
    const files = ['bad-type.js', 'syntax-error.js', 'no-create.js'];
    const [badType, syntaxError, none] = await Promise.all(files.map((file) => open(file).open()));
    const words = 'never called createBenchmark: its process ended with exit code';
    expect(badType).to.deep.include({ found: null, skipped: null });
    expect(badType.error).to.include({ code: 'exited', message: `${words} 1` });
    expect(badType.error.output.join('\n')).to.include('configuration "strict" had type boolean');
    expect(syntaxError.error).to.include({ code: 'exited', message: `${words} 1` });
    expect(none.error).to.include({ code: 'exited', message: `${words} 0` });
  });

  it('reports the last line of a file that skips itself', async () => {
    const skips = open(scratch('skips.js', `${REQUIRE}console.log('first');\nconsole.log('there is no ` +
        `addon');\nprocess.exit(0);\n`));
    const { found, error, skipped } = await skips.open();
    expect({ found, code: error.code, skipped }).to.eql({ found: null, code: 'exited', skipped: 'there is no addon' });
    const fails = await open(scratch('fails.js', `${REQUIRE}console.log('there is no addon');\nprocess.exit(3);\n`))
      .open();
    expect({ code: fails.error.code, skipped: fails.skipped }).to.eql({ code: 'exited', skipped: null });
    const prints = await open(
      scratch('prints.js', `${REQUIRE}const exit = () => {}; exit();\nconsole.log('ends');\n`)).open();
    expect(prints.skipped).to.equal(null);
    expect(prints.error.message).to.include('exit code 0. To skip a file, call process.exit(0)');
    scratch('skip.js', "console.log('no addon'); process.exit(0);");
    const byHelper = await open(scratch('by-helper.js', `${REQUIRE}require('./skip');`)).open();
    expect(byHelper.skipped).to.equal('no addon');
    // Ends before it loads the toolkit.
    const early = await open(scratch('early.js', "console.log('no addon'); process.exit(0);")).open();
    expect(early.skipped).to.equal('no addon');
  });

  it('ends at once when it is killed, and its process of a configuration with it', async () => {
    const log = scratch('pid');
    const file = open(scratch('spins.js', `${REQUIRE}
common.createBenchmark(() => { require('fs').writeFileSync(${JSON.stringify(log)}, process.pid + '\\n'); for (;;); },
  { n: [1] });`));
    await file.open();
    file.run(0);
    await until(() => fs.readFileSync(log, 'utf8').includes('\n'));
    file.kill();
    opened.length = 0;
    await until(() => !isRunning(parseInt(fs.readFileSync(log, 'utf8'), 10)));
  });
});

describe('the process of a misbehaving benchmark file', () => {
  /** A file whose process the test controls. */
  function fake({ create = createBenchmarkFile, child = fakeChild(), fork = () => child } = {}) {
    const host = fakeHost({ execPath: '/usr/bin/node', env: { OF: 'host' }, fork });
    const clock = fakeTimers({ nextTurn: setImmediate });
    const file = create(
      { script: '/x.js', args: ['a=1'], execPath: '/node', execArgv: ['--f'], cwd: '/c', env: { MORE: '1' } },
      { host, clock, writeError() {} });
    const ready = () => child.tell({ type: 'configurations', name: 'x.js', configurations: [{}], hasSetup: false });
    const openNow = () => {
      const opening = file.open();
      ready();
      return opening;
    };
    return { file, child, host, clock, ready, opened: openNow };
  }

  it('is started with the given options', async () => {
    const { file, host, ready, clock } = fake();
    const opening = file.open();
    expect(host.forked[0]).to.deep.include({ path: '/x.js', args: ['a=1'] });
    const { env: { QTIMEIT_WORKER: asked, ...env }, stdio, ...options } = host.forked[0].options;
    expect(options).to.eql({ execPath: '/node', execArgv: ['--f'], cwd: '/c', detached: true });
    expect(stdio.slice(0, 3)).to.eql(['inherit', 'pipe', 'pipe']);
    expect(env).to.include({ OF: 'host', MORE: '1' });
    expect(JSON.parse(asked)).to.include({ role: 'file', reportsEnvironment: false, loadNode: '/usr/bin/node' });
    ready();
    expect((await opening).found.name).to.equal('x.js');
    expect(clock.waiting).to.eql([]);
  });

  it('is killed if it does not reach createBenchmark in time', async () => {
    const { file, child, clock } = fake();
    const opening = file.open();
    expect(clock.fire(30000)).to.equal(1);
    expect(clock.fire(2000)).to.equal(1);
    expect(child.kills).to.eql(['SIGTERM', 'SIGKILL']);
    await child.end(null, 'SIGKILL');
    expect((await opening).error)
      .to.include({ code: 'timed-out', message: 'did not reach createBenchmark within 30 s' });
    expect(file.isOpen()).to.equal(false);
  });

  for (const [what, ends, error, output = 'last words'] of [
    ['is killed', [null, 'SIGSEGV'],
      { code: 'killed', message: 'never called createBenchmark: its process was killed by SIGSEGV' }],
    ['has closed its channel', [LOST_CODE], { code: 'garbage', message: LOST }],
    ['does not load TypeScript', [1], { code: 'exited', message: 'never called createBenchmark: its process ended ' +
      "with exit code 1. Use tsx: NODE_OPTIONS='--import tsx'" }, 'Unknown file extension ".tsx" for /x.tsx'],
  ]) {
    it(`is an error if it ${what}`, async () => {
      const { file, child } = fake();
      const opening = file.open();
      child.stderr.write(`${output}\n`);
      await turn();
      await child.end(...ends);
      expect((await opening).error).to.deep.include({ ...error, output: [output] });
    });
  }

  it('may send other messages', async () => {
    const { file, child, ready } = fake();
    const opening = file.open();
    child.say('{ "type": "configurations", "name": "a lie" }\n');
    child.tell({ type: 'report' });
    ready();
    expect((await opening).found.name).to.equal('x.js');
    const running = file.run(0, 7);
    expect(child.heard[0]).to.include({ type: 'run', index: 0, padding: 7 });
    child.tell({ type: 'outcome', rate: 5 });
    expect(await running).to.include({ rate: 5 });
  });

  it('fails a configuration if it ends during the measurement', async () => {
    const { file, child, opened: open } = fake();
    await open();
    const running = file.run(0);
    await child.end(null, 'SIGKILL');
    expect((await running).error)
      .to.include({ code: 'exited', message: 'the process of the benchmark file was killed by SIGKILL' });
    expect(file.isOpen()).to.equal(false);
  });

  it('is run by the given node in the given folder, also if another process does its work', async () => {
    const [first, second] = [fakeChild(), fakeChild()];
    const fork = () => (first.secret === null ? first : second);
    const { file, host, opened: open } = fake({ create: createRelayFile, child: first, fork });
    const opening = open();
    await turn();
    await first.end(0);
    await opening;
    const running = file.run(0);
    second.tell({ type: 'report', rate: 5, time: '0.1', conf: {} });
    await turn();
    await second.end(0);
    expect(await running).to.include({ rate: 5 });
    expect(file.isOpen()).to.equal(false);
    expect(host.forked.map(({ options }) => [options.execPath, options.cwd])).to.eql(Array(2).fill(['/node', '/c']));
    const job = JSON.parse(host.forked[1].options.env.QTIMEIT_WORKER);
    expect(job).to.include({ relay: 0 }).and.not.have.any.keys('padding');
  });

  it('is killed if it does not end in time', async () => {
    const { file, child, clock, opened: open } = fake();
    await open();
    const closing = file.close();
    expect(child.heard[0]).to.include({ type: 'end' });
    expect(clock.fire(5000)).to.equal(1);
    expect(child.kills).to.eql(['SIGKILL']);
    await child.end(null, 'SIGKILL');
    await closing;
    expect(clock.waiting).to.eql([]);
    await file.close();
    file.kill();
  });
});
