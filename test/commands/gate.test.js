'use strict';

const { expect } = require('chai');
const { chooseExitCode } = require('#lib/cli/shutdown');
const { withGate } = require('#lib/compare/sides/gate');
const { width } = require('#lib/base/text/display');
const { gateLine } = require('#lib/report/gate-words');
const { formatDocument } = require('#lib/report/output/formats');
const { comparison } = require('../helpers/ci-documents');

const CHANGE = {
  confidence: 0.95, p: 0.5, adjustedP: 0.5, verdict: 'unresolved', margin: 0.01, moreProcesses: null, moreSeconds: null,
  regression: false,
};
const NONE = { ...CHANGE, ratio: null, low: null, high: null, confidence: null, p: null, adjustedP: null };
const ERROR = { code: 'threw', message: 'on purpose', at: null, calls: null, stack: null, output: [] };

const side = (processes, error = null) => (
  { nsPerCall: 100, nsLow: 99, nsHigh: 101, cycles: null, processes, values: new Array(processes).fill(100), error }
);

/** A change with its interval, in percent */
const change = (ratio, low, high, more) =>
  ({ ...CHANGE, ratio: 1 + ratio / 100, low: 1 + low / 100, high: 1 + high / 100, ...more });

/** A test with these changes and this number of processes per side */
const test = (name, changes, { processes = 10, file = 'a.js', sides } = {}) => (
  { file, suite: 1, name, unit: 'ns', sides: sides || [processes, ...changes].map(() => side(processes)), changes }
);

/** A comparison, judged by its gate */
function judged(tests, { labels = ['old', 'new'], secondsEach, limitSeconds, mostRuns, ...more } = {}) {
  const sides = labels.map((label) => ({ label, source: null, environment: null }));
  return withGate(comparison(tests, { sides, failures: [], ...more }), { secondsEach, limitSeconds, mostRuns });
}

const gate = (...given) => judged(...given).gate;
const line = (...given) => gateLine(judged(...given));
const reasonOf = (one, more) => (gate([test('x', [one])], more).unjudged[0] || { reason: null }).reason;
const none = (verdict) => ({ ...NONE, verdict });
const NO_INTERVAL = { ...change(0, 0, 0), low: null, high: null };
const UNCOMPARED = change(0, -1, 1, { verdict: 'not-judged' });
const SAVED = { kind: 'saved', precision: null };

const within = test('within', [change(0, -2, 2)]);
const beyond = test('beyond', [change(10, 8, 12, { verdict: 'slower' })]);
const wide = test('wide', [change(0, -10, 10)]);
const near = test('near', [change(2, 0, 4)]);

describe('the gate of a comparison', () => {
  it('has a regression if the whole interval is beyond the limit, unless the test is not judged', () => {
    const isRegression = (low, document, more) => (
      judged([test('x', [change(9, low, 10, more)])], document).tests[0].changes[0].regression);
    for (const [low, document, more, expected] of [
      [4, {}, {}, true], [3, {}, {}, false], [4, { maxRegression: null }, {}, false],
      [4, {}, { verdict: 'not-judged' }, false], [4, SAVED, { margin: 0.1 }, false], [4, SAVED, {}, true],
    ]) expect(isRegression(low, document, more), `${low} ${JSON.stringify(more)}`).to.equal(expected);
  });

  it('is null without a limit', () => {
    expect(gate([within], { maxRegression: null })).to.equal(null);
    expect(line([within], { maxRegression: null })).to.equal(null);
  });

  it('passes a test if its whole interval is within the limit, with any verdict', () => {
    expect(gate([within, test('y', [change(2.9, 2.8, 2.99, { verdict: 'slower' })]), test('z', [change(-40, -50, 3)])]))
      .to.deep.equal({
        limit: 0.03, outcome: 'passed', passed: 3, failed: [], unjudged: [], byCounts: 0, byTime: [],
      });
  });

  it('fails if a test is slower by more than the limit, and names it', () => {
    const found = gate([within, beyond, wide]);
    expect(found).to.include({ outcome: 'failed', passed: 1 });
    expect(found.failed).to.deep.equal([{ file: 'a.js', suite: 1, name: 'beyond', side: 'new', by: 'time' }]);
    expect(found.unjudged.map(({ name }) => name)).to.deep.equal(['wide']);
    expect(gate([beyond], { complete: false }).outcome).to.equal('failed');
  });

  it('is not judged if an interval includes the limit, or the noise of saved results hides it', () => {
    for (const [reason, given, more, fields] of [
      ['too-wide', [0, -2, 3.01]], [null, [0, -2, 0], { maxRegression: 0 }], ['too-wide', [0, -10, 10]],
      ['near-limit', [2, 1, 3.2]], ['near-limit', [4, 2.9, 5.1]], ['too-wide', [10, 2, 18]],
      ['noise', [0, -1, 1], SAVED, { margin: 0.05 }], ['noise', [-10, -12, -4.7], SAVED, { margin: 0.05 }],
      [null, [-10, -12, -4.8], SAVED, { margin: 0.05 }],
      [null, [0, -1, 1], { ...SAVED, maxRegression: 0.05 }, { margin: 0.05 }],
      ['too-wide', [0, -9, 9], { ...SAVED, maxRegression: 0.05 }, { margin: 0.05 }],
      // In an interleaved comparison the margin is the requested precision, not noise.
      [null, [0, -1, 1], {}, { margin: 0.05 }],
    ]) expect(reasonOf(change(...given, fields), more), `${given}`).to.equal(reason);
    expect(gate([within, wide])).to.include({ outcome: 'not-judged', passed: 1 });
    const [small, large] = [1, 8].map((high) => gate([test('x', [change(0, -1, high, { margin: 0.05 })])], SAVED)
      .unjudged[0]);
    expect([small.limitItCouldJudge, large.limitItCouldJudge, large.moreProcesses]).to.deep.equal([0.05, 0.08, null]);
  });

  it('is not judged for tests without an interval', () => {
    for (const [reason, one] of [
      ...['failed', 'unmatched', 'below-resolution', 'too-noisy'].map((verdict) => [verdict, none(verdict)]),
      ['not-measured', NONE], ['not-comparable', UNCOMPARED], ['no-interval', NO_INTERVAL],
    ]) {
      const found = gate([within, test('x', [one])]);
      expect(found).to.include({ outcome: 'not-judged', passed: 1 });
      expect(found.unjudged).to.deep.equal([{
        file: 'a.js', suite: 1, name: 'x', side: 'new', reason, moreProcesses: null, moreSeconds: null, time: null,
        precision: null, runs: null, limitItCouldJudge: null,
      }]);
    }
  });

  it('is not judged if files failed, there are no tests, or the run was cut short', () => {
    const failures = ['old', 'new'].map((label) => ({ side: label, file: 'b.js', error: ERROR }));
    const found = gate([within], { failures });
    expect(found).to.include({ outcome: 'not-judged', passed: 1 });
    expect(found.unjudged.map(({ file, name, reason }) => [file, name, reason]))
      .to.deep.equal([['b.js', null, 'file-failed']]);
    expect(gate([])).to.include({ outcome: 'not-judged', passed: 0 });
    expect(gate([within], { complete: false })).to.include({ outcome: 'not-judged', passed: 1 });
  });

  it('judges each side after the first', () => {
    const changes = [change(0, -1, 1), change(10, 9, 11), change(0, -9, 9)];
    const found = gate([test('x', changes)], { labels: ['a', 'b', 'c', 'd'] });
    expect([found.passed, found.failed[0].side, found.unjudged[0].side]).to.deep.equal([1, 'c', 'd']);
  });

  describe('suggests how to get a result,', () => {
    const one = (tests, more) =>
      gate(tests, { secondsEach: tests.map(() => 0.3), limitSeconds: 45, ...more }).unjudged[0];
    const of = (given, fields, more) => one([test('x', [change(...given, fields)])], more);
    const RATES = { welch: {} };

    it('by more processes (widths shrink with the square root of their number), or other options', () => {
      for (const [found, fields] of [
        // 1.2 ln(1.1) / ln(1.03) = 3.87, squared 14.97 times the present ten: 150, at 0.6 s for both sides.
        [one([wide]), { moreProcesses: 140, time: 90, precision: null, runs: null }],
        // The true change may be anywhere in a wide interval: 1.2 ln(1.05 / 0.95) / ln(1.03), squared 16.52.
        [of([-5, -15, 5]), { reason: 'too-wide', moreProcesses: 156 }],
        // 1.2 ln(1.04 / 1.02) / ln(1.03 / 1.02) = 2.389, squared 5.71.
        [one([near]), { moreProcesses: 48, time: null, precision: 0.0098 }],
        // Beyond the limit, the lower end counts: 1.2 ln(1.05 / 1.02) / ln(1.05 / 1.03) = 1.809, squared 3.27.
        [of([5, 2, 8]), { moreProcesses: 23 }],
        [one([wide], { limitSeconds: 90 }), { time: null }],
        [one([near], { precision: 0.005 }), { precision: null }],
        [one([wide], { maxRegression: 0.005, precision: 0.01 }), { precision: 0.005 }],
        [of([0, -10, 10], RATES), { moreProcesses: 140, time: null, precision: null, runs: 150 }],
        // If a precision planned the runs, only a finer precision or a higher maximum adds runs.
        [of([0, -10, 10], RATES, { mostRuns: 10 }), { moreProcesses: 140, time: null, precision: null, runs: 150 }],
        [of([2, 0, 4], RATES, { mostRuns: 30 }), { moreProcesses: 48, time: null, precision: 0.0098, runs: 58 }],
        [of([2, 0, 4], RATES, { mostRuns: 60 }), { precision: 0.0098, runs: null }],
        // The time is unknown, more than a hundred times as many are needed, or no number is enough.
        [of([0, -20, 20], {}, { secondsEach: undefined }), { moreProcesses: 538, moreSeconds: null, time: null }],
        [of([0, -30, 30], {}, { secondsEach: undefined }), { moreProcesses: null }],
        [of([3, 1, 5]), { moreProcesses: null }],
        [one([wide], { maxRegression: 0 }), { reason: 'too-wide', moreProcesses: null }],
        [one([test('x', [change(0, -10, 10)], { processes: 1 })]), { moreProcesses: null }],
      ]) expect(found).to.include(fields);
      expect(one([wide]).moreSeconds).to.be.closeTo(140 * 0.6, 1e-9);
    });

    it('but no run of all tests together that would take hours', () => {
      const slow = [12, 13].map((seconds) => one([wide], { secondsEach: [seconds] }));
      expect(slow.map(({ moreProcesses, limitItCouldJudge }) => [moreProcesses, limitItCouldJudge]))
        .to.deep.equal([[140, 0.1], [null, 0.1]]);
      expect(slow[1]).to.include({ moreSeconds: null, time: null });
      const both = gate([wide, wide], { secondsEach: [12, 12] }).unjudged;
      expect(both.map(({ moreProcesses, moreSeconds }) => [moreProcesses, moreSeconds]))
        .to.deep.equal([[null, null], [null, null]]);
    });

    it('and names the limit that it could judge, rounded up, up to 100 %', () => {
      const limits = [4, 10, 11.63, 99.9, 101].map((high) => of([0, -10, high]).limitItCouldJudge);
      expect(limits).to.deep.equal([0.04, 0.1, 0.12, 1, null]);
      expect(gate([test('x', [change(0, -10, 11.63)])], { maxRegression: 0.12 }).outcome).to.equal('passed');
    });
  });
});

describe('the exit code of a gate', () => {
  it('is 0 for passed, 3 for failed, 1 without figures; with --strict 4 for not judged', () => {
    const codes = (...given) =>
      [false, true].map((strict) => chooseExitCode(judged([]), { strict }, gate(...given)));
    expect(codes([within], { maxRegression: null })).to.deep.equal([0, 0]);
    for (const [expected, ...tests] of [
      [[0, 0], within], [[3, 3], beyond, wide], [[0, 4], within, wide], [[0, 4], within, near],
      [[0, 4], within, test('x', [none('unmatched')])], [[1, 4], within, test('x', [NONE])],
      [[1, 4], within, test('x', [UNCOMPARED])], [[1, 4], within, test('x', [NO_INTERVAL])],
      [[3, 3], beyond, test('x', [NONE])],
    ]) expect(codes(tests), `${tests.map(({ name }) => name)}`).to.deep.equal(expected);
  });

  it('reflects failed files first, then failed tests, then the gate', () => {
    const failed = (code) => judged(
      [beyond, test('x', [none('failed')], { sides: [side(6), side(2, { ...ERROR, code })] })]);
    const failures = [{ side: 'new', file: 'b.js', error: ERROR }];
    for (const [code, document, options] of [
      [1, failed('threw'), { strict: true }], [124, failed('timed-out'), { strict: true }],
      [1, { ...failed('timed-out'), failures }, {}], [1, judged([beyond], { failures }), {}],
      [3, judged([beyond]), {}], [4, judged([wide]), { strict: true }],
    ]) expect(chooseExitCode(document, options)).to.equal(code);
  });
});

describe('the message of a gate', () => {
  const measured = { secondsEach: [0.3, 0.3, 0.3], limitSeconds: 45 };
  const hours = { secondsEach: [60, 60] };
  const ofRates = test('x', [change(0, -10, 10, { welch: {} })]);
  const OPEN = 'not judged; 1 of 1 test may or may not exceed it: ';

  it('lists passed, failed and unjudged tests, and how to get a result', () => {
    for (const [words, tests, more] of [
      ['passed; 1 of 1 test is certainly within it', [within]],
      ['passed; 2 of 2 tests are certainly within it', [within, within]],
      ['failed; 1 of 2 tests exceeds it in time: beyond', [within, beyond]],
      ['failed; 2 of 3 tests exceed it in time: beyond, beyond; 1 not judged: wide', [beyond, wide, beyond]],
      ['not judged; 1 of 2 tests may or may not exceed it: wide; about 140 more processes per side (84 s) would ' +
        'settle it: --time 90', [wide, within], measured],
      [`${OPEN}near; about 48 more processes per side (29 s) would settle it: --precision 0.98%`, [near], measured],
      [`${OPEN}wide; about 140 more processes per side (23 min) would settle it: --time 25m`, [wide],
        { ...measured, secondsEach: [5] }],
      [`${OPEN}x; about 140 more runs per side (84 s) would settle it: --runs 150`, [ofRates], measured],
      ['not judged; 2 of 2 tests may or may not exceed it: wide, near; this machine is too noisy for this limit; ' +
        '--max-regression 10% could be judged', [wide, near], hours],
      [`${OPEN}x; more time would not settle it; --max-regression 4.9% could be judged`,
        [test('x', [change(2.9, 0.9, 4.9)])], hours],
      [`${OPEN}x; this machine is too noisy for this limit`, [test('x', [change(0, -10, 300)])], hours],
      [`${OPEN}x; the runs differ too much for this limit; --max-regression 10% could be judged`, [ofRates],
        hours],
      [`${OPEN}x; saved results cannot show differences below --noise; use --rev, or --old and --new, to ` +
        'interleave the sides; --max-regression 5% could be judged',
      [test('x', [change(0, -1, 1, { margin: 0.05 })])], SAVED],
      [`${OPEN}x; use --rev, or --old and --new, to interleave the sides; --max-regression 9% could be judged`,
        [test('x', [change(0, -9, 9, { margin: 0.01 })])], SAVED],
      ['not judged; nothing was compared', []],
      ['not judged; cut short: 1 of 1 test within the limit so far', [within], { complete: false }],
    ]) expect(line(tests, more)).to.equal(`--max-regression 3 %: ${words}`);
    expect(line([wide, near], measured))
      .to.match(/about 140 more processes per side \(2 min\) would settle it: --precision 0\.98% --time 90$/);
    expect(line([within], { maxRegression: 0.125 })).to.match(/^--max-regression 12\.5 %: passed/);
  });

  it('gives the reason for each kind of test without an interval', () => {
    const of = (name, verdict) => test(name, [none(verdict)]);
    expect(line([of('a', 'failed'), of('b', 'unmatched'), of('c', 'below-resolution'), of('g', 'too-noisy'),
      of('d', 'unresolved'), of('e', 'not-judged'), within, test('f', [NO_INTERVAL])],
    { failures: [{ side: 'new', file: 'b.js', error: ERROR }] }))
      .to.equal('--max-regression 3 %: not judged; 1 of 8 tests too fast to time: c; 1 too noisy to tell: g; 1 ' +
        'without an interval: f; 1 cannot be compared: e; 1 not measured: d; 1 on one side only: b; 1 failed: a; 1 ' +
        'file failed: b.js');
  });

  it('names a few tests, with their files if names are ambiguous', () => {
    const open = change(0, -9, 9);
    for (const [words, tests, more] of [
      [': a.js wide, b.js wide;', [wide, test('wide', [open], { file: 'b.js' })]],
      ['1 of 2 comparisons may or may not exceed it: x (c);', [test('x', [change(0, -1, 1), open])],
        { labels: ['a', 'b', 'c'] }],
      [': t0, t1, t2, t3, t4 and 3 more;', Array.from({ length: 8 }, (_, i) => test(`t${i}`, [open]))],
      [': a.js;', [test('', [open])]], [': a\\x1b[31m\\nb;', [test('a\x1b[31m\nb', [open])]],
    ]) expect(line(tests, more)).to.include(words);
  });
});

describe('the outcome of a gate', () => {
  const documents = [[within], [beyond, within], [wide, near]].map(
    (tests) => judged(tests, { secondsEach: [0.3, 0.3], limitSeconds: 45 }));

  it('is the last line of a table, wrapped to the width of the terminal', () => {
    for (const document of documents) {
      for (const columns of [40, 100]) {
        const lines = formatDocument('table', document, { columns }).trimEnd().split('\n');
        const own = lines.slice(lines.findIndex((one) => one.startsWith('--max-regression')));
        expect(own.map((one) => one.trim()).join(' ')).to.equal(gateLine(document));
        for (const one of lines) expect(width(one)).to.be.at.most(columns);
      }
    }
    expect(formatDocument('table', { ...documents[0], gate: null })).to.not.include('--max-regression');
  });
});
