'use strict';

/* Temporary folders of processes. Later runs find the folders of killed runs, but never a folder of another user. */

const path = require('path');
const { orNull } = require('./fs-queries');
const { writeNew } = require('./new-file');

const OWNER = 'owner.json'; // has the pid of its process
const WRITABLE_BY_OTHERS = 0o022;

// Folders of this process, with their { dev, ino }. Other folders with its pid come from an earlier process.
const opened = new Map();

const isOpened = (folder) => opened.has(folder);
const forgetFolder = (folder) => opened.delete(folder);
const rememberFolder = (folder, host) => opened.set(folder, orNull(() => host.linkStat(folder)));

/** Throws, without leaving a folder, if it cannot be made. within: of host.makeTemporaryFolder() */
function makeOwnFolder(prefix, host, within = null) {
  const namespace = orNull(() => host.pidNamespace());
  const folder = host.makeTemporaryFolder(`${prefix}${host.pid}-`, { within });
  try {
    writeNew(path.join(folder, OWNER), JSON.stringify({ pid: host.pid, namespace }), 0o600, host);
  } catch (error) {
    orNull(() => host.removeTree(folder));
    throw error;
  }
  rememberFolder(folder, host);
  return folder;
}

/** Whether it is a folder, not a link, that no other user made or can change. Windows has no owners. */
function isPrivateFolder(folder, host) {
  const found = orNull(() => host.linkStat(folder));
  if (found === null || !found.isDirectory()) return false;
  return host.uid === null || (found.uid === host.uid && (found.mode & WRITABLE_BY_OTHERS) === 0);
}

/** Whether its process has ended; false for a process in another container, whose pid means nothing. */
function isAbandoned(folder, host) {
  if (opened.has(folder) || !isPrivateFolder(folder, host)) return false;
  const { pid, namespace } = JSON.parse(host.readText(path.join(folder, OWNER)));
  if (namespace === null || namespace !== host.pidNamespace()) return false;
  return pid === host.pid || !host.isAlive(pid);
}

/** Folders with the same parent that killed processes of this user have left */
function findAbandonedBeside(folder, prefix, host) {
  const parent = path.dirname(folder);
  return (orNull(() => host.listFolders(parent)) || []).filter((name) => name.startsWith(prefix))
    .map((name) => path.join(parent, name)).filter((one) => orNull(() => isAbandoned(one, host)));
}

/** Whether it is still the folder that was made: a test, --prepare or another user may have put a link in its place. */
function isOwnFolder(folder, host) {
  const made = opened.get(folder);
  if (!made || host.uid === null) return isPrivateFolder(folder, host);
  const found = orNull(() => host.linkStat(folder));
  return found !== null && found.dev === made.dev && found.ino === made.ino;
}

/** Never throws. If a file is in use, as by an ending process on Windows, the folder stays for later runs. */
function removeOwnFolder(folder, host) {
  orNull(() => {
    if (!isOwnFolder(folder, host)) return;
    const names = host.listDir(folder).filter((name) => name !== OWNER);
    for (const name of names) host.removeTree(path.join(folder, name));
    host.removeTree(folder);
  });
  forgetFolder(folder);
}

function removeAbandonedBeside(folder, prefix, host) {
  for (const stale of findAbandonedBeside(folder, prefix, host)) removeOwnFolder(stale, host);
}

module.exports = {
  findAbandonedBeside, forgetFolder, isOpened, isOwnFolder, makeOwnFolder, rememberFolder, removeAbandonedBeside,
  removeOwnFolder,
};
