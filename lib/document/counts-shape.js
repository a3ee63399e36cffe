'use strict';

/* What saved files have of instructions: of a test, and of a change between two sides. */

const { orNull, optional, list, record, number, count, text, flag, oneOf } = require('./shape');

const EVENTS = ['l1Misses', 'llMisses', 'mispredicted', 'cycles'];
const each = (shape) => Object.fromEntries(EVENTS.map((name) => [name, optional(shape)]));

const profile = record({
  functions: list(record({ name: text, kind: text, instructions: number })), isSplit: flag, reason: orNull(text),
});

const counts = record({
  instructions: number, error: number, loop: number, slopes: list(number), isProportional: flag,
  events: orNull(record(each(record({ value: number, error: number })))),
  calls: number, warmUp: number, processes: count, tier: orNull(text), collects: flag, isSettled: flag,
  hasProcesses: flag, profile: optional(orNull(profile)), source: record({ name: text, version: text }),
  flags: list(text),
});

const verdict = oneOf('same', 'more', 'fewer', 'not-counted');

const countChange = record({
  difference: orNull(number), ratio: orNull(number), error: orNull(number), margin: orNull(number), verdict,
  regression: orNull(flag), reason: orNull(text),
  events: orNull(record(each(record({ difference: number, error: number, verdict })))), hasProcesses: flag,
});

module.exports = { counts, countChange };
