'use strict';

/* Options of this process that distort timings. Flags set by v8.setFlagsFromString() cannot be detected. */

const { orNull } = require('../../base/host/fs-queries');

const INSPECTOR = new Set(['inspect', 'inspect-brk', 'inspect-wait', 'debug', 'debug-brk']);

// These take samples, or write an event for every compiled function.
const PROFILERS = new Set([
  'prof', 'cpu-prof', 'heap-prof', 'll-prof', 'perf-prof', 'perf-basic-prof', 'perf-basic-prof-only-functions',
]);

// Flag -> effect
const V8_FLAGS = new Map(Object.entries({
  compiler: `jitless lite-mode no-opt no-turbofan no-maglev no-sparkplug always-opt always-turbofan always-osr
  always-sparkplug max-lazy no-use-osr no-use-ic no-turbo-inlining no-inline-new no-lazy-feedback-allocation
  no-concurrent-recompilation no-allocation-site-pretenuring deopt-every-n-times interrupt-budget
  max-optimized-bytecode-size max-inlined-bytecode-size predictable single-threaded optimize-for-size
  efficiency-mode battery-saver-mode interpreted-frames-native-stack`,
  memory: `max-semi-space-size min-semi-space-size semi-space-growth-factor max-heap-size max-old-space-size
  initial-old-space-size gc-interval random-gc-interval gc-global single-threaded-gc no-parallel-scavenge
  no-concurrent-marking no-incremental-marking minor-mc minor-ms memory-saver-mode`,
  checks: 'debug-code verify-heap enable-slow-asserts',
  output: `trace-opt trace-deopt trace-ic trace-osr trace-event-categories trace-events-enabled log-all log-code log-ic
  log-maps log-deopt log-function-events`,
}).flatMap(([effect, flags]) => flags.split(/\s+/).map((flag) => [flag, effect])));

const V8_FAMILIES = [[/^stress(-|$)/, 'checks'], [/^trace-(gc|turbo|maglev)/, 'output']];

// Options that load a module, named in the same word or in the next. tsx adds names to functions.
const LOADS = /^(?:-r|--require|--import|--(?:experimental-)?loader)(?:=(.*))?$/s;
const TSX = /(?:^|[\\/])tsx(?:[\\/]|$)/;

/** Double quotes and backslashes work as in Node. */
function splitOptions(text) {
  const words = text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g) || [];
  return words.map((word) => word.replace(/"((?:\\.|[^"\\])*)"?/g, (_, inside) => inside.replace(/\\(.)/g, '$1')));
}

const optionWords = (host) => [...host.execArgv, ...splitOptions(host.env.NODE_OPTIONS || '')];

/** Options of Node and V8, without values in separate words. */
const nodeFlags = (host) => optionWords(host).filter((word) => word.startsWith('-'));

function loadsTsx(words) {
  return words.some((word, i) => {
    const [isLoading, value = words[i + 1]] = LOADS.exec(word) || [];
    return isLoading !== undefined && TSX.test(value);
  });
}

/** Whether later versions of Node.js may run the script without tsx, but this one does not. */
function mayNeedNewerNode({ versions, argv }) {
  const { hasJsx } = require('../../base/text/code-names'); // only with tsx
  const [major, minor] = versions.node.split('.').map(Number);
  return (major < 22 || (major === 22 && minor < 18)) && !argv.some(hasJsx);
}

/** '--noopt', '--no_opt', '--no-opt=1' -> 'no-opt' */
function normalizeFlag(flag) {
  const name = flag.replace(/^--?/, '').replace(/=.*$/s, '').replace(/_/g, '-');
  const spelled = name.replace(/^no(?!-)/, 'no-');
  return V8_FLAGS.has(spelled) ? spelled : name;
}

function v8Effect(name) {
  const family = V8_FAMILIES.find(([pattern]) => pattern.test(name));
  return V8_FLAGS.get(name) || (family ? family[1] : null);
}

/** nyc sets environment variables of the program that it instruments. */
function coverageBy(host, names) {
  if (host.env.NODE_V8_COVERAGE) return 'NODE_V8_COVERAGE';
  if (host.env.NYC_CONFIG || host.env.NYC_PROCESS_ID) return 'nyc';
  return names.includes('experimental-test-coverage') ? '--experimental-test-coverage' : null;
}

// Throws if Node was built without one.
const hasInspector = (host, names) => (
  names.some((name) => INSPECTOR.has(name)) || Boolean(orNull(() => host.inspectorUrl())));

/**
 * Codes: 'inspector', 'coverage' (by), 'compiler' (by, newerNode), 'profiler' (option), 'v8-flag' (flag, effect); flags
 * as typed
 */
function findProcessWarnings(host) {
  const flags = [...new Set(nodeFlags(host))];
  const names = flags.map(normalizeFlag);
  const warnings = [];
  if (hasInspector(host, names)) warnings.push({ code: 'inspector' });
  const by = coverageBy(host, names);
  if (by) warnings.push({ code: 'coverage', by });
  if (loadsTsx(optionWords(host))) {
    warnings.push({ code: 'compiler', by: 'tsx', newerNode: mayNeedNewerNode(host) });
  }
  flags.forEach((flag, i) => {
    if (PROFILERS.has(names[i])) warnings.push({ code: 'profiler', option: flag });
    else if (v8Effect(names[i])) warnings.push({ code: 'v8-flag', flag, effect: v8Effect(names[i]) });
  });
  return warnings;
}

module.exports = { nodeFlags, normalizeFlag, findProcessWarnings };
