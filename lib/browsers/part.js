'use strict';

/* Measures a file in one page, and forked tests in separate browsers: the counterpart of commands/part-process.js. */

const { loadError, pageFailure } = require('./failure');
const { LOAD_LIMIT_MS, runPage } = require('./runner');
const { errorIn } = require('../document/document-shape');
const { escaped, plainLines } = require('../text/display');
const { rowError } = require('../text/row-error');

// A page sends a message every 2 s, unless a test blocks it.
const SILENCE_LIMIT_MS = 30000;

const NO_FORKS = 'forked tests have browsers of their own, and this one was opened by hand; leave out forkTests';

/**
 * The first argument: see of() of side.js. how: other fields of the job: { isTable, isBannered, tellsEnvironment,
 * intervalMs, dueMs }. take(message): receives each message about suites. ended: like that of commands/part-process.js
 */
function startBrowserPart({ browser, tree, refused, chosen, runner, places }, how, { clock, terminal, version }, take) {
  const end = { told: null, exiting: null, left: null, isLate: false, isHung: false, underWay: null };
  let running = { limit() {}, end() {} };
  let isLoading = true;
  let isMeasured = false;
  let uncaught = null;
  let killFork = () => {};

  async function fork({ job, limitMs }) {
    if (!browser.canFork) return { row: null, sample: null, error: rowError('not-started', NO_FORKS), hung: false };
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
    done(message) { end.told = message; },
    failed(message) { end.told = message; },
    broken(message) { end.told = { ...message, type: 'failed' }; },
  };

  function onMessage(message) {
    const { type } = message;
    if (type === 'begun') isLoading = false;
    if (!isLoading && !isMeasured) running.limit(SILENCE_LIMIT_MS);
    if (Object.hasOwn(own, type)) {
      const answer = own[type](message);
      if (end.told === null && uncaught === null) return answer;
      isMeasured = true;
      running.end();
      return null;
    }
    if (type === 'line') terminal.writeError(`${plainLines(`${message.text}`).map(escaped).join('\n')}\n`);
    else take(browser.told(message));
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
    const { told } = end;
    if (told) return told.error ? loadError(told.error, { ...tree, shownPath: places.shownPath }) : null;
    const error = pageFailure({ ...browser, ...ending, begun: !isLoading, uncaught });
    if (ending.timedOutMs === null || isLoading) return error;
    const why = 'a test never ends, or its tab has crashed';
    const wayOut = 'with forkTests (--fork) each test has its own browser, and its timeout ends it';
    return rowError('timed-out', `its page did not answer for ${SILENCE_LIMIT_MS / 1000} s: ${why}; ${wayOut}`);
  }

  function kill() {
    killFork();
    running.end();
  }

  return { ended: run(), stop: kill, kill };
}

module.exports = { startBrowserPart };
