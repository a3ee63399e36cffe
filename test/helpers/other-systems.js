'use strict';

/*
 * Facts of macOS and Windows for fakeHost(), from the documentation of Node.js, not from real machines. Both have no
 * /proc and /sys, and report the nominal speed of the processor; Windows has no load average.
 */

const processors = (count, model, speed) => Array.from({ length: count }, () => ({
  model, speed, times: { user: 3245120, nice: 0, sys: 1882400, idle: 30214580, irq: 0 },
}));

const MACOS = {
  platform: 'darwin',
  arch: 'arm64',
  release: '23.5.0',
  cpus: processors(8, 'Apple M1', 2400),
  loadavg: [2.31396484375, 2.0498046875, 1.98046875],
  execPath: '/opt/homebrew/Cellar/node@20/20.20.2/bin/node',
  argv: ['/opt/homebrew/Cellar/node@20/20.20.2/bin/node', '/Users/me/project/bench.js'],
  title: 'node',
  env: {
    PATH: '/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin', TMPDIR: '/var/folders/zz/zyx_1n3/T/', HOME: '/Users/me',
  },
};

const WINDOWS = {
  platform: 'win32',
  arch: 'x64',
  release: '10.0.22631',
  cpus: processors(16, '13th Gen Intel(R) Core(TM) i7-1360P', 2611),
  loadavg: [0, 0, 0],
  execPath: 'C:\\Program Files\\nodejs\\node.exe',
  argv: ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Users\\me\\project\\bench.js'],
  title: 'C:\\Windows\\system32\\cmd.exe - node  bench.js',
  env: {
    Path: 'C:\\Windows\\system32;C:\\Program Files\\nodejs\\;C:\\Users\\me\\AppData\\Roaming\\npm',
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    ProgramFiles: 'C:\\Program Files', TEMP: 'C:\\Users\\me\\AppData\\Local\\Temp',
  },
};

module.exports = { MACOS, WINDOWS };
