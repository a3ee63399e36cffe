'use strict';

/*
 * Messages to the parent of this process that are written before it goes on: nothing is lost where it ends at once, and they
 * come while a synchronous test keeps the event loop from turning. Where the parent is asked, it works while this process waits, and
 * so never while something is measured.
 */

const { readSync, writeSync } = require('fs');
const { CHANNEL_FD } = require('./parent-channel');

// Captured before a test can replace them.
const { wait } = Atomics;
const bytesOf = Buffer.from;

const END_OF_LINE = 10;

// For a pipe that is full, or has no answer yet.
const PAUSE_MS = 1;

/**
 * @param {object} channel of openParentChannel
 * @returns {{ tellNow: function(object), ask: function(object) }} ask: waits until the parent has dealt with it
 */
function createTellNow({ tell, lineOf, leave }) {
  // Such a pipe cannot be written to at once there.
  if (process.platform === 'win32') return { tellNow: tell, ask: tell };
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const answer = new Uint8Array(1);
  let isLost = false;

  /** Again and again, until it succeeds. */
  function insist(action) {
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (error.code !== 'EAGAIN') return -1;
        wait(cell, 0, 0, PAUSE_MS);
      }
    }
  }

  /** Once: what listens for the end of this process tells of it, too. */
  function lose() {
    isLost = true;
    leave();
  }

  function tellNow(message) {
    if (isLost) return;
    const bytes = bytesOf(lineOf(message), 'utf8');
    for (let done = 0; done < bytes.length && !isLost;) {
      const written = insist(() => writeSync(CHANNEL_FD, bytes, done, bytes.length - done));
      if (written < 0) lose();
      else done += written;
    }
  }

  function ask(message) {
    tellNow({ ...message, asks: true });
    while (!isLost) {
      const read = insist(() => readSync(CHANNEL_FD, answer, 0, 1, null));
      if (read <= 0) lose();
      else if (answer[0] === END_OF_LINE) return;
    }
  }

  return { tellNow, ask };
}

module.exports = { createTellNow };
