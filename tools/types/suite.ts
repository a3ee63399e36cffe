/* A suite in a .ts file, where the package is looked for as bundlers do, or as Node 10 did. */
import timeit, { bench, keep } from 'qtimeit';
import type { Row } from 'qtimeit';
import { createBenchmark } from 'qtimeit/common';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

const rows = bench({
  a: ({ size }) => { same<typeof size, number>(); },
  b: { each: () => [3, 1], fn: (own) => { same<typeof own, number[]>(); keep(own.sort()); } },
}, { params: { size: [10, 100] } });
same<typeof rows, Row[]>();
same<timeit.Row, Row>();
same<ReturnType<typeof timeit.sysinfo>, timeit.SystemInfo>();
createBenchmark(({ n }: { n: number }, benchmark) => { benchmark.end(n); }, { n: [1, 2] });
// @ts-expect-error no such parameter
bench({ a: ({ sise }) => sise }, { params: { size: [1] } });
