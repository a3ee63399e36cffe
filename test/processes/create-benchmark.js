'use strict';

/* Benchmark files of all kinds, run by hand; three of them are in create-benchmark.test.js. */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { runFile, runWithChannel, printing, printed, REQUIRE } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const ways = [
  ['creates-later.js', ['n=10'], ['n=10']], ['deletes-env.js', ['n=1'], ['n=1']],
  ['odd-names.js', [], ['\u4f60="e" --n=2 q"q="d" a,b="c" two words=1']], ['plain.js', ['--test'], ['n=1 kind="push"']],
  ['waits-for-child.js', [], ['n=2']], ['messages.js', [], ['n=10']], ['wrapped.js', ['kind=b'], ['n=100 kind="b"']],
];

describe('a benchmark file run by hand', () => {
  const scratch = scratchFolder();

  it('accepts all forms of arguments', () => Promise.all(ways.map(async ([file, args, configurations]) => {
    const { lines, stderr, exitCode } = await runFile(file, args);
    expect(lines).to.eql(configurations.map((one) => `${file} ${one}: RATE`));
    expect({ stderr, exitCode }).to.eql({ stderr: '', exitCode: 0 });
  })));

  it('runs the selected groups, and rejects an unknown one', async () => {
    const [chosen, wrong] = await Promise.all([
      runFile('groups.js', ['n=7'], { env: { NODE_RUN_BENCHMARK_GROUPS: 'words,numbers' } }),
      runFile('groups.js', [], { env: { NODE_RUN_BENCHMARK_GROUPS: 'numbres' } }),
    ]);
    expect(chosen.lines).to.eql(
      ['groups.js group="words" word="x" n=7: RATE', 'groups.js group="numbers" digits=1 n=7: RATE',
        'groups.js group="numbers" digits=2 n=7: RATE']);
    const words = 'unknown group "numbres". Did you mean numbers?';
    expect(wrong).to.include(
      { stdout: '', stderr: `test/fixtures/benchmark-files/groups.js: ${words}\n`, exitCode: 1 });
  });

  it('escapes its parameters and errors', async () => {
    const text = String.fromCharCode(0x9b);
    const file = scratch('hostile.js', `${REQUIRE}
common.createBenchmark(() => { throw new Error('a${text}b'); }, { s: ['${text}1m'], n: [1] });`);
    const { stderr } = await runFile(file);
    expect(stderr).to.match(/^\S+ n=1 s="\\x9b1m": FAILED: Error: a\\x9bb \(\S+\)$/m);
  });

  it('allows its processes to print', async () => {
    const { stdout } = await runFile('prints.js', ['n=10']);
    expect(stdout.replace(/[\d,.]+\n$/, 'RATE\n').split('\n')).to.eql([
      'loading, "quoted", with commas',
      'loading, "quoted", with commas',
      'prints.js n=10: 1,234.5',
      'without a new linetest/fixtures/benchmark-files/prints.js n=10: RATE',
      '',
    ]);
  });

  it('passes its configuration as arguments, and node flags in their order', async () => {
    const file = scratch('tells.js', printing('{ args: process.argv.slice(2), flags: process.execArgv, fn: ' +
        'process.env.NODE_RUN_BENCHMARK_FN, mine: ' +
        'process.env.MINE }', "{ a: ['x y'], n: [1, 2] }", "{ flags: ['--stack-size=900'] }"));
    const [plain, flagged] = await Promise.all([
      runFile(file, ['benchmarker=b']),
      runFile(file, ['n=2'], { env: { NODE_BENCHMARK_FLAGS: '  --stack-size=901\t--no-warnings ', MINE: '5' },
          nodeArgs: ['--stack-size=902'] }),
    ]);
    expect(printed(plain)).to.eql(['1', '2'].map((n) =>
        ({ args: [`n=${n}`, 'a=x y', 'benchmarker=b'], flags: ['--stack-size=900'], fn: '' })));
    expect(printed(flagged)).to.eql(
      [{ args: ['n=2', 'a=x y'], flags: ['--stack-size=901', '--no-warnings', '--stack-size=900', '--stack-size=902'],
        fn: '', mine: '5' }]);
  });
});

describe('setup of a benchmark file', () => {
  const scratch = scratchFolder();

  it('receives all configurations, and is awaited', async () => {
    const log = scratch('log');
    const file = scratch('waits.js', `${REQUIRE}const fs = require('fs');
const log = (text) => fs.appendFileSync(${JSON.stringify(log)}, text + '\\n');
const bench = common.createBenchmark(({ n }) => { log('main ' + n); bench.start(); bench.end(n); }, { n: [1, 2, 3] }, {
  combinationFilter: ({ n }) => n !== 2,
  async setup(all) {
    log('setup ' + JSON.stringify(all));
    for (const one of all) one.n = 99;
    await new Promise((resolve) => setTimeout(resolve, 100));
    log('ready');
  },
});`);
    const { lines } = await runFile(file);
    expect(fs.readFileSync(log, 'utf8').trim().split('\n'))
      .to.eql(['setup [{"n":1},{"n":3}]', 'ready', 'main 1', 'main 3']);
    expect(lines).to.have.length(2);
  });
});

describe('a benchmark file as the child of another tool', () => {
  const scratch = scratchFolder();

  it('reports only measured configurations, and no other messages of its processes', async () => {
    const [{ messages, errors, exitCode }, relayed] =
      await Promise.all([runWithChannel('throws.js'), runWithChannel('messages.js')]);
    expect(messages.map(({ type, conf }) => [type, conf && conf.size]))
      .to.eql([['config', undefined], ['report', 1], ['report', 3]]);
    expect(errors).to.eql(['throws.js n=10 size=2: FAILED: RangeError: no size 2 (AT)']);
    expect(exitCode).to.equal(1);
    expect(relayed.messages.map(({ type }) => type)).to.eql(['config', 'report']);
  });

  it('accepts results made by hand', async () => {
    const file = scratch('by-hand.js', `${REQUIRE}common.createBenchmark(({ rate }) => {
  common.sendResult({ name: 'x', conf: { n: 7 }, rate, time: '0.250000000', type: 'report' });
}, { rate: ['12.5'] });`);
    const [{ stdout }, { messages }] =
      await Promise.all([runFile(file, [], { cwd: path.dirname(file) }), runWithChannel(file)]);
    expect(stdout).to.equal('by-hand.js n=7: 12.5\n');
    expect(messages[1]).to.include({ rate: 12.5, time: '0.250000000' });
  });
});
