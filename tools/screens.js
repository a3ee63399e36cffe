'use strict';

/*
 * Shows terminal output: runs a command in terminals (tmux) of several widths, with and without colour, and prints the
 * final screen. Lines that the terminal wrapped begin with `>`, and cause exit code 1.
 *
 *   node tools/screens.js [--widths 60,80,120,200] [--only bench,run] [command [argument ...]]
 *
 * A single word is run by the shell. Without a command: one of each kind in tools/screens/kinds.js.
 */

const { execFile, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { KINDS, writeKinds } = require('./screens/kinds');

const WIDTHS = [60, 80, 120, 200];
const HEIGHT = 50;
const LIMIT_MS = 300000;

// Variables that would override the terminal's colours and form.
const DECIDES = /^(NO_COLOR|FORCE_COLOR|NODE_DISABLE_COLORS|COLORTERM|CI|GITHUB_ACTIONS|COLUMNS|TMUX.*|LC_.*)$/;

function readArguments(words) {
  const options = { widths: WIDTHS, only: Object.keys(KINDS), command: null };
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--widths') options.widths = (words[++i] || '').split(',').map(Number);
    else if (words[i] === '--only') options.only = (words[++i] || '').split(',');
    else if (words[i].startsWith('-') && words[i] !== '--') throw new Error(`unknown option ${words[i]}`);
    else {
      options.command = words.slice(words[i] === '--' ? i + 1 : i);
      break;
    }
  }
  const kind = options.only.find((name) => !KINDS[name]);
  if (kind !== undefined) throw new Error(`there is no "${kind}"; there are ${Object.keys(KINDS).join(', ')}`);
  if (!options.widths.every((width) => width > 0)) throw new Error('--widths takes numbers of columns: 60,80');
  return options;
}

const quoted = (word) => `'${word.replace(/'/g, '\'\\\'\'')}'`;
const lineOf = (words) => (words.length === 1 ? words[0] : words.map(quoted).join(' '));

/** A separate tmux: run(...words) -> its standard output; ended() resolves when a script has ended. */
function openTmux(folder) {
  const config = path.join(folder, 'tmux.conf');
  fs.writeFileSync(config, 'set -g history-limit 50000\nset -g status off\nset -g exit-empty off\n');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DECIDES.test(name)));
  const ours = ['-u', '-f', config, '-S', path.join(folder, 'socket')];
  const run = (...words) => {
    const { error, status, stdout, stderr } =
      spawnSync('tmux', [...ours, ...words], { encoding: 'utf8', env: { ...env, LC_ALL: 'C.UTF-8' } });
    if (error && error.code === 'ENOENT') throw new Error('tmux is not there; install the package tmux');
    if (error || status !== 0) throw error || new Error(`tmux ${words[0]}: ${stderr.trim()}`);
    return stdout;
  };
  const ended = () => new Promise((resolve, reject) => {
    // tmux does not handle ^C, but this process does while it waits here.
    execFile('tmux', [...ours, 'wait-for', 'ended'], { timeout: LIMIT_MS }, (error) => {
      if (!error) return resolve();
      reject(new Error(`the command did not end within ${LIMIT_MS / 1000} s, or tmux did (${error.message})`));
    });
  });
  const close = () => {
    spawnSync('tmux', [...ours, 'kill-server']);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { run, ended, close };
}

/** The rows that are parts of a wrapped line; both include all spaces. */
function wrappedRows(rows, lines) {
  const found = new Set();
  let next = 0;
  for (const line of lines) {
    const first = next;
    for (let length = 0; next === first || length < line.length && next < rows.length; next++) {
      length += (rows[next] || '').length;
    }
    for (let i = first; next - first > 1 && i < next; i++) found.add(i);
  }
  return found;
}

/**
 * Runs a line of the shell to its end in a terminal.
 *
 * @returns {Promise<{ rows: string[], wrapped: Set<number>, status: number }>} rows: with colours, if there are any
 */
async function shoot(tmux, line, { cwd, folder, width, hasColour }) {
  const script = path.join(folder, 'script.sh');
  const statusFile = path.join(folder, 'status');
  // tmux keeps the signal until a process waits for it. The terminal must stay until it is read: `cat` waits.
  fs.writeFileSync(script, `${hasColour ? '' : 'export NO_COLOR=1\n'}cd ${quoted(cwd)}\n(${line}\n)\n` +
    `echo $? >${quoted(statusFile)}\ntmux wait-for -S ended\nexec cat\n`);
  const size = ['-x', String(width), '-y', String(HEIGHT)];
  tmux.run('new-session', '-d', '-s', 'screen', ...size, `sh ${quoted(script)}`);
  await tmux.ended();
  const captured = (...how) => tmux.run('capture-pane', '-p', '-t', 'screen', '-S', '-', ...how).split('\n');
  const wrapped = wrappedRows(captured('-N'), captured('-N', '-J'));
  const rows = captured(...(hasColour ? ['-e'] : []));
  while (rows.length > 0 && rows[rows.length - 1] === '') rows.pop();
  tmux.run('kill-session', '-t', 'screen');
  return { rows, wrapped, status: Number(fs.readFileSync(statusFile, 'utf8')) };
}

async function main() {
  const { widths, only, command } = readArguments(process.argv.slice(2));
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'screens-'));
  const tmux = openTmux(folder);
  process.on('exit', tmux.close);
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  process.stdout.on('error', () => process.exit(2));

  tmux.run('-V');
  let shots = [[command && command.join(' '), command && lineOf(command), process.cwd()]];
  if (!command) {
    writeKinds(folder);
    shots = only.map((name) => [name, KINDS[name].map(quoted).join(' '), folder]);
  }
  for (const [name, line, cwd] of shots) {
    for (const width of widths) {
      for (const hasColour of [true, false]) {
        const { rows, wrapped, status } = await shoot(tmux, line, { cwd, folder, width, hasColour });
        console.log(`=== ${name}: ${width} columns, ${hasColour ? '' : 'no '}colour, exit code ${status}` +
          `${wrapped.size > 0 ? `, ${wrapped.size} ROWS WRAPPED` : ''}`);
        const text = rows.map((row, i) => `${wrapped.has(i) ? '> ' : '  '}${row}\n`).join('');
        process.stdout.write(`${text}${hasColour ? '\x1b[0m' : ''}`);
        if (wrapped.size > 0) process.exitCode = 1;
      }
    }
  }
}

main().catch((error) => {
  console.error(`screens: ${error.message}`);
  process.exitCode = 2;
});
