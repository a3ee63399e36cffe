'use strict';

const { expect } = require('chai');
const { isGlob, expandBraces, namePattern, textPattern } = require('#lib/core/suite/glob');

it('a glob has wildcards, sets or alternatives', () => {
  for (const text of ['*', 'a?b', '[ab].js', 'x{a,b}', '{a,{b,c}}']) expect(isGlob(text), text).to.equal(true);
  for (const text of ['', 'a.js', '[', '[]', 'a]', '{a}', '{}', 'a,b', '{a', 'bench/a-b_c.mjs']) {
    expect(isGlob(text), text).to.equal(false);
  }
});

describe('a pattern of names', () => {
  const cases = [
    ['*.js', ['a.js', 'a.b.js', '日.js'], ['.js', '.a.js', 'a.mjs', 'a.js ', 'js']],
    ['.*', ['.a', '.'], ['a']],
    ['?', ['a', '\ud83d\ude00'], ['', 'ab', '.']],
    ['a*c', ['ac', 'abc', 'abcbc'], ['ab', 'bac', 'acb']],
    ['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a']],
    ['**', ['', 'abc'], []],
    ['[abc]', ['a', 'c'], ['d', 'ab', '']],
    ['[a-c-]x', ['ax', 'bx', '-x'], ['dx']],
    ['[!a-c]', ['d', '!'], ['a', 'b']],
    ['[]a]', [']', 'a'], ['[]a]']],
    ['[a', ['[a'], ['a']],
    ['[z-a]', [], ['z', 'a', 'm']],
    ['[.]a', [], ['.a']],
  ];
  for (const [pattern, yes, no] of cases) {
    it(pattern, () => {
      for (const name of yes) expect(namePattern(pattern)(name), name).to.equal(true);
      for (const name of no) expect(namePattern(pattern)(name), name).to.equal(false);
    });
  }

  it('takes no long time for many stars', () => {
    expect(namePattern(`${'*a'.repeat(200)}*b`)('a'.repeat(2000))).to.equal(false);
  });
});

describe('a pattern of text', () => {
  const cases = [
    ['ab', ['ab', 'xabx'], ['a b', 'AB']], ['a*b', ['ab', 'x a yy b x'], ['ba']],
    ['a?b', ['xa bx', 'a?b'], ['ab', 'xa  bx']], ['*', ['', 'a'], []], ['[1,2]', ['x [1,2] y'], ['1', '12']],
    ['[12]*x', ['a [12] x'], ['1x']], ['', ['', 'a'], []],
  ];
  for (const [pattern, yes, no] of cases) {
    it(JSON.stringify(pattern), () => {
      for (const text of yes) expect(textPattern(pattern)(text), text).to.equal(true);
      for (const text of no) expect(textPattern(pattern)(text), text).to.equal(false);
    });
  }
});

describe('braces', () => {
  const cases = [
    ['{a,b}', ['a', 'b']], ['x{a,b}y{1,2}', ['xay1', 'xay2', 'xby1', 'xby2']], ['{a,b{c,d}}', ['a', 'bc', 'bd']],
    ['{,a}.js', ['.js', 'a.js']], ['{a}', ['{a}']], ['{a}{b,c}', ['{a}b', '{a}c']], ['{{a,b}', ['{a', '{b']],
    ['{a,b', ['{a,b']], ['{a/b,c}/*.js', ['a/b/*.js', 'c/*.js']],
  ];
  for (const [pattern, all] of cases) {
    it(JSON.stringify(pattern), () => expect(expandBraces(pattern)).to.deep.equal(all));
  }

  it('that expand to too many patterns are refused', () => {
    expect(expandBraces(`${'{a,b}'.repeat(9)}`)).to.have.length(512);
    expect(() => expandBraces('{a,b}'.repeat(40))).to.throw(RangeError, 'its braces expand to more than 1000 patterns');
    expect(() => expandBraces('{'.repeat(1e5))).to.throw(RangeError, 'it is longer than 4096 characters');
    expect(expandBraces('{'.repeat(4096))).to.have.length(1);
  });
});
