'use strict';

const { expect } = require('chai');
const { mustBeAlone, restart } = require('#lib/core/session/interleaved');

const nextTurn = () => new Promise((resolve) => { setImmediate(resolve); });

/**
 * Members with fake processes: each turn takes a tenth of a second of the clock. behaviours: by name, { begins: false
 * if it cannot be started, isLate: starts slowly, turn(number, participant): its action in a turn, isWhole: takes no
 * turns, run(): its action if it takes no turns }. The log has a line for each step of a process.
 */
function sceneOf(behaviours) {
  const scene = { log: [], requests: {}, pins: [], kills: [], ns: 5e9, stop: null };
  scene.clock = { nowNs: () => scene.ns };
  scene.affinity = {
    pin: (pid, number) => scene.pins.push([pid, number]),
    raise() {
      scene.isRaised = true;
      return () => { scene.isRaised = false; };
    },
  };

  function participantOf(name, { begins = true, isLate = false, turn = () => {} }) {
    const say = (what) => scene.log.push(`${name} ${what}`);
    let over = false;
    let resolveEnd;
    const ended = new Promise((resolve) => { resolveEnd = resolve; });
    const die = (words) => {
      over = true;
      resolveEnd(`${name} ${words}`);
    };
    scene.requests[name].onStart(() => {
      scene.kills.push(name);
      die('killed');
    });
    if (!begins) die('not started');
    const step = (what, action = () => {}, turns = 1) => async () => {
      say(what);
      for (let i = 0; i < turns; i++) await nextTurn();
      action();
      say(`${what} done`);
    };
    expect(scene.isRaised).to.equal(true);
    const participant = {
      begun: step('start', () => {}, isLate ? 5 : 1)(),
      isOver: () => over, pid: () => 100 + Object.keys(behaviours).indexOf(name),
      go: step('go'), finish: step('finish', () => die('measured')), ended, die,
      turn: (number) => step(`turn ${number}`, () => {
        scene.ns += 1e8;
        turn(number, participant);
      })(),
    };
    return participant;
  }

  scene.members = Object.keys(behaviours).map((name) => ({
    request: { job: { name, takesTurns: !behaviours[name].isWhole }, limitMs: 5 },
    runner: {
      ...(!behaviours[name].isWhole && { begin(request) {
        scene.requests[name] = request;
        return participantOf(name, behaviours[name]);
      } }),
      async run(request) {
        scene.requests[name] = request;
        scene.log.push(`${name} run`);
        await nextTurn();
        if (behaviours[name].run) behaviours[name].run();
        scene.log.push(`${name} run done`);
        return `${name} measured`;
      },
    },
  }));
  scene.run = ({ number = 0, seconds = 0.4 } = {}) => restart(scene.members, {
    number, seconds, affinity: scene.affinity, onStart: (stop) => { scene.stop = stop; },
  }, scene.clock);
  return scene;
}

/** A scene of processes that behave the same, one for each character */
const plainScene = (names, behaviour = {}) => sceneOf(Object.fromEntries([...names].map((name) => [name, behaviour])));
const outcomesOf = (names, words) => [...names].map((name) => `${name} ${words}`);

/** The log without the ends of steps */
const begunIn = (log) => log.filter((line) => !line.endsWith(' done'));
const stepsOf = (log, what) => begunIn(log).filter((line) => line.split(' ')[1] === what)
  .map((line) => line.split(' ')[0]);

/** Names in the order in which they had each turn: ['ab', 'ba', ...]. */
function turnsOf(log) {
  const turns = [];
  for (const line of begunIn(log)) {
    const [name, what, number] = line.split(' ');
    if (what === 'turn') turns[number] = (turns[number] || '') + name;
  }
  return turns;
}

describe('one restart of interleaved processes', () => {
  it('starts each process while an earlier one warms up, and runs their other steps one at a time', async () => {
    const scene = plainScene('abcd');
    expect(await scene.run()).to.deep.equal(outcomesOf('abcd', 'measured'));
    expect(begunIn(scene.log).slice(0, 8)).to.deep.equal(
      ['a start', 'b start', 'c start', 'a go', 'd start', 'b go', 'c go', 'd go']);
    const steps = scene.log.filter((line) => line.split(' ')[1] !== 'start');
    for (let i = 0; i < steps.length; i += 2) expect(steps[i + 1]).to.equal(`${steps[i]} done`);
    expect(scene.isRaised).to.equal(false);
    const order = [...new Set(begunIn(steps).map((line) => line.split(' ')[1]))];
    expect(order).to.deep.equal(['go', 'turn', 'finish']);
    expect(scene.requests.a).to.deep.include(scene.members[0].request);
  });

  it('starts all others at once if one could not be started, because their time limits would add up', async () => {
    const scene = sceneOf({ a: { begins: false }, b: {}, c: {}, d: {}, e: {} });
    expect(await scene.run()).to.deep.equal(['a not started', ...outcomesOf('bcde', 'measured')]);
    const steps = begunIn(scene.log);
    expect(steps.slice(0, 6)).to.deep.equal([...outcomesOf('abcde', 'start'), 'b go']);
    expect(steps.filter((line) => line.startsWith('a '))).to.deep.equal(['a start']);
    expect(scene.pins).to.deep.equal([[101, 0], [102, 0], [103, 0], [104, 0]]);
  });

  it('starts no process while one is measured that takes no turns', async () => {
    const scene = sceneOf({ a: {}, b: {}, whole: { isWhole: true }, late: { isLate: true }, d: {} });
    await scene.run();
    const at = scene.log.indexOf('whole run');
    expect(scene.log.slice(at - 1, at + 3)).to.deep.equal(
      ['late start done', 'whole run', 'whole run done', 'd start']);
  });

  it('starts the processes and warms them up in an order that is reversed in every other restart', async () => {
    for (const [number, order] of [[0, 'abc'], [1, 'cba'], [2, 'abc']]) {
      const scene = plainScene('abc');
      expect(await scene.run({ number }), `${number}`).to.deep.equal(outcomesOf('abc', 'measured'));
      expect(stepsOf(scene.log, 'start').join(''), `${number}`).to.equal(order);
      expect(stepsOf(scene.log, 'go').join(''), `${number}`).to.equal(order);
    }
  });

  it('gives each process one turn in each round, at the same place on average of four rounds', async () => {
    for (const names of ['a', 'ab', 'abc', 'abcdefghijkl']) {
      const scene = plainScene(names);
      await scene.run({ seconds: 1.6 });
      const turns = turnsOf(scene.log);
      expect(turns.length).to.be.at.least(16);
      for (const turn of turns) expect([...turn].sort().join('')).to.equal(names);
      for (let i = 0; i < 16; i += 4) {
        const places = [...names].map((name) => (
          turns.slice(i, i + 4).reduce((sum, turn) => sum + turn.indexOf(name), 0)));
        expect(places, `${names} from ${i}`).to.deep.equal([...names].map(() => 2 * (names.length - 1)));
      }
    }
  });

  it('ends after the seconds of all processes, at a multiple of four rounds unless turns are long', async () => {
    // A round of two processes takes 0.2 s. Of long turns, as many as fit, but one at least.
    for (const [seconds, rounds] of [[0.41, 8], [0.8, 8], [1.1, 12], [0.01, 1], [0.1, 1], [0.25, 3], [0.4, 4]]) {
      const scene = plainScene('ab');
      await scene.run({ seconds });
      expect(turnsOf(scene.log), `${seconds}`).to.have.length(rounds);
    }
  });

  it('gives more turns if other programs make one long, up to twice the seconds', async () => {
    // Of the eight turns of a process, one takes ten times as long, and counts as five.
    for (const long of [0, 1, 3]) {
      const scene = plainScene('ab', { turn: (number) => { if (number === long) scene.ns += 9e8; } });
      await scene.run({ seconds: 1.2 });
      expect(turnsOf(scene.log), `${long}`).to.have.length(8);
    }
  });

  it('continues with other processes if one ends in its turn', async () => {
    const dies = { turn: (number, one) => { if (number === 2) one.die('died'); } };
    const scene = sceneOf({ a: {}, dies, c: {} });
    expect(await scene.run({ seconds: 0.8 })).to.deep.equal(['a measured', 'dies died', 'c measured']);
    const turnsOfOne = (name) => begunIn(scene.log).filter((line) => line.startsWith(`${name} turn`)).length;
    expect(turnsOfOne('dies')).to.equal(3);
    expect(turnsOfOne('a')).to.equal(turnsOfOne('c')).and.be.at.least(8);
    expect(stepsOf(scene.log, 'finish').sort()).to.deep.equal(['a', 'c']);
  });

  it('ends if all processes have ended', async () => {
    const scene = plainScene('ab', { turn: (_, one) => one.die('died') });
    expect(await scene.run()).to.deep.equal(outcomesOf('ab', 'died'));
    expect(turnsOf(scene.log)).to.have.length(1);
  });

  it('pins each process after its first calls, which may start threads, and while the next one warms up', async () => {
    const scene = plainScene('ab');
    scene.affinity.pin = (pid, number) => scene.log.push(`${pid} pinned ${number}`);
    await scene.run({ number: 6 });
    const steps = begunIn(scene.log).slice(2, 7);
    expect(steps).to.deep.equal(['a go', 'b go', '100 pinned 6', '101 pinned 6', 'a turn 0']);
  });
});

describe('a restart that is stopped', () => {
  it('kills all processes in a turn, and gives no more turns', async () => {
    const scene = sceneOf({ a: {}, b: { turn: (number) => { if (number === 1) scene.stop(); } }, c: {} });
    expect(await scene.run({ seconds: 9 })).to.deep.equal(outcomesOf('abc', 'killed'));
    expect(scene.kills).to.deep.equal(['a', 'b', 'c']);
    expect(turnsOf(scene.log)).to.have.length(2);
    expect(begunIn(scene.log).pop()).to.equal('b turn 1');
  });

  for (const [what, latest] of [['start', 'b start'], ['warm-up', 'a go']]) {
    it(`kills all processes in their ${what}, and takes no further step`, async () => {
      const scene = plainScene('ab');
      const end = scene.run();
      while (!scene.log.includes(latest)) await nextTurn();
      scene.stop();
      expect(await end).to.deep.equal(outcomesOf('ab', 'killed'));
      expect({ begun: begunIn(scene.log).pop(), pins: scene.pins }).to.deep.equal({ begun: latest, pins: [] });
    });
  }

  it('has no outcome of processes without turns that were not started', async () => {
    const scene = sceneOf({ a: { isWhole: true, run: () => scene.stop() }, b: { isWhole: true } });
    expect(await scene.run()).to.deep.equal(['a measured', null]);
    expect(begunIn(scene.log)).to.deep.equal(['a run']);
  });
});

describe('processes without turns', () => {
  it('are started one by one', async () => {
    const scene = plainScene('ab');
    for (const { request, runner } of scene.members) {
      const { begin } = runner;
      request.job.takesTurns = false;
      runner.begin = (asked) => {
        const participant = begin(asked);
        return { ...participant, go: () => participant.go().then(() => participant.die('measured')) };
      };
    }
    expect(await scene.run()).to.deep.equal(outcomesOf('ab', 'measured'));
    expect(begunIn(scene.log)).to.deep.equal(['a start', 'a go', 'b start', 'b go']);
  });

  it('run while other processes have started and take no turn', async () => {
    const scene = sceneOf({ a: {}, whole: { isWhole: true }, c: {} });
    expect(await scene.run()).to.deep.equal(['a measured', 'whole measured', 'c measured']);
    const at = scene.log.indexOf('whole run');
    expect(scene.log[at + 1]).to.equal('whole run done');
    expect(scene.log.findIndex((line) => / turn /.test(line))).to.be.above(at);
  });
});

describe('a test that only one process can run at a time', () => {
  for (const [message, expected, output] of [
    ['Error: listen EADDRINUSE: address already in use 127.0.0.1:8080', true],
    ['SQLITE_BUSY: database is locked', true], ['Error: database is locked', true],
    ['its process ended with exit code 1', true, ['a warning', 'Error: bind EADDRINUSE 0.0.0.0:53']],
    ['TypeError: x is not a function', false], ['its process ended', false, ['EACCES', '']],
  ]) {
    it(`is ${expected ? '' : 'not '}found by its error: ${message}`, () => {
      const error = message && { code: 'threw', message, ...(output && { output }) };
      expect(mustBeAlone(error)).to.equal(expected);
    });
  }
});
