'use strict';

/* Optional passes over the tests after the timing: calls that are not inlined, cold caches, memory. */

const engine = require('#engine');

/** @typedef {import('./run-steps').Steps} Steps */

const isMeasured = ({ failure, isTwin, isSetUp, measured, task }) => (
  !failure && !isTwin && isSetUp && (measured || task.samples.stopped !== null)
);

/**
 * Returns a generator that runs the passes. tried(member, steps) records a failure; between() is called after each.
 * tools.evictor: instead of the engine's.
 */
function passesFor(plan, tools) {
  const { heap } = tools;
  const isCold = plan.cache === 'cold';
  if (isCold && engine.lacks.coldCache) {
    throw new TypeError(`bench: ${engine.lacks.coldCache}; leave out cache, or measure in Node.js`);
  }
  // Loaded before a test can replace builtins.
  const coldCachePass = isCold && require('./cold-cache').coldCachePass;
  const memoryPass = plan.memory && require('./memory-pass').memoryPass;

  return function* runPasses(members, tried, between) {
    function* each(pass) {
      for (let i = 0; i < members.length; i++) if (isMeasured(members[i])) yield* pass(members[i]);
    }

    if (tools.measureNotInlined && !plan.calls) {
      yield* each(function* (member) {
        const { task, test } = member;
        const steps = tools.measureNotInlined(task, test.fn, tools, plan.timeGoal * 1e9);
        task.samples.notInlined = (yield* tried(member, steps)) || null;
        between();
      });
    }
    if (isCold) {
      const evictor = tools.evictor || engine.createEvictor();
      yield* each(function* (member) {
        const steps = coldCachePass(member.task, plan, tools, evictor, member.progress);
        member.coldCache = (yield* tried(member, steps)) || null;
        between();
      });
      evictor.free();
    }
    // Last: V8's account of collections slows everything that runs later in the process.
    if (plan.memory) {
      yield* each(function* (member) {
        if (heap.changesAtCollections) {
          member.memory = { figures: null, reason: engine.lacks.memory };
          return;
        }
        member.memory = (yield* tried(member, memoryPass(member.task, plan, tools, member.progress))) || null;
        // A slice that failed has not ended its watch.
        heap.watched();
        between();
      });
    }
  };
}

module.exports = { passesFor };
