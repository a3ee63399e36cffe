'use strict';

/*
 * Under which conditions tests of different times were measured, where a document can be of several machines: a test
 * can be compared with itself where both times it was measured on such a one.
 */

const { differencesOf } = require('./fingerprint');

const forbidsOne = (differences) => differences.some(({ forbids }) => forbids);

/** What forbids to compare some of the tests, each field once: over all of them it forbids nothing. */
function ofSome(all) {
  const byField = new Map(all.flat().filter(({ forbids }) => forbids).map((one) => [one.field, one]));
  return [...byField.values()].map((one) => ({ ...one, forbids: false }));
}

/**
 * @param {(object|null)[]} usual environments of the sides, where no test tells its own
 * @returns {{ areEqual: function((object|null)[]|undefined): boolean, differences: function(): object[] }}
 *   areEqual(environments): whether what was measured in these can be compared, null for a side that was not; they are
 *   remembered. differences(): as differencesOf() has them, of all that were asked about
 */
function createConditions(usual) {
  const ids = new Map();
  const known = new Map();

  function differencesIn(environments) {
    const key = environments.map((environment) => {
      if (!ids.has(environment)) ids.set(environment, ids.size);
      return ids.get(environment);
    }).join();
    if (!known.has(key)) known.set(key, differencesOf(environments));
    return known.get(key);
  }

  return {
    // Of a test that only some have nothing is judged.
    areEqual: (environments = usual) => environments.includes(null) || !forbidsOne(differencesIn(environments)),
    differences() {
      const all = [...known.values()];
      if (all.length === 0) return differencesIn(usual);
      return all.length === 1 || all.every(forbidsOne) ? all[0] : ofSome(all);
    },
  };
}

module.exports = { createConditions };
