'use strict';

/* A process in a temporary folder with a separate TMPDIR: how it ends, and what it leaves behind. */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

// All processes of an input inherit this variable, even if their parents end.
const MARK = 'ATTACKED';

// Killed processes take a moment to disappear.
const GONE_MS = 4000;

const MOST_OUTPUT = 2 ** 22;

/** Processes with the mark, by their id; none if the system does not report it. */
function markedBy(mark) {
  const found = [];
  let names = [];
  try {
    names = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch (_) {
    return found;
  }
  for (const name of names) {
    try {
      if (!fs.readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${MARK}=${mark}\0`)) continue;
      // A zombie waits for its parent, and does nothing.
      if (!/^State:\s+Z/m.test(fs.readFileSync(`/proc/${name}/status`, 'latin1'))) found.push(Number(name));
    } catch (_) {
      // It has ended, or belongs to another user.
    }
  }
  return found;
}

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Command lines of the marked processes that remain after a moment; they are killed then. */
async function leftProcesses(mark) {
  let pids = markedBy(mark);
  for (let waitedMs = 0; pids.length && waitedMs < GONE_MS; waitedMs += 100) {
    await delay(100);
    pids = markedBy(mark);
  }
  return pids.map((pid) => {
    let words = '';
    try {
      words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0/g, ' ').trim();
      process.kill(pid, 'SIGKILL');
    } catch (_) {
      // Ended after all.
    }
    return `${pid} ${words}`;
  });
}

/** A folder with files, and a temporary one: { folder, tmp, remove }. */
function openFolder(base, name, files = {}) {
  const root = path.join(base, name.replace(/\W/g, '-'));
  const [folder, tmp] = ['work', 'tmp'].map((one) => path.join(root, one));
  fs.mkdirSync(path.join(folder, 'folder'), { recursive: true });
  fs.mkdirSync(tmp);
  for (const [file, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), content);
  return { folder, tmp, left: () => fs.readdirSync(tmp),
    remove: () => fs.rmSync(root, { recursive: true, force: true }) };
}

/**
 * @param {string[]} command the program and its arguments
 * @param {{ cwd: string, env: object, mark: string, limitMs: number, started?: function(ChildProcess) }} how started:
 *   given the process
 * @returns {Promise<{ status, signal, stdout, stderr, isHung: boolean, processes: string[] }>} processes: left
 *   behind
 */
function runToEnd([file, ...args], { cwd, env, mark, limitMs, started = () => {} }) {
  return new Promise((resolve) => {
    const out = { stdout: '', stderr: '' };
    let isHung = false;
    let end = null;
    // Hanging processes are killed with all that they have started.
    const child =
      spawn(file, args, { cwd, env: { ...env, [MARK]: mark }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const timer = setTimeout(() => {
      isHung = true;
      for (const pid of markedBy(mark)) endProcess(pid);
    }, limitMs);
    for (const name of Object.keys(out)) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text) => { if (out[name].length < MOST_OUTPUT) out[name] += text; });
    }
    const settle = async () => {
      if (end === null) return;
      const { status, signal } = end;
      end = null;
      clearTimeout(timer);
      resolve({ status, signal, ...out, isHung, processes: await leftProcesses(mark) });
      child.stdout.destroy();
      child.stderr.destroy();
    };
    child.on('error', (error) => {
      end = { status: null, signal: error.code };
      settle();
    });
    child.on('exit', (status, signal) => {
      end = { status, signal };
      // Its last output is in the pipe, which processes that it left behind may hold open.
      setTimeout(settle, 1000);
    });
    child.on('close', settle);
    started(child);
  });
}

function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (_) {
    // It has already ended.
  }
}

module.exports = { runToEnd, openFolder, leftProcesses, MARK };
