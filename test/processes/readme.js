'use strict';

/* What README.md shows is what its examples print. */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('fs');
const os = require('os');
const path = require('path');
const { withoutPerf } = require('../helpers/without-perf');

const root = path.join(__dirname, '..', '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

// ```js blocks, each with the ```text block that follows it directly, where one does.
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g)]
  .map(([, code, output]) => ({ code, output }));

/**
 * The same for less time: how long is measured, and whether a stream has a process for each run, is not what is looked
 * at.
 */
const inShort = (code) => code.replace(/timeGoal: [\d.]+/, 'timeGoal: 0.02').replace(/'\d+ms'/g, '\'100ms\'')
  .replace(/\b1e7\b/g, '1e5')
  .replace(/runs: \d+/, 'runs: 1, forkTests: false').replace('64e6', '64e3');

/** In a file, in a folder that has the package installed: it is run again for each configuration. */
function runFile(code) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qtimeit-readme-'));
  try {
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(root, path.join(folder, 'node_modules', 'qtimeit'), 'junction');
    writeFileSync(path.join(folder, 'copy.js'), code);
    return spawnSync(process.execPath, ['copy.js', 'n=10'], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(code) {
  if (code.includes('createBenchmark') || code.includes('streams(')) return runFile(code);
  const type = /^import /m.test(code) ? ['--input-type=module'] : [];
  return spawnSync(process.execPath, [...type, '-e', code], { cwd: root, encoding: 'utf8' });
}

/**
 * The form of a line: figures stand for any figure, and notes in brackets may be there or not. How fast
 * it was, or that it cannot be told, is the machine's affair: one that stalls can tell less.
 */
const lineForm = (text) => text.trim().replace(/ \(.*\)$/gm, '').replace(/\d[\d.]*/g, '#')
  .replace(/: (# \/ sec, # ms each = # [num]?s|cannot be told from an empty function|too noisy to tell: .*)$/gm, ': speed');

/**
 * Of a table the names of its rows, and not the notes below it, which have a colon behind the name; figures, verdicts
 * and what has to be said of them differ from run to run.
 */
function form(text) {
  const rows = /^name .*\n((?:.* ops\/sec .*\n|[^:\n]*too (?:fast|noisy) to tell.*\n)+)/m.exec(text);
  return rows ? rows[1].replace(/ {2,}.*$/gm, '').replace(/ [\d,.]+ ops.*$/gm, '') : lineForm(text);
}

describe('README.md', () => {
  withoutPerf();

  examples.forEach(({ code, output }, i) => {
    it(`runs example ${i + 1} and prints what it shows`, () => {
      const { status, stdout, stderr } = run(inShort(code));
      expect(stderr).to.equal('');
      expect(status).to.equal(0);
      expect(stdout).to.not.match(/NaN|undefined|Infinity/);
      if (output) expect(form(stdout)).to.equal(form(output));
    });
  });

  it('shows what examples/overview.js prints', () => {
    const code = readFileSync(path.join(root, 'examples', 'overview.js'), 'utf8');
    expect(code).to.include('require(\'..\')');
    const { status, stdout } = run(inShort(code.replace('require(\'..\')', 'require(\'.\')')));
    expect(status).to.equal(0);
    const shown = /```text\n([\s\S]*?)```/.exec(readme)[1];
    expect(form(stdout)).to.satisfy((text) => text.startsWith(form(shown)));
  });
});
