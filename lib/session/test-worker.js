'use strict';

/*
 * For those who start workers as processes (fork-runner.js) or as pages (browsers/runner.js): the steps of a worker
 * that measures a test, and the messages of a worker that lists the tests.
 */

const { errorIn, faultOfLoaded, faultOfSuite } = require('../document/document-shape');

/**
 * One process, or page, of a restart as interleaved.js sees it: it waits at each step until it may go on. Its runner
 * knows what the steps mean to it, and how it reports them.
 *
 * @param {{ go: function(), turn: function(number), finish: function() }} actions that ask it to take a step
 * @returns {{ steps: object, arrive: function(): boolean, over: function() }} steps: { begun, isOver(), go(),
 *   turn(number), finish() }, each a promise that resolves when the step is done, or when the process is over; begun:
 *   it has loaded the suite. arrive(): the step is done; false if there was none. over(): it has sent its result, or
 *   has ended
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

/** Passes each message, and the worker that runs, to the function of its type; without one the message is ignored. */
const handedTo = (on) => (message, running) => (
  Object.hasOwn(on, message.type) ? on[message.type](message, running) : null);

/**
 * The messages of a worker that lists the tests.
 *
 * @param {function(object)} whenTold given the worker once it has listed all, or if the file is broken
 * @returns {{ found: { suites, environment, fault, uncaught, broken }, onMessage: function(object, object) }}
 */
function listenForSuites(whenTold) {
  const found = { suites: [], environment: null, fault: null, uncaught: null, broken: null };
  const on = {
    suite(message) {
      found.fault = found.fault || faultOfSuite(message);
      found.suites.push(message.suite);
    },
    loaded(message, running) {
      found.fault = found.fault || faultOfLoaded(message);
      found.environment = message.environment;
      whenTold(running);
    },
    broken(message, running) {
      found.broken = errorIn(message);
      whenTold(running);
    },
    uncaught(message) { found.uncaught = errorIn(message); },
  };
  return { found, onMessage: handedTo(on) };
}

module.exports = { createParticipant, handedTo, listenForSuites };
