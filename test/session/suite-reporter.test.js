'use strict';

const { expect } = require('chai');
const { createArrange } = require('#lib/core/session/suite-reporter');
const strategy = require('#lib/core/session/test-strategy');
const { resolveSettings } = require('#lib/core/suite/settings');
const { parseSuite } = require('#lib/core/suite/suite');
const { selectOverrides } = require('#lib/core/suite/suite-arguments');

/** The tests and settings of a suite in the command; options: of the suite, asked: of the command line */
function arranged({ options = {}, asked = {}, part = {}, suite = { a() {}, b() {} }, leftMs = Infinity } = {}) {
  const found = [];
  const arranging = { file: '/x.js', keeps: () => true, overrides: selectOverrides(asked), mayFork: true, ...part };
  const arrange = createArrange(
    arranging, () => ({ silent: true }), (tests) => found.push(...tests.map(({ name }) => name)), () => leftMs);
  const settings = resolveSettings(() => {}, options);
  const { tests, settings: kept } = arrange({ tests: parseSuite(suite, settings), settings, strategy });
  expect(kept).to.be.frozen.and.not.have.any.keys('isTimeGiven', 'isForkGiven');
  return { names: tests.map(({ name }) => name), found, settings: kept };
}

describe('the suites that a command measures', () => {
  it('run in several processes until they are clear or their time is over', () => {
    expect(arranged().settings).to.deep.include(
      { forkTests: 0, processes: { limitSeconds: 0.65, slowSeconds: 1 }, untilClear: 0.01, silent: true });
    for (const given of [{ asked: { time: 5 } }, { options: { timeGoal: 5 } }]) {
      expect(arranged(given).settings)
        .to.deep.include({ processes: { limitSeconds: 5, slowSeconds: 5 }, timeGoal: 5, untilClear: false });
    }
    expect(arranged({ asked: { precision: 0.1 } }).settings)
      .to.deep.include({ processes: { limitSeconds: 2, slowSeconds: 2 }, precision: 0.1, untilClear: false });
  });

  it('are saved without processes if their number was not given', () => {
    for (const [asked, expected] of [[{}, [0, true]], [{ fork: 3 }, [3, undefined]]]) {
      const saved = strategy.savedSettings(arranged({ asked }).settings);
      expect([saved.forkTests, saved.isTimeLimited]).to.deep.equal(expected);
      expect(saved).to.not.have.any.keys('processes', 'signal');
    }
  });

  it('run in several processes if restarts fit into the time of the command, or their number is given', () => {
    expect(arranged({ leftMs: 3000 }).settings).to.have.property('processes');
    expect(arranged({ leftMs: 2999, asked: { fork: 3 } }).settings).to.include({ forkTests: 3 });
  });

  it('run in the number of processes of the command line, or else of their file', () => {
    for (const given of [
      { asked: { fork: 3 } }, { options: { forkTests: 3 } }, { options: { forkTests: false }, asked: { fork: 3 } },
    ]) {
      const { settings } = arranged(given);
      expect(settings).to.deep.include({ forkTests: 3, timeGoal: 4, untilClear: false });
      expect(settings).to.not.have.property('processes');
    }
  });

  for (const [what, given] of [
    ['--fork 0 asks for it', { asked: { fork: 0 }, options: { forkTests: 3 } }],
    ['their file asks for it', { options: { forkTests: false } }],
    ['a number of calls is asked for', { asked: { calls: 1000 } }],
    ['another process runs for each of their tests', { part: { mayFork: false } }],
    ['the time of the command is too short for restarts', { leftMs: 2999 }],
  ]) {
    it(`run in one process if ${what}`, () => {
      const { settings } = arranged(given);
      expect(settings).to.deep.include({ forkTests: 0, timeGoal: 4 });
      expect(settings.untilClear).to.equal(given.asked && given.asked.calls ? false : 0.01);
      expect(settings).to.not.have.property('processes');
    });
  }

  it('keep their number of processes if some of their tests are cold', () => {
    const suite = { a: { fn() {}, cold: true }, b() {} };
    for (const given of [{ suite }, { options: { cold: [true, false] } }]) {
      const { settings } = arranged(given);
      expect(settings).to.not.have.property('processes');
      expect(settings.forkTests).to.be.within(1, 100);
    }
  });

  it('run only the tests that match the patterns, and report all of them', () => {
    const keeps = (name, file) => file === '/x.js' && name === 'b';
    const { names, found } = arranged({ part: { keeps } });
    expect({ names, found }).to.deep.equal({ names: ['b'], found: ['a', 'b'] });
  });
});
