'use strict';

/* The script of a page as text: the functions of three modules, which tests can call, and a call of one of them. */

const rows = require('./script-rows');
const tips = require('./script-tips');
const page = require('./script-page');

const functions = [rows, tips, page].flatMap((module) => Object.values(module));

const script = `'use strict';
${functions.join('\n')}
startPage();
`;

module.exports = { script };
