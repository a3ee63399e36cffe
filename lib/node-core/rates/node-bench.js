'use strict';

/*
 * Records of node:bench, as its JSON reporter writes them: a line for each. The rates of a benchmark are its samples;
 * of several runs in one file, each run has one rate, the median, because samples of one process are alike.
 */

const { posix, win32 } = require('path');
const { withSlashes } = require('../../base/host/paths');
const { median } = require('../../base/stats/sample');
const { configurationText } = require('../../base/text/configuration-names');
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
  const folder = all.length > 0 ? folderOf(all.map(({ file }) => file)) : '';
  const runs = new Set(all.map(({ runId }) => runId)).size;
  const byName = new Map();
  for (const { file, name, params, samples, error } of all) {
    const configuration = [name, configurationText(params)].filter(Boolean).join(' ');
    const key = JSON.stringify([file, configuration]);
    if (!byName.has(key)) {
      byName.set(key, {
        file: posix.relative(folder, file), configuration, parameters: params,
        sides: [{ rates: [], seconds: [], errors: [] }],
      });
    }
    const [side] = byName.get(key).sides;
    if (error) side.errors.push(
      createRowError('threw', `${error.name}: ${error.message}`, { stack: error.stack ?? null }));
    const rates = samples.map(({ rate }) => rate);
    const seconds = samples.map(({ duration_ns: ns }) => Number(ns) / 1e9);
    if (runs === 1) {
      for (const one of rates) side.rates.push(one);
      for (const one of seconds) side.seconds.push(one);
    } else if (rates.length > 0) {
      side.rates.push(median(rates));
      side.seconds.push(seconds.reduce((sum, one) => sum + one, 0));
    }
  }
  return [...byName.values()];
}

module.exports = { parseNodeBench, isNodeBench };
