'use strict';

/* Counts one test with fake processes, whose totals are made up. */

const { expect } = require('chai');
const { createTestCounter } = require('#lib/extras/counts/count-test');
const { firstPlan, sufficientCalls } = require('#lib/extras/counts/plan-calls');
const { COUNTED } = require('../helpers/counted-processes');
const { mulberry32, gaussian } = require('../helpers/random');

const BEFORE = 5e8;
const LOOP = 8;

/**
 * Processes on paper, and a counter of tests that runs them. perCall: instructions of one call without its loop;
 * more(job): more instructions of a process; counted: its report.
 */
function paper({ perCall = 100, more = () => 0, counted = {}, events = () => ({}), precision = false } = {}) {
  const asked = [];
  async function runOnce(request, job) {
    asked.push({ name: request.name, ...job });
    const each = job.empty === null ? LOOP + perCall : LOOP;
    const instructions = BEFORE + job.calls * each + more(job, asked.length, request);
    const reported = typeof counted === 'function' ? counted(job, request) : counted;
    const parts = [{ events: { instructions, ...events(job) }, functions: null }];
    return { counted: { ...COUNTED, ...reported }, parts };
  }
  return { asked, runOnce, count: createTestCounter(runOnce, precision) };
}

const SYNC = { name: 'a', kind: 'sync', nsPerCall: 10, ownLoop: null };
const seriesIn = (asked) => asked.filter((_, i) => i % 4 === 0).map(({ empty }, i) => (
  { empty, calls: asked.slice(4 * i, 4 * i + 4).map((job) => job.calls) }
));

describe('a test that is counted', () => {
  it('is counted by four processes, like its loop, which is subtracted', async () => {
    const { asked, count } = paper();
    const counts = await count(SYNC);
    // 3e8 / 2 instructions of 10 * 4 + 8 each, and 1e8 of them before; of an empty loop 8 each
    expect(asked.slice(0, 4).map(({ calls }) => calls)).to.deep.equal([0, 3125000, 3125000, 6250000]);
    expect(asked.slice(4).map(({ calls }) => calls)).to.deep.equal([0, 18750000, 18750000, 37500000]);
    expect(asked.map(({ warmUp, ns, empty }) => ({ warmUp, ns, empty }))).to.deep.equal([
      ...Array(4).fill({ warmUp: 2e6, ns: 10, empty: null }), ...Array(4).fill({ warmUp: 2e6, ns: 0, empty: 'sync' }),
    ]);
    expect(counts).to.deep.include({ instructions: 100, loop: 8, slopes: [108, 108], isProportional: true, events: null,
      calls: 6250000, warmUp: 2e6, processes: 4, tier: 'optimized', collects: false, isSettled: true,
      hasProcesses: false, functions: null });
    expect(counts.error).to.be.within(0.001, 0.003);
  });

  it('has its loop counted once for all tests of its form, and again for another form', async () => {
    const { asked, count } = paper({ counted: (job, { form }) => ({ form }) });
    await Promise.all(['a', 'b'].map((name) => count({ ...SYNC, name, form: 'x' })));
    await count({ ...SYNC, name: 'c', form: 'y' });
    expect(asked.filter(({ empty }) => empty !== null).map(({ name }) => name).join('')).to.equal('aaaacccc');
  });

  it('has a separate loop with as many calls if it makes inputs', async () => {
    const { asked, count } = paper();
    for (const name of ['a', 'b']) await count({ ...SYNC, name, ownLoop: name });
    // 3e8 / 2 / (40 + 8 + 200)
    const calls = [0, 604839, 604839, 1209678];
    expect(seriesIn(asked).slice(0, 2)).to.deep.equal([{ empty: null, calls }, { empty: 'sync', calls }]);
    const loops = asked.filter(({ empty }) => empty !== null).map(({ name }) => name);
    expect([...new Set(loops)]).to.deep.equal(['a', 'b']);
  });

  it('is called until it is collected sixteen times, up to four times as often as other tests', async () => {
    // 3e8 / (10 * 4 + 8) calls, and 2 ** 28 bytes; without a timed amount, by the first processes: 1.2e9 / 108
    for (const [bytesPerCall, reported, expected, nsPerCall = SYNC.nsPerCall] of [
      [2 ** 28 / 1e7, undefined, [1, 1e7]],
      [8, undefined, [1, 25e6]],
      [100, undefined, [1, 6250000]],
      // V8 itself allocates that little.
      [3.9, undefined, [1, 6250000]],
      [null, 2 ** 28 / 1e7, [1, 6250000]], // ten collections suffice
      [null, 2 ** 28 / 1.6e6, [2, 1.6e6], 100],
      [null, 8, [2, 11111112], 100],
    ]) {
      const { asked, count } = paper({ counted: { bytesPerCall: reported } });
      const { calls } = await count({ ...SYNC, bytesPerCall, nsPerCall });
      expect([ownSeries(asked).length, calls]).to.deep.equal(expected);
    }
  });

  it('is counted with more calls if equal processes differ, until the error is small', async () => {
    // Between the two in the middle
    const { asked, count } = paper({ more: ({ empty }, n) => (empty === null && n % 4 === 2 ? 4e5 : 0) });
    const counts = await count({ ...SYNC, nsPerCall: 5 });
    const series = ownSeries(asked);
    expect(series.length).to.equal(2);
    expect(series[1].calls[1] / series[0].calls[1]).to.be.within(1.5, 12);
    expect(counts).to.include({ isSettled: true, processes: 8, calls: series[1].calls[3] });
    expect(counts.error).to.be.at.most(0.05);
    // The warm-up is longer only if it bends.
    expect(new Set(asked.filter(({ empty }) => empty === null).map(({ warmUp }) => warmUp)).size).to.equal(1);
  });

  it('is warmed up for longer if its total bends', async () => {
    const bend = 2e6;
    const { asked, count } = paper({ more: ({ calls, empty }) => (empty === null && calls > 0 ? bend : 0) });
    const counts = await count({ ...SYNC, nsPerCall: 40 });
    const series = asked.filter(({ empty }) => empty === null);
    expect(series[4].calls).to.equal(0);
    expect(series[4].warmUp / series[0].warmUp).to.be.above(1.5);
    expect(series[4].warmUp).to.be.at.most(2e6);
    expect(series[5].calls / series[1].calls).to.be.above(1.5);
    // A share of the calls that gets smaller.
    expect(counts.isProportional).to.equal(true);
  });

  it('ends after three series, unsettled', async () => {
    const normal = gaussian(mulberry32(7));
    const { asked, count } = paper({ more: ({ empty, calls }) => (empty === null ? calls * 0.5 * normal() : 0) });
    const counts = await count({ ...SYNC, nsPerCall: 400 });
    expect(ownSeries(asked).length).to.equal(3);
    expect(counts).to.include({ isSettled: false, processes: 12 });
    expect(counts.error).to.be.above(0.05);
  });

  it('executes at most 6e9 instructions in a process, and waits for at most 20 s', async () => {
    const normal = gaussian(mulberry32(7));
    const noise = ({ empty }) => (empty === null ? 1e6 * normal() : 0);
    const seriesOf = async (known, perCall) => {
      const { asked, count } = paper({ more: noise, perCall, precision: 0.00001 });
      await count({ ...SYNC, ...known });
      return ownSeries(asked).map(({ calls }) => calls[3]);
    };
    // Its time was enough for 48 instructions.
    const [first, ...more] = await seriesOf({}, 300);
    expect(more.length).to.equal(1);
    expect(more[0] / first * 308 * 6250000 / 6e9).to.be.closeTo(1, 0.01);
    expect(await seriesOf({}, 2000)).to.have.length(1);
    const [few, most] = await seriesOf({}, 40);
    expect(most / few).to.be.closeTo(16, 0.1);
    // Each call waits 10 ms, and works for 10 us of them.
    expect(await seriesOf({ nsPerCall: 1e7, cpuNsPerCall: 1e4 }, 1000)).to.deep.equal([1000, 2000]);
  });

  it('may have a larger error if the test or its loop collects garbage, unless a precision is given', async () => {
    // One process has one more collection. 0.15 % of the 8 instructions of 1.9e7 calls of the loop are 225,000.
    const seriesOf = async (isOwn, collects, precision) => {
      const more = ({ empty }, n) => ((empty === null) === isOwn && n % 4 === 2 ? (isOwn ? 2e5 : 1e5) : 0);
      const { asked, count } = paper({ more, counted: { collects }, precision });
      expect(await count(SYNC)).to.include({ isSettled: true });
      return seriesIn(asked).filter(({ empty }) => (empty === null) === isOwn).length;
    };
    for (const [given, expected] of [
      [[true, true], 1], [[true, false], 2], [[true, true, 0.0005], 2], [[true, false, 0.003], 1],
      [[false, true], 1], [[false, false], 2],
    ]) expect(await seriesOf(...given), given.join()).to.equal(expected);
  });

  it('need not be known better than to 0.0075 instructions', async () => {
    const more = ({ empty }, n) => (empty === null && n % 4 === 2 ? 2000 : 0);
    const { asked, count } = paper({ perCall: 0, more });
    const { isSettled, instructions, error } = await count({ ...SYNC, nsPerCall: 2 });
    expect({ isSettled, asked: asked.length }).to.deep.equal({ isSettled: true, asked: 8 });
    expect(Math.abs(instructions)).to.be.below(error);
  });

  it('has processes if one of the four has started some', async () => {
    // In the one without calls that count there was no time for it.
    const { count } = paper({ counted: ({ calls }) => ({ hasProcesses: calls > 0 }) });
    expect((await count(SYNC)).hasProcesses).to.equal(true);
  });

  it('has other events, without events of the loop, if all processes have them', async () => {
    const l1Misses = ({ calls, empty }) => 5000 + calls * (empty === null ? 3 : 1);
    const { count } = paper({ events: (job) => ({ l1Misses: l1Misses(job), ...(job.calls && { cycles: 1 }) }) });
    const { events } = await count(SYNC);
    expect(events).to.have.all.keys('l1Misses');
    expect(events.l1Misses.value).to.be.closeTo(2, 1e-9);
    expect(events.l1Misses.error).to.be.within(0.0001, 0.01);
  });
});

/** Series of the test, without series of its loop. */
const ownSeries = (asked) => seriesIn(asked).filter(({ empty }) => empty === null);

describe('a test whose processes report separate parts', () => {
  const MARK = 931;

  /** As paper(), in parts. more(job, k): more instructions of the k-th part; share: of the calls, that suffice. */
  function inParts({ perCall = 100, more = () => 0, counted = {}, l1Misses = () => ({}), share = 1 } = {}) {
    const asked = [];
    async function runOnce(request, job) {
      asked.push(job);
      const each = job.empty === null ? LOOP + perCall : LOOP;
      const made = job.isExact ? job.calls : Math.ceil(job.calls * share);
      const part = (instructions, k) => (
        { events: { instructions, ...l1Misses(job, k) }, functions: new Map([['f', instructions]]) });
      const calls = Array.from({ length: job.parts }, (_, k) => part(MARK + made * each + more(job, k), k));
      const parts = [part(BEFORE, -2), part(MARK, -1), ...calls, part(1e6, -3)];
      return { counted: { ...COUNTED, calls: made, warmUp: 7, ...counted }, parts };
    }
    const count = (request, precision = false) => createTestCounter(runOnce, precision, () => true)(request);
    return { asked, count };
  }

  it('is counted by one process, as its loop is, in eight parts, without the marks between them', async () => {
    const { asked, count } = inParts();
    const counts = await count(SYNC);
    expect(asked.map(({ calls, parts, empty }) => [calls, parts, empty]))
      .to.deep.equal([[781250, 8, null], [4687500, 8, 'sync']]);
    expect(counts).to.deep.include({ instructions: 100, loop: 8, slopes: [108, 108], isProportional: true, events: null,
      calls: 6250000, processes: 1, isSettled: true });
    expect(counts.error).to.be.within(0.0003, 0.001);
    const [before, after] = counts.functions;
    expect([before.size, after.get('f')]).to.deep.equal([0, 8 * MARK + 6250000 * 108]);
  });

  it('has four parts at least, of a call at least', async () => {
    const { asked, count } = inParts({ perCall: 1e9 });
    expect((await count({ ...SYNC, nsPerCall: 1e9 })).calls).to.equal(asked[0].calls * 4);
    expect(asked[0]).to.include({ calls: 1, parts: 4 });
  });

  it('may make fewer calls than planned, but not if its error was too large', async () => {
    const steady = inParts({ share: 0.1 });
    expect(await steady.count(SYNC)).to.deep.include({ instructions: 100, calls: 625000, warmUp: 7, processes: 1 });
    const noisy = inParts({ share: 0.1, more: ({ empty }, k) => (empty === null ? (k % 2) * 2e4 : 0) });
    const counts = await noisy.count(SYNC);
    const [first, second] = noisy.asked.filter(({ empty }) => empty === null);
    expect({ first: first.isExact, second: second.isExact }).to.deep.equal({ first: false, second: true });
    expect(second.calls).to.be.within(1.5 * 0.1 * first.calls, 16 * 0.1 * first.calls);
    expect(counts.calls).to.be.at.least(8 * second.calls);
  });

  it('has other events, without events of marks', async () => {
    const { count } = inParts({ l1Misses: ({ calls, empty }, k) => (
      { l1Misses: k < 0 ? 7 : 7 + calls * (empty === null ? 3 : 1) }) });
    expect((await count(SYNC)).events.l1Misses.value).to.be.closeTo(2, 1e-9);
  });

  it('makes more calls if its parts differ, unless only the first ones do', async () => {
    const noisy = inParts({ more: ({ empty }, k) => (empty === null ? (k % 2) * 2e5 : 0) });
    expect((await noisy.count(SYNC)).processes).to.be.above(1);
    const settled = inParts({ more: ({ empty }, k) => (empty === null && k < 3 ? 5e6 : 0) });
    expect(await settled.count(SYNC)).to.deep.include({ instructions: 100, slopes: [108, 108], processes: 1 });
  });
});

it('a test that cannot be counted does not fail other tests with the same loop', async () => {
  const { asked, runOnce } = paper();
  const failing = (request, job) => (request.name === 'a' && job.empty !== null
    ? Promise.reject(new Error('its setup threw')) : runOnce(request, job));
  const count = createTestCounter(failing, false);
  const found = await Promise.all(['a', 'b', 'c'].map((name) =>
    count({ ...SYNC, name }).then(({ instructions }) => instructions, ({ message }) => message)));
  expect(found).to.deep.equal(['its setup threw', 100, 100]);
  expect(asked.filter(({ empty }) => empty !== null).map(({ name }) => name)).to.deep.equal(['b', 'b', 'b', 'b']);
});

it('sufficientCalls have 3e8 instructions of 4 ns, and up to 5.2 times as many for 16 collections', () => {
  expect(sufficientCalls(400, 0)).to.equal(3e6);
  expect(sufficientCalls(400, 256)).to.equal(3e6);
  expect(sufficientCalls(4000, 256)).to.equal(2 ** 28 / 256);
  expect(sufficientCalls(40000, 256)).to.equal(1.3 * 1.2e5);
  expect(sufficientCalls(0, 0)).to.equal(3e8);
});

it('firstPlan depends on the processor time, the kind of loop, and the waiting time of a call', () => {
  for (const [known, expected] of [
    // By the processor time if a call waits, for at most 5 s
    [{ nsPerCall: 1e6, cpuNsPerCall: 1000 }, { calls: 5000, warmUp: 5000, ns: 1e6 }],
    [{ nsPerCall: 1000, cpuNsPerCall: 1e6 }, { calls: Math.round(1.5e8 / 4008), warmUp: 24950 }],
    // Turns of these loops take more.
    [{ nsPerCall: 0, kind: 'callback' }, { calls: Math.round(1.5e8 / 13) }],
    [{ nsPerCall: 0, kind: 'promise' }, { calls: Math.round(1.5e8 / 700) }],
    [{ nsPerCall: 1e11 }, { calls: 1, warmUp: 1 }],
    // The first run of a stream is cold: 3 ms are 0.6 ms warm, 2.4 million instructions; 105 ms are 100 ms.
    [{ kind: 'stream', nsPerCall: 3e6 }, { calls: 63, warmUp: 125 }],
    [{ kind: 'stream', nsPerCall: 105e6 }, { calls: 1, warmUp: 3 }],
  ]) expect(firstPlan({ kind: 'sync', ...known })).to.include(expected);
});
