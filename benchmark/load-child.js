'use strict';

/*
 * One process of load.js: measures a body with hand-written loops, with a tool, and with the loops again:
 *
 *   node load-child.js TOOL BODY GOAL_MS
 */

const bodies = require('./load-bodies');
const { TOOLS } = require('./load-tools');
const { truthOf } = require('./load-truth');
const { nowMs } = require('./truth');

/** The result of the tool, or { error }. */
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

// not an error of the tool
const withoutTruth = (error) => ({ noTruth: error.message });

main(process.argv[2], process.argv[3], Number(process.argv[4])).catch(withoutTruth).then((found) => {
  process.send(found, () => process.exit());
});
