'use strict';

/*
 * One page, from its opening to its end, in a browser of its own: as child-process-run.js runs a script in a process.
 */

const { unexpectedMessage } = require('./failure');
const { SENT_BY } = require('../host/protocol');
const { messageOf } = require('../text/message-of');

/**
 * @typedef {object} Running a page under way
 * @property {function(number)} limit from now on it has so many ms, in place of what it had before
 * @property {function()} finish it has told all
 * @property {function()} kill at once
 *
 * @typedef {object} PageEnd how it ended
 * @property {number|null} code of the browser
 * @property {string|null} signal
 * @property {string|null} notStarted why there was no browser, in words
 * @property {boolean} isOpened whether the page has come
 * @property {boolean} isLost the page has gone, and the browser was still there: its tab has crashed
 * @property {number|null} timedOutMs the limit that it was over
 * @property {boolean} isKilled by kill()
 * @property {boolean} isFinished by finish()
 * @property {string|null} fault why it cannot be trusted, which has ended it: another client, or a wrong message
 * @property {string[]} output the last lines of the browser
 * @property {string[]} lines what the page wrote to its console
 */

// The browser that ends takes its pages with it: it is told apart from one whose tab has crashed.
const LOST_MS = 300;

const MOST_LINES = 20;

// What a file may take to be loaded.
const LOAD_LIMIT_MS = 30000;

/**
 * @param {object} launch
 * @param {object} launch.browser
 * @param {function(): Promise<object>} launch.browser.server see server.js
 * @param {function(string, string): { ended: Promise<object>, end: function() }} launch.browser.open as
 *   startBrowser(), given the address and its word
 * @param {string} [launch.browser.word] of the address, in place of a random one
 * @param {number[]} launch.browser.openLimitsMs from the start to the page; where that does not come, the browser is
 *   started again, as long as there is a limit for it
 * @param {object} launch.page tree, job, chosen, version
 * @param {number} launch.loadLimitMs from there on, until running.limit() says otherwise
 * @param {{ clock: object }} deps
 * @param {object} watch
 * @param {function(Running)} watch.onStart
 * @param {function(object, Running): *} watch.onMessage what it gives is answered
 * @returns {Promise<PageEnd>} never rejects
 */
async function runPage({ browser, page, loadLimitMs }, { clock }, { onStart, onMessage }) {
  const found = {
    isOpened: false, isLost: false, timedOutMs: null, isKilled: false, isFinished: false, fault: null, lines: [],
  };
  const types = SENT_BY[page.job.isPart ? 'part page' : 'test page'];
  let cancel = () => {};
  let cancelLost = () => {};
  let started = { end() {} };
  let isOver = false;

  function end(why) {
    if (isOver) return;
    isOver = true;
    Object.assign(found, why);
    started.end();
  }

  const running = {
    limit(ms) {
      cancel();
      if (!isOver) cancel = ms < Infinity ? clock.after(() => end({ timedOutMs: ms }), ms) : () => {};
    },
    finish() { end({ isFinished: true }); },
    kill() { end({ isKilled: true }); },
  };

  const served = {
    ...page,
    opened() {
      found.isOpened = true;
      running.limit(loadLimitMs);
    },
    lost() { if (!isOver) cancelLost = clock.after(() => end({ isLost: true }), LOST_MS); },
    take(message) {
      if (isOver) return null;
      if (message.type === 'line' && found.lines.length < MOST_LINES) found.lines.push(message.text);
      try {
        if (!types.includes(message.type)) throw new TypeError(`type ${JSON.stringify(message.type)}`);
        return onMessage(message, running);
      } catch (error) {
        end({ fault: unexpectedMessage(messageOf(error)) });
        return null;
      }
    },
    failed(fault) { end({ fault }); },
  };

  let server;
  try {
    server = await browser.server();
  } catch (error) {
    const notStarted = `the server of its page cannot listen: ${error.message}`;
    return { ...found, code: null, signal: null, notStarted, output: [] };
  }
  const added = server.add(served, browser.word);
  const open = (limitMs) => {
    isOver = false;
    found.timedOutMs = null;
    started = browser.open(added.address, added.word);
    running.limit(limitMs);
    return started.ended;
  };
  const [first, ...others] = browser.openLimitsMs;
  const opening = open(first);
  onStart(running);
  let ended = await opening;
  for (const limitMs of others) if (!found.isOpened && found.timedOutMs !== null) ended = await open(limitMs);
  isOver = true;
  cancel();
  cancelLost();
  added.remove();
  return { ...ended, ...found };
}

module.exports = { LOAD_LIMIT_MS, runPage };
