'use strict';

/*
 * What Deno may do only where it was started with a flag. It would ask at the terminal, and wait for as long as nobody
 * answers: what is not permitted is not tried. Elsewhere all is permitted, or fails by itself.
 */

const engine = require('#engine');

const NEEDED = ['read', 'env', 'run'];

const flagOf = (name) => `--allow-${name}`;

/** ['--a', '--b', '--c'] -> '--a, --b and --c' */
const listed = (words) => [words.slice(0, -1).join(', '), words[words.length - 1]].filter(Boolean).join(' and ');

/**
 * @param {string} name of a permission: 'read', 'write', 'env', 'run', 'sys'
 * @param {string} [what] a path, a command, or a kind of facts
 * @throws {Error} where it is not given
 */
function demand(name, what) {
  if (!engine.permits(name, what)) throw new Error(`Deno was started without ${flagOf(name)}`);
}

/** What an action gives, which is not tried without the permission. */
function permitted(name, what, action) {
  demand(name, what);
  return action();
}

/**
 * @param {string} execPath the program to be run
 * @returns {string|null} why no process can be started that measures, and the way out; null where one can
 */
function whyNoProcess(execPath) {
  const missing = NEEDED.filter((name) => !engine.permits(name, name === 'run' ? execPath : undefined));
  if (missing.length === 0) return null;
  const wayOut = `start it with deno run ${NEEDED.map(flagOf).join(' ')}`;
  return `Deno was started without ${listed(missing.map(flagOf))}, which processes of their own need; ${wayOut}`;
}

module.exports = { demand, permitted, whyNoProcess };
