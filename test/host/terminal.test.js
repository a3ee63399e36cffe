'use strict';

const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const { expect } = require('chai');

const FILE = path.join(__dirname, '..', '..', 'lib', 'base', 'host', 'terminal.js');
const NAMES = 'write, writeError, writeErrorNow, screen, hasColours, isUtf8';
const START = `const { ${NAMES} } = require(${JSON.stringify(FILE)});`;

/** What a process with pipes for streams writes. */
function run(script, env = {}, start = START) {
  const { status, stdout, stderr } =
    spawnSync(process.execPath, ['-e', `${start} ${script}`], { encoding: 'utf8', env: { ...process.env, ...env } });
  return { status, stdout, stderr };
}

/** A script that prints a list which depends on standard output, `out`. */
const seen = (list) => `const out = process.stdout; const seen = ${list}; out.isTTY = false;
  write(JSON.stringify(seen));`;

describe('terminal', () => {
  it('writes each text to its stream', () => {
    expect(run('write("a"); write("ü\\n"); writeError("b\\n"); writeErrorNow("c\\n");'))
      .to.deep.equal({ status: 0, stdout: 'aü\n', stderr: 'b\nc\n' });
  });

  it('has the current size of its screen, 80 by 24 without a size, and none if it is dumb', () => {
    const script = seen(`[
        [true, 132, 50, 'xterm'], [true, 60, 10, 'xterm'], [true, 0, 0, 'xterm'], [true, undefined, undefined, 'xterm'],
        [true, 132, 50, 'dumb'], [false, 132, 50, 'xterm'], [undefined, 132, 50, 'xterm'],
      ].map(([isTTY, columns, rows, TERM]) => {
        Object.assign(out, { isTTY, columns, rows });
        process.env.TERM = TERM;
        return screen();
      })`);
    const usual = { columns: 80, rows: 24 };
    expect(JSON.parse(run(script).stdout))
      .to.deep.equal([{ columns: 132, rows: 50 }, { columns: 60, rows: 10 }, usual, usual, null, null, null]);
  });

  it('has colours if it can show them, unless the environment decides', () => {
    const script = seen(`[
        [true, { TERM: 'xterm' }], [false, { TERM: 'xterm' }], [undefined, {}], [true, { TERM: 'dumb' }],
        [true, { NO_COLOR: '1' }], [true, { NO_COLOR: '' }], [true, { NO_COLOR: '1', FORCE_COLOR: '1' }],
        [false, { FORCE_COLOR: '1' }], [false, { FORCE_COLOR: '' }], [false, { FORCE_COLOR: 'true', TERM: 'dumb' }],
        [true, { FORCE_COLOR: '0' }], [true, { FORCE_COLOR: 'false' }],
      ].map(([isTTY, env]) => {
        out.isTTY = isTTY;
        for (const name of ['NO_COLOR', 'FORCE_COLOR', 'TERM']) delete process.env[name];
        Object.assign(process.env, env);
        return hasColours();
      })`);
    expect(JSON.parse(run(script).stdout)).to.deep.equal(
      [true, false, false, false, false, true, false, true, true, true, false, false]);
  });

  it('has the characters of UTF-8 if the locale uses it', () => {
    const script = seen(`[
        { LANG: 'C.UTF-8' }, { LANG: 'en_US.utf8' }, { LC_CTYPE: 'de_DE.UTF-8' }, { LANG: 'C' }, {},
        { LANG: 'C.UTF-8', LC_ALL: 'C' }, { LANG: 'C', LC_ALL: 'C.UTF-8' }, { LANG: 'C.UTF-8', TERM: 'dumb' },
      ].map((env) => {
        for (const name of ['LC_ALL', 'LC_CTYPE', 'LANG', 'TERM']) delete process.env[name];
        Object.assign(process.env, env);
        return isUtf8();
      })`);
    const answers = [true, true, true, false, false, false, true, false];
    expect(JSON.parse(run(script).stdout)).to.deep.equal(process.platform === 'win32' ? answers.fill(false) : answers);
  });

  it('has the characters of UTF-8 on Windows if output is a terminal that is known to show them', () => {
    const script = seen(`[[true, { WT_SESSION: '1' }], [false, { WT_SESSION: '1' }], [true, {}]].map(([isTTY, env]) => {
        out.isTTY = isTTY;
        for (const name of ['WT_SESSION', 'TERM_PROGRAM']) delete process.env[name];
        Object.assign(process.env, env);
        return isUtf8();
      })`);
    const platform = 'Object.defineProperty(process, "platform", { value: "win32" });';
    expect(JSON.parse(run(`${platform} ${script}`).stdout)).to.deep.equal([true, false, false]);
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
