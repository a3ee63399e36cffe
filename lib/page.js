'use strict';

/*
 * The public face of a page, wired as instruments.js is for a process: no forks, no streams, no files. Parts are made
 * at their first use: a page that may not compile loops can be told so.
 */

const engine = require('#engine');
const { createClock } = require('./host/clock');
const { createPageTerminal } = require('./host/page-terminal');
const { keep } = require('./measure/keep');
const { once } = require('./once');

// Captured at load, because a measured test may replace them.
const { console, document, navigator, crossOriginIsolated } = globalThis;

const NO_PROCESSES = 'bench: forkTests, tier, cold and count need processes of their own, which a page has not; ' +
  'leave them out, or measure in Node.js';

const NOBODY = { check() { throw new TypeError(NO_PROCESSES); } };

/**
 * @param {string} version of this library
 * @returns {function} timeit, with bench, fptime, keep, sysinfo and describeWarning
 */
function createPage(version) {
  const clock = createClock();
  const { heap } = engine;
  const calibration = once(() => require('./calibrate').createCalibration(clock, null));
  const tools = () => ({ clock, heap, calibration: calibration(), natives: null });
  const terminal = createPageTerminal({
    elementOf: () => bench.element, document,
    console: { log: console.log.bind(console), error: console.error.bind(console) },
  });
  const readSysinfo = once(() => require('./system/page-sysinfo').createPageSysinfo({
    engine, clock, chainMhz: () => calibration().chainMhz(), version, page: { navigator, crossOriginIsolated },
  }));
  const sysinfo = () => readSysinfo()();

  const core = once(() => require('./timeit').createTimeit({
    ...tools(), write: terminal.write, asBefore: require('./host/builtins').createAsBefore(false),
  }));

  const benchmark = once(() => require('./bench').createBench({
    ...tools(), sysinfo, terminal, strategy: require('./session/round-strategy'), forks: NOBODY,
    inProcesses: () => ({}), childRole: null, cliHooks: null, settingsOwner: bench,
  }));

  function bench(suite, options, callback) {
    return benchmark()(suite, options, callback);
  }
  // Not enumerable: what users set on bench besides are settings.
  Object.defineProperty(bench, 'element', { value: null, writable: true });

  function timeit(countOrSeconds, testFunction, message, callback) {
    const startedNs = clock.steadyNs();
    return core().timeit(countOrSeconds, testFunction, message, callback, startedNs);
  }

  return Object.assign(timeit, {
    fptime: clock.fptime, keep, bench, sysinfo,
    describeWarning: (warning) => require('./system/warnings').sentence(warning),
  });
}

module.exports = { createPage };
