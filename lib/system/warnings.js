'use strict';

/* Messages for all warnings by code, and the words in parentheses after the figure of a result. */

const { hasProcesses } = require('#engine');
const { counted, fixed, number, rough, shortTime } = require('../text/numbers');

const { abs } = Math;
const { hasOwn } = Object;
const join = Function.prototype.call.bind(Array.prototype.join);

const percent = (share) => `${(share * 100).toFixed(abs(share) < 0.1 ? 1 : 0)} %`;
const ns = (value) => `${fixed(value, 2)} ns`;
const timesText = (count) => (count === 1 ? 'once' : `${count} times`);
const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

const V8_EFFECTS = {
  compiler: 'changes how V8 compiles',
  memory: 'changes the heap and its collections',
  checks: 'makes V8 check itself',
  output: 'makes V8 write a log',
};

const STOP_OTHERS = ['top', 'find and stop what runs besides'];

// Warnings of sysinfo(): [finding, command, advice]. Command and advice are null, a text, or made from the warning.
const ofSystem = {
  governor: [({ governor }) => `CPU governor is '${governor}', so the clock follows the load`,
    'sudo cpupower frequency-set -g performance', null],
  turbo: [() => 'Turbo is on, so the clock moves with heat', ({ path, off }) => `echo ${off} | sudo tee ${path}`, null],
  'virtual-machine': [({ hypervisor }) => (
    `Virtual machine${hypervisor ? ` (${hypervisor})` : ''}: neighbours move timings by several per cent`),
  null, 'compare in one run, not across runs'],
  'stolen-time': [({ share, recentShare }) => {
    const [part, lately] = [share, recentShare].map((value) => `${(value * 100).toFixed(1)} %`);
    return `The hypervisor took ${part} of the CPU time wanted since boot` +
      `${recentShare === null ? '' : ` (${lately} lately)`}, so rounds get slow`;
  }, null, 'a dedicated machine'],
  'cpu-quota': [({ cpus }) => `The container may use ${cpus} CPUs and is stopped when it has used them up`,
    null, 'raise docker --cpus or the pod\'s limits.cpu'],
  load: [({ load1, cpuCount }) => `Load is ${load1.toFixed(2)} on ${counted(cpuCount, 'CPU')}, so tests share them`,
    ...STOP_OTHERS],
  pressure: [({ avg10 }) => `For ${avg10} % of the last 10 s a task waited for a CPU, so rounds get interrupted`,
    ...STOP_OTHERS],
  battery: [() => 'On battery, so the clock is held low and moves', null, 'plug in the power supply'],
  inspector: [() => 'An inspector is attached, so code runs slower than in use',
    null, 'start node without --inspect, close the debugger'],
  coverage: [({ by }) => `Code coverage is on (${by}), so every function is counted and slowed down`,
    null, 'run the benchmark without it'],
  compiler: [({ by }) => `${by} gives functions that code makes their names by a call, 0.2 us for each`,
    null, ({ by }) => `take Node.js 22.18 or later, without ${by}`],
  profiler: [({ option }) => `A profiler is on (${option}), and its samples are in the timings`,
    null, ({ option }) => `start node without ${option}`],
  'v8-flag': [
    ({ flag, effect }) => `${flag} ${V8_EFFECTS[effect] || 'changes V8'}, so timings differ from those in use`,
    null, 'drop it, also from NODE_OPTIONS'],
};

/** 'find and stop what runs besides: top'. advice: if no command is sufficient */
function remedyText({ command, advice }) {
  if (command === null) return advice || '';
  return advice === null ? command : `${advice}: ${command}`;
}

const textOf = (part, warning) => (typeof part === 'function' ? part(warning) : part);

/** { found, command, advice } of a warning of sysinfo(); command and advice can be null */
function findingOf(warning) {
  const [found, command, advice] = ofSystem[warning.code];
  return { found: found(warning), command: textOf(command, warning), advice: textOf(advice, warning) };
}

function systemSentence(warning) {
  const { found, ...remedy } = findingOf(warning);
  // No full stop after a command, which users copy.
  return `${found}; fix: ${remedyText(remedy)}${remedy.command === null ? '.' : ''}`;
}

const NOT_SETTLED = 'the times had not settled when the measuring began, which a longer run may change';

const UNSURE = {
  'few-calls': 'there were too few calls to tell it from what V8 itself allocates',
  spread: 'it was now more, now less, by over 5 %',
  'other-work': 'the process allocates beside the test, too',
};

const TIER_CODE = {
  __proto__: null, interpreter: 'the interpreter', baseline: 'baseline code', optimized: 'optimized code',
};
const FOUND_CODE = {
  __proto__: null,
  interpreter: 'it in the interpreter', baseline: 'it as baseline code', maglev: 'it as code of its middle compiler',
  optimized: 'it as optimized code', native: 'native code, of which it tells nothing',
  'not-compiled': 'something else in its place',
};
const codeOf = (found) => FOUND_CODE[found] || `it as ${found}`;

const LEAST_SHARE = 0.0005; // a smaller share of discarded code would be printed as 0.0 %

function notOptimized({ found, times, share }) {
  if (found === 'not-settled') return NOT_SETTLED;
  const part = share >= LEAST_SHARE && share < 0.995 ? `in ${percent(share)} of the time ` : '';
  if (!(times > 0)) return `${part}V8 ran ${codeOf(found)}, and not as optimized code, which a longer run may change`;
  const thrown = `V8 threw its optimized code away ${timesText(times)} while it was measured`;
  return share >= LEAST_SHARE ? `${thrown}, and ${part}ran ${codeOf(found)}` : thrown;
}

/** Hint about removed work. inputs: names of variables, known for snippets */
const adviceFor = (inputs = []) => (inputs.length > 0 ? `write blackBox(${join(inputs, ') and blackBox(')}) in it`
  : 'pass its inputs through blackBox(value)');

const ofResults = {
  'below-resolution': ({ resolutionNs }) =>
    `cannot be told from an empty function${resolutionNs ? ` (under ${ns(resolutionNs)} each)` : ''}`,
  'too-noisy': ({ resolutionNs }) =>
    'too noisy to tell: its interval is wider than its figure' +
    `${resolutionNs ? `, ${ns(resolutionNs)} to either side` : ''}; a quieter machine or a longer time tells more`,
  busy: ({ rounds, kept }) =>
    `${kept === rounds ? `others left time for ${kept} rounds only`
      : `${kept > 0 ? `only ${kept}` : 'none'} of ${rounds} rounds ran without being interrupted`}, ` +
    'too few to trust the figure: a quieter machine gives a better one',
  'shared-core': ({ leastCycles, usualCycles }) =>
    'other programs used the same processor core: an iteration of an empty loop took ' +
    `${fixed(usualCycles, 2)} cycles, ${fixed(leastCycles, 2)} at best; alone, the test may take half of this time`,
  'too-few-samples': ({ rounds }) =>
    `${rounds} rounds are too few for an interval; more calls or a longer time give one`,
  'few-samples': ({ rounds }) => `the interval stands on ${rounds} rounds only; more calls or a longer time narrow it`,
  'coarse-clock': ({ grainNs }) =>
    `the clock counts in steps of ${shortTime(grainNs)}: more calls or a longer time give an interval`,
  // Older results have no allNs.
  'cold-start': ({ calls, allNs }) =>
    `the first ${calls === 1 ? 'call' : `${calls} calls`} ran cold` +
    (allNs > 0 ? `: with ${calls === 1 ? 'it' : 'them'} ${shortTime(allNs)} each` : ''),
  'not-steady': ({ drift }) =>
    `not steady: ${percent(abs(drift))} ${drift < 0 ? 'faster' : 'slower'} at the end than at the start`,
  disturbed: ({ rounds, lostNs }) =>
    `interrupted ${timesText(rounds)}, for ${fixed(lostNs / 1e9, 2)} s in all, which are left out`,
  collections: ({ share }) => `${percent(share)} of the time went into collecting garbage`,
  'may-hide': ({ referenceNs }) => `a body under ${ns(referenceNs)} may hide behind the queueing of its promise`,
  waits: ({ share }) =>
    `no processor worked for it in ${percent(share)} of the time: it waits, or others have the processor`,
  called: () =>
    'measured through a call, which may hide some of it: the policy of the page forbids to compile loops, and ' +
    "script-src with 'unsafe-eval' permits it",
  interrupted: () => 'the run was interrupted: these figures stand on fewer rounds than were asked for',
  folded: ({ inputs }) =>
    'takes no longer than a turn of an empty loop: V8 computed it before the loop, or left it out; ' +
    adviceFor(inputs) + (inputs && inputs.length > 0 ? '' : ', and its result to keep(value)'),
  hoisted: ({ notInlinedNs, inputs }) =>
    `V8 moved work out of the loop: ${shortTime(notInlinedNs)} if the test is not inlined; ${adviceFor(inputs)}`,
  'not-optimized': notOptimized,
  prolonged: ({ seconds, goalSeconds }) =>
    `took ${fixed(seconds, 2)} s in place of ${fixed(goalSeconds, 2)} s, because others had the processor`,
  'heap-limit': ({ usedBytes, limitBytes }) =>
    `stopped early: the test keeps what it allocates, ${megabytes(usedBytes)} of ${megabytes(limitBytes)} MB ` +
    'of heap are in use; raise --max-old-space-size',
  // Other engines send a sentence.
  'memory-unsure': ({ reason }) => 'how much a call allocates is ' +
    (hasOwn(UNSURE, reason) ? `not sure: ${UNSURE[reason]}` : `not told: ${reason}`),
  'handles-left': ({ handles }) => `the test left open: ${join(handles, ', ')}`,
  'short-runs': ({ seconds }) =>
    `a run takes ${fixed(seconds * 1e3, 1)} ms: much of that is code that runs cold; a longer input tells more`,
  'output-varies': ({ low, high }) => `its runs gave ${low} to ${high} bytes: they did not all do the same`,
  'tier-not-held': ({ tier, found }) =>
    `not held to ${TIER_CODE[tier] || tier}: V8 ran ${codeOf(found)}; these figures are not of that tier`,
  'not-counted': ({ reason }) => `not counted: ${reason}`,
  'not-proportional': ({ first, second }) =>
    'what it executes does not grow in proportion to its calls: ' +
    `${number(first)} instructions each in the first half, ${number(second)} in the second`,
  'count-unsettled': ({ error }) =>
    `its instructions are known to +-${rough(error)} only: as many calls differed by more than was asked for`,
  'processes-not-counted': () => 'the processes that it starts are not counted',
  'hung-at-exit': () => 'its process had to be killed after the result was there: something keeps it open',
};

// Only warnings that change the meaning of a time, or report on its process.
const brackets = {
  'not-optimized': 'not optimized', busy: 'busy', 'shared-core': 'core shared', 'coarse-clock': 'coarse clock',
  'cold-start': 'cold start', 'not-steady': 'not steady', 'may-hide': 'may be hidden', called: 'called',
  interrupted: 'cut short', 'heap-limit': 'heap full', 'handles-left': 'handles left',
  'tier-not-held': 'tier not held', 'short-runs': 'short runs', 'output-varies': 'output varies',
  'hung-at-exit': 'hung at exit',
};

// Gives the code of the tests other addresses, which reveals more than an hour of measuring.
const RENEWAL = hasProcesses ? 'forkTests and compare' : 'the page loaded again';

/** An unknown code is printed as it is: a saved one may be 'constructor'. */
function sentence(warning) {
  const { code } = warning;
  if (hasOwn(ofSystem, code)) return systemSentence(warning);
  return hasOwn(ofResults, code) ? ofResults[code](warning) : code;
}

const changesMeaning = ({ code }) => hasOwn(brackets, code);

/** '(not optimized, busy)'; '' if no warning changes the meaning of the figure */
function bracketsOf(warnings) {
  const words = warnings.filter(changesMeaning)
    .map(({ code, found }) => (found === 'not-settled' ? 'not settled' : brackets[code])).join(', ');
  return words && `(${words})`;
}

/** Whether a warning is about time of other processes, which the figure does not include. */
const isOfLeftOut = ({ code }) => code === 'disturbed' || code === 'prolonged';

const codes = Object.keys(ofResults);
const systemCodes = Object.keys(ofSystem);

module.exports = {
  sentence, findingOf, remedyText, changesMeaning, isOfLeftOut, bracketsOf, RENEWAL, codes, systemCodes,
};
