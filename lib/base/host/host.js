'use strict';

const fs = require('fs');
const path = require('path');
const { demand, insist, orNull, permitted } = require('./fs-queries');
const { env } = require('#engine');

const PRIORITY = -10; // nice value: nine times the CPU share of a normal process
const PAUSE_MS = 10; // for the other end of a full or empty pipe

const changes = () => require('./fs-changes').createFsChanges(fs, path);

/**
 * Files, processes and facts of the operating system, except the terminal and clocks. Tests replace this object. All
 * methods throw as Node does. Facts of the process are getters, because a title or an environment variable can change.
 * Slow builtins are required when called.
 *
 *   cpus(): may be empty or throw in a container; loadavg(): zeros on Windows
 *   startScript(path, args, options): Node with a script; options: of spawn, execPath, execArgv
 *   writeTemporary(name, text): a file for other processes -> { path, remove() }; errors have its path
 *   removeFile(path), removeTree(path), killGroup(pid, signal): no error if the target does not exist
 *   eachChunk(file, size, visit): of a path, or of a descriptor, which stays open; the next chunk overwrites the
 *     buffer; stops if visit() returns false
 *   uid: of the user; null on Windows
 *   stat(path): of the target of links; linkStat(path): of links themselves; listFolders(path): without links
 *   writeText(fd, text): a text, a Buffer, or parts; all of it, also to slow readers
 */
module.exports = {
  get platform() { return process.platform; },
  get arch() { return process.arch; },
  get execPath() { return process.execPath; },
  get execArgv() { return process.execArgv; },
  get env() { return env(); },
  get title() { return process.title; },
  get argv() { return process.argv; },
  get isMainThread() { return require('worker_threads').isMainThread; },
  get versions() { return process.versions; },
  get runsTypeScript() {
    return Boolean(process.features.typescript) || Object.hasOwn(require('module')._extensions, '.ts');
  },

  hostname: () => permitted('sys', 'hostname', () => require('os').hostname()),
  release: () => permitted('sys', 'osRelease', () => require('os').release()),
  cpus: () => permitted('sys', 'cpus', () => require('os').cpus()),
  networkInterfaces: () => permitted('sys', 'networkInterfaces', () => require('os').networkInterfaces()),
  loadavg: () => permitted('sys', 'loadavg', () => require('os').loadavg()),

  readText: (file) => permitted('read', file, () => fs.readFileSync(file, 'utf8')),
  listDir: (folder) => permitted('read', folder, () => fs.readdirSync(folder)),

  run: (command, args, options) =>
    permitted('run', command, () => require('child_process').spawnSync(command, args, options)),

  /** Whether Node finds this main script. require.resolve would cache removed scripts. */
  hasScript: (file) => (
    ['', '.js', '.cjs', '.mjs', '.json', '.node', '.ts'].some((extension) => fs.existsSync(file + extension))),
  spawn: (command, args, options) => require('child_process').spawn(command, args, options),
  startScript: (file, args, { execPath, execArgv, ...options }) =>
    require('child_process').spawn(execPath, [...execArgv, file, ...args], options),

  /** For this thread and processes that it starts, if permitted (CAP_SYS_NICE; Linux only). The result restores it. */
  raisePriority() {
    const os = require('os');
    const raise = () => {
      for (const kind of ['getPriority', 'setPriority']) demand('sys', kind);
      const usual = os.getPriority();
      os.setPriority(Math.min(PRIORITY, usual));
      return () => os.setPriority(usual);
    };
    return (process.platform === 'linux' && orNull(raise)) || (() => {});
  },

  /** For the session of pid: by default, Linux gives all sessions equal shares, regardless of priorities. Can fail. */
  raiseSession(pid) { orNull(() => fs.writeFileSync(`/proc/${pid}/autogroup`, `${PRIORITY}`)); },

  hasTerminal: () => require('tty').isatty(0),
  get pid() { return process.pid; },
  get uid() { return process.geteuid ? process.geteuid() : null; },
  isThere: (file) => fs.existsSync(file),
  resolveFrom: (file, name) => require('module').createRequire(file).resolve(name),
  writeTemporary: (name, text) => require('./new-file').writeTemporaryFile(name, text, module.exports),
  removeFile(file) { changes().removeFile(file); },
  readBytes(file, most) {
    const parts = [];
    let left = most;
    eachChunk(file, Math.min(most, 65536), (chunk) => {
      parts.push(Buffer.from(chunk.subarray(0, left)));
      left -= chunk.length;
      return left > 0;
    });
    return Buffer.concat(parts);
  },
  eachChunk,
  stat: (file) => fs.statSync(file),
  linkStat: (file) => fs.lstatSync(file),
  listFolders: (folder) => (
    fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)),
  realPath: (file) => fs.realpathSync(file),
  readLink: (file) => fs.readlinkSync(file),
  checkAccess(file, kind) { fs.accessSync(file, kind === 'write' ? fs.constants.W_OK : fs.constants.X_OK); },
  openFile(file, flags, mode) {
    if (flags !== 'r') demand('write', file);
    return fs.openSync(file, flags, mode);
  },
  writeText(fd, text) {
    const parts = typeof text === 'string' || Buffer.isBuffer(text) ? [text] : text;
    for (const part of parts) writeWhole(fd, typeof part === 'string' ? Buffer.from(part) : part);
  },
  closeFile(fd) { fs.closeSync(fd); },
  setMode(file, mode) { fs.chmodSync(file, mode); },
  rename(from, to) { changes().rename(from, to); },
  // Windows permits junctions to all users; other systems ignore the kind.
  makeLink(target, file) { fs.symlinkSync(target, file, 'junction'); },
  makeFolder,

  /** For this user alone. Also creates the parent `within`; announce(path) is called before the folder exists. */
  makeTemporaryFolder(name, { within = null, announce = () => {} } = {}) {
    if (within !== null) makeFolder(within);
    const parent = fs.realpathSync(within === null ? require('os').tmpdir() : within);
    // As short as in mkdtemp: Chromium has a socket in its folder, whose path must not exceed 107 characters.
    const own = require('crypto').randomBytes(6).toString('base64url').slice(0, 6);
    const folder = path.join(parent, `${name}${own}`);
    announce(folder);
    fs.mkdirSync(folder, 0o700);
    return folder;
  },
  removeTree(folder) { changes().removeTree(folder); },
  killGroup(pid, signal) {
    const isWindows = process.platform === 'win32';
    if (isWindows) {
      // Windows has no groups: /T also kills the descendants. taskkill may be missing, and Wine's knows no /T.
      const options = { windowsHide: true };
      const { status } = require('child_process').spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'], options);
      if (status === 0) return;
    }
    try {
      process.kill(isWindows ? pid : -pid, signal);
    } catch (error) {
      // macOS throws EPERM for a group of ended processes that were not waited for.
      if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
    }
  },
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // A process of another user.
      return error.code === 'EPERM';
    }
  },

  /** Name of the set of processes with unique pids: of this machine since its start, or of a container */
  pidNamespace() {
    if (process.platform !== 'linux') return this.hostname();
    return `${this.readText('/proc/sys/kernel/random/boot_id').trim()} ${this.readLink('/proc/self/ns/pid')}`;
  },

  // Throws if Node was built without the inspector.
  inspectorUrl: () => permitted('sys', 'inspector', () => require('inspector').url()),
};

/** With parents. Node's own loops in read-only file systems such as /proc. */
function makeFolder(folder) {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST' && fs.statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (error.code !== 'ENOENT' || fs.existsSync(parent)) throw error;
    makeFolder(parent);
    fs.mkdirSync(folder);
  }
}

function eachChunk(file, size, visit) {
  const chunk = Buffer.allocUnsafe(size);
  const fd = typeof file === 'number' ? file : fs.openSync(file, 'r');
  try {
    for (;;) {
      const length = insist(() => fs.readSync(fd, chunk, 0, size, null), PAUSE_MS);
      if (length === 0 || visit(chunk.subarray(0, length)) === false) return;
    }
  } catch (error) {
    // The end of a pipe on Windows.
    if (error.code !== 'EOF') throw error;
  } finally {
    if (fd !== file) fs.closeSync(fd);
  }
}

function writeWhole(fd, bytes) {
  let done = 0;
  // Also for an empty text: fails if the descriptor cannot be written.
  do {
    done += insist(() => fs.writeSync(fd, bytes, done), PAUSE_MS);
  } while (done < bytes.length);
}
