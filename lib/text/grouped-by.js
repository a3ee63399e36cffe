'use strict';

/**
 * @param {object[]} list
 * @param {function(object): *} keyOf
 * @returns {Map<*, object[]>} in the order of the first of each
 */
function groupedBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return groups;
}

module.exports = { groupedBy };
