import type node from '../qtimeit.js';

/**
 * Same as in Node.js, but `forkTests`, `tier`, `cold`, `cache`, `count`, `csv` and `markdown` throw a TypeError. With a
 * callback, the page can also repaint during synchronous suites.
 */
export interface PageBench extends node.Bench {
  /** Element that gets reports, each in a `<pre>`; null: the console. */
  element: { append(...nodes: any[]): void } | null;
}

/** Facts about the page, or null with a reason in `missing`. */
export interface PageInfo extends node.SystemInfo {
  /** Whether the page is cross-origin isolated, which makes the clock finer. */
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
