'use strict';

/* qtimeit command with fake processes; processes/command.js starts real ones. */

const { expect } = require('chai');
const { EventEmitter } = require('events');
const { PassThrough } = require('stream');
const { useFolder, read } = require('../helpers/cli');
const { insideOf } = require('../helpers/cli-inside');
const { fakeTimers } = require('../helpers/fake-timers');
const { splitCommand } = require('#lib/extras/commands/words');

useFolder();

const sysinfo = () => require('../fixtures/documents/results.json').environment;
const TICKS = 1e7; // ns

/**
 * The command line with a clock that only processes advance. programs: by the text of a command, a function of the
 * number of the run that returns what the run does: ms, code, signal, lines (of standard error), ticks (user, system),
 * usage (lines for the log of uncounted runs), hangs, refused (code of an error).
 */
function machineOf(programs, { platform = 'linux', env = process.env, ...files } = {}) {
  const state = { nowNs: 1, cpu: [0, 0], started: [], killed: [] };
  const clock = fakeTimers({ nowNs: () => state.nowNs, wallMs: () => state.nowNs / 1e6 });
  const counts = new Map();

  function run(text, child, log) {
    const number = counts.get(text) || 0;
    counts.set(text, number + 1);
    const { ms = 10, code = 0, signal = null, lines = [], ticks = [0, 0], usage = '', hangs, refused, onStart } =
      programs[text](number);
    state.started.push(text);
    if (onStart) onStart();
    if (refused) {
      child.pid = undefined;
      setImmediate(() => child.emit('error', Object.assign(new Error(refused), { code: refused })));
      return;
    }
    const exit = (...end) => {
      child.kill = null;
      state.cpu = state.cpu.map((sum, i) => sum + ticks[i]);
      if (log) log.text = usage;
      child.emit('exit', ...end);
      if (child.stderr) child.stderr.end(lines.map((line) => `${line}\n`).join(''), () => child.emit('close'));
    };
    child.kill = (name) => exit(null, name);
    setImmediate(() => {
      if (hangs) {
        const [{ ms: limitMs }] = clock.waiting;
        state.nowNs += limitMs * 1e6;
        clock.fire(limitMs);
        return;
      }
      state.nowNs += ms * 1e6;
      exit(code, signal);
    });
  }

  const logs = new Map();
  const host = {
    platform, env,
    spawn(file, args, { env, stdio, shell }) {
      expect(stdio.slice(0, 2)).to.deep.equal(['ignore', 'ignore']);
      const child = Object.assign(new EventEmitter(), {
        pid: state.started.length + 1, stderr: stdio[2] === 'pipe' ? new PassThrough() : null,
      });
      Object.assign(state, { child, usesShell: Boolean(shell) });
      const [, ...timed] = file === '/usr/bin/time' ? args.slice(args.indexOf('-o')) : [null, null, file, ...args];
      const text = file === '/bin/sh' ? args[1] : timed.slice(1).join(' ');
      run(shell ? file : text, child, logs.get(env.QTIMEIT_USAGE));
      return child;
    },
    killGroup(pid, signal) {
      state.killed.push(signal);
      if (state.child.pid === pid && state.child.kill) state.child.kill(signal);
    },
    isThere: (file) => Boolean(files[file]),
    writeTemporary(name) {
      logs.set(name, { text: '' });
      return { path: name, remove() {} };
    },
    readText(file) {
      if (logs.has(file)) return logs.get(file).text;
      if (file === '/proc/self/stat') return `1 (a (b) c) R ${'0 '.repeat(10)}5 5 ${state.cpu.join(' ')} 0`;
      throw Object.assign(new Error(file), { code: 'ENOENT' });
    },
  };
  return { ...insideOf(host, { clock, sysinfo }), state };
}

/** Repeatable noise of some percent */
const noisy = (ms, more) => (number) => ({ ms: ms * (1 + 0.02 * Math.sin(number * 7)), ...more });
const rowsOf = ({ stdout }) => JSON.parse(stdout).suites[0].tests;

describe('qtimeit command', () => {
  it('finds the faster and the equal command, and stops once the verdicts are clear', async () => {
    const { stdoutOf, state } = machineOf({ a: noisy(100), b: noisy(150), c: noisy(50), d: noisy(100.1) });
    const stdout = await stdoutOf('command', 'a', 'b', 'c', 'd', '--json');
    const rows = rowsOf({ stdout });
    expect(rows.map(({ name, verdict }) => [name, verdict])).to.deep.equal(
      [['a', 'baseline'], ['b', 'slower'], ['c', 'faster'], ['d', 'same']]);
    expect(rows[0].nsPerCall).to.be.within(98e6, 102e6);
    for (const { nsPerCall, statistic, samples } of rows) {
      const times = samples.map((sample) => sample.nsPerCall).sort((a, b) => a - b);
      expect(nsPerCall).to.be.closeTo((times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2, 1);
      expect(statistic).to.equal('median');
    }
    expect(rows[1].samples.length).to.equal(rows[1].processes).and.be.within(5, 80); // of 100
    const rounds = state.started.slice(-4 * rows[1].processes);
    expect(rounds.slice(0, 16).join('')).to.equal('abcddcbabcdaadcb');
  });

  it('measures at least five rounds, and no more than the time allows', async () => {
    const { inside } = machineOf({ slow: noisy(5000), unclear: (i) => ({ ms: 100 * (1 + i % 7) }) });
    expect(rowsOf(await inside('command', 'slow', '--json', '-t', '1'))[0].processes).to.equal(5);
    const [, row] = rowsOf(await inside('command', 'unclear', 'unclear', '--json', '-t', '4'));
    expect(row).to.deep.include({ name: 'unclear #2', verdict: 'unresolved', endedEarly: null });
    expect(row.results.elapsed).to.be.within(3, 4);
  });

  it('prints a table with processor time and memory, and all other formats', async () => {
    const usage = 'node 30000 5000 40000\nnode 1000 0 90\npeak 50000\n';
    const { stdoutOf } = machineOf({
      'node a.js': noisy(40, { ticks: [3, 1], usage }), 'true': noisy(1),
    }, { '/usr/bin/time': true });
    const args = ['command', 'node a.js', 'true', '-t', '1', '--save', 'r.json', '-o', 'r.csv', '-o', 'r.html'];
    const stdout = await stdoutOf(...args);
    expect(stdout).to.match(/^name +time +CPU time +peak memory +rate +verdict/m)
      .and.match(/^node a\.js +\S+ ms +\+-\S+ % +40 ms +51\.2 MB +1000 +baseline/m)
      .and.match(/^true +\S+ us +\+-\S+ % +- +- +\S+ +fastest/m)
      .and.match(/^true: processor time unknown: the clock/m).and.match(/^true is fastest: /m);
    const [{ tests: [row] }] = read('r.json').suites;
    expect(row.command).to.deep.equal({ userNs: 3 * TICKS, systemNs: TICKS, peakRssBytes: 51200000, shell: null });
    expect(row).to.deep.include({ cpuNsPerCall: 4 * TICKS, kind: 'process', isCold: false });
    expect(await stdoutOf('report', 'r.json', '--format', 'line')).to.match(/^test="true" .*verdict=faster /m);
    expect(await stdoutOf('report', 'r.json', '--markdown')).to.match(/^### commands$/m).and.match(/51\.2.MB/);
    const { tests } = JSON.parse(await stdoutOf('compare', 'r.json', 'r.json', '--json'));
    expect(tests[0].sides[1].values).to.have.lengthOf(row.samples.length);
  });

  it('uses the usage that Node.js processes report without time(1) and without a clock of the system', async () => {
    const usage = 'node 30000 5000 40000\nnode 1000 0 90000\n';
    const { inside } = machineOf({ 'node a.js': noisy(40, { ticks: [3, 1], usage }) }, { platform: 'win32' });
    const [{ command }] = rowsOf(await inside('command', 'node a.js', '-t', '1', '--json'));
    expect(command).to.deep.equal({ userNs: 31e6, systemNs: 5e6, peakRssBytes: 90000 * 1024, shell: null });
  });

  it('reports commands that fail, with their last lines, and measures the others', async () => {
    const { inside } = machineOf({
      fine: noisy(10), fails: () => ({ code: 3, lines: ['oops'] }), dies: () => ({ signal: 'SIGSEGV', code: null }),
      later: (i) => (i < 6 ? { ms: 10 } : { code: 7, lines: ['at last'] }), hangs: () => ({ hangs: true }),
      missing: () => ({ refused: 'ENOENT' }), odd: () => ({ refused: 'EMFILE' }), 'a.js': () => ({ refused: 'EACCES' }),
    });
    const names = ['fails', 'fine', 'dies', 'later', 'hangs', 'missing', 'a.js', 'odd'];
    const { status, stdout } = await inside('command', ...names, '--json', '--run-timeout', '2', '-t', '1');
    expect(status).to.equal(1);
    expect(rowsOf({ stdout }).map(({ verdict, error }) => error && [verdict, error.code, error.message, error.output]))
      .to.deep.equal([
        ['failed', 'exited', 'exited with code 3', ['oops']], null,
        ['failed', 'exited', 'was killed by SIGSEGV', []], ['failed', 'exited', 'exited with code 7', ['at last']],
        ['failed', 'timed-out', 'did not end within 2 s. Use --run-timeout for a longer limit', []],
        ['failed', 'not-started', 'command not found: missing. Check the spelling and PATH, or use npx missing', []],
        ['failed', 'not-started', 'no permission to run a.js. Did you mean: node a.js', []],
        ['failed', 'not-started', 'odd cannot be started: EMFILE', []],
      ]);
    expect((await inside('command', 'hangs', '-t', '1')).status).to.equal(124);
  });

  it('starts what cannot be started directly by the shell of Windows, and knows if that does not exist', async () => {
    const unknown = (i) => (i === 0 ? { refused: 'ENOENT' } : { code: 1, lines: ['unknown'] });
    const { inside, state } = machineOf({
      'npm -v': (i) => (i === 0 ? { refused: 'ENOENT' } : { ms: 10 }), nothing: unknown, fails: unknown,
    }, { platform: 'win32', env: { PATH: 'C:\\bin;D:\\' }, 'C:\\bin\\fails.cmd': true });
    const rows = rowsOf(await inside('command', 'nothing', 'fails', '-t', '1', '--json'));
    expect(rows.map(({ error }) => `${error.code} ${error.message}`)).to.deep.equal([
      'not-started command not found: nothing. Check the spelling and PATH, or use npx nothing',
      'exited exited with code 1',
    ]);
    const [{ command, warnings }] = rowsOf(await inside('command', 'npm -v', '-t', '1', '--json'));
    expect(command.shell).to.equal('cmd.exe');
    expect(warnings[0]).to.deep.equal({ code: 'shell', shell: 'cmd.exe' });
    expect(state.killed).to.deep.equal([]);
  });

  it('starts a command with shell syntax by the shell of the system', async () => {
    // Node.js starts the shell of Windows.
    for (const [platform, shell, usesShell] of [['linux', 'sh', false], ['win32', 'cmd.exe', true]]) {
      const { inside, state } = machineOf({ 'a | b': noisy(10) }, { platform });
      const [{ error, command }] = rowsOf(await inside('command', 'a | b', '-t', '1', '--json'));
      expect({ error, shell: command.shell, usesShell: state.usesShell })
        .to.deep.equal({ error: null, shell, usesShell });
    }
  });

  it('prints the results so far after a signal, and kills the current run', async () => {
    let saved = null;
    function interrupt() {
      saved = read('r.json');
      process.emit('SIGINT');
    }
    const { inside, state } = machineOf(
      { a: noisy(10), b: (i) => ({ ms: 10, onStart: i === 20 ? interrupt : undefined }) });
    const { status, stdout } = await inside('command', 'a', 'b', '-t', '60', '--save', 'r.json');
    expect(status).to.equal(130);
    expect(saved.complete).to.equal(false);
    expect(saved.suites[0].tests[1].samples).to.have.length.above(10);
    expect(stdout).to.match(/^a .* baseline \(cut short\)/m).and.match(/^b .*\(cut short\)/m)
      .and.include('cut short: some results are missing');
    expect(state.started.at(-1)).to.equal('b');
  });

  it('judges --max-regression', async () => {
    const { inside } = machineOf({
      a: noisy(100), b: noisy(110), c: (i) => ({ ms: 100 * (1 + i % 7) }), d: (i) => ({ ms: 200 * (1 + i * 3 % 7) }),
    });
    const failed = await inside('command', 'a', 'b', '--max-regression', '5%', '--save', 'r.json');
    expect(failed.status).to.equal(3);
    expect(failed.stderr).to.equal('--max-regression 5 %: failed; 1 of 1 test exceeds it in time: b\n');
    expect(read('r.json').gate).to.deep.include({ outcome: 'failed', limit: 0.05 });
    expect((await inside('command', 'b', 'a', '--max-regression', '5%')).status).to.equal(0);
    const { stdout: lines } = await inside('command', 'a', 'b', '--max-regression', '5%', '--format', 'line');
    expect([...lines.matchAll(/ gate=(\S+)$/gm)].map(([, gate]) => gate)).to.deep.equal(['none', 'failed', 'failed']);
    const open = await inside('command', 'c', 'd', '--max-regression', '5%', '--strict', '-t', '2');
    expect(open.status).to.equal(4);
    expect(open.stderr).to.match(/^--max-regression 5 %: not judged; 1 of 1 test may or may not exceed it: d/);
  });

  it('rejects no command, an empty one, and an open quote', async () => {
    const { refused } = machineOf({});
    expect(await refused('command')).to.include("command needs a command: qtimeit command 'node a.js'");
    expect(await refused('command', 'a', '--max-regression', '3%')).to.include('--max-regression needs two commands');
    expect(await refused('command', 'a', 'b', '--strict')).to.include('--strict requires --max-regression');
    expect(await refused('command', 'a', ' ')).to.include('an empty command cannot be measured');
    expect(await refused('command', 'node "a.js')).to.include('the quote " is not closed');
  });
});

describe('splitCommand()', () => {
  it('splits words as a shell does', () => {
    expect(splitCommand(' node  -e "1 + \\"a\\"" \'it is\' a\\ b"c"\'d\' --x=1 "" ', 'linux')).to.deep.equal(
      ['node', '-e', '1 + "a"', 'it is', 'a bcd', '--x=1', '']);
    expect(splitCommand('node C:\\a\\b.js "c d" it\'s', 'win32')).to.deep.equal(
      ['node', 'C:\\a\\b.js', 'c d', "it's"]);
  });

  it('returns null for shell syntax outside of quotes', () => {
    const shell = ['a | b', 'a && b', 'a; b', 'a > f', 'a < f', 'a $X', 'a "$X"', 'a `b`', 'a *.js', 'a ~/b', 'X=1 a',
      'a &', '(a)', 'a {b,c}', 'a\nb', 'a [b]', '! a'];
    for (const text of shell) expect(splitCommand(text, 'linux'), text).to.equal(null);
    expect(splitCommand("a '|&;$`*~' X=1", 'linux')).to.deep.equal(['a', '|&;$`*~', 'X=1']);
    for (const text of ['a | b', 'a %X%', 'a "%X%"', 'a ^b']) expect(splitCommand(text, 'win32'), text).to.equal(null);
  });
});
