'use strict';

/* Scripts whose tests run in separate processes. Each script is a file, as users run it. */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { environment, outcome, CUT_SHORT, MEASURED, ROOT, WINDOWS } = require('./bench-script');
const { isRunning, outputOf, until } = require('./child-processes');
const { withoutProgress } = require('./cli');

const PRELUDE = `
const timeit = require(${JSON.stringify(path.join(ROOT, 'qtimeit.js'))});
const fs = require('fs');
const note = (text) => fs.appendFileSync(process.env.NOTES, text + '\\n');
const work = (turns) => { let sum = 0; for (let i = 0; i < turns; i++) sum += i; return sum; };
const good = () => work(100);
const short = { verbose: 0, forkTests: 2, timeGoal: 0.02, twin: false };
const tell = (rows) => console.log('ROWS ' + JSON.stringify(rows));
`;

let folder;
let scripts = 0;

/** Call it once in a test file. */
function useScripts() {
  before(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-test-')); });
  after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

const linesOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

/** Writes a script to a file in a new folder, with a folder for temporary files and a file for notes, and starts it. */
function launch(source, options = {}) {
  const { flags = [], args = [], extension = 'js', prelude = PRELUDE, command, input = 'ignore', env } = options;
  const own = path.join(folder, `${++scripts}`);
  const temporary = path.join(own, 'tmp');
  fs.mkdirSync(temporary, { recursive: true });
  const file = path.join(own, `script.${extension}`);
  const notes = path.join(own, 'notes');
  fs.writeFileSync(file, prelude + source);
  const [program, ...words] = command ? command(file) : [process.execPath, ...flags, file, ...args];
  const child = spawn(program, words,
      { cwd: own, env: environment({ NOTES: notes, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...env }),
        stdio: [input, 'pipe', 'pipe'] });
  const run = { child, file, notes: () => linesOf(notes), stdout: '', stderr: '' };
  run.end = outputOf(child, (out) => Object.assign(run, out))
    .then((end) => Object.assign(run, outcome(end), { left: fs.readdirSync(temporary) }));
  return run;
}

async function run(source, options) {
  const done = await launch(source, options).end;
  expect(done.left, 'temporary files').to.deep.equal([]);
  return done;
}

/** Expects success, and in each suite rows of these [name, processes = 2]. */
function expectMeasured(done, ...suites) {
  expect(withoutProgress(done.stderr)).to.equal('');
  expect(done).to.include({ status: 0, signal: null });
  expect(done.suites.map((rows) => rows.map(({ name, verdict, processes }) => [name, isMeasured(verdict), processes])))
    .to.deep.equal(suites.map((rows) => rows.map(([name, processes = 2]) => [name, true, processes])));
}

const isMeasured = (verdict) => MEASURED.includes(verdict);

/** A script that hangs in the second process of test b: that process waits in its setup forever. */
const stuck = (more = '') => `
    function wait() {
      if (!fs.existsSync('first')) return fs.writeFileSync('first', '');
      note(process.pid);
      return new Promise(() => {});
    }
    timeit.bench({ a: () => work(100000), b: { setup: wait, fn: good, timeout: 50 }, c: good }, short)
      .then(() => note('never'));
    ${more}`;

/** Expects an interrupted run, with figures from the first process of each test. */
const expectPartial = (done) => {
  const table = done.lines.slice(done.lines.map((line) => /^name /.test(line)).lastIndexOf(true));
  expect(table[1]).to.match(CUT_SHORT);
  expect([table[2][0], table[3][0]]).to.deep.equal(['b', 'c']);
  expect(table.slice(1, 4).join()).to.not.include('FAILED');
  expect(table.join('\n'))
    .to.match(/^a: the run was interrupted: these results are based on fewer rounds than planned/m);
  expect(done.stderr).to.equal('');
  expect(done.left).to.deep.equal([]);
};

const expectGone = async (done) => {
  const [pid, ...others] = done.notes();
  expect(others).to.deep.equal([]);
  await until(() => !isRunning(Number(pid)), `process ${pid} is still there`);
};

module.exports =
  { useScripts, launch, run, until, expectMeasured, expectPartial, expectGone, isMeasured, stuck, PRELUDE, ROOT,
    WINDOWS };
