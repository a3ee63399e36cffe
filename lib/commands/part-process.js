'use strict';

/* Starts the process that measures one part of a command, see measuring.js, and explains why results are missing. */

const path = require('path');
const { startOptions } = require('#engine');
const { createUnderWay } = require('./crash-marker');
const { childOptions, runProcess } = require('../host/child-process-run');
const { endLeft } = require('../host/left-processes');
const { rowError } = require('../text/row-error');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');

// Time to load a file, or for a setup.
const LOAD_LIMIT_MS = 30000;

// A running suite reports its rows when it is asked to end; a synchronous test cannot.
const STOP_GRACE_MS = 500;

// It waits one second for open handles, and then reports them.
const END_LIMIT_MS = 3000;

const ABORTED_CODE = 134;

/**
 * @typedef {object} PartEnd in addition to End of child-process-run.js
 * @property {object|null} told the last message of the part: { type: 'done' }, { type: 'failed', error, isEmpty },
 *   { type: 'refused', words }, or { type: 'stuck' } if nothing was left to wait for
 * @property {{ code: number, error: object|null }|null} exiting if its script, or an uncaught error, ended the process
 * @property {string[]|null} left open handles, for which it had to be ended
 * @property {boolean} isLate whether it was not loaded in its time
 * @property {{ position: number, index: number }|null} underWay the test whose code ran last
 * @property {object|null} [failure] error of a row, from a browser
 */

/**
 * @param {{ asked: object, worker: { args: string[] }, nodeOptions: string[] }} part see measure.js
 * @param {{ isTable: boolean }} options
 * @param {function(): object} how called once it is started: { isBannered, tellsEnvironment, intervalMs, dueMs } of
 *   its job, see measuring.js
 * @param {object} deps { host, clock, cwd }
 * @param {function(object)} take given each message about its suites
 * @returns {{ ended: Promise<PartEnd>, stop: function(boolean), kill: function() }} stop(isTimeUp): asks for its rows
 *   (if the time is up, it sends these unasked), and kills it half a second later
 */
function startPart({ asked, worker, nodeOptions }, { isTable }, how, { host, clock, cwd }, take) {
  const { nowNs } = clock;
  const end = { told: null, exiting: null, left: null, isLate: false, underWay: null };
  const underWay = createUnderWay(host, `qtimeit-${host.pid}-${nowNs()}-under-way`);
  let running = { kill() {}, limit() {} };
  let isLoading = true;
  let cancelStop = () => {};

  function onMessage(message) {
    const { type } = message;
    if (type === 'begun' && isLoading) {
      isLoading = false;
      running.limit(Infinity);
    }
    if (type === 'exiting') {
      end.exiting = message;
    } else if (type === 'left') {
      end.left = message.handles;
    } else if (type === 'done' || type === 'failed' || type === 'refused' || type === 'stuck') {
      end.told = message;
      isLoading = false;
      running.expectEnd(END_LIMIT_MS);
    } else {
      take(message);
    }
    if (message.asks) running.answer();
  }

  /** ^Z reaches only the group of the command. */
  function suspend() {
    host.killGroup(running.pid, 'SIGSTOP');
    process.kill(process.pid, 'SIGSTOP');
    host.killGroup(running.pid, 'SIGCONT');
  }

  async function run() {
    if (host.platform !== 'win32') process.on('SIGTSTP', suspend);
    const ending = await runProcess({
      script: PROGRAM, args: worker.args, execPath: host.execPath,
      execArgv: startOptions(childOptions(host).concat(nodeOptions)), cwd,
      env: host.env,
      // What scripts print is not the result.
      stdio: ['inherit', isTable ? 'inherit' : 2, 'inherit'],
      hasSend: false,
      role: 'part', job: { underWay: underWay.path },
    }, { host, clock }, {
      onStart(started) {
        running = started;
        running.limit(LOAD_LIMIT_MS);
        running.send({ type: 'asked', isTable, ...how(), ...asked });
      },
      onMessage,
    });
    // Processes that this part leaves behind would disturb the next one.
    endLeft();
    cancelStop();
    process.removeListener('SIGTSTP', suspend);
    return { ...ending, ...end, isLate: isLoading && ending.timedOutMs === LOAD_LIMIT_MS, underWay: underWay.read() };
  }

  return {
    ended: run(),
    stop(isTimeUp) {
      if (isLoading || end.told) {
        running.kill();
        return;
      }
      // As the terminal does, which reaches only the group of the command. A process knows its time.
      if (!isTimeUp) running.limit(0, 'SIGINT');
      cancelStop = clock.after(running.kill, STOP_GRACE_MS);
    },
    kill() { running.kill(); },
  };
}

/** The error of a process that ended without its last message. */
function failureOfProcess(end) {
  const { forkFailure, ABORTED } = require('../session/fork-failure');
  if (end.signal === 'SIGABRT' || end.code === ABORTED_CODE) return rowError('out-of-memory', ABORTED);
  return forkFailure({ ...end, suite: 1, begun: true, fault: null, uncaught: null });
}

/**
 * @param {PartEnd} end
 * @param {{ hasSuites: boolean, isUnderWay: boolean, errors: object[] }} state of its suites, see part-record.js
 * @param {string} who the subject of errors before the first suite: 'the setup ', '' for a file, whose name comes first
 * @returns {object|null} error of a row; null if all went well, or if a row has it
 */
function failureOfPart(end, { hasSuites, isUnderWay, errors }, who) {
  const { told, exiting, isLate, notStarted, failure } = end;
  if (failure !== undefined) return failure;
  if (notStarted !== null) return failureOfProcess(end);
  if (exiting && exiting.error) return exiting.error;
  if (told) {
    if (told.type === 'stuck') return rowError('exited', `${who}awaits what never comes: nothing is left to wait for`);
    return told.error || null;
  }
  if (isLate) {
    const why = 'it never ends, or awaits what never comes';
    return rowError('timed-out', `${who}did not come to its end within ${LOAD_LIMIT_MS / 1000} s; ${why}`);
  }
  if (!exiting) return failureOfProcess(end);
  const { code } = exiting;
  if (errors.some((error) => error.code === 'exited')) return null;
  // After all suites that is how some scripts end.
  if (hasSuites && !isUnderWay && code === 0) return null;
  const early = hasSuites ? 'before its end' : 'before there was a suite';
  return rowError('exited', `${who}called process.exit(${code}) ${early}`);
}

module.exports = { startPart, failureOfPart };
