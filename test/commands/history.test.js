'use strict';

const fs = require('fs');
const { expect } = require('chai');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');
const { results, row, suite } = require('../helpers/documents');
const { git } = require('../helpers/git-folder');

useFolder();

describe('qtimeit history', () => {
  const line = () => git('log', '--reverse', '--format=%H').trim().split('\n');

  function commit(i) {
    write('x.js', `// ${i}`);
    git('add', 'x.js');
    git('commit', '-qm', `number ${i}`);
  }

  const save = (nsPerCall) => write('r.json', JSON.stringify(results([
    suite([row('parse', { nsPerCall, nsLow: nsPerCall, nsHigh: nsPerCall, cycles: null })], { file: 'a.js' }),
  ])));

  beforeEach(() => git('init', '-q'));

  it('keeps a file for each result, and finds the commits after which a test has changed', async () => {
    for (let i = 0; i < 24; i++) {
      commit(i);
      save((i < 12 ? 100 : 130) + i % 3);
      const { status, stderr } = await inside('history', 'add', 'r.json');
      expect(status, stderr).to.equal(0);
      expect(stderr).to.match(/^1 test of [\da-f]{10} added: benchmarks\/[\da-f]{12}-[\da-f]{8}\.json\n$/);
    }
    expect(fs.readdirSync(inFolder('benchmarks'))).to.have.length(24);
    const { status, stdout } = await inside('history', 'changes');
    const [before, after] = line().slice(11, 13).map((one) => one.slice(0, 10));
    expect(status).to.equal(0);
    expect(stdout).to.match(new RegExp(`^a\\.js: parse +${before}\\.\\.${after} +\\+29\\.\\d % .* time +`, 'm'));
    expect((await inside('history', 'show')).stdout).to.match(/^a\.js: parse +24 +132 ns +\+32/m);
    expect((await inside('history', 'changes', '--test', 'other')).stdout)
      .to.equal('no test has become faster or slower\n');
  });

  it('has the median of several results of a commit, and separates machines', async () => {
    for (const [i, ns] of [100, 300, 110].entries()) {
      if (i === 0) commit(i);
      save(ns);
      await inside('history', 'add', 'r.json');
    }
    expect((await inside('history', 'show')).stdout).to.match(/^a\.js: parse +1 +110 ns/m);
    const text = fs.readFileSync(inFolder('r.json'), 'utf8');
    write('r.json', text.replace(/"cpuCount": ?\d+/, '"cpuCount": 99'));
    await inside('history', 'add', 'r.json');
    expect((await inside('history', 'show')).stdout.match(/^a\.js: parse/gm)).to.have.length(2);
  });

  it('reports files that cannot be read, and refuses what it does not know', async () => {
    commit(0);
    save(100);
    await inside('history', 'add', 'r.json');
    write('benchmarks/cut.json', '{"qtimeit":"hist');
    const { status, stdout, stderr } = await inside('history', 'show');
    expect([status, stderr]).to.deep.equal([1, 'qtimeit: cut.json was not written by history add, or is damaged\n']);
    expect(stdout).to.include('a.js: parse');
    for (const [args, words] of [
      [[], 'history needs an action, add, changes, show, got none'], [['drop'], 'got drop'],
      [['add'], 'history add needs results'], [['add', 'r.json', '--commit', 'nothing'], 'nothing is not a commit'],
      [['show', '--dir', 'none'], 'none cannot be read: '],
    ]) expect(await refused('history', ...args)).to.include(words);
    expect((await inside('history', 'add', 'r.json', '--commit', 'abcdef1234')).status).to.equal(0);
  });
});
