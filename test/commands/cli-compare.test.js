'use strict';

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit, started } = require('../helpers/cli');
const { inside, insideOf, refused } = require('../helpers/cli-inside');
const { countsOf } = require('../helpers/documents');
const { changedSinceCommit, git } = require('../helpers/git-folder');
const { startOnce } = require('../helpers/start-once');

const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';
const FAST = ['-t', '0.02'];

useFolder();

describe('qtimeit compare', () => {
  /** The samples of a run, of which each time and cycle is so many times as long. */
  function scaled(document, factor) {
    const copy = JSON.parse(JSON.stringify(document));
    for (const { tests } of copy.suites) {
      for (const { samples } of tests) {
        for (const sample of samples) {
          for (const key of ['nsPerCall', 'nsLow', 'nsHigh', 'cycles']) sample[key] *= factor;
        }
      }
    }
    return copy;
  }

  describe('of saved results', () => {
    let measured;
    let results;
    beforeEach(async () => {
      write('a.js', SUITE);
      if (!measured) {
        await inside('run', ...FAST, '--save', 'measured.json', 'a.js');
        measured = read('measured.json');
      }
      results = JSON.parse(JSON.stringify(measured));
      // What the machine did in this moment is not the point.
      for (const test of results.suites[0].tests) {
        test.verdict = 'unresolved';
        test.samples = [1, 1.001, 0.999, 1.0005, 0.9995, 1.0002].map(
          (factor) =>
            ({ nsPerCall: 10 * factor, nsLow: 9.9, nsHigh: 10.1, cycles: 30 * factor, calls: 1000, rounds: null }));
      }
      write('old.json', JSON.stringify(results));
    });

    it('says what looks slower, and that it is of another session', () => {
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      const { status, stdout, stderr } = qtimeit('compare', 'old.json', 'new.json');
      expect([status, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.match(/^add +10\.0\d* ns +12\.0\d* ns +\+20\.?\d* % .* looks slower$/m)
        .and.include('another session');
    });

    it('fails with 3 where the whole interval is beyond the limit, and says why', async () => {
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      const { status, stdout } = await inside('compare', 'old.json', 'new.json', '--max-regression', '3%');
      expect(status).to.equal(3);
      expect(stdout).to.match(/^add: regression: slower by 19\.\d % at least/m);
      expect((await inside('compare', 'new.json', 'old.json', '--max-regression', '3%')).status).to.equal(0);
      expect((await inside('compare', 'old.json', 'new.json', '--max-regression', '30%')).status).to.equal(0);
    });

    it('answers in a line of its own: passed, failed, or not judged, which is 4 with --strict', async () => {
      write('new.json', JSON.stringify(scaled(results, 1.001)));
      const answer = async (...args) => {
        const { status, stdout, stderr } = await inside('compare', 'old.json', 'new.json', ...args);
        return [status, stdout.trimEnd().split('\n').pop(), stderr];
      };
      expect(await answer('--max-regression', '6%', '--strict'))
        .to.deep.equal([0, '--max-regression 6 %: passed; 2 of 2 tests are within it for sure', '']);
      const [status, line] = await answer('--max-regression', '3%');
      expect([status, line]).to.deep.equal(
        [0, '--max-regression 3 %: not judged; 2 of 2 tests may or may not be beyond it: add, list; saved results ' +
          'do not tell what is under --noise; ' +
        '--rev, or --old and --new, measure in turns; with --max-regression 5% it could be judged']);
      expect(await answer('--max-regression', '3%', '--strict')).to.deep.equal([4, line, '']);
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      const failed = '--max-regression 3 %: failed; 2 of 2 tests are slower by more: add, list';
      expect(await answer('--max-regression', '3%', '--strict')).to.deep.equal([3, failed, '']);
      for (const format of ['markdown', 'github']) {
        expect(await answer('--max-regression', '3%', '--format', format)).to.deep.equal([3, `**${failed}**`, '']);
      }
      expect((await answer())[1]).to.not.include('--max-regression');
    });

    it('answers on standard error where what is printed has no place for it, or goes to a file', async () => {
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      const failed = '--max-regression 3 %: failed; 2 of 2 tests are slower by more: add, list\n';
      const stderrOf = async (...args) => (await inside('compare', 'old.json', 'new.json', ...args)).stderr;
      for (const format of ['csv', 'bencher']) {
        expect(await stderrOf('--max-regression', '3%', '--format', format), format).to.equal(failed);
      }
      expect(await stderrOf('--csv')).to.equal('');
      expect(await stderrOf('--max-regression', '3%', '-o', 'table.txt', '--format', 'table')).to.equal(failed);
      expect(fs.readFileSync(inFolder('table.txt'), 'utf8').endsWith(`\n${failed}`)).to.equal(true);
      const { stdout, stderr } = await inside('compare', 'old.json', 'new.json', '--max-regression', '3%', '--json',
        '--save', 'c.json');
      expect([stderr, JSON.parse(stdout).gate.outcome, read('c.json').gate.failed.map(({ name }) => name)])
        .to.deep.equal(['', 'failed', ['add', 'list']]);
      await inside('report', 'c.json', '-o', 'c.html');
      expect(fs.readFileSync(inFolder('c.html'), 'utf8'))
        .to.include('<strong>--max-regression 3 %: failed; 2 of 2 tests are slower by more: add, list</strong>');
    });

    describe('that were counted', () => {
      /** Results whose tests execute so many instructions, in such an environment. */
      function save(name, instructions, environment = {}) {
        const document = JSON.parse(JSON.stringify(results));
        Object.assign(document.environment, environment);
        for (const test of document.suites[0].tests) test.counts = countsOf(instructions, { error: 0.01 });
        write(name, JSON.stringify(document));
      }

      const compare = (...args) => inside('compare', 'old.json', 'new.json', '--max-regression', '0.5%', ...args);
      const lastOf = async (...args) => {
        const { status, stdout } = await compare(...args);
        return [status, stdout.trimEnd().split('\n').pop()];
      };
      const PASSED = [0, '--max-regression 0.5 %: passed; 2 of 2 tests are within it for sure, by instructions'];

      beforeEach(() => save('old.json', 1000));

      it('are judged by that, and by the precision that was typed, not by its preset', async () => {
        save('new.json', 1008);
        expect((await lastOf())[0]).to.equal(3);
        expect((await compare()).stdout).to.match(/^add .* \+8\.0, \+0\.80 %$/m);
        expect(await lastOf('--precision', '1%')).to.deep.equal(PASSED);
        save('new.json', 1000.1);
        expect(await lastOf('--strict', '--count')).to.deep.equal(PASSED);
      });

      it('are compared by time where one side has no counts, and refused with --count', async () => {
        write('new.json', JSON.stringify(results));
        expect((await compare()).stdout).to.not.include('instructions');
        expect(await refused('compare', 'old.json', 'new.json', '--count'))
          .to.include('new.json has no counts of instructions; qtimeit run --count --save FILE makes one that has');
        expect(await refused('compare', 'old.json', 'old.json', '--count=profile')).to.include('no profiles');
        expect(await refused('compare', 'old.json', 'old.json', '--count=cache'))
          .to.include('old.json has no counts of misses; qtimeit run --count cache --save FILE makes one that has');
      });
    });

    it('draws what it judges, and the limit', async () => {
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      await inside('compare', 'old.json', 'new.json', '--max-regression', '3%', '--plot', 'c.svg', '--save', 'c.json');
      const svg = fs.readFileSync(inFolder('c.svg'), 'utf8');
      expect(svg).to.include('<title>new against old</title>').and.include('class="limit"')
        .and.include('>+20').and.include('looks slower');
      expect((await inside('report', 'c.json', '--plot', 'd.svg')).stdout).to.equal('');
      expect(fs.readFileSync(inFolder('d.svg'), 'utf8')).to.equal(svg);
    });

    it('gives figures and no verdict of another Node.js, and does not let a limit pass unseen', async () => {
      const other = scaled(results, 1.2);
      other.environment.nodeVersion = '99.0.0';
      write('new.json', JSON.stringify(other));
      const { status, stdout } = await inside('compare', 'old.json', 'new.json');
      expect(status).to.equal(0);
      expect(stdout).to.include('not judged').and.include('99.0.0').and.include('+20.0 %');
      const gate = await inside('compare', 'old.json', 'new.json', '--max-regression', '3%');
      expect(gate.status).to.equal(1);
      expect(gate.stdout).to.match(/\n--max-regression 3 %: not judged; 2 of 2 tests cannot be compared: add, list\n$/);
      expect((await inside('compare', 'old.json', 'new.json', '--max-regression', '3%', '--strict')).status)
        .to.equal(4);
    });

    it('prints a comparison for programs, which can be made a page', async () => {
      write('new.json', JSON.stringify(scaled(results, 1.2)));
      const { stdout } = await inside('compare', 'old.json', 'new.json', '--json', '--save', 'c.json');
      expect(JSON.parse(stdout)).to.deep.equal(read('c.json'));
      expect(read('c.json')).to.include({ qtimeit: 'comparison', kind: 'saved', complete: true });
      for (const file of ['c.json', 'old.json']) {
        expect((await inside('report', file, '-o', `${file}.html`)).status).to.equal(0);
        expect(fs.readFileSync(inFolder(`${file}.html`), 'utf8')).to.match(/^<!doctype html>/i);
      }
    });
  });

  describe('of a revision', () => {
    const worktrees = () => git('worktree', 'list').trim().split('\n').length;

    beforeEach(changedSinceCommit);

    it('compares the working tree with it, and takes the worktree away', async () => {
      const { status, stdout, stderr } =
        await insideOf({ startScript: startOnce() })
          .inside('compare', '--rev', 'HEAD', '--time', '1', '--save', 'c.json', 'a.js', 'b.js');
      expect(stderr).to.not.include('qtimeit:');
      expect(stderr).to.match(/^1 test, 2 sides: a pilot of about 4 s/m);
      expect(status).to.equal(0);
      const { sides, kind, tests } = read('c.json');
      expect(kind).to.equal('processes');
      expect(sides.map(({ label, environment }) => [label, environment.nodeVersion]))
        .to.deep.equal([['old', process.versions.node], ['new', process.versions.node]]);
      const [old, fresh] = tests.find(({ name }) => name === 'both').sides;
      // As many as a machine comes to in that time; where it is too busy for them to tell the test's time there are no
      // values.
      for (const { processes, values } of [old, fresh]) {
        expect(processes).to.be.at.least(1);
        expect(values.length).to.be.oneOf([0, processes]);
      }
      expect(stdout).to.match(/^old: HEAD \([\da-f]+\)\nnew: working tree \(with changes\)$/m);
      expect(stdout).to.match(/^both /m).and.match(/^gone .* unmatched \(not in new\)$/m)
        .and.match(/^fresh .* unmatched \(not in old\)$/m)
        .and.match(/^add .* unmatched \(not in old\)$/m);
      expect(worktrees()).to.equal(1);
    });

    it('takes it away at ^C too, with its processes, and saves what is complete', async function interrupted() {
      if (process.platform === 'win32') this.skip();
      const { status, stdout } = await started(
        ['compare', '--rev', 'HEAD', '--save', 'c.json', 'a.js'], 'a pilot of',
          (child) => setTimeout(() => child.kill('SIGINT'), 200));
      expect(status).to.equal(130);
      expect(stdout).to.include('cut short');
      expect(read('c.json').complete).to.equal(false);
      expect(worktrees()).to.equal(1);
    });

    it('says what is wrong with the revision, or the files', async () => {
      for (const [args, words] of [
          [['--rev', 'HEDA', 'a.js'], 'HEAD'], [['--rev', 'HEAD', 'b.js'], 'b.js'],
            [['--rev', 'HEAD', 'nowhere.js'], 'nowhere.js']]) {
        expect(await refused('compare', ...args)).to.include(words);
      }
      expect(worktrees()).to.equal(1);
    });
  });
});
