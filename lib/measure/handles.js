'use strict';

const { activeResources } = require('#engine');

/** What keeps the process alive, by kind: { Timeout: 2, ... }; timers, sockets, servers. */
function openHandles() {
  const counts = {};
  const kinds = activeResources();
  for (let i = 0; i < kinds.length; i++) counts[kinds[i]] = (counts[kinds[i]] || 0) + 1;
  return counts;
}

/** Kinds of handles that are open now and were not before: ['3 x Timeout']. */
function leftOpen(before) {
  const now = openHandles();
  const left = [];
  for (const kind in now) {
    const more = now[kind] - (before[kind] || 0);
    if (more > 0 && kind !== 'Immediate') left[left.length] = `${more} x ${kind}`;
  }
  return left;
}

module.exports = { openHandles, leftOpen };
