'use strict';

const { expect } = require('chai');
const { toGithubAction } = require('../../lib/report/history-formats');
const {
  UNKNOWN, row, failedRow, suite, results, side, failedSide, change, comparedTest, comparison, hostileDocuments,
} = require('../helpers/ci-documents');
const { countsOf } = require('../helpers/documents');

const read = (document) => JSON.parse(toGithubAction(document));

describe('the format of github-action-benchmark', () => {
  it('has name, unit, value, range and what else is known', () => {
    const text = toGithubAction(
      results([suite([row('small input', { nsPerCall: 12.3456789, nsLow: 12.3, nsHigh: 12.5, processes: 8 })])]));
    expect(text.endsWith(']\n')).to.equal(true);
    expect(JSON.parse(text)).to.deep.equal([{
      name: 'bench/parse.js > small input', unit: 'ns/op', value: 12.3457, range: '± 0.154',
      extra: '95 % interval 12.3 to 12.5 ns\n38.5 cycles\n8 processes\nnode 20.20.2\nFast CPU | 9000',
    }]);
    expect(read(results([suite([row('x', { processes: 1 })])]))[0].extra).to.contain('\n1 process\n');
  });

  it('has a range with one number, the longer side', () => {
    const rangeOf = (nsLow, nsHigh) => read(results([suite([row('x', { nsPerCall: 10, nsLow, nsHigh })])]))[0].range;
    expect(rangeOf(9, 10.5)).to.equal('± 1');
    expect(rangeOf(9.9, 11)).to.equal('± 1');
    for (const [low, high] of [[null, 11], [9, null], [null, null], [undefined, undefined]]) {
      expect(rangeOf(low, high)).to.equal(undefined);
    }
  });

  it('has an entry of its own for instructions, also of what is too fast to be timed', () => {
    const counts = countsOf(4928.71234, { error: 2 });
    const tests = [row('x', { counts, ops: 2 }), row('fast', { verdict: 'below-resolution', counts })];
    const entries = read(results([suite(tests)]));
    expect(entries.map(({ name, unit }) => [name, unit])).to.deep.equal([
      ['bench/parse.js > x', 'ns/op'], ['bench/parse.js > x (instructions)', 'instructions/op'],
      ['bench/parse.js > fast (instructions)', 'instructions/op'],
    ]);
    expect(entries.slice(1).map(({ value, range }) => [value, range]))
      .to.deep.equal([[2464.36, '± 1'], [4928.71, '± 2']]);
  });

  it('is per operation', () => {
    const [entry] = read(results([suite([row('x', { ops: 100 })])]));
    expect([entry.value, entry.range]).to.deep.equal([0.107, '± 0.002']);
    expect(read(comparison([comparedTest('x', [side(10), side(20)], [change('slower', 2)], { ops: 10 })]))[0].value)
      .to.equal(2);
    for (const ops of [0, null, -1, 'x']) expect(read(results([suite([row('x', { ops })])]))[0].value).to.equal(10.7);
  });

  it('leaves out what has no estimate', () => {
    const tests = [failedRow('failed'), row('fast', { verdict: 'below-resolution' }),
      row('later', { verdict: null, nsPerCall: null, results: null, samples: [] }),
      row('zero', { nsPerCall: 0 }), row('negative', { nsPerCall: -1 }), row('failed later', { verdict: 'failed' }),
      row('kept')];
    expect(read(results([suite(tests), suite([], { file: 'empty.js' })])).map(({ name }) => name))
      .to.deep.equal(['bench/parse.js > kept']);
    expect(read(results([]))).to.deep.equal([]);
    expect(toGithubAction(results([]))).to.equal('[]\n');
  });

  it('has the values of the last side of a comparison', () => {
    const unknown = { label: 'new', source: '', environment: null };
    const document = comparison([
      comparedTest('x', [side(10), side(20)], [change('slower', 2)]),
      comparedTest('gone', [side(10), null], [change('unmatched', null)]),
      comparedTest('bad', [side(10), failedSide('no')], [change('failed', null)]),
      comparedTest('bad at last', [side(10), side(10, { error: failedSide('no').error })], [change('failed', null)]),
    ]);
    expect(read(document)).to.deep.equal([{
      name: 'bench/parse.js > x', unit: 'ns/op', value: 20, range: '± 0.2',
      extra: '95 % interval 19.8 to 20.2 ns\n80 cycles\n3 processes\nnode 20.20.2\nFast CPU | 9000',
    }]);
    document.sides.push(unknown);
    document.tests[0].sides.push(side(30, { cycles: null, nsLow: null, processes: null }));
    expect(read(document)).to.deep.equal([{ name: 'bench/parse.js > x', unit: 'ns/op', value: 30 }]);
  });

  it('has no extra where nothing more is known', () => {
    expect(read(results([suite([row('x', { nsLow: null, nsHigh: null, cycles: null })])], { environment: UNKNOWN })))
      .to.deep.equal([
        { name: 'bench/parse.js > x', unit: 'ns/op', value: 10.7 }]);
  });

  it('has a name of its own for each test, whatever they are called', () => {
    for (const document of hostileDocuments()) {
      const entries = read(document);
      expect(entries).to.have.length.above(100);
      expect(new Set(entries.map(({ name }) => name)).size).to.equal(entries.length);
      for (const { name, value, extra } of entries) {
        expect(name).to.match(/^[ -\u{10ffff}]+$/u);
        expect(value).to.be.above(0);
        expect(extra).to.match(/^[\n -\u{10ffff}]+$/u);
      }
    }
  });
});
