'use strict';

/**
 * Calls action() while all methods of Math, Number, Array, Map, Set, JSON and Object throw, as after a test that has
 * broken them, and puts them back.
 */
function withBrokenGlobals(action) {
  const saved = [];
  const collect = (target, keep) => {
    for (const key of Reflect.ownKeys(target)) {
      const property = Object.getOwnPropertyDescriptor(target, key);
      if (typeof property.value === 'function' && property.configurable && key !== keep) {
        saved.push([target, key, property]);
      }
    }
  };
  for (const target of [Math, Number, Array.prototype, Array, Map.prototype, Set.prototype, JSON]) collect(target);
  collect(Object, 'defineProperty');
  const { defineProperty } = Object;
  const { length } = saved;
  const broken = { value: () => { throw new Error('broken'); }, configurable: true, writable: true };
  for (let i = 0; i < length; i++) defineProperty(saved[i][0], saved[i][1], broken);
  try {
    return action();
  } finally {
    for (let i = 0; i < length; i++) defineProperty(saved[i][0], saved[i][1], saved[i][2]);
  }
}

module.exports = { withBrokenGlobals };
