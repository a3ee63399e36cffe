/*
 * Benchmark files with parameters: the exports of Node.js core's benchmark/common.js, under the same names.
 */

/** Types of `createBenchmark`. A benchmark file runs once as the parent, and once for each configuration. */
export declare namespace createBenchmark {
  /** A value of a parameter. */
  type Value = string | number;

  /** Parameters with their values. A list contains either strings or numbers. */
  type Parameters = { readonly [name: string]: Value | readonly string[] | readonly number[] };

  /** Parameters in groups, for the option `byGroups`. */
  type Groups = { readonly [group: string]: Parameters };

  /**
   * A configuration: one value for each parameter. Values are typed `string` or `number`, not as literals, because
   * `name=value` on the command line can replace them. If the names are unknown (groups, lists of type `Parameters`),
   * values are `any`.
   */
  type Configuration<Lists = any> = string extends keyof Lists ? { [name: string]: any } : {
    [Name in keyof Lists]: Lists[Name] extends string | readonly string[] ? string : number;
  };

  /** Options of `createBenchmark`. */
  interface Options<Lists = any> {
    /** Node.js options for the process of each configuration. Default: none. */
    readonly flags?: string | readonly string[];
    /** Returns false to skip a configuration. Default: none are skipped. */
    readonly combinationFilter?: (configuration: Configuration<Lists>) => boolean;
    /** Whether the second argument contains groups, `{ group: { name: values } }`. Default: false. */
    readonly byGroups?: boolean;
    /** Values for `--test`, optionally by group. Default: the first of each list, with numbers limited to 1. */
    readonly test?: Parameters | Groups;
    /** Called and awaited in the parent process before the first configuration is measured. Default: none. */
    readonly setup?: (configurations: Configuration<Lists>[]) => void | Promise<void>;
  }

  /** Options of `bench.http`. */
  interface HttpOptions {
    /** Port of the server. Default: PORT. */
    readonly port?: number;
    /** Path of the requests. Default: '/'. */
    readonly path?: string;
    /** Number of HTTP/1.1 connections. Default: 100. */
    readonly connections?: number;
    /** Number of HTTP/2 connections. Default: 1. */
    readonly clients?: number;
    /** Duration of the load, in seconds. Default: 5. */
    readonly duration?: number;
    /** Headers of the requests. Default: none. */
    readonly headers?: Record<string, string>;
    /** Scheme of the URL. Default: 'http'. */
    readonly scheme?: 'http' | 'https';
    /** Host of the URL. Default: '127.0.0.1'. */
    readonly host?: string;
    /**
     * The load generator. Default: wrk, else autocannon (h2load for HTTP/2), if installed; otherwise the
     * embedded one.
     */
    readonly benchmarker?: 'wrk' | 'autocannon' | 'h2load' | 'embedded' | 'embedded-http2' | (string & {});
    /** Options for h2load. */
    readonly [option: string]: unknown;
  }
}

/** A declared benchmark. */
export declare class Benchmark {
  /** Same as `createBenchmark`. */
  constructor(
    main: (configuration: any, bench: Benchmark) => unknown,
    configs: createBenchmark.Parameters | createBenchmark.Groups,
    /** Further settings of the benchmark. */
    options?: createBenchmark.Options,
  );
  /** Name of the file, as printed. */
  readonly name: string;
  /** The configuration of this process. */
  readonly config: createBenchmark.Configuration;
  /** The values of each parameter. */
  readonly options: Record<string, createBenchmark.Value[]>;
  /** Arguments that are not parameters, such as `benchmarker`. */
  readonly extra_options: Record<string, string>;
  /** All configurations. */
  readonly queue: createBenchmark.Configuration[];
  /** Node.js options for the process of each configuration. */
  readonly flags: string[];
  /** Starts the clock. Call it exactly once. */
  start(): void;
  /** Stops the clock, and reports the number of operations since `start()`. Call it exactly once. */
  end(operations: number): void;
  /** Generates load for a server in this process, and reports requests per second. */
  http(options: createBenchmark.HttpOptions, callback?: (exitCode: 0 | 1) => void): void;
  /** Reports a result that was measured in another way: operations per second, and the duration. */
  report(rate: number, elapsedNs: bigint): void;
}

/**
 * Declares a benchmark. Each combination of parameters runs in a separate process.
 *
 * @param main measures a configuration: calls `bench.start()` and `bench.end(operations)`, or `bench.http()`
 * @param configs parameters, each with a value or a list of values: `{ n: 1e6, type: ['a', 'b'] }`
 * @param options further settings
 * @throws TypeError for invalid parameters or options
 */
export declare function createBenchmark<Lists extends createBenchmark.Parameters>(
  main: (configuration: createBenchmark.Configuration<NoInfer<Lists>>, bench: Benchmark) => unknown,
  configs: Lists,
  /** Further settings of the benchmark. */
  options?: createBenchmark.Options<NoInfer<Lists>> & { readonly byGroups?: false },
): Benchmark;
/**
 * Declares a benchmark with groups of parameters. Each combination of a group's parameters runs in a separate process.
 *
 * @param main measures a configuration, which contains the name of its `group`; parameters differ between groups, so
 *   their types are not checked
 * @param configs groups of parameters: `{ group: { n: [1e6] } }`
 * @param options settings, with `byGroups: true`
 * @throws TypeError for invalid parameters or options
 */
export declare function createBenchmark(
  main: (configuration: any, bench: Benchmark) => unknown,
  configs: createBenchmark.Groups,
  /** Settings, with `byGroups: true`. */
  options: createBenchmark.Options & { readonly byGroups: true },
): Benchmark;

/** Forwards a result that a child process has measured: `child.on('message', sendResult)`. */
export declare function sendResult(data: {
  name?: string;
  conf: createBenchmark.Configuration;
  rate: number;
  time: number | string;
  type: 'report';
}): void;
/** The environment variable PORT, or 12346. */
export declare const PORT: number;
/** Type of the Node.js build. */
export declare const buildType: 'Debug' | 'Release';
/** Loads an internal module of Node.js. Needs `--expose-internals`, or a version with `process.binding`. */
export declare function binding(name: string): any;
/** Returns an array of URLs of a type, as strings or URL objects; the array is doubled `e` times. */
export declare function bakeUrlData(type: string, e?: number, withBase?: boolean, asUrl?: boolean): any[];
/** URLs by name. */
export declare const urls: Record<string, string>;
/** Types of URLs. */
export declare const urlDataTypes: string[];
/** Query strings by name. */
export declare const searchParams: Record<string, string>;
