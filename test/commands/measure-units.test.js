'use strict';

const { expect } = require('chai');
const { measureUnits } = require('#lib/cli/measure-units');
const { noTerminal } = require('../helpers/cli-inside');
const { fakeTimers } = require('../helpers/fake-timers');

const SHARD = { index: 2, count: 2 };

describe('commands/measure-units', () => {
  /** Measures fake units a, b and c: the exit code and the steps in order */
  async function run({ source: more = {}, options = {}, sharding = null, during = () => {} } = {}) {
    const steps = [];
    const clock = Object.assign(fakeTimers(), { nowNs: () => 0 });
    const terminal = noTerminal({}, { writeError: (text) => steps.push(text.trim()) });
    const deps = { terminal, clock, host: { env: {} }, now: () => new Date(0), sysinfo: () => ({}) };
    const document = { qtimeit: 'rates', complete: false };
    const remove = (name) => () => steps.push(`rm ${name}`);
    const side = (name) => ({ notes: [`of ${name}`], notesOnceLoaded: () => [], remove: remove(name) });
    const code = await measureUnits(() => ({
      document,
      runs: 3,
      openSides: async () => [side('old'), side('new')],
      list: async () => ['a', 'b', 'c'],
      unitOf: (name) => ({ key: name, name }),
      async measure(units, { all }) {
        steps.push(`measure ${units} of ${all}`);
        during(clock);
      },
      isEmpty: () => false,
      show: () => steps.push(`show ${document.complete}`),
      exitCode: () => 7,
      ...more,
    }), { options, sharding }, deps);
    return { code, steps, document };
  }

  const shardingOf = (more) => ({
    isDry: false, openBefore: () => null, split: () => ({ places: [1], shard: null }), whyAnew: () => null,
    nothingHere: () => 'nothing here', ...more,
  });
  const REMOVED = ['rm old', 'rm new'];

  it('plans a shard with the seconds of one run of a side', async () => {
    let asked;
    const split = (...given) => {
      asked = given;
      return { places: [0, 2], shard: SHARD };
    };
    await run({ sharding: shardingOf({ split }) });
    expect(asked).to.deep.equal([['a', 'b', 'c'].map((name) => ({ key: name, name })), 6]);
  });

  it('saves a shard without units, and shows it only if its source does', async () => {
    const sharding = shardingOf({ split: () => ({ places: [], shard: SHARD }) });
    for (const [showsEmpty, shown] of [[false, []], [true, ['show true']]]) {
      const { steps, document } = await run({ sharding, source: { isEmpty: () => true, showsEmpty } });
      expect(steps.slice(5)).to.deep.equal(['nothing here', ...shown, ...REMOVED]);
      expect(document.savedAt).to.not.equal(undefined);
    }
  });

  it('shows a plan without measuring or saving, with the notes of the sides', async () => {
    const shown = [];
    const { steps, document } = await run({
      sharding: shardingOf({ isDry: true, showPlans: (units, times) => shown.push([units.length, times]) }),
    });
    expect(shown).to.deep.equal([[3, 6]]);
    expect(steps).to.deep.equal(['note: of old', 'note: of new', ...REMOVED, ...REMOVED]);
    expect(document).to.not.have.property('savedAt');
  });

  it('saves and shows the document if its source stops early, and uses the exit code of the stop', async () => {
    const stopped = [];
    const stop = (code) => {
      stopped.push(code);
      return true;
    };
    const { code, steps } = await run({
      source: { stop }, options: { timeout: 2 }, during: (clock) => clock.fire(2000),
    });
    expect({ code, stopped }).to.deep.equal({ code: 124, stopped: [124] });
    expect(steps).to.include('qtimeit: stopped after 2 s (--timeout)').and.include('show false');
  });

  it('keeps an earlier document if it ends without results', async () => {
    const { steps, document } = await run({
      source: { stop: () => true, isEmpty: () => true }, options: { timeout: 2 }, during: (clock) => clock.fire(2000),
    });
    expect(steps.slice(3)).to.deep.equal(['qtimeit: stopped after 2 s (--timeout)', ...REMOVED, ...REMOVED]);
    expect(document).to.not.have.property('savedAt');
  });
});
