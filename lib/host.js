'use strict';

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
 * @property {function(): string} release of the kernel
 * @property {function(): object[]} cpus as os.cpus(): may be empty or throw in a container
 * @property {function(): number[]} loadavg as os.loadavg(): zeros on Windows
 * @property {function(string): string} readText whole file as utf8; throws as fs does
 * @property {function(string): string[]} listDir names in a folder; throws as fs does
 * @property {function(string, string[], object): object} run the result of spawnSync; throws where processes are forbidden
 * @property {string[]} argv process.argv
 * @property {boolean} isMainThread
 * @property {function(string): boolean} hasScript whether node would find such a main script
 * @property {function(string, string[], object): object} fork child_process.fork
 * @property {function(string, string): string} writeTemporary a new file with this name and text -> its path
 * @property {function(string)} removeFile no error where it is gone
 * @property {function(): (string|undefined)} inspectorUrl address of the attached inspector, undefined without one
 */
module.exports = {
  get platform() { return process.platform; },
  get arch() { return process.arch; },
  get execPath() { return process.execPath; },
  get execArgv() { return process.execArgv; },
  get env() { return process.env; },
  get title() { return process.title; },
  get argv() { return process.argv; },
  get isMainThread() { return require('worker_threads').isMainThread; },
  get versions() { return process.versions; },

  release() { return require('os').release(); },
  cpus() { return require('os').cpus(); },
  loadavg() { return require('os').loadavg(); },

  readText(path) { return require('fs').readFileSync(path, 'utf8'); },
  listDir(path) { return require('fs').readdirSync(path); },

  run(command, args, options) { return require('child_process').spawnSync(command, args, options); },

  hasScript(path) {
    // Not require.resolve: it remembers a script that is gone.
    const { existsSync } = require('fs');
    return ['', '.js', '.cjs', '.mjs', '.json', '.node'].some((extension) => existsSync(path + extension));
  },
  fork(path, args, options) { return require('child_process').fork(path, args, options); },

  writeTemporary(name, text) {
    const path = require('path').join(require('os').tmpdir(), name);
    // wx: not through a link that somebody else has put there
    require('fs').writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  },
  removeFile(path) { require('fs').rmSync(path, { force: true }); },

  // throws on a node built without the inspector
  inspectorUrl() { return require('inspector').url(); },
};
