'use strict';

/*
 * Prints test/fixtures/recorded-rounds.json: the rounds of six runs on a real machine. The stored file is from a
 * machine with two cores on which three other processes ran endless loops.
 *
 *   node test/helpers/record-rounds.js > test/fixtures/recorded-rounds.json
 */

const { runSteps } = require('#lib/core/measure/run-steps');
const { measureFunction } = require('#lib/core/measure/measure');

const numbers = Array.from({ length: 1000 }, (_, i) => i * 7 % 31);
const RUNS = [
  ['reduce', { seconds: 0.3 }, () => numbers.reduce((sum, one) => sum + one, 0)],
  ['map', { seconds: 0.3 }, () => numbers.slice(0, 60).map((one) => one + 1)],
  ['parse', { count: 400000 }, () => JSON.parse('{"a":[1,2,3],"b":"text"}')],
  ['chain', { seconds: 0.3 }, () => {
    let s = numbers[3]; for (let i = 0; i < 10; i++) s = (s ^ 5) + 3 | 0; return s; }],
  ['callback', { seconds: 0.3 }, (callback) => { Math.sqrt(numbers[5]); callback(); }],
  ['promise', { seconds: 0.3 }, async () => numbers.length],
];

const DIGITS = { referenceNs: 4, mhz: 1, turnNs: 4 };

/** Converts a list of objects to one list per field, or to one value if it is the same in all objects. */
function columnsOf(rounds) {
  const columns = {};
  for (const name of Object.keys(rounds[0])) {
    const list =
      rounds.map((one) => (DIGITS[name] && one[name] !== null ? Number(one[name].toFixed(DIGITS[name])) : one[name]));
    columns[name] = list.every((value) => value === list[0]) ? list[0] : list;
  }
  return columns;
}

/** The inverse of columnsOf(). null becomes NaN, which JSON lacks, except for a tier. */
function roundsOf(columns) {
  const length = columns.ns.length;
  return Array.from({ length }, (_, i) => Object.fromEntries(Object.entries(columns).map(([name, list]) => {
    const value = Array.isArray(list) ? list[i] : list;
    return [name, value === null && name !== 'tier' ? NaN : value];
  })));
}

function record([name, goal, fn], done) {
  // Loaded only here: roundsOf() is also used in pages, which cannot load it.
  const { clock, calibration, natives } = require('#lib/composition');
  const tools =
    { clock, heap: require('#lib/base/engine/v8-heap'), calibration: calibration(), natives: natives(), late() {} };
  const startedNs = clock.nowNs();
  runSteps(measureFunction({ fn, takesCallback: fn.length > 0, ...goal }, tools, { loop: null, calls: 0, slice: 0 }),
    (failure, samples) => {
    if (failure) throw failure.error;
    const { rounds, ...rest } = samples;
    done({ name, goal, wallclockNs: clock.nowNs() - startedNs, samples: { ...rest, rounds: columnsOf(rounds) } });
  });
}

function recordAll(left, recorded = []) {
  if (left.length === 0) process.stdout.write(`[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  else record(left[0], (one) => setImmediate(recordAll, left.slice(1), [...recorded, one]));
}

if (require.main === module) recordAll(RUNS);

module.exports = { roundsOf };
