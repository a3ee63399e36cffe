'use strict';

/* Busy neighbours: endless loops in processes of their own, which end with this one, however that ends. */

const { spawn } = require('child_process');

// Until they run.
const START_MS = 300;

const LOOP = `
  for (let t = 0; ;) {
    if (Date.now() < t + 500) continue;
    t = Date.now();
    if (process.ppid !== Number(process.argv[1])) break;
  }`;

const loops = [];
process.on('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));

/**
 * Has so many loops beside this process from now on, no more and no fewer.
 * @param {number} count
 * @returns {Promise<void>} once they run
 */
function beside(count) {
  if (loops.length === count) return Promise.resolve();
  while (loops.length > count) loops.pop().kill('SIGKILL');
  while (loops.length < count) {
    const loop = spawn(process.execPath, ['-e', LOOP, String(process.pid)], { stdio: 'ignore' });
    // Nobody waits for its end.
    loop.unref();
    loops.push(loop);
  }
  return new Promise((resolve) => { setTimeout(resolve, START_MS); });
}

module.exports = { beside };
