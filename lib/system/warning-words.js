'use strict';

/*
 * Warnings of a result in words, by a table of the words: code -> (warning) => text. There is one table of what rounds
 * tell, and others of what only processes have, which no page carries.
 */

// Captured at load, because a measured test may change it.
const { hasOwn } = Object;

// What was interrupted and is left out: the figure stands, and these tell where the time went.
const LEFT_OUT = { __proto__: null, disturbed: true, prolonged: true };

/** Whether it tells of time that others took, and that is no part of the figure. */
function isOfLeftOut({ code }) {
  return LEFT_OUT[code] === true;
}

/**
 * @param {object} sentences code -> (warning) => text
 * @param {object} brackets code -> the words for the brackets behind a figure: of warnings that change what it means,
 *   or what its process did. Not among them: what has a verdict of its own, what is said of figures beside the time,
 *   and what was left out of it
 */
function createWords(sentences, brackets) {
  /** @returns {string} the words for one warning; its code where there are none */
  function sentence(warning) {
    // Of a saved document that can be 'constructor', too.
    const { code } = warning;
    return hasOwn(sentences, code) ? sentences[code](warning) : code;
  }

  /** Whether a figure does not mean without this warning what it means with it. */
  const changesMeaning = ({ code }) => hasOwn(brackets, code);

  /** @returns {string} '(not optimized, busy)' to stand behind a figure, '' where no warning changes its meaning */
  function bracketsOf(warnings) {
    const words = warnings.filter(changesMeaning)
      .map(({ code, found }) => (found === 'not-settled' ? 'not settled' : brackets[code])).join(', ');
    return words && `(${words})`;
  }

  return { sentence, changesMeaning, bracketsOf };
}

module.exports = { createWords, isOfLeftOut };
