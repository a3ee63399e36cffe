'use strict';

/**
 * A clock whose timers wait until a test fires them: fire(ms) those of that length, which answers how many there were.
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
