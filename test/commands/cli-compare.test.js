'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { needs } = require('../helpers/needs');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { inside, refused, stdoutOf } = require('../helpers/cli-inside');
const { countsOf, results, row, suite } = require('../helpers/documents');
const { changedSinceCommit, git } = require('../helpers/git-folder');

const SPREAD = [1, 1.001, 0.999, 1.0005, 0.9995, 1.0002];
const FAILED = '--max-regression 3 %: failed; 2 of 2 tests exceed it in time: add, list';

/** Saves results of two tests that take factor * 10 ns per call, with this number of instructions, if any. */
function save(name, factor, { instructions = null, ...environment } = {}) {
  const samples = SPREAD.map((one) => (
    { nsPerCall: 10 * factor * one, nsLow: 9.9, nsHigh: 10.1, cycles: 30 * factor * one, calls: 1000, rounds: null }));
  const counts = instructions && countsOf(instructions, { error: 0.01 });
  const tests = ['add', 'list'].map((test) => row(test, { verdict: 'unresolved', samples, ...(counts && { counts }) }));
  const document = results([suite(tests, { file: 'a.js' })]);
  write(name, JSON.stringify({ ...document, environment: { ...document.environment, ...environment } }));
}

const compare = (...args) => inside('compare', 'old.json', 'new.json', ...args);

/** The exit code, the last line of output, and the error output */
async function answer(...args) {
  const { status, stdout, stderr } = await compare(...args);
  return [status, stdout.trimEnd().split('\n').pop(), stderr];
}

useFolder();

describe('qtimeit compare of saved results', () => {
  beforeEach(() => {
    save('old.json', 1);
    save('new.json', 1.2);
  });

  it('reports tests that look slower, and that the sessions differ', async () => {
    expect(await stdoutOf('compare', 'old.json', 'new.json'))
      .to.match(/^add +10\.0\d* ns +12\.0\d* ns +\+20\.?\d* % .* looks slower$/m)
      .and.include('different sessions').and.not.include('--max-regression');
  });

  it('prints a line with the outcome: passed, failed, or not judged, which exits with 4 with --strict', async () => {
    expect((await compare('--max-regression', '3%')).stdout).to.match(/^add: regression: slower by at least 19\.\d %/m);
    expect(await answer('--max-regression', '3%', '--strict')).to.deep.equal([3, FAILED, '']);
    expect(await answer('--max-regression', '3%', '--markdown')).to.deep.equal([3, `**${FAILED}**`, '']);
    expect((await answer('--max-regression', '30%'))[0]).to.equal(0);
    save('new.json', 1.001);
    expect(await answer('--max-regression', '6%', '--strict'))
      .to.deep.equal([0, '--max-regression 6 %: passed; 2 of 2 tests are certainly within it', '']);
    const [status, line] = await answer('--max-regression', '3%');
    expect(line).to.match(/^--max-regression 3 %: not judged; .*; --max-regression 5% could be judged$/);
    expect([status, await answer('--max-regression', '3%', '--strict')]).to.deep.equal([0, [4, line, '']]);
  });

  it('prints the outcome on standard error if the format has no place for it, or output goes to a file', async () => {
    const stderrOf = async (...args) => (await compare('--max-regression', '3%', ...args)).stderr;
    for (const args of [['--csv'], ['--format', 'bencher'], ['-o', 'table.txt', '--format', 'table']]) {
      expect(await stderrOf(...args), args.join(' ')).to.equal(`${FAILED}\n`);
    }
    expect((await compare('--csv')).stderr).to.equal('');
    expect(fs.readFileSync(inFolder('table.txt'), 'utf8').endsWith(`\n${FAILED}\n`)).to.equal(true);
    expect(await stderrOf('--json', '--save', 'c.json')).to.equal('');
    await inside('report', 'c.json', '-o', 'c.html');
    expect(fs.readFileSync(inFolder('c.html'), 'utf8')).to.include(`<strong>${FAILED}</strong>`);
  });

  it('judges counts by the precision that was typed, not by its preset', async () => {
    const passed = [0, '--max-regression 0.5 %: passed; 2 of 2 tests are certainly within it, by instructions', ''];
    const counted = (...args) => answer('--max-regression', '0.5%', ...args);
    save('old.json', 1, { instructions: 1000 });
    save('new.json', 1, { instructions: 1008 });
    expect((await counted())[0]).to.equal(3);
    expect((await compare()).stdout).to.match(/^add .* \+8\.0, \+0\.80 %$/m);
    expect(await counted('--precision', '1%')).to.deep.equal(passed);
    save('new.json', 1, { instructions: 1000.1 });
    expect(await counted('--strict', '--count')).to.deep.equal(passed);
    save('new.json', 1);
    expect((await compare()).stdout).to.not.include('instructions');
    for (const [file, option, words] of [
      ['new.json', '--count', 'new.json contains no counts of instructions. Measure them with qtimeit run --count ' +
        '--save FILE\n'],
      ['old.json', '--count=profile', 'compare does not compare profiles'],
      ['old.json', '--count=cache', 'old.json contains no counts of cache misses. Measure them with qtimeit run ' +
        '--count cache --save FILE'],
    ]) expect(await refused('compare', 'old.json', file, option)).to.include(words);
  });

  it('prints figures without verdicts for different versions of Node.js, and does not pass the gate', async () => {
    save('new.json', 1.2, { nodeVersion: '99.0.0' });
    expect(await stdoutOf('compare', 'old.json', 'new.json'))
      .to.include('not judged').and.include('99.0.0').and.include('+20.0 %');
    const line = '--max-regression 3 %: not judged; 2 of 2 tests cannot be compared: add, list';
    expect(await answer('--max-regression', '3%')).to.deep.equal([1, line, '']);
    expect(await answer('--max-regression', '3%', '--strict')).to.deep.equal([4, line, '']);
  });
});

needs('git', describe)('qtimeit compare with a revision', () => {
  const worktrees = () => git('worktree', 'list').trim().split('\n').length;

  beforeEach(changedSinceCommit);

  it('compares the working tree with it, and removes the worktree', async () => {
    const { status, stdout, stderr } =
      await inside('compare', '--rev', 'HEAD', '--time', '0.02', '--save', 'c.json', 'a.js', 'b.js');
    expect(stderr).to.match(/^1 test, 2 sides: a pilot of about 4 s/m).and.not.include('qtimeit:');
    expect(status).to.equal(0);
    const { sides, kind, tests } = read('c.json');
    expect(kind).to.equal('processes');
    expect(sides.map(({ label, environment }) => [label, environment.nodeVersion]))
      .to.deep.equal([['old', process.versions.node], ['new', process.versions.node]]);
    // The number depends on the machine; on a busy one there may be no values.
    for (const { processes, values } of tests.find(({ name }) => name === 'both').sides) {
      expect(processes).to.be.at.least(1);
      expect(values.length).to.be.oneOf([0, processes]);
    }
    expect(stdout).to.match(/^old: HEAD \([\da-f]+\)\nnew: working tree \(with changes\)$/m).and.match(/^both /m)
      .and.match(/^gone .* unmatched \(not in new\)$/m).and.match(/^fresh .* unmatched \(not in old\)$/m)
      .and.match(/^add .* unmatched \(not in old\)$/m);
    expect(worktrees()).to.equal(1);
  });

  it('runs benchmark files that the revision lacks on both sides, but imports no such module', async () => {
    const { status, stdout, stderr } = await inside('compare', '--rev', 'HEAD', '--plan', '1', 'b.js');
    expect(status).to.equal(0);
    expect(stderr).to.match(/^note: b\.js does not exist at HEAD \([\da-f]+\)\. Both sides run the file of the wor/m);
    expect(stdout).to.match(/^b\.js: add$/m);
    write('d.mjs', 'export const hidden = () => [1].slice(); export default { add: () => [2].slice() };');
    expect((await inside('compare', '--rev', 'HEAD', '--plan', '1', 'd.mjs')).stderr.match(/^note: .* export$/mg))
      .to.deep.equal([
        'note: d.mjs: 1 exported function (hidden) is not run as a test, because the file has a default export',
      ]);
    const { status: failed, stderr: error } = await inside('import', '--rev', 'HEAD', './b.js');
    expect(failed).to.equal(2);
    expect(error).to.match(/^qtimeit: \.\/b\.js does not exist at HEAD \([\da-f]+\)\. Is it new or ignored by git\?/);
  });

  it('prepares both folders with a command, and prints the folder if it fails', async () => {
    const script = "console.log(process.cwd()); process.exit(fs.statSync('.git').isFile() ? 0 : 3)";
    const command = `"${process.execPath}" -e "${script}"`;
    const { status, stderr } = await inside('compare', '--rev', 'HEAD', '--prepare', command, 'a.js');
    const lines = stderr.replaceAll(command, 'COMMAND').replace(/\([\da-f]{7,}\)/, '(COMMIT)').trimEnd().split('\n');
    expect([status, worktrees(), lines]).to.deep.equal([2, 1, [
      'preparing HEAD (COMMIT): COMMAND', 'preparing working tree (with changes): COMMAND',
      'qtimeit: COMMAND failed with exit code 3 in working tree (with changes)',
      `    ${fs.realpathSync(inFolder('.'))}`,
    ]]);
    expect(await refused('compare', '--prepare', command, 'a.json')).to.include('--prepare requires --rev REVISION');
  });

  needs('signals', it)('removes the worktree at ^C, too, and saves and prints the results so far', async () => {
    const interrupt = (child) => setTimeout(() => child.kill('SIGINT'), 200);
    const { status, stdout } = await started(['compare', '--rev', 'HEAD', '--save', 'c.json', 'a.js'], 'a pilot of',
      interrupt);
    expect({ status, complete: read('c.json').complete, worktrees: worktrees() })
      .to.deep.equal({ status: 130, complete: false, worktrees: 1 });
    expect(stdout).to.include('cut short');
  });
});
