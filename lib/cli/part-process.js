'use strict';

/* Starts the process that measures one part of a command (measuring.js), and explains missing results. */

const path = require('path');
const { startOptions } = require('#engine');
const { createUnderWay } = require('./crash-marker');
const { childOptions, endLeft, runProcess } = require('../base/host/child-process-run');
const { shownPath } = require('../base/host/paths');
const { createRowError } = require('../base/text/row-error');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const LOAD_LIMIT_MS = 30000;
const STOP_GRACE_MS = 500; // a running suite reports its rows on request before it ends; a synchronous test cannot
const END_LIMIT_MS = 3000; // the process waits one second for open handles, and then reports them
const ABORTED_CODE = 134;

/**
 * jobOf() returns the job, see createCliHooks(); take(message) is called for each message about the suites.
 * stop(isTimeUp) requests the rows (at the time limit, the process sends them without a request), and kills the process
 * half a second later.
 *
 * ended resolves to the result of runProcess() with outcome: last message, { type: 'done', printed (number of
 * suites in threads) }, { type: 'failed', error, isEmpty }, { type: 'refused', words }, or { type: 'stuck' } if nothing
 * was pending; exiting: { code, error } if the script or an uncaught error ended it; left: names of open handles that
 * kept the process alive; script: absolute path of a file of another library that the file has started; isLate: whether
 * it exceeded the time for loading; underWay: { position, index } of the test whose code ran last. All may be null.
 * Browsers add failure: error of a row.
 */
function startPart({ asked, worker, nodeOptions }, jobOf, { host, clock, cwd }, take) {
  const end = { outcome: null, exiting: null, left: null, script: null };
  const underWay = createUnderWay(host, `qtimeit-${host.pid}-${clock.nowNs()}-under-way`);
  let running = { kill() {}, limit() {} };
  let isLoading = true;
  let cancelStop = () => {};

  function onMessage(message) {
    const { type } = message;
    // alive: a thread of the file measures.
    if ((type === 'begun' || type === 'alive') && isLoading) {
      isLoading = false;
      running.limit(Infinity);
    }
    if (type === 'alive') return;
    if (type === 'exiting') {
      end.exiting = message;
    } else if (type === 'left') {
      end.left = message.handles;
    } else if (type === 'starts') {
      end.script = end.script || message.file;
    } else if (type === 'done' || type === 'failed' || type === 'refused' || type === 'stuck') {
      end.outcome = message;
      isLoading = false;
      running.expectEnd(END_LIMIT_MS);
    } else {
      take(message);
    }
    if (message.asks) running.answer();
  }

  /** ^Z reaches only the process group of the command. */
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
      // Output of scripts is not the result.
      stdio: ['inherit', jobOf().isTable ? 'inherit' : 2, 'inherit'],
      hasSend: false,
      role: 'part', job: { underWay: underWay.path },
    }, { host, clock }, {
      onStart(started) {
        running = started;
        running.limit(LOAD_LIMIT_MS);
        running.send({ type: 'asked', ...jobOf(), ...asked });
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
      if (isLoading || end.outcome) {
        running.kill();
        return;
      }
      // Like the terminal, whose signal reaches only the command's group. On Windows it reaches all processes of the
      // console, and a signal from here would end them at once. At the time limit the process stops unasked.
      if (!isTimeUp && host.platform !== 'win32') running.limit(0, 'SIGINT');
      cancelStop = clock.after(running.kill, STOP_GRACE_MS);
    },
    kill() { running.kill(); },
  };
}

function failureOfProcess(end) {
  const { forkFailure, ABORTED } = require('../core/session/fork-failure');
  if (end.signal === 'SIGABRT' || end.code === ABORTED_CODE) return createRowError('out-of-memory', ABORTED);
  return forkFailure({ ...end, suite: 1, begun: true, fault: null, uncaught: null });
}

/** file: as shown, or null for snippets. '' if a shell would need quotes. */
const hintOfCommand = (file) => (file === null || !/^[\w./\\-]+\.[cm]?js$/.test(file) ? ''
  : `. To time a program as a whole: qtimeit command "node ${file}"`);

/**
 * A file of another library, as shown, that a file without tests starts or at least names; null if unknown. file: null
 * for snippets; started: script of startPart().
 */
function findScript(file, started, { host, cwd }) {
  const { findLibraryFile } = require('../core/suite/load-suite');
  const script = started || (file && findLibraryFile(file, host));
  return script && script !== file ? shownPath(script, cwd) : null;
}

/** script: result of findScript() */
const hintOfScript = (script) => (script ? `. Its tests may be in ${script}: run that file instead` : '');

/** The error of a row, or null. end.script: result of findScript(); loader: see run.js; shown: name of file, or null */
function describePartFailure(end, { hasSuites, isUnderWay, errors }, { loader: who, shown }) {
  const { outcome, exiting, isLate, notStarted, failure, script } = end;
  if (failure !== undefined) return failure;
  if (notStarted !== null) return failureOfProcess(end);
  if (exiting && exiting.error) return exiting.error;
  if (outcome) {
    if (outcome.type === 'stuck') {
      return createRowError('exited', `${who}awaits something that never happens: the event loop is empty`);
    }
    return outcome.error || null;
  }
  if (isLate) {
    const why = 'it loops forever, awaits something that never happens, or takes longer';
    const words = `did not end within ${LOAD_LIMIT_MS / 1000} s: ${why}`;
    return createRowError('timed-out', `${who}${words}${hintOfScript(script) || hintOfCommand(shown)}`);
  }
  if (!exiting) return failureOfProcess(end);
  const { code } = exiting;
  if (errors.some((error) => error.code === 'exited')) return null;
  // Some scripts end like this after all suites.
  if (hasSuites && !isUnderWay && code === 0) return null;
  const early = hasSuites ? 'before it finished' : 'before a suite was defined';
  return createRowError('exited', `${who}called process.exit(${code}) ${early}`);
}

module.exports = { startPart, describePartFailure, findScript, hintOfCommand, hintOfScript, PROGRAM };
