'use strict';

const path = require('path');
const { expect } = require('chai');
const { runFile, runWithChannel, printing, printed, COMMON, REQUIRE } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

describe('a benchmark file run by hand', () => {
  const scratch = scratchFolder();

  it('prints a line for each configuration, the last parameter first', async () => {
    const [plain, empty] = await Promise.all(
      [runFile('plain.js', ['n=5', 'kind=push', 'n=6', 'benchmarker=x', 'kind=index']), runFile('empty.js')]);
    expect(plain.lines)
      .to.eql(['push', 'index'].flatMap((kind) => [5, 6].map((n) => `plain.js n=${n} kind="${kind}": RATE`)));
    expect(plain.stdout).to.match(/^test\/fixtures\/benchmark-files\/plain\.js n=5 kind="push": [\d,.e+-]+\n/);
    expect(empty.lines).to.eql(['empty.js: RATE']);
    for (const { exitCode, signal, stderr } of [plain, empty]) {
      expect({ exitCode, signal, stderr }).to.eql({ exitCode: 0, signal: null, stderr: '' });
    }
  });

  const handing =
    [['class.js', ['n=10'], ['n=10']], ['flags.js', ['n=1'], ['n=1']], ['module.mjs', ['kind=a'], ['n=100 kind="a"']]];
  // A process of one configuration measures it, and starts no process.
  const measuring = [
    ['async.js', ['n=3', 'delay=1'], ['n=3 delay=1']], ['callback.js', ['n=2'], ['n=2']],
    ['fields.js', ['n=10', 'kind=a'], ['n=10 kind="a"']], ['helpers.js', ['n=1', 'type=ws'], ['n=1 type="ws"']],
    ['top-level-await.mjs', ['n=100', 'kind=b'], ['n=100 kind="b"']],
    ['strings.js', ['n=10', 'text=a=b'], ['n=10 text="a=b"']],
  ];
  for (const [what, kinds, env] of [
      ['passes its configuration to a process, in each form of the file', handing, {}],
      ['prints its result if it is run as a process of one configuration', measuring,
        { NODE_RUN_BENCHMARK_FN: '' }]]) {
    it(what, async () => {
      const ends = await Promise.all(kinds.map(([file, args]) => runFile(file, args, { env })));
      kinds.forEach(([file, , configurations], i) => {
        expect(ends[i].lines, file).to.eql(configurations.map((one) => `${file} ${one}: RATE`));
        expect(`${ends[i].stderr}${ends[i].exitCode}`, file).to.equal('0');
      });
    });
  }

  it('refuses arguments that it does not know', async () => {
    const refused = [[['knid=x'], 'unknown parameter "knid". Did you mean kind?'],
        [['n=1', 'words'], 'bad argument: words. Pass parameters as name=value']];
    const ends = await Promise.all(refused.map(([args]) => runFile('plain.js', args)));
    refused.forEach(([, words], i) => expect(ends[i])
        .to.include({ stdout: '', stderr: `test/fixtures/benchmark-files/plain.js: ${words}\n`, exitCode: 1 }));
  });

  it('loads no modules of suites in the process of a configuration, because there are thousands of them', async () => {
    const file = scratch('loaded.js', printing('Object.keys(require.cache)'));
    const [loaded] = printed(await runFile(file, [], { env: { NODE_RUN_BENCHMARK_FN: '' } }));
    const others = loaded.map((name) => path.relative(path.dirname(COMMON), name)).filter((name) => /^lib/.test(name)
      && !/^lib.(node-core.files|base.(engine|host|text))./.test(name));
    expect(others).to.eql([]);
    expect(loaded).to.include(require.resolve('#lib/node-core/files/parameters'));
  });

  it('has the port of the variable PORT', async () => {
    const file = scratch('port.js', printing('common.PORT'));
    const ends = await Promise.all(
      [{ PORT: '8123' }, { PORT: 'none' }].map(
        (env) => runFile(file, [], { env: { NODE_RUN_BENCHMARK_FN: '', ...env } })));
    expect(ends.flatMap(printed)).to.eql([8123, 12346]);
  });

  it('allows no operations with NODEJS_BENCHMARK_ZERO_ALLOWED', async () => {
    const { stdout, exitCode } = await runFile('ends-zero.js', [], { env: { NODEJS_BENCHMARK_ZERO_ALLOWED: '1' } });
    expect(stdout).to.match(/n=0: 0\n.*n=-5: -[\d,.]+\n$/);
    expect(exitCode).to.equal(0);
  });
});

describe('setup of a benchmark file', () => {
  const scratch = scratchFolder();

  it('is not run without configurations', async () => {
    const file = scratch('none.js',
        `${REQUIRE}common.createBenchmark(() => {}, { n: [] }, { setup() { console.log('set up'); } });`);
    expect(await runFile(file)).to.include({ stdout: '', exitCode: 1 });
  });
});

it('a benchmark file as the child of another tool sends its configurations and results to its parent', async () => {
  const { messages, stdout, exitCode } = await runWithChannel('plain.js', ['n=5']);
  const name = 'test/fixtures/benchmark-files/plain.js';
  expect(messages[0]).to.eql({ type: 'config', name, queueLength: 3 });
  expect(messages.slice(1).map((message) => [message.type, message.name, Object.entries(message.conf)])).to.eql(
    ['push', 'unshift', 'index'].map((kind) => ['report', name, [['n', 5], ['kind', kind]]]));
  for (const { rate, time } of messages.slice(1)) {
    expect(time).to.match(/^\d+\.\d{9}$/);
    expect(rate).to.be.closeTo(5 / Number(time), rate * 1e-6);
  }
  expect({ stdout, exitCode }).to.eql({ stdout: '', exitCode: 0 });
});

// A line of a stack in the code of this library, or the line that Node shows above it.
const OURS = /[\\/]lib[\\/].*\.js:\d+/;

describe('an error of a benchmark file', () => {
  const scratch = scratchFolder();

  it('is one line with its place if the call is wrong', async () => {
    const file = scratch('third.js', `${REQUIRE}common.createBenchmark(() => {}, { n: [1] }, { flags: 5 });`);
    const { stdout, stderr, exitCode } = await runFile(file);
    expect(stderr).to.match(/^TypeError: createBenchmark: flags must be a Node\.js option, .* \(.*third\.js:2:8\)\n$/);
    expect({ stdout, exitCode }).to.eql({ stdout: '', exitCode: 1 });
  });

  it('is left to a listener of the file', async () => {
    const file = scratch('listens.js', `${REQUIRE}
process.on('uncaughtException', ({ message }) => { setTimeout(() => console.error('heard ' + message), 20); });
const bench = common.createBenchmark(() => { throw new Error('on purpose'); }, { n: [1] });`);
    const { stderr, stdout } = await runFile(file);
    expect(stderr).to.include('heard on purpose');
    expect(stdout + stderr).to.not.match(OURS);
  });
});
