'use strict';

/*
 * What is found out of each test once all are timed, where it is asked for: calls with cold caches, then memory, whose
 * account of collections slows what comes after it in the same process.
 */

const engine = require('#engine');
const { coldCachePass } = require('./cold-cache');
const { memoryPass } = require('./memory-pass');
const { isMeasured, leaveUntold } = require('./page-passes');

/** @typedef {import('./run-steps').Steps} Steps */

/**
 * @param {object} state { members, plan } as of measureSuite; plan.memory, plan.cache
 * @param {object} tools those of measureSuite; evictor where it is not to be the engine's
 * @param {function(object, string, Steps): Steps} tried runs steps of a member, and notes their failure
 * @param {function()} between called after each pass
 */
function* runPasses({ members, plan }, tools, tried, between) {
  const { heap } = tools;
  if (plan.cache === 'cold') {
    const evictor = tools.evictor || engine.createEvictor();
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      if (!isMeasured(member)) continue;
      const steps = coldCachePass(member.task, plan, tools, evictor, member.progress);
      member.coldCache = (yield* tried(member, 'test', steps)) || null;
      between();
    }
    evictor.free();
  }
  for (let i = 0; plan.memory && i < members.length; i++) {
    const member = members[i];
    if (!isMeasured(member)) continue;
    if (heap.changesAtCollections) {
      leaveUntold(member);
      continue;
    }
    member.memory = (yield* tried(member, 'test', memoryPass(member.task, plan, tools, member.progress))) || null;
    // A slice that failed is still watched.
    heap.watched();
    between();
  }
}

module.exports = { runPasses };
