'use strict';

const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const { expect } = require('chai');

const FILE = path.join(__dirname, '..', '..', 'lib', 'base', 'host', 'terminal.js');
const NAMES = 'write, writeError, writeErrorNow, screen, hasColours, colourVariables, colourLevel, isUtf8';
const START = `const { ${NAMES} } = require(${JSON.stringify(FILE)});`;

/** What a process with pipes for streams writes. */
function run(script, env = {}, start = START) {
  const { status, stdout, stderr } =
    spawnSync(process.execPath, ['-e', `${start} ${script}`], { encoding: 'utf8', env: { ...process.env, ...env } });
  return { status, stdout, stderr };
}

const VARIABLES = ['NO_COLOR', 'FORCE_COLOR', 'TERM', 'LC_ALL', 'LC_CTYPE', 'LANG', 'WT_SESSION', 'TERM_PROGRAM'];

/**
 * Expects results of a function. cases: [result, variables of the environment, properties of standard output]; setUp:
 * code that runs before
 */
function expectResults(name, cases, setUp = '') {
  const script = `${setUp}
    const out = process.stdout;
    const results = ${JSON.stringify(cases)}.map(([, env, properties]) => {
      Object.assign(out, { isTTY: false, ...properties });
      for (const variable of ${JSON.stringify(VARIABLES)}) delete process.env[variable];
      Object.assign(process.env, env);
      return ${name}();
    });
    out.isTTY = false;
    write(JSON.stringify(results));`;
  const results = JSON.parse(run(script).stdout);
  cases.forEach(([expected, ...given], i) => expect(results[i], JSON.stringify(given)).to.deep.equal(expected));
}

const TERMINAL = { isTTY: true };

describe('terminal', () => {
  it('writes each text to its stream', () => {
    expect(run('write("a"); write("ü\\n"); writeError("b\\n"); writeErrorNow("c\\n");'))
      .to.deep.equal({ status: 0, stdout: 'aü\n', stderr: 'b\nc\n' });
  });

  it('has the current size of its screen, 80 by 24 without a size, and none if it is dumb', () => {
    const sized = (columns, rows, isTTY = true) => ({ isTTY, columns, rows });
    const usual = { columns: 80, rows: 24 };
    const xterm = { TERM: 'xterm' };
    expectResults('screen', [
      [{ columns: 132, rows: 50 }, xterm, sized(132, 50)], [{ columns: 60, rows: 10 }, xterm, sized(60, 10)],
      [usual, xterm, sized(0, 0)], [usual, xterm, sized(null, null)], [null, { TERM: 'dumb' }, sized(132, 50)],
      [null, xterm, sized(132, 50, false)], [null, xterm, sized(132, 50, null)],
    ]);
  });

  it('has colours if it can show them, unless the environment decides', () => {
    expectResults('hasColours', [
      [true, { TERM: 'xterm' }, TERMINAL], [false, { TERM: 'xterm' }], [false, {}, { isTTY: null }],
      [false, { TERM: 'dumb' }, TERMINAL], [false, { NO_COLOR: '1' }, TERMINAL], [true, { NO_COLOR: '' }, TERMINAL],
      [false, { NO_COLOR: '1', FORCE_COLOR: '1' }, TERMINAL], [true, { FORCE_COLOR: '1' }],
      [true, { FORCE_COLOR: '' }], [true, { FORCE_COLOR: 'true', TERM: 'dumb' }],
      [false, { FORCE_COLOR: '0' }, TERMINAL], [false, { FORCE_COLOR: 'false' }, TERMINAL],
    ]);
  });

  it('passes colours on to processes with pipes, as many as this terminal has, unless the environment decides', () => {
    const given = (level) => ({ FORCE_COLOR: level });
    expectResults('colourVariables', [
      [given('1'), {}, { isTTY: true, bits: 4 }], [given('2'), {}, { isTTY: true, bits: 8 }],
      [given('3'), {}, { isTTY: true, bits: 24 }], [{}, {}, { isTTY: true, bits: 1 }],
      [{}, {}, { isTTY: false, bits: 8 }], [{}, { NO_COLOR: '' }, { isTTY: true, bits: 8 }],
      [{}, { FORCE_COLOR: '0' }, { isTTY: true, bits: 8 }],
    ], 'process.stdout.getColorDepth = function () { return this.bits; };');
  });

  it('has the level of colours of processes with pipes, as Node determines it', () => {
    expectResults('colourLevel', [
      [0, {}], [0, {}, { isTTY: false, bits: 8 }], [2, {}, { isTTY: true, bits: 8 }],
      [0, { NO_COLOR: '1' }, { isTTY: true, bits: 8 }], [3, { FORCE_COLOR: '3' }], [1, { FORCE_COLOR: '' }],
      [1, { FORCE_COLOR: 'true' }], [0, { FORCE_COLOR: '0' }, { isTTY: true, bits: 24 }],
    ], 'process.stdout.getColorDepth = function () { return this.bits; };');
  });

  it('has the characters of UTF-8 if the locale uses it', () => {
    const isWindows = process.platform === 'win32';
    expectResults('isUtf8', [
      [true, { LANG: 'C.UTF-8' }], [true, { LANG: 'en_US.utf8' }], [true, { LC_CTYPE: 'de_DE.UTF-8' }],
      [false, { LANG: 'C' }], [false, {}], [false, { LANG: 'C.UTF-8', LC_ALL: 'C' }],
      [true, { LANG: 'C', LC_ALL: 'C.UTF-8' }], [false, { LANG: 'C.UTF-8', TERM: 'dumb' }],
    ].map(([expected, env]) => [expected && !isWindows, env]));
  });

  it('has the characters of UTF-8 on Windows if output is a terminal that is known to show them', () => {
    expectResults('isUtf8', [
      [true, { WT_SESSION: '1' }, TERMINAL], [false, { WT_SESSION: '1' }], [false, {}, TERMINAL],
    ], 'Object.defineProperty(process, "platform", { value: "win32" });');
  });

  it('writes progress to a pipe every 10 s, and not before', () => {
    const script = `
      let now = 0;
      process.hrtime = () => [now, 0];
      const { status } = require(${JSON.stringify(FILE)});
      for (now of [0, 9, 10, 19, 20, 45, 46]) status((columns) => columns + ' ' + now);
      status(null);`;
    expect(run(script, {}, '')).to.deep.equal({ status: 0, stdout: '', stderr: 'null 10\nnull 20\nnull 45\n' });
  });

  it('does not open standard output before it is used', () => {
    const script = `
      let opened = 0;
      Object.defineProperty(process, 'stdout', { get() { opened++; } });
      require(${JSON.stringify(FILE)});
      require('fs').writeSync(1, String(opened));`;
    expect(run(script, {}, '').stdout).to.equal('0');
  });

  it('does not fail if the reader has gone away', async () => {
    const script = `${START}
      process.stdin.resume();
      process.stdin.on('end', () => {
        let left = 5;
        const more = () => { write('text\\n'); writeErrorNow('text\\n'); if (--left > 0) setTimeout(more, 5); };
        more();
      });`;
    const child = spawn(process.execPath, ['-e', script], { stdio: 'pipe' });
    child.stdout.destroy();
    child.stderr.destroy();
    await Promise.all([once(child.stdout, 'close'), once(child.stderr, 'close')]);
    child.stdin.end();
    const [code, signal] = await once(child, 'exit');
    expect({ code, signal }).to.deep.equal({ code: 0, signal: null });
  });

  it('reports lost output once, and makes the exit code 1', () => {
    const lost = 'process.stdout.emit("error", Object.assign(new Error("disk full"), { code: "ENOSPC" }));';
    const message = 'qtimeit: standard output cannot be written: no space left on the device\n';
    for (const end of ['', 'process.exitCode = 0;', 'process.exit(0);']) {
      expect(run(`write("x"); ${lost} ${lost} ${end}`)).to.include({ status: 1, stderr: message });
    }
    expect(run(`write("x"); ${lost} process.exitCode = 3;`)).to.include({ status: 3, stderr: message });
  });
});
