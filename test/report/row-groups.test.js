'use strict';

const { expect } = require('chai');
const { groupRows, shortName, groupedName, paramsText } = require('#lib/report/row-groups');

const of = (test, params = null, more = {}) =>
  ({ name: `${test} ${JSON.stringify(params)}`, test, params, tier: null, isCold: false, ...more });
const shown = (rows) => groupRows(rows).map(({ heading, rows: own }) => [heading, ...own.map(shortName)]);
const long = 'x'.repeat(100);

describe('rows in groups', () => {
  const two = [of('a', { size: 10, type: 'x' }), of('a', { size: 20, type: 'x' }), of('b', { size: 10, type: 'x' })];
  const sized = [10, 20].flatMap((size) => ['sort', ''].map((group) => of('a', { size }, { group })));
  const cases = [
    ['have no heading without parameters', [of('a'), of('b')], [['', 'a', 'b']]],
    ['are none without rows', [], []],
    ['can be of older files', [{ name: 'a' }], [['', 'a']]],
    ['have headings of varying parameters', two, [['size=10', 'a', 'b'], ['size=20', 'a']]],
    ['distinguish texts from numbers', [...two.slice(0, 1), of('a', { size: 10, type: '10' })],
      [['type="x"', 'a'], ['type="10"', 'a']]],
    ['have all parameters in a single heading', [two[0], two[2]], [['size=10 type="x"', 'a', 'b']]],
    ['start with rows without parameters', [of('a', { size: 10 }), of('b'), of('a', { size: 20 })],
      [['', 'b'], ['size=10', 'a'], ['size=20', 'a']]],
    ['can have different parameters', [of('a', { size: 1 }), of('b', { type: 'x' })],
      [['size=1', 'a'], ['type="x"', 'b']]],
    ['can be the groups of the suite',
      [of('a', null, { group: 'sort' }), of('b'), of('a', null, { group: 'size=1' }), of('c', { size: 1 })],
      [['', 'b'], ['sort', 'a'], ['size=1', 'a'], ['size=1', 'c']]],
    ['have group and parameters in headings', sized,
      [['sort size=10', 'a'], ["'' size=10", 'a'], ['sort size=20', 'a'], ["'' size=20", 'a']]],
    ['keep the tiers of a test together',
      [of('a', null, { tier: 'interpreter' }), of('b', null, { tier: 'interpreter' }),
        of('a', null, { name: 'a (cold)', isCold: true })], [['', 'a (interpreter)', 'a (cold)', 'b (interpreter)']]],
    ['escape controls', [of('a', null, { group: 'x\x1b[2J' })], [['x\\x1b[2J', 'a']]],
  ];
  for (const [title, rows, groups] of cases) it(title, () => expect(shown(rows)).to.deep.equal(groups));

  it('differ if their headings look the same', () => {
    const groups = shown([of('a', { s: `${long}1` }), of('a', { s: `${long}2` }), of('a', { s: '1' })]);
    expect(groups).to.have.length(3);
    expect(groups[0][0]).to.equal(groups[1][0]).and.to.have.length(42);
  });

  it('show only their own parameters', () => {
    expect(paramsText(Object.assign(Object.create({ hidden: 1 }), { 'a\x1b[2J': 'b\n\x9b' })))
      .to.equal('a\\x1b[2J="b\\n\\x9b"');
    const odd = JSON.parse('{"__proto__":1,"toString":2}');
    expect(paramsText(odd)).to.equal('__proto__=1 toString=2');
    expect(shown([of('a', odd), of('a', JSON.parse('{"__proto__":2,"toString":2}'))]).map(([heading]) => heading))
      .to.deep.equal(['__proto__=1', '__proto__=2']);
    expect(paramsText({ a: null, b: true, c: [1], d: undefined })).to.equal('a=null b=true c=[1] d=undefined');
  });

  it('have names with group, tier and (cold), if the whole name has it', () => {
    expect(groupedName(of('a', null, { group: 'sort' }))).to.equal('sort: a');
    for (const [more, name] of [
      [{ tier: 'optimized' }, 'a (optimized)'], [{ name: 'a size=1 (cold)', isCold: true }, 'a (cold)'],
      [{ name: 'a size=1', isCold: true }, 'a'], [{ test: undefined, name: 'b' }, 'b'],
    ]) expect(shortName(of('a', { size: 1 }, more))).to.equal(name);
  });
});
