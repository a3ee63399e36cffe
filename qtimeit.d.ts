/**
 * Calls a function in a loop and reports what its body takes: the cost of the loop, of the call and of
 * the clock is measured and subtracted. Prints one line, unless the message is
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
 * A test given as the source of a function's body, run in the global scope. If it returns a promise, `timeit` returns a
 * promise, too, which this type cannot express.
 */
declare function timeit(countOrSeconds: timeit.Goal, source: string, message?: string | null): timeit.Result;

/**
 * Calls a function in a loop and reports what its body takes. The result comes at once; from a test
 * that returns a promise (or any thenable) it comes as a promise, and the calls are awaited one after
 * the other. The first call decides which.
 *
 * @throws what a synchronous test throws; TypeError, RangeError or SyntaxError for invalid arguments.
 *   The promise of the result rejects with what a promise of the test rejects with.
 */
declare function timeit<T>(countOrSeconds: timeit.Goal, test: () => T, message?: string | null): timeit.Outcome<T>;

declare namespace timeit {
  // Or else all that is declared here would be exported.
  export {};

  /**
   * How long to test. An integer is a number of calls (1e6, also 1.0), a fractional number is seconds (0.5). Explicit
   * forms: `'2s'`, `'500ms'`, `{ seconds: 2 }`, `{ count: 1e6 }`. Exactly this number of calls is made.
   */
  export type Goal =
    | number
    | `${number}s` | `${number}ms` | `${number} s` | `${number} ms`
    | {
      /** Number of calls. */
      readonly count: number;
      /** Not with a count. */
      readonly seconds?: undefined;
    }
    | {
      /** Seconds to test for. */
      readonly seconds: number;
      /** Not with seconds. */
      readonly count?: undefined;
    };

  /** Callback of a test, to be called once per call: without an error to continue, with an error to end the run. */
  export type TestCallback = (error?: unknown, ...ignored: unknown[]) => void;

  /** A test that takes a callback. Its return value is ignored. */
  export type CallbackTest = (callback: TestCallback) => unknown;

  /**
   * The error of the test, thrown, rejected or called back. Its property `timeit` has the place. A value without
   * properties (null, a string) is the `cause` of a new error.
   */
  export type TestError = Error & { timeit?: Failure };

  /** The place and the call at which a test failed. */
  export interface Failure {
    /** Name of the test: its message, its name, or the beginning of its source, in quotes. */
    test: string;
    /** Which call failed, counted from 1: `'1'`, or `'768 to 1024'` if the exact call is unknown. */
    calls: string;
  }

  /**
   * Called at the end of a run with a callback.
   *
   * @param error null, or the error that ended the run; then the other parameters are undefined
   * @param count calls made
   * @param elapsed seconds spent in the body
   * @param wallclock seconds from beginning to end
   * @param result all that is known
   */
  export type EndCallback =
    (error: TestError | null, count: number, elapsed: number, wallclock: number, result: Result) => void;

  /** Return type of timeit for a test that returns a T. `any` does not count as a promise. */
  export type Outcome<T> =
    0 extends 1 & T ? Result
      : T extends PromiseLike<unknown> ? Promise<Result>
        : Result;

  /** Result of a run, as plain data without NaN and Infinity. */
  export interface Result {
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
    /** Lower end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsHigh: number | null;
    /**
     * What nsPerCall is of the rounds: the mean where garbage collections are too rare for the median to keep, or where
     * objects survive.
     */
    statistic: 'median' | 'mean';
    /** Processor cycles of one call; null without a clock rate. */
    cyclesPerCall: number | null;
    /**
     * Processor time of one call, in ns, all threads of the process together; null where its clock is too coarse to
     * tell.
     */
    cpuNsPerCall: number | null;
    /** Smallest time in ns that can be distinguished from an empty function. */
    resolutionNs: number;
    /** Cost in ns of calling an empty test of the same kind, which is subtracted. */
    overheadNs: number;
    /** How the test ended its calls: by returning, by calling back, or by settling a promise. */
    kind: 'sync' | 'callback' | 'promise';
    /** Number of rounds in the estimate. */
    rounds: number;
    /** Garbage collections. */
    collections: Collections;
    /** Reasons to distrust the figures. Usually empty. */
    warnings: ResultWarning[];
  }

  /** Garbage collections during a run. */
  export interface Collections {
    /**
     * Collections of the young generation within `count` calls, estimated; null after too few calls.
     */
    count: number | null;
    /** Share of the time that they took, 0 to 1; null after too few calls. */
    share: number | null;
    /** Bytes that one call allocates on the heap of V8; null after too few calls. */
    bytesPerCall: number | null;
  }

  /** A warning in the result of a run, identified by `code`; describeWarning() returns a sentence. */
  export type ResultWarning =
    /** A call takes no longer than a turn of an empty loop: V8 computed it before the loop, or left it out. */
    | {
      code: 'folded';
      /** Of a snippet, the variables of its setup that it uses; else none. */
      inputs: string[];
    }
    /** V8 moved work out of the loop around the test. */
    | {
      code: 'hoisted';
      /** Time of a call, in ns, if the test is not inlined into the loop. */
      notInlinedNs: number;
      /** As in `folded`. */
      inputs: string[];
    }
    /** The body is indistinguishable from an empty function, as is anything below resolutionNs (in ns). */
    | {
      code: 'below-resolution';
      /** Smallest time in ns that can be distinguished from an empty function. */
      resolutionNs: number;
    }
    /**
     * The body is no empty function, but its interval is wider than its figure: the noise is to blame, and not its
     * speed.
     */
    | {
      code: 'too-noisy';
      /** Smallest time in ns that can be distinguished from an empty function. */
      resolutionNs: number;
    }
    /**
     * V8 did not run the body as optimized code, or not in this share (0 to 1) of the time: `found` ran in its place,
     * `times` is how often its optimized code was thrown away. 'not-settled': V8 cannot be asked, and the times never
     * settled; 'not-compiled': V8 was between two of them.
     */
    | {
      code: 'not-optimized';
      /** The code that ran instead. */
      found: 'interpreter' | 'baseline' | 'maglev' | 'not-compiled' | 'not-settled';
      /** How often V8 threw its optimized code away. */
      times: number;
      /** Share of the time in which that was so, 0 to 1. */
      share: number;
    }
    /** Only `kept` of the rounds ran without being interrupted: too few to trust the figure. */
    | {
      code: 'busy';
      /** Number of rounds. */
      rounds: number;
      /** Number of rounds that ran without being interrupted. */
      kept: number;
    }
    | {
      code: 'shared-core';
      /** Cycles of a turn of an empty loop, at least. */
      leastCycles: number;
      /** Cycles of a turn of an empty loop, in the median. */
      usualCycles: number;
    }
    /** The run took `seconds` instead of `goalSeconds`, because most rounds were interrupted. */
    | {
      code: 'prolonged';
      /** Seconds that the run took. */
      seconds: number;
      /** Seconds that it was to take. */
      goalSeconds: number;
    }
    /** No interval: fewer than six rounds. */
    | {
      code: 'too-few-samples';
      /** Number of rounds. */
      rounds: number;
    }
    /** No interval, or no figure: the clock counts in steps of 0.1 ms or more. */
    | {
      code: 'coarse-clock';
      /** Step of the clock, in ns. */
      grainNs: number;
    }
    /** A coarse interval: fewer than twelve rounds. */
    | {
      code: 'few-samples';
      /** Number of rounds. */
      rounds: number;
    }
    /**
     * The first `calls` of a counted run were markedly slower than the rest. They took extraNs (ns
     * altogether, part of `elapsed`) beyond the steady figure, which is steadyNs (ns each); with them
     * a call took allNs (ns each), which is elapsed / count.
     */
    | {
      code: 'cold-start';
      /** Number of calls that were slower. */
      calls: number;
      /** Their total time beyond that of steady calls, in ns. */
      extraNs: number;
      /** One call once it is steady, in ns. */
      steadyNs: number;
      /** One call with the first ones, in ns: elapsed / count. */
      allNs: number;
    }
    /** Relative change from start to end: 0.1 is 10 % slower at the end, -0.1 is 10 % faster. */
    | {
      code: 'not-steady';
      /** Relative change, a share: 0.1 is 10 % slower at the end. */
      drift: number;
    }
    /**
     * Rounds left out of the estimate: the process was kept from running, or the clock jumped, for lostNs (ns) in all.
     */
    | {
      code: 'disturbed';
      /** Number of rounds left out. */
      rounds: number;
      /** Time that they took, in ns, all together. */
      lostNs: number;
    }
    /** Garbage collections took this share of the time (0 to 1), more than a hundredth. */
    | {
      code: 'collections';
      /** Share of the time, 0 to 1. */
      share: number;
    }
    /** The body may overlap with the queueing of its promise, which takes referenceNs (ns) for an empty body. */
    | {
      code: 'may-hide';
      /** Time of queueing an empty promise, in ns. */
      referenceNs: number;
    }
    /** The page forbids to compile loops: measured through a call; the call of an empty test is subtracted. */
    | { code: 'called' }
    /**
     * In this share of the time (0 to 1), over a tenth, no processor worked for the body: it waits, or others have the
     * processor.
     */
    | {
      code: 'waits';
      /** Share of the time, 0 to 1. */
      share: number;
    }
    /** bench, with `memory`: the allocations of a call are uncertain. */
    | {
      code: 'memory-unsure';
      /** Reason: 'few-calls', 'spread', 'other-work' or 'not-told', see docs/results.md. */
      reason: string;
    }
    /** bench, with `count`: its instructions could not be counted. */
    | {
      code: 'not-counted';
      /** The reason, with a hint. */
      reason: string;
    }
    /** bench, with `count`: instructions are not proportional to the number of calls. */
    | {
      code: 'not-proportional';
      /** Number of instructions a call in the first half of the calls. */
      first: number;
      /** Number of instructions a call in the second half. */
      second: number;
    }
    /** bench, with `count`: the error is larger than requested. */
    | {
      code: 'count-unsettled';
      /** Half of the 95 % interval, in instructions a call. */
      error: number;
    }
    /** bench, with `count`: it starts processes, which are not counted. */
    | { code: 'processes-not-counted' }
    /** Stopped early, because the test keeps its allocations. Bytes of heap. */
    | {
      code: 'heap-limit';
      /** Bytes of heap in use. */
      usedBytes: number;
      /** Bytes of heap that V8 allows. */
      limitBytes: number;
    }
    /** The test left timers, sockets or the like open, by kind: `['3 x Timeout']`. */
    | {
      code: 'handles-left';
      /** By kind: `['3 x Timeout']`. */
      handles: string[];
    }
    /** Code of another tier ran, at least at times: of the test, or of the loop around it. */
    | {
      code: 'tier-not-held';
      /** The requested one. */
      tier: Tier;
      /** The code that ran. */
      found: Tier | 'maglev' | 'native' | 'not-compiled';
    }
    /** The suite was cut short: there are fewer rounds or processes than requested. */
    | { code: 'interrupted' }
    /** Of streams: the median run takes so many seconds, under 0.02: much of that is code that runs cold. */
    | {
      code: 'short-runs';
      /** Seconds of the median run. */
      seconds: number;
    }
    /** Of streams: runs of the same stream gave different numbers of bytes. */
    | {
      code: 'output-varies';
      /** Bytes of the shortest output. */
      low: number;
      /** Bytes of the longest output. */
      high: number;
    }
    /** The process of a forked test had sent its result and did not end. */
    | { code: 'hung-at-exit' };

  /** A warning of sysinfo() about the machine or the process, identified by `code`. */
  export type SystemWarning =
    /** The processor's clock follows the load. Distinct governors of all processors, joined by a space. */
    | {
      code: 'governor';
      /** Distinct governors of all processors, joined by a space. */
      governor: string;
    }
    /** The processor's clock rises while it is cool; writing `off` to the file `path` stops that. */
    | {
      code: 'turbo';
      /** The file to write to. */
      path: string;
      /** The value to write there. */
      off: string;
    }
    /** 'kvm', 'xen', 'vmware', ...; null if unknown. */
    | {
      code: 'virtual-machine';
      /** 'kvm', 'xen', 'vmware', ...; null if unknown. */
      hypervisor: string | null;
    }
    /**
     * The hypervisor gave the processor to others: shares (0 to 1) of the time wanted, since boot and
     * since the previous sysinfo(), null at the first.
     */
    | {
      code: 'stolen-time';
      /** Share of the time wanted, 0 to 1, since boot. */
      share: number;
      /** Share of the time wanted, 0 to 1, since the previous sysinfo(); null at the first. */
      recentShare: number | null;
    }
    /** A container that is stopped when it has used up so many processors (1.5). */
    | {
      code: 'cpu-quota';
      /** Number of processors, such as 1.5. */
      cpus: number;
    }
    /** Average number of busy processes over the last minute. */
    | {
      code: 'load';
      /** Number of busy processes, the average of the last minute. */
      load1: number;
      /** Number of processors. */
      cpuCount: number;
    }
    /** Percent of the last 10 s in which a task waited for a processor. */
    | {
      code: 'pressure';
      /** Percent of the last 10 s in which a task waited for a processor. */
      avg10: number;
    }
    | { code: 'battery' }
    | { code: 'inspector' }
    /** Source of the coverage: 'NODE_V8_COVERAGE', 'nyc', or an option of node. */
    | {
      code: 'coverage';
      /** 'NODE_V8_COVERAGE', 'nyc', or an option of node. */
      by: string;
    }
    /** Compiler that changes the code before it runs: 'tsx' */
    | {
      code: 'compiler';
      /** 'tsx', or the name of another compiler. */
      by: string;
    }
    /** The option of node, as typed. */
    | {
      code: 'profiler';
      /** The option of node, as typed. */
      option: string;
    }
    /** An option of V8, as typed; it changes how V8 compiles, the heap, V8's own checks, or its logs. */
    | {
      code: 'v8-flag';
      /** The option of V8, as typed. */
      flag: string;
      /** What it affects: compilation, the heap, checks, or logs. */
      effect: 'compiler' | 'memory' | 'checks' | 'output';
    };

  /** Any warning, identified by `warning.code`. */
  export type Warning = ResultWarning | SystemWarning;

  /** The words for a warning: one sentence. */
  export function describeWarning(warning: Warning): string;

  /** Seconds as a float, to the nanosecond. They have no absolute meaning and never run backwards. */
  export function fptime(): number;

  /**
   * Keeps a value until the next one is kept, so that V8 does not leave out what makes it: `timeit('1s', () =>
   * timeit.keep(a + b))`. Storing a number costs nothing measurable.
   */
  export function keep(value: unknown): void;

  /**
   * Returns a value so that V8 cannot treat it as a constant: `timeit('1s', () => timeit.keep(Math.sin(timeit.blackBox(
   * x))))`. Without it V8 computes Math.sin(x) once, before the loop. It takes about 1 ns; the latest value is held.
   */
  export function blackBox<T>(value: T): T;

  /**
   * Prints the line of a run.
   *
   * @param test not used; it stands first as in the original
   * @param count calls made
   * @param elapsed seconds spent in the body
   * @param wallclock seconds on the clock
   * @param message put first in the line
   */
  export function reportit(test: unknown, count: number, elapsed: number, wallclock: number, message?: string): void;

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
  export function runit(
    repeats: number,
    nloops: Goal,
    itemsPerRun: number,
    name: string | null | undefined,
    test: CallbackTest | string,
    callback?: (error: TestError | null) => void,
  ): void;

  /** V8's interpreter, its baseline compiler (Sparkplug), and its optimising one (TurboFan). */
  export type Tier = 'interpreter' | 'baseline' | 'optimized';

  /** A value of a parameter. */
  export type Parameter = string | number | boolean | null;

  /** Parameters of a suite: `{ size: [10, 100], type: ['a', 'b'] }`, each a list of values, or one value. */
  export type ParameterLists = { readonly [name: string]: Parameter | readonly Parameter[] };

  /** Values of parameters, one of each list: frozen, the same object for all calls. */
  export type TestParameters<Lists = ParameterLists> = {
    readonly [Name in keyof Lists]: Lists[Name] extends readonly (infer Value)[] ? Value : Widened<Lists[Name]>;
  };
  type Widened<Value> =
    Value extends string ? string : Value extends number ? number : Value extends boolean ? boolean : Value;

  /** The arguments that every test of a suite is given first: the parameters, if any. */
  type Given<Lists> = {} extends Lists ? [] : [params: TestParameters<Lists>];

  type AnyFunction = (...args: any[]) => unknown;
  type IsAny<T> = 0 extends 1 & T ? true : false;

  /**
   * The values of `setup` and `each`. They are `any` for functions with untyped parameters, and for methods before
   * TypeScript 6, because TypeScript infers the members of an object in one pass.
   */
  type MadeBy<Test, Hook extends 'setup' | 'each'> =
    Test extends { readonly [key in Hook]: (...args: any[]) => infer Made }
      ? (unknown extends Made ? any : Made) : any;
  type SetupValue<Test> = Awaited<MadeBy<Test, 'setup'>>;

  /**
   * The arguments of a test follow from its other members, see docs/comparing.md. After a `setup`, one parameter is the
   * value or a callback, two are both. TypeScript cannot choose by the number of parameters, so write the type of a
   * single parameter.
   */
  type TestFunction<Test, Args extends unknown[]> =
    IsAny<Test> extends true ? AnyFunction
      : 'each' extends keyof Test ? (input: MadeBy<Test, 'each'>, callback: TestCallback) => unknown
        : 'setup' extends keyof Test
          ? Test extends { readonly kind: 'sync' | 'promise' }
            ? (...args: [...given: Args, value: SetupValue<Test>]) => unknown
            : AloneFunction<Args>
              | ((...args: [...given: Args, value: SetupValue<Test>, callback: TestCallback]) => unknown)
          : AloneFunction<Args>;

  /** A test without anything that belongs to it. */
  type AloneFunction<Args extends unknown[]> = (...args: [...given: Args, callback: TestCallback]) => unknown;

  type AfterEach<Test, Args extends unknown[]> =
    IsAny<Test> extends true ? AnyFunction
      : 'each' extends keyof Test ? (input: MadeBy<Test, 'each'>) => unknown
        : (...args: [...given: Args, value: SetupValue<Test>]) => unknown;

  /** A test with its setup and amounts of work. All amounts are per call. */
  export interface TestObject<Test = any, Args extends unknown[] = any[]> {
    /**
     * The test, or the source of its body. Its arguments: with `each` an input, else the parameters of the suite and
     * the value of `setup`; then a callback. A single further parameter is a callback, unless `kind` differs or
     * `setup` returns a value.
     */
    readonly fn: TestFunction<Test, Args> | string;
    /**
     * Called once per process with the parameters, before the first call; not timed, awaited. Its value is passed to
     * `fn`, `each` and `teardown`. Default: none.
     */
    readonly setup?: ((...args: Args) => unknown) | null;
    /**
     * Called once per process with the parameters and the value of `setup`, after the last call; not timed, awaited.
     * Default: none.
     */
    readonly teardown?: ((...args: [...given: Args, value: SetupValue<Test>]) => unknown) | null;
    /**
     * Makes the argument of one call from the parameters and the value of `setup`, before the batch; not timed.
     * Default: none.
     */
    readonly each?: ((...args: [...given: Args, value: SetupValue<Test>]) => unknown) | null;
    /**
     * Called once for each call of a batch, after the batch; not timed, awaited. Gets the input of `each`, else the
     * arguments of `teardown`. Default: none.
     */
    readonly afterEach?: AfterEach<Test, Args> | null;
    /** Operations that one call does; above 0. Default: the setting `opsPerTest`, 1. */
    readonly ops?: number | null;
    /** Bytes that one call handles, above 0: adds MB/s. Default: none. */
    readonly bytes?: number | null;
    /** Items that one call handles, above 0: adds items/s. Default: none. */
    readonly items?: number | null;
    /** How calls end. Default: determined by the parameters and the first call. */
    readonly kind?: 'sync' | 'callback' | 'promise' | null;
    /**
     * Seconds after which a call that has not been answered fails the test. Default: 10 times `timeGoal`, 5 at least.
     */
    readonly timeout?: number | null;
    /** In which tiers of V8 it is measured. Default: the setting `tier`. */
    readonly tier?: Tier | readonly Tier[] | null;
    /** Whether its first call is measured; a list of both: warm and cold. Default: the setting `cold`. */
    readonly cold?: boolean | readonly boolean[] | null;
  }

  /** A test: a function, the source of its body, or an object with `fn`. */
  export type AnyTest = AnyFunction | TestObject | string;

  /**
   * Tests of a suite that are ranked separately, with the first as baseline. An array has the names '#1', '#2', ...
   */
  export type Group =
    | readonly AnyTest[]
    | ({ readonly [name: string]: AnyTest | undefined } & { readonly [key in keyof TestObject]?: undefined })
    | ReadonlyMap<string, AnyTest>;

  /** Not a function: every function has this, and would else pass for a suite without tests. */
  type NotFunction = { readonly [Symbol.hasInstance]?: undefined };

  /**
   * Lets a type be inferred, and asks for nothing: what an editor shows at a key of a test comes from the types that
   * it is intersected with.
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

  /** A suite without groups, in which the types of each test follow from its `setup`, `each` and the parameters. */
  type TypedTests<Tests, Args extends unknown[]> = { readonly [Name in keyof Tests]: TypedTest<Tests[Name], Args> };

  type TypedGroup<Tests, Args extends unknown[]> = unknown extends Tests ? UntypedGroup<Args> : {
    readonly [Name in keyof Tests]: Name extends keyof TestObject ? undefined : TypedTest<Tests[Name], Args>;
  };

  /**
   * A suite with groups, whose tests are typed as in a suite. Tests with `fn` next to groups are typed loosely, because
   * an object is known to be a test or a group only when all of it has its type.
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
   * A suite whose functions all have untyped parameters, or a test with typed parameters after an untyped `each`: its
   * other tests get `any`.
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

  /** Without it, a suite without groups, but with a fault, would be typed loosely. */
  type NeedsGroup<Members, Args extends unknown[]> =
    [GroupsOf<Members>] extends [never] ? TypedTests<NoInfer<Members>, Args> : unknown;

  /** The used part of an AbortSignal. */
  export interface Signal {
    /** Whether it has been aborted. */
    readonly aborted: boolean;
    /** The reason that was passed to `controller.abort(reason)`. */
    readonly reason?: any;
    /** Has `listener` called when it is aborted. */
    addEventListener(type: 'abort', listener: () => void): void;
    /** Takes that back. */
    removeEventListener(type: 'abort', listener: () => void): void;
  }

  type ForkSetting = boolean | number | null | undefined;
  type TierSetting = Tier | readonly Tier[] | false | null | undefined;
  type ColdSetting = boolean | readonly boolean[] | 0 | null | undefined;
  type CountSetting = boolean | 0 | 'cache' | 'profile' | readonly ('cache' | 'profile')[] | null | undefined;

  /** Settings of bench, on `timeit.bench` for all suites or as options of one. false and 0 turn each off. */
  export interface BenchSettings<
    Lists extends ParameterLists = ParameterLists,
    Forks extends ForkSetting = ForkSetting,
    Tiers extends TierSetting = TierSetting,
    Cold extends ColdSetting = ColdSetting,
    Count extends CountSetting = CountSetting,
  > {
    /** Seconds for each test. Default: 4; by default, commands end when all verdicts are clear. */
    timeGoal?: number | false | null;
    /** Operations that one call of a test does. A test's own `ops` comes first. Default: 1. */
    opsPerTest?: number | false | null;
    /** MHz to show in the banner. Default: the measured ones. */
    cpuMhz?: number | false | null;
    /** Aligned columns and bars (true), or single spaces for programs. Default: true. */
    visualize?: boolean | 0 | 1 | null;
    /** Operations per second with rank 1000. Default: the speed of the first test. */
    baselineAvg?: number | false | null;
    /** Whether each test runs in separate processes, or their number. Default: false. */
    forkTests?: Forks | null;
    /** Number of processes per test if `forkTests` is true. Default: 8. */
    forks?: number | false | null;
    /** A line that is printed once, before the rest. Default: none. */
    preRunMessage?: string | false | null;
    /** A line above the table, a heading in Markdown and on pages. Only in the options of one call. Default: none. */
    title?: string | false | null;
    /** Whether to print how the rounds of each test are spread. Default: false. */
    showRunDetails?: boolean | 0 | 1 | null;
    /** Order of the rows of a table: as in the suite, by time or by name. Default: 'file'. */
    sort?: 'file' | 'time' | 'name' | false | null;
    /** Whether to print the settings. Default: if `verbose` is 3 or more. */
    showTestInfo?: boolean | 0 | 1 | null;
    /** Whether to print the machine. Default: if `verbose` is 1 or more. */
    showPlatformInfo?: boolean | 0 | 1 | null;
    /** Whether to print the sources of the tests. Default: if `verbose` is 4 or more. */
    showSource?: boolean | 0 | 1 | null;
    /**
     * How much is printed, a whole number: 0: the table alone; 1, 2: the machine, too; 3: settings and all notes, too;
     * 4: the sources, too. Default: 2.
     */
    verbose?: number | boolean | null;
    /** Length of a bar for a rank of 1000, in characters. Default: 5. */
    bargraphScale?: number | false | null;
    /** Share up to which two tests are the same. Default: 0.002. */
    margin?: number | false | null;
    /** Whether a hidden second run of the first test shows the noise floor. Default: true. */
    twin?: boolean | 0 | 1 | null;
    /** Who goes first in a round: in turn, by lot, or always as in the suite. Default: 'rotating'. */
    order?: 'rotating' | 'random' | 'given' | false | null;
    /** false: through a call that V8 cannot inline, for bodies that vanish when inlined. Default: true. */
    inline?: boolean | 0 | 1 | null;
    /**
     * Ends a suite at a quarter, half or three quarters of its time if all ratios are known to this share. Default:
     * none.
     */
    precision?: number | false | null;
    /**
     * In which tiers of V8 each test is measured, side by side; in separate processes, which are held to the tier.
     * Default: none, as V8 has it.
     */
    tier?: Tiers | null;
    /**
     * true: the first call of each test, in 30 fresh processes or as many as `forkTests` says; [false, true]: warm and
     * cold. Default: false.
     */
    cold?: Cold | null;
    /**
     * Lists of values, every combination of which is given to each test as its first argument, an object. Default:
     * none.
     */
    params?: Lists | false | null;
    /** Whether to measure the allocations of a call, after the timing. Default: false. */
    memory?: boolean | 0 | 1 | null;
    /**
     * 'cold': single calls after the timing shall tell what a call takes once the data caches have been evicted.
     * Default: false.
     */
    cache?: 'cold' | false | null;
    /**
     * Whether the instructions of a call are counted, too, by `perf` or `valgrind` in separate processes, after the
     * timing. 'cache': also cache misses, mispredicted branches and cycles estimated from these; 'profile': also which
     * functions execute them. Not together with `cold`. Default: false.
     */
    count?: Count | null;
    /** Ends the suite when it is aborted, with the figures so far. Default: none. */
    signal?: Signal | false | null;
    /** Whether nothing is printed. Default: false. */
    silent?: boolean | 0 | 1 | null;
    /** Whether the rows are printed as JSON, and nothing else. Default: false. */
    json?: boolean | 0 | 1 | null;
    /** Whether the rows are printed as CSV, and nothing else. Default: false. */
    csv?: boolean | 0 | 1 | null;
    /** Whether the rows are printed as a table in Markdown, and nothing else. Default: false. */
    markdown?: boolean | 0 | 1 | null;
  }

  /** Figures of one test of a suite, as plain data without NaN and Infinity. See docs/results.md. */
  export interface Row {
    /** Unique in the suite: 'concat', 'lists: concat', 'concat size=10', 'concat (interpreter)', 'concat (cold)'. */
    name: string;
    /** Name of the test in the suite, or in its group. */
    test: string;
    /** Name of its group; null of a test that is in none. Ranks are among tests of the same. */
    group: string | null;
    /** The parameters, if the suite has any. Tests are ranked among those with the same parameters. */
    params: TestParameters | null;
    /** That the test was held to. */
    tier: Tier | null;
    /** Whether the figures are of the first call in fresh processes. */
    isCold: boolean;
    /** Rank: the speed, the baseline's being 1000; null if unknown. */
    rank: number | null;
    /** Lower end of the interval of the rank; over all tests of a suite it is wrong in 5 of 100 cases. */
    rankLow: number | null;
    /** Upper end of the interval of the rank. */
    rankHigh: number | null;
    /** null: not measured yet, which only a picture during the run can show. */
    verdict:
      | 'baseline' | 'faster' | 'slower' | 'same' | 'unresolved' | 'hoisted' | 'folded' | 'below-resolution'
      | 'too-noisy' | 'failed' | null;
    /**
     * Additional seconds of timeGoal that would probably settle an unresolved test; null if unknown or over an hour.
     */
    moreSeconds: number | null;
    /**
     * Why the test ended before timeGoal: ranks reached `precision`, or all verdicts were clear; null if it did not.
     * Missing in documents of earlier versions.
     */
    endedEarly: 'precise' | 'clear' | null;
    /** The share up to which two tests are the same. */
    margin: number;
    /** How far a test is from itself here, a share; null without a twin. */
    noiseFloor: number | null;
    /** Lower end of the 95 % interval of `noiseFloor`, a share; null without it. */
    noiseFloorLow: number | null;
    /** Upper end of the 95 % interval of `noiseFloor`, a share; null without it. */
    noiseFloorHigh: number | null;
    /** Processor cycles of one call; null for a test that waits, and without a clock rate. */
    cycles: number | null;
    /** Time of one call, in ns; null if the test failed before it was measured. */
    nsPerCall: number | null;
    /** Lower end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsLow: number | null;
    /** Upper end of the 95 % interval of nsPerCall, in ns; null if there are too few rounds. */
    nsHigh: number | null;
    /** Statistic of nsPerCall: median or mean of rounds, trimmed mean of the logarithms of processes. */
    statistic: 'median' | 'mean' | 'trimmed-mean' | null;
    /**
     * What the intervals cover: the variance between processes as several of them showed it (`processes`), or as it
     * usually is (`model`, for a suite in one process); null without an interval, and in documents of earlier versions
     * it is absent.
     */
    intervalBasis: 'processes' | 'model' | null;
    /** How the test ends its calls; null if it failed before. */
    kind: 'sync' | 'callback' | 'promise' | 'stream' | null;
    /** Operations that one call does. */
    ops: number;
    /** Number of calls measured, without the warm-up. */
    calls: number;
    /** Number of rounds measured, without the warm-up. */
    rounds: number;
    /** Processes that the test has been measured in, 0: this one. */
    processes: number;
    /** Smallest time in ns that can be distinguished from an empty function. */
    resolutionNs: number | null;
    /** Time in ns of one iteration of the empty loop, which is subtracted. */
    overheadNs: number | null;
    /** Garbage collections during the calls. */
    collections: Collections & { /** That they took. */ seconds: number | null };
    /** Bytes per second, if the test has `bytes`; of streams the throughput. */
    bytesPerSecond: number | null;
    /** Items per second, if the test has `items`. */
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
    /** With the setting `count`; null if it could not be counted, with a warning. */
    counts: Counts | null;
    /** Reasons to distrust the figures. Usually empty. */
    warnings: ResultWarning[];
    /** Of a suite of streams. */
    stream: StreamFigures | null;
    /** Why the test failed. */
    error: RowError | null;
    /** As the original has it. */
    results: Digest;
  }

  /**
   * What one call executes, counted in separate processes; without the loop around
   * it. docs/counts.md has all about it.
   */
  export interface Counts {
    /** Number of instructions of one call. */
    instructions: number;
    /** Half of their 95 % interval, in instructions per call. */
    error: number;
    /** Number of instructions of one iteration of the empty loop, which are subtracted. */
    loop: number;
    /** Instructions per call, with the loop, in the first half of the calls and in the second. */
    slopes: number[];
    /** Whether both slopes are equal. If not, calls execute different numbers of instructions. */
    isProportional: boolean;
    /** With 'cache'; null without. */
    events: CountedEvents | null;
    /** Number of counted calls. */
    calls: number;
    /** Number of calls before the counted ones. */
    warmUp: number;
    /** Number of processes that counted it. */
    processes: number;
    /** Tier of V8 in which its loop ran at the end; null if unknown. */
    tier: string | null;
    /** Whether calls allocate, so that the count includes their share of collections. */
    collects: boolean;
    /** Whether the error is as small as requested. */
    isSettled: boolean;
    /** Whether it starts processes, which are not counted. */
    hasProcesses: boolean;
    /** Instructions by function; with 'profile' also JavaScript functions. Null with perf and without 'profile'. */
    profile: CountedProfile | null;
    /** The program that counted. */
    source: {
      /** The program. */
      name: 'perf' | 'valgrind';
      /** Its version; '' if unknown. */
      version: string;
    };
    /** Additional options of Node.js that make two processes with the same code execute the same instructions. */
    flags: string[];
    /** With 'cache': weights of the estimated cycles; null if the processor counts cycles. */
    weights?: {
      /** Cycles of an access that hits the first level. */
      l1Hit: number;
      /** Cycles of an access that hits the last level. */
      llHit: number;
      /** Cycles of an access to memory. */
      memory: number;
      /** Cycles of a mispredicted branch. */
      mispredicted: number;
    } | null;
    /**
     * With 'cache': the caches that are simulated, each as bytes, associativity, bytes of a line: '32768,8,64'; null
     * with the caches of the processor.
     */
    caches?: { [cache: string]: string } | null;
  }

  /** Cache misses, mispredicted branches and cycles per call, if counted. */
  export interface CountedEvents {
    /** Misses of the first level, of instructions and data; with perf, of loads. */
    l1Misses?: CountedEvent;
    /** Misses of the last level. */
    llMisses?: CountedEvent;
    /** Mispredicted branches. */
    mispredicted?: CountedEvent;
    /** Cycles, estimated with `weights`, or counted by the processor. */
    cycles?: CountedEvent;
  }

  /** An event per call. */
  export interface CountedEvent {
    /** Mean number per call. */
    value: number;
    /** Half of its 95 % interval, in events per call. */
    error: number;
  }

  /** Functions that execute the instructions of one call, with its loop. */
  export interface CountedProfile {
    /** The twelve largest, and the first two of each kind, largest first; the rest of a kind has the name ''. */
    functions: {
      /** Its name in the executable or in V8; '' for the rest of a kind. */
      name: string;
      /** 'compiled', 'loop', 'builtin', 'runtime', 'collector', 'node' or 'system'. */
      kind: string;
      /** Number of instructions per call. */
      instructions: number;
    }[];
    /** Whether compiled code is split by function, and separated from the loop. */
    isSplit: boolean;
    /** Why it was requested but not split; null otherwise. */
    reason: string | null;
  }

  /** How the time of one call grows with a parameter. */
  export interface Growth {
    /** Name of the parameter. */
    parameter: string;
    /** Values of the other parameters. */
    fixed: TestParameters;
    /** The function with the smallest error. */
    best: GrowthFunction;
    /** The next best function, or null. */
    runnerUp: GrowthFunction | null;
    /** Whether the best function has a small error, and the next one a much larger one. */
    isClear: boolean;
    /** If no function is clear: the best function plus a constant; null without one. */
    withConstant: GrowthFunction | null;
  }

  /** A function that was fitted to the times. */
  export interface GrowthFunction {
    /** Of the parameter, n. */
    name: '1' | 'log n' | 'sqrt n' | 'n' | 'n log n' | 'n^2' | 'n^3';
    /** Its coefficient, in ns. */
    coefficientNs: number;
    /** The constant added to it, in ns; null without one. Needs four different values. */
    constantNs: number | null;
    /** Typical relative error, as a share. */
    error: number;
  }

  /** Allocations of one call, measured in separate calls after the timing, without the loop. */
  export interface Memory {
    /** Bytes allocated per call, on V8's heap and outside of it; null if unknown. */
    bytesPerCall: number | null;
    /** Lower end of the 95 % interval of bytesPerCall, in bytes; null if unknown. */
    bytesLow: number | null;
    /** Upper end of the 95 % interval of bytesPerCall, in bytes; null if unknown. */
    bytesHigh: number | null;
    /** Bytes per call on V8's heap. */
    heapBytesPerCall: number | null;
    /** Bytes per call of the contents of buffers. */
    externalBytesPerCall: number | null;
    /** Bytes per call still in use after a full collection; null if unknown. */
    keptBytesPerCall: number | null;
    /** Number of these calls. */
    calls: number;
    /** Garbage collections during these calls. */
    collections: {
      /** Number of collections. */
      count: number | null;
      /** Number of collections of the young generation. */
      young: number | null;
      /** Number of collections of the old generation. */
      old: number | null;
      /** Seconds that they took. */
      seconds: number | null;
      /** Share of the time of these calls, 0 to 1; null if there were too few. */
      share: number | null;
      /** Number of calls per collection. */
      callsPerCollection: number | null;
    };
  }

  /** One call after the processor's data caches have been evicted. Times in ns. */
  export interface ColdCache {
    /** Estimate of one such call, in ns; null if unknown. */
    nsPerCall: number | null;
    /** Lower end of its 95 % interval, in ns. */
    nsLow: number | null;
    /** Upper end of its 95 % interval, in ns. */
    nsHigh: number | null;
    /** Number of measured calls, each after an eviction. */
    samples: number;
    /** Bytes read before each call, to evict the caches. */
    evictedBytes: number;
    /** Smallest time in ns that can be distinguished from an empty call. */
    resolutionNs: number | null;
  }

  /** Why a test failed. */
  export interface RowError {
    /** Kind of the failure; docs/results.md lists all. */
    code: 'threw' | 'called-back' | 'called-twice' | 'timed-out' | 'interrupted' | 'exited' | 'killed' | 'out-of-memory'
      | 'garbage' | 'not-reached' | 'not-started' | 'no-test'
      | 'premature-close' | 'never-ended' | 'wrong-output' | 'no-stream' | 'no-input';
    /** Description of the failure. */
    message: string;
    /** Where: file:line:column; null if unknown. */
    at: string | null;
    /** Which call failed, counted from 1: `'1'`, `'768 to 1024'`. */
    calls: string | null;
    /**
     * Number of its round, from 1, with the warm-up; only of tests that failed in this process.
     */
    round?: number | null;
    /** The stack of the error; null without one. */
    stack: string | null;
    /** Last lines that its process wrote to standard error. */
    output: string[];
  }

  /** Rates in operations per second, times in seconds. */
  export interface Digest {
    /** Operations per second, mean of all runs; null without runs. */
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
    /** Seconds spent on the test in all. */
    duration: number;
    /** Number of calls of each run. */
    nloops: number;
    /** The runs, 250 at most, or one for each process: calls, and the seconds that they took. */
    stats: { count: number; elapsed: number }[];
  }

  /** Called at the end, in a later turn. A failed test is not an error; see its row. */
  export type BenchCallback = (error: null, rows: Row[]) => void;

  /** Settings as an editor shows them: their name, without the types that are inferred from them. */
  interface SuiteSettings extends BenchSettings {}

  /** Infers from `Own`, and is `SuiteSettings` once `Lists` is known. */
  type SettingsOf<Lists, Own> = [Lists] extends [infer Any] ? (Any extends Lists ? SuiteSettings : Own) : Own;

  /** Measures tests against each other; its settings for all suites are properties. */
  export interface Bench extends BenchSettings {
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Lists extends ParameterLists = {}>(
      suite: ReadonlyMap<string, AnyTest | Group>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & SuiteOfFunctions<Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Tests extends readonly unknown[] | [], Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Tests, Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Tests> & TypedTests<Tests, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Members, Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsTypes<Members> & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & TypedSuite<Members, Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
     */
    <Whole, Lists extends ParameterLists = {}>(
      suite: Taken<Whole> & NotFunction & NeedsGroup<Whole, Given<NoInfer<Lists>>>
        & UntypedSuite<Given<NoInfer<Lists>>>,
      ...optionsAndCallback: CallbackArguments<Lists>
    ): Promise<Row[]> | undefined;
    /**
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
     * Measures tests interleaved, and prints their ranks. Returns the rows if all tests are synchronous, and a promise
     * of them if a test calls back or returns a promise, or if tests are forked or counted.
     *
     * @param suite tests or groups by name; an array has the names '#1', '#2', ...
     * @param options settings of this suite
     * @param callback called at the end, in a later turn, with `(null, rows)`
     * @throws TypeError, RangeError, SyntaxError for an invalid suite or settings
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
    /** Rows as JSON. */
    readonly toJson: (rows: readonly Row[]) => string;
    /** Rows as CSV. */
    readonly toCsv: (rows: readonly Row[]) => string;
    /** Rows as a table in Markdown. */
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

  /** A function with one more parameter takes a callback. */
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

  /** Tests, also in groups. */
  type InGroups<Member> =
    Member extends string | AnyFunction | { readonly fn: unknown } ? Member : MembersOf<Member>;

  type RowsWhen<Times extends When> =
    'later' extends Times ? Promise<Row[]> : 'either' extends Times ? Row[] | Promise<Row[]> : Row[];

  /**
   * What bench returns for a suite: the rows, a promise of them where a test ends later, is forked or is counted, or
   * either where the types do not tell (sources). `timeit.bench.forkTests` makes it a promise; `await` takes both.
   */
  export type BenchOutcome<Suite, Lists = {}, Forking = undefined> =
    RowsWhen<WhenTested<InGroups<MembersOf<Suite>>, Given<Lists>> | WhenForked<Forking>>;

  /** Measures tests against each other; its settings for all suites are properties. */
  export const bench: Bench;

  /**
   * Makes a fresh stream, or a promise of one: a Transform, Duplex, Writable or Readable of Node, or a TransformStream,
   * WritableStream, ReadableStream of the web.
   */
  export type StreamFactory = () => object | PromiseLike<object>;

  /** Contenders by name; an array has the names '#1', '#2', ... */
  export type StreamSuite =
    readonly StreamFactory[] | { readonly [name: string]: StreamFactory } | ReadonlyMap<string, StreamFactory>;

  /** Hex digits of an md5, sha1, sha256 or sha512; other hashes need the name of the algorithm. */
  export type StreamHash = string | {
    /** Name of the algorithm, as `crypto.createHash` takes it. */
    algorithm: string;
    /** Its hex digits. */
    hex: string;
  };

  /**
   * Throws, or returns false, where the output is wrong: a Buffer, or the list of chunks that have no bytes. It is the
   * only run whose output is kept; it is not timed.
   */
  export type StreamCheck = (output: any, name: string) => unknown;

  /** Settings of streams, on `timeit.streams` for all suites or as options of one. */
  export interface StreamSettings extends Pick<BenchSettings,
    'visualize' | 'preRunMessage' | 'title' | 'signal' | 'showPlatformInfo' | 'verbose' | 'bargraphScale'
    | 'margin' | 'twin' | 'silent' | 'json' | 'csv' | 'markdown' | 'count'> {
    /**
     * What goes in: the path of a file, bytes, or a function that makes a readable (of Node, of the web, or iterable).
     * Default: none, which only suites of readables can do without.
     */
    input?: string | URL | Uint8Array | (() => object | PromiseLike<object>) | null;
    /** Number of runs of each stream. Default: 10. */
    runs?: number | null;
    /** Whether each run has a separate process. Default: true. */
    forkTests?: boolean | 0 | 1 | null;
    /** Whether a pass-through is measured, too, or a factory of another reference. Default: true. */
    reference?: boolean | StreamFactory | null;
    /** Looks at the output, for all streams, or by name. Default: none. */
    check?: StreamCheck | { readonly [name: string]: StreamCheck | StreamHash } | null;
    /** The hash that the output of all streams is to have. Default: none. */
    hash?: StreamHash | null;
    /** Seconds for one run. Default: 60. */
    timeout?: number | null;
    /** Bytes of a chunk of an input that is a file or a Buffer. Default: 65536. */
    chunkSize?: number | null;
  }

  /** Measures streams against each other; its settings for all suites are properties. */
  export interface Streams extends StreamSettings {
    /**
     * Measures streams against each other and a pass-through, in bytes per second, with memory and processor use, and
     * prints how they rank. A stream that fails is a row that says why.
     *
     * @throws TypeError, RangeError, Error for an invalid suite, settings or input
     */
    (suite: StreamSuite, callback: BenchCallback): Promise<Row[]>;
    (suite: StreamSuite, options?: StreamSettings | null, callback?: BenchCallback | null): Promise<Row[]>;
  }

  /** Measures streams against each other; its settings for all suites are properties. */
  export const streams: Streams;

  /** Figures of a stream, each the median of all runs. */
  export interface StreamFigures {
    /** Runs that count. */
    runs: number;
    /** Bytes that went in; null without such a side. */
    bytesIn: number | null;
    /** Bytes that came out; null without such a side. */
    bytesOut: number | null;
    /** Chunks that went in; null without such a side. */
    chunksIn: number | null;
    /** Chunks that came out; null without such a side. */
    chunksOut: number | null;
    /** Lower end of the 95 % interval of bytesPerSecond. */
    bytesPerSecondLow: number | null;
    /** Upper end of the 95 % interval of bytesPerSecond. */
    bytesPerSecondHigh: number | null;
    /** From the start to the first chunk out, in ns; null for a Writable. */
    firstByteNs: number | null;
    /** Peak resident memory of the process during the run, in bytes; null if unavailable. */
    peakRssBytes: number | null;
    /** Mean resident memory of the process during the run, in bytes; null if unavailable. */
    meanRssBytes: number | null;
    /** true: the kernel's own account; false: the highest of the samples. */
    isPeakExact: boolean;
    /** Number of samples of the resident memory. */
    rssSamples: number;
    /** Share of the run's time that taking the samples took, 0 to 1. */
    samplerShare: number;
    /** Growth of heap and external memory from start to end, in bytes, after a full collection each. */
    heapGrowthBytes: number | null;
    /** Processor time of the user over wall time: a share, 1 is one processor busy all the time. */
    userShare: number;
    /** Processor time of the system over wall time: a share, 1 is one processor busy all the time. */
    systemShare: number;
    /** About so many more runs would settle an unresolved one. */
    moreRuns: number | null;
  }

  /**
   * Declares a benchmark with parameters, each combination of which runs in a separate process; as `qtimeit/common`
   * has it.
   */
  export const createBenchmark: typeof import('./common').createBenchmark;

  /** Reads the processor's clock rate. */
  export interface CpuMhz {
    /** The processor's speed now, in MHz (4522.5421); false if unknown. */
    (): number | false;
    /** The same, with its source. */
    reading(): CpuMhzReading;
  }

  /**
   * Where a processor's speed comes from: counted by `perf stat` (Linux), timed with a chain of
   * dependent operations, or as os.cpus() gives it.
   */
  export type CpuMhzSource = 'perf' | 'chain' | 'os';

  /** The processor's clock rate and its source. */
  export type CpuMhzReading = KnownMhz | UnknownMhz;

  interface MhzReasons {
    /** Why other sources could not tell it. */
    reasons: CpuMhzReason[];
  }

  interface KnownMhz extends MhzReasons {
    /** The processor's speed now, in MHz. */
    mhz: number;
    /** Source of the value. */
    source: CpuMhzSource;
  }

  interface UnknownMhz extends MhzReasons {
    /** It is unknown. */
    mhz: null;
    /** None. */
    source: null;
  }

  /** Why a source could not tell the speed. */
  export interface CpuMhzReason {
    /** The source that was tried. */
    source: CpuMhzSource;
    /** Why it could not tell. */
    reason: string;
  }

  /** Measures the processor's speed. The first call may take half a second, later ones 10 ms. */
  export const cpuMhz: CpuMhz;

  /** Facts about the machine and the process. Never throws; unknown values are null. */
  export function sysinfo(): SystemInfo;

  /** Facts, or null with a reason in `missing`. */
  export interface SystemFacts {
    /** Version of this library. */
    qtimeitVersion: string | null;
    /** process.title. */
    nodeTitle: string | null;
    /** 'node', 'bun' or 'deno'. */
    engine: string | null;
    /** '20.20.2'. */
    engineVersion: string | null;
    /** Its JavaScript engine: 'V8 11.3.244.8-node.38', 'JavaScriptCore 1a2b3c4d'. */
    jit: string | null;
    /** '20.20.2'; null in other engines than Node.js. */
    nodeVersion: string | null;
    /** '11.3.244.8-node.38'; null without V8. */
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
    /** Source of cpuMhz. */
    cpuMhzSource: CpuMhzSource | null;
    /** Number of processors. */
    cpuCount: number | null;
    /** Percent of load above which the processor's clock is raised. */
    cpuUpThreshold: number | null;
    /** Distinct governors of all processors, joined by a space: 'performance'. */
    cpuScalingGovernor: string | null;
    /** Smallest step of the clock, in ns. */
    clockGrainNs: number | null;
    /** Cost of reading the clock, in ns. */
    clockCostNs: number | null;
  }

  /** The machine, the process, and warnings about unsteady timings. */
  export interface SystemInfo extends SystemFacts {
    /** Options of node and V8 in force. */
    nodeFlags: string[];
    /** Why a fact is null. */
    missing: { [fact in keyof SystemFacts]?: string };
    /** Conditions that make timings on this machine unsteady. */
    warnings: SystemWarning[];
  }
}

export = timeit;
