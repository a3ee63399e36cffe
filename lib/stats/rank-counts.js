'use strict';

/*
 * In how many ways k of n ranks can be chosen so that they lie as far off as those seen: the exact p of the rank
 * test. For 30 and 30 there are 1.2e17 choices; what is counted are the ways to reach each U.
 */

const { max, min } = Math;

/** C(n, 0) ... C(n, n), whole numbers where they fit. */
function choices(n) {
  const ways = [1];
  for (let k = 1; k <= n; k++) ways[k] = ways[k - 1] * (n - k + 1) / k;
  return ways;
}

/**
 * ways[s] for s from 0 to `limit`: the choices of k whose U is s halves. U counts for each value chosen those left out
 * that are lower, and by half those that are equal. It only grows from group to group, so that all beyond the
 * limit is left out from the start.
 *
 * @param {number[]} groups how many values are equal to each other, from the lowest up; their sum is n
 */
function countWays(groups, n, k, limit) {
  let ways = [Float64Array.of(1)];
  let seen = 0;
  for (const size of groups) {
    const next = [];
    const choose = choices(size);
    for (let before = max(0, k - (n - seen)); before <= min(k, seen); before++) {
      const from = ways[before];
      const out = seen - before; // left out so far, each lower than what is chosen now
      for (let chosen = max(0, out + size - (n - k)); chosen <= min(size, k - before); chosen++) {
        const all = before + chosen;
        const length = min(limit, 2 * all * (seen + size - all)) + 1;
        const into = next[all] || (next[all] = new Float64Array(length));
        const shift = chosen * (2 * out + size - chosen);
        const times = choose[chosen];
        for (let s = shift, end = min(length, from.length + shift); s < end; s++) into[s] += times * from[s - shift];
      }
    }
    ways = next;
    seen += size;
  }
  return ways[k];
}

const add = (sum, value) => sum + value;

// Times hardly ever tie, and then the counts depend on nothing but the lengths: those of 30 and 30 take 1 ms.
const withoutTies = new Map();

/** [s]: the choices whose U is at most s halves, where no two values are equal. */
function tailsWithoutTies(n, k) {
  const key = n * n + k;
  if (!withoutTies.has(key)) {
    const tails = countWays(Array(n).fill(1), n, k, k * (n - k));
    for (let s = 1; s < tails.length; s++) tails[s] += tails[s - 1];
    withoutTies.set(key, tails);
  }
  return withoutTies.get(key);
}

/**
 * @param {number[]} groups as above
 * @param {number} k values of one list
 * @param {number} distance of its U from the mean of U, doubled
 * @returns {number} P(|U - k (n - k) / 2| >= distance / 2) over all choices of k
 */
function exactRankP(groups, k, distance) {
  if (distance === 0) return 1;
  const n = groups.reduce(add, 0);
  const limit = k * (n - k) - distance;
  if (groups.length === n) return 2 * tailsWithoutTies(n, k)[limit] / choices(n)[k];
  const below = countWays(groups, n, k, limit).reduce(add, 0);
  // Of lists of one length what is left out mirrors what is chosen. Else it is counted from above.
  const above = 2 * k === n ? below : countWays(groups.slice().reverse(), n, k, limit).reduce(add, 0);
  return (below + above) / choices(n)[k];
}

module.exports = { exactRankP };
