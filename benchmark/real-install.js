'use strict';

/* Installs the suites of real.js from npm into a folder for temporary files, where they are found again. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const CACHE = path.join(os.tmpdir(), 'qtimeit-real');

const nameOf = (spec) => spec.slice(0, spec.lastIndexOf('@'));
const versionOf = (spec) => spec.slice(spec.lastIndexOf('@') + 1);

const folderOf = (name) => path.join(CACHE, name);

function manifestOf(suite) {
  const all = [...(suite.package ? [suite.package] : []), ...(suite.needs || [])];
  const dependencies = Object.fromEntries(all.map((spec) => [nameOf(spec), versionOf(spec)]));
  return `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
}

function npmInstall(name, cwd) {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  // npm is a script on Windows.
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm cannot install the suite ${name}: ${stderr}`);
}

/** Installs a suite unless its folder has the same versions. */
function install(name, suite) {
  const folder = folderOf(name);
  const done = path.join(folder, 'installed.json');
  const text = manifestOf(suite);
  if (fs.existsSync(done) && fs.readFileSync(done, 'utf8') === text) return;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), text);
  npmInstall(name, folder);
  // Written last, so that an interrupted installation is repeated.
  fs.writeFileSync(done, text);
}

/** Path of the file to measure, relative to the suite's folder: the file itself, a copy, or a script that loads it */
function entryOf(name, suite, file) {
  if (!suite.package) {
    // The copy finds the suite's packages.
    fs.copyFileSync(path.join(__dirname, 'real-adapters', file), path.join(folderOf(name), file));
    return file;
  }
  const inPackage = `node_modules/${nameOf(suite.package)}/${file}`;
  if (!suite.start) return inPackage;
  const entry = `${file.replace(/\W+/g, '-')}.cjs`;
  const text = suite.start.replaceAll('FILE', `'./${inPackage}'`);
  fs.writeFileSync(path.join(folderOf(name), entry), text);
  return entry;
}

/**
 * Installs suites, and finds their files.
 *
 * @param {Object<string, object>} suites of real-suites.js
 * @param {boolean} isShort only files for --short
 * @returns {{ suite: string, file: string, entry: string, cwd: string, tests: number }[]} `file` as in the list,
 *   `entry` relative to `cwd`
 */
function installed(suites, isShort) {
  return Object.entries(suites).flatMap(([name, suite]) => {
    install(name, suite);
    const files = isShort ? suite.short : Object.keys(suite.files);
    return files.map((file) => ({
      suite: name, file, entry: entryOf(name, suite, file), cwd: folderOf(name), tests: suite.files[file],
    }));
  });
}

const IS_SCRIPT = /(?<!\.d)\.[cm]?[jt]s$/;

const scriptsIn = (folder) => fs.readdirSync(folder, { recursive: true }).sort()
  .filter((file) => IS_SCRIPT.test(file) && !file.includes('node_modules'));

/** Scripts of the user, in folders or given by their names, like installed(); their numbers of tests are not known */
const filesIn = (given) => given.flatMap((one) => {
  const [folder, files] = fs.statSync(one).isFile() ? [path.dirname(one), [path.basename(one)]] : [one, scriptsIn(one)];
  return files.map((file) => {
    const cwd = path.join(folder, path.dirname(file));
    return { suite: folder, file, entry: path.basename(file), cwd, tests: null };
  });
});

module.exports = { CACHE, filesIn, installed };
