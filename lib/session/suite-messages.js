'use strict';

/* What a process, or a page, that runs the suites of a file for another tells of them. */

const { errorIn, faultOfLoaded, faultOfSuite } = require('../document/document-shape');

/** Takes each message by its type, given who runs, too; what is of none is nothing. */
const handedTo = (on) => (message, running) => (
  Object.hasOwn(on, message.type) ? on[message.type](message, running) : null);

/** @throws {TypeError} if a table has no entry for the type of a message */
function checkType({ type }, table) {
  if (!Object.hasOwn(table, type)) throw new TypeError(`type ${JSON.stringify(type)}`);
}

/**
 * The messages of one that tells which suites there are.
 *
 * @param {function(object)} whenTold given who runs, where all are told, or the file is broken
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

module.exports = { checkType, handedTo, listenForSuites };
