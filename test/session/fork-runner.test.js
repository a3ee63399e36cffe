'use strict';

/* Tests in fake processes. Tests in real ones are in forks.test.js, and messages in fork-failure.test.js. */

const { expect } = require('chai');
const { createForkRunner } = require('#lib/fork-runner');
const { PROTOCOL, LOST_CODE } = require('#lib/base/host/protocol');
const { createRowError } = require('#lib/base/text/row-error');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { fakeHost, fakeChild, systemError } = require('../helpers/fake-host');
const { results } = require('../helpers/documents');
const { fakeTimers } = require('../helpers/fake-timers');

const MARK = { position: 0, index: 1, name: 'sort', seconds: 0.5, history: null };

async function turns(count = 6) {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** A runner on a host with these facts, and a request with these fields; child: its latest process */
function sceneOf({ request, ...given } = {}) {
  // Turns of the event loop are real, because streams need them.
  const clock = fakeTimers({ nextTurn: setImmediate });
  const host = fakeHost(given);
  const scene = {
    clock, host, lines: [], kill: null, runner: createForkRunner({ host, clock }),
    request: {
      job: MARK, limitMs: 6000, onLine: (line) => scene.lines.push(line), onStart(kill) { scene.kill = kill; },
      ...request,
    },
    waitingMs: () => clock.waiting.map(({ ms }) => ms),
    get child() { return host.forked[host.forked.length - 1].child; },
    tell: (message) => scene.child.tell(message),
    sendResult: (own = row) => scene.tell({ type: 'result', row: own }),
  };
  return scene;
}

/** A running process; scene.end is the promise of its outcome. */
function start(given) {
  const scene = sceneOf(given);
  scene.end = scene.runner.run(scene.request);
  return scene;
}

/** A process that has reached its suite and was allowed to go */
async function begin(given) {
  const scene = start(given);
  scene.tell({ type: 'begun' });
  await turns();
  expect(scene.child.heard).to.deep.equal([{ qtimeit: PROTOCOL, type: 'go' }]);
  return scene;
}

const row = { ...createEmptyRow('sort', 1), verdict: 'baseline', nsPerCall: 100 };

/** The outcome of a process that sent this row */
const measured = (more) => (
  {
    row, sample: null, rounds: null, counted: null, together: null, error: null, hung: false, mustRepeat: false,
    ...more,
  });

/** The error of a process that ends now without a row and is not started again */
async function errorOf(scene, code = 0, signal = null) {
  scene.child.end(code, signal);
  const { row: none, error } = await scene.end;
  expect({ none, forked: scene.host.forked.length, waiting: scene.waitingMs() })
    .to.deep.equal({ none: null, forked: 1, waiting: [] });
  return error;
}

describe('a test in a separate process', () => {
  it('returns its row, and the times of all tests, after any end of its process', async () => {
    const together = [{ nsPerCall: 100, cycles: null }, { nsPerCall: null, cycles: null }];
    for (const [code, signal] of [[0, null], [1, null], [null, 'SIGSEGV'], [null, 'SIGKILL']]) {
      const scene = await begin();
      scene.tell({ type: 'result', row, together });
      scene.child.end(code, signal);
      expect(await scene.end).to.deep.equal(measured({ together }));
      expect({ forked: scene.host.forked.length, kills: scene.child.kills, waiting: scene.waitingMs() })
        .to.deep.equal({ forked: 1, kills: [], waiting: [] });
    }
  });

  it('fails with the error of its script, which may have loaded before', async () => {
    const scene = start();
    scene.tell({ type: 'broken', error: createRowError('threw', 'quota used up') });
    expect((await errorOf(scene, 1)).message).to.include('quota used up');
  });

  it('may go once, after earlier output of the script is read', async () => {
    const scene = start();
    scene.tell({ type: 'begun' });
    expect(scene.child.heard).to.deep.equal([]);
    await turns();
    scene.tell({ type: 'begun' });
    await turns();
    expect(scene.child.heard).to.have.length(1);
    expect((await errorOf(scene)).code).to.equal('exited');
  });

  describe('with NODE_EXTRA_CA_CERTS, which slows down each start of Node.js 20', () => {
    const CERTIFICATES = '/etc/ssl/certs/company.pem';
    const loaded = Object.getOwnPropertyDescriptor(process, 'moduleLoadList');

    // Other tests may have used TLS in this process.
    before(() => Object.defineProperty(process, 'moduleLoadList', { ...loaded, value: ['NativeModule net'] }));
    after(() => Object.defineProperty(process, 'moduleLoadList', loaded));

    /** A runner of a command; latest(): the variable and the job of its latest process */
    function runnerIn(given = {}) {
      const scene = sceneOf({ env: { NODE_EXTRA_CA_CERTS: CERTIFICATES }, ...given });
      const { host, clock, request } = scene;
      const runner = createForkRunner({ host, clock }, { asked: { name: 'run' } });
      const child = () => host.forked.at(-1).child;
      const latest = () => {
        const { env } = host.forked.at(-1).options;
        return { own: env.NODE_EXTRA_CA_CERTS, ofJob: JSON.parse(env.QTIMEIT_WORKER).certificates };
      };
      async function send(message) {
        child().tell(message);
        child().end(0);
        await turns();
      }
      return { runner, latest, send, request };
    }
    const before22 = { own: undefined, ofJob: CERTIFICATES };
    const atStart = { own: CERTIFICATES, ofJob: undefined };

    it('it gets the variable after its start, and at its start if a test has used TLS', async () => {
      const { runner, latest, send, request } = runnerIn();
      const end = runner.run(request);
      expect(latest()).to.deep.equal(before22);
      await send({ type: 'result', row, lacksCertificates: true });
      expect(latest()).to.deep.equal(atStart);
      await send({ type: 'result', row });
      expect(await end).to.deep.equal(measured());
      runner.run(request);
      expect(latest()).to.deep.equal(atStart);
    });

    it('it gets the variable at its start if the process that listed the tests has used TLS', async () => {
      const { runner, latest, send, request } = runnerIn();
      const listed = runner.list(() => {});
      expect(latest()).to.deep.equal(atStart);
      await send({ type: 'loaded', environment: results([]).environment, usesTls: true });
      expect((await listed).error).to.equal(null);
      runner.run(request);
      expect(latest()).to.deep.equal(atStart);
    });

    it('later versions parse the file only if they need it', () => {
      const { runner, latest, request } = runnerIn({ versions: { node: '22.0.0', v8: '12' } });
      runner.run(request);
      expect(latest()).to.deep.equal(atStart);
    });
  });

  it('runs the same script with the same arguments, and a job in its environment', async () => {
    const scene = start({
      argv: ['/usr/bin/node', '/home/me/script.js', 'a', 'two words', ''],
      env: { PATH: '/bin', QTIMEIT_WORKER: 'old' }, execArgv: ['--opt', '--inspect', '-r', './x'],
      request: { flags: ['--no-opt'] },
    });
    const [{ path, args, options }] = scene.host.forked;
    expect({ path, args }).to.deep.equal({ path: '/home/me/script.js', args: ['a', 'two words', ''] });
    // V8 uses the last of contradictory options.
    expect(options.execArgv).to.deep.equal(['--opt', '-r', './x', '--no-opt']);
    // On Windows, the pipe for messages at once follows.
    expect(options.stdio.slice(0, 5)).to.deep.equal(['ignore', 'pipe', 'pipe', 'overlapped', 'overlapped']);
    expect(Object.keys(options.env)).to.deep.equal(['PATH', 'QTIMEIT_WORKER', 'QTIMEIT_RUN', 'NODE_CHANNEL_FD']);
    const { secret, hasAtOnce = false, ...job } = JSON.parse(options.env.QTIMEIT_WORKER);
    expect(job).to.deep.equal({ role: 'test', protocol: PROTOCOL, ...MARK, ownLoops: {} });
    expect(secret).to.match(/^[\da-f]{32}$/);
    expect(hasAtOnce).to.equal(process.platform === 'win32');
    expect(scene.host.env.QTIMEIT_WORKER).to.equal('old');
    await errorOf(scene);
  });

  it('does not inherit options that two processes cannot share', async () => {
    const shared = ['--expose-gc', '--max-old-space-size=64', '--jitless', '--no-warnings', '--inspiring'];
    const own = ['--inspect', '--inspect=0', '--inspect-brk=127.0.0.1:9229', '--inspect-port=0', '--debug-port=1',
      '--watch', '--watch-path=lib', '--watch-path', 'lib', '--watch-preserve-output', '--cpu-prof', '--cpu-prof-dir=x',
      '--heap-prof', '--test', '--test-only'];
    const scene = start({ execArgv: [...own, ...shared, ...own] });
    expect(scene.host.forked[0].options.execArgv).to.deep.equal(shared);
    await errorOf(scene);
  });
});

describe('a message that is not a result', () => {
  const forged = JSON.stringify({ qtimeit: PROTOCOL, type: 'result', row });
  for (const [what, textOf] of [
    ['words', () => 'garbage'], ['a result without the secret', () => forged],
    ['a result with another secret', () => `${'0'.repeat(32)} ${forged}`], ['bytes', () => '\0\0\0\x02hi'],
    ...['{', 'null', '"words"'].map((text) => (
      [`${text.slice(0, 8)} after the secret`, (secret) => `\n${secret} ${text}\n`])),
  ]) {
    it(`is quoted: ${what}`, async () => {
      const scene = await begin();
      scene.child.say(textOf(scene.child.secret));
      await turns();
      const { code, message } = await errorOf(scene);
      expect(code).to.equal('garbage');
      expect(message).to.match(/^its process wrote .+ instead of a result, and ended with exit code 0$/);
    });
  }

  it('is ignored before and after a result, and in the same line', async () => {
    const scene = await begin();
    scene.child.say('garbage\nhalf a li');
    scene.sendResult();
    scene.child.say('ne\n\n');
    for (const message of [{ type: 'unheard of' }, { type: 'result' }]) scene.tell(message);
    scene.sendResult({ ...row, nsPerCall: 1 });
    await turns();
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured());
  });

  it('can be split at any byte', async () => {
    const scene = await begin();
    const { say, secret } = scene.child;
    const message = JSON.stringify({ qtimeit: PROTOCOL, type: 'result', row: { ...row, kind: '\u4e16\ud83d\ude00' } });
    for (const byte of Buffer.from(`\n${secret} ${message}\n`)) say(Buffer.from([byte]));
    await turns();
    scene.child.end(0);
    expect((await scene.end).row.kind).to.equal('\u4e16\ud83d\ude00');
  });

  for (const [one, words] of [
    [undefined, 'row: expected an object, but it is missing'],
    [{ ...row, calls: -1 }, 'row.calls: expected an integer of at least 0, got -1'],
    [{ ...row, name: 'other' }, "row: expected that of \"sort\", got 'other'"],
  ]) {
    it(`is reported with the invalid field: ${words}`, async () => {
      const scene = await begin();
      scene.tell({ type: 'result', row: one });
      await turns();
      expect(await errorOf(scene)).to.include(
        { code: 'garbage', message: `its process sent an invalid result: ${words}` });
    });
  }

  it('ends a process of another version', async () => {
    const scene = await begin();
    scene.tell({ qtimeit: PROTOCOL + 1, type: 'result', row });
    await turns();
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    expect((await errorOf(scene, null, 'SIGKILL')).message).to.include(`(protocol ${PROTOCOL + 1})`);
  });

  it('can be missing because the pipe was closed', async () => {
    expect((await errorOf(await begin(), LOST_CODE)).message).to.include('file descriptor 3, through which it ' +
      'reports its result');
  });

  it('can be an error of a pipe, which is ignored', async () => {
    const scene = await begin();
    scene.child.emit('error', systemError('EPIPE', 'write'));
    for (const stream of [...scene.child.stdio.slice(3, 5), scene.child.stdout, scene.child.stderr]) {
      stream.emit('error', systemError('ECONNRESET', 'read'));
    }
    scene.sendResult();
    await turns();
    scene.child.end(0);
    expect((await scene.end).row).to.deep.equal(row);
  });
});

describe('a process that cannot be started', () => {
  /** A fork() that fails at once, or a turn later without a process */
  const failing = (codes, isThrown) => {
    let next = 0;
    return () => {
      const code = codes[next++];
      if (!code) return fakeChild();
      const error = systemError(code, 'spawn node');
      if (isThrown) throw error;
      const child = fakeChild();
      delete child.pid;
      process.nextTick(() => child.emit('error', error));
      return child;
    };
  };

  for (const isThrown of [true, false]) {
    const how = isThrown ? 'at once' : 'later';
    for (const [code, failures] of [['EAGAIN', 4], ['ENOMEM', 4], ['EMFILE', 4], ['ENFILE', 4], ['EAGAIN', 2]]) {
      it(`is tried again after 100, 400 and 1600 ms: ${code} ${how}, ${failures} times`, async () => {
        const scene = start({ fork: failing(Array(failures).fill(code), isThrown) });
        for (const [i, ms] of [100, 400, 1600].slice(0, failures).entries()) {
          await turns();
          scene.clock.advance(ms - 1);
          await turns();
          expect(scene.host.forked).to.have.length(i + 1);
          scene.clock.advance(1);
          await turns();
          expect(scene.host.forked).to.have.length(i + 2);
        }
        if (failures < 4) {
          scene.sendResult();
          scene.child.end(0);
          expect((await scene.end).row).to.deep.equal(row);
          return;
        }
        const { row: none, error, hung } = await scene.end;
        expect({ none, code: error.code, hung }).to.deep.equal({ none: null, code: 'not-started', hung: false });
        expect(error.message).to.match(/^its process could not be started: .+\. .+$/).and.include(`(${code})`);
        expect(scene.waitingMs()).to.deep.equal([]);
      });
    }

    for (const [code, words] of [
      ['ENOENT', '/usr/bin/node no longer exists. Start again with an existing executable'],
      ['EACCES', 'no permission to run /usr/bin/node (EACCES)'], ['EIO', 'EIO: spawn node'],
    ]) {
      it(`is not tried again if that does not help: ${code} ${how}`, async () => {
        const scene = start({ fork: failing([code], isThrown) });
        const { row: none, error } = await scene.end;
        expect([none, error.code, error.message, scene.host.forked.length, scene.waitingMs()])
          .to.deep.equal([null, 'not-started', `its process could not be started: ${words}`, 1, []]);
      });
    }
  }
});

describe('a process that is killed', () => {
  it('is started once more, because that may be an accident', async () => {
    const scene = await begin();
    scene.child.end(null, 'SIGKILL');
    await turns();
    const [first, second] = scene.host.forked.map(({ options }) => JSON.parse(options.env.QTIMEIT_WORKER));
    expect({ ...second, secret: null }).to.deep.equal({ ...first, secret: null });
    expect(second.secret).to.not.equal(first.secret);
    scene.tell({ type: 'begun' });
    await turns();
    scene.sendResult();
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

  it('is not started again after an abort, or if this process killed it', async () => {
    expect((await errorOf(await begin(), null, 'SIGABRT')).code).to.equal('killed');
    const scene = await begin();
    scene.kill();
    expect(scene.child.kills).to.deep.equal(['SIGKILL']);
    expect((await errorOf(scene, null, 'SIGKILL')).code).to.equal('killed');
  });
});

describe('the time limit of a process', () => {
  /** Advances the clock, and expects the signals that the process has received by then. */
  const expectKills = (scene, steps) => {
    for (const [ms, ...kills] of steps) {
      scene.clock.advance(ms);
      expect(scene.child.kills, `after ${ms}`).to.deep.equal(kills);
    }
  };

  it('is followed by SIGTERM, and SIGKILL 2 s later', async () => {
    const scene = await begin();
    expectKills(scene, [[5999], [1, 'SIGTERM'], [1999, 'SIGTERM'], [1, 'SIGTERM', 'SIGKILL']]);
    expect((await errorOf(scene, null, 'SIGKILL')).message)
      .to.match(/^did not end within 6 s, and its process was killed\. /);
  });

  it('is not followed by SIGKILL if the process has ended', async () => {
    const scene = await begin();
    scene.clock.advance(6000);
    expect((await errorOf(scene, null, 'SIGTERM')).code).to.equal('timed-out');
    expectKills(scene, [[1e6, 'SIGTERM']]);
  });

  for (const [ms, request, words] of [
    [30000, {}, 'suite 1 of the script within 30 s'],
    [45000, { limitMs: 45000, job: { ...MARK, position: 3 } }, 'suite 4 of the script within 45 s'],
    [9000, { startLimitMs: 9000 }, 'suite 1 of the script within 9 s'],
  ]) {
    it(`is ${ms} ms until it reaches ${words}`, async () => {
      const scene = start({ request });
      expectKills(scene, [[ms - 1], [1, 'SIGTERM']]);
      expect((await errorOf(scene, null, 'SIGTERM')).message)
        .to.equal(`its process did not reach ${words} and was killed`);
    });
  }

  it('is lower until the test has a figure, for an endless loop among other tests', async () => {
    const scene = await begin({ request: { mostMs: () => 2500 } });
    scene.clock.advance(2400);
    scene.tell({ type: 'known', row, sample: null });
    await turns();
    expectKills(scene, [[5999], [1, 'SIGTERM']]);
    const looping = await begin({ request: { mostMs: () => 2500 } });
    expectKills(looping, [[2499], [1, 'SIGTERM']]);
    expect((await errorOf(looping, null, 'SIGTERM')).message)
      .to.include("did not end within 2.5 s, the most that the command's --timeout left for it");
  });

  it('restarts with the test, and is 2 s after its result', async () => {
    const scene = start();
    scene.clock.advance(29000);
    scene.tell({ type: 'begun' });
    await turns();
    expectKills(scene, [[5999]]);
    scene.sendResult();
    expectKills(scene, [[1999], [1, 'SIGKILL']]);
    scene.child.end(null, 'SIGKILL');
    expect(await scene.end).to.deep.equal(measured({ hung: true }));
    expect(scene.host.forked).to.have.length(1);
  });

  it('is 200 ms for its last output, which may arrive after its end', async () => {
    const scene = await begin();
    scene.child.exit(0);
    expect(scene.waitingMs()).to.deep.equal([200]);
    scene.clock.advance(200);
    await turns(1);
    scene.sendResult();
    expect((await scene.end).row).to.deep.equal(row);
  });

  it('is 200 ms if a child process holds its output open', async () => {
    const scene = await begin();
    scene.sendResult();
    scene.child.exit(0);
    await turns();
    scene.clock.advance(200);
    expect(await scene.end).to.deep.equal(measured());
    scene.child.close(0);
    await turns();
  });
});

describe('output of a process', () => {
  it('is passed on line by line, without that from before the test', async () => {
    const scene = start();
    scene.child.stdout.write('of the script\n');
    await turns();
    scene.tell({ type: 'begun' });
    await turns();
    const bytes = Array.from(Buffer.from('\u00e9\u4e16\ud83d\ude00 end'), (byte) => Buffer.from([byte]));
    for (const part of ['on', 'e\ntw', 'o\n', '\n', ...bytes]) {
      scene.child.stdout.write(part);
      await turns(1);
    }
    expect(scene.lines).to.deep.equal(['one', 'two', '']);
    await errorOf(scene);
    expect(scene.lines).to.deep.equal(['one', 'two', '', '\u00e9\u4e16\ud83d\ude00 end']);
  });

  it('to standard error is kept: the last 20 lines of 500 characters, also from before the test', async () => {
    const early = start();
    early.child.stderr.write('of the script\n');
    expect(await errorOf(early, 1)).to.deep.include({ code: 'not-reached', output: ['of the script'] });
    const scene = await begin();
    for (let i = 1; i <= 30; i++) scene.child.stderr.write(`line ${i}\n`);
    scene.child.stderr.write(`${'x'.repeat(1000)}\nlast, unfinished`);
    const { output } = await errorOf(scene, 1);
    expect(output).to.have.length(20);
    expect([output[0], ...output.slice(17)])
      .to.deep.equal(['line 13', 'line 30', `${'x'.repeat(500)}...`, 'last, unfinished']);
    expect(scene.lines).to.deep.equal([]);
  });
});

describe('a process of interleaved tests', () => {
  /** A process that has started and waits for its steps, scene.steps */
  function startSteps({ request, ...given } = {}) {
    const scene = sceneOf({ request: { job: { ...MARK, takesTurns: true }, ...request }, ...given });
    scene.steps = scene.runner.begin(scene.request);
    scene.end = scene.steps.ended;
    scene.ready = async () => {
      scene.child.sayTurn('ready\n');
      await turns();
    };
    return scene;
  }

  async function beginSteps(given) {
    const scene = startSteps(given);
    scene.tell({ type: 'begun' });
    await scene.steps.begun;
    return scene;
  }

  /** A process that has warmed up and waits for its first turn */
  async function warmedUp(given) {
    const scene = await beginSteps(given);
    const warm = scene.steps.go();
    await scene.ready();
    await warm;
    return scene;
  }

  /** Whether a promise has already resolved */
  async function isDone(promise) {
    let done = false;
    promise.then(() => { done = true; });
    await turns();
    return done;
  }

  const endedBy = async (scene, signal) => {
    const { code, message } = await errorOf(scene, null, signal);
    expect(scene.steps.isOver()).to.equal(true);
    return { code, message, mustRepeat: (await scene.end).mustRepeat };
  };

  it('has a separate pipe for its turns, a known process id, and passes on preliminary results', async () => {
    const known = [];
    const scene = await beginSteps({ request: { onKnown: (found) => known.push(found) } });
    expect(scene.host.forked[0].options.stdio.slice(0, 6))
      .to.deep.equal(['ignore', 'pipe', 'pipe', 'overlapped', 'overlapped', 'pipe']);
    expect({ pid: scene.steps.pid(), isOver: scene.steps.isOver() }).to.deep.equal({ pid: 4711, isOver: false });
    for (const one of [row, { name: row.name }]) scene.tell({ type: 'known', row: one, sample: null });
    await errorOf(scene);
    expect(known).to.deep.equal([{ row, sample: null, rounds: null }]);
  });

  it('takes one step after the other, each of which ends with a ready line, and sends its rounds', async () => {
    const { steps, child, ready } = await beginSteps();
    expect(child).to.deep.include({ heard: [], turnsHeard: [] });
    for (const [step, line] of [[() => steps.go(), null], [() => steps.turn(0), '0\n'], [() => steps.turn(12), '12\n'],
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

  it('receives no more steps after its result, and may still write to the pipe of its turns', async () => {
    const { steps, child, ready, sendResult } = await warmedUp();
    const turn = steps.turn(3);
    sendResult();
    await turn;
    await Promise.all([steps.turn(4), steps.finish(), ready()]);
    child.end(0);
    expect({ turnsHeard: child.turnsHeard, kills: child.kills, ended: await steps.ended })
      .to.deep.equal({ turnsHeard: ['3\n'], kills: [], ended: measured() });
  });

  it('ends its turn with its end, and is not started again', async () => {
    for (const [signal, mustRepeat, isOurs] of [
      ['SIGKILL', true], ['SIGSEGV', true], ['SIGABRT', false], ['SIGKILL', false, true],
    ]) {
      const scene = await warmedUp();
      const turn = scene.steps.turn(0);
      if (isOurs) scene.kill();
      expect(await endedBy(scene, signal))
        .to.deep.equal({ code: 'killed', message: `its process was killed by ${signal}`, mustRepeat });
      await turn;
    }
  });

  it('counts as begun if it cannot be started', async () => {
    const { steps, child } = startSteps({ fork() { throw systemError('EACCES', 'spawn node'); } });
    await steps.begun;
    expect({ child, isOver: steps.isOver() }).to.deep.equal({ child: null, isOver: true });
    expect(await steps.ended).to.deep.include({ row: null, mustRepeat: false });
  });

  it('is killed for a ready line without a turn, and the error names it', async () => {
    for (const when of [startSteps, beginSteps, warmedUp]) {
      const scene = await when();
      await scene.ready();
      expect(scene.child.kills, when.name).to.deep.equal(['SIGKILL']);
      const { code, message, mustRepeat } = await endedBy(scene, 'SIGKILL');
      expect({ code, mustRepeat }, when.name).to.deep.equal({ code: 'garbage', mustRepeat: false });
      expect(message, when.name).to.include('unexpected message');
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

  for (const [what, arrange, step] of [
    ['warm-up', beginSteps, ({ steps }) => steps.go()], ['turn', warmedUp, ({ steps }) => steps.turn(0)],
    ['result', warmedUp, ({ steps }) => steps.finish()],
  ]) {
    it(`times out if its ${what} takes longer than its limit`, async () => {
      const scene = await arrange();
      const taken = step(scene);
      scene.clock.advance(5999);
      expect(scene.child.kills).to.deep.equal([]);
      scene.clock.advance(1);
      expect(scene.child.kills).to.deep.equal(['SIGTERM']);
      expect(await endedBy(scene, 'SIGTERM')).to.include({ code: 'timed-out', mustRepeat: false });
      await taken;
    });
  }

  it('has no limit while it waits for others to start or for its turn, and the whole limit in each turn', async () => {
    const scene = await beginSteps();
    expect(scene.waitingMs()).to.deep.equal([]);
    scene.clock.advance(1e9);
    const warm = scene.steps.go();
    await scene.ready();
    await warm;
    for (let number = 0; number < 3; number++) {
      expect(scene.waitingMs()).to.deep.equal([]);
      scene.clock.advance(1e9);
      const turn = scene.steps.turn(number);
      expect(scene.waitingMs()).to.deep.equal([6000]);
      scene.clock.advance(5000);
      await scene.ready();
      await turn;
    }
    expect(scene.child.kills).to.deep.equal([]);
    await errorOf(scene);
  });
});

describe('a script that cannot be run again', () => {
  const check = (given) => sceneOf(given).runner.check({ name: 'bench', forking: 'forkTests, tier and cold' });
  const started = (option) => `there is no script to run again: node was started with ${option}`;
  const repl = 'there is no script file to run again (REPL or standard input)';
  const withOptions = (...execArgv) => ({ execArgv, argv: ['/usr/bin/node'] });
  for (const [given, why] of [
    [withOptions('-e', 'code'), started('-e')],
    // Arguments can look like a script.
    [{ execArgv: ['-e', 'code'] }, started('-e')],
    [withOptions('--eval=code'), started('--eval=code')],
    [withOptions('--expose-gc', '-p', 'code'), started('-p')],
    ...['--eval', '--print', '-pe', '-i', '--interactive', '-c', '--check'].map((option) => (
      [withOptions(option), started(option)])),
    [{ argv: ['/usr/bin/node'] }, repl],
    [{ argv: ['/usr/bin/node', ''] }, repl],
    [{ argv: ['/usr/bin/node', '-'], scripts: ['-'] }, repl],
    [{ isMainThread: false }, 'this is a worker thread, and its script cannot be run again'],
    [{ scripts: [] }, 'the script /home/me/script.js no longer exists'],
  ]) {
    it(`is refused with a hint: ${JSON.stringify(given)}`, () => {
      expect(() => check(given)).to.throw(Error).with.property('message',
        `bench: cannot fork: ${why}. Put the suite into a file, or do not use forkTests, tier and cold`);
    });
  }

  it('is code without a file, with only other options', () => {
    for (const execArgv of [
      [], ['--stack-size=2000', '-r', './x'],
      ['--enable-source-maps', '--experimental-eventsource', '--input-type=module'],
    ]) check({ execArgv });
  });
});

describe('a process of a program that runs node', () => {
  const request = { wrapper: ['valgrind', '--tool=x'], flags: ['--predictable'] };

  /** Records the signals to the group of a process */
  function watchGroup(scene) {
    const killed = [];
    scene.host.killGroup = (pid, signal) => killed.push([pid, signal]);
    return killed;
  }

  it('leads a separate process group', async () => {
    const scene = await begin({ request, execArgv: ['--expose-gc'] });
    const [{ args, options }] = scene.host.forked;
    expect(options).to.deep.include(
      { execPath: 'valgrind', execArgv: ['--tool=x', '/usr/bin/node', '--expose-gc', '--predictable'] });
    expect({ detached: options.detached, args }).to.deep.equal({ detached: true, args: [] });
    const counted = {
      kind: 'sync', form: 'sync given 0', tiers: { loop: null, test: null }, collects: false, threads: 0,
      hasProcesses: false,
    };
    scene.tell({ type: 'result', row, sample: null, counted });
    await turns();
    scene.child.end(0);
    expect(await scene.end).to.deep.equal(measured({ counted }));
  });

  it('is killed with its group, of which no process is left at its end', async () => {
    const scene = start({ request });
    const killed = watchGroup(scene);
    await turns();
    scene.kill();
    expect({ killed, kills: scene.child.kills }).to.deep.equal({ killed: [[4711, 'SIGKILL']], kills: [] });
    await errorOf(scene, null, 'SIGKILL');
    expect(killed).to.have.length(2);
  });

  it('leads a group like all processes, except on Windows', async () => {
    for (const [platform, isGroup] of [['linux', true], ['win32', false]]) {
      const scene = await begin({ platform });
      const killed = watchGroup(scene);
      expect(scene.host.forked[0].options.detached).to.equal(isGroup);
      await errorOf(scene);
      expect(killed).to.deep.equal(isGroup ? [[4711, 'SIGKILL']] : []);
    }
  });
});
