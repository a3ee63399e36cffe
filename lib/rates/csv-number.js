'use strict';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

// What programs write for what is none: it is told as that.
const WORDS = /^[+-]?(?:NaN|Infinity)$/;

/** Whether a cell has a number as people and programs write it; 0x10 is no 16. */
const isDecimal = (text) => DECIMAL.test(text);

/** @returns {number} NaN for what is none */
const numberOf = (text) => (DECIMAL.test(text) || WORDS.test(text) ? Number(text) : NaN);

module.exports = { isDecimal, numberOf };
