'use strict';

const { expect } = require('chai');
const { groupsOf, shortName, groupedName, paramsText } = require('../../lib/report/row-groups');

const of = (test, params = null, more = {}) =>
  ({ name: `${test} ${JSON.stringify(params)}`, test, params, tier: null, isCold: false, ...more });
const shown = (rows) => groupsOf(rows).map(({ heading, rows: own }) => [heading, ...own.map(shortName)]);

describe('rows in groups', () => {
  it('are one without a heading where there are no parameters', () => {
    expect(shown([of('a'), of('b')])).to.deep.equal([['', 'a', 'b']]);
    expect(groupsOf([])).to.deep.equal([]);
    // as files have them that are older
    expect(groupsOf([{ name: 'a' }])).to.deep.equal([{ heading: '', rows: [{ name: 'a' }] }]);
  });

  it('have headings of what differs, in the order of their first rows', () => {
    const rows = [of('a', { size: 10, type: 'x' }), of('a', { size: 20, type: 'x' }), of('b', { size: 10, type: 'x' })];
    expect(shown(rows)).to.deep.equal([['size=10', 'a', 'b'], ['size=20', 'a']]);
    expect(shown([...rows, of('a', { size: 10, type: '10' })]).map(([heading]) => heading))
      .to.deep.equal(['size=10 type="x"', 'size=20 type="x"', 'size=10 type="10"']);
  });

  it('have all parameters in the heading where none differs', () => {
    expect(shown([of('a', { size: 10, type: 'x' }), of('b', { size: 10, type: 'x' })]))
      .to.deep.equal([['size=10 type="x"', 'a', 'b']]);
  });

  it('begin with those that have no parameters', () => {
    expect(shown([of('a', { size: 10 }), of('b'), of('a', { size: 20 })]))
      .to.deep.equal([['', 'b'], ['size=10', 'a'], ['size=20', 'a']]);
    expect(shown([of('a', { size: 1 }), of('b', { type: 'x' })]).map(([heading]) => heading))
      .to.deep.equal(['size=1', 'type="x"']);
  });

  it('are the groups of the suite, behind what is in none, each with its own parameters', () => {
    const rows = [of('a', null, { group: 'sort' }), of('b'), of('a', null, { group: 'size=1' }), of('c', { size: 1 })];
    expect(shown(rows)).to.deep.equal([['', 'b'], ['sort', 'a'], ['size=1', 'a'], ['size=1', 'c']]);
    const sized = [10, 20].flatMap((size) => ['sort', ''].map((group) => of('a', { size }, { group })));
    expect(shown(sized).map(([heading]) => heading))
      .to.deep.equal(['sort size=10', "'' size=10", 'sort size=20', "'' size=20"]);
    expect(rows.map(groupedName)).to.deep.equal(['sort: a', 'b', 'size=1: a', 'c']);
    expect(shown([of('a', null, { group: 'x\x1b[2J' })])).to.deep.equal([['x\\x1b[2J', 'a']]);
  });

  it('keep the tiers of a test together', () => {
    const rows =
      [of('a', null, { tier: 'interpreter' }), of('b', null, { tier: 'interpreter' }),
        of('a', null, { name: 'a (cold)', isCold: true })];
    expect(shown(rows)).to.deep.equal([['', 'a (interpreter)', 'a (cold)', 'b (interpreter)']]);
  });

  it('are told apart where their headings look the same', () => {
    const long = 'x'.repeat(100);
    const groups =
      shown([of('a', { s: `${long}1` }), of('a', { s: `${long}2` }), of('a', { s: '1' }), of('a', { s: 1 })]);
    expect(groups).to.have.length(4);
    expect(groups[0][0]).to.equal(groups[1][0]).and.to.have.length(42);
    expect(groups.slice(2).map(([heading]) => heading)).to.deep.equal(['s="1"', 's=1']);
  });

  it('show no control and nothing inherited', () => {
    expect(paramsText(Object.assign(Object.create({ hidden: 1 }), { 'a\x1b[2J': 'b\n\x9b' })))
      .to.equal('a\\x1b[2J="b\\n\\x9b"');
    const odd = JSON.parse('{"__proto__":1,"toString":2}');
    expect(paramsText(odd)).to.equal('__proto__=1 toString=2');
    expect(shown([of('a', odd), of('a', JSON.parse('{"__proto__":2,"toString":2}'))]).map(([heading]) => heading))
      .to.deep.equal(['__proto__=1', '__proto__=2']);
    expect(paramsText({ a: null, b: true, c: [1], d: undefined })).to.equal('a=null b=true c=[1] d=undefined');
  });
});

describe('the short name of a row', () => {
  it('has test, tier and (cold), the last one where the name has it', () => {
    expect(shortName(of('a', { size: 1 }, { tier: 'optimized' }))).to.equal('a (optimized)');
    expect(shortName({ name: 'a size=1 (cold)', test: 'a', isCold: true })).to.equal('a (cold)');
    expect(shortName({ name: 'a size=1', test: 'a', isCold: true })).to.equal('a');
    expect(shortName({ name: 'b' })).to.equal('b');
  });
});
