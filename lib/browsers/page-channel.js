'use strict';

/* Sends messages and console output of a page to its command. Numbers keep the order of concurrent requests. */

const { inspect } = require('#engine');

// Captured before a test can replace them.
const { console, fetch, clearTimeout, setTimeout } = globalThis;
const { stringify, parse } = JSON;
const { apply, deleteProperty } = Reflect;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const { then } = Promise.prototype;
const { text: textOf } = Response.prototype;

// After this time without a message the page reports that it is alive. A blocked page cannot.
const PULSE_MS = 2000;

// A test in a loop may write millions.
const MOST_LINES = 100;

const METHODS = ['log', 'info', 'warn', 'error', 'debug'];

/**
 * @param {string} base address of the page, ends with /
 * @returns {{ tell: function(object, function(*)), hold: function() }} tell(message, whenAnswered): starts the request
 *   synchronously; whenAnswered receives the answer or null. hold(): keeps a connection open while the page exists
 */
function createPageChannel(base) {
  let count = 0;
  let timer = null;
  let isHeld = false;

  function pulse() {
    if (!isHeld) return;
    if (timer !== null) apply(clearTimeout, globalThis, [timer]);
    timer = apply(setTimeout, globalThis, [() => tell({ type: 'alive' }), PULSE_MS]);
  }

  function tell(message, whenAnswered = () => {}) {
    pulse();
    // A toJSON from a test would change the message.
    deleteProperty(ObjectPrototype, 'toJSON');
    deleteProperty(ArrayPrototype, 'toJSON');
    const body = stringify({ ...message, number: count++ });
    const response = apply(fetch, globalThis, [`${base}told`, { method: 'POST', body }]);
    const answer = apply(then, response, [(got) => apply(textOf, got, [])]);
    // Requests fail once the command has ended.
    apply(then, answer, [(text) => whenAnswered(text === '' ? null : parse(text)), () => {}]);
  }

  return {
    tell,
    hold() {
      isHeld = true;
      pulse();
      apply(then, apply(fetch, globalThis, [`${base}open`]), [() => {}, () => {}]);
    },
  };
}

function wordsOf(value) {
  if (typeof value === 'string') return value;
  try {
    return inspect(value);
  } catch (_) {
    return 'something that cannot be shown';
  }
}

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

module.exports = { createPageChannel, tellLines };
