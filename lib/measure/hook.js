'use strict';

const { isThenable, awaited } = require('./first-call');

/** A hook of a test as a step: setup() or teardown(), of which the result is awaited. */
const hook = (action) => ({
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
    if (waits) awaited(value, (failure) => done(failure, 0));
    else done(null, 0);
  },
});

module.exports = { hook };
