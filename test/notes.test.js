'use strict';

const { expect } = require('chai');
const { noteLines, isMarked } = require('../lib/report/notes');
const { width } = require('../lib/report/display');
const { sentence } = require('../lib/warnings');

const row = (name, more) => ({
  name, verdict: 'same', moreSeconds: null, margin: 0.002, noiseFloor: null, processes: 0, resolutionNs: 0.1, warnings: [], error: null, ...more,
});
const error = (more) => ({ code: 'threw', message: 'TypeError: x is not a function', at: null, calls: null, stack: null, output: [], ...more });
const failed = (name, more) => row(name, { verdict: 'failed', error: error(more) });

describe('the notes below a table', () => {
  it('are none where there is nothing to say', () => {
    expect(noteLines([row('a', { warnings: [{ code: 'few-samples', rounds: 7 }] })])).to.deep.equal([]);
    expect(noteLines([], {})).to.deep.equal([]);
  });

  it('tell the noise floor, once', () => {
    expect(noteLines([row('a', { noiseFloor: 0.0005 }), row('b', { noiseFloor: 0.0005 })], { margin: 0.002 })).to.deep.equal([
      'noise floor here: 0.05 %; differences under it are not told apart',
    ]);
    expect(noteLines([row('a', { noiseFloor: 0.012345 })], { margin: 0.002 })).to.deep.equal([
      'noise floor here: 1.2 %; differences under it are not told apart (it takes the place of the margin of 0.2 %)',
    ]);
    expect(noteLines([row('a', { noiseFloor: 0.1 })])).to.deep.equal(['noise floor here: 10 %; differences under it are not told apart']);
  });

  const doubts = [
    [{ moreSeconds: 3.21 }, 'not resolved; about 3.2 s more per test would settle it'],
    [{ moreSeconds: 0.0512 }, 'not resolved; about 0.051 s more per test would settle it'],
    [{ moreSeconds: 40 }, 'not resolved; about 40 s more per test would settle it'],
    [{ moreSeconds: 600 }, 'not resolved; about 10 min more per test would settle it'],
    [{ moreSeconds: 36000 }, 'not resolved; about 10 h more per test would settle it'],
    [{}, 'not resolved; more time in one process would not settle it, try forkTests'],
    [{ processes: 8 }, 'not resolved; more time would not settle it'],
  ];
  for (const [more, words] of doubts) {
    it(`tell what would settle ${JSON.stringify(more)}`, () => {
      expect(noteLines([row('b', { verdict: 'unresolved', ...more })])).to.deep.equal([`b: ${words}`]);
    });
  }

  it('tell what would settle first calls', () => {
    const [doubt] = noteLines([row('b', { verdict: 'unresolved', processes: 30, isCold: true })]);
    expect(doubt).to.equal('b: not resolved; more processes may settle it, forkTests: 100');
  });

  const warnings = [
    { code: 'cold-start', calls: 10, extraNs: 5, steadyNs: 10 },
    { code: 'not-steady', drift: 0.12 },
    { code: 'disturbed', rounds: 2, lostNs: 3e9 },
    { code: 'may-hide', referenceNs: 35 },
    { code: 'heap-limit', usedBytes: 9e8, limitBytes: 1e9 },
    { code: 'handles-left', handles: ['2 x Timeout'] },
  ];
  it('explain every mark', () => {
    for (const warning of warnings) expect(isMarked(warning), warning.code).to.equal(true);
    for (const code of ['few-samples', 'too-few-samples', 'collections', 'toString']) expect(isMarked({ code }), code).to.equal(false);
    expect(noteLines([row('a', { warnings })])).to.deep.equal(warnings.map((warning) => `a: ${sentence(warning)}`));
    expect(noteLines([row('a', { warnings: [{ code: 'interrupted' }] })])).to.have.length(1);
  });

  it('explain what is too fast to tell, once', () => {
    const more = { verdict: 'below-resolution', resolutionNs: 0.2 };
    const expected = ['noop: cannot be told from an empty function (under 0.20 ns each)'];
    expect(noteLines([row('noop', more)])).to.deep.equal(expected);
    expect(noteLines([row('noop', { ...more, warnings: [{ code: 'below-resolution', resolutionNs: 0.2 }] })])).to.deep.equal(expected);
  });

  it('repeat the failures', () => {
    const rows = [row('a'), failed('b', { at: 'file.js:3:5', calls: '768 to 1024', output: ['\x1b[31mwarning\x1b[0m: x', '\tat y'] }), failed('c')];
    expect(noteLines(rows)).to.deep.equal([
      '2 of 3 tests failed:',
      '  b: TypeError: x is not a function',
      '    at file.js:3:5',
      '    on call 768 to 1024',
      '    | warning: x',
      '    |     at y',
      '  c: TypeError: x is not a function',
    ]);
    expect(noteLines([failed('c')])[0]).to.equal('1 of 1 test failed:');
    expect(noteLines([row('c', { verdict: 'failed' })])).to.deep.equal(['1 of 1 test failed:', '  c: failed']);
  });

  it('keep all lines of a message and what a terminal would do with them', () => {
    expect(noteLines([failed('c\n', { message: 'expected\n+ 1\r\n- \x07 2' })]).slice(1)).to.deep.equal([
      '  c\\n: expected', '    + 1', '    - \\x07 2']);
  });

  it('have the last 20 lines of the output', () => {
    const output = [];
    for (let i = 1; i <= 30; i++) output.push(`line ${i}`);
    const lines = noteLines([failed('c', { output })]);
    expect(lines).to.have.length(2 + 20);
    expect(lines[2]).to.equal('    | line 11');
    expect(lines[21]).to.equal('    | line 30');
  });

  it('are cut to the terminal, but not what failures said', () => {
    const message = `Error: ${'x'.repeat(300)}`;
    const rows = [row('日本'.repeat(100), { noiseFloor: 0.1, warnings, verdict: 'unresolved' }), row('a', { verdict: 'below-resolution' }),
      failed('c', { message })];
    for (let columns = 1; columns <= 200; columns++) {
      const lines = noteLines(rows, { columns });
      expect(lines.pop()).to.equal(`  c: ${message}`);
      for (const line of lines) expect(width(line)).to.be.at.most(columns);
    }
    expect(noteLines(rows, { columns: 0 })).to.deep.equal(noteLines(rows));
  });
});
