'use strict';

/* The next turn of a page's event loop: by a message, since timers wait for 4 ms after five in a row. */

// Captured at load: a test may replace or fake them.
const { MessageChannel } = globalThis;
const { apply } = Reflect;

let send = null;
const waiting = [];
let first = 0;

function turn() {
  const action = waiting[first];
  waiting[first++] = null;
  if (first === waiting.length) waiting.length = first = 0;
  action();
}

/** @param {function()} action run in a turn of its own */
function nextTurn(action) {
  if (send === null) {
    const { port1, port2 } = new MessageChannel();
    const { postMessage } = port2;
    port1.onmessage = turn;
    send = () => apply(postMessage, port2, [null]);
  }
  waiting[waiting.length] = action;
  send();
}

module.exports = { nextTurn };
