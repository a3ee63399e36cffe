'use strict';

/*
 * What the processes of engines.js do, in whichever engine they run: engine-child.js NAME [JSON of its argument]. The
 * last line that they print is their answer, as JSON.
 */

const bodies = require('./bodies');
const { bodyOf } = require('./suite-bodies');
const { nowMs, truthOf } = require('./truth');

const SILENT = '/* NOOUTPUT */';

// JavaScriptCore has a function in its top tier after 4 300 calls, and compiles it meanwhile.
const WARM = { calls: 6000, ms: 300 };

const FIXED_CALLS = 1e7;

const bodyNamed = (name) => bodies.find((body) => body.name === name);

const JOBS = {
  truth: ({ name, slices }) => truthOf(bodyNamed(name), slices, WARM),

  qtimeit({ name, seconds }) {
    const { nsPerCall, warnings } = require('..')({ seconds }, bodyNamed(name).sync(), SILENT);
    return { ns: nsPerCall, codes: warnings.map(({ code }) => code) };
  },

  async mitata({ name }) {
    const { bench, run } = await import('mitata');
    bench(name, bodyNamed(name).sync());
    const { benchmarks: [{ runs: [{ stats, error }] }] } = await run({ format: 'quiet', colors: false });
    if (!stats) throw error;
    return stats.avg;
  },

  /** Two functions of the same text. */
  equal({ name, seconds }) {
    const tests = new Map(['first', 'second'].map((one) => [one, bodyOf(name).sync()]));
    const rows = require('..').bench(tests, { timeGoal: seconds, silent: true });
    const [, { rank, verdict, error }] = rows;
    if (error) throw new Error(error.message);
    return { rank, verdict };
  },

  /** Milliseconds of a given number of calls on the clock, from the question to the answer. */
  fixed({ name, isByHand }) {
    const body = bodyNamed(name);
    const loop = body.loop();
    const test = body.sync();
    const timeit = require('..');
    const started = nowMs();
    if (isByHand) loop(FIXED_CALLS);
    else timeit(FIXED_CALLS, test, SILENT);
    return nowMs() - started;
  },
};

async function main([name, given = '{}']) {
  console.log(JSON.stringify(await JOBS[name](JSON.parse(given))));
}

main(process.argv.slice(2));
