'use strict';

const { expect } = require('chai');
const { toLines } = require('#lib/report/exchange/lines');
const {
  row, suite, results, side, failedSide, change, comparedTest, comparison, hostileDocuments,
} = require('../helpers/ci-documents');
const { imported } = require('../helpers/documents');

const FIELDS = {
  results: 'test file verdict ns ns_low ns_high rate rate_low rate_high warnings error gate',
  'all of results': 'total tests unresolved failed next gate',
  comparison: 'test file side verdict change low high gate warnings error memory memory_bytes',
  'all of comparison': 'total verdict tests slower faster same unresolved failed gate next',
};
const fieldsOf = (line) => Object.keys(line).join(' ');

/** [{ field: value }] for the lines, with strings as they are written */
const read = (text) => text.split('\n').slice(0, -1).map((line) => Object.fromEntries(
  [...line.matchAll(/([a-z_]+)=("(?:[^"\\]|\\.)*"|[^" ]+)(?: |$)/g)].map(([, name, value]) => [name, value]),
));

const compared = (verdict, ratio, more) => (
  comparedTest('t', [side(100), side(100 * ratio)], [change(verdict, ratio, more)]));
const lastOf = (document) => read(toLines(document)).pop();
const UNJUDGED = {
  file: 'bench/parse.js', suite: 1, name: 't', side: 'new', reason: 'too-wide', moreProcesses: 4, moreSeconds: 30,
  time: 45, precision: 0.02, runs: null, limitItCouldJudge: 0.1,
};

describe('lines for scripts', () => {
  it('have the same fields for all documents, whatever the names', () => {
    for (const document of hostileDocuments()) {
      const lines = read(toLines(document));
      const kind = document.qtimeit;
      expect(fieldsOf(lines.pop())).to.equal(FIELDS[`all of ${kind}`]);
      expect(lines.length).to.be.above(0);
      for (const line of lines) expect(fieldsOf(line)).to.equal(FIELDS[kind]);
    }
  });

  it('say what all comparisons say together', () => {
    const verdictOf = (...tests) => lastOf(comparison(tests)).verdict;
    const [same, slower, faster, unresolved] = [
      compared('same', 1), compared('slower', 1.1), compared('faster', 0.9), compared('unresolved', 1.01),
    ];
    const without = change('failed', null, { low: null, high: null });
    const failed = comparedTest('t', [side(100), failedSide('no')], [without]);
    expect([
      verdictOf(), verdictOf(same), verdictOf(same, unresolved), verdictOf(slower, unresolved), verdictOf(faster, same),
      verdictOf(slower, faster), verdictOf(slower, failed),
    ]).to.deep.equal(['none', 'same', 'unresolved', 'slower', 'faster', 'mixed', 'failed']);
  });

  it('contain the result of the gate, and the options that would settle it', () => {
    const gate = { limit: 0.05, outcome: 'not-judged', passed: 0, failed: [], unjudged: [UNJUDGED] };
    const [test, all] = read(toLines(comparison([compared('unresolved', 1.03)], { gate })));
    expect({ test: test.gate, all: all.gate, next: all.next })
      .to.deep.equal({ test: 'not-judged', all: 'not-judged', next: '"--precision 2% --time 45"' });
  });

  it('name a time that would settle unresolved tests, if there is one', () => {
    const open = (moreSeconds) => row('x', { verdict: 'unresolved', moreSeconds });
    const nextOf = (...rows) => lastOf(results([suite(rows, { settings: { margin: 0, timeGoal: 1 } })])).next;
    expect([nextOf(open(null)), nextOf(open(11.5), open(3)), nextOf(row('y'))])
      .to.deep.equal(['none', '"-t 13"', 'none']);
    const test = { ...compared('unresolved', 1.01, { moreSeconds: 7 }), seconds: 4 };
    expect(lastOf(comparison([test])).next).to.equal('"--time 11"');
  });

  describe('of imports', () => {
    it('compare several, and have the errors of those that cannot be loaded', () => {
      const document = imported();
      Object.assign(document.tests[0], { seconds: 8 });
      Object.assign(document.tests[0].changes[0], { verdict: 'unresolved', moreSeconds: 12 });
      const [second, broken, all] = read(toLines(document));
      expect([second, broken].map(({ test, side: label, verdict, change: text }) => [test, label, verdict, text]))
        .to.deep.equal([['"./b.js"', '"./b.js"', 'unresolved', '+30.00%'], ['"./c.js"', '"./c.js"', 'failed', 'none']]);
      expect(broken.error).to.include('toSorted');
      // --time is per module
      expect(all).to.include({ verdict: 'failed', failed: '1', next: '"--time 10"' });
      for (const line of [second, broken]) expect(fieldsOf(line)).to.equal(FIELDS.comparison);
    });

    it('have the time of a single one, or its error', () => {
      const { imports: [first], failures } = imported();
      const [fine] = read(toLines({ ...imported(), imports: [first], tests: [{ changes: [] }], failures: [] }));
      expect(fine).to.include({ test: '"./a.js"', verdict: 'baseline', ns: '10000000', ns_high: '10500000' });
      const [broken] = read(toLines({ ...imported(), imports: [], tests: [], failures }));
      expect(broken).to.include({ test: '"./c.js"', verdict: 'failed', ns: 'none' });
      expect(fieldsOf(broken)).to.equal(FIELDS.results);
    });
  });
});
