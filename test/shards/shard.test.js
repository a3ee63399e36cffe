'use strict';

const { expect } = require('chai');
const { readMachines, readShard, shardHint } = require('../../lib/shards/shard');

describe('shards/shard', () => {
  it('reads a part of a number, counted from 1, and what the surroundings are to tell', () => {
    expect(readShard('3/40')).to.deep.equal({ index: 3, count: 40 });
    expect(readShard(' 1/1 ')).to.deep.equal({ index: 1, count: 1 });
    expect(readShard('auto')).to.deep.equal({ index: null, count: null });
    expect(readShard('auto/40')).to.deep.equal({ index: null, count: 40 });
  });

  it('takes nothing else', () => {
    for (const text of ['', '3', '3/', '/40', '0/40', '41/40', '3/0', '-1/4', '1.5/4', '1/9999999', '3 of 4', 'auto/',
      'auto/0', 'auto/x']) {
      expect(readShard(text), text).to.equal(undefined);
    }
  });

  it('says what a part out of range may have meant', () => {
    expect(shardHint('0/40')).to.equal('; shards are counted from 1: the first is 1/40');
    expect(shardHint('41/40')).to.equal('; there are 40, the last is 40/40');
    expect([shardHint('x'), shardHint('1/0'), shardHint('3/40')]).to.deep.equal(['', '', '']);
  });

  it('reads numbers of machines', () => {
    expect(readMachines('1,10, 40')).to.deep.equal([1, 10, 40]);
    expect(readMachines('')).to.deep.equal([]);
    for (const text of ['0', '1,', 'ten', '-1', '1e3']) expect(readMachines(text), text).to.equal(undefined);
  });
});
