'use strict';

// What JSON leaves as it is, and a terminal obeys: DEL and the controls of C1, such as U+009B, as good as ESC [.
const CONTROLS = /[\x7f-\x9f]/g;

const escapeOf = (char) => `\\u00${char.charCodeAt(0).toString(16)}`;

/**
 * @param {string} json
 * @returns {string} the same for who reads it, with \u009b in the place of such a control, which only strings have
 */
const withoutControls = (json) => json.replace(CONTROLS, escapeOf);

module.exports = { withoutControls };
