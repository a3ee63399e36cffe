'use strict';

/* The stand-ins for other libraries, with a fake bench that calls each test once */

const { expect } = require('chai');
const { row } = require('../helpers/documents');
const { runWaiting } = require('#lib/extras/adopt/run-file');
const { waiting } = require('#lib/extras/adopt/suite');
const { getParts } = require('#lib/core/measure/user-calls');
const { ownLoops } = require('#lib/core/session/own-loops');
const { readings } = require('#engine');

const CONDUCTOR = Symbol.for('qtimeit.conductor.1');
const standIn = (name) => require(`#lib/extras/adopt/libraries/${name}`);

const stats = (ns) => [0.9, 1, 1.1].map((share) => ({ count: 100, elapsed: ns * share * 100 / 1e9 }));

/** Runs the setup, one batch and the teardown of a test, like bench. */
async function callOnce(test) {
  const { setup, each, fn, afterEach, teardown, kind } = typeof test === 'object' ? test : { fn: test };
  if (setup) await setup();
  const input = each && await each();
  if (typeof fn === 'string') new Function(fn)();
  else if (kind === 'callback') await new Promise((resolve) => { fn(resolve); });
  else await (each ? fn(input) : fn());
  if (afterEach) await afterEach(input);
  if (teardown) await teardown();
}

/** A bench whose first test takes 100 ns, the next 200 ns; verdicts: by name, null for a test that is left out */
function fakeBench(calls, verdicts = {}) {
  const rowsOf = (suite) => {
    const entries = [...suite].flatMap(([name, value]) => (
      value instanceof Map ? [...value].map(([own, test]) => [own, test, name]) : [[name, value, null]]));
    const isAlone = ([, , group]) => group === null;
    const ordered = [...entries.filter(isAlone), ...entries.filter((entry) => !isAlone(entry))];
    return ordered.filter(([test]) => verdicts[test] !== null).map(([test, given, group], i) => {
      const ns = 100 * (i + 1);
      const ops = given.ops || 1;
      const made = row(test, {
        nsPerCall: ns, nsLow: ns * 0.98, nsHigh: ns * 1.02, ops, test, group, verdict: 'faster',
        rank: 1e5 / ns, rankLow: 0.99e5 / ns, rankHigh: 1.01e5 / ns,
      });
      const kind = given.kind || 'sync';
      return { ...made, kind, results: { ...made.results, stats: stats(ns) }, ...verdicts[test] };
    });
  };
  return (suite, options, callback) => {
    const rows = rowsOf(suite);
    calls.push({ suite, options, names: rows.map(({ test, group }) => (group === null ? test : `${group}/${test}`)) });
    if (!callback) return rows;
    const tests = [...suite.values()].flatMap((value) => (value instanceof Map ? [...value.values()] : [value]));
    tests.reduce((before, test) => before.then(() => callOnce(test)), Promise.resolve())
      .then(() => callback(null, rows), (error) => { throw error; });
    return undefined;
  };
}

describe('stand-ins for libraries', () => {
  let calls;
  let notes;
  const { write } = process.stderr;

  beforeEach(() => {
    calls = [];
    notes = [];
    globalThis[CONDUCTOR] = fakeBench(calls);
    process.stderr.write = (text) => { notes.push(text); return true; };
  });
  afterEach(() => {
    delete globalThis[CONDUCTOR];
    process.stderr.write = write;
    waiting.clear();
  });
  const noted = (words) => notes.filter((text) => text.includes(words)).length;

  describe('benchmark.js', () => {
    const Benchmark = standIn('benchmark');

    it('runs at once, emits its events in order, and gives results in seconds', () => {
      const seen = [];
      const suite = new Benchmark.Suite('numbers', { onStart() { seen.push(`start ${this.name}`); } });
      suite.add('a', () => {}).add('b', () => {}).on('cycle complete', function heard({ type, target }) {
        seen.push(type === 'cycle' ? String(target) : `fastest ${this.filter('fastest').map('name')}`);
      });
      expect(suite.run()).to.equal(suite);
      expect(seen).to.deep.equal([
        'start numbers', 'a x 10,000,000 ops/sec ±2.00% (3 runs sampled)',
        'b x 5,000,000 ops/sec ±2.00% (3 runs sampled)', 'fastest a',
      ]);
      expect(suite[1].stats.mean).to.be.closeTo(200e-9, 1e-15);
      expect([suite.length, suite[0].compare(suite[1]), suite.map('name').join()]).to.deep.equal([2, 1, 'a,b']);
      expect(calls[0].options).to.deep.equal({ title: 'numbers' });
      expect(waiting.size).to.equal(0);
    });

    it('knows no margin without an interval', () => {
      globalThis[CONDUCTOR] = fakeBench(calls, { a: { nsLow: null, nsHigh: null } });
      const suite = new Benchmark.Suite().add('a', () => {}).add('b', () => {}).run();
      expect(suite.map(String)[0]).to.equal('a x 10,000,000 ops/sec ±∞% (3 runs sampled)');
      expect(suite[0].compare(suite[1])).to.equal(1); // by the ranks
    });

    it('notes that the rest of the file cannot read what listeners have collected', async () => {
      Object.assign(globalThis[CONDUCTOR], { usesProcesses: () => true, isReached: () => false });
      const found = []; // before other tests, as a note appears once
      const run = (listen, isAsync) => new Benchmark.Suite().add('a', () => {}).on('cycle', listen)
        .run({ async: isAsync });
      run(({ target }) => found.push(target.hz), true);
      run(({ target }) => {
        const text = String(target);
        if (text === '') throw new Error('no name');
      });
      expect(noted('when the file has run')).to.equal(0);
      run(({ target }) => { found[0] = target.hz; });
      run(({ target }) => found.push(target.hz));
      expect(noted('when the file has run')).to.equal(1);
      await new Promise(setImmediate);
    });

    it('has results later if processes measure its tests, or at once if the file reads one', async () => {
      Object.assign(globalThis[CONDUCTOR], { usesProcesses: () => true, isReached: () => false });
      const told = [];
      const suiteOf = (name) => new Benchmark.Suite(name).add(name, () => {})
        .on('complete', () => told.push(name)).run();
      suiteOf('first');
      const second = suiteOf('second');
      const third = suiteOf('third');
      expect(told).to.deep.equal([]);
      expect(second[0].hz).to.be.closeTo(1e7, 1);
      expect(told).to.deep.equal(['first', 'second']);
      await null;
      expect([calls.length, third[0].hz]).to.deep.equal([3, 0]);
      await new Promise((resolve) => { third.on('complete', resolve); });
      expect([...told, third[0].hz > 0]).to.deep.equal(['first', 'second', 'third', true]);
      third[0].hz = 1;
      expect(third[0].hz).to.equal(1);
      expect(calls.map(({ names }) => names.join())).to.deep.equal(['first', 'second', 'third']);
    });

    it('accepts all forms of arguments, with and without new', () => {
      const fn = () => {};
      const of = (bench) => [bench.name, bench.fn === fn];
      for (const bench of [
        Benchmark('x', fn), new Benchmark('x', { fn }), new Benchmark({ name: 'x', fn }), Benchmark('x', fn, {}),
      ]) expect(of(bench)).to.deep.equal(['x', true]);
      expect(of(new Benchmark(fn))).to.deep.equal([undefined, true]);
      expect(new Benchmark('x', 'var y = 1').fn).to.equal('var y = 1');
      expect(Benchmark.Suite('s').name).to.equal('s');
      expect(new Benchmark('x', fn)).to.be.instanceOf(Benchmark);
    });

    it('clones tests and suites with other options, members that were set later, and their listeners', () => {
      const [first, second] = [() => 1, () => 2];
      const seen = [];
      const hear = (words) => () => { seen.push(words); };
      const bench = new Benchmark('x', first, { defer: true, onReset: hear('option') }).on('reset', hear('on'));
      bench.minTime = 7;
      const of = ({ name, fn, defer, minTime, setup }) => [name, fn, defer, minTime, setup];
      const { setup } = bench;
      expect([{}, { name: 'y' }, { fn: second, setup: 'var a' }, { name: 'z', defer: false, minTime: 0 }]
        .map((options) => of(bench.clone(options)))).to.deep.equal([
        ['x', first, true, 7, setup], ['y', first, true, 7, setup], ['x', second, true, 7, 'var a'],
        ['z', first, false, 0, setup],
      ]);
      bench.clone().emit('reset');
      bench.clone({ onReset: hear('clone') }).emit('reset');
      expect(seen).to.deep.equal(['option', 'on', 'clone']);

      const suite = new Benchmark.Suite('s').add('a', first).on('reset', hear('suite'));
      const copies = [suite.clone(), suite.clone({ name: 't' })];
      copies[0].emit('reset');
      expect(copies.map((copy) => [copy.name, copy.map('name').join(), copy[0] === suite[0]]))
        .to.deep.equal([['s', 'a', false], ['t', 'a', false]]);
      expect(seen.at(-1)).to.equal('suite');
    });

    it('compares by ranks, whose intervals can be narrower than those of times, or by times of other runs', () => {
      const suiteOf = (...given) => {
        Object.assign(globalThis[CONDUCTOR] = fakeBench(calls, Object.fromEntries(given)));
        const suite = new Benchmark.Suite();
        for (const [name] of given) suite.add(name, () => {});
        return suite.run();
      };
      const wide = { nsLow: 50, nsHigh: 500 };
      const ranked = suiteOf(['a', wide], ['b', wide], ['c', { ...wide, rank: 1000, rankLow: 900, rankHigh: 1100 }]);
      const noisy = suiteOf(['d', { ...wide, rankLow: null, rankHigh: null }]);
      expect({
        fastest: ranked.filter('fastest').map('name'), slowest: ranked.filter('slowest').map('name'),
        compared: [ranked[0].compare(ranked[1]), ranked[1].compare(ranked[0]), ranked[1].compare(noisy[0])],
      }).to.deep.equal({ fastest: ['a', 'c'], slowest: ['b'], compared: [1, -1, 0] });
    });

    it('does not have a slow test among the fastest only because its interval is wide, or unknown', () => {
      const times = (nsPerCall, margin, more = {}) => (
        { nsPerCall, nsLow: margin && nsPerCall - margin, nsHigh: margin && nsPerCall + margin, ...more });
      const unranked = { rankLow: null, rankHigh: null };
      const fastestOf = (given) => {
        globalThis[CONDUCTOR] = fakeBench(calls, given);
        const suite = new Benchmark.Suite();
        for (const name of Object.keys(given)) suite.add(name, () => {});
        return suite.run().filter('fastest').map('name').join();
      };
      const fast = times(600, 6, { rank: 1000, rankLow: 1000, rankHigh: 1000 });
      const noisy = { verdict: 'too-noisy', ...unranked };
      expect(fastestOf({ fast, noisy: times(18e3, 20e3, noisy) })).to.equal('fast');
      expect(fastestOf({ fast, close: times(700, 800, noisy) })).to.equal('fast,close');
      expect(fastestOf({ fast, faster: times(30, 40, noisy) })).to.equal('faster');
      expect(fastestOf({ fast, unknown: times(5e7, null, unranked) })).to.equal('fast');
      expect(fastestOf({ fast, first: times(6, null, unranked) })).to.equal('first');
      expect(fastestOf({ fast, ranked: times(18e3, 17e3, { rank: 33, rankLow: 1, rankHigh: 2000 }) })).to.equal('fast');
    });

    it('numbers equal names, without the number of another name', () => {
      const suite = new Benchmark.Suite();
      for (const name of ['a', 'a', 'a #2', 'a']) suite.add(name, () => {});
      suite.run();
      expect(calls[0].names).to.deep.equal(['a', 'a #3', 'a #2', 'a #4']);
      expect(suite.map(({ hz }) => Math.round(1e9 / hz))).to.deep.equal([100, 200, 300, 400]);
    });

    it('calls start listeners before the first call of a test, and only once', async () => {
      const seen = [];
      const suite = new Benchmark.Suite().on('start', ({ target }) => seen.push(`suite ${target.name}`));
      suite.add('a', () => { seen.push('call'); }, { onStart() { seen.push(`test ${this.name}`); } });
      suite.on('cycle', () => seen.push('cycle')).run({ async: true });
      expect(seen).to.deep.equal(['suite a']);
      await new Promise((resolve) => { suite.on('complete', resolve); });
      expect(seen).to.deep.equal(['suite a', 'test a', 'call', 'cycle']);
    });

    it('calls start listeners after the run if processes call the tests', async () => {
      Object.assign(globalThis[CONDUCTOR], { usesProcesses: () => true, isReached: () => false });
      const seen = [];
      const suites = ['a', 'b'].map((name) => new Benchmark.Suite().add(name, () => {})
        .on('start cycle', ({ type, target }) => seen.push(`${type} ${target.name}`)).run());
      expect(seen).to.deep.equal([]);
      expect(suites[1][0].hz).to.be.above(0);
      expect(seen).to.deep.equal(['start a', 'cycle a', 'start b', 'cycle b']);
    });

    it('has removed work as the fastest and the slowest if nothing else is measured', () => {
      const verdict = { verdict: 'folded', rankLow: null };
      globalThis[CONDUCTOR] = fakeBench(calls, { a: verdict, b: verdict, bad: { error: { message: 'no' } } });
      const suite = new Benchmark.Suite().add('a', () => {}).add('bad', () => {}).add('b', () => {}).run();
      expect(['fastest', 'slowest', 'successful'].map((which) => suite.filter(which).map('name')))
        .to.deep.equal([['a', 'b'], ['a', 'b'], []]);
    });

    it('notes an error of a complete listener if all tests are left out, and throws others', () => {
      const run = (name) => new Benchmark.Suite().add(name, () => {})
        .on('complete', function read() { return this.filter('fastest')[0].missing.name; }).run();
      globalThis[CONDUCTOR] = fakeBench(calls, { a: null });
      run('a');
      expect(noted('a complete listener failed without any test: TypeError')).to.equal(1);
      expect(() => run('b')).to.throw(TypeError);
    });

    it('measures each suite of a chain once, if a complete listener fails without any test', async () => {
      globalThis[CONDUCTOR] = fakeBench(calls, { two: null });
      const suites = ['one', 'two', 'three', 'four'].map((name) => new Benchmark.Suite().add(name, () => {}));
      for (const suite of suites) {
        suite.on('complete', function next() {
          const { name } = this.filter('fastest')[0];
          suites.shift();
          if (name !== 'four') suites[0].run();
        });
      }
      suites[0].run();
      await runWaiting();
      expect(calls.map(({ names }) => names.join())).to.deep.equal(['one', '', 'three', 'four']);
    });

    it('invokes a method of several tests, with listeners', () => {
      const benches = ['a', 'b'].map((name) => new Benchmark(name, () => {}));
      const seen = [];
      function listen({ type, target }) { seen.push([type, target.name, target.hz > 0, this === benches]); }
      const listeners = { onStart: listen, onCycle: listen, onComplete() { seen.push(this.map(({ name }) => name)); } };
      expect(Benchmark.invoke(benches, { name: 'run', args: [], ...listeners })).to.deep.equal(benches);
      expect(calls.map(({ names }) => names)).to.deep.equal([['a', 'b']]);
      Benchmark.invoke(benches, { name: 'reset', ...listeners });
      expect(seen).to.deep.equal([
        ['start', 'a', false, true], ['cycle', 'a', true, true], ['cycle', 'b', true, true], ['a', 'b'],
        ['start', 'a', true, true], ['cycle', 'a', false, true], ['cycle', 'b', false, true], ['a', 'b'],
      ]);
      expect(Benchmark.invoke(benches, 'toString')[0]).to.match(/^a x/);
    });

    it('removes colours and blanks around names, but keeps them for the file', () => {
      const suite = new Benchmark.Suite(' \x1b[1mtitle\x1b[22m').add('\x1b[31m  a\x1b[39m', () => {}).add('a', () => {})
        .add(' ', () => {}).run();
      expect(calls[0]).to.deep.include({ options: { title: 'title' }, names: ['a', 'a #2', ' '] });
      expect(suite.map(({ name, hz }) => [name, hz > 0]))
        .to.deep.equal([['\x1b[31m  a\x1b[39m', true], ['a', true], [' ', true]]);
    });

    it('waits for deferred tests and async suites, and lets setup share variables with the test', async () => {
      const seen = [];
      const log = (globalThis.adoptLog = []);
      await new Promise((resolve) => {
        new Benchmark.Suite()
          .add('deferred', { defer: true, fn(deferred) { setImmediate(() => deferred.resolve()); } })
          .add('pasted', {
            setup: 'var shared = 4;', fn: 'adoptLog.push(shared)', teardown: 'adoptLog.push("end")',
          })
          .add('closure', { setup() { seen.push('setup'); }, fn() { seen.push('fn'); } })
          .on('complete', resolve).run({ async: true });
        expect(log).to.not.include('end');
      });
      delete globalThis.adoptLog;
      expect([log.includes(4), log.at(-1)]).to.deep.equal([true, 'end']);
      expect(seen).to.include.members(['setup', 'fn']);
      expect(noted('setup and teardown run once')).to.equal(1);
    });

    it('keeps tests whose source texts cannot be joined, and waits for a promise of a synchronous run', async () => {
      const outside = { value: 0 };
      const broken = new Benchmark('broken', { setup() { null.x(); }, fn() { outside.value++; } });
      expect(broken.toTest().test.fn).to.equal(broken.fn);
      const awaiting = new Benchmark('awaiting', { setup: 'var a = 1', fn: async () => { await null; } });
      expect(awaiting.toTest().test.fn).to.equal(awaiting.fn);
      const make = globalThis[CONDUCTOR];
      globalThis[CONDUCTOR] = (...given) => Promise.resolve(make(...given));
      const suite = new Benchmark.Suite().add('promise', () => Promise.resolve());
      await new Promise((resolve) => { suite.on('complete', resolve).run(); });
      expect(Math.round(suite[0].hz)).to.equal(1e7);
    });

    it('has the test as `this` of setup, test and teardown, also of source texts', () => {
      const log = (globalThis.adoptLog = []);
      const suite = new Benchmark.Suite()
        .add('functions', {
          setup() { this.list = [1, 2]; }, fn() { globalThis.adoptLog.push(this.list.length); },
          teardown() { globalThis.adoptLog.push(this.name); },
        })
        .add('texts', { setup: 'this.list = [7]', fn: 'adoptLog.push(this.list[0])' })
        .add('text', 'adoptLog.push(this.name)');
      for (const { test } of Array.from(suite, (bench) => bench.toTest())) {
        test.fn();
        if (test.teardown) test.teardown();
      }
      delete globalThis.adoptLog;
      // The first call of functions shows whether they find all variables.
      expect(log).to.deep.equal([2, 2, 'functions', 7, 'text']);
    });

    it('has the place of errors in source texts, joined or alone', () => {
      const failing = new Benchmark('failing', {
        setup: 'var shared = 1;',
        fn() {
          null.first();
        },
      });
      const texts = new Benchmark('texts', { setup: 'var list = null;', fn: 'list.first();' });
      const unknown = new Benchmark('unknown', 'unknownName.first()');
      const own = 1;
      const besides = new Benchmark('besides', { setup() { return own; }, fn: 'unknownName.first()' });
      const linesOf = (bench) => {
        try {
          return bench.toTest().test.fn();
        } catch ({ stack }) {
          return Number(/libraries\.test\.js:(\d+)/.exec(stack)[1]);
        }
      };
      const { stack } = new Error('here');
      const here = Number(/libraries\.test\.js:(\d+)/.exec(stack)[1]);
      expect([failing, texts, unknown, besides].map((bench) => linesOf(bench) - here))
        .to.deep.equal([-14, -11, -10, -8]);
    });

    it('calls a deferred test with one object, whose resolve() is the callback', () => {
      const seen = new Set();
      const fn = (deferred) => { seen.add(deferred); deferred.resolve(); };
      const { test } = new Benchmark('x', { defer: true, fn }).toTest();
      let answers = 0;
      for (let i = 0; i < 3; i++) test.fn(() => { answers++; });
      expect({ kind: test.kind, answers, seen: seen.size, name: [...seen][0].benchmark.name })
        .to.deep.equal({ kind: 'callback', answers: 3, seen: 1, name: 'x' });
    });

    it('has the deferred object as `this` and as a variable of joined deferred tests, as benchmark.js does', () => {
      const log = (globalThis.adoptLog = []);
      const own = 1;
      const { Deferred } = Benchmark;
      const hooks = { setup() { this.m = 1; }, teardown() { globalThis.adoptLog.push(this.m); } };
      const run = (options) => {
        const { test } = new Benchmark('x', { defer: true, ...options }).toTest();
        if (test.setup) test.setup();
        for (let i = 0; i < 2; i++) test.fn(() => { log.push('resolved'); });
        if (test.teardown) test.teardown();
        return log.splice(0);
      };
      const TWICE = ['resolved', 'resolved'];
      expect(run({ setup: 'var m = deferred;', fn: 'm.resolve();' })).to.deep.equal(TWICE);
      expect(run({ fn: 'deferred.resolve();' })).to.deep.equal(TWICE);
      expect(run({ fn: 'adoptLog.push(this === deferred); this.resolve();', teardown: 'adoptLog.push(!deferred);' }))
        .to.deep.equal([true, 'resolved', true, 'resolved', false]);
      expect(run({ ...hooks, fn(d) { if (d.m === 1) this.resolve(); } })).to.deep.equal([...TWICE, 1]);
      // eslint-disable-next-line no-undef
      expect(run({ ...hooks, fn() { deferred.resolve(); } })).to.deep.equal([...TWICE, 1]);
      // Variables of the file
      expect(run({ ...hooks, fn(d) { if (own === d.m) d.resolve(); } })).to.deep.equal([...TWICE, 1]);
      expect(run({ setup() { this.m = own; }, fn(d) { log.push(d.m); } })).to.deep.equal([1, 1]);
      // Without setup and teardown, benchmark.js calls a function as a method of the test.
      expect(run({ fn(d) { log.push(this instanceof Deferred, this.name, d instanceof Deferred); } }).slice(0, 3))
        .to.deep.equal([false, 'x', true]);
      expect(() => run({ ...hooks, fn() { null.x(); } })).to.throw(TypeError);
      delete globalThis.adoptLog;
      expect(new Benchmark('x', { defer: true, fn: 'no code' }).toTest().test.fn).to.equal('no code');
    });

    it('reports no finite rate for removed work, a rate for a noisy test, and the error of a failed test', () => {
      globalThis[CONDUCTOR] = fakeBench(calls, {
        gone: { verdict: 'folded' }, noisy: { verdict: 'too-noisy' },
        bad: { verdict: 'failed', error: { code: 'threw', message: 'no luck' } },
      });
      const heard = [];
      const suite = new Benchmark.Suite().add('gone', () => {}).add('bad', () => {}).add('real', () => {})
        .add('noisy', () => {}).on('error', ({ target }) => heard.push(String(target)));
      suite.run();
      expect([suite[0].hz, Math.round(suite[3].hz), suite.filter('fastest').map('name'), heard])
        .to.deep.equal([Infinity, 2500000, ['real'], ['bad: Error: no luck']]);
    });
  });

  describe('tinybench', () => {
    const { Bench } = standIn('tinybench');

    it('gives results in ms with nested and flat fields, and a table', async () => {
      const seen = [];
      const bench = new Bench({ name: 'lists' });
      for (const type of ['start', 'cycle', 'complete']) {
        bench.addEventListener(type, ({ task }) => seen.push(task ? `${type} ${task.name}` : type));
      }
      const tasks = await bench.add('a', () => {}).add('b', () => {}).run();
      expect(tasks).to.deep.equal(bench.tasks);
      expect(seen).to.deep.equal(['start', 'cycle a', 'cycle b', 'complete']);
      const [, { result }] = tasks;
      expect(result.latency.mean).to.be.closeTo(200e-6, 1e-12);
      expect([result.mean, Math.round(result.hz), Math.round(result.throughput.mean), result.latency.df])
        .to.deep.equal([result.latency.mean, 5e6, 5e6, 2]);
      expect(bench.table()[0]).to.include({ 'Task name': 'a', 'Latency avg (ns)': '100.00 ± 2.00%' });
      expect([result.latency.mad, result.latency.aad].map((ms) => Math.round(ms * 1e6))).to.deep.equal([20, 13]);
      expect(bench.table(({ name }) => name)).to.deep.equal(['a', 'b']);
      const [row] = bench.table();
      const { 'Task Name': name, 'ops/sec': rate, 'Average Time (ns)': ns, Margin } = row; // of 2
      expect({ name, rate: rate.replace(/\D/g, ''), ns: Math.round(ns), Margin, columns: Object.keys(row).length })
        .to.deep.equal({ name: 'a', rate: '10000000', ns: 100, Margin: '±2.00%', columns: 6 });
      expect(calls[0].options).to.deep.equal({ title: 'lists' });
    });

    it('calls hooks with the task and the mode, around each call', async () => {
      const seen = [];
      const hook = (name) => function called(...args) {
        seen.push([name, this.name ?? args[0].name, args.at(-1)].join());
      };
      const bench = new Bench({ setup: hook('setup'), teardown: hook('teardown'), concurrency: 'task' });
      bench.add('a', hook('fn'), {
        beforeAll: hook('beforeAll'), beforeEach: hook('beforeEach'), afterEach: hook('afterEach'),
        afterAll: hook('afterAll'),
      });
      await bench.run();
      expect(seen).to.deep.equal([
        'setup,a,run', 'beforeAll,a,run', 'beforeEach,a,run', 'fn,a,', 'afterEach,a,run', 'afterAll,a,run',
        'teardown,a,run',
      ]);
      expect([noted('concurrency is ignored'), noted('once per process')]).to.deep.equal([1, 1]);
    });

    it('times only the code between beforeEach and afterEach, or uses the time that the task reports', async () => {
      let left = 0;
      const bench = new Bench().add('a', () => { left--; }, { beforeEach() { left = 1; }, afterEach() { left += 5; } })
        .add('told', () => ({ overriddenDuration: 0.003 }));
      await bench.run();
      const [hooked, told] = [...calls[0].suite.values()].map(({ fn }) => ({ fn, clock: getParts(fn) }));
      hooked.fn();
      expect(left).to.equal(5);
      const before = told.clock.nowNs();
      told.fn();
      expect([told.clock.nowNs() - before, told.clock.isTold(), hooked.clock.isTold()])
        .to.deep.equal([3000, true, false]);
    });

    it('honours members that are set later, or notes them', async () => {
      const seen = [];
      const bench = new Bench({ time: 10 }).add('a', () => {}, { signal: new AbortController().signal });
      const { signal } = new AbortController();
      Object.assign(bench, {
        signal, concurrency: 'task', iterations: 3, setup() { seen.push('setup'); }, throws: true,
      });
      await bench.run();
      expect({ signal: calls[0].options.signal, seen }).to.deep.equal({ signal, seen: ['setup'] });
      const words = ['concurrency is ignored', 'ignored: time, iterations.', 'signal of a task is ignored'];
      expect(words.map(noted)).to.deep.equal([1, 1, 1]);
      const error = { code: 'interrupted', message: 'not measured: the run was aborted' };
      globalThis[CONDUCTOR] = fakeBench(calls, {
        a: { verdict: 'failed', error }, b: { warnings: [{ code: 'interrupted' }] },
      });
      const aborted = new Bench({ signal }).add('a', () => {}).add('b', () => {});
      const tasks = await aborted.run();
      expect(tasks.map(({ result }) => result.state)).to.deep.equal(['aborted', 'aborted-with-statistics']);
    });

    it('has no results of tasks that are left out', async () => {
      globalThis[CONDUCTOR] = fakeBench(calls, { a: null });
      const bench = new Bench().add('a', () => {}).add('b', () => {});
      const heard = [];
      bench.addEventListener('cycle', ({ task }) => heard.push(task.name));
      const tasks = await bench.run();
      expect([tasks, bench.tasks, bench.table()].map(({ length }) => length)).to.deep.equal([1, 1, 1]);
      expect({ heard, name: bench.getTask('a').name }).to.deep.equal({ heard: ['b'], name: 'a' });
    });

    it('has an error like the one that a task threw', async () => {
      const rows = [
        ['threw', 'TypeError: a.b is not a function: c'], ['threw', 'MyError: boom'],
        ['threw', 'afterEach: RangeError: no'], ['threw', "'Text: no'"], ['timed-out', 'did not end within 1 s'],
              ['threw', 'Error: ENOENT: no such file', 'ENOENT'],
      ].map(([code, message, thrownCode]) => ({ verdict: 'failed', error: { code, message, thrownCode } }));
      globalThis[CONDUCTOR] = fakeBench(calls, rows);
      const bench = new Bench();
      for (const i of rows.keys()) bench.add(`${i}`, () => {});
      const errors = (await bench.run()).map(({ result }) => result.error);
      expect(errors.map(({ name, message, code }) => [name, message, code])).to.deep.equal([
        ['TypeError', 'a.b is not a function: c', undefined], ['MyError', 'boom', undefined],
        ['RangeError', 'afterEach: no', undefined], ['Error', "'Text: no'", undefined],
        ['Error', 'did not end within 1 s', 'timed-out'], ['Error', 'ENOENT: no such file', 'ENOENT'],
      ]);
      expect(errors[0]).to.be.an.instanceof(TypeError);
      expect([`${errors[1]}`, errors[1].stack, Object.keys(errors[1])])
        .to.deep.equal(['MyError: boom', 'MyError: boom', []]);
    });

    it('2 has warmup() as a method, and later versions as an option, which is noted', async () => {
      const bench = new Bench({ time: 100 }).add('a', () => {});
      const heard = [];
      bench.addEventListener('warmup', ({ type }) => heard.push(type));
      await bench.warmup();
      await bench.run();
      expect(heard).to.deep.equal(['warmup']);
      await new Bench({ warmup: false }).add('a', () => {}).run();
      expect(['ignored: time. ', 'ignored: warmup. '].map(noted)).to.deep.equal([1, 1]);
      notes = [];
      await Object.assign(new Bench({ iterations: 5 }), { warmup: false }).add('a', () => {}).run();
      expect(noted('ignored: iterations, warmup. ')).to.equal(1);
    });

    it('has todos, single tasks and concurrent runs of 2, which are not concurrent', async () => {
      const bench = new Bench();
      const heard = [];
      for (const type of ['todo', 'warmup']) {
        bench.addEventListener(type, ({ task }) => heard.push(task ? `${type} ${task.name}` : type));
      }
      bench.add('a', () => {}, { beforeAll() {} }).todo('later');
      await bench.warmupConcurrently(2);
      const tasks = await bench.runConcurrently(2, 'task');
      expect({ heard, todos: bench.todos.map(({ name }) => name), run: tasks.map(({ name }) => name) })
        .to.deep.equal({ heard: ['todo later', 'warmup'], todos: ['later'], run: ['a'] });
      expect([noted('concurrency is ignored'), bench.threshold, bench.concurrency]).to.deep.equal([1, 2, 'task']);
      const [task] = bench.tasks;
      expect(await bench.runTask(task)).to.equal(task);
      task.setResult({ hz: 5 });
      expect([task.result.hz, Object.keys(task.opts), calls.length]).to.deep.equal([5, ['beforeAll'], 2]);
      bench.signal = AbortSignal.abort();
      await bench.runTask(task);
      expect(calls.length).to.equal(2);
    });

    it('has the members of 3 to 6, and notes only members that a file has set', async () => {
      const bench = new Bench().add('a', () => {});
      const { runtime, runtimeVersion, threshold, throws, timestampProvider: { name, fn, toMs, fromMs } } = bench;
      expect({ runtime, runtimeVersion, threshold, throws, name, ms: toMs(fromMs(2)) }).to.deep.equal({
        runtime: 'node', runtimeVersion: process.versions.node, threshold: Infinity, throws: false,
        name: 'performanceNow', ms: 2,
      });
      expect([bench.now(), fn()].map((ms) => ms > 0)).to.deep.equal([true, true]);
      await bench.run();
      expect(noted('ignored')).to.equal(0);
      await new Bench({ now: Date.now }).add('a', () => {}).run();
      expect(noted('now is ignored')).to.equal(1);
    });

    it('has the functions of 6 for samples and clocks', () => {
      const tinybench = standIn('tinybench');
      const { estimateResolution, formatNumber, hrtimeNowTimestampProvider: { fn, toMs, fromMs } } = tinybench;
      expect([[0, 1, 2, 2], [0, 3, 4], [0]].map(estimateResolution)).to.deep.equal([2, 3, undefined]);
      expect(tinybench.medianAbsoluteDeviation([1, 2, 4, 8])).to.equal(1.5);
      expect([123456.7, 1234.56, 1.234, 0, Infinity, NaN].map((number) => formatNumber(number)))
        .to.deep.equal(['123457', '1234.6', '1.23', '0.00', '+∞', 'NaN']);
      expect([toMs(fromMs(2)), typeof fn()]).to.deep.equal([2, 'bigint']);
      expect([
        tinybench.calibrateTimerOverhead({}), tinybench.classifyTimerSaturation([1], 0),
        tinybench.detectTimerSaturation([1], 0),
      ]).to.deep.equal([0, undefined, false]);
      expect(['calibrateTimerOverhead()', 'classifyTimerSaturation()', 'detectTimerSaturation()']
        .map((member) => noted(`${member} is ignored`))).to.deep.equal([1, 1, 1]);
    });

    it('runs synchronous tests at once, and has the error of a failed task', async () => {
      globalThis[CONDUCTOR] = fakeBench(calls, { a: { verdict: 'failed', error: { code: 'threw', message: 'no' } } });
      const bench = new Bench().add('a', () => {}).add('b', () => {});
      expect(bench.runSync().map(({ result }) => result.state)).to.deep.equal(['errored', 'completed']);
      expect(bench.table()[0].Error).to.equal('no');
      const failing = new Bench({ throws: true }).add('a', () => {});
      expect(await failing.run().catch(({ message }) => message)).to.equal('no');
    });
  });

  describe('vitest', () => {
    const { run, tinybenchOfGroup } = standIn('vitest');

    it('5 receives results of its registrations, with verdicts, and errors of failed ones', async () => {
      const registrations = ['a', 'b'].map((name) => ({ name, fn() {}, fnOpts: { beforeEach() {} } }));
      const job = { test: { fullTestName: 'file > sort' }, config: { retainSamples: false }, registrations };
      const results = await run({ ...job, options: { time: 1000 } });
      expect(calls[0].options).to.deep.equal({ title: 'file > sort', timeGoal: 1 });
      expect(results.map(({ name, state, latency: { mean, verdict, samples } }) => (
        [name, state, Math.round(mean * 1e6), verdict, samples])))
        .to.deep.equal([['a', 'completed', 100, 'faster', undefined], ['b', 'completed', 200, 'faster', undefined]]);
      expect((await run({ ...job, config: { retainSamples: true } }))[0].throughput.samples).to.have.length(3);
      const error = { code: 'threw', message: 'no', stack: 'Error: no\n    at x.js:1:1' };
      globalThis[CONDUCTOR] = fakeBench(calls, { a: { verdict: 'failed', error } });
      expect((await run(job).catch((thrown) => thrown)).stack).to.equal(error.stack);
    });

    it('4 measures the tests of a group together before the first one has ended', async () => {
      const { Bench, Task } = tinybenchOfGroup([]);
      const tasks = ['a', 'b'].map((name, i) => new Task(new Bench({ time: 200 + 100 * i }), name, () => {}));
      const heard = [];
      for (const task of tasks) {
        task.addEventListener('complete', (event) => heard.push(Math.round(event.task.result.hz)));
        await task.warmup();
        expect(await task.run()).to.equal(task);
      }
      expect({ heard, calls: calls.length, timeGoal: calls[0].options.timeGoal })
        .to.deep.equal({ heard: [1e7, 5e6], calls: 1, timeGoal: 0.3 });
    });

    it('4 collects the errors of failed tests, and measures the others', async () => {
      globalThis[CONDUCTOR] = fakeBench(calls, { a: { verdict: 'failed', error: { code: 'threw', message: 'no' } } });
      const errors = [];
      const { Bench, Task } = tinybenchOfGroup(errors);
      const tasks = ['a', 'b'].map((name) => new Task(new Bench(), name, () => {}));
      const heard = [];
      for (const task of tasks) {
        for (const type of ['error', 'complete']) task.addEventListener(type, () => heard.push(`${type} ${task.name}`));
        await task.run();
      }
      expect(heard).to.deep.equal(['complete a', 'complete b']);
      expect(errors.map(({ message }) => message)).to.deep.equal(['no']);
    });
  });

  describe('mitata', () => {
    const mitata = standIn('mitata');

    it('has groups, arguments in names, generators with inputs, and results in ns', async () => {
      const seen = [];
      mitata.bench('alone', () => {});
      mitata.group('sizes', () => {
        mitata.bench('fill $n', function* fill(state) {
          yield { [0]() { return state.get('n'); }, bench(n) { seen.push(n); } };
          seen.push('end');
        }).range('n', 1, 64, 8);
        mitata.summary(() => mitata.bench('x', function* twice() {
          yield { [0]: () => 1, [1]: () => 2, bench(a, b) { seen.push(a + b); } };
        }).args([5]).baseline());
      });
      const { benchmarks, layout } = await mitata.run({ format: 'quiet' });
      expect(calls[0].names).to.deep.equal(
        ['alone', 'sizes/fill 1', 'sizes/fill 8', 'sizes/fill 64', 'sizes/x 5']);
      expect(seen).to.deep.equal([1, 'end', 8, 'end', 64, 'end', 3]);
      expect(benchmarks.map(({ alias, kind, runs }) => [alias, kind, runs.length]))
        .to.deep.equal([['alone', 'static', 1], ['fill $n', 'args', 3], ['x', 'args', 1]]);
      expect(benchmarks[1].runs[0].stats.avg).to.be.closeTo(200, 1e-6);
      expect(layout).to.have.length(2);
      expect((await mitata.run()).benchmarks).to.deep.equal([]);
    });

    it('separates groups with the same name, and a test with the name of a group', async () => {
      for (const own of ['a', 'b']) mitata.group('parse', () => { mitata.bench(own, () => {}); });
      mitata.bench('parse', () => {});
      const { benchmarks } = await mitata.run({ silent: true });
      expect(calls[0].names).to.deep.equal(['parse', 'parse #2/a', 'parse #3/b']);
      expect(benchmarks.map(({ alias, runs: [{ stats: { avg } }] }) => [alias, Math.round(avg)]))
        .to.deep.equal([['a', 200], ['b', 300], ['parse', 100]]);
    });

    it('times a loop of the file as a whole, measures single functions, and filters', async () => {
      let steps = 0;
      mitata.bench('loop', (state) => { steps = 0; for (const i of state) steps += i >= 0 ? 1 : 0; });
      mitata.bench('left', () => {}).gc('inner');
      const { benchmarks } = await mitata.run({ filter: /loop/, silent: true });
      const { avg, p50 } = benchmarks[0].runs[0].stats;
      expect([steps, benchmarks.length, ...[avg, p50].map((ns) => Math.round(ns * 1000))])
        .to.deep.equal([1000, 1, 100, 100]);
      expect(Math.round((await mitata.measure(() => {})).avg)).to.equal(100);
      await mitata.measure(() => {}, { min_samples: 5, batch_samples: 2, inner_gc: true, heap() {}, gc: false });
      expect(['ignored: min_samples, batch_samples. ', 'inner_gc is ignored', 'heap is ignored', 'mitata: gc is']
        .map(noted)).to.deep.equal([1, 1, 1, 0]);
      mitata.bench('manual', function* manual() { yield { [0]: () => 7, manual: (n) => n * 1000 }; });
      await mitata.run();
      const { fn } = calls.at(-1).suite.get('manual');
      expect(getParts(fn).nowNs()).to.equal(7000);
      mitata.bench('waits', async (state) => { for (const i of state) await i; });
      await mitata.run();
      expect([noted('loop: the time includes'), noted('.gc(inner) is ignored'), noted('each call runs 10 iterations')])
        .to.deep.equal([1, 1, 1]);
    });
  });

  describe('loops of files', () => {
    const { nowNs } = readings;
    let timeNs;
    let seen;

    beforeEach(() => {
      timeNs = 0;
      seen = [];
      readings.nowNs = () => timeNs;
    });
    afterEach(() => {
      readings.nowNs = nowNs;
      for (const key of Object.keys(ownLoops)) delete ownLoops[key];
    });

    const MAKERS = {
      'bench-node': (body) => (timer) => {
        seen.push(timer.count);
        timer.start();
        for (let i = 0; i < timer.count; i++) body();
        timer.end(timer.count);
      },
      mitata: (body) => (state) => {
        seen.push(0);
        for (const i of state) {
          seen[seen.length - 1] = i + 1;
          body();
        }
      },
    };
    const SUITES = {
      'bench-node': (name, fn) => new (standIn('bench-node').Suite)().add(name, fn).run(),
      mitata(name, fn) {
        standIn('mitata').bench(name, fn);
        return standIn('mitata').run({ silent: true });
      },
    };
    const takes = (ns) => () => { timeNs += ns; };
    const opsOf = (name) => calls.at(-1).suite.get(name).ops;

    for (const [library, make] of Object.entries(MAKERS)) {
      it(`${library} gets as few iterations per call as take 0.1 ms, at most 1000`, async () => {
        for (const [ns, counts] of [
          [1, [1, 10, 100, 1000]], [2e3, [1, 10, 100, 100]], [2e4, [1, 10, 10]], [2e5, [1, 1]], [1e9, [1, 1]],
        ]) {
          seen = [];
          await SUITES[library](`${ns} ns`, make(takes(ns)));
          expect([ns, seen, opsOf(`${ns} ns`)]).to.deep.equal([ns, [...counts, counts.at(-1)], counts.at(-1)]);
        }
      });

      it(`${library} gets more iterations if only the first call is slow, and up to 10 of promises`, async () => {
        let left = 1e9;
        const body = () => {
          timeNs += left;
          left = 1;
        };
        await SUITES[library]('first', make(body));
        expect(seen).to.deep.equal([1, 1, 10, 100, 1000, 1000]);
        seen = [];
        const fn = make(takes(1));
        await SUITES[library]('async', async (given) => { fn(given); });
        expect([seen, opsOf('async')]).to.deep.equal([[1, 10, 10], 10]);
      });

      it(`${library} makes no trial of tests that a command leaves out`, async () => {
        globalThis[CONDUCTOR].keeps = (name) => name === 'b';
        for (const name of ['a', 'b']) await SUITES[library](name, make(takes(1e9)));
        // The fake bench calls each test once.
        expect(seen).to.deep.equal([1000, 1, 1, 1]);
      });
    }

    it('bench-node has the suites in their order, although the trial of the first takes longer', async () => {
      const { Suite } = standIn('bench-node');
      await Promise.all([
        new Suite().add('a', MAKERS['bench-node'](takes(1))).run(), new Suite().add('b', () => {}).run(),
      ]);
      expect(calls.map(({ names }) => names)).to.deep.equal([['a'], ['b']]);
    });
  });

  it('bench-node has the baseline first, results in order, and its own reporter', async () => {
    const { Suite, textReport } = standIn('bench-node');
    const reported = [];
    const suite = new Suite({ reporter: (results) => reported.push(...results), plugins: [{}] });
    suite.add('a', { minTime: 1 }, () => {}).add('b', { baseline: true }, () => {})
      .add('managed', (timer) => { timer.start(); timer.end(timer.count); })
      .add('single', (timer) => { timer.start(); timer.end(); });
    const results = await suite.run();
    expect(calls[0].names).to.deep.equal(['b', 'a', 'managed', 'single']);
    expect(getParts(calls[0].suite.get('single').fn)).to.be.an('object');
    expect(results.map(({ name, opsSec }) => [name, Math.round(opsSec)]))
      .to.deep.equal([['a', 5e6], ['b', 1e7], ['managed', 3333333333], ['single', 2500000]]);
    expect(reported).to.deep.equal(results);
    expect([textReport(), noted('plugins is ignored'), noted('optimized code')]).to.deep.equal([undefined, 1, 1]);
  });

  it('bench-node notes built-in reporters and options that are ignored', async () => {
    const { Suite, jsonReport } = standIn('bench-node');
    const measure = (options) => new Suite(options).add('a', () => {}).run();
    const reported = [];
    await measure({ reporter: (_, { wide }) => reported.push(wide), reporterOptions: { wide: true }, plugins: [] });
    await measure({ reporter: false, ttest: false });
    expect([reported, noted('is ignored')]).to.deep.equal([[true], 0]);
    await measure({ reporter: jsonReport, reporterOptions: { wide: true } });
    await measure({ ttest: true, detectDeadCodeElimination: true, dceThreshold: 5, pretty: true });
    expect(['jsonReport()', 'reporterOptions', 'ttest', 'detectDeadCodeElimination', 'pretty']
      .map((name) => noted(`bench-node: ${name} is ignored`))).to.deep.equal([1, 1, 1, 1, 1]);
  });

  it('bench-node has operations per second, or the time of one call in the mode for times', async () => {
    const { Suite } = standIn('bench-node');
    const measure = async (benchmarkMode) => {
      const [{ opsSec, opsSecPerRun, totalTime }] = await new Suite({ benchmarkMode }).add('a', () => {}).run();
      return [opsSec && Math.round(opsSec), opsSecPerRun && opsSecPerRun.length, totalTime && totalTime.toFixed(9)];
    };
    expect(await measure('time')).to.deep.equal([undefined, undefined, '0.000000100']);
    expect(await measure()).to.deep.equal([1e7, 3, undefined]);
  });

  it('Deno.bench accepts all forms, and has a group for each of its groups', async () => {
    standIn('deno').install();
    const { bench } = globalThis.Deno;
    const fn = () => {};
    bench('a', fn);
    bench('b', { group: 'g' }, fn);
    bench({ name: 'c', group: 'g', baseline: true, fn });
    bench({ ignore: true, name: 'ignored' }, fn);
    bench(function named() {});
    bench('marked', (b) => { b.start(); b.end(); });
    const [suite] = waiting;
    await suite.run();
    delete globalThis.Deno;
    expect(calls[0].names).to.deep.equal(['a', 'named', 'marked', 'g/c', 'g/b']);
    expect(getParts(calls[0].suite.get('marked').fn).nowNs()).to.be.above(0);
  });

  it('node:bench counts the operations of a sample, and resolves to rates', async () => {
    const { bench, suite, before } = standIn('node-bench');
    const seen = [];
    let result;
    suite('json', () => {
      before(() => { seen.push('before'); });
      result = bench('parse', { params: { n: 10 } }, (b) => { b.start(); b.end(10); });
      bench.skip('left out', () => {});
    });
    const [file] = waiting;
    await file.run();
    expect({ names: calls[0].names, seen: seen.length }).to.deep.equal({ names: ['json/parse n=10'], seen: 2 });
    const { summary, samples } = await result;
    expect([summary.mean, summary.median, samples.length].map(Math.round)).to.deep.equal([1e8, 1e8, 3]);
  });

  it('have no results of tests that are left out', async () => {
    globalThis[CONDUCTOR] = fakeBench(calls, { a: null });
    const Benchmark = standIn('benchmark');
    const heard = [];
    const listen = ({ target }) => heard.push(target.name);
    new Benchmark.Suite().add('a', () => {}).add('b', () => {}).on('cycle', listen).run();
    expect(heard).to.deep.equal(['b']);
    const { Suite } = standIn('bench-node');
    const results = await new Suite().add('a', { minSamples: 5 }, () => {}).add('b', () => {}).run();
    expect(results.map(({ name }) => name)).to.deep.equal(['b']);
    expect(noted('bench-node: ignored: minSamples')).to.equal(1);
    const mitata = standIn('mitata');
    mitata.bench('a', () => {});
    mitata.bench('b', () => {});
    expect((await mitata.run({ silent: true })).benchmarks.map(({ alias }) => alias)).to.deep.equal(['b']);
  });
});
