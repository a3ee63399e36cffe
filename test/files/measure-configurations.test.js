'use strict';

const { expect } = require('chai');
const { measureConfigurations, resumeConfigurations } = require('#lib/node-core/files/measure-configurations');

const clockOf = (stepNs = 1e9) => {
  let ns = 0;
  return { nowNs: () => { ns += stepNs; return ns; }, after: (action) => { setImmediate(action); return () => {}; } };
};

/** A fake file, which logs its calls. outcomeOf(index, times): more of the outcome of a run. */
function fakeSource(name, log, { outcomeOf = () => ({}), hasSetup = false, notOpen = null } = {}) {
  let isOpen = false;
  const times = new Map();
  return {
    name,
    async open() {
      if (notOpen) return { found: null, error: notOpen };
      if (!isOpen) log.push(`open ${name}`);
      isOpen = true;
      return { found: {}, error: null };
    },
    async run(index, padding) {
      if (!isOpen) throw new Error(`${name} is not open`);
      times.set(index, (times.get(index) || 0) + 1);
      log.push(`${name}${index}${padding ? `+${padding}` : ''}`);
      return { configuration: `c${index}`, parameters: { c: index }, rate: 10 * times.get(index), seconds: 0.5,
        operations: 7, latency: null, ...outcomeOf(index, times.get(index)) };
    },
    async close() {
      log.push(`close ${name}`);
      isOpen = false;
    },
    isOpen: () => isOpen,
    hasSetup: () => hasSetup,
  };
}

const side = (more) => ({ rates: [], seconds: [], errors: [], ...more });

/** An entry of these sources, null for a side that has no such configuration. */
function entryOf(sources, index = 0, sides = sources.map((source) => source && side()), file = 'x.js') {
  return { asked: `c${index}`, result: { file, configuration: `c${index}`, parameters: { c: index }, sides },
    sides: sources.map((source) => source && { source, index }) };
}

/** Keeps all runs, and the steps [done, all, leftSeconds]. */
function watcher(more) {
  const all = [];
  const steps = [];
  return { all, steps, measured: (entry, at, outcome) => all.push({ entry, at, outcome }),
    progress: (...step) => steps.push(step), planned() {}, ...more };
}

const measure = (entries, plan, watch = watcher(), deps = {}) =>
  measureConfigurations(entries, { isPadded: false, ...plan }, { clock: clockOf(), random: () => 0.5, ...deps }, watch);
const runsOf = (log) => log.filter((one) => !/open|close/.test(one)).join(' ');

describe('measuring configurations', () => {
  it('goes through all configurations several times, with the sides in turns', async () => {
    const log = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => fakeSource(name, log));
    const entries = [entryOf([a, b], 0), entryOf([a, b], 1)];
    await measure(entries, { runs: 3 });
    expect(runsOf(log)).to.equal('a0 b0 a1 b1 b0 a0 b1 a1 a0 b0 a1 b1');
    for (const { result } of entries) {
      expect(result.sides).to.eql([0, 1].map(() => side({ rates: [10, 20, 30], seconds: [0.5, 0.5, 0.5] })));
    }
    expect(entries[0].result.operations).to.equal(7);
    log.length = 0;
    const three = [entryOf([a, b, c], 0), entryOf([a, null, c], 1)];
    await measure(three, { runs: 2 });
    expect(runsOf(log)).to.equal('a0 b0 c0 a1 c1 c0 b0 a0 c1 a1');
    expect(three[1].result.sides[1]).to.equal(null);
  });

  it('continues earlier runs', async () => {
    const log = [];
    const sources = ['o', 'n'].map((name) => fakeSource(name, log));
    const of = (...rates) => side({ rates, seconds: rates.map(() => 1) });
    const entries = [entryOf(sources, 0, [of(1, 2), of(1)]), entryOf(sources, 1, [of(1, 2, 3, 4), side()])];
    const watch = watcher();
    await measure(entries, { runs: 3 }, watch);
    expect(runsOf(log)).to.equal('n1 n0 n1 o0 n0 n1');
    expect(entries[0].result.sides.map(({ rates }) => rates)).to.eql([[1, 2, 10], [1, 10, 20]]);
    expect(watch.steps.map(([done, all]) => [done, all])).to.eql([1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
  });

  it('gives up after two failures without a result', async () => {
    const log = [];
    const bad = fakeSource('b', log, { outcomeOf: (index) => (index === 0 ? { error: { code: 'threw' } } : {}) });
    const good = fakeSource('g', log);
    const entries = [entryOf([bad, good], 0), entryOf([bad, good], 1)];
    const watch = watcher();
    await measure(entries, { runs: 4 }, watch);
    expect(runsOf(log)).to.equal('b0 g0 b1 g1 g0 b0 g1 b1 g0 b1 g1 g0 g1 b1');
    expect(entries[0].result.sides[0]).to.eql(side({ errors: [{ code: 'threw' }, { code: 'threw' }] }));
    // Reported after each run.
    expect(watch.steps.map(([done, all]) => `${done}/${all}`))
      .to.eql([...[1, 2, 3, 4, 5].map((n) => `${n}/16`), ...[6, 7, 8, 9, 10, 11, 12, 13, 14].map((n) => `${n}/14`)]);
  });

  it('goes on after failures if something was measured', async () => {
    const shaky = fakeSource('s', [], { outcomeOf: (index, times) => (times % 2 ? { error: { code: 'threw' } } : {}) });
    const entries = [entryOf([shaky], 0, [side({ places: [] })])];
    const watch = watcher();
    await measure(entries, { runs: 6 }, watch);
    const [{ rates, errors, places }] = entries[0].result.sides;
    expect({ rates, errors: errors.length, places }).to.eql({ rates: [20, 40, 60], errors: 3, places: [1, 2, 3] });
    expect(watch.steps.pop().slice(0, 2)).to.eql([6, 6]);
    expect(watch.all[0]).to.include({ entry: entries[0], at: 0 });
  });

  it('makes the environment longer only on request', async () => {
    const log = [];
    const randoms = [0, 0.25, 0.9999999];
    const source = fakeSource('p', log);
    await measure([entryOf([source], 0)], { runs: 3, isPadded: true }, watcher(), { random: () => randoms.shift() });
    expect(runsOf(log)).to.equal('p0 p0+1024 p0+4095');
    log.length = 0;
    await measure([entryOf([source], 0)], { runs: 2 }, watcher(), { random() { throw new Error('asked'); } });
    expect(runsOf(log)).to.equal('p0 p0');
  });

  it('keeps the name that main gave the configuration, and its name before', async () => {
    const added = { configuration: 'c0 benchmarker="wrk"', parameters: { c: 0, benchmarker: 'wrk' } };
    const entry = entryOf([fakeSource('a', [], { outcomeOf: () => ({ ...added, operations: null }) })], 0);
    const plain = entryOf([fakeSource('p', [])], 0);
    for (const one of [entry, plain]) await measure([one], { runs: 1 });
    expect(entry.result).to.deep.include({ ...added, asked: 'c0' });
    expect(entry.result).not.to.have.property('operations');
    expect(plain.result).not.to.have.property('asked');
  });

  it('does not take a process that ^C has ended for a failure', async () => {
    const source = fakeSource('s', [], { outcomeOf: () => ({ error: { code: 'killed' } }) });
    const entries = [entryOf([source], 0)];
    const waited = await new Promise((resolve) => {
      // This one has ended before its time comes.
      measure(entries, { runs: 5 }, watcher(), { clock: { ...clockOf(), after: (action, ms) => resolve(ms) } });
    });
    expect({ waited, errors: entries[0].result.sides[0].errors }).to.eql({ waited: 50, errors: [] });
  });

  it('estimates the remaining time by the mean run of each configuration, or else of all', async () => {
    const watch = watcher();
    let ns = 0;
    const clock = { ...clockOf(), nowNs: () => ns };
    const outcomeOf = (index, times) => {
      ns += [1, 3, 3][index] * times * 1e9;
      return {};
    };
    const source = fakeSource('s', [], { outcomeOf });
    await measure([0, 1, 2].map((index) => entryOf([source], index)), { runs: 2 }, watch, { clock });
    expect(watch.steps).to.eql([
      [1, 6, 5, false], [2, 6, 1 + 3 + 2 * 2, false], [3, 6, 7, false], [4, 6, 6, false], [5, 6, 3, false],
      [6, 6, 0, false],
    ]);
  });

  it('measures files with a setup last, one file and one side at a time', async () => {
    const log = [];
    const [a, b, c] =
      [fakeSource('a', log, { hasSetup: true }), fakeSource('b', log), fakeSource('c', log, { hasSetup: true })];
    const entries = [a, b, c].flatMap(
      (source) => [0, 1].map((index) => entryOf([source], index, [side()], `${source.name}.js`)));
    await measure(entries, { runs: 2 });
    expect(log.join(' ')).to.equal('open b b0 b1 b0 b1 close b open a a0 a1 a0 a1 close a open c c0 c1 c0 c1 close c');
    log.length = 0;
    await measure([entryOf([a, c], 0), entryOf([a, c], 1)], { runs: 2 });
    expect(log.join(' ')).to.equal(
      'open a a0 a1 close a open c c0 c1 close c open c c0 c1 close c open a a0 a1 close a');
  });

  it('numbers runs in their order, after earlier runs', async () => {
    const [old, young] = ['o', 'n'].map((name) => fakeSource(name, []));
    const empty = () => side({ places: [] });
    const entries = [entryOf([old, young], 0, [side({ rates: [1], seconds: [1], places: [5] }), empty()]),
        entryOf([old, young], 1, [empty(), side()])];
    await measure(entries, { runs: 2 });
    // A side of a version before has no places, and gets none.
    expect(entries.map(({ result }) => result.sides.map(({ places }) => places)))
      .to.eql([[[5, 9], [6, 8]], [[7, 10], undefined]]);
  });

  it('starts no file again between its configurations, and leaves up to 16 processes open', async () => {
    for (const [count, indexes, runs, closed] of [[20, [0, 1, 2], 2, 40 - 16], [16, [0], 3, 0]]) {
      const log = [];
      const sources = Array.from({ length: count }, (_, i) => fakeSource(`f${i}`, log));
      await measure(sources.flatMap((source) => indexes.map((index) => entryOf([source], index))), { runs });
      expect(log.filter((one) => one.startsWith('close'))).to.have.length(closed);
      expect(log.filter((one) => one.startsWith('open'))).to.have.length(closed + 16);
    }
  });
});

describe('runs that are planned after a pilot', () => {
  /** Plans so many runs of each configuration, by its first rates, and keeps its arguments. */
  function planner(runsOf, more) {
    const given = [];
    const planOf = (sides) => {
      given.push(sides.map((rates) => rates && rates.slice()));
      return { runs: runsOf(given.length - 1), expected: 0.01 };
    };
    return { given, planned: { pilot: 2, most: 6, planOf, ...more } };
  }

  const both = (log) => ['o', 'n'].map((name) => fakeSource(name, log));

  it('are made as each configuration wants them, the sides still in turns', async () => {
    const log = [];
    const sources = both(log);
    const entries = [0, 1, 2].map((index) => entryOf(sources, index));
    const { given, planned } = planner((i) => [2, 4, 3][i]);
    await measure(entries, { runs: 6, planned });
    expect(given).to.deep.equal(Array(3).fill([[10, 20], [10, 20]]));
    expect(runsOf(log)).to.equal(['o0 n0 o1 n1 o2 n2', 'n0 o0 n1 o1 n2 o2', 'o1 n1 o2 n2', 'n1 o1'].join(' '));
    // Shows which configurations of an interrupted document are complete.
    expect(entries.map(({ result }) => result.wanted)).to.deep.equal([2, 4, 3]);
  });

  it('are announced before they are made', async () => {
    const watch = watcher({ planned: (...announcements) => watch.all.push(announcements) });
    const entries = [0, 1].map((index) => entryOf(both([]), index));
    const { planned } = planner((i) => [2, 3][i]);
    await measure(entries, { runs: 6, planned }, watch);
    // Each look at the clock is a second later.
    expect(watch.steps.slice(0, 2)).to.deep.equal([[1, 24, 23, true], [2, 24, 22, true]]);
    expect(watch.steps.slice(5)).to.deep.equal(
      [[6, 16, 10, true], [7, 16, 9, true], [8, 10, 2, false], [9, 10, 1, false], [10, 10, 0, false]]);
    const announcements = watch.all.filter((one) => Array.isArray(one));
    expect(announcements).to.deep.equal([
      [[{ runs: 2, expected: 0.01 }, { runs: 3, expected: 0.01 }], { runs: 2, seconds: 2, isAtMost: false }]]);
    expect(watch.all.indexOf(announcements[0])).to.equal(8);
  });

  it('are planned again from earlier runs', async () => {
    const log = [];
    const sources = both(log);
    const of = (rates) => side({ rates, seconds: rates.map(() => 1) });
    const entries = [
      entryOf(sources, 0, [of([1, 2, 3]), of([4, 5])]), entryOf(sources, 1, [of([1, 2]), of([3])]),
      entryOf(sources, 2, [of([1, 2, 3, 4, 5]), of([1, 2, 3, 4, 5])])];
    const { given, planned } = planner((i) => [4, 3, 2][i]);
    const watch = watcher();
    await measure(entries, { runs: 6, planned }, watch);
    // The second is planned once its pilot is complete.
    expect(given).to.deep.equal([[[1, 2, 3], [4, 5]], [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], [[1, 2], [3, 10]]]);
    expect(runsOf(log)).to.equal('n1 n0 n0 o0');
    expect(watch.steps.pop()).to.deep.equal([4, 4, 0, false]);
  });

  it('are not announced if all of them were made before', async () => {
    const of = () => side({ rates: [1, 2, 3], seconds: [1, 1, 1] });
    for (const [runs, left] of [[3, []], [4, [{ runs: 2, seconds: 0, isAtMost: false }]]]) {
      const announcements = [];
      const watch = watcher({ planned: (plans, more) => announcements.push(more) });
      await measure([entryOf(both([]), 0, [of(), of()])], { runs: 6, planned: planner(() => runs).planned }, watch);
      expect(announcements).to.deep.equal(left);
    }
  });

  it('are planned within each file with a setup, open while one of its configurations runs', async () => {
    const log = [];
    const sources = ['o', 'n'].map((name) => fakeSource(name, log, { hasSetup: true }));
    const { planned } = planner((i) => [3, 2][i]);
    const announcements = [];
    const watch = watcher({ planned: (...plans) => announcements.push(plans) });
    await measure([entryOf(sources, 0), entryOf(sources, 1)], { runs: 6, planned }, watch);
    expect(runsOf(log)).to.equal('o0 o1 n0 n1 n0 n1 o0 o1 o0 n0');
    expect(log.filter((one) => one.startsWith('open'))).to.have.length(6);
    expect(announcements).to.deep.equal([]);
  });
});

describe('resuming with rates that were measured before', () => {
  const before = (more) => ({ file: 'x.js', configuration: 'c0', parameters: { c: 0 }, operations: 5,
      sides: [side({ rates: [1], seconds: [2], errors: [{ code: 'threw' }] }), side({ rates: [3] })], ...more });

  it('takes the rates, and retries failed runs', () => {
    const entry = entryOf([fakeSource('a', []), fakeSource('b', [])], 0);
    resumeConfigurations([entry], [before()]);
    expect(entry.result).to.eql(
      { file: 'x.js', configuration: 'c0', parameters: { c: 0 }, operations: 5,
        sides: [side({ rates: [1], seconds: [2] }), side({ rates: [3] })] });
  });

  it('finds a configuration by its name before it ran', () => {
    const entry = entryOf([fakeSource('a', [])], 0);
    const added = { configuration: 'c0 benchmarker="wrk"', parameters: { benchmarker: 'wrk' }, asked: 'c0' };
    resumeConfigurations([entry], [before({ ...added, operations: undefined, sides: [side({ rates: [1] })] })]);
    expect(entry.result).to.deep.include(added);
    expect(entry.result.sides[0].rates).to.eql([1]);
    expect(entry.result).not.to.have.property('operations');
  });

  it('skips other files, configurations and sides', () => {
    for (const other of [{ file: 'y.js' }, { configuration: 'c1' }, { sides: [null, side({ rates: [3] })] }]) {
      const entry = entryOf([fakeSource('a', []), null], 0);
      resumeConfigurations([entry], [before(other)]);
      expect(entry.result.sides).to.eql([side(), null]);
    }
    resumeConfigurations([], [before()]);
  });
});
