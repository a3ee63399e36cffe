'use strict';

/*
 * How a process ends, clocks that were replaced before we were loaded, and the options of node; the quick faults are in
 * faults.test.js.
 */

const { spawnSync } = require('child_process');
const { expect } = require('chai');
const { environment, run, expectCleanRun, LINE, ROOT } = require('../helpers/timeit-script');

describe('a test that breaks its surroundings', () => {
  const STREAMS =
    'q.streams({ a: () => new (require("stream").PassThrough)() }, { input: Buffer.alloc(1e4), forkTests: false })';
  const STOPPED = 'process.hrtime = () => [5, 5];';
  const ALL = `${STOPPED} performance.now = Date.now = () => 5;`;
  for (const [fake, call, words] of [
    [STOPPED, 'q(10, () => {})', /did not advance in \d+ ms: process\.hrtime\(\) has to count nanoseconds/],
    [STOPPED, STREAMS, /did not advance in \d+ ms: process\.hrtime\(\) has to count nanoseconds/],
    [ALL, 'q.bench([() => {}])', /did not advance in \d+ readings: .*\. Load qtimeit before/],
  ]) {
    it(`gets an error if a clock stood still before qtimeit was loaded: ${call.slice(0, 9)}`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', `${fake} const q = require("."); ${call};`],
        { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
      expect([status, stdout.includes('below-resolution')]).to.deep.equal([1, false]);
      expect(stderr).to.match(words).and.include('Error: the clock');
    });
  }
});

describe('--disallow-code-generation-from-strings', () => {
  it('is no obstacle to a test of any kind, or one given as a string', () => {
    const child = run(`let x; (async () => {
      const counts = [timeit(200, "var x = [1, 2, 3];", "t").count, timeit(200, () => { x = [1, 2, 3]; }, "t").count,
        (await timeit(200, async () => { x = [1, 2, 3]; }, "t")).count];
      timeit(200, (callback) => { x = [1, 2, 3]; callback(); }, "t", (error, count) => console.log(...counts, count));
    })();`, '--disallow-code-generation-from-strings');
    expect([child.stderr, child.status]).to.deep.equal(['', 0]);
    expect(child.lines.pop()).to.equal('200 200 200 200');
    expect(child.lines).to.have.length(4);
    for (const line of child.lines) expect(line).to.match(LINE);
  });
});

describe('the end of a process', () => {
  it('keeps its exit code where nobody reads its complaint', function () {
    if (process.platform === 'win32') this.skip();
    const script = 'require("./qtimeit.js")(10, (callback) => {}, () => {});';
    const child = spawnSync('sh', ['-c', '"$0" -e "$1" 2>&-', process.execPath, script],
        { cwd: ROOT, env: environment(), encoding: 'utf8', timeout: 60000 });
    expect(child.status).to.equal(1);
  });

  it('waits for timers that a test has left open, which the line names', () => {
    const open = 'setTimeout(() => { fired++; }, 1000);';
    const child = run(`let fired = 0;
      process.on('exit', () => { console.log(fired); });
      timeit(3, () => { ${open} }, "sync");
      timeit(3, (callback) => { ${open} callback(); }, "callback", () => {
        timeit(3, async () => { ${open} }, "promise");
      });`);
    // How often those were called that are not counted is not said.
    expect(Number(child.lines.pop())).to.be.at.least(9);
    expectCleanRun(child, 3);
    if (!process.getActiveResourcesInfo) return;
    for (const line of child.lines) expect(line).to.match(/ \(.*the test left open: 3 x Timeout\)$/);
  });
});
