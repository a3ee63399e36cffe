'use strict';

/* run --also-original: what the library of a file measures itself, in a process without stand-ins. */

const path = require('path');
const { pathToFileURL } = require('url');
const { keepText } = require('../host/child-output');
const { configurationsOf } = require('../rates/node-bench');
const { median } = require('../stats/sample');
const { screenOf, toTerminal } = require('../report/terminal');
const { ratio: ratioCell, time } = require('../report/values');
const { libraryTextOf } = require('../suite/load-suite');
const { usesDeno } = require('../text/code-names');
const { isUnmeasured } = require('../text/verdict-words');

const RECORDER = pathToFileURL(path.join(__dirname, '..', 'adopt', 'record-original.mjs')).href;
const MOST_TEXT = 1e8;
const LARGE = 1.1; // ratio of figures that are worth a reason
const REMOVED = new Set(['folded', 'hoisted']);
const SHORT_NS = 1000; // below this, a clock in each call matters

const NODE_BENCH = ['--experimental-bench', '--bench', '--bench-reporter=json'];
const USES_NODE_BENCH = /['"`]node:bench['"`]/;

const lastPart = (name) => name.split(' > ').pop();

function ofNodeBench(text) {
  return configurationsOf(text, () => {}).map(({ configuration, sides: [{ rates, errors: [error] }] }) => ({
    library: 'node:bench', name: lastPart(configuration), ns: rates.length ? 1e9 / median(rates) : null,
    error: error ? error.message : null,
  }));
}

function ofDeno(text) {
  const { benches, runtime } = JSON.parse(text);
  return benches.map(({ name, results: [{ ok, failed }] }) => (
    { library: runtime.split(' ')[0], name, ns: ok ? ok.avg : null, error: failed ? failed.message : null }));
}

/** The command for a file, where its figures are, and how they are read. */
function commandOf(file, text, nodeOptions, execPath) {
  if (usesDeno(text)) return { command: 'deno', args: ['bench', '-A', '--json', file], fd: 1, read: ofDeno };
  if (USES_NODE_BENCH.test(text)) return { command: execPath, args: [...NODE_BENCH, file], fd: 1, read: ofNodeBench };
  // For bench-node; V8 accepts it from all files.
  const args = [...nodeOptions, '--allow-natives-syntax', '--import', RECORDER, file];
  return { command: execPath, args, fd: 3, read: JSON.parse };
}

/**
 * Runs a file with its own library. `ended` resolves to { figures: { library, name, ns, error }[], why: reason for
 * none, or null }; stop() ends it.
 */
function runOriginal({ file, nodeOptions }, { host, cwd }) {
  const { command, args, fd, read } = commandOf(file, host.readText(file), nodeOptions, host.execPath);
  let child = null;
  const ended = new Promise((resolve) => {
    const none = (why) => resolve({ figures: [], why });
    const stdio = ['ignore', fd === 1 ? 'pipe' : 'ignore', 'pipe', 'pipe'];
    child = host.spawn(command, args, { cwd, env: host.env, stdio });
    const [found, said] = [child.stdio[fd], child.stderr].map((stream) => keepText(stream, MOST_TEXT));
    child.on('error', () => none(`${command} cannot be started`));
    child.on('close', (code, signal) => {
      const last = said.text.split('\n').find((line) => /Error|error:/.test(line)) || '';
      const end = signal ? `was killed by ${signal}` : `ended with exit code ${code}`;
      const why = `it ${end}${last && `: ${last.trim()}`}`;
      try {
        const figures = read(found.text);
        if (figures.length > 0) resolve({ figures, why: null });
        else none(code === 0 ? 'the library is not installed, or measured nothing' : why);
      } catch (_) {
        none(why);
      }
    });
  });
  return { ended, stop: () => child.kill('SIGTERM') };
}

/** Reasons for different figures that follow from how the library measures. */
function reasonOf(row, { library, ns }) {
  if (REMOVED.has(row.verdict)) return 'V8 removed the work; only the loop of the library remains';
  if (isUnmeasured(row)) return '';
  const times = ns / row.nsPerCall;
  if (!(times > LARGE || times < 1 / LARGE)) return '';
  const name = library.split(' ')[0];
  if (row.kind === 'promise' && ['benchmark', 'bench-node', 'deno'].includes(name) && times < 1) {
    return 'the library does not wait for the promise';
  }
  if (name === 'bench-node') return 'the library keeps V8 from optimizing the test';
  if (name === 'tinybench' && row.nsPerCall < SHORT_NS && times > 1) return 'the library reads its clock in each call';
  if (times > 1) return 'the library also times its loop and call overhead; earlier tests can slow down later ones';
  return 'V8 may remove work whose result is not used';
}

function rowOf(row, original) {
  const { ns = null, error = null } = original || {};
  const isTimed = !isUnmeasured(row) && row.nsPerCall > 0;
  const perCall = isTimed ? row.nsPerCall / row.ops : null;
  return { cells: {
    name: row.test, ours: isTimed ? time(perCall) : row.verdict, own: ns === null ? error || 'none' : time(ns),
    change: isTimed && ns > 0 ? ratioCell(ns / perCall) : '',
    reason: ns > 0 ? reasonOf({ ...row, nsPerCall: perCall }, original) : '',
  } };
}

/** The lines for a file: a table, or the reason for its absence. rows: of its suites; names may repeat. */
function originalsText(file, rows, { figures, why }, screen) {
  if (why !== null) return `${file} with its own library: ${why}\n`;
  const left = [...figures];
  const take = (row) => {
    const at = left.findIndex(({ name }) => name === row.test || name === row.test.replace(/ #\d+$/, ''));
    return at < 0 ? null : left.splice(at, 1)[0];
  };
  const [{ library }] = figures;
  const table = {
    type: 'table', rows: rows.map((row) => rowOf(row, take(row))),
    columns: [
      { key: 'name', title: `${file}, with its own library` }, { key: 'ours', title: 'qtimeit', isNumber: true },
      { key: 'own', title: library, isNumber: true }, { key: 'change', title: '', isNumber: true },
      { key: 'reason', title: 'reason', drop: 10 },
    ],
  };
  return toTerminal({ sections: [{ blocks: [table] }] }, screen);
}

/** measure(part, use): runs its file if that uses a library; use() gets what can be stopped, and null in the end. */
function createOriginals(output, deps) {
  const all = [];

  return {
    async measure(part, use) {
      if (libraryTextOf(part.file, deps.host) === null) return;
      output.error(`running ${part.shown} with the library it was written for`);
      const { ended, stop } = runOriginal(part, deps);
      use({ stop, kill: stop });
      all.push({ file: part.shown, found: await ended });
      use(null);
    },

    show({ suites }) {
      const screen = output.terminal.screen();
      const shape = screenOf(output.terminal, screen ? screen.columns - 1 : undefined);
      for (const { file, found } of all) {
        const rows = suites.filter((suite) => suite.file === file).flatMap(({ tests }) => tests);
        const text = originalsText(file, rows, found, shape);
        if (output.isTable) output.write(`\n${text}`);
        else output.error(text.trimEnd());
      }
    },
  };
}

module.exports = { createOriginals, originalsText, runOriginal };
