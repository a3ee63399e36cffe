'use strict';

/*
 * Records of node:bench, as its JSON reporter writes them: a line for each. The rates of a benchmark are its samples;
 * of several runs in one file, each run has one rate, the median, because samples of one process are alike.
 */

const { posix, win32 } = require('path');
const { withSlashes } = require('../../base/host/paths');
const { median } = require('../../base/stats/sample');
const { configurationText } = require('../../base/text/configuration-names');
const { groupBy } = require('../../base/text/grouped-by');
const { createRowError } = require('../../base/text/row-error');

const RECORD = /^\s*\{"type":"bench:/;

/** Whether a text that begins like this has such records. */
const isNodeBench = (start) => RECORD.test(start);

// Of an absolute path on Windows. The records may come from another system than this one.
const OF_WINDOWS = /^(?:[a-z]:[\\/]|\\\\)/i;

const isCount = (value) => Number.isFinite(value) && value > 0;

/** The complete records of benchmarks that were not skipped: { file, name, params, runId, samples, error }. */
function benchmarksIn(text, tell) {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      const { type, data } = JSON.parse(line);
      if (type !== 'bench:complete' || data.skip) return [];
      const { entryFile: path, namePath, params = {}, fileRunId: runId, error = null, samples } = data;
      const isRead = [path, runId].every((one) => typeof one === 'string')
        && samples.every(({ rate, duration_ns: ns }) => isCount(rate) && isCount(Number(ns)));
      const file = OF_WINDOWS.test(path) ? withSlashes(path, win32) : path;
      if (isRead) return [{ file, name: namePath.join(' > '), params, runId, samples, error }];
      tell(i + 1, 'a node:bench record without the expected fields');
    } catch (_) {
      tell(i + 1, 'an incomplete node:bench record');
    }
    return [];
  });
}

/** The longest folder that all files share */
function folderOf(files) {
  const inAll = (folder) => files.every((file) => file.startsWith(folder.replace(/\/?$/, '/')));
  let folder = posix.dirname(files[0]);
  while (!inAll(folder) && folder !== posix.dirname(folder)) folder = posix.dirname(folder);
  return folder;
}

/**
 * @param {string} text
 * @param {function(number, string)} tell called with the number of a line that cannot be read, and why
 * @returns {object[]} configurations of a document with one side; files are relative to their common folder, because
 *   records of two checkouts are compared
 */
function parseNodeBench(text, tell) {
  const all = benchmarksIn(text, tell);
  if (all.length === 0) return [];
  const folder = folderOf(all.map(({ file }) => file));
  const isSingleRun = all.every(({ runId }) => runId === all[0].runId);
  const configurationOf = ({ name, params }) => [name, configurationText(params)].filter(Boolean).join(' ');
  const groups = groupBy(all, (one) => JSON.stringify([one.file, configurationOf(one)]));
  return [...groups.values()].map((own) => {
    const [{ file, params }] = own;
    const errors = own.filter(({ error }) => error).map(({ error: { name, message, stack = null } }) => (
      createRowError('threw', `${name}: ${message}`, { stack })));
    const runs = isSingleRun ? own.flatMap(({ samples }) => samples.map((sample) => [sample]))
      : own.map(({ samples }) => samples).filter(({ length }) => length > 0);
    const side = {
      rates: runs.map((samples) => median(samples.map(({ rate }) => rate))),
      seconds: runs.map((samples) => samples.reduce((sum, { duration_ns: ns }) => sum + Number(ns) / 1e9, 0)), errors,
    };
    return {
      file: posix.relative(folder, file), configuration: configurationOf(own[0]), parameters: params, sides: [side],
    };
  });
}

module.exports = { parseNodeBench, isNodeBench };
