'use strict';

/* What the configurations of a file have in common: told once, it leaves in their names what tells them apart. */

const PART = /([^\s="]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]+))(?: |$)/gy;

/** ['n=1024', 'type="a b"'], null where a text is no list of parameters */
function partsOf(configuration) {
  const found = [...configuration.matchAll(PART)];
  const isWhole = found.reduce((length, [text]) => length + text.length, 0) === configuration.length;
  return isWhole && found.length > 0 ? found.map(([, part]) => part) : null;
}

/**
 * The parameters that all configurations of a file have in common. Most files of Node core have an n that never
 * changes: told once, above, it leaves the labels with what tells the rows apart.
 *
 * @param {string[]} configurations of one file, as printed
 * @returns {{ shared: string, rest: string[] }} shared: '' where there is nothing in common; rest beside each
 */
function shareParameters(configurations) {
  const none = { shared: '', rest: configurations };
  const lists = configurations.map(partsOf);
  if (lists.length < 2 || lists.includes(null)) return none;
  const isShared = (part) => lists.every((parts) => parts.includes(part));
  const shared = lists[0].filter(isShared);
  const rest = lists.map((parts) => parts.filter((part) => !isShared(part)).join(' '));
  return shared.length === 0 || rest.includes('') ? none : { shared: shared.join(' '), rest };
}

module.exports = { shareParameters };
