'use strict';

/* The worker's side of the pipe to the process that started it. See protocol.js. */

const engine = require('#engine');
const { createAsBefore } = require('./builtins');
const { insist, orNull } = require('./fs-queries');
const { PROTOCOL, CHANNEL_FD, AT_ONCE_FD, TURN_FD, LOST_CODE, OWN_CODE } = require('./protocol');

// Captured before a test can replace them.
const { exit } = process;
const { stringify, parse } = JSON;
const { apply, deleteProperty, ownKeys } = Reflect;
const { indexOf, slice } = String.prototype;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const { fstatSync, readSync, writeSync } = require('fs');
const bytesOf = Buffer.from;
const Bytes = Uint8Array;

const BIGINT = { __proto__: null, bigint: true };
const END_OF_LINE = 10;
const ZERO = 48;
const PAUSE_MS = 1; // for a full pipe, or a pipe without an answer yet

/**
 * Opens the pipe, and ends this process as soon as the parent has gone. Returns null without a pipe: then this process
 * has only inherited the variable. sendNow() writes a message before this process continues, in case the process ends
 * at once or a synchronous test blocks the event loop. ask() also waits for the parent to handle the message, so that
 * the parent never works during a measurement. onNextMessage(action) waits for the next message of the parent.
 */
function openParentChannel(job) {
  // Throws if something else has this number.
  const socket = orNull(() => engine.socketOf(CHANNEL_FD));
  if (!socket) return null;
  const { write, ref, unref } = socket;
  const { secret } = job;
  const atOnceFd = atOnceFdOf(job);
  const opened = identityOf(CHANNEL_FD);
  let action = null;
  let rest = '';
  let isLeaving = false;
  let unsent = 0;

  function leave() {
    isLeaving = true;
    apply(exit, process, [LOST_CODE]);
  }

  // In a listener for the end of this process, a second exit() would skip the other listeners.
  const leaveOnce = () => { if (!isLeaving) leave(); };

  function read(piece) {
    rest += piece;
    const end = apply(indexOf, rest, ['\n']);
    if (end < 0 || action === null) return;
    const line = apply(slice, rest, [0, end]);
    rest = apply(slice, rest, [end + 1]);
    const act = action;
    action = null;
    apply(unref, socket, []);
    act(parse(line));
  }

  function lineOf(message) {
    const now = identityOf(CHANNEL_FD);
    // The descriptor was closed and reopened: a message would go into some file.
    if (now && opened && now !== opened) leave();
    // An inherited toJSON would change the message.
    deleteProperty(ObjectPrototype, 'toJSON');
    deleteProperty(ArrayPrototype, 'toJSON');
    return `\n${secret} ${stringify({ ...message, qtimeit: PROTOCOL })}\n`;
  }

  process.on('exit', (code) => {
    if (code !== LOST_CODE || isLeaving) return;
    // Fails if the pipe is closed.
    orNull(() => writeSync(CHANNEL_FD, lineOf({ type: OWN_CODE })));
  });
  socket.setEncoding('utf8');
  socket.on('data', read);
  socket.on('end', leave);
  socket.on('error', leave);
  socket.unref();

  /** Unsent messages keep the process alive, as with other sockets. */
  function send(message, whenSent = () => {}) {
    unsent++;
    apply(ref, socket, []);
    apply(write, socket, [lineOf(message), 'utf8', (error) => {
      unsent--;
      if (unsent === 0 && action === null) apply(unref, socket, []);
      if (error) leave();
      else whenSent();
    }]);
  }

  function onNextMessage(act) {
    action = act;
    apply(ref, socket, []);
  }

  return {
    job,
    send,
    onNextMessage,
    turns: createTurns({ send, onNextMessage, leave }),
    ...(atOnceFd === null ? { sendNow: send, ask: send } : createSendNow(atOnceFd, lineOf, leaveOnce)),
  };
}

/**
 * Turns of this process, see session/interleaved.js. Reads of the pipe block if the engine supports that, so that a
 * waiting process runs no timers and takes no time from the running one. next(action) reports that the last turn is
 * over, and calls action with the number of the next turn, or null if there are no more.
 */
function createTurns({ send, onNextMessage, leave }) {
  const bytes = new Bytes(1);
  const asBefore = createAsBefore(false);
  const inherited = ownKeys(ObjectPrototype).length;
  // Functions of fs treat properties that all objects inherit as errors.
  const safely = (action) => (ownKeys(ObjectPrototype).length === inherited ? action() : asBefore(action));

  function readNumber() {
    let number = null;
    for (;;) {
      const length = readSync(TURN_FD, bytes, 0, 1, null);
      if (length === 0) leave();
      if (bytes[0] === END_OF_LINE) return number;
      if (bytes[0] >= ZERO && bytes[0] <= ZERO + 9) number = (number || 0) * 10 + bytes[0] - ZERO;
    }
  }

  function waitForNext() {
    try {
      writeSync(TURN_FD, 'ready\n');
      return readNumber();
    } catch (_) {
      return leave();
    }
  }

  return {
    next(action) {
      if (engine.readsPipesBlocking) {
        action(safely(waitForNext));
        return;
      }
      onNextMessage(({ turn }) => action(turn));
      send({ type: 'ready' });
    },
  };
}

/** Descriptor for messages at once; null if nothing is written before the event loop turns. */
function atOnceFdOf({ hasAtOnce }) {
  if (!engine.socketTakesDescriptor) return CHANNEL_FD;
  return hasAtOnce ? AT_ONCE_FD : null;
}

function createSendNow(fd, lineOf, leave) {
  const answer = new Uint8Array(1);
  let isLost = false;

  /** Only once, because listeners for the end of this process also send messages. */
  function lose() {
    isLost = true;
    leave();
  }

  function sendNow(message) {
    if (isLost) return;
    const bytes = bytesOf(lineOf(message), 'utf8');
    for (let done = 0; done < bytes.length && !isLost;) {
      const written = orNull(() => insist(() => writeSync(fd, bytes, done, bytes.length - done), PAUSE_MS));
      if (written === null) lose();
      else done += written;
    }
  }

  function ask(message) {
    sendNow({ ...message, asks: true });
    while (!isLost) {
      const read = orNull(() => insist(() => readSync(fd, answer, 0, 1, null), PAUSE_MS));
      if (!read) lose();
      else if (answer[0] === END_OF_LINE) return;
    }
  }

  return { sendNow, ask };
}

const identityOf = (fd) => orNull(() => {
  // Without bigint, Node keeps the numbers of a pipe, and require() no longer resolves links that it knows (20.20).
  const { dev, ino } = fstatSync(fd, BIGINT);
  return `${dev} ${ino}`;
});

module.exports = { openParentChannel };
