'use strict';

const { expect } = require('chai');
const { nearest } = require('../../lib/text/nearest');

const NAMES = ['timeGoal', 'forkTests', 'forks', 'verbose', 'json', 'fn'];

describe('the nearest name', () => {
  const cases = [
    ['timeGoal', NAMES, 'timeGoal'],
    ['timegoal', NAMES, 'timeGoal'],          // case only
    ['TIMEGOAL', NAMES, 'timeGoal'],
    ['timeGoa', NAMES, 'timeGoal'],           // one missing
    ['timeGoals', NAMES, 'timeGoal'],         // one too many
    ['tineGoal', NAMES, 'timeGoal'],          // one replaced
    ['itmeGoal', NAMES, 'timeGoal'],          // two exchanged
    ['itmeGola', NAMES, 'timeGoal'],          // twice: 2 of 8 letters
    ['tmGoal', NAMES, 'timeGoal'],            // 2 of 6
    ['tmGol', NAMES, null],                   // 3 of 5
    ['fork', NAMES, 'forks'],
    ['jsno', NAMES, 'json'],                  // an exchange is one edit: two would be too many in 4 letters
    ['nf', NAMES, 'fn'],
    ['f', NAMES, 'fn'],                       // one edit is always allowed
    ['fm', NAMES, 'fn'],
    ['func', NAMES, null],
    ['sdaf', ['adsf'], null],                 // the exchanged have to be neighbours
    ['abcd', ['abdx'], null],                 // and both the same letters
    ['abcdef', ['badcfe', 'abdcfe'], 'abdcfe'], // 3 and 2 edits
    ['abcdef', ['abcdeg', 'abcdeh'], 'abcdeg'], // equally near: the first
    ['abcdef', ['abcxyz'], null],             // 3 of 6
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'], // 3 of 9: a third is still near
    ['colour', NAMES, null],
    ['', NAMES, null],
    ['', ['', 'a'], ''],
    ['x', [], null],
    ['__proto__', ['__proto_'], '__proto_'],
  ];
  for (const [word, candidates, expected] of cases) {
    it(`of '${word}' among ${candidates.join(', ')} is ${expected}`, () => {
      expect(nearest(word, candidates)).to.equal(expected);
    });
  }

  it('is found at once where only the length of a name could tell', () => {
    const long = 'x'.repeat(1e6);
    expect(nearest(long, ['fn', `${long}${long}`])).to.equal(null);
    expect(nearest('fn', [long, 'fm'])).to.equal('fm');
  });
});
