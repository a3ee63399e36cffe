'use strict';

/* Output files: a trial checks at the start that they can be written. Old content stays until the new is complete. */

const path = require('path');
const { randomBytes } = require('crypto');
const { constants } = require('fs');
const { describeFsError, ifThere, orNull } = require('./fs-queries');
const { writeNew } = require('./new-file');
const { nearest } = require('../text/nearest');
const { escaped } = require('../text/display');
const { UsageError } = require('../text/usage-error');

const MOST_LINKS = 40;
const SEPARATOR = path.sep === '/' ? '/' : /[\\/]/;
const PERMISSIONS = 0o777;
const SHARED = 0o1002; // sticky, and writable by all
const HEAD_BYTES = 512; // includes the time at which a document was saved

class StoreError extends Error {
  constructor(path, reason) {
    super(`${escaped(path)} could not be saved: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** Descriptor of a path such as /dev/stdout, which the shell may have redirected to a file; null for other paths. */
function descriptorOf(file) {
  const number = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/.exec(file);
  if (number) return Number(number[1]);
  const index = ['/dev/stdout', '/dev/stderr'].indexOf(file);
  return index < 0 ? null : index + 1;
}

/** Whether other users can put a link there, as in /tmp; throws for their links, like Linux (fs.protected_symlinks). */
function isInSharedFolder(link, host) {
  const folder = host.stat(path.dirname(link));
  if (host.uid === null || (folder.mode & SHARED) !== SHARED) return false;
  const { uid } = host.linkStat(link);
  if (uid === host.uid || uid === folder.uid) return true;
  throw Object.assign(new Error(`${link} is a link of another user`), { code: 'FOREIGN' });
}

/**
 * Follows links step by step, also to a file that does not exist: the system checks other users' links in any folder of
 * the path only if fs.protected_symlinks is set. isShared: whether the file itself is a link in a shared folder
 */
function follow(given, host) {
  const full = path.resolve(given);
  let folder = path.parse(full).root; // without links
  let left = full.slice(folder.length);
  let isShared = false;
  let links = 0;
  while (left !== '') {
    const fd = host.platform === 'win32' ? null : descriptorOf(path.join(folder, left));
    if (fd !== null) return { file: path.join(folder, left), fd };
    const [name] = left.split(SEPARATOR, 1);
    const rest = left.slice(name.length + 1);
    const file = path.join(folder, name);
    // Throws if the file does not exist, or is not a link.
    const link = orNull(() => host.readLink(file));
    if (link === null) {
      folder = file;
      left = rest;
      continue;
    }
    if (++links > MOST_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    isShared = (isInSharedFolder(file, host) && rest === '') || isShared;
    const { root } = path.parse(link);
    if (root !== '') folder = root;
    left = link.slice(root.length) + (rest && path.sep + rest);
  }
  return { file: folder, fd: null, isShared };
}

/** null only if the file does not exist */
const statIfThere = (file, host) => ifThere(() => host.stat(file));

// Windows replaces some of these by other files: a.json:b is a stream of a.json, and nul.json a device.
const MOST_NAME = 255; // UTF-16 units on Windows
const NOT_ON_WINDOWS = /[<>:"|?*]|[^ -\uffff]|^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

function checkName(given, { platform }) {
  if (platform !== 'win32') return;
  const name = path.win32.basename(given);
  const [fault] = NOT_ON_WINDOWS.exec(name) || [];
  const why = fault !== undefined ? `Windows does not allow ${escaped(fault)} in the name of a file`
    : name.length > MOST_NAME ? 'the name is too long' : null;
  if (why !== null) throw new UsageError(`${given} cannot be written: ${why}. Use another name`);
}

function checkFolder(given, folder, host) {
  if (statIfThere(folder, host)) return;
  const named = path.dirname(given);
  const names = orNull(() => host.listDir(path.dirname(folder))) || [];
  const meant = nearest(path.basename(folder), names);
  const near = meant !== null && `Did you mean ${path.join(path.dirname(named), meant)}?`;
  const hint = near || 'Create it, or use another path';
  throw new UsageError(`${given} cannot be written: the folder ${named} does not exist. ${hint}`);
}

/** A random name, so that no other user can put a link there. */
const temporaryFor = (file) => path.join(path.dirname(file), `.qtimeit-${randomBytes(8).toString('hex')}.tmp`);

/** Opens a pipe, a terminal or /dev/null now, and writes to it directly. */
function openStream(given, { file, fd }, host) {
  const { O_WRONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
  // Without O_NONBLOCK a pipe without a reader would block here, and ^C would not work.
  const open = fd === null ? host.openFile(file, O_WRONLY | O_NONBLOCK | O_NOCTTY, 0o666) : fd;
  if (fd !== null) host.writeText(fd, '');
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
  };
}

function openReplacing(given, file, old, force, host) {
  const trial = temporaryFor(file);
  try {
    writeNew(trial, '\n', 0o600, host);
    host.removeFile(trial);
  } catch (error) {
    const what = `${given} cannot be written into the folder ${path.dirname(given)}`;
    throw new UsageError(`${what}: ${describeFsError(error)}. Use another path`);
  }

  const headOf = (path) => orNull(() => host.readBytes(path, HEAD_BYTES));
  let written; // head of the last document written: undefined before the first, null if it cannot be read
  let kept = null; // a file with content that could not replace the old one

  /** Keeps documents of other processes, because the same command may run twice. */
  function checkNotReplaced() {
    if (!statIfThere(file, host)) return;
    if (written === undefined) {
      if (force) return;
      throw new StoreError(given, 'it was created during the run. Use --force to overwrite it');
    }
    const head = headOf(file);
    if (head === null || written === null || head.equals(written)) return;
    throw new StoreError(given, 'another process is also writing to it, so its content was kept. Is the same ' +
      'command running twice?');
  }

  function replace(temporary) {
    try {
      host.rename(temporary, file);
    } catch (error) {
      if (!statIfThere(temporary, host)) throw error;
      if (kept === null || !orNull(() => [host.rename(temporary, kept)])) kept = temporary;
      const isHeld = host.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(error.code);
      const words = isHeld ? 'another program has it open, or you have no permission' : describeFsError(error);
      throw new StoreError(given, `${words}. The new content is in ${kept}`);
    }
    if (kept !== null) orNull(() => host.removeFile(kept));
    kept = null;
  }

  return {
    path: given,
    isStream: false,
    write(text) {
      const temporary = temporaryFor(file);
      try {
        checkNotReplaced();
        writeNew(temporary, text, old ? old.mode & PERMISSIONS : 0o666, host);
        // The umask has changed the mode. Some file systems have no modes.
        if (old) orNull(() => host.setMode(temporary, old.mode & PERMISSIONS));
        const head = headOf(temporary);
        replace(temporary);
        written = head;
      } catch (error) {
        if (error instanceof StoreError) throw error;
        throw new StoreError(given, error.code === 'ENOENT' ? 'its folder no longer exists' : describeFsError(error));
      }
    },
  };
}

/**
 * Opens a path as typed. Keeps links; writes directly to /dev/stdout, pipes and devices. write() replaces the content
 * each time, and a stream appends. If it fails, or if another process has written the file, it throws a StoreError and
 * keeps the content. With a UsageError nothing has changed, and there is no new file.
 */
function openOutputFile(given, { force, host }) {
  if (given === '') throw new UsageError('the file name is empty');
  checkName(given, host);
  try {
    const found = follow(given, host);
    if (found.fd !== null) return openStream(given, found, host);
    const { file, isShared } = found;
    const old = statIfThere(file, host);
    if (!old) checkFolder(given, path.dirname(file), host);
    const isFolder = old ? old.isDirectory() : given.endsWith('/') || given.endsWith(path.sep);
    if (isFolder) throw new UsageError(`${given} is a folder. Pass the name of a file in it`);
    const other = old && (old.isSocket() ? 'a socket' : old.isBlockDevice() ? 'a disk' : null);
    if (other) throw new UsageError(`${given} is ${other}. Pass the name of a file`);
    if (old && !old.isFile()) return openStream(given, found, host);
    if ((old || isShared) && !force) throw new UsageError(`${given} already exists. Use --force to overwrite it`);
    if (old) host.checkAccess(file, 'write');
    return openReplacing(given, file, old, force, host);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${given} cannot be written: ${describeFsError(error)}`);
  }
}

module.exports = { openOutputFile, StoreError };
