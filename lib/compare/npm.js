'use strict';

/* The only place that runs npm. */

const path = require('path');

const { describeFsError } = require('../host/describe-fs-error');
const { UsageError } = require('../text/usage-error');

const MOST_SAID = 65536;

// One retry for network errors. Missing versions are known after one answer.
const OPTIONS = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];

const PREFIX = /^npm (?:ERR!|error)\s*/i;
// Lines such as 'npm error code E404' explain nothing.
const LABELS = /^(?:code|errno|syscall|path|type|command|signal|A complete log|\s*at |\{|\})/;
const CODES = /^(?:FetchError:|E[A-Z0-9]+|\d{3}|notarget|network|eresolve)\s+/i;

function causeIn(stderr) {
  const lines = stderr.split('\n').filter((line) => PREFIX.test(line)).map((line) => line.replace(PREFIX, '').trim());
  const told = lines.filter((line) => line && !LABELS.test(line)).map((line) => line.replace(CODES, ''));
  return (told[0] || stderr.trim().split('\n').pop() || '').slice(0, 300);
}

/** On Windows npm is a cmd script, and cmd would interpret the caret of a range. */
function commandOf({ platform, execPath }) {
  if (platform !== 'win32') return ['npm'];
  return [execPath, path.join(path.dirname(execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
}

/** Also runs install scripts. spec: 'left-pad@^1.3.0'. `ended` rejects with a UsageError. */
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
