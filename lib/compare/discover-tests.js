'use strict';

/*
 * Which tests the sides have: each side's files are run once without measuring anything, and tests are matched by name.
 */

const { createForkRunner } = require('../fork-runner');
const { tierFlags } = require('../measure/tier');
const { argumentsFor } = require('../suite/suite-arguments');
const { nodeOptionsOf } = require('../suite/typescript');
const { engineText } = require('../system/engine-facts');

const { max } = Math;

// As much as a call may be late where the test does not say.
const CALL_LIMIT_SECONDS = 5;

/**
 * @param {object[]} sides see sides.js; their environment is set
 * @param {{ path: string, shown: string }[]} files of the working tree
 * @param {object} options { filter, exclude }
 * @param {object} deps { host, clock, script } script: path of the script of the command line
 * @param {{ onStart: function, looking(side, file) }} watch
 * @returns {Promise<{ units: object[], failures: { side, file, error }[] }>} units see measure-sides.js
 * @throws {UsageError} where a side's node cannot run a file
 */
async function findUnits(sides, files, options, { host, clock, script }, watch) {
  const found = new Map();
  const failures = [];
  const startedFiles = files.map((file) => ({ ...file, nodeOptions: nodeOptionsOf(file, sides, { host }) }));
  for (const [index, side] of sides.entries()) {
    for (const { path, shown, nodeOptions } of startedFiles) {
      if (!side.has(path)) continue;
      const runner = side.runnerOf ? side.runnerOf(path, shown, options) : createForkRunner({ host, clock }, {
        script, args: argumentsFor(side.pathOf(path), options), execPath: side.execPath, cwd: side.cwd, env: side.env,
        nodeOptions: nodeOptions[index], optionsOf: side.optionsOf,
      });
      watch.looking(side, shown);
      const { suites, environment, error } = await runner.list(watch.onStart);
      if (environment) side.environment = side.environment || environment;
      // Which version it is some browsers tell in a page alone.
      if (environment && side.tellsItself) side.label = engineText(environment);
      if (error) failures.push({ side: side.label, file: shown, error });
      for (const { position, tests } of error ? [] : suites) {
        tests.forEach(({ name, timeoutSeconds, tier = null, hasInputs = false }, i) => {
          const key = JSON.stringify([shown, position, name]);
          if (!found.has(key)) {
            const unmeasured =
              {
              seconds: 0, wanted: 0, secondsEach: 0, restarts: 0, expected: null, planned: null, spentSeconds: 0,
              isAlone: false,
            };
            found.set(key, { file: shown, suite: position + 1, name, sides: sides.map(() => null), ...unmeasured });
          }
          const limitSeconds = max(CALL_LIMIT_SECONDS, timeoutSeconds || 0);
          // The flags of its own node: one has compilers that another does not know.
          const flags = tierFlags(tier, environment.v8Version || side.node.v8 || process.versions.v8);
          found.get(key).sides[index] = {
            runner, job: { position, index: i, name }, flags, limitSeconds, hasInputs, samples: [], error: null,
            pilotSeconds: side.pilotSeconds || 0,
            latest: null, counted: null,
          };
        });
      }
    }
  }
  return { units: [...found.values()], failures };
}

module.exports = { findUnits };
