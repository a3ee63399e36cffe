import type node from './qtimeit.js';

/**
 * As in Node.js, without what needs processes of its own, or is made of rows there: `forkTests`, `tier`, `cold`, `cache`,
 * `count`, `csv` and `markdown` throw a TypeError. Synchronous suites, too, let the page paint where there is a callback.
 */
export interface PageBench extends node.Bench {
  /** Where reports go, as text in a `<pre>`; null: to the console. */
  element: { append(...nodes: any[]): void } | null;
}

/** What a page can tell of where it runs; what it cannot is null, with a reason in `missing`. */
export interface PageInfo extends node.SystemInfo {
  /** Whether its server has asked for isolation, which makes the clock finer. */
  isIsolated: boolean;
}

export interface PageTimeit {
  (
    countOrSeconds: node.Goal, test: node.CallbackTest | string, message: string | null | undefined,
    callback: node.EndCallback,
  ): void;
  (countOrSeconds: node.Goal, test: node.CallbackTest | string, callback: node.EndCallback): void;
  (countOrSeconds: node.Goal, source: string, message?: string | null): node.Result;
  <T>(countOrSeconds: node.Goal, test: () => T, message?: string | null): node.Outcome<T>;
  readonly bench: PageBench;
  readonly fptime: typeof node.fptime;
  readonly keep: typeof node.keep;
  readonly blackBox: typeof node.blackBox;
  readonly sysinfo: () => PageInfo;
  readonly describeWarning: typeof node.describeWarning;
}

export const timeit: PageTimeit;
export const bench: PageBench;
export const fptime: typeof node.fptime;
export const keep: typeof node.keep;
export const blackBox: typeof node.blackBox;
export const sysinfo: () => PageInfo;
export const describeWarning: typeof node.describeWarning;
export default timeit;
