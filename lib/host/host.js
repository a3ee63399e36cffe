'use strict';

const { demand, insist, orNull, permitted } = require('./fs-queries');
const { env } = require('#engine');

// Nine times the CPU share of a normal process.
const PRIORITY = -10;

// For the other end of a full or empty pipe.
const PAUSE_MS = 10;

/**
 * Files, processes and facts of the operating system, except the terminal and clocks. Tests replace this object.
 *
 * Methods require builtins when called, so that loading the library reads no file and starts no process. Facts of the
 * process are getters, because a title or an environment variable can change. All methods throw as Node does. Notes:
 *   cpus(): may be empty or throw in a container; loadavg(): zeros on Windows
 *   hasScript(path): whether Node finds this main script
 *   startScript(path, args, options): Node with a script; options: of spawn, execPath, execArgv
 *   raisePriority(): of this thread and of processes that it starts, if permitted (on Linux with CAP_SYS_NICE); returns
 *     a function that restores it
 *   raiseSession(pid): of the session that a process leads, if permitted: by default Linux gives each session the same
 *     share of the processor, regardless of priorities
 *   resolveFrom(file, name): path of the module that a file requires by a name
 *   writeTemporary(name, text): a file for other processes -> { path, remove() }; errors have its path
 *   removeFile(path), removeTree(path), killGroup(pid, signal): no error if the target does not exist
 *   eachChunk(file, size, visit): of a path, or of a descriptor, which stays open; the next chunk overwrites the
 *     buffer; stops if visit() returns false
 *   stat(path): of the target of links; listFolders(path): without links; readLink(path): throws EINVAL for other files
 *   writeText(fd, text): all of it, also to slow readers
 *   makeTemporaryFolder(name, { within, announce }): for this user alone; `name` is a prefix; also creates the parent
 *     `within`; calls announce(path) before it creates the folder; returns the path without links
 *   pidNamespace(): name of the set of processes with unique pids: of this machine since its start, or of a container
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

  readText: (path) => permitted('read', path, () => require('fs').readFileSync(path, 'utf8')),
  listDir: (path) => permitted('read', path, () => require('fs').readdirSync(path)),

  run: (command, args, options) =>
    permitted('run', command, () => require('child_process').spawnSync(command, args, options)),

  hasScript(path) {
    // require.resolve would cache removed scripts.
    const { existsSync } = require('fs');
    return ['', '.js', '.cjs', '.mjs', '.json', '.node', '.ts'].some((extension) => existsSync(path + extension));
  },
  spawn(command, args, options) { return require('child_process').spawn(command, args, options); },
  startScript(path, args, { execPath, execArgv, ...options }) {
    return require('child_process').spawn(execPath, [...execArgv, path, ...args], options);
  },
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
  // Fails if it is not permitted, or on other systems than Linux.
  raiseSession(pid) { orNull(() => require('fs').writeFileSync(`/proc/${pid}/autogroup`, `${PRIORITY}`)); },
  isThere(path) { return require('fs').existsSync(path); },
  resolveFrom(file, name) { return require('module').createRequire(file).resolve(name); },

  writeTemporary: (name, text) => require('./new-file').writeTemporary(name, text),
  removeFile(path) { require('fs').rmSync(path, { force: true }); },

  get pid() { return process.pid; },
  readBytes(path, most) {
    const parts = [];
    let left = most;
    eachChunk(path, Math.min(most, 65536), (chunk) => {
      parts.push(Buffer.from(chunk.subarray(0, left)));
      left -= chunk.length;
      return left > 0;
    });
    return Buffer.concat(parts);
  },
  eachChunk,
  stat(path) { return require('fs').statSync(path); },
  listFolders(path) {
    const entries = require('fs').readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  },
  realPath(path) { return require('fs').realpathSync(path); },
  readLink(path) { return require('fs').readlinkSync(path); },
  checkAccess(path, kind) {
    const fs = require('fs');
    fs.accessSync(path, kind === 'write' ? fs.constants.W_OK : fs.constants.X_OK);
  },
  openFile(path, flags, mode) {
    if (flags !== 'r') demand('write', path);
    return require('fs').openSync(path, flags, mode);
  },
  writeText(fd, text) {
    const parts = typeof text === 'string' || Buffer.isBuffer(text) ? [text] : text;
    for (const part of parts) writeWhole(fd, typeof part === 'string' ? Buffer.from(part) : part);
  },
  closeFile(fd) { require('fs').closeSync(fd); },
  setMode(path, mode) { require('fs').chmodSync(path, mode); },
  rename(from, to) { require('fs').renameSync(from, to); },
  // Windows permits junctions to all users; other systems ignore the kind.
  makeLink(target, path) { require('fs').symlinkSync(target, path, 'junction'); },
  makeFolder(path) { require('fs').mkdirSync(path, { recursive: true }); },
  makeTemporaryFolder(name, { within = null, announce = () => {} } = {}) {
    const fs = require('fs');
    if (within !== null) fs.mkdirSync(within, { recursive: true });
    const parent = fs.realpathSync(within === null ? require('os').tmpdir() : within);
    // As short as in mkdtemp: Chromium has a socket in its folder, whose path must not exceed 107 characters.
    const own = require('crypto').randomBytes(6).toString('base64url').slice(0, 6);
    const folder = require('path').join(parent, `${name}${own}`);
    announce(folder);
    fs.mkdirSync(folder, 0o700);
    return folder;
  },
  removeTree(path) { require('fs').rmSync(path, { recursive: true, force: true, maxRetries: 3 }); },
  killGroup(pid, signal) {
    if (process.platform === 'win32') {
      // Windows has no groups: /T also kills the descendants.
      require('child_process').spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'], { windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
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

  pidNamespace() {
    if (process.platform !== 'linux') return this.hostname();
    return `${this.readText('/proc/sys/kernel/random/boot_id').trim()} ${this.readLink('/proc/self/ns/pid')}`;
  },

  // Throws if Node was built without the inspector.
  inspectorUrl: () => permitted('sys', 'inspector', () => require('inspector').url()),
};

function eachChunk(file, size, visit) {
  const fs = require('fs');
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
    done += insist(() => require('fs').writeSync(fd, bytes, done), PAUSE_MS);
  } while (done < bytes.length);
}
