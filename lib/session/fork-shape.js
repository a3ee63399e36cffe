'use strict';

/*
 * What a process that measures for another has to say, and what is wrong with it. Where a test has changed what objects
 * inherit, or how they are written, it is not what was meant.
 */

const { ENVIRONMENT, ERROR, ROW, SAMPLE } = require('../document/document-shape');
const { count, faultAt, faultWords, list, orNull, optional, number, record, text } = require('../text/shape');

const result = record({ row: ROW, sample: optional(orNull(SAMPLE)) });
const suite = record({ suite: record({ position: count, tests: list(record({ name: text, timeoutSeconds: optional(orNull(number)), tier: optional(orNull(text)) })) }) });
const loaded = record({ environment: ENVIRONMENT });

const wordsOf = (fault) => fault && faultWords(fault);

/** @returns {string|null} words, null where it is one of this test */
function faultOfResult(message, name) {
  const fault = result.find(message);
  if (fault || message.row.name === name) return wordsOf(fault);
  return wordsOf(faultAt('row', `that of ${JSON.stringify(name)}`, message.row.name));
}

/** The error in a message, null where it is none. */
const errorIn = ({ error }) => (ERROR.find(error) ? null : error);

const faultOfSuite = (message) => wordsOf(suite.find(message));
const faultOfLoaded = (message) => wordsOf(loaded.find(message));

module.exports = { errorIn, faultOfResult, faultOfSuite, faultOfLoaded };
