'use strict';

/*
 * How a process that measures (a worker) and the process that has started it talk. docs/architecture.md describes the
 * roles and the messages; child-process-run.js is the side of the starter, parent-channel.js that of the worker.
 *
 * A message is a line: a secret that only the two know, a space, and JSON with `type` and `qtimeit` (the protocol). A
 * line break comes first, so that half a line that something else has written does not become part of a message.
 * Messages to a worker are JSON alone.
 */

// Counts up when the messages change; a script can load another copy of this library than its starter did.
const PROTOCOL = 3;

// The variable with the role and the job of a worker, as JSON: { role, protocol, secret, ... }.
const VARIABLE = 'QTIMEIT_WORKER';

// Descriptors, after standard input, output and error. The fourth is the channel of process.send(), which
// belongs to the script, or a second pipe for messages that are written at once: some engines have fs leave the first
// one alone once it is a socket. The fifth carries the turns, see createTurns in parent-channel.js.
const CHANNEL_FD = 3;
const AT_ONCE_FD = 4;
const TURN_FD = 5;

// The exit code of a worker whose pipe is closed, because it cannot report anything else. A script that ends with the
// same code reports over the pipe that the code is its own.
const LOST_CODE = 199;
const OWN_CODE = 'own-code';

const TEST = ['suite', 'loaded', 'broken', 'begun', 'ready', 'known', 'result', 'uncaught'];
const SUITES = ['arranged', 'begun', 'started', 'row', 'sampled', 'message', 'ended'];

/** The types of the messages that each role sends. Pages of browsers send theirs by fetch, without a secret. */
const SENT_BY = {
  test: TEST,
  part: [...SUITES, 'done', 'failed', 'refused', 'stuck', 'exiting', 'left'],
  file: ['configurations', 'refused', 'outcome'],
  configuration: ['report', 'failed'],
  'test page': [...TEST, 'alive', 'line'],
  'part page': [...SUITES, 'done', 'failed', 'broken', 'uncaught', 'fork', 'trying', 'alive', 'line'],
};

/** The types of the messages that each role is sent. */
const SENT_TO = {
  test: ['go', 'turn'], part: ['asked', 'go'], file: ['run', 'end'], configuration: [], 'test page': ['go', 'turn'],
  'part page': ['outcome'],
};

module.exports = { PROTOCOL, VARIABLE, CHANNEL_FD, AT_ONCE_FD, TURN_FD, LOST_CODE, OWN_CODE, SENT_BY, SENT_TO };
