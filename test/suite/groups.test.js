'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { parseSuite } = require('../../lib/suite/suite');

const a = () => 1;
const b = () => 2;

const found = (suite) => parseSuite(suite).map(({ groupName, name, fn }) => [groupName, name, fn]);

describe('groups of a suite', () => {
  const groups = [
    ['an object', { x: a, y: { fn: b } }, ['x', 'y']],
    ['a Map', new Map([['x', a], ['y', b]]), ['x', 'y']],
    ['an array', [a, b], ['#1', '#2']],
    ['an object of another context', vm.runInNewContext('({ x: a, y: b })', { a, b }), ['x', 'y']],
    ['a Map whose tests are called as what a test has', new Map([['setup', a], ['fn', b]]), ['setup', 'fn']],
  ];
  for (const [what, group, [first, second]] of groups) {
    it(`can be ${what}`, () => {
      const tests = [['sort', first, a], ['sort', second, b]];
      expect(found({ sort: group })).to.deep.equal(tests);
      expect(found(new Map([['sort', group]]))).to.deep.equal(tests);
      expect(found([group])).to.deep.equal(tests.map(([, ...test]) => ['#1', ...test]));
    });
  }

  it('stand behind the tests that are in none, each in its order', () => {
    expect(found({ one: { x: a }, first: a, two: { x: b, '': a }, second: b })).to.deep.equal([
      [null, 'first', a], [null, 'second', b], ['one', 'x', a], ['two', 'x', b], ['two', '', a],
    ]);
  });

  const refused = [
    ['without tests: {}', { sort: {} },
      "bench: the group 'sort' has no tests; give it some, or leave it out; a test has fn"],
    ['without tests: []', { sort: [] },
      "bench: the group 'sort' has no tests; give it some, or leave it out; a test has fn"],
    ['within groups', { sort: { small: { x: a } } },
      "bench: test 'small' of the group 'sort' is a group within a group; " +
      "groups have tests, and no groups; make it a group of the suite, such as 'sort small'"],
    ['within groups: lists', { sort: [[a]] }, "bench: test '#1' of the group 'sort' is a group within a group; " +
      "groups have tests, and no groups; make it a group of the suite, such as 'sort #1'"],
    ['with what is no test', { sort: { x: a, y: 5 } },
      "bench: test 'y' of the group 'sort': expected a function, a source string or { fn, ... }, got 5"],
    ['with a test without fn', { sort: { x: { each: a } } },
      "bench: test 'x' of the group 'sort': fn is a function or a source string, and not undefined; a test has fn, a " +
      'group has tests, and a group with a test called each is given as a Map'],
    ['with holes', { sort: [a, , b] }, // eslint-disable-line no-sparse-arrays
      "bench: test '#2' of the group 'sort': there is a hole in the array; give a test, or leave out the comma"],
    ['with names that are no strings', { sort: new Map([[1, a]]) },
      'bench: the name of a test is a string, and not 1'],
  ];
  for (const [what, suite, message] of refused) {
    it(`are refused ${what}`, () => {
      expect(() => parseSuite(suite)).to.throw(TypeError).with.property('message', message);
    });
  }

  it('say which one cannot be read', () => {
    const thrown = new Error('bites');
    const proxy = new Proxy({}, { ownKeys() { throw thrown; } });
    expect(() => parseSuite({ sort: proxy })).to.throw(Error, 'cannot be read: bites').with.property('cause', thrown);
    const group = { get x() { throw thrown; } };
    expect(() => parseSuite({ sort: group }))
      .to.throw(Error, "bench: test 'x' of the group 'sort' cannot be read: bites");
  });
});
