import timeit = require('qtimeit');
import { cpuMhz, describeWarning } from 'qtimeit';
import common = require('qtimeit/common');

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

// @ts-expect-error or else the lines below prove nothing
same<number, string>();

const nothing = () => {};

const goal: timeit.Goal = '500ms';
const sync = timeit(goal, nothing, 'message');
same<typeof sync, timeit.Result>();
const source = timeit({ count: 10 }, 'let x = 1');
same<typeof source, timeit.Result>();
const promised = timeit(10, async () => {});
same<typeof promised, Promise<timeit.Result>>();
const ended = timeit(10, (done) => setImmediate(done), (error, count, elapsed, wallclock, result) => {
  same<typeof error, timeit.TestError | null>();
  same<[typeof count, typeof elapsed, typeof wallclock, typeof result], [number, number, number, timeit.Result]>();
});
same<typeof ended, void>();
timeit(10, (done) => done(), 'message', (error) => { if (error) throw error; });

const warnings: timeit.Warning[] = [...sync.warnings, ...timeit.sysinfo().warnings];
const words: string[] = warnings.map(timeit.describeWarning);
words.concat(describeWarning({ code: 'battery' }));
const limits = sync.warnings.filter((warning) => warning.code === 'heap-limit');
same<Extract<timeit.Warning, { code: 'heap-limit' }>['limitBytes'], number>();
limits.length.toFixed();
same<Extract<timeit.Warning, { code: 'busy' }>['kept'], number>();

const now: number = timeit.fptime();
timeit.reportit(nothing, 10, 0.5, now, 'message');
timeit.runit(3, 0.1, 1, 'name', (done) => done());
timeit.runit(3, '1s', 1, 'name', 'callback()', (error) => { if (error) throw error; });
const speed = timeit.cpuMhz();
same<typeof speed, number | false>();
const reading: timeit.CpuMhzReading = cpuMhz.reading();
same<typeof reading.source, timeit.CpuMhzSource | null>();
const info: timeit.SystemInfo = timeit.sysinfo();
same<typeof info.cpuMhz, number | null>();

const rows = timeit.bench([nothing, nothing], { timeGoal: 1, forkTests: false });
same<typeof rows, timeit.Row[]>();
const named = timeit.bench({ a: nothing, b() {} });
same<typeof named, timeit.Row[]>();
const noisy: timeit.Row['verdict'] = 'too-noisy';
noisy.trim();
same<[timeit.Row['noiseFloorLow'], timeit.Row['noiseFloorHigh']], [number | null, number | null]>();
same<timeit.Row['endedEarly'], 'precise' | 'clear' | null>();
const grouped = timeit.bench({ sort: { a: nothing, b: nothing }, copy: [nothing], alone: nothing });
same<typeof grouped, timeit.Row[]>();
same<timeit.Row['group'], string | null>();
const groupedLater = timeit.bench({ sort: { a: async () => {} } });
same<typeof groupedLater, Promise<timeit.Row[]>>();
const groupedNow = timeit.bench({ sort: { a: nothing, b: { fn: nothing, ops: 2 } } });
same<typeof groupedNow, timeit.Row[]>();
timeit.bench({ sort: new Map([['setup', nothing]]) });
timeit.bench({ sort: { a: ({ size }) => [size] } }, { params: { size: [1, 10] } });
// @ts-expect-error groups are one level deep
timeit.bench({ sort: { small: { a: nothing } } });
const later = timeit.bench([async () => {}]);
same<typeof later, Promise<timeit.Row[]>>();
const forked = timeit.bench([nothing], { forkTests: 4 });
same<typeof forked, Promise<timeit.Row[]>>();
const tiered = timeit.bench([{ fn: nothing, tier: 'baseline' }], { tier: ['interpreter', 'optimized'] });
same<typeof tiered, Promise<timeit.Row[]>>();
const cold = timeit.bench([{ fn: nothing, cold: false }], { cold: [false, true] });
same<typeof cold, Promise<timeit.Row[]>>();
const countedRows = timeit.bench([nothing], { count: true });
same<typeof countedRows, Promise<timeit.Row[]>>();
const countedMore = timeit.bench({ a: nothing }, { count: ['cache', 'profile'] });
same<typeof countedMore, Promise<timeit.Row[]>>();
const notCounted = timeit.bench({ a: nothing }, { count: false });
same<typeof notCounted, timeit.Row[]>();
countedMore.then(([{ counts }]) => {
  counts?.instructions.toFixed();
  counts?.events?.cycles?.value.toFixed();
  counts?.profile?.functions[0].instructions.toFixed();
});
// @ts-expect-error nothing of that name is counted
timeit.bench([nothing], { count: 'branches' });
const sized = timeit.bench({ a: ({ size }) => [size], b: { fn: nothing, setup: ({ size }) => [size] } }, { params: { size: [1, 10], type: 'x' } });
same<typeof sized, timeit.Row[]>();
timeit.bench([({ size }, callback) => callback(size)], { params: { size: 1 } }, (error, all) => { all[0].growth?.[0].best.coefficientNs.toFixed(); });
// @ts-expect-error no such tier
timeit.bench([nothing], { tier: 'fast' });
const either = timeit.bench([nothing, 'x = 1', { fn: nothing, each: () => [1], ops: 2 }]);
same<typeof either, timeit.Row[] | Promise<timeit.Row[]>>();
timeit.bench({
  value: { setup: async () => [3, 1], fn: (list: number[]) => list.slice(), kind: 'sync', teardown: (list) => list },
  input: { setup: () => [3, 1], each: (list) => [list], fn: (input: number[][]) => input, afterEach: (input) => input },
  both: { setup: () => 5, fn: (value: number, callback: timeit.TestCallback) => callback() },
});
timeit.bench({ sort: { fn: (list: number[]) => list.sort(), each: () => [3, 1, 2] } }, (error, all) => {
  same<typeof all, timeit.Row[]>();
});
timeit.bench(new Map([['a', nothing]]), null, (error, all) => { all[0].results.avg?.toFixed(); });
timeit.bench.forkTests = true;
timeit.bench.timeGoal = 4;
timeit.bench.visualize = false;
const text: string = timeit.bench.toJson(rows) + timeit.bench.toCsv(rows) + timeit.bench.toMarkdown(rows);
text.trim();
// @ts-expect-error no such setting
timeit.bench([nothing], { timegoal: 1 });
// @ts-expect-error not a suite
timeit.bench(nothing);

// @ts-expect-error no unit
timeit('5', nothing);
// @ts-expect-error not a function
timeit(10, 5);
// @ts-expect-error the result has to be awaited
promised.elapsed;
// @ts-expect-error without a callback the test is given no argument
timeit(10, (done: timeit.TestCallback) => done());
// @ts-expect-error the function itself is what require gives
timeit.default;
// @ts-expect-error attached functions stay as they are
timeit.fptime = nothing;

const benchmark = common.createBenchmark(({ n }, bench) => { bench.start(); bench.end(n); }, { n: [1, 2], kind: 'a' }, {
  flags: ['--expose-gc'], combinationFilter: ({ n }) => n > 1, setup: async (all) => { all.map(({ kind }) => kind); },
});
benchmark.http({ port: common.PORT, connections: 10 }, (exitCode) => { same<typeof exitCode, 0 | 1>(); });
same<typeof timeit.createBenchmark, typeof common.createBenchmark>();
// @ts-expect-error a value is a string or a number
common.createBenchmark(() => {}, { n: [true] });
