'use strict';

/**
 * A clock whose timers never fire on their own: fire(ms) fires all of this duration, and returns their number;
 * advance(ms) lets time pass, and fires those that are due.
 */
function fakeTimers(more = {}) {
  const waiting = [];
  let nowMs = 0;
  function fireAll(due) {
    for (const one of due) waiting.splice(waiting.indexOf(one), 1);
    for (const one of due) one.action();
  }
  return {
    waiting,
    after(action, ms) {
      const one = { action, ms, dueMs: nowMs + ms };
      waiting.push(one);
      return () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
    fire(ms) {
      const due = waiting.filter((one) => one.ms === ms);
      fireAll(due);
      return due.length;
    },
    advance(ms) {
      nowMs += ms;
      fireAll(waiting.filter(({ dueMs }) => dueMs <= nowMs));
    },
    ...more,
  };
}

module.exports = { fakeTimers };
