import timeit from './qtimeit.js';

export default timeit;
export {
  bench, streams, createBenchmark, fptime, keep, blackBox, reportit, runit, cpuMhz, sysinfo, describeWarning,
} from './qtimeit.js';
export type {
  Goal, CallbackTest, TestCallback, EndCallback, TestError, Failure, Outcome,
  Result, Collections, ResultWarning, SystemWarning, Warning,
  TestObject, Tier, Parameter, TestParameters, ParameterLists, AnyTest, Group, Signal, BenchSettings, BenchCallback,
  Bench, BenchOutcome, Row, Growth, GrowthFunction, RowError, Memory, ColdCache, Polluted, Digest,
  Counts, CountedEvents, CountedEvent, CountedProfile,
  StreamFactory, StreamSuite, StreamHash, StreamCheck, StreamSettings, Streams, StreamFigures,
  CpuMhz, CpuMhzReading, CpuMhzReason, CpuMhzSource, SystemFacts, SystemInfo,
} from './qtimeit.js';
