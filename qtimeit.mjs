// One function for both module systems: a second copy would calibrate a second time.
import timeit from './qtimeit.js';

export default timeit;
export const {
  bench, streams, createBenchmark, fptime, keep, blackBox, reportit, runit, cpuMhz, sysinfo, describeWarning,
} = timeit;
