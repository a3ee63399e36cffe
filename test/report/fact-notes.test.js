'use strict';

const { expect } = require('chai');
const { linesBelow: noteLines, namedText } = require('../helpers/report-texts');
const { factNotes } = require('../../lib/report/notes');
const { sentence, changesMeaning } = require('../../lib/system/warnings');
const { memoryOf, coldCacheOf, functionOf, parameterTests } = require('../helpers/documents');

const row = (name, more) => (
  { name, test: name, params: null, tier: null, isCold: false, verdict: 'same', nsPerCall: 100, processes: 0,
    warnings: [], error: null, ...more });

const factLines = (rows) => factNotes(rows).map(namedText);

describe('facts below a table', () => {
  it('are none where there are none', () => {
    expect(factLines(
      [row('a', { memory: memoryOf(100), cpuNsPerCall: 99, coldCache: null, growth: null }),
        { name: 'b', verdict: 'same' }])).to.deep.equal([]);
  });

  it('tell of what waits', () => {
    const warnings = [{ code: 'waits', share: 0.83 }];
    expect(factLines([row('fetch', { nsPerCall: 6.02e6, cpuNsPerCall: 1.01e6, warnings })])).to.deep.equal([
      'fetch: waits, or others have the processor: 6.02 ms a call, 1.01 ms of it on the processor',
    ]);
    expect(factLines([row('a', { cpuNsPerCall: null, warnings })])).to.deep.equal([`a: ${sentence(warnings[0])}`]);
    expect(changesMeaning(warnings[0])).to.equal(false);
  });

  it('tell of cold caches', () => {
    expect(factLines([row('a', { nsPerCall: 1.2, coldCache: coldCacheOf(82, { nsLow: 78, nsHigh: 90 }) })]))
      .to.deep.equal(['a: with cold data caches: 82 ns (78..90) instead of 1.2 ns']);
    expect(factLines(
      [row('a', { nsPerCall: 0, verdict: 'below-resolution', coldCache: coldCacheOf(82, { nsLow: null }) })]))
      .to.deep.equal(['a: with cold data caches: 82 ns']);
    expect(factLines([row('a', { nsPerCall: 60, verdict: 'too-noisy', coldCache: coldCacheOf(82, { nsLow: null }) })]))
      .to.deep.equal(['a: with cold data caches: 82 ns']);
    expect(factLines([row('a', { coldCache: coldCacheOf(19.9) })]))
      .to.deep.equal(['a: with cold data caches: under 20 ns, which is too fast to tell']);
    expect(factLines([row('a', { coldCache: coldCacheOf(null) })])).to.deep.equal([]);
  });

  it('tell where memory is not sure, without a mark', () => {
    const warning = { code: 'memory-unsure', reason: 'spread' };
    expect(factLines([row('a', { warnings: [warning] })])).to.deep.equal([`a: ${sentence(warning)}`]);
    expect(changesMeaning(warning)).to.equal(false);
  });

  it('mark a tier that was not held', () => {
    const warning = { code: 'tier-not-held', tier: 'optimized', found: 'interpreter' };
    expect(changesMeaning(warning)).to.equal(true);
    expect(noteLines([row('a', { warnings: [warning] })])).to.deep.equal([`a: ${sentence(warning)}`]);
  });

  it('say what cold is, once', () => {
    const cold = (name, more) => row(name, { test: 'a', isCold: true, processes: 30, ...more });
    expect(factLines([row('a'), cold('a (cold)'), cold('b (cold)')]))
      .to.deep.equal(['(cold): the first call in each of 30 fresh processes']);
    expect(factLines([cold('a (cold)'), cold('b (cold)', { processes: 29 })]))
      .to.deep.equal(['(cold): the first call in fresh processes']);
    expect(factLines([cold('a'), cold('b', { verdict: 'failed', processes: 0 })]))
      .to.deep.equal(['all figures: the first call in each of 30 fresh processes']);
    expect(factLines([cold('a (cold)', { verdict: 'failed' })])).to.deep.equal([]);
  });

  it('tell growth once for each test, and of which of the other parameters', () => {
    expect(factLines(parameterTests())).to.deep.equal([
      'concat: time grows with size as n log n (1.2 ns each, off by 3 %); next best n (off by 20 %)',
      'join: time grows with size as n after a constant: 52 ns + 0.65 ns * n (off by 1 %); next best n log n (off ' +
        'by 8 %)',
      'slice: time does not depend on size (31 ns, off by 1 %); next best log n (off by 30 %)',
      'search: time grows with size as n or n log n, which these points do not tell apart (off by 4 % and 5 %)',
    ]);
    const lines = factLines(parameterTests({ types: ['utf8', 'latin1'] }));
    expect(lines).to.have.length(8);
    expect(lines[4]).to.match(/^concat type="latin1": time grows with size as n log n/);
    const fit =
      { parameter: 'n\x1b', fixed: {}, best: functionOf('n', 1, 0.01), runnerUp: null, isClear: true,
        withConstant: null };
    expect(factLines([row('a', { params: { 'n\x1b': 1 }, growth: [fit, { ...fit, parameter: 'm' }] })]).map(
      (line) => line.slice(0, 30))).to.deep.equal([
      'a: time grows with n\\x1b as n ', 'a: time grows with m as n (1 n',
    ]);
  });
});
