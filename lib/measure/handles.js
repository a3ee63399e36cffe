'use strict';

const { activeResources } = require('#engine');

// Requests end by themselves: of the call that has just been awaited, Node.js lists one until its callback returns.
const NO_HANDLES = {
  __proto__: null, Immediate: true, FSReqPromise: true, FSReqCallback: true, GetAddrInfoReqWrap: true,
  GetNameInfoReqWrap: true, QueryReqWrap: true,
};

// Worker threads that tests of this process have left, whether they still run or not.
let threads = 0;

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
    if (more > 0 && !NO_HANDLES[kind]) left[left.length] = `${more} x ${kind}`;
    if (more > 0 && kind === 'Worker') threads += more;
  }
  return left;
}

const leftThreads = () => threads;

module.exports = { openHandles, leftOpen, leftThreads };
