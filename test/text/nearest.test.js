'use strict';

const { expect } = require('chai');
const { nearest } = require('../../lib/text/nearest');

const NAMES = ['timeGoal', 'forkTests', 'forks', 'verbose', 'json', 'fn'];

describe('the nearest name', () => {
  const cases = [
    // Another case; a letter missing, too many or replaced; two exchanged; two edits in 8 or 6 letters.
    [['timeGoal', 'TIMEGOAL', 'timeGoa', 'timeGoals', 'tineGoal', 'itmeGoal', 'itmeGola', 'tmGoal'], NAMES, 'timeGoal'],
    // An exchange is one edit, and one edit is always allowed.
    [['fork'], NAMES, 'forks'], [['jsno'], NAMES, 'json'], [['nf', 'f', 'fm'], NAMES, 'fn'],
    // Three edits in five letters, or more.
    [['tmGol', 'func', 'colour', ''], NAMES, null],
    // Only neighbours can be exchanged, and both letters have to be the same.
    [['sdaf'], ['adsf'], null], [['abcd'], ['abdx'], null],
    // The one with fewer edits, or the first.
    [['abcdef'], ['badcfe', 'abdcfe'], 'abdcfe'], [['abcdef'], ['abcdeg', 'abcdeh'], 'abcdeg'],
    // A third of the letters is still near, a half is not.
    [['abcdefghi'], ['abcdefxyz'], 'abcdefxyz'], [['abcdef'], ['abcxyz'], null],
    [[''], ['', 'a'], ''], [['x'], [], null], [['__proto__'], ['__proto_'], '__proto_'],
  ];
  for (const [words, candidates, expected] of cases) {
    it(`of ${words.map((word) => `'${word}'`).join(', ')} is ${expected}`, () => {
      for (const word of words) expect(nearest(word, candidates), word).to.equal(expected);
    });
  }

  it('is found at once where only the length of a name could tell', () => {
    const long = 'x'.repeat(1e6);
    expect(nearest(long, ['fn', `${long}${long}`])).to.equal(null);
    expect(nearest('fn', [long, 'fm'])).to.equal('fm');
  });
});
