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

async function main(tool, name, goalMs) {
  const body = bodies.find((one) => one.name === name);
  const test = body.test();
  const truth = truthOf(body);
  const before = truth();
  const startedMs = nowMs();
  const figure = await TOOLS[tool].run(test, body.kind, goalMs);
  const ms = nowMs() - startedMs;
  process.send({ before, figure, ms, after: truth() }, () => process.exit());
}

main(process.argv[2], process.argv[3], Number(process.argv[4])).catch((error) => {
  process.send({ error: error.message }, () => process.exit(1));
});
