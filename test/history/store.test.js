'use strict';

const { expect } = require('chai');
const { entryOf, readEntries, seriesOf } = require('../../lib/history/store');
const { median } = require('../../lib/stats/sample');
const { countsOf, results, row, suite } = require('../helpers/documents');

const AT = { commit: 'c'.repeat(40), seconds: 5 };
const documentOf = (...rows) => results([suite(rows)]);
const machine = { id: 'm', name: 'M' };
const entry = (commit, seconds, ns, more) => ({
  qtimeit: 'history', schema: 1, commit, seconds, machine,
  tests: [{ file: 'x.js', name: 'a', ns, cycles: null, ...more }],
});
const valuesOf = ([{ commits, ns }]) => commits.map((commit, i) => `${commit} ${ns[i]}`);

describe('a history', () => {
  it('has the time of an operation of each test that has one, with cycles and instructions if known', () => {
    const { tests, machine: { name } } = entryOf(documentOf(
      row('a', { nsPerCall: 20, ops: 4, cycles: 30, group: 'g' }), row('gone', { nsPerCall: 0, cycles: null }),
      row('folded', { verdict: 'folded' }), row('counted', { counts: countsOf(1234.56789) }),
    ), AT);
    expect(tests.map((one) => [one.name, one.ns, one.cycles])).to.deep.equal(
      [['g: a', 5, 30], ['counted', 100, 360]]);
    expect(tests[1].instructions).to.equal(1234.57);
    expect(name).to.equal('Intel(R) Xeon(R) Processor @ 3.60GHz, 2 CPUs, linux x64, node 20.20.2');
  });

  it('has its values in the order of the main line, which leaves others out, or of time', () => {
    const entries = [entry('b', 1, 20), entry('a', 2, 10), entry('gone', 3, 99)];
    expect(valuesOf(seriesOf(entries, ['a', 'b', 'none'], median))).to.deep.equal(['a 10', 'b 20']);
    expect(valuesOf(seriesOf(entries, null, median))).to.deep.equal(['b 20', 'a 10', 'gone 99']);
    const twice = [entry('a', 1, 10), entry('a', 1, 30, { instructions: 5 })];
    const [{ ns, instructions }] = seriesOf(twice, ['a'], median);
    expect([ns, instructions]).to.deep.equal([[20], [null]]);
  });

  it('reads the files that are whole and of this version', () => {
    const newer = { ...entry('a', 1, 10), schema: 2 };
    const texts = { 'a.json': entry('a', 1, 10), 'newer.json': newer, 'empty.json': null };
    const { entries, problems } = readEntries({
      listDir: () => [...Object.keys(texts), 'note.txt'], readText: (file) => JSON.stringify(texts[file]),
    });
    expect([entries.map(({ commit }) => commit), problems]).to.deep.equal([['a'], ['newer.json', 'empty.json']]);
  });
});
