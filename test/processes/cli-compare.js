'use strict';

/* Comparisons that take many processes. */

const { expect } = require('chai');
const { useFolder, write, read } = require('../helpers/cli');
const { inside, insideOf } = require('../helpers/cli-inside');
const { changedSinceCommit } = require('../helpers/git-folder');
const { startOnce } = require('../helpers/start-once');

useFolder();

describe('qtimeit compare', () => {
  describe('of binaries', () => {
    it('tells of a file that cannot be loaded, and of a test that fails on one side, and ends with 1', async () => {
      write('a.js', 'throw new Error("on purpose");\n');
      write('b.js', 'module.exports = { fails() { throw new Error("in the test"); } };\n');
      const compare = (...args) => inside('compare', '--old', process.execPath, '--new', process.execPath, ...args);
      const { status, stdout } = await compare('a.js', 'b.js');
      expect(status).to.equal(1);
      expect(stdout).to.match(/^FAILED a\.js \(old\): Error: on purpose/m).and.match(/^FAILED a\.js \(new\)/m);
      expect(stdout).to.match(/^fails .* failed$/m).and.match(/^FAILED fails \(old\): .*in the test/m);
      const gate = await compare('--max-regression', '3%', '--strict', 'a.js', 'b.js');
      expect(gate.status).to.equal(1);
      expect(gate.stdout).to.match(
        /\n--max-regression 3 %: not judged; 1 of 1 test failed: fails; 1 file failed: a\.js\n$/);
    });
  });

  describe('of a revision', () => {

    beforeEach(changedSinceCommit);

    it('answers --max-regression in the last line, and with the exit code', async () => {
      const scatter = [-1.2, 1.2, -0.6, 0.6, -0.2, 0.2];
      const answers = new Map();
      const answer = (factor, spread, ...args) => {
        // The sides scatter in different restarts.
        const timeOf = (cwd, n) => (cwd === process.cwd() ? 1000 * factor * Math.exp(spread * scatter[n % 6])
          : 1000 * Math.exp(spread * scatter[(n + 3) % 6]));
        return insideOf({ startScript: startOnce({ timeOf, answers }) })
          .inside('compare', '--rev', 'HEAD', '--time', '1', '--max-regression', '3%', ...args, 'a.js');
      };
      const lastOf = ({ status, stdout }) => [status, stdout.trimEnd().split('\n').pop()];
      const both = ['--filter', 'both'];
      expect(lastOf(await answer(1.01, 0.001, ...both, '--strict')))
        .to.deep.equal([0, '--max-regression 3 %: passed; 1 of 1 test is within it for sure']);
      expect(lastOf(await answer(1.1, 0.001, ...both)))
        .to.deep.equal([3, '--max-regression 3 %: failed; 1 of 1 test is slower by more: both']);
      expect(lastOf(await answer(1.01, 0.001)))
        .to.deep.equal([0, '--max-regression 3 %: not judged; 2 of 3 tests on one side only: gone, fresh']);
      for (const [args, code] of [[[], 0], [['--strict'], 4]]) {
        const [status, line] = lastOf(await answer(1, 0.5, ...both, ...args, '--save', `${code}.json`));
        expect(status).to.equal(code);
        expect(line).to.match(/^--max-regression 3 %: not judged; 1 of 1 test may or may not be beyond it: both; /);
        const { gate } = read(`${code}.json`);
        expect([gate.limit, gate.outcome, gate.unjudged[0].name, gate.unjudged[0].reason])
          .to.deep.equal([0.03, 'not-judged', 'both', 'too-wide']);
        // The seconds that a process takes are known.
        expect(gate.unjudged[0].moreSeconds).to.be.above(0);
        const many = gate.unjudged[0].moreProcesses.toLocaleString('en');
        expect(line)
          .to.match(
            new RegExp(`; about ${many} more processes per side \\(.*\\) would tell`));
      }
    });
  });
});
