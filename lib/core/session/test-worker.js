'use strict';

/* Steps and messages of workers, for runners of processes (fork-runner.js) and of pages (browsers/runner.js). */

const { errorIn, faultOfLoaded, faultOfSuite } = require('../document/document-shape');

/**
 * One process or page of a restart, which waits at each step. steps: { begun, isOver(), go(), turn(number), finish() },
 * with promises that resolve when the step is done or the process is over; begun: the suite is loaded. arrive(): the
 * step is done; false if none was pending. over(): the process has sent its result or has ended.
 */
function createParticipant({ go, turn }) {
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
    finish: () => step(() => turn(null)),
  };
  function over() {
    isOver = true;
    arrive();
  }
  return { steps, arrive, over };
}

const handedTo = (on) => (message, running) => (
  Object.hasOwn(on, message.type) ? on[message.type](message, running) : null);

/** @param {function(object)} whenListed called with the worker when all tests are listed, or if the file is broken */
function listenForSuites(whenListed) {
  const found = { suites: [], unused: [], environment: null, fault: null, uncaught: null, broken: null };
  const on = {
    suite(message) {
      found.fault = found.fault || faultOfSuite(message);
      found.suites.push(message.suite);
    },
    loaded(message, running) {
      found.fault = found.fault || faultOfLoaded(message);
      found.environment = message.environment;
      found.unused = message.unused || [];
      found.usesTls = message.usesTls === true;
      found.ownLoops = message.ownLoops || {};
      whenListed(running);
    },
    broken(message, running) {
      found.broken = errorIn(message);
      whenListed(running);
    },
    uncaught(message) { found.uncaught = errorIn(message); },
  };
  return { found, onMessage: handedTo(on) };
}

module.exports = { createParticipant, handedTo, listenForSuites };
