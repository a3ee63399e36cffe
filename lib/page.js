'use strict';

/* The composition root of a page, without forks, streams and files. */

const { heap, name, version: versionOf } = require('#engine');
const strategy = require('./core/session/round-strategy');
const { sentence } = require('./core/system/warnings');
const { createBench } = require('./bench');
const { createCalibration } = require('./calibrate');
const { createAsBefore } = require('./base/host/builtins');
const { createClock } = require('./base/host/clock');
const { createPageTerminal } = require('./base/host/page-terminal');
const { blackBox, keep } = require('./core/measure/keep');
const { createPageView } = require('./report/view/suite-view');
const { createPageSysinfo } = require('./core/system/page-sysinfo');
const { createTimeit } = require('./timeit');

// Captured at load, because a measured test may replace them.
const { console, document, navigator, crossOriginIsolated } = globalThis;

const CONDUCTOR = Symbol.for('qtimeit.conductor.1'); // a command that has opened this page measures its suites

/** Returns timeit of a page, with bench and the other members. */
function createPage(version) {
  const clock = createClock();
  const calibration = createCalibration(clock, null);
  const tools = { clock, heap, calibration, natives: null };
  const terminal = createPageTerminal({
    elementOf: () => bench.element, document,
    console: { log: console.log.bind(console), error: console.error.bind(console) },
  });
  const sysinfo = createPageSysinfo({
    engine: { name, version: versionOf }, clock, chainMhz: calibration.chainMhz, version,
    page: { navigator, crossOriginIsolated },
  });
  const { timeit } = createTimeit({ ...tools, write: terminal.write, asBefore: createAsBefore(false) });
  const benchmark = createBench({
    tools, strategy, settingsOwner: bench, turnsForCallback: true, loadProcesses: null,
    createView: (settings, tests) => createPageView(settings, tests, { terminal, clock, sysinfo }),
  });

  function bench(suite, options, callback) {
    const conductor = globalThis[CONDUCTOR];
    return conductor ? conductor(suite, options, callback, bench) : benchmark(suite, options, callback);
  }
  // Not enumerable, because enumerable properties of bench are settings.
  Object.defineProperty(bench, 'element', { value: null, writable: true });

  return Object.assign(timeit, { fptime: clock.fptime, keep, blackBox, bench, sysinfo, describeWarning: sentence });
}

module.exports = { createPage };
