'use strict';

/* Background load: processes with endless loops. They exit with this process, even if it crashes. */

const { spawn } = require('child_process');

// time until new loops run
const START_MS = 300;

const LOOP = `
  for (let t = 0; ;) {
    if (Date.now() < t + 500) continue;
    t = Date.now();
    if (process.ppid !== Number(process.argv[1])) break;
  }`;

const loops = [];
process.on('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));

/** Starts or kills loops, so that this many run in the background. Resolves once they run. */
function setLoops(count) {
  if (loops.length === count) return Promise.resolve();
  while (loops.length > count) loops.pop().kill('SIGKILL');
  while (loops.length < count) {
    const loop = spawn(process.execPath, ['-e', LOOP, String(process.pid)], { stdio: 'ignore' });
    loop.unref();
    loops.push(loop);
  }
  return new Promise((resolve) => { setTimeout(resolve, START_MS); });
}

module.exports = { setLoops };
