'use strict';

const { EventEmitter } = require('events');
const fs = require('fs');
const path = require('path');
const { PassThrough } = require('stream');
const { expect } = require('chai');
const { useFolder, inFolder, read, write } = require('../helpers/cli');
const { insideOf, refused } = require('../helpers/cli-inside');
const { git } = require('../helpers/git-folder');

const CHANGED = 6;

/** A compare that reads the number of its commit; names: of its tests */
function fakeCompare(how = {}) {
  const { asked = [], broken = [], names = ['a'], counts = null, ratioOf = (i) => (i < CHANGED ? 1 : 1.1) } = how;
  return (command, args, { cwd }) => {
    const number = Number(fs.readFileSync(path.join(cwd, 'x.js'), 'utf8').replace(/\D/g, ''));
    asked.push({ number, args });
    const ratio = ratioOf(number);
    const change = { ratio, low: ratio * 0.999, high: ratio * 1.001, confidence: 0.95, counts };
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const child = Object.assign(new EventEmitter(), streams, { kill() {} });
    const isBroken = broken.includes(number);
    child.stdout.end(isBroken ? '' : JSON.stringify({ tests: names.map((name) => ({ name, changes: [change] })) }));
    child.stderr.end(isBroken ? 'preparing it\nqtimeit: npm run build failed with exit code 1\n' : '');
    setImmediate(() => setImmediate(() => child.emit('close', 0, null)));
    return child;
  };
}

useFolder();

describe('qtimeit bisect', () => {
  const worktrees = () => git('worktree', 'list').trim().split('\n').length;

  beforeEach(() => {
    git('init', '-q');
    for (let i = 0; i <= 8; i++) {
      write('x.js', `// ${i}`);
      git('add', '.');
      git('commit', '-qm', `number ${i}`);
    }
  });

  const bisect = (how, ...args) => insideOf({ spawn: fakeCompare(how) })
    .inside('bisect', '--good', 'HEAD~8', ...args, 'x.js');

  it('compares commits with the good one, and names the one that changed the test', async () => {
    const asked = [];
    const { status, stdout, stderr } = await bisect({ asked, broken: [4] }, '--test', 'a', '--prepare', 'make');
    expect(stdout)
      .to.match(/^[\da-f]{7,} [\d-]{10} number 6\nchanged the cost of the test: \+10\.0 % .*\nprobability 0\.9\d+, /);
    expect([status, worktrees()]).to.deep.equal([0, 1]);
    expect(stderr).to.match(/^8 commits after HEAD~8, up to HEAD$/m)
      .and.match(/number 4; 8 commits left$/m).and.include('skipped: npm run build failed with exit code 1');
    expect(asked[0].number).to.equal(8);
    const [first] = asked.map(({ args }) => args.slice(1).join(' '));
    expect(first).to.match(/^compare --rev [\da-f]{40} --json --time 20 --prepare make --filter a x\.js$/);
  });

  it('continues a saved search, and refuses another one', async () => {
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
    expect(other.stderr).to.include('s.json has no search between these commits');
  });

  it('goes by counts if there are any, and ends where nothing has changed', async () => {
    const counted = await bisect({ counts: { ratio: 1.5 }, ratioOf: () => 1 }, '--count', '--most', '1');
    expect(counted.stdout).to.match(/^one of 8 commits changed the cost of the test: \+50\.0 % .* instructions$/m);
    const same = await bisect({ ratioOf: () => 1 });
    expect([same.status, same.stdout])
      .to.deep.equal([1, 'no change between HEAD~8 and HEAD: 0.00 % (-0.10 to +0.10 %)\n']);
  });

  it('is refused without a range, a test or files', async () => {
    const errorOf = async (how) => (await bisect(how)).stderr;
    expect(await errorOf({ names: ['a', 'b'] })).to.include('2 tests match (a, b). Choose one with --test NAME');
    expect(await errorOf({ broken: [8] })).to.include('the last commit cannot be compared: npm run build failed');
    for (const [args, words] of [
      [['x.js'], 'bisect needs a good revision and files'], [['--good', 'HEAD~1'], 'bisect needs a good revision'],
      [['--good', 'nothing', 'x.js'], 'nothing is not a revision of this repository'],
      [['--good', 'HEAD', 'x.js'], 'there is no commit between HEAD and HEAD'],
      [['--good', 'HEAD', '--bad', 'HEAD~1', 'x.js'], 'HEAD is not an ancestor of HEAD~1'],
    ]) expect(await refused('bisect', ...args)).to.include(words);
    expect([worktrees(), inFolder('.')]).to.have.length(2);
  });
});
