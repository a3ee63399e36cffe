'use strict';

const { expect } = require('chai');
const { createForkRunner } = require('../../lib/fork-runner');
const { PROTOCOL, LOST_CODE } = require('../../lib/host/protocol');
const { emptyRow } = require('../../lib/estimate/row');
const { fakeHost, fakeChild, systemError } = require('../helpers/fake-host');

const MARK = { position: 0, index: 1, name: 'sort', seconds: 0.5, history: null };

/** Time that goes on when it is told to; turns of the loop are real, as those of the streams are. */
function fakeTimers() {
  let nowMs = 0;
  let timers = [];
  return {
    nextTurn: setImmediate,
    after(action, ms) {
      const timer = { action, dueMs: nowMs + ms };
      timers.push(timer);
      return () => { timers = timers.filter((one) => one !== timer); };
    },
    advance(ms) {
      nowMs += ms;
      for (const timer of timers.filter(({ dueMs }) => dueMs <= nowMs)) {
        timers = timers.filter((one) => one !== timer);
        timer.action();
      }
    },
    waiting: () => timers.map(({ dueMs }) => dueMs - nowMs),
  };
}

async function turns(count = 6) {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A run under way: its child is scene.child, its promise scene.end. */
function start({ job, ...given } = {}) {
  const clock = fakeTimers();
  const host = fakeHost(given);
  const scene = { clock, host, lines: [], kill: null, outcome: null };
  const runner = createForkRunner({ host, clock });
  scene.end = runner.run({
    job: MARK, limitMs: 6000, onLine: (line) => scene.lines.push(line), onStart: (kill) => { scene.kill = kill; },
    ...job,
  }).then((outcome) => (scene.outcome = outcome));
  Object.defineProperty(scene, 'child', { get: () => host.forked[host.forked.length - 1].child });
  scene.tell = (message) => scene.child.tell(message);
  return scene;
}

/** One that has come to its suite, and was told to go. */
async function begin(given) {
  const scene = start(given);
  scene.tell({ type: 'begun' });
  await turns();
  expect(scene.child.heard).to.deep.equal([{ qtimeit: PROTOCOL, type: 'go' }]);
  return scene;
}

const row = { ...emptyRow('sort', 1), verdict: 'baseline', nsPerCall: 100 };

/** The outcome of a process that sent this row. */
const measured = (more) => (
  { row, sample: null, rounds: null, counted: null, error: null, hung: false, wasKilled: false, ...more });

describe('a forked process with options of its own', () => {
  it('has them behind those of this process, which V8 then forgets', () => {
    const { host, kill } = start(
      { execArgv: ['--opt', '--inspect'], job: { flags: ['--no-opt', '--allow-natives-syntax'] } });
    kill();
    expect(host.forked[0].options.execArgv).to.deep.equal(['--opt', '--no-opt', '--allow-natives-syntax']);
  });
});

describe('a test in a process of its own', () => {
  it('gives its row', async () => {
    const scene = await begin();
    scene.tell({ type: 'result', row });
    await turns();
    expect(scene.outcome).to.equal(null);
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured());
    expect(scene.host.forked).to.have.length(1);
    expect(scene.child.kills).to.deep.equal([]);
    expect(scene.clock.waiting()).to.deep.equal([]);
  });

  it('gives its row whatever its process says at its end', async () => {
    for (const [code, signal] of [[1, null], [null, 'SIGSEGV'], [null, 'SIGKILL']]) {
      const scene = await begin();
      scene.tell({ type: 'result', row });
      scene.child.end(code, signal);
      expect(await scene.end).to.deep.equal(measured());
      expect(scene.host.forked).to.have.length(1);
    }
  });

  it('is told to go when the script before it has had its say, and once', async () => {
    const scene = start();
    scene.child.stdout.write('the script\nsays ');
    scene.tell({ type: 'begun' });
    expect(scene.child.heard).to.deep.equal([]);
    await turns();
    scene.tell({ type: 'begun' });
    await turns();
    expect(scene.child.heard).to.have.length(1);
    scene.child.stdout.write('so\nof the test\n');
    await turns();
    expect(scene.lines).to.deep.equal(['says so', 'of the test']);
    scene.child.end(0);
    await scene.end;
  });

  it('is not told to go where it has gone away', async () => {
    const scene = start();
    scene.tell({ type: 'begun' });
    scene.child.stdio[3].end();
    await turns();
    expect(scene.child.heard).to.deep.equal([]);
    scene.child.end(0);
    expect((await scene.end).error.code).to.equal('exited');
  });

  it('is the same script with the same arguments, and a job in its environment', async () => {
    const scene =
      start({ argv: ['/usr/bin/node', '/home/me/script.js', 'a', 'two words', ''],
        execArgv: ['--expose-gc', '-r', './x'], env: { PATH: '/bin', QTIMEIT_WORKER: 'old' } });
    const [{ path, args, options }] = scene.host.forked;
    expect([path, args]).to.deep.equal(['/home/me/script.js', ['a', 'two words', '']]);
    expect(options.execArgv).to.deep.equal(['--expose-gc', '-r', './x']);
    expect(options.stdio).to.deep.equal(['ignore', 'pipe', 'pipe', 'overlapped', 'overlapped']);
    expect(Object.keys(options.env)).to.deep.equal(['PATH', 'QTIMEIT_WORKER', 'QTIMEIT_RUN', 'NODE_CHANNEL_FD']);
    const { secret, ...job } = JSON.parse(options.env.QTIMEIT_WORKER);
    expect(job).to.deep.equal({ role: 'test', protocol: PROTOCOL, ...MARK });
    expect(secret).to.match(/^[\da-f]{32}$/);
    expect(scene.host.env.QTIMEIT_WORKER).to.equal('old');
    scene.child.end(0);
    await scene.end;
  });

  it('leaves out the options that two processes cannot share', async () => {
    const shared = ['--expose-gc', '--max-old-space-size=64', '--jitless', '--no-warnings', '--inspiring'];
    const own = ['--inspect', '--inspect=0', '--inspect-brk', '--inspect-brk=127.0.0.1:9229', '--inspect-port=0',
      '--debug-port=1', '--watch', '--watch-path=lib',
      '--watch-preserve-output', '--cpu-prof', '--cpu-prof-dir=x', '--cpu-prof-interval=100', '--heap-prof', '--test',
        '--test-only'];
    const execArgv = [...own, ...shared, ...own];
    const scene = start({ execArgv });
    expect(scene.host.forked[0].options.execArgv).to.deep.equal(shared);
    scene.child.end(0);
    await scene.end;
  });
});

describe('what a process says in place of a result', () => {
  const failed = async (scene) => {
    scene.child.end(0);
    const { row: none, error } = await scene.end;
    expect([none, error.code]).to.deep.equal([null, 'garbage']);
    return error.message;
  };

  const forged = (more) => JSON.stringify({ qtimeit: PROTOCOL, type: 'result', row, ...more });
  for (const garbage of ['garbage', 'half a line', '{', forged(), `${'0'.repeat(32)} ${forged()}`, '\0\0\0\x02hi']) {
    it(`is told where that is all: ${JSON.stringify(garbage).slice(0, 40)}`, async () => {
      const scene = await begin();
      scene.child.say(garbage);
      await turns();
      expect(await failed(scene)).to.match(/^its process wrote .+ in place of a result, and ended with exit code 0$/);
    });
  }

  it('is told where it has the secret and is none', async () => {
    for (const text of ['{', 'null', '7', '"words"', forged().slice(0, -1)]) {
      const scene = await begin();
      scene.child.say(`\n${scene.child.secret} ${text}\n`);
      await turns();
      expect(await failed(scene), text)
        .to.match(/^its process wrote .+ in place of a result, and ended with exit code 0$/);
    }
  });

  it('does no harm before and after a result, and in the same line', async () => {
    const scene = await begin();
    scene.child.say('garbage\nhalf a li');
    scene.tell({ type: 'result', row });
    scene.child.say('ne\n\n');
    scene.tell({ type: 'unheard of' });
    scene.tell({ type: 'result' });
    scene.tell({ type: 'result', row: { ...row, nsPerCall: 1 } });
    await turns();
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured());
  });

  it('may come in pieces of any size', async () => {
    const scene = await begin();
    const { say, secret } = scene.child;
    const text =
      `\n${secret} ` +
        `${JSON.stringify({ qtimeit: PROTOCOL, type: 'result', row: { ...row, kind: '\u4e16\ud83d\ude00' } })}\n`;
    for (const byte of Buffer.from(text)) say(Buffer.from([byte]));
    await turns();
    scene.child.end(0);
    expect((await scene.end).row.kind).to.equal('\u4e16\ud83d\ude00');
  });

  const wrong = [
    ['no row', undefined, 'row: expected an object, it is missing'],
    ['a row that is a word', 'fast', "row: expected an object, got 'fast'"],
    ['a row without figures', { name: 'sort' }, 'row.verdict: expected a known verdict or null, it is missing'],
    ['a figure that is none', { ...row, nsPerCall: 'fast' },
      "row.nsPerCall: expected a number of 0 or more or null, got 'fast'"],
    ['less than no calls', { ...row, calls: -1 }, 'row.calls: expected a whole number, 0 or more, got -1'],
    ['a warning without a code', { ...row, warnings: [{}] }, 'row.warnings[0].code: expected a string, it is missing'],
    ['the row of another test', { ...row, name: 'other' }, "row: expected that of \"sort\", got 'other'"],
  ];
  for (const [what, one, words] of wrong) {
    it(`is told with the place in it: ${what}`, async () => {
      const scene = await begin();
      scene.tell({ type: 'result', row: one });
      await turns();
      expect(await failed(scene)).to.equal(`its process sent a result that is none: ${words}`);
    });
  }

  it('is not listened to where it is of another version', async () => {
    const scene = await begin();
    scene.child.kill = (signal) => setImmediate(() => scene.child.end(null, signal));
    scene.tell({ qtimeit: PROTOCOL + 1, type: 'result', row });
    const { row: none, error } = await scene.end;
    expect([none, error.code, error.message])
      .to.deep.equal([null, 'garbage', `its process uses another version of qtimeit (protocol ${PROTOCOL + 1})`]);
  });

  it('is told where nothing could be said any more', async () => {
    const scene = await begin();
    scene.child.end(LOST_CODE);
    expect((await scene.end).error)
      .to.include(
        { code: 'garbage',
          message: 'the pipe that its process tells its result on, file descriptor 3, was closed in it' });
  });

  it('does not show in that it fails to be sent', async () => {
    const scene = await begin();
    scene.child.emit('error', systemError('EPIPE', 'write'));
    scene.child.stdio[3].emit('error', systemError('ECONNRESET', 'read'));
    scene.child.stdio[4].emit('error', systemError('ECONNRESET', 'read'));
    scene.tell({ type: 'result', row });
    await turns();
    scene.child.end(0);
    expect((await scene.end).row).to.deep.equal(row);
  });
});

describe('a process that cannot be started', () => {
  /** fork as it fails: at once, or a turn later without a process. */
  const failing = (codes, thrown) => {
    let next = 0;
    return () => {
      const code = codes[next++];
      if (!code) return fakeChild();
      const error = systemError(code, 'spawn node');
      if (thrown) throw error;
      const child = fakeChild();
      delete child.pid;
      process.nextTick(() => child.emit('error', error));
      return child;
    };
  };

  for (const thrown of [true, false]) {
    const how = thrown ? 'thrown' : 'told later';
    for (const code of ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']) {
      it(`is tried again after 100, 400 and 1600 ms: ${code}, ${how}`, async () => {
        const scene = start({ fork: failing([code, code, code, code], thrown) });
        let forks = 1;
        for (const ms of [100, 400, 1600]) {
          await turns();
          scene.clock.advance(ms - 1);
          await turns();
          expect(scene.host.forked).to.have.length(forks);
          scene.clock.advance(1);
          await turns();
          expect(scene.host.forked).to.have.length(++forks);
        }
        const { row: none, error, hung } = await scene.end;
        expect([none, error.code, hung]).to.deep.equal([null, 'not-started', false]);
        expect(error.message).to.match(/^no process could be started for it: .+; .+$/).and.include(`(${code})`);
        expect(scene.clock.waiting()).to.deep.equal([]);
      });
    }

    it(`is measured where there is room later, ${how}`, async () => {
      const scene = start({ fork: failing(['EAGAIN', 'EAGAIN'], thrown) });
      await turns();
      scene.clock.advance(100);
      await turns();
      scene.clock.advance(400);
      await turns();
      scene.tell({ type: 'result', row });
      scene.child.end(0);
      expect((await scene.end).row).to.deep.equal(row);
      expect(scene.host.forked).to.have.length(3);
    });

    for (const [code, words] of [
        ['ENOENT', '/usr/bin/node is not there (any more); start again with a node that is'],
          ['EACCES', '/usr/bin/node may not be run (EACCES)'], ['EIO', 'EIO: spawn node']]) {
      it(`is given up where that will not change: ${code}, ${how}`, async () => {
        const scene = start({ fork: failing([code], thrown) });
        const { row: none, error } = await scene.end;
        expect([none, error.code, error.message])
          .to.deep.equal([null, 'not-started', `no process could be started for it: ${words}`]);
        expect(scene.host.forked).to.have.length(1);
        expect(scene.clock.waiting()).to.deep.equal([]);
      });
    }
  }
});

describe('a process that is killed', () => {
  it('is started once more, for that may be an accident', async () => {
    const scene = await begin();
    scene.child.end(null, 'SIGKILL');
    await turns();
    expect(scene.host.forked).to.have.length(2);
    const [first, second] = scene.host.forked.map(({ options }) => JSON.parse(options.env.QTIMEIT_WORKER));
    expect({ ...second, secret: null }).to.deep.equal({ ...first, secret: null });
    expect(second.secret).to.not.equal(first.secret);
    scene.tell({ type: 'begun' });
    await turns();
    scene.tell({ type: 'result', row });
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured());
  });

  it('fails the second time', async () => {
    const scene = await begin();
    scene.child.end(null, 'SIGKILL');
    await turns();
    scene.child.end(null, 'SIGSEGV');
    expect((await scene.end).error).to.include({ code: 'killed', message: 'its process was killed by SIGSEGV' });
    expect(scene.host.forked).to.have.length(2);
  });

  it('fails at once where it aborted, for it will again', async () => {
    const scene = await begin();
    scene.child.end(null, 'SIGABRT');
    expect((await scene.end).error.code).to.equal('killed');
    expect(scene.host.forked).to.have.length(1);
  });

  it('is not started again where we did it', async () => {
    const scene = await begin();
    scene.kill();
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    scene.child.end(null, 'SIGKILL');
    expect((await scene.end).error.code).to.equal('killed');
    expect(scene.host.forked).to.have.length(1);
  });
});

describe('a process that takes too long', () => {
  const timedOut = async (scene) => {
    const { row: none, error } = await scene.end;
    expect([none, error.code]).to.deep.equal([null, 'timed-out']);
    expect(scene.host.forked).to.have.length(1);
    expect(scene.clock.waiting()).to.deep.equal([]);
    return error.message;
  };

  it('is asked to end, and killed 2 s later', async () => {
    const scene = await begin();
    scene.clock.advance(5999);
    expect(scene.child.kills).to.deep.equal([]);
    scene.clock.advance(1);
    expect(scene.child.kills).to.deep.equal(['SIGTERM']);
    scene.clock.advance(1999);
    expect(scene.child.kills).to.deep.equal(['SIGTERM']);
    scene.clock.advance(1);
    expect(scene.child.kills).to.deep.equal(['SIGTERM', 'SIGKILL']);
    scene.child.end(null, 'SIGKILL');
    expect(await timedOut(scene)).to.match(/^did not end within 6 s, and its process was killed; /);
  });

  it('is not killed where it ends when asked', async () => {
    const scene = await begin();
    scene.clock.advance(6000);
    scene.child.end(null, 'SIGTERM');
    await timedOut(scene);
    scene.clock.advance(1e6);
    expect(scene.child.kills).to.deep.equal(['SIGTERM']);
  });

  it('has 30 s to come to the suite', async () => {
    const scene = start();
    scene.clock.advance(29999);
    expect(scene.child.kills).to.deep.equal([]);
    scene.clock.advance(1);
    expect(scene.child.kills).to.deep.equal(['SIGTERM']);
    scene.child.end(null, 'SIGTERM');
    expect(await timedOut(scene))
      .to.equal('its process did not come to suite 1 of the script within 30 s, and was killed');
  });

  it('has as long for that as for its test, where that is longer', async () => {
    const scene = start({ job: { limitMs: 45000, job: { ...MARK, position: 3 } } });
    scene.clock.advance(44999);
    expect(scene.child.kills).to.deep.equal([]);
    scene.clock.advance(1);
    scene.child.end(null, 'SIGTERM');
    expect(await timedOut(scene))
      .to.equal('its process did not come to suite 4 of the script within 45 s, and was killed');
  });

  it('has all its time for the test, however long it took to come to it', async () => {
    const scene = start();
    scene.clock.advance(29000);
    scene.tell({ type: 'begun' });
    await turns();
    scene.clock.advance(5999);
    expect(scene.child.kills).to.deep.equal([]);
    scene.tell({ type: 'result', row });
    scene.child.end(0);
    expect((await scene.end).row).to.deep.equal(row);
  });

  it('has its row kept where only its end takes long, and is killed after 2 s', async () => {
    const scene = await begin();
    scene.tell({ type: 'result', row });
    scene.clock.advance(1999);
    expect(scene.child.kills).to.deep.equal([]);
    scene.clock.advance(1);
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    scene.child.end(null, 'SIGKILL');
    expect(await scene.end).to.deep.equal(measured({ hung: true }));
    expect(scene.host.forked).to.have.length(1);
  });

  it('has its row kept where that is read only after its end, for this process was busy', async () => {
    const scene = await begin();
    scene.child.exit(0);
    expect(scene.clock.waiting()).to.deep.equal([200]);
    scene.clock.advance(200);
    await turns(1);
    scene.tell({ type: 'result', row });
    expect((await scene.end).row).to.deep.equal(row);
  });

  it('is not waited for where one of its own children holds its output open', async () => {
    const scene = await begin();
    scene.tell({ type: 'result', row });
    scene.child.exit(0);
    await turns();
    expect(scene.outcome).to.equal(null);
    scene.clock.advance(200);
    expect(await scene.end).to.deep.equal(measured());
    scene.child.close(0);
    await turns();
  });
});

describe('what a process prints', () => {
  it('is handed on line by line, however it comes', async () => {
    const scene = await begin();
    for (const part of ['on', 'e\ntw', 'o\n', '\n', 'thr\u00e9\u00e9'.slice(0, 4)]) {
      scene.child.stdout.write(part);
      await turns(2);
    }
    expect(scene.lines).to.deep.equal(['one', 'two', '']);
    const bytes = Buffer.from('\u00e9\u4e16\ud83d\ude00 end');
    for (let i = 0; i < bytes.length; i++) {
      scene.child.stdout.write(bytes.subarray(i, i + 1));
      await turns(1);
    }
    await scene.child.end(0);
    await scene.end;
    expect(scene.lines).to.deep.equal(['one', 'two', '', 'thr\u00e9\u00e9\u4e16\ud83d\ude00 end']);
  });

  it('is not handed on from before the test', async () => {
    const scene = start();
    scene.child.stdout.write('of the script\n');
    await turns();
    scene.child.end(0);
    await scene.end;
    expect(scene.lines).to.deep.equal([]);
  });

  it('may be a line of any length', async () => {
    const scene = await begin();
    for (let i = 0; i < 40; i++) {
      scene.child.stdout.write('x'.repeat(10000));
      await turns(1);
    }
    scene.child.end(0);
    await scene.end;
    expect(scene.lines).to.have.length(1);
    expect(scene.lines[0].length).to.be.within(65536, 80000);
  });

  it('as errors is kept to the last 20 lines of 500 characters, also from before the test', async () => {
    const scene = start();
    scene.child.stderr.write('of the script\n');
    await turns();
    scene.tell({ type: 'begun' });
    await turns();
    for (let i = 1; i <= 30; i++) scene.child.stderr.write(`line ${i}\n`);
    scene.child.stderr.write(`${'x'.repeat(1000)}\n`);
    scene.child.stderr.write('last, unfinished');
    scene.child.end(1);
    const { error } = await scene.end;
    expect(error.output).to.have.length(20);
    expect(error.output[0]).to.equal('line 13');
    expect(error.output[17]).to.equal('line 30');
    expect(error.output[18]).to.equal(`${'x'.repeat(500)}...`);
    expect(error.output[19]).to.equal('last, unfinished');
    expect(scene.lines).to.deep.equal([]);
  });

  it('as errors stands in the row also from before the test', async () => {
    const scene = start();
    scene.child.stderr.write('Error: Cannot find module \'x\'\n');
    scene.child.end(1);
    expect((await scene.end).error)
      .to.deep.include({ code: 'not-reached', output: ['Error: Cannot find module \'x\''] });
  });

  it('can break off', async () => {
    const scene = await begin();
    scene.child.stdout.emit('error', systemError('EIO', 'read'));
    scene.child.stderr.emit('error', systemError('EIO', 'read'));
    scene.tell({ type: 'result', row });
    scene.child.end(0);
    expect((await scene.end).row).to.deep.equal(row);
  });
});

describe('a process that is measured in turns', () => {
  const WITH_TURNS = { ...MARK, takesTurns: true };

  /** One that has started and waits for its steps: scene.steps. */
  function startSteps(given, more) {
    const clock = fakeTimers();
    const host = fakeHost(given);
    const scene = { clock, host, lines: [] };
    const onStart = (kill) => { scene.kill = kill; };
    scene.steps = createForkRunner({ host, clock })
      .begin({ job: WITH_TURNS, limitMs: 6000, onLine: (line) => scene.lines.push(line), onStart, ...more });
    [{ child: scene.child, options: scene.options }] = host.forked;
    scene.ready = async () => {
      scene.child.sayTurn('ready\n');
      await turns();
    };
    return scene;
  }

  async function beginSteps(given) {
    const scene = startSteps(given);
    scene.child.tell({ type: 'begun' });
    await scene.steps.begun;
    return scene;
  }

  /** One that has warmed up and waits for its first turn. */
  async function warmedUp(given) {
    const scene = await beginSteps(given);
    const warm = scene.steps.go();
    await scene.ready();
    await warm;
    return scene;
  }

  /** Whether a promise has resolved by now. */
  async function isDone(promise) {
    let done = false;
    promise.then(() => { done = true; });
    await turns();
    return done;
  }

  const endedBy = async (scene, signal) => {
    scene.child.end(null, signal);
    const { row: none, error, wasKilled } = await scene.steps.ended;
    expect([none, scene.steps.isOver(), scene.host.forked.length]).to.deep.equal([null, true, 1]);
    return { code: error.code, message: error.message, wasKilled };
  };

  it('has another pipe for its turns, and its process id is known', async () => {
    const { steps, options, child } = startSteps();
    expect(options.stdio).to.deep.equal(['ignore', 'pipe', 'pipe', 'overlapped', 'overlapped', 'pipe']);
    expect([steps.pid(), steps.isOver()]).to.deep.equal([4711, false]);
    child.end(0);
    await steps.ended;
  });

  it('hands on what it knows before its result, and nothing that is none', async () => {
    const known = [];
    const { child, steps } = startSteps({}, { onKnown: (found) => known.push(found) });
    child.tell({ type: 'begun' });
    await steps.begun;
    child.tell({ type: 'known', row, sample: null });
    child.tell({ type: 'known', row: { name: row.name }, sample: null });
    child.end(0);
    const { row: none } = await steps.ended;
    expect([none, known]).to.deep.equal([null, [{ row, sample: null, rounds: null }]]);
  });

  it('takes one step after the other, each of which ends with a ready line, and sends its rounds', async () => {
    const { steps, child, ready } = startSteps();
    child.tell({ type: 'begun' });
    await steps.begun;
    expect([child.heard, child.turnsHeard]).to.deep.equal([[], []]);
    for (const [step, line] of [
      [() => steps.go(), null], [() => steps.turn(0), '0\n'], [() => steps.turn(12), '12\n'],
    ]) {
      const taken = step();
      expect(await isDone(taken), line).to.equal(false);
      await ready();
      expect(await isDone(taken), line).to.equal(true);
      if (line !== null) expect(child.turnsHeard.pop()).to.equal(line);
    }
    expect(child.heard.map(({ type }) => type)).to.deep.equal(['go']);
    const finished = steps.finish();
    expect(child.turnsHeard).to.deep.equal(['end\n']);
    const rounds = { turns: [0], copies: [0], ns: [1.5], cycles: [null] };
    child.tell({ type: 'result', row, rounds });
    await finished;
    expect(steps.isOver()).to.equal(true);
    child.end(0);
    expect(await steps.ended).to.deep.equal(measured({ rounds }));
  });

  it('is given no more steps once it has sent its result, and its turn ends with that', async () => {
    const { steps, child } = await warmedUp();
    const turn = steps.turn(3);
    child.tell({ type: 'result', row });
    await turn;
    await Promise.all([steps.turn(4), steps.finish()]);
    expect(child.turnsHeard).to.deep.equal(['3\n']);
    child.end(0);
    expect(await steps.ended).to.deep.equal(measured());
  });

  it('ends its turn by ending, and is not started again', async () => {
    for (const [signal, wasKilled] of [['SIGKILL', true], ['SIGSEGV', true], ['SIGABRT', false]]) {
      const scene = await warmedUp();
      const turn = scene.steps.turn(0);
      expect(await endedBy(scene, signal))
        .to.deep.equal({ code: 'killed', message: `its process was killed by ${signal}`, wasKilled });
      await turn;
    }
  });

  it('was killed by nobody else if it is stopped', async () => {
    const scene = await warmedUp();
    const turn = scene.steps.turn(0);
    scene.kill();
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    expect(await endedBy(scene, 'SIGKILL')).to.include({ code: 'killed', wasKilled: false });
    await turn;
  });

  it('has begun when it cannot be started', async () => {
    const { steps, child } = startSteps({ fork() { throw systemError('EACCES', 'spawn node'); } });
    await steps.begun;
    expect([child, steps.isOver()]).to.deep.equal([null, true]);
    expect(await steps.ended).to.deep.include({ row: null, wasKilled: false });
  });

  it('is killed for a ready line without a turn, and the error names it', async () => {
    for (const when of [startSteps, beginSteps, warmedUp]) {
      const scene = await when();
      await scene.ready();
      expect(scene.child.kills, when.name).to.deep.equal(['SIGKILL']);
      const { code, message, wasKilled } = await endedBy(scene, 'SIGKILL');
      expect([code, wasKilled], when.name).to.deep.equal(['garbage', false]);
      expect(message, when.name).to.include('it ended a turn that it did not have');
    }
  });

  it('is killed for any other line in its turn, and the error quotes it', async () => {
    const scene = await warmedUp();
    const turn = scene.steps.turn(0);
    scene.child.sayTurn('half a li');
    await turns();
    expect(scene.child.kills).to.deep.equal([]);
    scene.child.sayTurn('ne\n');
    await turns();
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    const { code, message } = await endedBy(scene, 'SIGKILL');
    expect(code).to.equal('garbage');
    expect(message).to.include("'half a line'");
    await turn;
  });

  it('may write to that pipe after its result', async () => {
    const { steps, child, ready } = await warmedUp();
    const finished = steps.finish();
    child.tell({ type: 'result', row });
    await finished;
    await ready();
    child.end(0);
    expect([child.kills, await steps.ended]).to.deep.equal([[], measured()]);
  });

  for (const [what, step] of [
    ['warm-up', async () => {
      const scene = await beginSteps();
      return { scene, taken: scene.steps.go() };
    }],
    ['turn', async () => {
      const scene = await warmedUp();
      return { scene, taken: scene.steps.turn(0) };
    }],
    ['result', async () => {
      const scene = await warmedUp();
      return { scene, taken: scene.steps.finish() };
    }],
  ]) {
    it(`times out if its ${what} takes longer than its limit`, async () => {
      const { scene, taken } = await step();
      scene.clock.advance(5999);
      expect(scene.child.kills).to.deep.equal([]);
      scene.clock.advance(1);
      expect(scene.child.kills).to.deep.equal(['SIGTERM']);
      const { code, message, wasKilled } = await endedBy(scene, 'SIGTERM');
      expect([code, wasKilled]).to.deep.equal(['timed-out', false]);
      expect(message).to.match(/^did not end within 6 s, /);
      await taken;
      expect(scene.clock.waiting()).to.deep.equal([]);
    });
  }

  it('has no limit while it waits for its turn, and all of it in each turn', async () => {
    const { steps, child, clock, ready } = await warmedUp();
    for (let number = 0; number < 3; number++) {
      expect(clock.waiting()).to.deep.equal([]);
      clock.advance(1e9);
      const turn = steps.turn(number);
      expect(clock.waiting()).to.deep.equal([6000]);
      clock.advance(5000);
      await ready();
      await turn;
    }
    expect(child.kills).to.deep.equal([]);
    child.end(0);
    await steps.ended;
  });
});

describe('a script that cannot be run again', () => {
  const check = (given) => createForkRunner({ host: fakeHost(given), clock: fakeTimers() })
    .check({ name: 'bench', forking: 'forkTests, tier and cold' });
  const wayOut = 'put the suite into a file, or do without forkTests, tier and cold';
  const started = (option) => `there is no script to run again, node was started with ${option}`;
  const repl = 'there is no script to run again (a REPL, or one from standard input)';
  const withOptions = (...execArgv) => ({ execArgv, argv: ['/usr/bin/node'] });
  const entries = [
    ['-e', withOptions('-e', 'code'), started('-e')],
    ['-e with arguments that look like a script', { execArgv: ['-e', 'code'] }, started('-e')],
    ['--eval', withOptions('--eval', 'code'), started('--eval')],
    ['--eval=', withOptions('--eval=code'), started('--eval=code')],
    ['-p after other options', withOptions('--expose-gc', '-p', 'code'), started('-p')],
    ['-pe', withOptions('-pe', 'code'), started('-pe')],
    ['--print', withOptions('--print', 'code'), started('--print')],
    ['-i', withOptions('-i'), started('-i')],
    ['a REPL', { argv: ['/usr/bin/node'] }, repl],
    ['a script of no name', { argv: ['/usr/bin/node', ''] }, repl],
    ['standard input', { argv: ['/usr/bin/node', '-'], scripts: ['-'] }, repl],
    ['a worker thread', { isMainThread: false },
      'this is a worker thread, and its script cannot be run again by itself'],
    ['a script that has gone', { scripts: [] }, 'the script /home/me/script.js is not there (any more)'],
  ];
  for (const [what, given, why] of entries) {
    it(`is refused with a way out: ${what}`, () => {
      expect(() => check(given)).to.throw(Error).with.property('message', `bench: cannot fork: ${why}; ${wayOut}`);
    });
  }

  for (const [what, given] of [
      ['a file', {}], ['options with a value', { execArgv: ['--stack-size=2000', '-r', './x'] }],
        ['an option that only looks like one',
          { execArgv: ['--enable-source-maps', '--experimental-eventsource', '--input-type=module'] }]]) {
    it(`is not ${what}`, () => {
      check(given);
    });
  }
});

describe('a process that counts', () => {
  const COUNTED = { kind: 'sync', form: 'sync given 0', tiers: { loop: null, test: null }, collects: false, threads: 0,
    hasProcesses: false };
  const counting = { job: MARK, wrapper: ['valgrind', '--tool=x'], flags: ['--predictable'], startLimitMs: 9000 };

  it('is one of the program that counts, which runs node, in a group of their own', async () => {
    const scene = await begin({ job: counting, execArgv: ['--expose-gc'] });
    const [{ args, options }] = scene.host.forked;
    expect([options.execPath, options.execArgv])
      .to.deep.equal(['valgrind', ['--tool=x', '/usr/bin/node', '--expose-gc', '--predictable']]);
    expect([options.detached, args]).to.deep.equal([true, []]);
    const row = emptyRow('sort', 1);
    scene.tell({ type: 'result', row, sample: null, counted: COUNTED });
    await turns();
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured({ row, counted: COUNTED }));
  });

  it('leads a group where it only measures, too, of which nothing is left at its end', async () => {
    for (const [platform, isGroup] of [['linux', true], ['win32', false]]) {
      const scene = await begin({ platform });
      const killed = [];
      scene.host.killGroup = (pid, signal) => killed.push([pid, signal]);
      expect(scene.host.forked[0].options.detached).to.equal(isGroup);
      scene.child.end(0);
      await scene.end;
      expect(killed).to.deep.equal(isGroup ? [[4711, 'SIGKILL']] : []);
    }
  });

  it('has as long as it was given to come to its suite', async () => {
    const scene = start({ job: counting });
    await turns();
    expect(scene.clock.waiting()).to.deep.equal([9000]);
    scene.clock.advance(9000);
    expect(scene.child.kills).to.deep.equal(['SIGTERM']);
    scene.clock.advance(2000);
    expect(scene.child.kills).to.deep.equal(['SIGTERM', 'SIGKILL']);
    scene.child.end(null, 'SIGKILL');
    expect((await scene.end).error.message).to.include('did not come to suite 1 of the script within 9 s');
  });

  it('is ended with all of its group', async () => {
    const scene = start({ job: counting });
    const killed = [];
    scene.host.killGroup = (pid, signal) => killed.push([pid, signal]);
    await turns();
    scene.kill();
    expect([killed, scene.child.kills]).to.deep.equal([[[4711, 'SIGKILL']], []]);
    scene.child.end(null, 'SIGKILL');
    await scene.end;
  });

  it('takes what it has run along where somebody kills it', async () => {
    const scene = start({ job: counting });
    const killed = [];
    scene.host.killGroup = (pid, signal) => killed.push([pid, signal]);
    await turns();
    scene.child.end(null, 'SIGILL');
    await turns();
    expect(killed).to.deep.equal([[4711, 'SIGKILL']]);
    scene.child.end(0);
    await scene.end;
  });
});
