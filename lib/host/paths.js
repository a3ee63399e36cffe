'use strict';

/* Paths and programs as this system writes them. host: lib/host/host.js, or a fake. */

const path = require('path');

/** The path module of the host's system, which tests can choose. */
const pathsOf = ({ platform }) => (platform === 'win32' ? path.win32 : path.posix);

/**
 * The path of a file from a folder above it, with / on every system, so that results match; null outside the folder.
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

/** With / on every system; only on Windows is \ no part of a name. */
const withSlashes = (file, { sep } = path) => file.split(sep).join('/');

/** A path as reports show it: from the current folder if it lies in that. */
const shownPath = (file, cwd) => pathWithin(cwd, file) || withSlashes(file);

/** The folders that programs are looked for in: '' is the current one. */
const foldersInPath = ({ env, platform }) => (env.PATH || env.Path || '').split(pathsOf({ platform }).delimiter);

/**
 * The file of a program. On Windows a file without an extension is a script for the shells of other systems, which npm
 * adds to its own, and .cmd files need a shell.
 */
const programFile = (name, { platform }) => (
  platform === 'win32' && !/\.(?:exe|com)$/i.test(name) ? `${name}.exe` : name
);

module.exports = { pathsOf, pathWithin, withSlashes, shownPath, foldersInPath, programFile };
