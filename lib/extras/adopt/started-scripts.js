'use strict';

/* Scripts of other libraries that a file starts as processes. No process of this library measures their tests. */

const { subscribe } = require('diagnostics_channel');
const path = require('path');
const { findLibraryFile } = require('../../core/suite/load-suite');
const { isFile } = require('../../base/host/fs-queries');
const { isCode } = require('../../base/text/code-names');

/** The first script among the arguments of a process that uses a library, directly or indirectly; null without one. */
function findScript(words, folders, host) {
  const files = words.filter(isCode).flatMap((word) => folders.map((folder) => path.resolve(folder, word)));
  return files.find((file) => isFile(file, host) && findLibraryFile(file, host) !== null) || null;
}

/** Calls found(script) when `file` starts one, until isOver() returns true. The script is an absolute path. */
function watchScripts(file, { cwd, host }, { isOver, found }) {
  const folders = [cwd, path.dirname(file)];
  subscribe('child_process', ({ process: child }) => {
    if (isOver()) return;
    // Node sets the arguments after this event. The words of a shell command are separate arguments.
    queueMicrotask(() => {
      const args = child.spawnargs || [];
      const script = findScript([...args, ...args.join(' ').split(' ')], folders, host);
      if (script !== null) found(script);
    });
  });
}

module.exports = { watchScripts };
