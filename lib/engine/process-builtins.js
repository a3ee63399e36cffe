'use strict';

/*
 * What Node has beside the language that a test may replace while we need it: { behindAccessors, holders, outputs }.
 * A holder is { holder, keys }, of all its properties where keys is not given.
 */

const OF_PROCESS = [
  'stdout', 'stderr', 'env', 'exit', 'emit', 'emitWarning', 'nextTick', 'memoryUsage', 'resourceUsage', 'hrtime',
  'cpuUsage',
];

function holders() {
  const EventEmitter = require('events');
  const { Writable } = require('stream');
  return [
    { holder: process, keys: OF_PROCESS }, { holder: Buffer }, { holder: Buffer.prototype },
    { holder: EventEmitter.prototype }, { holder: Writable.prototype },
  ];
}

/** process.stdout.write and its like are the user's to replace, until a suite begins. */
const outputs = () => [{ holder: process.stdout, keys: ['write'] }, { holder: process.stderr, keys: ['write'] }];

module.exports = {
  // Globals that are set behind an accessor, which stays as it is where they are replaced.
  behindAccessors: ['process', 'Buffer'],
  holders,
  outputs,
};
