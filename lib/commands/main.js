'use strict';

/* Dispatches the arguments to a command, and returns its exit code. */

const path = require('path');

const { USAGE, FINE } = require('./exit-codes');
const { UsageError } = require('../text/usage-error');

// A single word is probably a mistyped command, because it is no snippet worth timing.
const WORD = /^[a-z][a-z-]+$/i;

// Loaded late, so that --help is fast.
const COMMANDS = {
  run: (...given) => require('./run').run(...given),
  compare: (...given) => require('./compare').compare(...given),
  merge: (...given) => require('./merge').merge(...given),
  scatter: (...given) => require('./scatter').scatter(...given),
  report: (...given) => require('./report').report(...given),
  system: (...given) => require('./system').system(...given),
  snippets: (...given) => require('./run').snippets(...given),
};

const PATH = /^[^\s'"`()=;,]+$/;

function areFiles(argv, { host, cwd }) {
  const { definitions } = require('./definitions');
  const { parseOptions } = require('./options');
  const { orNull, isFile } = require('../host/fs-queries');
  const { isCode } = require('../text/code-names');
  // With a setup, an apparent path may be a division or a property.
  const { positionals = [] } = orNull(() => parseOptions(definitions.run, argv)) || {};
  const isThere = (word) => isFile(path.resolve(cwd, word), host);
  if (positionals.length > 0 && positionals.every((word) => isCode(word) && isThere(word))) return true;
  const [meant] = positionals.filter((word) => isCode(word) && PATH.test(word));
  if (meant === undefined) return false;
  throw new UsageError(`${meant} ${isThere(meant) ? 'is a file and no snippet' : 'is not there'}; did you mean: ` +
    `qtimeit run ${meant}`);
}

function commandOf(argv, deps) {
  const [first] = argv;
  if (Object.hasOwn(COMMANDS, first || '') && first !== 'snippets') return { name: first, rest: argv.slice(1) };
  if (first !== undefined && WORD.test(first)) {
    const { nearest } = require('../text/nearest');
    const meant = nearest(first, [...Object.keys(COMMANDS).filter((name) => name !== 'snippets'), 'help']);
    const snippet = `A snippet of this name: '(${first})'`;
    const isSlip = meant !== null && meant !== first;
    if (isSlip) throw new UsageError(`there is no command "${first}"; did you mean ${meant}? (${snippet})`);
  }
  return { name: areFiles(argv, deps) ? 'run' : 'snippets', rest: argv };
}

/** argv: without node and the script. Resolves to the exit code; null if the process continues without one. */
async function main(argv, deps) {
  try {
    const asked = await deps.asked();
    if (asked) return await COMMANDS[asked.name](asked.given, argv, deps);
    const { definitions } = require('./definitions');
    if (argv[0] === 'help' || argv.length === 0) return help(argv[1], argv.length === 0 ? USAGE : FINE, deps);
    if (argv[0] === '--version' || argv[0] === '-v') {
      deps.terminal.write(`${deps.version}\n`);
      return FINE;
    }
    const { name, rest } = commandOf(argv, deps);
    const { parseOptions } = require('./options');
    const given = parseOptions(definitions[name], rest);
    if (given.help) return help(name === 'snippets' ? undefined : name, FINE, deps);
    return await COMMANDS[name](given, argv, deps);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { escaped } = require('../text/display');
    // Indented lines are source code, with a mark below the error.
    const lines = error.message.split(/\n(?= {4})/);
    deps.terminal.writeError(`qtimeit: ${lines.map(escaped).join('\n')}\n`);
    return USAGE;
  }
}

function help(name, exitCode, { terminal }) {
  const { definitions } = require('./definitions');
  const { helpOf, overview } = require('./help');
  const screen = terminal.screen();
  const columns = screen ? screen.columns : 80;
  if (name !== undefined && !Object.hasOwn(definitions, name)) {
    const { nearest } = require('../text/nearest');
    const names = Object.keys(COMMANDS);
    const meant = nearest(name, names);
    const wayOut = meant ? `; did you mean ${meant}?` : ` (${names.join(', ')})`;
    throw new UsageError(`there is no command "${name}"${wayOut}`);
  }
  const text = name === undefined ? overview(definitions, columns) : helpOf(definitions[name], columns);
  (exitCode === FINE ? terminal.write : terminal.writeError)(text);
  return exitCode;
}

module.exports = { main };
