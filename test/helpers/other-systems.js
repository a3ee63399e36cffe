'use strict';

/*
 * Facts of macOS and Windows for fakeHost(), from the documentation of Node.js, not from real machines, and a file
 * system in memory that behaves like theirs. Both have no /proc and /sys, and report the nominal speed of the
 * processor; Windows has no load average.
 */

const { createFsChanges } = require('#lib/base/host/fs-changes');
const { pathsOf } = require('#lib/base/host/paths');
const { fakeChild, systemError } = require('./fake-host');

const processors = (count, model, speed) => Array.from({ length: count }, () => ({
  model, speed, times: { user: 3245120, nice: 0, sys: 1882400, idle: 30214580, irq: 0 },
}));

/*
 * Outputs of programs of macOS, from public bug reports and tests of other projects, shortened. pmset prints
 * "CPU Power notify" to stderr (pmset.c of Apple's PowerManagement).
 */
const MAC_OUTPUTS = {
  '/usr/bin/pmset -g': [
    'System-wide power settings:', 'Currently in use:', ' standby              1', ' Sleep On Power Button 1',
    ' hibernatefile        /var/vm/sleepimage', ' sleep                1 (sleep prevented by powerd)',
    ' ttyskeepawake        1', ' lowpowermode         0', ' womp                 0',
  ],
  '/usr/bin/pmset -g batt': [
    "Now drawing from 'AC Power'",
    ' -InternalBattery-0 (id=22806627)\t83%; charging; 1:00 remaining present: true',
  ],
  '/usr/bin/pmset -g therm': [
    'Note: No thermal warning level has been recorded', 'Note: No performance warning level has been recorded',
    'Note: No CPU power status has been recorded',
  ],
  '/usr/sbin/sysctl hw': [
    'hw.ncpu: 8', 'hw.logicalcpu: 8', 'hw.perflevel0.physicalcpu: 4', 'hw.perflevel0.physicalcpu_max: 4',
    'hw.perflevel0.logicalcpu: 4', 'hw.perflevel0.logicalcpu_max: 4', 'hw.perflevel0.name: Performance',
    'hw.perflevel1.physicalcpu: 4', 'hw.perflevel1.physicalcpu_max: 4', 'hw.perflevel1.logicalcpu: 4',
    'hw.perflevel1.logicalcpu_max: 4', 'hw.perflevel1.name: Efficiency', 'hw.cachelinesize: 128', 'hw.nperflevels: 2',
  ],
};

/** `run` of a host with macOS. outputs: command -> lines, instead of the usual ones */
const answerAsMac = (outputs = {}) => (command, args) => {
  const lines = { ...MAC_OUTPUTS, ...outputs }[[command, ...args].join(' ')];
  return lines ? { status: 0, stdout: `${lines.join('\n')}\n` } : { error: systemError('ENOENT', command) };
};

const MACOS = {
  platform: 'darwin',
  arch: 'arm64',
  release: '23.5.0',
  cpus: processors(8, 'Apple M1', 2400),
  loadavg: [2.31396484375, 2.0498046875, 1.98046875],
  execPath: '/opt/homebrew/Cellar/node@20/20.20.2/bin/node',
  argv: ['/opt/homebrew/Cellar/node@20/20.20.2/bin/node', '/Users/me/project/bench.js'],
  title: 'node',
  run: answerAsMac(),
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
    USERPROFILE: 'C:\\Users\\me', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local',
  },
};

/**
 * A process of a system, as fakeChild(). On Windows each signal ends it at once. onInterrupt() is called for SIGINT
 * elsewhere, and by interrupt() for ^C in its console, unless it has ended.
 */
function childOf({ platform }, onInterrupt) {
  const child = fakeChild();
  const interrupt = () => { if (child.connected) onInterrupt(); };
  return Object.assign(child, {
    interrupt,
    kill(signal) {
      child.kills.push(signal);
      if (platform !== 'win32' && signal === 'SIGINT') interrupt();
      else if (child.connected) child.end(null, signal);
      return true;
    },
  });
}

/**
 * Files of a system, by names in any case. On Windows, an open file that is removed keeps its name and denies access
 * until it is closed (Node 20), and a file of another program, or the folder of a process, cannot be removed or
 * replaced.
 *
 * fs and paths: as Node's fs and path; text(file): its text, null if it does not exist; hold(file, pauses): another
 * program opens it, and closes it after this many pauses of a change; enter(folder): a process starts in it.
 */
function createFileSystem({ platform }) {
  const paths = pathsOf({ platform });
  const isWindows = platform === 'win32';
  const nodes = new Map(); // key -> { name, text (null: folder), target (of a link), open, isPending, pauses, isBusy }
  const open = [];
  const keyOf = (file) => paths.resolve(file).toLowerCase();
  const childrenOf = (file) => [...nodes.values()].filter(({ name }) => keyOf(paths.dirname(name)) === keyOf(file) &&
    keyOf(name) !== keyOf(file));

  const lookUp = (file) => {
    const node = nodes.get(keyOf(file));
    if (!node) throw systemError('ENOENT', file);
    if (node.isPending) throw systemError('EPERM', file);
    return node;
  };
  const refuseHeld = (node, code) => {
    if (isWindows && (node.pauses > 0 || node.isBusy)) throw systemError(code, node.name);
  };
  const put = (file, more) => nodes.set(keyOf(file), { name: file, text: null, target: null, open: 0, ...more });
  const drop = (node) => nodes.delete(keyOf(node.name));
  const factsOf = ({ name, text, target }) => ({
    name: paths.basename(name), mode: 0o777, isDirectory: () => text === null && target === null,
  });

  const fs = {
    mkdirSync(folder) {
      if (paths.dirname(folder) !== folder && !nodes.has(keyOf(folder))) fs.mkdirSync(paths.dirname(folder));
      if (!nodes.has(keyOf(folder))) put(folder);
    },
    writeFileSync(file, text) {
      fs.mkdirSync(paths.dirname(file));
      put(file, { text });
    },
    symlinkSync(target, file) { put(file, { target }); },
    lstatSync: (file) => factsOf(lookUp(file)),
    readdirSync: (folder) => (lookUp(folder), childrenOf(folder).map(factsOf)),
    openSync(file) {
      const node = lookUp(file);
      refuseHeld(node, 'EBUSY');
      node.open++;
      return open.push(node) - 1;
    },
    closeSync(fd) {
      if (--open[fd].open === 0 && open[fd].isPending) drop(open[fd]);
    },
    unlinkSync(file) {
      const node = lookUp(file);
      if (factsOf(node).isDirectory()) throw systemError('EPERM', file);
      refuseHeld(node, 'EBUSY');
      if (isWindows && node.open > 0) node.isPending = true;
      else drop(node);
    },
    rmdirSync(folder) {
      const node = lookUp(folder);
      if (node.target !== null) throw systemError('ENOTDIR', folder);
      if (childrenOf(folder).length > 0) throw systemError('ENOTEMPTY', folder);
      refuseHeld(node, 'EBUSY');
      drop(node);
    },
    renameSync(from, to) {
      const node = lookUp(from);
      const old = nodes.get(keyOf(to));
      refuseHeld(node, 'EBUSY');
      if (old) refuseHeld(old, 'EPERM');
      if (isWindows && old && old.open > 0) throw systemError('EPERM', to);
      drop(node);
      put(to, { text: node.text, target: node.target });
    },
  };

  const pause = () => nodes.forEach((node) => { if (node.pauses > 0) node.pauses--; });
  return {
    fs, paths, changes: createFsChanges(fs, paths, pause),
    text: (file) => (nodes.has(keyOf(file)) ? nodes.get(keyOf(file)).text : null),
    hold(file, pauses) { lookUp(file).pauses = pauses; },
    enter(folder) { lookUp(folder).isBusy = true; },
  };
}

module.exports = { MACOS, WINDOWS, answerAsMac, childOf, createFileSystem };
