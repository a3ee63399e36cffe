'use strict';

/* The parameters that all configurations of a file share, such as n in Node core, shown once to keep names short. */

const PART = /([^\s="]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]+))(?: |$)/gy;

/** ['n=1024', 'type="a b"'], null if the text is not a list of parameters */
function partsOf(configuration) {
  const found = [...configuration.matchAll(PART)];
  const isWhole = found.reduce((length, [text]) => length + text.length, 0) === configuration.length;
  return isWhole && found.length > 0 ? found.map(([, part]) => part) : null;
}

/** @returns {{ shared: string, rest: string[] }} shared: '' if none; rest: one per configuration */
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
