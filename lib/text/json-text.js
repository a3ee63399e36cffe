'use strict';

const { OBEYED, escapeOf } = require('./display');

// What JSON leaves as it is, and a terminal obeys: U+009B is as good as ESC [, U+202E turns the direction of writing.
const UNSAFE = new RegExp(OBEYED, 'g');

/**
 * @param {string} json
 * @returns {string} the same for who reads it, with \u009b in the place of such a character, which only strings have
 */
const withoutControls = (json) => json.replace(UNSAFE, (char) => escapeOf(char).replace('x', 'u00'));

module.exports = { withoutControls };
