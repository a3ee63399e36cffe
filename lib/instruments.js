'use strict';

/*
 * What measures, wired together once: each part is made at its first use, so that require('qtimeit') takes a
 * millisecond and reads no other file. The public face stands on it, and so does the command line.
 */

const { readFileSync } = require('fs');
const engine = require('#engine');
const { createClock } = require('./host/clock');
const { once } = require('./once');

// Captured before a test can replace them.
const { exit, on } = process;
const { parse } = JSON;
const { apply } = Reflect;

const clock = createClock();

const terminal = once(() => require('./host/terminal'));

/** Calls an action with the builtins as they were before the first test; how output is written is the user's. */
const asBefore = once(() => require('./host/builtins').createAsBefore(false));

/** Writes the lines of single tests; on a terminal they go on in the next line before it ends. */
const lineWriter = once(() => {
  const { screen, write } = terminal();
  if (screen() === null) return write;
  const { wrapped } = require('./text/columns');
  const within = asBefore();
  return (text) => {
    const { columns = 0 } = screen() || {};
    write(within(() => text.split('\n').flatMap((line) => wrapped(line, columns - 1)).join('\n')));
  };
});

const natives = once(() => engine.natives());

const calibration = once(() => require('./calibrate').createCalibration(clock, natives()));

const cpuMhz = once(() => {
  const { createCpuMhz } = require('./system/cpu-mhz');
  return createCpuMhz({ host: require('./host/host'), chainMhz: () => calibration().chainMhz() });
});

function makeSysinfo(speedometer) {
  const { createSysinfo } = require('./sysinfo');
  const { version } = require('../package.json');
  return createSysinfo({ host: require('./host/host'), clock, cpuMhz: speedometer, version, engine });
}

const readSysinfo = once(() => makeSysinfo(cpuMhz()));
const sysinfo = () => readSysinfo()();

// To measure the clock rate takes 0.25 s, and a comparison of rates would do it for each side.
const WHY_NOT = 'not measured, for rates are not in cycles';
const NOT_MEASURED = { mhz: null, source: null, reasons: [{ source: 'chain', reason: WHY_NOT }] };
const sysinfoOfRates = () => makeSysinfo({ reading: () => NOT_MEASURED })();

// What this process has been started for: one test, see fork-child.js, or a part of a command, see
// commands/measuring.js. Taken away at once, so that processes which the script or its tests start do not inherit it.
const { QTIMEIT_FORK: forkJob, QTIMEIT_PART: partJob } = engine.env();
if (forkJob !== undefined) delete process.env.QTIMEIT_FORK;
if (partJob !== undefined) delete process.env.QTIMEIT_PART;

// At once, too: it ends this process where the parent has gone, also before there is a suite.
const channel = forkJob ? require('./host/parent-channel').openParentChannel(forkJob) : null;

/** What measuring takes. */
const tools = () => ({
  clock, heap: engine.heap, calibration: calibration(), natives: natives(),
  measureNotInlined: require('./measure/not-inlined').measureNotInlined,
});

const childRole = once(() => channel && require('./session/fork-child').createForkChild({
  ...channel, history: channel.job.history ? parse(readFileSync(channel.job.history, 'utf8')) : [],
  leave: (code) => apply(exit, process, [code]),
  // Node prints it and ends the process.
  onUncaught(heard) { apply(on, process, ['uncaughtExceptionMonitor', heard]); },
}, tools()));

/** The command that has started this process to measure a part of it, as a channel to it; null where none has. */
const commandChannel = once(() => {
  const opened = partJob ? require('./host/parent-channel').openParentChannel(partJob) : null;
  if (opened === null) return null;
  /** The first message, which says what is asked of this process; it is part of the job from then on. */
  const asked = () => new Promise((resolve) => {
    opened.onceTold((message) => resolve(Object.assign(opened.job, message)));
  });
  return { ...opened, asked };
});

/**
 * Makes a bench of its own, with bench.streams.
 *
 * @param {object} more deps of createBench that differ from the usual ones: settingsOwner, and for the command line
 *   cliHooks, forks and createView
 */
function makeBench(more) {
  const { createBench } = require('./bench');
  const deps = {
    ...tools(), host: require('./host/host'), sysinfo, terminal: terminal(),
    strategy: require('./session/test-strategy'), inProcesses: () => require('./session/in-processes'),
    cliHooks: null, ...more,
  };
  deps.forks = more.forks === undefined ? require('./fork-runner').createForkRunner(deps) : more.forks;
  deps.childRole = childRole();
  // A process that measures for another prints nothing, and is ready 15 ms sooner without what does.
  if (deps.childRole === null && !deps.createView) deps.createView = require('./report/output/view').createView;
  const bench = createBench(deps);
  bench.streams = require('./streams/bench-streams').createStreams(bench.run);
  return bench;
}

module.exports = {
  clock, terminal, asBefore, lineWriter, calibration, natives, tools, cpuMhz, sysinfo, sysinfoOfRates, childRole,
  commandChannel, makeBench,
};
