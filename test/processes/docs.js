'use strict';

/* The examples of README.md and docs/ print the output that is shown there. */

const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { spawnSync } = require('child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('fs');
const os = require('os');
const path = require('path');
const { ROOT, pages, blocksOf } = require('../helpers/docs');
const { needs } = require('../helpers/needs');
const { withoutPerf } = require('../helpers/without-perf');

/** The example with shorter durations, fewer iterations, and streams in one process: none of these is tested. */
const inShort = (code) => code.replace(/timeGoal: [\d.]+/, 'timeGoal: 0.02').replace(/'(?:\d+ms|\ds)'/g, '\'100ms\'')
  .replace(/\b1e[67]\b/g, '1e5')
  .replace(/runs: \d+/, 'runs: 1, forkTests: false').replace('64e6', '64e3')
  .replace('input: \'access.log\' }', 'input: \'access.log\', runs: 1, forkTests: false }');

// Shortens suites that do not set a duration.
const BEFORE = 'require(\'qtimeit\').bench.timeGoal = 0.02;\n';

const COMMAND = path.join(ROOT, 'bin', 'qtimeit.js');

/** The arguments of node: `run` for an example that exports tests, and --test for a benchmark file. */
function argsOf(code, name) {
  if (/^(?:module\.exports|export default)\b/m.test(code)) return [COMMAND, 'run', name, '-t', '0.02'];
  const args = ['-r', './before.js', name];
  return code.includes('createBenchmark') ? [...args, '--test'] : args;
}

needs('junctions', describe)('the examples of', () => {
  withoutPerf();
  let folder;

  // A project that has the package installed.
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'qtimeit-docs-'));
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(ROOT, path.join(folder, 'node_modules', 'qtimeit'), 'junction');
    writeFileSync(path.join(folder, 'before.js'), BEFORE);
    writeFileSync(path.join(folder, 'package.json'), '{}');
    writeFileSync(path.join(folder, 'access.log'), 'GET / 200\n'.repeat(1000));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function run(code) {
    const name = /^(?:import|export) /m.test(code) ? 'example.mjs' : 'example.js';
    writeFileSync(path.join(folder, name), code);
    return spawnSync(process.execPath, argsOf(code, name), { cwd: folder, encoding: 'utf8' });
  }

  pages.forEach(({ name, text }) => {
    const examples = blocksOf(text, 'js');
    if (examples.length) {
      describe(name, () => examples.forEach(({ code, output }, i) => {
        it(`example ${i + 1} prints the output that is shown`, () => {
          const { status, stdout, stderr } = run(inShort(code));
          expect(withoutProgress(stderr)).to.equal('');
          expect(status).to.equal(0);
          expect(stdout).to.not.match(/NaN|undefined|Infinity/);
          if (output) expectForm(stdout, output);
        });
      }));
    }
  });

  it('the folder examples/: overview.js runs without errors', () => {
    const code = readFileSync(path.join(ROOT, 'examples', 'overview.js'), 'utf8');
    expect(code).to.include('require(\'..\')');
    const { status, stdout, stderr } = run(inShort(code.replace('require(\'..\')', 'require(\'qtimeit\')')));
    expect(status, stdout + stderr).to.equal(0);
    expect(stdout).to.match(/^-- a fixed number of calls/).and.match(/^-- node /m);
  });

  it('the folder examples/: suite.js rejects a filter that matches no test', () => {
    const args = [COMMAND, 'run', 'examples/suite.js', '--filter', 'nothing'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).to.match(/^qtimeit: no test matches --filter nothing. Available: copy and sort, /);
    expect(status).to.equal(2);
  });
});

/**
 * The text with # for each number, without notes in parentheses, and with `speed` for verdicts and errors that depend
 * on the machine.
 */
const lineForm = (text) => text.trim().replace(/ \(.*\)$/gm, '').replace(/\d[\d.]*/g, '#')
  .replace(/: (# \/ sec, # ms each = # [numµ]?s|cannot be distinguished from .*|too noisy: .*)$/gm, ': speed')
  .replace(/: V# moved work out of the loop: .*$/gm, ': speed');

const FIGURES = '[\\d.]+ [numµ]?s .* [\\d,]+ +(?:fastest|baseline|faster|slower|same|unresolved)';
// Two spaces separate columns, so that verdicts in sentences below a table do not match.
const VERDICT = '(?:under [\\d.]+ [numµ]?s +)? (?:too (?:fast to time|noisy to tell)|folded|hoisted)';
const ROW = new RegExp(`^(.+?) +(?:${FIGURES}|${VERDICT})`);

/**
 * The names of a table's rows, without the notes below it; figures, verdicts and warnings differ from run to run.
 * Null without a table.
 */
function rowsOf(text) {
  if (!/^name .* verdict$/m.test(text) && !/^size=/m.test(text)) return null;
  return text.split('\n').map((line) => ROW.exec(line)).filter(Boolean).map(([, name]) => name);
}

/** A page may show only the last rows of a table. */
function expectForm(printed, shown) {
  const rows = rowsOf(shown);
  if (!rows) {
    expect(lineForm(printed)).to.equal(lineForm(shown));
    return;
  }
  expect(rows).to.not.be.empty;
  expect(rowsOf(printed).slice(-rows.length)).to.deep.equal(rows);
}
