'use strict';

const { expect } = require('chai');
const vm = require('vm');
const rows = require('../../lib/report/html/script-rows');
const tips = require('../../lib/report/html/script-tips');
const page = require('../../lib/report/html/script-page');
const { script } = require('../../lib/report/html/script');
const { placeOf } = require('../../lib/report/verdicts');

const { valuesOf, nextDirection, sortedRows, wordsIn, isShown, countedVerdicts, countWords } = rows;

const rowOf = (name, ...values) => ({ name, values });
const names = (list) => list.map(({ name }) => name);

describe('the order of rows on a page', () => {
  it('is by numbers, not by their texts', () => {
    const list = [rowOf('a', 9), rowOf('b', 1e9), rowOf('c', 10.5), rowOf('d', -1)];
    expect(names(sortedRows(list, 0, 'ascending'))).to.deep.equal(['d', 'a', 'c', 'b']);
    expect(names(sortedRows(list, 0, 'descending'))).to.deep.equal(['b', 'c', 'a', 'd']);
  });

  it('is by names as people count: test 2 before test 10', () => {
    const list = ['test 10', 'Test 2', 'a', 'test 1'].map((name) => rowOf(name));
    expect(names(sortedRows(list, 'name', 'ascending'))).to.deep.equal(['a', 'test 1', 'Test 2', 'test 10']);
  });

  it('has rows without a value at its end, whichever way it goes', () => {
    const list = [rowOf('none', null), rowOf('a', 2), rowOf('short'), rowOf('b', 1)];
    expect(names(sortedRows(list, 0, 'ascending'))).to.deep.equal(['b', 'a', 'none', 'short']);
    expect(names(sortedRows(list, 0, 'descending'))).to.deep.equal(['a', 'b', 'none', 'short']);
  });

  it('keeps equal rows as they stood, and is that of the page again after two', () => {
    const list = [rowOf('a', 1), rowOf('b', 1), rowOf('c', 0), rowOf('d', 1)];
    expect(names(sortedRows(list, 0, 'ascending'))).to.deep.equal(['c', 'a', 'b', 'd']);
    expect(names(sortedRows(list, 0, 'descending'))).to.deep.equal(['a', 'b', 'd', 'c']);
    expect(names(sortedRows(list, 0, 'none'))).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(['none', 'ascending', 'descending'].map(nextDirection)).to.deep.equal(['ascending', 'descending', 'none']);
  });

  it('changes nothing in the list', () => {
    const list = [rowOf('b', 2), rowOf('a', 1)];
    sortedRows(list, 0, 'ascending');
    expect(names(list)).to.deep.equal(['b', 'a']);
  });
});

describe('the values that rows are sorted by', () => {
  it('are read as they were written', () => {
    expect(valuesOf('134.1953 1e+300')).to.deep.equal([134.1953, 1e300]);
    expect(valuesOf('- -0.5')).to.deep.equal([null, -0.5]);
    expect(valuesOf('')).to.deep.equal([null]);
  });

  it('have what went wrong before what did not', () => {
    const places = ['failed', 'slower', 'unresolved', 'same', 'faster'].map(placeOf);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(placeOf('of another version')).to.equal(null);
  });
});

describe('the filter of a page', () => {
  const row = { group: 'sort size=10', name: 'Quick sort', verdicts: ['slower', 'same'] };
  const shown = (text, verdicts = []) => isShown(row, { words: wordsIn(text), verdicts });

  it('finds all words, in any order, in small letters or large ones, also in the heading of the group', () => {
    expect(['', '  ', 'quick', 'SORT quick', 'size=10 quick'].map((text) => shown(text))).not.to.include(false);
    expect(['quick merge', 'quicks', '.*'].map((text) => shown(text))).not.to.include(true);
  });

  it('shows a test that has one of the verdicts', () => {
    expect(shown('', ['same'])).to.equal(true);
    expect(shown('', ['faster', 'slower'])).to.equal(true);
    expect(shown('', ['faster'])).to.equal(false);
    expect(shown('merge', ['same'])).to.equal(false);
  });

  it('counts', () => {
    const list = [{ verdicts: ['same'] }, { verdicts: ['slower', 'same'] }, { verdicts: [] }];
    expect([...countedVerdicts(list)]).to.deep.equal([['same', 2], ['slower', 1]]);
    expect([[12, 200], [200, 200], [0, 1], [1, 1]].map(([some, all]) => countWords(some, all, 'test')))
      .to.deep.equal(['12 of 200 tests', '200 tests', '0 of 1 test', '1 test']);
  });

  it('is there where there is something to look for', () => {
    expect([7, 8].map((length) => page.needsFilter(Array.from({ length })))).to.deep.equal([false, true]);
  });
});

describe('the marks of a figure', () => {
  it('are gone through by the arrows, from end to end', () => {
    const next = (key) => tips.nextMark(key, 1, 5);
    expect(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'Home', 'End'].map(next))
      .to.deep.equal([2, 2, 0, 0, 0, 4]);
    expect(tips.nextMark('ArrowDown', 4, 5)).to.equal(4);
    expect(tips.nextMark('ArrowUp', 0, 5)).to.equal(0);
    expect(['Tab', 'a', 'Escape'].map(next)).to.deep.equal([null, null, null]);
  });

  it('have their words beside them, within the window', () => {
    const box = { width: 100, height: 20 };
    expect(tips.besideMark({ top: 200, bottom: 230 }, box, 300, 400)).to.deep.equal({ left: 250, top: 176 });
    expect(tips.besideMark({ top: 10, bottom: 40 }, box, 5, 400)).to.deep.equal({ left: 4, top: 44 });
    expect(tips.besideMark({ top: 200, bottom: 230 }, box, 399, 400).left).to.equal(296);
  });
});

describe('the script of a page', () => {
  /** The functions that the script as a text declares. */
  const declared = (text, expression) =>
    vm.runInNewContext(`${text.replace(/startPage\(\);\n$/, '')}\n(${expression})`);

  it('has each function, and works without the modules that they come from', () => {
    const functions = [rows, tips, page].flatMap(Object.keys);
    expect(declared(script, `[${functions.map((name) => `typeof ${name}`)}]`).every((kind) => kind === 'function'))
      .to.equal(true);
    expect(declared(script, 'sortedRows([{ values: [2] }, { values: [1] }], 0, "ascending")[0].values[0]')).to.equal(1);
    expect(declared(script, 'isShown({ group: "", name: "A", verdicts: [] }, { words: wordsIn("a"), verdicts: [] })'))
      .to.equal(true);
    expect(script).to.match(/\nstartPage\(\);\n$/);
  });

  it('can stand in a page, and is small', () => {
    expect(script).not.to.match(/<\/|<!--|require\(|innerHTML|eval\(|fetch\(|localStorage/);
    expect(script.length).to.be.below(12e3);
  });
});
