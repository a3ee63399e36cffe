'use strict';

// Captured at load, because a measured test may replace it.
const { process } = globalThis;

/** Kinds of what keeps the process alive, one for each: ['Timeout', 'TCPServerWrap']; none where nobody tells. */
const activeResources = () => (process.getActiveResourcesInfo ? process.getActiveResourcesInfo() : []);

module.exports = { activeResources };
