'use strict';

/*
 * The options of each command, as data for options.js and help.js.
 *
 * @typedef {object} Definition
 * @property {string|null} name command word; null for snippets
 * @property {Object<string, Option>} options by long name, in the order of the help
 * @property {string[][]} examples [command, explanation]
 *
 * @typedef {object} Option
 * @property {string} type 'boolean', or a key of TYPES in values.js
 * @property {string} [value] placeholder in the help
 * @property {string} words help text
 * @property {*} [preset] default value
 * @property {string} [unless] default in words
 * @property {string} [alone] value of the option without an argument, as text
 * @property {boolean} [zero] whether a share of 0 is accepted
 * @property {number} [least] smallest count, default 1
 * @property {boolean} [isPercent] whether a share without % is in percent
 * @property {string[]} [means] [option, value] that this option abbreviates
 * @property {string[]} [without] options that exclude this one
 * @property {string} [group] heading in the help
 */

const {
  flag, text, names, code, count, share, seconds, choosing, early, fork, ways, plotKind,
  MATRIX, PARAMETERS, SHARDS, OUTPUT, forms, matrix, sharding, shared,
} = require('./shared-options');

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
