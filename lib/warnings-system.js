'use strict';

/**
 * The words for the warnings of sysinfo(): code -> (warning) => one sentence, at most about 140 characters:
 * what was found, why it matters, the way to mend it.
 */

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const V8_EFFECTS = {
  compiler: 'changes how V8 compiles',
  memory: 'changes the heap and its collections',
  checks: 'makes V8 check itself',
  output: 'makes V8 write a log',
};

module.exports = {
  governor: ({ governor }) =>
    `CPU governor is '${governor}', so the clock follows the load; fix: sudo cpupower frequency-set -g performance`,

  turbo: ({ path, off }) =>
    `Turbo is on, so the clock moves with heat; fix: echo ${off} | sudo tee ${path}`,

  'virtual-machine': ({ hypervisor }) =>
    `Virtual machine${hypervisor ? ` (${hypervisor})` : ''}: neighbours move timings by several per cent; fix: compare in one run, not across runs.`,

  'stolen-time': ({ share, recentShare }) => {
    const lately = recentShare === null ? '' : ` (${percent(recentShare)} lately)`;
    return `The hypervisor took ${percent(share)} of the CPU time wanted since boot${lately}, so rounds get slow; fix: a dedicated machine.`;
  },

  'cpu-quota': ({ cpus }) =>
    `The container may use ${cpus} CPUs and is stopped when it has used them up; fix: raise docker --cpus or the pod's limits.cpu`,

  load: ({ load1, cpuCount }) =>
    `Load is ${load1.toFixed(2)} on ${cpuCount} CPU${cpuCount === 1 ? '' : 's'}, so tests share them; find and stop what runs besides: top`,

  pressure: ({ avg10 }) =>
    `For ${avg10} % of the last 10 s a task waited for a CPU, so rounds get interrupted; find and stop what runs besides: top`,

  battery: () =>
    'On battery, so the clock is held low and moves; fix: plug in the power supply.',

  inspector: () =>
    'An inspector is attached, so code runs slower than in use; fix: start node without --inspect, close the debugger.',

  coverage: ({ by }) =>
    `Code coverage is on (${by}), so every function is counted and slowed down; fix: run the benchmark without it.`,

  profiler: ({ option }) =>
    `A profiler is on (${option}), and its samples are in the timings; fix: start node without ${option}.`,

  'v8-flag': ({ flag, effect }) =>
    `${flag} ${V8_EFFECTS[effect] || 'changes V8'}, so timings differ from those in use; fix: drop it, also from NODE_OPTIONS.`,
};
