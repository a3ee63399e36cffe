'use strict';

const { expect } = require('chai');
const { createEntries, selectEntries, sortByTime, readEntries, collectSeries } = require('#lib/compare/history/store');
const { seriesTable } = require('#lib/report/kinds/history');
const { toTerminal } = require('#lib/report/terminal');
const { median } = require('#lib/base/stats/sample');
const { countsOf, results, row, suite } = require('../helpers/documents');

const AT = { commit: 'c'.repeat(40), seconds: 5 };
const documentOf = (...rows) => results([suite(rows)]);
const machine = { id: 'm', name: 'M' };
const entry = (commit, seconds, ns, more) => ({
  qtimeit: 'history', schema: 1, commit, seconds, machine,
  tests: [{ file: 'x.js', name: 'a', ns, cycles: null, instructions: null, ...more }],
});
const valuesOf = ([{ commits, ns }]) => commits.map((commit, i) => `${commit} ${ns[i]}`);

describe('a history', () => {
  it('has the time per operation of each timed test, with cycles and instructions if known', () => {
    const [{ tests, machine: { name } }] = createEntries(documentOf(
      row('a', { nsPerCall: 20, ops: 4, cycles: 30, group: 'g' }), row('gone', { nsPerCall: 0, cycles: null }),
      row('folded', { verdict: 'folded' }), row('counted', { counts: countsOf(1234.56789) }),
    ), AT);
    expect(tests.map((one) => [one.name, one.ns, one.cycles])).to.deep.equal(
      [['g: a', 5, 30], ['counted', 100, 360]]);
    expect(tests[1].instructions).to.equal(1234.57);
    expect(name).to.equal('Intel(R) Xeon(R) Processor @ 3.60GHz, 2 CPUs, linux x64, node 20.20.2');
  });

  it('orders values by the main line, without other commits, or by time', () => {
    const [first, second] = ['a', 'b'].map((digit) => digit.repeat(40));
    const entries = [entry('bbbbbbb', 1, 20), entry(first, 2, 10), entry('bbbbbbbc', 3, 99)];
    expect(valuesOf(collectSeries(selectEntries([first, second, 'none'], entries), median)))
      .to.deep.equal([`${first} 10`, `${second} 20`]);
    expect(valuesOf(collectSeries(sortByTime(entries), median))).to.deep.equal(
      ['bbbbbbb 20', `${first} 10`, 'bbbbbbbc 99']);
    const twice = [entry('a', 1, 10), entry('a', 1, 30, { instructions: 5 })];
    const [{ ns, instructions }] = collectSeries(twice, median);
    expect({ ns, instructions }).to.deep.equal({ ns: [20], instructions: [null] });
  });

  it('reads only complete files of this version', () => {
    const whole = entry('abcdef0', 1, 10);
    const texts = { 'a.json': whole, 'newer.json': { ...whole, schema: 2 }, 'empty.json': null };
    for (const [i, broken] of [
      { commit: 'HEAD' }, { seconds: '5' }, { machine: { id: 1, name: 'M' } }, { tests: [null] },
      ...[{ file: {} }, { name: 5 }, { ns: [5] }, { ns: null }, { cycles: -1 }].map((test) => (
        { tests: [{ ...whole.tests[0], ...test }] })),
    ].entries()) texts[`${i}.json`] = { ...whole, ...broken };
    const { entries, problems } = readEntries({
      listDir: () => [...Object.keys(texts), 'note.txt'], readText: (file) => JSON.stringify(texts[file]),
    });
    expect(entries).to.deep.equal([whole]);
    expect(problems).to.have.members(Object.keys(texts).filter((name) => name !== 'a.json')
      .map((name) => `${name} is not an entry of the history, or is damaged`));
  });

  // More than the arguments that a call can have
  it('of 130 000 series is printed', () => {
    const machine = { id: 'a', name: 'm' };
    const tests = Array.from({ length: 130e3 }, (_, i) => ({ name: `${i}`, ns: 5, cycles: null, instructions: null }));
    const table = seriesTable(collectSeries([{ commit: 'a', machine, tests }], median));
    expect(toTerminal({ sections: [{ blocks: [table] }] }, { columns: 80 })).to.include('\n129999');
  });
});
