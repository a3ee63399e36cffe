'use strict';

/*
 * Checks out a revision into a temporary folder, with links to the packages of the working tree. Later runs remove
 * folders that killed runs left. If a node_modules folder has links to workspaces, each entry gets a separate link, and
 * workspaces lead into the checkout. Otherwise both sides would measure the working tree.
 */

const path = require('path');

const { program: { onExit } } = require('#engine');
const { createCheckoutFiles, makeFolderWithin } = require('./checkout-files');
const { createGit, demandRepositoryLater } = require('./git');
const { describeFsError, isFolder, orNull, tryStat } = require('../../base/host/fs-queries');
const { isSamePath, isWithin, setTemporaryFolder } = require('../../base/host/paths');
const {
  findAbandonedBeside, forgetFolder, isOpened, isOwnFolder, makeOwnFolder, removeOwnFolder,
} = require('../../base/host/own-folders');
const { show } = require('../../base/text/show');
const { nearest } = require('../../base/text/nearest');
const { UsageError } = require('../../base/text/usage-error');

const PREFIX = 'qtimeit-worktree-'; // of a temporary folder
const CHECKOUT = 'checkout';
const COMMIT = /^[\da-f]{40,64}$/;
const SHALLOW =
  'Older commits are missing from this shallow clone: run git fetch --unshallow (actions/checkout: fetch-depth: 0)';

const PACKAGES = 'node_modules';
const LINK_MODE = '120000 '; // in the index of git
const DEPTH = 3; // packages/a/node_modules, and one level more
const MOST_FOLDERS = 5000; // larger trees hold data, and a search would take longer than measuring
const MANIFESTS = ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml'];
const NEEDED = [
  'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions', 'pnpm',
];

const lineOf = ({ stdout }) => stdout.replace(/\r?\n$/, '');

async function findTop(git, host) {
  const where = await demandRepositoryLater(git);
  const [isBare, isInside] = where.stdout.split('\n');
  if (isInside !== 'true') {
    const what = isBare === 'true' ? 'this is a bare repository, without a working tree'
      : 'this folder is inside .git';
    throw new UsageError(`${what}. Run the command in a working tree`);
  }
  return host.realPath(lineOf(await git.later(['rev-parse', '--show-toplevel'])));
}

async function unknownRevision(revision, cause, git) {
  if (lineOf(await git.later(['rev-list', '--all', '--max-count=1'])) === '') {
    return 'this repository has no commits to compare with';
  }
  const isShallow = lineOf(await git.later(['rev-parse', '--is-shallow-repository'])) === 'true';
  const reason = /ambiguous/.test(cause) ? 'is ambiguous' : 'is not a revision of this repository';
  return `${show(revision)} ${reason}. ${await hintOf(revision, isShallow, git)}`;
}

async function hintOf(revision, isShallow, git) {
  const [base] = revision.split(/[~^@]/);
  const steps = revision.slice(base.length);
  if (base && steps && !base.startsWith('-') && (await git.later(['rev-parse', '--verify', base])).ok) {
    return isShallow ? SHALLOW : `${base} exists, but has no such ancestor`;
  }
  const kinds = ['refs/heads', 'refs/tags', 'refs/remotes'];
  const listed = await git.later(['for-each-ref', '--format=%(refname:lstrip=2)', ...kinds]);
  const names = listed.stdout.split('\n').filter(Boolean);
  const meant = base && (names.find((name) => name.endsWith(`/${base}`)) || nearest(base, ['HEAD', ...names]));
  return [meant && `Did you mean ${meant}${steps}?`, isShallow && SHALLOW].filter(Boolean).join(' ')
    || 'Pass a commit, branch or tag';
}

async function resolve(revision, git) {
  const ask = (...args) => git.later(['rev-parse', ...args]);
  // git would read a leading - as an option.
  const found = revision === '' || revision.startsWith('-') ? null : await ask('--verify', revision);
  const object = found && found.ok ? lineOf(found) : '';
  // An annotated tag has another hash than its commit. In two steps, because ':/text' would search for ^{commit}, too.
  const commit = COMMIT.test(object) ? lineOf(await ask('--verify', `${object}^{commit}`)) : '';
  if (!COMMIT.test(commit)) throw new UsageError(await unknownRevision(revision, found ? found.stderr : '', git));
  return { commit, short: lineOf(await ask('--short', commit)) };
}

const NOT_OURS = ':(top,exclude,glob)**/.qtimeit-*.tmp'; // another shard may be saving now

async function workingTreeOf(commit, git) {
  const changes = await git.later(['status', '--porcelain', '-z', '--untracked-files=normal', '--', ':/', NOT_OURS]);
  const isDirty = changes.stdout !== '';
  const trees = await git.later(['rev-parse', 'HEAD^{tree}', `${commit}^{tree}`]);
  const [mine, other] = trees.stdout.split('\n');
  return { isDirty, isSame: trees.ok && !isDirty && mine === other };
}

const isLink = (file, host) => orNull(() => host.readLink(file)) !== null;

const REMOVE = ['worktree', 'remove', '--force', '--force'];
const REMOVE_LIMIT_MS = 500; // signals wait for it; the rest is done in the background

/**
 * Removes the files of a checkout, except .git. Returns whether git may remove the rest: git for Windows would follow
 * junctions to the packages of the working tree, and empty them.
 */
function emptyCheckout(checkout, host) {
  if (isLink(checkout, host)) return false;
  orNull(() => host.setMode(checkout, 0o700)); // --prepare may have changed it
  const listed = () => orNull(() => host.listDir(checkout).filter((name) => name !== '.git'));
  for (const name of listed() || []) orNull(() => host.removeTree(path.join(checkout, name)));
  const left = listed();
  return left === null ? !host.isThere(checkout) : left.length === 0;
}

/** Removes a temporary folder. Never throws. isLater: after this process */
function discard(folder, git, host, isLater = false) {
  // `git worktree prune` would also remove worktrees on unmounted disks. Forced twice, because a worktree stays locked
  // if git is killed during the checkout. git would follow a link.
  const checkout = path.join(folder, CHECKOUT);
  const forget = () => orNull(() => git([...REMOVE, checkout], { timeout: REMOVE_LIMIT_MS }).ok);
  const isReplaced = isLink(checkout, host);
  const isRemovable = () => {
    if (!isOwnFolder(folder, host)) return false;
    if (isLater && !isReplaced && git.removeLater(folder, [...REMOVE, checkout])) return false;
    // The next run tries again.
    return emptyCheckout(checkout, host) || isReplaced;
  };
  if (!isRemovable()) {
    forgetFolder(folder);
    return;
  }
  const isEmpty = !isReplaced;
  const isForgotten = isEmpty && forget();
  removeOwnFolder(folder, host);
  if (isForgotten || !emptyCheckout(checkout, host)) return;
  const isTooSlow = isForgotten === null;
  if (!isTooSlow || !git.removeLater(folder, [...REMOVE, checkout])) forget();
}

/** Removes checkouts of this repository that killed runs left. */
async function discardStale(folder, worktrees, git, host) {
  for (const stale of findAbandonedBeside(folder, PREFIX, host)) {
    const checkout = path.join(stale, CHECKOUT);
    const isOurs = () => {
      const [, place] = /^gitdir: ([^]*?)\r?\n$/.exec(host.readText(path.join(checkout, '.git')));
      const administrative = host.realPath(path.resolve(checkout, place));
      const back = host.readText(path.join(administrative, 'gitdir')).replace(/\r?\n$/, '');
      return isSamePath(path.dirname(administrative), worktrees, host) &&
        isSamePath(path.resolve(administrative, back), path.join(checkout, '.git'), host);
    };
    // Without .git the process was killed before the checkout.
    const hasCheckout = () => host.isThere(path.join(checkout, '.git'));
    if (isLink(checkout, host) || !orNull(() => !hasCheckout() || isOurs())) continue;
    if (hasCheckout() && emptyCheckout(checkout, host)) await git.later([...REMOVE, checkout]);
    discard(stale, git, host);
  }
}

const MOST_TRIES = 5;

async function checkOut(revision, commit, top, git, host) {
  let folder;
  try {
    folder = makeOwnFolder(PREFIX, host);
  } catch (error) {
    throw new UsageError(`${revision} cannot be checked out into the folder for temporary files: ` +
      `${describeFsError(error)}. ${setTemporaryFolder(host)}`);
  }
  let cause;
  const stopWaiting = onExit(() => discard(folder, git, host, true));
  try {
    const common = path.resolve(top, lineOf(await git.later(['rev-parse', '--git-common-dir'])));
    const worktrees = orNull(() => path.join(host.realPath(common), 'worktrees'));
    if (worktrees !== null) await discardStale(folder, worktrees, git, host).catch(() => {});
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Not at once: a signal can end a large checkout.
      const added = await git.later(['worktree', 'add', '--detach', path.join(folder, CHECKOUT), commit]);
      if (added.ok) return folder;
      ({ cause } = added);
      // Another process is adding one at the same time.
      if (!/failed to read .*commondir/.test(cause)) break;
    }
  } catch (error) {
    cause = error.message;
  } finally {
    stopWaiting();
  }
  discard(folder, git, host);
  throw new UsageError(`${revision} cannot be checked out: ${cause}`);
}

function submodulesIn(folder, host) {
  const text = orNull(() => host.readText(path.join(folder, '.gitmodules'))) || '';
  return [...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(([, name]) => name);
}

const MOST_LINKS = 5; // names in the note

/**
 * Resolves to a note about tracked links that lead out of a checkout, through which other sides load the same files; ''
 * without one. Packages are shared on purpose.
 */
async function noteOfLinks(folder, host) {
  const { stdout } = await createGit(folder, host).later(['ls-files', '--stage', '-z']);
  const links = stdout.split('\0').filter((entry) => entry.startsWith(LINK_MODE))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
    .filter((name) => {
      const real = orNull(() => host.realPath(path.join(folder, name)));
      return real !== null && !isWithin(folder, real) && !real.split(path.sep).includes(PACKAGES);
    });
  if (links.length === 0) return '';
  const more = links.length > MOST_LINKS ? ` and ${links.length - MOST_LINKS} more` : '';
  return `symbolic links lead out of the checkout, so all sides load the same files through them: ` +
    `${links.slice(0, MOST_LINKS).join(', ')}${more}`;
}

function notesOf({ isSame, isPrepared, differing, submodules, linkNote }) {
  return [
    isSame && 'the working tree has no changes since this revision; identical files are compared',
    differing.length > 0 &&
      `dependencies differ (${differing.join(', ')}): both sides use the dependencies installed in the working tree` +
      `${isPrepared ? ', unless the command of --prepare installs others' : ''}`,
    submodules.length > 0 && `submodules are not checked out: ${submodules.join(', ')}`,
    linkNote,
  ].filter(Boolean);
}

/** Folders with installed packages, relative to the top, nearest first. */
function foldersWithPackages(top, cwd, host) {
  const found = new Set();
  let left = MOST_FOLDERS;
  let level = [''];
  for (let depth = 0; depth <= DEPTH && left > 0; depth++) {
    const next = [];
    for (const folder of level) {
      if (left-- <= 0) break;
      // listFolders() omits links.
      if (isFolder(path.join(top, folder, PACKAGES), host)) found.add(folder);
      const names = orNull(() => host.listFolders(path.join(top, folder))) || [];
      for (const name of names) {
        if (name !== PACKAGES && !name.startsWith('.')) next.push(path.join(folder, name));
      }
    }
    level = next;
  }
  for (let folder = path.relative(top, cwd); folder && folder !== '.'; folder = path.dirname(folder)) {
    if (isFolder(path.join(top, folder, PACKAGES), host)) found.add(folder);
  }
  return [...found];
}

/** Packages in a node_modules folder: ['left-pad', '@me/a', '@me/b']. */
const entriesOf = (folder, host) => host.listDir(folder).flatMap((name) => {
  if (!name.startsWith('@') || isLink(path.join(folder, name), host)) return [name];
  return (orNull(() => host.listDir(path.join(folder, name))) || []).map((one) => `${name}/${one}`);
});

/** The target of a link to files of the repository, relative to the top; null for other entries. */
function ownTarget(entry, top, host) {
  if (!isLink(entry, host)) return null;
  const target = orNull(() => host.realPath(entry));
  if (target === null || !isWithin(top, target)) return null;
  const relative = path.relative(top, target);
  // pnpm links into a store in node_modules.
  return relative.split(path.sep).includes(PACKAGES) ? null : relative;
}

/** isPrepared: a command may install packages, which must not lead through a link into the working tree. */
function linkPackages(real, made, { top, folder, isPrepared, host }) {
  const entries = entriesOf(real, host).map((name) => ({ name, own: ownTarget(path.join(real, name), top, host) }));
  if (!isPrepared && !entries.some(({ own }) => own !== null)) {
    host.makeLink(host.realPath(real), made);
    return;
  }
  for (const { name, own } of entries) {
    const target = own === null ? path.join(real, name) : path.join(folder, own);
    // A file of the installer, or a workspace that the revision does not have.
    if (!isFolder(target, host)) continue;
    host.makeFolder(path.dirname(path.join(made, name)));
    host.makeLink(target, path.join(made, name));
  }
}

/** The dependencies in a manifest, without the package's version and scripts. */
function neededIn(name, text) {
  if (text === null || !name.endsWith('.json')) return text;
  const read = orNull(() => JSON.parse(text));
  if (read === null || typeof read !== 'object') return text;
  if (name === 'package.json') return JSON.stringify(NEEDED.map((field) => read[field]));
  // '' is the root package.
  return JSON.stringify([{ ...read.packages, '': null }, read.dependencies]);
}

/**
 * places: absolute paths without links: top and cwd of the working tree, folder of the checkout. Returns manifests
 * whose dependencies differ, relative to the top.
 */
async function linkDependencies({ top, cwd, folder, isPrepared }, git, host) {
  const differing = [];
  // A lock file that git does not track is not in the checkout. Its absence is no difference.
  async function isUntracked(file) {
    if (path.basename(file) === 'package.json') return false;
    return (await git.later(['ls-files', '--', path.join(top, file)])).stdout === '';
  }
  for (const place of foldersWithPackages(top, cwd, host)) {
    const made = path.join(folder, place, PACKAGES);
    // A link in the revision may lead out of the checkout: nothing may be written there.
    const real = orNull(() => host.realPath(path.join(folder, place)));
    if (real === null || !isWithin(folder, real) || !isFolder(real, host)) continue;
    if (isLink(made, host) || tryStat(made, host)) continue;
    linkPackages(path.join(top, place, PACKAGES), made, { top, folder, isPrepared, host });
    for (const name of MANIFESTS) {
      const needed = (root) => neededIn(name, orNull(() => host.readText(path.join(root, place, name))));
      if (needed(top) === needed(folder)) continue;
      if (needed(folder) === null && await isUntracked(path.join(place, name))) continue;
      differing.push(path.join(place, name));
    }
  }
  return differing;
}

/**
 * Checks out any git revision without changing the working tree. cwd: the given cwd in the checkout; label: 'main
 * (1a2b3c4)'; mapPath(file): path in the checkout, unchanged outside of the working tree; checkFiles(files): throws a
 * UsageError if the revision lacks files; checkInside(files): if they are outside of the repository; copyNew(files):
 * copies missing files into the checkout, except those that git ignores, and returns a note, or throws a UsageError if
 * it can copy none; notes: for people; linkNote: one of them, or ''; remove(isLater): never throws. Rejects with a
 * UsageError if the checkout is impossible. isPrepared: a command will run in it.
 */
async function openWorktree(revision, { cwd: given, host, isPrepared = false }) {
  const cwd = host.realPath(given);
  const top = await findTop(createGit(cwd, host), host);
  const git = createGit(top, host);
  const { commit, short } = await resolve(revision, git);
  const { isDirty, isSame } = await workingTreeOf(commit, git);
  const made = await checkOut(revision, commit, top, git, host);
  const folder = path.join(made, CHECKOUT);

  const remove = (isLater) => {
    if (isOpened(made)) discard(made, git, host, isLater);
  };

  const label = commit.startsWith(revision) ? short : `${revision} (${short})`;

  const files = createCheckoutFiles({ top, cwd, folder, label, isPrepared }, git, host);

  let differing;
  let linkNote;
  const stopWaiting = onExit(() => remove(true));
  try {
    differing = await linkDependencies({ top, cwd, folder, isPrepared }, git, host);
    linkNote = await noteOfLinks(folder, host);
    // A process needs its folder, also if the revision lacks it.
    makeFolderWithin(folder, files.mapPath(cwd), host);
  } catch (error) {
    remove();
    throw new UsageError(`the packages of the working tree cannot be linked into ${label}: ${describeFsError(error)}`);
  } finally {
    stopWaiting();
  }

  return {
    ...files, cwd: files.mapPath(cwd), label, workingLabel: isDirty ? 'working tree (with changes)' : 'working tree',
    notes: notesOf({ isSame, isPrepared, differing, submodules: submodulesIn(folder, host), linkNote }),
    linkNote, remove,
  };
}

/** The hash of a revision. Throws a UsageError with a hint. */
async function findCommit(revision, { cwd, host }) {
  const git = createGit(cwd, host);
  await findTop(git, host);
  return (await resolve(revision, git)).commit;
}

module.exports = { findCommit, openWorktree };
