/*
 * Types of saved documents (`--save`, `--json`): import type { Results } from 'qtimeit/documents'.
 * Unknown values are null.
 */

import timeit = require('../qtimeit');

/** Any document that `qtimeit report` reads. Documents with a newer `schema` are rejected. */
export type Document = Results | Comparison | Rates;

interface Head {
  schema: 1;
  /** Version of qtimeit. */
  version: string;
  /** Time in ISO format. */
  savedAt: string;
  /** false for unfinished and interrupted runs. */
  complete: boolean;
  /** Arguments of the command. */
  command: string[];
  /** Only in shards. */
  shard?: Shard;
  /** Hash of the plan, in merged documents. */
  plan?: string;
  machines?: Machine[];
  /** With `merge --blocks`. */
  oddMachines?: OddMachine[];
  /** With `merge --partial`. */
  missing?: Missing;
}

/** Duration and machine of a unit. */
interface Unit {
  /** Index in `machines`. */
  machine?: number;
  /** Duration in seconds, including process startup; null until finished. */
  seconds?: number | null;
}

/** Results of `run` and snippets. */
export interface Results extends Head {
  qtimeit: 'results';
  environment: timeit.SystemInfo;
  suites: Suite[];
  /** The commit that was checked out; null outside of a git repository. */
  revision?: { commit: string; isClean: boolean } | null;
}

export interface Suite extends Unit {
  /** Path; null for snippets. */
  file: string | null;
  /** Number of the `bench` call in the file, from 1. */
  suite: number;
  settings: Settings | null;
  tests: Test[];
  /** With --why, the reasons of the slowest tests. */
  explanations?: Explanation[];
  /** Why the file could not be loaded. */
  error: timeit.RowError | null;
}

/** Settings of a suite. Functions are replaced by descriptions. */
export interface Explanation {
  /** Names of the faster and the slower test or side. */
  a: string;
  b: string;
  explanation: Budget | null;
  /** Why there is no explanation. */
  reason: string | null;
  isFailed: boolean;
}

/** The lines and the rest add up to the difference. */
export interface Budget {
  differenceNs: number;
  halfWidthNs: number;
  ratio: number;
  unexplainedNs: number;
  lines: BudgetLine[];
  /** Deoptimizations of both while they were measured. */
  deopts: number[];
}

export interface BudgetLine {
  id: string;
  what: string;
  ns: number;
  place: { file: string; line: number; column: number; text: string } | null;
  because: string[];
  isKnown: boolean;
  /** The same with an option of V8 that takes the cause away. */
  test: { words: string; flags: string[]; differenceNs: number; priceNs: number; halfWidthNs: number } | null;
}

export interface Settings {
  timeGoal: number;
  margin: number;
  forkTests: number;
  title?: string;
  preRunMessage?: string;
  [setting: string]: unknown;
}

export interface Test extends timeit.Row {
  /** One sample per process. */
  samples: Sample[];
}

export interface Sample {
  nsPerCall: number;
  nsLow: number | null;
  nsHigh: number | null;
  cycles: number | null;
  calls: number;
  rounds: Rounds | null;
}

/** At most 6000 rounds (250 from a worker) in chronological order. Adjacent rounds are merged to fit. */
export interface Rounds {
  /** Number of warm-up rounds at the start. */
  warmUp: number;
  calls: number[];
  /** Time per call, in ns. */
  ns: (number | null)[];
  mhz: (number | null)[];
  /** Growth of the heap in bytes; negative after a collection. */
  heapBytes: (number | null)[];
}

interface Compared {
  /** The first side is the baseline. Rates can have a single side, 'this'. */
  sides: Side[];
  skipped?: Skipped[];
}

export interface Side {
  label: string;
  /** Revision, executable, package or file. */
  source: string | null;
  environment: timeit.SystemInfo | null;
}

/** A benchmark file that exited before `createBenchmark`. */
export interface Skipped {
  side: string;
  file: string;
  /** Last line of output. */
  words: string;
}

/**
 * Results of `compare`, `run --on` and `merge`. In comparisons of rates, times are 1e9 / rate, in ns;
 * `tests[].sides[].rates` and `tests[].changes[].welch` are set.
 */
export interface Comparison extends Head, Compared {
  qtimeit: 'comparison';
  /** 'processes': measured interleaved; 'saved': results of separate runs. */
  kind: 'processes' | 'saved';
  /** 0.95, for all verdicts together. */
  confidence: number;
  /** Requested fractions, or null. */
  precision: number | null;
  maxRegression: number | null;
  differences: Difference[];
  /** Files that could not be loaded. */
  failures: Failure[];
  tests: ComparedTest[];
  gate?: Gate | null;
  /** Only for `run --on`. */
  across?: 'engines';
  hints?: Hint[];
}

/** A difference between environments. If `forbids` is true, there are no verdicts. */
export interface Difference {
  field: string;
  values: unknown[];
  forbids: boolean;
}

export interface Failure {
  side: string;
  file: string | null;
  error: timeit.RowError;
}

export interface ComparedTest extends Unit {
  file: string | null;
  suite: number;
  name: string;
  /** null for sides without this test. */
  sides: (SideOfTest | null)[];
  /** Unit of `values`. */
  unit: 'cycles' | 'ns';
  /** One change per side after the first. */
  changes: Change[];
  /** Set after the pilot. */
  planned?: Planned | null;
  /** With --why, the reasons of the largest changes. */
  explanations?: Explanation[];
  /** Whether values at the same index come from the same restart or adjacent runs. */
  paired?: boolean;
}

/** Seconds per process; processes per side. */
export interface Planned {
  seconds: number;
  processes: number;
}

/** Times are in ns, at the same clock rate for all sides. */
export interface SideOfTest {
  nsPerCall: number | null;
  nsLow: number | null;
  nsHigh: number | null;
  cycles: number | null;
  processes: number;
  /** One value per process or run, in `unit`. */
  values: number[];
  /** Why the side has no time: the verdict of at least half of its processes. Earlier versions omit it. */
  unmeasured?: 'hoisted' | 'folded' | 'below-resolution' | 'too-noisy' | null;
  error: timeit.RowError | null;
  /** With `--count`. */
  counts?: timeit.Counts | null;
  /** Why instructions were not counted. */
  notCounted?: string | null;
  /** Only for `run --on`. */
  memory?: timeit.Memory | null;
  warnings?: timeit.Warning[];
  /** Operations per second, in comparisons of rates. */
  rates?: number[];
  /** Errors of runs, in comparisons of rates. */
  errors?: timeit.RowError[];
}

export interface Change {
  /** Ratio of the times: 1.02 is 2 % slower. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** Confidence level of `low` and `high`. */
  confidence: number | null;
  p: number | null;
  /** p value after Holm's correction. */
  adjustedP: number | null;
  verdict: 'same' | 'faster' | 'slower' | 'looks-faster' | 'looks-slower' | 'unresolved' | 'failed' | 'unmatched'
    | 'not-judged' | 'below-resolution' | 'too-noisy' | 'folded' | 'hoisted';
  /** Differences up to this fraction are `same`. */
  margin: number;
  /** Additional processes per side, and seconds, that would settle the verdict. */
  moreProcesses: number | null;
  moreSeconds: number | null;
  /** Whether the change certainly exceeds `maxRegression`. */
  regression: boolean;
  counts?: CountChange | null;
  /** With `merge --blocks`. */
  blocks?: Block[];
  /** Whether machines differ so much that more processes would not help. */
  machinesDiffer?: boolean;
  welch?: Welch | null;
}

export interface CountChange {
  /** Instructions per call; positive if the new side executes more. */
  difference: number | null;
  ratio: number | null;
  /** Half of the 95 % interval of `difference`. */
  error: number | null;
  /** Differences up to this fraction are `same`. */
  margin: number | null;
  verdict: 'same' | 'more' | 'fewer' | 'not-counted';
  /** Whether the change certainly exceeds `maxRegression`; null if undecided. Takes precedence over time. */
  regression: boolean | null;
  /** Why instructions were not counted. */
  reason: string | null;
  /** null without `--count cache`. */
  events: ChangedEvents | null;
  /** Whether the test starts processes, which are not counted. */
  hasProcesses: boolean;
}

export interface ChangedEvents {
  l1Misses?: ChangedEvent;
  llMisses?: ChangedEvent;
  mispredicted?: ChangedEvent;
  cycles?: ChangedEvent;
}

export interface ChangedEvent {
  difference: number;
  error: number;
  verdict: 'same' | 'more' | 'fewer' | 'not-counted';
}

/** The change on one machine, with a 95 % interval. */
export interface Block {
  machine: number;
  ratio: number;
  low: number | null;
  high: number | null;
  processes: number;
}

/** As computed by Node.js's `compare.R`, as fractions. */
export interface Welch {
  improvement: number | null;
  p: number | null;
  stars: '' | '*' | '**' | '***';
  /** At the levels 0.05, 0.01 and 0.001; null with a reason in `skipped`. */
  accuracy: number[] | null;
  /** Reason: 'too-few', 'no-variance', 'old-is-zero' or 'not-finite'. */
  skipped: string | null;
}

/** The result of `--max-regression`. */
export interface Gate {
  limit: number;
  outcome: 'passed' | 'failed' | 'not-judged';
  /** Number of tests that are certainly within the limit. */
  passed: number;
  failed: GateFailure[];
  /** Number of tests judged by instructions. */
  byCounts?: number;
  /** With `--count`: tests judged by time, with the reason. */
  byTime?: GateReason[];
  unjudged: GateUnjudged[];
}

/** `name` is null if the whole file failed. */
interface GatePlace {
  file: string | null;
  suite: number;
  name: string | null;
  side: string | null;
}

export interface GateFailure extends GatePlace {
  by?: 'instructions' | 'time';
}

export interface GateReason extends GatePlace {
  /**
   * 'too-wide' (interval wider than the limit), 'near-limit', 'noise' (saved results), 'unmatched', 'below-resolution',
   * 'too-noisy', 'failed', 'file-failed', 'no-interval', 'not-comparable' or 'not-measured'
   */
  reason: string;
}

/** With option values that would suffice; null if unknown, or already sufficient. */
export interface GateUnjudged extends GateReason {
  moreProcesses: number | null;
  moreSeconds: number | null;
  time: number | null;
  precision: number | null;
  runs: number | null;
  /** Smallest `--max-regression` that could be judged. */
  limitItCouldJudge: number | null;
}

/** Rates of benchmark files with parameters, from `run`, `compare`, `scatter`, or CSV. */
export interface Rates extends Head, Compared {
  qtimeit: 'rates';
  /** Requested runs per configuration and side; with `precision`, the maximum. */
  runs: number;
  /** Fraction requested with `--precision`. */
  precision?: number;
  /** Files that could not be run. */
  failures: Failure[];
  configurations: Configuration[];
  hints?: Hint[];
}

/** Runs that are too short or vary too much, with a value to try for a parameter. Printed, not saved. */
export interface Hint {
  file: string;
  configuration: string;
  kind: 'too-short' | 'noisy';
  seconds: number;
  variation: number | null;
  parameter: string | null;
  suggestion: number | null;
}

export interface Configuration extends Unit {
  file: string;
  /** As printed: 'n=1024 type="fast"'. */
  configuration: string;
  /** Values of the parameters; null if missing from a CSV. */
  parameters: { [name: string]: timeit.Parameter } | null;
  sides: (RatesOfSide | null)[];
  /** Planned runs per side. */
  wanted?: number;
  /** Number of operations passed to `end`. */
  operations?: number;
  /** The requested configuration, if the run changed it. */
  asked?: string;
}

/** One entry per successful run; in `errors`, per failed run. */
export interface RatesOfSide {
  /** Operations per second. */
  rates: number[];
  seconds: (number | null)[];
  errors: timeit.RowError[];
  /** Positions in the order of all successful runs, from 1. */
  places?: number[];
  /** Instruction counts per operation. */
  counts?: timeit.Counts | null;
  warnings?: timeit.Warning[];
}

/** The part of a run in this document. */
export interface Shard {
  /** Number of this shard, from 1. */
  index: number;
  /** Number of shards. */
  count: number;
  /** Number of units in the plan. */
  units: number;
  /** Indices of the units of this shard, from 0, in the order of `tests`, `configurations` or `files`. */
  places: number[];
  /** Hash of the plan: 16 hexadecimal digits. */
  plan: string;
  /** Options that affect results. */
  settings: object;
  /** Revision of the working tree, with a hash of uncommitted changes; null without git. */
  revision: string | null;
  /** Name of the host or Slurm node. */
  machine: string;
  /** Environment variable that `--shard auto` used. */
  task: string | null;
  files?: string[];
}

export interface Machine {
  name: string;
  /** Of the first side. */
  environment: timeit.SystemInfo | null;
  /** Numbers of its shards. */
  shards: number[];
}

/** A machine whose results differ from other machines', and the number of tests that show it. */
export type OddMachine =
  | { kind: 'machine-disagrees'; machine: number; tests: number; differing: number }
  /** `share`: 0.1 is 10 % slower. */
  | { kind: 'machine-slower'; machine: number; tests: number; share: number }
  /** `times`: factor by which its times vary more. */
  | { kind: 'machine-noisy'; machine: number; tests: number; times: number };

export interface Missing {
  shards: number[];
  units: MissingUnit[];
}

export interface MissingUnit {
  shard: number;
  name: string;
}

/** Output of `--plan --json`. */
export interface Plan {
  qtimeit: 'plan';
  schema: 1;
  /** null for several numbers of machines. */
  plan: string | null;
  /** `seconds` is null without `--durations`; `isKnown` is false if it is a mean; `shard` counts from 1, or is null. */
  units: { name: string; seconds: number | null; isKnown: boolean; shard: number | null }[];
  /** One entry per number of machines. */
  machines: {
    machines: number; longestSeconds: number | null; meanSeconds: number | null;
    leastUnits: number; mostUnits: number;
  }[];
}

/** Printed by `--json` instead of a document, with exit code 2. */
export interface CommandError {
  qtimeit: 'error';
  schema: 1;
  error: { message: string };
}

/** A function fitted to times. `error` is the typical relative error: 0.03 is 3 %. */
interface Fit {
  name: string;
  coefficientNs: number;
  error: number;
}

/** Output of `scatter --json`. */
export interface Scatter extends Head {
  qtimeit: 'scatter';
  file: string;
  xaxis: string;
  category: string | null;
  isLog: boolean;
  environment: timeit.SystemInfo | null;
  /** With 95 % intervals. `isSkewed`: the median is outside the interval of the mean. */
  points: {
    x: timeit.Parameter; category: timeit.Parameter; samples: number;
    mean: number | null; low: number | null; high: number | null;
    median: number | null; medianLow: number | null; medianHigh: number | null; isSkewed: boolean;
  }[];
  /** `share` of the variance within points; levels are relative to the geometric mean. */
  aggregated: {
    name: string; share: number | null;
    levels: { value: timeit.Parameter; ratio: number | null; low: number | null; high: number | null }[];
  }[];
  /** Between adjacent points; `delta` is Cliff's delta. */
  steps: {
    category: timeit.Parameter; from: timeit.Parameter; to: timeit.Parameter;
    ratio: number | null; low: number | null; high: number | null;
    exponent: number | null; exponentLow: number | null; exponentHigh: number | null;
    p: number | null; delta: number | null;
  }[];
  /** `withConstant`: the best function plus a constant, if no function is clear. */
  growth: { category: timeit.Parameter; best: Fit; runnerUp: Fit; isClear: boolean; withConstant: Fit | null }[];
  /** Omitted values. */
  notes: { kind: string; count?: number; name?: string }[];
  skipped?: Skipped[];
  errors?: { configuration: string; error: timeit.RowError }[];
  failures?: Failure[];
}

/** Of `import --json`. Times are in ms. */
export interface Imports {
  qtimeit: 'imports';
  schema: 1;
  version: string;
  savedAt: string;
  command: string[];
  complete: boolean;
  /** Version of Node.js. */
  node: string;
  kind: 'processes';
  confidence: number;
  /** Smaller differences are the same. */
  margin: number;
  precision: null;
  maxRegression: number | null;
  sides: { label: string }[];
  imports: Import[];
  /** One comparison of all imports, in ns. */
  tests: ComparedTest[];
  /** Per import after the first, the largest difference first. */
  explanations: ModuleDifference[][];
  failures: { file: string; name: string; error: timeit.RowError }[];
  gate: Gate | null;
}

export interface Import {
  name: string;
  way: 'require' | 'import';
  ms: number;
  msLow: number;
  msHigh: number;
  processes: number;
  /** Of each process. */
  values: number[];
  treeProcesses: number;
  /** Time of processes that measure the tree, relative to `ms`; null without a tree. */
  slowdown: number | null;
  /** The loaded module is the first. */
  modules: ImportedModule[];
  linkMs: number;
  otherMs: number;
  packages: ImportedPackage[];
  repeated: RepeatedModule[];
}

export interface ImportedModule {
  /** A path, a URL, or node:name. */
  key: string;
  name: string;
  /** Key of the module that loaded it first. */
  by: string | null;
  format: 'module' | 'commonjs' | 'json' | 'builtin' | 'addon' | 'wasm' | 'typescript';
  ways: ('require' | 'import')[];
  /** How often it was evaluated. */
  runs: number;
  bytes: number | null;
  package: string | null;
  version: string | null;
  folder: string | null;
  readMs: number;
  compileMs: number;
  runMs: number;
  ownMs: number;
  totalMs: number;
}

export interface ImportedPackage {
  name: string;
  version: string | null;
  folder: string;
  modules: number;
  ownMs: number;
  totalMs: number;
}

export interface RepeatedModule {
  kind: 'versions' | 'formats' | 'again';
  name: string;
  copies: { version: string | null; folder: string }[];
  /** With kind 'again': number of evaluations. */
  runs?: number;
}

export interface ModuleDifference {
  /** null for the rest. */
  name: string | null;
  kind: 'changed' | 'new' | 'gone' | 'rest';
  modules: number | null;
  ms: number;
}
