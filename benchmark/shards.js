'use strict';

/*
 * Checks shards on many machines. Exits with 1 if a goal is missed.
 *
 *   node shards.js [split] [merge] [blocks]     all by default
 *     --documents N    of each kind for merge, default 300
 *     --runs N         simulated runs for blocks, default 1000
 *     --short          50 documents, 20 runs
 *
 * split: simulates 10 000 units of different duration on 100 shards. Goals: the longest shard is at most 5 % above the
 * mean, 15 % if times are known to +-30 %.
 * merge: `qtimeit merge` for documents of 1 MB, which it writes to the temporary folder. Goals: 30 s for 300 documents,
 * 1 GB of memory.
 * blocks: simulates verdicts of a slower and a noisy machine. Goals: wrong verdicts in at most 5 % of runs, the outlier
 * machine reported in 95 %.
 */

const { readArguments } = require('./arguments');

const SUBJECTS = {
  split: ({ short }) => require('./shards-split').printSplit(short ? 1 : 20),
  merge: ({ short, documents }) => require('./shards-merge').measureMerge(short ? 50 : documents),
  blocks: ({ short, runs }) => require('./shards-blocks').printBlocks(short ? 20 : runs),
};

const { options, names } = readArguments({ documents: 300, runs: 1000, short: false }, Object.keys(SUBJECTS));

async function main() {
  for (const name of names.length ? names : Object.keys(SUBJECTS)) {
    const isMissed = (await SUBJECTS[name](options)) === false;
    if (isMissed) process.exitCode = 1;
  }
}

main();
