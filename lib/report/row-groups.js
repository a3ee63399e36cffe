'use strict';

/* Groups of rows with equal group and parameters: under 'sort size=10', a row's `test` replaces its full `name`. */

const { escaped, truncate } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');

const { stringify } = JSON;

const MOST_COLUMNS = 40; // the value of a parameter can be a long text

const isObject = (value) => typeof value === 'object' && value !== null;

/** 10, "utf8", null; String(value) for values that JSON does not support */
const textOf = (value) => (typeof value === 'string' || isObject(value) ? stringify(value) : `${value}`);
const short = (text) => truncate(escaped(text), MOST_COLUMNS);
const entriesOf = (params) => (isObject(params) ? Object.entries(params) : []);

const paramsText = (params, varies) => entriesOf(params).filter(([name]) => !varies || varies.has(name))
  .map(([name, value]) => `${short(name) || "''"}=${short(textOf(value))}`).join(' ');

const isGrouped = ({ group }) => typeof group === 'string';

/** Unique for each group and combination of parameters, also with long values. */
const keyOf = (row) => (isGrouped(row) ? `${stringify(row.group)} ` : '') +
  entriesOf(row.params).map(([name, value]) => `${stringify(name)}=${textOf(value)} `).join('');

/** Whether the name marks the row as a first call. If all rows are cold, none does. */
const isCalledCold = ({ name, isCold }) => isCold === true && / \(cold\)$/.test(name);

/** The name of a row among rows of the same group and parameters: 'concat', 'concat (interpreter)' */
function shortName(row) {
  const { name, test, tier } = row;
  // Rows of older files only have a name.
  if (typeof test !== 'string') return name;
  return test + (typeof tier === 'string' ? ` (${tier})` : '') + (isCalledCold(row) ? ' (cold)' : '');
}

const groupedName = (row) => (isGrouped(row) && typeof row.test === 'string' ? `${row.group}: ` : '') + shortName(row);

function varying(rows) {
  const all = rows.map(({ params }) => params).filter(isObject);
  const names = new Set(all.flatMap(Object.keys));
  return new Set([...names].filter((name) => all.some((params) => textOf(params[name]) !== textOf(all[0][name]))));
}

/** Rows of one test together, otherwise its tiers would be scattered among other tests. */
const byTest = (rows) => [...groupBy(rows, (row) => (typeof row.test === 'string' ? row.test : row)).values()].flat();

/** In the order of first rows, plain ones first. heading: 'sort size=10', with all parameters if none varies */
function groupRows(rows) {
  const varies = varying(rows);
  const groupText = (row) => (isGrouped(row) ? short(row.group) || "''" : '');
  const valuesText = ({ params }) => paramsText(params, varies) || paramsText(params);
  const headingOf = (row) => [groupText(row), valuesText(row)].filter(Boolean).join(' ');
  const isPlain = (row) => keyOf(row) === '';
  const ordered = [...rows.filter(isPlain), ...rows.filter((row) => !isPlain(row))];
  const groups = [...groupBy(ordered, keyOf).values()];
  return groups.map((own) => ({ heading: headingOf(own[0]), rows: byTest(own) }));
}

const namedGroups = (rows) => groupRows(rows).map(({ heading, rows: own }) => {
  const nameIn = heading === '' ? ({ name }) => name : shortName;
  return { heading, tests: own.map((test) => ({ test, name: nameIn(test) })) };
});

module.exports = { groupRows, namedGroups, shortName, groupedName, isCalledCold, paramsText, varying };
