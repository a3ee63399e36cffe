'use strict';

const { expect } = require('chai');
const { formatOf } = require('../../lib/report/output/formats');
const { toJson } = require('../../lib/report/output/view');
const { ratioed, row, suite } = require('../helpers/documents');

describe('JSON of rows', () => {
  it('is read back without terminal controls, and null for no number', () => {
    const rows = [{ name: '\x1b[31m\x7f\x80\x9b31m\x9f é', a: 1 }];
    expect(toJson(rows)).to.equal(
      '[\n  {\n    "name": "\\u001b[31m\\u007f\\u0080\\u009b31m\\u009f é",\n    "a": 1\n  }\n]\n');
    expect(JSON.parse(toJson(rows))).to.deep.equal(rows);
    expect(JSON.parse(toJson([{ a: NaN, b: Infinity }]))).to.deep.equal([{ a: null, b: null }]);
  });
});

describe('results in Markdown', () => {
  const textOf = (format, ...suites) => formatOf(format, {
    qtimeit: 'results', environment: null,
    suites: suites.map(([file, title], i) => ({ ...suite([row('a'), ratioed('b_2', 1 / 16, 0.01)]), file, suite: i + 1,
      settings: { title } })),
  });

  for (const [suites, headings] of [
    [[['a.js', undefined]], ['### a.js']], [[['a.js', 'Lists']], ['### Lists (a.js)']],
    [[['a.js', ''], ['b.js', 'Lists_']], ['### a.js', '### Lists\\_ (b.js)']],
    [[['a.js', 'Lists'], [null, 'Maps'], ['a.js', '']], ['### Lists (a.js, suite 1)', '### Maps (snippets)',
      '### a.js, suite 3']],
  ]) {
    it(`have the headings ${headings.join(', ')}, and the answer`, () => {
      for (const format of ['markdown', 'github']) {
        const text = textOf(format, ...suites);
        expect(text.match(/^#.*$/gm)).to.deep.equal(headings);
        expect(text).to.include('\n\n**b\\_2 is 16x as fast as a**\n\n| name |');
      }
    });
  }
});
