'use strict';

/*
 * A history on a branch that has nothing else: files are added by commits without a checkout. The trees of the branch
 * here and in the remote repository are joined, because files are never changed and their names are unique.
 */

const { UsageError } = require('../text/usage-error');

const MOST_TRIES = 10;
const FILES_AT_ONCE = 200;
const REMOTE = 'origin';
const NAMELESS = ['-c', 'user.name=qtimeit', '-c', 'user.email=qtimeit@localhost'];

/** name -> text of files, given the lines of ls-tree */
function textsOf(lines, git) {
  if (lines.size === 0) throw Object.assign(new Error('it is empty'), { code: 'ENOENT' });
  const files = [...lines].map(([file, line]) => [file, line.split(/\s/)[2]]);
  const texts = new Map();
  for (let i = 0; i < files.length; i += FILES_AT_ONCE) {
    const some = files.slice(i, i + FILES_AT_ONCE);
    const { stdout } = git(['cat-file', '--batch'], { input: some.map(([, blob]) => `${blob}\n`).join('') });
    let rest = Buffer.from(stdout);
    for (const [file] of some) {
      // 'SHA blob SIZE', and the text with a line feed after it
      const start = rest.indexOf('\n') + 1;
      const end = start + Number(rest.subarray(0, start).toString().split(' ')[2]);
      texts.set(file, rest.subarray(start, end).toString());
      rest = rest.subarray(end + 1);
    }
  }
  return texts;
}

/** git: of compare/git.js. Files as host.js has them: { listDir, readText, add(name, text) }, all for this branch */
function createBranch(name, git, { isPushed = false } = {}) {
  const demand = (found, what) => {
    if (!found.ok) throw new UsageError(`--branch ${name}: ${what}: ${found.cause}`);
    return found.stdout.trim();
  };
  const { ok } = git(['check-ref-format', '--branch', name]);
  if (!ok) throw new UsageError(`--branch ${name} is not a valid branch name`);
  const local = `refs/heads/${name}`;
  const remote = `refs/remotes/${REMOTE}/${name}`;

  function heads() {
    const found = [local, remote].map((ref) => git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]))
      .filter(({ ok }) => ok).map(({ stdout }) => stdout.trim());
    return [...new Set(found)].filter((one, i, all) => !all.some((other, k) => (
      k !== i && git(['merge-base', '--is-ancestor', one, other]).ok)));
  }

  /** name -> line of ls-tree, of all heads */
  const linesOf = (commits) => new Map(commits.flatMap((commit) => (
    demand(git(['ls-tree', commit]), 'its files cannot be listed').split('\n').filter(Boolean)
      .map((line) => [line.slice(line.indexOf('\t') + 1), line]))));

  /** The commit that has all files of these commits and this one, and whether it was there */
  function commitWith(file, text, parents) {
    const lines = linesOf(parents);
    const isThere = lines.has(file);
    if (isThere && parents.length === 1) return { commit: parents[0], isThere };
    const blob = demand(git(['hash-object', '-w', '--stdin'], { input: text }), 'a file cannot be written');
    const all = [...lines.set(file, `100644 blob ${blob}\t${file}`).values()].join('\n');
    const tree = demand(git(['mktree'], { input: `${all}\n` }), 'its files cannot be written');
    const own = git(['config', 'user.email']).ok ? [] : NAMELESS;
    const commit = demand(git([...own, 'commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-m',
      `Add ${file}`]), 'a commit cannot be made');
    return { commit, isThere };
  }

  const fetch = () => git(['fetch', '--quiet', REMOTE, `+${local}:${remote}`]);
  const push = () => git(['push', '--quiet', REMOTE, `${local}:${local}`]);

  let texts = null;
  return {
    title: `branch ${name}`,
    listDir: () => [...(texts = texts || textsOf(linesOf(heads()), git)).keys()],
    readText: (file) => texts.get(file),
    /** False if there is such a file */
    add(file, text) {
      texts = null;
      let cause = 'it keeps changing, because others are pushing to it. Try again';
      let isNew = null;
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        if (isPushed) fetch();
        const before = git(['rev-parse', '--verify', '--quiet', local]).stdout.trim();
        const { commit, isThere } = commitWith(file, text, heads());
        isNew ??= !isThere;
        // Fails if another process has changed the branch meanwhile
        if (!git(['update-ref', local, commit, before]).ok) continue;
        const pushed = isPushed ? push() : { ok: true };
        if (pushed.ok) return isNew;
        ({ cause } = pushed);
        if (!/rejected|non-fast-forward|fetch first|cannot lock/.test(pushed.stderr)) break;
      }
      throw new UsageError(`--branch ${name} could not be ${isPushed ? 'pushed' : 'written'}: ${cause}`);
    },
  };
}

module.exports = { createBranch };
