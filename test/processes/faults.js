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

describe('options of node', () => {
  const KINDS = {
    string: 'Promise.resolve(timeit(GOAL, "var x = [1, 2, 3];", "t"))',
    sync: 'Promise.resolve(timeit(GOAL, () => { x = [1, 2, 3]; }, "t"))',
    callback: 'new Promise((resolve) => timeit(GOAL, (callback) => { x = [1, 2, 3]; callback(); }, "t", (e, c, s, ' +
      'w, result) => resolve(result)))',
    promise: 'timeit(GOAL, async () => { x = [1, 2, 3]; }, "t")',
  };
  /** The results of all kinds by their names, of one process. */
  const resultsOf = (goal, ...flags) => {
    const runs = Object.keys(KINDS).map((kind) => `results.${kind} = await ${KINDS[kind].replace('GOAL', goal)};`);
    const child =
      run(`let x; (async () => { const results = {}; ${runs.join('\n')} console.log(JSON.stringify(results)); })();`,
        ...flags);
    // What node says of --jitless itself.
    expect(child.stderr.replace(/^Warning: disabling flag .*\n/m, '')).to.equal('');
    expect(child.status).to.equal(0);
    expect(child.lines).to.have.length(5);
    for (const line of child.lines.slice(0, 4)) expect(line).to.match(LINE);
    return JSON.parse(child.lines[4]);
  };

  it('--disallow-code-generation-from-strings is no obstacle to a test of any kind, or one given as a string', () => {
    const results = resultsOf('200', '--disallow-code-generation-from-strings');
    for (const kind of Object.keys(KINDS)) expect(results[kind].count, kind).to.equal(200);
  });

  it('--max-old-space-size=64 stops a test that keeps 1 MB a call before the process dies', () => {
    // 131072 elements of 8 bytes; 64 MB and the young generation are reached after some 50 of 100000 calls.
    const child = run(`const kept = [];
      const result = timeit(100000, () => { kept[kept.length] = new Array(131072).fill(0); }, 'leak');
      console.log(JSON.stringify(result.warnings.find((one) => one.code === 'heap-limit')),
        kept.length);`, '--max-old-space-size=64');
    expect(child.signal).to.equal(null);
    expect(child.status).to.equal(0);
    expect(child.lines[0]).to.match(LINE).and.include('stopped early: the test keeps what it allocates');
    expect(child.lines[1]).to.match(/^{"code":"heap-limit","usedBytes":\d+,"limitBytes":\d+} \d+$/);
    expect(Number(child.lines[1].split(' ').pop())).to.be.within(10, 200);
  });
});

describe('the end of a process', () => {
  it('keeps its exit code where nobody reads its complaint', function () {
    if (process.platform === 'win32') this.skip();
    const script = 'require("./qtimeit.js")(10, (callback) => {}, () => {});';
    const child =
      spawnSync('sh', ['-c', '"$0" -e "$1" 2>&-', process.execPath, script],
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
    for (const line of child.lines) {
      expect(line).to.match(/ \(.*the test left open: 3 x Timeout\)$/);
    }
  });
});
