'use strict';

/* What engines.js asks of each engine, in a process or in a page. */

const bodies = require('./bodies');
const { bodyOf } = require('./suite-bodies');
const { age, nowMs, truthOf } = require('./truth');

const SILENT = '/* NOOUTPUT */';

// JavaScriptCore has a function in its top tier after 4 300 calls, and compiles it meanwhile.
const WARM = { calls: 6000, ms: 300 };

const FIXED_CALLS = 1e7;

// A page's first second has other work beside the script, and a young heap that still grows: by hand a loop of ten took
// 39 to 95 ns in Firefox there and 13 later, an array of three 4.7 to 11 in Chromium and 4.6 to 5.2 later.
const SETTLING_MS = 2000;

function settle() {
  const startedMs = nowMs();
  while (nowMs() - startedMs < SETTLING_MS) age();
}

const bodyNamed = (name) => bodies.find((body) => body.name === name);

/** @param {function(): function} loadTimeit loads this library: what is done by hand is done without */
const jobsWith = (loadTimeit) => {
  const truth = ({ name, slices }) => truthOf(bodyNamed(name), slices, WARM);

  function qtimeit({ name, seconds }) {
    const test = bodyNamed(name).sync();
    age();
    const { nsPerCall, warnings } = loadTimeit()({ seconds }, test, SILENT);
    return { ns: nsPerCall, codes: warnings.map(({ code }) => code) };
  }

  return {
    truth,
    qtimeit,

    /** All of a turn, one after the other. */
    turn(given) {
      settle();
      return { before: truth(given), ours: qtimeit(given), after: truth(given) };
    },

    /** Two functions of the same text. */
    equal({ name, seconds }) {
      settle();
      const tests = new Map(['first', 'second'].map((one) => [one, bodyOf(name).sync()]));
      const rows = loadTimeit().bench(tests, { timeGoal: seconds, silent: true });
      const [, { rank, verdict, error }] = rows;
      if (error) throw new Error(error.message);
      return { rank, verdict };
    },

    /** Milliseconds of a given number of calls on the clock, from the question to the answer. */
    fixed({ name, isByHand }) {
      const body = bodyNamed(name);
      const loop = body.loop();
      const test = body.sync();
      const timeit = loadTimeit();
      const started = nowMs();
      if (isByHand) loop(FIXED_CALLS);
      else timeit(FIXED_CALLS, test, SILENT);
      return nowMs() - started;
    },
  };
};

module.exports = { bodyNamed, jobsWith };
