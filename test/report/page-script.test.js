'use strict';

const { expect } = require('chai');
const vm = require('vm');
const { script, functions } = require('#lib/report/html/script');
const { verdictPlace } = require('#lib/report/verdicts');

const { valuesOf, nextDirection, sortedRows, wordsIn, isShown, countedVerdicts, countWords } = functions;

describe('the order of rows on a page', () => {
  it('is by number or in natural order of names, stable, with rows without a value at the end', () => {
    const rows = (...list) => list.map(([name, ...values]) => ({ name, values }));
    const named = rows(['test 10'], ['Test 2'], ['a'], ['test 1']);
    const numbers = rows(['none', null], ['a', 9], ['b', 1e9], ['short'], ['c', 10.5], ['d', 9]);
    for (const [list, column, direction, ...expected] of [
      [named, 'name', 'ascending', 'a', 'test 1', 'Test 2', 'test 10'],
      [numbers, 0, 'ascending', 'a', 'd', 'c', 'b', 'none', 'short'],
      [numbers, 0, 'descending', 'b', 'c', 'a', 'd', 'none', 'short'],
      [numbers, 0, 'none', 'none', 'a', 'b', 'short', 'c', 'd'],
    ]) expect(sortedRows(list, column, direction).map(({ name }) => name)).to.deep.equal(expected);
    expect(['none', 'ascending', 'descending'].map(nextDirection)).to.deep.equal(['ascending', 'descending', 'none']);
    expect(['134.1953 1e+300', '- -0.5', ''].map(valuesOf)).to.deep.equal([[134.1953, 1e300], [null, -0.5], [null]]);
  });

  it('puts bad verdicts before good ones', () => {
    const places = ['failed', 'slower', 'unresolved', 'same', 'faster'].map(verdictPlace);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(verdictPlace('of another version')).to.equal(null);
  });
});

describe('the filter of a page', () => {
  const row = { group: 'sort size=10', name: 'Quick sort', verdicts: ['slower', 'same'] };

  it('finds all words in any case and order, also in headings, and one of the verdicts', () => {
    const isFound = ([text, ...verdicts]) => isShown(row, { words: wordsIn(text), verdicts });
    const found = [[''], ['  '], ['quick'], ['SORT quick'], ['size=10 quick'], ['', 'same'], ['', 'faster', 'slower']];
    expect(found.filter((one) => !isFound(one))).to.deep.equal([]);
    expect([['quick merge'], ['quicks'], ['.*'], ['', 'faster'], ['merge', 'same']].filter(isFound)).to.deep.equal([]);
  });

  it('counts tests, and is shown only for enough of them', () => {
    const list = [{ verdicts: ['same'] }, { verdicts: ['slower', 'same'] }, { verdicts: [] }];
    expect([...countedVerdicts(list)]).to.deep.equal([['same', 2], ['slower', 1]]);
    expect([[12, 200], [200, 200], [0, 1], [1, 1]].map(([some, all]) => countWords(some, all, 'test')))
      .to.deep.equal(['12 of 200 tests', '200 tests', '0 of 1 test', '1 test']);
    expect([7, 8].map((length) => functions.needsFilter({ length }))).to.deep.equal([false, true]);
  });
});

describe('the script of a page', () => {
  it('contains each function, works without modules, can be embedded in a page, and is small', () => {
    const declared = (expression) => vm.runInNewContext(`${script.replace(/startPage\(\);\n$/, '')}\n(${expression})`);
    expect(declared(`[${Object.keys(functions).map((name) => `typeof ${name}`)}]`).join('').replace(/function/g, ''))
      .to.equal('');
    expect(declared('sortedRows([{ values: [2] }, { values: [1] }], 0, "ascending")[0].values[0]')).to.equal(1);
    expect(declared('isShown({ group: "", name: "A", verdicts: [] }, { words: wordsIn("a"), verdicts: [] })'))
      .to.equal(true);
    expect(script).to.match(/\nstartPage\(\);\n$/)
      .and.not.match(/<\/|<!--|require\(|innerHTML|eval\(|fetch\(|localStorage/);
    expect(script.length).to.be.below(9e3);
  });
});
