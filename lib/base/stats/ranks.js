'use strict';

const { normalTwoSidedP } = require('./distributions');
const { toSorted } = require('./sample');

const { abs, max, min, sqrt } = Math;

const EXACT_UP_TO = 60; // above this, the normal approximation is off by 2 % of a p near 0.05

/** C(n, 0) ... C(n, n), whole numbers up to 2^53. */
function choices(n) {
  const ways = [1];
  for (let k = 1; k <= n; k++) ways[k] = ways[k - 1] * (n - k + 1) / k;
  return ways;
}

/**
 * ways[s] for s up to `limit`: in how many ways k of n values can be chosen so that U is s halves. U counts, for each
 * chosen value, the lower values left out, and half of the equal ones. It only grows from group to group, so values
 * beyond the limit are dropped at once. `groups` are numbers of equal values, lowest first, with sum n.
 */
function countWays(groups, n, k, limit) {
  let ways = [Float64Array.of(1)];
  let seen = 0;
  for (const size of groups) {
    const next = [];
    const choose = choices(size);
    for (let before = max(0, k - (n - seen)); before <= min(k, seen); before++) {
      const from = ways[before];
      const out = seen - before; // left out so far, each lower than a value chosen now
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

// Without ties, as usual, the counts depend on the lengths alone. 30 and 30 values take 1 ms.
const withoutTies = new Map();

/** tails[s]: number of choices with a U of at most s halves, without ties. */
function tailsWithoutTies(n, k) {
  const key = n * n + k;
  if (!withoutTies.has(key)) {
    const tails = countWays(Array(n).fill(1), n, k, k * (n - k));
    for (let s = 1; s < tails.length; s++) tails[s] += tails[s - 1];
    withoutTies.set(key, tails);
  }
  return withoutTies.get(key);
}

/** Exact p. Counts the ways to reach each U: two lists of 30 values have 1.2e17 choices. `distance` is doubled. */
function exactRankP(groups, k, distance) {
  if (distance === 0) return 1;
  const n = groups.reduce(add, 0);
  const limit = k * (n - k) - distance;
  if (groups.length === n) return 2 * tailsWithoutTies(n, k)[limit] / choices(n)[k];
  const below = countWays(groups, n, k, limit).reduce(add, 0);
  // Lists of the same length are symmetric. Otherwise the other tail is counted from above.
  const above = 2 * k === n ? below : countWays(groups.slice().reverse(), n, k, limit).reduce(add, 0);
  return (below + above) / choices(n)[k];
}

/** `groups`: numbers of equal values. `sum`: of a's midranks, doubled and thus an integer. `u`: pairs greater in a. */
function rankSumOf(a, b) {
  const n = a.length + b.length;
  const own = toSorted(a);
  const others = toSorted(b);
  const groups = [];
  let sum = 0;
  for (let i = 0, j = 0; i + j < n;) {
    const from = i + j;
    const first = i;
    const value = j === b.length || own[i] < others[j] ? own[i] : others[j];
    while (own[i] === value) i++;
    while (others[j] === value) j++;
    groups.push(i + j - from);
    sum += (i - first) * (from + i + j + 1);
  }
  return { groups, sum, u: (sum - a.length * (a.length + 1)) / 2 };
}

/**
 * Two-sided rank test of Mann and Whitney (1947), ties by midranks: exact up to `exactUpTo` values, otherwise normal
 * with the ties' term and a continuity correction of 1/2. `u`: pairs with the greater value in a.
 */
function mannWhitney(a, b, exactUpTo = EXACT_UP_TO) {
  const n = a.length + b.length;
  const { groups, sum, u } = rankSumOf(a, b);
  const distance = abs(sum - a.length * (n + 1)); // of u from its mean, doubled; the same for b's sum
  if (n <= exactUpTo) return { u, p: exactRankP(groups, min(a.length, b.length), distance) };
  const ties = groups.reduce((all, size) => all + size ** 3 - size, 0);
  const deviation = sqrt(a.length * b.length / 12 * (n + 1 - ties / (n * (n - 1))));
  return { u, p: deviation > 0 ? normalTwoSidedP(max(0, distance / 2 - 0.5) / deviation) : 1 };
}

const SIZES = [[0.147, 'negligible'], [0.33, 'small'], [0.474, 'medium'], [Infinity, 'large']];

/** Cliff's delta (N. Cliff, Dominance statistics, 1993): P(a > b) - P(a < b), from -1 to 1. */
function cliffsDelta(a, b) {
  const pairs = a.length * b.length;
  return (2 * rankSumOf(a, b).u - pairs) / pairs;
}

/** Words of Romano et al. (2006), with limits from Cohen's d of 0.2, 0.5 and 0.8. */
const effectWord = (delta) => SIZES.find(([limit]) => abs(delta) < limit)[1];

module.exports = { exactRankP, mannWhitney, cliffsDelta, effectWord };
