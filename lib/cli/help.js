'use strict';

/* Renders --help from definitions. All text is ASCII, so that each character is one column. */

const { TYPES } = require('./values');
const { maxOf } = require('../base/stats/sample');
const { groupBy } = require('../base/text/grouped-by');

const NARROWEST = 20;
const USUAL = 80;
const WIDEST = 100;
const MIN_DESCRIPTION = 30; // with fewer columns, descriptions go below their options
const HELP = ['-h, --help', 'show this help'];
const VERSION = ['-v, --version', 'print the version'];

// The third element is the option without which a command has no such code.
const EXIT_CODES = [
  ['0', 'success'],
  ['1', 'a test or the command failed'],
  ['2', 'invalid command line, or a given file cannot be read'],
  ['3', 'a test became slower than --max-regression allows', 'max-regression'],
  ['4', '--max-regression could not be judged (with --strict)', 'max-regression'],
  ['124', 'timeout of the command (--timeout), or of a test if nothing else failed', 'timeout'],
  ['130', 'interrupted (Ctrl-C)'],
];

/** Lines exceed `columns` only for a single long word. */
function wrap(text, columns) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  lines.push(line);
  return lines;
}

function indented(text, columns, indent, more = 0) {
  const [first, ...rest] = wrap(text, columns - indent);
  const others = rest.length ? wrap(rest.join(' '), columns - indent - more) : [];
  return [' '.repeat(indent) + first, ...others.map((line) => ' '.repeat(indent + more) + line)];
}

function table(rows, columns) {
  const left = maxOf(rows.map(([name]) => name.length)) + 4;
  if (columns - left < MIN_DESCRIPTION) {
    return rows.flatMap(([name, words]) => [...indented(name, columns, 2, 2), ...indented(words, columns, 6)]);
  }
  return rows.flatMap(([name, words]) => wrap(words, columns - left)
    .map((line, i) => (i === 0 ? `  ${name}` : '').padEnd(left) + line));
}

function optionRow([name, { short, value, words, type, preset, unless, multiple, alone }]) {
  const shown = alone === undefined ? value : `[${value}]`;
  const left = `${short ? `-${short}, ` : '    '}--${name}${shown ? ` ${shown}` : ''}`;
  const { show = String } = TYPES[type] || {};
  const otherwise = preset === undefined ? unless : show(preset);
  const more = `${multiple ? ' (can be repeated)' : ''}${otherwise === undefined ? '' : ` [default: ${otherwise}]`}`;
  return [left, `${words}${more}`];
}

function optionLines(options, more, columns) {
  const all = [
    ...Object.entries(options).map(([name, option]) => ({ group: option.group, row: optionRow([name, option]) })),
    ...more.map((row) => ({ row })),
  ];
  const widest = maxOf(all.map(({ row: [left] }) => left.length));
  return [...groupBy(all, ({ group = 'Options' }) => group)].flatMap(([group, own]) => {
    const padded = own.map(({ row: [left, words] }) => [left.padEnd(widest), words]);
    return [...wrap(`${group}:`, columns), ...table(padded, columns), ''];
  });
}

const noteLines = (notes, columns) => notes.flatMap((note) => [...wrap(note, columns), '']);

/** columns: terminal width, 80 if unknown; examples may be wider. commandLines: between the summary and the options */
function formatHelp({ usage, summary, options, examples, notes }, columns, flags = [HELP], commandLines = () => []) {
  const width = columns > 0 ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : USUAL;
  return [
    'Usage:', ...usage.flatMap((form) => indented(form, width, 2, 4)), '',
    ...noteLines([summary], width),
    ...commandLines(width),
    ...optionLines(options, flags, width),
    'Examples:',
    // Commands are not wrapped, so that they can be copied.
    ...examples.flatMap(([command, words]) => [...indented(`# ${words}`, width, 2, 2), `  ${command}`]),
    '',
    ...noteLines(notes, width),
    'Exit codes:', ...table(EXIT_CODES.filter(([, , option]) => !option || options[option]), width),
  ].map((line) => `${line.trimEnd()}\n`).join('');
}

function formatOverview({ snippets, ...commands }, columns) {
  const rows = Object.values(commands).map(({ name, summary }) => [name, summary]);
  const usage = [...snippets.usage, 'qtimeit COMMAND [options] ...'];
  return formatHelp({ ...snippets, usage }, columns, [HELP, VERSION], (width) => [
    'Commands:', ...table(rows, width), '',
    ...noteLines(['For the options of a command, run qtimeit COMMAND --help. Without a command, arguments are ' +
      'files to run, or snippets:'], width),
  ]);
}

module.exports = { formatHelp, formatOverview };
