'use strict';

const { spawn } = require('child_process');
const { EventEmitter } = require('events');
const fs = require('fs');
const path = require('path');
const { PassThrough } = require('stream');
const { expect } = require('chai');
const { useFolder, inFolder, read, write } = require('../helpers/cli');
const { insideOf, refused } = require('../helpers/cli-inside');
const { commitVersions, git } = require('../helpers/git-folder');
const { needs } = require('../helpers/needs');

const CHANGED = 6;

/** A fake compare that reads the number of its commit; names: of its tests */
function fakeCompare(how = {}) {
  const {
    asked = [], broken = [], crashing, noisy = () => false, names = ['a'], namesAt = {}, counts = null,
    ratioOf = (i) => (i < CHANGED ? 1 : 1.1), failures = [], sides,
  } = how;
  return (command, args, options) => {
    if (command === 'git') return spawn(command, args, options);
    const { cwd } = options;
    const number = Number(fs.readFileSync(path.join(cwd, 'x.js'), 'utf8').replace(/\D/g, ''));
    asked.push({ number, args, run: options.env.QTIMEIT_RUN });
    const ratio = ratioOf(number);
    const interval = noisy(number) ? { low: null, high: null } : { low: ratio * 0.999, high: ratio * 1.001 };
    const change = { ratio, ...interval, confidence: 0.95, counts };
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const child = Object.assign(new EventEmitter(), streams, { kill() {} });
    const isBroken = broken.includes(number);
    const error = { message: 'npm run build failed with exit code 1\nits output' };
    child.stdout.end(number === crashing ? '' : JSON.stringify(isBroken ? { error } : {
      tests: (namesAt[number] || names).map((name) => ({ name, changes: [change], sides })), failures,
    }));
    child.stderr.end('preparing it\nqtimeit: some warning\n');
    setImmediate(() => setImmediate(() => child.emit('close', 0, null)));
    return child;
  };
}

useFolder();

needs('git', describe)('qtimeit bisect', () => {
  const worktrees = () => git('worktree', 'list').trim().split('\n').length;

  beforeEach(() => {
    git('init', '-q');
    commitVersions(9);
  });

  const bisect = (how, ...args) => insideOf({ spawn: fakeCompare(how) })
    .inside('bisect', '--good', 'HEAD~8', ...args, 'x.js');

  it('compares commits with the good commit, and names the commit that changed the test', async () => {
    const asked = [];
    const { status, stdout, stderr } = await bisect({ asked, broken: [4] }, '--test', 'a', '--prepare', 'make');
    expect(stdout)
      .to.match(/^[\da-f]{7,} [\d-]{10} number 6\nchanged the cost of the test: \+10\.0 % .*\nprobability 0\.9\d+, /);
    expect({ status, worktrees: worktrees() }).to.deep.equal({ status: 0, worktrees: 1 });
    expect(stderr).to.match(/^8 commits after HEAD~8, up to HEAD$/m)
      .and.match(/ skipped, .*: number 4 \(npm run build failed with exit code 1\); 8 commits left$/m);
    expect(asked[0].number).to.equal(8);
    // By which processes that it leaves are found
    expect(asked[0].run).to.match(/^[\da-f]{32}$/);
    const [first] = asked.map(({ args }) => args.slice(1).join(' '));
    expect(first).to.match(/^compare --rev [\da-f]{40} --json --time=20 --prepare=make --filter=a -- x\.js$/);
  });

  it('resumes a saved search, and refuses a different one', async () => {
    const short = await bisect({}, '--most', '3', '--save', 's.json', '--resume');
    expect(short.status).to.equal(1);
    expect(short.stdout).to.match(/^one of \d commits/);
    const { observations } = read('s.json');
    const asked = [];
    const { status, stdout } = await bisect({ asked }, '--save', 's.json', '--resume');
    expect([status, stdout.includes('number 6')]).to.deep.equal([0, true]);
    expect(asked.map(({ number }) => number)).to.not.include(8);
    expect(read('s.json').observations.length).to.equal(observations.length + asked.length);
    const other = await insideOf({ spawn: fakeCompare() })
      .inside('bisect', '--good', 'HEAD~5', '--save', 's.json', '--resume', 'x.js');
    expect(other.stderr).to.include('s.json contains a search with other commits, files or options');
    expect((await bisect({}, '--test', 'a', '--save', 's.json', '--resume')).stderr).to.include('other commits, files');
    const whole = read('s.json');
    for (const more of [
      { observations: [null] }, { skipped: null }, { effect: {} }, { effect: { ...whole.effect, error: 0 } },
    ]) {
      write('s.json', JSON.stringify({ ...whole, ...more }));
      expect((await bisect({}, '--save', 's.json', '--resume')).stderr).to.include('or is damaged: ');
    }
  });

  it('follows the test with exactly this name, and skips commits without it or without a result', async () => {
    const namesAt = { 3: ['b'], 6: ['aa', 'a'], 8: ['aa', 'a'] };
    const { status, stdout, stderr } = await bisect({ namesAt, crashing: 4 }, '--test', 'a');
    expect([status, stdout.includes('number 6')]).to.deep.equal([0, true]);
    expect(stderr).to.match(/skipped, .*: number 3 \(it does not contain the test\);/)
      .and.match(/skipped, .*: number 4 \(no result\);/);
  });

  it('names the side that prevents the comparison with the last commit', async () => {
    const [fine, boom] = [{ error: null }, { error: { message: 'boom\n    at x' } }];
    const failures = [{ side: 'old', file: 'x.js', ...boom }];
    for (const [how, words] of [
      [{ sides: [null, fine] }, 'the good commit HEAD~8 does not contain the test. Pass a later --good'],
      [{ sides: [fine, null] }, 'it does not contain the test'],
      [{ sides: [null, fine], failures }, 'boom (at the good commit HEAD~8)'],
      [{ sides: [boom, fine] }, 'boom (at the good commit HEAD~8)'],
      [{ sides: [fine, boom] }, 'boom'],
    ]) {
      const { status, stderr } = await bisect({ ...how, ratioOf: () => null });
      expect([status, stderr.trim().split('\n').at(-1)])
        .to.deep.equal([2, `qtimeit: the last commit cannot be compared: ${words}`]);
    }
  });

  it('compares a commit again whose times differ too much, and fails if the last one cannot be compared', async () => {
    const seen = new Set();
    const noisy = (number) => seen.size < seen.add(number).size;
    const { status, stdout, stderr } = await bisect({ noisy });
    expect([status, stdout.includes('number 6'), stderr.includes('skipped')]).to.deep.equal([0, true, false]);
    const failed = await bisect({ noisy: () => true });
    expect(failed.status).to.equal(1);
    expect(failed.stderr).to.match(/skipped, .*: number 8 \(the times differ too much\. Pass a longer --time\)$/m);
  });

  it('takes the path of the repository, and names that begin with a dash', async () => {
    const asked = [];
    await insideOf({ spawn: fakeCompare({ asked }) })
      .inside('bisect', '--good', 'HEAD~8', '--test=-x', '--most', '1', '--', inFolder(), '-x.js');
    expect(asked[0].args.slice(-4)).to.deep.equal(['--filter=-x', '--', '.', '-x.js']);
  });

  it('ends if no commit is left that can be compared', async () => {
    const asked = [];
    const { status, stdout } = await bisect({ asked, broken: [5, 6] });
    expect([status, stdout.match(/number \d/g)]).to.deep.equal([1, ['number 5', 'number 6', 'number 7']]);
    expect(asked.length).to.be.below(7);
  });

  it('notes once that links lead out of the checkouts', async () => {
    fs.symlinkSync(inFolder('x.js'), inFolder('linked.js'));
    git('add', '.');
    git('commit', '-q', '-m', 'link');
    const { stderr } = await bisect({ ratioOf: () => 1 });
    expect(stderr.match(/note: .*/g)).to.deep.equal([
      'note: symbolic links lead out of the checkout, so all sides load the same files through them: linked.js',
    ]);
  });

  it('prints each subject on one line', async () => {
    git('commit', '-q', '--amend', '-m', 'x\\n::add-mask::y');
    expect((await bisect({ ratioOf: (i) => (i < 8 ? 1 : 1.1) })).stdout).to.include('x\\n::add-mask::y\nchanged');
  });

  it('decides by counts if there are any, and ends if the last commit shows no change', async () => {
    const counted = await bisect({ counts: { ratio: 1.5 }, ratioOf: () => 1 }, '--count', '--most', '1');
    expect(counted.stdout).to.match(/^one of 8 commits changed the cost of the test: \+50\.0 % .* instructions$/m);
    const same = await bisect({ ratioOf: () => 1 });
    expect(same).to.include({ status: 1, stdout: 'no change between HEAD~8 and HEAD: 0.00 % (-0.10 to +0.10 %)\n' });
  });

  it('is refused without a range, a test or files', async () => {
    const errorOf = async (how) => (await bisect(how)).stderr;
    expect(await errorOf({ names: ['a', 'b'] })).to.include('2 tests match (a, b). Choose one with --test NAME');
    expect(await errorOf({ broken: [8] })).to.include('the last commit cannot be compared: npm run build failed');
    for (const [args, words] of [
      [['x.js'], 'bisect needs --good and files'], [['--good', 'HEAD~1'], 'bisect needs --good'],
      [['--good', 'nothing', 'x.js'], "'nothing' is not a revision of this repository. Pass a commit, branch or tag"],
      [['--good', 'HEAD~1', '--resume', 'x.js'], '--resume requires --save FILE'],
      [['--good', 'HEAD', 'x.js'], 'no commits between HEAD and HEAD'],
      [['--good', 'HEAD', '--bad', 'HEAD~1', 'x.js'], 'HEAD is not an ancestor of HEAD~1'],
    ]) expect(await refused('bisect', ...args)).to.include(words);
    expect([worktrees(), inFolder('.')]).to.have.length(2);
  });
});
