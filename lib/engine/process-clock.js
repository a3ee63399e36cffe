'use strict';

/*
 * The clocks of a process, in nanoseconds:
 *
 *   nowNs()   monotonic time, as a double counted from the loading of this file: exact to the nanosecond for 104 days,
 *             where uptime as one double of seconds loses it after 48
 *   cpuNs()   processor time used by this process (user and system)
 *   preemptions()  how often the processor was taken away from this process; NaN where the system does not count
 *   queuedNs()  for how long the thread has been ready to run while others had the processor; NaN where the system does
 *             not tell. Takes 26 microseconds
 *   threadNs()  processor time of this thread; NaN where the system does not tell. Takes as long
 *   wallMs()  a second, independent clock, that tells when the first one stands still
 */

// Captured at load: a test may replace or fake them.
const { hrtime, cpuUsage, resourceUsage } = process;
const { readFileSync } = require('fs');
const wallMs = Date.now;

const originSeconds = hrtime()[0];

function nowNs() {
  const time = hrtime();
  return (time[0] - originSeconds) * 1e9 + time[1];
}

function cpuNs() {
  const usage = cpuUsage();
  return (usage.user + usage.system) * 1000;
}

function preemptions() {
  const { voluntaryContextSwitches, involuntaryContextSwitches } = resourceUsage();
  // A process that never waited for anything does not exist: Windows does not count them.
  return voluntaryContextSwitches > 0 ? involuntaryContextSwitches : NaN;
}

/** Time on the processor, time in the queue for it, and how often. */
function schedstat(field) {
  try {
    return +readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[field];
  } catch (_) {
    return NaN;
  }
}

const threadNs = () => schedstat(0);
const queuedNs = () => schedstat(1);

module.exports = { nowNs, cpuNs, threadNs, preemptions, queuedNs, wallMs };
