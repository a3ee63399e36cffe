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

const STOP_OTHERS = { command: () => 'top', advice: () => 'find and stop what runs besides' };

const parts = {
  governor: {
    found: ({ governor }) => `CPU governor is '${governor}', so the clock follows the load`,
    command: () => 'sudo cpupower frequency-set -g performance',
  },

  turbo: {
    found: () => 'Turbo is on, so the clock moves with heat',
    command: ({ path, off }) => `echo ${off} | sudo tee ${path}`,
  },

  'virtual-machine': {
    found: ({ hypervisor }) => (
      `Virtual machine${hypervisor ? ` (${hypervisor})` : ''}: neighbours move timings by several per cent`),
    advice: () => 'compare in one run, not across runs',
  },

  'stolen-time': {
    found: ({ share, recentShare }) => {
      const lately = recentShare === null ? '' : ` (${percent(recentShare)} lately)`;
      return `The hypervisor took ${percent(share)} of the CPU time wanted since boot${lately}, so rounds get slow`;
    },
    advice: () => 'a dedicated machine',
  },

  'cpu-quota': {
    found: ({ cpus }) => `The container may use ${cpus} CPUs and is stopped when it has used them up`,
    advice: () => 'raise docker --cpus or the pod\'s limits.cpu',
  },

  load: {
    found: ({ load1, cpuCount }) => `Load is ${load1.toFixed(2)} on ${counted(cpuCount, 'CPU')}, so tests share them`,
    ...STOP_OTHERS,
  },

  pressure: {
    found: ({ avg10 }) => `For ${avg10} % of the last 10 s a task waited for a CPU, so rounds get interrupted`,
    ...STOP_OTHERS,
  },

  battery: {
    found: () => 'On battery, so the clock is held low and moves',
    advice: () => 'plug in the power supply',
  },

  inspector: {
    found: () => 'An inspector is attached, so code runs slower than in use',
    advice: () => 'start node without --inspect, close the debugger',
  },

  coverage: {
    found: ({ by }) => `Code coverage is on (${by}), so every function is counted and slowed down`,
    advice: () => 'run the benchmark without it',
  },

  compiler: {
    found: ({ by }) => `${by} gives functions that code makes their names by a call, 0.2 us for each`,
    advice: ({ by }) => `take Node.js 22.18 or later, without ${by}`,
  },

  profiler: {
    found: ({ option }) => `A profiler is on (${option}), and its samples are in the timings`,
    advice: ({ option }) => `start node without ${option}`,
  },

  'v8-flag': {
    found: ({ flag, effect }) => `${flag} ${V8_EFFECTS[effect] || 'changes V8'}, so timings differ from those in use`,
    advice: () => 'drop it, also from NODE_OPTIONS',
  },
};

const sentences = {};
for (const code of Object.keys(parts)) {
  const { found, command = () => null, advice = () => null } = parts[code];
  const remedy = (warning) => ({ command: command(warning), advice: advice(warning) });
  const say = (warning) => {
    const way = remedy(warning);
    // No full stop after a command, which users copy.
    return `${found(warning)}; fix: ${remedyText(way)}${way.command === null ? '.' : ''}`;
  };
  sentences[code] = Object.assign(say, { found, remedy });
}

module.exports = { sentences, remedyText };
