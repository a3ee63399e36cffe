'use strict';

/*
 * What this process has been started for: the one place that reads the variable of workers. It is taken away at once,
 * so that the processes which a script or its tests start do not inherit it.
 */

const engine = require('#engine');
const { VARIABLE } = require('./protocol');

/** @returns {object|null} */
function takeJob() {
  const env = engine.env();
  const text = env[VARIABLE];
  if (text === undefined) return null;
  delete env[VARIABLE];
  try {
    const job = JSON.parse(text);
    return job !== null && typeof job === 'object' ? job : null;
  } catch (_) {
    return null;
  }
}

const job = takeJob();
const role = job === null ? null : job.role;

// A relay starts the process that does its work, see files/relay-file.js.
if (job !== null && job.relay !== undefined && role !== 'relay') {
  engine.env()[VARIABLE] = JSON.stringify({ role: 'relay', relay: job.relay, loadNode: job.loadNode });
}

/**
 * role: 'test', 'part', 'file' or 'configuration' as in protocol.js, 'relay', or null if this process is not a worker.
 * channel: to its starter, see parent-channel.js; opened at once, as it ends this process when the starter is gone.
 * It is null for a relay, and for a process that has inherited the variable.
 */
module.exports = {
  role, job,
  channel: job !== null && typeof job.secret === 'string' ? require('./parent-channel').openParentChannel(job) : null,
};
