'use strict';

/*
 * Measures a matrix: every configuration of every file, on each side, so many times. The whole matrix is gone through again and again, and
 * the sides take turns (old new, new old), so that what changes slowly meets all alike: with old always first, a second place that is
 * faster by 1 % would be a difference of 1 % between equals.
 */

const { createBenchmarkFile } = require('./benchmark-file');

const { floor } = Math;

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

const emptySide = () => ({ rates: [], seconds: [], errors: [] });

/**
 * The configurations that the sides' files have, matched by their text.
 *
 * @param {object[]} sides { label, execPath, cwd, pathOf(file), has(file) }, see compare/sides.js; their environment is set
 * @param {{ path: string, shown: string }[]} files
 * @param {object} settings { args, env, execArgv }
 * @param {object} doors { host, clock, writeError }
 * @param {object} watch { looking(side, file), isOver(), opened(source) }
 * @returns {Promise<{ entries: Entry[], failures: object[], refusals: object[], unknown: Map, parameters: string[], sources: object[], hasGroups: boolean }>}
 *   refusals: { file, words } of arguments that a file cannot use; unknown: name of a parameter -> by how many of the sources it is not known
 */
async function findEntries(sides, files, { args, env, execArgv }, doors, watch) {
  const entries = new Map();
  const names = new Map();
  const found = { failures: [], refusals: [], unknown: new Map(), parameters: [], sources: [], hasGroups: false };
  for (const { path, shown } of files) {
    for (const [at, side] of sides.entries()) {
      if (!side.has(path) || watch.isOver()) continue;
      watch.looking(side, shown);
      const source = createBenchmarkFile({ script: side.pathOf(path), args, execPath: side.execPath, execArgv, cwd: side.cwd, env, tellsEnvironment: !side.environment }, doors);
      watch.opened(source);
      const { found: file, error } = await source.open();
      if (error) {
        found.failures.push({ side: side.label, file: shown, error });
        continue;
      }
      side.environment = side.environment || file.environment;
      if (file.refused !== null) found.refusals.push({ file: shown, words: file.refused });
      if (file.empty !== null) found.failures.push({ side: side.label, file: shown, error: require('../row-error').rowError('no-test', file.empty) });
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
          entries.set(key, { asked: configuration, result: { file: name, configuration, parameters, sides: sides.map(() => null) }, sides: sides.map(() => null) });
        }
        const entry = entries.get(key);
        entry.sides[at] = { source, index };
        entry.result.sides[at] = emptySide();
      });
      await putAway(found.sources);
    }
  }
  return { ...found, entries: [...entries.values()] };
}

/** Lets the processes of files end that were used longest ago, until few are left. */
async function putAway(sources) {
  const open = sources.filter((source) => source.isOpen() && !source.isKept());
  for (const source of open.slice(0, Math.max(0, open.length - MOST_OPEN))) await source.close();
}

/** Puts what was measured before into the entries; failed runs are tried again. */
function takeOver(entries, before) {
  const keyOf = ({ file }, configuration) => JSON.stringify([file, configuration]);
  const known = new Map(before.map((result) => [keyOf(result, result.asked || result.configuration), result]));
  for (const { result, asked } of entries) {
    const old = known.get(keyOf(result, asked));
    if (!old) continue;
    Object.assign(result, { configuration: old.configuration, parameters: old.parameters }, old.asked && { asked: old.asked }, old.operations && { operations: old.operations });
    result.sides = result.sides.map((side, i) => (side && old.sides[i] ? { ...old.sides[i], errors: [] } : side));
  }
}

const runsOf = ({ rates, errors }) => rates.length + errors.length;
const isHopeless = ({ rates, errors }) => rates.length === 0 && errors.length >= ENOUGH_FAILURES;

/**
 * @param {Entry[]} entries whose results are filled in place: at any time they hold what is known
 * @param {object} plan { runs, isPadded } isPadded: environments of changing size, for where the stack begins decides on some per cent
 * @param {object} doors { clock, random }
 * @param {object} watch { isOver(), measured(entry, side, outcome), progress(done, all, leftSeconds) }
 */
async function measureMatrix(entries, { runs, isPadded }, { clock, random }, watch) {
  const startedNs = clock.nowNs();
  // Those that findEntries has left open are the first to go; the one that was used last comes last.
  const used = new Set(entries.flatMap(({ sides }) => sides).filter(Boolean).map(({ source }) => source));
  let done = 0;
  let left = entries.reduce((sum, { result }) => sum + result.sides.reduce((all, side) => all + (side ? Math.max(0, runs - runsOf(side)) : 0), 0), 0);

  async function once(entry, at) {
    const side = entry.result.sides[at];
    const { source, index } = entry.sides[at];
    const { error: notOpen } = await source.open();
    const outcome = notOpen ? { error: notOpen } : await source.run(index, isPadded ? floor(random() * MOST_PADDING) : 0);
    // ^C reaches the process that is measured, too, and that can be known before it is known here.
    if (outcome.error) await new Promise((resolve) => clock.after(resolve, SIGNAL_MS));
    if (watch.isOver()) return;
    if (outcome.error) {
      side.errors.push(outcome.error);
    } else {
      side.rates.push(outcome.rate);
      side.seconds.push(outcome.seconds);
      if (outcome.operations !== null) entry.result.operations = outcome.operations;
      if (outcome.configuration !== entry.asked) Object.assign(entry.result, { configuration: outcome.configuration, parameters: outcome.parameters, asked: entry.asked });
    }
    done++;
    left = isHopeless(side) ? left - (runs - runsOf(side)) - 1 : left - 1;
    used.delete(source);
    used.add(source);
    await putAway([...used]);
    watch.measured(entry, at, outcome);
    watch.progress(done, done + left, (clock.nowNs() - startedNs) / 1e9 / done * left);
  }

  for (let run = 0; run < runs; run++) {
    for (const entry of entries) {
      const order = [...entry.sides.keys()];
      if (run & 1) order.reverse();
      for (const at of order) {
        const side = entry.result.sides[at];
        if (!side || runsOf(side) > run || isHopeless(side)) continue;
        await once(entry, at);
        if (watch.isOver()) return;
      }
    }
  }
}

module.exports = { findEntries, measureMatrix, takeOver };
