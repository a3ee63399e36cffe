'use strict';

/*
 * Converts the CommonJS sources to ES modules for the bundler, which then drops unused exports and wraps no module in
 * a function. All sources have one form: required names are constants at the top, or are required where they are first
 * used, and one list at the end exports names. Any other form is an error.
 */

const fs = require('fs');
const path = require('path');

const REQUIRED = /^const (\{[\w\s,:]*\}|\w+) = require\(('[^']+')\);/gm;
const REQUIRED_LATER = /require\(('[^']+')\)/g;
// Functions of these objects that files capture when they are loaded are captured once in the bundle. Each name is a
// module with only the used members, because the members depend on the version of Node.js, and the bundle must not.
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
 * @param {string} file its path
 * @returns {string}
 * @throws {Error} if the source has another form
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

/** The name of the export of 'Math.min'. */
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
