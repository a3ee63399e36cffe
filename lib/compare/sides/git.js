'use strict';

/* The only place that runs git: without prompts, without hooks of the repository, with messages in English. */

const path = require('path');
const { createHash } = require('crypto');
const { program: { onExit } } = require('#engine');
const { keepText } = require('../../base/host/child-output');
const { askProgram, describeFsError, orNull } = require('../../base/host/fs-queries');
const { isWithin } = require('../../base/host/paths');
const { isCodeOrJsx } = require('../../base/text/code-names');
const { UsageError } = require('../../base/text/usage-error');

const MOST_OUTPUT = 64 * 2 ** 20;
const CHANGES_DIGITS = 8;
const LIMIT_MS = 600e3; // allows a checkout from a slow disk

// Hooks and some editors set these. They can select another repository.
const OF_ANOTHER = [
  'GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_NAMESPACE', 'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_QUARANTINE_PATH', 'GIT_SHALLOW_FILE', 'LANGUAGE',
  'QTIMEIT_RUN', // a removal outlives the run
];

const SETTINGS = [
  // A hook may install, build, or prompt after a checkout.
  'core.hooksPath=/dev/null', 'core.fsmonitor=false',
  'core.longpaths=true', // Windows: a checkout in TEMP has longer paths than the working tree
  // Keep LFS pointers, whether git-lfs is installed or not.
  'filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.required=false',
  'submodule.recurse=false', 'advice.detachedHead=false', 'core.quotePath=false', 'log.showSignature=false',
  'i18n.logOutputEncoding=UTF-8', 'push.followTags=false',
].flatMap((setting) => ['-c', setting]);

function gitEnv(env) {
  const clean = { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_LFS_SKIP_SMUDGE: '1' };
  for (const name of OF_ANOTHER) delete clean[name];
  return clean;
}

function causeIn(stderr) {
  const lines = String(stderr || '').split('\n').map((line) => line.trim()).filter(Boolean);
  const line = lines.find((one) => one.startsWith('fatal: ')) || lines.find((one) => one.startsWith('error: '))
    || lines[lines.length - 1] || '';
  return line.replace(/^(?:fatal|error): /, '');
}

function answerOf({ error, signal, status, stdout, stderr }, args) {
  if (error && error.code === 'ENOENT') {
    throw new UsageError('git is required, but is not installed or not in PATH');
  }
  if (error) throw new UsageError(`git ${args[0]} failed: ${describeFsError(error)}`);
  if (signal) throw new UsageError(`git ${args[0]} was killed by ${signal}`);
  return { ok: status === 0, stdout, stderr, cause: causeIn(stderr) || `exit code ${status}` };
}

// For a shell: arguments of git after the folder. owner.json is removed last, so that a later run finds the rest.
const REMOVAL = 'folder=$1; shift; [ -L "$folder" ] && exit; chmod -R u+rwX "$folder"; git "$@"; ' +
  'for one in "$folder"/*; do [ "$one" = "$folder/owner.json" ] || rm -rf "$one" || exit; done; rm -rf "$folder"; ' +
  'git "$@"';

/**
 * git() returns { ok, stdout, stderr, cause }, or throws a UsageError if git cannot be started; options: of host.run().
 * later(): resolves to the same; signals can end it, and the end of this process kills git and its children. mayAsk:
 * ssh can read a passphrase from a terminal, whose ^C ends them. onStart(kill): kill() ends git. removeLater(): runs
 * git before and after it removes a folder, by a process that outlives this one; false on Windows
 */
function createGit(cwd, host) {
  const common = () => ({ cwd, env: gitEnv(host.env), timeout: LIMIT_MS, windowsHide: true });
  const detached = host.platform !== 'win32';

  const git = (args, options = {}) => answerOf(askProgram(host, 'git', [...SETTINGS, ...args], {
    ...common(), maxBuffer: MOST_OUTPUT, ...(options.input !== undefined && { stdio: 'pipe' }), ...options,
  }), args);

  git.later = async (args, { mayAsk = false, onStart = () => {} } = {}) => {
    const keepsTerminal = mayAsk && host.hasTerminal();
    const child = host.spawn('git', [...SETTINGS, ...args], {
      ...common(), timeout: 0, detached: detached && !keepsTerminal, stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [told, said] = [child.stdout, child.stderr].map((stream) => keepText(stream, MOST_OUTPUT));
    const kill = () => {
      if (keepsTerminal) child.kill();
      else if (child.pid !== undefined) host.killGroup(child.pid, 'SIGKILL');
    };
    const stopWaiting = onExit(kill);
    // The timer of `timeout` would keep this process alive if there is no git.
    const timer = setTimeout(kill, LIMIT_MS);
    onStart(kill);
    const end = await new Promise((resolve) => {
      child.on('error', (error) => resolve({ error }));
      child.on('close', (status, signal) => resolve({ status, signal }));
    });
    stopWaiting();
    clearTimeout(timer);
    return answerOf({ ...end, stdout: told.text, stderr: said.text }, args);
  };

  git.removeLater = (folder, args) => detached && orNull(() => {
    const words = ['-c', REMOVAL, 'sh', folder, ...SETTINGS, ...args];
    host.spawn('sh', words, { ...common(), timeout: 0, detached, stdio: 'ignore' }).on('error', () => {}).unref();
    return true;
  }) === true;
  return git;
}

const WHERE = ['rev-parse', '--is-bare-repository', '--is-inside-work-tree'];

/** where: the answer to WHERE. Returns it: whether the repository is bare, and this folder in a working tree */
function checkRepository(where) {
  if (where.ok) return where;
  if (/dubious ownership/.test(where.stderr)) {
    throw new UsageError(`git refuses this repository, because it belongs to another user: ${where.cause}. Run git ` +
      'config --global --add safe.directory FOLDER');
  }
  if (/not a git repository/.test(where.stderr)) {
    throw new UsageError('this folder is not in a git repository. Run the command inside one');
  }
  throw new UsageError(`git cannot read this repository: ${where.cause}`);
}

/** Throws without a repository. Not for commands that handle signals, which would wait for git. */
const demandRepository = (git) => checkRepository(git(WHERE));

/** The same, as a promise */
const demandRepositoryLater = async (git) => checkRepository(await git.later(WHERE));

/** 'f7cb422', or 'f7cb422 with changes 1a2b3c4d' with a hash of the changes; null without git or a repository. */
async function describeRevision(cwd, host) {
  try {
    const git = createGit(cwd, host);
    const head = await git.later(['rev-parse', '--short', 'HEAD']);
    if (!head.ok) return null;
    const { stdout: changes } = await git.later(['diff', 'HEAD', '--no-ext-diff', '--no-textconv', '--binary']);
    const revision = head.stdout.trim();
    if (changes === '') return revision;
    return `${revision} with changes ${createHash('sha256').update(changes).digest('hex').slice(0, CHANGES_DIGITS)}`;
  } catch (_) {
    return null;
  }
}

/** Whether a line of git status, 'XY PATH', is a change of the code of these files. top: of the working tree */
function isChange(line, files, top) {
  const place = path.join(top, line.slice(3));
  const isOfFile = files.some((file) => isWithin(place, file));
  if (line.startsWith('!!')) return isOfFile;
  if (!line.startsWith('??')) return true;
  // Files that are saved next to a suite, such as results, are no code.
  return isOfFile || (isCodeOrJsx(line) && !/[ /]node_modules\//.test(line) &&
    files.some((file) => isWithin(path.dirname(file), place)));
}

/**
 * The commit that is checked out, and whether it has the code of these files: tracked files are unchanged, git tracks
 * these files, and all code in their folders that it does not ignore. null without git or a repository.
 *
 * @param {string[]} given absolute paths, none for snippets
 * @param {{ cwd: string, host: object }} deps
 * @param {function(function()): void} onStart gets a function that ends git
 * @returns {Promise<{ commit: string, isClean: boolean }|null>}
 */
async function checkedOut(given, { cwd, host }, onStart) {
  try {
    const git = createGit(cwd, host);
    const head = await git.later(['rev-parse', '--show-toplevel', 'HEAD^{commit}'], { onStart });
    if (!head.ok) return null;
    const [, folder, commit] = /^([^]*)\n([\da-f]+)\n$/.exec(head.stdout);
    const top = host.realPath(folder);
    const files = given.map((file) => host.realPath(file));
    const untracked = files.length > 0 ? ['--untracked-files=all', '--ignored=matching'] : ['--untracked-files=no'];
    const changes = await git.later(['status', '--porcelain', '-z', ...untracked], { onStart });
    if (!changes.ok) return null;
    const lines = changes.stdout.split('\0').filter(Boolean);
    const isClean = files.every((file) => isWithin(top, file)) && !lines.some((line) => isChange(line, files, top));
    return { commit, isClean };
  } catch (_) {
    return null;
  }
}

module.exports = { checkedOut, createGit, demandRepository, demandRepositoryLater, describeRevision };
