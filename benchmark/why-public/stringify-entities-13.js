'use strict';

// https://github.com/wooorm/stringify-entities/pull/13: "prevent repeatedly created regexes"
// reason: regular expression|RegExp

const subset = ['"', '&', '\'', '<', '>', '`'];
const text = 'a text with <b>marks</b> & "quotes" of a page';

const expressionOf = (characters) => new RegExp(`[${characters.join('')}]`, 'g'); // HERE

const known = new WeakMap();

function knownExpressionOf(characters) {
  let found = known.get(characters);
  if (!found) {
    found = expressionOf(characters);
    known.set(characters, found);
  }
  return found;
}

const codeOf = (character) => `&#x${character.charCodeAt(0).toString(16)};`;

module.exports = {
  fast: () => text.replace(knownExpressionOf(subset), codeOf),
  slow: () => text.replace(expressionOf(subset), codeOf),
};
