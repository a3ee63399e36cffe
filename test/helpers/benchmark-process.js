'use strict';

/* Benchmark files as processes: those in test/fixtures/benchmark-files, and files that a test writes. */

const { fork, spawn } = require('child_process');
const path = require('path');
const { outputOf } = require('./child-processes');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'benchmark-files');
const COMMON = path.join(__dirname, '..', '..', 'public', 'common.js');

/** Variables of the tests' environment that must not reach benchmarks. */
function environmentOf(more) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(NODE_|NODEJS_|QTIMEIT_|PORT$)/.test(name)) delete env[name];
  return { ...env, ...more };
}

const pathOf = (file) => (path.isAbsolute(file) ? file : path.join(FIXTURES, file));

/**
 * Waits for the end of a process: { stdout, stderr, exitCode, signal, lines, errors }. heard(child, out) is called
 * after each chunk of output.
 */
async function endOf(child, heard = () => {}) {
  const { status: exitCode, ...end } = await outputOf(child, (out) => heard(child, out));
  return { ...end, exitCode, lines: withoutRates(end.stdout), errors: failuresOf(end.stderr) };
}

/** Starts node with these variables, and without those of the tests' environment. */
const startNode = (args, { env, ...options } = {}) => spawn(process.execPath, args,
  { ...options, env: environmentOf(env), stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a file as from a shell. */
function runFile(file, args = [], { env = {}, nodeArgs = [], cwd, heard, detached = false } = {}) {
  return endOf(startNode([...nodeArgs, pathOf(file), ...args], { cwd, env, detached }), heard);
}

/** Runs a file as a child process with a channel. The result also has its messages. */
async function runWithChannel(file, args = [], { env = {} } = {}) {
  const child =
    fork(pathOf(file), args, { env: environmentOf(env), execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const messages = [];
  child.on('message', (message) => messages.push(message));
  return { ...await endOf(child), messages };
}

/** Lines of output, with RATE instead of a rate, and without the folder of the fixtures. */
function withoutRates(stdout) {
  return stdout.split('\n').slice(0, -1).map((line) => line.replace(/^test\/fixtures\/benchmark-files\//, '').replace(
      /: (-?[\d,]+(\.\d+)?(e[+-]\d+)?)$/, ': RATE'));
}

/** Lines of failures, without the folder of the fixtures, and with AT instead of a position. */
function failuresOf(stderr) {
  const failed = stderr.split('\n').filter((line) => line.includes(': FAILED: '));
  return failed.map(
    (line) => line.replace(/^test\/fixtures\/benchmark-files\//, '').replace(/ \([^()]*:\d+:\d+\)$/, ' (AT)'));
}

const REQUIRE = `const common = require(${JSON.stringify(COMMON)});\n`;

/** A benchmark whose only configuration prints the expression `what` as JSON. */
const printing = (what, configs = '{ n: [1] }', options = '{}') => `${REQUIRE}
const bench = common.createBenchmark(() => {
  console.log(JSON.stringify(${what}));
  bench.start();
  bench.end(1);
}, ${configs}, ${options});
`;

/** The parsed JSON that benchmarks printed, one value per configuration. */
const printed = ({ stdout }) =>
  stdout.split('\n').filter((line) => /^[[{"\d]/.test(line)).map((line) => JSON.parse(line));

module.exports = {
  runFile, runWithChannel, endOf, environmentOf, pathOf, printing, printed, startNode, COMMON, REQUIRE,
};
