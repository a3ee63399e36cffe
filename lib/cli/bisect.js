'use strict';

/*
 * qtimeit bisect: finds the commit that changed a test. Each comparison is a `qtimeit compare --rev GOOD` in a checkout
 * of another commit.
 */

const path = require('path');
const { hintOfTaken } = require('./options');
const { PROGRAM } = require('./part-process');
const { FAILED, FINE, untilEnd } = require('./shutdown');
const { createGit } = require('../compare/sides/git');
const { findCommit, openWorktree } = require('../compare/sides/worktree');
const { faultWords, leaf, compileShapes } = require('../core/document/shape');
const { drain, keepText } = require('../base/host/child-output');
const { createRunMark } = require('../base/host/child-process-run');
const { orNull, unlessMissing } = require('../base/host/fs-queries');
const { openOutputFile } = require('../base/host/output-file');
const { withSlashes } = require('../base/host/paths');
const { credibleCommits, nextCommit, computePosterior } = require('../base/stats/bisection');
const { tQuantile, NORMAL_DF } = require('../base/stats/distributions');
const { escaped } = require('../base/text/display');
const { ascii, changeInterval, changeText, counted, timeLeft } = require('../base/text/numbers');
const { UsageError } = require('../base/text/usage-error');

const SHARE = 0.95; // of the probability that the answer has
const MOST_TEXT = 1e8;
const COUNT_ERROR = 0.0005; // standard error of the logarithm of a ratio of counts, see docs/accuracy.md
const SCHEMA = 1;

/** Commits after `good` up to `bad`, the oldest first: { sha, short, subject, date } */
async function commitsBetween(good, bad, deps) {
  const git = createGit(deps.cwd, deps.host);
  const from = await findCommit(good, deps);
  const to = await findCommit(bad, deps);
  if (!git(['merge-base', '--is-ancestor', from, to]).ok) {
    throw new UsageError(`${good} is not an ancestor of ${bad}. Pass an ancestor as --good`);
  }
  const format = '--format=%H%x00%h%x00%cs%x00%s';
  const { stdout } = git(['log', '--first-parent', '--reverse', format, `${from}..${to}`]);
  const commits = stdout.split('\n').filter(Boolean).map((line) => {
    const [sha, short, date, subject] = line.split('\0');
    return { sha, short, date, subject };
  });
  if (commits.length === 0) throw new UsageError(`no commits between ${good} and ${bad}`);
  return { from, commits };
}

/** The logarithm of a ratio with its standard error, by counts if there are any; null without a ratio. */
function observationIn({ changes: [change] }) {
  const { ratio, low, high, confidence, counts } = change;
  if (counts && counts.ratio > 0) return { logRatio: Math.log(counts.ratio), error: COUNT_ERROR, isCounted: true };
  if (!(ratio > 0 && low > 0 && high > 0)) return null;
  const z = tQuantile(1 - (1 - confidence) / 2, NORMAL_DF);
  return { logRatio: Math.log(ratio), error: Math.log(high / low) / 2 / z, isCounted: false };
}

function wordsOf({ logRatio, error, isCounted }) {
  const [ratio, low, high] = [0, -1.96, 1.96].map((times) => Math.exp(logRatio + times * error));
  return `${changeText(ratio, low, high)} (${changeInterval(low, high, ratio)})${isCounted ? ' instructions' : ''}`;
}

/** The document of a comparison of the commit with the good one, or of the error that prevented it */
async function compareCommit(sha, from, { options, files }, deps, onStart) {
  const { host, cwd } = deps;
  const tree = await openWorktree(sha, { cwd, host, isPrepared: options.prepare !== undefined });
  const given = ['precision', 'time', 'prepare'].filter((name) => options[name] !== undefined)
    .map((name) => `--${name}=${options[name]}`);
  const args = ['compare', '--rev', from, '--json', ...given, ...(options.count ? ['--count'] : []),
    ...(options.test === undefined ? [] : [`--filter=${options.test}`]), '--', ...files];
  return new Promise((resolve) => {
    const child = host.spawn(host.execPath, [PROGRAM, ...args],
      { cwd: tree.cwd, env: { ...host.env, ...createRunMark(host.env) }, stdio: ['ignore', 'pipe', 'pipe'] });
    onStart({ kill: () => child.kill('SIGINT'), remove: tree.remove, note: tree.linkNote });
    const found = keepText(child.stdout, MOST_TEXT);
    drain(child.stderr);
    child.on('error', (error) => resolve({ error }));
    child.on('close', () => resolve(orNull(() => JSON.parse(found.text)) || { error: { message: 'no result' } }));
  });
}

const firstLineOf = ({ message }) => message.split('\n')[0];

/** The only test of a comparison, or the one with this exact name. An error names those to choose from. */
function chooseTest({ tests, failures = [] }, wanted) {
  const [exact] = tests.filter(({ name }) => name === wanted);
  if (exact || tests.length === 1) return exact || tests[0];
  const names = tests.slice(0, 10).map(({ name }) => name).join(', ');
  if (tests.length > 1) throw new UsageError(`${tests.length} tests match (${names}). Choose one with --test NAME`);
  const [failure] = failures;
  throw new UsageError(failure ? `${failure.file}: ${firstLineOf(failure.error)}`
    : `no test${wanted === undefined ? '' : ` matches --test ${wanted} and`} exists in both commits`);
}

const isSameTest = (one, { file, name }) => one.name === name && (one.file ?? null) === file;

/** Why a comparison with the good commit has no ratio of a test, of which it may lack a side */
function whyNone({ failures = [] }, test, good) {
  const { sides = [] } = test || {};
  const [failed] = [
    ...sides.map((side, at) => ({ error: side && side.error, isGood: at === 0 })),
    ...failures.map(({ error, side }) => ({ error, isGood: side === 'old' })),
  ].filter(({ error }) => error);
  if (failed) return firstLineOf(failed.error) + (failed.isGood ? ` (at the good commit ${good})` : '');
  if (sides[0] === null) return `the good commit ${good} does not contain the test. Pass a later --good`;
  return test && sides[1] !== null ? 'no result' : 'it does not contain the test';
}

/** Whether the test has a ratio, but so few or so different times that it has no interval */
const isTooNoisy = (test) => test.changes[0].ratio > 0;
const TOO_NOISY = 'the times differ too much. Pass a longer --time';
const TRIES = 2; // of such a comparison

function lineOf({ short, date, subject }, { why, seconds, ...observation }) {
  const what = why === null ? wordsOf(observation) : 'skipped';
  return escaped(`${short} ${date} ${what}, ${timeLeft(seconds)}: ${subject}${why === null ? '' : ` (${why})`}`);
}

/** Whether a commit is left whose comparison divides this range */
const canDivide = (first, last, skipped) => (
  Array.from({ length: last - first }, (_, i) => first + i).some((at) => !skipped.includes(at)));

/** Comparisons of commits with the good one, one at a time. The first one adds the test to the state of the search. */
function createComparer({ options, files }, { from, commits }, state, output, deps) {
  const noted = new Set(['']);
  let running = null;
  let isStopped = false;

  async function compareOnce(at) {
    const startedMs = deps.clock.wallMs();
    const found = await compareCommit(commits[at - 1].sha, from, { options, files }, deps, (started) => {
      running = started;
      if (!noted.has(started.note)) output(escaped(`note: ${started.note}`));
      noted.add(started.note);
    });
    running.remove(isStopped);
    running = null;
    const seconds = (deps.clock.wallMs() - startedMs) / 1000;
    if (found.error) return { at, seconds, why: firstLineOf(found.error) };
    if (state.test === null) {
      const { file = null, name } = chooseTest(found, options.test);
      state.test = { file, name };
    }
    const test = found.tests.find((one) => isSameTest(one, state.test));
    const observation = test ? observationIn(test) : null;
    if (observation) return { at, seconds, ...observation, why: null };
    return { at, seconds, why: test && isTooNoisy(test) ? TOO_NOISY : whyNone(found, test, options.good) };
  }

  return {
    /** Again if the times differ too much */
    async compare(at) {
      let seconds = 0;
      for (let tries = 1; ; tries++) {
        const found = await compareOnce(at);
        seconds += found.seconds;
        if (found.why !== TOO_NOISY || tries === TRIES || isStopped) return { ...found, seconds };
      }
    },
    /** Ends the comparison; false if none is running. Its checkout is removed afterwards. */
    stop() {
      isStopped = running !== null;
      if (isStopped) running.kill();
      return isStopped;
    },
    release(isEarly) {
      if (running === null) return;
      running.kill();
      running.remove(isEarly);
    },
  };
}

function createSearch(asked, { from, commits }, saved, output, deps) {
  const { options } = asked;
  const state = saved || { test: null, effect: null, observations: [], skipped: [] };
  const { compare, stop, release } = createComparer(asked, { from, commits }, state, output, deps);
  const posterior = () => computePosterior(commits.length, state.effect, state.observations);
  return {
    state, stop, release,

    /** Resolves to 'found', 'no-change', 'limit', 'stuck' or 'too-noisy'; code(): of an early end */
    async run(code, save) {
      if (state.effect === null) {
        const effect = await compare(commits.length);
        if (code()) return 'interrupted';
        output(lineOf(commits.at(-1), effect));
        if (effect.why === TOO_NOISY) return 'too-noisy';
        if (effect.why !== null) throw new UsageError(`the last commit cannot be compared: ${effect.why}`);
        state.effect = effect;
        save();
      }
      const { effect } = state;
      if (Math.abs(effect.logRatio) < 3 * effect.error) return 'no-change';
      for (;;) {
        const { from: first, to: last } = credibleCommits(posterior(), SHARE);
        if (first === last) return 'found';
        if (!canDivide(first, last, state.skipped)) return 'stuck';
        if (state.observations.length + state.skipped.length + 1 >= options.most) return 'limit';
        const at = nextCommit(posterior(), new Set(state.skipped));
        if (at === null) return 'stuck';
        const observation = await compare(at);
        if (code()) return 'interrupted';
        if (observation.why === null) state.observations.push(observation);
        else state.skipped.push(at);
        const { from: start, to: end } = credibleCommits(posterior(), SHARE);
        output(`${lineOf(commits[at - 1], observation)}; ${counted(end - start + 1, 'commit')} left`);
        save();
      }
    },

    answer(outcome) {
      const { from: first, to: last } = credibleCommits(posterior(), SHARE);
      const all = state.observations.length + state.skipped.length + 1;
      const named = commits.slice(first - 1, last).map(({ short, date, subject }) => (
        escaped(`${short} ${date} ${subject}`)));
      const sum = posterior().slice(first - 1, last).reduce((share, one) => share + one, 0);
      const change = `changed the cost of the test: ${wordsOf(state.effect)}`;
      const head = outcome === 'found' ? `${named[0]}\n${change}`
        : `one of ${counted(named.length, 'commit')} ${change}\n${named.join('\n')}`;
      return `${head}\nprobability ${sum.toFixed(3)}, ${counted(all, 'comparison')}`;
    },
  };
}

const faultOf = compileShapes({
  search: `qtimeit: 'bisection'; schema: schema; from to: text; asked: anything; test: test|null; effect: effect|null
    observations: observation[]; skipped: ordinal[]`,
  test: 'file: text|null; name: text',
  effect: 'logRatio: number; error: positive; isCounted: flag',
  observation: 'at: ordinal; ...effect',
}, { known: { schema: leaf(`${SCHEMA}`, (value) => value === SCHEMA) } })('search');

/** The state of an earlier search; null without one. Throws a UsageError for any other file, or an unreadable one. */
function resumed(file, head, { host }) {
  const text = unlessMissing(file, () => host.readText(file));
  if (text === null) return null;
  const otherwise = 'To overwrite it, use --force, not --resume';
  const state = orNull(() => JSON.parse(text));
  const fault = faultOf(state);
  if (fault) throw new UsageError(`${file} is not a saved search, or is damaged: ${faultWords(fault)}. ${otherwise}`);
  const isOurs = Object.keys(head).every((key) => JSON.stringify(state[key]) === JSON.stringify(head[key]));
  if (isOurs) return state;
  throw new UsageError(`${file} contains a search with other commits, files or options. ${otherwise}`);
}

async function bisect({ options, positionals }, command, deps) {
  const { host, cwd, terminal } = deps;
  // Another checkout has another path.
  const files = positionals.map((file) => withSlashes(path.isAbsolute(file) ? path.relative(cwd, file) || '.' : file));
  if (files.length === 0 || options.good === undefined) {
    const example = 'qtimeit bisect --good v1.0.0 --test parse bench/';
    throw new UsageError(`bisect needs --good and files: ${example}${hintOfTaken(options)}`);
  }
  if (options.resume && options.save === undefined) throw new UsageError('--resume requires --save FILE');
  const range = await commitsBetween(options.good, options.bad, deps);
  const { from, commits } = range;
  const { test = null, count = false, prepare = null } = options;
  const head = {
    qtimeit: 'bisection', schema: SCHEMA, from, to: commits.at(-1).sha, asked: { files, test, count, prepare },
  };
  const saved = options.resume ? resumed(options.save, head, deps) : null;
  const file = options.save && openOutputFile(options.save, { force: options.force || options.resume, host });
  const written = (text) => `${terminal.isUtf8() ? text : ascii(text)}\n`;
  const output = (text) => terminal.writeError(written(text));
  const search = createSearch({ options, files }, range, saved, output, deps);
  const save = () => { if (file) file.write(JSON.stringify({ ...head, ...search.state })); };
  output(`${counted(commits.length, 'commit')} after ${options.good}, up to ${options.bad}`);
  let outcome = null;
  let signals = 0;
  const code = await untilEnd(options, deps, {
    async measure(early) { outcome = await search.run(early, save); },
    stop() {
      return search.stop() && ++signals === 1; // the second one does not wait
    },
    release: search.release,
  });
  if (code) {
    if (file && search.state.effect) output('to continue the search, add --resume');
    return code;
  }
  if (outcome === 'too-noisy') return FAILED;
  if (outcome === 'no-change') {
    terminal.write(written(`no change between ${options.good} and ${options.bad}: ${wordsOf(search.state.effect)}`));
    return FAILED;
  }
  terminal.write(written(search.answer(outcome)));
  return outcome === 'found' ? FINE : FAILED;
}

module.exports = { bisect };
