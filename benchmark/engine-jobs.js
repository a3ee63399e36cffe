'use strict';

/* The jobs of engines.js, for a process or a page of any engine. */

const bodies = require('./bodies');
const { bodyOf } = require('./suite-bodies');
const { age, nowMs, truthOf } = require('./truth');

const SILENT = '/* NOOUTPUT */';

// JavaScriptCore optimizes a function after 4300 calls, and compiles it on another thread.
const WARM = { calls: 6000, ms: 300 };

const FIXED_CALLS = 1e7;

// In a page's first second, other work disturbs the script, and the young heap still grows. Hand-written loops take
// 39 to 95 ns instead of 13 ns in Firefox (loop of 10), and 4.7 to 11 ns instead of 4.6 to 5.2 in Chromium ([1,2,3]).
const SETTLING_MS = 2000;

function settle({ isShort }) {
  const startedMs = nowMs();
  while (!isShort && nowMs() - startedMs < SETTLING_MS) age();
}

const bodyNamed = (name) => bodies.find((body) => body.name === name);

/** @param {function(): function} loadTimeit loads this library; hand-written loops do without it */
const jobsWith = (loadTimeit) => {
  const truth = ({ name, slices, isShort }) => truthOf(bodyNamed(name), slices, isShort ? { calls: 1, ms: 1 } : WARM);

  function qtimeit({ name, seconds }) {
    const test = bodyNamed(name).sync();
    age();
    const { nsPerCall, warnings } = loadTimeit()({ seconds }, test, SILENT);
    return { ns: nsPerCall, codes: warnings.map(({ code }) => code) };
  }

  return {
    truth,
    qtimeit,

    /** All measurements of a turn, in order. */
    turn(given) {
      settle(given);
      return { before: truth(given), ours: qtimeit(given), after: truth(given) };
    },

    /** Two functions with the same text. */
    equal({ name, seconds, isShort }) {
      settle({ isShort });
      const tests = new Map(['first', 'second'].map((one) => [one, bodyOf(name).sync()]));
      const rows = loadTimeit().bench(tests, { timeGoal: seconds, silent: true });
      const [, { rank, verdict, error }] = rows;
      if (error) throw new Error(error.message);
      return { rank, verdict };
    },

    /** Wall-clock time of a fixed number of calls, in ms. */
    fixed({ name, isByHand, isShort }) {
      const body = bodyNamed(name);
      const loop = body.loop();
      const test = body.sync();
      const timeit = loadTimeit();
      const started = nowMs();
      const calls = isShort ? FIXED_CALLS / 100 : FIXED_CALLS;
      if (isByHand) loop(calls);
      else timeit(calls, test, SILENT);
      return nowMs() - started;
    },
  };
};

module.exports = { bodyNamed, jobsWith };
