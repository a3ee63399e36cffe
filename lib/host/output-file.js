'use strict';

/*
 * A file that will be written after minutes of measuring: whether that can be done is found out before, by doing
 * it, and the old content stays until the new one is complete.
 */

const path = require('path');
const { randomBytes } = require('crypto');

const { orNull } = require('./fs-queries');
const { describeFsError } = require('./describe-fs-error');
const { removeQuietly, writeNew } = require('./new-file');
const { nearest } = require('../text/nearest');
const { escaped } = require('../text/display');
const { UsageError } = require('../text/usage-error');

// More than Linux follows.
const MOST_LINKS = 40;

const PERMISSIONS = 0o777;

// A document tells in these when it was saved.
const HEAD_BYTES = 512;

/** Measured, and now it cannot be saved. */
class StoreError extends Error {
  /**
   * @param {string} path as typed
   * @param {string} reason plain words
   */
  constructor(path, reason) {
    super(`${escaped(path)} could not be saved: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/**
 * The descriptor that a name stands for: /dev/stdout is 1, which can be a file of the shell's that must not be
 * replaced.
 */
function descriptorOf(file) {
  const number = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/.exec(file);
  if (number) return Number(number[1]);
  const index = ['/dev/stdout', '/dev/stderr'].indexOf(file);
  return index < 0 ? null : index + 1;
}

/**
 * Where a path leads, links followed, whether there is something or not.
 * @returns {{ file: string, fd: number|null }}
 * @throws as fs does where its folder is not there
 */
function follow(given, host) {
  let file = path.resolve(given);
  for (let i = 0; i < MOST_LINKS; i++) {
    const fd = host.platform === 'win32' ? null : descriptorOf(file);
    if (fd !== null) return { file, fd };
    let link;
    try {
      link = host.readLink(file);
    } catch (_) {
      // Not there, or no link.
      return { file, fd: null };
    }
    // The folder without links: .. within the link starts from there.
    file = path.resolve(host.realPath(path.dirname(file)), link);
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
}

/** stat, null where there is nothing */
function statOf(file, host) {
  try {
    return host.stat(file);
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function checkFolder(given, folder, host) {
  if (statOf(folder, host)) return;
  const named = path.dirname(given);
  let names = [];
  try {
    names = host.listDir(path.dirname(folder));
  } catch (_) {
    // Its folder is missing, too.
  }
  const meant = nearest(path.basename(folder), names);
  const near = meant !== null && `did you mean ${path.join(path.dirname(named), meant)}?`;
  const wayOut = near || 'make it, or give another path';
  throw new UsageError(`${given} cannot be written: there is no folder ${named}; ${wayOut}`);
}

/** A name that nobody can guess: somebody else may have put a link there. */
function temporaryBeside(file) {
  return path.join(path.dirname(file), `.qtimeit-${randomBytes(8).toString('hex')}.tmp`);
}

/** A pipe, a terminal, /dev/null: opened now, written straight. */
function openStream(given, { file, fd }, host) {
  let open = fd;
  if (fd === null) {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = require('fs').constants;
    // Without O_NONBLOCK a pipe that nobody reads would stop us here, deaf to ^C.
    open = host.openFile(file, O_WRONLY | (O_NONBLOCK || 0) | (O_NOCTTY || 0), 0o666);
  } else {
    host.writeText(fd, '');
  }
  return {
    path: given,
    isStream: true,
    write(text) {
      try {
        host.writeText(open, text);
      } catch (error) {
        throw new StoreError(given, describeFsError(error));
      }
    },
    close() {
      if (fd === null && open !== null) host.closeFile(open);
      open = null;
    },
  };
}

/** @returns {object} one that replaces a file */
function openReplacing(given, file, old, force, host) {
  // That it can be written is seen by writing; the file is gone before anything is measured.
  const trial = temporaryBeside(file);
  try {
    writeNew(trial, '\n', 0o600, host);
    host.removeFile(trial);
  } catch (error) {
    const what = `${given} cannot be written into the folder ${path.dirname(given)}`;
    throw new UsageError(`${what}: ${describeFsError(error)}; give another path`);
  }

  const headOf = (path) => orNull(() => host.readBytes(path, HEAD_BYTES));
  let last = null; // what was written: { head }, null where that cannot be read

  /**
   * What somebody else has written stays: the same command may run twice.
   *
   * @throws {StoreError}
   */
  function checkNobodyElse() {
    if (!statOf(file, host)) return;
    if (last === null) {
      if (force) return;
      throw new StoreError(given, 'it was not there at the start, and now it is; --force writes over it');
    }
    const [there, ours] = [headOf(file), last.head];
    if (there === null || ours === null || there.equals(ours)) return;
    throw new StoreError(given, 'another process writes to it, too, and what that has written stays; does the same ' +
      'command run twice?');
  }

  return {
    path: given,
    isStream: false,
    write(text) {
      const temporary = temporaryBeside(file);
      try {
        checkNobodyElse();
        writeNew(temporary, text, old ? old.mode & PERMISSIONS : 0o666, host);
        try {
          // What the umask has taken off a mode that somebody had set.
          if (old) host.setMode(temporary, old.mode & PERMISSIONS);
        } catch (_) {
          // A file system without modes.
        }
        const head = headOf(temporary);
        host.rename(temporary, file);
        last = { head };
      } catch (error) {
        removeQuietly(temporary, host);
        if (error instanceof StoreError) throw error;
        throw new StoreError(given, error.code === 'ENOENT' ? 'its folder is gone' : describeFsError(error));
      }
    },
    close() {},
  };
}

/**
 * A file to save to, after all that can be wrong with it has been looked for.
 *
 * @param {string} given path as typed; a link stays one; /dev/stdout, pipes and devices are written straight
 * @param {object} options
 * @param {boolean} options.force whether a file that is there may be written over
 * @param {import('./host')} options.host
 * @returns {{ path: string, isStream: boolean, write: function(string), close: function() }} write() puts a text in
 *   place of what is there, as often as wanted, or throws a StoreError and leaves what is there, as it does where
 *   somebody else has written that; where isStream, it adds to what went before
 * @throws {UsageError} nothing has been changed then, and there is no new file
 */
function openOutputFile(given, { force, host }) {
  if (given === '') throw new UsageError('the name of the file to save to is empty');
  try {
    const found = follow(given, host);
    if (found.fd !== null) return openStream(given, found, host);
    const { file } = found;
    const old = statOf(file, host);
    if (!old) checkFolder(given, path.dirname(file), host);
    const isFolder = old ? old.isDirectory() : given.endsWith('/') || given.endsWith(path.sep);
    if (isFolder) throw new UsageError(`${given} is a folder; give the name of a file in it`);
    const other = old && (old.isSocket() ? 'a socket' : old.isBlockDevice() ? 'a disk' : null);
    if (other) throw new UsageError(`${given} is ${other}; give the name of a file`);
    if (old && !old.isFile()) return openStream(given, found, host);
    if (old && !force) throw new UsageError(`${given} is there already; --force writes over it`);
    if (old) host.checkAccess(file, 'write');
    return openReplacing(given, file, old, force, host);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${given} cannot be written: ${describeFsError(error)}`);
  }
}

module.exports = { openOutputFile, StoreError };
