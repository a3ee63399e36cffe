'use strict';

/* Measures how long modules take to load, in new processes that take turns: plain ones, and instrumented ones. */

const path = require('path');
const { keepLast, readLines } = require('../../base/host/child-output');
const { childOptions, createRunMark } = require('../../base/host/child-process-run');
const { orNull } = require('../../base/host/fs-queries');
const { inTurn } = require('../../core/session/interleaved');
const { readEvents } = require('./timeline');

const PROBE = path.join(__dirname, 'probe.js');
const OUTPUT = 3;
const MOST_LENGTH = 2 ** 27; // of a line with the events of all modules

const FEWEST = 5; // plain processes of a target
const MOST = 1000;
const TREE_EVERY = 2; // passes

// A module that differs is found by the smallest of several times, see smallestOf() in packages.js.
const FEWEST_TREES = 12; // of a target that is compared
const MOST_TIMES = 6; // the duration of the plan

/** Node.js 20 has no synchronous hooks for ES modules. */
const needsInternals = ({ version }) => /^(?:20|21)\./.test(version);

/**
 * Loads a target (see measureImports()) in a process. Resolves to { ms, startedMs (null if it did not load), events,
 * error (null, or { kind, ... }), output (last lines of standard error) }. kind: 'threw' (name, message, stack, code),
 * 'exited' (exitCode), 'stuck', 'ended' (exitCode, signal), 'timed-out', 'not-started' (message). onStart(kill) is
 * called at once.
 */
function load(target, how, { timeoutMs, onStart }, { host, clock }) {
  const { isTree = false, isTraced = false, hasModules = false } = how;
  const flags = isTree && hasModules && needsInternals(target) ? ['--expose-internals'] : [];
  const job = { way: target.way, name: target.name, base: target.base, isTree, isTraced, hasModules };
  return new Promise((resolve) => {
    const found = { ms: null, startedMs: 0, events: [], error: null, output: [] };
    const env = { ...host.env, ...target.env, ...createRunMark(host.env), QTIMEIT_IMPORT: JSON.stringify(job) };
    const child = host.startScript(PROBE, [], {
      execPath: target.execPath, execArgv: [...childOptions(host), ...target.nodeOptions, ...flags],
      cwd: target.cwd, env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: host.platform !== 'win32',
    });
    const fail = (kind, more) => { found.error = found.error || { kind, ...more }; };
    child.on('error', (error) => {
      fail('not-started', { message: error.message });
      resolve(found);
    });
    if (child.pid === undefined) return;
    const kill = () => host.killGroup(child.pid, 'SIGKILL');
    const cancel = clock.after(() => {
      fail('timed-out');
      kill();
    }, timeoutMs);
    onStart(kill);
    readLines(child.stdio[OUTPUT], (line) => {
      const { events, error, exit, isStuck, ...times } = orNull(() => JSON.parse(line)) || {};
      if (events) for (const event of events) found.events.push(event);
      if (times.ms !== undefined) Object.assign(found, times);
      if (error) fail('threw', error);
      if (isStuck) fail('stuck');
      if (exit !== undefined) fail('exited', { exitCode: exit });
    }, MOST_LENGTH);
    readLines(child.stderr, (line) => keepLast(found.output, line));
    child.on('exit', (code, signal) => {
      cancel();
      // The module may have started processes, which may hold the pipes open.
      if (host.platform !== 'win32') kill();
      if (code !== 0 || signal) fail('ended', { exitCode: code, signal });
    });
    child.on('close', () => {
      if (found.ms === null) fail('ended', { exitCode: 0 });
      resolve(found);
    });
  });
}

const startOf = ({ events, startedMs }) => (startedMs || (events.length > 0 ? events[0][1] : 0));

const timelineOf = (found) => readEvents(found.events, startOf(found), found.ms);

/**
 * The first process of a target, which is not timed: { error, output, open (modules that have begun), hasRun (whether
 * all modules have ended), hasModules (ES modules), hasTree }. It shows what has begun if the loading never ends.
 * Without instrumentation the error decides.
 */
async function tryTarget(target, how, deps) {
  const traced = await load(target, { isTree: true, isTraced: true, hasModules: true }, how, deps);
  const { modules, open } = timelineOf(traced);
  const loaded = [...modules.values()].filter(({ isLoaded }) => isLoaded);
  const hasModules = target.way === 'import' || loaded.some(({ isModule }) => isModule);
  const hasRun = loaded.length > 0 && open.length === 0;
  const found = { error: null, open, hasRun, hasModules, hasTree: traced.error === null };
  if (traced.error === null) return found;
  if (traced.error.kind === 'timed-out') return { ...found, error: traced.error, output: traced.output };
  const plain = await load(target, {}, how, deps);
  return { ...found, error: plain.error, output: plain.output };
}

/**
 * @param {object[]} targets { way ('require' or 'import'), name, base, cwd, execPath, version (of Node.js), env,
 *   nodeOptions }, which can all be loaded
 * @param {object} plan { seconds (of all passes), processes (number of plain ones per target; null: as many as fit),
 *   timeoutMs, onStart, tried (of tryTarget(), per target), isOver() }
 * @returns {Promise<object[]>} per target { values (ms of plain processes), runs (of readEvents()), treeMs, error }
 */
async function measureImports(targets, plan, deps) {
  const { seconds, processes, tried, isOver = () => false } = plan;
  const found = targets.map(() => ({ values: [], runs: [], treeMs: [], error: null }));
  const startedNs = deps.clock.nowNs();
  const hasTime = (times) => (deps.clock.nowNs() - startedNs) / 1e9 < times * seconds;
  const fewestTrees = targets.length > 1 ? FEWEST_TREES : 0;
  const goesOn = (pass) => (processes === null
    ? pass < FEWEST || (pass < fewestTrees && hasTime(MOST_TIMES)) || (pass < MOST && hasTime(1)) : pass < processes);
  for (let pass = 0; goesOn(pass); pass++) {
    const isTree = pass < fewestTrees || pass % TREE_EVERY === 0;
    const jobs = targets.flatMap((target, i) => [
      { target, own: found[i], how: {} },
      ...(isTree && tried[i].hasTree ? [{ target, own: found[i], how: { ...tried[i], isTree: true } }] : []),
    ]);
    for (const { target, own, how } of inTurn(jobs, pass)) {
      if (own.error !== null) continue;
      const one = await load(target, how, plan, deps);
      if (isOver()) return found;
      own.error = one.error;
      if (one.error !== null) continue;
      if (how.isTree) {
        own.runs.push(timelineOf(one));
        own.treeMs.push(one.ms);
      } else own.values.push(one.ms);
    }
  }
  return found;
}

module.exports = { tryTarget, measureImports };
