'use strict';

/*
 * The script of a page as its text: the functions of three modules one after the other, and the call of one of them. In
 * this form they can be tested here, and the page needs no other file.
 */

const rows = require('./script-rows');
const tips = require('./script-tips');
const page = require('./script-page');

const functions = [rows, tips, page].flatMap((module) => Object.values(module));

const script = `'use strict';
${functions.join('\n')}
startPage();
`;

module.exports = { script };
