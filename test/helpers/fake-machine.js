'use strict';

/*
 * A simulated machine. Its time advances only by simulated work, so the correct result of a measurement is known
 * exactly, and does not depend on the machine that runs the tests.
 *
 * The loops around a test are the real ones: each call of a test advances the time by one iteration of the loop and the
 * body. The real empty loops and frequency chain call nothing that could advance it, so simulated loops replace them.
 */

const { createClock } = require('#lib/base/host/clock');
const { createCalibration } = require('#lib/calibrate');
const { createTimeit } = require('#lib/timeit');
const { measureSuite } = require('#lib/core/measure/measure-suite');
const { measureFunction } = require('#lib/core/measure/measure');
const { createWatchdog, runSteps } = require('#lib/core/measure/run-steps');
const { DEFAULTS } = require('#lib/core/suite/settings');
const { parseSuite } = require('#lib/core/suite/suite');

const MHZ = 3000;

// In one iteration of the frequency chain
const CHAIN_CYCLES = 96;

/**
 * costNs: time of reading the clock; grainNs: step of the clock, 0 for none; loopNs: time of an iteration of the empty
 * loop; youngBytes, limitBytes: of the heap; pauseNs: time of a collection; isCollectable: whether one can be forced;
 * changesAtCollections: whether the heap size changes only then; natives: see fake-natives.js, null if unsupported;
 * livePeaks: found in calls that are watched, see live-memory.js; null if none can be
 */
function fakeMachine({
  costNs = 20, grainNs = 0, loopNs = { sync: 0.4, callback: 0.6, promise: 40 },
  youngBytes = 1e6, limitBytes = 1e9, pauseNs = 3e5, isCollectable = true, natives = null,
  changesAtCollections = false, livePeaks = null,
} = {}) {
  const heapReadingNs = 300;
  const heapReadingBytes = 600;

  const machine = {
    ns: 0,              // true time
    idleNs: 0,          // part of ns in which this process did not run
    preemptions: 0,     // how often another process got the processor
    pageFaults: 0,      // pages that were used for the first time
    offsetNs: 1e9,      // clock minus true time; real clocks do not start at 0 either
    standsStill: false, // the clock stops; cpuNs and wallMs go on
    speed: 1,           // of the processor; at 0.5 work takes twice as long
    nextNs: Infinity,   // time of the next event
    calls: 0,           // of all tests
    collections: 0,
    fullCollections: 0, live: [],
    settled: 0,         // how often the heap was asked to settle
    lines: [],          // printed by timeit
    evictor: null,      // { bytes, evict, free } of a machine with caches
    repeats: [],        // calls of clock.repeat(): { action, ms, ended }
    // Called with the name of each reference that runs: 'chain', 'sync', 'sync called', 'promise with input', ...
    onReference() {},
  };
  const events = [];

  /** Work that takes this time at full speed. */
  machine.work = (ns) => {
    machine.ns += ns / machine.speed;
    if (machine.ns >= machine.nextNs) happen();
  };

  function happen() {
    while (events.length && machine.ns >= events[0].ns) events.shift().action();
    machine.nextNs = events.length ? events[0].ns : Infinity;
  }

  /** Runs an action once the time has come, in the middle of other work. */
  machine.at = (ns, action) => {
    events.push({ ns, action });
    events.sort((a, b) => a.ns - b.ns);
    machine.nextNs = events[0].ns;
    return machine;
  };

  /** The machine sleeps, or the process is stopped: time passes without work. */
  machine.suspend = (ns) => { machine.ns += ns; machine.idleNs += ns; };

  /** Another process gets the processor for this time. */
  machine.preempt = (ns) => { machine.preemptions++; machine.suspend(ns); };

  /** Another process competes for the processor: after each ownNs of this process, it gets otherNs. */
  machine.neighbour = (ownNs, otherNs) => {
    const next = () => {
      machine.preempt(otherNs);
      machine.at(machine.ns + ownNs, next);
    };
    return machine.at(machine.ns + ownNs, next);
  };

  /** The clock is adjusted. */
  machine.setClock = (byNs) => { machine.offsetNs += byNs; };

  let shownNs = 0;
  function nowNs() {
    machine.work(costNs / 2);
    const exact = machine.ns + machine.offsetNs;
    if (!machine.standsStill) shownNs = grainNs > 0 ? Math.floor(exact / grainNs) * grainNs : exact;
    machine.work(costNs / 2);
    return shownNs;
  }

  machine.clock = createClock({
    nowNs,
    cpuNs: () => { machine.work(costNs); return machine.ns - machine.idleNs; },
    preemptions: () => { machine.work(costNs); return machine.preemptions; },
    pageFaults: () => { machine.work(costNs); return machine.pageFaults; },
    wallMs: () => { machine.work(costNs); return machine.ns / 1e6; },
  });

  // Only machine.wait() runs these actions.
  machine.clock.repeat = (action, ms) => {
    const one = { action, ms, ended: false };
    machine.repeats.push(one);
    return () => { one.ended = true; };
  };

  /** The machine is idle for this time; then each repeated action runs once. */
  machine.wait = (ms) => {
    machine.suspend(ms * 1e6);
    for (const one of machine.repeats) if (!one.ended) one.action();
  };

  // The heap: new objects are in the young generation until it is full. Then a collection promotes the kept part, and
  // frees the rest.
  let young = 0;
  let youngKept = 0;
  let old = 5e6;
  let external = 0;   // held by buffers
  let found = 0;      // held by buffers that have been collected; counted until the heap has settled
  let watching = null;
  machine.allocate = (bytes, keptBytes = 0) => {
    young += bytes;
    youngKept += keptBytes;
    if (young >= youngBytes) {
      if (watching) {
        watching.push({
          kind: 'young', ns: pauseNs, beforeBytes: old + young + external + found, heapBytes: young - youngKept,
          externalBytes: 0,
        });
      }
      found += external;
      external = 0;
      old += youngKept;
      young = 0;
      youngKept = 0;
      machine.collections++;
      machine.work(pauseNs);
    }
  };
  // The size changes a little with each collection, so that readings differ.
  const bytesLeft = () => old + 16 * machine.collections;
  machine.heap = {
    changesAtCollections,
    usedBytes() {
      machine.work(heapReadingNs);
      const used = changesAtCollections ? bytesLeft() : old + young;
      machine.allocate(heapReadingBytes);
      return used;
    },
    limitBytes: () => limitBytes,
    externalBytes: () => external + found,
    bufferBytes: () => 0,
    freeBytes: () => Infinity,
    largestBytes: Infinity,
    large: { keptBytes: 0 },
    largeBytes: () => 0,
    youngBytes: () => (changesAtCollections ? NaN : youngBytes),
    oldBytes: () => (changesAtCollections ? NaN : old),
    inUse() {
      machine.work(heapReadingNs);
      const used = { heapBytes: old + young, externalBytes: external + found };
      machine.allocate(heapReadingBytes);
      return used;
    },
    watch() {
      watching = [];
    },
    watched() {
      const seen = watching || [];
      watching = null;
      return seen;
    },
    isWatching: () => watching !== null,
    createLiveWatch: () => ({
      open() {
        machine.live.push('open');
        return livePeaks !== null;
      },
      begin: () => machine.live.push('begin'), end: () => livePeaks.shift(), close: () => machine.live.push('close'),
    }),
    settle() {
      found = 0;
      machine.settled++;
    },
    collectAll() {
      if (!isCollectable) return false;
      old += youngKept;
      young = 0;
      youngKept = 0;
      external = 0;
      found = 0;
      machine.fullCollections++;
      machine.work(pauseNs * 10);
      return true;
    },
  };

  /** A simulated loop: each call takes perCallNs. */
  function simulatedLoop(perCallNs, name) {
    return {
      run(calls, done) {
        machine.onReference(name);
        const started = nowNs();
        machine.work(calls * perCallNs);
        const ended = nowNs();
        done(null, ended - started);
      },
    };
  }

  // The real calibration, with simulated loops.
  const real = createCalibration(machine.clock, natives);
  function* withLoop(steps, loop) {
    let step = steps.next();
    while (!step.done) step = steps.next(yield [loop, step.value[1]]);
    return { ...step.value, loop };
  }
  const chain = simulatedLoop(CHAIN_CYCLES * 1000 / MHZ, 'chain');
  const empty = {};
  function emptyLoop(kind, { inline = true, each = null } = {}) {
    const name = `${kind}${inline ? '' : ' called'}${each ? ' with input' : ''}`;
    if (!empty[name]) empty[name] = simulatedLoop(loopNs[kind], name);
    return empty[name];
  }
  machine.calibration = {
    // Parts read the clock, which takes time.
    reference: (kind, form) => (form && form.parts ? real.reference(kind, form)
      : withLoop(real.reference(kind, form), emptyLoop(kind, form))),
    emptyLoop,
    frequency: () => withLoop(real.frequency(), chain),
    mhzOf: real.mhzOf,
    chainMhz: () => MHZ,
  };

  /**
   * A test whose body takes `ns`: a number, or a function of the index of the call. bytes: allocated per call; kept:
   * the part that is never freed; external: size of a buffer per call; waits: idle time per call, in addition, ns
   */
  machine.test = (ns, { kind = 'sync', bytes = 0, kept = 0, external: buffer = 0, waits = 0 } = {}) => {
    const turnNs = loopNs[kind];
    let index = 0;
    function body() {
      machine.calls++;
      machine.ns += (turnNs + (typeof ns === 'number' ? ns : ns(index++))) / machine.speed;
      if (waits > 0) machine.suspend(waits);
      external += buffer;
      if (bytes > 0) machine.allocate(bytes, kept);
      if (machine.ns >= machine.nextNs) happen();
    }
    if (kind === 'callback') return (callback) => { body(); callback(); };
    if (kind === 'promise') return () => { body(); return Promise.resolve(); };
    return body;
  };

  const { clock, heap, calibration } = machine;
  const tools = { clock, heap, calibration, natives, late() {} };

  /** measureFunction() on this machine: { ended, failure, samples, progress }; complete on return for a sync test. */
  machine.measure = (plan, done) => {
    const outcome = { ended: 0, failure: null, samples: null, progress: { loop: null, calls: 0, slice: 0 } };
    runSteps(measureFunction({ takesCallback: false, ...plan }, tools, outcome.progress), (failure, samples) => {
      outcome.ended++;
      outcome.failure = failure;
      outcome.samples = samples;
      if (done) done(outcome);
    });
    return outcome;
  };

  /**
   * measureSuite() on this machine: { state, failure, ended, over }, complete on return if all tests are synchronous.
   * plan: settings that replace defaults; watch: { begin(state), between, enough, looks, nextTurn, mostMs }
   */
  machine.suite = (suite, plan = {}, watch = {}) => {
    const { begin = () => {}, between = () => {}, ...others } = watch;
    const tests = parseSuite(suite);
    const asynchronous = tests.some((one) => one.takesCallback || one.kind === 'promise');
    const state = { tests, plan: { ...DEFAULTS, timeGoal: 0.05, asynchronous, ...plan }, members: [], current: null };
    const watchdog = createWatchdog(machine.clock);
    const outcome = { state, failure: null, ended: 0, over: null };
    begin(state);
    outcome.over = new Promise((resolve) => {
      const suiteTools = { ...tools, watchdog, evictor: machine.evictor };
      runSteps(measureSuite(state, suiteTools, { between, ...others }), (failure) => {
        outcome.ended++;
        outcome.failure = failure;
        watchdog.dispose();
        resolve(outcome);
      });
    });
    return outcome;
  };

  machine.timeit = createTimeit({ ...tools, write: (text) => { machine.lines.push(text); } }).timeit;
  return machine;
}

module.exports = { fakeMachine };
