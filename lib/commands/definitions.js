'use strict';

/*
 * The options of each command, as data for options.js and help.js. A command has a name (null for snippets), usage,
 * summary, notes, examples ([command, explanation]), and options by long name, in the order of the help.
 *
 * An option has type ('boolean', or a key of TYPES in values.js), value (placeholder in the help) and words, and may
 * have: short; multiple; preset: default value; unless: default in words; alone: value of the option without an
 * argument, as text; least, most: limits of a count; zero: whether a share of 0 is accepted; isPercent: whether a share
 * without % is in percent; choices; means: [option, value] that it abbreviates; without: options that exclude it;
 * group: heading in the help
 */

const { FORMAT_NAMES } = require('../report/output/formats');

// Larger numbers are typing errors. bench has the same limit.
const MOST_PROCESSES = 1000;
const MOST_RUNS = 100000;

const flag = (words, more) => ({ type: 'boolean', words, ...more });
const optionOf = (type) => (value, words, more) => ({ type, value, words, ...more });
const [text, names, code, choice, tiers, counts, cpus, seconds, share, count, setting, part, machines] = [
  'string', 'names', 'code', 'choice', 'tiers', 'counts', 'cpus', 'seconds', 'share', 'count', 'setting', 'shard',
  'machines',
].map(optionOf);

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

const grouped = (group, options) => (
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }])));

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

const UNTIL_CLEAR = 'until all verdicts are clear and ranks are known, at most 2 s each';
const RESTARTS = 'Each test runs in several short processes, interleaved with the other tests: at least five of ' +
  'each, and more until all is clear. -t 4 measures each test for 4 s, for narrower intervals.';

const snippets = {
  name: null,
  usage: ["qtimeit [options] 'code' ['code' ...]"],
  summary: 'Measures how long JavaScript takes, several snippets against each other.',
  options: {
    setup: code('CODE', 'code that runs once before each snippet, not timed; snippets see what it declares',
      { short: 's', multiple: true }),
    time: seconds('SECONDS', 'measure each snippet for this time: 2, 0.5, 500ms, 1m',
      { short: 't', unless: UNTIL_CLEAR }),
    calls: count('COUNT', 'measure this number of calls of each snippet, in one process: 1000, 1e6',
      { short: 'n', without: ['time'] }),
    fork,
    precision: early,
    ...ways,
    ...shared,
  },
  examples: [
    ["qtimeit '[3, 1, 2].sort()'", 'how long one line takes'],
    ["qtimeit -s 'const list = [3, 1, 2]' 'list.slice().sort()' '[...list].sort()'", 'which of two is faster'],
    [
      "qtimeit -s 'const fs = require(\"fs/promises\")' 'await fs.stat(\".\")'",
      'what is awaited is measured to its end',
    ],
    ["qtimeit -t 5 --json 'JSON.parse(\"[1]\")'", 'five seconds, for a program'],
    ["qtimeit --save before.json 'structuredClone({ a: 1 })'", 'saved, for a later comparison'],
  ],
  notes: [
    'A snippet is an expression, whose value is kept so that V8 cannot drop the work, or statements. It is a ' +
    'module of its own in the current folder: the setup runs anew for each, require, import() and __dirname start ' +
    'from there, and it is sloppy unless the setup begins with "use strict".',
    RESTARTS,
  ],
};

const run = {
  name: 'run',
  usage: ['qtimeit run [options] file|folder|glob ...'],
  summary: 'Measures the suites in files: those that they export, and those that they hand to bench; ' +
    'and files with createBenchmark, a process for each configuration.',
  options: {
    ...choosing,
    time: seconds('SECONDS', 'measure each test for this time',
      { short: 't', unless: `as the suite sets it, or ${UNTIL_CLEAR}` }),
    fork: { ...fork, unless: `as the suite sets it, or ${fork.unless}` },
    precision: { ...early, unless: 'what its suite says' },
    on: names('LIST', 'measure on these engines, interleaved in separate processes, and show them side by side: ' +
      'node, bun, deno, chromium, firefox, webkit, or paths of executables; the first is what the others are ' +
      'compared with. A browser alone measures as this engine does; url: prints an address for a browser elsewhere',
    { without: ['calibrate', 'track', 'count'] }),
    ...ways,
    ...matrix,
    runs: { ...matrix.runs, unless: 'once, and 5 times to calibrate' },
    'plot-kind': { ...plotKind, group: PARAMETERS },
    calibrate: text('NAME', 'find the value of this parameter from which on the rates are steady',
      { without: ['save', 'resume', 'shard', 'durations', 'plan', 'plot', 'output', 'format', 'track', 'count'],
        group: PARAMETERS }),
    'cv-threshold': share('SHARE', 'for --calibrate: standard deviation over mean that runs may have in the mean of ' +
      'all configurations; a single one twice as much', { most: 1, unless: '5%', group: PARAMETERS }),
    'start-n': count('COUNT', 'for --calibrate: the value that it begins with',
      { unless: "the file's first one", group: PARAMETERS }),
    increase: count('FACTOR', 'for --calibrate: the factor that the value grows by',
      { least: 2, unless: 'as far as the runs so far call for', group: PARAMETERS }),
    track: flag('tell how long each file took, its processes included', { group: PARAMETERS }),
    ...sharding,
    ...shared,
  },
  examples: [
    ['qtimeit run bench/', 'all suites in a folder and below'],
    ["qtimeit run 'bench/**/*.mjs' --filter parse --exclude slow", 'some of the tests of some files'],
    ['qtimeit run buffers/ --set n=1e5 --runs 10 --plot rates.svg', 'benchmark files with parameters, one of them set'],
    ['qtimeit run buffers/fill.js --calibrate n', 'how many operations that file needs'],
    ['qtimeit run --on node,bun,chromium bench/parse.mjs', 'one suite on three engines, side by side'],
    ['qtimeit run bench/ --format github >> "$GITHUB_STEP_SUMMARY"', 'a table on the page of the job'],
  ],
  notes: [
    'In a folder that is all .js, .cjs, .mjs, .ts, .cts and .mts files; not those of node_modules, fixtures, helpers ' +
    'and of folders that begin with . or _, nor files that begin so, nor *.test.*, *.spec.* and *.d.ts files, nor ' +
    'TypeScript beside the .js that was made of it. A file named by itself is always run.',
    'TypeScript is run as it stands from Node.js 22.18 on, and through tsx before that, where it is installed.',
    RESTARTS,
  ],
};

const compare = {
  name: 'compare',
  usage: [
    'qtimeit compare [options] old.json new.json',
    'qtimeit compare [options] --old NODE --new NODE file|folder|glob ...',
    'qtimeit compare [options] --old NAME@VERSION --new NAME@VERSION file|folder|glob ...',
    'qtimeit compare [options] --rev REVISION file|folder|glob ...',
    'qtimeit compare [options] --on BROWSER --old FOLDER --new FOLDER file|folder|glob ...',
    'qtimeit compare [options] rates.csv|rates.json',
  ],
  summary: 'Tells which tests became faster or slower: between saved results, binaries of node, browsers, ' +
    'versions of a package, builds in a browser, or a revision of git and the working tree.',
  options: {
    old: text('NODE', 'the node that the others are compared with: a path, or a command in PATH; or a browser; or a ' +
      'version of a package that the files import: name@1.2.3, name@^2, name@latest; or, with --on, the folder of a ' +
      'build', { without: ['rev'] }),
    new: text('NODE', 'the node to compare, or the browser, version or build', { multiple: true, without: ['rev'] }),
    rev: text('REVISION', 'compare the working tree with this revision: HEAD, main, v1.0.0'),
    on: names('BROWSER', 'compare builds of a module in this browser: chromium, firefox, webkit, or its path; the ' +
      'files import the module by its name, and each side has that of its folder', { without: ['rev', 'count'] }),
    ...choosing,
    precision: share('SHARE', 'measure until differences are known to this share; what lies within is the same',
      { most: 1, preset: 0.01 }),
    time: seconds('SECONDS', 'at most so long for each test, all sides together', { short: 't', preset: 45 }),
    noise: share('SHARE', 'saved results only: believe no difference below this share, for they are of different ' +
      'times', { zero: true, most: 1, preset: 0.05, without: ['old', 'new', 'rev'] }),
    count: {
      ...ways.count,
      words: 'compare the instructions of a call, too, by perf or valgrind: neighbours do not move them, and they ' +
        'decide over --max-regression; cache: also misses, mispredicted branches and cycles estimated from them',
    },
    ...matrix,
    runs: { ...matrix.runs, words: `${matrix.runs.words}; where --precision is typed, at most`, unless: '30 times' },
    'plot-kind': { ...plotKind, group: PARAMETERS },
    'max-regression': share('PERCENT', 'tell whether all tests are within this for sure; exit code 3 where one is ' +
      'certainly slower by more', { zero: true, isPercent: true, unless: 'no limit' }),
    strict: flag('exit code 4 where --max-regression cannot be judged; without it, 0, or 1 where there are no ' +
      'figures to judge by'),
    ...sharding,
    ...shared,
  },
  examples: [
    ['qtimeit compare before.json after.json', 'what changed between two saved runs'],
    ['qtimeit compare --rev HEAD bench/parse.js', 'what the changes that are not committed yet do to the speed'],
    [
      'qtimeit compare --rev main --max-regression 3% --strict bench/',
      'in CI: passes only where all tests are within 3 % for sure',
    ],
    [
      'qtimeit compare --rev main --count --max-regression 0.5% --strict bench/',
      'the same by instructions, which is decided on any machine',
    ],
    ['qtimeit compare --old fast-glob@2 --new fast-glob@3 bench/glob.js', 'two versions of a package'],
    ['qtimeit compare --old node20 --new node22 --new node24 --markdown bench/', 'several, as a table of Markdown'],
  ],
  notes: [
    'Nodes, browsers, versions, builds and revisions are measured in separate processes that take turns, so that all ' +
    'sides see the same machine. This resolves smaller differences than saved results.',
    'Builds are folders: --on firefox --old dist-old/ --new dist-new/. The files import them by the name of the ' +
    'package that they belong to, or by the one in the package.json of a build.',
  ],
};

const scatter = {
  name: 'scatter',
  usage: ['qtimeit scatter [options] --xaxis NAME file|rates.csv|rates.json'],
  summary: 'Shows how the rate of a benchmark file with createBenchmark depends on one of its parameters.',
  options: {
    xaxis: text('NAME', 'the parameter that the rate is shown over'),
    category: text('NAME', 'a line for each value of this parameter', { unless: 'one line' }),
    log: flag('draw the axis by powers of two'),
    ...MATRIX,
    runs: { ...MATRIX.runs, unless: '30 times' },
    resume: SHARDS.resume,
    ...shared,
  },
  examples: [
    ['qtimeit scatter buffers/fill.js --xaxis size --category type --log', 'a line for each type, over the size'],
    ['qtimeit scatter buffers/fill.js --xaxis size --set type=fast --plot fill.svg', 'one type alone, as a picture'],
    ['qtimeit scatter results.csv --xaxis len', 'what scatter.js of Node core has written'],
  ],
  notes: [
    'Parameters that are neither of the two vary within each point: how far they do is reported, and kept out of its ' +
    'interval.',
  ],
};

const report = {
  name: 'report',
  usage: ['qtimeit report [options] results.json'],
  summary: 'Makes of saved results, rates or a comparison what run and compare print, or a page: one HTML file that ' +
    'loads nothing else.',
  options: forms,
  examples: [
    ['qtimeit report results.json -o report.html', 'a page to look at or to send'],
    ['qtimeit report results.json --format table', 'the table, as it was printed'],
    ['qtimeit report results.json -o report.html -o results.md', 'a page, and a table of Markdown'],
    ['qtimeit run bench/ --save r.json && qtimeit report r.json > r.html', 'from measuring to the page'],
  ],
  notes: [],
};

const merge = {
  name: 'merge',
  usage: ['qtimeit merge [options] file.json|glob ...'],
  summary: 'Puts together what the parts of one run have saved (run and compare with --shard), as if one machine had ' +
    'measured all; refuses what is there twice, what is missing, and what is of another run.',
  options: {
    partial: flag('merge what there is, where parts are missing or were cut short'),
    blocks: flag('of comparisons and rates: the same tests from several machines are no doubles; what each machine ' +
      'says of a change is weighed together, of whole runs, too'),
    precision: share('SHARE', 'of comparisons: what lies within is the same',
      { most: 1, unless: 'as it was measured' }),
    'max-regression': { ...compare.options['max-regression'], unless: 'as it was measured' },
    strict: compare.options.strict,
    'plot-kind': plotKind,
    ...OUTPUT,
    save: { ...OUTPUT.save, words: 'keep the whole with all samples, for compare, report and --durations' },
  },
  examples: [
    ['qtimeit merge part-*.json --save all.json', 'the parts of one run, and the table of all of it'],
    ['qtimeit merge part-*.json --max-regression 3% --strict', 'one verdict over all parts of a comparison'],
    ['qtimeit merge part-*.json --partial', 'what there is so far'],
    ['qtimeit merge --blocks here.json there.json', 'what two machines say of the same tests'],
  ],
  notes: [
    'Parts are of one run where the tests, the split, the revision, the settings and the versions are the same; what ' +
    'differs is named. Each test stays with the machine that has measured it, and the verdicts of a comparison are ' +
    'made anew, so that those of all parts together hold.',
  ],
};

const system = {
  name: 'system',
  usage: ['qtimeit system [options] [fast|restore]'],
  summary: 'Shows what on this machine makes timings unsteady, and what helps.',
  options: {
    json: flag('print values and not words'),
  },
  examples: [
    ['qtimeit system', 'look, and change nothing'],
    ['sudo qtimeit system fast', 'all processors to the governor performance'],
    ['sudo qtimeit system restore', 'as it was before'],
  ],
  notes: [
    'fast sets the processors to full speed until the next boot, and restore sets them back; both need the rights of ' +
    'root.',
  ],
};

/** The keys are names for code; snippets have no command word. */
const definitions = { snippets, run, compare, merge, scatter, report, system };

module.exports = { definitions };
