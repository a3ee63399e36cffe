'use strict';

/*
 * Tests that are measured with several parameters, tiers or temperatures: what a row is called among its own kind, and
 * which rows stand together. A row's `name` tells all of it at once; under a heading 'size=10' its `test` is enough.
 */

const { escaped, truncate } = require('../text/display');

// Captured at load, because a measured test may change them.
const { stringify } = JSON;
const { hasOwn } = Object;

// A value of a parameter can be a whole text.
const MOST_COLUMNS = 40;

const isObject = (value) => typeof value === 'object' && value !== null;

/** 10, "utf8", null; what JSON does not know as it is written */
const textOf = (value) => (typeof value === 'string' || isObject(value) ? stringify(value) : `${value}`);

const short = (text) => truncate(escaped(text), MOST_COLUMNS);

/** 'size=10 type="a"' of those that are in `names`, or of all */
function paramsText(params, names) {
  let text = '';
  for (const name in params) {
    if (!hasOwn(params, name) || (names && !names[name])) continue;
    text += `${text && ' '}${short(name) || "''"}=${short(textOf(params[name]))}`;
  }
  return text;
}

/** Different for different parameters, however long their values are. */
function keyOf(params) {
  let key = '';
  for (const name in params) if (hasOwn(params, name)) key += `${stringify(name)}=${textOf(params[name])} `;
  return key;
}

/** Whether the name tells that the row is of a first call: where all are, none does. */
const isCalledCold = ({ name, isCold }) => isCold === true && / \(cold\)$/.test(name);

/** What a row is called beside others with the same parameters: 'concat', 'concat (interpreter)', 'concat (cold)' */
function shortName(row) {
  const { name, test, tier } = row;
  // Rows of files that are older than these fields have names alone.
  if (typeof test !== 'string') return name;
  return test + (typeof tier === 'string' ? ` (${tier})` : '') + (isCalledCold(row) ? ' (cold)' : '');
}

/** @returns {object} name -> true of the parameters that do not have the same value in all rows that have any */
function varying(rows) {
  const first = { __proto__: null };
  const varies = { __proto__: null };
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const { params } = rows[i];
    if (!isObject(params)) continue;
    for (const name in params) {
      if (!hasOwn(params, name)) continue;
      const text = textOf(params[name]);
      if (first[name] === undefined && count === 0) first[name] = text;
      else if (first[name] !== text) varies[name] = true;
    }
    for (const name in first) if (!hasOwn(params, name)) varies[name] = true;
    count++;
  }
  return varies;
}

/** Rows of one test behind each other, where tiers of it would otherwise be strewn among those of other tests. */
function byTest(rows) {
  const ordered = [];
  const isPlaced = [];
  for (let i = 0; i < rows.length; i++) {
    if (isPlaced[i]) continue;
    for (let k = i; k < rows.length; k++) {
      if (k !== i && (isPlaced[k] || typeof rows[k].test !== 'string' || rows[k].test !== rows[i].test)) continue;
      isPlaced[k] = true;
      ordered[ordered.length] = rows[k];
    }
  }
  return ordered;
}

/**
 * @param {Array<object>} rows with params, test, tier, isCold, which saved files of before need not have
 * @returns {Array<{ heading: string, rows: object[] }>} one for each combination of parameters, in the order of their
 *   first rows; heading 'size=10' has what differs between them, all of it where there is one combination alone, and is
 *   '' of rows without parameters, which come first
 */
function groupsOf(rows) {
  const varies = varying(rows);
  const groups = [{ heading: '', rows: [] }];
  const known = { __proto__: null };
  for (let i = 0; i < rows.length; i++) {
    const { params } = rows[i];
    const key = isObject(params) ? keyOf(params) : '';
    const group = key === '' ? groups[0] : known[key] || (groups[groups.length] = known[key] = { heading: paramsText(params, varies) || paramsText(params), rows: [] });
    group.rows[group.rows.length] = rows[i];
  }
  const found = [];
  for (let i = 0; i < groups.length; i++) {
    if (groups[i].rows.length > 0) found[found.length] = { heading: groups[i].heading, rows: byTest(groups[i].rows) };
  }
  return found;
}

module.exports = { groupsOf, shortName, isCalledCold, paramsText, varying };
