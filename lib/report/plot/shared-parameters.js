'use strict';

/*
 * The parameters that all configurations of a file have in common. Most files of Node core have an n that never
 * changes: told once, above, it leaves the labels with what tells the rows apart.
 */

const PART = /([^\s="]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]+))(?: |$)/gy;

/** ['n=1024', 'type="a b"'], null where a text is no list of parameters */
function partsOf(configuration) {
  const parts = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < configuration.length) {
    const found = PART.exec(configuration);
    if (!found) return null;
    parts.push(found[1]);
  }
  return parts.length > 0 ? parts : null;
}

/**
 * @param {string[]} configurations of one file, as printed
 * @returns {{ shared: string, rest: string[] }} shared: '' where there is nothing in common; rest beside each
 */
function shareParameters(configurations) {
  const none = { shared: '', rest: configurations };
  const lists = configurations.map(partsOf);
  if (lists.length < 2 || lists.includes(null)) return none;
  const others = lists.map((parts) => new Set(parts));
  const isShared = (part) => others.every((parts) => parts.has(part));
  const shared = lists[0].filter(isShared);
  const rest = lists.map((parts) => parts.filter((part) => !isShared(part)).join(' '));
  return shared.length === 0 || rest.includes('') ? none : { shared: shared.join(' '), rest };
}

module.exports = { shareParameters };
