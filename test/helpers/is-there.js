'use strict';

const fs = require('fs');

/** Whether a process runs; one that has ended may wait for somebody to ask for its exit code. */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (_) {
    return false;
  }
}

/** Waits for a condition, which may throw as long as it is not true, but not beyond the time of a test. */
async function until(condition, what = condition) {
  for (let left = 2500; left > 0; left--) {
    try {
      if (condition()) return;
    } catch (_) {
      // Not there yet.
    }
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  throw new Error(`waited in vain: ${what}`);
}

/** The output of a process and its end: { stdout, stderr, status, signal }; heard(out): after each piece. */
function outputOf(child, heard = () => {}) {
  const out = { stdout: '', stderr: '' };
  for (const name of Object.keys(out)) {
    child[name].setEncoding('utf8').on('data', (text) => {
      out[name] += text;
      heard(out);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ ...out, status, signal }));
  });
}

module.exports = { outputOf, isThere, until };
