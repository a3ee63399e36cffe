/* Types of saved documents (`--save`, `--json`): import type { Results } from 'qtimeit/documents'. null: unknown. */

import timeit = require('./qtimeit');

/** A document of any kind that `qtimeit report` reads. Versions with another `schema` refuse it. */
export type Document = Results | Comparison | Rates;

interface Head {
  schema: 1;
  /** Version of qtimeit. */
  version: string;
  /** ISO time. */
  savedAt: string;
  /** false for an interrupted or unfinished run. */
  complete: boolean;
  /** Arguments of the command. */
  command: string[];
  /** In a part of a run. */
  shard?: Shard;
  /** In a merged document: the hash of the plan of its parts. */
  plan?: string;
  machines?: Machine[];
  /** With `--blocks`. */
  oddMachines?: OddMachine[];
  /** With `--partial`. */
  missing?: Missing;
}

/** Duration and place of a unit. */
interface Unit {
  /** Index in `machines`. */
  machine?: number;
  /** Duration in seconds with its processes; null until the unit has ended. */
  seconds?: number | null;
}

/** Saved by `run` and snippets. */
export interface Results extends Head {
  qtimeit: 'results';
  environment: timeit.SystemInfo;
  suites: Suite[];
}

export interface Suite extends Unit {
  /** null for snippets. */
  file: string | null;
  /** Number of the call of `bench` in the file, from 1. */
  suite: number;
  settings: Settings | null;
  tests: Test[];
  /** Of a file that could not be loaded. */
  error: timeit.RowError | null;
}

/** Settings of the suite; functions are replaced by descriptions. */
export interface Settings {
  timeGoal: number;
  margin: number;
  forkTests: number;
  title?: string;
  preRunMessage?: string;
  [setting: string]: unknown;
}

export interface Test extends timeit.Row {
  /** One for each process. */
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

/** Columns in order of time, at most 6000, in a worker 250: adjacent rounds are merged. */
export interface Rounds {
  /** Number of rounds at the start that do not count. */
  warmUp: number;
  calls: number[];
  /** ns per call. */
  ns: (number | null)[];
  mhz: (number | null)[];
  /** Growth of the heap in bytes; negative after a collection. */
  heapBytes: (number | null)[];
}

interface Compared {
  /** Two or more in a comparison, the first is the baseline; a single one of rates is 'this'. */
  sides: Side[];
  skipped?: Skipped[];
}

export interface Side {
  label: string;
  /** Revision, executable, package or file. */
  source: string | null;
  environment: timeit.SystemInfo | null;
}

/** A benchmark file that ended before `createBenchmark`. */
export interface Skipped {
  side: string;
  file: string;
  /** Its last line of output. */
  words: string;
}

/**
 * Saved by `compare`, `run --on` and `merge`. A comparison of rates has times of 1e9 / rate ns, and further
 * `tests[].sides[].rates` and `tests[].changes[].welch`.
 */
export interface Comparison extends Head, Compared {
  qtimeit: 'comparison';
  /** 'processes': measured in turns; 'saved': results of different times. */
  kind: 'processes' | 'saved';
  /** 0.95, for all verdicts together. */
  confidence: number;
  /** Requested shares, or null. */
  precision: number | null;
  maxRegression: number | null;
  differences: Difference[];
  /** Files that could not be loaded. */
  failures: Failure[];
  tests: ComparedTest[];
  gate?: Gate | null;
  /** Of `run --on`. */
  across?: 'engines';
  hints?: Hint[];
}

/** Environments differ in a field. `forbids`: there can be no verdict. */
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
  /** null for a side without such a test. */
  sides: (SideOfTest | null)[];
  /** Of `values`. */
  unit: 'cycles' | 'ns';
  /** For each side after the first. */
  changes: Change[];
  /** After the pilot. */
  planned?: Planned | null;
  /** Whether the i-th values of all sides are of the i-th restart, or of adjacent runs. */
  paired?: boolean;
}

/** Per process and side. */
export interface Planned {
  seconds: number;
  processes: number;
}

/** Times are in ns at one clock rate for all sides. */
export interface SideOfTest {
  nsPerCall: number | null;
  nsLow: number | null;
  nsHigh: number | null;
  cycles: number | null;
  processes: number;
  /** One for each process or run, in `unit`. */
  values: number[];
  error: timeit.RowError | null;
  /** With `--count`. */
  counts?: timeit.Counts | null;
  /** Why it was not counted. */
  notCounted?: string | null;
  /** Of engines. */
  memory?: timeit.Memory | null;
  warnings?: timeit.Warning[];
  /** In operations per second, for a comparison of rates. */
  rates?: number[];
  /** Of runs, for a comparison of rates. */
  errors?: timeit.RowError[];
}

export interface Change {
  /** Of times: 1.02 is 2 % slower. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** Of `low` and `high`. */
  confidence: number | null;
  p: number | null;
  /** After Holm's correction. */
  adjustedP: number | null;
  verdict: 'same' | 'faster' | 'slower' | 'looks-faster' | 'looks-slower' | 'unresolved' | 'failed' | 'unmatched'
    | 'not-judged' | 'below-resolution' | 'too-noisy' | 'folded' | 'hoisted';
  /** The share below which two times count as the same. */
  margin: number;
  /** Processes per side and seconds that would settle it. */
  moreProcesses: number | null;
  moreSeconds: number | null;
  /** Whether it certainly exceeds `maxRegression`. */
  regression: boolean;
  counts?: CountChange | null;
  /** With `--blocks`. */
  blocks?: Block[];
  /** Whether machines differ so much that more processes would not help. */
  machinesDiffer?: boolean;
  welch?: Welch | null;
}

export interface CountChange {
  /** Instructions per call, positive if the new side executes more. */
  difference: number | null;
  ratio: number | null;
  /** Half of the 95 % interval of `difference`. */
  error: number | null;
  /** The share that counts as the same. */
  margin: number | null;
  verdict: 'same' | 'more' | 'fewer' | 'not-counted';
  /** Whether it certainly exceeds `maxRegression`, and then is the regression of the change; null: undecided. */
  regression: boolean | null;
  /** Why it was not counted. */
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

/** The change on one machine, with its 95 % interval. */
export interface Block {
  machine: number;
  ratio: number;
  low: number | null;
  high: number | null;
  processes: number;
}

/** As `compare.R` of Node.js computes it, in shares. */
export interface Welch {
  improvement: number | null;
  p: number | null;
  stars: '' | '*' | '**' | '***';
  /** For the levels 0.05, 0.01 and 0.001; null with a reason in `skipped`. */
  accuracy: number[] | null;
  /** 'too-few', 'no-variance', 'old-is-zero' or 'not-finite'. */
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

/** `name` is null for a file that failed. */
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
   * 'too-wide' (the interval is wider than the limit), 'near-limit', 'noise' (of saved results), 'unmatched',
   * 'below-resolution', 'too-noisy', 'failed', 'file-failed', 'no-interval', 'not-comparable', 'not-measured'
   */
  reason: string;
}

/** With sufficient values of `--time`, `--precision` and `--runs`; null: unknown, or already sufficient. */
export interface GateUnjudged extends GateReason {
  moreProcesses: number | null;
  moreSeconds: number | null;
  time: number | null;
  precision: number | null;
  runs: number | null;
  /** The smallest `--max-regression` that could be judged. */
  limitItCouldJudge: number | null;
}

/** Of benchmark files with parameters: saved by `run`, `compare` and `scatter`, or read from CSV. */
export interface Rates extends Head, Compared {
  qtimeit: 'rates';
  /** Requested per configuration and side; with `precision` the maximum. */
  runs: number;
  /** The share that runs were planned for. */
  precision?: number;
  /** Files that could not be run. */
  failures: Failure[];
  configurations: Configuration[];
  hints?: Hint[];
}

/** Printed by a run, not saved: runs that are too short or vary too much, with a value of a parameter to try. */
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
  /** Its values; null if a CSV lacks them. */
  parameters: { [name: string]: timeit.Parameter } | null;
  sides: (RatesOfSide | null)[];
  /** Planned runs per side. */
  wanted?: number;
  /** Passed to `end`. */
  operations?: number;
  /** The requested text, if `end` changed it. */
  asked?: string;
}

/** One entry for each run. */
export interface RatesOfSide {
  /** In operations per second. */
  rates: number[];
  seconds: (number | null)[];
  errors: timeit.RowError[];
  /** Order of all successful runs, from 1. */
  places?: number[];
  /** Per operation. */
  counts?: timeit.Counts | null;
  warnings?: timeit.Warning[];
}

/** The part of a run that this document is. */
export interface Shard {
  /** From 1. */
  index: number;
  /** Number of shards. */
  count: number;
  /** Number of units in the plan. */
  units: number;
  /** Indices of the units of this shard, from 0, in the order of `tests`, `configurations` or `files`. */
  places: number[];
  /** 16 hexadecimal digits, equal for equal plans. */
  plan: string;
  /** Options that affect figures. */
  settings: object;
  /** Of the working tree, with a hash of uncommitted changes; null without git. */
  revision: string | null;
  /** Name of the host or Slurm node. */
  machine: string;
  /** The variable that `--shard auto` has read. */
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

/** A machine whose figures differ from the rest, and the number of tests that show it. */
export type OddMachine =
  | { kind: 'machine-disagrees'; machine: number; tests: number; differing: number }
  /** share: 0.1 for 10 %. */
  | { kind: 'machine-slower'; machine: number; tests: number; share: number }
  /** times: how much more its times spread. */
  | { kind: 'machine-noisy'; machine: number; tests: number; times: number };

export interface Missing {
  shards: number[];
  units: MissingUnit[];
}

export interface MissingUnit {
  shard: number;
  name: string;
}

/** Printed by `--plan --json`. */
export interface Plan {
  qtimeit: 'plan';
  schema: 1;
  /** null for several numbers of machines. */
  plan: string | null;
  /** `seconds` is null without `--durations`; `isKnown` is false for a mean; `shard` from 1, or null. */
  units: { name: string; seconds: number | null; isKnown: boolean; shard: number | null }[];
  /** For each number of machines. */
  machines: {
    machines: number; longestSeconds: number | null; meanSeconds: number | null;
    leastUnits: number; mostUnits: number;
  }[];
}

/** A fitted function of growth. `error`: root mean square of logarithms, 0.03 is 3 %. */
interface Fit {
  name: string;
  coefficientNs: number;
  error: number;
}

/** Printed by `scatter --json` for one file. */
export interface Scatter extends Head {
  qtimeit: 'scatter';
  file: string;
  xaxis: string;
  category: string | null;
  isLog: boolean;
  environment: timeit.SystemInfo | null;
  /** With 95 % intervals. `isSkewed`: the median lies outside of the interval of the mean. */
  points: {
    x: timeit.Parameter; category: timeit.Parameter; samples: number;
    mean: number | null; low: number | null; high: number | null;
    median: number | null; medianLow: number | null; medianHigh: number | null; isSkewed: boolean;
  }[];
  /** `share`: of the variance within points; levels are relative to the geometric mean. */
  aggregated: {
    name: string; share: number | null;
    levels: { value: timeit.Parameter; ratio: number | null; low: number | null; high: number | null }[];
  }[];
  /** Between adjacent points; `delta` is Cliff's. */
  steps: {
    category: timeit.Parameter; from: timeit.Parameter; to: timeit.Parameter;
    ratio: number | null; low: number | null; high: number | null;
    exponent: number | null; exponentLow: number | null; exponentHigh: number | null;
    p: number | null; delta: number | null;
  }[];
  /** `withConstant`: the best function after a constant, if none is clear. */
  growth: { category: timeit.Parameter; best: Fit; runnerUp: Fit; isClear: boolean; withConstant: Fit | null }[];
  /** Omissions. */
  notes: { kind: string; count?: number; name?: string }[];
  skipped?: Skipped[];
  errors?: { configuration: string; error: timeit.RowError }[];
  failures?: Failure[];
}
