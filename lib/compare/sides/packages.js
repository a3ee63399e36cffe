'use strict';

/* Compares versions of a package: npm installs each into a separate folder, which package-hook.js maps. */

const path = require('path');

const { locate } = require('./binary');
const { USED, PACKAGE_VARIABLE } = require('./package-mapping');
const { keepText } = require('../../base/host/child-output');
const { createRunMark } = require('../../base/host/child-process-run');
const { describeFsError, orNull, unlessMissing } = require('../../base/host/fs-queries');
const { program: { onExit } } = require('#engine');
const { writeNew } = require('../../base/host/new-file');
const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('../../base/host/own-folders');
const { listFoldersInPath, pathsOf, setTemporaryFolder, withParents } = require('../../base/host/paths');
const { UsageError } = require('../../base/text/usage-error');

const PREFIX = 'qtimeit-package-'; // of a temporary folder
const HOOK = path.join(__dirname, 'package-hook.js');
const NAME = '(?:@[a-z0-9~-][\\w.~-]*/)?[a-z0-9~-][\\w.~-]*'; // an npm name with a version, range, tag, or alias
const VERSION = new RegExp(`^(${NAME})@((?:npm:${NAME}@)?[^@:/\\\\]+|npm:${NAME})$`, 'i');

function packageOf(given, { host, cwd }) {
  const [, name] = VERSION.exec(given) || [];
  return name !== undefined && orNull(() => locate(given, { host, cwd })) === null ? name : null;
}

/** Null if all are programs. Throws a UsageError for different packages, or a package and a program. */
function findCommonPackage(given, deps) {
  const names = given.map((one) => packageOf(one, deps));
  if (names.every((name) => name === null)) return null;
  const at = names.findIndex((name) => name !== names[0]);
  if (at < 0) return names[0];
  const both = `${given[0]} and ${given[at]}`;
  if (names.includes(null)) {
    throw new UsageError(`${both} cannot be compared: one is a package, the other an executable. Pass two packages ` +
      'or two executables');
  }
  const [first, other] = [names[0], names[at]];
  throw new UsageError(`${both} are different packages, but the files import only one of them. To replace one with ` +
    `the other, pass ${first}@npm:${other}. Or write a suite with a test for each`);
}

/** The .npmrc of the project may name registries. */
function copySettings(folder, { host, cwd }) {
  const folders = withParents(cwd);
  const project = folders.find((one) => host.isThere(path.join(one, 'package.json'))) || folders.at(-1);
  const file = path.join(project, '.npmrc');
  const settings = unlessMissing(file, () => host.readText(file));
  if (settings !== null) writeNew(path.join(folder, '.npmrc'), settings, 0o600, host);
}

function makeFolder({ host, cwd }) {
  try {
    const folder = makeOwnFolder(PREFIX, host);
    removeAbandonedBeside(folder, PREFIX, host);
    // Without it npm would search the parent folders for a project.
    writeNew(path.join(folder, 'package.json'), '{ "private": true }\n', 0o600, host);
    copySettings(folder, { host, cwd });
    return folder;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError('packages cannot be installed into the folder for temporary files: ' +
      `${describeFsError(error)}. ${setTemporaryFolder(host)}`);
  }
}

function labelOf(folder, name, host) {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  const { name: own = name, version } = orNull(() => JSON.parse(host.readText(manifest))) || {};
  if (typeof version !== 'string') throw new UsageError(`npm did not install ${name}, or it has no version`);
  return `${own}@${version}`;
}

function optionsWithHook({ NODE_OPTIONS = '' }) {
  const quoted = `"${HOOK.replace(/[\\"]/g, '\\$&')}"`;
  return `${NODE_OPTIONS} --require ${quoted}`.trim();
}

const MOST_SAID = 65536;

// One retry for network errors. Missing versions are known after one answer.
const OPTIONS = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];

const NPM = /^npm (?:ERR!|error)\s*/i;
// Lines such as 'npm error code E404' explain nothing.
const LABELS = /^(?:code|errno|syscall|path|type|command|signal|A complete log|\s*at |\{|\})/;
const CODES = /^(?:FetchError:|E[A-Z0-9]+|\d{3}|notarget|network|eresolve)\s+/i;

function causeIn(stderr) {
  const lines = stderr.split('\n').filter((line) => NPM.test(line)).map((line) => line.replace(NPM, '').trim());
  const messages = lines.filter((line) => line && !LABELS.test(line)).map((line) => line.replace(CODES, ''));
  return (messages[0] || stderr.trim().split('\n').pop() || '').slice(0, 300);
}

/**
 * On Windows npm is a cmd script, and cmd would interpret the caret of a range. The script of npm is in the folder
 * of node.exe, or in that of a cmd script in PATH.
 */
function commandOf(host) {
  if (host.platform !== 'win32') return ['npm'];
  const { dirname, join } = pathsOf(host);
  const folders = listFoldersInPath(host).filter((folder) => folder && host.isThere(join(folder, 'npm.cmd')));
  const script = [dirname(host.execPath), ...folders]
    .map((folder) => join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')).find((file) => host.isThere(file));
  return script === undefined ? ['npm'] : [host.execPath, script];
}

/** Also runs install scripts. spec: 'left-pad@^1.3.0'. `ended` rejects with a UsageError. */
function installPackage(spec, folder, { host, cwd }) {
  const [command, ...before] = commandOf(host);
  const args = [...before, 'install', ...OPTIONS, '--prefix', folder, '--', spec];
  const refused = (error) => new UsageError(error.code === 'ENOENT'
    ? `npm is required to install ${spec}, but is not installed or not in PATH`
    : `npm cannot be run: ${describeFsError(error)}`);
  let child = null;
  const ended = new Promise((resolve, reject) => {
    const env = { ...host.env, ...createRunMark(host.env) };
    child = host.spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    const said = keepText(child.stderr, MOST_SAID);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new UsageError(`npm was killed by ${signal} while installing ${spec}`));
      else reject(new UsageError(`npm cannot install ${spec}: ${causeIn(said.text) || `exit code ${code}`}`));
    });
  }).catch((error) => {
    throw error instanceof UsageError ? error : refused(error);
  });
  return { ended, kill() { if (child) child.kill(); } };
}

/** given: per side, such as 'left-pad@1'. If an installation fails: removes all, and throws npm's message. */
async function packageSides(name, given, side, deps) {
  const { host, cwd, terminal } = deps;
  const opened = [];
  const remove = () => {
    for (const { folder, install } of opened.splice(0)) {
      install.kill();
      removeOwnFolder(folder, host);
    }
  };
  const stopWaiting = onExit(remove);
  try {
    terminal.writeError(`installing ${given.join(', ')} with npm\n`);
    for (const spec of given) {
      const folder = makeFolder(deps);
      const install = installPackage(spec, folder, deps);
      opened.push({ folder, install });
      // Awaited below, unless the next folder fails.
      install.ended.catch(() => {});
    }
    const folders = opened.map(({ folder }) => folder);
    await Promise.all(opened.map(({ install }) => install.ended));
    const labels = folders.map((folder) => labelOf(folder, name, host));
    const isSame = new Set(labels).size === 1;
    const isUsed = () => folders.some((folder) => host.isThere(path.join(folder, USED)));
    const unused = `importing the files does not load ${name}. If nothing loads it later either, all sides ` +
      'measure the same code';
    return folders.map((folder, i) => ({
      ...side,
      // Labels identify sides.
      label: labels.indexOf(labels[i]) === i ? labels[i] : `${labels[i]} (${i + 1})`,
      source: given[i],
      folder,
      cwd,
      env: {
        [PACKAGE_VARIABLE]: JSON.stringify({ name, folder, project: cwd }), NODE_OPTIONS: optionsWithHook(host.env),
      },
      notes: isSame && i === 0 ? [`${labels[0]} is the same on all sides`] : [],
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

module.exports = { findCommonPackage, packageSides };
