/* What TypeScript knows of a suite. suite.ts has the shortest of it, where the package is found in other ways. */
import { bench, keep } from 'qtimeit';
import type { AnyTest, BenchSettings, Row, TestCallback, TestObject } from 'qtimeit';
import { createBenchmark } from 'qtimeit/common';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

type Later = Promise<Row[]>;
type Either = Row[] | Later;
const nothing = () => {};

// What is made for a test is what it is given.
const made = bench({
  'an input': { each: () => [3, 1], fn: (own) => { same<typeof own, number[]>(); keep(own.sort()); } },
  'a value': { setup: () => [3, 1], fn: (list) => { same<typeof list, number[]>(); }, kind: 'sync' },
  'a later value': { setup: async () => 'a', fn: (text) => { same<typeof text, string>(); }, kind: 'sync' },
  'a method': { fn(done) { done(); }, kind: 'callback' },
  'a value alone': { setup: () => [3, 1, 2], fn: (list) => { same<typeof list, number[]>(); keep(list.slice()); } },
  'a later value alone': { setup: async () => 'a', fn: (text) => { same<typeof text, string>(); } },
  'a source': 'x = 1',
  'from the value': {
    setup: () => [3, 1], teardown: (list) => { same<typeof list, number[]>(); },
    each: (list) => { same<typeof list, number[]>(); return list.slice(); },
    fn: (own) => { same<typeof own, any>(); },
  },
  'after each': { each: () => 'a', fn: (own) => own.length, afterEach: (own) => { same<typeof own, string>(); } },
});
same<typeof made, Later>();
const answered = bench({
  'a value': { setup: () => 5, fn: (value, done) => { same<typeof value, number>(); done(); } },
  'an input': { each: () => 'a', fn: (own, done) => { same<typeof own, string>(); done(); } },
  'a callback': { setup: () => 5, fn: (done: TestCallback) => done(), kind: 'callback' },
  'no value': { setup: nothing, fn: (done) => { same<typeof done, TestCallback>(); done(); } },
  'no value later': { setup: async () => {}, fn: (done) => { same<typeof done, TestCallback>(); done(); } },
  'alone': (done) => { same<typeof done, TestCallback>(); done(); },
});
same<typeof answered, Later>();

// With types written down behind an each that takes a value, all of the suite is typed loosely.
bench({ a: { setup: () => [3, 1], each: (list) => list.slice(), fn: (own: number[]) => own.sort() }, b: nothing });

// Parameters.
const sized = bench({
  alone: ({ size }) => { same<typeof size, number>(); },
  annotated: ({ size }: { size: number }) => size,
  object: { fn: ({ size, type }) => { same<[typeof size, typeof type], [number, string]>(); } },
  input: { each: ({ size }) => { same<typeof size, number>(); return size; }, fn: (own) => own },
  value: {
    setup: () => 'a', kind: 'sync',
    fn: ({ flag }, value) => { same<[typeof flag, typeof value], [boolean, string]>(); },
  },
}, { params: { size: [10, 100], type: ['a', 'b'], flag: [true, false], one: 1 } });
same<typeof sized, Row[]>();
bench({ a: ({ size }) => { same<typeof size, 10 | 100>(); } }, { params: { size: [10, 100] as const } });
bench([({ size }, done) => { same<typeof size, number>(); done(); }], { params: { size: [1] } }, (error, rows) => {
  same<[typeof error, typeof rows], [null, Row[]]>();
});
bench({ sort: { a: ({ size }) => size, b: { fn: ({ size }) => size } } }, { params: { size: [1] } });

// Arrays, groups, Maps.
bench([
  { each: () => [3, 1], fn: (own) => { same<typeof own, number[]>(); } },
  { each: () => 'a', fn: (own) => { same<typeof own, string>(); } },
  nothing, 'x = 1', (done) => done(),
]);
const grouped = bench({
  sort: { a: { each: () => [3, 1], fn: (own) => { same<typeof own, number[]>(); } }, b: nothing },
  copy: [nothing, { each: () => 'a', fn: (own) => { same<typeof own, string>(); } }],
  map: new Map([['setup', nothing]]),
  alone: nothing,
});
same<typeof grouped, Row[]>();
same<typeof mapped, Row[]>();
const mapped = bench(new Map([['a', nothing]]));
bench(new Map([['a', { each: () => 5, fn: (own) => { same<typeof own, any>(); } }]]));
const listed: Record<string, AnyTest> = {};
listed.a = { each: () => 5, fn: (own) => own };
same<typeof fromList, Either>();
const fromList = bench(listed);
const objects: TestObject[] = [{ fn: nothing, setup: nothing }];
bench(objects);

// When the rows are there.
const now = bench({ a: nothing, b() {}, c: { fn: nothing, ops: 2 }, d: { each: () => [1], fn: (own) => own.length } });
same<typeof now, Row[]>();
const promised = bench({ a: nothing, b: async () => {} });
same<typeof promised, Later>();
const setUpLater = bench({ a: { setup: async () => 5, fn: nothing } });
same<typeof setUpLater, Later>();
const ofSource = bench({ a: nothing, b: 'x = 1' });
same<typeof ofSource, Either>();
const forked = bench([nothing, nothing], { forkTests: 4 });
same<typeof forked, Later>();
const here = bench([nothing, nothing], { forkTests: false, signal: AbortSignal.timeout(5), title: 'a', verbose: 3 });
same<typeof here, Row[]>();
const settings: BenchSettings = { showRunDetails: true };
const unsaid = bench([nothing], settings);
same<typeof unsaid, Either>();
const inTier = bench([{ fn: nothing, tier: 'baseline' }]);
same<typeof inTier, Later>();
const told = bench({ a: nothing }, (error, rows) => { same<typeof rows, Row[]>(); });
same<typeof told, Later | undefined>();

// @ts-expect-error no such parameter
bench({ a: ({ sise }) => sise }, { params: { size: [1] } });
// @ts-expect-error no such parameter, in a group
bench({ sort: { a: ({ sise }) => sise } }, { params: { size: [1] } });
// @ts-expect-error no such parameter, of an object
bench({ a: { fn: ({ sise }) => sise }, b: nothing }, { params: { size: [1] } });
// @ts-expect-error another type than that of the list
bench({ a: ({ size }: { size: string }) => size }, { params: { size: [1] } });
// @ts-expect-error not what each makes
bench({ a: { each: () => [1], fn: (own: string) => own } });
// @ts-expect-error not what setup returns
bench({ a: { setup: () => [1], fn: (own: string) => own, kind: 'sync' } });
// @ts-expect-error one parameter behind a setup with a value is the value
bench({ a: { setup: () => [1], fn: (done: TestCallback) => done() } });
// @ts-expect-error no such key
bench({ a: { fn: nothing, opps: 5 } });
// @ts-expect-error no such kind
bench({ a: { fn: nothing, kind: 'later' } });
// @ts-expect-error no test
bench({ a: { fn: 5 } });
// @ts-expect-error a test without its fn
bench({ a: { setup: nothing } });
// @ts-expect-error groups are one level deep
bench({ sort: { small: { a: nothing } } });
// @ts-expect-error no such setting
bench([nothing], { timegoal: 1 });
// @ts-expect-error values are no objects
bench([nothing], { params: { size: [{}] } });
// @ts-expect-error not a suite
bench(nothing);
// @ts-expect-error rows that are there are no promise
now.then(nothing);
// @ts-expect-error rows that are not there yet
promised.length;

// Benchmark files with parameters.
function main({ n, type }: { n: number; type: string }) { keep(type.repeat(n)); }
createBenchmark(main, { n: [1e3, 1e6], type: ['a', 'b'] });
createBenchmark(({ n, type }, bench) => {
  same<[typeof n, typeof type], [number, string]>();
  bench.start();
  bench.end(n);
}, { n: 1e3, type: ['a', 'b'] }, { combinationFilter: ({ n }) => n > 1, setup: (all) => { all[0]?.type.trim(); } });
createBenchmark(({ group, n }) => { keep([group, n]); }, { small: { n: [1] }, large: { n: [9] } }, { byGroups: true });
// @ts-expect-error no such parameter
createBenchmark(({ m }) => m, { n: [1] });
// @ts-expect-error another type than that of the list
createBenchmark(({ n }: { n: string }) => n, { n: [1] });
// @ts-expect-error all of a list are strings, or numbers
createBenchmark(nothing, { n: [1, 'a'] });
