'use strict';

const { demand, permitted } = require('./permission');
const { env } = require('#engine');

// Nine times the share of a processor that others get.
const PRIORITY = -10;

/**
 * The only door to files, processes and the operating system's facts; tests put an in-memory one in its place.
 *
 * Every builtin is required inside the method that needs it: loading the library reads no file and starts no process
 * (the original ran a shell at require(), and the process could not exit before that shell did). The facts of the
 * process are getters, because a title or an environment variable can change after loading.
 *
 * @typedef {object} Host
 * @property {string} platform process.platform
 * @property {string} arch process.arch
 * @property {string} execPath path of the running node
 * @property {string[]} execArgv options node was started with
 * @property {object} env environment variables
 * @property {string} title process.title
 * @property {object} versions process.versions
 * @property {boolean} runsTypeScript whether this node strips types, or was given a loader that does as much
 * @property {function(): string} release of the kernel
 * @property {function(): string} hostname as os.hostname()
 * @property {function(): object[]} cpus as os.cpus(): may be empty or throw in a container
 * @property {function(): object} networkInterfaces as os.networkInterfaces()
 * @property {function(): number[]} loadavg as os.loadavg(): zeros on Windows
 * @property {function(string): string} readText whole file as utf8; throws as fs does
 * @property {function(string): string[]} listDir names in a folder; throws as fs does
 * @property {function(string, string[], object): object} run the result of spawnSync; throws where processes are
 *   forbidden
 * @property {string[]} argv process.argv
 * @property {boolean} isMainThread
 * @property {function(string): boolean} hasScript whether node would find such a main script
 * @property {function(string, string[], object): object} spawn child_process.spawn
 * @property {function(string, string[], object): object} fork child_process.fork
 * @property {function(string, string[], object): object} startScript node with a script and its arguments; options:
 *   those of spawn, execPath, execArgv
 * @property {function(): function()} raisePriority of this thread and of processes that it starts, so that they go
 *   before others, where that is permitted (on Linux with CAP_SYS_NICE) -> to be called to lower it again
 * @property {function(number)} raiseSession the same of the session that a process leads: by default Linux gives each
 *   session the same share of the processor, whatever the priorities within it
 * @property {function(string): boolean} isThere a file or a folder
 * @property {function(string, string): string} resolveFrom the path of what a file (first) would require by a name
 *   (second); throws where that is not installed
 * @property {function(string, string): { path: string, remove: function() }} writeTemporary a new file of this name and
 *   text for other processes, to be removed once. Where the system can have it so, it never has a name: whatever ends
 *   the processes, nothing is left. What fails has the path in its error
 * @property {function(string)} removeFile no error where it is gone
 * @property {function(): (string|undefined)} inspectorUrl address of the attached inspector, undefined without one
 *
 * Files that the command line saves, reads and links; each throws as fs does.
 * @property {number} pid of this process
 * @property {function(string, number): Buffer} readBytes of a file, so many of its first at most
 * @property {function(string|number, number, function(Buffer))} eachChunk of a file, or of a descriptor, which stays
 *   open: so many bytes at most, in a buffer that is used again after the visit
 * @property {function(string): import('fs').Stats} stat of what the path leads to
 * @property {function(string): string[]} listFolders names of the folders in one, links left out
 * @property {function(string): string} realPath without links, absolute
 * @property {function(string): string} readLink what it points to; throws EINVAL where it is no link
 * @property {function(string, 'write'|'execute')} checkAccess throws where that is not permitted
 * @property {function(string, string|number, number): number} openFile with flags and mode of a new file -> descriptor
 * @property {function(number, string|Buffer|Iterable<string|Buffer>)} writeText all of it, or of its parts, however
 *   slowly it is read at the other end
 * @property {function(number)} closeFile
 * @property {function(string, number)} setMode permission bits
 * @property {function(string, string)} rename
 * @property {function(string, string)} makeLink to a folder (first), at a path (second)
 * @property {function(string)} makeFolder and those above it
 * @property {function(string, object=): string} makeTemporaryFolder a new one for this user alone whose name begins so
 *   -> its path without links; options: { within, announce }: another folder than that for temporary ones, made where
 *   there is none; announce(path) before it is made
 * @property {function(string)} removeTree a folder and all in it, links but not what they point to; no error where it
 *   is gone
 * @property {function(number, string)} killGroup a signal to a process that was started detached, and to all that it
 *   has started; no error where they are gone
 * @property {function(number): boolean} isAlive whether there is a process with this id
 * @property {function(): string} pidNamespace a name for the processes among which an id means the same: those of this
 *   machine since it started, or of a container; throws where that is not known
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
    // Not require.resolve: it remembers a script that is gone.
    const { existsSync } = require('fs');
    return ['', '.js', '.cjs', '.mjs', '.json', '.node', '.ts'].some((extension) => existsSync(path + extension));
  },
  spawn(command, args, options) { return require('child_process').spawn(command, args, options); },
  fork(path, args, options) { return require('child_process').fork(path, args, options); },
  startScript(path, args, { execPath, execArgv, ...options }) {
    return require('child_process').spawn(execPath, [...execArgv, path, ...args], options);
  },
  raisePriority() {
    if (process.platform !== 'linux') return () => {};
    const os = require('os');
    try {
      for (const kind of ['getPriority', 'setPriority']) demand('sys', kind);
      const usual = os.getPriority();
      os.setPriority(Math.min(PRIORITY, usual));
      return () => os.setPriority(usual);
    } catch (_) {
      return () => {};
    }
  },
  raiseSession(pid) {
    try {
      require('fs').writeFileSync(`/proc/${pid}/autogroup`, `${PRIORITY}`);
    } catch (_) {
      // Not permitted, or not Linux.
    }
  },
  isThere(path) { return require('fs').existsSync(path); },
  resolveFrom(file, name) { return require('module').createRequire(file).resolve(name); },

  writeTemporary: (name, text) => require('./temporary').writeTemporary(name, text),
  removeFile(path) { require('fs').rmSync(path, { force: true }); },

  get pid() { return process.pid; },
  readBytes(path, most) {
    const fs = require('fs');
    const parts = [];
    const fd = fs.openSync(path, 'r');
    try {
      // The size of a pipe, or of a file of the kernel's, is told as 0: read on until there is no more.
      let step = fs.fstatSync(fd).size || 65536;
      for (let left = most; left > 0; step = 65536) {
        const part = Buffer.allocUnsafe(Math.min(left, step));
        const length = fs.readSync(fd, part, 0, part.length, null);
        if (length === 0) break;
        parts.push(part.subarray(0, length));
        left -= length;
      }
    } finally {
      fs.closeSync(fd);
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  },
  eachChunk(file, size, visit) {
    const fs = require('fs');
    const chunk = Buffer.allocUnsafe(size);
    const fd = typeof file === 'number' ? file : fs.openSync(file, 'r');
    try {
      for (let length = -1; length !== 0;) {
        try {
          length = fs.readSync(fd, chunk, 0, size, null);
        } catch (error) {
          // What Windows throws at the end of a pipe.
          if (error.code === 'EOF') return;
          if (error.code === 'EAGAIN') {
            pause();
            continue;
          }
          throw error;
        }
        if (length > 0) visit(chunk.subarray(0, length));
      }
    } finally {
      if (fd !== file) fs.closeSync(fd);
    }
  },
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
  // A junction is what Windows lets everybody make; elsewhere the kind means nothing.
  makeLink(target, path) { require('fs').symlinkSync(target, path, 'junction'); },
  makeFolder(path) { require('fs').mkdirSync(path, { recursive: true }); },
  makeTemporaryFolder(name, { within = null, announce = () => {} } = {}) {
    const fs = require('fs');
    if (within !== null) fs.mkdirSync(within, { recursive: true });
    const parent = fs.realpathSync(within === null ? require('os').tmpdir() : within);
    // As long as those of mkdtemp: Chromium has a socket in its folder, and the path of one has 107 characters at most.
    const own = require('crypto').randomBytes(6).toString('base64url').slice(0, 6);
    const folder = require('path').join(parent, `${name}${own}`);
    announce(folder);
    fs.mkdirSync(folder, 0o700);
    return folder;
  },
  removeTree(path) { require('fs').rmSync(path, { recursive: true, force: true, maxRetries: 3 }); },
  killGroup(pid, signal) {
    if (process.platform === 'win32') {
      // Its processes and those that they have started, which is what Windows has of groups.
      require('child_process').spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'], { windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // macOS says EPERM of a group whose processes have ended and nobody has waited for.
      if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
    }
  },
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // It may be somebody else's.
      return error.code === 'EPERM';
    }
  },

  pidNamespace() {
    if (process.platform !== 'linux') return this.hostname();
    return `${this.readText('/proc/sys/kernel/random/boot_id').trim()} ${this.readLink('/proc/self/ns/pid')}`;
  },

  // throws on a node built without the inspector
  inspectorUrl: () => permitted('sys', 'inspector', () => require('inspector').url()),
};

function writeWhole(fd, bytes) {
  let done = 0;
  // Once for an empty text, too: it tells whether the descriptor can be written to.
  do {
    try {
      done += require('fs').writeSync(fd, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      pause();
    }
  } while (done < bytes.length);
}

/** A pipe that is full, or empty: the other end gets 10 ms. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
}
