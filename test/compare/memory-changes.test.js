'use strict';

const { expect } = require('chai');
const { createMemoryGate, withMemory } = require('#lib/compare/sides/memory-changes');
const { recomputeVerdicts } = require('#lib/compare/sides/recompute-verdicts');
const { chooseExitCode } = require('#lib/cli/shutdown');
const { KINDS } = require('#lib/core/document/document-shape');
const { formatDocument } = require('#lib/report/output/formats');
const { toLines } = require('#lib/report/exchange/lines');
const { change, comparedTest, comparison, side } = require('../helpers/ci-documents');
const { mulberry32 } = require('../helpers/random');

/** A row with memory of one process, or of several */
const rowOf = (bytes, { low = bytes, high = bytes, kept = 0, peak = null, warnings = [], processes = 1 } = {}) => ({
  processes, warnings, memory: {
    bytesPerCall: bytes, bytesLow: low, bytesHigh: high, heapBytesPerCall: bytes, externalBytesPerCall: 0,
    keptBytesPerCall: kept, peakBytes: peak, calls: 1000,
    collections: { count: 0, young: 0, old: 0, seconds: 0, share: 0, callsPerCollection: null },
  },
});
const rowsOf = (...bytes) => bytes.map((one) => rowOf(one));
const fourOf = (bytes, more) => Array.from({ length: 4 }, () => rowOf(bytes, more));

/** The comparison of tests { name: [rows of the old side, rows of the new side] }. */
function compared(tests, maxRegressionMemory = null, more) {
  const all = Object.keys(tests).map((name) => comparedTest(name, [side(100), side(100)], [change('same', 1)]));
  const document = comparison(withMemory(all, Object.values(tests), maxRegressionMemory),
    { maxRegression: null, gate: null, maxRegressionMemory, failures: [], ...more });
  return { ...document, memoryGate: createMemoryGate(document) };
}
const changeOf = (old, fresh, limit) => compared({ t: [old, fresh] }, limit).tests[0].changes[0].memory;
const verdictOf = (old, fresh) => changeOf(old, fresh).verdict;

describe('memory of sides', () => {
  it('is the same within 4 bytes or 0.5 %, and differs beyond', () => {
    expect({
      nothing: verdictOf(fourOf(0), fourOf(0)), noise: verdictOf(fourOf(40), fourOf(43.9)),
      object: verdictOf(fourOf(40), fourOf(64)), fewer: verdictOf(fourOf(64), fourOf(40)),
      share: verdictOf(fourOf(10000), fourOf(10049)), more: verdictOf(fourOf(10000), fourOf(10060)),
      first: verdictOf(fourOf(0), fourOf(16)),
    }).to.deep.equal({
      nothing: 'same', noise: 'same', object: 'more', fewer: 'less', share: 'same', more: 'more', first: 'more',
    });
  });

  it('is not resolved if the processes of a side differ, unless six or more show the median', () => {
    expect(verdictOf(rowsOf(40, 40, 40, 72), rowsOf(40, 72, 72, 72))).to.equal('unresolved');
    const six = [40, 40, 40, 40, 40, 40, 40, 72];
    expect(verdictOf(rowsOf(...six), rowsOf(...six.map((bytes) => bytes + 32)))).to.equal('more');
  });

  it('ignores processes with unsure figures if two others are left', () => {
    const unsure = rowOf(900, { warnings: [{ code: 'memory-unsure', reason: 'spread' }] });
    expect(verdictOf([...rowsOf(40, 40, 40), unsure], fourOf(40))).to.equal('same');
    expect(verdictOf([rowOf(40), unsure], fourOf(40))).to.equal('unresolved');
    const wide = rowOf(60, { low: 40, high: 80 });
    expect(verdictOf([...rowsOf(40, 40, 40), wide], fourOf(40))).to.equal('same');
  });

  it('needs a larger difference if one process of a side is known', () => {
    expect({
      near: verdictOf([rowOf(1000)], [rowOf(1004)]), less: verdictOf([rowOf(1000)], [rowOf(1040)]),
      more: verdictOf([rowOf(1000)], [rowOf(1060)]),
    }).to.deep.equal({ near: 'same', less: 'unresolved', more: 'more' });
    const merged = (bytes) => [rowOf(bytes, { processes: 4 })];
    expect(verdictOf(merged(1000), merged(1040))).to.equal('more');
  });

  it('distinguishes retained memory from additional allocations', () => {
    const leak = changeOf(fourOf(100), fourOf(116, { kept: 16 }));
    expect({ verdict: leak.verdict, kept: leak.kept.verdict, allocated: leak.allocated.verdict })
      .to.deep.equal({ verdict: 'more', kept: 'more', allocated: 'same' });
    const fixed = changeOf(fourOf(116, { kept: 16 }), fourOf(100));
    expect([fixed.verdict, fixed.kept.verdict, fixed.allocated.verdict]).to.deep.equal(['less', 'less', 'same']);
    const both = changeOf(fourOf(100), fourOf(216, { kept: 16 }));
    expect([both.kept.verdict, both.allocated.verdict]).to.deep.equal(['more', 'more']);
    expect(changeOf(fourOf(100), fourOf(100, { kept: null })).kept).to.equal(null);
  });

  it('is not resolved if the batches of a side disagree', () => {
    const vague = (reason) => ({ warnings: [{ code: 'memory-unsure', reason }] });
    const of = (...given) => rowsOf(8e6, 8e6).map((row, i) => ({ ...row, warnings: given[i].warnings }));
    const verdictOf = (fresh) => changeOf(fourOf(4e6), fresh).verdict;
    expect({
      spread: verdictOf(of(vague('spread'), vague('other-work'))),
      few: verdictOf(of(vague('few-calls'), vague('few-calls'))),
    }).to.deep.equal({ spread: 'unresolved', few: 'more' });
  });

  it('has a peak that counts if it certainly differs by a tenth, and with few processes by a fifth', () => {
    const withPeaks = (...peaks) => peaks.map((peak) => rowOf(5e7, { peak }));
    const peakOf = (old, fresh) => {
      const { verdict, peak } = changeOf(withPeaks(...old), withPeaks(...fresh));
      return peak ? `${verdict} ${peak.difference}` : verdict;
    };
    expect({
      more: peakOf([3e7, 3.1e7, 2.9e7], [4e7, 4.1e7, 4.2e7]),
      less: peakOf([4e7, 4.1e7, 4.2e7], [3e7, 3.1e7, 2.9e7]),
      near: peakOf([3e7, 3.1e7, 2.9e7], [3.2e7, 3.2e7, 3.2e7]),
      wide: peakOf([3e7, 3.1e7, 5e7], [4e7, 4.1e7, 4.2e7]),
      few: peakOf([3e7, 3e7], [3.6e7, 3.6e7]), fewMuch: peakOf([3e7, 3e7], [4e7, 4e7]),
      unknown: peakOf([null, null, null], [4e7, 4e7, 4e7]), known: peakOf([null, null, 3e7], [null, null, 3.5e7]),
    }).to.deep.equal({
      more: 'more 11000000', less: 'less -11000000', near: 'same', wide: 'same', few: 'same',
      fewMuch: 'more 10000000', unknown: 'same', known: 'same',
    });
  });

  it('is not measured if one side has no figure', () => {
    expect(verdictOf([], fourOf(40))).to.equal('not-measured');
    expect(compared({ t: [[], []] }).tests[0].changes[0]).not.to.have.property('memory');
  });

  it('does not differ in two runs of equal code, with the spread that V8 shows', () => {
    const uniform = mulberry32(7);
    // Portions of 256 KB, as JSON.stringify takes them, and now and then a process whose code is optimized otherwise.
    const draw = (bytes) => rowOf(bytes * (1 + 0.003 * uniform()) + (uniform() < 0.05 ? 32 : 0));
    const wrong = Array.from({ length: 2000 }, (_, i) => {
      const bytes = [0, 40, 800, 4400, 17000][i % 5];
      const sides = [0, 1].map(() => Array.from({ length: 4 + i % 5 }, () => draw(bytes)));
      return verdictOf(...sides);
    }).filter((verdict) => verdict === 'more' || verdict === 'less');
    expect(wrong).to.deep.equal([]);
  });
});

describe('--max-regression-memory', () => {
  const gateOf = (tests, limit, more) => compared(tests, limit, more).memoryGate;
  const same = [fourOf(100), fourOf(100)];

  it('fails for more allocated or retained memory, and for the first of a test without any', () => {
    const gate = gateOf({
      same, more: [fourOf(100), fourOf(120)], little: [fourOf(1000), fourOf(1040)],
      leak: [fourOf(100), fourOf(116, { kept: 16 })], first: [fourOf(0), fourOf(16)],
    }, 0.05);
    expect(gate.failed.map(({ name }) => name)).to.deep.equal(['more', 'leak', 'first']);
    expect({ outcome: gate.outcome, passed: gate.passed }).to.deep.equal({ outcome: 'failed', passed: 2 });
  });

  it('passes only if all tests are certainly within it', () => {
    const open = [rowsOf(40, 40, 40, 72), rowsOf(40, 72, 72, 72)];
    const outcomes = { same: gateOf({ same }, 0.05), open: gateOf({ same, open }, 0.05),
      near: gateOf({ near: [fourOf(1000), rowsOf(1045, 1060, 1045, 1060)] }, 0.05), wide: gateOf({ same, open }, 1),
      missing: gateOf({ missing: [[], fourOf(1)] }, 0.05),
      cut: gateOf({ same }, 0.05, { complete: false }) };
    expect(Object.fromEntries(Object.entries(outcomes).map(([name, { outcome, unjudged }]) => (
      [name, [outcome, ...unjudged.map(({ reason }) => reason)].join(': ')])))).to.deep.equal({
      same: 'passed', open: 'not-judged: not-resolved', near: 'not-judged: not-resolved',
      wide: 'passed', missing: 'not-judged: not-measured',
      cut: 'not-judged',
    });
    expect(gateOf({ same }, null)).to.equal(null);
  });

  it('decides the exit code, together with --max-regression', () => {
    const codeOf = (tests, strict) => chooseExitCode(compared(tests, 0.05), { strict });
    const open = [rowsOf(40, 40, 40, 72), rowsOf(40, 72, 72, 72)];
    expect({
      passed: codeOf({ same }), failed: codeOf({ t: [fourOf(0), fourOf(16)] }), open: codeOf({ open }),
      strict: codeOf({ open }, true), missing: codeOf({ t: [[], fourOf(1)] }),
    }).to.deep.equal({ passed: 0, failed: 3, open: 0, strict: 4, missing: 1 });
    const gate = { limit: 0.1, outcome: 'failed', passed: 0, failed: [{}], unjudged: [] };
    expect(chooseExitCode({ ...compared({ same }, 0.05), gate })).to.equal(3);
  });
});

describe('reports of compared memory', () => {
  const document = compared({
    parse: [fourOf(88), fourOf(112)], leak: [fourOf(0), fourOf(24, { kept: 24 })],
    open: [rowsOf(40, 40, 40, 72), rowsOf(40, 72, 72, 72)], same: [fourOf(8), fourOf(8)],
    peak: [fourOf(9e7, { peak: 3e7 }), fourOf(8e7, { peak: 5e7 })],
  }, 0.05);

  it('have a column, a sentence for each change, and the answer to the limit', () => {
    expect(KINDS.comparison(document)).to.equal(null);
    const text = formatDocument('text', document);
    for (const part of [
      /^parse .* \+24 B$/m, /^leak .* \+24 B kept$/m, /^open .* \?$/m, /^same .* same$/m,
      /^peak .* \+20 MB at its peak$/m,
      'parse allocates 24 B more per call (112 B, before 88 B)', 'leak retains 24 B more per call (24 B, before 0 B)',
      'open: memory not resolved',
      'allocates 10 MB less per call (80 MB, before 90 MB) and holds 20 MB more at its peak (50 MB, before 30 MB)',
      '--max-regression-memory 5 %: failed; 3 of 5 tests certainly need more: parse, leak, peak; 1 of 5 tests not ' +
        'judged: open',
    ]) expect(text).to.match(part instanceof RegExp ? part : new RegExp(part.replace(/[()+*.]/g, '\\$&')));
  });

  it('are lines for scripts', () => {
    const fields = toLines(document).split('\n').slice(0, 5)
      .map((line) => / gate=(\S+) .* memory=(\S+) memory_bytes=(\S+)$/.exec(line).slice(1).join(' '));
    expect(fields).to.deep.equal(['failed more +24', 'failed more +24', 'not-judged unresolved +32', 'passed same +0',
      'failed more +20000000']);
  });

  it('keep it when results are merged or resumed', () => {
    const before = { ...document, kind: 'processes' };
    const again = recomputeVerdicts(before, {
      margin: 0.01, maxRegression: null, countPrecision: null, limitSeconds: 1, hasBlocks: false,
    });
    expect(again.tests.map(({ changes }) => changes[0].memory))
      .to.deep.equal(document.tests.map(({ changes }) => changes[0].memory));
    expect(again.memoryGate).to.deep.equal(document.memoryGate);
  });
});
