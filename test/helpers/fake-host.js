'use strict';

const { EventEmitter } = require('events');
const { PassThrough } = require('stream');
const { pathsOf } = require('#lib/base/host/paths');
const { PROTOCOL } = require('#lib/base/host/protocol');

const CPU = '/sys/devices/system/cpu';

/** Files of a machine that causes no warnings. */
const STEADY = {
  [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'performance\n',
  [`${CPU}/cpu1/cpufreq/scaling_governor`]: 'performance\n',
  [`${CPU}/cpufreq/ondemand/up_threshold`]: '95\n',
  [`${CPU}/intel_pstate/no_turbo`]: '1\n',
  [`${CPU}/cpufreq/boost`]: '0\n',
  '/proc/cpuinfo': 'processor\t: 0\nmodel name\t: Fast CPU 9000\nflags\t\t: fpu vme sse2\n',
  '/proc/stat': 'cpu  1000 0 500 90000 10 20 30 0 0 0\ncpu0 1000 0 500 90000 10 20 30 0 0 0\n',
  '/proc/self/cgroup': '0::/user.slice\n',
  '/sys/fs/cgroup/user.slice/cpu.max': 'max 100000\n',
  '/proc/pressure/cpu': 'some avg10=0.20 avg60=9.00 avg300=9.00 total=7618727\nfull avg10=9.00 avg60=0.00 ' +
    'avg300=0.00 total=0\n',
  '/sys/class/power_supply/AC/type': 'Mains\n',
  '/sys/class/power_supply/BAT0/type': 'Battery\n',
  '/sys/class/power_supply/BAT0/status': 'Charging\n',
};

/** An error as fs and child_process throw it. */
function systemError(code, path) {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

const valueOf = (value) => {
  if (value instanceof Error) throw value;
  return value;
};

/**
 * A fake of the result of child_process.fork: streams and events; `sent` and `kills` record calls. kill() only returns
 * true; end(code, signal) ends the process. For a process that lib/base/host/child-process-run.js started,
 * `heard` has the received messages, and say(text) and tell(message) write to its pipe, tell() with the secret.
 * `turnsHeard` and sayTurn(text) are the same for turns.
 */
function fakeChild(pid = 4711) {
  const child = new EventEmitter();
  const channel = new PassThrough();
  channel.write = (text) => child.heard.push(JSON.parse(text));
  const turns = new PassThrough();
  turns.write = (text) => child.turnsHeard.push(text);
  return Object.assign(child, {
    pid,
    connected: true,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    heard: [],
    secret: null,
    say: (text) => PassThrough.prototype.write.call(channel, text),
    tell: (message) => child.say(`\n${child.secret} ${JSON.stringify({ qtimeit: PROTOCOL, ...message })}\n`),
    turnsHeard: [],
    sayTurn: (text) => PassThrough.prototype.write.call(turns, text),
    sent: [],
    kills: [],
    send(message, callback) {
      child.sent.push(message);
      if (callback) setImmediate(callback, null);
      return true;
    },
    kill(signal) {
      child.kills.push(signal);
      return true;
    },
    exit(code, signal = null) {
      child.connected = false;
      child.emit('exit', code, signal);
    },
    close(code, signal = null) {
      for (const stream of [child.stdout, child.stderr, channel, turns]) stream.end();
      return new Promise((resolve) => setImmediate(() => {
        child.emit('close', code, signal);
        resolve();
      }));
    },
    end(code, signal = null) {
      child.exit(code, signal);
      return child.close(code, signal);
    },
    stdio: [null, null, null, channel, new PassThrough(), turns, new PassThrough()],
  });
}

/** The secret in an environment that lib/base/host/child-process-run.js made. */
function secretIn(env) {
  for (const value of Object.values(env)) {
    const [, secret] = /"secret":"(\w+)"/.exec(value) || [];
    if (secret) return secret;
  }
  throw new Error('no secret in the environment');
}

/**
 * The file functions of a host on a map from path to text, which writes change. A folder exists if the map has a file
 * in it. There are no permissions and no links.
 */
function fakeFiles(files) {
  const open = new Map();
  const has = (path) => Object.prototype.hasOwnProperty.call(files, path);
  const isFolder = (path) => path === '/' || Object.keys(files).some((name) => name.startsWith(`${path}/`));
  const there = (path) => {
    if (!has(path) && !isFolder(path)) throw systemError('ENOENT', path);
  };
  const opened = (fd) => {
    if (!open.has(fd)) throw systemError('EBADF', `${fd}`);
    return open.get(fd);
  };
  return {
    readBytes(path, most) {
      if (!has(path)) throw systemError(isFolder(path) ? 'EISDIR' : 'ENOENT', path);
      return Buffer.from(valueOf(files[path])).subarray(0, most);
    },
    eachChunk(path, size, visit) {
      const bytes = this.readBytes(path, Infinity);
      const chunk = Buffer.alloc(size);
      for (let at = 0; at < bytes.length; at += size) visit(chunk.subarray(0, bytes.copy(chunk, 0, at, at + size)));
    },
    stat(path) {
      there(path);
      return { mtime: new Date(Date.UTC(2024, 1, 29, 12)), mode: 0o644, size: String(files[path]).length,
        isFile: () => has(path), isDirectory: () => !has(path), isBlockDevice: () => false, isSocket: () => false };
    },
    listFolders(path) {
      const inside = Object.keys(files).filter((name) => name.startsWith(`${path}/`))
        .map((name) => name.slice(path.length + 1).split('/'));
      if (!inside.length) throw systemError('ENOENT', path);
      return [...new Set(inside.filter((parts) => parts.length > 1).map(([name]) => name))];
    },
    realPath(path) {
      there(path);
      return path;
    },
    readLink(path) {
      there(path);
      throw systemError('EINVAL', path);
    },
    checkAccess: there,
    openFile(path, flags) {
      if (flags === 'wx' && has(path)) throw systemError('EEXIST', path);
      files[path] = '';
      open.set(open.size + 3, path);
      return open.size + 2;
    },
    writeText(fd, text) { files[opened(fd)] += text; },
    closeFile(fd) {
      opened(fd);
      open.set(fd, null);
    },
    setMode: there,
    rename(from, to) {
      if (!has(from)) throw systemError('ENOENT', from);
      files[to] = files[from];
      delete files[from];
    },
  };
}

/**
 * A fake of base/host/host.js. files: path -> text, or an Error that reading throws. `given` may replace any field of a
 * host; an Error as cpus, loadavg, release, run or inspectorUrl is thrown; run can be a function of the command and its
 * arguments. host.asked lists the requested paths and the names of the called methods. scripts: existing main scripts;
 * gone: missing paths. host.forked: { path, args, options, child } of each fork; fork(path, args, options) returns the
 * child, or throws. host.temporary: path -> text of the existing temporary files.
 */
function fakeHost(given = {}) {
  const files = given.files || {};
  const facts = {
    platform: 'linux',
    arch: 'x64',
    execPath: '/usr/bin/node',
    execArgv: [],
    argv: ['/usr/bin/node', '/home/me/script.js'],
    isMainThread: true,
    scripts: ['/home/me/script.js'],
    fork: () => fakeChild(),
    gone: [],
    env: {},
    pid: 4000,
    title: 'node',
    versions: { node: '20.20.2', v8: '11.3.244.8-node.38' },
    release: '6.1.0',
    cpus: Array.from({ length: 4 }, () => ({ model: 'Fast CPU 9000', speed: 3000 })),
    loadavg: [0.5, 0.5, 0.5],
    inspectorUrl: undefined,
    run: { error: systemError('ENOENT', 'spawnSync perf') },
    ...given,
  };
  const asked = [];
  const runs = [];
  const forked = [];
  const temporary = {};
  const method = (name) => () => {
    asked.push(name);
    return valueOf(facts[name]);
  };
  function fork(path, args, options) {
    const one = { path, args, options, child: null };
    forked.push(one);
    one.child = facts.fork(path, args, options);
    return one.child;
  }
  return {
    ...facts,
    asked,
    runs,
    forked,
    temporary,
    makeTemporaryFolder: (name) => `/tmp/${name}random`,
    removeTree() {},
    release: method('release'),
    cpus: method('cpus'),
    loadavg: method('loadavg'),
    inspectorUrl: method('inspectorUrl'),
    run(command, args, options) {
      asked.push('run');
      runs.push({ command, args, options });
      return valueOf(typeof facts.run === 'function' ? facts.run(command, args) : facts.run);
    },
    hasScript: (path) => facts.scripts.includes(path),
    startScript: (path, args, options) => Object.assign(fork(path, args, options), { secret: secretIn(options.env) }),
    isThere: (path) => !facts.gone.includes(path),
    writeTemporary(name, text) {
      const path = `/tmp/${name}`;
      temporary[path] = text;
      return { path, remove() { delete temporary[path]; } };
    },
    ...fakeFiles(files),
    removeFile(path) {
      delete temporary[path];
      delete files[path];
    },
    killGroup(pid, signal) {
      const { child } = forked.filter((one) => one.child && one.child.pid === pid).pop();
      if (child.connected) child.kill(signal);
    },
    raisePriority: () => () => {}, raiseSession() {},
    isAlive: (id) => id === facts.pid,
    readText(path) {
      asked.push(path);
      const given = Object.hasOwn(files, path) ? files : temporary;
      if (!Object.hasOwn(given, path)) throw systemError('ENOENT', path);
      return valueOf(given[path]);
    },
    listDir(path) {
      asked.push(path);
      const { sep } = pathsOf(facts);
      const inside = Object.keys(files).filter((name) => name.startsWith(path + sep));
      if (!inside.length) throw systemError('ENOENT', path);
      return [...new Set(inside.map((name) => name.slice(path.length + 1).split(sep)[0]))];
    },
  };
}

module.exports = { fakeHost, fakeChild, systemError, STEADY };
