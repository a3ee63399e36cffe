'use strict';

/* Dispatches arguments to a command. Modules are loaded late, for --help and for processes that measure. */

const path = require('path');
const { describeFsError, isFile, isFolder, orNull } = require('../base/host/fs-queries');
const { role, job, channel } = require('../base/host/worker');
const { UsageError } = require('../base/text/usage-error');

const WORD = /^[a-z][a-z-]+$/i; // a single word is probably a mistyped command, because it is no snippet worth timing
const PATH = /^[^\s'"`()=;,]+$/;
const GLOB = /^[^\s'"`()=;]+$/;
const FOLDER = /^(?!\/).*[/*]$/; // no regular expression

const COMMANDS = {
  run: (...given) => require('./run').runCommand(...given),
  compare: (...given) => require('./compare').compare(...given),
  command: (...given) => require('./command').timeCommands(...given),
  merge: (...given) => require('./merge').merge(...given),
  scatter: (...given) => require('./scatter').scatter(...given),
  report: (...given) => require('./report').report(...given),
  comment: (...given) => require('./comment').comment(...given),
  history: (...given) => require('./history').history(...given),
  bisect: (...given) => require('./bisect').bisect(...given),
  why: (...given) => require('./why').why(...given),
  import: (...given) => require('./import').importModules(...given),
  system: (...given) => require('./system').system(...given),
  snippets: (...given) => require('./run').snippets(...given),
};

/** Throws only when called, because help needs no folder. */
function currentFolder() {
  try {
    const folder = process.cwd();
    return () => folder;
  } catch (error) {
    const words = `the current folder cannot be used: ${describeFsError(error)}. Change to another folder`;
    return () => { throw new UsageError(words); };
  }
}

/** The command that the parent process requests: { name, given }; null if the arguments name the command. */
async function asked() {
  if (channel !== null && role === 'test') return job.asked || null;
  if (channel === null || role !== 'part') return null;
  return Object.assign(job, await new Promise((resolve) => channel.onNextMessage(resolve)));
}

/** Everything external that commands use, replaceable in tests. */
function createDeps() {
  const folder = currentFolder();
  const composition = () => require('../composition');
  return {
    host: require('../base/host/host'),
    get terminal() { return require('../base/host/terminal'); },
    get cwd() { return folder(); },
    // Channel to the command that started this process to measure a part.
    commandChannel: role === 'part' ? channel : null,
    asked,
    now: () => new Date(),
    random: Math.random,
    sysinfo: () => composition().sysinfo(),
    sysinfoOfRates: () => composition().sysinfoOfRates(),
    makeBench: (more) => composition().makeBench(more),
    get clock() { return composition().clock; },
    get childRole() { return composition().childRole(); },
    get version() { return require('../../package.json').version; },
  };
}

const isFolderHere = (word, { host, cwd }) => PATH.test(word) && isFolder(path.resolve(cwd, word), host);

function areFiles(argv, { host, cwd }) {
  const { findSuiteFiles } = require('../core/suite/suite-files');
  const { isGlob } = require('../core/suite/glob');
  const { definitions } = require('./definitions');
  const { parseOptions } = require('./options');
  const { isCodeOrJsx } = require('../base/text/code-names');
  // With a setup, an apparent path may be a division or a property.
  const { positionals = [] } = orNull(() => parseOptions(definitions.run, argv)) || {};
  const isThere = (word) => isFile(path.resolve(cwd, word), host);
  const isPattern = (word) => isGlob(word) && GLOB.test(word) && (isCodeOrJsx(word) || FOLDER.test(word));
  const matches = (word) => isPattern(word) && orNull(() => findSuiteFiles([word], { host, cwd }, [])) !== null;
  const runs = (word) => (isCodeOrJsx(word) && isThere(word)) || isFolderHere(word, { host, cwd }) || matches(word);
  if (positionals.length > 0 && positionals.every(runs)) return true;
  const meant = positionals.find((word) => (
    ((isCodeOrJsx(word) || FOLDER.test(word)) && PATH.test(word)) || isPattern(word)));
  if (meant === undefined) return false;
  // Throws, with a similar name, if there is no such file.
  findSuiteFiles([meant], { host, cwd });
  const kind = isThere(meant) ? 'file' : isPattern(meant) ? 'pattern of files' : 'folder';
  throw new UsageError(`${meant} is a ${kind}, not a snippet. Did you mean: qtimeit run ${meant}`);
}

function commandOf(argv, deps) {
  const [first = ''] = argv;
  if (Object.hasOwn(COMMANDS, first) && first !== 'snippets') return { name: first, rest: argv.slice(1) };
  if (WORD.test(first) && !isFolderHere(first, deps)) {
    const { nearest } = require('../base/text/nearest');
    const meant = nearest(first, [...Object.keys(COMMANDS).filter((name) => name !== 'snippets'), 'help']);
    const snippet = `To run it as a snippet, write '(${first})'`;
    const isSlip = meant !== null && meant !== first;
    if (isSlip) throw new UsageError(`unknown command "${first}". Did you mean ${meant}? ${snippet}`);
  }
  return { name: areFiles(argv, deps) ? 'run' : 'snippets', rest: argv };
}

async function dispatch(argv, deps) {
  const { USAGE, FINE } = require('./shutdown');
  if (argv[0] === 'help' || argv.length === 0) return help(argv[1], argv.length === 0 ? USAGE : FINE, deps);
  if (argv[0] === '--version' || argv[0] === '-v') {
    deps.terminal.write(`${deps.version}\n`);
    return FINE;
  }
  const { name, rest } = commandOf(argv, deps);
  const { definitions } = require('./definitions');
  const given = require('./options').parseOptions(definitions[name], rest);
  if (given.help) return help(name === 'snippets' ? undefined : name, FINE, deps);
  try {
    return await COMMANDS[name](given, argv, deps);
  } catch (error) {
    const { format, json = format === 'json', output = [] } = given.options;
    if (json && output.length === 0 && error instanceof UsageError) {
      const document = { qtimeit: 'error', schema: 1, error: { message: error.message } };
      const { printableJson } = require('../base/text/display');
      deps.terminal.write(`${printableJson(document)}\n`);
    }
    throw error;
  }
}

/** argv: without node and the script. Resolves to the exit code; null if the process continues without one. */
async function main(argv, deps) {
  try {
    const command = await deps.asked();
    return await (command ? COMMANDS[command.name](command.given, argv, deps) : dispatch(argv, deps));
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof require('../base/host/output-file').StoreError)) throw error;
    const { escaped } = require('../base/text/display');
    const lines = error.message.split(/\n(?= {4})/); // indented lines are source code, with a mark below the error
    deps.terminal.writeError(`qtimeit: ${lines.map(escaped).join('\n')}\n`);
    const { FAILED, USAGE } = require('./shutdown');
    return isUsage ? USAGE : FAILED;
  }
}

function help(name, exitCode, { terminal }) {
  const { definitions } = require('./definitions');
  const { formatHelp, formatOverview } = require('./help');
  const { columns = 80 } = terminal.screen() || {};
  if (name !== undefined && !Object.hasOwn(definitions, name)) {
    const { nearest } = require('../base/text/nearest');
    const names = Object.keys(COMMANDS);
    const meant = nearest(name, names);
    const hint = meant ? `. Did you mean ${meant}?` : ` (${names.join(', ')})`;
    throw new UsageError(`unknown command "${name}"${hint}`);
  }
  const text = name === undefined ? formatOverview(definitions, columns) : formatHelp(definitions[name], columns);
  (exitCode ? terminal.writeError : terminal.write)(text);
  return exitCode;
}

module.exports = { createDeps, main };
