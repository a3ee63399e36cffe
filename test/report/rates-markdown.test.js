'use strict';

const { expect } = require('chai');
const { HOSTILE } = require('../helpers/documents');
const { rates, comparisons, scatters, document, configuration, side, comparison, changed, test, ERROR } =
  require('../helpers/rates-samples');
const { ratesMarkdown, welchMarkdown, scatterMarkdown } = require('../../lib/report/rates-markdown');

describe('rates in Markdown', () => {
  it('have a table for each file', () => {
    const given = document([
      configuration('a_b.js', 'n=1 s="a|b"',
        [side([980, 990, 990, 1000, 1000, 1000, 1010, 1010, 1020], { errors: [ERROR] })]),
      configuration('c.js', '', [side([], { errors: [ERROR] })]),
    ], { hints: [
      { file: 'a_b.js', configuration: 'n=1', kind: 'too-short', seconds: 0.0009, variation: 0.02, parameter: 'n',
        suggestion: 120000 }] });
    expect(ratesMarkdown(given).split('\n')).to.deep.equal([
      '### a\\_b.js',
      '',
      '| configuration | rate | 95 % | spread | runs | each |',
      '| :--- | ---: | ---: | ---: | ---: | ---: |',
      '| n=1 s="a\\|b" | 1.000 k/s | ±1.0 % | 1.2 % | 9 of 10 | 12 ms |',
      '',
      '### c.js',
      '',
      '| configuration | rate | 95 % | spread | runs | each |',
      '| :--- | ---: | ---: | ---: | ---: | ---: |',
      '| (no parameters) | failed | | | 0 of 1 | |',
      '',
      '- a\\_b.js n=1: 0.9 ms measured is too short; n=120000 would do (--calibrate n finds it)',
      '',
      '```text',
      '2 of 11 runs failed:',
      'FAILED a_b.js n=1 s="a|b": the process ended with exit code 1',
      '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
      'FAILED c.js: the process ended with exit code 1',
      '    at buffers/x.js:12:7',
      '    | TypeError: x is not a function',
      '```',
      '',
    ]);
  });

  it('tell the side where there are several', () => {
    const given =
      document([configuration('a.js', 'n=1', [null, side([10, 10])])],
        { sides: ['old', 'new'].map((label) => ({ label, source: null, environment: null })) });
    expect(ratesMarkdown(given)).to.include('| configuration | side | rate |')
      .and.to.include('| n=1 | new | 10.00/s | | 0.00 % | 2 | 12 ms |');
    expect(ratesMarkdown(rates.empty())).to.equal('Nothing was run.\n');
  });
});

describe('a comparison of rates in Markdown', () => {
  it('has the columns of the table', () => {
    const welch = { improvement: 0.25, p: 0.001, stars: '**', accuracy: [0.02, 0.03, 0.05], skipped: null };
    expect(welchMarkdown(
      comparison(
        [test('a.js', 'n=1 s="*"', [changed(1.25, 0.01, { low: 1 / 1.3, high: 1 / 1.2, verdict: 'faster', welch })])]))
      .split('\n')).to.deep.equal([
      'new (./node-new) against old (./node-old): rates, + is faster.',
      '',
      '| benchmark | confidence | improvement | accuracy (\\*) | (\\*\\*) | (\\*\\*\\*) | ratio | verdict |',
      '| :--- | ---: | ---: | ---: | ---: | ---: | ---: | :--- |',
      '| n=1 s="\\*" | \\*\\* | 25.00 % | ±2.00% | ±3.00% | ±5.00% | 1.250 (1.200..1.300) | faster |',
      '',
      '- Where nothing has changed, chance alone gives stars: of 1 comparison, about',
      '  - 0.05 have (\\*) or more',
      '  - 0.01 have (\\*\\*) or more',
      '  - 0.00 have (\\*\\*\\*)',
      '- 1 of 1 has stars; after Holm\'s correction for the number of comparisons 1 difference stands: 1 faster',
      '',
    ]);
  });

  it('has a table for each side, and what stands on one side only below', () => {
    const text = welchMarkdown(comparisons.threeSides());
    expect(text.match(/^v\d\d \(.*against v18/gm))
      .to.deep.equal(['v20 (./node-v20) against v18', 'v22 (./node-v22) against v18']);
    expect(text.match(/^\| n=2 /gm)).to.have.length(1);
    expect(text).to.include('- not in v20: n=2\n');
    expect(welchMarkdown(comparisons.typical())).to.include('| buffers/x.js n=3 type="fails" | | | | | | | FAILED |')
      .and.to.include('```text\n1 of 1 run failed');
    expect(welchMarkdown(comparisons.empty())).to.include('Nothing was compared.');
  });
});

describe('a scatter in Markdown', () => {
  it('has the points, and what else is known', () => {
    const given = scatters.typical();
    given.points = [given.points[0], given.points[2], { ...given.points[6], medianLow: null }];
    given.steps = given.steps.slice(0, 1);
    expect(scatterMarkdown(given).split('\n')).to.deep.equal([
      '### buffers/x.js: rate by len and encoding, averaged over n, mode',
      '',
      '| len | encoding | samples | mean | 95 % | median (95 %) | |',
      '| ---: | :--- | ---: | ---: | ---: | ---: | :--- |',
      '| 64 | utf8 | 30 | 15.63 M/s | ±1.0 % | 15.64 M/s (15.50 M..15.77 M) | |',
      '| 256 | utf8 | 30 | 3.906 M/s | ±1.0 % | 3.910 M/s (3.875 M..3.941 M) | (!) |',
      '| 64 | ascii | 30 | 10.99 M/s | ±1.0 % | 11.00 M/s | |',
      '',
      '- n explains 83 % of the variance within points: 10 x1.04 (1.02..1.06), 100 x0.97 (0.95..0.99)',
      '- mode explains 0.2 % of the variance within points: a x1.00, b x1.00',
      '',
      '- encoding utf8',
      '  - 64 -\\> 128: x0.50 (0.49..0.51), exponent -1.00 (-1.03..-0.97), p = 1e-9',
      '',
      '- utf8: time grows with len as n log n (1.2 ns each, off by 3 %); next best n (off by 7 %)',
      '- ascii: time grows with len as n or n log n, which these points do not tell apart (off by 3 % and 3.5 %)',
      '',
      '- (!) skewed: some runs far off move the mean; the median tells more',
      '',
    ]);
    expect(scatterMarkdown(scatters.empty())).to.equal('### x.js: rate by n\n\nNo rates.\n');
    expect(scatterMarkdown(scatters.words())).to.include('| kind | samples |').and.to.include('| :--- | ---: |')
      .and.to.include('\n- short -\\> long: x2.00\n');
  });
});

describe('Markdown of rates', () => {
  it('takes names for text, whatever they are', () => {
    const texts =
      [ratesMarkdown(rates.hostile()), welchMarkdown(comparisons.hostile()), scatterMarkdown(scatters.hostile())];
    for (const text of texts) {
      const [outside] = text.split(/^`{3,}/m);
      expect(outside).to.not.match(/(^|[^\\])<(script|img|b>)/);
      expect(text).to.not.match(/[^\n -\u{10ffff}]|[\u202e\x7f]/u);
      const tables = text.split('\n').filter((line) => line.startsWith('| '));
      expect(tables.length).to.be.above(HOSTILE.length / 2);
      const cells = new Set(tables.map((line) => line.replace(/\\\|/g, '').split('|').length));
      expect([...cells]).to.have.length(1);
    }
  });
});
