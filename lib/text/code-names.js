'use strict';

/* Names of files with code that can be run; a declaration, x.d.ts, has none. */

const CODE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
const TYPESCRIPT = /\.[cm]?ts$/i;

/** In words, what isCode() is true of. */
const ENDINGS = '.js, .cjs, .mjs, .ts, .cts or .mts';

const isCode = (name) => CODE.test(name) && !DECLARATION.test(name);
const isTypeScript = (name) => TYPESCRIPT.test(name);

/** Without its ending: 'parse' of 'parse.ts' */
const stemOf = (name) => name.replace(CODE, '');

module.exports = { ENDINGS, isCode, isTypeScript, stemOf };
