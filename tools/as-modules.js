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
// What files capture of these at load stands once in the bundle, and not in each of them. A name is a module: what else
// there is in them is up to the Node that bundles, and the bundle is not.
const CAPTURED = /^const \{([\w\s,:]*)\} = (Math|Object|Reflect|Number|JSON);/gm;
const BUILTIN = 'builtin:';
const EXPORTED = /^module\.exports = \{([\w\s,]*)\};/m;
const COMMENT_LINE = /^\s*(?:\*|\/[*/])/;

function imported(names, from) {
  return names.startsWith('{') ? `import ${names.replace(/:/g, ' as ')} from ${from};`
    : `import * as ${names} from ${from};`;
}

/** 'min, floor: down' of Math. */
function captured(names, builtin) {
  const each = names.split(',').map((one) => one.trim()).filter(Boolean);
  return each.map((one) => imported(`{ ${one} }`, `'${BUILTIN}${builtin}.${/^\w+/.exec(one)}'`)).join(' ');
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
    .replace(CAPTURED, (_, names, builtin) => captured(names, builtin))
    .replace(EXPORTED, (_, names) => `export {${names}};`).split('\n')
    .map((line) => (COMMENT_LINE.test(line) ? line
      : line.replace(REQUIRED_LATER, (_, from) => `required${later.push(from)}`)));
  const another = lines.find((line) => !COMMENT_LINE.test(line) && /\brequire\(|\bmodule\.exports/.test(line));
  if (another !== undefined) throw new Error(`${file} is no module: ${another.trim()}`);
  return later.map((from, i) => `import * as required${i + 1} from ${from};\n`).join('') + lines.join('\n');
}

/** 'Math.min' as what exports it. */
const builtinModule = (name) => `const own = ${name};\nexport { own as ${name.split('.')[1]} };\n`;

/** @param {string} folder of the sources */
const asModules = (folder) => ({
  name: 'as-modules',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${BUILTIN}`) }, ({ path: name }) => (
      { path: name.slice(BUILTIN.length), namespace: BUILTIN }));
    build.onLoad({ filter: /./, namespace: BUILTIN }, ({ path: name }) => ({ contents: builtinModule(name) }));
    build.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (path.relative(folder, file).startsWith('..')) return null;
      return { contents: asModule(await fs.promises.readFile(file, 'utf8'), file), loader: 'js' };
    });
  },
});

module.exports = { asModules };
