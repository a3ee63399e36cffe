#!/usr/bin/env node
'use strict';

/*
 * Checks the tests: makes small bugs from the syntax trees of files (other operators, constants, conditions and return
 * values, removed statements and calls, swapped arguments), tries each in a temporary copy, and lists those that no
 * test finds. mutations.json has bugs that a tree cannot express, in generated code and in patterns.
 *
 *   node tools/mutate.js lib/core/measure/loop.js lib/base/stats     all bugs of files and folders
 *   node tools/mutate.js --changed [HEAD~3]        files that differ from a commit, by default the last
 *   node tools/mutate.js --sample 600 --seed 1     a random sample; of lib/ unless files are given
 *   node tools/mutate.js --jobs 2                  in parallel; default: number of processors
 *   node tools/mutate.js --least 85                exits with 1 if fewer percent are caught; default 85
 *   node tools/mutate.js --list                    lists the bugs without trying them
 *
 * A bug is tried with the tests that run its line, according to V8's coverage (mutate/reached.js), fast ones first, up
 * to the first that fails or exceeds its time limit; slow tests must fail twice. Collecting the coverage of all tests
 * takes some minutes; it is kept for tests whose files have not changed. A survivor is a missing test, or a change
 * without effect; a reader decides.
 */

const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { drawOf } = require('./attack/draw');
const { openCopy } = require('./mutate/copy');
const { listedMutants, mutantsOf } = require('./mutate/mutants');
const { reachedBy, testsOf } = require('./mutate/reached');

const ROOT = path.join(__dirname, '..');

// Tests in one process: starting one takes half a second, and usually the first file finds the bug.
const FIRST_SECONDS = 1;
const GROUP_SECONDS = 10;

const SHOWN = 60;

function readArguments(words) {
  const jobs = os.availableParallelism();
  const options = { files: [], changed: null, sample: Infinity, seed: 1, jobs, least: 85, list: false };
  const rest = [...words];
  while (rest.length) {
    const word = rest.shift();
    const name = word.replace(/^--/, '');
    if (word === '--list') options.list = true;
    else if (word === '--changed') options.changed = rest.length && isCommit(rest[0]) ? rest.shift() : 'HEAD';
    else if (word.startsWith('--') && typeof options[name] === 'number') options[name] = numberOf(word, rest.shift());
    else if (word.startsWith('-')) throw new Error(`mutate: unknown option ${word}`);
    else options.files.push(word);
  }
  return options;
}

function numberOf(option, word) {
  if (!/^\d+$/.test(word)) throw new Error(`mutate: ${option} takes a whole number, not ${word}`);
  return Number(word);
}

function git(...args) {
  const stdio = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio }).split('\n').filter(Boolean);
}

function isCommit(word) {
  try {
    return git('rev-parse', '--verify', `${word}^{commit}`).length > 0;
  } catch (_) {
    return false;
  }
}

// The two folders have separate commands.
const TESTS = /\.test\.js$|^test\/(processes|simulations)\//;

/** The files below a file or folder of a tree, relative to the tree. */
function filesBelow(tree, name) {
  if (!fs.statSync(path.join(tree, name)).isDirectory()) return [name];
  return fs.readdirSync(path.join(tree, name)).sort().flatMap((one) => filesBelow(tree, path.join(name, one)));
}

/** Files of the package that users run. */
const isProgram = (file) => /^((lib|bin)\/.*|[^/]+)\.js$/.test(file);

function filesToChange(tree, { files, changed, sample }) {
  if (changed !== null) {
    const touched = [...git('diff', '--name-only', changed), ...git('ls-files', '--others', '--exclude-standard')];
    return touched.filter((file) => isProgram(file) && fs.existsSync(path.join(tree, file)));
  }
  if (files.length === 0 && sample === Infinity) throw new Error('mutate: name files, or give --changed or --sample');
  const named = files.length ? files.map((file) => path.relative(ROOT, path.resolve(file))) : ['lib'];
  for (const name of named) if (!fs.existsSync(path.join(tree, name))) throw new Error(`mutate: there is no ${name}`);
  return named.flatMap((name) => filesBelow(tree, name)).filter((file) => file.endsWith('.js'));
}

function mutantsIn(tree, files) {
  const textOf = (file) => fs.readFileSync(path.join(tree, file), 'utf8');
  const { mutants, misfits } = listedMutants(new Map(filesBelow(tree, 'lib').map((file) => [file, textOf(file)])));
  for (const text of misfits) console.log(`of mutations.json, this does not stand once in lib/: ${text}`);
  return [
    ...files.flatMap((file) => mutantsOf(file, textOf(file))),
    ...mutants.filter(({ file }) => files.includes(file)),
  ];
}

/** A random sample of a list, in the order of the list. */
function sampleOf(list, count, seed) {
  const { uniform } = drawOf(seed, 'mutate');
  const drawn = list.map((one, at) => ({ one, at, key: uniform() })).sort((a, b) => a.key - b.key).slice(0, count);
  return drawn.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

/** The place of a bug and its change: the parts of the texts that differ, with some text before. */
function title({ place, was, is }) {
  const [before, after] = [was, is].map((text) => text.trim().replace(/\s+/g, ' '));
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - SHOWN / 2);
  const shown = (text) => {
    const part = text.slice(from, from + SHOWN);
    return `${from > 0 ? '...' : ''}${part}${text.length > from + SHOWN ? '...' : ''}` || '(nothing)';
  };
  return `${place}  ${shown(before)}  ->  ${shown(after)}`;
}

const secondsOf = (tests) => tests.reduce((sum, { seconds }) => sum + seconds, 0);

/** Tests that run together. */
function groupsOf(tests) {
  const groups = [];
  for (const one of tests) {
    const last = groups[groups.length - 1];
    const most = groups.length === 1 ? FIRST_SECONDS : GROUP_SECONDS;
    if (last && secondsOf(last) + one.seconds <= most) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** @returns {Promise<string|null>} the tests that found it, or null */
function caughtBy(mutant, tests, copy) {
  return copy.withMutant(mutant, async () => {
    for (const group of groupsOf(tests)) {
      const files = group.map(({ test }) => test);
      const seconds = secondsOf(group);
      const isSeen = async () => !(await copy.run(files, seconds)).passes;
      // Slow tests start processes, and one may fail on a busy machine.
      if (!await isSeen() || (seconds > FIRST_SECONDS && !await isSeen())) continue;
      return `${files[0]}${files.length > 1 ? ` or ${files.length - 1} more` : ''}`;
    }
    return null;
  });
}

/** Calls action(item, copy) for all items, one at a time per copy; the answers have the order of the items. */
async function forAll(items, copies, action) {
  const answers = [];
  let next = 0;
  await Promise.all(copies.map(async (copy) => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await action(items[at], copy);
    }
  }));
  return answers;
}

async function findTests(mutants, copies) {
  const changing = new Set(mutants.map(({ file }) => file));
  const files = filesBelow(copies[0].tree, 'test').filter((file) => TESTS.test(file));
  const all = await forAll(files, copies, (file, copy) => reachedBy(copy, file, changing));
  for (const { test, passes } of all) if (!passes) console.log(`left out, as it fails without a bug: ${test}`);
  return all.filter(({ passes }) => passes);
}

/** @returns {Promise<object[]>} the mutants that survived */
async function tryAll(mutants, copies) {
  const all = await findTests(mutants, copies);
  const tried = await forAll(mutants, copies, async (mutant, copy) => {
    const startedMs = Date.now();
    const { tests, isRun } = testsOf(mutant, all);
    const caught = await caughtBy(mutant, tests, copy);
    const survived = `SURVIVED ${tests.length} files of tests${isRun ? '' : ', none of which runs it'}`;
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${title(mutant)}  [${caught ? `caught by ${caught}` : survived}]`);
    return { mutant, caught };
  });
  return tried.filter(({ caught }) => !caught).map(({ mutant }) => mutant);
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  const copies = [openCopy(ROOT)];
  const { tree } = copies[0];
  const removed = () => Promise.all(copies.map((copy) => copy.remove()));
  process.once('SIGINT', () => removed().then(() => process.exit(130)));
  try {
    const mutants = sampleOf(mutantsIn(tree, filesToChange(tree, options)), options.sample, options.seed);
    if (options.list) {
      for (const mutant of mutants) console.log(title(mutant));
      return 0;
    }
    while (copies.length < options.jobs) copies.push(openCopy(tree));
    const survivors = await tryAll(mutants, copies);
    const caught = mutants.length - survivors.length;
    const share = mutants.length ? 100 * caught / mutants.length : 100;
    console.log(`\n${caught} of ${mutants.length} caught (${share.toFixed(1)} %)`);
    for (const mutant of survivors) console.log(`survived: ${title(mutant)}`);
    return share < options.least ? 1 : 0;
  } finally {
    await removed();
  }
}

main().then((code) => { process.exitCode = code; }, (error) => {
  console.error(error.message);
  process.exitCode = 2;
});
