'use strict';

// Captured at load, because a measured test may replace it.
const { apply } = Reflect;
const { has } = Map.prototype;

/** Whether it is a Map, of any realm: no other value has what its methods work on. */
function isMap(value) {
  try {
    apply(has, value, [0]);
    return true;
  } catch (_) {
    return false;
  }
}

module.exports = { isMap };
