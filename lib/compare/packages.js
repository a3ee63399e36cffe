'use strict';

/*
 * Compares versions of a package: npm installs each into a separate folder, and package-hook.js resolves the name of
 * the package there.
 */

const path = require('path');

const { locate } = require('./binary');
const { installPackage } = require('./npm');
const { USED, VARIABLE } = require('./package-mapping');
const { orNull } = require('../host/fs-queries');
const { describeFsError } = require('../host/describe-fs-error');
const { onExit } = require('../host/interrupt');
const { writeNew } = require('../host/new-file');
const { UsageError } = require('../text/usage-error');

const PREFIX = 'qtimeit-package-';
const HOOK = path.join(__dirname, 'package-hook.js');

// An npm name with a version, range, tag, or alias.
const NAME = '(?:@[a-z0-9~-][\\w.~-]*/)?[a-z0-9~-][\\w.~-]*';
const VERSION = new RegExp(`^(${NAME})@((?:npm:${NAME}@)?[^@:/\\\\]+|npm:${NAME})$`, 'i');

function packageOf(given, { host, cwd }) {
  const [, name] = VERSION.exec(given) || [];
  return name !== undefined && orNull(() => locate(given, { host, cwd })) === null ? name : null;
}

/** Null if all are programs. Throws a UsageError for different packages, or a package and a program. */
function commonPackage(given, deps) {
  const names = given.map((one) => packageOf(one, deps));
  if (names.every((name) => name === null)) return null;
  const at = names.findIndex((name) => name !== names[0]);
  if (at < 0) return names[0];
  const both = `${given[0]} and ${given[at]}`;
  if (names.includes(null)) {
    throw new UsageError(`${both} cannot be compared: a version of a package and a node; give two of a kind`);
  }
  const [first, other] = [names[0], names[at]];
  throw new UsageError(`${both} are different packages, and files ask for one of them; ${first}@npm:${other} puts ` +
    'the other one in its place, or make a suite with a test for each');
}

/** The .npmrc of the project may name registries. */
function copySettings(folder, { host, cwd }) {
  for (let at = cwd; ; at = path.dirname(at)) {
    const isTop = path.dirname(at) === at;
    if (!isTop && !host.isThere(path.join(at, 'package.json'))) continue;
    const settings = orNull(() => host.readText(path.join(at, '.npmrc')));
    if (settings !== null) writeNew(path.join(folder, '.npmrc'), settings, 0o600, host);
    return;
  }
}

function makeFolder({ host, cwd }) {
  try {
    const folder = host.makeTemporaryFolder(`${PREFIX}${host.pid}-`);
    // Without it npm would search the parent folders for a project.
    writeNew(path.join(folder, 'package.json'), '{ "private": true }\n', 0o600, host);
    copySettings(folder, { host, cwd });
    return folder;
  } catch (error) {
    throw new UsageError('there is no place for packages in the folder for temporary files: ' +
      `${describeFsError(error)}; TMPDIR sets another`);
  }
}

function labelOf(folder, name, host) {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  const { name: own = name, version } = orNull(() => JSON.parse(host.readText(manifest))) || {};
  if (typeof version !== 'string') throw new UsageError(`npm has installed no package ${name} that has a version`);
  return `${own}@${version}`;
}

function optionsWithHook({ NODE_OPTIONS = '' }) {
  const quoted = `"${HOOK.replace(/[\\"]/g, '\\$&')}"`;
  return `${NODE_OPTIONS} --require ${quoted}`.trim();
}

function notesOf(labels) {
  const isSame = new Set(labels).size === 1;
  return isSame ? [`${labels[0]} is what all sides have: the same is compared with itself`] : [];
}

/** given: per side, such as 'left-pad@1'. If an installation fails: removes all, and throws npm's message. */
async function packageSides(name, given, side, { host, cwd, terminal }) {
  const opened = [];
  const remove = () => {
    for (const { folder, install } of opened.splice(0)) {
      install.kill();
      orNull(() => host.removeTree(folder));
    }
  };
  const stopWaiting = onExit(remove);
  try {
    terminal.writeError(`npm installs ${given.join(', ')}\n`);
    for (const spec of given) {
      const folder = makeFolder({ host, cwd });
      const install = installPackage(spec, { folder, cwd }, host);
      opened.push({ folder, install });
      // Awaited below, unless the next folder fails.
      install.ended.catch(() => {});
    }
    const folders = opened.map(({ folder }) => folder);
    await Promise.all(opened.map(({ install }) => install.ended));
    const labels = folders.map((folder) => labelOf(folder, name, host));
    const notes = notesOf(labels);
    const isUsed = () => folders.some((folder) => host.isThere(path.join(folder, USED)));
    const unused = `none of the files asks for ${name} when it is loaded; where no test does, all sides are the same`;
    return folders.map((folder, i) => ({
      ...side,
      // Labels identify sides.
      label: labels.indexOf(labels[i]) === i ? labels[i] : `${labels[i]} (${i + 1})`,
      source: given[i],
      cwd, env: { [VARIABLE]: JSON.stringify({ name, folder }), NODE_OPTIONS: optionsWithHook(host.env) },
      notes: i === 0 ? notes : [],
      notesOnceLoaded: () => (i > 0 || isUsed() ? [] : [unused]),
      remove,
    }));
  } catch (error) {
    for (const { install } of opened) install.kill();
    // A running npm would recreate its folder.
    await Promise.allSettled(opened.map(({ install }) => install.ended));
    remove();
    throw error;
  } finally {
    stopWaiting();
  }
}

module.exports = { commonPackage, packageSides };
