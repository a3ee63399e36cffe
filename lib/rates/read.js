'use strict';

/* Rates from a file: saved ones, or CSV as Node core's tools and ours write it. */

const { readDocument } = require('../document');

const CSV = /\.csv$/i;

/** Whether an argument names rates, by its ending; - is CSV on standard input. */
const isRatesFile = (given) => given === '-' || CSV.test(given) || /\.json$/i.test(given);

/**
 * @param {string} given path as typed
 * @param {object} doors { host, now(): Date }
 * @returns {{ file: string, rates: object, problems: { line: number|null, words: string }[] }} problems: rows that are left out, in words
 * @throws {UsageError}
 */
function readRates(given, { host, now }) {
  if (given !== '-' && !CSV.test(given)) return { file: given, rates: readDocument(given, { host, kinds: ['rates'] }), problems: [] };
  const { readRatesCsv } = require('./read-csv');
  return { file: given === '-' ? 'standard input' : given, ...readRatesCsv(given, { host, now }) };
}

module.exports = { readRates, isRatesFile };
