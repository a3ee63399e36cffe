'use strict';

/* --plan: what run and compare would measure, printed in place of measuring it. */

const { planDocument, planLines } = require('../report/plan-table');
const { UsageError } = require('../text/usage-error');

/** @throws {UsageError} where a plan is asked for in a form that it does not have, or in a file */
function checkPlan({ format = 'table', save, output, plot }) {
  if (!['table', 'text', 'json'].includes(format)) {
    throw new UsageError(`--plan prints a table, or --format json, and no ${format}`);
  }
  const [wrong] = Object.entries({ save, output, plot }).find(([, value]) => value !== undefined) || [];
  if (wrong) throw new UsageError(`--plan measures nothing, so there is nothing for --${wrong}; leave one of them out`);
}

/**
 * @param {{ plans: object[], shard: number|null }} asked see sharding.js
 * @param {object} options of the command line
 * @param {{ terminal: object }} deps
 */
function showPlans(asked, { format }, { terminal }) {
  const screen = terminal.screen();
  const lines = format === 'json' ? [JSON.stringify(planDocument(asked))]
    : planLines(asked, { columns: screen ? screen.columns - 1 : undefined });
  terminal.status(null);
  terminal.write(`${lines.join('\n')}\n`);
}

module.exports = { checkPlan, showPlans };
