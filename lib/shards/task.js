'use strict';

/*
 * What engines that start the same command on many machines tell each of them: its index, and how many there are. From
 * where they count, and what they leave out, is each one's own way.
 */

const { UsageError } = require('../text/usage-error');

const NUMBER = /^\d+$/;

const numberIn = (env, name) => (NUMBER.test(env[name] || '') ? Number(env[name]) : null);

/*
 * { title, index, first, count }: names of variables, and the number of the first task. More than one may be set, since
 * tasks of one engine start others: the first here is the one that is nearest to the command.
 */
const ENGINES = [
  { title: 'GNU parallel', index: 'PARALLEL_SEQ', first: 1 },
  { title: 'Slurm', index: 'SLURM_ARRAY_TASK_ID', count: 'SLURM_ARRAY_TASK_COUNT', range: true },
  { title: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0 },
  { title: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { title: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { title: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
];

/** Slurm counts from wherever the array begins; of a part of an array, or one with steps, nobody can tell the place. */
function firstOfArray(env, { index, count }, asked) {
  const names = ['MIN', 'MAX'].map((end) => `SLURM_ARRAY_TASK_${end}`);
  const [least, most] = names.map((name) => numberIn(env, name));
  const number = numberIn(env, count);
  if (least === null || most === null || number === null) {
    throw new UsageError(`--shard auto: ${index} is there, and ${[...names, count].join(', ')} are not all`);
  }
  if (number !== most - least + 1 || (asked !== null && asked !== number)) {
    const has = `an array of ${number} tasks between ${least} and ${most}`;
    throw new UsageError(`--shard auto: ${has} does not tell which shard task ${env[index]} is; ` +
      `write it: --shard $((${index} + 1))/${asked || 8} where there are ${asked || 8} in all and the first is 0`);
  }
  return least;
}

function taskOf(engine, env, asked) {
  const { title, index: name } = engine;
  const first = engine.range ? firstOfArray(env, engine, asked) : engine.first;
  const told = engine.count === undefined ? null : numberIn(env, engine.count);
  const count = asked === null ? told : asked;
  if (count === null) {
    throw new UsageError(`--shard auto: ${title} tells the index of a task (${name}), and not how many there are; ` +
      'write --shard auto/8 where there are 8');
  }
  if (told !== null && told !== count) {
    throw new UsageError(`--shard auto/${asked}: ${title} says that there are ${told} (${engine.count}); ` +
      'write --shard auto');
  }
  const index = numberIn(env, name) - first + 1;
  if (index < 1 || index > count) {
    throw new UsageError(`--shard auto: ${name} is ${env[name]}, which is none of ${count} counted from ${first}`);
  }
  return { index, count, task: `${name}=${env[name]}` };
}

/**
 * The shard that --shard asks for.
 *
 * @param {{ index: number|null, count: number|null }} asked see shard.js
 * @param {object} env environment variables
 * @returns {{ index: number, count: number, task: string|null }} task: the variable that told, 'PARALLEL_SEQ=3'
 * @throws {UsageError} where it is to be found out, and cannot
 */
function shardHere(asked, env) {
  if (asked.index !== null) return { ...asked, task: null };
  const engine = ENGINES.find(({ index }) => numberIn(env, index) !== null);
  if (engine) return taskOf(engine, env, asked.count);
  // A job that is not split has no index there.
  if (env.CI_NODE_TOTAL === '1') return { index: 1, count: 1, task: 'CI_NODE_TOTAL=1' };
  const known = ENGINES.map(({ title, index }) => `${index} (${title})`).join(', ');
  const wayOut = env.GITHUB_ACTIONS
    ? 'GitHub tells no job its index; write --shard ${{ matrix.shard }}/4 as docs/machines.md has it'
    : 'write --shard 1/8 for the first of 8';
  throw new UsageError(`--shard auto: none of these variables is set: ${known}; ${wayOut}`);
}

/**
 * The name of the machine. Of several nodes on one host, and of a container, the name that they were given.
 *
 * @param {{ env: object, hostname: function(): string }} host
 */
const machineHere = ({ env, hostname }) => env.SLURMD_NODENAME || env.NODE_NAME || hostname();

module.exports = { shardHere, machineHere };
