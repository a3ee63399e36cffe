'use strict';

/* What a page writes to its console, as lines for the command. */

const { inspect } = require('#engine');

// Captured before a test can replace them.
const { console } = globalThis;
const { apply } = Reflect;

// A test in a loop writes millions.
const MOST_LINES = 100;

const METHODS = ['log', 'info', 'warn', 'error', 'debug'];

function wordsOf(value) {
  if (typeof value === 'string') return value;
  try {
    return inspect(value);
  } catch (_) {
    return 'something that cannot be shown';
  }
}

/**
 * @param {function({ type: 'line', text: string, isError: boolean })} tell
 */
function tellLines(tell) {
  let lines = 0;
  for (const name of METHODS) {
    const own = console[name];
    console[name] = (...values) => {
      apply(own, console, values);
      if (lines > MOST_LINES) return;
      const text = lines++ === MOST_LINES ? '(and so on)' : values.map(wordsOf).join(' ');
      tell({ type: 'line', text, isError: name === 'warn' || name === 'error' });
    };
  }
}

module.exports = { tellLines };
