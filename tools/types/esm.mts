import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import timeit, { blackBox, fptime, keep, reportit, runit, cpuMhz, sysinfo, describeWarning } from 'qtimeit';
import type {
  Goal, Result, Warning, ResultWarning, SystemWarning, SystemInfo, SystemFacts, CpuMhz, CpuMhzReading, CpuMhzSource,
  TestCallback, CallbackTest, EndCallback, TestError, Collections, Outcome, Failure, CpuMhzReason,
} from 'qtimeit';
import * as common from 'qtimeit/common';

/** Holds where A and B are the same type, and not merely assignable to each other. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

// @ts-expect-error or else the lines below prove nothing
same<number, string>();
// @ts-expect-error neither do they if any passes for everything
same<any, string>();

const nothing = () => {};

// Goals.
const goals: Goal[] = [10, 1e6, 0.5, '2s', '500ms', '0.5 s', '.5s', '20 ms', { count: 1e6 }, { seconds: 2 }];
for (const goal of goals) timeit(goal, nothing);
const seconds: number = 2;
timeit(`${seconds}s`, nothing);
// @ts-expect-error no unit
timeit('5', nothing);
// @ts-expect-error not a unit of time
timeit('5 MB', nothing);
// @ts-expect-error both
timeit({ count: 1, seconds: 1 }, nothing);
// @ts-expect-error neither
timeit({}, nothing);
// @ts-expect-error misspelt
timeit({ secs: 1 }, nothing);
// @ts-expect-error counts are numbers
timeit(10n, nothing);
// @ts-expect-error none
timeit(null, nothing);
// @ts-expect-error nothing to test
timeit(10);

// Synchronous tests.
same<ReturnType<typeof plain>, Result>();
function plain() { return timeit(10, nothing); }
const sync = timeit(10, () => 1, 'a message');
same<typeof sync, Result>();
const ofAny = timeit(10, () => JSON.parse('1'));
same<typeof ofAny, Result>();
const ofUnknown = timeit(10, (): unknown => 1);
same<typeof ofUnknown, Result>();
timeit(10, nothing, null);
timeit(10, nothing, undefined);
// @ts-expect-error a message is text
timeit(10, nothing, 5);
// @ts-expect-error not a function
timeit(10, { a: 1 });
// @ts-expect-error without a callback the test is given no argument
timeit(10, (done: TestCallback) => done());
// @ts-expect-error the result of a synchronous test is no promise
sync.then(nothing);

// The source of a function.
same<typeof source, Result>();
const source = timeit(10, 'let x = 1');
timeit(10, 'callback()', (error) => { same<typeof error, TestError | null>(); });

// Promises.
const promised = timeit(10, async () => 1);
same<typeof promised, Promise<Result>>();
const waited = timeit(10, () => sleep(1), 'message');
same<typeof waited, Promise<Result>>();
const thenable: PromiseLike<number> = Promise.resolve(1);
const liked = timeit(10, () => thenable);
same<typeof liked, Promise<Result>>();
const sometimes = timeit(10, () => (Math.random() < 0.5 ? 1 : Promise.resolve(1)));
same<typeof sometimes, Result | Promise<Result>>();
same<Outcome<number>, Result>();
same<Outcome<Promise<string>>, Promise<Result>>();
// @ts-expect-error the result has to be awaited
promised.elapsed;
const { nsPerCall } = await promised;
same<typeof nsPerCall, number>();

// Callbacks.
const ended: void = timeit(10, (done) => done(), (error, count, elapsed, wallclock, result) => {
  same<typeof error, TestError | null>();
  same<typeof count, number>();
  same<typeof elapsed, number>();
  same<typeof wallclock, number>();
  same<typeof result, Result>();
  if (error && error.timeit) same<typeof error.timeit, Failure>();
});
same<typeof ended, void>();
timeit(10, (done) => setImmediate(done), 'message', (error) => { if (error) throw error; });
timeit(10, (done) => fs.stat('.', done), (error: Error | null, count: number) => { if (!error) count.toFixed(); });
timeit(10, (done) => done(null), undefined, nothing);
timeit(10, (done) => done(new Error('enough')), null, nothing);
timeit(10, async (done) => done(), nothing);
const test: CallbackTest = (done) => { done(); };
const end: EndCallback = (error, count) => { if (!error) count.toFixed(); };
timeit('1s', test, 'message', end);
// @ts-expect-error the callback comes last
timeit(10, test, end, 'message');
// @ts-expect-error not a function
timeit(10, test, 'message', 'callback');
// @ts-expect-error counts are numbers
timeit(10, test, (error: Error | null, count: string) => {});
// @ts-expect-error a test is given one callback only
timeit(10, (done: TestCallback, more: string) => done(), end);

// The result.
same<Result['kind'], 'sync' | 'callback' | 'promise'>();
same<Result['statistic'], 'median' | 'mean'>();
same<Result['nsLow'], number | null>();
same<Result['collections'], Collections>();
same<Result['warnings'], ResultWarning[]>();
// @ts-expect-error may be null
sync.nsHigh.toFixed();
// @ts-expect-error no such field
sync.hz;

// Warnings.
for (const warning of sync.warnings) {
  const words: string = describeWarning(warning);
  words.trim();
  // @ts-expect-error only some have it
  warning.rounds;
  if (warning.code === 'cold-start') same<[typeof warning.steadyNs, typeof warning.allNs], [number, number]>();
  if (warning.code === 'not-optimized') {
    same<typeof warning.found, 'interpreter' | 'baseline' | 'maglev' | 'not-compiled' | 'not-settled'>();
  }
  if (warning.code === 'prolonged') same<[typeof warning.seconds, typeof warning.goalSeconds], [number, number]>();
  if (warning.code === 'handles-left') same<typeof warning.handles, string[]>();
  // @ts-expect-error no such code
  if (warning.code === 'turbo') warning.path;
}
function effectOf(warning: Warning): string {
  switch (warning.code) {
    case 'v8-flag': same<typeof warning.effect, 'compiler' | 'memory' | 'checks' | 'output'>(); return warning.effect;
    case 'virtual-machine': return warning.hypervisor ?? 'unknown';
    case 'heap-limit': return `${warning.usedBytes} of ${warning.limitBytes}`;
    default: return warning.code;
  }
}
effectOf({ code: 'battery' });
effectOf({ code: 'too-noisy', resolutionNs: 1755 });
// @ts-expect-error V8 has no such tier
effectOf({ code: 'not-optimized', found: 'turbofan', times: 0, share: 1 });
// @ts-expect-error a field is missing
effectOf({ code: 'load', load1: 3 });
// @ts-expect-error no such code
describeWarning({ code: 'nonsense' });

// The rest.
const now: number = fptime();
same<ReturnType<typeof keep>, void>();
keep({});
same<ReturnType<typeof blackBox<string>>, string>();
const boxed: number = blackBox(now);
keep(boxed);
reportit(nothing, 10, 0.5, now);
reportit(null, 10, 0.5, 1, 'message');
// @ts-expect-error times are missing
reportit(nothing, 10);
runit(3, 1000, 1, 'name', test);
runit(3, '1s', 20, 'name', (done) => setImmediate(done), (error) => { same<typeof error, TestError | null>(); });
runit(1, { seconds: 1 }, 1, null, 'callback()', nothing);
// @ts-expect-error the items are missing
runit(3, 1000, 'name', test);
// @ts-expect-error nothing to test
runit(3, 1000, 1, 'name');

same<typeof cpuMhz, CpuMhz>();
const speed = cpuMhz();
same<typeof speed, number | false>();
const reading = cpuMhz.reading();
same<typeof reading, CpuMhzReading>();
same<CpuMhzReason['source'], CpuMhzSource>();
if (reading.mhz !== null) same<typeof reading.source, CpuMhzSource>();
if (reading.source === null) same<typeof reading.mhz, null>();
// @ts-expect-error it takes nothing
cpuMhz('perf');

const info: SystemInfo = sysinfo();
same<typeof info.cpuCount, number | null>();
same<typeof info.cpuMhzSource, CpuMhzSource | null>();
same<typeof info.warnings, SystemWarning[]>();
const reason: string | undefined = info.missing.cpuScalingGovernor;
const facts: SystemFacts = info;
facts.cpu?.trim().concat(reason ?? '');
// @ts-expect-error nothing else is ever missing
info.missing.nodeFlags;
// @ts-expect-error warnings tell about themselves by their code
info.warnings[0]?.message;

// The default export has all that the named ones have.
same<typeof timeit.fptime, typeof fptime>();
same<typeof timeit.keep, typeof keep>();
same<typeof timeit.reportit, typeof reportit>();
same<typeof timeit.runit, typeof runit>();
same<typeof timeit.cpuMhz, typeof cpuMhz>();
same<typeof timeit.sysinfo, typeof sysinfo>();
same<typeof timeit.describeWarning, typeof describeWarning>();
same<timeit.Result, Result>();

const benchmark = common.createBenchmark(({ n }, bench) => { bench.start(); bench.end(n); }, { n: [1, 2], kind: 'a' }, {
  flags: ['--expose-gc'], combinationFilter: ({ n }) => n > 1, setup: async (all) => { all.map(({ kind }) => kind); },
});
benchmark.http({ port: common.PORT, connections: 10 }, (exitCode) => { same<typeof exitCode, 0 | 1>(); });
same<typeof timeit.createBenchmark, typeof common.createBenchmark>();
// @ts-expect-error a value is a string or a number
common.createBenchmark(() => {}, { n: [true] });
