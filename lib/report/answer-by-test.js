'use strict';

/* The answer to tests with several inputs: a sentence per test, which compares it with the tests of the same inputs. */

const { formatBrackets } = require('../core/system/warnings');
const { listAll } = require('../base/text/columns');
const { label } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');
const { isNumber, formatNumber, quantityText, rangeText } = require('../base/text/numbers');
const { UNMEASURED, hasSpeed, lowWhileShared } = require('../base/text/verdict-words');
const { groupRows, paramsText, shortName, varying } = require('./row-groups');

const { abs, log, max } = Math;

const MOST_PLACES = 3; // of more, a sentence has their number
const LEAST_COVERED = 0.8; // share of the tests that have a counterpart, below which names are no grid

// 'urijs: parse', 'parse - urijs', 'sort/small', 'sort (small)', 'decode(1) [%20]'; with only a space, one part starts
// with a number: 'sum(holey 8)', 'sort 8', '8 sort'
const SEPARATORS = [
  /^(.+?): (.+)$/, /^(.+?) [-–—|/@] (.+)$/, /^(.+?)\/(.+)$/, /^(.+?), (.+)$/,
  /^([^()[\]]+?) ?[([]([^()[\]]+)[)\]]$/, /^([^()[\]]+?) ?([([].+[)\]])$/,
  /^([^()[\]]+[([][^()[\]]+?) ((?:\w+=)?\d[^()[\]]*)([)\]])$/,
  /^(.+?) ((?:\w+=)?\d.*)$/, /^((?:\w+=)?\d\S*) (.+)$/,
];

/** The two parts of a name; [] if it has no such separator, or only one within brackets */
function partsOf(name, separator) {
  const [, first = '', second, bracket] = separator.exec(name) || [];
  if (bracket) return [`${first} …${bracket}`, second];
  const isCut = first.split(/[([]/).length > first.split(/[)\]]/).length;
  return first === '' || isCut ? [] : [first, second];
}

const isBaseline = ({ verdict }) => verdict === 'baseline';
const isNumeric = (names) => names.every((name) => /^(\w+=)?\d/.test(name));
const valuesOf = (split, at) => [...new Set(split.map(({ parts }) => parts[at]))];

/**
 * Which part of 'a: b' names what is compared, 0 or 1: not numbers. Otherwise the first one, unless tests that follow
 * each other share it, and it has as many values.
 */
function comparedPart(split) {
  const [firsts, seconds] = [valuesOf(split, 0), valuesOf(split, 1)];
  if (isNumeric(firsts) !== isNumeric(seconds)) return isNumeric(firsts) ? 1 : 0;
  const shared = (at) => split.filter(({ parts }, i) => i > 0 && parts[at] === split[i - 1].parts[at]).length;
  return firsts.length >= seconds.length && shared(0) > shared(1) ? 1 : 0;
}

/**
 * @typedef {object} Grid { places, word, one, many, prefix, left } word: before the names of places, which share
 *   `prefix`; one, many: nouns for places; left: number of tests without a counterpart. Places of equal inputs:
 *   { name, values, rows, base } values: 'size=10'; rows: by the names of tests; base: the row to compare with
 */

/** A grid of the names of tests with one baseline: 'lib: input', 'sort 10'. null if they form none. */
function gridOfNames(rows) {
  const baseline = rows.find(isBaseline);
  if (!baseline || rows.some(({ tier, isCold }) => typeof tier === 'string' || isCold)) return null;
  for (const separator of SEPARATORS) {
    const split = rows.map((row) => ({ row, parts: partsOf(shortName(row), separator) }))
      .filter(({ parts }) => parts.length > 0);
    const own = split.find(({ row }) => row === baseline);
    if (!own) continue;
    const at = comparedPart(split);
    const places = [...groupBy(split, ({ parts }) => parts[1 - at])].map(([name, found]) => {
      const byTest = new Map(found.map(({ row, parts }) => [parts[at], row]));
      return { name: label(name), values: [], rows: byTest, base: byTest.get(own.parts[at]) };
    }).filter(({ rows: { size }, base }) => base && size > 1);
    const covered = places.reduce((sum, place) => sum + place.rows.size, 0);
    const isTwice = (test) => test !== own.parts[at] && places.filter((place) => place.rows.has(test)).length > 1;
    if (covered >= LEAST_COVERED * rows.length && valuesOf(split, at).some(isTwice)) {
      return { places, word: 'for', one: 'case', many: 'cases', prefix: '', left: rows.length - covered };
    }
  }
  return null;
}

/** A grid of groups that share names of tests: combinations of `params`, or else groups. null if they share few. */
function gridOfGroups(groups, rows) {
  const places = groups.map(({ heading, rows: own }) => ({
    name: heading, rows: new Map(own.map((row) => [shortName(row), row])), base: own.find(isBaseline),
    values: Object.entries(own[0].params || {}).map((entry) => paramsText(Object.fromEntries([entry]))),
  }));
  const names = places.flatMap(({ rows }) => [...rows.keys()]);
  if (new Set(names).size > names.length / 2) return null;
  const [one, ...others] = [...varying(rows)].map((name) => label(name));
  const nouns = one === undefined ? { word: 'in', one: 'group', many: 'groups' }
    : others.length > 0 ? { word: 'at', one: 'combination', many: 'combinations' }
      : { word: 'at', one, many: `values of ${one}` };
  const prefix = places.every(({ name }) => name.startsWith(`${one}=`)) && others.length === 0 ? `${one}=` : '';
  return { places, ...nouns, prefix, left: 0 };
}

/** A grid of the rows of a suite or group. null if they form none. */
function findGrid(rows) {
  const groups = groupRows(rows);
  return groups.length > 1 ? gridOfGroups(groups, rows) : gridOfNames(rows);
}

const isTimed = (row) => Boolean(row) && row.verdict !== null && hasSpeed(row) && row.rank > 0 && row.nsPerCall > 0;
const isBounded = ({ nsLow, nsHigh }) => nsLow > 0 && isNumber(nsHigh);

/** Whether two rows of a place do not overlap: the intervals of their ranks, or of their times with another baseline */
function isFaster(row, other, { base }) {
  if (!isTimed(row) || !isTimed(other)) return false;
  if (!isBaseline(base)) {
    const noise = 1 + (row.noiseFloor || 0);
    return isBounded(row) && isBounded(other) && row.nsHigh / row.ops * noise < lowWhileShared(other) / other.ops;
  }
  if (other === base) return row.verdict === 'faster';
  if (row === base) return other.verdict === 'slower';
  return isNumber(row.rankLow) && isNumber(other.rankHigh) && row.rankLow > other.rankHigh;
}

/** A verdict, 'fastest', or 'not compared'. Unknown speeds of other tests leave none as fastest. */
function verdictAt(row, place) {
  const { base, rows } = place;
  if (!isTimed(row)) return row.verdict;
  if (!isTimed(base)) return 'not compared';
  const others = [...rows.values()].filter((other) => other !== row && other.verdict !== 'failed');
  if (others.length > 0 && others.every((other) => isFaster(row, other, place))) return 'fastest';
  if (row === base) return 'base';
  if (isBaseline(base)) return row.verdict;
  return isFaster(row, base, place) ? 'faster' : isFaster(base, row, place) ? 'slower' : 'unresolved';
}

/** Speed relative to that of the base */
const ratioOf = (row, { base }) => (isBaseline(base) ? row.rank / 1000
  : row.ops / row.nsPerCall / (base.ops / base.nsPerCall));

/** '40 %', '1.8×' without the direction; percentages are of the speed */
function sizeOf(ratio) {
  const factor = max(ratio, 1 / ratio);
  if (factor < 2) return { sign: '', digits: `${+(abs(ratio - 1) * 100).toPrecision(2)}`, unit: ' %' };
  return { sign: '', digits: factor < 99.5 ? factor.toPrecision(2) : formatNumber(factor), unit: '×' };
}

/** '1.8 to 7.1×', '40 % to 2.2×', smallest difference first */
function rangeOf(ratios) {
  const sorted = [...ratios].sort((a, b) => abs(log(a)) - abs(log(b)));
  const ends = [sorted[0], sorted.at(-1)].map(sizeOf);
  const [least, most] = ends.map(quantityText);
  return least === most ? most : rangeText(ends);
}

/** 'at every size', 'at size=10 and 100', 'for 9 of its 10 cases'; 'at size=10' for all combinations with it */
function whereText(places, all, { places: { length }, word, one, many, prefix }) {
  if (places.length === length && length > 1) return `${word} every ${one}`;
  const shared = places[0].values.find((text) => all.every((place) => (
    place.values.includes(text) === places.includes(place))));
  if (shared) return `${word} ${shared}`;
  const its = all.length < length ? 'its ' : '';
  if (places.length > MOST_PLACES) {
    return `${word} ${places.length === all.length ? 'all' : `${places.length} of`} ${its}${all.length} ${many}`;
  }
  const names = places.map(({ name }, i) => (i > 0 ? name.slice(prefix.length) : name));
  return `${word} ${listAll(names)}`;
}

/** ' (busy, not steady at 2 of 4)': warnings that change the meaning of figures, of a test at all its places */
function bracketsText(rows, { word }, first = []) {
  const words = rows.flatMap(({ warnings = [] }) => warnings.map((one) => formatBrackets([one]).slice(1, -1)));
  const counts = [...groupBy(words.filter(Boolean), (text) => text)].map(([text, { length }]) => (
    text + (length < rows.length ? ` ${word} ${length} of ${rows.length}` : '')));
  const all = [...first, ...counts].join(', ');
  return all && ` (${all})`;
}

const CLAUSES = {
  fastest: () => '', faster: (base) => `is faster than ${base}`, same: (base) => `is as fast as ${base}`,
  slower: (base) => `is slower than ${base}`, unresolved: (base) => `cannot be distinguished from ${base}`,
  ...Object.fromEntries(Object.entries(UNMEASURED).map(([verdict, words]) => [verdict, () => `is ${words}`])),
  failed: () => 'failed', 'not compared': () => 'is not compared',
};
const LATER = { faster: 'faster', same: 'as fast', slower: 'slower', unresolved: 'no clear difference' };

/** 'urijs is slower than fast-uri for 9 of 10 cases (1.8 to 7.1×); no clear difference for equal' */
function sentenceOf(entries, subject, base, grid) {
  const byVerdict = groupBy(entries, ({ verdict }) => verdict);
  const clauses = Object.keys(CLAUSES).filter((verdict) => byVerdict.has(verdict)).map((verdict, i) => {
    const own = byVerdict.get(verdict);
    const where = whereText(own.map(({ place }) => place), entries.map(({ place }) => place), grid);
    const compared = own.filter(({ row, place }) => row !== place.base);
    const range = ['fastest', 'faster', 'slower'].includes(verdict) && compared.length > 0
      ? rangeOf(compared.map(({ row, place }) => ratioOf(row, place))) : '';
    if (verdict === 'fastest') return `is fastest ${where}${range && `: ${range} faster than ${base}`}`;
    const words = i > 0 && LATER[verdict] ? LATER[verdict] : CLAUSES[verdict](base);
    return `${words} ${where}${range && ` (${range})`}`;
  });
  return clauses.length > 0 ? `${subject} ${clauses.join('; ')}` : '';
}

/** A sentence per test, the fastest first */
function formatGrid(grid) {
  const { places } = grid;
  const names = [...new Set(places.flatMap(({ rows }) => [...rows.keys()]))];
  const tests = names.map((name) => {
    const entries = places.filter(({ rows }) => rows.has(name)).map((place) => {
      const row = place.rows.get(name);
      return { place, row, verdict: verdictAt(row, place) };
    });
    const speedAt = ({ row, place }) => (isTimed(row) && isTimed(place.base) ? log(ratioOf(row, place)) : 0);
    const speed = entries.reduce((sum, entry) => sum + speedAt(entry), 0) / entries.length;
    return { name: label(name), entries, speed, isBase: entries.some(({ row, place }) => row === place.base) };
  });
  const bases = tests.filter(({ isBase }) => isBase);
  if (tests.length < 2 || bases.length === 0) return [];
  const isBaselines = places.every(({ base }) => !base || isBaseline(base));
  const subjectOf = ({ name, entries, isBase }) => (
    name + bracketsText(entries.map(({ row }) => row), grid, isBaselines && isBase ? ['baseline'] : []));
  // Where the first of two tests is fastest, the sentence of the other one says so.
  const isNews = ({ verdict, row, place }) => tests.length > 2 || verdict !== 'fastest' || row !== place.base;
  const lines = [];
  for (const test of [...tests].sort((a, b) => b.speed - a.speed)) {
    const base = bases.length > 1 || (isBaselines && lines.length > 0) ? 'the baseline'
      : lines.length > 0 ? bases[0].name : subjectOf(bases[0]);
    const line = sentenceOf(test.entries.filter(isNews), subjectOf(test), base, grid);
    if (line) lines.push(line);
  }
  return lines;
}

module.exports = { formatGrid, findGrid };
