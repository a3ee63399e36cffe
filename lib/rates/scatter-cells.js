'use strict';

/*
 * Configurations of one file, sorted out for a look at one parameter: points are the combinations of x and category,
 * and the cells of a point those of all other parameters, with a run's rates in each.
 */

const { didYouMean } = require('../text/nearest');
const { isNumber } = require('../text/numbers');
const { trimmedAndError } = require('../stats/comparison');
const { UsageError } = require('../text/usage-error');

const { log } = Math;

/** The values in their order: ascending where all are numbers, else as they appear. */
function ordered(values) {
  const own = [...new Set(values)];
  return own.every(isNumber) ? own.sort((a, b) => a - b) : own;
}

/** Of several files one has to be named. */
function configurationsOf(configurations, file) {
  const files = [...new Set(configurations.map((one) => one.file))];
  if (file === undefined && files.length > 1) {
    throw new UsageError(`scatter looks at one file, and these are rates of ${files.length}: ${files.join(', ')}`);
  }
  const wanted = file === undefined ? files[0] : file;
  const own = configurations.filter((one) => one.file === wanted);
  if (own.length === 0) {
    throw new UsageError(file === undefined ? 'there are no rates' : `there are no rates of ${file}; the files are ` +
      `${files.join(', ')}`);
  }
  return { file: wanted, own };
}

function checkParameter(name, names, file) {
  if (names.includes(name)) return;
  const hint = didYouMean(name, names, '');
  throw new UsageError(`${file} has no parameter ${name}${hint && `; ${hint}`} (there are ${names.join(', ')})`);
}

/** Centre and error of the logarithms of a cell's rates; null where one is not above 0. */
function lnOf(rates) {
  if (rates.length === 0 || !rates.every((rate) => rate > 0)) return null;
  return trimmedAndError(rates.map(log));
}

const valueOf = (parameters, name) =>
  (Object.prototype.hasOwnProperty.call(parameters, name) ? parameters[name] : null);

/** Counts what is told in the end: { kind, count } of each that occurred. */
function createTally() {
  const counts = new Map();
  return {
    add(kind, count = 1) {
      if (count > 0) counts.set(kind, (counts.get(kind) || 0) + count);
    },
    notes: () => [...counts].map(([kind, count]) => ({ kind, count })),
  };
}

/**
 * @param {object} rates a document of rates
 * @param {{ xaxis: string, category: string|null, side: number, file?: string }} wanted
 * @returns {{ file: string, points: { x, category, cells: object[] }[], others: string[], isNumeric: boolean, notes:
 *   object[] }} cells: { parameters, key (of all but x and category), rates, ln: { centre, error, df }|null }; others:
 *   parameters but these two that vary
 * @throws {UsageError} for a parameter or a file that is not there
 */
function cellsOf({ configurations }, { xaxis, category, side, file: wanted }) {
  const { file, own } = configurationsOf(configurations, wanted);
  const told = own.filter(({ parameters }) => parameters);
  if (told.length === 0) {
    throw new UsageError(`the parameters of ${file} cannot be told from its configurations ` +
      `(${own[0].configuration || 'there is none'})`);
  }
  const names = [...new Set(told.flatMap(({ parameters }) => Object.keys(parameters)))];
  if (names.length === 0) throw new UsageError(`${file} has no parameters: there is nothing for its rate to depend on`);
  checkParameter(xaxis, names, file);
  if (category !== null) checkParameter(category, names, file);
  if (category === xaxis) throw new UsageError(`${xaxis} cannot be both the x axis and the category`);

  const tally = createTally();
  tally.add('parameters-unknown', own.length - told.length);
  const rest = names.filter((name) => name !== xaxis && name !== category);
  const points = new Map();
  const values = new Map(rest.map((name) => [name, new Set()]));
  for (const { parameters, sides } of told) {
    const measured = sides[side];
    if (!measured) continue;
    tally.add('failed-runs', (measured.errors || []).length);
    const rated = measured.rates.filter(Number.isFinite);
    tally.add('not-finite', measured.rates.length - rated.length);
    if (valueOf(parameters, xaxis) === null) {
      tally.add('x-missing');
      continue;
    }
    if (category !== null && valueOf(parameters, category) === null) tally.add('category-missing');
    if (rated.length === 0) continue;
    const group = [valueOf(parameters, xaxis), category === null ? null : valueOf(parameters, category)];
    const pointKey = JSON.stringify(group);
    if (!points.has(pointKey)) points.set(pointKey, { x: group[0], category: group[1], cells: new Map() });
    const { cells } = points.get(pointKey);
    const key = JSON.stringify(rest.map((name) => valueOf(parameters, name)));
    if (!cells.has(key)) cells.set(key, { parameters, key, rates: [], ln: null });
    cells.get(key).rates.push(...rated);
    for (const name of rest) values.get(name).add(valueOf(parameters, name));
  }
  for (const { cells } of points.values()) {
    for (const cell of cells.values()) {
      cell.ln = lnOf(cell.rates);
      if (cell.ln === null) tally.add('not-positive', cell.rates.filter((rate) => !(rate > 0)).length);
    }
  }
  const found = [...points.values()].map((point) => ({ ...point, cells: [...point.cells.values()] }));
  const xs = ordered(found.map(({ x }) => x));
  const categories = [...new Set(found.map((point) => point.category))];
  const place = (list) => new Map(list.map((value, i) => [value, i]));
  const [xPlace, categoryPlace] = [place(xs), place(categories)];
  found.sort((a, b) => xPlace.get(a.x) - xPlace.get(b.x)
    || categoryPlace.get(a.category) - categoryPlace.get(b.category));
  return {
    file, points: found, others: rest.filter((name) => values.get(name).size > 1), isNumeric: xs.every(isNumber),
    notes: tally.notes(),
  };
}

module.exports = { cellsOf, valueOf, ordered };
