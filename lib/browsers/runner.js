'use strict';

/* Measures the tests of one suite file in pages, each in a separate browser: the counterpart of fork-runner.js. */

const { fileError, loadError, pageFailure, unexpectedMessage } = require('./failure');
const { LOAD_LIMIT_MS, runPage } = require('./run-page');
const { errorIn, faultOfResult } = require('../document/document-shape');
const { runWhole } = require('../session/interleaved');
const { createParticipant, handedTo, listenForSuites } = require('../session/test-worker');

const { max } = Math;

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
    running.finish();
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
function createPageRunner({ browser, suite, chosen, places }, { clock, version }) {
  async function runJob(job, loadLimitMs, { found, onMessage }, onStart) {
    const page = { tree: suite.tree, job, chosen, version };
    const end = await runPage({ browser, page, loadLimitMs }, { clock }, {
      onStart: (running) => onStart(running.kill),
      onMessage: (message, running) => onMessage(places.inMessage(message), running),
    });
    return { error: errorOf({ ...end, ...found, fault: found.fault ? unexpectedMessage(found.fault) : end.fault }) };
  }

  function errorOf(end) {
    const { broken, row, environment, fault } = end;
    if (broken) return loadError({ ...broken, output: end.lines }, { ...suite.tree, shownPath: places.shownPath });
    return (row || environment) && fault === null ? null : pageFailure({ ...browser, begun: false, ...end });
  }

  async function list(onStart) {
    const none = (error) => ({ suites: [], environment: null, error });
    const refused = fileError(suite);
    if (refused) return none(refused);
    const listening = listenForSuites((running) => running.finish());
    const { error } = await runJob({ lists: true, position: 0 }, LOAD_LIMIT_MS, listening, onStart);
    if (error) return none(error);
    const { suites, environment } = listening.found;
    return { suites, environment: browser.told({ environment }).environment, error };
  }

  function begin({ job, limitMs, onStart }) {
    const listening = listenForTest({ job, limitMs });
    const { found, steps, over } = listening;
    const ended = runJob(job, max(LOAD_LIMIT_MS, limitMs), listening, onStart).then(({ error }) => {
      over();
      const { row, sample, rounds } = found;
      return { row, sample, rounds, counted: null, error, hung: false, wasKilled: false };
    });
    return { ...steps, ended };
  }

  return { list, begin, run: (request) => runWhole(begin(request)) };
}

module.exports = { createPageRunner };
