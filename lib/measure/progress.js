'use strict';

const { max, min } = Math;

/** @returns {{ share: number, leftSeconds: number }} of the work that is done, 0..1, and how long the rest takes */
function progressOf({ members, tests, plan }) {
  if (plan.calls) return progressOfCalls(members, tests, plan);
  const goalNs = plan.timeGoal * 1e9;
  let leftNs = goalNs * max(0, tests.length - members.length);
  let spentNs = 0;
  for (let i = 0; i < members.length; i++) {
    spentNs += members[i].spentNs;
    if (!members[i].failure && !members[i].endedEarly) leftNs += max(0, goalNs - members[i].spentNs);
  }
  return { share: spentNs / max(1, spentNs + leftNs), leftSeconds: leftNs / 1e9 };
}

function progressOfCalls(members, tests, { calls }) {
  let done = 0;
  let spentNs = 0;
  for (let i = 0; i < members.length; i++) {
    done += members[i].failure ? calls : min(calls, members[i].callsDone);
    spentNs += members[i].spentNs;
  }
  const share = done / (calls * max(tests.length, members.length));
  return { share, leftSeconds: share > 0 ? spentNs * (1 / share - 1) / 1e9 : 0 };
}

module.exports = { progressOf };
