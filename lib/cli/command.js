'use strict';

/* qtimeit command: measures whole processes. The document has the kind of a run, with a suite of commands. */

const { chooseExitCode } = require('./shutdown');
const { measureUnits } = require('./measure-units');
const { hintOfTaken } = require('./options');
const { checkStrict } = require('./validate-options');
const { createResults } = require('./part-record');
const { createCommands, COMMAND_MARGIN } = require('../extras/commands/measure');
const { splitCommand } = require('../extras/commands/words');
const { showProgress } = require('../base/text/progress');
const { UsageError } = require('../base/text/usage-error');

const EXAMPLE = "qtimeit command 'node a.js' 'node b.js'";

function nameFor(text, names) {
  let name = text.trim();
  for (let i = 2; names.has(name); i++) name = `${text.trim()} #${i}`;
  names.add(name);
  return name;
}

function commandsOf(texts, options, platform) {
  if (texts.length === 0) throw new UsageError(`command needs a command: ${EXAMPLE}${hintOfTaken(options)}`);
  const names = new Set();
  return texts.map((text) => {
    if (text.trim() === '') throw new UsageError(`an empty command cannot be measured. Write ${EXAMPLE}`);
    return { name: nameFor(text, names), text, words: splitCommand(text, platform) };
  });
}

/** The gate of compare, for the commands after the first one. */
function gateOf(rows, { maxRegression, complete }) {
  const { withGate } = require('../compare/sides/gate');
  const ratioOf = (rank) => (rank === null ? null : 1000 / rank);
  const changeOf = ({ verdict, rank, rankLow, rankHigh }) => (
    { verdict, counts: null, ratio: ratioOf(rank), low: ratioOf(rankHigh), high: ratioOf(rankLow) });
  const tests = rows.filter(({ verdict }) => verdict !== 'baseline').map((row) => (
    { file: null, suite: 1, name: row.name, sides: [{ values: [] }, { values: [] }], changes: [changeOf(row)] }));
  const sides = [{ label: 'baseline' }, { label: 'command' }];
  const comparison = { kind: 'processes', precision: COMMAND_MARGIN, complete, failures: [], sides, tests };
  return withGate({ ...comparison, maxRegression });
}

function createSource(commands, argv, options, output, deps) {
  const { host, clock, terminal, cwd } = deps;
  const { time, runTimeout, save, maxRegression = null } = options;
  const document = createResults(argv, deps);
  let judged = null;
  let saver = null;
  const session = createCommands(commands, { seconds: time, runSeconds: runTimeout }, {
    host, clock, cwd,
    onProgress(progress) {
      showProgress(terminal, { ...progress, isAtMost: true });
      if (save !== undefined) saver.saveWhenDue();
    },
  });

  function summarize() {
    if (!document.environment) document.environment = deps.sysinfo();
    const samples = session.samples();
    const tests = session.rows().map((row, i) => ({ ...row, samples: samples[i] }));
    const settings = { timeGoal: time, margin: COMMAND_MARGIN, forkTests: 0, isCommands: true };
    document.suites = [
      { file: null, suite: 1, settings, tests, error: null, seconds: session.spentSeconds() * tests.length },
    ];
    if (maxRegression === null) return;
    judged = gateOf(tests, { maxRegression, complete: document.complete });
    document.gate = judged.gate;
  }

  return {
    document, summarize,
    cpus: options.pin,
    list: async () => commands,
    measure(_, more) {
      ({ saver } = more);
      return session.run();
    },
    isEmpty: () => document.suites.length === 0,
    showsEmpty: true,
    show() {
      output.end(document);
      if (judged !== null) output.error(require('../report/gate-words').gateLine(judged));
    },
    exitCode: () => chooseExitCode(document, options),
    stop() {
      session.stop();
      return true;
    },
  };
}

/** argv: arguments as typed. Resolves to the exit code. */
async function timeCommands({ options, positionals }, argv, deps) {
  checkStrict(options);
  const commands = commandsOf(positionals, options, deps.host.platform);
  if (options.maxRegression !== undefined && commands.length < 2) {
    throw new UsageError(`--max-regression needs two commands: ${EXAMPLE}`);
  }
  const createOwn = (output) => createSource(commands, argv, options, output, deps);
  return measureUnits(createOwn, { options, isSaved: true }, deps);
}

module.exports = { timeCommands };
