'use strict';

/*
 * The public face: timeit with everything attached, and no logic of its own. What only a call needs is
 * loaded by the first call, so that require('qtimeit') takes a millisecond and reads no other file.
 */

const { createClock } = require('./lib/clock');

const clock = createClock();

/** A value made at its first use. */
function once(create) {
  let value;
  let made = false;
  return () => {
    if (!made) value = create();
    made = true;
    return value;
  };
}

const terminal = once(() => require('./lib/terminal'));
const write = (text) => terminal().write(text);

const calibration = once(() => require('./lib/calibrate').createCalibration(clock));

const core = once(() => {
  const { createTimeit } = require('./lib/timeit');
  return createTimeit({ clock, heap: require('./lib/heap'), calibration: calibration(), write });
});

const speedometer = once(() => {
  const { createCpuMhz } = require('./lib/cpu-mhz');
  return createCpuMhz({ host: require('./lib/host'), chainMhz: () => calibration().chainMhz() });
});

const systemInformation = once(() => {
  const { createSysinfo } = require('./lib/sysinfo');
  const { version } = require('./package.json');
  return createSysinfo({ host: require('./lib/host'), clock, cpuMhz: speedometer(), version });
});

const repeater = once(() => require('./lib/runit').createRunit({ timeit, fptime: clock.fptime, write }));

// What this process has been started for, see lib/fork-child.js; taken away at once, so that processes which
// the script or its tests start do not inherit it.
const forkMark = process.env.QTIMEIT_FORK;
if (forkMark !== undefined) delete process.env.QTIMEIT_FORK;

const benchmark = once(() => {
  const { createBench } = require('./lib/bench');
  const doors = {
    clock, heap: require('./lib/heap'), calibration: calibration(), host: require('./lib/host'), sysinfo: timeit.sysinfo,
    terminal: terminal(), face: bench,
  };
  doors.forks = require('./lib/fork-runner').createForkRunner(doors);
  doors.role = forkMark && process.send ? require('./lib/fork-child').createForkChild(forkMark, doors) : null;
  return createBench(doors);
});

function bench(suite, options, callback) {
  return benchmark()(suite, options, callback);
}

function timeit(countOrSeconds, testFunction, message, callback) {
  // The loading of all parts by the first call is on its clock too.
  const startedNs = clock.nowNs();
  return core().timeit(countOrSeconds, testFunction, message, callback, startedNs);
}

function cpuMhz() {
  return speedometer()();
}
cpuMhz.reading = () => speedometer().reading();

timeit.fptime = clock.fptime;
timeit.reportit = (...values) => core().reportit(...values);
timeit.runit = (...values) => repeater()(...values);
timeit.cpuMhz = cpuMhz;
timeit.bench = bench;

// Not enumerable: what users set on bench are settings.
const formats = { toJson: 'json', toCsv: 'csv', toMarkdown: 'markdown' };
for (const name of Object.keys(formats)) {
  Object.defineProperty(bench, name, { value: (rows) => require(`./lib/report/${formats[name]}`)[name](rows) });
}
timeit.sysinfo = () => systemInformation()();
timeit.describeWarning = (warning) => require('./lib/warnings').sentence(warning);

module.exports = timeit;
