'use strict';

/* Paths and names of programs in the notation of this system. */

const path = require('path');

const pathsOf = ({ platform }) => (platform === 'win32' ? path.win32 : path.posix);

/** Path relative to a folder above it, with / on every system so that results match; null outside the folder. */
function pathWithin(folder, file, paths = path) {
  const short = paths.relative(folder, file);
  const isInside = short !== '' && short.split(paths.sep)[0] !== '..' && !paths.isAbsolute(short);
  return isInside ? withSlashes(short, paths) : null;
}

/** Also for the folder itself. On Windows, drives and names can be in another case. */
const isWithin = (folder, file, paths = path) => (
  paths.relative(folder, file) === '' || pathWithin(folder, file, paths) !== null);

/** Also for files that do not exist. The file systems of Windows and macOS usually ignore case. */
function isSamePath(a, b, { platform }) {
  const [one, other] = [a, b].map((file) => pathsOf({ platform }).resolve(file));
  return one === other || (['darwin', 'win32'].includes(platform) && one.toLowerCase() === other.toLowerCase());
}

/** Only on Windows \ is a separator; elsewhere it can be part of a name. */
const withSlashes = (file, { sep } = path) => file.split(sep).join('/');

/** A folder, its parent, and so on up to the root */
function withParents(folder, paths = path) {
  const parent = paths.dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent, paths)];
}

const shownPath = (file, cwd) => pathWithin(cwd, file) || withSlashes(file);

/** Whether a program is given by its path, and not by a name in PATH. */
const isPath = (given, { platform }) => given.includes('/') || (platform === 'win32' && /[\\:]/.test(given));

/** Folders that are searched for programs; '' is the current one. */
const listFoldersInPath = ({ env, platform }) => (env.PATH || env.Path || '').split(pathsOf({ platform }).delimiter);

/** Whether cmd.exe finds a file for this name; its own words, such as echo, have none. */
function isFoundByCmd(name, cwd, host) {
  const extensions = ['', ...(host.env.PATHEXT || '.cmd;.bat').split(';')];
  return [cwd, ...listFoldersInPath(host)].some((folder) => (
    extensions.some((extension) => host.isThere(path.win32.resolve(folder, name + extension)))));
}

/** On Windows files without an extension are npm's scripts for other shells, and .cmd files need a shell. */
const programFile = (name, { platform }) => (
  platform === 'win32' && !/\.(?:exe|com)$/i.test(name) ? `${name}.exe` : name
);

const INSTALLERS = { darwin: 'brew install', win32: 'winget install' };

/** 'brew install valgrind'. packages: by platform; `linux` is the default */
const installCommand = (packages, { platform }) => (
  packages[platform] ? `${INSTALLERS[platform] || 'apt-get install'} ${packages[platform]}`
    : `apt-get install ${packages.linux}`);

/** A hint for errors of temporary files */
const setTemporaryFolder = ({ platform }) => `Set ${platform === 'win32' ? 'TEMP' : 'TMPDIR'} to another folder`;

module.exports = {
  isPath, pathsOf, pathWithin, isWithin, isSamePath, withSlashes, withParents, shownPath, listFoldersInPath,
  isFoundByCmd, programFile, installCommand, setTemporaryFolder,
};
