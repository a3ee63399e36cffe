'use strict';

/* Which part of a plan is measured here: '3/40' is the third of forty. */

// A plan has thousands of units; more shards than that is a slip of the keyboard.
const MOST_SHARDS = 100000;

const SHARD = /^(?:(\d{1,6})\/(\d{1,6})|auto(?:\/(\d{1,6}))?)$/;

const isCount = (count) => count >= 1 && count <= MOST_SHARDS;

/**
 * @param {string} text '3/40', 'auto', 'auto/40'
 * @returns {{ index: number|null, count: number|null }|undefined} index from 1, null where the surroundings tell it;
 *   undefined for all else
 */
function readShard(text) {
  const [, index, count, countOfAuto] = SHARD.exec(text.trim()) || [];
  if (index !== undefined) {
    const isThere = isCount(Number(count)) && Number(index) >= 1 && Number(index) <= Number(count);
    return isThere ? { index: Number(index), count: Number(count) } : undefined;
  }
  if (text.trim() === 'auto') return { index: null, count: null };
  return isCount(Number(countOfAuto)) ? { index: null, count: Number(countOfAuto) } : undefined;
}

/** What may be meant by one that is out of range, or ''. */
function shardHint(text) {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text.trim()) || [];
  if (index === undefined || Number(count) < 1) return '';
  if (Number(index) === 0) return `; shards are counted from 1: the first is 1/${count}`;
  if (Number(index) > Number(count)) return `; there are ${count}, the last is ${count}/${count}`;
  return '';
}

/** @returns {number[]|undefined} '1,10,40' as numbers, '' as none; undefined for all else */
function readMachines(text) {
  if (text === '') return [];
  const counts = text.split(',').map((one) => (/^\d{1,6}$/.test(one.trim()) ? Number(one) : 0));
  return counts.every(isCount) ? counts : undefined;
}

module.exports = { readShard, shardHint, readMachines };
