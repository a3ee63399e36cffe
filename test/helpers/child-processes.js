'use strict';

const fs = require('fs');

/** Whether a process runs. A zombie, whose parent has not yet read its exit code, does not. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (_) {
    return false;
  }
}

/** Waits up to 50 s until the condition is true; errors that it throws count as false. */
async function until(condition, what = condition) {
  for (let left = 2500; left > 0; left--) {
    try {
      if (condition()) return;
    } catch (_) {
      // Not true yet.
    }
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Waits for the end of a process: { stdout, stderr, status, signal }; heard(out) is called after each chunk. */
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

module.exports = { outputOf, isRunning, until };
