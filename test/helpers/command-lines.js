'use strict';

const fs = require('fs');
const { spawnSync } = require('child_process');

function wordsOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0/g, ' ');
  } catch (_) {
    // It has ended meanwhile.
    return '';
  }
}

/** What each process of this machine was started with, in a line. */
function commandLines() {
  if (process.platform === 'linux') return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(wordsOf);
  return spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout.split('\n');
}

module.exports = { commandLines };
