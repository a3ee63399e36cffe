'use strict';

/**
 * What went wrong with the load of a benchmark.
 *
 * @param {string|null} benchmarker who made the load, null where nobody was chosen
 * @param {string} message
 * @param {string[]} [output] the last lines it printed
 * @returns {Error} with the properties benchmarker and output, each only where there is one
 */
function loadError(benchmarker, message, output = []) {
  const error = new Error(message);
  if (benchmarker !== null) error.benchmarker = benchmarker;
  if (output.length) error.output = output;
  return error;
}

module.exports = { loadError };
