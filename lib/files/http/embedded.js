'use strict';

/*
 * Our own generator of load: needs nothing to be installed. It runs in a process of its own, as the others do, since
 * in that of the server the two would take turns.
 */

const path = require('path');
const { authorityOf } = require('./load-options');
const { toolEnvironment } = require('./load-process');

const SCRIPT = path.join(__dirname, 'load-generator.js');

/** What load-generator.js is told. */
function jobOf(plan) {
  const { isHttp2, scheme, host, port, path: target, headers, duration, connections, clients, maxConcurrentStreams, requests } = plan;
  const job = { isHttp2, isSecure: scheme === 'https', host, port, authority: authorityOf(plan), path: target, headers, duration };
  const { initialWindowSize = 30, sessionInitialWindowSize = 30, headerTableSize } = plan;
  return {
    ...job,
    // As with h2load: other clients would be another load.
    connections: isHttp2 ? clients || 1 : connections,
    requests: requests || null,
    streams: maxConcurrentStreams || 1,
    settings: { initialWindowSize: 2 ** initialWindowSize - 1, ...(headerTableSize === undefined ? {} : { headerTableSize }) },
    sessionWindow: 2 ** sessionInitialWindowSize - 1,
  };
}

/**
 * @param {object} plan
 * @param {{ host: object, execPath: string }} deps
 * @returns {object} the child process, which sends { figures } or { failure: message }
 */
function startGenerator(plan, { host, execPath }) {
  const child = host.fork(SCRIPT, [], {
    execPath, execArgv: [], env: toolEnvironment(host.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Where it has gone away already, its end tells more.
  child.send(jobOf(plan), () => {});
  return child;
}

module.exports = { startGenerator };
