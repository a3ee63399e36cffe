'use strict';

/*
 * The public face: timeit with everything attached, and no logic of its own.
 */

const { createClock } = require('./lib/clock');
const { createCalibration } = require('./lib/calibrate');
const { createTimeit } = require('./lib/timeit');
const { createRunit } = require('./lib/runit');
const { write } = require('./lib/terminal');
const { version } = require('./package.json');

/** A function whose parts are loaded at its first call: what only that call needs costs require nothing. */
function lazy(create) {
  let fn = null;
  return (...args) => (fn || (fn = create()))(...args);
}

const clock = createClock();
const calibration = createCalibration(clock);
const heap = {
  usedBytes: () => require('./lib/heap').usedBytes(),
  limitBytes: () => require('./lib/heap').limitBytes(),
};

const { timeit, reportit } = createTimeit({ clock, heap, calibration, write });

let speed = null;
function speedometer() {
  if (!speed) {
    const { createCpuMhz } = require('./lib/cpu-mhz');
    speed = createCpuMhz({ host: require('./lib/host'), chainMhz: calibration.chainMhz });
  }
  return speed;
}

function cpuMhz() {
  return speedometer()();
}
cpuMhz.reading = () => speedometer().reading();

timeit.fptime = clock.fptime;
timeit.reportit = reportit;
timeit.runit = createRunit({ timeit, fptime: clock.fptime, write });
timeit.cpuMhz = cpuMhz;
timeit.sysinfo = lazy(() => {
  const { createSysinfo } = require('./lib/sysinfo');
  return createSysinfo({ host: require('./lib/host'), clock, cpuMhz, version });
});
timeit.describeWarning = (warning) => require('./lib/warnings').sentence(warning);

module.exports = timeit;
