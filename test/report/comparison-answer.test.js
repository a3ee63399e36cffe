'use strict';

const { expect } = require('chai');
const { comparisonAnswer } = require('../../lib/report/comparison-answer');
const { formatOf } = require('../../lib/report/output/formats');
const { side, change, comparedTest, comparison } = require('../helpers/ci-documents');
const { comparisons } = require('../helpers/rates-samples');

const entry = (name, verdict, ratio, more) => ({ name, change: { ...change(verdict, ratio), margin: 0.01, ...more } });
const answer = (...entries) => comparisonAnswer(entries);
const ofRates = (...entries) => comparisonAnswer(entries, { isOfRates: true });

describe('the answer of a comparison', () => {
  it('is none where nothing could be compared', () => {
    expect(answer()).to.deep.equal([]);
    expect(answer(entry('a', 'unmatched', null), entry('b', 'failed', null), entry('c', 'below-resolution', null)))
      .to.deep.equal([]);
    expect(answer(entry('a', 'unresolved', null))).to.deep.equal([]);
  });

  it('says what takes longer and what takes less time, in per cent below two times', () => {
    const said = [
      ['slower', 1.019, 'a takes 1.9 % longer'], ['slower', 1.999, 'a takes 100 % longer'],
      ['slower', 2, 'a takes 2.0x as long'], ['slower', 23.4, 'a takes 23x as long'],
      ['faster', 0.83, 'a takes 17 % less time'], ['faster', 0.51, 'a takes 49 % less time'],
      ['faster', 0.5, 'a is 2.0x as fast'], ['faster', 0.001, 'a is 1,000x as fast'],
    ];
    for (const [verdict, ratio, words] of said) expect(answer(entry('a', verdict, ratio))).to.deep.equal([words]);
  });

  it('says the same of rates, of which the table has the change', () => {
    const said = [
      ['slower', 1.25, 'a is 20 % slower'], ['slower', 4, 'a takes 4.0x as long'],
      ['faster', 0.8, 'a is 25 % faster'], ['faster', 0.25, 'a is 4.0x as fast'],
    ];
    for (const [verdict, ratio, words] of said) expect(ofRates(entry('a', verdict, ratio))).to.deep.equal([words]);
  });

  it('has the most changed first, those that are slower before all', () => {
    expect(answer(entry('a', 'faster', 0.9), entry('b', 'slower', 1.1), entry('c', 'faster', 0.4),
      entry('d', 'slower', 3), entry('e', 'same', 1), entry('f', 'unresolved', 1.01))).to.deep.equal([
      'd takes 3.0x as long; b takes 10 % longer; c is 2.5x as fast; a takes 10 % less time; ' +
        'e is the same within 1 %; f cannot be told apart yet']);
  });

  it('counts more than three of a kind, and names the most changed', () => {
    const four = (verdict, from) => [0, 1, 2, 3].map((i) => entry(`${verdict} ${i}`, verdict, from + i / 100));
    expect(answer(...four('slower', 1.1), ...four('faster', 0.7), ...four('same', 1), ...four('unresolved', 1)))
      .to.deep.equal([
        '4 take longer, most of all slower 3, which takes 13 % longer; 4 take less time, most of all faster 0, which ' +
          'takes 30 % less time; 4 are the same within 1 %; 4 cannot be told apart yet']);
    expect(ofRates(...four('slower', 1.1), ...four('faster', 0.7))).to.deep.equal([
      '4 are slower, most of all slower 3, which is 12 % slower; 4 are faster, most of all faster 0, which is 43 % ' +
        'faster']);
    expect(answer(...four('same', 1).slice(1))).to.deep.equal(['same 1, same 2 and same 3 are the same within 1 %']);
  });

  it('has the widest margin of those that are the same', () => {
    expect(answer(entry('a', 'same', 1), entry('b', 'same', 1, { margin: 0.03 })))
      .to.deep.equal(['a and b are the same within 3 %']);
  });

  it('says of results of different times how far it can be believed', () => {
    const saved = (...entries) => comparisonAnswer(entries, { isSaved: true });
    expect(saved(entry('a', 'looks-slower', 1.2), entry('b', 'looks-faster', 0.9))).to.deep.equal([
      'a takes 20 % longer; b takes 10 % less time, as far as results of different times can tell']);
    expect(saved(entry('a', 'unresolved', 1.2))).to.deep.equal(['a cannot be told apart yet']);
  });

  it('leaves out what could not be tested', () => {
    const skipped = { welch: { skipped: 'no-variance', p: null } };
    expect(ofRates(entry('a', 'unresolved', 1, skipped), entry('b', 'unresolved', 1, { welch: { skipped: null } })))
      .to.deep.equal(['b cannot be told apart yet']);
  });

  it('names the tests whose work V8 does only once, and what to do', () => {
    expect(answer(entry('a', 'faster', 0.5), entry('b', 'folded', null), entry('c', 'hoisted', null),
      entry('d', 'hoisted', null))).to.deep.equal([
      'a is 2.0x as fast; c and d are hoisted: pass inputs through blackBox(value); b is folded: pass inputs through ' +
        'blackBox(value)']);
  });

  it('names the side where there are several, and stands at the end of its table', () => {
    const three = comparison([
      comparedTest('a', [side(5), side(6), side(4)], [change('slower', 1.2), change('faster', 0.8)]),
    ], { sides: ['v18', 'v20', 'v22'].map((label) => ({ label, source: null })) });
    expect(formatOf('table', three)).to.match(/\na \(v20\) takes 20 % longer; a \(v22\) takes 20 % less time\n$/);
    expect(formatOf('table', comparisons.threeSides()))
      .to.match(/\nn=2 \(v22\) is 2\.9 % slower; n=1 \(v20\) is 13 % faster; n=1 \(v22\) is the same within .*\n$/);
  });
});
