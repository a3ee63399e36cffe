'use strict';

/* The public API for Node.js. */

const {
  once, clock, asBefore, lineWriter, tools, cpuMhz: speedometer, sysinfo, makeBench,
} = require('./lib/composition');
const { blackBox, keep } = require('./lib/core/measure/keep');

// The command line measures the suites of all copies of this library that a script finds.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

const core = once(() => require('./lib/timeit').createTimeit({
  ...tools(), write: lineWriter(), asBefore: asBefore(),
}));

const repeater = once(() => require('./lib/runit').createRunit({ timeit, fptime: clock.fptime, write: lineWriter() }));

const benchmark = once(() => makeBench({ settingsOwner: bench }));

function bench(suite, options, callback) {
  const cliBench = globalThis[CONDUCTOR];
  return cliBench ? cliBench(suite, options, callback, bench) : benchmark()(suite, options, callback);
}

function streams(suite, options, callback) {
  const cliBench = globalThis[CONDUCTOR];
  // The bench of an older copy has no streams.
  return (cliBench && cliBench.streams ? cliBench : benchmark()).streams(suite, options, callback, streams);
}

function timeit(countOrSeconds, testFunction, message, callback) {
  // The time of the first call includes loading.
  const startedNs = clock.steadyNs();
  return core().timeit(countOrSeconds, testFunction, message, callback, startedNs);
}

function cpuMhz() {
  return speedometer()();
}
cpuMhz.reading = () => speedometer().reading();

timeit.fptime = clock.fptime;
// No wrapper: V8 inlines them into the test, which leaves only stores and a load.
timeit.keep = keep;
timeit.blackBox = blackBox;
timeit.reportit = (...values) => core().reportit(...values);
timeit.runit = (...values) => repeater()(...values);
timeit.cpuMhz = cpuMhz;
timeit.bench = bench;
timeit.streams = streams;
timeit.createBenchmark = (...values) => require('./public/common').createBenchmark(...values);

// Not enumerable, because enumerable properties of bench are settings.
const formats = { toJson: 'json', toCsv: 'csv', toMarkdown: 'markdown' };
for (const name of Object.keys(formats)) {
  Object.defineProperty(bench, name, {
    value: (rows) => require('./lib/report/view/view').formatRows(formats[name], rows),
  });
}
timeit.sysinfo = sysinfo;
timeit.describeWarning = (warning) => require('./lib/core/system/warnings').sentence(warning);

module.exports = timeit;
