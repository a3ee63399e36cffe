'use strict';

/* Messages for the warnings of sysinfo(): one sentence of at most about 140 characters, from a finding and a remedy. */

const { counted } = require('../text/numbers');

/** 'find and stop what runs besides: top'. advice: if no command is sufficient */
function remedyText({ command, advice }) {
  if (command === null) return advice || '';
  return advice === null ? command : `${advice}: ${command}`;
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const V8_EFFECTS = {
  compiler: 'changes how V8 compiles',
  memory: 'changes the heap and its collections',
  checks: 'makes V8 check itself',
  output: 'makes V8 write a log',
};

// Code -> [finding, command, advice]. Command and advice are null, a text, or made from the warning.
const STOP_OTHERS = ['top', 'find and stop what runs besides'];
const parts = {
  governor: [({ governor }) => `CPU governor is '${governor}', so the clock follows the load`,
    'sudo cpupower frequency-set -g performance', null],
  turbo: [() => 'Turbo is on, so the clock moves with heat', ({ path, off }) => `echo ${off} | sudo tee ${path}`, null],
  'virtual-machine': [({ hypervisor }) => (
    `Virtual machine${hypervisor ? ` (${hypervisor})` : ''}: neighbours move timings by several per cent`),
  null, 'compare in one run, not across runs'],
  'stolen-time': [({ share, recentShare }) => {
    const lately = recentShare === null ? '' : ` (${percent(recentShare)} lately)`;
    return `The hypervisor took ${percent(share)} of the CPU time wanted since boot${lately}, so rounds get slow`;
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

const sentences = {};
const textOf = (part, warning) => (typeof part === 'function' ? part(warning) : part);
for (const [code, [found, command, advice]] of Object.entries(parts)) {
  const remedy = (warning) => ({ command: textOf(command, warning), advice: textOf(advice, warning) });
  const say = (warning) => {
    const way = remedy(warning);
    // No full stop after a command, which users copy.
    return `${found(warning)}; fix: ${remedyText(way)}${way.command === null ? '.' : ''}`;
  };
  sentences[code] = Object.assign(say, { found, remedy });
}

module.exports = { sentences, remedyText };
