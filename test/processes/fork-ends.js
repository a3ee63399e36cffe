'use strict';

/* Ends of real processes that measure one test: their parent ends, or something that they need is missing. */

const { expect } = require('chai');
const { isRunning, until } = require('../helpers/child-processes');
const { useScripts, launch, PRELUDE, WINDOWS } = require('../helpers/scripts');

const prelude = `${PRELUDE}
const once = { ...short, forkTests: 1 };
let calls = 0;
`;

const errorsOf = (rows) => rows.map(({ name, error }) => [name, error && `${error.code}: ${error.message}`]);

describe('a process that measures one test', function () {
  this.timeout(120000);
  useScripts();

  const start = (source, options) => launch(source, { prelude, ...options });

  it('ends with its parent, even if the parent is killed before the test', async function () {
    if (WINDOWS) this.skip();
    const { child, end, notes } = start(`
      if (process.send) { note(process.pid); setInterval(() => {}, 1000); } else timeit.bench({ good }, once);`);
    await until(() => notes().length > 0);
    child.kill('SIGKILL');
    await end;
    await until(() => !isRunning(Number(notes()[0])));
  });

  it('fails with a hint if results of earlier suites cannot be written for it; other tests are measured', async () => {
    const gone = `${__dirname}/no such folder`;
    const { suites, stderr, status } = await start(`(async () => {
      tell(await timeit.bench({ first: good }, once));
      tell(await timeit.bench({ second: good, third: good }, once));
      tell(await timeit.bench({ fourth: good }, { ...once, forkTests: false }));
    })();`, { env: { TMPDIR: gone, TEMP: gone, TMP: gone } }).end;
    const [first, second, third] = suites.map(errorsOf);
    expect({ first, third }).to.deep.equal({ first: [['first', null]], third: [['fourth', null]] });
    expect(second.map(([name]) => name)).to.deep.equal(['second', 'third']);
    for (const [, message] of second) {
      expect(message).to.match(new RegExp(
        '^not-started: results of previous suites, which its process needs, could not be written ' +
        'to .*no such folder.*: it does not exist. Set (TMPDIR|TEMP) to another folder$'));
    }
    expect({ stderr, status }).to.deep.equal({ stderr: '', status: 1 });
  });

  it('fails if its script is removed before it starts', async () => {
    const { rows, file, status } = await start(`timeit.bench({
      first: () => { if (calls++ === 0) fs.rmSync(__filename); return good(); }, second: good,
    }, short).then(tell);`).end;
    const message = `not-reached: its script ${file} no longer exists`;
    expect(errorsOf(rows)).to.deep.equal([['first', message], ['second', message]]);
    expect(status).to.equal(1);
  });

  it('keeps its row if it hangs at its end, with a warning', async () => {
    const { rows: [hangs, other], stdout, status } = await start(`timeit.bench({ hangs: () => {
      if (calls++ === 0) process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      return good();
    }, other: good }, once).then(tell);`).end;
    expect([hangs, other].map(({ error, warnings }) => [error, warnings.some(({ code }) => code === 'hung-at-exit')]))
      .to.deep.equal([[null, true], [null, false]]);
    expect(stdout).to.match(/^hangs .*\(.*hung at exit\)/m)
      .and.match(/^hangs: its process did not exit after the result and was killed: something kept it running$/m);
    expect(status).to.equal(0);
  });
});
