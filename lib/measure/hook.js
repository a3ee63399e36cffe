'use strict';

const { isThenable, awaited } = require('./awaited');

/**
 * A hook of a test as a step: setup(), teardown(), of which the result is awaited.
 *
 * @param {function(): *} action
 * @param {function(*)} [found] given what it returned, or what that was fulfilled with
 */
const hook = (action, found = () => {}) => ({
  run(calls, done) {
    let value;
    let waits = false;
    try {
      value = action();
      waits = isThenable(value);
    } catch (error) {
      done({ error }, 0);
      return;
    }
    function end(failure, settled) {
      if (!failure) found(settled);
      done(failure, 0);
    }
    if (waits) awaited(value, end);
    else end(null, value);
  },
});

module.exports = { hook };
