'use strict';

/*
 * The sources as modules of ECMAScript, for the bundler: it leaves out what nobody imports of those, and wraps none of
 * them into a function. They all have one form: what they require stands in constants at their top, or in the place
 * where it is used first, and what they export in one list of names at their end. Another form is an error.
 */

const fs = require('fs');
const path = require('path');

const REQUIRED = /^const (\{[\w\s,:]*\}|\w+) = require\(('[^']+')\);/gm;
const REQUIRED_LATER = /require\(('[^']+')\)/g;
// What files capture of these at load stands once in the bundle, and not in each of them.
const CAPTURED = /^const (\{[\w\s,:]*\}) = (Math|Object|Reflect|Number|JSON);/gm;

// Of what the builtins have in Node 18: a later one has more, and the module is to be the same.
const LATER = /^(?:groupBy|f16round|sumPrecise|rawJSON|isRawJSON)$/;
const OF_FUNCTIONS = /^(?:length|name|prototype)$/;
const BUILTINS = { Math, Object, Reflect, Number, JSON };
const PREFIX = 'builtins-of-';
const EXPORTED = /^module\.exports = \{([\w\s,]*)\};/m;
const COMMENT_LINE = /^\s*(?:\*|\/[*/])/;

function imported(names, from) {
  return names.startsWith('{') ? `import ${names.replace(/:/g, ' as ')} from ${from};`
    : `import * as ${names} from ${from};`;
}

/**
 * @param {string} text of a source
 * @param {string} file that it is from
 * @returns {string}
 * @throws {Error} where its form is another
 */
function asModule(text, file) {
  const later = [];
  const lines = text.replace(REQUIRED, (_, names, from) => imported(names, from))
    .replace(CAPTURED, (_, names, builtin) => imported(names, `'${PREFIX}${builtin}'`))
    .replace(EXPORTED, (_, names) => `export {${names}};`).split('\n')
    .map((line) => (COMMENT_LINE.test(line) ? line
      : line.replace(REQUIRED_LATER, (_, from) => `required${later.push(from)}`)));
  const another = lines.find((line) => !COMMENT_LINE.test(line) && /\brequire\(|\bmodule\.exports/.test(line));
  if (another !== undefined) throw new Error(`${file} is no module: ${another.trim()}`);
  return later.map((from, i) => `import * as required${i + 1} from ${from};\n`).join('') + lines.join('\n');
}

/** What a builtin has as exports, each of which is left out where nobody imports it. */
const builtinModule = (name) => Object.getOwnPropertyNames(BUILTINS[name])
  .filter((key) => /^\w+$/.test(key) && !LATER.test(key) && !OF_FUNCTIONS.test(key)).sort()
  .map((key) => `const own_${key} = ${name}.${key};\nexport { own_${key} as ${key} };\n`).join('');

/** @param {string} folder of the sources */
const asModules = (folder) => ({
  name: 'as-modules',
  setup(build) {
    const filter = new RegExp(`^${PREFIX}`);
    build.onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: PREFIX }));
    build.onLoad({ filter, namespace: PREFIX }, ({ path: name }) => (
      { contents: builtinModule(name.slice(PREFIX.length)) }));
    build.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (path.relative(folder, file).startsWith('..')) return null;
      return { contents: asModule(await fs.promises.readFile(file, 'utf8'), file), loader: 'js' };
    });
  },
});

module.exports = { asModule, asModules };
