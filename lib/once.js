'use strict';

/** Returns a function that calls create at its first call, and returns the same value each time. */
function once(create) {
  let value;
  let made = false;
  return () => {
    if (!made) value = create();
    made = true;
    return value;
  };
}

module.exports = { once };
