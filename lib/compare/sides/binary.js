'use strict';

/* Finds and checks the executables that measure tests: Node, Bun and Deno. */

const path = require('path');
const { inspect } = require('util');
const { BROWSER_NAMES } = require('../../extras/browsers/find');
const { createRunMark } = require('../../base/host/child-process-run');
const { askProgram, describeFsError, isExecutable, isFolder, orNull } = require('../../base/host/fs-queries');
const { listFoldersInPath, isPath, pathsOf, programFile } = require('../../base/host/paths');
const { readMessage, show } = require('../../base/text/show');
const { compilesTypeScript } = require('../../core/suite/typescript');
const { didYouMean } = require('../../base/text/nearest');
const { UsageError } = require('../../base/text/usage-error');

/* optionsOf: V8 flags -> options of the program; null if it takes the flags with the options of this process. */
const PROGRAMS = {
  node: { title: 'Node.js', oldest: '20', optionsOf: null },
  // Bun would read V8 flags as Bun options.
  bun: { title: 'Bun', oldest: '1.2', optionsOf: () => [] },
  deno: {
    title: 'Deno', oldest: '2.0',
    // Tests need the permissions that they have in Node. A prompt would block. Natives report the tier.
    optionsOf: (flags) => [
      'run', '--no-prompt', '--allow-all', '--unstable-detect-cjs',
      `--v8-flags=${['--allow-natives-syntax', ...flags].join(',')}`,
    ],
  },
};

const detectProgram = (versions) => ['bun', 'deno'].find((name) => versions[name]) || 'node';

const LIMIT_SECONDS = 10; // a cold start from a slow disk takes 1 to 2 s
const MOST_OUTPUT = 65536;
const LINES = 3;
const MOST_SAID = 200;
const OTHERS = 'chromium, firefox, webkit, or a version of a package';
const HINT = 'Pass the path of a Node.js, Bun or Deno executable, such as /usr/bin/node';
const OF_FOLDER = `${HINT}. Builds of a module are compared in a browser: --on chromium`;
const MARK = 'qtimeit-probe:'; // marks the line with the answer, because a module in NODE_OPTIONS may print, too
// In syntax that Node 0.10 supports, so that it reports its version.
const SCRIPT = `'${MARK}' + JSON.stringify({ versions: process.versions, runsTypeScript: typeof require === ` +
  '"undefined" || !!process.features.typescript || ".ts" in require("module")._extensions })';

const ASKING = [['-p', SCRIPT], ['eval', '-p', SCRIPT]]; // deno rejects -p

// e_machine of ELF headers, for the architectures of Node.
const ELF_MACHINES = {
  3: 'ia32', 21: 'ppc64', 22: 's390x', 40: 'arm', 62: 'x64', 183: 'arm64', 243: 'riscv64', 258: 'loong64',
};

/** Why this system cannot run a program file; '' if its header does not show that. */
function builtFor(file, host) {
  const { platform, arch: own } = host;
  const bytes = orNull(() => host.readBytes(file, 20));
  if (bytes === null) return '';
  if (bytes.length === 0) return 'it is empty';
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === '\x7fELF' && bytes.length === 20) {
    const machine = bytes[5] === 2 ? bytes.readUInt16BE(18) : bytes.readUInt16LE(18);
    const arch = ELF_MACHINES[machine] || `processor ${machine}`;
    if (platform === 'linux' && arch === own) return '';
    return `it is a program for ${arch} on Linux or a similar system, but this is ${platform} on ${own}`;
  }
  if (magic.startsWith('MZ') && platform !== 'win32') return 'it is a program for Windows';
  const isOfMac = ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'].includes(magic);
  return isOfMac && platform !== 'darwin' ? 'it is a program for macOS' : '';
}

function lastLines(text) {
  const lines = String(text || '').split('\n').map((line) => line.trim()).filter(Boolean);
  const error = lines.find((line) => /^(?:\w*error|fatal)\b.*: /i.test(line));
  const said = error || lines.slice(-LINES).join(' / ');
  return said ? inspect(said.slice(0, MOST_SAID)) : '';
}

const isThere = (file, host) => {
  try {
    host.stat(file);
    return true;
  } catch (error) {
    return error.code !== 'ENOENT' && error.code !== 'ENOTDIR';
  }
};

const namesIn = (folder, host) => orNull(() => host.listDir(folder)) || [];

const SHELL_SCRIPTS = ['.cmd', '.bat', '.ps1']; // Windows cannot start these without a shell
const isShellScript = (file, { platform }) => (
  platform === 'win32' && SHELL_SCRIPTS.includes(path.extname(file).toLowerCase())
);

const scriptWords = (file) => `${file} is a shell script. Pass the path of the .exe that it starts`;

function findInPath(name, { cwd, host }) {
  const paths = pathsOf(host);
  // An empty PATH entry is the current folder.
  const folders = listFoldersInPath(host).map((folder) => paths.resolve(cwd, folder));
  const filesOf = (own) => folders.map((folder) => paths.join(folder, own))
    .filter((file) => isThere(file, host) && !isFolder(file, host));
  const files = filesOf(programFile(name, host));
  const found = files.find((file) => isExecutable(file, host)) || files[0];
  if (found) return found;
  const [script] = host.platform === 'win32' ? SHELL_SCRIPTS.flatMap((ending) => filesOf(`${name}${ending}`)) : [];
  if (script !== undefined) throw new UsageError(scriptWords(script));
  if (isThere(paths.resolve(cwd, name), host)) {
    throw new UsageError(`${name} not found in PATH. Did you mean ./${name}?`);
  }
  const nodes = folders.flatMap((folder) => namesIn(folder, host)).filter((one) => /node/i.test(one));
  const known = [...nodes, ...Object.keys(PROGRAMS), ...BROWSER_NAMES].filter((one) => one !== name);
  const hint = didYouMean(name, known, `${HINT}, or ${OTHERS}, such as ${name}@1.0.0`);
  throw new UsageError(`${name} not found in PATH. ${hint}`);
}

function locate(given, { cwd, host }) {
  if (given === '') throw new UsageError(`the path of the executable is empty. ${HINT}`);
  const { basename, dirname, join, resolve } = pathsOf(host);
  const file = isPath(given, host) ? resolve(cwd, given) : findInPath(given, { cwd, host });
  if (!isThere(file, host)) {
    const own = basename(file); // a broken link would be the best match for its name
    const names = namesIn(dirname(file), host).filter((name) => name !== own);
    const asTyped = (name) => join(dirname(given), name);
    throw new UsageError(`${given} not found. ${didYouMean(own, names, HINT, asTyped)}`);
  }
  if (isFolder(file, host)) {
    const isInside = (name) => isThere(join(file, name), host) && !isFolder(join(file, name), host);
    const inside = ['bin/node', 'node'].map((name) => programFile(name, host)).find(isInside);
    throw new UsageError(`${given} is a folder. ${inside ? `Did you mean ${join(given, inside)}?` : OF_FOLDER}`);
  }
  if (isShellScript(file, host)) throw new UsageError(scriptWords(given));
  if (!isExecutable(file, host)) {
    throw new UsageError(`${given} is not executable: no permission. If it is Node.js, run chmod +x ${given}`);
  }
  return file;
}

function answerIn(stdout) {
  const line = String(stdout || '').split('\n').find((one) => one.startsWith(MARK));
  if (!line) return null;
  return orNull(() => {
    const answer = JSON.parse(line.slice(MARK.length));
    return typeof answer.versions.node === 'string' ? answer : null;
  });
}

function silenceWords(result, limitSeconds, env) {
  const { error, signal, status, stdout, stderr } = result;
  const said = lastLines(stderr) || lastLines(stdout);
  const options = env.NODE_OPTIONS && /NODE_OPTIONS|not allowed|bad option|preload|Cannot find module/.test(stderr)
    ? `; NODE_OPTIONS is ${show(env.NODE_OPTIONS)}` : '';
  const saying = `${said ? `, output: ${said}` : ''}${options}`;
  if (error && error.code === 'ETIMEDOUT') {
    return `did not report its version within ${limitSeconds} s and was killed`;
  }
  if (error && error.code === 'ENOBUFS') return 'did not stop printing when asked for its version, and was killed';
  if (signal) return `was killed by ${signal} when asked for its version${saying}`;
  return status === 0 ? `did not report a Node.js version${saying}`
    : `ended with exit code ${status} when asked for its version${saying}`;
}

function startWords(error) {
  if (error.code === 'ENOENT') {
    return 'cannot be started: its interpreter or loader does not exist (ENOENT)';
  }
  if (error.code === 'ENOEXEC') return 'cannot be started: it is not a program for this system';
  const isOfSystem = /^E[A-Z]+$/.test(error.code);
  return `cannot be started: ${isOfSystem ? `${describeFsError(error)} (${error.code})` : readMessage(error)}`;
}

const STARTED = ['ETIMEDOUT', 'ENOBUFS'];

function ask(execPath, args, { host, cwd, limitSeconds }) {
  // A program that starts others would leave them.
  const env = { ...host.env, ...createRunMark(host.env) };
  // These make Node write files, or act as a cluster worker.
  for (const name of ['NODE_V8_COVERAGE', 'NODE_UNIQUE_ID', 'NODE_CHANNEL_FD']) delete env[name];
  return askProgram(host, execPath, args, { cwd, env, timeout: limitSeconds * 1000, maxBuffer: MOST_OUTPUT });
}

function isSince(version, oldest) {
  const [own, least] = [version, oldest].map((one) => one.split('.').map(Number));
  const place = least.findIndex((number, i) => own[i] !== number);
  return place < 0 || own[place] > least[place];
}

/** given: a path, or a name in PATH. execPath: absolute. version: '22.1.0'. Throws a UsageError if not supported. */
function probeBinary(given, { host, cwd, limitSeconds = LIMIT_SECONDS }) {
  const execPath = locate(given, { cwd, host });
  const how = { host, cwd, limitSeconds };
  const first = ask(execPath, ASKING[0], how);
  if (first.error && !STARTED.includes(first.error.code)) {
    throw new UsageError(`${given} ${startWords(first.error)}. ${HINT}`);
  }
  const hasFailed = !first.error && !first.signal && first.status !== 0;
  const second = hasFailed && answerIn(first.stdout) === null ? ask(execPath, ASKING[1], how) : first;
  const result = answerIn(second.stdout) === null ? first : second;
  const answer = answerIn(result.stdout);
  if (!answer || result.error || result.status !== 0) {
    const fault = builtFor(execPath, host) || `it ${silenceWords(result, limitSeconds, host.env)}`;
    throw new UsageError(`${given} is not a working Node.js executable: ${fault}. ${HINT}`);
  }
  const { versions, runsTypeScript } = answer;
  const program = detectProgram(versions);
  const { title, oldest } = PROGRAMS[program];
  const version = versions[program];
  if (!isSince(version, oldest)) {
    throw new UsageError(`${given} is ${title} ${version}; tests need ${oldest} or later`);
  }
  const compiles = compilesTypeScript(versions);
  return { execPath, program, version, v8: versions.v8, runsTypeScript, compilesTypeScript: compiles };
}

module.exports = { locate, probeBinary, detectProgram, PROGRAMS };
