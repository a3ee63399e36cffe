/*
 * For benchmark files with parameters: what Node core's benchmark/common.js offers, under the same names.
 */

/** Loaded by a file that is run once as a parent, and once for each configuration. */
export declare namespace createBenchmark {
  type Value = string | number;

  /** A configuration: each parameter with one value. */
  type Configuration = Record<string, any>;

  /** Parameters with their values: all of a list are strings, or numbers. */
  type Parameters = Record<string, Value | readonly Value[]>;

  interface Options {
    /** Options of node for the process of each configuration. */
    readonly flags?: string | readonly string[];
    /** Whether to run a configuration. */
    readonly combinationFilter?: (configuration: Configuration) => boolean;
    /** The second argument has groups of parameters: `{ group: { name: values } }`. */
    readonly byGroups?: boolean;
    /** Values in place of those that `--test` chooses; by groups, or for all of them. */
    readonly test?: Parameters | Record<string, Parameters>;
    /** Called in the parent, before the first configuration is measured. */
    readonly setup?: (configurations: Configuration[]) => void | Promise<void>;
  }

  interface HttpOptions {
    readonly port?: number;
    readonly path?: string;
    /** Of HTTP/1.1, 100 unless given. */
    readonly connections?: number;
    /** Connections of HTTP/2, 1 unless given. */
    readonly clients?: number;
    /** Seconds, 5 unless given. */
    readonly duration?: number;
    readonly headers?: Record<string, string>;
    readonly scheme?: 'http' | 'https';
    readonly host?: string;
    /** The first that is there of wrk, autocannon (or h2load for HTTP/2), and else the embedded one. */
    readonly benchmarker?: 'wrk' | 'autocannon' | 'h2load' | 'embedded' | 'embedded-http2' | (string & {});
    /** Options of h2load. */
    readonly [option: string]: unknown;
  }
}

export declare class Benchmark {
  constructor(
    main: (configuration: createBenchmark.Configuration, bench: Benchmark) => unknown,
    configs: createBenchmark.Parameters | Record<string, createBenchmark.Parameters>,
    options?: createBenchmark.Options,
  );
  /** Of the file, as it is printed. */
  readonly name: string;
  readonly config: createBenchmark.Configuration;
  readonly options: Record<string, createBenchmark.Value[]>;
  readonly extra_options: Record<string, string>;
  readonly queue: createBenchmark.Configuration[];
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
 * Declares a benchmark: every combination of the parameters runs in a process of its own.
 *
 * @param main is given a configuration; calls `bench.start()` and `bench.end(operations)`, or `bench.http()`
 */
export declare function createBenchmark(
  main: (configuration: createBenchmark.Configuration, bench: Benchmark) => unknown,
  configs: createBenchmark.Parameters | Record<string, createBenchmark.Parameters>,
  options?: createBenchmark.Options,
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
export declare const buildType: 'Debug' | 'Release';
export declare function binding(name: string): any;
export declare function bakeUrlData(type: string, e?: number, withBase?: boolean, asUrl?: boolean): any[];
export declare const urls: Record<string, string>;
export declare const urlDataTypes: string[];
export declare const searchParams: Record<string, string>;
