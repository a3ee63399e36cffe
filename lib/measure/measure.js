'use strict';

/*
 * From a plan to samples, for one test: its first call, then rounds after a schedule.
 */

const { watchWaiting } = require('./neighbours');
const { createReferences } = require('./references');
const { createTask } = require('./task');
const { countedRounds, timedRounds } = require('./schedule');

const { ceil } = Math;

// The pass makes up to two million.
const CALLS_FOR_PASS = 5e6;

/**
 * Measures one test.
 *
 * @param {object} plan of the task, and how long:
 * @param {number} [plan.count] calls, exactly; or
 * @param {number} [plan.seconds] on the clock, from startedNs on (steadyNs)
 * @param {number} [plan.startedNs] now unless given
 * @param {object} tools { clock, heap, calibration, natives, late }
 * @param {{ loop: object|null, close: function, calls: number, slice: number }} progress kept up to date; close():
 *   no further call
 * @returns {import('./run-steps').Steps} what they return: samples { kind, rounds, stopped, allocation, clockCostNs,
 *   clockGrainNs }
 */
function* measure(plan, tools, progress) {
  const { startedNs = tools.clock.steadyNs() } = plan;
  const isKeptWaiting = watchWaiting(tools.clock);
  const task = createTask(plan, { ...tools, references: createReferences(tools) }, progress);
  progress.close = task.close;
  yield* task.open();
  const pass = (goalNs) => (tools.measureNotInlined ? tools.measureNotInlined(task, plan.fn, tools, goalNs) : []);
  if (plan.count) {
    // Calls of the pass are some of those that were asked for.
    const hasPass = plan.count >= CALLS_FOR_PASS;
    yield* countedRounds(task, (hasPass ? ceil(plan.count / 5) : plan.count) - 1);
    if (hasPass) {
      const { rounds } = task.samples;
      task.samples.notInlined = yield* pass(Infinity);
      yield* countedRounds(task, plan.count - progress.calls, rounds[rounds.length - 1].calls);
    }
  } else {
    yield* timedRounds(task, startedNs, plan.seconds * 1e9, isKeptWaiting);
    task.samples.notInlined = yield* pass(plan.seconds * 1e9);
  }
  return task.samples;
}

module.exports = { measure };
