'use strict';

/* Who prints the rows of a synchronous suite where a signal ends it. */

const { max } = Math;

// A synchronous suite that takes longer has somebody who prints its rows where a signal ends it, which are handed over
// once a second, and never in more than a twentieth of the time.
const GUARDED_NS = 5e8;
const TELL_NS = 1e9;
const TELLING_SHARE = 20;

/**
 * The process that prints the rows in the place of this one, where a signal ends it.
 *
 * @param {function(): object|null} start see host/guardian.js
 * @param {{ nowNs: function(): number }} clock
 * @param {function(): string} endText what that would print now
 * @returns {{ tell: function(), dismiss: function() }} tell(): from time to time
 */
function createGuard(start, { nowNs }, endText) {
  let startGuardian = start;
  let guardian = null;
  let dueNs = nowNs() + GUARDED_NS;

  function dismiss() {
    if (guardian) guardian.dismiss();
    guardian = null;
    startGuardian = null;
  }

  function tell(text) {
    try {
      guardian.tell(text);
    } catch (_) {
      // The disk is full: a signal ends this process as it would without it.
      dismiss();
    }
  }

  return {
    tell() {
      const startedNs = nowNs();
      if (startGuardian === null || startedNs < dueNs) return;
      if (!guardian) guardian = startGuardian();
      if (guardian) tell(endText());
      else startGuardian = null;
      dueNs = startedNs + max(TELL_NS, TELLING_SHARE * (nowNs() - startedNs));
    },
    dismiss,
  };
}

module.exports = { createGuard };
