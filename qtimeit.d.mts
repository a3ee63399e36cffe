import timeit from './qtimeit.js';

export default timeit;
export { fptime, reportit, runit, cpuMhz, sysinfo, describeWarning } from './qtimeit.js';
export type {
  Goal, CallbackTest, TestCallback, EndCallback, TestError, Failure, Outcome,
  Result, Collections, ResultWarning, SystemWarning, Warning,
  CpuMhz, CpuMhzReading, CpuMhzReason, CpuMhzSource, SystemFacts, SystemInfo,
} from './qtimeit.js';
