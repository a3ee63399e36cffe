'use strict';

const { expect } = require('chai');
const { nearest } = require('#lib/base/text/nearest');

const NAMES = ['timeGoal', 'forkTests', 'forks', 'verbose', 'json', 'fn'];

describe('the nearest name', () => {
  const cases = [
    // Case; a missing, extra or replaced letter; two exchanged letters; two edits in 8 or 6 letters
    [['timeGoal', 'TIMEGOAL', 'timeGoa', 'timeGoals', 'tineGoal', 'itmeGoal', 'itmeGola', 'tmGoal'], NAMES, 'timeGoal'],
    // An exchange is one edit, and one edit is always allowed.
    [['fork'], NAMES, 'forks'], [['jsno'], NAMES, 'json'], [['nf', 'f', 'fm'], NAMES, 'fn'],
    // At least three edits in five letters
    [['tmGol', 'func', 'colour', ''], NAMES, null],
    // Only adjacent letters can be exchanged, and both must match.
    [['sdaf'], ['adsf'], null], [['abcd'], ['abdx'], null],
    // The name with fewer edits, or the first one
    [['abcdef'], ['badcfe', 'abdcfe'], 'abdcfe'], [['abcdef'], ['abcdeg', 'abcdeh'], 'abcdeg'],
    // Edits of a third of the letters are accepted, of a half are not.
    [['abcdefghi'], ['abcdefxyz'], 'abcdefxyz'], [['abcdef'], ['abcxyz'], null],
    [[''], ['', 'a'], ''], [['x'], [], null], [['__proto__'], ['__proto_'], '__proto_'],
  ];
  for (const [words, candidates, expected] of cases) {
    it(`of ${words.map((word) => `'${word}'`).join(', ')} is ${expected}`, () => {
      for (const word of words) expect(nearest(word, candidates), word).to.equal(expected);
    });
  }

  it('is found without a comparison of letters if the lengths differ too much', () => {
    const long = 'x'.repeat(1e6);
    expect(nearest(long, ['fn', `${long}${long}`])).to.equal(null);
    expect(nearest('fn', [long, 'fm'])).to.equal('fm');
  });
});
