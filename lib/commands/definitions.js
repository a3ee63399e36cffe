'use strict';

/*
 * What each command accepts, as data: read by options.js, and shown by help.js.
 *
 * @typedef {object} Definition
 * @property {string|null} name the word of the command; null where there is none
 * @property {string[]} usage forms that it is called in
 * @property {string} summary one sentence
 * @property {Object<string, Option>} options by their long names, in the order of the help
 * @property {string[][]} examples [command, what it does]
 * @property {string[]} notes paragraphs
 * @property {string} [behindDashes] what can begin with - among its arguments
 *
 * @typedef {object} Option
 * @property {string} [short] one letter
 * @property {string} type 'boolean', or one of values.js: 'string', 'code', 'choice', 'tiers', 'cpus', 'seconds',
 *   'share', 'count', 'setting'
 * @property {string} [value] what its value is called
 * @property {string} words of help
 * @property {*} [preset] the value where it is not given
 * @property {string} [unless] what happens where it is not given, in words
 * @property {boolean} [multiple] it can be repeated
 * @property {boolean} [negatable] a switch that --no-NAME turns off
 * @property {boolean} [zero] 0 is a value, too
 * @property {number} [least] the smallest value of a count, 1 unless given
 * @property {number} [most] the largest value
 * @property {boolean} [isPercent] of a share: a number without a sign is per cent
 * @property {string[]} [choices]
 * @property {string[]} [means] the option and its value that this one is short for
 * @property {string[]} [without] options that it does not go together with
 * @property {string} [group] heading of the help under which it stands
 */

const { FORMAT_NAMES } = require('../report/formats');

// Each process is started anew: more is a slip of the keyboard. bench has the same limit.
const MOST_PROCESSES = 1000;
const MOST_RUNS = 100000;

const force = { type: 'boolean', words: 'write over files that are there already' };

/** Where the figures go; the same for all commands that measure. */
const OUTPUT = {
  format: { type: 'choice', choices: FORMAT_NAMES, value: 'NAME', words: `how to print the result: ${FORMAT_NAMES.join(', ')}`, preset: 'table' },
  json: { type: 'boolean', means: ['format', 'json'], words: 'short for --format json' },
  csv: { type: 'boolean', means: ['format', 'csv'], words: 'short for --format csv' },
  markdown: { type: 'boolean', means: ['format', 'markdown'], words: 'short for --format markdown' },
  output: { short: 'o', type: 'string', value: 'FILE', words: 'write to this file what would be printed' },
  save: { type: 'string', value: 'FILE', words: 'keep the result with all samples, for compare and report; written as the run goes on' },
  force,
};

const MACHINE = {
  pin: { type: 'cpus', value: 'CPUS', words: 'stay on these processors, as taskset takes them: 0, 2-3' },
  timeout: { type: 'seconds', value: 'SECONDS', words: 'end the command after that long, with what is known by then and exit code 124' },
};

const grouped = (group, options) => Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }]));

/** For files with createBenchmark: which configurations, how often, and what is made of them. */
const MATRIX = {
  runs: { type: 'count', most: MOST_RUNS, value: 'N', words: 'run each configuration so often' },
  set: { type: 'setting', value: 'NAME=VALUE', multiple: true, words: 'run with this value of a parameter only; more than once: with these. CPUSET=0-2 pins to processors' },
  group: { type: 'string', value: 'NAME', multiple: true, words: 'only this group of a file that has some' },
  test: { type: 'boolean', words: 'try whether they work: one short run of each file' },
  resume: { type: 'boolean', words: 'go on with what --save FILE has from a run that was cut short' },
  plot: { type: 'string', value: 'FILE', words: 'draw the rates: .svg, .html, or .png where there is a browser' },
};

const plotKind = { type: 'choice', choices: ['box', 'bars'], value: 'KIND', words: 'what to draw for each configuration: its quartiles, or its mean with an interval', preset: 'box' };

const PARAMETERS = 'Benchmark files with parameters (createBenchmark)';

const matrix = grouped(PARAMETERS, MATRIX);
const shared = { ...grouped('Machine', MACHINE), ...grouped('Output', OUTPUT) };

const choosing = {
  filter: { type: 'string', value: 'PATTERN', multiple: true, words: 'only tests whose "file: name" contains this; * stands for any text, ? for one character' },
  exclude: { type: 'string', value: 'PATTERN', multiple: true, words: 'without tests whose "file: name" contains this' },
};

const fork = { type: 'count', zero: true, most: MOST_PROCESSES, value: 'N', words: 'measure each test in so many processes of its own, one after the other; 0: all in one' };
const early = { type: 'share', most: 1, value: 'SHARE', words: 'stop early, where all ranks are known to this share, such as 1%' };

/** How tests are called, and what is told of them besides the time. */
const ways = {
  tier: { type: 'tiers', value: 'LIST', words: 'measure each in these tiers of V8, side by side: interpreter, baseline, optimized; each in processes of its own' },
  cold: { type: 'boolean', words: 'measure first calls, each in a fresh process; 30 of them, or as many as --fork says', without: ['tier', 'memory', 'cache'] },
  memory: { type: 'boolean', words: 'tell what a call allocates and keeps, from a pass of its own after the timing' },
  cache: { type: 'choice', choices: ['cold'], value: 'STATE', words: 'tell what a call takes after the data caches of the processor have been emptied, too' },
};

const snippets = {
  name: null,
  usage: ["qtimeit [options] 'code' ['code' ...]"],
  summary: 'Measures how long JavaScript takes, several snippets against each other.',
  behindDashes: 'code',
  options: {
    setup: { short: 's', type: 'code', value: 'CODE', multiple: true, words: 'code that runs once before each snippet, not timed; snippets see what it declares' },
    time: { short: 't', type: 'seconds', value: 'SECONDS', words: 'measure each snippet so long: 2, 0.5, 500ms, 1m', preset: 4 },
    calls: { short: 'n', type: 'count', value: 'COUNT', words: 'measure so many calls of each snippet: 1000, 1e6', without: ['time'] },
    fork,
    precision: early,
    ...ways,
    ...shared,
  },
  examples: [
    ["qtimeit '[3, 1, 2].sort()'", 'how long one line takes'],
    ["qtimeit -s 'const list = [3, 1, 2]' 'list.slice().sort()' '[...list].sort()'", 'which of two is faster'],
    ["qtimeit -s 'const fs = require(\"fs/promises\")' 'await fs.stat(\".\")'", 'what is awaited is measured to its end'],
    ["qtimeit -t 0.5 --json 'JSON.parse(\"[1]\")'", 'half a second, for a program'],
    ["qtimeit --fork 8 --save before.json 'structuredClone({ a: 1 })'", 'in eight processes, and kept to be compared with later'],
  ],
  notes: [
    'A snippet is an expression, whose value is kept so that V8 cannot drop the work, or statements. It is a ' +
    'module of its own in the current folder: the setup runs anew for each, require, import() and __dirname start from there, ' +
    'and it is sloppy unless the setup begins with "use strict".',
  ],
};

const run = {
  name: 'run',
  usage: ['qtimeit run [options] file|folder|glob ...'],
  summary: 'Measures the suites in files: those that they export, and those that they hand to bench; and files with createBenchmark, a process for each configuration.',
  options: {
    ...choosing,
    time: { short: 't', type: 'seconds', value: 'SECONDS', words: 'measure each test so long', unless: 'what its suite says, or 4 s' },
    fork: { ...fork, unless: 'what its suite says' },
    precision: { ...early, unless: 'what its suite says' },
    ...ways,
    ...matrix,
    runs: { ...matrix.runs, unless: 'once, and 5 times to calibrate' },
    'plot-kind': { ...plotKind, group: PARAMETERS },
    calibrate: { type: 'string', value: 'NAME', words: 'find the value of this parameter from which on the rates are steady', without: ['save', 'resume', 'plot', 'output', 'format', 'track'], group: PARAMETERS },
    'cv-threshold': { type: 'share', most: 1, value: 'SHARE', words: 'for --calibrate: standard deviation over mean that runs may have in the mean of all configurations; a single one twice as much', unless: '5%', group: PARAMETERS },
    'start-n': { type: 'count', value: 'COUNT', words: 'for --calibrate: the value that it begins with', unless: "the file's first one", group: PARAMETERS },
    increase: { type: 'count', value: 'FACTOR', least: 2, words: 'for --calibrate: the factor that the value grows by', unless: 'as far as the runs so far call for', group: PARAMETERS },
    track: { type: 'boolean', words: 'tell how long each file took, its processes included', group: PARAMETERS },
    ...shared,
  },
  examples: [
    ['qtimeit run bench/', 'all suites in a folder and below'],
    ["qtimeit run 'bench/**/*.mjs' --filter parse --exclude slow", 'some of the tests of some files'],
    ['qtimeit run bench/parse.js --fork 8 --save results.json', 'each test in eight processes, with all samples kept'],
    ['qtimeit run buffers/ --set n=1e5 --runs 10 --plot rates.svg', 'benchmark files with parameters, one of them set'],
    ['qtimeit run buffers/fill.js --calibrate n', 'how many operations that file needs'],
    ['qtimeit run bench/ --format github >> "$GITHUB_STEP_SUMMARY"', 'a table on the page of the job'],
  ],
  notes: [
    'In a folder that is all .js, .cjs and .mjs files; not those of node_modules, fixtures, helpers and of folders that begin with . or _, ' +
    'nor files that begin so, nor *.test.* and *.spec.* files. A file named by itself is always run.',
  ],
};

const compare = {
  name: 'compare',
  usage: [
    'qtimeit compare [options] old.json new.json',
    'qtimeit compare [options] --old NODE --new NODE file|folder|glob ...',
    'qtimeit compare [options] --rev REVISION file|folder|glob ...',
    'qtimeit compare [options] rates.csv|rates.json',
  ],
  summary: 'Tells which tests became faster or slower: between saved results, binaries of node, or a revision of git and the working tree.',
  options: {
    old: { type: 'string', value: 'NODE', words: 'the node that the others are compared with: a path, or a command in PATH', without: ['rev'] },
    new: { type: 'string', value: 'NODE', multiple: true, words: 'the node to compare', without: ['rev'] },
    rev: { type: 'string', value: 'REVISION', words: 'compare the working tree with this revision: HEAD, main, v1.0.0' },
    ...choosing,
    precision: { type: 'share', most: 1, value: 'SHARE', words: 'measure until differences are known to this share; what lies within is the same', preset: 0.01 },
    time: { short: 't', type: 'seconds', value: 'SECONDS', words: 'at most so long for each test, all sides together', preset: 45 },
    noise: { type: 'share', zero: true, most: 1, value: 'SHARE', words: 'saved results only: believe no difference below this share, for they are of different times', preset: 0.05, without: ['old', 'new', 'rev'] },
    ...matrix,
    runs: { ...matrix.runs, unless: '30 times' },
    'plot-kind': { ...plotKind, group: PARAMETERS },
    'max-regression': { type: 'share', zero: true, isPercent: true, value: 'PERCENT', words: 'tell whether all tests are within this for sure; exit code 3 where one is certainly slower by more', unless: 'no limit' },
    strict: { type: 'boolean', words: 'exit code 4 where --max-regression cannot be judged; without it, 0, or 1 where there are no figures to judge by' },
    ...shared,
  },
  examples: [
    ['qtimeit compare before.json after.json', 'what changed between two saved runs'],
    ['qtimeit compare --rev HEAD bench/parse.js', 'what the changes that are not committed yet do to the speed'],
    ['qtimeit compare --rev main --max-regression 3% --strict bench/', 'in CI: passes only where all tests are within 3 % for sure'],
    ['qtimeit compare --old ./node-main --new ./node-pr bench/', 'two builds of node'],
    ['qtimeit compare results.csv --plot results.svg', 'what compare.js of Node core has written'],
    ['qtimeit compare --old node18 --new node20 --new node22 --markdown bench/', 'several, as a table of Markdown'],
  ],
  notes: [
    'Nodes and revisions are measured in turns, in processes of their own, so that both sides see the same machine. ' +
    'That settles smaller differences than saved results can.',
  ],
};

const scatter = {
  name: 'scatter',
  usage: ['qtimeit scatter [options] --xaxis NAME file|rates.csv|rates.json'],
  summary: 'Shows how the rate of a benchmark file with createBenchmark depends on one of its parameters.',
  options: {
    xaxis: { type: 'string', value: 'NAME', words: 'the parameter that the rate is shown over' },
    category: { type: 'string', value: 'NAME', words: 'a line for each value of this parameter', unless: 'one line' },
    log: { type: 'boolean', words: 'draw the axis by powers of two' },
    ...MATRIX,
    runs: { ...MATRIX.runs, unless: '30 times' },
    ...shared,
  },
  examples: [
    ['qtimeit scatter buffers/fill.js --xaxis size --category type --log', 'a line for each type, over the size'],
    ['qtimeit scatter buffers/fill.js --xaxis size --set type=fast --plot fill.svg', 'one type alone, as a picture'],
    ['qtimeit scatter results.csv --xaxis len', 'what scatter.js of Node core has written'],
  ],
  notes: ['Parameters that are neither of the two vary within each point: how far they do is reported, and kept out of its interval.'],
};

const report = {
  name: 'report',
  usage: ['qtimeit report [options] results.json'],
  summary: 'Makes a page of saved results or of a comparison: one HTML file that loads nothing else.',
  options: {
    output: { short: 'o', type: 'string', value: 'FILE', words: 'write the page to this file', unless: 'standard output' },
    force,
  },
  examples: [
    ['qtimeit report results.json -o report.html', 'a page to look at or to send'],
    ['qtimeit run bench/ --save r.json && qtimeit report r.json > r.html', 'from measuring to the page'],
  ],
  notes: [],
};

const system = {
  name: 'system',
  usage: ['qtimeit system [options] [fast|restore]'],
  summary: 'Shows what on this machine makes timings unsteady, and what helps.',
  options: {
    json: { type: 'boolean', words: 'print values and not words' },
  },
  examples: [
    ['qtimeit system', 'look, and change nothing'],
    ['sudo qtimeit system fast', 'all processors to the governor performance'],
    ['sudo qtimeit system restore', 'as it was before'],
  ],
  notes: ['fast sets the processors to full speed until the next boot, and restore sets them back; both need the rights of root.'],
};

/** By the names that the code has for them; snippets has no word on the command line. */
const definitions = { snippets, run, compare, scatter, report, system };

module.exports = { definitions };
