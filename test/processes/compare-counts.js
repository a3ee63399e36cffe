'use strict';

/* Comparisons and benchmark files with counts: valgrind is a small script with made-up counts. */

const fs = require('fs');
const { expect } = require('chai');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { COMMON } = require('../helpers/benchmark-process');
const { inside } = require('../helpers/cli-inside');
const { fakeCounters, CALL } = require('../helpers/fake-counters');
const { commitAll, git } = require('../helpers/git-folder');
const { isRunning, until } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');

const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; } };\n';

// Counts three more instructions per call of the side whose folder contains the file `more`.
const MORE = 'if [ -f more ] && [ $what = test ]; then write $((each + 3)) > "$out"; fi';

useFolder();

/** Runs the command, and `action` once `output` is printed. Returns { status, stdout, stderr, last, runs }. */
async function counted(programs, args, [output, action] = ['nothing', () => {}]) {
  fs.mkdirSync(inFolder('bin'), { recursive: true });
  const counters = fakeCounters(inFolder('bin'), programs);
  const env = { ...process.env, ...counters.env };
  const end = await started(args, output, (child) => action(child, counters), { env });
  return { ...end, last: end.stdout.trimEnd().split('\n').pop(), runs: counters.runs() };
}

needs('linux', describe)('qtimeit compare --count', function () {
  this.timeout(180000);
  const compare = (programs, args, when) => counted(programs, ['compare', '--count', '-t', '0.02', ...args], when);
  const revision = (...args) => ['--rev', 'HEAD', '--max-regression', '0.5%', '--strict', ...args, 'a.js'];

  beforeEach(() => {
    write('a.js', SUITE);
    commitAll();
  });

  it('exits with 3 if one side exceeds the limit', async () => {
    write('more', '');
    const { status, stdout, stderr, last } = await compare({ valgrind: MORE }, revision('--save', 'c.json'));
    expect({ status, last }, stderr).to.deep.equal(
      { status: 3, last: '--max-regression 0.5 %: failed; 1 of 1 test exceeds it in instructions: add' });
    expect(stdout).to.match(/^add .* \+3\.0, \+3\.0 %$/m)
      .and.include('\ninstructions by valgrind 3.19.0\n');
    expect(stderr).to.match(/^counting instructions with valgrind 3\.19\.0$/m);
    const { complete, tests } = read('c.json');
    expect(complete).to.equal(true);
    expect(tests.map(({ sides, changes: [{ counts: { verdict, regression } }] }) => (
      [...sides.map(({ counts }) => Math.round(counts.instructions)), verdict, regression])))
      .to.deep.equal([[CALL, CALL + 3, 'more', true]]);
  });

  it('stops counting at ^C and --timeout, keeps the times, and reports missing counts', async () => {
    const interrupt = async (child, { runs }) => {
      await until(() => runs().length > 0);
      child.kill('SIGINT');
    };
    const args = revision('--save', 'c.json');
    const when = ['counting instructions', interrupt];
    const { status, stdout, runs } = await compare({ valgrind: 'sleep 100' }, args, when);
    expect(status).to.equal(130);
    expect(stdout).to.include('cut short').and.include('add: not counted: the run ended before counting');
    expect(runs.map(({ pid }) => pid).filter(isRunning)).to.deep.equal([]);
    const { complete, gate, tests: [test] } = read('c.json');
    // Times decide then. On a busy machine, equal code can be called slower.
    const outcome = test.changes[0].regression ? 'failed' : 'not-judged';
    expect({ complete, outcome: gate.outcome }).to.deep.equal({ complete: false, outcome });
    for (const { processes, counts } of test.sides) {
      expect(counts).to.equal(null);
      // Excludes processes that shared their core.
      expect(processes).to.be.within(1, 12);
    }
    expect(git('worktree', 'list').trim().split('\n')).to.have.length(1);
  });
});

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

needs('linux', describe)('qtimeit --count of benchmark files', function () {
  this.timeout(180000);
  beforeEach(() => write('a.js', FILE));

  it('prints the instructions per operation, or why there are none', async () => {
    const { status, stdout, stderr, runs } = await counted({}, ['run', 'a.js', '--count', '--save', 'r.json']);
    expect(status).to.equal(0);
    expect(stdout).to.match(/^configuration +rate +instructions +runs/m).and.match(/^most=0 n=200000 .* 100\.00 +1 /m);
    // On a busy machine, the first process already gets more operations, and fails.
    expect(stdout).to.match(/^most=300000 n=200000: not counted: (?:it .*: )?with n=\d+: RangeError: n is too large$/m);
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

  it('decides the gate of a comparison, also from saved rates', async () => {
    const node = process.execPath;
    const first = await counted({}, ['compare', '--old', node, '--new', node, '--runs', '2', '--set', 'most=0',
      '--count', '--max-regression', '1%', '--strict', '--save', 'c.json', 'a.js']);
    expect(first.status).to.equal(0);
    expect(first.stdout).to.match(/instructions$/m).and.match(/n=200000.* same$/m);
    const rates = read('c.json');
    rates.configurations[0].sides[1].counts.instructions *= 1.02;
    write('changed.json', JSON.stringify(rates));
    const second = await inside('compare', 'changed.json', '--max-regression', '1%', '--format', 'json');
    expect(second.status).to.equal(3);
    const { tests, gate } = JSON.parse(second.stdout);
    expect(tests[0].changes[0].counts).to.include({ verdict: 'more', regression: true });
    expect(gate.failed.map(({ by }) => by)).to.deep.equal(['instructions']);
  });
});
