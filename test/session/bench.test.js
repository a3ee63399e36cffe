'use strict';

const { expect } = require('chai');
const publicTimeit = require('../../qtimeit');
const { createBench } = require('#lib/bench');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { createView } = require('#lib/report/view/view');
const { createRowError } = require('#lib/base/text/row-error');
const reports = require('../helpers/engine-reports');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');
const { mulberry32 } = require('../helpers/random');

const strategy = require('#lib/core/session/test-strategy');

const QUICK = Object.freeze({ timeGoal: 0.01, silent: true });

/** bench on a fake machine; `settingsOwner` holds its settings, and `text` the output. more: other deps of bench. */
function benchOnPaper({ measureNotInlined, forks = null, ...more } = {}) {
  const natives = fakeNatives();
  const machine = fakeMachine({ natives });
  const made = { machine, text: '', errors: '', settingsOwner() {} };
  const terminal = {
    write(text) { made.text += text; },
    writeError(text) { made.errors += text; },
    status() {},
    screen: () => null,
    hasColours: () => false, isUtf8: () => false,
  };
  const { clock, heap, calibration } = machine;
  const ofView = { clock, terminal, sysinfo: () => ({ nodeVersion: 'of paper', warnings: [] }) };
  made.bench = createBench({
    tools: { clock, heap, calibration, natives, measureNotInlined },
    createView: (settings, tests) => createView(settings, tests, ofView),
    loadProcesses: () => ({ ...require('#lib/core/session/in-processes'), forks, host: null }),
    strategy, settingsOwner: made.settingsOwner, ...more,
  });
  return made;
}

/** Deps of bench in a process of the command */
const inCommand = (arrange, { trying = () => {}, message } = {}) => ({
  cliHooks: { arrange, trying, begun() {}, sampleOf() {}, ended() {}, leftMs: () => Infinity },
  createView: () => ({ begin() {}, isDue: () => false, refresh() {}, message, end() {} }),
});

const turn = () => new Promise((resolve) => { setImmediate(resolve); });
const namesOf = (rows) => rows.map((row) => row.name);

// A failed test sets the exit code of this process, which is mocha's.
let exitCode;
beforeEach(() => { exitCode = process.exitCode; });
afterEach(() => { process.exitCode = exitCode; });

describe('bench: forms of suites', () => {
  it('are measured with their hooks, and the second test takes twice as long', () => {
    for (const more of [{}, { setup() {}, teardown() {} }, { each: () => 5 }]) {
      const { bench, machine } = benchOnPaper();
      const [a, b] = bench({ a: { fn: machine.test(1000), ...more }, b: { fn: machine.test(2000), ...more } }, QUICK);
      expect({ aName: a.name, aVerdict: a.verdict, rank: a.rank, bName: b.name, bVerdict: b.verdict })
        .to.deep.equal({ aName: 'a', aVerdict: 'baseline', rank: 1000, bName: 'b', bVerdict: 'slower' });
      expect(b.rank).to.be.closeTo(500, 0.1);
      expect(a.nsPerCall).to.be.closeTo(1000, 1);
    }
  });

  it('let the event loop turn if a page asks for it and the suite has a callback', async () => {
    for (const turnsForCallback of [undefined, true]) {
      const { bench, machine } = benchOnPaper({ turnsForCallback });
      let turns = 0;
      const isOver = { now: false };
      const { nextTurn } = machine.clock;
      machine.clock.nextTurn = (action) => { if (!isOver.now) turns++; nextTurn(action); };
      const rows = await new Promise((resolve) => {
        bench([machine.test(1e6)], { ...QUICK, timeGoal: 1 }, (error, given) => { isOver.now = true; resolve(given); });
      });
      expect(namesOf(rows)).to.deep.equal(['#1']);
      if (turnsForCallback) expect(turns).to.be.above(5);
      else expect(turns).to.be.at.most(2);
    }
  });

  it('are refused as a name and a function, with the right form and the line of the call', () => {
    for (const more of [[], [QUICK]]) {
      // In braces: JavaScriptCore makes a tail call of an arrow's value, so the arrow would be missing in stacks.
      const thrown = () => { publicTimeit.bench('a b', () => {}, ...more); };
      expect(thrown).to.throw(TypeError, /^bench: pass all tests .*: bench\(\{ 'a b': fn, other: fn2 \}\)$/)
        .with.property('stack').that.satisfies((stack) => (
          !Error.captureStackTrace || /tests?\.js/.test(stack.split('\n', 2).join(' '))));
    }
  });
});

describe('bench: its return value', () => {
  it('is the rows of a suite that ends when it is clear, with a test that uses the value of its setup', async () => {
    const { bench, machine } = benchOnPaper();
    const [one, other] = [machine.test(1e5), machine.test(2e5)];
    const rows = await bench({ a: { setup: () => 5, fn: (value) => one(value) }, b: other }, { silent: true });
    expect(rows.map(({ verdict, error }) => [verdict, error])).to.deep.equal([['baseline', null], ['slower', null]]);
  });

  for (const given of [[QUICK], [], [null]]) {
    it(`is undefined with a callback after ${JSON.stringify(given)}, called once later`, async () => {
      const { bench, machine, settingsOwner } = benchOnPaper();
      Object.assign(settingsOwner, QUICK);
      const got = [];
      const callback = (error, rows) => got.push([error, namesOf(rows)]);
      expect(bench([machine.test(100)], ...given, callback)).to.equal(undefined);
      await null;
      expect(got).to.deep.equal([]);
      await turn();
      await turn();
      expect(got).to.deep.equal([[null, ['#1']]]);
    });
  }

  for (const kind of ['promise', 'callback']) {
    it(`is a promise if a test is asynchronous (${kind}), and the callback is called, too`, async () => {
      const { bench, machine } = benchOnPaper();
      const got = [];
      const returned = bench([machine.test(100), machine.test(200, { kind })], QUICK, (...args) => { got.push(args); });
      expect(returned).to.be.a('promise');
      expect(got).to.deep.equal([]);
      const rows = await returned;
      expect(rows.map((row) => row.kind)).to.deep.equal(['sync', kind]);
      expect(rows[0].nsPerCall).to.be.closeTo(100, 0.1);
      expect(rows[1].nsPerCall).to.be.closeTo(200, 0.5);
      await turn();
      await turn();
      expect(got).to.deep.equal([[null, rows]]);
    });
  }
});

it('bench calls the callback of a suite before it starts the next one', async () => {
  const { bench, machine } = benchOnPaper();
  const order = [];
  const run = (n) => new Promise((resolve) => {
    const fn = machine.test(100, { kind: 'promise' });
    bench({ test: { setup() { order.push(`setup ${n}`); }, fn } }, QUICK, () => resolve(order.push(`callback ${n}`)));
  });
  await Promise.all([run(1), run(2), run(3)]);
  const firsts = order.filter((one, i) => order.indexOf(one) === i);
  expect(firsts).to.deep.equal(['setup 1', 'callback 1', 'setup 2', 'callback 2', 'setup 3', 'callback 3']);
});

it('bench refuses callbacks that are not functions, and measures nothing then', () => {
  const { bench, machine } = benchOnPaper();
  for (const callback of [5, 'x', {}, true, [], 0, class Odd {}]) {
    expect(() => bench([machine.test(100)], QUICK, callback))
      .to.throw(TypeError, /^bench: expected a callback function, got /);
  }
  expect(machine.calls).to.equal(0);
  for (const none of [null, undefined]) expect(bench([machine.test(100)], QUICK, none)).to.have.length(1);
});

describe('bench: settings', () => {
  const timed = (options, settingsOwner = {}) => {
    const made = benchOnPaper();
    Object.assign(made.settingsOwner, { silent: true, twin: false, ...settingsOwner });
    const startedNs = made.machine.ns;
    const rows = made.bench([made.machine.test(1e6), made.machine.test(2e6)], options);
    return { ...made, rows, seconds: (made.machine.ns - startedNs) / 1e9 };
  };

  it('include timeGoal, in seconds per test, on bench and in the options; 0 is one slice of each', () => {
    for (const { rows, seconds } of [
      timed({ timeGoal: 3 }), timed(undefined, { timeGoal: 3 }), timed({ timeGoal: 3 }, { timeGoal: 9 }),
    ]) {
      expect(seconds).to.be.within(5.88, 6.3);
      for (const row of rows) {
        expect(row.results.duration).to.be.within(2.94, 3.15);
        // A tenth is spent on the warm-up, a little on references.
        expect(row.results.elapsed).to.be.within(1.8, 3);
      }
      expect(rows[0].calls).to.be.within(1800, 3000);
    }
    expect(timed({ timeGoal: 0 }).rows.map((row) => row.rounds)).to.deep.equal([1, 1]);
  });

  it('include those of the ranking', () => {
    const suite = (machine) => [machine.test(1000), machine.test(2000)];
    const bench = (options) => {
      const made = benchOnPaper();
      return made.bench(suite(made.machine), { ...QUICK, ...options });
    };
    expect(bench({ baselineAvg: 1e6, margin: 0.01 }).map(({ rank, verdict }) => [Math.round(rank), verdict]))
      .to.deep.equal([[1000, 'same'], [500, 'slower']]);
    expect(bench({ opsPerTest: 10 })[0].results.avg).to.be.closeTo(1e7, 1e4);
    expect(bench({ twin: false })[0].noiseFloor).to.equal(null);
    expect(bench({ twin: true })[0].noiseFloor).to.be.closeTo(0, 1e-3);
    for (const order of ['rotating', 'random', 'given']) expect(bench({ order })[1].rank).to.be.closeTo(500, 0.1);
    // At the first check, after a quarter of the time, the result is precise enough.
    const [whole] = bench({ timeGoal: 1, twin: false });
    const [early] = bench({ timeGoal: 1, twin: false, precision: 0.01 });
    expect(early.results.duration).to.be.within(0.24, 0.3);
    expect({ early: early.endedEarly, whole: whole.endedEarly }).to.deep.equal({ early: 'precise', whole: null });
    expect(whole.results.duration).to.be.within(0.98, 1.05);
  });
});

describe('bench: suites that end as soon as all is clear', () => {
  /** The rows of a suite that is measured like in the command */
  function clearly(suite, options, trying = () => {}) {
    const { bench, machine } = benchOnPaper(inCommand(({ tests, settings, strategy: own }) => {
      const expanded = own.expand({ tests, settings });
      return { ...expanded, settings: { ...expanded.settings, untilClear: 0.01 } };
    }, { trying }));
    const rows = bench(suite(machine), { silent: true, ...options });
    return rows.map(({ endedEarly, verdict, noiseFloor, results: { duration } }) => (
      { endedEarly, verdict, noiseFloor, duration }));
  }

  const random = mulberry32(16);

  /** A test whose speed changes every millisecond */
  function noisy(machine, ns) {
    let dueNs = 0;
    let factor = 1;
    return () => {
      if (machine.ns >= dueNs) {
        dueNs = machine.ns + 1e6;
        factor = 0.75 + 0.5 * random();
      }
      machine.work(ns * factor);
    };
  }

  it('measure each combination of parameters for as long as it needs', () => {
    const rows = clearly((machine) => {
      const [plain, twice] = [machine.test(1e5), machine.test(2e5)];
      const varying = [noisy(machine, 10000), noisy(machine, 10020)];
      return [({ n }) => (n === 1 ? varying[0]() : plain()), ({ n }) => (n === 1 ? varying[1]() : twice())];
    }, { params: { n: [0, 1, 2] }, twin: false });
    expect(rows.map(({ endedEarly }) => endedEarly)).to.deep.equal(['clear', 'clear', null, null, 'clear', 'clear']);
  });

  it('use the noise floor of the first combination for all combinations', () => {
    // In the given order the twin follows the second test and precedes the first one.
    let latest = 0;
    let isTwin = false;
    const trying = (_, index) => {
      isTwin = index === 0 && (latest === 1 || (isTwin && latest !== 0));
      latest = index;
    };
    const rows = clearly((machine) => [
      () => { machine.work(isTwin ? 1.1e5 : 1e5); },
      ({ n }) => { machine.work(n * 1e5); },
    ], { params: { n: [2, 1.05, 1.3] }, order: 'given' }, trying);
    expect(rows[0].noiseFloor).to.be.closeTo(0.1, 0.01);
    expect(rows.map(({ verdict }) => verdict))
      .to.deep.equal(['baseline', 'slower', 'baseline', 'unresolved', 'baseline', 'slower']);
  });

  it('end early without a timeGoal, and otherwise at their goal', () => {
    const { bench, machine, settingsOwner } = benchOnPaper();
    const durationsOf = (options) => bench([machine.test(1e6), machine.test(2e6)], { silent: true, ...options })
      .map(({ endedEarly, results }) => [endedEarly, results.duration]);
    for (const [endedEarly, duration] of durationsOf()) {
      expect(endedEarly).to.equal('clear');
      expect(duration).to.be.below(0.6);
    }
    const inFull = durationsOf({ timeGoal: 4 });
    settingsOwner.timeGoal = 4;
    for (const [endedEarly, duration] of [...inFull, ...durationsOf()]) {
      expect(endedEarly).to.equal(null);
      expect(duration).to.be.above(3.9);
    }
  });
});

describe('bench: tests whose work was removed', () => {
  it('have no rank, are not the baseline, and are reported with a hint', () => {
    const asked = [];
    const removedOf = [66, 0.5, 210, null].map((notInlinedNs) => ({ notInlinedNs, inlinedNs: 1 }));
    const made = benchOnPaper({
      * measureNotInlined(task, fn, tools, goalNs) {
        asked.push(goalNs);
        return removedOf[asked.length - 1];
      },
    });
    const { bench, machine } = made;
    const tests = { a: machine.test(3), b: machine.test(0.1), c: machine.test(200), d: machine.test(100) };
    const rows = bench(tests, { timeGoal: 0.01, twin: true });
    expect(asked).to.deep.equal([1e7, 1e7, 1e7, 1e7]);
    expect(rows.map(({ verdict, rank }) => [verdict, rank > 0]))
      .to.deep.equal([['hoisted', false], ['folded', false], ['baseline', true], ['faster', true]]);
    expect(made.text).to.match(/a: V8 moved work out of the loop: 66 ns if the test is not inlined; .*blackBox/);
    expect(made.text.trim().split('\n').slice(-2)).to.deep.equal([
      'd is fastest: 2.000x (1.994 to 2.006x) faster than c (baseline)', 'a is hoisted; b is folded']);
  });

  it('are not detected if the number of calls is given', () => {
    const made = benchOnPaper({
      measureNotInlined() { throw new Error('asked'); },
      ...inCommand(({ tests, settings }) => ({ tests, settings: { ...settings, calls: 1000 } })),
    });
    const [row] = made.bench({ a: made.machine.test(1e4) }, { silent: true });
    expect(row.verdict).to.equal('baseline');
  });
});

describe('bench: tests in processes', () => {
  /** The outcome of a process with this time per call */
  const outcomeOf = (name, nsPerCall) => ({
    row: {
      ...createEmptyRow(name, 1), verdict: 'baseline', nsPerCall, nsLow: 0.99 * nsPerCall, nsHigh: 1.01 * nsPerCall,
      cycles: 3 * nsPerCall, calls: 1000, rounds: 100, kind: 'sync', statistic: 'median', resolutionNs: 0.1,
    },
    sample: null, rounds: null, counted: null, error: null, hung: false, mustRepeat: false,
  });
  const killed = { ...outcomeOf('', 1), row: null, error: createRowError('killed', 'it was killed'), mustRepeat: true };

  /**
   * Rows of some tests; run(name, number): the outcome of a process, each of which takes `seconds`; together: times of
   * the processes that measure all tests
   */
  async function inProcesses(run, settings, seconds = 0.1, tests = 'ab', together = []) {
    const names = [];
    const messages = [];
    const made = benchOnPaper({
      forks: {
        check() {},
        async run({ job }) {
          const { name, isTogether = false } = job;
          if (isTogether) return { ...outcomeOf(name, 100), together: together.shift() };
          made.machine.work(seconds * 1e9);
          names.push(name);
          return run(name, names.length - 1, job);
        },
      },
      ...inCommand(({ tests, settings: own }) => ({ tests, settings: { ...own, ...settings } }),
        { message: (text) => messages.push(text) }),
    });
    const { bench, machine } = made;
    const suite = Object.fromEntries([...tests].map((name) => [name, machine.test(100)]));
    const rows = await bench(suite, { silent: true, twin: false });
    return { rows, names, messages };
  }

  /** Times that differ by this share between processes */
  const spreadBy = (spread) => {
    const random = mulberry32(12);
    return (name) => outcomeOf(name, 100 * (1 + spread * random()));
  };
  const endsOf = ({ rows }) => rows.map(({ processes, endedEarly }) => [processes, endedEarly]);

  it('end after four restarts if their ranks are precise enough or all is clear, and else after all', async () => {
    const near = spreadBy(1e-3);
    const twice = (name) => outcomeOf(name, (name === 'a' ? 1 : 2) * near(name).row.nsPerCall);
    for (const [run, more, why] of [[near, { precision: 0.02 }, 'precise'], [twice, { untilClear: 0.01 }, 'clear']]) {
      const settings = { forkTests: 12, ...more };
      expect(endsOf(await inProcesses(run, settings))).to.deep.equal([[4, why], [4, why]]);
      expect(endsOf(await inProcesses(spreadBy(0.5), settings))).to.deep.equal([[12, null], [12, null]]);
    }
  });

  it('end after three restarts if all of ten tests are clear, which takes four with fewer', async () => {
    const near = spreadBy(1e-3);
    const faster = (name) => outcomeOf(name, (name === 'a' ? 2 : 1) * near(name).row.nsPerCall);
    for (const [tests, restarts] of [['abcdefghij', 3], ['abcdefghi', 4]]) {
      const found = await inProcesses(faster, { forkTests: 12, untilClear: 0.01 }, 0.1, tests);
      expect(endsOf(found)).to.deep.equal([...tests].map(() => [restarts, 'clear']));
    }
  });

  it('have two loops around a test in each process of a run with a time limit', async () => {
    const loopsWith = async (settings) => {
      const found = new Set();
      await inProcesses((name, i, { mostLoops }) => {
        found.add(mostLoops);
        return outcomeOf(name, 100);
      }, settings);
      return [...found];
    };
    expect(await loopsWith({ processes: { limitSeconds: 2 }, timeGoal: 2, untilClear: 0.01 })).to.deep.equal([2]);
    expect(await loopsWith({ forkTests: 4 })).to.deep.equal([undefined]);
  });

  it('end when their time is over, but not before four restarts unless these take three times as long', async () => {
    const settings = { processes: { limitSeconds: 2 }, timeGoal: 2, untilClear: 0.01 };
    // Two tests, 2 s each
    for (const [seconds, processes] of [[0.19, 10], [0.24, 8], [0.5, 4], [1, 4], [2.9, 3], [60, 2]]) {
      const found = await inProcesses(spreadBy(0.5), settings, seconds);
      expect(endsOf(found), `${seconds}`).to.deep.equal([[processes, null], [processes, null]]);
    }
    const slower = { ...settings, processes: { limitSeconds: 2, slowSeconds: 3 } };
    expect(endsOf(await inProcesses(spreadBy(0.5), slower, 2.9))).to.deep.equal([[4, null], [4, null]]);
  });

  it('are marked if they differ in one process with the others, which a second process confirms', async () => {
    const timeOf = (nsPerCall) => ({ nsPerCall, cycles: 3 * nsPerCall });
    const near = spreadBy(1e-3);
    let timeGoal = 4;
    const foundIn = async (...together) => {
      const { rows } = await inProcesses(near, { forkTests: 3, timeGoal }, 0.1, 'ab', together);
      return [rows.map(({ warnings }) => warnings.filter(({ code }) => code === 'together')
        .map(({ factor, nsPerCall }) => [factor.toFixed(1), nsPerCall.toFixed(0)])), together.length];
    };
    const [usual, double, half, triple] = [100, 200, 50, 300].map(timeOf);
    expect(await foundIn([usual, usual], [usual, double])).to.deep.equal([[[], []], 1]);
    expect(await foundIn([usual, double], [usual, triple])).to.deep.equal([[[], [['2.0', '200']]], 0]);
    expect(await foundIn([half, double], [half, usual])).to.deep.equal([[[['0.5', '50']], []], 0]);
    expect(await foundIn([usual, double])).to.deep.equal([[[], []], 0]);
    expect(await foundIn([usual])).to.deep.equal([[[], []], 0]);
    timeGoal = 0.1; // in which this process would take too large a part
    expect(await foundIn([usual, double], [usual, triple])).to.deep.equal([[[], []], 2]);
  });

  it('are measured after the others as well, in the same restarts, if they are polluted', async () => {
    const near = spreadBy(1e-3);
    const jobs = [];
    const run = (name, i, { isAfterOthers = false, sampled, evicts }) => {
      jobs.push([name, isAfterOthers, sampled, evicts]);
      return isAfterOthers && name === 'a' ? outcomeOf(name, 3 * near(name).row.nsPerCall) : near(name);
    };
    const together = [[]];
    const { rows } = await inProcesses(run, { forkTests: 4, polluted: true }, 0.1, 'ab', together);
    expect(rows).to.have.length(2);
    expect([jobs.length, together.length]).to.deep.equal([16, 1]);
    expect(jobs.slice(0, 4)).to.deep.equal([
      ['a', false, true, true], ['a', true, false, false], ['b', false, true, true], ['b', true, false, false]]);
    const [a, b] = rows.map(({ polluted }) => polluted);
    expect([a.factor.toFixed(2), b.factor.toFixed(2), a.processes, a.reason]).to.deep.equal(['3.00', '1.00', 4, null]);
    expect(a.nsPerCall / rows[0].nsPerCall).to.be.closeTo(a.factor, 1e-9);
    expect([a.low < a.factor, a.high > a.factor, a.low > 2.9, a.high < 3.1]).to.deep.equal([true, true, true, true]);
  });

  it('have the reason if they fail after the others only, which leaves their own times', async () => {
    const run = (name, i, { isAfterOthers }) => (
      isAfterOthers && name === 'a' ? failing('threw', 'it broke') : outcomeOf(name, 100));
    const { rows } = await inProcesses(run, { forkTests: 2, polluted: true });
    expect(rows.map(({ error, processes }) => [error, processes])).to.deep.equal([[null, 2], [null, 2]]);
    expect(rows.map(({ polluted: { factor, reason } }) => [factor, reason]))
      .to.deep.equal([[null, 'it broke'], [1, null]]);
  });

  it('are not polluted without another test or by first calls', () => {
    const { bench, machine } = benchOnPaper({ forks: { check() {} } });
    const fn = machine.test(100);
    expect(() => bench({ a: fn }, { polluted: true, silent: true })).to.throw(RangeError,
      "bench: polluted needs at least two tests, got only 'a': the other tests run before each test. Add a test, or");
    for (const [suite, more] of [[{ a: fn, b: fn }, { cold: true }], [{ a: fn, b: { fn, cold: true } }, {}]]) {
      expect(() => bench(suite, { polluted: true, silent: true, ...more })).to.throw(TypeError,
        'bench: polluted and cold cannot be combined: first calls run no optimized code. Leave one of them out');
    }
  });

  it('are in a batch with what is measured after the others, twelve at a time', async () => {
    const order = [];
    const run = (name, i, { isAfterOthers = false }) => {
      order.push(isAfterOthers ? `${name}'` : name);
      return outcomeOf(name, 100);
    };
    await inProcesses(run, { forkTests: 1, polluted: true }, 0.1, 'abcdefgh');
    // The baseline is in each batch.
    expect(order.join('')).to.equal("aa'bb'cc'dd'aa'ee'ff'gg'hh'");
  });

  it('repeat a restart in which a process was killed, once for each test', async () => {
    const { rows, names } = await inProcesses((name, i) => ([0, 3].includes(i) ? killed : outcomeOf(name, 100)),
      { forkTests: 2 });
    expect(rows.map(({ error, processes }) => [error, processes])).to.deep.equal([[null, 2], [null, 2]]);
    expect(names).to.have.length(8);
  });

  const failing = (code, message) => ({ ...killed, error: createRowError(code, message), mustRepeat: false });
  const limited = { processes: { limitSeconds: 0.1 }, timeGoal: 0.1, untilClear: 0.01 };

  it('are measured in this process if no process reaches them, unless a number of processes is given', async () => {
    for (const code of ['not-reached', 'no-test']) {
      const { rows, names, messages } = await inProcesses(() => failing(code, 'it is lost'), limited);
      expect(rows.map(({ error, processes, calls }) => [error, processes, calls > 0]), code)
        .to.deep.equal([[null, 0, true], [null, 0, true]]);
      expect({ names: names.join(''), messages })
        .to.deep.equal({ names: 'ab', messages: ['measured in one process: it is lost\n'] });
    }
    const { rows, messages } = await inProcesses(() => failing('not-reached', 'it is lost'), { forkTests: 3 });
    expect({ codes: rows.map(({ error }) => error.code), messages })
      .to.deep.equal({ codes: ['not-reached', 'not-reached'], messages: [] });
  });

  it('fail if no process reaches them, but one reaches another test', async () => {
    const find = (name) => (name === 'a' ? failing('not-reached', 'it is lost') : outcomeOf(name, 100));
    const { rows, messages } = await inProcesses(find, limited);
    expect(rows.map(({ error }) => error && error.code)).to.deep.equal(['not-reached', null]);
    expect(messages).to.deep.equal([]);
  });

  it('fail if a process of a test is killed twice, and other tests have all their processes', async () => {
    const { rows, names } = await inProcesses((name) => (name === 'a' ? killed : outcomeOf(name, 100)),
      { forkTests: 3 });
    expect(rows.map(({ error, processes }) => [error && error.code, processes]))
      .to.deep.equal([['killed', 0], [null, 3]]);
    expect(names.join('')).to.equal('ababbb');
  });
});

it('bench prints the rows and nothing else, as JSON', () => {
  const made = benchOnPaper();
  const rows = made.bench([made.machine.test(100)], { timeGoal: 0.01, json: true, verbose: 5 });
  expect(JSON.parse(made.text)).to.deep.equal(rows);
});

describe('bench: several suites at once', () => {
  it('wait for each other, in the order of their calls', async () => {
    const { bench, machine } = benchOnPaper();
    const log = [];
    const note = (word) => { if (log[log.length - 1] !== word) log.push(word); };
    const suite = (name, kind) => {
      const one = machine.test(1000, { kind });
      return [kind === 'callback' ? (callback) => { note(name); one(callback); } : () => { note(name); return one(); }];
    };
    const first = bench(suite('first', 'promise'), QUICK).then(() => note('first over'));
    const second = bench(suite('second', 'callback'), QUICK, () => note('second called'))
      .then(() => note('second over'));
    const third = bench(suite('third', 'sync'), QUICK);
    const fourth = bench(suite('fourth', 'promise'), QUICK).then(() => note('fourth over'));
    // A synchronous suite, too: it cannot begin earlier.
    expect(third).to.be.a('promise');
    await Promise.all([first, second, third.then(() => note('third over')), fourth]);
    expect(log.filter((word) => !word.includes(' '))).to.deep.equal(['first', 'second', 'third', 'fourth']);
    // Code that waits for a suite runs before the next suite.
    expect(log.indexOf('first over')).to.be.below(log.indexOf('second'));
    expect(log.indexOf('second over')).to.be.below(log.indexOf('third'));
    expect(log.indexOf('second called')).to.be.above(-1);
    expect(log.indexOf('third over')).to.be.below(log.indexOf('fourth'));
  });

  it('cannot be nested: the test that calls bench fails', function () {
    if (!reports.process) this.skip(); // a page has no exit code, and a bundle one place for all files
    const { bench, machine } = benchOnPaper();
    let thrown;
    const inner = () => {
      try {
        bench([machine.test(100)], QUICK);
      } catch (error) {
        thrown = error;
        throw error;
      }
    };
    const [nested, other] = bench({ nested: inner, other: machine.test(100) }, QUICK);
    expect(thrown.message).to.equal('bench: bench() was called inside a test. Call it outside of tests, ' +
      'or use timeit() there');
    expect(nested).to.include({ verdict: 'failed', rank: null });
    expect(nested.error).to.include({ code: 'threw', message: `Error: ${thrown.message}`, calls: '1' });
    expect(nested.error.at).to.match(/bench\.test\.js:\d+:\d+$/);
    expect(other).to.include({ verdict: 'baseline' });
    expect(process.exitCode).to.equal(1);
    expect(bench([machine.test(100)], QUICK)).to.be.an('array');
  });
});

describe('bench: tests that fail', () => {
  it('do not affect other tests, and make the exit code 1', function () {
    if (!reports.process) this.skip(); // a page has no exit code, and a bundle one place for all files
    const { bench, machine } = benchOnPaper();
    // Not undefined, which Bun treats as a missing value.
    process.exitCode = 0;
    bench([machine.test(100), machine.test(0)], QUICK);
    expect(process.exitCode).to.equal(0);
    const rows = bench({
      a() { throw new RangeError('no good'); },
      b: machine.test(100),
      c: { fn: machine.test(100), setup() { throw new Error('not now'); } },
      d: machine.test(200),
      e: { fn: machine.test(50), teardown() { throw new Error('in the end'); } },
    }, QUICK);
    expect(rows.map((row) => row.verdict)).to.deep.equal(['failed', 'baseline', 'failed', 'slower', 'failed']);
    expect(rows[3].rank).to.be.closeTo(500, 0.1);
    expect(rows.map((row) => row.error && row.error.message)).to.deep.equal(
      ['RangeError: no good', null, 'setup: Error: not now', null, 'teardown: Error: in the end']);
    expect(rows[0].error).to.include({ code: 'threw', calls: '1' });
    expect(rows[0].error.at).to.match(/bench\.test\.js:\d+:\d+$/);
    expect(process.exitCode).to.equal(1);
    process.exitCode = 7;
    bench([() => { throw new Error('no'); }], QUICK);
    expect(process.exitCode).to.equal(7);
  });

  it('after many calls are reported with the number of the call', () => {
    const { bench, machine } = benchOnPaper();
    const works = machine.test(100);
    let calls = 0;
    const [row, other] = bench([() => { works(); if (++calls === 5000) throw new Error('enough'); }, machine.test(100)],
        { ...QUICK, twin: false });
    expect(row).to.include({ verdict: 'failed', rank: null });
    const [first, last] = row.error.calls.split(' to ').map(Number);
    expect(5000).to.be.within(first, last || first);
    // Results from before the failure are kept, and marked.
    expect(row.calls).to.be.within(1, first);
    expect(row.nsPerCall).to.be.closeTo(100, 1);
    expect(row.warnings.map(({ code }) => code)).to.include('interrupted');
    expect(row.error.round).to.be.above(row.rounds);
    expect(other.verdict).to.equal('baseline');
  });
});
