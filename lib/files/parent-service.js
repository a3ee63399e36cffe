'use strict';

/*
 * A benchmark file in the service of the command line: it tells its configurations, and measures one when it is asked to. It ends with the
 * command, whatever becomes of that.
 */

const { errorOfFailure } = require('../text/row-error');
const { configurationText } = require('../text/configuration-text');
const { whyEmpty } = require('./parameters');

const shownOf = ({ queue }) => queue.map((parameters) => ({ parameters, configuration: configurationText(parameters) }));

/**
 * @param {object} file { benchmark, unknown, hasSetup, hasGroups, tellsEnvironment }
 * @returns {object} the message that tells what is in it
 */
function configurationsOf({ benchmark, unknown, hasSetup, hasGroups, tellsEnvironment }) {
  const { name, queue, options: lists } = benchmark;
  return {
    qtimeit: 1, type: 'configurations', name, configurations: shownOf(benchmark), parameters: Object.keys(lists), unknown, hasSetup, hasGroups,
    environment: tellsEnvironment ? require('../instruments').sysinfoOfRates() : null,
    empty: queue.length ? null : whyEmpty(lists),
  };
}

/**
 * @param {object} tool the channel to the command, see host/parent-channel.js
 * @param {object} file as above, and { measure(configuration), kill() }
 */
function serve(tool, { measure, kill, ...file }) {
  const { queue } = file.benchmark;
  const shown = shownOf(file.benchmark);

  async function take(message) {
    if (message.type === 'end') process.exit();
    // It waits for the next one meanwhile, which can be the end.
    tool.onceTold(take);
    let outcome;
    try {
      const { report, error } = await measure(queue[message.index], message.padding ? { QTIMEIT_PADDING: 'x'.repeat(message.padding) } : null);
      outcome = report ? { ...shown[message.index], ...resultOf(report) } : { error };
    } catch (error) {
      outcome = { error: errorOfFailure({ stage: 'setup', error }, 'sync', null) };
    }
    tool.tell({ type: 'outcome', ...outcome });
  }

  // Also where the command has gone.
  process.on('exit', () => kill());
  // ^C in a terminal reaches all processes: the command decides what ends when.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  tool.onceTold(take);
  tool.tell(configurationsOf(file));
}

/** What main has added to its configuration, such as the tool that made the load, is part of its name. */
function resultOf({ conf, rate, time, operations = null, latency = null }) {
  return { configuration: configurationText(conf), parameters: conf, rate, seconds: Number(time), operations, latency };
}

module.exports = { serve, configurationsOf };
