'use strict';

const { expect } = require('chai');
const { readMachineHere, readMachines, readShard, readShardHere, shardHint } = require('#lib/compare/shards/shard');
const { UsageError } = require('#lib/base/text/usage-error');

const auto = (count = null) => ({ index: null, count });
const slurm = (id, min, max, count) => ({
  SLURM_ARRAY_TASK_ID: `${id}`, SLURM_ARRAY_TASK_MIN: `${min}`, SLURM_ARRAY_TASK_MAX: `${max}`,
  SLURM_ARRAY_TASK_COUNT: `${count}`,
});

describe('the text of --shard', () => {
  it('is a part of a number, counted from 1, or auto', () => {
    expect(readShard('3/40')).to.deep.equal({ index: 3, count: 40 });
    expect(readShard(' 1/1 ')).to.deep.equal({ index: 1, count: 1 });
    expect(readShard('auto')).to.deep.equal(auto());
    expect(readShard('auto/40')).to.deep.equal(auto(40));
    for (const text of ['', '3', '3/', '/40', '0/40', '41/40', '3/0', '-1/4', '1.5/4', '1/9999999', '3 of 4', 'auto/',
      'auto/0', 'auto/x']) {
      expect(readShard(text), text).to.equal(undefined);
    }
  });

  it('gets a hint if the part is out of range', () => {
    expect(shardHint('0/40')).to.equal('. Shards are counted from 1: the first is 1/40');
    expect(shardHint('0/1')).to.include('the first is 1/1');
    expect(shardHint('41/40')).to.equal('. There are 40 shards: the last is 40/40');
    expect([shardHint('x'), shardHint('1/0'), shardHint('3/40')]).to.deep.equal(['', '', '']);
  });

  it('goes with a list of numbers of machines', () => {
    expect([readMachines('1,10, 40'), readMachines('')]).to.deep.equal([[1, 10, 40], []]);
    for (const text of ['0', '1,', 'ten', '-1', '1e3']) expect(readMachines(text), text).to.equal(undefined);
  });
});

describe('the shard of this process', () => {
  it('is the typed one, or comes from the variables of a scheduler', () => {
    expect(readShardHere({ index: 3, count: 8 }, slurm(0, 0, 7, 8))).to.deep.equal({ index: 3, count: 8, task: null });
    for (const [asked, env, index, count, task] of [
      [auto(), slurm(3, 0, 7, 8), 4, 8, 'SLURM_ARRAY_TASK_ID=3'],
      [auto(), slurm(3, 1, 8, 8), 3, 8, 'SLURM_ARRAY_TASK_ID=3'],
      [auto(8), slurm(8, 1, 8, 8), 8, 8, 'SLURM_ARRAY_TASK_ID=8'],
      [auto(40), { JOB_COMPLETION_INDEX: '0' }, 1, 40, 'JOB_COMPLETION_INDEX=0'],
      [auto(), { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, 2, 4, 'CI_NODE_INDEX=2'],
      [auto(), { CI_NODE_TOTAL: '1' }, 1, 1, 'CI_NODE_TOTAL=1'],
      [auto(), { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, 1, 4, 'BUILDKITE_PARALLEL_JOB=0'],
      [auto(), { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, 4, 4, 'CIRCLE_NODE_INDEX=3'],
      [auto(4), { PARALLEL_SEQ: '4' }, 4, 4, 'PARALLEL_SEQ=4'],
      [auto(4), { ...slurm(0, 0, 7, 8), PARALLEL_SEQ: '2' }, 2, 4, 'PARALLEL_SEQ=2'],
    ]) expect(readShardHere(asked, env), JSON.stringify(env)).to.deep.equal({ index, count, task });
  });

  it('is refused if the variables do not contain its index', () => {
    for (const [asked, env, words] of [
      [auto(), {}, /none of these variables is set: PARALLEL_SEQ .*Write --shard 1\/8/],
      [auto(), { GITHUB_ACTIONS: 'true' }, /GitHub does not set the index of a job/],
      [auto(), { JOB_COMPLETION_INDEX: '3' }, /Kubernetes sets the index .*--shard auto\/8/],
      [auto(8), { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, /CI_NODE_TOTAL, GitLab runs 4 tasks/],
      [auto(), slurm(5, 3, 5, 2), /2 tasks with IDs 3 to 5 .*SLURM_ARRAY_TASK_ID \+ 1\)\)\/8 if there are 8 tasks/],
      [auto(8), slurm(5, 3, 5, 3), /SLURM_ARRAY_TASK_ID \+ 1\)\)\/8/],
      [auto(), { SLURM_ARRAY_TASK_ID: '1' }, /not all of SLURM_ARRAY_TASK_MIN.* are$/],
      [auto(4), { JOB_COMPLETION_INDEX: '4' }, /is 4, which is out of range: 4 tasks, counted from 0/],
      [auto(), { CI_NODE_INDEX: 'two', CI_NODE_TOTAL: '4' }, /none of these variables/],
    ]) expect(() => readShardHere(asked, env), JSON.stringify(env)).to.throw(UsageError, words);
  });

  it('runs on a machine that has the name of its node, or else the host name', () => {
    const hostname = () => 'benchmarks-3';
    expect(readMachineHere({ env: {}, hostname })).to.equal('benchmarks-3');
    expect(readMachineHere({ env: { NODE_NAME: 'worker-7' }, hostname })).to.equal('worker-7');
    expect(readMachineHere({ env: { NODE_NAME: 'worker-7', SLURMD_NODENAME: 'n2' }, hostname })).to.equal('n2');
  });
});
