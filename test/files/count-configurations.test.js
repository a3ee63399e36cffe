'use strict';

/* Counting configurations with fake files and a fake valgrind. */

const { expect } = require('chai');
const { createConfigurationCounting } = require('#lib/node-core/files/count-configurations');
const { STEADY_FLAGS } = require('#lib/extras/counts/counted-process');
const { createRowError } = require('#lib/base/text/row-error');
const { callgrindFile, callgrindText, countingHost, MISSING } = require('../helpers/counted-processes');

const BEFORE = 5e8;

/**
 * A fake file. perN: instructions of each n; operationsOf(n): the argument of end(); outcomeOf(counting): more of an
 * outcome, or its error. log gets each action.
 */
function fakeSource(host, { log = [], name = 'x', perN = 30, operationsOf = (n) => n, outcomeOf = () => ({}) } = {}) {
  let isOpen = false;
  return {
    log,
    asked: [],
    async open() {
      if (!isOpen) log.push(`open ${name}`);
      isOpen = true;
      return { error: null };
    },
    async close() {
      log.push(`close ${name}`);
      isOpen = false;
    },
    isOpen: () => isOpen,
    async count(index, counting) {
      const [[parameter, n]] = Object.entries(counting.values);
      this.asked.push({ index, parameter, n, ...counting });
      log.push(`${name}${index}`);
      if (!counting.isTrial) host.temporary[callgrindFile(counting)] = callgrindText([BEFORE + n * perN]);
      const outcome = outcomeOf(counting, n);
      if (outcome.error) return outcome;
      return {
        operations: operationsOf(n), seconds: n * 5e-9,
        counted: { threads: 0, hasProcesses: false, collects: false, ...outcome.counted },
      };
    },
  };
}

const side = (more) => ({ rates: [1e8, 3e8], seconds: [1, 1], errors: [], ...more });

function entryOf(sources, more = {}) {
  const parameters = { n: 1000, kind: 'a' };
  return {
    result: { file: 'x.js', configuration: 'n=1000 kind="a"', parameters, operations: 1000,
      sides: sources.map((source) => source && side()), ...more },
    sides: sources.map((source, index) => source && { source, index: index + 1 }),
  };
}

let nowNs = 0;
const clock = { nowNs: () => (nowNs += 1e8) };

async function count(host, entries, { settings, progress = [] } = {}) {
  const all = { count: ['instructions'], precision: false, ...settings };
  const watch = { counted: (...step) => progress.push(step.slice(0, 2)) };
  await createConfigurationCounting(entries, all, { host, clock }, watch).run();
  return entries.map(({ result }) => result.sides);
}

/** Of one configuration that cannot be counted: why. */
async function reasonOf({ more, host = countingHost(), source, ...of }) {
  const [[{ counts, warnings }]] = await count(host, [entryOf([{ ...fakeSource(host, of), ...source }], more)]);
  expect(counts).to.equal(null);
  expect(warnings.map(({ code }) => code)).to.deep.equal(['not-counted']);
  return warnings[0].reason;
}

describe('counting configurations of benchmark files', () => {
  it('is by processes that differ in n alone, after a trial that is not counted', async () => {
    const host = countingHost();
    const source = fakeSource(host);
    const [[{ counts, warnings }]] = await count(host, [entryOf([source])]);
    expect(counts).to.include({ instructions: 30, loop: 0, isProportional: true, isSettled: true, tier: null });
    expect(counts.source).to.deep.equal({ name: 'valgrind', version: '3.19.0' });
    expect(warnings).to.deep.equal([]);
    const [trial, none, once, again, twice, ...others] = source.asked;
    expect(others).to.deep.equal([]);
    // 5 ns are 20 instructions.
    expect(trial).to.deep.include({
      index: 1, parameter: 'n', n: 2e6 + 15e6, wrapper: [], isTrial: true, flags: STEADY_FLAGS,
    });
    expect([none, once, again, twice].map(({ n }) => n)).to.deep.equal([2e6, 9.5e6, 9.5e6, 17e6]);
    for (const one of [none, once, again, twice]) {
      expect(one.wrapper[0]).to.equal('valgrind');
      expect(one).to.deep.include({ isTrial: false, flags: STEADY_FLAGS });
      expect(one.limitMs).to.be.above(6e4);
    }
    expect(host.temporary).to.deep.equal({});
  });

  it('is per operation of end(), by the parameter that was passed to it', async () => {
    const host = countingHost();
    const source = fakeSource(host, {
      operationsOf: (n) => n * 10 + 7, perN: 60, outcomeOf: () => ({ counted: { collects: true, hasProcesses: true } }),
    });
    const [[{ counts, warnings }]] = await count(host, [entryOf([source], { operations: 10007 })]);
    expect(counts.instructions).to.be.closeTo(6, 1e-9);
    expect(counts.calls).to.be.closeTo(10 * (source.asked[4].n - source.asked[1].n), 1e-3);
    expect(counts.collects).to.equal(true);
    expect(warnings).to.deep.equal([{ code: 'processes-not-counted' }]);
    const other = fakeSource(host);
    const parameters = { size: 5, times: 1000 };
    await count(host, [entryOf([other], { parameters, configuration: 'size=5 times=1000' })]);
    expect(new Set(other.asked.map(({ parameter }) => parameter))).to.deep.equal(new Set(['times']));
  });

  it('counts one process at a time, one side after the other, and closes each before the next', async () => {
    const host = countingHost();
    const log = [];
    let under = 0;
    const [old, fresh] = ['old', 'new'].map((name) => {
      const source = fakeSource(host, { log, name });
      const { count: once } = source;
      source.count = async (...given) => {
        under++;
        expect(under).to.equal(1);
        await new Promise(setImmediate);
        const found = await once.apply(source, given);
        under--;
        return found;
      };
      return source;
    });
    const progress = [];
    await count(host, [entryOf([old, fresh]), entryOf([old, null])], { progress });
    expect([...new Set(log)]).to.deep.equal(['open old', 'old1', 'close old', 'open new', 'new2', 'close new']);
    expect(log.filter((one) => one === 'old1')).to.have.length(10);
    expect(progress).to.deep.equal([[1, 3], [2, 3], [3, 3]]);
  });

  it('skips sides that were counted before, or have no rate', async () => {
    const host = countingHost();
    const source = fakeSource(host);
    const known = side({ counts: { instructions: 7 } });
    const [[first], [second]] = await count(host, [
      entryOf([source], { sides: [known] }), entryOf([source], { sides: [side({ rates: [] })] })]);
    expect(first).to.equal(known);
    expect(second).to.not.have.property('counts');
    expect(source.asked).to.deep.equal([]);
  });

  const more = { parameters: { size: 5 }, configuration: 'size=5' };
  const reasons = [
    ['has no n', { more }, /^it has no parameter n that scales its number of operations$/],
    ['delegates to another process', { source: { count: null } }, /^its work happens in another process/],
    ['reports a rate itself', { more: { operations: null } }, /^it does not pass a number of operations to end\(\)$/],
    ['is under load', { more: { configuration: 'n=1 benchmarker="wrk"', operations: null } },
      /^another process generates its load/],
    ['reports the same operations for every n', { operationsOf: () => 1000 },
      /^end\(\) received 1000 operations with n=17000000, and 1000 with n=1000: the number .* does not grow with n$/],
    ['does not take a larger n', {
      outcomeOf: (_, n) => (n > 1e6 ? { error: createRowError('threw', 'Error: too many') } : {}),
    }, /^with n=17000000: Error: too many$/],
    ['ends while it is counted', {
      outcomeOf: ({ isTrial }) =>
        (isTrial ? {} : { error: createRowError('exited', 'its process ended with exit code 0') }),
    }, /^with n=2000000: its process ended with exit code 0$/],
    ['starts worker threads', { outcomeOf: () => ({ counted: { threads: 1 } }) }, /^it starts worker threads/],
    ['runs without a counter', { host: countingHost({ valgrind: MISSING }) }, /valgrind is not installed/],
  ];
  for (const [what, given, words] of reasons) {
    it(`has a reason if it ${what}`, async () => expect(await reasonOf(given)).to.match(words));
  }

  it('ends with the command, and leaves nothing behind', async () => {
    const host = countingHost();
    const source = fakeSource(host);
    const { count: once } = source;
    const entry = entryOf([source]);
    const counting = createConfigurationCounting(
      [entry], { count: ['instructions'], precision: false }, { host, clock },
      { counted: () => expect.fail('it has ended') });
    source.count = async (index, how) => {
      const outcome = await once.call(source, index, how);
      if (!how.isTrial) counting.stop();
      return outcome;
    };
    await counting.run();
    expect(source.asked).to.have.length(2);
    expect(entry.result.sides[0]).to.deep.include({
      counts: null, warnings: [{ code: 'not-counted', reason: 'the run ended before counting' }],
    });
    expect(host.temporary).to.deep.equal({});
  });
});
