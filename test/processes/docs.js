'use strict';

/* What README.md and docs/ show is what their examples print. */

const { expect } = require('chai');
const { withoutProgress } = require('../helpers/cli');
const { spawnSync } = require('child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('fs');
const os = require('os');
const path = require('path');
const { ROOT, pages, blocksOf } = require('../helpers/docs');
const { withoutPerf } = require('../helpers/without-perf');

/**
 * The same for less time: how long is measured, and whether a stream has a process for each run, is not what is looked
 * at.
 */
const inShort = (code) => code.replace(/timeGoal: [\d.]+/, 'timeGoal: 0.02').replace(/'(?:\d+ms|\ds)'/g, '\'100ms\'')
  .replace(/\b1e[67]\b/g, '1e5')
  .replace(/runs: \d+/, 'runs: 1, forkTests: false').replace('64e6', '64e3')
  .replace('input: \'access.log\' }', 'input: \'access.log\', runs: 1, forkTests: false }');

// Of suites that do not say for how long.
const BEFORE = 'require(\'qtimeit\').bench.timeGoal = 0.02;\n';

const COMMAND = path.join(ROOT, 'bin', 'qtimeit.js');

/** How an example is run: one that exports its tests by the command, a benchmark file once and shortly. */
function argsOf(code, name) {
  if (/^(?:module\.exports|export default)\b/m.test(code)) return [COMMAND, 'run', name, '-t', '0.02'];
  const args = ['-r', './before.js', name];
  return code.includes('createBenchmark') ? [...args, '--test'] : args;
}

describe('the examples of', () => {
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
        it(`runs example ${i + 1} and prints what it shows`, () => {
          const { status, stdout, stderr } = run(inShort(code));
          expect(withoutProgress(stderr)).to.equal('');
          expect(status).to.equal(0);
          expect(stdout).to.not.match(/NaN|undefined|Infinity/);
          if (output) expectForm(stdout, output);
        });
      }));
    }
  });

  it('the folder examples/ run: overview.js', () => {
    const code = readFileSync(path.join(ROOT, 'examples', 'overview.js'), 'utf8');
    expect(code).to.include('require(\'..\')');
    const { status, stdout, stderr } = run(inShort(code.replace('require(\'..\')', 'require(\'qtimeit\')')));
    expect(status, stdout + stderr).to.equal(0);
    expect(stdout).to.match(/^-- a fixed number of calls/).and.match(/^-- node /m);
  });

  it('the folder examples/ has a suite that a filter may leave without tests', () => {
    const args = [COMMAND, 'run', 'examples/suite.js', '--filter', 'nothing'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).to.match(/^qtimeit: no test matches --filter nothing. Available: copy and sort, /);
    expect(status).to.equal(2);
  });
});

/**
 * The form of a line: figures stand for any figure, and notes in brackets may be there or not. How fast
 * it was, or that it cannot be told, is the machine's affair: one that stalls can tell less.
 */
const lineForm = (text) => text.trim().replace(/ \(.*\)$/gm, '').replace(/\d[\d.]*/g, '#')
  .replace(/: (# \/ sec, # ms each = # [numµ]?s|cannot be distinguished from .*|too noisy: .*)$/gm, ': speed')
  .replace(/: V# moved work out of the loop: .*$/gm, ': speed');

const FIGURES = '[\\d.]+ [numµ]?s .* [\\d,]+ +(?:fastest|baseline|faster|slower|same|unresolved)';
// Sentences below a table can name such verdicts, too, but without the space between two columns.
const VERDICT = '(?:under [\\d.]+ [numµ]?s +)? (?:too (?:fast|noisy) to tell|folded|hoisted)';
const ROW = new RegExp(`^(.+?) +(?:${FIGURES}|${VERDICT})`);

/**
 * Of a table the names of its rows, and not the notes below it; figures, verdicts and what has to be said of them
 * differ from run to run. Null where there is no table.
 */
function rowsOf(text) {
  if (!/^name .* verdict$/m.test(text) && !/^size=/m.test(text)) return null;
  return text.split('\n').map((line) => ROW.exec(line)).filter(Boolean).map(([, name]) => name);
}

/** A page may show the end of a table. */
function expectForm(printed, shown) {
  const rows = rowsOf(shown);
  if (!rows) {
    expect(lineForm(printed)).to.equal(lineForm(shown));
    return;
  }
  expect(rows).to.not.be.empty;
  expect(rowsOf(printed).slice(-rows.length)).to.deep.equal(rows);
}
