'use strict';

/* Parses --shard: '3/40' is the third of forty; 'auto' reads it from the variables that schedulers set. */

const { UsageError } = require('../../base/text/usage-error');

const MOST_SHARDS = 100000; // plans have thousands of units, so a larger number of shards is a typing error
const SHARD = /^(?:(\d{1,6})\/(\d{1,6})|auto(?:\/(\d{1,6}))?)$/;

const isCount = (count) => count >= 1 && count <= MOST_SHARDS;

/** { index (from 1), count } of '3/40', 'auto' (both null) or 'auto/40' (null index); undefined for any other text. */
function readShard(text) {
  const [found, index, count, countOfAuto] = SHARD.exec(text.trim()) || [];
  if (found === 'auto') return { index: null, count: null };
  const shard = { index: index === undefined ? null : Number(index), count: Number(count ?? countOfAuto) };
  const isValid = isCount(shard.count) && (shard.index === null || (shard.index >= 1 && shard.index <= shard.count));
  return isValid ? shard : undefined;
}

/** A hint for a shard that is out of range, or ''. */
function shardHint(text) {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text.trim()) || [];
  if (index === undefined || Number(count) < 1) return '';
  if (Number(index) === 0) return `. Shards are counted from 1: the first is 1/${count}`;
  if (Number(index) > Number(count)) return `. There are ${count} shards: the last is ${count}/${count}`;
  return '';
}

/** '1,10,40' as numbers, '' as none; undefined for any other text. */
function readMachines(text) {
  if (text === '') return [];
  const counts = text.split(',').map((one) => (/^\d{1,6}$/.test(one.trim()) ? Number(one) : 0));
  return counts.every(isCount) ? counts : undefined;
}

const numberIn = (env, name) => (/^\d+$/.test(env[name] || '') ? Number(env[name]) : null);

/* Names of variables; `first`: number of the first task. The first match is nearest to the command. */
const SCHEDULERS = [
  { title: 'GNU parallel', index: 'PARALLEL_SEQ', first: 1 },
  { title: 'Slurm', index: 'SLURM_ARRAY_TASK_ID', count: 'SLURM_ARRAY_TASK_COUNT', range: true },
  { title: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0 },
  { title: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { title: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
  { title: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
];

/** Slurm counts from the start of the array. In an array with gaps or steps the place of a task is unknown. */
function firstOfArray(env, { index, count }, asked) {
  const names = ['MIN', 'MAX'].map((end) => `SLURM_ARRAY_TASK_${end}`);
  const [least, most] = names.map((name) => numberIn(env, name));
  const number = numberIn(env, count);
  if (least === null || most === null || number === null) {
    throw new UsageError(`--shard auto: ${index} is set, but not all of ${[...names, count].join(', ')} are`);
  }
  if (number !== most - least + 1 || (asked !== null && asked !== number)) {
    const has = `an array of ${number} tasks with IDs ${least} to ${most}`;
    throw new UsageError(`--shard auto: ${has} does not define the shard of task ${env[index]}. Write it explicitly: ` +
      `--shard $((${index} + 1))/${asked || 8} if there are ${asked || 8} tasks and the first task is 0`);
  }
  return least;
}

function taskOf(scheduler, env, asked) {
  const { title, index: name } = scheduler;
  const first = scheduler.range ? firstOfArray(env, scheduler, asked) : scheduler.first;
  const given = scheduler.count === undefined ? null : numberIn(env, scheduler.count);
  const count = asked === null ? given : asked;
  if (count === null) {
    throw new UsageError(`--shard auto: ${title} sets the index of a task (${name}), but not the number of tasks. ` +
      'Write --shard auto/8 for 8 tasks');
  }
  if (given !== null && given !== count) {
    throw new UsageError(`--shard auto/${asked}: according to ${scheduler.count}, ${title} runs ${given} tasks. ` +
      'Write --shard auto');
  }
  const index = numberIn(env, name) - first + 1;
  if (index < 1 || index > count) {
    throw new UsageError(`--shard auto: ${name} is ${env[name]}, which is out of range: ${count} tasks, counted from ` +
      `${first}`);
  }
  return { index, count, task: `${name}=${env[name]}` };
}

/** task: the variable used, 'PARALLEL_SEQ=3'. Throws a UsageError if the environment does not determine the shard. */
function readShardHere(asked, env) {
  if (asked.index !== null) return { ...asked, task: null };
  const scheduler = SCHEDULERS.find(({ index }) => numberIn(env, index) !== null);
  if (scheduler) return taskOf(scheduler, env, asked.count);
  // GitLab sets no index in a job that is not split.
  if (env.CI_NODE_TOTAL === '1') return { index: 1, count: 1, task: 'CI_NODE_TOTAL=1' };
  const known = SCHEDULERS.map(({ title, index }) => `${index} (${title})`).join(', ');
  const hint = env.GITHUB_ACTIONS
    ? 'GitHub does not set the index of a job. Write --shard ${{ matrix.shard }}/4 (see docs/machines.md)'
    : 'Write --shard 1/8 for the first of 8 parts';
  throw new UsageError(`--shard auto: none of these variables is set: ${known}. ${hint}`);
}

/** The name of a node or a container is better than the host name. */
const readMachineHere = ({ env, hostname }) => env.SLURMD_NODENAME || env.NODE_NAME || hostname();

module.exports = { readShard, shardHint, readMachines, readShardHere, readMachineHere };
