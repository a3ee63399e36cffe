'use strict';

/* The only place that runs npm. */

const path = require('path');

const { describeFsError } = require('../host/describe-fs-error');
const { UsageError } = require('../text/usage-error');

const MOST_SAID = 65536;

// A version that is not there is known after one answer; what the network loses is asked for once more.
const OPTIONS = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];

const PREFIX = /^npm (?:ERR!|error)\s*/i;
// Lines of 'npm error code E404' and the like, which name a thing and explain nothing.
const LABELS = /^(?:code|errno|syscall|path|type|command|signal|A complete log|\s*at |\{|\})/;
const CODES = /^(?:FetchError:|E[A-Z0-9]+|\d{3}|notarget|network|eresolve)\s+/i;

/** What npm says of its failure, in one line. */
function causeIn(stderr) {
  const lines = stderr.split('\n').filter((line) => PREFIX.test(line)).map((line) => line.replace(PREFIX, '').trim());
  const told = lines.filter((line) => line && !LABELS.test(line)).map((line) => line.replace(CODES, ''));
  return (told[0] || stderr.trim().split('\n').pop() || '').slice(0, 300);
}

/** On Windows npm is a script of cmd, to which a caret in a range means something else. */
function commandOf({ platform, execPath }) {
  if (platform !== 'win32') return ['npm'];
  return [execPath, path.join(path.dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}

/**
 * Installs a package into a folder, with its dependencies and their scripts.
 *
 * @param {string} spec 'left-pad@^1.3.0'
 * @param {object} places { folder, cwd } cwd: where npm is started
 * @param {import('../host/host')} host
 * @returns {{ ended: Promise<void>, kill: function() }} ended: rejects with a UsageError
 */
function installPackage(spec, { folder, cwd }, host) {
  const [command, ...before] = commandOf(host);
  const args = [...before, 'install', ...OPTIONS, '--prefix', folder, '--', spec];
  const options = { cwd, env: host.env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true };
  const refused = (error) => new UsageError(error.code === 'ENOENT'
    ? `npm is not installed, or not in PATH: it is what installs ${spec}`
    : `npm cannot be run: ${describeFsError(error)}`);
  let child = null;
  const ended = new Promise((resolve, reject) => {
    try {
      child = host.spawn(command, args, options);
    } catch (error) {
      reject(refused(error));
      return;
    }
    let said = '';
    child.on('error', (error) => reject(refused(error)));
    const keep = (text) => { said = (said + text).slice(-MOST_SAID); };
    if (child.stderr) child.stderr.setEncoding('utf8').on('data', keep);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new UsageError(`npm was ended by ${signal} while it installed ${spec}`));
      else reject(new UsageError(`npm cannot install ${spec}: ${causeIn(said) || `exit code ${code}`}`));
    });
  });
  return { ended, kill() { if (child) child.kill(); } };
}

module.exports = { installPackage, causeIn };
