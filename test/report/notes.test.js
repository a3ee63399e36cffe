'use strict';

const { expect } = require('chai');
const { linesBelow, notesOn } = require('../helpers/report-texts');
const { sentence, changesMeaning } = require('#lib/core/system/warnings');
const { coldCacheOf, failedRow, memoryOf, ...documents } = require('../helpers/documents');

const ALL = { verbose: 3 };
const row = (name, more) => documents.row(name, { test: name, verdict: 'same', noiseFloor: null, ...more });
const unresolved = (more) => row('b', { verdict: 'unresolved', rank: 1400, rankLow: 700, rankHigh: 2500, ...more });
const warnings = [
  { code: 'not-optimized', found: 'interpreter', times: 0, share: 1 },
  { code: 'busy', rounds: 40, kept: 2 },
  { code: 'cold-start', calls: 10, extraNs: 5, steadyNs: 10, allNs: 12 },
  { code: 'not-steady', drift: 0.12 },
  { code: 'may-hide', referenceNs: 35 },
  { code: 'heap-limit', usedBytes: 9e8, limitBytes: 1e9 },
  { code: 'handles-left', handles: ['2 x Timeout'] },
];

const FORKED = 'separate processes (forkTests, or qtimeit compare)';

describe('notes on doubtful figures', () => {
  it('are empty without a reason', () => {
    expect(linesBelow([row('a'), row('later', { verdict: null, noiseFloor: null })], { margin: 0.002 }))
      .to.deep.equal([]);
  });

  it('have the noise floor, and whether it is above the margin', () => {
    const apart = 'smaller differences are not significant';
    for (const [more, margin, text] of [
      [{ noiseFloor: 0.0005 }, 0.002, `0.05 %; ${apart}`],
      [{ noiseFloor: 0.012345 }, 0.002, `1.2 %; ${apart}, and no verdict is "same"`],
      [{ noiseFloor: 0.008, noiseFloorLow: 0.003, noiseFloorHigh: 0.0161 }, 0.01, `0.8 % (0.3 to 1.6 %); ${apart}`],
      [{ noiseFloor: 0.002 }, 0.002, `0.2 %; ${apart}`],
    ]) {
      expect(notesOn([row('a', more)], { margin })).to.deep.equal([`noise floor: ${text}`]);
    }
  });

  const hour = (more) => `not resolved; another hour would not be enough: ${more} could settle it`;
  const within = (more) => `not resolved; the difference is below the noise floor: ${more} could settle it`;
  const interrupted = `not resolved; its rounds were interrupted: a quieter machine or ${FORKED} could settle it`;
  const settled = (time) => `not resolved; about ${time} more per test would settle it`;
  const disturbed = { code: 'disturbed', rounds: 2, lostNs: 3e9 };
  const noInterval = { rankLow: null, rankHigh: null };
  const doubts = [
    [{ moreSeconds: 3.21 }, settled('3.2 s')], [{ moreSeconds: 0.0512 }, settled('0.051 s')],
    [{ moreSeconds: 600 }, settled('10 min')], [{ moreSeconds: 3600 }, settled('60 min')],
    [{ moreSeconds: 36000 }, hour(FORKED)], [{}, hour(FORKED)],
    [{ processes: 8 }, hour('more processes')],
    [{ warnings: [{ code: 'few-samples', rounds: 7 }] }, hour(FORKED)],
    [{ ...noInterval, processes: 1, warnings: [{ code: 'interrupted' }] }, 'not resolved; the run was cut short'],
    [noInterval, 'not resolved; too few rounds for an interval: use a longer time'],
    [{ ...noInterval, processes: 1 },
      'not resolved; too few processes for an interval: use more (--fork 8, or forkTests: 8)'],
    [{ warnings: [{ code: 'busy', rounds: 40, kept: 2 }] }, interrupted], [{ warnings: [disturbed] }, interrupted],
    [{ warnings: [{ code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 }] }, interrupted],
    // 1000 / 1.008 = 992.06
    [{ rank: 1008, noiseFloor: 0.008 }, within(FORKED)],
    [{ rank: 992.07, noiseFloor: 0.008, processes: 8 }, within('more processes')],
    [{ rank: 1001, noiseFloor: 0.008, warnings: [disturbed] }, within(`a quieter machine or ${FORKED}`)],
    [{ rank: 1008.1, noiseFloor: 0.008 }, hour(FORKED)],
    [{ rank: 992, noiseFloor: 0.008 }, hour(FORKED)],
    [{ isCold: true, processes: 30 }, 'not resolved; more processes may settle it (--fork 100, or forkTests: 100)'],
    [{ intervalBasis: 'model' },
      `not resolved; the difference is within the usual variance between processes: ${FORKED} could settle it`],
    [{ stream: { runs: 1 } }, 'not resolved; a single run has no interval'],
    [{ stream: { runs: 9, moreRuns: 1.2 }, nsPerCall: 1e9 }, 'not resolved; about 1.2 more runs would settle it'],
    [{ stream: { runs: 9, moreRuns: 4000 }, nsPerCall: 1e9 }, 'not resolved; another hour of runs would not settle it'],
  ];
  for (const [more, text] of doubts) {
    it(`explain how to resolve ${JSON.stringify(more)}`, () => {
      expect(notesOn([unresolved(more)])).to.include(`b: ${text}`);
      expect(notesOn([unresolved(more)], ALL)).to.include(`b: ${text}`);
    });
  }

  it('do not repeat the time of the answer', () => {
    const rows = [row('a', { verdict: 'baseline', rank: 1000 }), unresolved({ moreSeconds: 40 })];
    expect(notesOn(rows)).to.deep.equal([]);
    expect(notesOn(rows, ALL)).to.deep.equal([`b: ${settled('40 s')}`]);
    expect(notesOn([...rows, unresolved({ name: 'c' })])).to.deep.equal([`c: ${hour(FORKED)}`]);
  });

  it('explain all warnings that change the meaning of figures, at most four unless verbose', () => {
    for (const warning of warnings) expect(changesMeaning(warning), warning.code).to.equal(true);
    const all = warnings.map((warning) => `a: ${sentence(warning)}`);
    expect(linesBelow([row('a', { warnings })], ALL).slice(0, -1)).to.deep.equal(all);
    expect(linesBelow([row('a')], ALL)[0]).to.match(/^rate: speed relative to the baseline .* explained above$/);
    expect(linesBelow([row('a', { warnings })]))
      .to.deep.equal([...all.slice(0, 4), 'and 3 more, shown with --verbose or verbose: 3']);
    expect(linesBelow([row('a', { warnings: warnings.slice(0, 4) })])).to.deep.equal(all.slice(0, 4));
    expect(notesOn([{ ...failedRow('d'), warnings }])).to.deep.equal([]);
  });

  it('explain a missing speed once', () => {
    const noisy = { code: 'too-noisy', resolutionNs: 1755 };
    const fast = { code: 'below-resolution', resolutionNs: 0.2 };
    for (const [warning, more] of [[noisy, ''],
      [fast, '; compilers drop unused results, so pass them to timeit.keep(result)'],
    ]) {
      const { code: verdict, resolutionNs } = warning;
      for (const own of [[], [warning]]) {
        expect(notesOn([row('noop', { verdict, resolutionNs, warnings: own })]))
          .to.deep.equal([`noop: ${sentence(warning)}${more}`]);
      }
    }
  });

  it('add up the excluded rounds of all tests', () => {
    const left = (rounds, lostNs) => ({ code: 'disturbed', rounds, lostNs });
    const prolonged = { code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 };
    const all = [row('a', { warnings: [prolonged, left(3, 1e8)] }), row('b', { warnings: [left(40, 4e8)] })];
    const expected = [
      'a: took 1.20 s instead of 0.40 s, because other programs used the CPU',
      'all tests: interrupted 43 times, for 0.50 s in total, which is excluded'];
    expect(notesOn(all)).to.deep.equal(expected);
    expect(notesOn([...all, row('c'), row('later', { verdict: null })])[1])
      .to.match(/^2 of 3 tests: interrupted 43 times/);
    // A test can change all objects.
    Object.defineProperty(Object.prototype, 'inherited', { get: () => 1, enumerable: true, configurable: true });
    try {
      expect(notesOn(all)).to.deep.equal(expected);
    } finally {
      delete Object.prototype.inherited;
    }
  });

  it('join equal doubts of tests, the most common first', () => {
    const busy = (kept) => ({ warnings: [{ code: 'busy', rounds: 40, kept }] });
    const rows = ['a', 'b\n', 'c', 'd', 'e'].map((name, i) => row(name, busy(i)));
    const first = `a: ${sentence(rows[0].warnings[0])}`;
    expect(notesOn(rows.slice(0, 2))).to.deep.equal([`${first} (also: b\\n)`]);
    expect(notesOn(rows)).to.deep.equal([`${first} (also: b\\n, c, d and 1 more)`]);
    expect(notesOn(rows, ALL)).to.have.length(5);
    expect(linesBelow([row('a', { warnings: warnings.slice(0, 5) }), row('b', { warnings: warnings.slice(4, 5) }),
      row('c', { warnings: warnings.slice(3, 5) })])).to.deep.equal([
      `a: ${sentence(warnings[4])} (also: b, c)`, `a: ${sentence(warnings[3])} (also: c)`,
      `a: ${sentence(warnings[0])}`, `a: ${sentence(warnings[1])}`, 'and 1 more, shown with --verbose or verbose: 3']);
    const open = ['b', 'c', 'd', 'e'].map((name, i) => unresolved({ name, ...(i % 2 ? {} : { rankLow: null }) }));
    expect(notesOn(open).map((line) => line.slice(-9))).to.deep.equal(['(also: d)', '(also: e)']);
  });
});

describe('notes on facts', () => {
  const waits = [{ code: 'waits', share: 0.83 }];
  const unsure = { code: 'memory-unsure', reason: 'spread' };
  const cold = (name, more) => row(name, { test: 'a', isCold: true, processes: 30, ...more });
  const cases = {
    'are none without facts': [
      [row('a', { memory: memoryOf(100), cpuNsPerCall: 99, coldCache: null, growth: null })],
      [row('a', { coldCache: coldCacheOf(null) })],
      [cold('a (cold)', { verdict: 'failed' })],
    ].map((rows) => [rows]),
    'mention waiting': [
      [[row('fetch', { nsPerCall: 6.02e6, cpuNsPerCall: 1.01e6, warnings: waits })],
        'fetch: the test waits, or other programs use the CPU: 6.02 ms per call, 1.01 ms of it on the CPU'],
      [[row('a', { cpuNsPerCall: null, warnings: waits })], `a: ${sentence(waits[0])}`],
    ],
    'mention what a call is': [
      [[row('a', { ops: 10 }), row('b', { ops: 1 }), row('c', { ops: 10 })], 'a: a call makes 10 operations (also: c)'],
      [[row('a', { ops: 1000 }), row('b', { ops: 1000 })], 'all tests: a call makes 1,000 operations'],
      [[row('a', { ops: 3 }), row('bad', { ops: 3, verdict: 'failed' })], 'a: a call makes 3 operations'],
    ],
    'explain times after the other tests, and why one is missing': [
      [[row('a', { polluted: { reason: null } }), row('b', { polluted: { reason: 'it threw' } })],
        'after others: the time if the other tests run first in the process, with a factor above 5 %',
        'b: not measured after others: it threw'],
    ],
    'mention cold caches': [
      [[row('a', { nsPerCall: 1.2, coldCache: coldCacheOf(82, { nsLow: 78, nsHigh: 90 }) })],
        'a: with cold data caches: 82 ns (78..90) instead of 1.2 ns'],
      [[row('a', { coldCache: coldCacheOf(19.9) })],
        'a: with cold data caches: under 20 ns, which is too fast to time'],
    ],
    'mention unsure memory': [[[row('a', { warnings: [unsure] })], `a: ${sentence(unsure)}`]],
    'explain first calls once': [
      [[row('a'), cold('a (cold)'), cold('b (cold)')], '(cold): the first call in each of 30 fresh processes'],
      [[cold('a (cold)'), cold('b (cold)', { processes: 29 })], '(cold): the first call in fresh processes'],
      [[cold('a'), failedRow('b')], 'all times: the first call in each of 30 fresh processes'],
    ],
  };
  for (const [title, all] of Object.entries(cases)) {
    it(title, () => {
      for (const [rows, ...lines] of all) expect(notesOn(rows, ALL)).to.deep.equal(lines);
    });
  }

  it('have no warm time of tests without a speed', () => {
    for (const verdict of ['below-resolution', 'too-noisy']) {
      expect(notesOn([row('a', { nsPerCall: 60, verdict, coldCache: coldCacheOf(82, { nsLow: null }) })])[1])
        .to.equal('a: with cold data caches: 82 ns');
    }
  });
});
