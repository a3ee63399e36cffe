'use strict';

const { expect } = require('chai');
const { createPartRecord, createRecorder, createResults } = require('#lib/cli/part-record');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { resolveSettings } = require('#lib/core/suite/settings');
const { noTerminal } = require('../helpers/cli-inside');
const { countsOf } = require('../helpers/documents');

/** A started part with one suite of one test: { record, shown, written, clock, sample, saved } */
function started() {
  const shown = [];
  const written = [];
  const saved = [];
  const terminal = noTerminal({}, {
    status: (line) => shown.push(line && line(60)), write: (text) => written.push(text),
  });
  const clock = { ns: 1e9, nowNs: () => clock.ns };
  const recorder = {
    document: { environment: null }, add: () => 1, record: (entry, { rows }, isOver) => saved.push({ rows, isOver }),
  };
  const record = createPartRecord({ file: 'a.js', index: 0, count: 2 },
    { clock, recorder, output: { terminal, isTable: true, write() {} }, found() {} });
  const settings = resolveSettings(() => {}, { verbose: 0 });
  const row = { ...createEmptyRow('x', 1), verdict: 'baseline', rank: 1000, nsPerCall: 5 };
  record.take({ type: 'begun', position: 0, settings, tests: [{ name: 'x' }], rows: [row], environment: null });
  record.take({ type: 'started', position: 0 });
  const sample = (share, phase, leftSeconds = null, more = {}) => {
    record.take({ type: 'row', index: 0, row: { ...row, ...more }, samples: [] });
    record.take({ type: 'sampled', position: 0, share, leftSeconds, phase });
  };
  return { record, row, settings, shown, written, clock, sample, saved };
}

const INTERRUPTED = { rowCode: 'interrupted', words: 'the run was interrupted', error: null };

describe('the record of a part', () => {
  it('shows the progress that its process reports: counting, and the number of the file', () => {
    const { shown, clock, sample } = started();
    sample(0.5, null, 3);
    sample(0, 'counting');
    clock.ns += 1e9;
    sample(0.25, 'counting');
    expect(shown.map((line) => line.replace(/^\[.*\] /, ''))).to.deep.equal([
      '50 %, about 3 s left, file 1 of 2', '0 %, counting, file 1 of 2', '25 %, counting, file 1 of 2',
    ]);
  });

  it('shows that the progress is of a further suite of the file', () => {
    const { record, row, settings, shown } = started();
    record.take({ type: 'begun', position: 1, settings, tests: [{ name: 'x' }], rows: [row], environment: null });
    record.take({ type: 'started', position: 1 });
    record.take({ type: 'row', index: 0, row, samples: [] });
    record.take({ type: 'sampled', position: 1, share: 0.5, leftSeconds: 3, phase: null });
    expect(shown.at(-1)).to.match(/50 %, about 3 s left, file 1 of 2, suite 2$/);
  });

  it('notes exported functions that its file does not run', () => {
    const said = [];
    const output = { error: (line) => said.push(line) };
    const record = createPartRecord({ file: 'a.js', index: 0, count: 1 }, { output, clock: { nowNs: () => 0 } });
    record.take({ type: 'unused', names: ['a'] });
    record.take({ type: 'unused', names: ['a', 'b\n'] });
    record.take({ type: 'unused', names: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    expect(said).to.deep.equal([
      'note: a.js: 1 exported function (a) is not run as a test, because the file has a default export',
      'note: a.js: 2 exported functions (a, b\\n) are not run as tests, because the file has a default export',
      'note: a.js: 7 exported functions (a, b, c, d, e and 2 more) are not run as tests, because the file has a ' +
        'default export',
    ]);
  });

  it('has a title for each further suite without one', () => {
    const { record, written } = started();
    for (const [position, title] of [[1, undefined], [2, 'mine']]) {
      const settings = resolveSettings(() => {}, { title, showPlatformInfo: false });
      record.take({ type: 'begun', position, settings, tests: [{ name: 'x' }], rows: [], environment: null });
      record.take({ type: 'started', position });
    }
    expect(written).to.deep.equal(['suite 2\n', 'mine\n']);
  });

  it('marks rows that were cut short, and rows with complete times but without counts', () => {
    const codesOf = ({ rows: [{ warnings }] }) => warnings.map(({ code }) => code);
    const timed = started();
    timed.sample(0.5, null);
    timed.record.cutShort(INTERRUPTED);
    expect(codesOf(timed.saved.pop())).to.deep.equal(['interrupted']);
    const counting = started();
    counting.sample(0.5, 'counting');
    const crash = { rowCode: 'exited', words: 'it ended', error: { code: 'killed', message: 'it was killed' } };
    expect(counting.record.cutShort(crash, { position: 0, index: 0 })).to.equal(false);
    const { rows: [row], isOver } = counting.saved.pop();
    expect({ verdict: row.verdict, nsPerCall: row.nsPerCall, isOver })
      .to.deep.equal({ verdict: 'baseline', nsPerCall: 5, isOver: true });
    expect(row.warnings).to.deep.equal([{ code: 'not-counted', reason: 'the run ended before counting' }]);
    const counted = started();
    counted.sample(0.5, 'counting', 3, { counts: countsOf(5) });
    counted.record.cutShort(INTERRUPTED);
    expect(codesOf(counted.saved.pop())).to.deep.equal([]);
  });
});

describe('commands/recorder', () => {
  const saver = { save() {}, saveWhenDue() {} };
  const namesOf = ({ document }) => document.suites.map(({ file, suite }) => `${file} ${suite}`);

  function recorderOf({ order, before }) {
    const document = createResults(['run'], { version: '1.0.0' });
    document.suites.push(...before);
    return createRecorder(document, order, saver);
  }

  it('keeps suites and failures in the order of the files, in any order of arrival', () => {
    const recorder = recorderOf({ order: ['a.js', 'b.js', 'c.js', 'd.js'], before: [{ file: 'c.js', suite: 1 }] });
    recorder.add('b.js', 1);
    recorder.fail(['d.js', 'a.js'], { message: 'no' });
    recorder.add('b.js', 2);
    recorder.add('c.js', 2);
    expect(namesOf(recorder)).to.deep.equal(['a.js 1', 'b.js 1', 'b.js 2', 'c.js 1', 'c.js 2', 'd.js 1']);
  });

  it('adds suites that have no place in the order at the end', () => {
    const recorder = recorderOf({ order: ['a.js'], before: [{ file: 'other.js', suite: 1 }] });
    recorder.add(null, 1);
    recorder.add('a.js', 1);
    recorder.add(null, 2);
    expect(namesOf(recorder)).to.deep.equal(['other.js 1', 'null 1', 'a.js 1', 'null 2']);
  });
});
