'use strict';

/* What people came for, above the tables of a page. */

const { markup } = require('../chart/markup');

/** @param {Array} lines as below the table in a terminal */
const answerOf = (lines) => lines.map((line) => markup`<p class="answer">${line}</p>
`);

module.exports = { answerOf };
