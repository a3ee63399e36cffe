import timeit from './qtimeit.js';

export default timeit;
export { bench, createBenchmark, fptime, reportit, runit, cpuMhz, sysinfo, describeWarning } from './qtimeit.js';
export type {
  Goal, CallbackTest, TestCallback, EndCallback, TestError, Failure, Outcome,
  Result, Collections, ResultWarning, SystemWarning, Warning,
  Test, TestObject, AnyTest, Suite, BenchSettings, Row, RowError, Digest, BenchCallback, Bench, BenchOutcome, Later,
  CpuMhz, CpuMhzReading, CpuMhzReason, CpuMhzSource, SystemFacts, SystemInfo,
} from './qtimeit.js';
