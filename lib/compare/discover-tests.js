'use strict';

/* Finds the tests of all sides: runs each file once without measuring, and matches tests by name. */

const { createForkRunner } = require('../fork-runner');
const { tierFlags } = require('../measure/tiers');
const { keyOf } = require('../shards/expected');
const { workerOf } = require('../suite/suite-arguments');
const { nodeOptionsOf } = require('../suite/typescript');
const { engineText } = require('../system/engine-facts');

const { max } = Math;

// Limit of one call, unless the test allows more.
const CALL_LIMIT_SECONDS = 5;

const unmeasured = (file, suite, name, sides) => ({
  file, suite, name, sides: sides.map(() => null), seconds: 0, wanted: 0, secondsEach: 0, restarts: 0, expected: null,
  planned: null, spentSeconds: 0, isAlone: false,
});

/**
 * sides: see sides.js; receive their environments. Returns units, see measure-sides.js, and failures: { side, file,
 * error }. Throws a UsageError if the program of a side cannot run a file.
 */
async function findUnits(sides, files, options, { host, clock, script }, watch) {
  const found = new Map();
  const failures = [];

  function runnerOf(side, index, { path, shown, nodeOptions }) {
    if (side.runnerOf) return side.runnerOf(path, shown, options);
    const { execPath, cwd, env, optionsOf } = side;
    return createForkRunner({ host, clock }, {
      script, ...workerOf(side.pathOf(path), options), execPath, cwd, env, nodeOptions: nodeOptions[index], optionsOf,
    });
  }

  function add(side, index, runner, { file, position, environment }, test, i) {
    const { name, timeoutSeconds, tier = null, hasInputs = false } = test;
    const key = keyOf(file, position, name);
    if (!found.has(key)) found.set(key, unmeasured(file, position + 1, name, sides));
    found.get(key).sides[index] = {
      runner, job: { position, index: i, name }, hasInputs, samples: [], error: null, latest: null, counted: null,
      // Flags depend on the V8 version of the side.
      flags: tierFlags(tier, environment.v8Version || side.node.v8 || process.versions.v8),
      limitSeconds: max(CALL_LIMIT_SECONDS, timeoutSeconds || 0),
      pilotSeconds: side.pilotSeconds || 0,
    };
  }

  const startedFiles = files.map((file) => ({ ...file, nodeOptions: nodeOptionsOf(file, sides, { host }) }));
  for (const [index, side] of sides.entries()) {
    for (const file of startedFiles.filter(({ path }) => side.has(path))) {
      const { shown } = file;
      const runner = runnerOf(side, index, file);
      watch.looking(side, shown);
      const { suites, environment, error } = await runner.list(watch.onStart);
      if (environment) side.environment = side.environment || environment;
      // Some browsers report their version only in a page.
      if (environment && side.tellsItself) side.label = engineText(environment);
      if (error) failures.push({ side: side.label, file: shown, error });
      for (const { position, tests } of error ? [] : suites) {
        tests.forEach((test, i) => add(side, index, runner, { file: shown, position, environment }, test, i));
      }
    }
  }
  return { units: [...found.values()], failures };
}

module.exports = { findUnits };
