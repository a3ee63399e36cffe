'use strict';

/*
 * From a page to the command that has opened it: messages as fetch sends them, to an address that only the two know.
 * They are numbered, for several can be under way at once.
 */

// Captured before a test can replace them.
const { fetch, clearTimeout, setTimeout } = globalThis;
const { stringify, parse } = JSON;
const { apply, deleteProperty } = Reflect;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const { then } = Promise.prototype;
const { text: textOf } = Response.prototype;

// Of silence, after which it says that it is still there: what blocks the page cannot say so.
const PULSE_MS = 2000;

/**
 * @param {string} base address of all that the server has for this page, with a / at its end
 * @returns {{ tell: function(object, function(*)), hold: function() }} tell(message, whenAnswered): handed to the
 *   browser before this page goes on; whenAnswered is given what the command answers, null for nothing. hold(): keeps a
 *   connection open as long as there is this page, and says now and then that it is alive
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
    // What a test has all objects inherit would write something else than they are.
    deleteProperty(ObjectPrototype, 'toJSON');
    deleteProperty(ArrayPrototype, 'toJSON');
    const body = stringify({ ...message, number: count++ });
    const response = apply(fetch, globalThis, [`${base}told`, { method: 'POST', body }]);
    const answer = apply(then, response, [(got) => apply(textOf, got, [])]);
    // Where the command has gone nobody waits for the rest.
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

module.exports = { createPageChannel };
