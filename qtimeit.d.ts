/**
 * Calls a function in a loop and reports what its body takes: the cost of the loop, of the call and of
 * the clock is measured beside it and taken off. Prints one line, unless the message is
 * `'/* NOOUTPUT *\/'`.
 *
 * This form is for a test that is given a callback, and calls it once per call: at once or later, with
 * an error to stop the run. The next call starts when the previous one has called back.
 *
 * @param countOrSeconds how long to test, see {@link timeit.Goal}
 * @param test the function, or the source of its body, which then calls `callback`
 * @param message put first in the line
 * @param callback called once, at the end
 */
declare function timeit(
  countOrSeconds: timeit.Goal,
  test: timeit.CallbackTest | string,
  message: string | null | undefined,
  callback: timeit.EndCallback,
): void;
declare function timeit(
  countOrSeconds: timeit.Goal,
  test: timeit.CallbackTest | string,
  callback: timeit.EndCallback,
): void;

/**
 * A test given as the source of a function's body, run in the global scope. What such a body returns is
 * not known here: one that returns a promise gives a promise of the result, as a function does.
 */
declare function timeit(countOrSeconds: timeit.Goal, source: string, message?: string | null): timeit.Result;

/**
 * Calls a function in a loop and reports what its body takes. The result comes at once; from a test
 * that returns a promise (or any thenable) it comes as a promise, and the calls are awaited one after
 * the other. The first call decides which.
 *
 * @throws what a synchronous test throws; TypeError, RangeError or SyntaxError for arguments of no use.
 *   The promise of the result rejects with what a promise of the test rejects with.
 */
declare function timeit<T>(countOrSeconds: timeit.Goal, test: () => T, message?: string | null): timeit.Outcome<T>;

declare namespace timeit {
  /**
   * How long to test. A bare number is a number of calls where it is an integer (1e6, and 1.0 too),
   * and seconds where it has a fraction (0.5). The other forms cannot be mistaken: `'2s'`, `'500ms'`,
   * `{ seconds: 2 }`, `{ count: 1e6 }`. A count is kept exactly, without a warm-up call on top.
   */
  type Goal =
    | number
    | `${number}s` | `${number}ms` | `${number} s` | `${number} ms`
    | { readonly count: number; readonly seconds?: undefined }
    | { readonly seconds: number; readonly count?: undefined };

  /** What a callback test calls once per call: without an error to go on, with one to end the run. */
  type TestCallback = (error?: unknown, ...ignored: unknown[]) => void;

  /** A test that is given a callback. What it returns is ignored. */
  type CallbackTest = (callback: TestCallback) => unknown;

  /**
   * What the test threw, rejected with or called back with. Where it happened stands beside it;
   * a value that cannot carry a property (null, a string) is the `cause` of an error that says it in words.
   */
  type TestError = Error & { timeit?: Failure };

  interface Failure {
    /** What the test is called: its message, its name or the beginning of its source, in quotes. */
    test: string;
    /** Which call failed, counted from 1: `'1'`, or `'768 to 1024'` where the exact one is not known. */
    calls: string;
  }

  /**
   * Told of the end of a run with a callback.
   *
   * @param error null, or what ended the run; then all the others are undefined
   * @param count calls made
   * @param elapsed seconds spent in the body
   * @param wallclock seconds from beginning to end
   * @param result all that is known
   */
  type EndCallback = (error: TestError | null, count: number, elapsed: number, wallclock: number, result: Result) => void;

  /** What timeit returns for a test that returns a T. `any` is taken for something that is no promise. */
  type Outcome<T> =
    0 extends 1 & T ? Result
      : T extends PromiseLike<unknown> ? Promise<Result>
        : Result;

  /** What a run found out. Plain data: it survives JSON. */
  interface Result {
    /**
     * Calls that `elapsed` covers: with a count as the goal that many (fewer only where the run was stopped
     * with a warning 'heap-limit'), with seconds those after the warm-up.
     */
    count: number;
    /** Seconds spent in the body alone, never negative. */
    elapsed: number;
    /** Seconds on the clock for the whole run: loop, warm-up and references included. */
    wallclock: number;
    /** Estimate of one call of the body once warm, in ns; 0 at the least. */
    nsPerCall: number;
    /** Lower end of the 95 % interval of nsPerCall, in ns; null where the rounds are too few for one. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns; null where the rounds are too few for one. */
    nsHigh: number | null;
    /** What nsPerCall is of the rounds: the mean where garbage collections are too rare for the median to keep, or where objects survive. */
    statistic: 'median' | 'mean';
    /** Processor cycles of one call; null where the processor's speed cannot be told. */
    cyclesPerCall: number | null;
    /** Below this many ns a body cannot be told from an empty function. */
    resolutionNs: number;
    /** Cost in ns of calling an empty test of the same kind, which has been taken off. */
    overheadNs: number;
    /** How the test ended its calls: by returning, by calling back, or by settling a promise. */
    kind: 'sync' | 'callback' | 'promise';
    /** Number of rounds that the estimate stands on. */
    rounds: number;
    /** Garbage collections. */
    collections: Collections;
    /** What to know before trusting the figures. Empty is good. */
    warnings: ResultWarning[];
  }

  interface Collections {
    /** Collections of the young generation within `count` calls, estimated; null where too few calls were made to tell. */
    count: number | null;
    /** Share of the time that they took, 0 to 1; null where too few calls were made to tell. */
    share: number | null;
    /** Bytes that one call allocates on the heap of V8; null where too few calls were made to tell. */
    bytesPerCall: number | null;
  }

  /** A warning in the result of a run, told by its `code`; describeWarning() has the words. */
  type ResultWarning =
    /** The body cannot be told from an empty function: anything below resolutionNs (in ns) cannot. */
    | { code: 'below-resolution'; resolutionNs: number }
    /** No interval: fewer than six rounds. */
    | { code: 'too-few-samples'; rounds: number }
    /** A coarse interval: fewer than twelve rounds. */
    | { code: 'few-samples'; rounds: number }
    /**
     * The first `calls` of a counted run were markedly slower than the rest. They took extraNs (ns
     * altogether, part of `elapsed`) beyond the steady figure, which is steadyNs (ns each).
     */
    | { code: 'cold-start'; calls: number; extraNs: number; steadyNs: number }
    /** Relative change from start to end: 0.1 is 10 % slower at the end, -0.1 is 10 % faster. */
    | { code: 'not-steady'; drift: number }
    /** Rounds left out of the estimate: the process was kept from running, or the clock jumped, for lostNs (ns) in all. */
    | { code: 'disturbed'; rounds: number; lostNs: number }
    /** Garbage collections took this share of the time (0 to 1), more than a hundredth. */
    | { code: 'collections'; share: number }
    /** The body may overlap with the queueing of its promise, which takes referenceNs (ns) where it is empty. */
    | { code: 'may-hide'; referenceNs: number }
    /** Stopped early: the test keeps what it allocates. Bytes of heap. */
    | { code: 'heap-limit'; usedBytes: number; limitBytes: number }
    /** The test left timers, sockets or the like open, by kind: `['3 x Timeout']`. */
    | { code: 'handles-left'; handles: string[] };

  /** A warning of sysinfo() about the machine or the process, told by its `code`. */
  type SystemWarning =
    /** The processor's clock follows the load. Distinct governors of all processors, joined by a space. */
    | { code: 'governor'; governor: string }
    /** The processor's clock rises while it is cool; writing `off` to the file `path` stops that. */
    | { code: 'turbo'; path: string; off: string }
    /** 'kvm', 'xen', 'vmware', ...; null where it does not say. */
    | { code: 'virtual-machine'; hypervisor: string | null }
    /**
     * The hypervisor gave the processor to others: shares (0 to 1) of the time wanted, since boot and
     * since the previous sysinfo(), null at the first.
     */
    | { code: 'stolen-time'; share: number; recentShare: number | null }
    /** A container that is stopped when it has used up so many processors (1.5). */
    | { code: 'cpu-quota'; cpus: number }
    /** Average number of busy processes over the last minute. */
    | { code: 'load'; load1: number; cpuCount: number }
    /** Per cent of the last 10 s in which a task waited for a processor. */
    | { code: 'pressure'; avg10: number }
    | { code: 'battery' }
    | { code: 'inspector' }
    /** What covers: 'NODE_V8_COVERAGE', 'nyc', or an option of node. */
    | { code: 'coverage'; by: string }
    /** The option of node, as it was typed. */
    | { code: 'profiler'; option: string }
    /** An option of V8, as it was typed; it changes how V8 compiles, the heap, V8's own checks, or its logs. */
    | { code: 'v8-flag'; flag: string; effect: 'compiler' | 'memory' | 'checks' | 'output' };

  /** Any warning; `warning.code` tells them apart. */
  type Warning = ResultWarning | SystemWarning;

  /** The words for a warning: one sentence. */
  function describeWarning(warning: Warning): string;

  /** Seconds as a float, to the nanosecond. They have no absolute meaning and never run backwards. */
  function fptime(): number;

  /**
   * Prints the line of a run.
   *
   * @param test not used; it stands first as in the original
   * @param count calls made
   * @param elapsed seconds spent in the body
   * @param wallclock seconds on the clock
   * @param message put first in the line
   */
  function reportit(test: unknown, count: number, elapsed: number, wallclock: number, message?: string): void;

  /**
   * Runs the same callback test several times over; then prints the totals and the rate of items:
   * lowest, highest, average.
   *
   * @param repeats number of runs
   * @param nloops how long each run is, see Goal
   * @param itemsPerRun items that one call of the test handles
   * @param name put first in the line of each run
   * @param callback called at the end; without it an error is thrown
   */
  function runit(
    repeats: number,
    nloops: Goal,
    itemsPerRun: number,
    name: string | null | undefined,
    test: CallbackTest | string,
    callback?: (error: TestError | null) => void,
  ): void;

  interface CpuMhz {
    /** The processor's speed now, in MHz (4522.5421); false if there is no way to tell. */
    (): number | false;
    /** The same, and where it comes from. */
    reading(): CpuMhzReading;
  }

  /**
   * Where a processor's speed comes from: counted by `perf stat` (Linux), timed with a chain of
   * dependent operations, or as os.cpus() gives it.
   */
  type CpuMhzSource = 'perf' | 'chain' | 'os';

  type CpuMhzReading =
    | { mhz: number; source: CpuMhzSource; reasons: CpuMhzReason[] }
    | { mhz: null; source: null; reasons: CpuMhzReason[] };

  /** Why a better source than the one that served did not. */
  interface CpuMhzReason {
    source: CpuMhzSource;
    reason: string;
  }

  /** Measures the processor's speed. The first call may take half a second, later ones 10 ms. */
  const cpuMhz: CpuMhz;

  /** What is known about the machine and the process. Never throws; what cannot be had is null. */
  function sysinfo(): SystemInfo;

  /** Facts that are null where they cannot be had; `missing` then has the reason. */
  interface SystemFacts {
    /** Version of this library. */
    qtimeitVersion: string | null;
    /** process.title. */
    nodeTitle: string | null;
    /** '20.20.2'. */
    nodeVersion: string | null;
    v8Version: string | null;
    /** process.platform: 'linux', 'darwin', 'win32', ... */
    platform: string | null;
    /** process.arch: 'x64', 'arm64', ... */
    arch: string | null;
    /** Release of the kernel. */
    kernel: string | null;
    /** Model of the processor. */
    cpu: string | null;
    /** Speed of the processor now, in MHz. */
    cpuMhz: number | null;
    cpuMhzSource: CpuMhzSource | null;
    cpuCount: number | null;
    /** Per cent of load above which the processor's clock is raised. */
    cpuUpThreshold: number | null;
    /** Distinct governors of all processors, joined by a space: 'performance'. */
    cpuScalingGovernor: string | null;
    /** Smallest step of the clock, in ns. */
    clockGrainNs: number | null;
    /** Cost of reading the clock, in ns. */
    clockCostNs: number | null;
  }

  interface SystemInfo extends SystemFacts {
    /** Options of node and V8 in force. */
    nodeFlags: string[];
    /** Why a fact is null. */
    missing: { [fact in keyof SystemFacts]?: string };
    /** What makes timings on this machine unsteady. */
    warnings: SystemWarning[];
  }
}

export = timeit;
