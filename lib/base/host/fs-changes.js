'use strict';

/*
 * Renames and removals. On Windows they fail while a virus scanner, an indexer or an editor has the file open, mostly
 * for some milliseconds; a network file system is similar. They are tried again for 0.7 s.
 */

const { blockFor, ifThere, orNull } = require('./fs-queries');

const HELD = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
const PAUSES_MS = [10, 40, 150, 500];

/** Changes of a file system: Node's modules fs and path, or simulated ones. */
function createFsChanges(fs, path, wait = blockFor) {
  function tryAgain(change) {
    for (const ms of PAUSES_MS) {
      try {
        return change();
      } catch (error) {
        if (!HELD.includes(error.code)) throw error;
      }
      wait(ms);
    }
    return change();
  }

  /** Throws the first error, after trying all entries. */
  function removeEntries(folder) {
    let failure = null;
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      try {
        removeEntry(path.join(folder, entry.name), entry);
      } catch (error) {
        failure = failure || error;
      }
    }
    if (failure !== null) throw failure;
  }

  const removeEntry = (file, entry) => ifThere(() => {
    if (!entry.isDirectory()) {
      fs.unlinkSync(file);
      return;
    }
    // Nothing can be removed from a read-only folder.
    if ((fs.lstatSync(file).mode & 0o700) !== 0o700) orNull(() => fs.chmodSync(file, 0o700));
    removeEntries(file);
    fs.rmdirSync(file);
  });

  return {
    rename: (from, to) => tryAgain(() => fs.renameSync(from, to)),
    removeFile: (file) => tryAgain(() => ifThere(() => fs.unlinkSync(file))),
    /**
     * Removes a folder or a file, and links in it, but not their targets: links of a checkout lead to the packages of
     * the user, and some programs follow junctions of Windows.
     */
    removeTree: (folder) => tryAgain(() => ifThere(() => removeEntry(folder, fs.lstatSync(folder)))),
  };
}

module.exports = { createFsChanges };
