'use strict';

const { CONTROLS, escapeOf } = require('./display');

// What JSON leaves as it is, and a terminal obeys: U+009B is as good as ESC [, U+202E turns the direction of writing.
const OBEYED = new RegExp(`[${CONTROLS}]`, 'g');

/**
 * @param {string} json
 * @returns {string} the same for who reads it, with \u009b in the place of such a character, which only strings have
 */
const withoutControls = (json) => json.replace(OBEYED, (char) => escapeOf(char).replace('x', 'u00'));

module.exports = { withoutControls };
