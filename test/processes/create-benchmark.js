'use strict';

/* Benchmark files of all kinds, run by hand; three of them are in create-benchmark.test.js. */

const fs = require('fs');
const { expect } = require('chai');
const { runFile, COMMON } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const REQUIRE = `const common = require(${JSON.stringify(COMMON)});\n`;

const ways = [
  ['filtered.js', ['from=utf8'], ['n=1000 to="latin1" from="utf8"']], ['creates-later.js', ['n=10'], ['n=10']], ['deletes-env.js', ['n=1'], ['n=1']], ['flags-string.js', [], ['n=1']],
  ['inherited-names.js', ['toString=a', 'constructor=1'], ['n=10 __proto__="p" hasOwnProperty="x" constructor=1 toString="a"']],
  ['integer-keys.js', ['2=5'], ['1="one" 2=5 n=10 b="x"']],
  ['odd-names.js', [], ['\u4f60="e" --n=2 q"q="d" a,b="c" two words=1']], ['scalar.js', [], ['n=1000 text="abc"']],
  ['waits-for-child.js', [], ['n=2']], ['messages.js', [], ['n=10']], ['twice-the-same.js', [], ['n=10', 'n=20', 'n=10']], ['wrapped.js', ['kind=b'], ['n=100 kind="b"']],
];

describe('a benchmark file run by hand', function () {
  this.timeout(60000);

  for (const [file, args, configurations] of ways) {
    it(`may be ${file}`, async () => {
      const { lines, stderr, exitCode } = await runFile(file, args);
      expect(lines).to.eql(configurations.map((one) => `${file} ${one}: RATE`));
      expect([stderr, exitCode]).to.eql(['', 0]);
    });
  }

  it('shortens itself with --test, and has options.test before that', async () => {
    const [plain, more, groups] = await Promise.all([runFile('plain.js', ['--test']), runFile('test-options.js', ['--test', 'n=3']), runFile('groups.js', ['--test'])]);
    expect(plain.lines).to.eql(['plain.js n=1 kind="push": RATE']);
    expect(more.lines).to.eql(['short', 'none'].map((kind) => `test-options.js n=3 duration=0.05 size=16 kind="${kind}": RATE`));
    expect(groups.lines).to.eql(['groups.js group="numbers" digits=1 n=1: RATE', 'groups.js group="words" word="x" n=1: RATE']);
  });

  it('runs the groups that were chosen', async () => {
    const [chosen, wrong, byArgument] = await Promise.all([
      runFile('groups.js', ['n=7'], { env: { NODE_RUN_BENCHMARK_GROUPS: 'words,numbers' } }), runFile('groups.js', [], { env: { NODE_RUN_BENCHMARK_GROUPS: 'numbres' } }),
      runFile('groups.js', ['group=words', 'n=5']),
    ]);
    expect(chosen.lines).to.eql(['groups.js group="words" word="x" n=7: RATE', 'groups.js group="numbers" digits=1 n=7: RATE', 'groups.js group="numbers" digits=2 n=7: RATE']);
    expect(wrong).to.include({ stdout: '', stderr: 'test/fixtures/benchmark-files/groups.js: there is no group "numbres"; did you mean numbers?\n', exitCode: 1 });
    expect(byArgument.lines).to.eql(['groups.js group="words" word="x" n=5: RATE']);
  });

  it('lets processes print what they like', async () => {
    const [prints, much] = await Promise.all([runFile('prints.js', ['n=10']), runFile('prints-much.js')]);
    expect(prints.stdout).to.match(/^loading, "quoted", with commas\nloading, "quoted", with commas\nprints\.js n=10: 1,234\.5\nwithout a new linetest\/fixtures\/benchmark-files\/prints\.js n=10: [\d,.]+\n$/);
    expect(much.stdout.length).to.be.above(2 ** 21);
    expect(much.lines[much.lines.length - 1]).to.equal('prints-much.js n=10: RATE');
  });
});

describe('setup of a benchmark file', function () {
  this.timeout(60000);
  const scratch = scratchFolder();

  it('is given all configurations, and waited for', async () => {
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
    expect(fs.readFileSync(log, 'utf8').trim().split('\n')).to.eql(['setup [{"n":1},{"n":3}]', 'ready', 'main 1', 'main 3']);
    expect(lines).to.have.length(2);
  });
});

describe('the third argument of createBenchmark', function () {
  this.timeout(60000);
  const scratch = scratchFolder();

  it("takes what is not given, and the option that a file of Node's core has in vain", async () => {
    const main = `${REQUIRE}const bench = common.createBenchmark(() => { bench.start(); bench.end(1); }, { n: [1] }, `;
    const ends = await Promise.all(['{}', 'undefined', '{ flags: undefined, setup: undefined }', "{ options: ['--expose-internals'] }", 'Object.create(null)'].map((code, i) => runFile(scratch(`fine-${i}.js`, `${main}${code});`))));
    for (const { stderr, exitCode, lines } of ends) expect([stderr, exitCode, lines.length]).to.eql(['', 0, 1]);
  });
});
