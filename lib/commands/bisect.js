'use strict';

/*
 * qtimeit bisect: finds the commit that changed a test. Each comparison is a `qtimeit compare --rev GOOD` in a checkout
 * of another commit.
 */

const path = require('path');
const { FAILED, FINE, untilEnd } = require('./shutdown');
const { createGit } = require('../compare/git');
const { openWorktree } = require('../compare/worktree');
const { keepText } = require('../host/child-output');
const { orNull } = require('../host/fs-queries');
const { openOutputFile } = require('../host/output-file');
const { ascii } = require('../report/values');
const { credibleCommits, nextCommit, posteriorOf } = require('../stats/bisection');
const { tQuantile } = require('../stats/distributions');
const { escaped } = require('../text/display');
const { changeInterval, changeText, counted, timeLeft } = require('../text/numbers');
const { UsageError } = require('../text/usage-error');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const SHARE = 0.95; // of the probability that the answer has
const MOST_TEXT = 1e8;
const COUNT_ERROR = 0.0005; // standard error of the logarithm of a ratio of counts, see docs/accuracy.md
const DF = 1e6;

/** Commits after `good` up to `bad`, the oldest first: { sha, short, subject, date } */
function commitsBetween(good, bad, git) {
  const shaOf = (revision) => {
    const found = git(['rev-parse', '--verify', `${revision}^{commit}`]);
    if (!found.ok) throw new UsageError(`${revision} is not a revision of this repository`);
    return found.stdout.trim();
  };
  const [from, to] = [good, bad].map(shaOf);
  if (!git(['merge-base', '--is-ancestor', from, to]).ok) {
    throw new UsageError(`${good} is not an ancestor of ${bad}. Pass a revision before it as --good`);
  }
  const format = '--format=%H%x00%h%x00%cs%x00%s';
  const { stdout } = git(['log', '--first-parent', '--reverse', format, `${from}..${to}`]);
  const commits = stdout.split('\n').filter(Boolean).map((line) => {
    const [sha, short, date, subject] = line.split('\0');
    return { sha, short, date, subject };
  });
  if (commits.length === 0) throw new UsageError(`there is no commit between ${good} and ${bad}`);
  return { from, commits };
}

/** The logarithm of a ratio with its standard error, by counts if there are any; null without a figure. */
function observationIn({ changes: [change] }) {
  const { ratio, low, high, confidence, counts } = change;
  if (counts && counts.ratio > 0) return { logRatio: Math.log(counts.ratio), error: COUNT_ERROR, isCounted: true };
  if (!(ratio > 0 && low > 0 && high > 0)) return null;
  const z = tQuantile(1 - (1 - confidence) / 2, DF);
  return { logRatio: Math.log(ratio), error: Math.log(high / low) / 2 / z, isCounted: false };
}

function wordsOf({ logRatio, error, isCounted }) {
  const [ratio, low, high] = [0, -1.96, 1.96].map((times) => Math.exp(logRatio + times * error));
  return `${changeText(ratio, low, high)} (${changeInterval(low, high, ratio)})${isCounted ? ' instructions' : ''}`;
}

/** The document of a comparison of the commit with the good one; a string says why there is none. */
function compareCommit(sha, from, { options, files }, deps, onStart) {
  const { host, cwd } = deps;
  const tree = openWorktree(sha, { cwd, host, isPrepared: options.prepare !== undefined });
  const given = ['precision', 'time', 'prepare'].filter((name) => options[name] !== undefined)
    .flatMap((name) => [`--${name}`, `${options[name]}`]);
  const args = ['compare', '--rev', from, '--json', ...given, ...(options.count ? ['--count'] : []),
    ...(options.test === undefined ? [] : ['--filter', options.test]), ...files];
  return new Promise((resolve) => {
    const child = host.spawn(host.execPath, [PROGRAM, ...args],
      { cwd: tree.cwd, env: host.env, stdio: ['ignore', 'pipe', 'pipe'] });
    onStart(() => child.kill('SIGINT'), tree.remove);
    const [found, said] = [child.stdout, child.stderr].map((stream) => keepText(stream, MOST_TEXT));
    child.on('error', (error) => resolve(error.message));
    child.on('close', () => {
      tree.remove();
      const document = orNull(() => JSON.parse(found.text));
      const why = said.text.split('\n').find((line) => /^(?:qtimeit|FAILED|[^ ]+:) /.test(line)) || 'no comparison';
      resolve(document || why.replace(/^qtimeit: /, ''));
    });
  });
}

/** The only test of a comparison; an error names those to choose from. */
function testIn({ tests }) {
  if (tests.length === 1) return tests[0];
  const names = tests.slice(0, 10).map(({ name }) => name).join(', ');
  throw new UsageError(tests.length === 0 ? 'no test exists on both sides. Check --test'
    : `${tests.length} tests match (${names}). Choose one with --test NAME`);
}

function createSearch({ options, files }, { from, commits }, saved, output, deps) {
  const state = saved || { effect: null, observations: [], skipped: [] };
  const nothing = () => {};
  let stop = nothing;
  let remove = nothing;

  async function observe(at) {
    const startedMs = deps.clock.wallMs();
    const found = await compareCommit(commits[at - 1].sha, from, { options, files }, deps, (kill, clean) => {
      stop = kill;
      remove = clean;
    });
    const observation = typeof found === 'string' ? null : observationIn(testIn(found));
    const seconds = (deps.clock.wallMs() - startedMs) / 1000;
    return { at, seconds, ...observation, why: observation ? null : typeof found === 'string' ? found : 'no figure' };
  }

  const posterior = () => posteriorOf(commits.length, state.effect, state.observations);
  const line = ({ at, why, seconds, ...observation }) => {
    const { short, date, subject } = commits[at - 1];
    const what = why === null ? wordsOf(observation) : `skipped: ${why}`;
    return escaped(`${short} ${date} ${what}, ${timeLeft(seconds)}: ${subject}`);
  };

  return {
    state,
    release() {
      stop();
      remove();
    },

    /** Resolves to 'found', 'no-change', 'limit' or 'stuck'; code(): of an early end */
    async run(code, save) {
      if (state.effect === null) {
        const effect = await observe(commits.length);
        output(line(effect));
        if (code()) return 'interrupted';
        if (effect.why !== null) throw new UsageError(`the last commit cannot be compared: ${effect.why}`);
        state.effect = effect;
        save();
      }
      const { effect } = state;
      if (Math.abs(effect.logRatio) < 3 * effect.error) return 'no-change';
      for (;;) {
        const { from: first, to: last } = credibleCommits(posterior(), SHARE);
        if (first === last) return 'found';
        if (state.observations.length + state.skipped.length + 1 >= options.most) return 'limit';
        const at = nextCommit(posterior(), new Set(state.skipped));
        if (at === null) return 'stuck';
        const observation = await observe(at);
        if (code()) return 'interrupted';
        if (observation.why === null) state.observations.push(observation);
        else state.skipped.push(at);
        const { from: start, to: end } = credibleCommits(posterior(), SHARE);
        output(`${line(observation)}; ${counted(end - start + 1, 'commit')} left`);
        save();
      }
    },

    answer(outcome) {
      const { from: first, to: last } = credibleCommits(posterior(), SHARE);
      const all = state.observations.length + state.skipped.length + 1;
      const named = commits.slice(first - 1, last).map(({ short, date, subject }) => `${short} ${date} ${subject}`);
      const sum = posterior().slice(first - 1, last).reduce((share, one) => share + one, 0);
      const change = `changed the cost of the test: ${wordsOf(state.effect)}`;
      const head = outcome === 'found' ? `${named[0]}\n${change}`
        : `one of ${counted(named.length, 'commit')} ${change}\n${named.join('\n')}`;
      return `${escaped(head).replace(/\\n/g, '\n')}\nprobability ${sum.toFixed(3)}, ${counted(all, 'comparison')}`;
    },
  };
}

/** The state of an earlier search; null without one. Throws a UsageError for a search between other commits. */
function resumed(file, { from, commits }, { host }) {
  const text = orNull(() => host.readText(file));
  const state = text === null ? null : orNull(() => JSON.parse(text));
  if (text === null) return null;
  const isOurs = state && state.qtimeit === 'bisection' && state.from === from && state.to === commits.at(-1).sha;
  if (!isOurs) throw new UsageError(`${file} has no search between these commits. Leave out --resume, and use --force`);
  return state;
}

async function bisect({ options, positionals: files }, command, deps) {
  const { host, cwd, terminal } = deps;
  if (files.length === 0 || options.good === undefined) {
    throw new UsageError('bisect needs a good revision and files: qtimeit bisect --good v1.0.0 --test parse bench/');
  }
  const range = commitsBetween(options.good, options.bad, createGit(cwd, host));
  const { from, commits } = range;
  const saved = options.resume ? resumed(options.save, range, deps) : null;
  const file = options.save && openOutputFile(options.save, { force: options.force || options.resume, host });
  const written = (text) => `${terminal.isUtf8() ? text : ascii(text)}\n`;
  const output = (text) => terminal.writeError(written(text));
  const search = createSearch({ options, files }, range, saved, output, deps);
  const head = { qtimeit: 'bisection', schema: 1, from, to: commits.at(-1).sha };
  const save = () => { if (file) file.write(JSON.stringify({ ...head, ...search.state })); };
  output(`${counted(commits.length, 'commit')} after ${options.good}, up to ${options.bad}`);
  let outcome = null;
  const code = await untilEnd(options, deps, {
    async measure(early) { outcome = await search.run(early, save); },
    finish() {},
    stop: () => { search.release(); return true; },
    release: search.release,
  });
  if (code) return code;
  if (outcome === 'no-change') {
    terminal.write(written(`no change between ${options.good} and ${options.bad}: ${wordsOf(search.state.effect)}`));
    return FAILED;
  }
  terminal.write(written(search.answer(outcome)));
  return outcome === 'found' ? FINE : FAILED;
}

module.exports = { bisect };
