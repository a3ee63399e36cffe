'use strict';

/*
 * Measures every configuration of every file, on each side, so many times. All of them are gone through again and
 * again, and the sides take turns, see session/turns.js.
 *
 * Where runs are planned, each configuration has a pilot first, and then as many as that calls for.
 *
 * Files with a setup come after those, one at a time: what it makes, such as a folder for temporary files, another's
 * would take away, and so would the end of another's process. Two sides have the same setup, so that the process of one
 * has ended before that of the other begins.
 */

const { createBenchmarkFile } = require('./benchmark-file');
const { createRelayFile } = require('./relay-file');
const { createRunsLeft } = require('./runs-left');
const { nodeOptionsOf } = require('../suite/typescript');
const { inTurn, takeTurns } = require('../session/turns');
const { groupedBy } = require('../text/grouped-by');
const { rowError } = require('../text/row-error');

const { floor, max } = Math;

// Of files: an idle process takes 40 MB.
const MOST_OPEN = 16;

// What fails twice at its start fails a third time; each may take its whole time to do so.
const ENOUGH_FAILURES = 2;

const MOST_PADDING = 4096;

const SIGNAL_MS = 50;

/**
 * @typedef {object} Entry a configuration
 * @property {object} result the one in the document: { file, configuration, parameters, sides }
 * @property {string} asked its text before it was run
 * @property {({ source: object, index: number }|null)[]} sides source: of createBenchmarkFile
 */

const emptySide = () => ({ rates: [], seconds: [], errors: [], places: [] });

/**
 * The configurations that the sides' files have, matched by their text.
 *
 * @param {object[]} sides { label, execPath, node, cwd, env, pathOf(file), has(file) }, see compare/sides.js; their
 *   environment is set
 * @param {{ path: string, shown: string, isRelay: boolean }[]} files isRelay: of those that have another process do the
 *   work, see relay-file.js
 * @param {object} settings { args, env, execArgv }
 * @param {object} deps { host, clock, writeError }
 * @param {object} watch { looking(side, file), opened(source) }
 * @returns {Promise<{ entries: Entry[], failures: object[], skipped: object[], refusals: object[], unknown: Map,
 *   parameters: string[], sources: object[], hasGroups: boolean }>} skipped: { side, file, words } of files that do not
 *   want to run here; refusals: { file, words } of arguments that a file cannot use; unknown: name of a parameter -> by
 *   how many of the sources it is not known
 * @throws {UsageError} where a side's node cannot run a file
 */
async function findEntries(sides, files, { args, env, execArgv }, deps, watch) {
  const entries = new Map();
  const names = new Map();
  const found = {
    failures: [], skipped: [], refusals: [], unknown: new Map(), parameters: [], sources: [], hasGroups: false,
  };
  const startedFiles = files.map((file) => ({ ...file, nodeOptions: nodeOptionsOf(file, sides, deps) }));
  for (const { path, shown, isRelay = false, nodeOptions } of startedFiles) {
    for (const [at, side] of sides.entries()) {
      if (!side.has(path)) continue;
      watch.looking(side, shown);
      const create = isRelay ? createRelayFile : createBenchmarkFile;
      const { execPath, cwd } = side;
      const launch = { script: side.pathOf(path), args, execPath, cwd, env: { ...env, ...side.env } };
      const source = create(
        { ...launch, execArgv: side.optionsOf ? side.optionsOf([]) : execArgv.concat(nodeOptions[at]),
          tellsEnvironment: !side.environment }, deps);
      watch.opened(source);
      const { found: file, error, skipped } = await source.open();
      if (skipped) found.skipped.push({ side: side.label, file: shown, words: skipped });
      else if (error) found.failures.push({ side: side.label, file: shown, error });
      if (error) continue;
      side.environment = side.environment || file.environment;
      if (file.refused !== null) found.refusals.push({ file: shown, words: file.refused });
      if (file.empty !== null) {
        found.failures.push({ side: side.label, file: shown, error: rowError('no-test', file.empty) });
      }
      found.parameters.push(...file.parameters);
      found.hasGroups = found.hasGroups || file.hasGroups;
      for (const name of file.unknown) found.unknown.set(name, (found.unknown.get(name) || 0) + 1);
      found.sources.push(source);
      // Two files can have the same name in different folders.
      const name = [file.name, shown].find((one) => !names.has(one) || names.get(one) === path) || shown;
      names.set(name, path);
      file.configurations.forEach(({ configuration, parameters }, index) => {
        const key = JSON.stringify([shown, configuration]);
        if (!entries.has(key)) {
          const result = { file: name, configuration, parameters, seconds: 0, sides: sides.map(() => null) };
          entries.set(key, { asked: configuration, result, sides: sides.map(() => null) });
        }
        const entry = entries.get(key);
        entry.sides[at] = { source, index };
        entry.result.sides[at] = emptySide();
      });
      if (file.hasSetup) await source.close();
      await putAway(found.sources);
    }
  }
  return { ...found, entries: [...entries.values()] };
}

/** Lets the processes of files end that were used longest ago, until few are left. */
async function putAway(sources) {
  const open = sources.filter((source) => source.isOpen());
  for (const source of open.slice(0, max(0, open.length - MOST_OPEN))) await source.close();
}

const sourcesOf = (entries) =>
  new Set(entries.flatMap(({ sides }) => sides).filter(Boolean).map(({ source }) => source));

/** Those that are gone through together, and those of each file with a setup. */
function groupsOf(entries) {
  const files = groupedBy(entries, ({ result }) => result.file);
  const alone = [...files.values()].filter((own) => [...sourcesOf(own)].some((source) => source.hasSetup()));
  const apart = new Set(alone.flat());
  return { together: entries.filter((entry) => !apart.has(entry)), alone };
}

/** Puts what was measured before into the entries; failed runs are tried again. */
function takeOver(entries, before) {
  const keyOf = ({ file }, configuration) => JSON.stringify([file, configuration]);
  const known = new Map(before.map((result) => [keyOf(result, result.asked || result.configuration), result]));
  for (const { result, asked } of entries) {
    const old = known.get(keyOf(result, asked));
    if (!old) continue;
    Object.assign(result, { configuration: old.configuration, parameters: old.parameters });
    for (const name of ['asked', 'operations', 'seconds']) if (old[name]) result[name] = old[name];
    result.sides = result.sides.map((side, i) => (side && old.sides[i] ? { ...old.sides[i], errors: [] } : side));
  }
}

const runsOf = ({ rates, errors }) => rates.length + errors.length;
const isHopeless = ({ rates, errors }) => rates.length === 0 && errors.length >= ENOUGH_FAILURES;

/**
 * @param {Entry[]} entries whose results are filled in place: at any time they hold what is known
 * @param {object} plan { runs, isPadded, planned } runs: of each side; isPadded: environments of changing size, for
 *   where the stack begins decides on some per cent; planned: null, or how many of these runs each configuration has,
 *   see compare/plan.js
 * @param {object} deps { clock, random }
 * @param {object} watch { measured(entry, side, outcome, tookNs), progress(done, all, leftSeconds, isAtMost),
 *   planned(plans, left) } tookNs: with its processes; isAtMost: some are not planned yet; planned: called behind the
 *   pilots of those that are gone through together, with the plans of these, and what is left of all, { runs, seconds,
 *   isAtMost }, seconds 0 where nothing has been measured yet
 */
async function measureConfigurations(entries, { runs, isPadded, planned = null }, { clock, random }, watch) {
  const { together, alone } = groupsOf(entries);
  // Those that findEntries has left open are the first to go; the one that was used last comes last.
  const used = sourcesOf(together);
  let done = 0;
  let place = 1 + lastPlaceOf(entries);
  let endedNs = clock.nowNs();
  const plans = new Map();
  const runsLeft = createRunsLeft();
  const wantedOf = (entry) => (plans.has(entry) ? plans.get(entry).runs : runs);
  const isPlanning = () => planned !== null && plans.size < entries.length;
  const sidesOf = ({ result }) => result.sides.filter((side) => side && !isHopeless(side));

  /** Plans a configuration once it has its pilot, and keeps how many runs are left of it. */
  function look(entry) {
    const sides = sidesOf(entry);
    if (planned && !plans.has(entry) && sides.every((side) => runsOf(side) >= planned.pilot)) {
      const plan = planned.planOf(entry.result.sides.map((side) => side && side.rates));
      plans.set(entry, plan);
      entry.result.wanted = plan.runs;
    }
    runsLeft.expect(entry, sides.reduce((sum, side) => sum + max(0, wantedOf(entry) - runsOf(side)), 0));
  }

  async function once({ entry, at }, run) {
    const side = entry.result.sides[at];
    if (!side || runsOf(side) > run || isHopeless(side)) return;
    const { source, index } = entry.sides[at];
    const { error: notOpen } = await source.open();
    const outcome = notOpen ? { error: notOpen }
      : await source.run(index, isPadded ? floor(random() * MOST_PADDING) : 0);
    // ^C reaches the process that is measured, too, and that can be known before it is known here.
    if (outcome.error) await new Promise((resolve) => clock.after(resolve, SIGNAL_MS));
    if (outcome.error) {
      side.errors.push(outcome.error);
    } else {
      side.rates.push(outcome.rate);
      side.seconds.push(outcome.seconds);
      // Rates of a version before have none.
      if (side.places) side.places.push(place++);
      if (outcome.operations !== null) entry.result.operations = outcome.operations;
      if (outcome.configuration !== entry.asked) {
        const { configuration, parameters } = outcome;
        Object.assign(entry.result, { configuration, parameters, asked: entry.asked });
      }
    }
    done++;
    if (used.delete(source)) used.add(source);
    await putAway([...used]);
    const nowNs = clock.nowNs();
    watch.measured(entry, at, outcome, nowNs - endedNs);
    runsLeft.took(entry, nowNs - endedNs);
    endedNs = nowNs;
    look(entry);
    watch.progress(done, done + runsLeft.left(), runsLeft.leftNs() / 1e9, isPlanning());
  }

  async function onceEach(own, at, run) {
    for (const entry of own) if (run < wantedOf(entry)) await once({ entry, at }, run);
    if (own[0].sides.length > 1) await closeAll(sourcesOf(own));
  }

  function jobsOf(run) {
    if (planned && run === planned.pilot && together.length) {
      const left = { runs: runsLeft.left(), seconds: runsLeft.leftNs() / 1e9, isAtMost: isPlanning() };
      if (done > 0 || left.runs > 0) watch.planned(together.map((entry) => plans.get(entry)), left);
    }
    return together.flatMap((entry) => turnsOf([entry], run).map((at) => ({ entry, at })));
  }

  const turnsOf = (own, run) => (
    own.some((entry) => run < wantedOf(entry)) ? inTurn([...own[0].sides.keys()], run) : []);
  for (const entry of entries) look(entry);
  await takeTurns(jobsOf, once);
  if (alone.length) await closeAll(used);
  for (const own of alone) {
    await takeTurns((run) => turnsOf(own, run), (at, run) => onceEach(own, at, run));
    await closeAll(sourcesOf(own));
  }
}

/** Of the runs that were made before; each list goes up. */
function lastPlaceOf(entries) {
  const lists = entries.flatMap(({ result }) => result.sides).map((side) => (side && side.places) || []);
  return lists.reduce((last, places) => (places.length ? max(last, places[places.length - 1]) : last), 0);
}

async function closeAll(sources) {
  for (const source of sources) if (source.isOpen()) await source.close();
}

module.exports = { findEntries, measureConfigurations, takeOver };
