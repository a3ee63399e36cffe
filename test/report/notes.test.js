'use strict';

const { expect } = require('chai');
const { linesBelow: noteLines } = require('../helpers/report-texts');
const { wrapped } = require('../../lib/text/columns');
const { width } = require('../../lib/text/display');
const { sentence, changesMeaning } = require('../../lib/system/warnings');

const row = (name, more) => ({
  name, verdict: 'same', moreSeconds: null, margin: 0.002, noiseFloor: null, processes: 0, resolutionNs: 0.1,
  warnings: [], error: null, ...more,
});
const error = (more) =>
  ({ code: 'threw', message: 'TypeError: x is not a function', at: null, calls: null, stack: null, output: [],
    ...more });
const failed = (name, more) => row(name, { verdict: 'failed', error: error(more) });

describe('the notes below a table', () => {
  it('are none where there is nothing to say', () => {
    expect(noteLines([row('a', { warnings: [{ code: 'few-samples', rounds: 7 }] })])).to.deep.equal([]);
    expect(noteLines([], {})).to.deep.equal([]);
  });

  it('tell the noise floor, once', () => {
    expect(noteLines([row('a', { noiseFloor: 0.0005 }), row('b', { noiseFloor: 0.0005 })], { margin: 0.002 }))
      .to.deep.equal(['noise floor here: 0.05 %; what lies under it is not told apart']);
    expect(noteLines([row('a', { noiseFloor: 0.012345 })], { margin: 0.002 }))
      .to.deep.equal(['noise floor here: 1.2 %; what lies under it is not told apart, nor called same']);
    expect(noteLines([row('a', { noiseFloor: 0.008, noiseFloorLow: 0.003, noiseFloorHigh: 0.0161 })], { margin: 0.01 }))
      .to.deep.equal(['noise floor here: 0.8 % (0.3 to 1.6 %); what lies under it is not told apart']);
    expect(noteLines([row('a', { noiseFloor: 0.002 })], { margin: 0.002 })[0]).not.to.include('same');
    expect(noteLines([row('a', { noiseFloor: 0.1 })]))
      .to.deep.equal(['noise floor here: 10 %; what lies under it is not told apart']);
  });

  const unresolved = (more) => row('b', { verdict: 'unresolved', rank: 1400, rankLow: 700, rankHigh: 2500, ...more });
  const doubts = [
    [{ moreSeconds: 3.21 }, 'not resolved; about 3.2 s more per test would settle it'],
    [{ moreSeconds: 0.0512 }, 'not resolved; about 0.051 s more per test would settle it'],
    [{ moreSeconds: 40 }, 'not resolved; about 40 s more per test would settle it'],
    [{ moreSeconds: 600 }, 'not resolved; about 10 min more per test would settle it'],
    [{ moreSeconds: 3600 }, 'not resolved; about 60 min more per test would settle it'],
    // As it was saved before: hours are no advice.
    [{ moreSeconds: 36000 }, 'not resolved; an hour more would not settle it: forkTests and compare would tell more'],
    [{}, 'not resolved; an hour more would not settle it: forkTests and compare would tell more'],
    [{ processes: 8 }, 'not resolved; an hour more would not settle it: more processes would tell more'],
    [{ rankLow: null, rankHigh: null }, 'not resolved; too few rounds for an interval: a longer time would give one'],
    [{ rankLow: null, rankHigh: null, processes: 1 },
      'not resolved; too few processes for an interval: more of them would give one'],
    [{ warnings: [{ code: 'few-samples', rounds: 7 }] },
      'not resolved; an hour more would not settle it: forkTests and compare would tell more'],
  ];
  for (const warning of [{ code: 'busy', rounds: 40, kept: 2 }, { code: 'disturbed', rounds: 2, lostNs: 3e9 },
      { code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 }]) {
    doubts.push(
      [{ warnings: [warning] },
        'not resolved; its rounds were interrupted: a quieter machine, or forkTests and compare, would tell more']);
  }
  const within = [
    // 1000 / 1.008 = 992.06
    [{ rank: 1008, noiseFloor: 0.008 },
      'not resolved; the difference is within what a test differs from itself here: forkTests and compare would ' +
        'tell more'],
    [{ rank: 992.07, noiseFloor: 0.008, processes: 8 },
      'not resolved; the difference is within what a test differs from itself here: more processes would tell more'],
    [{ rank: 1001, noiseFloor: 0.008, warnings: [{ code: 'disturbed', rounds: 2, lostNs: 3e9 }] },
      'not resolved; the difference is within what a test differs from itself here: a quieter machine, or ' +
        'forkTests and compare, would tell more'],
    [{ rank: 1008.1, noiseFloor: 0.008 },
      'not resolved; an hour more would not settle it: forkTests and compare would tell more'],
    [{ rank: 992, noiseFloor: 0.008 },
      'not resolved; an hour more would not settle it: forkTests and compare would tell more'],
  ];
  const ALL = { verbose: 3 };
  for (const [more, words] of doubts) {
    it(`tell what would settle ${JSON.stringify(more)}`, () => {
      expect(noteLines([unresolved(more)], ALL)[0]).to.equal(`b: ${words}`);
      expect(noteLines([unresolved(more)])[0]).to.equal(`b: ${words}`);
      // A time that would settle it stands in the answer, where there is one that names it.
      const isInAnswer = more.moreSeconds <= 3600;
      const notes = noteLines([row('a', { verdict: 'baseline' }), unresolved(more)]);
      expect(notes.includes(`b: ${words}`)).to.equal(!isInAnswer);
      const many = Array.from({ length: 6 }, (_, i) => row(`c${i}`, { verdict: 'faster', rank: 2000 }));
      expect(noteLines([row('a', { verdict: 'baseline' }), unresolved(more), ...many])).to.include(`b: ${words}`);
    });
  }
  for (const [more, words] of within) {
    it(`tell what stands against the noise floor: ${JSON.stringify(more)}`,
      () => expect(noteLines([unresolved(more)])[1]).to.equal(`b: ${words}`));
  }

  it('tell what would settle first calls', () => {
    const [doubt] = noteLines([row('b', { verdict: 'unresolved', processes: 30, isCold: true })]);
    expect(doubt).to.equal('b: not resolved; more processes may settle it, forkTests: 100');
  });

  const warnings = [
    { code: 'not-optimized', found: 'interpreter', times: 0, share: 1 },
    { code: 'busy', rounds: 40, kept: 2 },
    { code: 'cold-start', calls: 10, extraNs: 5, steadyNs: 10, allNs: 12 },
    { code: 'not-steady', drift: 0.12 },
    { code: 'may-hide', referenceNs: 35 },
    { code: 'heap-limit', usedBytes: 9e8, limitBytes: 1e9 },
    { code: 'handles-left', handles: ['2 x Timeout'] },
  ];
  it('explain all that stands in brackets, the first four of them unless all are asked for', () => {
    for (const warning of warnings) expect(changesMeaning(warning), warning.code).to.equal(true);
    const all = warnings.map((warning) => `a: ${sentence(warning)}`);
    expect(noteLines([row('a', { warnings })], ALL)).to.deep.equal(all);
    expect(noteLines([row('a', { warnings })])).to.deep.equal([
      ...all.slice(0, 4), 'and 3 more, which verbose shows']);
    expect(noteLines([row('a', { warnings: warnings.slice(0, 4) })])).to.deep.equal(all.slice(0, 4));
    expect(noteLines([row('a', { warnings: [{ code: 'interrupted' }] })])).to.have.length(1);
  });

  it('tell once what was left out of all tests, and whose it is', () => {
    const disturbed = (rounds, lostNs) => ({ code: 'disturbed', rounds, lostNs });
    const prolonged = { code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 };
    const all = [row('a', { warnings: [prolonged, disturbed(3, 1e8)] }), row('b', { warnings: [disturbed(40, 4e8)] })];
    expect(noteLines(all)).to.deep.equal([
      'a: took 1.20 s in place of 0.40 s, because others had the processor',
      'all tests: interrupted 43 times, for 0.50 s in all, which are left out']);
    expect(noteLines([...all, row('c'), row('later', { verdict: null })])[1])
      .to.match(/^2 of 3 tests: interrupted 43 times/);
    expect(noteLines([row('a', { warnings: [prolonged] }), row('b', { warnings: [prolonged] })])).to.deep.equal([
      'all tests: took 2.40 s in place of 0.80 s, because others had the processor']);
  });

  it('add up what warnings have themselves, and not what a test had all objects inherit', () => {
    const disturbed = { code: 'disturbed', rounds: 3, lostNs: 1e8 };
    const rows = ['a', 'b'].map((name) => row(name, { warnings: [{ ...disturbed }] }));
    const told = noteLines(rows);
    Object.defineProperty(Object.prototype, 'inherited', { get: () => 1, enumerable: true, configurable: true });
    try {
      expect(noteLines(rows)).to.deep.equal(told);
    } finally {
      delete Object.prototype.inherited;
    }
  });

  it('explain what is too noisy to tell, once', () => {
    const more = { verdict: 'too-noisy', resolutionNs: 1755 };
    const expected = [`noop: ${sentence({ code: 'too-noisy', resolutionNs: 1755 })}`];
    expect(noteLines([row('noop', more)])).to.deep.equal(expected);
    expect(noteLines([row('noop', { ...more, warnings: [{ code: 'too-noisy', resolutionNs: 1755 }] })]))
      .to.deep.equal(expected);
  });

  it('explain what is too fast to tell, once', () => {
    const more = { verdict: 'below-resolution', resolutionNs: 0.2 };
    const expected = [
      'noop: cannot be told from an empty function (under 0.20 ns each); what nobody uses is dropped: ' +
        'timeit.keep(result) uses it'];
    expect(noteLines([row('noop', more)])).to.deep.equal(expected);
    expect(noteLines([row('noop', { ...more, warnings: [{ code: 'below-resolution', resolutionNs: 0.2 }] })]))
      .to.deep.equal(expected);
  });

  it('repeat the failures', () => {
    const rows =
      [row('a'),
        failed('b', { at: 'file.js:3:5', calls: '768 to 1024', output: ['\x1b[31mwarning\x1b[0m: x', '\tat y'] }),
        failed('c')];
    expect(noteLines(rows)).to.deep.equal([
      '2 of 3 tests failed:',
      'FAILED b: TypeError: x is not a function',
      '    at file.js:3:5',
      '    on call 768 to 1024',
      '    | warning: x',
      '    |     at y',
      'FAILED c: TypeError: x is not a function',
    ]);
    expect(noteLines([failed('c')])[0]).to.equal('1 of 1 test failed:');
    expect(noteLines([row('c', { verdict: 'failed' })])).to.deep.equal(['1 of 1 test failed:', 'FAILED c: failed']);
  });

  it('keep all lines of a message and what a terminal would do with them', () => {
    expect(noteLines([failed('c\n', { message: 'expected\n+ 1\r\n- \x07 2' })]).slice(1)).to.deep.equal([
      'FAILED c\\n: expected', '    + 1', '    - \\x07 2']);
  });

  it('have the last 20 lines of the output', () => {
    const output = [];
    for (let i = 1; i <= 30; i++) output.push(`line ${i}`);
    const lines = noteLines([failed('c', { output })]);
    expect(lines).to.have.length(2 + 20);
    expect(lines[2]).to.equal('    | line 11');
    expect(lines[21]).to.equal('    | line 30');
  });

  it('say once what is so of several tests, and name three of them', () => {
    const busy = (kept) => ({ warnings: [{ code: 'busy', rounds: 40, kept }] });
    const rows = ['a', 'b\n', 'c', 'd', 'e'].map((name, i) => row(name, busy(i)));
    const first = `a: ${sentence(rows[0].warnings[0])}`;
    expect(noteLines(rows.slice(0, 1))).to.deep.equal([first]);
    expect(noteLines(rows.slice(0, 2))).to.deep.equal([`${first} (also: b\\n)`]);
    expect(noteLines(rows.slice(0, 4))).to.deep.equal([`${first} (also: b\\n, c, d)`]);
    expect(noteLines(rows)).to.deep.equal([`${first} (also: b\\n, c, d and 1 more)`]);
    expect(noteLines(rows, ALL)).to.deep.equal(rows.map((one, i) => (
      `${['a', 'b\\n', 'c', 'd', 'e'][i]}: ${sentence(one.warnings[0])}`)));
  });

  it('tell each reason why tests are not resolved', () => {
    const settle = 'an hour more would not settle it: forkTests and compare would tell more';
    const few = 'too few rounds for an interval: a longer time would give one';
    const rows = ['b', 'c', 'd', 'e'].map((name, i) => unresolved({ name, ...(i % 2 ? {} : { rankLow: null }) }));
    expect(noteLines(rows)).to.deep.equal([
      `b: not resolved; ${few} (also: d)`, `c: not resolved; ${settle} (also: e)`]);
  });

  it('have what is so of the most tests first', () => {
    const rows = [row('a', { warnings: warnings.slice(0, 5) }), row('b', { warnings: warnings.slice(4, 5) }),
      row('c', { warnings: warnings.slice(3, 5) })];
    expect(noteLines(rows)).to.deep.equal([
      `a: ${sentence(warnings[4])} (also: b, c)`, `a: ${sentence(warnings[3])} (also: c)`,
      `a: ${sentence(warnings[0])}`, `a: ${sentence(warnings[1])}`, 'and 1 more, which verbose shows']);
  });

  it('doubt nothing of tests that failed', () => {
    expect(noteLines([failed('c', {}), { ...failed('d'), warnings }])).to.deep.equal([
      '2 of 2 tests failed:', 'FAILED c: TypeError: x is not a function', 'FAILED d: TypeError: x is not a function']);
  });

  it('do not say again what would settle it, which the answer says', () => {
    const rows = [row('a', { verdict: 'baseline', rank: 1000, rankLow: null, rankHigh: null }),
      unresolved({ moreSeconds: 40 }), unresolved({ name: 'c' })];
    expect(noteLines(rows)).to.deep.equal([
      'c: not resolved; an hour more would not settle it: forkTests and compare would tell more',
      'b and c cannot be told from a yet',
    ]);
    expect(noteLines(rows, ALL)[0]).to.equal('b: not resolved; about 40 s more per test would settle it');
  });

  /** 200 tests of everything that can be said of some, of which none failed. */
  const many = () => Array.from({ length: 200 }, (_, i) => row(`test ${i}`, {
    verdict: i === 0 ? 'baseline' : ['faster', 'slower', 'same', 'unresolved', 'too-noisy', 'below-resolution'][i % 6],
    rank: i === 0 ? 1000 : 500 + 7 * i, rankLow: 400, rankHigh: 3000, noiseFloor: 0.008, moreSeconds: i % 2 ? 40 : null,
    warnings: [
      ...warnings.slice(0, i % 8), { code: 'disturbed', rounds: 2, lostNs: 1e7 },
      ...(i % 3 ? [{ code: 'prolonged', seconds: 1.2, goalSeconds: 0.4 }] : []),
    ],
  }));

  it('are five lines at the most for 200 tests, before the answer', () => {
    const lines = noteLines(many(), { margin: 0.002 });
    expect(lines).to.have.length(6);
    expect(lines[0]).to.match(/^noise floor here: 0\.8 %/);
    expect(lines[4]).to.match(/^and \d+ more, which verbose shows$/);
    expect(lines[5]).to.match(/of 199 others: /);
    for (const line of lines) expect(line.length, line).to.be.at.most(250);
  });

  it('are all there with verbose of 3, one for each thing that is so of a test', () => {
    const rows = many();
    const doubtful = rows.reduce((count, { verdict, warnings: { length } }) => count + length - 1 -
      (/too|below|unresolved/.test(verdict) ? -1 : 0), 0) - rows.filter((_, i) => i % 3).length;
    for (const verbose of [3, 4]) {
      const lines = noteLines(rows, { margin: 0.002, verbose });
      // The noise floor, what was left out of all tests in two lines, and the answer.
      expect(lines).to.have.length(doubtful + 4);
      expect(lines.filter((line) => /^test \d+: /.test(line))).to.have.length(doubtful);
      expect(lines[lines.length - 1]).to.equal(noteLines(rows, { margin: 0.002 }).pop());
    }
    expect(noteLines(rows, { margin: 0.002, verbose: 2 })).to.have.length(6);
  });

  it('have the failures whole, however many notes there are, and the answer at the end', () => {
    const rows = [...many(), ...['x', 'y', 'z'].map((name) => failed(name))];
    const lines = noteLines(rows);
    expect(lines.slice(5, 9)).to.deep.equal(['3 of 203 tests failed:',
      ...['x', 'y', 'z'].map((name) => `FAILED ${name}: TypeError: x is not a function`)]);
    expect(lines).to.have.length(10);
    expect(lines[9]).to.match(/ of 202 others: .*, 3 failed$/);
  });

  it('can be cut to any terminal, and lose nothing', () => {
    const message = `Error: ${'x'.repeat(300)}`;
    const rows = [row('日本'.repeat(100), { noiseFloor: 0.1, warnings, verdict: 'unresolved' }),
      row('a', { verdict: 'below-resolution' }),
      failed('c', { message })];
    const lines = noteLines(rows, ALL);
    expect(lines).to.include(`FAILED c: ${message}`);
    for (let columns = 2; columns <= 200; columns++) {
      for (const line of lines) {
        const own = wrapped(line, columns);
        for (const part of own) expect(width(part)).to.be.at.most(columns);
        expect(own.join('').replace(/ /g, '')).to.equal(line.replace(/ /g, ''));
      }
    }
  });
});
