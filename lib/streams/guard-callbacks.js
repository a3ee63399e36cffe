'use strict';

/*
 * Looks whether a stream calls the callback of each chunk once. Node tells of a second call only where no other chunk is
 * under way by then: it is taken for the answer to that one, and what comes out is wrong. It takes a closure for each
 * chunk, so that only runs that do not count are guarded.
 */

// Captured at load: a contender may replace them.
const { defineProperty } = Object;
const { apply } = Reflect;

const OF_TRANSFORMS = ['_transform', '_flush'];
const OF_WRITABLES = ['_write', '_writev'];

/**
 * @param {object} stream of Node, or of the package readable-stream
 * @param {function(Error)} onTwice told of each call too many, which goes no further; the error has its place
 */
function guardCallbacks(stream, onTwice) {
  const names = typeof stream._transform === 'function' ? OF_TRANSFORMS : OF_WRITABLES;
  for (let i = 0; i < names.length; i++) {
    const method = stream[names[i]];
    if (typeof method !== 'function') continue;
    const value = function guarded(...given) {
      const last = given.length - 1;
      const callback = given[last];
      let isAnswered = false;
      given[last] = function answer(...answers) {
        if (isAnswered) {
          const error = new Error('callback called twice');
          error.code = 'ERR_MULTIPLE_CALLBACK';
          onTwice(error);
          return undefined;
        }
        isAnswered = true;
        return apply(callback, this, answers);
      };
      return apply(method, this, given);
    };
    defineProperty(stream, names[i], { value, configurable: true, writable: true });
  }
}

module.exports = { guardCallbacks };
