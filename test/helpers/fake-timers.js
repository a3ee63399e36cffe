'use strict';

/**
 * A clock whose timers never fire on their own: fire(ms) fires all of this duration, and returns their number.
 */
function fakeTimers(more = {}) {
  const waiting = [];
  return {
    waiting,
    after(action, ms) {
      const one = { action, ms };
      waiting.push(one);
      return () => {
        const at = waiting.indexOf(one);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
    fire(ms) {
      const due = waiting.filter((one) => one.ms === ms);
      for (const one of due) waiting.splice(waiting.indexOf(one), 1);
      for (const one of due) one.action();
      return due.length;
    },
    ...more,
  };
}

module.exports = { fakeTimers };
