'use strict';

/* Comparisons with counts: valgrind is a small script with made-up counts. */

const fs = require('fs');
const { expect } = require('chai');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { fakeCounters, CALL } = require('../helpers/fake-counters');
const { git } = require('../helpers/git-folder');
const { isRunning } = require('../helpers/child-processes');

const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; } };\n';

// Counts three more instructions per call of the side whose folder contains the file `more`.
const MORE = 'if [ -f more ] && [ $what = test ]; then write $((each + 3)) > "$out"; fi';

useFolder();

describe('qtimeit compare --count', function () {
  if (process.platform !== 'linux') return;
  this.timeout(180000);

  /** Runs the command, and `action` once `output` is printed. Returns { status, stdout, stderr, last, runs }. */
  async function compare(programs, args, [output, action] = ['nothing', () => {}]) {
    fs.mkdirSync(inFolder('bin'), { recursive: true });
    const counters = fakeCounters(inFolder('bin'), programs);
    const env = { ...process.env, ...counters.env };
    const all = ['compare', '--count', '-t', '0.02', ...args];
    const end = await started(all, output, (child) => action(child, counters), { env });
    return { ...end, last: end.stdout.trimEnd().split('\n').pop(), runs: counters.runs() };
  }

  const revision = (...args) => ['--rev', 'HEAD', '--max-regression', '0.5%', '--strict', ...args, 'a.js'];

  function commit() {
    write('a.js', SUITE);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
  }

  it('passes with --strict if both sides execute the same instructions', async () => {
    commit();
    const { status, stdout, stderr, last } = await compare({}, revision('--save', 'c.json'));
    expect({ status, last }, stderr).to.deep.equal(
      { status: 0, last: '--max-regression 0.5 %: passed; 1 of 1 test is certainly within it, by instructions' });
    expect(stdout).to.match(/^add .* same$/m).and.include('\ninstructions by valgrind 3.19.0\n');
    expect(stderr).to.match(/^counting instructions with valgrind 3\.19\.0$/m);
    const { complete, tests } = read('c.json');
    expect(complete).to.equal(true);
    for (const { sides, changes: [change] } of tests) {
      expect(sides.map(({ counts }) => Math.round(counts.instructions))).to.deep.equal([CALL, CALL]);
      expect(change.counts).to.include({ verdict: 'same', regression: false });
    }
  });

  it('exits with 3 if one side exceeds the limit', async () => {
    commit();
    write('more', '');
    const { status, last, stdout } = await compare({ valgrind: MORE }, revision());
    expect({ status, last }).to.deep.equal(
      { status: 3, last: '--max-regression 0.5 %: failed; 1 of 1 test exceeds it in instructions: add' });
    expect(stdout).to.match(/^add .* \+3\.0, \+3\.0 %$/m);
  });

  it('fails before measuring if there is no counter', async () => {
    commit();
    const { status, stdout, stderr } = await compare({ valgrind: null }, revision());
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr.trim())
      .to.match(/^qtimeit: --count: perf cannot .*, and valgrind .*\. Reinstall valgrind, and check valgrind /);
  });

  it('stops counting at ^C and --timeout, keeps the times, and reports missing counts', async () => {
    commit();
    const interrupt = async (child, { runs }) => {
      while (runs().length === 0) await new Promise((resolve) => { setTimeout(resolve, 20); });
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
