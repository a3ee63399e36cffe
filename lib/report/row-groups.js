'use strict';

/*
 * Tests of groups, or that are measured with several parameters, tiers or temperatures: what a row is called among its
 * own kind, and which rows stand together. A row's `name` tells all of it at once; under a heading 'sort size=10' its
 * `test` is enough.
 */

const { escaped, truncate } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');

const { stringify } = JSON;

// A value of a parameter can be a whole text.
const MOST_COLUMNS = 40;

const isObject = (value) => typeof value === 'object' && value !== null;

/** 10, "utf8", null; what JSON does not know as it is written */
const textOf = (value) => (typeof value === 'string' || isObject(value) ? stringify(value) : `${value}`);

const short = (text) => truncate(escaped(text), MOST_COLUMNS);

const entriesOf = (params) => (isObject(params) ? Object.entries(params) : []);

/** 'size=10 type="a"' of those in a set of names, or of all */
function paramsText(params, varies) {
  return entriesOf(params).filter(([name]) => !varies || varies.has(name))
    .map(([name, value]) => `${short(name) || "''"}=${short(textOf(value))}`).join(' ');
}

const isGrouped = ({ group }) => typeof group === 'string';

/** Different for different groups and parameters, however long their values are. */
const keyOf = (row) => (isGrouped(row) ? `${stringify(row.group)} ` : '') +
  entriesOf(row.params).map(([name, value]) => `${stringify(name)}=${textOf(value)} `).join('');

/** Whether the name tells that the row is of a first call: where all are, none does. */
const isCalledCold = ({ name, isCold }) => isCold === true && / \(cold\)$/.test(name);

/** What a row is called beside others of the same group and parameters: 'concat', 'concat (interpreter)' */
function shortName(row) {
  const { name, test, tier } = row;
  // Rows of files that are older than these fields have names alone.
  if (typeof test !== 'string') return name;
  return test + (typeof tier === 'string' ? ` (${tier})` : '') + (isCalledCold(row) ? ' (cold)' : '');
}

/** The same with its group: 'sort: concat', as the row's name has it */
const groupedName = (row) => (isGrouped(row) && typeof row.test === 'string' ? `${row.group}: ` : '') + shortName(row);

/** @returns {Set<string>} the parameters that do not have the same value in all rows that have any */
function varying(rows) {
  const all = rows.map(({ params }) => params).filter(isObject);
  const names = new Set(all.flatMap(Object.keys));
  return new Set([...names].filter((name) => all.some((params) => textOf(params[name]) !== textOf(all[0][name]))));
}

/** Rows of one test behind each other, where tiers of it would otherwise be strewn among those of other tests. */
const byTest = (rows) => [...groupedBy(rows, (row) => (typeof row.test === 'string' ? row.test : row)).values()].flat();

/**
 * @param {Array<object>} rows with group, params, test, tier, isCold, which saved files of before need not have
 * @returns {Array<{ heading: string, rows: object[] }>} one for each group and combination of parameters, in the order
 *   of their first rows; heading 'sort size=10' has of the parameters what differs between them, all of it where there
 *   is one combination alone, and is '' of rows without group and parameters, which come first
 */
function groupsOf(rows) {
  const varies = varying(rows);
  const groupText = (row) => (isGrouped(row) ? short(row.group) || "''" : '');
  const valuesText = ({ params }) => paramsText(params, varies) || paramsText(params);
  const headingOf = (row) => [groupText(row), valuesText(row)].filter(Boolean).join(' ');
  const isPlain = (row) => keyOf(row) === '';
  const ordered = [...rows.filter(isPlain), ...rows.filter((row) => !isPlain(row))];
  const groups = [...groupedBy(ordered, keyOf).values()];
  return groups.map((own) => ({ heading: headingOf(own[0]), rows: byTest(own) }));
}

/** The same with the name that each has there: [{ heading, tests: [{ test, name }] }]. */
const namedGroups = (rows) => groupsOf(rows).map(({ heading, rows: own }) => {
  const nameIn = heading === '' ? ({ name }) => name : shortName;
  return { heading, tests: own.map((test) => ({ test, name: nameIn(test) })) };
});

module.exports = { groupsOf, namedGroups, shortName, groupedName, isCalledCold, paramsText, varying };
