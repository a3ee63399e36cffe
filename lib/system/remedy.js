'use strict';

/**
 * The way to mend something in one line: 'find and stop what runs besides: top'
 *
 * @param {{ command: string|null, advice: string|null }} remedy what to type, and what to do where no command does it
 * @returns {string} '' where neither is known
 */
function remedyText({ command, advice }) {
  if (command === null) return advice || '';
  return advice === null ? command : `${advice}: ${command}`;
}

module.exports = { remedyText };
