'use strict';

/* Runs one configuration in a process. A process that exits normally without a result has failed. */

const { runProcess } = require('../../base/host/child-process-run');
const { ABORTED, LOST, endedWords, memoryFailure, startFailure } = require('../../core/session/fork-failure');
const { errorIn, faultOfReport } = require('../../core/document/document-shape');
const { configurationText } = require('../../base/text/configuration-names');
const { show } = require('../../base/text/show');
const { createRowError } = require('../../base/text/row-error');
const { faultWords } = require('../../core/document/shape');

const FROM_OUTSIDE = 'SIGKILL'; // another program may have sent this signal by mistake
const HUNG_MS = 10000; // longer than the process waits for open handles

/** null for a valid report. The rate of a handmade result may be text. */
function faultOf({ rate, time, ...report }) {
  const fault = faultOfReport({ ...report, rate: numberIn(rate), seconds: numberIn(time) });
  if (!fault) return null;
  const isOfNumbers = ['rate', 'seconds'].includes(fault.keys[0]);
  return isOfNumbers ? `a rate of ${wordsOf(rate)} in ${wordsOf(time)} s, which is not a valid result`
    : `an invalid result: ${faultWords(fault)}`;
}

const wordsOf = (value) => (typeof value === 'string' ? value.slice(0, 40) : show(value));
const numberIn = (value) => (typeof value === 'string' ? parseFloat(value) : value);

function causeOf(end) {
  const { failed, reports, code, signal, timedOutMs, isHung, isLost, garbage, output } = end;
  const cause = (kind, message) => ({ code: kind, message });
  const notStarted = startFailure(end);
  if (notStarted) return notStarted;
  if (failed) return failed;
  if (timedOutMs !== null) return cause('timed-out', `did not end within ${timedOutMs / 1000} s`);
  const memory = memoryFailure(end);
  if (memory) return memory;
  if (signal === 'SIGABRT' && output.length === 0) return cause('out-of-memory', ABORTED);
  // A process that hangs after its result has succeeded.
  if (signal && !isHung) return cause('killed', `its process was killed by ${signal}`);
  if (isLost) return cause('garbage', LOST);
  if (code !== 0 && !isHung) {
    const when = reports.length ? 'after reporting a result' : 'before it called end()';
    return cause('exited', `its process ${endedWords(end)} ${when}`);
  }
  if (reports.length === 0 && garbage !== undefined) {
    return cause('garbage', `its process wrote ${show(garbage)} instead of a result, and ${endedWords(end)}`);
  }
  if (reports.length === 0) return cause('exited', 'never called end(): its process ended with exit code 0');
  const fault = faultOf(reports[0]);
  if (fault) return cause('garbage', `reported ${fault}`);
  if (reports.length > 1) return cause('called-twice', `reported ${reports.length} results instead of one`);
  return null;
}

/**
 * launch: { script, args, execPath, execArgv, cwd, env, padding: extra bytes of the environment, job: { loadNode, relay
 * }, isPiped: output goes to standard error, and the last lines are kept, counting: null for a timed run }. onStart
 * gets a function that ends the process at once. Never rejects; report: { rate, time, conf, operations, latency,
 * counted }.
 *
 * counting: settings of a run whose instructions are counted, and its output ignored: { wrapper: program and arguments
 * that run node, or [], flags: node options after all others, limitMs, isTrial: whether the run reports its
 * allocations, values: parameters that replace values of the configuration }
 */
async function forkConfiguration(launch, deps, onStart) {
  let end = await runConfiguration(launch, deps, onStart);
  // A single kill can be an accident: try again.
  const isAccident = end.signal === FROM_OUTSIDE && !end.isKilled && !end.isHung && end.timedOutMs === null;
  if (isAccident) end = await runConfiguration(launch, deps, onStart);
  const cause = causeOf(end);
  if (cause) {
    const { code, message, ...more } = cause;
    return { report: null, error: createRowError(code, message, { ...more, output: end.output }) };
  }
  const [{ rate, ...report }] = end.reports;
  return { report: { ...report, rate: numberIn(rate) }, error: null };
}

function commandOf({ execPath, execArgv, isPiped, counting, ...launch }, host) {
  const { wrapper = [], flags = [], isTrial } = counting || {};
  const [program, ...options] = [...wrapper, execPath || host.execPath, ...execArgv, ...flags];
  const output = counting ? ['ignore', 'pipe'] : isPiped ? [2, 'pipe'] : ['inherit', 'inherit'];
  const job = counting ? { ...launch.job, counting: { isTrial } } : launch.job;
  const isGroup = wrapper.length > 0;
  return {
    ...launch, role: 'configuration', execPath: program, execArgv: options, stdio: ['inherit', ...output], job, isGroup,
  };
}

async function runConfiguration(launch, { host, clock, writeError }, onStart) {
  const { counting = null } = launch;
  const found = { failed: null, reports: [] };
  const end = await runProcess(commandOf(launch, host), { host, clock }, {
    onStart(running) {
      if (counting) running.limit(counting.limitMs);
      onStart(running.kill);
    },
    onMessage(message, running) {
      if (message.type === 'failed') found.failed = errorIn(message);
      if (message.type !== 'report') return;
      found.reports.push(message);
      running.expectEnd(counting ? counting.limitMs : HUNG_MS);
    },
    onErrorLine(line) { if (!counting) writeError(`${line}\n`); },
  });
  return { ...end, ...found };
}

/** The name includes fields that main added to the configuration, such as the tool that made the load. */
const createResult = ({ conf, rate, time, operations = null, latency = null }) => (
  { configuration: configurationText(conf), parameters: conf, rate, seconds: Number(time), operations, latency });

module.exports = { forkConfiguration, createResult };
