'use strict';

/* Paths and programs as this system writes them; host: lib/host/host.js, or what stands in for it. */

const path = require('path');

/** The module for the paths of a system: `path`, but in tests. */
const pathsOf = ({ platform }) => (platform === 'win32' ? path.win32 : path.posix);

/**
 * A path from a folder that it lies in, with / on every system, so that results can be matched; null where it does not.
 *
 * @param {string} folder
 * @param {string} file both absolute
 * @param {object} [paths] of the system
 */
function pathWithin(folder, file, paths = path) {
  const short = paths.relative(folder, file);
  const isInside = short !== '' && short.split(paths.sep)[0] !== '..' && !paths.isAbsolute(short);
  return isInside ? withSlashes(short, paths) : null;
}

/** With / on every system; elsewhere than on Windows a \ is part of a name. */
const withSlashes = (file, { sep } = path) => file.split(sep).join('/');

/** A path as reports show it: from the current folder if it lies in that. */
const shownPath = (file, cwd) => pathWithin(cwd, file) || withSlashes(file);

/** The folders that programs are looked for in: '' is the current one. */
const foldersInPath = ({ env, platform }) => (env.PATH || env.Path || '').split(pathsOf({ platform }).delimiter);

/**
 * The file of a program that is called so. On Windows that without an extension is a script for the shells of other
 * systems, such as npm puts beside its own, and what ends in .cmd needs a shell.
 */
const programFile = (name, { platform }) => (
  platform === 'win32' && !/\.(?:exe|com)$/i.test(name) ? `${name}.exe` : name
);

module.exports = { pathsOf, pathWithin, withSlashes, shownPath, foldersInPath, programFile };
