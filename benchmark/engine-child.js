'use strict';

/*
 * Runs a job of engines.js in a process of any engine: engine-child.js NAME [JSON of its argument]. Its last line of
 * output is the answer, as JSON.
 */

const { bodyNamed, jobsWith } = require('./engine-jobs');

const JOBS = {
  ...jobsWith(() => require('..')),

  async mitata({ name }) {
    const { bench, run } = await import('mitata');
    bench(name, bodyNamed(name).sync());
    const { benchmarks: [{ runs: [{ stats, error }] }] } = await run({ format: 'quiet', colors: false });
    if (!stats) throw error;
    return stats.avg;
  },
};

async function main([name, given = '{}']) {
  console.log(JSON.stringify(await JOBS[name](JSON.parse(given))));
}

main(process.argv.slice(2));
