'use strict';

/* Finds the configurations of the files on all sides, matched by their text. */

const { createBenchmarkFile, createRelayFile } = require('./benchmark-file');
const { chooseNodeOptions } = require('../../core/suite/typescript');
const { createRowError } = require('../../base/text/row-error');

const MOST_OPEN = 16; // limit of open processes of files; an idle process takes 40 MB

/*
 * An entry is a configuration: { result: entry of the document, asked: text before the run, sides: { source: see
 * createBenchmarkFile, index } or null for each side }.
 */

async function closeAll(sources) {
  for (const source of sources) if (source.isOpen()) await source.close();
}

async function putAway(sources) {
  const open = sources.filter((source) => source.isOpen());
  await closeAll(open.slice(0, -MOST_OPEN));
}

/**
 * sides: a missing environment is filled in; files: { path, shown, isRelay }; watch: { looking(side, file),
 * opened(source) }. In the result, skipped: { side, file, words } of files that lack a requirement; refusals: { file,
 * words } of invalid arguments; unknown: Map from a parameter to the number of sources without it.
 * Throws a UsageError if the node of a side cannot run a file.
 */
async function findEntries(sides, files, { args, env, execArgv }, deps, watch) {
  const entries = new Map();
  const names = new Map();
  const found = {
    failures: [], skipped: [], refusals: [], unknown: new Map(), parameters: [], sources: [], hasGroups: false,
  };

  function sourceOf({ path, isRelay = false, nodeOptions }, side, at) {
    const { execPath, cwd, optionsOf = null, environment } = side;
    return (isRelay ? createRelayFile : createBenchmarkFile)({
      script: side.pathOf(path), args, execPath, cwd, env: { ...env, ...side.env }, reportsEnvironment: !environment,
      execArgv: optionsOf ? optionsOf([]) : execArgv.concat(nodeOptions[at]),
    }, deps);
  }

  function add({ path, shown }, source, { label }, at, file) {
    if (file.empty !== null) {
      found.failures.push({ side: label, file: shown, error: createRowError('no-test', file.empty) });
    }
    for (const one of file.parameters) found.parameters.push(one);
    found.hasGroups = found.hasGroups || file.hasGroups;
    for (const name of file.unknown) found.unknown.set(name, (found.unknown.get(name) || 0) + 1);
    found.sources.push(source);
    // Files in different folders can have the same name.
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
      entry.result.sides[at] = { rates: [], seconds: [], errors: [], places: [] };
    });
  }

  const startedFiles = files.map((file) => ({ ...file, nodeOptions: chooseNodeOptions(file, sides, deps) }));
  for (const started of startedFiles) {
    const { shown } = started;
    for (const [at, side] of sides.entries()) {
      if (!side.has(started.path)) continue;
      watch.looking(side, shown);
      const source = sourceOf(started, side, at);
      watch.opened(source);
      const { found: file, error, skipped, refused } = await source.open();
      if (refused) found.refusals.push({ file: shown, words: refused });
      else if (skipped) found.skipped.push({ side: side.label, file: shown, words: skipped });
      else if (error) found.failures.push({ side: side.label, file: shown, error });
      if (!file) continue;
      side.environment = side.environment || file.environment;
      add(started, source, side, at, file);
      if (file.hasSetup) await source.close();
      await putAway(found.sources);
    }
  }
  return { ...found, entries: [...entries.values()] };
}

module.exports = { findEntries, putAway, closeAll };
