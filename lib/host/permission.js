'use strict';

/*
 * Permissions of Deno, which are flags. Without one Deno asks at the terminal and waits for an answer, so actions
 * without permission are not tried. In other engines all is permitted, or throws.
 */

const engine = require('#engine');

const NEEDED = ['read', 'env', 'run'];

const flagOf = (name) => `--allow-${name}`;

/** ['--a', '--b', '--c'] -> '--a, --b and --c' */
const listed = (words) => [words.slice(0, -1).join(', '), words[words.length - 1]].filter(Boolean).join(' and ');

/**
 * @param {string} name 'read', 'write', 'env', 'run', 'sys'
 * @param {string} [what] a path, a command, or a kind of facts
 * @throws {Error} without the permission
 */
function demand(name, what) {
  if (!engine.permits(name, what)) throw new Error(`Deno was started without ${flagOf(name)}`);
}

/** The result of an action, which is not tried without the permission. */
function permitted(name, what, action) {
  demand(name, what);
  return action();
}

/** Why no process of this program can measure, and a hint; null if one can. */
function whyNoProcess(execPath) {
  const missing = NEEDED.filter((name) => !engine.permits(name, name === 'run' ? execPath : undefined));
  if (missing.length === 0) return null;
  const wayOut = `start it with deno run ${NEEDED.map(flagOf).join(' ')}`;
  return `Deno was started without ${listed(missing.map(flagOf))}, which processes of their own need; ${wayOut}`;
}

module.exports = { demand, permitted, whyNoProcess };
