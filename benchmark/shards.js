'use strict';

/*
 * One run in parts, on many machines:
 *
 *   node shards.js [split] [merge] [blocks]
 *     --documents N    of each kind for merge: 300 unless given
 *     --runs N         simulated for blocks: 1000 unless given
 *     --short          50 documents, 20 runs
 *
 * split: 10 000 units of uneven length on 100 shards, simulated: how far the longest shard is above the mean. The exit
 * code is 1 where a goal is missed: 5 %, and 15 % with times that are known to +-30 %.
 * merge: documents of 1 MB, of results and of rates, made in the folder for temporary files: how long `qtimeit merge`
 * takes, and how much memory. The exit code is 1 where a goal is missed: 30 s for 300, and 1 GB.
 * blocks: verdicts of two machines of which one is slower and the other noisy, simulated. The exit code is 1 where a
 * goal is missed: 5 % of runs wrong, and the odd machine named in 95 %.
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
