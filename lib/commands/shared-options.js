'use strict';

/* Options that several commands accept, in the format of definitions.js. */

const { FORMAT_NAMES } = require('../report/output/formats');

// Larger numbers are typing errors. bench has the same limit.
const MOST_PROCESSES = 1000;
const MOST_RUNS = 100000;

const flag = (words, more) => ({ type: 'boolean', words, ...more });
const optionOf = (type) => (value, words, more) => ({ type, value, words, ...more });
const TYPES = [
  'string', 'names', 'code', 'choice', 'tiers', 'counts', 'cpus', 'seconds', 'share', 'count', 'setting',
  'shard', 'machines',
];
const [
  text, names, code, choice, tiers, counts, cpus, seconds, share, count, setting, part, machines,
] = TYPES.map(optionOf);

const forms = {
  format: choice('NAME', `how to print the result: ${FORMAT_NAMES.join(', ')}`,
    { choices: FORMAT_NAMES, unless: 'html, and nothing beside -o and --plot' }),
  json: flag('short for --format json', { means: ['format', 'json'] }),
  csv: flag('short for --format csv', { means: ['format', 'csv'] }),
  markdown: flag('short for --format markdown', { means: ['format', 'markdown'] }),
  output: text('FILE', 'write the result to this file, in the form that its ending tells: .html, .md, .csv, .json, ' +
    '.txt; with --format: this one file has it in that form, and nothing is printed', { short: 'o', multiple: true }),
  plot: text('FILE', 'draw the times, rates or changes: .svg, .html, or .png where there is a browser'),
  force: flag('write over files that are there already'),
};

const OUTPUT = {
  ...forms,
  format: { ...forms.format, unless: 'table' },
  save: text('FILE', 'keep the result with all samples, for compare and report; written as the run goes on'),
};

const MACHINE = {
  pin: cpus('CPUS', 'stay on these processors, as taskset takes them: 0, 2-3'),
  timeout: seconds('SECONDS', 'end the command after that long, with what is known by then and exit code 124'),
};

function grouped(group, options) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }]));
}

const SHARDS = {
  shard: part('PART', 'measure only this part of all, such as 3/40, for merge to put together; auto, or auto/40: the ' +
    'one that Slurm, Kubernetes, GitLab, Buildkite, CircleCI or GNU parallel says'),
  durations: text('FILE', 'split by the time that each test, file or configuration took there: a result saved ' +
    'before, the same for all parts', { multiple: true }),
  plan: machines('LIST', 'measure nothing, and tell what would be, how long it takes, and on so many machines: 1,10',
    { alone: '' }),
  resume: flag('go on with what --save FILE has from a run that was cut short'),
};

/** For files with createBenchmark. */
const MATRIX = {
  runs: count('N', 'run each configuration so often', { most: MOST_RUNS }),
  set: setting('NAME=VALUE', 'run with this value of a parameter only; more than once: with these. CPUSET=0-2 pins ' +
    'to processors', { multiple: true }),
  group: text('NAME', 'only this group of a file that has some', { multiple: true }),
  test: flag('try whether they work: one short run of each file'),
};

const plotKind = choice('KIND', 'what to draw for each configuration: its quartiles, or its mean with an interval',
  { choices: ['box', 'bars'], preset: 'box' });

const PARAMETERS = 'Benchmark files with parameters (createBenchmark)';

const matrix = grouped(PARAMETERS, MATRIX);
const sharding = grouped('Many machines', SHARDS);
const shared = { ...grouped('Machine', MACHINE), ...grouped('Output', OUTPUT) };

const choosing = {
  filter: text('PATTERN', 'only tests whose "file: name" contains this; * stands for any text, ? for one character',
    { multiple: true }),
  exclude: text('PATTERN', 'without tests whose "file: name" contains this', { multiple: true }),
};

const fork = count('N', 'measure each test in this number of processes, interleaved with the other tests; 0: all ' +
  'tests in one process', { least: 0, most: MOST_PROCESSES, unless: 'until all is clear, at least 5' });
const early = share('SHARE', 'stop early, where all ranks are known to this share, such as 1%', { most: 1 });

const ways = {
  tier: tiers('LIST', 'measure each in these tiers of V8, side by side: interpreter, baseline, optimized; each in ' +
    'processes of its own'),
  cold: flag('measure first calls, each in a fresh process; 30 of them, or as many as --fork says',
    { without: ['tier', 'memory', 'cache', 'count'] }),
  memory: flag('tell what a call allocates and keeps, from a pass of its own after the timing'),
  cache: choice('STATE', 'tell what a call takes after the data caches of the processor have been emptied, too',
    { choices: ['cold'] }),
  count: counts('LIST', 'count the instructions of a call, too, by perf or valgrind: the same on a busy machine; ' +
    'cache: also misses, mispredicted branches and cycles estimated from them; profile: also which functions',
  { alone: 'instructions' }),
  sort: choice('KEY', 'sort the rows by time or name; file: as in the file', { choices: ['file', 'time', 'name'] }),
  details: flag('show the fastest, median, 75th and 99th percentile, slowest round of each, and their histogram'),
  verbose: flag('show all notes on all tests, and the settings'),
};

module.exports = {
  flag, text, names, code, count, share, seconds, choosing, early, fork, ways, plotKind,
  MATRIX, PARAMETERS, SHARDS, OUTPUT, forms, matrix, sharding, shared,
};
