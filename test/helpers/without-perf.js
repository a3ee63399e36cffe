'use strict';

/*
 * Replaces perf in PATH by a program that always fails. With perf, each process that describes its machine takes
 * 0.25 s to read the clock rate; without it, the reference chain takes 10 ms. cpu-mhz.test.js and perf-stat.test.js
 * test the output of perf.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');

/** Call it once in a test file. */
function withoutPerf() {
  let savedPath;
  let folder;
  before(() => {
    // perf is used only on Linux.
    if (process.platform !== 'linux') return;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-no-perf-'));
    fs.writeFileSync(path.join(folder, 'perf'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    savedPath = process.env.PATH;
    process.env.PATH = `${folder}${path.delimiter}${savedPath}`;
  });
  after(() => {
    if (!folder) return;
    process.env.PATH = savedPath;
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

module.exports = { withoutPerf };
