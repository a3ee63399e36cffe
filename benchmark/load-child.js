'use strict';

/*
 * One process of load.js: the truth of one body, one tool on it, and the truth again, sent to the parent:
 *
 *   node load-child.js TOOL BODY GOAL_MS
 */

const bodies = require('./load-bodies');
const { TOOLS } = require('./load-tools');
const { truthOf } = require('./load-truth');
const { nowMs } = require('./truth');

/** What the tool says, or { error } where it fails. */
async function ran(tool, body, goalMs) {
  const test = body.test();
  const startedMs = nowMs();
  try {
    const figure = await TOOLS[tool].run(test, body.kind, goalMs);
    return { figure, ms: nowMs() - startedMs };
  } catch (error) {
    return { error: error.message };
  }
}

async function main(tool, name, goalMs) {
  const body = bodies.find((one) => one.name === name);
  const truth = truthOf(body);
  const before = truth();
  const found = await ran(tool, body, goalMs);
  return { before, ...found, after: truth() };
}

// No fault of the tool.
const withoutTruth = (error) => ({ noTruth: error.message });

main(process.argv[2], process.argv[3], Number(process.argv[4])).catch(withoutTruth).then((found) => {
  process.send(found, () => process.exit());
});
