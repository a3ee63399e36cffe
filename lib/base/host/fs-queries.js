'use strict';

/* Queries of files, programs and facts that do not throw, and messages for errors. They never make Deno ask. */

const engine = require('#engine');
const { attempt, readMessage } = require('../text/show');

// Captured at load, because a measured test may replace them. Some pages have no SharedArrayBuffer.
const { Int32Array, SharedArrayBuffer } = globalThis;
const { wait } = Atomics;

const orNull = (probe) => attempt(probe, null);

/** The result of an action, null if its file does not exist */
function ifThere(action) {
  try {
    return action();
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** null if the file does not exist. Throws a UsageError with the reason if it cannot be read. name: as in the error */
function unlessMissing(name, read) {
  try {
    return ifThere(read);
  } catch (error) {
    const { UsageError } = require('../text/usage-error');
    throw new UsageError(`${name} cannot be read: ${describeFsError(error)}`);
  }
}

const blockFor = (ms) => { wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); };

/** Repeats an action while a pipe is full or empty. */
function insist(action, pauseMs) {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      blockFor(pauseMs);
    }
  }
}

const tryStat = (file, host) => orNull(() => host.stat(file));
const isFile = (file, host) => Boolean(orNull(() => host.stat(file).isFile()));
const isFolder = (file, host) => Boolean(orNull(() => host.stat(file).isDirectory()));
const isExecutable = (file, host) => orNull(() => [host.checkAccess(file, 'execute')]) !== null;

/** '' if the file cannot be read */
const readTrimmed = (host, file) => orNull(() => host.readText(file).trim()) || '';

/** The same for all paths of a file, also in another case if the file system ignores case */
function fileKey(file, host) {
  const real = host.realPath(file);
  const { dev, ino } = host.stat(real);
  return `${real.toLowerCase()}\n${dev} ${ino}`;
}

const isProgram = (file, host) => isFile(file, host) && isExecutable(file, host);

/** Runs a program to its end; { error } if it cannot be started. */
function askProgram(host, program, args, options) {
  try {
    return host.run(program, args, {
      encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], killSignal: 'SIGKILL', windowsHide: true, ...options,
    });
  } catch (error) {
    return { error };
  }
}

const isKnown = (value) => (typeof value === 'string' ? value !== '' : Number.isFinite(value));

/** probes: field -> function. Returns { facts, missing }: the values, null if unknown, and the reasons for null. */
function readFacts(probes, unknown, reasonOf = readMessage) {
  const facts = {};
  const missing = {};
  for (const [field, probe] of Object.entries(probes)) {
    facts[field] = null;
    try {
      const value = probe();
      if (isKnown(value)) facts[field] = value;
      else missing[field] = unknown;
    } catch (error) {
      missing[field] = reasonOf(error);
    }
  }
  return { facts, missing };
}

const WORDS = {
  ENOENT: 'it does not exist',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it already exists',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a cycle',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file would exceed the size limit (ulimit -f)',
  EIO: 'the device failed (EIO)',
  ENXIO: 'no process reads the other end, or the device does not exist',
  EPIPE: 'the other end is closed',
  EBADF: 'it is not open',
  EBUSY: 'it is in use',
  ENOBUFS: 'its output is too long',
  EXDEV: 'it is on another file system',
  ETXTBSY: 'it is in use',
  EMFILE: 'too many files are open (ulimit -n)',
  ENFILE: 'too many files are open on this system',
  ENOMEM: 'no memory left',
  EAGAIN: 'too many processes, or no memory left',
  ENOTSUP: 'it does not support this operation',
  ERR_ACCESS_DENIED: 'the permission model of node forbids it',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
};

/** ENOSPC -> 'no space left on the device' */
function describeFsError(error) {
  const name = error && error.code;
  return typeof name === 'string' && Object.hasOwn(WORDS, name) ? WORDS[name] : readMessage(error);
}

/** name: 'read', 'write', 'env', 'run' or 'sys'; what: a path, a command, or a kind of facts */
function demand(name, what) {
  if (!engine.permits(name, what)) throw new Error(`Deno was started without --allow-${name}`);
}

function permitted(name, what, action) {
  demand(name, what);
  return action();
}

module.exports = {
  orNull, ifThere, unlessMissing, insist, blockFor, readTrimmed, tryStat, isFile, isFolder, isExecutable, isProgram,
  fileKey, askProgram, readFacts, describeFsError, demand, permitted,
};
