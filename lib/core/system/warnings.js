'use strict';

/* Messages for all warnings by code, and the words in parentheses after the figure of a result. */

const { hasProcesses } = require('#engine');
const { counted, fixed, formatNumber, rough, roughTime, shortTime } = require('../../base/text/numbers');

const { abs } = Math;
const { hasOwn } = Object;
const join = Function.prototype.call.bind(Array.prototype.join);

const percent = (share) => `${(share * 100).toFixed(abs(share) < 0.1 ? 1 : 0)} %`;
const ns = (value) => `${fixed(value, 2)} ns`;
const timesText = (count) => (count === 1 ? 'once' : `${count} times`);
const timesAs = (factor, word) => (factor > 1 ? `${fixed(factor, 1)}x as ${word}` : `${fixed(1 / factor, 1)}x as fast`);
const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

const V8_EFFECTS = {
  compiler: 'changes how V8 compiles',
  memory: 'changes the heap and its collections',
  checks: 'makes V8 run self-checks',
  output: 'makes V8 write a log',
};

const STOP_OTHERS = ['top', 'find and stop other programs'];

// Warnings of sysinfo(): [finding, command, advice]. Command and advice are null, a text, or made from the warning.
const ofSystem = {
  governor: [({ governor }) => `CPU governor is '${governor}', so the clock rate varies with the load`,
    'sudo cpupower frequency-set -g performance', null],
  turbo: [() => 'Turbo is on, so the clock rate varies with temperature',
    ({ path, off }) => `echo ${off} | sudo tee ${path}`, null],
  'virtual-machine': [({ hypervisor }) => (
    `Virtual machine${hypervisor ? ` (${hypervisor})` : ''}: other guests change timings by several percent`),
  null, 'compare within one run, not across runs'],
  'stolen-time': [({ share, recentShare }) => {
    const [part, lately] = [share, recentShare].map((value) => `${(value * 100).toFixed(1)} %`);
    return `The hypervisor took ${part} of the requested CPU time since boot` +
      `${recentShare === null ? '' : ` (${lately} recently)`}, so rounds are slower`;
  }, null, 'use a dedicated machine'],
  'cpu-quota': [({ cpus }) => `The container may use ${cpus} CPUs and is throttled beyond that`,
    null, 'raise docker --cpus or the pod\'s limits.cpu'],
  load: [({ load1, cpuCount }) => (
    `Load is ${load1.toFixed(2)} on ${counted(cpuCount, 'CPU')}, so tests compete for them`),
  ...STOP_OTHERS],
  pressure: [({ avg10 }) => `Tasks waited for a CPU during ${avg10} % of the last 10 s, so rounds are interrupted`,
    ...STOP_OTHERS],
  battery: [() => 'On battery, so the clock rate is low and varies', null, 'plug in the power supply'],
  'low-power': [() => 'Low Power Mode is on, so the processor is slow',
    ({ setting }) => `sudo pmset -a ${setting} 0`, null],
  'speed-limit': [({ percent: limit }) => `macOS limits the processor to ${limit} % of its speed, as when it is hot`,
    'pmset -g therm', 'let it cool until CPU_Speed_Limit is 100'],
  inspector: [() => 'An inspector is attached, so code runs slower than usual',
    null, 'start node without --inspect, or close the debugger'],
  coverage: [({ by }) => `Code coverage is on (${by}), which slows down every function`,
    null, 'run the benchmark without it'],
  compiler: [({ by }) => `${by} adds a call (0.2 us) whenever code creates a function`, null, ({ newerNode }) => (
    newerNode ? 'without JSX, enums, "paths" and imports without endings, use Node.js 22.18+' : null)],
  profiler: [({ option }) => `A profiler is on (${option}), and its overhead is in the timings`,
    null, ({ option }) => `start node without ${option}`],
  'v8-flag': [
    ({ flag, effect }) => `${flag} ${V8_EFFECTS[effect] || 'changes V8'}, so timings differ from normal use`,
    null, 'remove it, also from NODE_OPTIONS'],
};

/** 'stop other programs: top'; '' without a remedy. advice: if no command is sufficient */
function remedyText({ command, advice }) {
  if (command === null) return advice || '';
  return advice === null ? command : `${advice}: ${command}`;
}

const textOf = (part, warning) => (typeof part === 'function' ? part(warning) : part);

/** { found, command, advice } of a warning of sysinfo(); command and advice can be null */
function describeFinding(warning) {
  const [found, command, advice] = ofSystem[warning.code];
  return { found: found(warning), command: textOf(command, warning), advice: textOf(advice, warning) };
}

function systemSentence(warning) {
  const { found, ...remedy } = describeFinding(warning);
  const text = remedyText(remedy);
  // No full stop after a command, which users copy.
  return `${found}${text && `; fix: ${text}`}${remedy.command === null ? '.' : ''}`;
}

const NOT_SETTLED = 'the times had not settled when measuring began; a longer run may help';

const UNSURE = {
  'few-calls': 'too few calls to separate them from allocations by V8',
  spread: 'they varied by more than 5 %',
  'other-work': 'other code in the process also allocates',
};

const USAGE = {
  'processor time': 'the clock of the system cannot resolve it, and no Node.js process reported it',
  'peak memory': 'neither /usr/bin/time nor a Node.js process reported it',
};

const TIER_CODE = {
  __proto__: null, interpreter: 'the interpreter', baseline: 'baseline code', optimized: 'optimized code',
};
const FOUND_CODE = {
  __proto__: null,
  interpreter: 'it in the interpreter', baseline: 'it as baseline code', maglev: 'it as mid-tier (Maglev) code',
  optimized: 'it as optimized code', native: 'native code, whose tier is unknown',
  'not-compiled': 'other code',
};
const codeOf = (found) => FOUND_CODE[found] || `it as ${found}`;

const LEAST_SHARE = 0.0005; // a smaller share of discarded code would be printed as 0.0 %

function notOptimized({ found, times, share }) {
  if (found === 'not-settled') return NOT_SETTLED;
  const part = share >= LEAST_SHARE && share < 0.995 ? `for ${percent(share)} of the time ` : '';
  if (!(times > 0)) return `${part}V8 ran ${codeOf(found)}, not as optimized code; a longer run may help`;
  const thrown = `V8 discarded its optimized code ${timesText(times)} while it was measured`;
  return share >= LEAST_SHARE ? `${thrown}, and ${part}ran ${codeOf(found)}` : thrown;
}

/** Hint about removed work. inputs: names of variables, known for snippets */
const adviceFor = (inputs = []) => (inputs.length > 0 ? `pass inputs as blackBox(${join(inputs, ') and blackBox(')})`
  : 'pass its inputs through blackBox(value)');

const ofResults = {
  'below-resolution': ({ resolutionNs }) =>
    `cannot be distinguished from an empty function${resolutionNs ? ` (under ${ns(resolutionNs)} each)` : ''}`,
  'too-noisy': ({ resolutionNs }) =>
    'too noisy: half of its interval exceeds its time per call' +
    `${resolutionNs ? ` (+-${roughTime(abs(resolutionNs))})` : ''}. Use a quieter machine or a longer time`,
  busy: ({ rounds, kept }) =>
    `${kept === rounds ? `background load left time for only ${kept} rounds`
      : `${kept > 0 ? `only ${kept}` : 'none'} of ${rounds} rounds ran without interruption`}, ` +
    'so the result is unreliable. Use a quieter machine',
  'shared-core': ({ leastCycles, usualCycles }) =>
    `another program shared this CPU core (empty loop: ${fixed(usualCycles, 2)} cycles per iteration instead of ` +
    `${fixed(leastCycles, 2)}). Without it, the time is probably shorter`,
  'few-calls': ({ calls }) =>
    `based on only ${counted(calls, 'call')}, because each takes long. Use a longer time`,
  'too-few-samples': ({ rounds }) =>
    `${rounds} rounds are too few for an interval. Use more calls or a longer time`,
  'few-samples': ({ rounds }) => `the interval is based on only ${rounds} rounds. Use more calls or a longer time`,
  'coarse-clock': ({ grainNs }) =>
    `the clock has steps of ${shortTime(grainNs)}, too coarse for an interval. Use more calls or a longer time`,
  // Older results have no allNs.
  'cold-start': ({ calls, allNs }) =>
    `the first ${calls === 1 ? 'call' : `${calls} calls`} ran cold` +
    (allNs > 0 ? `: ${shortTime(allNs)} per call including ${calls === 1 ? 'it' : 'them'}` : ''),
  'not-steady': ({ drift, byCalls = false }) =>
    `not steady: ${percent(abs(drift))} ${drift < 0 ? 'faster' : 'slower'} ` +
    `${byCalls ? 'after twice as many calls' : 'at the end than at the start'}`,
  disturbed: ({ rounds, lostNs }) =>
    `interrupted ${timesText(rounds)}, for ${fixed(lostNs / 1e9, 2)} s in total, which is excluded`,
  collections: ({ share }) => `${percent(share)} of the time was spent in garbage collection`,
  'may-hide': ({ referenceNs }) =>
    `queuing its promise may hide the time of a function body that takes under ${ns(referenceNs)}`,
  waits: ({ share }) =>
    `used no CPU for ${percent(share)} of the time: the test waits, or other programs use the CPU`,
  'short-parts': ({ clockNs }) =>
    `its calls are timed one by one, so its time may be off by a reading of the clock (${ns(clockNs)})`,
  called: () =>
    "measured through a call, which may hide part of the time: the page's CSP forbids compiling loops. Allow " +
    "'unsafe-eval' in script-src",
  interrupted: () => 'the run was interrupted: these results are based on fewer rounds than planned',
  folded: ({ inputs }) =>
    'takes no longer than an iteration of an empty loop: V8 computed it before the loop, or removed it; ' +
    adviceFor(inputs) + (inputs && inputs.length > 0 ? '' : ', and its result to keep(value)'),
  hoisted: ({ notInlinedNs, inputs }) => 'V8 moved work out of the loop' +
    `${notInlinedNs > 0 ? `: ${shortTime(notInlinedNs)} if the test is not inlined` : ''}; ${adviceFor(inputs)}`,
  'not-optimized': notOptimized,
  prolonged: ({ seconds, goalSeconds }) =>
    `took ${fixed(seconds, 2)} s instead of ${fixed(goalSeconds, 2)} s, because other programs used the CPU`,
  outliers: ({ processes, all, factor }) =>
    `${processes} of ${all} processes ${processes === 1 ? 'was' : 'were'} ` +
    `${timesAs(factor, 'slow')} as the others and ` +
    `${processes === 1 ? 'is' : 'are'} excluded`,
  together: ({ nsPerCall, factor }) =>
    `takes ${shortTime(nsPerCall)} in one process with the other tests (node, --fork 0): ${timesAs(factor, 'long')}`,
  'heap-limit': ({ usedBytes, limitBytes }) =>
    `stopped early: the test retains its allocations, and ${megabytes(usedBytes)} of ${megabytes(limitBytes)} MB of ` +
    'heap are in use. Raise --max-old-space-size',
  'array-limit': ({ largeBytes }) =>
    `stopped early: the test retains its allocations, and its large arrays and objects take ${megabytes(largeBytes)} ` +
    'MB. V8 ends the process if one of them exceeds its maximum size',
  'memory-limit': ({ keptBytes, freeBytes }) =>
    `stopped early: the test retains ${megabytes(keptBytes)} MB of buffers, and the system has only ` +
    `${megabytes(freeBytes)} MB left`,
  // Other engines send a sentence.
  'memory-unsure': ({ reason }) => 'allocations per call are ' +
    (hasOwn(UNSURE, reason) ? `uncertain: ${UNSURE[reason]}` : `unknown: ${reason}`),
  'handles-left': ({ handles }) => `the test left open: ${join(handles, ', ')}`,
  'short-runs': ({ seconds }) =>
    `a run takes only ${fixed(seconds * 1e3, 1)} ms, much of it in cold code. Use a longer input`,
  'output-varies': ({ low, high }) => `its runs produced ${low} to ${high} bytes: the runs did not do the same work`,
  'tier-not-held': ({ tier, found }) =>
    `not restricted to ${TIER_CODE[tier] || tier}: V8 ran ${codeOf(found)}; these results are not for that tier`,
  'not-counted': ({ reason }) => `not counted: ${reason}`,
  'not-proportional': ({ first, second }) =>
    'instructions are not proportional to calls: ' +
    `${formatNumber(first)} instructions per call in the first half, ${formatNumber(second)} in the second`,
  'count-unsettled': ({ error }) =>
    `instructions are known only to within +-${rough(error)}: runs with equal numbers of calls differed by more ` +
    'than the requested precision',
  'processes-not-counted': () => 'child processes of the test are not counted',
  shell: ({ shell }) => `started by ${shell}, which takes up to 2 ms of its time`,
  'usage-unknown': ({ what }) => `${what} unknown${hasOwn(USAGE, what) ? `: ${USAGE[what]}` : ''}`,
  'hung-at-exit': () => 'its process did not exit after the result and was killed: something kept it running',
};

// Only warnings that change the meaning of a time, or report on its process.
const brackets = {
  'not-optimized': 'not optimized', busy: 'busy', 'shared-core': 'core shared', 'coarse-clock': 'coarse clock',
  'cold-start': 'cold start', 'not-steady': 'not steady', 'may-hide': 'may be hidden', called: 'called',
  'short-parts': 'timed one by one',
  interrupted: 'cut short', 'heap-limit': 'heap full', 'array-limit': 'array full', 'memory-limit': 'memory full',
  'handles-left': 'handles left', 'tier-not-held': 'tier not held', 'short-runs': 'short runs',
  'output-varies': 'output varies', 'hung-at-exit': 'hung at exit', 'few-calls': 'few calls',
  together: 'depends on others', shell: 'shell',
};

// Gives the code of the tests other addresses, which reveals more than an hour of measuring.
const RENEWAL = hasProcesses ? 'separate processes (forkTests, or qtimeit compare)' : 'reloading the page';

/** An unknown code is printed unchanged: a saved one may be 'constructor'. */
function sentence(warning) {
  const { code } = warning;
  if (hasOwn(ofSystem, code)) return systemSentence(warning);
  return hasOwn(ofResults, code) ? ofResults[code](warning) : code;
}

const changesMeaning = ({ code }) => hasOwn(brackets, code);

/** '(not optimized, busy)'; '' if no warning changes the meaning of the figure */
function formatBrackets(warnings) {
  const words = warnings.filter(changesMeaning)
    .map(({ code, found }) => (found === 'not-settled' ? 'not settled' : brackets[code])).join(', ');
  return words && `(${words})`;
}

/** Whether a warning is about time of other processes, which the figure does not include. */
const isOfLeftOut = ({ code }) => code === 'disturbed' || code === 'prolonged';

const codes = Object.keys(ofResults);
const systemCodes = Object.keys(ofSystem);

module.exports = {
  sentence, describeFinding, remedyText, changesMeaning, isOfLeftOut, formatBrackets, RENEWAL, codes, systemCodes,
};
