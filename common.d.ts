/*
 * For benchmark files with parameters: what Node core's benchmark/common.js offers, under the same names.
 */

/** Loaded by a file that is run once as a parent, and once for each configuration. */
export declare namespace createBenchmark {
  /** A value of a parameter. */
  type Value = string | number;

  /** Parameters with their values: all of a list are strings, or numbers. */
  type Parameters = { readonly [name: string]: Value | readonly string[] | readonly number[] };

  /** Parameters in groups, for the option `byGroups`. */
  type Groups = { readonly [group: string]: Parameters };

  /**
   * A configuration: each parameter with one value. The value has the type of the list, and need not be one of its
   * values, because `name=value` on the command line replaces a list. If the names are unknown (groups, lists of type
   * `Parameters`), values are `any`.
   */
  type Configuration<Lists = any> = string extends keyof Lists ? { [name: string]: any } : {
    [Name in keyof Lists]: Lists[Name] extends string | readonly string[] ? string : number;
  };

  /** Options of `createBenchmark`. */
  interface Options<Lists = any> {
    /** Options of node for the process of each configuration. Default: none. */
    readonly flags?: string | readonly string[];
    /** Whether to run a configuration. Default: all of them. */
    readonly combinationFilter?: (configuration: Configuration<Lists>) => boolean;
    /** Whether the second argument has groups of parameters: `{ group: { name: values } }`. Default: false. */
    readonly byGroups?: boolean;
    /**
     * Values for `--test`, for all or by groups. Default: the first of each list, and no number above 1.
     */
    readonly test?: Parameters | Groups;
    /** Called in the parent, before the first configuration is measured. Default: none. */
    readonly setup?: (configurations: Configuration<Lists>[]) => void | Promise<void>;
  }

  /** What load is put on a server. */
  interface HttpOptions {
    /** Port of the server. Default: PORT. */
    readonly port?: number;
    /** What is asked for. Default: '/'. */
    readonly path?: string;
    /** Number of connections of HTTP/1.1. Default: 100. */
    readonly connections?: number;
    /** Number of connections of HTTP/2. Default: 1. */
    readonly clients?: number;
    /** Seconds. Default: 5. */
    readonly duration?: number;
    /** Headers of each request. Default: none. */
    readonly headers?: Record<string, string>;
    /** Scheme of the address. Default: 'http'. */
    readonly scheme?: 'http' | 'https';
    /** Host of the address. Default: '127.0.0.1'. */
    readonly host?: string;
    /**
     * What makes the load. Default: the first that is there of wrk, autocannon (or h2load for HTTP/2), and else the
     * embedded one.
     */
    readonly benchmarker?: 'wrk' | 'autocannon' | 'h2load' | 'embedded' | 'embedded-http2' | (string & {});
    /** Options of h2load. */
    readonly [option: string]: unknown;
  }
}

/** A benchmark that has been declared. */
export declare class Benchmark {
  /** As `createBenchmark`. */
  constructor(
    main: (configuration: any, bench: Benchmark) => unknown,
    configs: createBenchmark.Parameters | createBenchmark.Groups,
    /** The values of each parameter. */
    options?: createBenchmark.Options,
  );
  /** The printed name of the file. */
  readonly name: string;
  /** The configuration of this process. */
  readonly config: createBenchmark.Configuration;
  /** The values of each parameter. */
  readonly options: Record<string, createBenchmark.Value[]>;
  /** Arguments that are no parameters, such as benchmarker. */
  readonly extra_options: Record<string, string>;
  /** All configurations. */
  readonly queue: createBenchmark.Configuration[];
  /** Options of node for the process of each configuration. */
  readonly flags: string[];
  /** Starts the clock, once. */
  start(): void;
  /** Stops the clock, once: so many operations were done. */
  end(operations: number): void;
  /** Puts load on a server of this process, and reports its requests per second. */
  http(options: createBenchmark.HttpOptions, callback?: (exitCode: 0 | 1) => void): void;
  /** A result that was measured in another way. */
  report(rate: number, elapsedNs: bigint): void;
}

/**
 * Declares a benchmark: every combination of the parameters runs in a separate process.
 *
 * @param main is given a configuration; calls `bench.start()` and `bench.end(operations)`, or `bench.http()`
 * @param configs parameters, each with a list of values, or one value: `{ n: [1e6], type: ['a', 'b'] }`
 * @param options what else there is to say about it
 * @throws TypeError for invalid parameters or options
 */
export declare function createBenchmark<Lists extends createBenchmark.Parameters>(
  main: (configuration: createBenchmark.Configuration<NoInfer<Lists>>, bench: Benchmark) => unknown,
  configs: Lists,
  /** The values of each parameter. */
  options?: createBenchmark.Options<NoInfer<Lists>> & { readonly byGroups?: false },
): Benchmark;
/**
 * Declares a benchmark with groups of parameters: every combination of a group's parameters runs in a separate
 * process.
 *
 * @param main is given a configuration, with the name of its `group`; groups differ in their parameters, so that it is
 *   typed loosely
 * @param configs groups of parameters: `{ group: { n: [1e6] } }`
 * @param options with `byGroups: true`
 * @throws TypeError for invalid parameters or options
 */
export declare function createBenchmark(
  main: (configuration: any, bench: Benchmark) => unknown,
  configs: createBenchmark.Groups,
  /** The values of each parameter. */
  options: createBenchmark.Options & { readonly byGroups: true },
): Benchmark;

/** Hands on a result that another process of this benchmark has measured: `child.on('message', sendResult)`. */
export declare function sendResult(data: {
  name?: string;
  conf: createBenchmark.Configuration;
  rate: number;
  time: number | string;
  type: 'report';
}): void;
/** The environment variable PORT, or 12346. */
export declare const PORT: number;
/** Whether this Node is a debug build. */
export declare const buildType: 'Debug' | 'Release';
/** A builtin module of Node's own; needs --expose-internals, or a Node that still has process.binding. */
export declare function binding(name: string): any;
/** Addresses of a kind, many times over, each another string or URL. */
export declare function bakeUrlData(type: string, e?: number, withBase?: boolean, asUrl?: boolean): any[];
/** Addresses by kind. */
export declare const urls: Record<string, string>;
/** Kinds of addresses. */
export declare const urlDataTypes: string[];
/** Query strings by kind. */
export declare const searchParams: Record<string, string>;
