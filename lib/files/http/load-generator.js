'use strict';

/*
 * The script of the process that makes the load without an installed tool. It receives one job, sends { figures } or
 * { failure }, and ends. It also ends with the parent process.
 *
 * A job is { isHttp2, isSecure, host, port, authority: both as in a URL, path, headers: [[name, value], ...], duration:
 * seconds, connections, requests: limit or null, and for HTTP/2 streams: per connection, settings, sessionWindow:
 * bytes }.
 */

const { createClock } = require('../../host/clock');
const { connectHttp1, connectHttp2 } = require('./connections');
const { measureWindow } = require('./load-window');

process.once('message', (job) => {
  const clock = createClock();
  const connect = job.isHttp2 ? connectHttp2 : connectHttp1;
  const answer = (message) => process.send(message, () => process.exit(0));
  measureWindow(job, clock, (load) => connect(job, clock, load))
    .then((figures) => answer({ figures }), (error) => answer({ failure: error.message }));
});
process.once('disconnect', () => process.exit(0));
