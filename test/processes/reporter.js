'use strict';

/* What mocha prints of tests: helpers/reporter.js, and what .ci/run counts of it. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const config = require('../../.mocharc.js');
const { scratchFolder } = require('../helpers/scratch');

const MOCHA = require.resolve('mocha/bin/mocha.js');
const CI = fs.readFileSync(path.join(__dirname, '..', '..', '.ci', 'run'), 'utf8');
const CHAI = JSON.stringify(require.resolve('chai'));

// This is run by mocha itself, which tells its processes what they are.
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MOCHA|FORCE_COLOR)/.test(name)));

describe('the reporter of the tests', () => {
  const scratch = scratchFolder();
  let count = 0;

  /** Runs files of tests: { status, stdout } */
  function run(files, ...args) {
    const folder = `case-${count++}`;
    const made = Object.keys(files).map((name) => scratch(`${folder}/${name}`, files[name]));
    const { status, stdout } =
      spawnSync(process.execPath, [MOCHA, '--no-config', '--reporter', config.reporter, ...args, ...made],
        { cwd: path.dirname(made[0]), encoding: 'utf8', env: ENV });
    return { status, stdout };
  }

  const many = (n) => `for (let i = 0; i < ${n}; i++) it('passes ' + i, () => {});\n`;

  it('prints a line of dots for each thousand, and fits on a screen', () => {
    const { status, stdout } = run({ 'a.js': many(1100), 'b.js': many(1400) }, '--parallel');
    const line = `  ${'.'.repeat(75)}\n`;
    expect(stdout).to.match(/ \(\d+m?s\)\n\n$/).and.satisfy(
      (text) => text.startsWith(`\n${line}${line}  ${'.'.repeat(38)}\n\n  2500 passing (`));
    expect(status).to.equal(0);
  });

  for (const mode of ['--parallel', '--no-parallel']) {
    it(`names what is pending, with its reason, and shows failures of tests and of hooks: ${mode}`, () => {
      const { status, stdout } = run({ 'a.js': `const { expect } = require(${CHAI});
        describe('outer', () => { describe('inner', () => {
          it('differs', () => expect({ a: 1, b: [2] }).to.deep.equal({ a: 1, b: [3] }));
          describe('with a hook', () => {
            before(() => { throw new RangeError('in the hook'); });
            it('is not reached', () => {});
          });
        }); });
        it('is left');
        it('has a condition', function () {
          if (typeof it === 'function') this.skip();
        });
        it('has words', function () { if (true) this.skip(); // no such thing here
        });\n${many(20)}` }, mode);
      expect(stdout).to.include('  - is left\n' +
        '  - has a condition (typeof it === \'function\')\n  - has words (no such thing here)\n\n');
      expect(stdout).to.match(/^\n {2}(\.!|!\.)\n\n/)
        .and.match(/\n {2}20 passing \(.*\)\n {2}3 pending\n {2}2 failing\n/);
      expect(stdout).to.match(/ \d\) outer\n {7}inner\n {9}differs:\n/);
      expect(stdout).to.match(/\n +- +2\n +\+ +3\n/);
      expect(stdout).to.match(/"before all" hook for "is not reached":\n +RangeError: in the hook\n +at .*a\.js:5:/);
      expect(status).to.equal(2);
    });
  }

  it('shows each file that cannot be loaded, beside what the others give', () => {
    const { status, stdout } =
      run({ 'a.js': 'throw new RangeError("at load");', 'b.js': 'const x = ;', 'c.js': many(3),
        'd.js': 'it("ends it all", () => process.exit(0));' }, '--parallel');
    expect(stdout).to.match(/^ {2}3 passing \(.*\)\n {2}3 failing$/m);
    expect(stdout).to.match(/RangeError: at load\n +at .*a\.js:1:/)
      .and.match(/b\.js:1\nconst x = ;\n[^]*SyntaxError/).and.include('Worker terminated Unexpectedly');
    expect(status).to.equal(3);
  });

  it('prints what .ci/run counts', function () {
    if (spawnSync('bash', ['--version']).status !== 0) this.skip(); // no bash
    const { stdout } = run({ 'a.js': `${many(12)}it('fails', () => { throw new Error('x'); });` }, '--parallel');
    const [number] = /^number\(\) \{\n[^]*?^\}\n/m.exec(CI);
    const script = `log=$1\n${number}number passing; number failing; number 'no such'`;
    const counted = spawnSync('bash', ['-c', script, 'bash', scratch('log', stdout)], { encoding: 'utf8' });
    expect(counted.stdout).to.equal('12\n1\n0\n');
  });
});
