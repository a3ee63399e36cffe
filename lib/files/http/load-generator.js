'use strict';

/*
 * The script of the process that makes the load, where none of the known tools does. It is told one job, answers with
 * { figures } or { failure }, and ends; it ends too when nobody is there any more to be answered.
 *
 * A job is { isHttp2, isSecure, host, port, authority: both as in a URL, path, headers: [[name, value], ...], duration:
 * seconds, connections, requests: after how many to end or null, and for HTTP/2 streams: at a time on each connection,
 * settings, sessionWindow: bytes }.
 */

const { createClock } = require('../../host/clock');
const { connectHttp1 } = require('./http1-connection');
const { connectHttp2 } = require('./http2-connection');
const { measureWindow } = require('./load-window');

process.once('message', (job) => {
  const clock = createClock();
  const connect = job.isHttp2 ? connectHttp2 : connectHttp1;
  const answer = (message) => process.send(message, () => process.exit(0));
  measureWindow(job, clock, (load) => connect(job, clock, load))
    .then((figures) => answer({ figures }), (error) => answer({ failure: error.message }));
});
process.once('disconnect', () => process.exit(0));
