'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const isPosix = process.platform !== 'win32';
const runs = (program, ...args) => spawnSync(program, args, { timeout: 30000 }).status === 0;

/** Node on Windows links folders without permissions, but Wine does not. */
function canLink() {
  const file = path.join(os.tmpdir(), `qtimeit-test-link-${process.pid}-${process.hrtime().join('')}`);
  try {
    fs.symlinkSync(os.tmpdir(), file, 'junction');
    fs.rmSync(file);
    return true;
  } catch (_) {
    return false;
  }
}

/** What a test may need of the system, besides Node */
const CAPABILITIES = {
  bash: () => runs('bash', '-c', 'exit 0'),
  git: () => runs('git', '--version'),
  links: () => isPosix && canLink(),
  junctions: canLink,
  linux: () => process.platform === 'linux',
  modes: () => typeof process.seteuid === 'function',
  npm: () => spawnSync('npm', ['--version'], { shell: !isPosix, timeout: 30000 }).status === 0,
  pipes: () => isPosix, // with a name, and of a shell; and devices
  scripts: () => isPosix, // that are programs, because of their first line
  signals: () => isPosix, // that a process can handle, or that it reports as its end
};

const known = new Map();

/** Whether the system has a capability */
function can(name) {
  if (!known.has(name)) known.set(name, CAPABILITIES[name]());
  return known.get(name);
}

/** `define` (it or describe), or one skipped test with the reason in its title if the system lacks a capability */
function needs(name, define) {
  return can(name) ? define : (title) => it.skip(`${title} (no ${name} here)`, () => {});
}

module.exports = { can, needs };
