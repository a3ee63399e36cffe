'use strict';

/*
 * Ends of processes, clocks that were replaced before qtimeit was loaded, and Node.js options. Fast faults are in
 * faults.test.js.
 */

const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { environment, run, expectCleanRun, LINE, ROOT } = require('../helpers/timeit-script');

describe('a test that breaks the globals of its process', () => {
  const STREAMS =
    'q.streams({ a: () => new (require("stream").PassThrough)() }, { input: Buffer.alloc(1e4), forkTests: false })';
  const STOPPED = 'process.hrtime = () => [5, 5];';
  const ALL = `${STOPPED} performance.now = Date.now = () => 5;`;
  for (const [fake, call, pattern] of [
    [STOPPED, 'q(10, () => {})', /did not advance in \d+ ms: process\.hrtime\(\) must count nanoseconds/],
    [STOPPED, STREAMS, /did not advance in \d+ ms: process\.hrtime\(\) must count nanoseconds/],
    [ALL, 'q.bench([() => {}])', /did not advance in \d+ readings: .*\. Load qtimeit before/],
  ]) {
    it(`fails if a clock was stopped before qtimeit was loaded: ${call.slice(0, 9)}`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', `${fake} const q = require("."); ${call};`],
        { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
      expect([status, stdout.includes('below-resolution')]).to.deep.equal([1, false]);
      expect(stderr).to.match(pattern).and.include('Error: the clock');
    });
  }
});

describe('--disallow-code-generation-from-strings', () => {
  it('allows tests of any kind, and tests given as strings', () => {
    const child = run(`let x; (async () => {
      const counts = [timeit(200, "var x = [1, 2, 3];", "t").count, timeit(200, () => { x = [1, 2, 3]; }, "t").count,
        (await timeit(200, async () => { x = [1, 2, 3]; }, "t")).count];
      timeit(200, (callback) => { x = [1, 2, 3]; callback(); }, "t", (error, count) => console.log(...counts, count));
    })();`, '--disallow-code-generation-from-strings');
    expect(child).to.include({ stderr: '', status: 0 });
    expect(child.lines.pop()).to.equal('200 200 200 200');
    expect(child.lines).to.have.length(4);
    for (const line of child.lines) expect(line).to.match(LINE);
  });
});

describe('the end of a process', () => {
  it('keeps its exit code if the error message cannot be written', function () {
    if (process.platform === 'win32') this.skip();
    const script = 'require("./qtimeit.js")(10, (callback) => {}, () => {});';
    const child = spawnSync('sh', ['-c', '"$0" -e "$1" 2>&-', process.execPath, script],
        { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect(child.status).to.equal(1);
  });

  it('waits for timers that a test has left open, and names them', () => {
    const open = 'setTimeout(() => { fired++; }, 1000);';
    const child = run(`let fired = 0;
      process.on('exit', () => { console.log(fired); });
      timeit(3, () => { ${open} }, "sync");
      timeit(3, (callback) => { ${open} callback(); }, "callback", () => {
        timeit(3, async () => { ${open} }, "promise");
      });`);
    // There are also calls that are not counted; their number is not specified.
    expect(Number(child.lines.pop())).to.be.at.least(9);
    expectCleanRun(child, 3);
    if (!process.getActiveResourcesInfo) return;
    for (const line of child.lines) expect(line).to.match(/ \(.*the test left open: 3 x Timeout[;)]/);
  });
});
