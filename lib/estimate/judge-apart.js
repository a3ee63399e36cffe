'use strict';

/**
 * Judges tests that can be compared with verdicts that hold together, and by themselves those of which figures are all
 * that can be told.
 *
 * @param {object[]} tests
 * @param {boolean[]} areComparable of each
 * @param {function(object[], boolean): object[]} judgeThese
 * @returns {object[]} what it makes of them, in their order
 */
function judgeApart(tests, areComparable, judgeThese) {
  const judged = new Map();
  for (const isComparable of [true, false]) {
    const own = tests.filter((_, i) => areComparable[i] === isComparable);
    judgeThese(own, isComparable).forEach((test, i) => judged.set(own[i], test));
  }
  return tests.map((test) => judged.get(test));
}

module.exports = { judgeApart };
