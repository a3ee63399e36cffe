'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const { useFolder, inFolder, write } = require('../helpers/cli');
const { PROGRAM, SUITE } = require('../helpers/suite-processes');
const { untilEnd } = require('#lib/cli/shutdown');
const { fakeTimers } = require('../helpers/fake-timers');
const { needs } = require('../helpers/needs');

describe('the shutdown of a command', () => {
  /** The steps while measure() runs, in order */
  async function end(measure, options = {}) {
    const steps = [];
    const clock = fakeTimers();
    const terminal = { status() {}, writeError: (text) => steps.push(text.trim()) };
    const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name));
    const before = listeners();
    const work = {
      measure: () => measure(clock), release: () => steps.push('release'),
      finish: () => steps.push('finish'),
    };
    await untilEnd(options, { clock, terminal }, work).catch((error) => steps.push(error.message));
    expect({ listeners: listeners(), waiting: clock.waiting }).to.deep.equal({ listeners: before, waiting: [] });
    return steps;
  }

  it('releases its resources, and then finishes', async () => {
    expect(await end(async () => {})).to.deep.equal(['release', 'finish', 'release']);
  });

  it('releases its resources if measuring throws, and prints nothing', async () => {
    expect(await end(async () => { throw new Error('wrong'); })).to.deep.equal(['release', 'wrong']);
  });

  it('finishes once if its time is up, and ends the process with 124', async () => {
    const { exit } = process;
    const codes = [];
    process.exit = (code) => codes.push(code);
    try {
      const steps = await end(async (clock) => { expect(clock.fire(2000)).to.equal(1); }, { timeout: 2 });
      expect(codes).to.deep.equal([124]);
      expect(steps).to.deep.equal(['qtimeit: stopped after 2 s (--timeout)', 'release', 'finish', 'release']);
    } finally {
      process.exit = exit;
    }
  });
});

needs('signals', describe)('a command that is interrupted while it checks or writes a file', () => {
  useFolder();

  // Sends ^C once, as soon as a temporary file exists.
  const PRELOAD = `const fs = require('fs');
    const { openSync } = fs;
    let isOver = false;
    fs.openSync = (path, ...more) => {
      const fd = openSync(path, ...more);
      if (/\\.qtimeit-.*\\.tmp$/.test(path) && !isOver) {
        isOver = true;
        process.kill(process.pid, 'SIGINT');
      }
      return fd;
    };\n`;
  const COMMON = JSON.stringify(require.resolve('../../public/common'));
  const SIDES = ['--old', process.execPath, '--new', process.execPath];
  const SAVED = require.resolve('../fixtures/documents/results.json');

  for (const [what, args] of [
    ['a run', ['run', 'a.js']], ['compare over parameters', ['compare', ...SIDES, 'm.js']],
    ['report', ['report', SAVED]], ['compare of files', ['compare', SAVED, SAVED]],
  ]) {
    it(`leaves no other file behind: ${what}`, () => {
      write('a.js', SUITE);
      write('m.js', `const bench = require(${COMMON}).createBenchmark(({ n }) => { bench.start(); bench.end(n); }, ` +
        '{ n: [1] });\n');
      write('preload.js', PRELOAD);
      const { status, stderr } = spawnSync(
        process.execPath, ['--require', inFolder('preload.js'), PROGRAM, ...args, '-o', 'out.csv'],
          { cwd: inFolder(), encoding: 'utf8' });
      expect(status, stderr).to.equal(130);
      expect(fs.readdirSync(inFolder()).filter((name) => name.startsWith('.qtimeit'))).to.deep.equal([]);
    });
  }
});
