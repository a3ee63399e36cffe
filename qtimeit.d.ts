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
  type EndCallback =
    (error: TestError | null, count: number, elapsed: number, wallclock: number, result: Result) => void;

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
    /**
     * What nsPerCall is of the rounds: the mean where garbage collections are too rare for the median to keep, or where
     * objects survive.
     */
    statistic: 'median' | 'mean';
    /** Processor cycles of one call; null where the processor's speed cannot be told. */
    cyclesPerCall: number | null;
    /**
     * Processor time of one call, in ns, all threads of the process together; null where its clock is too coarse to
     * tell.
     */
    cpuNsPerCall: number | null;
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
    /**
     * Collections of the young generation within `count` calls, estimated; null where too few calls were made to tell.
     */
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
    /**
     * The body is no empty function, but its interval is wider than its figure: the noise is to blame, and not its
     * speed.
     */
    | { code: 'too-noisy'; resolutionNs: number }
    /**
     * V8 did not run the body as optimized code, or not in this share (0 to 1) of the time: `found` ran in its place,
     * `times` is how often its optimized code was thrown away. 'not-settled': V8 cannot be asked, and the times never
     * settled.
     */
    | {
      code: 'not-optimized';
      found: 'interpreter' | 'baseline' | 'maglev' | 'not-settled';
      times: number;
      share: number;
    }
    /** Only `kept` of the rounds ran without being interrupted: too few to trust the figure. */
    | { code: 'busy'; rounds: number; kept: number }
    | { code: 'shared-core'; leastCycles: number; usualCycles: number }
    /** The run took `seconds` in place of `goalSeconds`, because most rounds were interrupted. */
    | { code: 'prolonged'; seconds: number; goalSeconds: number }
    /** No interval: fewer than six rounds. */
    | { code: 'too-few-samples'; rounds: number }
    /** A coarse interval: fewer than twelve rounds. */
    | { code: 'few-samples'; rounds: number }
    /**
     * The first `calls` of a counted run were markedly slower than the rest. They took extraNs (ns
     * altogether, part of `elapsed`) beyond the steady figure, which is steadyNs (ns each); with them
     * a call took allNs (ns each), which is elapsed / count.
     */
    | { code: 'cold-start'; calls: number; extraNs: number; steadyNs: number; allNs: number }
    /** Relative change from start to end: 0.1 is 10 % slower at the end, -0.1 is 10 % faster. */
    | { code: 'not-steady'; drift: number }
    /**
     * Rounds left out of the estimate: the process was kept from running, or the clock jumped, for lostNs (ns) in all.
     */
    | { code: 'disturbed'; rounds: number; lostNs: number }
    /** Garbage collections took this share of the time (0 to 1), more than a hundredth. */
    | { code: 'collections'; share: number }
    /** The body may overlap with the queueing of its promise, which takes referenceNs (ns) where it is empty. */
    | { code: 'may-hide'; referenceNs: number }
    /**
     * In this share of the time (0 to 1), over a tenth, no processor worked for the body: it waits, or others have the
     * processor.
     */
    | { code: 'waits'; share: number }
    /** bench, with `memory`: what a call allocates is not known as well as it should be. */
    | { code: 'memory-unsure'; reason: string }
    /** Stopped early: the test keeps what it allocates. Bytes of heap. */
    | { code: 'heap-limit'; usedBytes: number; limitBytes: number }
    /** The test left timers, sockets or the like open, by kind: `['3 x Timeout']`. */
    | { code: 'handles-left'; handles: string[] }
    /** Code of another tier ran, at least at times: of the test, or of the loop around it. */
    | { code: 'tier-not-held'; tier: Tier; found: Tier | 'maglev' | 'native' | 'not-compiled' }
    /** The suite was cut short: the figures stand on fewer rounds, or processes, than were asked for. */
    | { code: 'interrupted' }
    /** Of streams: the median run takes so many seconds, under 0.02: much of that is code that runs cold. */
    | { code: 'short-runs'; seconds: number }
    /** Of streams: runs of the same contender gave different numbers of bytes. */
    | { code: 'output-varies'; low: number; high: number }
    /** The process of a forked test had sent its result and did not end. */
    | { code: 'hung-at-exit' };

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
    /** What compiles the code before it runs, and adds to it: 'tsx' */
    | { code: 'compiler'; by: string }
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
   * Keeps a value until the next one is kept, so that V8 does not leave out what makes it: `timeit('1s', () =>
   * timeit.keep(a + b))`. A number costs nothing that can be told; anything else what storing it costs.
   */
  function keep(value: unknown): void;

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

  /** A test that bench awaits, or takes for synchronous: what its first call returns decides. */
  type Test = (() => unknown) | CallbackTest;

  /** V8's interpreter, its baseline compiler (Sparkplug), and its optimising one (TurboFan). */
  type Tier = 'interpreter' | 'baseline' | 'optimized';

  /** Values of parameters: frozen, the same object for all calls. */
  type TestParameters = { readonly [name: string]: Parameter };
  type Parameter = string | number | boolean | null;
  type ParameterLists = { readonly [name: string]: Parameter | readonly Parameter[] };

  /** A test with what belongs to it. All amounts are per call. */
  interface TestObject<Input = any> {
    /**
     * The test, or the source of its body. Its arguments: with `each` an input; else the parameters, where the suite has
     * some, then what `setup` returned, where it has a parameter for that. A callback is the last. One parameter beside
     * an input or the parameters is that of a callback, unless `kind` says otherwise.
     */
    readonly fn:
      | Test
      | ((input: Input) => unknown)
      | ((input: Input, callback: TestCallback) => unknown)
      | ((params: any, value: any, callback: TestCallback) => unknown)
      | string;
    /**
     * Once per process, before the first call; not timed, awaited where it returns a promise. Given the parameters. What
     * it returns is given to `fn`, `each` and `teardown`, where they have a parameter for it.
     */
    readonly setup?: ((params: any) => unknown) | null;
    /**
     * Once per process, after the last call; not timed, awaited where it returns a promise. Given the parameters, and
     * what `setup` returned.
     */
    readonly teardown?: ((params: any, value: any) => unknown) | null;
    /**
     * Makes the argument of one call, from the parameters where there are some, and from what `setup` returned. Those of
     * a slice are made ahead, and not timed.
     */
    readonly each?: ((params: any, value: any) => Input) | null;
    /**
     * Called after each call, once for each of a slice when that has ended; not timed, awaited where it returns a promise.
     * Given the input that `each` made, and else what `teardown` gets.
     */
    readonly afterEach?: ((input: any, value: any) => unknown) | null;
    /** Operations that one call does. */
    readonly ops?: number | null;
    /** Bytes that one call handles: adds MB/s. */
    readonly bytes?: number | null;
    /** Items that one call handles: adds items/s. */
    readonly items?: number | null;
    /** How the test ends its calls, where its parameters and its first call are not to tell. */
    readonly kind?: 'sync' | 'callback' | 'promise' | null;
    /** Seconds after which a call that has not been answered fails the test: 10 times timeGoal, 5 at least. */
    readonly timeout?: number | null;
    /** In which tiers of V8 it is measured, in place of the setting. */
    readonly tier?: Tier | readonly Tier[] | null;
    /** Whether its first call is measured, in place of the setting. */
    readonly cold?: boolean | readonly boolean[] | null;
  }

  type AnyTest = Test | TestObject | string;

  /**
   * Tests of a suite that are ranked among themselves, each with the first as baseline. Those of an array are called
   * '#1', '#2', ...
   */
  type Group<T = AnyTest> =
    | readonly T[]
    | ({ readonly [name: string]: T | undefined } & { readonly [key in keyof TestObject]?: undefined })
    | ReadonlyMap<string, T>;

  /** Tests, or groups of them, by name; those of an array are called '#1', '#2', ... */
  type Suite =
    | readonly (AnyTest | Group)[]
    | { readonly [name: string]: AnyTest | Group }
    | ReadonlyMap<string, AnyTest | Group>;

  /** Tests of a suite with the setting `params`, which they are given first. */
  type ParameterTest = ((params: any, callback: TestCallback) => unknown) | TestObject | string;
  type ParameterSuite =
    | readonly (ParameterTest | Group<ParameterTest>)[]
    | { readonly [name: string]: ParameterTest | Group<ParameterTest> }
    | ReadonlyMap<string, ParameterTest | Group<ParameterTest>>;

  /** What is looked at of an AbortSignal. */
  interface Signal {
    readonly aborted: boolean;
    readonly reason?: any;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }

  /** Settings of bench, on `timeit.bench` for all suites or as options of one. false and 0 turn each off. */
  interface BenchSettings {
    /** Seconds for each test, always: 4. */
    timeGoal?: number | false | null;
    /** Operations that one call of a test does: 1. A test's own `ops` comes first. */
    opsPerTest?: number | false | null;
    /** MHz to show in the banner in place of the measured ones. */
    cpuMhz?: number | false | null;
    /** Aligned columns and bars (true), or single spaces for programs. */
    visualize?: boolean | 0 | 1 | null;
    /** Operations per second that have rank 1000, in place of the first test's. */
    baselineAvg?: number | false | null;
    /** Runs each test in processes of its own: true, or how many of them. */
    forkTests?: boolean | number | null;
    /** Processes per test where forkTests is true: 8. */
    forks?: number | false | null;
    /** Printed once, before the rest. */
    preRunMessage?: string | false | null;
    /** Of one suite, in the options of its call: a line above its table, its heading in Markdown and on pages. */
    title?: string | false | null;
    showRunDetails?: boolean | 0 | 1 | null;
    showTestInfo?: boolean | 0 | 1 | null;
    showPlatformInfo?: boolean | 0 | 1 | null;
    showSource?: boolean | 0 | 1 | null;
    /** 0: the table alone; 1, 2: the machine too; 3: the settings too; 4: the sources too. */
    verbose?: number | boolean | null;
    /** Length of a bar for a rank of 1000: 5. */
    bargraphScale?: number | false | null;
    /** Up to this share two tests are the same: 0.002. */
    margin?: number | false | null;
    /** Whether a hidden second run of the first test shows the noise floor: true. */
    twin?: boolean | 0 | 1 | null;
    /** Who goes first in a round: in turn, by lot, or always as in the suite. */
    order?: 'rotating' | 'random' | 'given' | false | null;
    /** false: through a call that V8 cannot inline, for bodies that vanish when inlined. */
    inline?: boolean | 0 | 1 | null;
    /** Ends a suite at a quarter, half or three quarters of its time where all ratios are known to this share. */
    precision?: number | false | null;
    /**
     * In which tiers of V8 each test is measured, side by side; in processes of their own, which are held to the tier.
     */
    tier?: Tier | readonly Tier[] | false | null;
    /**
     * true: the first call of each test, in 30 fresh processes or as many as forkTests says; [false, true]: warm and
     * cold.
     */
    cold?: boolean | readonly boolean[] | 0 | null;
    /** Lists of values, every combination of which is given to each test as its first argument, an object. */
    params?: ParameterLists | false | null;
    /** Whether calls after the timing shall tell what a call allocates: false. */
    memory?: boolean | 0 | 1 | null;
    /** 'cold': single calls after the timing shall tell what a call takes once the data caches have been evicted. */
    cache?: 'cold' | false | null;
    /** Ends the suite when it is aborted, with what there is by then. */
    signal?: Signal | false | null;
    /** Prints nothing. */
    silent?: boolean | 0 | 1 | null;
    /** Prints the rows as JSON, and nothing else. */
    json?: boolean | 0 | 1 | null;
    csv?: boolean | 0 | 1 | null;
    markdown?: boolean | 0 | 1 | null;
  }

  /** What is known of one test of a suite. Plain data: it survives JSON. docs/results.md has all about it. */
  interface Row {
    /** Unique in the suite: 'concat', 'lists: concat', 'concat size=10', 'concat (interpreter)', 'concat (cold)'. */
    name: string;
    /** Name of the test in the suite, or in its group. */
    test: string;
    /** Name of its group; null of a test that is in none. Ranks are among tests of the same. */
    group: string | null;
    /** Where the suite has parameters. Ranks are among tests with the same. */
    params: TestParameters | null;
    /** That the test was held to. */
    tier: Tier | null;
    /** Whether the figures are of the first call in fresh processes. */
    isCold: boolean;
    /** Speed, the baseline's being 1000; null where it is not known. */
    rank: number | null;
    /** Ends of the interval of the rank; over all tests of a suite it is wrong in 5 of 100 cases. */
    rankLow: number | null;
    rankHigh: number | null;
    /** null: not measured yet, which only a picture during the run can show. */
    verdict:
      'baseline' | 'faster' | 'slower' | 'same' | 'unresolved' | 'below-resolution' | 'too-noisy' | 'failed' | null;
    /**
     * About how many seconds more of timeGoal would settle an unresolved one; null where that cannot be said, or would
     * be over an hour.
     */
    moreSeconds: number | null;
    /**
     * Why the test was not given all of timeGoal: ranks are as precise as was asked for, or a command found all clear;
     * null where it had all its time, and in documents of earlier versions it is not there.
     */
    endedEarly: 'precise' | 'clear' | null;
    /** The share up to which two tests are the same. */
    margin: number;
    /** How far a test is from itself here, a share; null where there was no second run of the first one. */
    noiseFloor: number | null;
    /** Ends of its 95 % interval. */
    noiseFloorLow: number | null;
    noiseFloorHigh: number | null;
    /** Processor cycles of one call. */
    cycles: number | null;
    /** Estimate of one call, in ns, and the ends of its 95 % interval. */
    nsPerCall: number | null;
    nsLow: number | null;
    nsHigh: number | null;
    /** What nsPerCall is of: median or mean of rounds, trimmed mean of the logarithms of processes. */
    statistic: 'median' | 'mean' | 'trimmed-mean' | null;
    kind: 'sync' | 'callback' | 'promise' | 'stream' | null;
    /** Operations that one call does. */
    ops: number;
    calls: number;
    rounds: number;
    /** Processes that the test has been measured in, 0: this one. */
    processes: number;
    resolutionNs: number | null;
    overheadNs: number | null;
    collections: Collections & { /** That they took. */ seconds: number | null };
    bytesPerSecond: number | null;
    itemsPerSecond: number | null;
    /**
     * How the time grows with each parameter that has three different numbers above 1, or more; null where none has.
     */
    growth: Growth[] | null;
    /**
     * Processor time of one call, in ns, all threads of the process together; null where its clock is too coarse to
     * tell.
     */
    cpuNsPerCall: number | null;
    /** With the setting `memory`. */
    memory: Memory | null;
    /** With `cache: 'cold'`. */
    coldCache: ColdCache | null;
    warnings: ResultWarning[];
    /** Of a suite of streams. */
    stream: StreamFigures | null;
    /** Why the test failed. */
    error: RowError | null;
    /** As the original has it. */
    results: Digest;
  }

  /** How the time of one call grows with a parameter. */
  interface Growth {
    parameter: string;
    /** Values of the other parameters, which it was fitted at. */
    fixed: TestParameters;
    /** The function that comes nearest. */
    best: GrowthFunction;
    runnerUp: GrowthFunction | null;
    /** Whether the best is near to the times, and the next one much farther. */
    isClear: boolean;
    /** Where nothing is clear: the function that comes nearest after something that does not grow; null for none. */
    withConstant: GrowthFunction | null;
  }

  interface GrowthFunction {
    /** Of the parameter, n. */
    name: '1' | 'log n' | 'sqrt n' | 'n' | 'n log n' | 'n^2' | 'n^3';
    /** What it is multiplied with, in ns. */
    coefficientNs: number;
    /** What goes before it and does not grow, in ns; null where there is nothing, which takes four sizes to tell. */
    constantNs: number | null;
    /** Share by which times are typically off. */
    error: number;
  }

  /** What one call allocates, from calls of its own after the timing; bytes are per call, without those of the loop. */
  interface Memory {
    /** On the heap of V8 and outside of it. */
    bytesPerCall: number | null;
    /** Ends of its 95 % interval; null where it cannot be told. */
    bytesLow: number | null;
    bytesHigh: number | null;
    heapBytesPerCall: number | null;
    /** What buffers keep their contents in. */
    externalBytesPerCall: number | null;
    /** Still in use after a full collection. */
    keptBytesPerCall: number | null;
    /** That all this stands on. */
    calls: number;
    /** Collections of garbage during these calls. */
    collections: {
      count: number | null;
      young: number | null;
      old: number | null;
      seconds: number | null;
      /** Of the time of these calls, 0 to 1; null where there were too few to tell. */
      share: number | null;
      callsPerCollection: number | null;
    };
  }

  /** One call after the processor's data caches have been evicted. Times in ns. */
  interface ColdCache {
    nsPerCall: number | null;
    /** Ends of its 95 % interval. */
    nsLow: number | null;
    nsHigh: number | null;
    /** Calls that it stands on, each after an eviction. */
    samples: number;
    /** That are read before each of them. */
    evictedBytes: number;
    /** Below this a call cannot be told from an empty one. */
    resolutionNs: number | null;
  }

  interface RowError {
    code: 'threw' | 'called-back' | 'called-twice' | 'timed-out' | 'interrupted' | 'exited' | 'killed' | 'out-of-memory'
      | 'garbage' | 'not-reached' | 'not-started' | 'no-test'
      | 'premature-close' | 'never-ended' | 'wrong-output' | 'no-stream' | 'no-input';
    message: string;
    /** file:line:column */
    at: string | null;
    /** Which call failed, counted from 1: `'1'`, `'768 to 1024'`. */
    calls: string | null;
    /**
     * In which of its rounds, those of the warm-up included, counted from 1; only of tests that failed in this process.
     */
    round?: number | null;
    stack: string | null;
    /** Last lines that its process wrote to standard error. */
    output: string[];
  }

  /** Rates in operations per second, times in seconds. */
  interface Digest {
    avg: number | null;
    min: number | null;
    max: number | null;
    count: number;
    elapsed: number;
    runs: number;
    duration: number;
    nloops: number;
    stats: { count: number; elapsed: number }[];
  }

  /** Called at the end, in a later turn. A test that failed is no error: its row tells. */
  type BenchCallback = (error: null, rows: Row[]) => void;

  interface Bench extends BenchSettings {
    /**
     * Measures tests against each other in turns, and prints how they rank. The rows come at once where all tests
     * are synchronous, and as a promise where one calls back, returns a promise, or the tests are forked.
     *
     * @throws TypeError, RangeError, SyntaxError for a suite or settings of no use
     */
    (suite: ParameterSuite, options: BenchSettings & { params: ParameterLists }, callback: BenchCallback):
      Promise<Row[]> | undefined;
    (suite: ParameterSuite, options: BenchSettings & { params: ParameterLists }): Row[] | Promise<Row[]>;
    (suite: Suite, callback: BenchCallback): Promise<Row[]> | undefined;
    (suite: Suite, options: BenchSettings | null | undefined, callback: BenchCallback): Promise<Row[]> | undefined;
    (
      suite: Suite,
      options: BenchSettings &
        ({ forkTests: true | number } | { tier: Tier | readonly Tier[] } | { cold: true | readonly boolean[] }),
    ): Promise<Row[]>;
    <S extends Suite>(suite: S, options?: BenchSettings | null): BenchOutcome<S>;
    /** Rows as text. */
    readonly toJson: (rows: readonly Row[]) => string;
    readonly toCsv: (rows: readonly Row[]) => string;
    readonly toMarkdown: (rows: readonly Row[]) => string;
  }

  /** Whether a test ends later than it returns; boolean where its type does not tell. */
  type Later<T> =
    T extends () => infer R ? (0 extends 1 & R ? false : R extends PromiseLike<unknown> ? true : false)
      : T extends (...args: any[]) => unknown ? true
        : boolean;

  /** What stands in a suite, or in a group. */
  type MembersOf<S> =
    S extends readonly (infer T)[] ? T : S extends ReadonlyMap<string, infer T> ? T : S[keyof S];

  /** Tests, also those of groups. */
  type InGroups<T> =
    T extends string | ((...args: any[]) => unknown) | { readonly fn: unknown } ? T : MembersOf<T>;

  /**
   * What bench returns for a suite: the rows, a promise of them, or either where the types do not tell (mixed
   * suites, sources, objects). With `timeit.bench.forkTests` set it is a promise; `await` takes both.
   */
  type BenchOutcome<S> =
    [Later<InGroups<MembersOf<S>>>] extends [infer L]
      ? [L] extends [false] ? Row[]
        : [L] extends [true] ? Promise<Row[]>
          : Row[] | Promise<Row[]>
      : never;

  const bench: Bench;

  /**
   * Makes a fresh stream, or a promise of one: a Transform, Duplex, Writable or Readable of Node, or a TransformStream,
   * WritableStream, ReadableStream of the web.
   */
  type StreamFactory = () => object | PromiseLike<object>;

  /** Contenders by name; those of an array are called '#1', '#2', ... */
  type StreamSuite =
    readonly StreamFactory[] | { readonly [name: string]: StreamFactory } | ReadonlyMap<string, StreamFactory>;

  /** Hex digits of an md5, sha1, sha256 or sha512, told by their number; others with the name of the algorithm. */
  type StreamHash = string | { algorithm: string; hex: string };

  /**
   * Throws, or returns false, where the output is wrong: a Buffer, or the list of chunks that have no bytes. It is the
   * only run whose output is kept; it is not timed.
   */
  type StreamCheck = (output: any, name: string) => unknown;

  /** Settings of streams, on `timeit.streams` for all suites or as options of one. */
  interface StreamSettings extends Pick<BenchSettings,
    'visualize' | 'preRunMessage' | 'title' | 'signal' | 'showPlatformInfo' | 'verbose' | 'bargraphScale'
    | 'margin' | 'twin' | 'silent' | 'json' | 'csv' | 'markdown'> {
    /**
     * What goes in: the path of a file, bytes, or a function that makes a readable (of Node, of the web, or iterable).
     */
    input?: string | URL | Uint8Array | (() => object | PromiseLike<object>) | null;
    /** Runs of each contender: 10. */
    runs?: number | null;
    /** A process for each run: true. */
    forkTests?: boolean | 0 | 1 | null;
    /** Whether a pass-through runs beside them, or what makes another reference: true. */
    reference?: boolean | StreamFactory | null;
    /** For all contenders, or by name. */
    check?: StreamCheck | { readonly [name: string]: StreamCheck | StreamHash } | null;
    /** That the output of all contenders is to have. */
    hash?: StreamHash | null;
    /** Seconds for one run: 60. */
    timeout?: number | null;
    /** Bytes of a chunk of an input that is a file or a Buffer: 65536. */
    chunkSize?: number | null;
  }

  interface Streams extends StreamSettings {
    /**
     * Measures streams against each other and a pass-through, in bytes per second, with memory and processor use, and
     * prints how they rank. A contender that fails is a row that says why.
     *
     * @throws TypeError, RangeError, Error for a suite, settings or an input of no use
     */
    (suite: StreamSuite, callback: BenchCallback): Promise<Row[]>;
    (suite: StreamSuite, options?: StreamSettings | null, callback?: BenchCallback | null): Promise<Row[]>;
  }

  const streams: Streams;

  /** What is known of a stream: of one run, in the median of all. */
  interface StreamFigures {
    /** Runs that count. */
    runs: number;
    /** null where there is no such side. */
    bytesIn: number | null;
    bytesOut: number | null;
    chunksIn: number | null;
    chunksOut: number | null;
    /** Ends of the 95 % interval of bytesPerSecond. */
    bytesPerSecondLow: number | null;
    bytesPerSecondHigh: number | null;
    /** From the start to the first chunk out; null for a Writable. */
    firstByteNs: number | null;
    /** Resident memory of the process during the run; null where the system hides it. */
    peakRssBytes: number | null;
    meanRssBytes: number | null;
    /** true: the kernel's own account; false: the highest of the samples. */
    isPeakExact: boolean;
    rssSamples: number;
    /** Of the run's time, that taking the samples took. */
    samplerShare: number;
    /** End minus start, after a full collection each: heap and external memory. */
    heapGrowthBytes: number | null;
    /** Processor time over wall time: 1 is one processor busy all the time. */
    userShare: number;
    systemShare: number;
    /** About so many more runs would settle an unresolved one. */
    moreRuns: number | null;
  }

  /**
   * Declares a benchmark with parameters, each combination of which runs in a process of its own; as `qtimeit/common`
   * has it.
   */
  const createBenchmark: typeof import('./common').createBenchmark;

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
