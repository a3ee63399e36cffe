'use strict';

const { expect } = require('chai');
const { comparisonTable } = require('../../lib/report/comparison-table');
const { side, failedSide, change, comparedTest, comparison } = require('../helpers/ci-documents');

const documented = (more) => comparison([
  comparedTest('parse', [side(253.3), side(258.6)], [
    change('slower', 1.021, { low: 1.016, high: 1.026, regression: true, adjustedP: 0.00001 }),
  ]),
  comparedTest('stringify a large object', [side(1200), side(1000)], [
    change('unresolved', 0.83, { moreProcesses: 12, moreSeconds: 40 }),
  ]),
  comparedTest('lost', [null, side(5)], [change('unmatched', null)]),
  comparedTest('broken', [side(5), failedSide('no\nway')], [change('failed', null)], { file: 'b.js' }),
], { maxRegression: 0.01, ...more });

const lines = (document, columns) => comparisonTable(document, { columns }).split('\n');

describe('the table of a comparison', () => {
  it('has as much of a long side above its times as tells its version', () => {
    const document = documented();
    document.sides[0].label = '@some-scope/a-long-name@1.2.0';
    const [title] = lines(document).filter((line) => line.startsWith('test '));
    expect(title).to.match(/^test +@some-\S*…\S*@1\.2\.0 +new +change$/);
  });

  it('has a side once that is called as it was given', () => {
    const document = documented();
    document.sides = ['x@1.0.0', 'x@2.0.0'].map((one) => ({ ...document.sides[0], label: one, source: one }));
    document.sides[1].source = 'x@latest';
    expect(lines(document).slice(0, 2)).to.deep.equal(['x@1.0.0', 'x@2.0.0: x@latest']);
  });

  it('has the sides, the changes under their files, and below what they leave open', () => {
    expect(lines(documented())).to.deep.equal([
      'old: v1.2.0',
      'new: .',
      '',
      'test                           old       new   change',
      'bench/parse.js',
      'parse                     253.3 ns  258.6 ns   +2.1 %  (+1.6 .. +2.6)    slower',
      'stringify a large object  1.200 us  1.000 us  -17.0 %  (-17.8 .. -16.2)  unresolved',
      'lost                             -  5.000 ns                             not in old',
      'b.js',
      'broken                    5.000 ns         -                             FAILED',
      '',
      'stringify a large object: not resolved; about 12 more processes per side (40 s) would settle it',
      '4 comparisons; the verdicts of all together hold in 95 of 100 cases (Holm)',
      'regression: parse is slower by 1.6 % at least (more than 1 %, p = 1e-5)',
      'FAILED broken (new): no\\nway',
      '    at a.js:1:2',
      'parse takes 2.1 % longer; stringify a large object cannot be told apart yet',
      '',
    ]);
  });

  it('tells tests of the same name apart in sentences, and fits a terminal with all that stands around it', () => {
    const same = (file) => comparedTest('parse', [side(5), side(6)],
      [change('slower', 1.2, { low: 1.1, high: 1.3, regression: true })], { file });
    const files = ['bench/one.js', 'bench/a-folder-of-benchmarks/with-a-name-that-is-long/another-file.js'];
    const broken = comparedTest('parse', [side(5), failedSide('no')], [change('failed', null)], { file: 'c.js' });
    const document = comparison([...files.map(same), broken], { maxRegression: 0.01 });
    document.sides[0].source = `/tmp/${'a-long-folder/'.repeat(12)}`;
    const text = comparisonTable(document, { columns: 60 });
    for (const line of text.split('\n')) expect(line.length, line).to.be.at.most(60);
    const bare = (words) => words.replace(/\s/g, '');
    for (const words of [`regression: ${files[1]} parse is slower by 10.0 % at least`, document.sides[0].source,
      `${files[0]} parse takes 20 % longer; ${files[1]} parse takes 20 % longer`, 'FAILED c.js parse (new): no']) {
      expect(bare(text)).to.include(bare(words));
    }
    expect(text).to.match(/^bench\/a-folder-of-benchmarks.*….*another-file\.js$/m);
  });

  it('leaves out the interval, then the old side, then the new one, then the middle of names', () => {
    const row = (columns) => lines(documented(), columns)[6];
    expect(row(83)).to.equal('stringify a large object  1.200 us  1.000 us  -17.0 %  (-17.8 .. -16.2)  unresolved');
    expect(row(82)).to.equal('stringify a large object  1.200 us  1.000 us  -17.0 %  unresolved');
    expect(row(64)).to.equal('stringify a large object  1.000 us  -17.0 %  unresolved');
    expect(row(54)).to.equal('stringify a large object  -17.0 %  unresolved');
    expect(row(40)).to.equal('stringify…ge object  -17.0 %  unresolved');
    expect(row(30)).to.equal('string…bject  -17.0 %  unreso…');
  });

  it('has a column for changes where there are none, and no name of the only file', () => {
    const alone = comparison([comparedTest('lost', [null, side(5)], [change('unmatched', null)])]);
    expect(lines(alone).slice(3, 5)).to.deep.equal([
      'test  old       new  change',
      'lost    -  5.000 ns          not in old',
    ]);
    expect(lines(comparison([]))).to.deep.equal(['old: v1.2.0', 'new: .', '']);
  });

  it('tells how saved results can be resolved', () => {
    const tests = [comparedTest('a', [side(5), side(5)], [change('unresolved', 1.01)])];
    expect(comparisonTable(comparison(tests, { kind: 'saved' })))
      .to.include('\na: not resolved; compare --rev, or --old and --new, measure both in turns\n');
    expect(comparisonTable(comparison(tests))).to.include('\na: not resolved\n');
    const more = ['b', 'c', 'd', 'e']
      .map((name) => comparedTest(name, [side(5), side(5)], [change('unresolved', 1.01)]));
    expect(comparisonTable(comparison([...tests, ...more], { kind: 'saved' }))).to.include(
      '\na: not resolved; compare --rev, or --old and --new, measure both in turns (also: b, c, d and 1 more)\n');
  });
});
