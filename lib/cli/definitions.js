'use strict';

/*
 * The options of each command, as data for options.js and help.js. A command has a name (null for snippets), usage,
 * summary, notes, examples ([command, explanation]), and options by long name, in the order of the help.
 *
 * An option has type ('boolean', or a key of TYPES in values.js), value (placeholder in the help) and words, and may
 * have: short; multiple; preset: default value; unless: default in words; alone: value of the option without an
 * argument, as text; least, most: limits of a count; zero: whether a share of 0 is accepted; isPercent: whether a share
 * without % is in percent; choices; means: [option, value] that it abbreviates; without: options that exclude it;
 * group: heading in the help; isForSuites: benchmark files with parameters cannot use it; instead: hint for these;
 * measures: saved results cannot use it; isNeutral: it does not affect measurements, or the document contains its value
 */

const { FORMAT_NAMES } = require('../report/output/formats');
const { MOST_PROCESSES } = require('../core/suite/suite-arguments');

const MOST_RUNS = 100000; // larger numbers are typing errors

const flag = (words, more) => ({ type: 'boolean', words, ...more });
const optionOf = (type) => (value, words, more) => ({ type, value, words, ...more });
const [text, names, code, choice, tiers, counts, cpus, seconds, share, count, setting, part, machines] = [
  'string', 'names', 'code', 'choice', 'tiers', 'counts', 'cpus', 'seconds', 'share', 'count', 'setting', 'shard',
  'machines',
].map(optionOf);

const withAll = (more, options) => (
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, ...more }])));
const grouped = (group, options) => withAll({ group }, options);

const forms = withAll({ isNeutral: true }, {
  format: choice('NAME', `output format: ${FORMAT_NAMES.join(', ')}`,
    { choices: FORMAT_NAMES, unless: 'html; nothing is printed with -o or --plot' }),
  json: flag('short for --format json', { means: ['format', 'json'] }),
  csv: flag('short for --format csv', { means: ['format', 'csv'] }),
  markdown: flag('short for --format markdown', { means: ['format', 'markdown'] }),
  output: text('FILE', 'write the result to this file, in the format of its extension: .html, .md, .csv, .json, ' +
    '.txt. With --format and a single -o, the file gets that format, and nothing is printed',
  { short: 'o', multiple: true }),
  plot: text('FILE', 'write a plot of the times, rates or changes: .svg, .html, or .png (requires a browser)'),
  force: flag('overwrite existing files'),
});

const OUTPUT = {
  ...forms,
  format: { ...forms.format, unless: 'table' },
  save: text('FILE', 'save the result with all samples, for compare and report; the file is updated during the run',
    { isNeutral: true }),
};

const MACHINE = withAll({ isNeutral: true }, {
  pin: cpus('CPUS', 'run only on these CPUs, in the syntax of taskset: 0 or 2-3'),
  timeout: seconds('SECONDS', 'stop the command after this time, print the results so far, and exit with code 124'),
});

const SHARDS = withAll({ measures: true, isNeutral: true }, {
  shard: part('PART', 'measure only this part of the run, such as 3/40; combine the parts with merge. auto or ' +
    'auto/40: the part that Slurm, Kubernetes, GitLab, Buildkite, CircleCI or GNU parallel assigns'),
  durations: text('FILE', 'balance the parts by the durations in this saved result; use the same file for all ' +
    'parts', { multiple: true }),
  plan: machines('LIST', 'measure nothing; list what would run, and the expected duration on each of these ' +
    'numbers of machines, such as 1,10',
    { alone: '' }),
  resume: flag('continue the interrupted run saved in the --save file'),
});

/** For files with createBenchmark. */
const MATRIX = withAll({ measures: true }, {
  runs: count('N', 'number of runs of each configuration', { most: MOST_RUNS }),
  set: setting('NAME=VALUE', 'run only with this value of a parameter; repeat the name to add values. CPUSET=0-2 ' +
    'works like --pin 0-2', { multiple: true }),
  group: text('NAME', 'run only this group of parameters, in files that define groups', { multiple: true }),
  test: flag('check that the files work, with one short run of each'),
});

const plotKind = choice('KIND', 'what to plot for each configuration: quartiles (box) or mean with interval (bars)',
  { choices: ['box', 'bars'], preset: 'box', isNeutral: true });

const PARAMETERS = 'Benchmark files with parameters (createBenchmark)';
const matrix = grouped(PARAMETERS, { ...MATRIX, 'plot-kind': plotKind });
const sharding = grouped('Many machines', SHARDS);
const shared = { ...grouped('Machine', MACHINE), ...grouped('Output', OUTPUT) };

const choosing = {
  filter: text('PATTERN', 'run only tests whose "file: name" contains this; * matches any text, ? one character',
    { multiple: true }),
  exclude: text('PATTERN', 'skip tests whose "file: name" contains this', { multiple: true }),
};

const fork = count('N', 'number of processes per test, interleaved with those of other tests; 0: all tests in one ' +
  'process', { least: 0, most: MOST_PROCESSES, unless: 'at least 4, more until the results are clear',
  isForSuites: true, instead: 'Each configuration already runs in a separate process' });
const early = share('SHARE', 'stop early once all rates are known to within this, such as 1%', { most: 1 });

const NOT_EXPLAINED = ['tier', 'cold', 'count'];
const PROFILES = 'write a CPU profile of each explained test to this folder, for Chrome DevTools, VS Code or ' +
  'speedscope';

const ways = {
  tier: tiers('LIST', 'in separate processes, measure each test in these V8 tiers: interpreter, baseline, optimized',
    { isForSuites: true }),
  cold: flag('measure the first call of each test in 30 new processes, or in as many as --fork sets',
    { isForSuites: true, without: ['tier', 'memory', 'cache', 'count'] }),
  memory: flag('report memory allocated and retained per call, in a separate pass after the timing',
    { isForSuites: true }),
  cache: choice('STATE', 'cold: also report the time per call with empty CPU data caches',
    { isForSuites: true, choices: ['cold'] }),
  count: counts('LIST', 'also count instructions per call, with perf or valgrind; background load does not change ' +
    'them. cache: adds cache misses, mispredicted branches and estimated cycles; profile: adds counts by function',
  { alone: 'instructions' }),
  why: flag('then explain why the slowest tests are slower than the baseline, as the command why does',
    { isForSuites: true, without: NOT_EXPLAINED }),
  cpuprofile: text('FOLDER', `with --why: ${PROFILES}`, { isForSuites: true, isNeutral: true }),
  code: flag('with --why: also compare the machine code in which both tests spend most of their time',
    { isForSuites: true }),
  sort: choice('KEY', 'order of the rows: time, name, or file (as in the file)',
    { choices: ['file', 'time', 'name'], isNeutral: true }),
  details: flag('show minimum, median, 75th and 99th percentiles, maximum, and a histogram of the rounds of each test',
    { isNeutral: true }),
  verbose: flag('show all notes and the settings', { isNeutral: true }),
};

const UNTIL_CLEAR = 'until all verdicts are clear and all rates are known, at most 0.65 s per test ' +
  '(long calls: 1 s)';
const SET_RUNS = 'Use --runs to set the number of runs';
const RESTARTS = 'For narrower intervals, pass a longer time: -t 4 measures each test for 4 s.';

const snippets = {
  name: null,
  usage: ["qtimeit [options] 'code' ['code' ...]"],
  summary: 'Measures how long JavaScript snippets take, and which one is fastest.',
  options: {
    setup: code('CODE', 'untimed code that runs once per snippet in each process; the snippet can use its ' +
      'declarations', { short: 's', multiple: true }),
    time: seconds('SECONDS', 'time to measure each snippet: 2, 0.5, 500ms, 1m',
      { short: 't', unless: UNTIL_CLEAR }),
    calls: count('COUNT', 'measure this many calls of each snippet, in one process: 1000, 1e6',
      { short: 'n', without: ['time'] }),
    fork,
    precision: early,
    ...ways,
    ...shared,
  },
  examples: [
    ["qtimeit '[3, 1, 2].sort()'", 'time one expression'],
    ["qtimeit -s 'const list = [3, 1, 2]' 'list.slice().sort()' '[...list].sort()'", 'compare two snippets'],
    [
      "qtimeit -s 'const fs = require(\"fs/promises\")' 'await fs.stat(\".\")'",
      'await a promise; its whole duration is measured',
    ],
    ["qtimeit -t 5 --json 'JSON.parse(\"[1]\")'", 'measure for five seconds and print JSON'],
    ["qtimeit --save before.json 'structuredClone({ a: 1 })'", 'save the result for a later comparison'],
  ],
  notes: [
    'A snippet is an expression or a list of statements. The value of an expression is used, so that V8 cannot drop ' +
    'the work. Each snippet is a separate module, which begins with the setup. require, import() and __dirname are ' +
    'relative to the current folder. Code is not in strict mode unless the setup begins with "use strict".',
    RESTARTS,
  ],
};

const run = {
  name: 'run',
  usage: ['qtimeit run [options] file|folder|glob ...'],
  summary: 'Measures the suites that files export or pass to bench(). Files with createBenchmark run in one process ' +
    'per configuration.',
  options: {
    ...choosing,
    time: seconds('SECONDS', 'time to measure each test',
      { short: 't', unless: `set by the suite, or ${UNTIL_CLEAR}`, isForSuites: true, instead: SET_RUNS }),
    fork: { ...fork, unless: `set by the suite, or ${fork.unless}` },
    precision: { ...early, unless: 'set by the suite' },
    on: names('LIST', 'measure on these engines, interleaved in separate processes: node, bun, deno, chromium, ' +
      'firefox, webkit, or paths of executables. The first engine is the baseline. List at least ' +
      'two, or a single browser. url: prints an address to open in any browser',
    { isNeutral: true, without: ['calibrate', 'track', 'count'] }),
    ...ways,
    why: { ...ways.why, without: [...NOT_EXPLAINED, 'on'] },
    polluted: flag('also measure each test after the other tests of its suite have run in its process: V8 has then ' +
      'seen all their inputs, as in a program', { isForSuites: true, without: ['cold', 'on'] }),
    ...matrix,
    runs: { ...matrix.runs, unless: '1, or 5 with --calibrate' },
    calibrate: text('NAME', 'find the smallest value of this parameter that gives stable rates',
      { without: ['save', 'resume', 'shard', 'durations', 'plan', 'plot', 'output', 'format', 'track', 'count'],
        group: PARAMETERS }),
    'cv-threshold': share('SHARE', 'for --calibrate: limit for the coefficient of variation of the runs, averaged ' +
      'over all configurations; a single configuration may reach twice this',
    { most: 1, unless: '5%', group: PARAMETERS }),
    'start-n': count('COUNT', 'for --calibrate: the first value to try',
      { unless: 'the value in the file', group: PARAMETERS }),
    increase: count('FACTOR', 'for --calibrate: the factor between successive values',
      { least: 2, unless: 'chosen from the previous runs', group: PARAMETERS }),
    track: flag('report the total duration of the processes of each file', { group: PARAMETERS, isNeutral: true }),
    ...sharding,
    ...shared,
  },
  examples: [
    ['qtimeit run bench/', 'run all suites in a folder and its subfolders'],
    ["qtimeit run 'bench/**/*.mjs' --filter parse --exclude slow", 'run selected tests from selected files'],
    ['qtimeit run buffers/ --set n=1e5 --runs 10 --plot rates.svg', 'run benchmark files with one value of a ' +
      'parameter'],
    ['qtimeit run buffers/fill.js --calibrate n', 'find the number of operations for stable rates'],
    ['qtimeit run --on node,bun,chromium bench/parse.mjs', 'measure a suite on three engines'],
    ['qtimeit run bench/ --format github >> "$GITHUB_STEP_SUMMARY"', 'show a table in the job summary of GitHub ' +
      'Actions'],
  ],
  notes: [
    'In a folder, all .js, .cjs, .mjs, .ts, .cts and .mts files are run. The following are skipped: the folders ' +
    'node_modules, fixtures and helpers; files and folders that begin with . or _; *.test.*, *.spec.* and *.d.ts ' +
    'files; TypeScript files next to the .js compiled from them; and .tsx files, unless there are no others. A file ' +
    'given by its path is always run.',
    'Node.js 22.18 and later run TypeScript files directly. Older versions, and .tsx files, need tsx, but not in Bun ' +
    'and Deno.',
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
  summary: 'Reports which tests became faster or slower between saved results, Node.js binaries, browsers, ' +
    'package versions, builds in a browser, or a git revision and the working tree.',
  options: {
    old: text('NODE', 'the baseline: a Node.js binary (path or command), a browser, a version of a package that ' +
      'the files import (name@1.2.3, name@^2, name@latest), or, with --on, the folder of a ' +
      'build', { isNeutral: true, without: ['rev'] }),
    new: text('NODE', 'the binary, browser, version or build to compare with the baseline',
      { isNeutral: true, multiple: true, without: ['rev'] }),
    rev: text('REVISION', 'compare the working tree with this revision: HEAD, main, v1.0.0', { isNeutral: true }),
    prepare: text('COMMAND', 'with --rev: first run this command, such as a build, on both sides', {
      without: ['old', 'new', 'on'],
    }),
    on: names('BROWSER', 'compare builds of a package in this browser: chromium, firefox, webkit, or the path of ' +
      'a browser. The files import the package by name, which resolves to the build of each side',
    { isNeutral: true, without: ['rev', 'count'] }),
    ...choosing,
    precision: share('SHARE', 'measure until differences are known to within this; smaller differences count ' +
      'as the same', { most: 1, preset: 0.01 }),
    time: seconds('SECONDS', 'maximum time per test, all sides together',
      { short: 't', preset: 45, isForSuites: true, instead: SET_RUNS }),
    noise: share('SHARE', 'saved results only: differences below this are not significant, because the speed of the ' +
      'machine drifts between runs', { zero: true, most: 1, preset: 0.05, without: ['old', 'new', 'rev'] }),
    count: {
      ...ways.count,
      words: 'also compare instructions per call, with perf or valgrind. Background load does not change them, ' +
        'and --max-regression is judged by them. cache: adds cache misses, mispredicted branches and estimated cycles',
    },
    memory: {
      ...ways.memory, words: 'also compare memory allocated and retained per call, in a separate pass after the timing',
    },
    cold: {
      ...ways.cold, without: ['memory', 'count', 'why'],
      words: 'compare the first call of each test in new processes, instead of later calls',
    },
    why: {
      ...ways.why, without: ['on', 'cold'],
      words: 'then explain the largest changes, of at most three tests that became slower or faster (Node.js only)',
    },
    cpuprofile: {
      ...ways.cpuprofile, words: 'with --why: write a CPU profile of each side of each explained test to this folder',
    },
    code: ways.code,
    ...matrix,
    runs: { ...matrix.runs, words: `${matrix.runs.words}; the maximum if --precision is given`, unless: '30' },
    'max-regression': share('PERCENT', 'exit with code 3 if a test is certainly slower by more than this',
      { zero: true, isPercent: true, unless: 'no limit', isNeutral: true }),
    'max-regression-memory': share('PERCENT', 'with --memory: exit with code 3 if a call certainly allocates or ' +
      'retains more memory, by more than this',
    { zero: true, isPercent: true, unless: 'no limit', isNeutral: true, isForSuites: true }),
    strict: flag('exit with code 4 if --max-regression cannot be judged. Without --strict, the code is 0, ' +
      'or 1 if there is nothing to judge', { isNeutral: true }),
    ...sharding,
    ...shared,
  },
  examples: [
    ['qtimeit compare before.json after.json', 'compare two saved runs'],
    ['qtimeit compare --rev HEAD bench/parse.js', 'measure the effect of uncommitted changes'],
    [
      'qtimeit compare --rev main --max-regression 3% --strict bench/',
      'in CI: pass only if it is certain that no test is more than 3 % slower',
    ],
    [
      'qtimeit compare --rev main --count --max-regression 0.5% --strict bench/',
      'in CI: judge by instructions, on any machine',
    ],
    ["qtimeit compare --rev main --prepare 'npm run build' bench/", 'build both sides before they are measured'],
    ['qtimeit compare --rev HEAD --why bench/parse.js', 'explain what became slower or faster'],
    ['qtimeit compare --old fast-glob@2 --new fast-glob@3 bench/glob.js', 'compare two versions of a package'],
    ['qtimeit compare --old node20 --new node22 --new node24 --markdown bench/', 'compare several binaries and print ' +
      'a Markdown table'],
  ],
  notes: [
    'Binaries, browsers, versions, builds and revisions are measured in interleaved processes, so that all sides see ' +
    'the same state of the machine. This resolves smaller differences than comparing saved results does.',
    'Builds are folders: --on firefox --old dist-old/ --new dist-new/. Files import a build by the ' +
    'package name in its package.json, or in the package.json nearest to the file.',
  ],
};

const command = {
  name: 'command',
  usage: ["qtimeit command [options] 'command' ['command' ...]"],
  summary: 'Measures whole processes: the time, processor time and peak memory of commands, interleaved. The first ' +
    'command is the baseline.',
  options: {
    time: seconds('SECONDS', 'maximum time for each command; less if all verdicts are clear, more if five runs take ' +
      'longer',
    { short: 't', preset: 10 }),
    'run-timeout': seconds('SECONDS', 'kill a run that takes longer, and report the command as failed',
      { preset: 30 }),
    'max-regression': compare.options['max-regression'],
    strict: compare.options.strict,
    ...shared,
  },
  examples: [
    ["qtimeit command 'node cli.js --help' 'node old.js --help'", 'compare two programs'],
    ["qtimeit command 'npx eslint .'", 'measure one command'],
    ["qtimeit command 'node a.js < in.txt | sort' 'node b.js < in.txt | sort'", 'measure a pipe, with a shell'],
    ["qtimeit command 'node main.js' 'node branch.js' --max-regression 3%", 'fail if the second command is slower'],
  ],
  notes: [
    'A command without shell syntax is started directly. Others are started by sh -c (cmd.exe on Windows), which ' +
    'adds up to 2 ms. Standard input is empty, and output is discarded.',
  ],
};

const scatter = {
  name: 'scatter',
  usage: ['qtimeit scatter [options] --xaxis NAME file|rates.csv|rates.json'],
  summary: 'Shows how the rate of a benchmark file with createBenchmark depends on one of its parameters.',
  options: {
    xaxis: text('NAME', 'the parameter on the x-axis'),
    category: text('NAME', 'draw one line per value of this parameter', { unless: 'one line' }),
    log: flag('use a logarithmic x-axis, with powers of two'),
    ...MATRIX,
    runs: { ...MATRIX.runs, unless: '30' },
    resume: SHARDS.resume,
    ...shared,
  },
  examples: [
    ['qtimeit scatter buffers/fill.js --xaxis size --category type --log', 'plot the rate against the size, with a ' +
      'line per type'],
    ['qtimeit scatter buffers/fill.js --xaxis size --set type=fast --plot fill.svg', 'plot one type, as an SVG file'],
    ['qtimeit scatter results.csv --xaxis len', 'plot results of scatter.js from Node.js core'],
  ],
  notes: [
    'Each point is an average over the other parameters; their spread is reported separately from the 95 % interval.',
  ],
};

const report = {
  name: 'report',
  usage: ['qtimeit report [options] results.json'],
  summary: 'Prints saved results, rates or comparisons in any output format, such as the table of run and compare, ' +
    'or a self-contained HTML page.',
  options: forms,
  examples: [
    ['qtimeit report results.json -o report.html', 'write a page'],
    ['qtimeit report results.json --format table', 'print the table again'],
    ['qtimeit report results.json -o report.html -o results.md', 'write a page and a Markdown table'],
    ['qtimeit run bench/ --save r.json && qtimeit report r.json > r.html', 'measure and write a page'],
  ],
  notes: [],
};

const history = {
  name: 'history',
  usage: [
    'qtimeit history add [options] results.json ...', 'qtimeit history changes|show|page|export [options]',
    'qtimeit history import [options] file ...',
  ],
  summary: 'Stores results by commit, and finds the commits at which tests became faster or slower.',
  options: {
    dir: text('FOLDER', 'the folder of the history, with one file per result, so that git can merge histories',
      { preset: '.qtimeit/history' }),
    branch: text('NAME', 'keep the history on this branch, without checking it out, instead of in a folder'),
    push: flag('add, import: merge the same branch of the remote repository "origin", and push the result'),
    commit: text('SHA', 'the commit of the results', { unless: 'the checked-out commit' }),
    test: text('NAME', 'only tests whose name contains this'),
    'error-rate': share('SHARE', 'changes, page: accepted false-positive rate, per test and commit',
      { preset: 0.001, most: 0.01 }),
    output: text('FILE', 'page: the file to write', { short: 'o', preset: 'history.html' }),
    link: text('URL', 'page: base URL for links to commits, such as https://github.com/me/it/commit',
      { unless: 'derived from the remote repository "origin"' }),
    force: forms.force,
  },
  examples: [
    ['qtimeit run bench/ --save r.json && qtimeit history add r.json', 'measure, and add the result'],
    ['qtimeit history changes', 'list the changes of all tests, the clearest first'],
    ['qtimeit history import gh-pages/dev/bench/data.js', 'import the history of another tool'],
    ['qtimeit history page', 'write a page with all tests, their changes and links to commits'],
  ],
  notes: [
    'Results from different machines or engines form separate series. A series is judged by instructions if all ' +
    'results contain them (--count), otherwise by cycles or time.',
    'history import reads data.js from github-action-benchmark, JSON from bencher perf, Go benchmark results with ' +
    'commit and commit-time lines, ' +
    'and the CSV that export writes for Apache Otava.',
  ],
};

const bisect = {
  name: 'bisect',
  usage: ['qtimeit bisect [options] --good REVISION file|folder|glob ...'],
  summary: 'Finds the commit that made a test faster or slower. Each step compares a commit with the good one, and ' +
    'the search takes into account how certain each comparison is.',
  options: {
    good: text('REVISION', 'a revision before the change'),
    bad: text('REVISION', 'a revision after the change', { preset: 'HEAD' }),
    test: text('NAME', 'the test that changed: its "file: name" contains this',
      { unless: 'the only test in the files' }),
    prepare: text('COMMAND', 'first run this command, such as a build, on each commit'),
    count: flag('search by instructions, with perf or valgrind; background load does not change them'),
    precision: share('SHARE', 'precision of each comparison', { most: 1 }),
    time: seconds('SECONDS', 'maximum time of a comparison, both sides together', { short: 't', preset: 20 }),
    most: count('N', 'stop after this many comparisons', { preset: 20 }),
    save: text('FILE', 'keep the comparisons in this file, for --resume'),
    force: forms.force,
    resume: flag('continue the search saved in the --save file'),
    timeout: MACHINE.timeout,
  },
  examples: [
    ['qtimeit bisect --good v1.2.0 --test parse bench/parse.js', 'find the commit since v1.2.0 that made ' +
      'parse faster or slower'],
    ["qtimeit bisect --good v1.2.0 --prepare 'npm run build' bench/", 'build each commit before measuring it'],
  ],
  notes: [
    'Only the main line is searched (git log --first-parent). Commits that cannot be built or compared are ' +
    'skipped.',
    'bisect names a commit only if it made the change with a probability of at least 95 %. If none reaches that, it ' +
    'prints the shortest range of commits that does, and exits with code 1.',
  ],
};

const comment = {
  name: 'comment',
  usage: ['qtimeit comment [options] comparison.json'],
  summary: 'Posts a saved comparison as a comment on the GitHub pull request or GitLab merge request that the CI job ' +
    'belongs to, keeps that comment up to date, and marks the lines of tests that regressed.',
  options: {
    when: choice('WHEN', 'when to comment: always, never, or changes (if a test became faster or slower or ' +
      'failed, or if the comment already exists)', { choices: ['changes', 'always', 'never'], preset: 'changes' }),
    title: text('TEXT', 'heading of the comment; each title creates a separate comment', { preset: 'Benchmarks' }),
    'pull-request': count('N', 'number of the pull or merge request', { unless: 'that of the job' }),
  },
  examples: [
    ['qtimeit comment comparison.json', 'comment if a test changed or failed'],
    ["qtimeit comment node22.json --title 'Node 22'", 'post a second comment'],
  ],
  notes: [
    'In GitHub Actions, comment needs GITHUB_TOKEN with the permission pull-requests: write. In a workflow started ' +
    'by workflow_run, it comments on the open pull request whose head commit is the head of the triggering run. In ' +
    'GitLab, it needs QTIMEIT_TOKEN with the scope api.',
  ],
};

const merge = {
  name: 'merge',
  usage: ['qtimeit merge [options] file.json|glob ...'],
  summary: 'Combines the saved parts of one run (run or compare with --shard) into one result. Missing ' +
    'or duplicate parts, and parts of other runs, are errors.',
  options: {
    partial: flag('accept missing and incomplete parts'),
    blocks: flag('for comparisons and rates: accept the same tests from several machines, and combine their ' +
      'changes as a weighted mean; this also works for runs that were not split into parts'),
    precision: share('SHARE', 'for comparisons: differences below this count as the same',
      { most: 1, unless: 'as in the run' }),
    'max-regression': { ...compare.options['max-regression'], unless: 'as in the run' },
    'max-regression-memory': { ...compare.options['max-regression-memory'], unless: 'as in the run' },
    strict: compare.options.strict,
    'plot-kind': plotKind,
    ...OUTPUT,
    save: { ...OUTPUT.save, words: 'save the merged result with all samples, for compare, report and --durations' },
  },
  examples: [
    ['qtimeit merge part-*.json --save all.json', 'merge the parts of a run, and print its table'],
    ['qtimeit merge part-*.json --max-regression 3% --strict', 'judge all parts of a comparison together'],
    ['qtimeit merge part-*.json --partial', 'merge the parts that have finished'],
    ['qtimeit merge --blocks here.json there.json', 'combine the same tests from two machines'],
  ],
  notes: [
    'Parts belong to one run if they were split from the same tests in the same way, with the same revision, ' +
    'settings and versions; an error names the first difference. The result names the machine of each test. ' +
    'Verdicts of comparisons are computed again, adjusted for the number of tests in all parts.',
  ],
};

const system = {
  name: 'system',
  usage: ['qtimeit system [options] [fast|restore]'],
  summary: 'Lists settings of this machine that make timings unstable, and how to change them.',
  options: {
    json: flag('print JSON'),
  },
  examples: [
    ['qtimeit system', 'show the settings, and change nothing'],
    ['sudo qtimeit system fast', 'set all CPUs to the performance governor'],
    ['sudo qtimeit system restore', 'restore the previous settings'],
  ],
  notes: [
    'fast applies until restore or the next boot. Both require root.',
  ],
};

const why = {
  name: 'why',
  usage: ['qtimeit why [options] FILE'],
  summary: 'Shows why tests of a suite take longer than its baseline: operations, places and causes, in ns per call.',
  options: {
    test: text('NAME', 'explain this test; otherwise the three slowest ones that are slower than the baseline',
      { multiple: true }),
    time: seconds('SECONDS', 'time to measure each test', { short: 't', preset: 1 }),
    cpuprofile: text('FOLDER', PROFILES),
    code: flag('compare the machine code in which both tests spend most of their time'),
    json: flag('print JSON'),
  },
  examples: [
    ['qtimeit why bench/parse.js', 'explain the slowest tests'],
    ["qtimeit why --test 'with regex' bench/parse.js", 'explain one test'],
    ['qtimeit why --cpuprofile profiles/ bench/parse.js', 'also write CPU profiles'],
    ['qtimeit why --code bench/parse.js', 'also compare machine code'],
  ],
  notes: [
    'The times come from qtimeit run. Separate processes with a log of V8 show where the time goes (Node.js only).',
  ],
};

const imports = {
  name: 'import',
  usage: [
    'qtimeit import [options] file|folder|package ...',
    'qtimeit import [options] --old NAME@VERSION --new NAME@VERSION [file|package/path]',
  ],
  summary: 'Measures how long modules take to load in a new process, and shows which modules take the time. Several ' +
    'modules are compared.',
  options: {
    time: seconds('SECONDS', 'time to measure each module', { short: 't', preset: 5 }),
    fork: count('N', 'number of processes per module, without those that show the tree',
      { least: 4, most: MOST_PROCESSES, unless: 'as many as --time allows, at least 5', without: ['time'] }),
    timeout: seconds('SECONDS', 'stop a process that has not loaded its module after this time, and list the modules ' +
      'that have begun to run', { preset: 30 }),
    old: text('NAME@VERSION', 'the baseline: a version of a package, or a Node.js binary', { without: ['rev'] }),
    new: text('NAME@VERSION', 'the version or binary to compare with it', { multiple: true, without: ['rev'] }),
    rev: text('REVISION', 'compare the file in the working tree with this revision: HEAD, main, v1.0.0'),
    prepare: text('COMMAND', compare.options.prepare.words),
    'max-regression': { ...compare.options['max-regression'], words: 'exit with code 3 if a module certainly takes ' +
      'longer to load than the first one by more than this' },
    strict: compare.options.strict,
    ...OUTPUT,
    save: { ...OUTPUT.save, words: 'save the result with all samples, for compare and report' },
  },
  examples: [
    ['qtimeit import ./src/index.js', 'measure a file'],
    ['qtimeit import express', 'measure a package that is installed in the current folder'],
    ['qtimeit import ./old/index.js ./src/index.js', 'compare two modules, and list the modules that differ'],
    ['qtimeit import --rev main ./src/index.js', 'compare a revision with the working tree'],
    ['qtimeit import --old express@4 --new express@5', 'compare two versions of a package, which npm installs'],
  ],
  notes: [
    'CommonJS, JSON and addons are loaded with require(), and other files with import(). A package is loaded as in ' +
    'a file of the current folder. The files are in the file cache of the system, because each module is loaded once ' +
    'before it is measured.',
  ],
};

/** The keys are names for code; snippets have no command word. */
const definitions = {
  snippets, run, compare, command, import: imports, merge, scatter, report, comment, history, bisect, why, system,
};

/** The options of this name in the commands that measure. */
const optionsNamed = (name) => [snippets, run, compare, scatter].map(({ options }) => options[name]).filter(Boolean);

module.exports = { definitions, optionsNamed, PARAMETERS };
