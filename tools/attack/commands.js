'use strict';

/*
 * Command lines: every command, its options with useful and useless values, missing values, and other words.
 */

const { definitions } = require('../../lib/cli/definitions');
const { oddText } = require('./values');

/** Names of files that exist and do not exist in the folder of an input. */
const FILES =
  { 'good.js': "module.exports = { a() { return 1; }, b: () => Math.sqrt(2) };\n", 'empty.js': '',
    'results.json': '{"qtimeit":"results"}', 'text.txt': 'words\n' };
const PATHS =
  ['good.js', 'empty.js', 'results.json', 'text.txt', 'none.js', 'godo.js', '.', 'folder', '*.js', '{good,empty}.js',
    '-', 'none.csv', 'none.json'];

const SNIPPETS =
  ['1', '', ' ', '[3, 1].sort()', 'await 1', 'throw 1', 'throw null', 'return', '}', '/*', '`', "'", 'process.exitCode',
    'await import("fs")', 'require("none")', 'x = ', '\u001b[2J', 'var \u202e', 'yield', 'super()', 'import.meta',
    '"use strict"; with ({}) 1', '1;;;', '#!x', '<!-- x', '\n', 'null.x', 'Promise.reject(5)', 'JSON.parse("{")',
    'new Error("x")', 'Symbol()', '1n'];

/** Options whose useful values would start processes, take long, or change this machine have none. */
const GOOD = {
  seconds: () => '0.02', share: () => '5%', count: () => '2',
  string: ({ one }) => one(['x', 'saved.json', 'p.svg', '.']), code: ({ one }) => one(SNIPPETS), setting: () => 'n=1',
  tiers: null, cpus: null,
  choice: ({ one }, { choices }) => one(choices),
};
// Tested with real processes, see suites.js.
const NOT_HERE = ['fork', 'timeout', 'cold', 'tier', 'pin', 'calibrate', 'cache', 'memory'];

const shortOrLong = (name, { short }, { chance }) => (short && chance(0.3) ? `-${short}` : `--${name}`);

function optionOf(definition, draw) {
  const { one, chance } = draw;
  if (chance(0.08)) return [oddText(draw)];
  const name = one(Object.keys(definition.options));
  const option = definition.options[name];
  if (chance(0.08)) return [`--${name.slice(1)}`];
  if (chance(0.04)) return [`--no-${name}`];
  const typed = shortOrLong(name, option, draw);
  if (option.type === 'boolean') {
    return NOT_HERE.includes(name) ? [] : chance(0.15) ? [`${typed}=${oddText(draw)}`] : [typed];
  }
  const good = NOT_HERE.includes(name) ? null : GOOD[option.type];
  const value = good && chance(0.5) ? good(draw, option) : wrongFor(name, draw);
  if (value === null || chance(0.06)) return [typed];
  return chance(0.5) ? [typed, value] : [`${typed}=${value}`];
}

/** For options in NOT_HERE, only text that is not a number is wrong; others get any value. */
function wrongFor(name, draw) {
  if (!NOT_HERE.includes(name)) return draw.one([oddText, oddText, ({ one }) => one(PATHS)])(draw);
  return draw.one(['', 'x', '-1', 'NaN', '1e999', '\u001b', '0x1', '__proto__', '5000000000', '.']);
}

/** @returns {{ title: string, files: object, args: string[] }} */
function commandInput(draw) {
  const { one, chance, below } = draw;
  const name = one(Object.keys(definitions));
  const definition = definitions[name];
  const args = name === 'snippets' ? [] : [chance(0.05) ? `${name.slice(1)}` : name];
  for (let i = below(4); i > 0; i--) args.push(...optionOf(definition, draw));
  for (let i = below(3); i > 0; i--) args.push(positionalOf(name, draw));
  // With the default of four seconds, it would take that long.
  const isTimed = ['snippets', 'run'].includes(name) && !args.some((word) => /^(-t|--time|-n|--calls)/.test(word));
  const all = isTimed
    ? [...args.slice(0, name === 'snippets' ? 0 : 1), '-t', '0.02', ...args.slice(name === 'snippets' ? 0 : 1)] : args;
  // The first word might be a command that changes the machine.
  const isHarmless = !all.some((word) => /^(fast|restore)$/.test(word));
  return { title: `qtimeit ${all.map((word) => JSON.stringify(word)).join(' ')}`.slice(0, 400), files: FILES,
    args: isHarmless ? all : ['help'], mayNameOdd: all.some((word) => /NaN|undefined|Infinity/.test(word)) };
}

function positionalOf(name, draw) {
  if (draw.chance(0.25)) return oddText(draw);
  if (name === 'system') return draw.one(['fats', 'restor', 'x']);
  return draw.one(name === 'snippets' ? SNIPPETS : PATHS);
}

module.exports = { commandInput, FILES };
