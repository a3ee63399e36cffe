'use strict';

// What timeit prints, in about two seconds: node examples/overview.js

const timeit = require('..');

var x, y;

console.log('-- a fixed number of calls, and twice the work');
timeit(1e7, function () { x = [1, 2, 3]; });
timeit(1e7, function () { x = [1, 2, 3]; y = [4, 5, 6]; });

console.log('-- a duration, with a message');
const parsed = timeit('300ms', () => { x = JSON.parse('{"a":1,"b":[1,2,3]}'); }, 'JSON.parse');
console.log(`   time per call: ${parsed.nsPerCall.toFixed(1)} ns`);
// On a busy machine, a measurement can be too short for an interval.
if (parsed.nsLow !== null) {
  console.log(`   95 % interval: ${parsed.nsLow.toFixed(1)} to ${parsed.nsHigh.toFixed(1)} ns`);
}

console.log('-- an empty function takes no time');
timeit(1e7, () => {});

console.log('-- a callback test, then one that returns a promise');
timeit(1e6, (callback) => { x = [1, 2, 3]; callback(); }, 'callback', async (err) => {
  if (err) throw err;
  await timeit('300ms', async () => { y = JSON.parse('{"a":1,"b":[1,2,3]}'); }, 'promise');

  const { cpu, nodeVersion, cpuMhz, cpuMhzSource, warnings } = timeit.sysinfo();
  console.log(`-- node ${nodeVersion} on ${cpu}, ${Math.round(cpuMhz)} MHz (${cpuMhzSource})`);
  warnings.forEach((warning) => console.log(`   ${timeit.describeWarning(warning)}`));
});
