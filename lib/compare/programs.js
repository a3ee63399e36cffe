'use strict';

/* How each kind of executable is started with a script. */

/**
 * @typedef {object} Program
 * @property {string} title
 * @property {string} oldest version that tests can be measured with
 * @property {(function(string[]): string[])|null} optionsOf options for a script, given flags of V8 that it is to have;
 *   null where these are options by themselves, beside those of this process
 *
 * @type {Object<string, Program>}
 */
const PROGRAMS = {
  node: { title: 'Node.js', oldest: '18', optionsOf: null },
  // It would take them for options of its own.
  bun: { title: 'Bun', oldest: '1.2', optionsOf: () => [] },
  deno: {
    title: 'Deno', oldest: '2.0',
    // What it measures may do what it may do in the others. A prompt would wait for ever. Natives tell its tiers.
    optionsOf: (flags) => [
      'run', '--no-prompt', '--allow-all', '--unstable-detect-cjs',
      `--v8-flags=${['--allow-natives-syntax', ...flags].join(',')}`,
    ],
  },
};

/** What kind it is by its versions. */
const programOf = (versions) => ['bun', 'deno'].find((name) => versions[name]) || 'node';

module.exports = { PROGRAMS, programOf };
