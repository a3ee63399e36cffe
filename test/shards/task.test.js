'use strict';

const { expect } = require('chai');
const { shardHere, machineHere } = require('../../lib/shards/task');
const { UsageError } = require('../../lib/text/usage-error');

const AUTO = { index: null, count: null };
const autoOf = (count) => ({ index: null, count });
const slurm = (id, min, max, count) => ({
  SLURM_ARRAY_TASK_ID: `${id}`, SLURM_ARRAY_TASK_MIN: `${min}`, SLURM_ARRAY_TASK_MAX: `${max}`,
  SLURM_ARRAY_TASK_COUNT: `${count}`,
});

describe('shards/task', () => {
  it('is the part that was typed, whatever is in the environment', () => {
    expect(shardHere({ index: 3, count: 8 }, slurm(0, 0, 7, 8))).to.deep.equal({ index: 3, count: 8, task: null });
  });

  for (const [title, asked, env, index, count, task] of [
    ['Slurm from 0', AUTO, slurm(3, 0, 7, 8), 4, 8, 'SLURM_ARRAY_TASK_ID=3'],
    ['Slurm from 1', AUTO, slurm(3, 1, 8, 8), 3, 8, 'SLURM_ARRAY_TASK_ID=3'],
    ['Slurm with its number', autoOf(8), slurm(8, 1, 8, 8), 8, 8, 'SLURM_ARRAY_TASK_ID=8'],
    ['Kubernetes', autoOf(40), { JOB_COMPLETION_INDEX: '0' }, 1, 40, 'JOB_COMPLETION_INDEX=0'],
    ['GitLab', AUTO, { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, 2, 4, 'CI_NODE_INDEX=2'],
    ['GitLab, a job that is not parallel', AUTO, { CI_NODE_TOTAL: '1' }, 1, 1, 'CI_NODE_TOTAL=1'],
    ['Buildkite', AUTO, { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, 1, 4,
      'BUILDKITE_PARALLEL_JOB=0'],
    ['CircleCI', AUTO, { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, 4, 4, 'CIRCLE_NODE_INDEX=3'],
    ['GNU parallel', autoOf(4), { PARALLEL_SEQ: '4' }, 4, 4, 'PARALLEL_SEQ=4'],
    ['GNU parallel within a task of Slurm', autoOf(4), { ...slurm(0, 0, 7, 8), PARALLEL_SEQ: '2' }, 2, 4,
      'PARALLEL_SEQ=2'],
  ]) {
    it(`is told by ${title}`, () => {
      expect(shardHere(asked, env)).to.deep.equal({ index, count, task });
    });
  }

  for (const [title, asked, env, words] of [
    ['where nothing tells', AUTO, {}, /none of these variables is set: PARALLEL_SEQ .*write --shard 1\/8/],
    ['on GitHub, which tells no job', AUTO, { GITHUB_ACTIONS: 'true' }, /GitHub tells no job its index/],
    ['where the number is missing', AUTO, { JOB_COMPLETION_INDEX: '3' },
      /Kubernetes tells the index .*--shard auto\/8/],
    ['where another number is told', autoOf(8), { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' },
      /GitLab says that there are 4/],
    ['of a part of an array', AUTO, slurm(5, 3, 5, 2),
      /2 tasks between 3 and 5 .*SLURM_ARRAY_TASK_ID \+ 1\)\)\/8 where there are 8/],
    ['of a part of an array of a known number', autoOf(8), slurm(5, 3, 5, 3), /SLURM_ARRAY_TASK_ID \+ 1\)\)\/8/],
    ['of an array without its ends', AUTO, { SLURM_ARRAY_TASK_ID: '1' }, /SLURM_ARRAY_TASK_MIN.* are not all/],
    ['of an index that is none', autoOf(4), { JOB_COMPLETION_INDEX: '4' },
      /JOB_COMPLETION_INDEX is 4, which is none of 4 counted from 0/],
    ['of an index that is no number', AUTO, { CI_NODE_INDEX: 'two', CI_NODE_TOTAL: '4' }, /none of these variables/],
  ]) {
    it(`is refused ${title}`, () => {
      expect(() => shardHere(asked, env)).to.throw(UsageError, words);
    });
  }

  it('runs on a machine of which the engine may know a better name than the host itself', () => {
    const hostname = () => 'benchmarks-3';
    expect(machineHere({ env: {}, hostname })).to.equal('benchmarks-3');
    expect(machineHere({ env: { NODE_NAME: 'worker-7' }, hostname })).to.equal('worker-7');
    expect(machineHere({ env: { NODE_NAME: 'worker-7', SLURMD_NODENAME: 'n2' }, hostname })).to.equal('n2');
  });
});
