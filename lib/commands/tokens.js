'use strict';

/*
 * The arguments of a command, word by word, as what they are: util.parseArgs() tells that from Node 18.7 on, and says
 * what is wrong in words of its own.
 *
 *   { kind: 'option', name, rawName, index, value, inlineValue }: value undefined for none; inlineValue: it stands in
 *   the same word
 *   { kind: 'positional', index, value }
 *   { kind: 'option-terminator', index }: from there on all are positional
 */

/**
 * @param {string[]} argv
 * @param {Object<string, { short: string|undefined, takesValue: boolean, fits: function(string): boolean }>} options
 *   by their long names; fits: whether a word behind it is its value
 * @returns {object[]} in the order of the words; index: of the word
 */
function tokensOf(argv, options) {
  const names = Object.keys(options);
  const byLetter = new Map(names.filter((name) => options[name].short).map((name) => [options[name].short, name]));
  const takesValue = (name) => Object.hasOwn(options, name) && options[name].takesValue;
  const tokens = [];
  let index = 0;

  /** An option that may be followed by its value, which is then no word of its own. */
  function add(name, rawName, at) {
    const isFollowed = takesValue(name) && index + 1 < argv.length && options[name].fits(argv[index + 1]);
    if (isFollowed) index++;
    const [value, inlineValue] = isFollowed ? [argv[index], false] : [];
    tokens.push({ kind: 'option', name, rawName, index: at, value, inlineValue });
  }

  /** Letters behind one dash: switches, and at last one that takes the rest, or the next word. */
  function addLetters(word, at) {
    for (let i = 1; i < word.length; i++) {
      const letter = word[i];
      const name = byLetter.get(letter) || letter;
      if (takesValue(name) && i + 1 < word.length) {
        const value = word.slice(i + 1);
        tokens.push({ kind: 'option', name, rawName: `-${letter}`, index: at, value, inlineValue: true });
        return;
      }
      add(name, `-${letter}`, at);
    }
  }

  for (; index < argv.length; index++) {
    const word = argv[index];
    const equals = word.indexOf('=', 3);
    if (word === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (index++; index < argv.length; index++) tokens.push({ kind: 'positional', index, value: argv[index] });
    } else if (word.startsWith('--') && equals >= 0) {
      const [rawName, value] = [word.slice(0, equals), word.slice(equals + 1)];
      tokens.push({ kind: 'option', name: rawName.slice(2), rawName, index, value, inlineValue: true });
    } else if (word.startsWith('--')) {
      add(word.slice(2), word, index);
    } else if (word.startsWith('-') && word.length > 1) {
      addLetters(word, index);
    } else {
      tokens.push({ kind: 'positional', index, value: word });
    }
  }
  return tokens;
}

module.exports = { tokensOf };
