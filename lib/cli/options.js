'use strict';

/* Parses, checks and converts the arguments of a command. */

const { parseArgs } = require('util');
const { isCode } = require('../base/text/code-names');
const { show } = require('../base/text/show');
const { nearest } = require('../base/text/nearest');
const { UsageError } = require('../base/text/usage-error');
const { TYPES } = require('./values');

const toCamelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** An argument; quoted as JavaScript if it would break the line. */
const typed = (text) => (/^[!-~]{1,60}$/.test(text) ? text : show(text));

/** parseArgs() takes -f-t as the end of options. The next word is an optional value (`alone`) only if it is valid. */
function tokensOf(args, options) {
  const isBoolean = ({ type, alone }) => type === 'boolean' || alone !== undefined;
  const shapes = Object.entries(options).map(([name, option]) => (
    [name, { type: isBoolean(option) ? 'boolean' : 'string', ...(option.short && { short: option.short }) }]));
  const { tokens } = parseArgs({ args, options: Object.fromEntries(shapes), strict: false, tokens: true });
  return tokens.filter((word, i) => {
    const token = tokens[i - 1];
    const isDash = word.kind === 'option-terminator' && args[word.index] !== '--';
    if (isDash) Object.assign(word, { kind: 'option', name: '-', rawName: '--' });
    if (word.kind !== 'positional' || !token || token.kind !== 'option' || token.value !== undefined) return true;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : {};
    if (option.alone === undefined || TYPES[option.type].read(word.value, option) === undefined) return true;
    Object.assign(token, { value: word.value, inlineValue: false });
    return false;
  });
}

const nameOf = ({ name, rawName }) => (rawName === `--${name}` ? rawName : `${rawName} (--${name})`);
const wordOf = (definition) => (definition.name ? `qtimeit ${definition.name}` : 'qtimeit');

function unknown(token, argv, definition) {
  const { options } = definition;
  const names = Object.keys(options);
  const [, arg] = /^(--?[^][^=]*)/.exec(argv[token.index]);
  const help = `(${wordOf(definition)} --help lists all)`;
  // For -qx with a known -q, report the letter. But -force means --force.
  const inGroup = !arg.startsWith('--') && arg.length > 2 && arg[1] !== token.name && !names.includes(arg.slice(1));
  const given = inGroup ? `${typed(token.rawName)} in ${typed(arg)}` : typed(arg);

  const negated = /^--no-(.+)/.exec(arg);
  if (negated && Object.hasOwn(options, negated[1])) {
    return new UsageError(`unknown option ${given}. Leave out --${negated[1]} instead ${help}`);
  }
  let meant;
  if (inGroup || arg.length === 2) {
    const letterOf = (name) => (options[name].short || '').toLowerCase();
    const short = names.find((name) => letterOf(name) === token.name.toLowerCase());
    meant = short ? `-${options[short].short}, --${short}` : null;
  } else {
    meant = nearest(arg.replace(/^-(?!-)/, '--'), names.map((name) => `--${name}`));
  }
  if (meant !== null) return new UsageError(`unknown option ${given}. Did you mean ${meant}? ${help}`);
  const advice = definition.name === null ? '. Write -- before code that begins with -' : '';
  return new UsageError(`unknown option ${given}${advice} ${help}`);
}

function textOf(token, option) {
  const name = nameOf(token);
  const { value, inlineValue } = token;
  if (value === undefined && option.alone !== undefined) return option.alone;
  if (value === undefined) throw new UsageError(`${name} needs a value. Write --${token.name} ${option.value}`);
  const isShort = !token.rawName.startsWith('--');
  if (inlineValue) return isShort && value.startsWith('=') ? value.slice(1) : value;
  // The value is the next argument. -5 and - are values; another word with a dash is probably an option.
  if (/^-[^\d.]/.test(value)) {
    const advice = `Write --${token.name}=${typed(value)} to use it as the value`;
    throw new UsageError(`${name} needs a value, but ${typed(value)} looks like an option. ${advice}`);
  }
  return value;
}

function converted(token, option, text, options) {
  const type = TYPES[option.type];
  const value = type.read(text, option);
  if (value !== undefined) return value;
  const name = nameOf(token);
  const long = token.rawName.startsWith('--') ? '' : `${token.rawName.slice(1)}${token.value}`.split('=', 1)[0];
  const isLong = token.inlineValue && Object.hasOwn(options, long);
  const { hint = () => '' } = type;
  const meant = isLong ? `. Did you mean --${long}?` : hint(text, option);
  throw new UsageError(`${name} expects ${type.words(option)}, got ${show(text)}${meant}`);
}

/** Rejects a probable typo after an option whose value is optional, instead of taking it as a snippet or a file. */
function refuseMistyped(token, option, next = '') {
  const { hint = () => '', words } = TYPES[option.type];
  const meant = /^[a-z]+(,[a-z]+)*$/i.test(next) ? hint(next, option) : '';
  if (meant === '') return;
  const advice = `If it is a file or a snippet, write it before ${token.rawName}`;
  throw new UsageError(`${nameOf(token)} expects ${words(option)}, got ${show(next)}${meant} ${advice}`);
}

function asksForHelp(token) {
  if (token.kind !== 'option') return false;
  const isValue = !token.inlineValue && (token.value === '--help' || token.value === '-h');
  return token.name === 'help' || token.rawName === '-h' || isValue;
}

const presets = (options) => Object.fromEntries(Object.entries(options)
  .filter(([, { preset }]) => preset !== undefined).map(([name, { preset }]) => [toCamelCase(name), preset]));

/** Rejects mutually exclusive options. A typed option removes the presets of options that it excludes. */
function exclude(given, options, values) {
  for (const name of given.keys()) {
    for (const other of options[name].without || []) {
      if (given.has(other)) throw new UsageError(`--${name} and --${other} cannot be combined. Leave one of them out`);
      delete values[toCamelCase(other)];
    }
  }
}

/**
 * Accepts -t 0.5, -t0.5, -t=0.5, --time 0.5 and --time=0.5, before and after other arguments; `--` ends the options. A
 * separate value may begin with - only if it is - or a number. Returns { help: true } or { options: typed and preset,
 * in camelCase, true for a switch, an array if repeatable; --json is --format json, positionals, given: typed names }.
 */
function parseOptions(definition, argv) {
  const { options } = definition;
  const tokens = tokensOf(argv, options);
  if (tokens.some(asksForHelp)) return { help: true };

  const values = presets(options);
  const given = new Map(); // name -> argument
  const positionals = [];
  const set = (name, value, shown) => {
    const before = given.get(name);
    if (before) throw new UsageError(`${before} and ${shown}: --${name} can be given only once. Leave one of them out`);
    given.set(name, shown);
    values[toCamelCase(name)] = value;
  };
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName } = token;
    if (!Object.hasOwn(options, name)) throw unknown(token, argv, definition);
    const option = options[name];
    if (option.type === 'boolean') {
      if (token.value !== undefined) {
        throw new UsageError(`${rawName} takes no value, got ${show(token.value)}. Write ${rawName} alone`);
      }
      const [meant, value] = option.means || [name, true];
      set(meant, value, rawName);
      continue;
    }
    if (token.value === undefined && option.alone !== undefined) refuseMistyped(token, option, argv[token.index + 1]);
    const text = textOf(token, option);
    const value = converted(token, option, text, options);
    if (!option.multiple) set(name, value, `${rawName} ${typed(text)}`);
    else if (given.has(name)) values[toCamelCase(name)].push(value);
    else set(name, [value], rawName);
  }
  exclude(given, options, values);
  return { options: values, positionals, given: [...given.keys()] };
}

const isPlace = (value) => typeof value === 'string' && (isCode(value) || /[/\\]$/.test(value));

/** A hint if an option has taken a file with code, or a folder, as its value, or '' */
function hintOfTaken(options) {
  const taken = Object.entries(options).flatMap(([key, given]) => (
    [given].flat().filter(isPlace).map((value) => [key, value])));
  if (taken.length === 0) return '';
  const [[key, value]] = taken;
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `. --${name} has taken ${value} as its value`;
}

module.exports = { parseOptions, toCamelCase, hintOfTaken };
