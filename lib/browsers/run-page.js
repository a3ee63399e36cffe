'use strict';

/* Runs one page in a separate browser: the counterpart of child-process-run.js. */

const { unexpectedMessage } = require('./failure');
const { SENT_BY } = require('../host/protocol');
const { messageOf } = require('../text/show');

/**
 * @typedef {{ limit: function(number), finish: function(), kill: function() }} Running limit(ms): restarts the time
 *   limit; finish(): after the last message
 *
 * @typedef {object} PageEnd
 * @property {number|null} code of the browser
 * @property {string|null} signal
 * @property {string|null} notStarted reason
 * @property {boolean} isOpened
 * @property {boolean} isLost crash of the tab, without the browser
 * @property {number|null} timedOutMs exceeded limit
 * @property {string|null} fault fatal fault: another client, or a wrong message
 * @property {string[]} output last lines of the browser
 * @property {string[]} lines of the page's console
 */

// A browser that ends after the loss of its page ends within this time.
const LOST_MS = 300;

const MOST_LINES = 20;

const LOAD_LIMIT_MS = 30000;

/**
 * @param {object} launch browser: see side.js; page: { tree, job, chosen, version }; loadLimitMs: from the request of
 *   the page, until running.limit() replaces it
 * @param {{ clock: object }} deps
 * @param {{ onStart: function(Running), onMessage: function(object, Running): * }} watch onMessage returns the answer
 * @returns {Promise<PageEnd>} never rejects
 */
async function runPage({ browser, page, loadLimitMs }, { clock }, { onStart, onMessage }) {
  const found = { isOpened: false, isLost: false, timedOutMs: null, fault: null, lines: [] };
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
    finish() { end(); },
    kill() { end(); },
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
    started = browser.open(added.address);
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
