import timeit from './qtimeit.js';

export default timeit;
export {
  bench, streams, createBenchmark, fptime, keep, reportit, runit, cpuMhz, sysinfo, describeWarning,
} from './qtimeit.js';
export type {
  Goal, CallbackTest, TestCallback, EndCallback, TestError, Failure, Outcome,
  Result, Collections, ResultWarning, SystemWarning, Warning,
  Test, TestObject, Tier, Parameter, TestParameters, ParameterLists, ParameterTest, ParameterSuite, AnyTest,
  Group, Suite, Signal, BenchSettings, Row, Growth, GrowthFunction, RowError, Memory, ColdCache, Digest, BenchCallback, Bench, BenchOutcome,
  Later, MembersOf, InGroups,
  StreamFactory, StreamSuite, StreamHash, StreamCheck, StreamSettings, Streams, StreamFigures,
  CpuMhz, CpuMhzReading, CpuMhzReason, CpuMhzSource, SystemFacts, SystemInfo,
} from './qtimeit.js';
