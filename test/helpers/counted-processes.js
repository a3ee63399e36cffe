'use strict';

/* Simulated counted processes: their reports, the answers of valgrind and perf, and the files of callgrind. */

const { createEmptyRow } = require('#lib/core/estimate/row');
const { fakeHost, systemError } = require('./fake-host');

const MARK = 900;

const COUNTED = {
  kind: 'sync', form: 'sync given 0', tiers: { loop: 'optimized', test: 'optimized' }, collects: false, threads: 0,
  hasProcesses: false,
};
const REQUEST = {
  job: { position: 0, index: 0, name: 'a', history: null }, flags: [], kind: 'sync', nsPerCall: 10, limitMs: 5000,
  ownLoop: null,
};

const MISSING = { error: systemError('ENOENT', 'spawnSync'), status: null, stdout: null, stderr: null };
const VALGRIND = { status: 0, signal: null, stdout: 'valgrind-3.19.0\n', stderr: '' };
const PERF = { status: 0, signal: null, stdout: 'perf version 6.1\n', stderr: '1000;;instructions:u;1;100.00;;\n' };

/** A machine with these answers of perf and valgrind, without vgdb */
const countingHost = ({ perf = MISSING, valgrind = VALGRIND } = {}) => Object.assign(fakeHost(), {
  run: (command) => ({ perf, valgrind })[command] || MISSING,
});

/** The end of a process that has reported this */
const goodEnd = (counted = COUNTED) => (
  { row: createEmptyRow('a', 1), sample: null, counted, error: null, hung: false });

/** The path of the file that callgrind writes, taken from its command. */
const callgrindFile = ({ wrapper }) => (wrapper.find((word) => word.startsWith('--callgrind-out-file=')).split('=')[1]);

/** The text that callgrind writes for a process with these totals, one per part. */
const callgrindText = (totals) => totals.map((total, i) => (
  `part: ${i + 1}\nevents: Ir\nfn=f\n0 ${total}\ntotals: ${total}\n`)).join('\n');

/** The totals of a process, one per part if its job has parts; after(calls): instructions after this many calls */
function totalsOf({ calls, parts }, after) {
  const before = 5e8;
  if (parts === 0) return [before + after(calls)];
  const own = Array.from({ length: parts }, (_, k) => MARK + after((k + 1) * calls) - after(k * calls));
  return [before, MARK, ...own, 1e6];
}

module.exports = {
  callgrindFile, callgrindText, countingHost, goodEnd, totalsOf, COUNTED, MISSING, PERF, REQUEST, VALGRIND,
};
