'use strict';

/* Arguments of the commands in this folder. Unknown arguments are errors. */

const fs = require('fs');
const { parseArgs } = require('util');

/** The header comment of a command is its usage text. */
const usageOf = (file) => /\/\*\n([^]*?)\n \*\//.exec(fs.readFileSync(file, 'utf8'))[1].replace(/^ \* ?/gm, '');

function exitWithUsage(message) {
  console.error(`${message}\n\n${usageOf(require.main.filename)}`);
  process.exit(2);
}

function typeOf(value) {
  if (typeof value === 'boolean') return { type: 'boolean', default: value };
  return Array.isArray(value) ? { type: 'string', multiple: true } : { type: 'string' };
}

function parsed(defaults) {
  const options = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, typeOf(value)]));
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch ({ message }) {
    // The remaining sentences explain positionals that start with a dash.
    return exitWithUsage(message.split('. ')[0]);
  }
}

/**
 * Exits with 2 on an unknown or invalid argument.
 *
 * @param {Object<string, boolean|number|string|string[]|null>} [defaults] default values, which also determine the
 *   type: false for a flag, a number for a number, a list for an option that can be repeated
 * @param {string[]|null} [known] allowed positionals; null allows any
 * @returns {{ options: object, names: string[] }}
 */
function readArguments(defaults = {}, known = []) {
  const { values, positionals: names } = parsed(defaults);
  const unknown = known && names.find((name) => !known.includes(name));
  if (unknown) exitWithUsage(`Unknown argument ${unknown}${known.length > 0 ? `. Use ${known.join(', ')}` : ''}`);
  const options = { ...defaults, ...values };
  for (const name of Object.keys(defaults).filter((one) => typeof defaults[one] === 'number')) {
    options[name] = Number(options[name]);
    if (Number.isNaN(options[name])) exitWithUsage(`--${name} expects a number, got '${values[name]}'`);
  }
  return { options, names };
}

module.exports = { readArguments };
