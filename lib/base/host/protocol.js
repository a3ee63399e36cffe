'use strict';

/*
 * Messages between a worker (a process that measures; parent-channel.js) and its starter (child-process-run.js). See
 * docs/architecture.md. A worker sends lines: a secret that only the two know, a space, and JSON with `type` and
 * `qtimeit` (the protocol). A line break precedes each, so that half a line from elsewhere does not become part of it.
 * Messages to a worker are plain JSON.
 */

const { orNull } = require('./fs-queries');

const PROTOCOL = 3; // incremented when messages change: a script may load another copy of this library than its starter

// Descriptors after standard input, output and error. The fourth is the channel of process.send(), which belongs to the
// script. The fifth carries the turns, see createTurns in parent-channel.js. The sixth is a second pipe for messages
// that are written at once, if fs cannot use the first one once it is a socket.
const CHANNEL_FD = 3;
const SEND_FD = 4;
const TURN_FD = 5;
const AT_ONCE_FD = 6;

const MOST_LENGTH = 2 ** 27; // longer than any message, in characters or bytes

// Exit code of a worker whose pipe is closed. A script that ends with this code reports OWN_CODE over the pipe.
const LOST_CODE = 199;
const OWN_CODE = 'own-code';

const TEST = ['suite', 'loaded', 'broken', 'begun', 'ready', 'known', 'result', 'uncaught'];
const SUITES = ['arranged', 'begun', 'started', 'row', 'sampled', 'message', 'ended'];

/** Message types by the role that sends them. Pages of browsers send by fetch, without a secret. */
const SENT_BY = {
  test: TEST,
  part: [...SUITES, 'unused', 'starts', 'alive', 'done', 'failed', 'refused', 'stuck', 'exiting', 'left'],
  file: ['configurations', 'refused', 'outcome', 'exiting'],
  configuration: ['report', 'failed'],
  'test page': [...TEST, 'alive', 'line'],
  'part page': [...SUITES, 'unused', 'done', 'failed', 'broken', 'uncaught', 'fork', 'trying', 'alive', 'line'],
};

/** null if the text is not JSON of an object */
function parseMessage(text) {
  const message = orNull(() => JSON.parse(text));
  return typeof message === 'object' ? message : null;
}

module.exports = {
  PROTOCOL, CHANNEL_FD, SEND_FD, TURN_FD, AT_ONCE_FD, MOST_LENGTH, LOST_CODE, OWN_CODE, SENT_BY, parseMessage,
};
