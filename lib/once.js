'use strict';

/**
 * @param {function(): T} create
 * @returns {function(): T} gives what create made at its first call
 * @template T
 */
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
