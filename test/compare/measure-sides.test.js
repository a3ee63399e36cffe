'use strict';

const { expect } = require('chai');
const { PILOT, SECONDS } = require('#lib/compare/sides/plan-restarts');
const { sidesOnPaper } = require('../helpers/fake-sides');

const STEPS = [-1.5, -1, -0.5, 0.5, 1, 1.5];
const [RESTART_SECONDS, SIDE_SECONDS] = [0.4, 0.2];
const NOTHING_PLANNED = [{ seconds: 0, names: [] }];

/** A test whose second side differs from the first by so much from restart to restart. */
const spread = (name, deviation, more) => ({
  name, ...more,
  outcomeOf: (side, number) => ({ cycles: side === 0 ? 300 : 300 * Math.exp(deviation * STEPS[number % 6]) }),
});
const quiet = (name, more) => spread(name, 0.0001, more);

/** A quiet test; failureOf(side, number, state) returns the failure of a process, or null. */
const failing = (name, failureOf) => ({
  name, outcomeOf: (side, number, state) => failureOf(side, number, state) || { cycles: 300 + number },
});

const samplesOf = ({ sides }) => sides.map((side) => side && side.samples.length);
const errorsOf = ({ sides }) => sides.map(({ error }) => error);

async function measured(tests, { goal, ...given } = {}) {
  const state = sidesOnPaper(tests, given);
  await state.run(goal);
  return state;
}

describe('compare/measure-sides: order', () => {
  it('interleaves the tests by restarts, and the sides within a restart', async () => {
    const { started, mostAlive, wholes, units, requests, turns } = await measured([quiet('a'), quiet('b')]);
    const restarts = Array.from({ length: 2 * PILOT }, (_, i) => started.slice(2 * i, 2 * i + 2).sort());
    expect(restarts).to.deep.equal(Array(PILOT).fill([['a0', 'a1'], ['b0', 'b1']]).flat());
    expect({ started: started.length, mostAlive, wholes })
      .to.deep.equal({ started: 4 * PILOT, mostAlive: 2, wholes: [] });
    expect(units.map(samplesOf)).to.deep.equal([[PILOT, PILOT], [PILOT, PILOT]]);
    expect(requests.map(({ flags }) => flags)).to.deep.equal(started.map((called) => [`--of-side-${called.slice(1)}`]));
    expect(requests[0].job).to.deep.equal({
      position: 0, index: 0, name: 'a', seconds: 0.2, calls: 0, history: null, sampled: false, keepsTime: true,
      takesTurns: true,
    });
    expect(requests[1].job.index).to.equal(1);
    // 0.2 s, the limit of the test, and a second.
    expect(requests[0].limitMs).to.be.closeTo(6200, 1e-6);
    const paddings = requests.map(({ padding }) => padding);
    expect(new Set(paddings).size).to.be.above(4 * PILOT - 3);
    for (const padding of paddings) expect(padding).to.be.within(0, 4095);
    // 0.1 s of turns of 0.0125 s each.
    expect(turns).to.have.length(2 * 2 * 8 * PILOT);
  });

  it('gives turns for longer if a side asks for that', async () => {
    const { turns, units } = await measured([quiet('a', { side: { pilotSeconds: 0.5 } })]);
    expect(turns).to.have.length(2 * 40 * PILOT);
    expect(units[0].planned).to.deep.equal({ seconds: 0.5, processes: PILOT });
  });

  it('measures a test of one side only if one side is enough, and plans no further restarts', async () => {
    for (const [least, samples] of [[2, 0], [1, PILOT]]) {
      const { units, planned } = await measured([spread('a', 0.1, { missing: 0 })], { goal: { least } });
      expect([samplesOf(units[0]), planned, units[0].planned]).to.deep.equal([[null, samples], NOTHING_PLANNED, null]);
    }
  });

  it('makes whole measurements if the runner has no turns, such as one of a browser', async () => {
    const { wholes, started, mostAlive, requests, notes, units } = await measured([quiet('a')], { isWhole: true });
    expect({ wholes, mostAlive, notes }).to.deep.equal({ wholes: started, mostAlive: 1, notes: [] });
    expect(requests[0].job.takesTurns).to.equal(false);
    // The seconds of its turns, and of its warm-up.
    expect(requests[0].job.seconds).to.be.closeTo(SECONDS + 0.1, 1e-12);
    expect(samplesOf(units[0])).to.deep.equal([PILOT, PILOT]);
  });

  it('measures first calls one after the other, in alternating order, and keeps rows with memory', async () => {
    const test = {
      name: 'a', side: { isCold: true },
      outcomeOf: (side, number) => ({ nsPerCall: 100 + number, memory: { bytesPerCall: side } }),
    };
    const { started, mostAlive, requests, units } = await measured([test]);
    expect(started.slice(0, 4)).to.deep.equal(['a0', 'a1', 'a1', 'a0']);
    expect({ mostAlive, takesTurns: requests[0].job.takesTurns }).to.deep.equal({ mostAlive: 1, takesTurns: false });
    expect(units[0].sides.map(({ withMemory }) => withMemory.map(({ memory }) => memory.bytesPerCall)))
      .to.deep.equal([Array(started.length / 2).fill(0), Array(started.length / 2).fill(1)]);
  });

  it('pins the processes of each restart to the next core, or notes why not if it could be done', async () => {
    const { tasksets, notes } = await measured([quiet('a')]);
    const cores = tasksets.map(([, , , core]) => core).join('');
    expect({ cores, notes }).to.deep.equal({ cores: '222233332222', notes: [] });
    const unknown = 'processes are not pinned to one core: the allowed CPUs are unknown';
    for (const [host, noted] of [[{ platform: 'darwin' }, []], [{ readText: () => '' }, [unknown]]]) {
      const unpinned = await measured([quiet('a')], { host });
      expect(unpinned).to.deep.include({ tasksets: [], notes: noted });
    }
  });
});

describe('compare/measure-sides: samples', () => {
  const roundsOf = (ns) => ({
    turns: [...Array(16).keys()], copies: Array(16).fill(0), cycles: Array(16).fill(null),
    ns: Array.from({ length: 16 }, (_, i) => ns * (1 + i / 8)),
  });

  it('are aligned: the first side is kept, later sides follow from the ratio of their turns', async () => {
    const outcomeOf = (side, number) => (side === 0
      ? { nsPerCall: 100 + number, rounds: roundsOf(70) } : { nsPerCall: 500, rounds: roundsOf(77) });
    const { units: [{ sides: [first, second] }] } = await measured([{ name: 'a', outcomeOf }]);
    expect(first.samples.map(({ nsPerCall }) => nsPerCall)).to.deep.equal([100, 101, 102, 103, 104, 105]);
    second.samples.forEach(({ nsPerCall }, i) => expect(nsPerCall).to.be.closeTo(1.1 * (100 + i), 1e-9));
    expect(second.latest.nsPerCall).to.equal(500);
  });

  it('are not aligned in a restart in which a side has no speed', async () => {
    const outcomeOf = (side, number) => {
      if (number === 2 && side === 1) return { nsPerCall: 3, verdict: 'too-noisy' };
      return { nsPerCall: side === 0 ? 100 + number : 500, nsLow: 90, nsHigh: 600, rounds: roundsOf(70 + 7 * side) };
    };
    const { units: [unit], planned } = await measured([{ name: 'a', outcomeOf }]);
    const [first, second] = unit.sides;
    expect(first.samples[2]).to.deep.equal({ nsPerCall: 102, nsLow: 90, nsHigh: 600, cycles: null });
    expect(second.samples[2])
      .to.deep.equal({ nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, unmeasured: 'too-noisy' });
    expect(second.samples[3].nsPerCall).to.be.closeTo(1.1 * 103, 1e-9);
    expect({ samples: samplesOf(unit), planned, unitPlanned: unit.planned })
      .to.deep.equal({ samples: [PILOT, PILOT], planned: NOTHING_PLANNED, unitPlanned: null });
  });
});

describe('compare/measure-sides: tests of few cycles', () => {
  const unmeasuredOf = async (outcomes, leastCycles) => {
    const tests = [{ name: 'a', outcomeOf: (side) => outcomes[side] }];
    const { units: [{ sides }] } = await measured(tests, { goal: { leastCycles } });
    return sides.map(({ samples: [{ nsPerCall, unmeasured = null }] }) => [nsPerCall > 0, unmeasured]);
  };
  const [timed, short] = [[true, null], [false, 'below-resolution']];

  it('have no speed on a side below the limit, at 4 GHz if the cycles are unknown', async () => {
    const ofTime = (nsPerCall) => ({ cycles: null, nsPerCall });
    for (const [what, outcomes, leastCycles, expected] of [
      ['below', [{ cycles: 70 }, { cycles: 5.9 }], 6, [timed, short]],
      ['at the limit', [{ cycles: 70 }, { cycles: 6 }], 6, [timed, timed]],
      ['without a limit', [{ cycles: 0.1 }, { cycles: 5.9 }], undefined, [timed, timed]],
      ['unknown cycles', [ofTime(1.51), ofTime(1.49)], 6, [timed, short]],
      ['with a verdict of the process', [{ cycles: 70 }, { cycles: 1, verdict: 'folded' }], 6,
        [timed, [false, 'folded']]],
    ]) expect(await unmeasuredOf(outcomes, leastCycles), what).to.deep.equal(expected);
  });
});

describe('compare/measure-sides: plan after the pilot', () => {
  it('ends a quiet test, and continues a noisy one as often as its spread requires', async () => {
    const { units, planned, started } = await measured([quiet('quiet'), spread('noisy', 0.02)]);
    // Two comparisons, each with two looks, share 5 %: t(0.99375, 34) = 2.638 x 1.2 x 0.02 sqrt(1.4 / 57) < ln 1.01.
    expect(units.map(samplesOf)).to.deep.equal([[6, 6], [57, 57]]);
    expect(units.map((unit) => unit.planned))
      .to.deep.equal([{ seconds: SECONDS, processes: 6 }, { seconds: SECONDS, processes: 57 }]);
    expect(units[1].expected).to.be.within(0.0095, 0.01);
    expect(started.slice(4 * PILOT).sort()).to.deep.equal([...Array(51).fill('noisy0'), ...Array(51).fill('noisy1')]);
    expect(planned.map(({ names }) => names)).to.deep.equal([['quiet', 'noisy']]);
    expect(planned[0].seconds).to.be.closeTo(51 * RESTART_SECONDS, 1e-6);
  });

  it('stays within the time limit of a test, and reports the time for the precision', async () => {
    const { units } = await measured([quiet('quiet'), spread('noisy', 0.02)], { goal: { limitSeconds: 4 } });
    expect(units.map(samplesOf)).to.deep.equal([[6, 6], [10, 10]]);
    [PILOT, 57].forEach((restarts, i) =>
      expect(units[i].neededSeconds).to.be.closeTo(restarts * RESTART_SECONDS, 1e-6));
    for (const [limitSeconds, restarts] of [[12.1, 30], [1, 4]]) {
      const { units: [wild] } = await measured([spread('wild', 0.2)], { goal: { limitSeconds } });
      expect(samplesOf(wild)).to.deep.equal([restarts, restarts]);
      expect(wild.spentSeconds).to.be.closeTo(restarts * RESTART_SECONDS, 1e-6);
    }
  });

  it('gives other tests half as many more restarts if one fails the gate, unless a time is given', async () => {
    const slower = { name: 'slower', outcomeOf: (side, number) => ({ cycles: 300 * (1 + 0.3 * side) + number }) };
    const samplesWith = async (more, first = slower) => {
      const goal = { maxRegression: 0.05, endsWhenClear: true, endsWhenFailed: true, ...more };
      const { units } = await measured([first, spread('noisy', 0.1)], { goal });
      return units.map((unit) => samplesOf(unit)[0]);
    };
    expect(await samplesWith()).to.deep.equal([PILOT, 1.5 * PILOT]);
    for (const [more, first] of [[{ endsWhenFailed: false }], [{}, quiet('same')]]) {
      const [restarts, ofNoisy] = await samplesWith(more, first);
      expect([restarts, ofNoisy > 4 * PILOT], JSON.stringify(more)).to.deep.equal([PILOT, true]);
    }
  });

  it('completes the pilot of first calls beyond the limit, up to five times of it', async () => {
    const samplesIn = async (limitSeconds) => {
      const { units } = await measured([spread('cold', 0.2, { side: { isCold: true } })], { goal: { limitSeconds } });
      return samplesOf(units[0])[0];
    };
    const seconds = await measured([quiet('cold', { side: { isCold: true } })]);
    const restartSeconds = seconds.units[0].spentSeconds / PILOT;
    expect(await samplesIn(2 * restartSeconds)).to.equal(PILOT);
    expect(await samplesIn(0.9 * restartSeconds)).to.equal(4);
  });

  it('makes more restarts if other machines make comparisons', async () => {
    const [alone, shared] = await Promise.all(
      [0, 100].map((elsewhere) => measured([spread('a', 0.01)], { goal: { elsewhere } })));
    expect(samplesOf(shared.units[0])[0]).to.be.above(1.5 * samplesOf(alone.units[0])[0]);
  });

  it('resumes a test that was planned before, and counts its comparisons', async () => {
    const resumed = { wanted: 9, seconds: SECONDS, planned: { seconds: SECONDS, processes: 9 }, spentSeconds: 3 };
    const state = sidesOnPaper([quiet('before', { unit: resumed }), spread('noisy', 0.02)]);
    const [before] = state.units;
    const sample = { nsPerCall: 100, nsLow: null, nsHigh: null, cycles: null };
    for (const side of before.sides) side.samples = Array(4).fill(sample);
    await state.run();
    expect(state.units.map(samplesOf)).to.deep.equal([[9, 9], [57, 57]]);
    expect(state.started.filter((called) => called.startsWith('before'))).to.have.length(10);
    expect(state.planned.map(({ names }) => names)).to.deep.equal([['noisy']]);
    expect(before.spentSeconds).to.be.closeTo(3 + 5 * RESTART_SECONDS, 1e-6);
  });
});

describe('compare/measure-sides: failures', () => {
  const error = { message: 'no' };

  it('gives up a test whose process dies, and continues with other tests', async () => {
    const { units, started, planned } = await measured([
      failing('bad', (side, number) => (side === 1 && number === 3 ? { error, dies: 'turn' } : null)), quiet('good')]);
    expect(errorsOf(units[0])).to.deep.equal([null, error]);
    expect(units.map(samplesOf)).to.deep.equal([[3, 3], [PILOT, PILOT]]);
    expect(started.filter((called) => called.startsWith('bad'))).to.have.length(8);
    expect(planned[0].names).to.deep.equal(['good']);
  });

  it('continues with other sides if at least two are left', async () => {
    const fails = failing('a', (side) => (side === 0 ? { error } : null));
    const { units, started, planned } = await measured([fails], { sides: 3 });
    expect(samplesOf(units[0])).to.deep.equal([0, PILOT, PILOT]);
    expect(started.filter((called) => called === 'a0')).to.have.length(1);
    expect(planned[0].names).to.deep.equal(['a']);
    expect((await measured([fails])).started, 'nothing is left to compare').to.have.length(2);
  });

  const killed = { error: { message: 'its process was killed by SIGKILL' }, mustRepeat: true, dies: 'turn' };
  const kills = [
    ['once: repeats the restart', (side, number) => side === 1 && number === 2, [null, null], PILOT, PILOT + 1],
    ['once on each side: repeats both restarts', (side, number) => number === 1 + side, [null, null], PILOT, PILOT + 2],
    ['twice on one side: fails', (side, number) => side === 1 && number % 3 === 2, [null, killed.error], 4, PILOT],
  ];
  for (const [what, isKilled, errors, samples, restarts] of kills) {
    it(`of a process that was killed from outside ${what}`, async () => {
      const { units: [unit], started } = await measured([failing('a', (...at) => (isKilled(...at) ? killed : null))]);
      expect({ errors: errorsOf(unit), samples: samplesOf(unit) })
        .to.deep.equal({ errors, samples: [samples, samples] });
      expect(started).to.have.length(2 * restarts);
      // The restart with the third processes is left out.
      if (restarts === PILOT + 1) {
        expect(unit.sides[0].samples.map(({ cycles }) => cycles)).to.deep.equal([300, 301, 303, 304, 305, 306]);
      }
    });
  }

  it('of a process that lacked certificates repeats the restart, although it has a result', async () => {
    const lacks = (side, number) => (side === 1 && number === 0 ? { mustRepeat: true, cycles: 9000 } : null);
    const { units: [unit], started } = await measured([failing('a', lacks)]);
    expect({ errors: errorsOf(unit), samples: samplesOf(unit) })
      .to.deep.equal({ errors: [null, null], samples: [PILOT, PILOT] });
    expect(started).to.have.length(2 * (PILOT + 1));
  });

  describe('of two processes that cannot run at the same time', () => {
    const NOTE = 'a: two processes of this test cannot run at the same time. They run one after the other';
    const taken = { error: { message: 'listen EADDRINUSE :::8080' }, dies: 'begin' };

    it('measure that test one process after the other from then, with a note', async () => {
      const inUse = (side, number, { wholes }) => (side === 1 && wholes.length === 0 ? taken : null);
      const { notes, units, wholes, requests, mostAlive } = await measured([failing('a', inUse), quiet('b')]);
      expect(notes).to.deep.equal([NOTE]);
      expect(units.map(({ isAlone }) => isAlone)).to.deep.equal([true, false]);
      expect(errorsOf(units[0])).to.deep.equal([null, null]);
      expect(units.map(samplesOf)).to.deep.equal([[PILOT, PILOT], [PILOT, PILOT]]);
      for (const { job } of requests.filter(({ job: { name } }) => name === 'a').slice(2)) {
        expect(job).to.include({ takesTurns: false, seconds: 0.2 });
      }
      // In an order that is reversed in each second restart: the first of these is the second of all.
      expect(wholes).to.deep.equal(Array(PILOT / 2).fill(['a1', 'a0', 'a0', 'a1']).flat());
      expect(mostAlive).to.equal(2);
    });

    it('are an error of the side if it fails in the same way when it runs alone', async () => {
      const { notes, units, started } = await measured([failing('a', (side) => (side === 1 ? taken : null))]);
      expect({ notes, errors: errorsOf(units[0]) }).to.deep.equal({ notes: [NOTE], errors: [null, taken.error] });
      expect({ samples: samplesOf(units[0]), started: started.length }).to.deep.equal({ samples: [0, 0], started: 4 });
    });
  });
});

describe('compare/measure-sides: stop', () => {
  it('ends all processes of the restart, starts no others, and keeps the samples of earlier restarts', async () => {
    for (const [turns, starts, samples] of [[5, 2, 0], [57, 8, 3]]) {
      const onTurn = (state) => { if (state.turns.length === turns) state.stop(); };
      const state = await measured([quiet('a', { onTurn })]);
      expect({ killed: state.killed, alive: state.alive, started: state.started.length })
        .to.deep.equal({ killed: 2, alive: 0, started: starts });
      expect(samplesOf(state.units[0])).to.deep.equal([samples, samples]);
    }
  });
});

describe('compare/measure-sides: progress', () => {
  it('reports restarts so far, restarts in all, and seconds left after each restart', async () => {
    const { sampled, progress, units: [unit] } = await measured([quiet('a')]);
    expect(sampled).to.equal(PILOT);
    progress.forEach(([done, all, seconds], i) => {
      expect({ done, all }).to.deep.equal({ done: i + 1, all: PILOT });
      expect(seconds).to.be.closeTo((5 - i) * RESTART_SECONDS, 1e-6);
    });
    expect(unit.restarts).to.equal(PILOT);
    expect(unit.secondsEach).to.be.closeTo(SIDE_SECONDS, 1e-9);
  });

  it('estimates tests that have not begun, and leaves out failed ones', async () => {
    const { progress } = await measured([quiet('a'), failing('bad', () => ({ error: { message: 'no' } })), quiet('c')]);
    // 0.3 s for each process of a later restart: 0.2 s to start, and its turns.
    const [done, all, seconds] = progress[0];
    expect({ done, all }).to.deep.equal({ done: 1, all: 3 * PILOT });
    expect(seconds).to.be.closeTo(5 * RESTART_SECONDS + 2 * PILOT * 2 * 0.3, 1e-6);
    expect(progress[1].slice(0, 2)).to.deep.equal([1, 2 * PILOT]);
    expect(progress[progress.length - 1]).to.deep.equal([2 * PILOT, 2 * PILOT, 0]);
  });
});
