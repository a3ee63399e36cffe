'use strict';

/*
 * Processes of the tests of a file find a perf that cannot count. To look at the clock rate with perf takes 0.25 s of
 * each process that tells its surroundings; without it the reference chain is asked, in 10 ms. What perf says is for
 * cpu-mhz.test.js and perf-stat.test.js.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');

/** To be called in a file of tests, once. */
function withoutPerf() {
  let usual;
  let folder;
  before(() => {
    // Nothing to be done where no perf is asked.
    if (process.platform !== 'linux') return;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-no-perf-'));
    fs.writeFileSync(path.join(folder, 'perf'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    usual = process.env.PATH;
    process.env.PATH = `${folder}${path.delimiter}${usual}`;
  });
  after(() => {
    if (!folder) return;
    process.env.PATH = usual;
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

module.exports = { withoutPerf };
