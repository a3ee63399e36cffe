'use strict';

/*
 * A benchmark file as the parent of its configurations: one process after the other. Run by hand it prints a line for each; run by the
 * command line it tells what it has, and measures what it is asked for; any other parent is told what Node core's tools tell theirs.
 */

const path = require('path');
const { forkConfiguration } = require('./fork-configuration');
const { configurationText } = require('../text/configuration-text');
const { argumentsOf, whyEmpty } = require('./parameters');

const clock = require('../host/clock').createClock();
const host = require('../host/host');
const terminal = require('../host/terminal');

const OUR_FOLDER = path.join(__dirname, '..', '..');

const hasParent = Boolean(process.send);
const tell = (message) => { if (process.connected) process.send(message, () => {}); };

/** By way of a file that has this one do its work: it hands on results, and nothing else. */
const relay = (message) => tell({ type: 'report', relayed: message });

/** Arguments that cannot be used: told to whom they come from. */
function refuse(name, words, { tool = null, relayed } = {}) {
  const message = { qtimeit: 1, type: 'refused', words };
  if (relayed !== undefined) relay(message);
  else if (tool) tool.tellNow(message);
  else terminal.writeErrorNow(`${name}: ${words}\n`);
}

/** Where a process may read some folders only, this library has to be one of them. */
function withOurs(flags) {
  const isLimited = flags.some((flag) => flag.startsWith('--allow-fs-read=') && flag !== '--allow-fs-read=*');
  return isLimited ? [...flags, `--allow-fs-read=${OUR_FOLDER}`] : flags;
}

/** Infinity and its like arrive as null, for messages are JSON. */
function withNumbers(reported, configuration) {
  return Object.fromEntries(Object.entries(reported).map(([name, value]) => [name, value === null ? configuration[name] : value]));
}

/**
 * @param {object} benchmark { name, script, queue, flags, extra_options, options }
 * @param {object} plan { setup, unknown, explain, tool, relayed, hasGroups } tool: the channel to the command line, null where it is not the parent;
 *   relayed: 'look', or the index of the configuration to measure, for a parent that tells it the command line
 */
async function runParent(benchmark, { setup, unknown, explain, tool = null, relayed, hasGroups }) {
  const isRelayed = relayed !== undefined;
  const isTool = tool !== null && !isRelayed;
  delete process.env.QTIMEIT_RELAY;
  const { name, script, queue, flags, extra_options: extra } = benchmark;
  let kill = () => {};
  let ready = null;

  async function measure(configuration, padding) {
    // Once: where it failed, no configuration can be measured.
    ready = ready || (async () => { if (typeof setup === 'function') await setup(queue.map((one) => ({ ...one }))); })();
    await ready;
    const { report, error } = await forkConfiguration({
      script,
      args: argumentsOf(configuration, extra),
      execArgv: withOurs(flags.concat(process.execArgv)),
      env: { ...process.env, ...padding, NODE_RUN_BENCHMARK_FN: '' },
      isPiped: isTool,
    }, { host, clock, writeError: terminal.writeError }, (killOne) => { kill = killOne; });
    return { report: report && { ...report, conf: withNumbers(report.conf || configuration, configuration) }, error };
  }

  const told = { benchmark, unknown, hasSetup: typeof setup === 'function', hasGroups, tellsEnvironment: isRelayed || (isTool && tool.job.tellsEnvironment) };
  if (isTool) {
    require('./parent-service').serve(tool, { ...told, measure, kill: () => kill() });
    return;
  }
  if (relayed === 'look') {
    relay(require('./parent-service').configurationsOf(told));
    return;
  }
  // As long as somebody listens to it the channel keeps the process from its end.
  const onDisconnect = () => {
    kill();
    process.exit();
  };
  if (isRelayed) process.on('disconnect', onDisconnect);
  if (unknown.length && !isRelayed) {
    refuse(name, explain(unknown[0]));
    process.exit(1);
  }
  if (queue.length === 0) {
    refuse(name, whyEmpty(benchmark.options));
    process.exit(1);
  }
  const { onSignals } = require('../host/interrupt');
  const stopListening = onSignals((exitCode) => {
    kill();
    process.exit(exitCode);
  });
  const chosen = isRelayed ? [queue[relayed]] : queue;
  if (hasParent) tell({ type: 'config', name, queueLength: queue.length });
  const { rateLine } = require('../text/configuration-names');
  for (const configuration of chosen) {
    const { report, error } = await measure(configuration);
    if (error) {
      process.exitCode = 1;
      if (isRelayed) relay({ qtimeit: 1, type: 'failed', error });
      const text = configurationText(configuration);
      terminal.writeError(`${name}${text && ` ${text}`}: FAILED: ${error.message}${error.at ? ` (${error.at})` : ''}\n`);
    } else if (hasParent) {
      tell({ ...report, name, qtimeit: undefined });
    } else {
      terminal.write(`${rateLine({ file: name, configuration: configurationText(report.conf), rate: report.rate, latency: report.latency })}\n`);
    }
  }
  stopListening();
  process.removeListener('disconnect', onDisconnect);
}

module.exports = { runParent, refuse };
