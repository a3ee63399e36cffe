'use strict';

/* What the commands for benchmark files with parameters share: their forms of output, results to go on with, and the plot. */

const { readDocument } = require('../document/document');
const { UsageError } = require('../text/usage-error');

const FORMATS = ['table', 'text', 'csv', 'json', 'markdown', 'github'];

function checkFormat({ format }) {
  if (!FORMATS.includes(format)) throw new UsageError(`--format ${format} is for suites and comparisons; rates of configurations can be printed as ${FORMATS.join(', ')}`);
}

/** The rates that --resume goes on with; null where there are none yet. */
function openBefore({ resume, save }, { host }) {
  if (!resume) return null;
  if (save === undefined) throw new UsageError('--resume needs --save FILE: the file that the run before was saved to');
  try {
    host.stat(save);
  } catch (_) {
    return null;
  }
  return readDocument(save, { host, kinds: ['rates'] });
}

/** The file of a plot, tried before anything is measured; write(make) draws it, where one was asked for. */
function plotOf({ plot, force = false, resume = false }, { host, terminal }) {
  if (plot === undefined) return { write() {}, hasFailed: () => false };
  const { openPlot } = require('../report/picture/plot-file');
  const { StoreError } = require('../host/output-file');
  const outputFile = openPlot(plot, { force: force || resume, host });
  let broken = false;
  return {
    write(make, title) {
      try {
        outputFile.write(make(), title);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        broken = true;
        terminal.writeError(`qtimeit: ${error.message}\n`);
      }
    },
    hasFailed: () => broken,
  };
}

module.exports = { checkFormat, openBefore, plotOf };
