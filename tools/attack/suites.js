'use strict';

/*
 * Suites, files with parameters and environments for real processes of the command line: tests that end a process, hang
 * it, start others, or break its environment.
 */

const path = require('path');
const { NAMES } = require('./values');
const { FORMATS } = require('./documents');
const { ROOT } = require('./checks');
const { samples } = require('../../test/helpers/documents');

const COMMON = JSON.stringify(path.join(ROOT, 'public', 'common.js'));
const FACE = JSON.stringify(path.join(ROOT, 'qtimeit.js'));
const GOOD = '() => Math.sqrt(2)';

// Faults that do not affect the figures of other tests of the suite.
const FAILING = ['() => { throw new Error("on purpose"); }', '() => { throw null; }',
  '() => { throw Object.freeze({}); }', 'async () => { throw 1; }', '(done) => { done(); done(); }',
  '(done) => done(new Error("on purpose"))',
  '{ fn: () => 1, setup() { throw new Error("on purpose"); } }', '{ fn: () => 1, teardown() { throw "x"; } }',
  '{ fn: (done) => {}, timeout: 0.1 }', '{ fn: async () => new Promise(() => {}), timeout: 0.1 }',
  'function deep() { return deep() + 1; }', '() => { throw Proxy.revocable({}, {}).proxy; }'];
const STRANGE = ['() => console.log("said")', '() => process.stderr.write("said\\n")',
  '() => { Array.prototype.push = () => 0; }', '() => { Math.max = () => NaN; Date.now = () => 0; }',
  '() => { delete process.env.PATH; }',
  '() => { process.exitCode = 9; }', 'async () => { await null; }', '{ each: () => [1], fn: (x) => x }',
  '() => { process.removeAllListeners(); }'];
// These end or block their process.
const ENDING = ['() => process.exit(0)', '() => process.exit(7)', '() => process.abort()',
  '() => process.kill(process.pid, "SIGKILL")', '() => process.kill(process.pid, "SIGTERM")',
  'async () => { process.exit(); }', '() => { for (;;); }',
  '() => { setInterval(() => {}, 1000); }', '() => { process.chdir("/"); }',
  '() => { setTimeout(() => { throw new Error("on purpose"); }, 1); }',
  '() => { Promise.reject(new Error("on purpose")); }'];
const AT_LOAD = ['throw new Error("on purpose");', 'throw null;', 'throw { toString() { throw 1; } };',
  'process.exit(0);', 'process.exit(3);', 'for (;;);', 'module.exports = 5;', 'module.exports = "x";',
  'module.exports = [];', 'module.exports = { a: 5 };',
  'module.exports = new Proxy({}, { ownKeys() { throw new Error("on purpose"); } });',
  'module.exports = Promise.reject(new Error("on purpose"));', 'module.exports = new Promise(() => {});',
  'module.exports = class A {};', 'module.exports = () => 1;',
  'syntax error', 'require("no such module");', 'module.exports = { get a() { throw new Error("on purpose"); } };',
  'module.exports = null;', 'setInterval(() => {}, 1000); module.exports = { a: () => 1 };',
  'process.kill(process.pid, "SIGKILL");',
  `require(${FACE}).bench(5);`, `require(${FACE}).bench({ a: () => { throw 1; } }, { timeGoal: 0.01 });`,
  `require(${FACE}).bench({ a: () => 1 }, { nonsense: 1 });`,
  'Object.prototype.evil = 1; module.exports = { a: () => 1 };',
  'setTimeout(() => { throw new Error("on purpose"); }, 5); module.exports = { a: () => 1 };',
  'process.on("exit", () => { throw new Error("on purpose"); }); module.exports = { a: () => 1 };',
  'process.exitCode = 5; module.exports = { a: () => 1 };'];

const optionsOf = ({ one, chance }) => [
  '-t', '0.02', ...(chance(0.3) ? ['--fork', one(['1', '2'])] : []), ...(chance(0.4) ? ['--save', 'saved.json'] : []),
  ...(chance(0.6) ? ['--format', one(FORMATS)] : []), ...(chance(0.3) ? ['-o', 'out.txt'] : []),
  ...(chance(0.1) ? ['--memory'] : []), ...(chance(0.06) ? ['--tier', one(['interpreter', 'optimized,baseline'])] : []),
  ...(chance(0.05) ? ['--filter', one(['a', 'none', '*'])] : []), ...(chance(0.05) ? ['--pin', one(['0', '99'])] : []),
  ...(chance(0.1) ? ['--precision', '5%'] : []),
];

/** A suite in a file, or two. */
function suiteInput(draw) {
  const { one, chance, below } = draw;
  const args = ['run', 'suite.js', ...optionsOf(draw), '--timeout'];
  if (chance(0.3)) {
    const code = one(AT_LOAD);
    if (chance(0.4)) args.splice(1, 0, 'good.js');
    args.push('4');
    return { title: code, files: { 'suite.js': `${code}\n`, 'good.js': `module.exports = { good: ${GOOD} };\n` },
      args };
  }
  const isEnding = chance(0.3);
  args.push(isEnding ? '4' : '20'); // busy machines need more time for tests whose results must not be lost
  const tests = [[`good`, GOOD]];
  for (let i = 1 + below(3); i > 0; i--) {
    tests.push([one(NAMES), one(chance(0.5) ? FAILING : chance(0.7) ? [GOOD] : STRANGE)]);
  }
  if (isEnding) tests.splice(below(tests.length + 1), 0, ['ends', one(ENDING)]);
  const code =
    `module.exports = new Map([${tests.map(([name, fn]) => `[${JSON.stringify(name)}, ${fn}]`).join(', ')}]);`;
  return { title: code.slice(0, 300), files: { 'suite.js': `${code}\n` }, args,
    keeps: !isEnding && !args.includes('--filter') ? ['good'] : [] };
}

const MAINS = ['bench.start(); bench.end(1e3);', 'bench.end(1);', 'bench.start(); bench.start();',
  'bench.start(); bench.end();', 'bench.start(); bench.end("5");', 'bench.start(); bench.end(NaN);',
  'bench.start(); bench.end(0);', 'bench.start(); bench.end(-1);',
  'bench.start(); bench.end(1); bench.end(1);', 'bench.start(); bench.end(5n);', 'bench.start(); bench.end(Symbol());',
  'bench.start(); bench.end({});', '', 'throw new Error("on purpose");', 'throw null;', 'process.exit(0);',
  'process.abort();',
  'process.kill(process.pid, "SIGKILL");', 'return Promise.reject(new Error("on purpose"));',
  'setImmediate(() => { throw new Error("on purpose"); });', 'bench.report(NaN, 1n);', 'bench.report("x", 1n);',
  'bench.report(1, 1);', 'bench.report();',
  'process.disconnect && process.disconnect();', 'process.send && process.send({ type: "report" });',
  'process.send && process.send(null); bench.start(); bench.end(1);',
  'process.stdout.write("\\u001b[2J"); bench.start(); bench.end(1);'];
const CONFIGS = ['{ n: [1, 2] }', '{}', '{ n: [] }', '{ n: 5 }', '{ n: [1, "x"] }', '{ n: [null] }', '{ n: [NaN] }',
  '{ n: [{}] }', '{ n: Symbol() }', '{ "": [1] }', '{ "a=b": [1] }', '{ __proto__: null, constructor: [1] }',
  '{ s: ["\\u001b[31m", "\\u009b1m"] }',
  '{ s: ["=1+1", "@x", "-2"] }', '{ s: ["a\\nb", "\\ud800"] }', '{ s: ["x".repeat(2000)] }', 'null', '5', '[]',
  'undefined', 'new Proxy({}, { ownKeys() { throw new Error("on purpose"); } })'];
const OPTIONS = ['{}', 'undefined', 'null', '5', '"x"', '[]', '() => {}', '{ flag: "--expose-gc" }', '{ nonsense: 1 }',
  '{ flags: 5 }', '{ flags: ["--no-such-flag"] }', '{ flags: [Symbol()] }', '{ combinationFilter: 5 }',
  '{ combinationFilter: () => 1 }', '{ combinationFilter() { throw new Error("on purpose"); } }',
  '{ setup: 5 }', '{ setup() { throw new Error("on purpose"); } }', '{ setup: async () => { throw null; } }',
  '{ setup: () => process.exit(0) }', '{ test: 5 }', '{ test: null }', '{ byGroups: true }', '{ byGroups: 5 }',
  '{ get setup() { throw new Error("on purpose"); } }'];

/** A file with parameters, by hand or by the command line. */
function matrixInput(draw) {
  const { one, chance } = draw;
  const [main, configs, options] =
    [chance(0.6) ? one(MAINS) : MAINS[0], chance(0.4) ? one(CONFIGS) : CONFIGS[0],
      chance(0.4) ? one(OPTIONS) : OPTIONS[0]];
  const code = `const bench = require(${COMMON}).createBenchmark(() => { ${main} }, ${configs}, ${options});`;
  const files = { 'file.js': `${code}\n` };
  const title = code.replace(/^.*?createBenchmark/, 'createBenchmark');
  // Output of the file itself, and messages about invalid rates.
  const allowed = { mayControl: main.includes('stdout'), mayNameOdd: main.includes('report(') };
  // Node.js prints what user code has thrown; our files must not appear in it.
  if (chance(0.4)) {
    return { title: `by hand: ${title}`, files, ...allowed, script: 'file.js',
      args: chance(0.3) ? [one(['n=3', 'n=x', 'm=1', 'bad', '--test', 'n=', '=', 'toString=1'])] : [] };
  }
  const more = chance(0.3) ? [
    one(['--test', '--set=n=3', '--set=n=x', '--set=m=1', '--group=x', '--runs=2', '--calibrate=n', '--resume',
      '--plot=p.svg'])] : [];
  const command = chance(0.15)
    ? ['scatter', 'file.js', '--xaxis', one(['n', 's', 'x']), '--runs', '2'] : ['run', 'file.js'];
  return { title: `${command[0]} ${more.join(' ')}: ${title}`, files, ...allowed,
    args: [...command, ...more, '--format', one(['table', 'json', 'csv', 'markdown', 'text']),
      ...(chance(0.4) ? ['--save', 'saved.json'] : []), '--timeout', '20'] };
}

const OTHER_USER = 65534;
const PLACES = [
  { to: '/dev/full' }, { to: '/dev/full', errorsTo: '/dev/full' }, { errorsTo: '/dev/full' }, { to: '&-' },
  { errorsTo: '&-' }, { from: '&-' }, { isGone: true }, { tmp: '/no/such/folder' }, { tmp: '/dev/null' }, { tmp: '' },
  { files: 22 }, { files: 30 },
  { head: true }, { env: { COLUMNS: '0', TERM: 'dumb' } }, { env: { LANG: 'de_DE.UTF-8', LC_ALL: 'xx' } },
  { env: { PATH: '' } }, { env: { QTIMEIT_WORKER: 'x' } }, { env: { QTIMEIT_WORKER: '{"role":"file"}' } },
  { env: { NODE_RUN_BENCHMARK_FN: '' } }, { env: { FORCE_COLOR: '1', NO_COLOR: '' } },
  { env: { NODE_OPTIONS: '--max-old-space-size=40' } }, { env: { NODE_OPTIONS: '--jitless' } },
  { env: { NODE_OPTIONS: '--frozen-intrinsics' } }, { env: { NODE_OPTIONS: '--disable-proto=throw' } },
  { env: { HOME: '/none' } },
  // Links and unreadable files in the place of files and folders
  { before: 'ln -s nowhere saved.json' }, { before: 'mkdir saved.json' }, { before: 'ln -s /dev/full saved.json' },
  { before: 'rm good.js; ln -s good.js good.js' }, { before: 'rm good.js; ln -s /proc/self/mem good.js' },
  { before: 'rm file.js; mkdir file.js' }, { before: 'chmod 555 .; chown -h 12345 . good.js 2>/dev/null' },
  { before: 'rm -r folder; ln -s /proc folder' }, { before: 'ln -s /proc .qtimeit' },
  { before: 'mkdir ../real; rmdir "$TMPDIR"; ln -s real "$TMPDIR"' },
  { isTwice: true },
  // Folders and files of others; root may read and write all of them.
  ...(process.getuid && process.getuid() === 0 ? [
    { before: 'chown -R 12345 . "$TMPDIR"' }, { before: 'chmod 711 ../..', user: OTHER_USER },
    { before: 'chmod 711 ../..; chmod 777 . "$TMPDIR"; chmod 000 good.js file.js results.json', user: OTHER_USER },
    { before: 'chmod 711 ../..; chmod 777 . "$TMPDIR"; mkdir -m 000 .qtimeit; chmod 000 folder', user: OTHER_USER },
  ] : []),
];
const WHAT = [['1 + 1', '-t', '0.02'], ['1 + 1', '-t', '0.02', '--fork', '1'], ['run', 'good.js', '-t', '0.02'],
  ['run', 'good.js', '-t', '0.02', '--fork', '2', '--save', 'saved.json'], ['run', 'file.js'],
  ['run', 'file.js', '--save', 'saved.json'], ['help'], ['--version'], ['run', '--help'],
  ['run', 'none.js'], ['compare', 'none.json', 'none.json'],
  ['compare', '--old', process.execPath, '--new', process.execPath, 'file.js', '--runs', '2'],
  ['report', 'none.json'], ['nonsense'], ['run', 'good.js', '-t', '0.02', '--json'],
  ['run', 'streams.js', '--fork', '1'], ['run', 'folder', '-t', '0.02'],
  ['history', 'add', 'results.json', '--commit', 'abcdef0'], ['history', 'show'], ['report', 'results.json']];

const WRITING = WHAT.filter((args) => args.includes('--save') || args.includes('add'));

/** A valid command in a broken environment. */
function placeInput(draw) {
  const place = draw.one(PLACES);
  const args = draw.one(place.isTwice ? WRITING : WHAT);
  const files = {
    'good.js': `module.exports = { good: ${GOOD}, slow: () => Math.atan2(2, 3) };\n`,
    'file.js': `const bench = require(${COMMON}).createBenchmark(({ n }) => { bench.start(); bench.end(n); }, { n: ` +
      '[1, 2] });\n',
    'streams.js': `require(${FACE}).streams({ a: () => new (require('stream').PassThrough)() }, { runs: 2, input: ` +
      'Buffer.alloc(1000) });\n',
    'results.json': JSON.stringify(samples.single()),
  };
  return { title: `${JSON.stringify(place)}: qtimeit ${args.join(' ')}`, files, args, place,
    mayControl: place.env !== undefined && place.env.FORCE_COLOR === '1' };
}

module.exports = { suiteInput, matrixInput, placeInput };
