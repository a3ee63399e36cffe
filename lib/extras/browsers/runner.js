'use strict';

/* Runs pages, each in a separate browser, like child-process-run.js, fork-runner.js and cli/part-process.js. */

const { explainLoadError, pageFailure, unexpectedMessage } = require('./failure');
const { errorIn, faultOfResult } = require('../../core/document/document-shape');
const { SENT_BY } = require('../../base/host/protocol');
const { runWhole } = require('../../core/session/interleaved');
const { createParticipant, handedTo, listenForSuites } = require('../../core/session/test-worker');
const { escaped, plainLines } = require('../../base/text/display');
const { createRowError } = require('../../base/text/row-error');
const { readMessage } = require('../../base/text/show');

const { max } = Math;
const LOST_MS = 300; // a browser that ends after the loss of its page ends within this time
const MOST_LINES = 20;
const LOAD_LIMIT_MS = 30000; // for the start of the browser and the load of the file
const SILENCE_LIMIT_MS = 65000; // a page sends a message every 2 s, unless a test blocks it
const NO_FORKS = 'forkTests starts a browser for each test, but this one was opened by hand. Remove forkTests';

/**
 * Never rejects.
 *
 * browser: see side.js; page: { tree, job, chosen, version }; loadLimitMs: from the request of the page, until
 *   running.limit() replaces it
 * onMessage(message, running): returns the answer; running.limit(ms): restarts the time limit; running.end(): closes
 *   the page and its browser
 * Resolves to: code, signal, notStarted (reason), output (last lines) of the browser; lines: of the page's console;
 *   isOpened; isLost: crash of the tab, without the browser; timedOutMs: exceeded limit; fault: another client, or a
 *   wrong message
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
    end() { end(); },
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
        end({ fault: unexpectedMessage(readMessage(error)) });
        return null;
      }
    },
    failed(fault) { end({ fault }); },
  };

  let server;
  try {
    server = await browser.server();
  } catch (error) {
    const notStarted = `the server for the page cannot listen: ${error.message}`;
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

function listenForTest({ job, limitMs }) {
  const found = { row: null, sample: null, rounds: null, begun: false, fault: null, uncaught: null, broken: null };
  let page = null;
  let answer = () => {};
  // A page waits for the answer to its request.
  const answered = (what) => {
    page.limit(limitMs);
    answer(what);
  };
  const { steps, arrive, over } = createParticipant({
    go: () => answered(null), turn: (turn) => answered({ turn }),
  });

  function wait(running) {
    page = running;
    page.limit(Infinity);
    const waiting = new Promise((resolve) => { answer = resolve; });
    arrive();
    return waiting;
  }

  function end(running) {
    running.end();
    over();
  }

  const on = {
    begun(_, running) {
      found.begun = true;
      return wait(running);
    },
    ready: (_, running) => wait(running),
    result(message, running) {
      found.fault = faultOfResult(message, job.name);
      const { row, sample = null, rounds = null } = message;
      if (found.fault === null) Object.assign(found, { row, sample, rounds });
      end(running);
    },
    broken(message, running) {
      found.broken = errorIn(message);
      end(running);
    },
    uncaught(message, running) {
      found.uncaught = errorIn(message);
      end(running);
    },
  };
  return { found, onMessage: handedTo(on), steps, over };
}

/** Same interface as createForkRunner(). measuring: see of() of side.js; version: of this library. */
function createPageRunner({ browser, tree, refused, chosen, places }, { clock, version }) {
  async function runJob(job, loadLimitMs, { found, onMessage }, onStart) {
    const page = { tree, job, chosen, version };
    const end = await runPage({ browser, page, loadLimitMs }, { clock }, {
      onStart: (running) => onStart(running.end),
      onMessage: (message, running) => onMessage(places.inMessage(message), running),
    });
    return { error: errorOf({ ...end, ...found, fault: found.fault ? unexpectedMessage(found.fault) : end.fault }) };
  }

  function errorOf(end) {
    const { broken, row, environment, fault } = end;
    if (broken) return explainLoadError({ ...broken, output: end.lines }, { ...tree, shownPath: places.shownPath });
    return (row || environment) && fault === null ? null : pageFailure({ ...browser, begun: false, ...end });
  }

  async function list(onStart) {
    const none = (error) => ({ suites: [], unused: [], environment: null, error });
    if (refused) return none(refused);
    const listening = listenForSuites((running) => running.end());
    const { error } = await runJob({ lists: true, position: 0 }, LOAD_LIMIT_MS, listening, onStart);
    if (error) return none(error);
    const { suites, unused, environment } = listening.found;
    return { suites, unused, environment: browser.withVersion({ environment }).environment, error };
  }

  function begin({ job, limitMs, onStart }) {
    const listening = listenForTest({ job, limitMs });
    const { found, steps, over } = listening;
    const ended = runJob(job, max(LOAD_LIMIT_MS, limitMs), listening, onStart).then(({ error }) => {
      over();
      const { row, sample, rounds } = found;
      return { row, sample, rounds, counted: null, error, hung: false, mustRepeat: false };
    });
    return { ...steps, ended };
  }

  return { list, begin, run: (request) => runWhole(begin(request)) };
}

/**
 * The first argument: see of() of side.js. how: other fields of the job: { isTable, isBannered, reportsEnvironment,
 * intervalMs, dueMs }. take(message): receives each message about suites. ended: see cli/part-process.js
 */
function startBrowserPart({ browser, tree, refused, chosen, runner, places }, how, { clock, terminal, version }, take) {
  const end = { outcome: null, exiting: null, left: null, isLate: false, isHung: false, underWay: null };
  let running = { limit() {}, end() {} };
  let isLoading = true;
  let isMeasured = false;
  let uncaught = null;
  let killFork = () => {};

  async function fork({ job, limitMs }) {
    if (!browser.canFork) {
      return { row: null, sample: null, error: createRowError('not-started', NO_FORKS), hung: false };
    }
    running.limit(Infinity);
    const found = await runner.run({ job, limitMs, onStart(kill) { killFork = kill; } });
    killFork = () => {};
    running.limit(SILENCE_LIMIT_MS);
    return found;
  }

  const own = {
    fork,
    alive() {},
    trying({ position, index }) { end.underWay = index === null ? null : { position, index }; },
    uncaught({ error }) { uncaught = errorIn({ error }); },
    done(message) { end.outcome = message; },
    failed(message) { end.outcome = message; },
    broken(message) { end.outcome = { ...message, type: 'failed' }; },
  };

  function onMessage(message) {
    const { type } = message;
    if (type === 'begun') isLoading = false;
    if (!isLoading && !isMeasured) running.limit(SILENCE_LIMIT_MS);
    if (Object.hasOwn(own, type)) {
      const answer = own[type](message);
      if (end.outcome === null && uncaught === null) return answer;
      isMeasured = true;
      running.end();
      return null;
    }
    if (type === 'line') terminal.writeError(`${plainLines(`${message.text}`).map(escaped).join('\n')}\n`);
    else take(browser.withVersion(message));
    return null;
  }

  async function run() {
    const job = { ...how, isPart: true, isReused: !browser.canFork };
    const page = { tree, job, chosen, version };
    const ending = refused ? {} : await runPage({ browser, page, loadLimitMs: LOAD_LIMIT_MS }, { clock }, {
      onStart(started) { running = started; },
      onMessage: (message) => onMessage(places.inMessage(message)),
    });
    killFork();
    return { ...ending, ...end, failure: refused || failureOf(ending) };
  }

  function failureOf(ending) {
    const { outcome } = end;
    if (outcome) {
      return outcome.error ? explainLoadError(outcome.error, { ...tree, shownPath: places.shownPath }) : null;
    }
    const error = pageFailure({ ...browser, ...ending, begun: !isLoading, uncaught });
    if (ending.timedOutMs === null || isLoading) return error;
    const why = 'a test never ends, or the page has crashed';
    const hint = 'With forkTests (--fork), each test runs in a separate browser, with a timeout';
    return createRowError('timed-out', `the page did not respond for ${SILENCE_LIMIT_MS / 1000} s: ${why}. ${hint}`);
  }

  function kill() {
    killFork();
    running.end();
  }

  return { ended: run(), stop: kill, kill };
}

module.exports = { createPageRunner, startBrowserPart };
