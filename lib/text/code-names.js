'use strict';

/* Names of files with code. Declarations (x.d.ts) contain none. */

const CODE = /\.[cm]?[jt]s$/i;
const DECLARATION = /\.d\.[cm]?ts$/i;
const TYPESCRIPT = /\.[cm]?ts$/i;
const ENDINGS = '.js, .cjs, .mjs, .ts, .cts or .mts';

const isCode = (name) => CODE.test(name) && !DECLARATION.test(name);
const isTypeScript = (name) => TYPESCRIPT.test(name);
const stemOf = (name) => name.replace(CODE, '');

module.exports = { ENDINGS, isCode, isTypeScript, stemOf };
