'use strict';

/* The files that merge is given: found, and each read once. */

const path = require('path');
const { readDocument } = require('../document/document');
const { orNull } = require('../host/fs-queries');
const { expandBraces, isGlob, namePattern } = require('../suite/glob');
const { UsageError } = require('../text/usage-error');

/** Paths below a folder whose parts match, in the order of their names. */
function matching(folder, [part, ...rest], host) {
  const fits = isGlob(part) ? namePattern(part) : (name) => name === part;
  const names = isGlob(part) ? (orNull(() => host.listDir(folder)) || []).filter(fits).sort() : [part];
  const files = names.map((name) => path.join(folder, name)).filter((file) => orNull(() => host.stat(file)) !== null);
  return rest.length === 0 ? files : files.flatMap((file) => matching(file, rest, host));
}

/** The files of a pattern, for shells that do not expand it. */
function filesOfPattern(pattern, { host }) {
  const slashed = host.platform === 'win32' ? pattern.replace(/\\/g, '/') : pattern;
  const { root } = path.parse(slashed);
  const parts = slashed.slice(root.length).split('/').filter((part) => part !== '' && part !== '.');
  return matching(root || '.', parts, host);
}

function filesOf(given, deps) {
  const isThere = orNull(() => deps.host.stat(given)) !== null;
  if (isThere || !isGlob(given)) return [given];
  const files = expandBraces(given).flatMap((pattern) => filesOfPattern(pattern, deps));
  if (files.length === 0) throw new UsageError(`no file matches ${given}`);
  return files;
}

/** @throws {UsageError} for a file that is given twice, by whatever name */
function checkOnce(files, { host }) {
  const known = new Map();
  for (const file of files) {
    const real = orNull(() => host.realPath(file)) || file;
    const before = known.get(real);
    if (before !== undefined) {
      const names = before === file ? `${file} is given twice` : `${before} and ${file} are the same file`;
      throw new UsageError(`${names}; leave one out`);
    }
    known.set(real, file);
  }
}

/**
 * @param {string[]} given files and patterns as typed
 * @param {object} deps { host }
 * @returns {{ file: string, document: object }[]}
 * @throws {UsageError}
 */
function readParts(given, deps) {
  const files = given.flatMap((one) => filesOf(one, deps));
  checkOnce(files, deps);
  return files.map((file) => ({ file, document: readDocument(file, deps) }));
}

module.exports = { readParts };
