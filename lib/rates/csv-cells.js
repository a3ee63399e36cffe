'use strict';

/*
 * From the cells of configurations to their text and parameters. What type a column of parameters has, shows only when
 * all of it is known: 64 and 128 are numbers, beside "auto" they are strings.
 */

const { configurationText } = require('../text/configuration-names');
const { counted } = require('../text/numbers');
const { parseParameters } = require('./parameters-text');

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

// What programs write for what is none: it is told as that.
const WORDS = /^[+-]?(?:NaN|Infinity)$/;

/** The number in a cell as people and programs write it, NaN for what is none: 0x10 is no 16. */
const numberOf = (text) => (DECIMAL.test(text) || WORDS.test(text) ? Number(text) : NaN);

const isEmpty = ({ text, isQuoted }) => !isQuoted && text === '';

/** Whether all that stands in a column are bare numbers. Cells may be empty: those are told. */
function isNumeric(configurations, column) {
  const cells = configurations.map(({ cells: all }) => all[column]).filter((cell) => !isEmpty(cell));
  return cells.length > 0 && cells.every(({ text, isQuoted }) => !isQuoted && DECIMAL.test(text));
}

/** Rows are told as one: there may be thousands of them. */
function leftOutWords(name, { sides }) {
  let rows = 0;
  for (const { rates } of sides.values()) rows += rates.length;
  return `there is no value of "${name}"${rows > 1 ? `, here and in ${counted(rows - 1, 'more row')}` : ''}`;
}

/** { configuration, parameters } of each, null where a number is missing. */
function fromColumns(configurations, names, tell) {
  const numeric = names.map((_, column) => isNumeric(configurations, column));
  return configurations.map((one) => {
    const missing = names.findIndex((_, column) => numeric[column] && isEmpty(one.cells[column]));
    if (missing >= 0) {
      tell(one.line, leftOutWords(names[missing], one));
      return null;
    }
    // Not an assignment: __proto__ would be no property.
    const valueOf = (column) => (numeric[column] ? Number(one.cells[column].text) : one.cells[column].text);
    const parameters = Object.fromEntries(names.map((name, column) => [name, valueOf(column)]));
    return { configuration: configurationText(parameters), parameters };
  });
}

/** In the quotes that we write, whatever those of the text are: a configuration is known by it. */
function fromText(text) {
  const parameters = parseParameters(text);
  return { configuration: parameters === null ? text : configurationText(parameters), parameters };
}

function append(to, sides) {
  for (const [label, { rates, seconds }] of sides) {
    const there = to.get(label) || { rates: [], seconds: [] };
    to.set(label, { rates: there.rates.concat(rates), seconds: there.seconds.concat(seconds) });
  }
}

/**
 * @param {{ file: string, line: number, cells: { text, isQuoted }[], sides: Map }[]} configurations cells: the text of
 *   the configuration, or one for each parameter
 * @param {object} columns as columnsOf() gives them
 * @param {function(number, string)} tell of the line of a configuration what is wrong with it
 * @returns {{ file: string, configuration: string, parameters: object|null, sides: Map }[]} each text of a file once
 */
function mergedByText(configurations, columns, tell) {
  const told = columns.configuration >= 0
    ? configurations.map(({ cells: [{ text }] }) => fromText(text))
    : fromColumns(configurations, columns.parameters.map(({ name }) => name), tell);
  const byText = new Map();
  configurations.forEach(({ file, sides }, i) => {
    if (told[i] === null) return;
    const key = `${file}\0${told[i].configuration}`;
    const same = byText.get(key);
    // 1.0 and 1 are the same number, and 'a' and "a" the same text.
    if (same) append(same.sides, sides);
    else byText.set(key, { file, ...told[i], sides });
  });
  return [...byText.values()];
}

module.exports = { mergedByText, numberOf };
