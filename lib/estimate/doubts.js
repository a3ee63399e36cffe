'use strict';

/*
 * What makes a figure mean something else than it says, as warnings: code of a lower tier, neighbours that left too few
 * rounds alone, a run that took longer for it. Pure functions over rounds as measure() makes them.
 */

const { measuredOf, ENOUGH_ROUNDS } = require('./rounds');
const { median } = require('../stats/sample');
const { isTop } = require('../samples/round');

// Captured at load, because a measured test may change it.
const { max } = Math;

// Of the time: less of it below the top tier, or lost, does not move a median.
const LOST_SHARE = 0.01;

// Of a test that waits, and cannot be told from one that is kept waiting in single rounds.
const QUEUED_SHARE = 0.05;

// Of the time of a test: what threads that other tests have left may have of the processor meanwhile.
const THREADS_SHARE = 0.1;

const NO_THREADS = { ns: 0, cpuNs: 0 };

// Times its goal: a run that takes no longer has kept it.
const LATE = 1.1;

/**
 * @param {object[]} rounds those that the estimate could be made of
 * @returns {object|null} { code: 'not-optimized', found, times, share }: found is the tier that took most of the time
 *   below the top, times how often V8 threw optimised code away, share of the time
 */
function lowerTier(rounds) {
  const lowerNs = {};
  const wasTop = [];
  const thrown = []; // for each loop around the test: all of them run what is thrown away
  let found = null;
  let ns = 0;
  let below = 0;
  let times = 0;
  for (let i = 0; i < rounds.length; i++) {
    const round = rounds[i];
    ns += round.ns;
    if (!isTop(round)) {
      below += round.ns;
      lowerNs[round.tier] = (lowerNs[round.tier] || 0) + round.ns;
      if (found === null || lowerNs[round.tier] > lowerNs[found]) found = round.tier;
      if (wasTop[round.copy]) thrown[round.copy] = (thrown[round.copy] || 0) + 1;
      times = max(times, thrown[round.copy] || 0);
    }
    wasTop[round.copy] = isTop(round);
  }
  const share = below / ns;
  return times > 0 || share > LOST_SHARE ? { code: 'not-optimized', found, times, share } : null;
}

/** Rounds that were interrupted: how many, for how long, and whether the clock was set meanwhile. */
function lostOf(rounds, disturbed) {
  const lost = { rounds: 0, lostNs: 0, clockJumped: false };
  for (let i = 0; i < rounds.length; i++) {
    if (!disturbed[i]) continue;
    lost.rounds++;
    if (rounds[i].ns < 0) lost.clockJumped = true;
    else if (rounds[i].ns > rounds[i].cpuNs) lost.lostNs += rounds[i].ns - rounds[i].cpuNs;
  }
  return lost;
}

/**
 * @param {object} samples
 * @param {{ waits: boolean, disturbed: boolean[], used: object[], shared: object|null }} parts as sortOut() makes them
 * @param {{ count: number } | { seconds: number }} goal
 * @param {number} wallclockNs of the whole run
 * @returns {object[]} warnings
 */
function doubtsOf(samples, { waits, disturbed, used, shared }, goal, wallclockNs) {
  const { rounds, isAsked = true, isWarm = true, isProlonged = false, threads = NO_THREADS } = samples;
  const warnings = [];
  const warn = (warning) => { warnings[warnings.length] = warning; };
  const tier = lowerTier(goal.seconds ? measuredOf(rounds, used) : used);
  if (tier) warn(tier);
  else if (goal.seconds && !isAsked && !isWarm) {
    warn({ code: 'not-optimized', found: 'not-settled', times: 0, share: 0 });
  }
  const lost = lostOf(rounds, disturbed);
  const isMuchLost = lost.clockJumped || lost.lostNs > LOST_SHARE * wallclockNs;
  if (isMuchLost) warn({ code: 'disturbed', rounds: lost.rounds, lostNs: lost.lostNs });
  const seconds = wallclockNs / 1e9;
  if (isProlonged && seconds > LATE * goal.seconds) warn({ code: 'prolonged', seconds, goalSeconds: goal.seconds });
  if (shared) warn(shared);
  const kept = leftAlone(used, rounds, disturbed);
  const isFew = kept < ENOUGH_ROUNDS && (isProlonged || lost.rounds > kept);
  if (threads.cpuNs > THREADS_SHARE * threads.ns) warn({ code: 'busy', rounds: used.length, kept: 0 });
  else if (isFew) warn({ code: 'busy', rounds: kept + lost.rounds, kept });
  else if (waits && queuedShare(used) > QUEUED_SHARE) warn({ code: 'busy', rounds: used.length, kept: 0 });
  return warnings;
}

/** For how much of a typical round a test that waits could have gone on while others had the processor. */
function queuedShare(rounds) {
  const shares = [];
  for (let i = 0; i < rounds.length; i++) {
    if (rounds[i].queuedNs >= 0) shares[shares.length] = rounds[i].queuedNs / rounds[i].ns;
  }
  return median(shares);
}

/** How many of the rounds used were left alone: all, or where nothing else was left none. */
function leftAlone(used, rounds, disturbed) {
  for (let i = 0; i < rounds.length; i++) if (!disturbed[i]) return used.length;
  return 0;
}

module.exports = { doubtsOf };
