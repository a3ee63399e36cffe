'use strict';

/* What passes come to in a page, which is told nothing of its heap: a reason in place of the figures. */

const engine = require('#engine');

/** Whether there are rounds to compare with: a test that failed or was not measured has no passes. */
const isMeasured = ({ failure, isTwin, isSetUp, measured, task }) => (
  !failure && !isTwin && isSetUp && (measured || task.samples.stopped !== null)
);

function leaveUntold(member) {
  member.memory = { figures: null, reason: engine.lacks.memory };
}

function* runPasses({ members, plan }) {
  for (let i = 0; plan.memory && i < members.length; i++) if (isMeasured(members[i])) leaveUntold(members[i]);
}

/** As that of passes.js. */
function passesFor({ cache }) {
  if (cache !== 'cold') return runPasses;
  throw new TypeError('bench: a page is not told how large the caches are; leave out cache, or measure in Node.js');
}

module.exports = { passesFor, isMeasured, leaveUntold };
