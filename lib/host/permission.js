'use strict';

/* Permissions of Deno, which asks at the terminal for a missing one and waits: such actions are not tried. */

const engine = require('#engine');

const NEEDED = ['read', 'env', 'run'];

const flagOf = (name) => `--allow-${name}`;

/** ['--a', '--b', '--c'] -> '--a, --b and --c' */
const listed = (words) => [words.slice(0, -1).join(', '), words[words.length - 1]].filter(Boolean).join(' and ');

/** name: 'read', 'write', 'env', 'run' or 'sys'; what: a path, a command, or a kind of facts */
function demand(name, what) {
  if (!engine.permits(name, what)) throw new Error(`Deno was started without ${flagOf(name)}`);
}

function permitted(name, what, action) {
  demand(name, what);
  return action();
}

/** Reason that processes of this program cannot measure, with a hint; null if they can. */
function whyNoProcess(execPath) {
  const missing = NEEDED.filter((name) => !engine.permits(name, name === 'run' ? execPath : undefined));
  if (missing.length === 0) return null;
  const wayOut = `start it with deno run ${NEEDED.map(flagOf).join(' ')}`;
  return `Deno was started without ${listed(missing.map(flagOf))}, which processes of their own need; ${wayOut}`;
}

module.exports = { demand, permitted, whyNoProcess };
