'use strict';

const MARK = 900;

/** What callgrind writes of a process that had these totals, of each part one. */
const callgrindText = (totals) => totals.map((total, i) => (
  `part: ${i + 1}\nevents: Ir\nfn=f\n0 ${total}\ntotals: ${total}\n`)).join('\n');

/**
 * The totals of a process, in parts where its job asks for these.
 *
 * @param {{ calls: number, parts: number }} job
 * @param {function(number): number} after instructions of so many calls
 * @returns {number[]}
 */
function totalsOf({ calls, parts }, after) {
  const before = 5e8;
  if (parts === 0) return [before + after(calls)];
  const own = Array.from({ length: parts }, (_, k) => MARK + after((k + 1) * calls) - after(k * calls));
  return [before, MARK, ...own, 1e6];
}

module.exports = { callgrindText, totalsOf };
