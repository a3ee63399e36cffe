'use strict';

/* The composition root of Node.js. Creates parts at their first use, so that require('qtimeit') takes a millisecond. */

const { readFileSync } = require('fs');
const engine = require('#engine');
const { once } = require('./base/engine/process-engine');
const { createClock } = require('./base/host/clock');
const { role, channel } = require('./base/host/worker');

// Captured before a test can replace them.
const { exit, on } = process;
const { parse } = JSON;
const { apply } = Reflect;

const clock = createClock();

const terminal = once(() => require('./base/host/terminal'));

/** Calls an action with the original builtins. Not process.stdout.write, which users may replace. */
const asBefore = once(() => require('./base/host/builtins').createAsBefore(false));

/** The first use may be after tests that have replaced builtins. */
const later = (create) => once(() => asBefore()(create));

/** Writes the lines of single tests, wrapped to the width of a terminal. */
const lineWriter = once(() => {
  const { screen, write } = terminal();
  if (screen() === null) return write;
  const { wrapLine } = require('./base/text/columns');
  const within = asBefore();
  return (text) => {
    const { columns = 0 } = screen() || {};
    write(within(() => text.split('\n').flatMap((line) => wrapLine(line, columns - 1)).join('\n')));
  };
});

const natives = once(() => engine.natives());

const calibration = once(() => require('./calibrate').createCalibration(clock, natives()));

const cpuMhz = once(() => {
  const { createCpuMhz } = require('./core/system/cpu-mhz');
  return createCpuMhz({ host: require('./base/host/host'), chainMhz: () => calibration().chainMhz() });
});

function makeSysinfo(speedometer) {
  const { createSysinfo } = require('./sysinfo');
  const { version } = require('../package.json');
  const { colourLevel } = terminal();
  return createSysinfo({ host: require('./base/host/host'), clock, cpuMhz: speedometer, version, engine, colourLevel });
}

const readSysinfo = once(() => makeSysinfo(cpuMhz()));
const sysinfo = () => readSysinfo()();

const sysinfoOfRates = () => makeSysinfo()();

// A test may use up the files that this process can open, so nothing is loaded later.
const tools = () => ({
  clock, heap: engine.heap, calibration: calibration(), natives: natives(),
  measureNotInlined: require('./core/measure/not-inlined').measureNotInlined,
});

/** The role of a process that was started for one test or to list the tests; null in other processes. */
const childRole = once(() => {
  if (role !== 'test' || channel === null) return null;
  const { history } = channel.job;
  const certificates = require('./base/host/certificates').restoreCertificates(channel.job);
  return require('./core/session/fork-child').createForkChild({
    ...channel, certificates, history: history ? parse(readFileSync(history, 'utf8')) : [],
    leave: (code) => apply(exit, process, [code]),
    // Node prints it and ends the process.
    onUncaught(heard) { apply(on, process, ['uncaughtExceptionMonitor', heard]); },
  }, tools());
});

function laterForks(deps) {
  const runner = later(() => require('./fork-runner').createForkRunner(deps));
  const called = (name) => (given) => runner()[name](given);
  return { check: called('check'), begin: called('begin'), run: called('run'), list: called('list') };
}

/** Returns loadProcesses of createBench(). given: forks of a command; null to run the script of this process again. */
function processesWith(given) {
  const host = require('./base/host/host');
  const forks = given || laterForks({ host, clock });
  const inProcesses = later(() => require('./core/session/in-processes'));
  const counting = later(() => require('./extras/counts/counting'));
  return once(() => {
    const { createAffinity, createForkedSession, writeHistory } = inProcesses();
    const ofCounting = { host, clock, forks, writeHistory };
    const createCounting = (suite) => counting().createTestCounting(suite, ofCounting);
    return { forks, host, createAffinity, createForkedSession, writeHistory, createCounting };
  });
}

function viewInTerminal() {
  const { createView } = require('./report/view/view');
  return (settings, tests) => createView(settings, tests, { terminal: terminal(), clock, sysinfo });
}

/** Parts of a command: forks, createView and cliHooks, see createBench(). */
function makeBench({ settingsOwner, forks = null, createView = null, cliHooks = null }) {
  const { createBench } = require('./bench');
  const countTest = (...given) => require('./extras/counts/count-calls').countTest(...given);
  const explain = (...given) => require('./extras/why/explained-process').explainTest(...given);
  const isChild = childRole() !== null;
  // Before it says that it is ready.
  if (isChild) require('./core/session/one-test');
  if (isChild && channel.job.explain) require('./extras/why/explained-process').prepareExplaining(channel.job.explain);
  const bench = createBench({
    tools: tools(), settingsOwner, cliHooks, childRole: childRole(),
    strategy: { ...require('./core/session/test-strategy'), count: countTest, explain },
    // A process that measures for another prints nothing, and is ready 15 ms sooner without it.
    createView: createView || (isChild ? null : viewInTerminal()),
    loadProcesses: isChild ? null : processesWith(forks),
  });
  const streams = later(() => require('./extras/streams/suite').createStreams(bench.run));
  bench.streams = (...given) => streams()(...given);
  return bench;
}

module.exports = {
  once, clock, terminal, asBefore, lineWriter, calibration, natives, tools, cpuMhz, sysinfo, sysinfoOfRates,
  childRole, makeBench,
};
