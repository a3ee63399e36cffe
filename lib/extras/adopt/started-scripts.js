'use strict';

/* Scripts of other libraries that a file starts as processes. No process of this library measures their tests. */

const { subscribe } = require('diagnostics_channel');
const path = require('path');
const { findLibraryFile } = require('../../core/suite/load-suite');
const { createAsBefore } = require('../../base/host/builtins');
const { isFile, orNull } = require('../../base/host/fs-queries');
const { isCode } = require('../../base/text/code-names');

// For events in code that may have replaced builtins.
const asBefore = createAsBefore(false);
const { queueMicrotask } = globalThis;

/**
 * The first script among the arguments of a process that uses a library, directly or indirectly; null without one.
 * examined: Set of paths, which is extended. Reading a script and its imports takes long.
 */
function findScript(words, folders, examined, host) {
  const isScript = (file) => isFile(file, host) && findLibraryFile(file, host) !== null;
  for (const word of words.filter(isCode)) {
    for (const file of folders.map((folder) => path.resolve(folder, word))) {
      const isNew = !examined.has(file);
      examined.add(file);
      if (isNew && isScript(file)) return file;
    }
  }
  return null;
}

/** Calls found(script) when `file` starts one, until isOver() returns true. The script is an absolute path. */
function watchScripts(file, { cwd, host }, { isOver, found }) {
  const folders = [cwd, path.dirname(file)];
  const examined = new Set();
  function examine(given) {
    const args = given.map(String); // Node also accepts a URL
    return findScript([...args, ...args.join(' ').split(' ')], folders, examined, host);
  }
  subscribe('child_process', ({ process: child }) => {
    if (isOver()) return;
    // Node sets the arguments after this event. The words of a shell command are separate arguments.
    queueMicrotask(() => {
      const script = asBefore(() => orNull(() => examine(child.spawnargs || [])));
      if (script !== null) found(script);
    });
  });
}

module.exports = { watchScripts };
