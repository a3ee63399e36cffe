'use strict';

/*
 * One process, or page, of a restart as interleaved.js sees it: it waits at each step until it is told to go on. What
 * steps mean to it, and how it reports them, is up to its runner.
 */

/**
 * @param {{ go: function(), turn: function(number), finish: function() }} actions what tells it to take a step
 * @returns {{ steps: object, arrive: function(): boolean, over: function() }} steps: { begun, isOver(), go(),
 *   turn(number), finish() }, of which each step is a promise that resolves when it is done, or when the process is
 *   over; begun: it has loaded the suite. arrive(): the step is done; false if there was none. over(): it has sent its
 *   result, or has ended
 */
function createParticipant({ go, turn, finish }) {
  let isOver = false;
  let wake = null;

  function arrive() {
    const act = wake;
    wake = null;
    if (act !== null) act();
    return act !== null;
  }

  const step = (action) => (isOver ? Promise.resolve() : new Promise((resolve) => {
    wake = resolve;
    action();
  }));

  const steps = {
    begun: step(() => {}),
    isOver: () => isOver,
    go: () => step(go),
    turn: (number) => step(() => turn(number)),
    finish: () => step(finish),
  };
  function over() {
    isOver = true;
    arrive();
  }
  return { steps, arrive, over };
}

module.exports = { createParticipant };
