'use strict';

/* What a command of this folder is asked. A word that it does not know is refused: the answer would be another one. */

const fs = require('fs');
const { parseArgs } = require('util');

/** What stands at the head of a command: how it is called. */
const usageOf = (file) => /\/\*\n([^]*?)\n \*\//.exec(fs.readFileSync(file, 'utf8'))[1].replace(/^ \* ?/gm, '');

function refuse(words) {
  console.error(`${words}\n\n${usageOf(require.main.filename)}`);
  process.exit(2);
}

function typeOf(usual) {
  if (typeof usual === 'boolean') return { type: 'boolean', default: usual };
  return Array.isArray(usual) ? { type: 'string', multiple: true } : { type: 'string' };
}

function parsed(usual) {
  const options = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, typeOf(value)]));
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch ({ message }) {
    // The rest is about words that begin with a dash.
    return refuse(message.split('. ')[0]);
  }
}

/**
 * Ends the process with 2 where the command does not know a word.
 *
 * @param {Object<string, boolean|number|string|string[]|null>} [usual] what each option is unless given: false takes no
 *   value, a number takes a number, a list one value each time that the option is there
 * @param {string[]|null} [known] what may stand there besides; null: whatever
 * @returns {{ options: object, names: string[] }}
 */
function readArguments(usual = {}, known = []) {
  const { values, positionals: names } = parsed(usual);
  const unknown = known && names.find((name) => !known.includes(name));
  if (unknown) refuse(`There is no ${unknown}${known.length > 0 ? `: ${known.join(', ')}` : ''}`);
  const options = { ...usual, ...values };
  for (const name of Object.keys(usual).filter((one) => typeof usual[one] === 'number')) {
    options[name] = Number(options[name]);
    if (Number.isNaN(options[name])) refuse(`--${name} takes a number, and not '${values[name]}'`);
  }
  return { options, names };
}

module.exports = { readArguments };
