'use strict';

/*
 * A history on a branch that has nothing else: files are added by commits without a checkout. The trees of the branch
 * here and in the remote repository are joined, because files are never changed and their names are unique.
 */

const { program: { exit, onSignals } } = require('#engine');
const { checkEntries } = require('./store');
const { UsageError } = require('../../base/text/usage-error');

const MOST_TRIES = 10;
const REMOTE = 'origin';
const NAMELESS = ['-c', 'user.name=qtimeit', '-c', 'user.email=qtimeit@localhost'];

// Another process has pushed, or is pushing.
const RACE = /! \[rejected\]|fetch first|cannot lock|failed to update ref|incorrect old value/;
// Another process has changed the branch here, or is changing it.
const LOCAL_RACE = /but expected|already exists|\.lock': File exists/;
const LOCK = /Unable to create '(.*\.lock)': File exists/;

/** The words of a hook, or why git refused */
const causeOfPush = ({ stderr, cause }) => (
  /^remote: (?:error: )?(.*\S)/m.exec(stderr) || /rejected\].*\((.+)\)$/m.exec(stderr) || [null, cause])[1];

/** name -> text of results, given the lines of ls-tree */
function textsOf(lines, git) {
  if (lines.size === 0) throw Object.assign(new Error('it is empty'), { code: 'ENOENT' });
  const files = [...lines].filter(([file, line]) => file.endsWith('.json') && line.includes(' blob '));
  const input = Buffer.from(files.map(([, line]) => `${line.split(/\s/)[2]}\n`).join(''));
  let rest = git(['cat-file', '--batch'], { input, encoding: 'buffer', maxBuffer: Infinity }).stdout;
  return new Map(files.map(([file]) => {
    // 'SHA blob SIZE', and the text with a line feed after it
    const start = rest.indexOf('\n') + 1;
    const end = start + Number(rest.subarray(0, start).toString().split(' ')[2]);
    const text = rest.subarray(start, end).toString();
    rest = rest.subarray(end + 1);
    return [file, text];
  }));
}

/** Runs git, which waits for another machine. A signal ends both. */
async function runRemote(git, args) {
  const stopListening = onSignals(exit);
  try {
    return await git.later(args, { mayAsk: true });
  } finally {
    stopListening();
  }
}

/** The branch here and in the remote repository */
function createRefs(name, git) {
  const local = `refs/heads/${name}`;
  const remote = `refs/remotes/${REMOTE}/${name}`;
  const fetch = () => runRemote(git, ['fetch', '--quiet', REMOTE, `+${local}:${remote}`]);
  const headOf = (ref) => git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).stdout.trim();
  const isIn = (one, other) => git(['merge-base', '--is-ancestor', one, other]).ok;

  /** One or two commits: of the branch here and in the remote repository, unless one includes the other */
  function heads() {
    const found = [...new Set([local, remote].map(headOf).filter(Boolean))];
    return found.filter((one) => !found.some((other) => other !== one && isIn(one, other)));
  }

  /** The heads after a fetch. If all results here were pushed before, the remote branch counts, even if rewritten. */
  async function fetchedHeads() {
    const [mine, before] = [local, remote].map(headOf);
    await fetch();
    return mine && before && isIn(mine, before) ? [headOf(remote)] : heads();
  }

  return { local, headOf, heads, fetch, fetchedHeads };
}

/** The next commit in a working tree of this branch would remove the results. */
function checkNotCheckedOut(name, local, git, demand) {
  // Commits to a symbolic ref change the branch that it names.
  const target = git(['symbolic-ref', '--quiet', local]).stdout.trim() || local;
  const trees = demand(git(['worktree', 'list', '--porcelain']), 'the worktrees cannot be listed').split('\n\n');
  const tree = trees.find((lines) => lines.split('\n').includes(`branch ${target}`) && !/^prunable/m.test(lines));
  if (tree === undefined) return;
  const [, folder] = /^worktree (.*)/.exec(tree);
  const link = target === local ? '' : ` is a symbolic ref to ${target}, which`;
  throw new UsageError(`--branch ${name}${link} is checked out in ${folder}. Use a branch that contains only results`);
}

/** git: of compare/sides/git.js. Returns { title, fetch, listDir, readText, addAll }, as createFolder() of store.js */
function createBranch(name, git, { isPushed = false } = {}) {
  const demand = (found, what) => {
    if (!found.ok) throw new UsageError(`--branch ${name}: ${what}: ${found.cause}`);
    return found.stdout.trim();
  };
  const { local, headOf, heads, fetch, fetchedHeads } = createRefs(name, git);
  // Refuses HEAD and names of options, too.
  const { ok, stdout } = git(['check-ref-format', '--branch', name]);
  if (!ok || stdout.trim() !== name || /^(?:refs|heads)\//.test(name)) {
    throw new UsageError(`--branch ${name} is not a valid branch name`);
  }
  checkNotCheckedOut(name, local, git, demand);

  /** name -> line of ls-tree, of all heads */
  const linesOf = (commits) => new Map(commits.flatMap((commit) => (
    demand(git(['ls-tree', commit]), 'its files cannot be listed').split('\n').filter(Boolean)
      .map((line) => [line.slice(line.indexOf('\t') + 1), line]))));

  /** { commit, fresh }: a commit with all files of the parents and these, and the names that no parent has */
  function commitWith(texts, parents) {
    const lines = linesOf(parents);
    checkEntries([...lines.keys()], `the branch ${name}`, '--branch');
    const fresh = [];
    for (const [file, text] of texts) {
      const blob = demand(git(['hash-object', '-w', '--stdin'], { input: text }), 'a file was not written');
      const line = `100644 blob ${blob}\t${file}`;
      if (lines.get(file) === line) continue;
      fresh.push(file);
      lines.set(file, line);
    }
    if (fresh.length === 0 && parents.length === 1) return { commit: parents[0], fresh };
    const all = [...lines.values()].join('\n');
    const tree = demand(git(['mktree'], { input: `${all}\n` }), 'its files were not written');
    const own = ['user.name', 'user.email'].every((key) => git(['config', key]).ok) ? [] : NAMELESS;
    const title = fresh.length > 1 ? `Add ${fresh.length} results` : `Add ${[...texts.keys()][0]}`;
    const commit = demand(git([...own, 'commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-m', title]),
      'the commit could not be created');
    return { commit, fresh };
  }

  const push = () => runRemote(git, ['push', '--quiet', REMOTE, `${local}:${local}`]);

  let texts = null;
  return {
    title: `branch ${name}`,
    async fetch() {
      if (heads().length === 0) await fetch();
    },
    listDir() {
      texts = textsOf(linesOf(heads()), git);
      return [...texts.keys()];
    },
    readText: (file) => texts.get(file),
    async addAll(given) {
      if (given.size === 0) return [];
      let cause = 'it keeps changing, because others are pushing to it. Try again';
      let added = null;
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const before = headOf(local);
        const { commit, fresh } = commitWith(given, isPushed ? await fetchedHeads() : heads());
        added ??= fresh;
        const updated = git(['update-ref', local, commit, before]);
        if (!updated.ok) {
          const [, lock] = LOCK.exec(updated.stderr) || [];
          if (lock) cause = `the file ${lock} exists. If no other git command is running, remove it`;
          if (LOCAL_RACE.test(updated.stderr)) continue;
          ({ cause } = updated);
          break;
        }
        const pushed = isPushed ? await push() : { ok: true };
        if (pushed.ok) return added;
        cause = `${causeOfPush(pushed)}. The commit is kept and will be pushed with the next result`;
        if (!RACE.test(pushed.stderr)) break;
      }
      throw new UsageError(`--branch ${name} could not be ${isPushed ? 'pushed' : 'written'}: ${cause}`);
    },
  };
}

module.exports = { createBranch };
