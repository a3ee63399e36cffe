/**
 * Calls a function in a loop, and measures the time of its body. The cost of the loop, the call and the clock is
 * measured and subtracted. Prints one line, unless the message is `'/* NOOUTPUT *\/'`.
 *
 * In this form, the test gets a callback, which each call must invoke once, synchronously or later. The next call
 * starts after that. An error passed to the callback ends the run.
 *
 * @param countOrSeconds number of calls, or duration; see {@link timeit.Goal}
 * @param test function, or source of its body, which can use the variable `callback`
 * @param message start of the printed line
 * @param callback called once at the end
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
 * Measures a function body, given as source, in the global scope. If the source returns a promise, so does
 * `timeit`, which this type cannot express.
 */
declare function timeit(countOrSeconds: timeit.Goal, source: string, message?: string | null): timeit.Result;

/**
 * Calls a function in a loop, and measures the time of its body. If the first call returns a promise (or any thenable),
 * all calls are awaited one after the other, and `timeit` returns a promise of the result.
 *
 * @throws the error of a synchronous test; TypeError, RangeError or SyntaxError for invalid arguments. If the test's
 *   promise rejects, the promise of the result rejects with the same error.
 */
declare function timeit<T>(countOrSeconds: timeit.Goal, test: () => T, message?: string | null): timeit.Outcome<T>;

declare namespace timeit {
  // Otherwise, all declarations of the namespace would be exported.
  export {};

  /**
   * Number of calls, or duration. An integer (1e6, also 1.0) is a number of calls; a non-integer (0.5) is a duration in
   * seconds. Explicit forms: `'2s'`, `'500ms'`, `{ seconds: 2 }`, `{ count: 1e6 }`. With a count, exactly this number
   * of calls is made.
   */
  export type Goal =
    | number
    | `${number}s` | `${number}ms` | `${number} s` | `${number} ms`
    | {
      /** Number of calls. */
      readonly count: number;
      /** Cannot be combined with `count`. */
      readonly seconds?: undefined;
    }
    | {
      /** Duration, in seconds. */
      readonly seconds: number;
      /** Cannot be combined with `seconds`. */
      readonly count?: undefined;
    };

  /** Callback of a test. Each call must invoke it once: without an error to continue, or with one to end the run. */
  export type TestCallback = (error?: unknown, ...ignored: unknown[]) => void;

  /** A test that takes a callback. Its return value is ignored. */
  export type CallbackTest = (callback: TestCallback) => unknown;

  /**
   * The error that the test threw, rejected with, or passed to its callback. Its property `timeit` identifies the call.
   * A value that cannot have properties (null, a string) becomes the `cause` of a new error.
   */
  export type TestError = Error & { timeit?: Failure };

  /** The test and the call that failed. */
  export interface Failure {
    /** The message, the name of the function, or the beginning of its source, in quotes. */
    test: string;
    /** The failed call, counted from 1: `'1'`, or `'768 to 1024'` if the exact call is unknown. */
    calls: string;
  }

  /**
   * Called at the end of a run that has a callback.
   *
   * @param error null, or the error that ended the run; the other parameters are then undefined
   * @param count number of measured calls
   * @param elapsed time spent in the body, in seconds
   * @param wallclock duration of the run, in seconds
   * @param result the complete result
   */
  export type EndCallback =
    (error: TestError | null, count: number, elapsed: number, wallclock: number, result: Result) => void;

  /** Return type of `timeit` for a test that returns a T. `any` does not count as a promise. */
  export type Outcome<T> =
    0 extends 1 & T ? Result
      : T extends PromiseLike<unknown> ? Promise<Result>
        : Result;

  /** Result of a run: plain data, without NaN or Infinity. */
  export interface Result {
    /**
     * Number of calls in `elapsed`: all calls if the goal is a count (fewer if a warning says that the run was stopped
     * early), otherwise only calls after the warm-up.
     */
    count: number;
    /** Seconds spent in the body, never negative. */
    elapsed: number;
    /** Duration of the run in seconds, including loop, warm-up and empty tests. */
    wallclock: number;
    /** Time of the body per call when warm, in ns; at least 0. */
    nsPerCall: number;
    /** Lower end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsHigh: number | null;
    /**
     * Statistic of the rounds: the mean if they contain few garbage collections, or if objects survive these; otherwise
     * the median.
     */
    statistic: 'median' | 'mean';
    /** Processor cycles per call; null for tests that wait, and without a clock rate. */
    cyclesPerCall: number | null;
    /** Processor time of all threads of the process per call, in ns; null if its clock is too coarse. */
    cpuNsPerCall: number | null;
    /** Smallest time in ns that can be distinguished from an empty function. */
    resolutionNs: number;
    /** Time per call of an empty test of the same kind, in ns, which is subtracted. */
    overheadNs: number;
    /** Whether calls end by returning, by calling back, or by settling a promise. */
    kind: 'sync' | 'callback' | 'promise';
    /** Number of rounds in the estimate. */
    rounds: number;
    /** Garbage collections. */
    collections: Collections;
    /** Reasons to doubt the result. Usually empty. */
    warnings: ResultWarning[];
  }

  /** Garbage collections during a run. */
  export interface Collections {
    /** Estimated number of collections of the young generation during `count` calls; null after too few calls. */
    count: number | null;
    /** Share of the time spent in collections, 0 to 1; null after too few calls. */
    share: number | null;
    /** Bytes allocated on V8's heap per call; null after too few calls. */
    bytesPerCall: number | null;
  }

  /** A warning in a result, identified by `code`. `describeWarning()` converts it to a sentence. */
  export type ResultWarning =
    /** A call takes no longer than an iteration of an empty loop: V8 computed its result in advance, or dropped it. */
    | {
      code: 'folded';
      /** Variables of the setup that a snippet uses; empty for other tests. */
      inputs: string[];
    }
    /** V8 moved work out of the loop around the test. */
    | {
      code: 'hoisted';
      /** Time per call, in ns, if the test is not inlined into the loop. */
      notInlinedNs: number;
      /** Variables of the setup that a snippet uses; empty for other tests. */
      inputs: string[];
    }
    /** The body cannot be distinguished from an empty function. */
    | {
      code: 'below-resolution';
      /** Smallest time in ns that can be distinguished from an empty function. */
      resolutionNs: number;
    }
    /** The body is not empty, but its interval is wider than its time. */
    | {
      code: 'too-noisy';
      /** Smallest time in ns that can be distinguished from an empty function. */
      resolutionNs: number;
    }
    /**
     * V8 ran slower code for part of the time. 'not-settled': V8 cannot be queried, and the times did not settle;
     * 'not-compiled': V8 was switching between tiers.
     */
    | {
      code: 'not-optimized';
      /** The code that ran. */
      found: 'interpreter' | 'baseline' | 'maglev' | 'not-compiled' | 'not-settled';
      /** Number of times that V8 discarded optimized code. */
      times: number;
      /** Share of the time, 0 to 1. */
      share: number;
    }
    /** Too few rounds ran without interruption to rely on the result. */
    | {
      code: 'busy';
      /** Number of rounds. */
      rounds: number;
      /** Number of rounds without interruption. */
      kept: number;
    }
    /** Another program used the same processor core. */
    | {
      code: 'shared-core';
      /** Minimum cycles per iteration of an empty loop; an integer on an unshared core. */
      leastCycles: number;
      /** Median cycles per iteration of an empty loop. */
      usualCycles: number;
    }
    /** The run took longer, because most rounds were interrupted. */
    | {
      code: 'prolonged';
      /** Duration of the run, in seconds. */
      seconds: number;
      /** Requested duration, in seconds. */
      goalSeconds: number;
    }
    /** Processes that were not like the others are excluded. */
    | {
      code: 'outliers';
      /** Number of excluded processes. */
      processes: number;
      /** Number of processes, including these. */
      all: number;
      /** How many times as long the farthest excluded process took. */
      factor: number;
    }
    /**
     * The time differs if all tests of the suite are measured in one process, where V8 compiles the code that they share
     * for all of them.
     */
    | {
      code: 'together';
      /** Time per call in one process with the other tests, in nanoseconds. */
      nsPerCall: number;
      /** How many times as long as in the row. */
      factor: number;
    }
    /** The test made fewer than twelve calls, because each takes long. */
    | {
      code: 'few-calls';
      /** Number of measured calls. */
      calls: number;
    }
    /** Fewer than six rounds, so there is no interval. */
    | {
      code: 'too-few-samples';
      /** Number of rounds. */
      rounds: number;
    }
    /** The clock has steps of 0.1 ms or more, so there is no interval, or no time. */
    | {
      code: 'coarse-clock';
      /** Smallest step of the clock, in ns. */
      grainNs: number;
    }
    /** Fewer than twelve rounds, so the interval is coarse. */
    | {
      code: 'few-samples';
      /** Number of rounds. */
      rounds: number;
    }
    /** The first calls of a fixed number of calls were much slower. They are included in `elapsed`. */
    | {
      code: 'cold-start';
      /** Number of slower calls. */
      calls: number;
      /** Total additional time of these calls, in ns. */
      extraNs: number;
      /** Time of a warm call, in ns. */
      steadyNs: number;
      /** Mean time of all calls, in ns: elapsed / count. */
      allNs: number;
    }
    /** Calls became slower or faster during the run. */
    | {
      code: 'not-steady';
      /** Relative change, as a fraction: 0.1 is 10 % slower at the end, -0.1 is 10 % faster. */
      drift: number;
      /** If true, the time depends on the number of earlier calls, and `drift` is for twice as many calls. */
      byCalls?: boolean;
    }
    /** Rounds were left out of the estimate, because the process was interrupted, or the clock jumped. */
    | {
      code: 'disturbed';
      /** Number of rounds left out. */
      rounds: number;
      /** Total lost time, in ns. */
      lostNs: number;
    }
    /** Garbage collections took more than 1 % of the time. */
    | {
      code: 'collections';
      /** Share of the time, 0 to 1. */
      share: number;
    }
    /** Promise queueing may hide the time of the body. */
    | {
      code: 'may-hide';
      /** Time of promise queueing with an empty body, in ns. */
      referenceNs: number;
    }
    /** Of files for other libraries: only part of each call is timed, and reading the clock takes over 2.5 % of it. */
    | {
      code: 'short-parts';
      /** Time of reading the clock, in ns. */
      clockNs: number;
    }
    /** The page forbids compiling loops, so the test is not inlined. The time of an empty call is subtracted. */
    | { code: 'called' }
    /** For more than 10 % of the time, the test used no processor time: it waited, or other programs ran. */
    | {
      code: 'waits';
      /** Share of the time, 0 to 1. */
      share: number;
    }
    /** With `memory`: the bytes per call are uncertain. */
    | {
      code: 'memory-unsure';
      /** Reason: 'few-calls', 'spread', 'other-work' or a sentence; see docs/believing.md. */
      reason: string;
    }
    /** With `count`: instructions could not be counted. */
    | {
      code: 'not-counted';
      /** The reason, with a hint. */
      reason: string;
    }
    /** With `count`: instructions are not proportional to the number of calls. */
    | {
      code: 'not-proportional';
      /** Number of instructions per call in the first half of the calls. */
      first: number;
      /** Number of instructions per call in the second half. */
      second: number;
    }
    /** With `count`: the error is larger than requested. */
    | {
      code: 'count-unsettled';
      /** Half of the 95 % interval, in instructions per call. */
      error: number;
    }
    /** With `count`: the test starts processes, which are not counted. */
    | { code: 'processes-not-counted' }
    /** The run was stopped early, because the test retains memory. */
    | {
      code: 'heap-limit';
      /** Heap in use, in bytes. */
      usedBytes: number;
      /** V8's heap limit, in bytes. */
      limitBytes: number;
    }
    /** The run was stopped early: V8 ends the process if an array or object that the test retains grows further. */
    | {
      code: 'array-limit';
      /** Size of all large arrays and objects, in bytes. */
      largeBytes: number;
    }
    /** The run was stopped early, because the test retains more buffers than the free memory. */
    | {
      code: 'memory-limit';
      /** Buffers that the test retains, in bytes. */
      keptBytes: number;
      /** Free memory of the system, in bytes. */
      freeBytes: number;
    }
    /** The test left timers, sockets or threads open. */
    | {
      code: 'handles-left';
      /** Open handles by type: `['3 x Timeout']`. */
      handles: string[];
    }
    /** V8 ran the test, or the loop around it, in another tier for part of the time. */
    | {
      code: 'tier-not-held';
      /** The requested tier. */
      tier: Tier;
      /** The tier that ran. */
      found: Tier | 'maglev' | 'native' | 'not-compiled';
    }
    /** The run was interrupted: there are fewer rounds or processes than requested. */
    | { code: 'interrupted' }
    /** Streams: runs take less than 20 ms, and mostly execute cold code. */
    | {
      code: 'short-runs';
      /** Median duration of a run, in seconds. */
      seconds: number;
    }
    /** Streams: runs of the same stream produced different numbers of bytes. */
    | {
      code: 'output-varies';
      /** Smallest number of bytes. */
      low: number;
      /** Largest number of bytes. */
      high: number;
    }
    /** Of `qtimeit command`: a shell started the command, which takes 1 to 2 ms of its time. */
    | {
      code: 'shell';
      /** Name of the shell: 'sh' or 'cmd.exe'. */
      shell: string;
    }
    /** Of `qtimeit command`: a figure is unknown. */
    | {
      code: 'usage-unknown';
      /** Name of the figure: 'processor time' or 'peak memory'. */
      what: string;
    }
    /** The process of a test sent its result, but did not exit. */
    | { code: 'hung-at-exit' };

  /** A warning of `sysinfo()` about the machine or the process, identified by `code`. */
  export type SystemWarning =
    /** The processor's clock rate depends on the load. */
    | {
      code: 'governor';
      /** Governors of all processors, without duplicates, separated by spaces. */
      governor: string;
    }
    /** The processor raises its clock rate while it is cool. */
    | {
      code: 'turbo';
      /** File that controls this. */
      path: string;
      /** Value to write to the file to turn turbo off. */
      off: string;
    }
    /** The machine is virtual. */
    | {
      code: 'virtual-machine';
      /** 'kvm', 'xen', 'vmware', ...; null if unknown. */
      hypervisor: string | null;
    }
    /** The hypervisor gave the processor to other machines. */
    | {
      code: 'stolen-time';
      /** Stolen share of the requested time since boot, 0 to 1. */
      share: number;
      /** Stolen share since the previous `sysinfo()`, 0 to 1; null for the first. */
      recentShare: number | null;
    }
    /** The container is paused when it exceeds its processor quota. */
    | {
      code: 'cpu-quota';
      /** Quota as a number of processors, such as 1.5. */
      cpus: number;
    }
    /** Other processes are busy. */
    | {
      code: 'load';
      /** Average number of busy processes in the last minute. */
      load1: number;
      /** Number of processors. */
      cpuCount: number;
    }
    /** Tasks wait for a processor. */
    | {
      code: 'pressure';
      /** Percentage of the last 10 seconds in which a task waited for a processor. */
      avg10: number;
    }
    /** The machine runs on battery power. */
    | { code: 'battery' }
    /** Low Power Mode of macOS is on. */
    | {
      code: 'low-power';
      /** The setting of `pmset` that turns it off. */
      setting: 'lowpowermode' | 'powermode';
    }
    /** macOS limits the speed of the processor, as when it is hot. */
    | {
      code: 'speed-limit';
      /** Speed of the processor, in percent of its full speed. */
      percent: number;
    }
    /** The inspector is active. */
    | { code: 'inspector' }
    /** Code coverage is recorded. */
    | {
      code: 'coverage';
      /** 'NODE_V8_COVERAGE', 'nyc', or an option of Node.js. */
      by: string;
    }
    /** A compiler changes the code before it runs. */
    | {
      code: 'compiler';
      /** 'tsx', or the name of another compiler. */
      by: string;
      /** Whether Node.js 22.18 or later may run the script without it. Missing in earlier results. */
      newerNode?: boolean;
    }
    /** A profiler is active. */
    | {
      code: 'profiler';
      /** The option of Node.js, as typed. */
      option: string;
    }
    /** An option of V8 affects timings. */
    | {
      code: 'v8-flag';
      /** The option of V8, as typed. */
      flag: string;
      /** Affected part of V8: compilation, the heap, checks, or logs. */
      effect: 'compiler' | 'memory' | 'checks' | 'output';
    };

  /** Any warning, identified by `warning.code`. */
  export type Warning = ResultWarning | SystemWarning;

  /** Converts a warning to a sentence. */
  export function describeWarning(warning: Warning): string;

  /** Returns a monotonic time in seconds, with nanosecond resolution. Only differences are meaningful. */
  export function fptime(): number;

  /**
   * Stores a value until the next call, so that V8 cannot drop the code that computes it:
   * `timeit('1s', () => timeit.keep(a + b))`. Storing a number has no measurable cost.
   */
  export function keep(value: unknown): void;

  /**
   * Returns a value so that V8 cannot treat it as a constant:
   * `timeit('1s', () => timeit.keep(Math.sin(timeit.blackBox(x))))`. Otherwise, V8 computes `Math.sin(x)` once, before
   * the loop. Takes about 1 ns. Keeps a reference to the latest value.
   */
  export function blackBox<T>(value: T): T;

  /**
   * Prints the line of a run.
   *
   * @param test unused; exists for compatibility with qtimeit 0.21
   * @param count number of calls
   * @param elapsed time spent in the body, in seconds
   * @param wallclock duration of the run, in seconds
   * @param message start of the printed line
   */
  export function reportit(test: unknown, count: number, elapsed: number, wallclock: number, message?: string): void;

  /**
   * Runs a callback test several times, then prints the totals and the lowest, highest and average items per second.
   *
   * @param repeats number of runs
   * @param nloops number of calls or duration of each run; see Goal
   * @param itemsPerRun number of items that a call processes
   * @param name start of each run's line
   * @param callback called at the end; without it, errors are thrown
   */
  export function runit(
    repeats: number,
    nloops: Goal,
    itemsPerRun: number,
    name: string | null | undefined,
    test: CallbackTest | string,
    callback?: (error: TestError | null) => void,
  ): void;

  /** Tiers of V8: interpreter, baseline compiler (Sparkplug), optimizing compiler (TurboFan). */
  export type Tier = 'interpreter' | 'baseline' | 'optimized';

  /** A value of a parameter. */
  export type Parameter = string | number | boolean | null;

  /** Parameters of a suite, each with a value or a list of values: `{ size: [10, 100], type: ['a', 'b'] }`. */
  export type ParameterLists = { readonly [name: string]: Parameter | readonly Parameter[] };

  /** One value of each parameter. The object is frozen, and the same for all calls. */
  export type TestParameters<Lists = ParameterLists> = {
    readonly [Name in keyof Lists]: Lists[Name] extends readonly (infer Value)[] ? Value : Widened<Lists[Name]>;
  };
  type Widened<Value> =
    Value extends string ? string : Value extends number ? number : Value extends boolean ? boolean : Value;

  /** The first arguments of all tests of a suite: the parameters, if any. */
  type Given<Lists> = {} extends Lists ? [] : [params: TestParameters<Lists>];

  type AnyFunction = (...args: any[]) => unknown;
  type IsAny<T> = 0 extends 1 & T ? true : false;

  /**
   * The values that `setup` and `each` return. They are `any` for functions with untyped parameters, and for methods
   * before TypeScript 6, because TypeScript infers the members of an object in one pass.
   */
  type MadeBy<Test, Hook extends 'setup' | 'each'> =
    Test extends { readonly [key in Hook]: (...args: any[]) => infer Made }
      ? (unknown extends Made ? any : Made) : any;
  type SetupValue<Test> = Awaited<MadeBy<Test, 'setup'>>;

  /**
   * The other members of a test determine its arguments; see docs/comparing.md. With a `setup` that returns a value, a
   * single parameter is that value, and otherwise a callback; two parameters are both.
   */
  type TestFunction<Test, Args extends unknown[]> =
    IsAny<Test> extends true ? AnyFunction
      : 'each' extends keyof Test ? (input: MadeBy<Test, 'each'>, callback: TestCallback) => unknown
        : 'setup' extends keyof Test
          ? Test extends { readonly kind: 'sync' | 'promise' }
            ? (...args: [...given: Args, value: SetupValue<Test>]) => unknown
            : Test extends { readonly kind: 'callback' }
              ? AloneFunction<Args>
                | ((...args: [...given: Args, value: SetupValue<Test>, callback: TestCallback]) => unknown)
              : (...args: [...given: Args, value: ValueOrCallback<SetupValue<Test>>, callback: TestCallback]) => unknown
          : AloneFunction<Args>;

  type ValueOrCallback<Value> =
    IsAny<Value> extends true ? any : [Value] extends [void] ? TestCallback : Value;

  /** A test without `setup` or `each`. */
  type AloneFunction<Args extends unknown[]> = (...args: [...given: Args, callback: TestCallback]) => unknown;

  type AfterEach<Test, Args extends unknown[]> =
    IsAny<Test> extends true ? AnyFunction
      : 'each' extends keyof Test ? (input: MadeBy<Test, 'each'>) => unknown
        : (...args: [...given: Args, value: SetupValue<Test>]) => unknown;

  /** A test with setup and amounts of work per call. */
  export interface TestObject<Test = any, Args extends unknown[] = any[]> {
    /**
     * The function to measure, or the source of its body. With `each`, it gets the input and a callback. Otherwise, it
     * gets the parameters of the suite, the value of `setup`, and a callback. If it declares only one of the last two,
     * it gets the value of `setup`, or the callback if there is no value; `kind` overrides this.
     */
    readonly fn: TestFunction<Test, Args> | string;
    /**
     * Called once per process, before the first call, with the parameters. It is awaited and not timed. The returned
     * value is passed to `fn`, `each` and `teardown`. Default: none.
     */
    readonly setup?: ((...args: Args) => unknown) | null;
    /**
     * Called once per process, after the last call, with the parameters and the value of `setup`. It is awaited and not
     * timed. Default: none.
     */
    readonly teardown?: ((...args: [...given: Args, value: SetupValue<Test>]) => unknown) | null;
    /**
     * Returns the input of one call. Called before each batch, once per call, with the parameters and the value of
     * `setup`. It is not timed. Default: none.
     */
    readonly each?: ((...args: [...given: Args, value: SetupValue<Test>]) => unknown) | null;
    /**
     * Called after each batch, once per call, with the input from `each` or, without it, the arguments of `teardown`.
     * It is awaited and not timed. Default: none.
     */
    readonly afterEach?: AfterEach<Test, Args> | null;
    /** Operations per call, above 0. Default: the setting `opsPerTest`. */
    readonly ops?: number | null;
    /** Bytes that a call processes, above 0. Adds MB/s to the output. Default: none. */
    readonly bytes?: number | null;
    /** Items that a call processes, above 0. Adds items/s to the output. Default: none. */
    readonly items?: number | null;
    /** How calls end. Default: determined by the parameters and the first call. */
    readonly kind?: 'sync' | 'callback' | 'promise' | null;
    /** Seconds after which an asynchronous call fails. Default: 10 times `timeGoal`, at least 5. */
    readonly timeout?: number | null;
    /** Tiers of V8 in which the test is measured. Default: the setting `tier`. */
    readonly tier?: Tier | readonly Tier[] | null;
    /** Whether to measure the first call; `[false, true]` also measures warm calls. Default: the setting `cold`. */
    readonly cold?: boolean | readonly boolean[] | null;
  }

  /** A test: a function, the source of its body, or an object with `fn`. */
  export type AnyTest = AnyFunction | TestObject | string;

  /** Tests that are compared with each other. The first is the baseline. Tests in an array are named '#1', '#2', ... */
  export type Group =
    | readonly AnyTest[]
    | ({ readonly [name: string]: AnyTest | undefined } & { readonly [key in keyof TestObject]?: undefined })
    | ReadonlyMap<string, AnyTest>;

  /** Excludes functions, which all have this property, and would otherwise be accepted as suites without tests. */
  type NotFunction = { readonly [Symbol.hasInstance]?: undefined };

  /**
   * Infers a type without constraining it, so that editors show the types with which the keys of a test are
   * intersected.
   */
  type Taken<Whole> = [Whole] extends [infer Any] ? (Any extends Whole ? unknown : Whole) : Whole;

  type NotTest = { readonly [key in keyof TestObject]?: undefined };

  type GroupOfFunctions<Args extends unknown[]> =
    { readonly [name: string]: AloneFunction<Args> | string | undefined } & NotTest;

  /** A suite of functions and sources. */
  type SuiteOfFunctions<Args extends unknown[]> =
    { readonly [name: string]: AloneFunction<Args> | string | GroupOfFunctions<Args> };

  type TypedTest<Test, Args extends unknown[]> =
    | AloneFunction<Args>
    | string
    | ({ readonly [Key in keyof Test]: Key extends keyof TestObject ? Taken<Test[Key]> : never }
      & TestObject<NoInfer<Test>, Args>);

  /** A suite without groups. The types of each test depend on its `setup`, its `each` and the parameters. */
  type TypedTests<Tests, Args extends unknown[]> = { readonly [Name in keyof Tests]: TypedTest<Tests[Name], Args> };

  type TypedGroup<Tests, Args extends unknown[]> = unknown extends Tests ? UntypedGroup<Args> : {
    readonly [Name in keyof Tests]: Name extends keyof TestObject ? undefined : TypedTest<Tests[Name], Args>;
  };

  /**
   * A suite with groups, whose tests are typed as in one without groups. Objects with `fn` next to groups are typed
   * loosely, because TypeScript distinguishes tests from groups only when the type of the whole object is known.
   */
  type TypedSuite<Members, Args extends unknown[]> = {
    readonly [Name in keyof Members]:
      AloneFunction<Args> | string | TestObject | ReadonlyMap<string, AnyTest> | TypedGroup<Members[Name], Args>;
  };

  type UntypedTest<Args extends unknown[]> = AloneFunction<Args> | string | TestObject;
  type UntypedGroup<Args extends unknown[]> =
    | readonly UntypedTest<Args>[]
    | ({ readonly [name: string]: UntypedTest<Args> | undefined } & NotTest)
    | ReadonlyMap<string, AnyTest>;

  /**
   * A suite whose functions all have untyped parameters, or that has a test with typed parameters after an untyped
   * `each`. The parameters of its other tests are `any`.
   */
  type UntypedSuite<Args extends unknown[]> =
    | readonly (UntypedTest<Args> | UntypedGroup<Args>)[]
    | { readonly [name: string]: UntypedTest<Args> | UntypedGroup<Args> };

  type NeedsTypes<Members> = unknown extends Members ? never : unknown;

  type IfGroup<Member> =
    unknown extends Member ? never
      : [keyof Member] extends [never] ? never
        : 'fn' extends keyof Member ? never
          : 'charAt' extends keyof Member ? never : Member;
  type GroupsOf<Members> =
    Members extends readonly (infer Member)[] ? (Member extends unknown ? IfGroup<Member> : never)
      : { [Name in keyof Members]: IfGroup<Members[Name]> }[keyof Members];

  /** Prevents an invalid suite without groups from being typed loosely. */
  type NeedsGroup<Members, Args extends unknown[]> =
    [GroupsOf<Members>] extends [never] ? TypedTests<NoInfer<Members>, Args> : unknown;

  /** The part of `AbortSignal` that qtimeit uses. */
  export interface Signal {
    /** Whether the signal has been aborted. */
    readonly aborted: boolean;
    /** The reason that was passed to `controller.abort(reason)`. */
    readonly reason?: any;
    /** Adds a listener for the abort event. */
    addEventListener(type: 'abort', listener: () => void): void;
    /** Removes a listener. */
    removeEventListener(type: 'abort', listener: () => void): void;
  }

  type ForkSetting = boolean | number | null | undefined;
  type TierSetting = Tier | readonly Tier[] | false | null | undefined;
  type ColdSetting = boolean | readonly boolean[] | 0 | null | undefined;
  type CountSetting = boolean | 0 | 'cache' | 'profile' | readonly ('cache' | 'profile')[] | null | undefined;

  /**
   * Settings of `bench`: options of a call, or properties of `timeit.bench` for all suites. false and 0 turn a setting
   * off.
   */
  export interface BenchSettings<
    Lists extends ParameterLists = ParameterLists,
    Forks extends ForkSetting = ForkSetting,
    Tiers extends TierSetting = TierSetting,
    Cold extends ColdSetting = ColdSetting,
    Count extends CountSetting = CountSetting,
  > {
    /** Seconds per test. Default: 4, or less if all verdicts are clear earlier. */
    timeGoal?: number | false | null;
    /** Operations per call, unless the test sets `ops`. Default: 1. */
    opsPerTest?: number | false | null;
    /** Clock rate to show in the banner, in MHz. Default: the measured clock rate. */
    cpuMhz?: number | false | null;
    /** Whether to align columns and draw bars; false separates columns by single spaces. Default: true. */
    visualize?: boolean | 0 | 1 | null;
    /** Operations per second that get a rate of 1000. Default: the operations per second of the first test. */
    baselineAvg?: number | false | null;
    /** Whether to measure each test in separate processes, or the number of processes. Default: false. */
    forkTests?: Forks | null;
    /** Number of processes per test if `forkTests` is true. Default: 8. */
    forks?: number | false | null;
    /** Line to print first. Default: none. */
    preRunMessage?: string | false | null;
    /** Heading of the suite. Can only be set in the options of a call. Default: none. */
    title?: string | false | null;
    /** Whether to print the distribution of each test. Default: false. */
    showRunDetails?: boolean | 0 | 1 | null;
    /** Order of the rows: as in the suite, by time, or by name. Default: 'file'. */
    sort?: 'file' | 'time' | 'name' | false | null;
    /** Whether to print the settings. Default: true if `verbose` is at least 3. */
    showTestInfo?: boolean | 0 | 1 | null;
    /** Whether to print facts about the machine. Default: true if `verbose` is at least 1. */
    showPlatformInfo?: boolean | 0 | 1 | null;
    /** Whether to print the sources of the tests. Default: true if `verbose` is at least 4. */
    showSource?: boolean | 0 | 1 | null;
    /**
     * Amount of output. 0: only the table; 1 and 2: also the machine; 3: also the settings and all notes; 4: also the
     * sources. Default: 2.
     */
    verbose?: number | boolean | null;
    /** Length of the bar for a rate of 1000, in characters. Default: 5; for streams, 20. */
    bargraphScale?: number | false | null;
    /** Differences up to this fraction are `same`. Default: 0.002; for streams, 0.01. */
    margin?: number | false | null;
    /** Whether to measure a hidden copy of the first test for the noise floor. Default: true. */
    twin?: boolean | 0 | 1 | null;
    /** Order of the tests in a round; 'given': as in the suite. Default: 'rotating'. */
    order?: 'rotating' | 'random' | 'given' | false | null;
    /** Whether V8 can inline the test. false helps if V8 drops the inlined body. Default: true. */
    inline?: boolean | 0 | 1 | null;
    /** Ends the suite early once all rates are known to within this fraction. Default: none. */
    precision?: number | false | null;
    /** Measures each test in these tiers of V8, each in separate processes. Default: V8 chooses the tier. */
    tier?: Tiers | null;
    /**
     * Whether to measure the first call of each test, in 30 new processes or the number in `forkTests`; [false, true]
     * measures warm and first calls. Default: false.
     */
    cold?: Cold | null;
    /**
     * Whether to measure each test also in processes in which the other tests have run first, so that V8 has seen all
     * their inputs. Cannot be combined with `cold`. Default: false.
     */
    polluted?: boolean | 0 | 1 | null;
    /** Parameters. Each test gets every combination of values, as an object in its first argument. Default: none. */
    params?: Lists | false | null;
    /** Whether to measure allocated memory per call, after the timing. Default: false. */
    memory?: boolean | 0 | 1 | null;
    /** 'cold': also measure calls with cold data caches, after the timing. Default: false. */
    cache?: 'cold' | false | null;
    /**
     * Whether to count instructions per call with `perf` or `valgrind`, in separate processes after the timing.
     * 'cache': also cache misses, mispredicted branches and estimated cycles; 'profile': also instructions by function.
     * Cannot be combined with `cold`. Default: false.
     */
    count?: Count | null;
    /** Ends the suite when the signal is aborted; results so far are kept. Default: none. */
    signal?: Signal | false | null;
    /** Whether to print nothing. Default: false. */
    silent?: boolean | 0 | 1 | null;
    /** Whether to print only the rows, as JSON. Default: false. */
    json?: boolean | 0 | 1 | null;
    /** Whether to print only the rows, as CSV. Default: false. */
    csv?: boolean | 0 | 1 | null;
    /** Whether to print only the rows, as a Markdown table. Default: false. */
    markdown?: boolean | 0 | 1 | null;
  }

  /** Result of one test of a suite: plain data, without NaN or Infinity. See docs/results.md. */
  export interface Row {
    /** Unique name: 'concat', 'lists: concat', 'concat size=10', 'concat (interpreter)', 'concat (cold)'. */
    name: string;
    /** Name of the test in its suite or group. */
    test: string;
    /** Name of the group, whose tests are compared with each other; null without a group. */
    group: string | null;
    /** Values of the parameters; null without any. Tests with equal parameters are compared with each other. */
    params: TestParameters | null;
    /** Requested tier of V8. */
    tier: Tier | null;
    /** Whether the first call in new processes was measured. */
    isCold: boolean;
    /** Rank: speed relative to the baseline, which is 1000; printed as the rate; null if unknown. */
    rank: number | null;
    /** Lower end of the interval of the rank. In 95 of 100 suites, all intervals contain the true values. */
    rankLow: number | null;
    /** Upper end of the interval of the rank. */
    rankHigh: number | null;
    /** The verdict (see docs/believing.md); null while the suite is running. */
    verdict:
      | 'baseline' | 'faster' | 'slower' | 'same' | 'unresolved' | 'hoisted' | 'folded' | 'below-resolution'
      | 'too-noisy' | 'failed' | null;
    /** Additional `timeGoal` seconds that would probably settle an unresolved test; null if unknown or over an hour. */
    moreSeconds: number | null;
    /**
     * Why the test ended before `timeGoal`: `precision` was reached, or all verdicts were clear; null if it did not.
     * Missing from documents of earlier versions.
     */
    endedEarly: 'precise' | 'clear' | null;
    /** Differences up to this fraction are `same`. */
    margin: number;
    /** Difference between the first test and its hidden copy, as a fraction; null without a copy. */
    noiseFloor: number | null;
    /** Lower end of the 95 % interval of `noiseFloor`, as a fraction; null without a noise floor. */
    noiseFloorLow: number | null;
    /** Upper end of the 95 % interval of `noiseFloor`, as a fraction; null without a noise floor. */
    noiseFloorHigh: number | null;
    /** Processor cycles per call; null for tests that wait, and without a clock rate. */
    cycles: number | null;
    /** Time per call, in ns; null if the test failed before it was measured. */
    nsPerCall: number | null;
    /** Lower end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsHigh: number | null;
    /** Statistic of `nsPerCall`: median or mean of the rounds, or trimmed mean of the processes' log times. */
    statistic: 'median' | 'mean' | 'trimmed-mean' | null;
    /**
     * How the variance between processes was obtained: measured ('processes'), or estimated for a suite in one process
     * ('model'); null without an interval. Missing from documents of earlier versions.
     */
    intervalBasis: 'processes' | 'model' | null;
    /** How calls end; null if the test failed before its first call ended. */
    kind: 'sync' | 'callback' | 'promise' | 'stream' | 'process' | null;
    /** Operations per call. */
    ops: number;
    /** Number of calls measured, excluding the warm-up. */
    calls: number;
    /** Number of rounds measured, excluding the warm-up. */
    rounds: number;
    /** Number of separate processes; 0 if the test was measured in the current process. */
    processes: number;
    /** Smallest time in ns that can be distinguished from an empty function. */
    resolutionNs: number | null;
    /** Time in ns of one iteration of the empty loop, which is subtracted. */
    overheadNs: number | null;
    /** Garbage collections during the calls. */
    collections: Collections & { /** Time spent in collections, in seconds. */ seconds: number | null };
    /** Bytes per second, if the test has `bytes`; for streams, the throughput. */
    bytesPerSecond: number | null;
    /** Items per second, if the test has `items`. */
    itemsPerSecond: number | null;
    /** Growth of the time with each parameter that has at least three different numbers above 1; null without any. */
    growth: Growth[] | null;
    /** Processor time of all threads of the process per call, in ns; null if its clock is too coarse. */
    cpuNsPerCall: number | null;
    /** Allocations; null without the setting `memory`. */
    memory: Memory | null;
    /** Calls with cold data caches; null without `cache: 'cold'`. */
    coldCache: ColdCache | null;
    /** The time after the other tests; null without the setting `polluted`. */
    polluted: Polluted | null;
    /** Instruction counts; null without the setting `count` and, with a warning, if counting was impossible. */
    counts: Counts | null;
    /** Reasons to doubt the result. Usually empty. */
    warnings: ResultWarning[];
    /** Results of a stream; null for other tests. */
    stream: StreamFigures | null;
    /** Why the test failed; null if it did not. */
    error: RowError | null;
    /** The fields of the original qtimeit 0.21. */
    results: Digest;
  }

  /** Instructions per call without the loop, counted in separate processes. See docs/counts.md. */
  export interface Counts {
    /** Number of instructions per call. */
    instructions: number;
    /** Half of the 95 % interval, in instructions per call. */
    error: number;
    /** Number of instructions per iteration of the empty loop, which are subtracted. */
    loop: number;
    /** Instructions per call, including the loop, in the first and in the second half of the calls. */
    slopes: number[];
    /** Whether both slopes are equal. If not, later calls execute more or fewer instructions. */
    isProportional: boolean;
    /** Cache misses, mispredicted branches and cycles; null without 'cache'. */
    events: CountedEvents | null;
    /** Number of counted calls. */
    calls: number;
    /** Number of calls before counting began. */
    warmUp: number;
    /** Number of counted processes. */
    processes: number;
    /** Tier of V8 in which the loop ran at the end; null if unknown. */
    tier: string | null;
    /** Whether calls allocate. If so, the count includes garbage collections. */
    collects: boolean;
    /** Whether the error is as small as requested. */
    isSettled: boolean;
    /** Whether the test starts processes, which are not counted. */
    hasProcesses: boolean;
    /** Instructions by function; with 'profile', also JavaScript functions. Null for perf without 'profile'. */
    profile: CountedProfile | null;
    /** The program that counted. */
    source: {
      /** Name of the program. */
      name: 'perf' | 'valgrind';
      /** Version of the program; '' if unknown. */
      version: string;
    };
    /** Node.js options that make processes with the same code execute the same instructions. */
    flags: string[];
    /** With 'cache': weights of the estimated cycles; null if the processor counts cycles. */
    weights?: {
      /** Cycles of a first-level hit. */
      l1Hit: number;
      /** Cycles of a last-level hit. */
      llHit: number;
      /** Cycles of a memory access. */
      memory: number;
      /** Cycles of a mispredicted branch. */
      mispredicted: number;
    } | null;
    /**
     * With 'cache': the simulated caches, each as bytes, associativity and bytes per line: '32768,8,64'; null with
     * perf.
     */
    caches?: { [cache: string]: string } | null;
  }

  /** Cache misses, mispredicted branches and cycles per call, if counted. */
  export interface CountedEvents {
    /** First-level misses of instructions and data; with perf, only of loads. */
    l1Misses?: CountedEvent;
    /** Last-level misses. */
    llMisses?: CountedEvent;
    /** Mispredicted branches. */
    mispredicted?: CountedEvent;
    /** Cycles, estimated with `weights`, or counted by the processor. */
    cycles?: CountedEvent;
  }

  /** Frequency of an event. */
  export interface CountedEvent {
    /** Mean number of events per call. */
    value: number;
    /** Half of the 95 % interval, in events per call. */
    error: number;
  }

  /** Functions that execute the instructions of a call and its loop. */
  export interface CountedProfile {
    /** The twelve functions with the most instructions, and the first two of each kind, in descending order. */
    functions: {
      /** Name in the executable or in V8; '' for all remaining functions of a kind. */
      name: string;
      /** Kind of code: 'compiled', 'loop', 'builtin', 'runtime', 'collector', 'node' or 'system'. */
      kind: string;
      /** Number of instructions per call. */
      instructions: number;
    }[];
    /** Whether compiled code is divided into functions, without the loop. */
    isSplit: boolean;
    /** Why compiled code could not be divided, if requested; null otherwise. */
    reason: string | null;
  }

  /** Growth of the time per call with a parameter. */
  export interface Growth {
    /** Name of the parameter. */
    parameter: string;
    /** Values of the other parameters. */
    fixed: TestParameters;
    /** The function with the smallest error. */
    best: GrowthFunction;
    /** The next best function; null without one. */
    runnerUp: GrowthFunction | null;
    /** Whether the best function has a small error, and the error of the next best is much larger. */
    isClear: boolean;
    /** If no function is clear: the best function plus a constant; null without one. */
    withConstant: GrowthFunction | null;
  }

  /** A function fitted to the times. */
  export interface GrowthFunction {
    /** The function, with the parameter as n. */
    name: '1' | 'log n' | 'sqrt n' | 'n' | 'n log n' | 'n^2' | 'n^3';
    /** Coefficient of the function, in ns. */
    coefficientNs: number;
    /** Added constant, in ns; null without one. Needs four different values of the parameter. */
    constantNs: number | null;
    /** Typical relative error, as a fraction. */
    error: number;
  }

  /** Memory that a call allocates, measured in separate calls after the timing. */
  export interface Memory {
    /** Bytes allocated per call, on V8's heap and in buffers; null if unknown. */
    bytesPerCall: number | null;
    /** Lower end of the 95 % interval of bytesPerCall, in bytes; null if unknown. */
    bytesLow: number | null;
    /** Upper end of the 95 % interval of bytesPerCall, in bytes; null if unknown. */
    bytesHigh: number | null;
    /** Bytes allocated per call on V8's heap. */
    heapBytesPerCall: number | null;
    /** Bytes allocated per call for the contents of buffers. */
    externalBytesPerCall: number | null;
    /** Bytes per call that are still in use after a full collection; null if unknown. */
    keptBytesPerCall: number | null;
    /** Growth of the heap at its fullest moment in a call, in bytes; null for calls without collections. */
    peakBytes: number | null;
    /** Number of measured calls. */
    calls: number;
    /** Garbage collections during these calls. */
    collections: {
      /** Number of collections. */
      count: number | null;
      /** Number of collections of the young generation. */
      young: number | null;
      /** Number of collections of the old generation. */
      old: number | null;
      /** Time spent in collections, in seconds. */
      seconds: number | null;
      /** Share of the time spent in collections, 0 to 1; null after too few calls. */
      share: number | null;
      /** Number of calls per collection. */
      callsPerCollection: number | null;
    };
  }

  /** Time of a test in processes in which the other tests of its suite have run first. */
  export interface Polluted {
    /** Time per call, in ns; null if unknown. */
    nsPerCall: number | null;
    /** How many times as long as alone; null if unknown. */
    factor: number | null;
    /** Lower end of the 95 % interval of how many times as long; null if unknown. */
    low: number | null;
    /** Upper end of the 95 % interval of how many times as long; null if unknown. */
    high: number | null;
    /** Number of processes that measured it so. */
    processes: number;
    /** Why it was not measured; null if it was. */
    reason: string | null;
  }

  /** Time of a call with cold data caches. */
  export interface ColdCache {
    /** Time per call, in ns; null if unknown. */
    nsPerCall: number | null;
    /** Lower end of the 95 % interval of nsPerCall, in ns. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns. */
    nsHigh: number | null;
    /** Number of measured calls. */
    samples: number;
    /** Bytes read before each call to evict the caches. */
    evictedBytes: number;
    /** Smallest time in ns that can be distinguished from an empty call. */
    resolutionNs: number | null;
  }

  /** Why a test failed. */
  export interface RowError {
    /** Type of the failure; see docs/results.md. */
    code: 'threw' | 'called-back' | 'called-twice' | 'timed-out' | 'interrupted' | 'exited' | 'killed' | 'out-of-memory'
      | 'garbage' | 'not-reached' | 'not-started' | 'no-test'
      | 'premature-close' | 'never-ended' | 'wrong-output' | 'no-stream' | 'no-input';
    /** Description of the failure. */
    message: string;
    /** Location, `file:line:column`; null if unknown. */
    at: string | null;
    /** The failed call, counted from 1: `'1'`, or `'768 to 1024'`; null if unknown. */
    calls: string | null;
    /** Number of the round, from 1, including the warm-up; only for failures in the current process. */
    round?: number | null;
    /** Stack trace of the error; null without one. */
    stack: string | null;
    /** Last lines that the process wrote to standard error. */
    output: string[];
    /** `code` of the thrown error, such as `'ENOENT'`; absent if it is no string. */
    thrownCode?: string;
  }

  /** The fields of the original qtimeit 0.21. */
  export interface Digest {
    /** Mean operations per second of all runs; null without runs. */
    avg: number | null;
    /** Operations per second of the slowest run; null without runs. */
    min: number | null;
    /** Operations per second of the fastest run; null without runs. */
    max: number | null;
    /** Number of calls in `elapsed`. */
    count: number;
    /** Seconds spent in the body. */
    elapsed: number;
    /** Number of runs. */
    runs: number;
    /** Total time of the test, in seconds. */
    duration: number;
    /** Number of calls per run. */
    nloops: number;
    /** Calls and seconds of up to 250 runs, or of each process. */
    stats: { count: number; elapsed: number }[];
  }

  /** Called at the end, in a later turn of the event loop. Failed tests have an error in their row. */
  export type BenchCallback = (error: null, rows: Row[]) => void;

  /** Settings as editors show them: by name, without inferred types. */
  interface SuiteSettings extends BenchSettings {}

  /** Infers types from `Own`, and is `SuiteSettings` once `Lists` is known. */
  type SettingsOf<Lists, Own> = [Lists] extends [infer Any] ? (Any extends Lists ? SuiteSettings : Own) : Own;

  /** The function `bench`. Its properties are settings for all suites. */
  export interface Bench extends BenchSettings {
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Lists extends ParameterLists = {}>(
      suite: ReadonlyMap<string, AnyTest | Group>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & SuiteOfFunctions<Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Tests extends readonly unknown[] | [], Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Tests, Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Tests> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Members, Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Members> & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & TypedSuite<Members, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & UntypedSuite<Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Member extends AnyTest | Group, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: ReadonlyMap<string, Member>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<ReadonlyMap<string, Member>, Lists, Forks | Tiers | Cold | Count>;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Whole, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: Taken<Whole> & NotFunction & SuiteOfFunctions<Given<NoInfer<Lists>>>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<Whole, Lists, Forks | Tiers | Cold | Count>;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Tests extends readonly unknown[] | [], Whole, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: Taken<Whole> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<Whole, Lists, Forks | Tiers | Cold | Count>;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Tests, Whole, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Tests> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<Whole, Lists, Forks | Tiers | Cold | Count>;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Members, Whole, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Members> & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & TypedSuite<Members, Given<NoInfer<Lists>>>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<Whole, Lists, Forks | Tiers | Cold | Count>;
    /**
     * Interleaves and measures the tests of a suite, and prints a comparison. Returns the rows, or a promise of the rows if
     * a test is asynchronous or if the settings need separate processes.
     *
     * @param suite tests or groups by name; in an array, the names are '#1', '#2', ...
     * @param options settings for this suite
     * @param callback called at the end, in a later turn of the event loop, with `(null, rows)`
     * @throws TypeError, RangeError or SyntaxError for an invalid suite or setting
     */
    <
      Whole, Lists extends ParameterLists = {},
      Forks extends ForkSetting = undefined,
      Tiers extends TierSetting = undefined,
      Cold extends ColdSetting = undefined,
      Count extends CountSetting = undefined,
    >(
      suite: Taken<Whole> & NotFunction & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & UntypedSuite<Given<NoInfer<Lists>>>,
      options?: SettingsOf<Lists, BenchSettings<Lists, Forks, Tiers, Cold, Count>> | null,
    ): BenchOutcome<Whole, Lists, Forks | Tiers | Cold | Count>;
    /** Converts rows to JSON. */
    readonly toJson: (rows: readonly Row[]) => string;
    /** Converts rows to CSV. */
    readonly toCsv: (rows: readonly Row[]) => string;
    /** Converts rows to a Markdown table. */
    readonly toMarkdown: (rows: readonly Row[]) => string;
  }

  type CallbackArguments<Lists extends ParameterLists> =
    | [callback: BenchCallback]
    | [options: BenchSettings<Lists> | null | undefined, callback: BenchCallback];

  /** Whether bench returns rows, or a promise of rows; 'either' if the types do not determine it. */
  type When = 'now' | 'later' | 'either';

  type WhenReturned<Result> =
    IsAny<Result> extends true ? 'now'
      : [Result] extends [never] ? 'now'
        : [Result] extends [PromiseLike<unknown>] ? 'later'
          : [Extract<Result, PromiseLike<unknown>>] extends [never] ? 'now' : 'either';

  /** A function with an additional parameter takes a callback. */
  type WhenCalled<Fn, Args extends unknown[]> =
    Fn extends () => infer Result ? WhenReturned<Result>
      : Args extends [] ? 'later'
        : Fn extends (given: any) => infer Result ? WhenReturned<Result> : 'later';

  type WhenHook<Test, Hook extends 'setup' | 'teardown' | 'afterEach'> =
    Test extends { readonly [key in Hook]: (...args: any[]) => infer Result } ? WhenReturned<Result> : 'now';

  type EndsLater =
    | { readonly kind: 'callback' | 'promise' }
    | { readonly tier: Tier | readonly Tier[] }
    | { readonly cold: true | readonly boolean[] };

  type WhenTested<Test, Args extends unknown[]> =
    Test extends AnyFunction ? WhenCalled<Test, Args>
      : Test extends { readonly fn: infer Fn }
        ? WhenHook<Test, 'setup'> | WhenHook<Test, 'teardown'> | WhenHook<Test, 'afterEach'>
          | (Test extends EndsLater ? 'later'
            : Test extends { readonly kind: 'sync' } ? 'now'
              : Fn extends AnyFunction
                ? WhenCalled<Fn, Test extends { readonly each: AnyFunction } ? [unknown] : Args>
                : 'either')
        : 'either';

  /** Settings that need separate processes. */
  type WhenForked<Setting> =
    [Setting] extends [false | 0 | null | undefined] ? 'now'
      : [Extract<Setting, true | string | readonly unknown[]>] extends [never]
        ? (number extends Setting ? 'either' : 'later')
        : boolean extends Setting ? 'either' : 'later';

  /** A member of a suite or group. */
  type MembersOf<Suite> =
    Suite extends readonly (infer Member)[] ? Member
      : Suite extends ReadonlyMap<string, infer Member> ? Member : Suite[keyof Suite];

  /** Tests, including those in groups. */
  type InGroups<Member> =
    Member extends string | AnyFunction | { readonly fn: unknown } ? Member : MembersOf<Member>;

  type RowsWhen<Times extends When> =
    'later' extends Times ? Promise<Row[]> : 'either' extends Times ? Row[] | Promise<Row[]> : Row[];

  /**
   * Return type of `bench`: the rows; a promise of them if a test is asynchronous, forked or counted; or either if the
   * types do not determine it (tests given as source). If `timeit.bench.forkTests` is set, it is a promise. `await`
   * accepts both.
   */
  export type BenchOutcome<Suite, Lists = {}, Forking = undefined> =
    RowsWhen<WhenTested<InGroups<MembersOf<Suite>>, Given<Lists>> | WhenForked<Forking>>;

  /** Measures and compares the tests of a suite. Properties are settings for all suites. */
  export const bench: Bench;

  /**
   * Returns a new stream, or a promise of one: a Node.js Transform, Duplex, Writable or Readable, or a web
   * TransformStream, WritableStream, ReadableStream or `{ readable, writable }` pair.
   */
  export type StreamFactory = () => object | PromiseLike<object>;

  /** Factories of streams by name; in an array, the names are '#1', '#2', ... */
  export type StreamSuite =
    readonly StreamFactory[] | { readonly [name: string]: StreamFactory } | ReadonlyMap<string, StreamFactory>;

  /** Hex digits of an md5, sha1, sha256 or sha512. Other hashes need the name of the algorithm. */
  export type StreamHash = string | {
    /** Name of the algorithm, as for `crypto.createHash`. */
    algorithm: string;
    /** Hex digits of the hash. */
    hex: string;
  };

  /**
   * Throws or returns false if the output is wrong. The output is a Buffer, or an array of chunks if they are objects.
   * It comes from a separate run that is not timed.
   */
  export type StreamCheck = (output: any, name: string) => unknown;

  /** Settings of `streams`: options of a call, or properties of `timeit.streams` for all suites. */
  export interface StreamSettings extends Pick<BenchSettings,
    'visualize' | 'preRunMessage' | 'title' | 'signal' | 'showPlatformInfo' | 'verbose' | 'bargraphScale'
    | 'margin' | 'twin' | 'silent' | 'json' | 'csv' | 'markdown' | 'count'> {
    /**
     * Input of the streams: path or URL of a file, bytes, or a function that returns a Readable, a ReadableStream or an
     * iterable. Suites of Readables need none. Default: none.
     */
    input?: string | URL | Uint8Array | (() => object | PromiseLike<object>) | null;
    /** Number of runs of each stream. Default: 10. */
    runs?: number | null;
    /** Whether each run gets a separate process. Default: true. */
    forkTests?: boolean | 0 | 1 | null;
    /** Stream with a rate of 1000. true: a pass-through; false: the first stream; or a factory. Default: true. */
    reference?: boolean | StreamFactory | null;
    /** Checks the output of all streams, or of each by name. Default: none. */
    check?: StreamCheck | { readonly [name: string]: StreamCheck | StreamHash } | null;
    /** Expected hash of the output of all streams. Default: none. */
    hash?: StreamHash | null;
    /** Maximum seconds per run. Default: 60. */
    timeout?: number | null;
    /** Bytes per chunk if the input is a file or a Buffer. Default: 65536. */
    chunkSize?: number | null;
  }

  /** The function `streams`. Its properties are settings for all suites. */
  export interface Streams extends StreamSettings {
    /**
     * Measures throughput, memory and processor time of streams, and compares them with a pass-through. If a stream
     * fails, its row contains the error.
     *
     * @throws TypeError, RangeError or Error for an invalid suite, setting or input
     */
    (suite: StreamSuite, callback: BenchCallback): Promise<Row[]>;
    (suite: StreamSuite, options?: StreamSettings | null, callback?: BenchCallback | null): Promise<Row[]>;
  }

  /** Measures and compares streams. Properties are settings for all suites. */
  export const streams: Streams;

  /** Results of a stream: medians over all runs. */
  export interface StreamFigures {
    /** Number of successful runs. */
    runs: number;
    /** Bytes of input; null without input. */
    bytesIn: number | null;
    /** Bytes of output; null without output. */
    bytesOut: number | null;
    /** Chunks of input; null without input. */
    chunksIn: number | null;
    /** Chunks of output; null without output. */
    chunksOut: number | null;
    /** Lower end of the 95 % interval of bytesPerSecond. */
    bytesPerSecondLow: number | null;
    /** Upper end of the 95 % interval of bytesPerSecond. */
    bytesPerSecondHigh: number | null;
    /** Time to the first chunk of output, in ns; null for a Writable. */
    firstByteNs: number | null;
    /** Peak resident memory of the process during the run, in bytes; null if unknown. */
    peakRssBytes: number | null;
    /** Mean resident memory of the process during the run, in bytes; null if unknown. */
    meanRssBytes: number | null;
    /** Whether the peak is from the kernel; otherwise it is the highest sample. */
    isPeakExact: boolean;
    /** Number of samples of the resident memory. */
    rssSamples: number;
    /** Share of the time spent on taking samples, 0 to 1. */
    samplerShare: number;
    /** Growth of heap and external memory between full collections before and after a run, in bytes. */
    heapGrowthBytes: number | null;
    /** User processor time as a fraction of the duration; 1 is one processor that is always busy. */
    userShare: number;
    /** System processor time as a fraction of the duration; 1 is one processor that is always busy. */
    systemShare: number;
    /** Number of additional runs that would probably settle an unresolved verdict; null if unknown. */
    moreRuns: number | null;
  }

  /** Declares a benchmark with parameters. Each combination runs in a separate process. Same as in `qtimeit/common`. */
  export const createBenchmark: typeof import('./public/common').createBenchmark;

  /** The function `cpuMhz`. */
  export interface CpuMhz {
    /** Returns the current clock rate of the processor, in MHz (4522.5421); false if unknown. */
    (): number | false;
    /** Returns the clock rate with its source. */
    reading(): CpuMhzReading;
  }

  /**
   * Source of a clock rate: counted by `perf stat` (Linux), measured with a chain of dependent operations, or
   * reported by `os.cpus()`.
   */
  export type CpuMhzSource = 'perf' | 'chain' | 'os';

  /** The processor's clock rate and its source. */
  export type CpuMhzReading = KnownMhz | UnknownMhz;

  interface MhzReasons {
    /** Why other sources failed. */
    reasons: CpuMhzReason[];
  }

  interface KnownMhz extends MhzReasons {
    /** Current clock rate, in MHz. */
    mhz: number;
    /** Source of the value. */
    source: CpuMhzSource;
  }

  interface UnknownMhz extends MhzReasons {
    /** The clock rate is unknown. */
    mhz: null;
    /** There is no source. */
    source: null;
  }

  /** Why a source of the clock rate failed. */
  export interface CpuMhzReason {
    /** The source that failed. */
    source: CpuMhzSource;
    /** Why it failed. */
    reason: string;
  }

  /** Measures the processor's clock rate. The first call can take half a second, later calls 10 ms. */
  export const cpuMhz: CpuMhz;

  /** Returns facts about the machine and the process. Never throws; unknown facts are null. */
  export function sysinfo(): SystemInfo;

  /** Facts about the machine and the process. Unknown facts are null, with a reason in `missing`. */
  export interface SystemFacts {
    /** Version of this library. */
    qtimeitVersion: string | null;
    /** The value of `process.title`. */
    nodeTitle: string | null;
    /** Name of the engine: 'node', 'bun' or 'deno'. */
    engine: string | null;
    /** Version of the engine: '20.20.2'. */
    engineVersion: string | null;
    /** JavaScript engine and its version: 'V8 11.3.244.8-node.38', 'JavaScriptCore 1a2b3c4d'. */
    jit: string | null;
    /** Version of Node.js: '20.20.2'; null in other engines. */
    nodeVersion: string | null;
    /** Version of V8: '11.3.244.8-node.38'; null without V8. */
    v8Version: string | null;
    /** The value of `process.platform`: 'linux', 'darwin', 'win32', ... */
    platform: string | null;
    /** The value of `process.arch`: 'x64', 'arm64', ... */
    arch: string | null;
    /** Kernel release. */
    kernel: string | null;
    /** Processor model. */
    cpu: string | null;
    /** Current clock rate of the processor, in MHz. */
    cpuMhz: number | null;
    /** Source of `cpuMhz`. */
    cpuMhzSource: CpuMhzSource | null;
    /** Number of processors. */
    cpuCount: number | null;
    /** Percentage of load above which the kernel raises the processor's clock rate. */
    cpuUpThreshold: number | null;
    /** Governors of all processors, without duplicates, separated by spaces: 'performance'. */
    cpuScalingGovernor: string | null;
    /** Smallest step of the clock, in ns. */
    clockGrainNs: number | null;
    /** Cost of reading the clock, in ns. */
    clockCostNs: number | null;
    /** Number of colors that `FORCE_COLOR` or the terminal allows to tests, as a level: 0 none, 1 16, 2 256, 3 16 million. */
    colorLevel?: number | null;
  }

  /** Facts about the machine and the process, and warnings about unsteady timings. */
  export interface SystemInfo extends SystemFacts {
    /** Active options of Node.js and V8. */
    nodeFlags: string[];
    /** Reasons for facts that are null. */
    missing: { [fact in keyof SystemFacts]?: string };
    /** Conditions that make timings on this machine unsteady. */
    warnings: SystemWarning[];
  }
}

export = timeit;
