'use strict';

/*
 * A benchmark file as the parent of its configurations, one process at a time: prints a line for each if run by hand,
 * measures one on request for the command line, and sends the messages of Node core's tools to any other parent.
 */

const path = require('path');
const { orNull, tryStat } = require('../../base/host/fs-queries');
const { pathsOf, pathWithin, withParents, withSlashes } = require('../../base/host/paths');
const { forkConfiguration, createResult } = require('./fork-configuration');
const {
  configurationName, configurationText, plainRateLine, rateLine,
} = require('../../base/text/configuration-names');
const { escaped, plainLines } = require('../../base/text/display');
const { toRowError } = require('../../base/text/row-error');
const { formatArguments, whyEmpty } = require('./parameters');

const clock = require('../../base/host/clock').createClock();
const host = require('../../base/host/host');
const { job: ownJob } = require('../../base/host/worker');
const terminal = require('../../base/host/terminal');

const OUR_FOLDER = path.join(__dirname, '..', '..', '..');
const hasParent = Boolean(process.send);
const tell = (message) => { if (process.connected) process.send(message, () => {}); };

/** The nearest ancestor with a common.js, which marks the root of a tree of benchmarks. */
function rootOf(file, files, paths) {
  for (const folder of withParents(paths.dirname(file), paths).slice(0, -1)) {
    const has = (name) => tryStat(paths.join(folder, name), files);
    if (has('common.js')) return folder;
    if (has('package.json') || has('.git')) return null;
  }
  return null;
}

/**
 * Relative to the folder of the nearest common.js in the package, else to the current folder, so that results can be
 * matched. Outside of that folder: the file and its parent folder. Separated by slashes. deps: for tests
 */
function nameBenchmarkFile(file, deps = { host, cwd: orNull(() => process.cwd()) }) {
  const paths = pathsOf(deps.host);
  const { basename, dirname, join } = paths;
  const folder = rootOf(file, deps.host, paths) || deps.cwd; // the current folder can be gone
  const short = folder === null ? null : pathWithin(folder, file, paths);
  return short || withSlashes(join(basename(dirname(file)), basename(file)), paths);
}

/** For the command line, through a file that passes on only results. */
const relay = (message) => tell({ type: 'report', relayed: message });

function reportRefusal(name, words, { tool = null, relayed } = {}) {
  const message = { type: 'refused', words };
  if (relayed !== undefined) relay(message);
  else if (tool) tool.sendNow(message);
  else terminal.writeErrorNow(`${name}: ${words}\n`);
}

/** If a process may read only some folders, this library must be one of them. */
function withOurs(flags) {
  const isLimited = flags.some((flag) => flag.startsWith('--allow-fs-read=') && flag !== '--allow-fs-read=*');
  return isLimited ? [...flags, `--allow-fs-read=${OUR_FOLDER}`] : flags;
}

/** JSON messages turn Infinity and NaN into null; this restores the values. */
const withNumbers = (reported, configuration) => Object.fromEntries(Object.entries(reported)
  .map(([name, value]) => [name, value === null ? configuration[name] : value]));

const shownOf = ({ queue }) =>
  queue.map((parameters) => ({ parameters, configuration: configurationText(parameters) }));

function sysinfo() {
  const { version } = require('../../../package.json');
  const { colourLevel } = require('../../base/host/terminal');
  const given = { host, clock, version, engine: require('#engine'), colourLevel };
  return require('../../sysinfo').createSysinfo(given)();
}

/** unknown: undeclared names among the arguments; empty: why there are no configurations */
function configurationsOf({ benchmark, unknown, hasSetup, hasGroups, reportsEnvironment }) {
  const { name, queue, options: lists } = benchmark;
  return {
    type: 'configurations', name, configurations: shownOf(benchmark), parameters: Object.keys(lists),
    unknown, hasSetup, hasGroups,
    environment: reportsEnvironment ? sysinfo() : null,
    empty: queue.length ? null : whyEmpty(lists),
  };
}

/** measure(configuration, padding, counting): see fork-configuration.js; resolves to { report, error }. */
function createMeasuring({ script, queue, flags, extra_options: extra }, setup, isPiped) {
  let kill = () => {};
  let ready = null;
  const setUp = async () => { if (setup) await setup(queue.map((one) => ({ ...one }))); };
  return {
    async measure(queued, padding = 0, counting = null) {
      const configuration = counting ? { ...queued, ...counting.values } : queued;
      // Once: if the setup fails, no configuration can be measured.
      ready = ready || setUp();
      await ready;
      const { report, error } = await forkConfiguration({
        script,
        args: formatArguments(configuration, extra),
        execArgv: withOurs(flags.concat(process.execArgv)),
        env: { ...process.env, NODE_RUN_BENCHMARK_FN: '' },
        padding, job: { loadNode: ownJob === null ? undefined : ownJob.loadNode }, isPiped, counting,
      }, { host, clock, writeError: terminal.writeError }, (killOne) => { kill = killOne; });
      return { report: report && { ...report, conf: withNumbers(report.conf || configuration, configuration) }, error };
    },
    kill: () => kill(),
  };
}

/** Reports the configurations, and measures one on request. Ends with the command. tool: its channel. */
function serve(tool, facts, { measure, kill }) {
  const { queue } = facts.benchmark;
  const shown = shownOf(facts.benchmark);

  async function take({ type, index, padding, counting = null }) {
    if (type === 'end') process.exit();
    // Listen meanwhile for the next message, which can be the end.
    tool.onNextMessage(take);
    let outcome;
    try {
      const { report, error } = await measure(queue[index], padding, counting);
      outcome = report ? { ...shown[index], ...createResult(report), counted: report.counted } : { error };
    } catch (error) {
      outcome = { error: toRowError({ stage: 'setup', error }, 'sync', null) };
    }
    tool.send({ type: 'outcome', ...outcome });
  }

  process.on('exit', kill);
  // ^C in a terminal reaches all processes; the command decides when each ends.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  tool.onNextMessage(take);
  tool.send(configurationsOf(facts));
}

function printResult({ name, conf, rate, latency }) {
  const result = { file: name, configuration: configurationText(conf), rate: Number(rate), latency };
  const screen = terminal.screen();
  terminal.write(`${screen ? rateLine(result, screen) : plainRateLine(result)}\n`);
}

async function measureAll(configurations, { name, queue }, isRelayed, { measure, kill }) {
  // A listener on the channel keeps the process alive.
  const onDisconnect = () => {
    kill();
    process.exit();
  };
  if (isRelayed) process.on('disconnect', onDisconnect);
  const { onSignals } = require('#engine').program;
  const stopListening = onSignals((exitCode) => {
    kill();
    process.exit(exitCode);
  });
  if (hasParent) tell({ type: 'config', name, queueLength: queue.length });
  for (const configuration of configurations) {
    const { report, error } = await measure(configuration);
    if (error) {
      process.exitCode = 1;
      if (isRelayed) relay({ type: 'failed', error });
      const of = configurationName({ file: name, configuration: configurationText(configuration) });
      const place = error.at ? ` (${error.at})` : '';
      const words = plainLines(error.message + place).map(escaped).join('\n');
      terminal.writeError(`${of}: FAILED: ${words}\n`);
    } else if (hasParent) {
      tell({ ...report, name, qtimeit: undefined });
    } else {
      printResult({ ...report, name });
    }
  }
  stopListening();
  process.removeListener('disconnect', onDisconnect);
}

/** relayed: 'look', or the index of the configuration to measure, for a parent that passes on the result */
async function runParent(benchmark, { setup, unknown, explain, tool = null, relayed, hasGroups }) {
  const isRelayed = relayed !== undefined;
  const isTool = tool !== null && !isRelayed;
  const { name, queue } = benchmark;
  const measuring = createMeasuring(benchmark, setup, isTool);
  const reportsEnvironment = isRelayed || (isTool && tool.job.reportsEnvironment);
  const facts = { benchmark, unknown, hasSetup: typeof setup === 'function', hasGroups, reportsEnvironment };
  const refused = (words) => {
    reportRefusal(name, words);
    process.exit(1);
  };
  if (isTool) serve(tool, facts, measuring);
  else if (relayed === 'look') relay(configurationsOf(facts));
  else if (unknown.length && !isRelayed) refused(explain(unknown[0]));
  else if (queue.length === 0) refused(whyEmpty(benchmark.options));
  else await measureAll(isRelayed ? [queue[relayed]] : queue, benchmark, isRelayed, measuring);
}

module.exports = { nameBenchmarkFile, runParent, reportRefusal, printResult };
