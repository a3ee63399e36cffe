'use strict';

/* A process for one configuration: its result, or why there is none. Nothing is lost in silence: a process that ends well without a result has failed. */

const { keepLast, readLines } = require('../child-output');
const { OUT_OF_MEMORY } = require('../fork-failure');
const { rowError } = require('../row-error');

// Longer than the process itself gives what it left open; beyond it hangs in code of its own.
const HUNG_MS = 10000;

// A new process is refused (too many, no memory): tried again after so many ms.
const REFUSED = ['EAGAIN', 'ENOMEM'];
const TRIES_MS = [100, 400, 1600];

/** Why there is no result. */
function causeOf({ failed, reports, exitCode, signal, spawnError, output }) {
  const error = (kind, message) => rowError(kind, message, { output });
  if (spawnError) return error('not-started', `no process could be started for it: ${spawnError.message}`);
  if (failed) return { ...failed, output };
  const ended = signal ? `was killed by ${signal}` : `ended with exit code ${exitCode}`;
  if (output.some((line) => OUT_OF_MEMORY.test(line))) return error('out-of-memory', `ran out of memory: its process ${ended}; node --max-old-space-size=MB gives it more`);
  if (signal) return error('killed', `its process was killed by ${signal}`);
  if (exitCode !== 0) return error('exited', `its process ${ended}${reports.length ? ' after it had reported' : ' before it called end()'}`);
  if (reports.length === 0) return error('exited', 'never called end(): its process ended with exit code 0');
  const [{ rate, time }] = reports;
  if (!Number.isFinite(rate) || !Number.isFinite(parseFloat(time))) return error('garbage', `reported a rate of ${rate} in ${time} s, which is no result`);
  if (reports.length > 1) return error('called-twice', `reported ${reports.length} results: one configuration has one`);
  return null;
}

/**
 * @param {object} launch { script, args, execArgv, env, isPiped } isPiped: what it prints goes to standard error, and the last lines are kept
 * @param {object} doors { host, clock, writeError }
 * @param {function(function())} onStart given a function that ends the process at once
 * @returns {Promise<{ report: object|null, error: object|null }>} never rejects; report { rate, time, conf, operations, latency }
 */
async function forkConfiguration(launch, doors, onStart) {
  let end = await forkOnce(launch, doors, onStart);
  for (const delayMs of TRIES_MS) {
    if (!end.spawnError || !REFUSED.includes(end.spawnError.code)) break;
    await new Promise((resolve) => doors.clock.after(resolve, delayMs));
    end = await forkOnce(launch, doors, onStart);
  }
  const error = causeOf(end);
  return { report: error ? null : end.reports[0], error };
}

function forkOnce({ script, args, execArgv, env, isPiped }, { host, clock, writeError }, onStart) {
  return new Promise((resolve) => {
    const end = { failed: null, reports: [], exitCode: null, signal: null, spawnError: null, output: [] };
    let cancel = () => {};
    const settle = () => {
      cancel();
      resolve(end);
    };
    let child;
    try {
      child = host.fork(script, args, { env, execArgv, stdio: isPiped ? ['inherit', 2, 'pipe', 'ipc'] : 'inherit' });
    } catch (error) {
      end.spawnError = error;
      settle();
      return;
    }
    onStart(() => child.kill('SIGKILL'));
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      end.spawnError = error;
      settle();
    });
    child.on('message', (message) => {
      if (!message || message.qtimeit !== 1) return;
      if (message.type === 'failed') end.failed = message.error;
      if (message.type !== 'report') return;
      // A result that was made by hand may have its rate as text.
      end.reports.push({ ...message, rate: typeof message.rate === 'string' ? parseFloat(message.rate) : message.rate });
      cancel();
      cancel = clock.after(() => child.kill('SIGKILL'), HUNG_MS);
    });
    child.on('exit', (exitCode, signal) => {
      // What hangs after its result has one.
      const isHung = signal === 'SIGKILL' && end.reports.length > 0 && child.killed;
      end.exitCode = isHung ? 0 : exitCode;
      end.signal = isHung ? null : signal;
      // Its last words are still in the pipe; one of its own children may hold that open.
      cancel();
      cancel = clock.after(settle, 200);
    });
    child.on('close', settle);
    if (isPiped) {
      readLines(child.stderr, (line) => {
        writeError(`${line}\n`);
        keepLast(end.output, line);
      });
    }
  });
}

module.exports = { forkConfiguration };
