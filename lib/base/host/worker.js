'use strict';

/* Role and job of this process. Removes their variable at once, so that processes of the script do not inherit it. */

const engine = require('#engine');

const WORKER_VARIABLE = 'QTIMEIT_WORKER'; // holds the role and the job as JSON: { role, protocol, secret, ... }

function takeJob() {
  const env = engine.env();
  const text = env[WORKER_VARIABLE];
  if (text === undefined) return null;
  delete env[WORKER_VARIABLE];
  return require('./protocol').parseMessage(text);
}

const job = takeJob();
const role = job === null ? null : job.role;

// A relay starts the process that does its work, see createRelayFile in files/.
if (job !== null && job.relay !== undefined && role !== 'relay') {
  engine.env()[WORKER_VARIABLE] = JSON.stringify({ role: 'relay', relay: job.relay, loadNode: job.loadNode });
}

/**
 * role: as in protocol.js, 'relay', or null if this process is not a worker. channel: to the starter
 * (parent-channel.js), opened at once because it ends this process when the starter is gone; null for a relay, and for
 * a process that has inherited the variable.
 */
module.exports = {
  WORKER_VARIABLE, role, job,
  channel: job !== null && typeof job.secret === 'string' ? require('./parent-channel').openParentChannel(job) : null,
};
