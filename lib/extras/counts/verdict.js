'use strict';

/* Compares counts of a test. Contention and clocks do not change counts: a difference beyond both errors is real. */

const { EVENTS, PRECISION, PRECISION_OF_COLLECTING } = require('./count-test');

const { abs, max, sqrt } = Math;
const LEAST_DIFFERENCE = 0.05; // in instructions. No change of code causes a twentieth of one

// Memory addresses change misses and mispredictions more than instructions.
const EVENT_MARGIN = 0.01;
const LEAST_EVENTS = 0.001;

const sizeOf = (old, fresh) => max(abs(old), abs(fresh));

/** For a side that was not counted, or in a different way. */
const notCounted = (reason) => ({
  difference: null, ratio: null, error: null, margin: null, verdict: 'not-counted', regression: null, reason,
  events: null, hasProcesses: false,
});

const verdictOf = (difference, reach) => (abs(difference) <= reach ? 'same' : difference > 0 ? 'more' : 'fewer');

function eventOf(old, fresh) {
  const difference = fresh.value - old.value;
  const error = sqrt(old.error ** 2 + fresh.error ** 2);
  const reach = max(error, EVENT_MARGIN * sizeOf(old.value, fresh.value), LEAST_EVENTS);
  return { difference, error, verdict: verdictOf(difference, reach) };
}

function eventsOf(old, fresh) {
  if (!old || !fresh) return null;
  const known = EVENTS.filter((name) => old[name] && fresh[name]);
  return Object.fromEntries(known.map((name) => [name, eventOf(old[name], fresh[name])]));
}

function whyNot(old, fresh) {
  if (old.source.name !== fresh.source.name) {
    return `one side was counted with ${old.source.name}, the other with ${fresh.source.name}`;
  }
  if (old.flags.join(' ') !== fresh.flags.join(' ')) return 'the sides were counted with different V8 options';
  return old.isProportional && fresh.isProportional ? null : 'instructions are not proportional to calls';
}

/**
 * The changes[].counts of a comparison, see docs/command-line.md. margin is null if it is more than all instructions.
 * precision: share below which counts are the same, null for the default; limit: share of --max-regression.
 */
function compareCounts(old, fresh, { precision = null, limit = null } = {}) {
  const why = whyNot(old, fresh);
  if (why) return notCounted(why);
  const difference = fresh.instructions - old.instructions;
  const error = sqrt(old.error ** 2 + fresh.error ** 2);
  const size = sizeOf(old.instructions, fresh.instructions);
  const usual = old.collects || fresh.collects ? PRECISION_OF_COLLECTING : PRECISION;
  const share = precision === null ? usual : precision;
  const reach = max(error, share * size, LEAST_DIFFERENCE);
  const verdict = verdictOf(difference, reach);
  const isRough = error > max(LEAST_DIFFERENCE, max(limit, share) * size);
  const isBeyond = limit !== null && verdict === 'more' && difference - error > limit * max(0, old.instructions);
  return {
    difference, ratio: old.instructions > LEAST_DIFFERENCE ? fresh.instructions / old.instructions : null, error,
    margin: reach < size ? reach / size : null, verdict, regression: isRough ? null : isBeyond,
    reason: null, events: eventsOf(old.events, fresh.events), hasProcesses: old.hasProcesses || fresh.hasProcesses,
  };
}

module.exports = { compareCounts, notCounted };
