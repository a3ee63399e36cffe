'use strict';

const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');

const ROOT = path.join(__dirname, '..', '..');

// A test that stops its own process once, in the middle of a slice.
const CALLS = 2e8;
const SCRIPT = `
  const fs = require('fs');
  const timeit = require(${JSON.stringify(ROOT)});
  const started = Date.now();
  let calls = 0;
  let isDone = false;
  const result = timeit(${CALLS}, () => {
    if (++calls % 1024 === 0 && !isDone && Date.now() - started > 100) {
      isDone = true;
      fs.writeSync(1, 'stopping\\n');
      process.kill(process.pid, 'SIGSTOP');
    }
    return Math.sqrt(calls);
  }, '/* NOOUTPUT */');
  fs.writeSync(1, JSON.stringify({ isDone, calls, result }));`;

/** What the script says; it goes on two seconds after it has stopped itself. */
function stopped() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    let goOn = null;
    child.stdout.on('data', (data) => {
      text += data;
      if (goOn === null && text.startsWith('stopping\n')) goOn = setTimeout(() => child.kill('SIGCONT'), 2000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(goOn);
      if (code === 0) resolve(JSON.parse(text.slice(text.indexOf('{'))));
      else reject(new Error(`exit code ${code}: ${text}`));
    });
  });
}

describe('a real process that is stopped for two seconds in the middle of a run', () => {
  it('tells of it', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(60000);
    const { isDone, calls, result } = await stopped();
    expect(isDone).to.equal(true);
    const told = result.warnings.find(({ code }) => code === 'disturbed');
    expect(told).to.be.an('object');
    expect(told.rounds).to.be.at.least(1);
    expect(told.lostNs).to.be.at.least(1.9e9);
    // Not a part of the two seconds
    expect(result.elapsed).to.be.below(result.wallclock - 1.9);
    expect([calls, result.count]).to.deep.equal([CALLS, CALLS]);
  });
});
