'use strict';

const { expect } = require('chai');
const { createPartRecord } = require('../../lib/commands/part-record');
const { emptyRow } = require('../../lib/estimate/row');
const { resolveSettings } = require('../../lib/suite/settings');

describe('what a command keeps of a part', () => {
  it('is under way as its process says: counting, which file', () => {
    const shown = [];
    const terminal = {
      status: (line) => shown.push(line && line(60)), write() {}, writeError() {}, screen: () => null,
      hasColours: () => false,
    };
    const clock = { ns: 1e9, nowNs: () => clock.ns };
    const recorder = { document: { environment: null }, add: () => 1, record() {} };
    const record = createPartRecord({ file: 'a.js', index: 0, count: 2 }, { isTable: true },
      { clock, recorder, output: { terminal, write() {} }, found() {} });
    const tests = [{ name: 'x' }];
    const settings = resolveSettings(() => {}, { verbose: 0 });
    record.take({ type: 'begun', position: 0, settings, tests, rows: [emptyRow('x', 1)], environment: null });
    record.take({ type: 'started', position: 0 });
    const sample = (share, phase, leftSeconds = null) => {
      record.take({ type: 'row', index: 0, row: emptyRow('x', 1), samples: [] });
      record.take({ type: 'sampled', position: 0, share, leftSeconds, phase });
    };
    sample(0.5, null, 3);
    sample(0, 'counting');
    clock.ns += 1e9;
    sample(0.25, 'counting');
    expect(shown.map((line) => line.replace(/^\[.*\] /, ''))).to.deep.equal([
      '50 %, about 3 s left, file 1 of 2', '0 %, counting, file 1 of 2', '25 %, counting, file 1 of 2',
    ]);
  });
});
